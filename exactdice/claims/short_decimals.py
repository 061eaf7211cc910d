"""Exact numbers in messages: as few decimals as show them and tell them apart."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from ..exact import Exact, Rounding, decimal_text, round_scaled

# Decimals that are shown of a number: at least so many, until they show four digits of it.
FEWEST_PLACES, MOST_PLACES, ENOUGH = 4, 40, 1000
MOST_TELLING = 300  # decimals that are looked at to tell two numbers apart


def short_decimal(number: Exact, places: int | None = None) -> str:
    """The number as a decimal: all of it, or cut off, then with dots.

    It has four digits that are not leading zeros, or so many places where they are given.

    >>> from fractions import Fraction
    >>> short_decimal(Fraction(1, 8)), short_decimal(Fraction(1, 3000)), short_decimal(8)
    ('0.125', '0.0003333...', '8')
    """
    most = places_of(number) if places is None else places
    whole = (k for k in range(most) if _is_whole(number * 10**k))
    shown = next(whole, most)
    dots = "" if _is_whole(number * 10**shown) else "..."
    return decimal_text(number, shown, Rounding.DOWN) + dots


def places_of(number: Exact) -> int:
    """How many decimals show the number, or enough of its digits."""
    places = 0
    while places < MOST_PLACES and not _is_shown(number, places):
        places += 1
    return places


def telling_places(numbers: Iterable[Exact], others: Iterable[Exact]) -> int:
    """How many decimals show these numbers, and tell each of the one from each of the others.

    >>> from fractions import Fraction
    >>> telling_places([Fraction(1, 3)], [Fraction(333333, 10**6)])
    7
    """
    ones, rest = list(numbers), list(others)
    places = max(map(places_of, (*ones, *rest)))
    differing = [(one, other) for one, other in product(ones, rest) if one != other]
    while places < MOST_TELLING and any(_look_alike(*pair, places) for pair in differing):
        places += 1
    return places


def _look_alike(one: Exact, other: Exact, places: int) -> bool:
    """Whether the digits before the dots are the same."""
    cut = (round_scaled(number, places, Rounding.DOWN) for number in (one, other))
    return len(set(cut)) == 1


def _is_shown(number: Exact, places: int) -> bool:
    scaled = abs(number) * 10**places
    return _is_whole(scaled) or (places >= FEWEST_PLACES and scaled >= ENOUGH)


def _is_whole(number: Exact) -> bool:
    return number.denominator == 1
