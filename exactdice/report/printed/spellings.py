"""A printed number: its value, how it is written, what it may have been before rounding, and the
markup around it: formulas, emphasis, braces and commands that print their argument.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ...exact.errors import ClaimsError
from ...exact.numbers import (
    Exact,
    Interval,
    Rounding,
    decimal_text,
    exact_text,
    integer_text,
    round_scaled,
    simplest,
)

MOST_CHARACTERS = 10_000  # of a printed number, and digits of one that is written with powers
LONGEST_PHRASE = 300  # characters of a number with an error, a chance, an interval or after ≈
# Between groups of three digits of a whole number; decimals are written without them.
THREES = re.compile(".{1,3}")
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
    def cell(self) -> Interval:
        """The numbers that are printed so after rounding, ends included; the value itself when it
        is meant exactly.

        >>> from exactdice.report.printed.numbers import parse_printed
        >>> parse_printed("0.25").cell == Interval(Fraction(245, 1000), Fraction(255, 1000))
        True
        >>> parse_printed("1 in 25").cell == Interval(Fraction(2, 51), Fraction(2, 49))
        True
        """
        if self.per:
            return 1 / self.per.cell
        if self.places is None:
            return Interval(self.value, self.value)
        half = Fraction(10) ** -self.places / 2
        return Interval(self.value - half, self.value if self.is_minus_zero else self.value + half)

    @property
    def shows_whole(self) -> bool:
        """Whether it has no decimals, as 64 % and 1 in 25 have none; 140544e-5 has five, as 1.40544
        has.
        """
        shown = self.per or self
        of_percent = 2 if "%" in shown.text or r"\percent" in shown.text else 0
        return shown.places is not None and shown.places <= of_percent

    def within(self, text: str, before: str, after: str) -> Printed:
        """The number as this text prints it, with more markup around it."""
        how = self.spelling
        how = replace(how, before=before + how.before, after=how.after + after)
        return replace(self, text=text, spelling=how)

    def modes(self, value: Exact) -> tuple[Rounding, ...]:
        """The ways of rounding that print the value as this number, all of them when both are
        equal; of `1 in N`, N is what is rounded.

        >>> from exactdice.report.printed.numbers import parse_printed
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

        >>> from exactdice.report.printed.numbers import parse_printed
        >>> parse_printed("64,90 %").spelled(Fraction(841, 1296))
        '64,89 %'
        """
        how = self.spelling
        if self.per:
            places = self.per.places or 0
            # What is no chance, or is rounded to `1 in 0`, is written as a fraction.
            if value <= 0 or round_scaled(1 / Fraction(value), places, mode) < 10**places:
                return exact_text(value)
            return f"{how.before}{self.per.spelled(1 / Fraction(value), mode)}{how.after}"
        if self.places is None:
            sign, digits = value < 0, _fraction_text(value, how)
        else:
            decimals = self.places + how.scale
            rounded = decimal_text(value * Fraction(10) ** -how.scale, decimals, mode)
            digits = rounded.removeprefix("-")
            sign = digits != rounded
            whole, point, shown = digits.partition(".")
            if how.begins_with_mark and decimals > 0:
                whole = whole.removeprefix("0")
            if how.gap:  # in groups of three, counted from the decimal mark to either side
                whole = how.gap[::-1].join(THREES.findall(whole[::-1]))[::-1]
                if how.gap not in THOUSANDS_MARKS:
                    shown = how.gap.join(THREES.findall(shown))
            digits = whole + point.replace(".", self.mark) + shown
        return f"{how.before}{how.minus if sign else ''}{how.inside}{digits}{how.after}"


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


def check_length(text: str, what: str = "a printed number", most: int = MOST_CHARACTERS) -> None:
    """Refuse a longer text."""
    if len(text) > most:
        raise ClaimsError(f"{what} must have at most {most} characters, got {len(text)}")


# --- the markup around a number -------------------------------------------------------------------

WRAPPINGS = [
    ("$", "$"),
    (r"\(", r"\)"),
    ("***", "***"),
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("{", "}"),
]
WRAPPINGS += [
    (f"\\{name}{{", "}")
    for name in ("textbf", "textit", "emph", "mathbf", "mathrm", "text", "boldsymbol", "ensuremath")
]
CLOSERS = {after[-1] for _, after in WRAPPINGS}
OPENED_BY = {  # the first character: the wrappings that begin with it, in their order
    first: [pair for pair in WRAPPINGS if pair[0][0] == first]
    for first in {before[0] for before, _ in WRAPPINGS}
}
BLANKS_BEFORE = re.compile(r"(?:\\[,:; ]|[ \t~$*\u00a0\u2007\u2009\u202f])*")
BLANKS_AFTER = re.compile(r"(?:[,:; ]\\|[ \t~$*\u00a0\u2007\u2009\u202f])*")  # of a text reversed
BRACES = re.compile("[{}]")


def unwrapped(text: str) -> tuple[str, str, str]:
    """(before, core, after): the text without the markup around it."""
    start, end = 0, len(text)
    if text[:1] not in OPENED_BY or text[-1:] not in CLOSERS:  # as most are
        return "", text, ""
    closing, opened = dict[int, int](), list[int]()  # where each brace is closed
    for found in BRACES.finditer(text):
        if found[0] == "{":
            opened.append(found.start())
        elif opened:
            closing[opened.pop()] = found.start()
    while True:
        for before, after in OPENED_BY.get(text[start : start + 1], ()):
            first, last = start + len(before), end - len(after)
            wraps = text.startswith(before, start, end) and text.endswith(after, start, end)
            # As in {a}{b} the last brace may close another than the first.
            if wraps and first < last and (after != "}" or closing.get(first - 1) == last):
                break
        else:
            return text[:start], text[start:end], text[end:]
        start, end = first, last
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1


def without_open_markup(text: str) -> str:
    """The text without blanks and signs of formulas and emphasis at its ends, one of which may be
    missing: that of $0.5$ ± $0.1$ which stood outside both.
    """
    start, end = BLANKS_BEFORE.match(text), BLANKS_AFTER.match(text[::-1])
    assert start is not None  # each matches nothing too
    assert end is not None
    return text[start.end() : len(text) - end.end()]
