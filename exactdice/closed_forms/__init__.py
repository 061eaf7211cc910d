"""Closed forms of queries: derived from the model and proved, or fitted over exact values and
labelled so; linear recurrences; parametric dice.
"""

from .fitted import Fit
from .formulas import Formula, Origin, formula
from .parametric import ParametricRace, pieces_of
from .pieces import Piece, Pieces

__all__ = [
    "Fit",
    "Formula",
    "Origin",
    "ParametricRace",
    "Piece",
    "Pieces",
    "formula",
    "pieces_of",
]
