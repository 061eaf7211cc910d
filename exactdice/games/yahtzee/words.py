"""What queries need of Yahtzee and yatzy: how the words of every game see them, and their own."""

from __future__ import annotations

from . import law_words, solved_view

ENTERED = (solved_view, law_words)  # which enter them
