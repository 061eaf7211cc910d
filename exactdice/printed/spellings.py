"""A printed number: its value, how it is written, and what it may have been before rounding."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from ..argument_checks import a_text
from ..errors import ClaimsError
from ..exact import (
    Bounds,
    Exact,
    Rounding,
    decimal_text,
    integer_text,
    round_scaled,
    shown,
    simplest,
)

MOST_CHARACTERS = 10_000  # of a printed number
LONGEST_PHRASE = 300  # characters of a number with an error, a chance, an interval or after ≈
# Between groups of three digits of a whole number; decimals are written without them.
THOUSANDS_MARKS = frozenset(["'", "’", " ", ".", ",", "{.}", "{,}"])


@dataclass(frozen=True)
class Spelling:
    """How a number stands in its text: before + sign + inside + digits + after, where the value is
    the digits times 10^scale.
    """

    before: str = ""
    minus: str = "-"  # the sign of a negative number, with the space after it
    inside: str = ""
    after: str = ""
    scale: int = 0
    gap: str = ""  # between groups of three digits
    # before, between and after numerator and denominator, or of the odds a:b
    fraction: tuple[str, str, str] = ("", "/", "")
    is_odds: bool = False  # a:b for a/(a + b)
    is_against: bool = False  # these odds, a:b for b/(a + b)
    begins_with_mark: bool = False  # .5347


@dataclass(frozen=True)
class Printed:
    """A printed number: its text, its exact value, and how it is written."""

    text: str
    value: Exact
    places: int | None  # decimals of the value that it shows; None when meant exactly
    mark: str = "."
    spelling: Spelling = field(default_factory=Spelling)
    is_minus_zero: bool = False  # printed as -0 or -0.00, which only a negative number rounds to
    error: Exact | None = None  # half the width of value ± error, where one is printed
    per: Printed | None = None  # N of "1 in N": the number that was rounded, not the value
    is_approximate: bool = False  # printed after ≈, ~ or ca.
    is_cut_off: bool = False  # printed with dots, as 0.166..., which say that digits follow
    note: str = ""  # what a reader should know of the way it is written

    @property
    def cell(self) -> Bounds:
        """The numbers that are printed so after rounding, ends included; the value itself when it
        is meant exactly.

        >>> from exactdice.printed.numbers import parse_printed
        >>> parse_printed("0.25").cell == Bounds(Fraction(245, 1000), Fraction(255, 1000))
        True
        >>> parse_printed("1 in 25").cell == Bounds(Fraction(2, 51), Fraction(2, 49))
        True
        """
        if self.per:
            return 1 / self.per.cell
        if self.places is None:
            return Bounds(self.value, self.value)
        half = Fraction(10) ** -self.places / 2
        return Bounds(self.value - half, self.value if self.is_minus_zero else self.value + half)

    @property
    def shows_whole(self) -> bool:
        """Whether it has no decimals, as 64 % and 1 in 25 have none; 140544e-5 has five, as 1.40544
        has.
        """
        shown = self.per or self
        of_percent = 2 if "%" in shown.text or r"\percent" in shown.text else 0
        return shown.places is not None and shown.places <= of_percent

    def modes(self, value: Exact) -> tuple[Rounding, ...]:
        """The ways of rounding that print the value as this number, all of them when both are
        equal; of `1 in N`, N is what is rounded.

        >>> from exactdice.printed.numbers import parse_printed
        >>> Rounding.HALF_EVEN in parse_printed("1 in 25").modes(Fraction(2, 51))
        False
        """
        return tuple(mode for mode in Rounding if self.shows(value, mode))

    def shows(self, value: Exact, mode: Rounding) -> bool:
        """Whether the value, rounded in this way, is printed as this number."""
        if self.per:
            return value > 0 and self.per.shows(Fraction(1) / value, mode)
        if self.is_minus_zero and value >= 0:
            return False
        if self.places is None:
            return value == self.value
        return round_scaled(value, self.places, mode) == self.value * Fraction(10) ** self.places

    def spelled(self, value: Exact, mode: Rounding = Rounding.HALF_EVEN) -> str:
        """Another value written as this number is, rounded in this way to as many decimals.

        >>> from exactdice.printed.numbers import parse_printed
        >>> parse_printed("64,90 %").spelled(Fraction(841, 1296))
        '64,89 %'
        """
        how = self.spelling
        if self.per:
            return self._spelled_per(self.per, value, mode)
        if self.places is None:
            negative, digits = value < 0, _fraction_text(value, how)
        else:
            negative, digits = self._rounded(value, self.places + how.scale, mode)
        return f"{how.before}{how.minus * negative}{how.inside}{digits}{how.after}"

    def _spelled_per(self, per: Printed, value: Exact, mode: Rounding) -> str:
        how = self.spelling
        places = per.places or 0
        # What is no chance, or is rounded to `1 in 0`, is written as a fraction.
        if value <= 0 or round_scaled(Fraction(1) / value, places, mode) < Fraction(10) ** places:
            return f"{'-' * (value < 0)}{_fraction_text(value, Spelling())}"
        return f"{how.before}{per.spelled(Fraction(1) / value, mode)}{how.after}"

    def _rounded(self, value: Exact, decimals: int, mode: Rounding) -> tuple[bool, str]:
        """(whether it is printed negative, its digits)."""
        how = self.spelling
        scaled = value * Fraction(10) ** -how.scale
        rounded = decimal_text(scaled, decimals, mode, mark=self.mark)
        digits = rounded.removeprefix("-")
        is_negative = rounded != digits
        if how.begins_with_mark and decimals > 0:
            digits = digits.removeprefix("0")
        return is_negative, _grouped(digits, how, self.mark)


def as_percentage(printed: Printed) -> Printed:
    """The number that this many percent are."""
    how = replace(printed.spelling, scale=printed.spelling.scale - 2)
    places = None if printed.places is None else printed.places + 2
    value = simplest(Fraction(printed.value) / 100)
    return replace(printed, value=value, places=places, spelling=how)


def _fraction_text(value: Exact, how: Spelling) -> str:
    """The size of the number."""
    before, between, after = how.fraction
    above, below = abs(value.numerator), value.denominator
    if how.is_against:
        above = below - above
    if how.is_odds and 0 <= value <= 1:
        return f"{before}{integer_text(above)}{between}{integer_text(below - above)}{after}"
    if below == 1:
        return integer_text(above)
    if how.is_odds:
        before, between, after = Spelling().fraction
    return f"{before}{integer_text(above)}{between}{integer_text(below)}{after}"


def _grouped(digits: str, how: Spelling, mark: str) -> str:
    """The digits in groups of three, counted from the decimal mark to either side."""
    if not how.gap:
        return digits
    whole, found, decimals = digits.partition(mark)
    first = len(whole) % 3
    groups = [whole[:first], *_threes(whole[first:])]
    if how.gap not in THOUSANDS_MARKS:
        decimals = how.gap.join(_threes(decimals))
    return how.gap.join(filter(None, groups)) + found + decimals


def _threes(digits: str) -> list[str]:
    return [digits[k : k + 3] for k in range(0, len(digits), 3)]


def check_text(
    text: object, decimal: object, what: str = "a printed number", most: int = MOST_CHARACTERS
) -> None:
    """Refuse what is no text, a longer text, and what is no decimal mark."""
    if len(a_text(text, what)) > most:
        raise ClaimsError(f"{what} must have at most {most} characters, got {len(str(text))}")
    if decimal is not None and a_text(decimal, "the decimal mark") not in (".", ","):
        raise ClaimsError(
            f"the decimal mark must be . or , or None for either, but is {shown(decimal)}"
        )
