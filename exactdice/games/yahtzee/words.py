"""What queries need of Yahtzee and yatzy: how the words of every game see them."""

from __future__ import annotations

from . import solved_view

VIEW = solved_view  # which enters it
