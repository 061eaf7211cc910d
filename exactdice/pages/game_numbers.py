"""Exact numbers as the data of a page: each once, as a fraction where it is short, else cut."""

from __future__ import annotations

from typing import Generic, TypeVar

from ..exact import Exact, exact_text

T = TypeVar("T")

PLACES = 40  # decimals of a number that is cut, of which a page shows 30
LONGEST = 60  # characters of a fraction that is always kept
MOST_CHARACTERS = 1_200_000  # of all fractions of a page; when they take more, long ones are cut
CUT = "~"  # before a number that was cut, towards 0, after PLACES decimals


class Distinct(Generic[T]):
    """Things numbered from 0 in the order in which they come, each once."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}

    def number(self, thing: T) -> int:
        """The number of the thing, a new one when it is new."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def listed(self) -> list[T]:
        """The things by their numbers."""
        return list(self._numbers)


class Numbers:
    """The numbers of a page. A number and its opposite are kept once: the second as -1 - n, where n
    is what stands for the first.
    """

    def __init__(self) -> None:
        # As two whole numbers, since a Fraction takes long to be hashed.
        self._sizes: Distinct[tuple[int, int]] = Distinct()

    def number(self, value: Exact) -> int:
        """What stands for the value in the data."""
        known = self._sizes.number((abs(value.numerator), value.denominator))
        return -1 - known if value < 0 else known

    def texts(self) -> list[str]:
        """The numbers without their signs: all as fractions where these take little room, else the
        long ones cut.
        """
        sizes = self._sizes.listed()
        characters = sum(map(_characters, sizes))
        longest = characters if characters <= MOST_CHARACTERS else LONGEST
        return [_exact(size) if _characters(size) <= longest else cut(size) for size in sizes]


def _characters(size: tuple[int, int]) -> int:
    """About how many a fraction takes."""
    bits = sum(part.bit_length() for part in size)
    return bits * 30103 // 100000 + 3


def _exact(size: tuple[int, int]) -> str:
    numerator, denominator = map(exact_text, size)
    return numerator if denominator == "1" else f"{numerator}/{denominator}"


def cut(size: tuple[int, int]) -> str:
    """A positive fraction cut towards 0, with the mark of what was cut.

    >>> cut((2, 3))
    '~0.6666666666666666666666666666666666666666'
    """
    numerator, denominator = size
    digits = str(numerator * 10**PLACES // denominator).zfill(PLACES + 1)
    return f"{CUT}{digits[:-PLACES]}.{digits[-PLACES:]}"
