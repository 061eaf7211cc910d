"""Rational functions as text and for sympy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flint import fmpz, fmpz_poly

from ..exact import integer_text
from .rational import Quotient

POWER = re.compile(r"\^(\d+)")

if TYPE_CHECKING:
    from ..symbolic import Symbolic  # sympy is slow to import


def polynomial_text(polynomial: fmpz_poly, name: str) -> str:
    """The polynomial with the lowest power first: `1 - 2*p + p^3`.

    >>> polynomial_text(fmpz_poly([1, -2, 0, 1]), "p")
    '1 - 2*p + p^3'
    """
    terms = [_term(c, k, name) for k, c in enumerate(polynomial.coeffs()) if c != 0]
    return " + ".join(terms).replace("+ -", "- ") or "0"


def _term(coefficient: fmpz, power: int, name: str) -> str:
    written = "" if power == 0 else name if power == 1 else f"{name}^{power}"
    if written and abs(coefficient) == 1:
        return "-" * (coefficient < 0) + written
    return integer_text(int(coefficient)) + (f"*{written}" if written else "")


def quotient_text(value: Quotient, name: str) -> str:
    """The function as a polynomial, or as (polynomial)/(polynomial)."""
    top = polynomial_text(value.numerator, name)
    if value.denominator.is_one():
        return top
    under = polynomial_text(value.denominator, name)
    numbers = [text if text.lstrip("-").isalnum() else f"({text})" for text in (top, under)]
    return "/".join(numbers)


def quotient_expression(value: Quotient, p: Symbolic) -> Symbolic:
    """The function for sympy, in factors."""
    import sympy

    parts = [
        sum((int(c) * p**k for k, c in enumerate(part.coeffs())), sympy.Integer(0))
        for part in (value.numerator, value.denominator)
    ]
    return sympy.factor(parts[0] / parts[1])


def polynomial_latex(polynomial: fmpz_poly, name: str) -> str:
    r"""The polynomial in LaTeX: `1 - 2 p + p^{12}`."""
    return in_latex(polynomial_text(polynomial, name))


def in_latex(text: str) -> str:
    r"""A polynomial as it is written, in LaTeX."""
    return POWER.sub(r"^{\1}", text.replace("*", " "))


def quotient_latex(value: Quotient, name: str) -> str:
    r"""The function in LaTeX."""
    top = polynomial_latex(value.numerator, name)
    if value.denominator.is_one():
        return top
    return rf"\frac{{{top}}}{{{polynomial_latex(value.denominator, name)}}}"
