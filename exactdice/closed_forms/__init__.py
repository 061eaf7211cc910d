"""Closed forms of queries: derived from the model and proved, or fitted over exact values and
labelled so; linear recurrences and how they grow; parametric dice.
"""

from .fitted import Fit, recurrence_of
from .formulas import Formula, Origin, formula
from .growth import Growth, Remainder
from .parametric import ParametricRace, pieces_of
from .pieces import Piece, Pieces
from .polynomial_fit import PolynomialFit

__all__ = [
    "Fit",
    "Formula",
    "Growth",
    "Origin",
    "ParametricRace",
    "Piece",
    "Pieces",
    "PolynomialFit",
    "Remainder",
    "formula",
    "pieces_of",
    "recurrence_of",
]
