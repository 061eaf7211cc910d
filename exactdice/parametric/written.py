"""Rational functions as text, in LaTeX and for sympy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from flint import fmpz_poly

from .forms import EXPANDED, Form, joined, terms
from .rational import Quotient

POWER = re.compile(r"\^(\d+)")
NUMBER = re.compile(r"\d+(?:/\d+)?")
WIDE = 10**9  # characters of a line that is not broken

if TYPE_CHECKING:
    from ..symbolic import Symbolic  # sympy is slow to import


def polynomial_text(polynomial: fmpz_poly, name: str, form: Form = EXPANDED) -> str:
    """The polynomial with the lowest power first: `1 - 2*p + p^3`.

    >>> polynomial_text(fmpz_poly([1, -2, 0, 1]), "p")
    '1 - 2*p + p^3'
    """
    return joined(terms(polynomial, name, form))


def quotient_text(value: Quotient, name: str, form: Form = EXPANDED) -> str:
    """The function as a polynomial, or as (polynomial)/(polynomial)."""
    value = _signed(value)
    top = polynomial_text(value.numerator, name, form)
    if value.denominator.is_one():
        return top
    under = polynomial_text(value.denominator, name, form)
    numbers = [text if text.lstrip("-").isalnum() else f"({text})" for text in (top, under)]
    return "/".join(numbers)


def _signed(value: Quotient) -> Quotient:
    """The same with a denominator whose lowest coefficient is above 0."""
    lowest = next(c for c in value.denominator.coeffs() if c != 0)
    return value if lowest > 0 else Quotient(-value.numerator, -value.denominator)


def quotient_expression(value: Quotient, p: Symbolic) -> Symbolic:
    """The function for sympy, in factors."""
    import sympy

    parts = [
        sum((int(c) * p**k for k, c in enumerate(part.coeffs())), sympy.Integer(0))
        for part in (value.numerator, value.denominator)
    ]
    return sympy.factor(parts[0] / parts[1])


# --- LaTeX ----------------------------------------------------------------------------------------


def text_latex(text: str) -> str:
    r"""A sum or a product of powers in LaTeX.

    >>> print(text_latex("-1/2*(1 - p)^12"))
    -\tfrac{1}{2} (1 - p)^{12}
    """
    return POWER.sub(r"^{\1}", NUMBER.sub(_number_latex, text)).replace("*", " ")


def _number_latex(found: re.Match[str]) -> str:
    top, mark, under = found[0].partition("/")
    return rf"\tfrac{{{top}}}{{{under}}}" if mark else top


def polynomial_latex(
    polynomial: fmpz_poly, name: str, form: Form = EXPANDED, width: int = WIDE
) -> str:
    r"""The polynomial in LaTeX: `1 - 2 p + p^{12}`; on lines of about so many characters, where it
    is longer than one.

    >>> print(polynomial_latex(fmpz_poly([1, -2, 0, 1]), "p", width=7))
    \begin{aligned} & 1 - 2 p \\ & {} + p^{3} \end{aligned}
    """
    first, *others = terms(polynomial, name, form)
    lines = lines_of([first, *map(signed, others)], width)
    return aligned_latex(list(map(text_latex, lines)))


def signed(term: str) -> str:
    """The term as it is added to others: `+ 2*p`, `- 2*p`."""
    return f"- {term[1:].lstrip()}" if term.startswith("-") else f"+ {term}"


def lines_of(parts: Sequence[str], width: int, shown: Sequence[str] | None = None) -> list[str]:
    """The parts on lines of about so many characters; what is `shown` of them may have others.

    >>> lines_of(["1", "- p", "+ p^2"], 7)
    ['1 - p', '+ p^2']
    """
    lines: list[list[str]] = []
    used = width
    for part, as_shown in zip(parts, shown or parts, strict=True):
        if used + len(part) < width:
            lines[-1].append(as_shown)
            used += len(part) + 1
        else:
            lines.append([as_shown])
            used = len(part)
    return list(map(" ".join, lines))


def aligned_latex(lines: Sequence[str]) -> str:
    """The lines of LaTeX below each other, where there are several."""
    if len(lines) == 1:
        return lines[0]
    # Fractions of neighbouring lines would touch.
    end = r"\\[4pt]" if any(r"\frac" in line for line in lines) else r"\\"
    below = f" {end} & {{}} ".join(lines)
    return rf"\begin{{aligned}} & {below} \end{{aligned}}"


def quotient_latex(value: Quotient, name: str, form: Form = EXPANDED, width: int = WIDE) -> str:
    r"""The function in LaTeX, a long one on several lines."""
    value = _signed(value)
    top = polynomial_latex(value.numerator, name, form, width)
    if value.denominator.is_one():
        return top
    under = polynomial_latex(value.denominator, name, form, width)
    return rf"\frac{{{top}}}{{{under}}}"


def quotient_inline(value: Quotient, name: str, form: Form = EXPANDED) -> str:
    r"""The function in LaTeX for running text, which may break the line at any sign."""
    return text_latex(quotient_text(value, name, form))
