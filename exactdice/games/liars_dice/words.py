"""Liar's dice as the words of every game see it."""

from __future__ import annotations

from . import view

VIEW = view  # which enters it

__all__ = ["VIEW"]
