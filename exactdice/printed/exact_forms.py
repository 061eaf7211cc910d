r"""Exact numbers in the forms that tables write besides a/b, read back.

mixed numbers         2 1/3   2\ \frac{1}{3}
factored denominators 49/(2^3·3^3)   -1/2^3   \frac{49}{2^{3}\cdot 3^{3}}
repeating decimals    0.1(6)   0,1\overline{6}
continued fractions   [0; 2, 1, 3]
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import prod

from ..errors import ClaimsError
from ..exact import Exact, parse_exact, shown, simplest

MOST_BITS = 1_000_000  # of a number written with powers
# a space that keeps what it stands between together
GAP = r"(?:\\[,:; ]|~|[\u00a0\u2007\u2009\u202f])"
FRAC = r"\\(?:[cdt]?frac|nicefrac|sfrac)"
TIMES = r"\s*(?:\\cdot|\\times|·|⋅|×|\*)(?:\\ |\s)*"
POWER = r"\d+(?:\^(?:\d+|\{\d+\}))?"
PRODUCT = rf"{POWER}(?:{TIMES}{POWER})*"


def parse_exact_form(text: str) -> Exact | None:
    """The number written in one of these forms; None when it is in none of them.

    >>> parse_exact_form("-2 1/3"), parse_exact_form("-49/(2^3·3^3)")
    (Fraction(-7, 3), Fraction(-49, 216))
    >>> parse_exact_form("0.1(6)"), parse_exact_form("[0; 2, 1, 3]")
    (Fraction(1, 6), Fraction(4, 11))
    """
    sign, rest = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
    value = _mixed(rest)
    value = _factored(rest) if value is None else value
    value = _repeating(rest) if value is None else value
    if value is None:
        return _continued(text)
    return simplest(sign * value)


def _mixed(text: str) -> Exact | None:
    plain = re.sub(rf"{FRAC}\{{(\d+)\}}\{{(\d+)\}}", r" \1/\2", text, flags=re.ASCII)
    found = re.fullmatch(rf"(\d+)(?:{GAP}| )+(\d+/\d+)", plain, re.ASCII)
    if found is None:
        return None
    part = parse_exact(found[2])
    if not 0 < part < 1:
        raise ClaimsError(f"the fraction of a mixed number must be between 0 and 1, got {found[2]}")
    return simplest(Fraction(parse_exact(found[1]) + part))


def _factored(text: str) -> Exact | None:
    found = re.fullmatch(rf"(\d+)/(?:\(\s*({PRODUCT})\s*\)|({POWER}))", text, re.ASCII)
    found = found or re.fullmatch(rf"{FRAC}\{{(\d+)\}}\{{({PRODUCT})\}}", text, re.ASCII)
    if found is None:
        return None
    powers = [_power(power[0]) for power in re.finditer(POWER, found[2] or found[3], re.ASCII)]
    if sum(exponent * base.bit_length() for base, exponent in powers) > MOST_BITS:
        raise ClaimsError(f"the denominator of {shown(text)} has too many digits")
    below = prod(base**exponent for base, exponent in powers)
    if any(base == 0 for base, _ in powers):  # also in 0^0, which has no value
        raise ClaimsError(f"the denominator of {shown(text)} is 0")
    return simplest(Fraction(parse_exact(found[1])) / below)


def _power(text: str) -> tuple[int, int]:
    """(base, exponent)."""
    base, _, exponent = re.sub("[{}]", "", text).partition("^")
    return int(parse_exact(base)), int(parse_exact(exponent or "1"))


def _repeating(text: str) -> Exact | None:
    found = re.fullmatch(
        r"(\d+)(?:[.,]|\{[.,]\})(\d*)(?:\((\d+)\)|\\overline\{(\d+)\})", text, re.ASCII
    )
    if found is None:
        return None
    fixed, period = found[2], found[3] or found[4]
    start = Fraction(parse_exact(f"{found[1]}.{fixed}" if fixed else found[1]))
    value: Fraction = start + Fraction(parse_exact(period)) / (
        (10 ** len(period) - 1) * 10 ** len(fixed)
    )
    return value


def _continued(text: str) -> Exact | None:
    found = re.fullmatch(r"\[\s*(-?\d+)(?:\s*;\s*(\d+(?:\s*,\s*\d+)*))?\s*\]", text, re.ASCII)
    if found is None:
        return None
    parts = [found[1], *(found[2] or "").split(",")]
    terms = [int(parse_exact(part.strip())) for part in parts if part]
    if any(term < 1 for term in terms[1:]):
        raise ClaimsError(
            "the terms of a continued fraction after the first must be 1 or more, got "
            f"{shown(text)}"
        )
    top, bottom = 1, 0
    for term in reversed(terms):
        top, bottom = term * top + bottom, top
    return simplest(Fraction(top, bottom))
