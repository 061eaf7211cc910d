"""Numbers with a printed error: 0.0672 ± 0.001, 0.0672(10)."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from ..errors import ClaimsError
from ..exact import shown, simplest
from .numbers import Printed, parse_printed

PLUS_MINUS = re.compile(r"\s*(?:±|\+/-|\\pm\b|\$\\pm\$)\s*")
IN_BRACKETS = re.compile(r"(.*\d)\((\d+)\)(\D*)", re.ASCII)


def parse_uncertain(text: str, decimal: str | None = None) -> Printed:
    """The printed number with the half width of its error; without one where none is printed.

    >>> parse_uncertain("0.0672(10)").error, parse_uncertain("0.0672 ± 0.001").places
    (Fraction(1, 1000), 4)
    """
    value, *errors = PLUS_MINUS.split(text)
    if len(errors) == 1:
        number, error = parse_printed(value, decimal), parse_printed(errors[0], decimal).value
        return _with_error(text, number, Fraction(error))
    found = IN_BRACKETS.fullmatch(text)
    if found is None:
        return parse_printed(text, decimal)
    number = parse_printed(found[1] + found[3], decimal)
    return _with_error(text, number, int(found[2]) * Fraction(10) ** -(number.places or 0))


def _with_error(text: str, number: Printed, error: Fraction) -> Printed:
    if error <= 0:
        raise ClaimsError(f"a printed error must be above 0, got {shown(text)}")
    return replace(number, text=text.strip(), error=simplest(error))
