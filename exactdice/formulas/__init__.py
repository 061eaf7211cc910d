"""Closed forms of queries: derived from the model and proved, or fitted over exact values and
labelled so; linear recurrences.
"""

from .formulas import Fit, Formula, Origin, formula

__all__ = ["Fit", "Formula", "Origin", "formula"]
