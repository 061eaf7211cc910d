"""A printed number: its value, how it is written, what it may have been before rounding, the markup
around it, such as formulas, emphasis and braces, and the reading of one that stands alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import prod

from ...exact.errors import ClaimsError
from ...exact.numbers import (
    Exact,
    Interval,
    Rounding,
    decimal_text,
    exact_text,
    integer_text,
    parse_exact,
    round_scaled,
    shown,
    simplest,
)

MOST_CHARACTERS = 10_000  # of a printed number, and digits of one that is written with powers
LONGEST_PHRASE = 300  # characters of a number with an error, a chance, an interval or after ≈
# Between groups of three digits of a whole number; decimals are written without them.
GROUPS_OF_DIGITS = re.compile(".{1,3}")
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

    def fraction_text(self, value: Exact) -> str:
        """The size of the number as a fraction or as odds, a whole number where it is one."""
        before, between, after = self.fraction
        above, below = abs(value.numerator), value.denominator
        if self.is_against:
            above = below - above
        if self.is_odds and 0 <= value <= 1:
            below -= above
        elif below == 1:
            return integer_text(above)
        elif self.is_odds:
            before, between, after = Spelling.fraction
        return f"{before}{integer_text(above)}{between}{integer_text(below)}{after}"


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
        return tuple(filter(partial(self.shows, value), Rounding))

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
            is_negative, digits = value < 0, how.fraction_text(value)
        else:
            decimals = self.places + how.scale
            rounded = decimal_text(value * Fraction(10) ** -how.scale, decimals, mode)
            digits = rounded.removeprefix("-")
            is_negative = digits != rounded
            whole, point, fraction = digits.partition(".")
            if how.begins_with_mark and decimals > 0:
                whole = whole.removeprefix("0")
            if how.gap:  # in groups of three, counted from the decimal mark to either side
                whole = how.gap[::-1].join(GROUPS_OF_DIGITS.findall(whole[::-1]))[::-1]
                if how.gap not in THOUSANDS_MARKS:
                    fraction = how.gap.join(GROUPS_OF_DIGITS.findall(fraction))
            digits = whole + point.replace(".", self.mark) + fraction
        sign = how.minus if is_negative else ""
        return f"{how.before}{sign}{how.inside}{digits}{how.after}"


def as_percentage(printed: Printed) -> Printed:
    """The number that this many percent are."""
    how = replace(printed.spelling, scale=printed.spelling.scale - 2)
    places = None if printed.places is None else printed.places + 2
    value = simplest(Fraction(printed.value) / 100)
    return replace(printed, value=value, places=places, spelling=how)


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


def strip_open_markup(text: str) -> str:
    """The text without blanks and signs of formulas and emphasis at its ends, one of which may be
    missing: that of $0.5$ ± $0.1$ which stood outside both.
    """
    start, end = BLANKS_BEFORE.match(text), BLANKS_AFTER.match(text[::-1])
    assert start is not None  # each matches nothing too
    assert end is not None
    return text[start.end() : len(text) - end.end()]


# --- numbers that stand alone ---------------------------------------------------------------------

# Decimals, fractions, powers of ten, and the exact forms that tables write besides a/b:
#
# mixed numbers         2 1/3   2\ \frac{1}{3}
# factored denominators 49/(2^3·3^3)   -1/2^3   \frac{49}{2^{3}\cdot 3^{3}}
# repeating decimals    0.1(6)   0,1\overline{6}
# continued fractions   [0; 2, 1, 3]
#
# Numbers in commands of siunitx are read where its options leave the digits as they are written.

# a space that keeps what it stands between together
GAP = r"(?:\\[,:; ]|~|[\u00a0\u2007\u2009\u202f])"
FRAC = r"\\(?:[cdt]?frac|nicefrac|sfrac)"
MINUSES = "-\u2212\u2013"  # hyphen, minus sign, en dash
MINUS = r"\-\u2212\u2013"  # within brackets of an expression
BLANK = rf"(?:{GAP}|[ \t])*"
MARK = r"(?:[.,]|\{[.,]\})"
SIGN = rf"[+{MINUS}]?"
WHOLE = rf"(?:\d{{1,3}}(?:{GAP}\d{{3}})+|\d+)"
DECIMALS = rf"(?:\d{{3}}(?:{GAP}\d{{3}})*{GAP}\d{{1,3}}|\d+)"
EXPONENT = (
    rf"(?:\^\{{[{MINUS}+]?\d+\}}|\^[{MINUS}]?\d+|<sup>[{MINUS}]?\d+</sup>|[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
)
TIMES = rf"{BLANK}(?:\\cdot|\\times|×|·|⋅){BLANK}"
PERCENT = rf"{BLANK}(?:\\%|%)"
E_NOTATION = rf"[eE][+{MINUS}]?\d+"
# An apostrophe between threes, or a mark there that is not the decimal mark.
THOUSANDS = (
    r"(?:[1-9]\d{0,2}(?:(?:'\d{3})+|(?:’\d{3})+)(?:[.,]\d+)?"
    r"|[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+|(?:,\d{3}){2,}|(?:\.\d{3}){2,}))"
)
PLAIN = rf"{SIGN}{WHOLE}(?:{MARK}{DECIMALS})?"
SIUNITX_OPENING = r"\\(?:num|qty|SI)(?:\[[^\]\n]{0,80}\])?\{"
SIUNITX_CLOSING = r"\}(?:\{\\percent\})?"
SIUNITX = rf"{SIUNITX_OPENING}{PLAIN}(?:{E_NOTATION})?{SIUNITX_CLOSING}"
FRACTION = rf"{SIGN}(?:\d+/\d+|{FRAC}\{{{SIGN}\d+\}}\{{\d+\}})"
TEN = rf"{SIGN}10{EXPONENT}"
SCALED = rf"(?:{TIMES}10{EXPONENT}|{E_NOTATION})?(?:{PERCENT})?"
# in the text of a document
NUMBER = (
    rf"(?:{FRACTION}|{SIGN}{THOUSANDS}{SCALED}|{PLAIN}{SCALED}|{SIGN}\.\d+{SCALED}|{TEN}|{SIUNITX})"
)

SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹\u2212\u2013", "+-0123456789--")
SIGNS = (*MINUSES, "+")
# A minus before the first digit; the options of siunitx may hold one too.
MINUS_FIRST = re.compile(rf"(?:{SIUNITX_OPENING})?[^\d\[{MINUS}]*[{MINUS}]", re.ASCII)
SIGNED = re.compile(rf"(?:{SIUNITX_OPENING})?[+{MINUS}]")
OUTER_SIGN = re.compile(rf"(?:\$[+{MINUS}]\$|\{{[+{MINUS}]\}}|[+{MINUS}]){GAP}*")
OTHER_MARK = "written with the other decimal mark"
THREES = re.compile(rf"(?P<whole>[1-9]\d{{0,2}})(?P<mark>{MARK})(?P<group>\d{{3}})", re.ASCII)
UNCLEAR = re.compile(rf"{THREES.pattern}(?:{PERCENT})?", re.ASCII)


class UnclearMark(ClaimsError):
    """A mark before three digits may be the decimal mark or one of thousands."""


def parse_plain(text: str, decimal: str | None) -> Printed | None:
    """The number that the text is, without words and errors; None when it is none."""
    before, core, after = unwrapped(text.strip())
    found = OUTER_SIGN.match(core)
    sign = found[0] if found else ""
    inside, digits, closing = unwrapped(core[len(sign) :]) if sign else ("", core, "")
    if sign and SIGNED.match(digits):
        return None
    printed = _parse_fraction(digits) or _parse_decimal(digits) or _parse_exact_form(digits)
    if printed is None:
        return None
    how, note = printed.spelling, ""
    # siunitx reads either mark and prints the one that it is told to print.
    if decimal and not OPENING.match(digits):
        if printed.mark.strip("{}") in ("", decimal):
            note = OTHER_MARK if how.gap.strip("{}") == decimal else ""
        elif unclear := UNCLEAR.fullmatch(digits):
            raise unclear_mark(text, unclear, decimal)
        else:
            note = OTHER_MARK
    outer = {"before": before + how.before, "after": how.after + closing + after}
    is_negative = not frozenset(MINUSES).isdisjoint(sign)
    if sign:
        minus = sign if is_negative else "-"
        outer |= {"before": before, "minus": minus, "inside": inside + how.before}
    how = Spelling(**{**vars(how), **outer})  # for each number of a document: `replace` is slower
    value = -printed.value if is_negative else printed.value
    is_minus_zero = value == 0 and MINUS_FIRST.match(core) is not None
    mark = printed.mark or decimal or "."
    return Printed(text.strip(), value, printed.places, mark, how, is_minus_zero, note=note)


def unclear_mark(text: str, found: re.Match[str], decimal: str) -> UnclearMark:
    """The complaint about a mark that may be one of thousands."""
    whole, group = found["whole"], found["group"]
    return UnclearMark(
        f"the mark of {shown(text)} may be one of thousands: write {whole}{group} or "
        f"{whole}{decimal}{group}"
    )


# --- fractions and decimals -----------------------------------------------------------------------

# brackets around a fraction, as in (3/8), say nothing
SLASHED = re.compile(rf"(\(?)(\d+)({BLANK}/{BLANK})(\d+)(\)?)", re.ASCII)
TYPESET = re.compile(rf"({FRAC}\{{)({SIGN})(\d+)\}}\{{(\d+)\}}", re.ASCII)
OPENING = re.compile(SIUNITX_OPENING)
DIGITS = re.compile(rf"(?P<whole>{WHOLE})?(?:(?P<mark>{MARK})(?P<decimals>{DECIMALS})?)?", re.ASCII)
GROUPED = re.compile(
    r"(?P<whole>[1-9]\d{0,2}(?P<gap>['’ .,]|\{[.,]\})\d{3}(?:(?P=gap)\d{3})*)"
    rf"(?:(?P<mark>{MARK})(?P<decimals>\d+))?",
    re.ASCII,
)
SCIENTIFIC = re.compile(
    rf"(?:{TIMES}10({EXPONENT})|({E_NOTATION}))?(?P<percent>{PERCENT})?", re.ASCII
)
IN_SIUNITX = re.compile(rf"({E_NOTATION})?\}}(?P<percent>\{{\\percent\}})?", re.ASCII)


def _parse_fraction(core: str) -> Printed | None:
    found = SLASHED.fullmatch(core)
    if found and bool(found[1]) == bool(found[5]):
        how = Spelling(fraction=(found[1], found[3], found[5]))
        return Printed(core, parse_exact(f"{found[2]}/{found[4]}"), None, "", how)
    found = TYPESET.fullmatch(core)
    if found:
        size = parse_exact(f"{found[3]}/{found[4]}")
        value = -size if found[2] and found[2] in MINUSES else size
        return Printed(core, value, None, "", Spelling(fraction=(found[1], "}{", "}")))
    if re.fullmatch(f"10{EXPONENT}", core):
        scale = parse_scale(f"×{core}")  # that of 1×10^{-5}
        return None if scale is None else Printed(core, simplest(Fraction(10) ** scale), None, "")
    return None


def _parse_decimal(core: str) -> Printed | None:
    """A decimal, a percentage, a decimal times a power of ten, or one of these in siunitx."""
    opening = OPENING.match(core)
    if opening and not changes_no_digit(opening[0].partition("[")[2].rpartition("]")[0]):
        return None
    start = opening.end() if opening else 0
    # Outside siunitx the sign was taken off before, with the space that may follow it.
    sign = core[start] if opening and core.startswith(SIGNS, start) else ""
    found, scale, gap = DIGITS.match(core, start + len(sign)), None, ""
    if found and (found["whole"] or found["decimals"]):
        scale = parse_scale(core[found.end() :], IN_SIUNITX if opening else SCIENTIFIC)
        gaps = re.findall(GAP, found[0])
        gap = gaps[0] if gaps else ""  # one of several, which may be mixed
    if scale is None:
        # 1,234.5   1.234,5   1'234.5   1 234,5   1,234,567: no single mark may be the decimal mark
        found = GROUPED.match(core)
        if found is None or found["gap"].strip("{}") == (found["mark"] or "").strip("{}"):
            return None
        scale, gap = parse_scale(core[found.end() :]), found["gap"]
    if found is None or scale is None:
        return None
    parts = found.groupdict("")
    whole, mark, decimals = parts["whole"], parts["mark"], parts["decimals"]
    after = ("" if decimals else mark) + core[found.end() :]  # the mark of `5.` ends the number
    begins_with_mark = not whole
    if gap:
        whole = re.sub(GAP, "", whole).replace(gap, "")
        decimals = re.sub(GAP, "", decimals)
    size = Fraction(parse_exact(f"{whole or 0}.{decimals}" if decimals else whole))
    is_negative = sign != "" and sign in MINUSES
    value = (-size if is_negative else size) * Fraction(10) ** scale
    minus = sign if is_negative else "-"
    before = opening[0] if opening else ""
    how = Spelling(before, minus, "", after, scale, gap, begins_with_mark=begins_with_mark)
    return Printed(core, simplest(value), len(decimals) - scale, mark, how)


def parse_scale(rest: str, form: re.Pattern[str] = SCIENTIFIC) -> int | None:
    """The power of ten that the text after the digits says; None when it says something else."""
    found = form.fullmatch(rest)
    if found is None:
        return None
    digits = next(filter(None, found.groups()[:-1]), "0")
    digits = re.sub(r"</?sup>|[\^{}eE]", "", digits).translate(SUPERSCRIPTS)
    exponent = int(parse_exact(digits))
    if abs(exponent) > MOST_CHARACTERS:
        raise ClaimsError(f"an exponent must be at most {MOST_CHARACTERS}, got {shown(exponent)}")
    return exponent - 2 if found["percent"] else exponent


# --- exact forms ----------------------------------------------------------------------------------

POWER = r"\d+(?:\^(?:\d+|\{\d+\}))?"
PRODUCT = rf"{POWER}(?:\s*(?:\\cdot|\\times|·|⋅|×|\*)(?:\\ |\s)*{POWER})*"
MIXED = re.compile(
    rf"(\d+)(?:(?:{GAP}| )+(\d+/\d+)|(?:{GAP}| )*{FRAC}\{{(\d+)\}}\{{(\d+)\}})", re.ASCII
)
FACTORED = re.compile(
    rf"(\d+)/(?:\(\s*({PRODUCT})\s*\)|({POWER}))|{FRAC}\{{(\d+)\}}\{{({PRODUCT})\}}", re.ASCII
)
REPEATING = re.compile(rf"(\d+)(?P<mark>{MARK})(\d*)(?:\((\d+)\)|\\overline\{{(\d+)\}})", re.ASCII)
CONTINUED = re.compile(r"\[\s*(-?\d+)(?:\s*;\s*(\d+(?:\s*,\s*\d+)*))?\s*\]", re.ASCII)


def _parse_exact_form(core: str) -> Printed | None:
    """The number written in one of these forms; None when it is in none of them.

    >>> texts = ("-2 1/3", "-49/(2^3·3^3)", "0.1(6)", "[0; 2, 1, 3]")
    >>> [_parse_exact_form(text).value for text in texts]
    [Fraction(-7, 3), Fraction(-49, 216), Fraction(1, 6), Fraction(4, 11)]
    """
    text, mark = core.translate(str.maketrans("\u2212\u2013", "--")), ""
    sign, rest = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
    value: Exact
    if found := MIXED.fullmatch(rest):
        part = parse_exact(found[2] or f"{found[3]}/{found[4]}")
        if not 0 < part < 1:
            raise ClaimsError(f"the fraction of a mixed number must be between 0 and 1, got {part}")
        value = parse_exact(found[1]) + part
    elif found := FACTORED.fullmatch(rest):
        powers = []
        for power in re.findall(POWER, found[2] or found[3] or found[5], re.ASCII):
            base, _, exponent = re.sub("[{}]", "", power).partition("^")
            powers.append((int(parse_exact(base)), int(parse_exact(exponent or "1"))))
        if sum(exponent * base.bit_length() for base, exponent in powers) > 4 * MOST_CHARACTERS:
            raise ClaimsError(f"the denominator of {shown(text)} has too many digits")
        if any(base == 0 for base, _ in powers):  # also in 0^0, which has no value
            raise ClaimsError(f"the denominator of {shown(text)} is 0")
        below = prod(base**exponent for base, exponent in powers)
        value = Fraction(parse_exact(found[1] or found[4])) / below
    elif found := REPEATING.fullmatch(rest):
        fixed, period = found[3], found[4] or found[5]
        nines = (10 ** len(period) - 1) * 10 ** len(fixed)
        mark = "" if text != rest else found["mark"]
        value = parse_exact(f"{found[1]}.{fixed}" if fixed else found[1])
        value += Fraction(parse_exact(period)) / nines
    elif found := CONTINUED.fullmatch(text):
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
        sign, value = 1, Fraction(top, bottom)
    else:
        return None
    return Printed(core, simplest(Fraction(sign * value)), None, mark)


# --- siunitx --------------------------------------------------------------------------------------

# Its options may round a number, leave its exponent out or set other signs between its digits. So
# those that change none of it are named here with the values that they may have; any other may
# change it.
NAMED = re.compile(r"[A-Za-z0-9.!+\- ]*")
BOOLEAN = re.compile(r"true|false|")
ANYTHING = re.compile(r"[\s\S]*")  # of what sets lists, ranges and units, and no single number
FONT = re.compile(r"[a-z ]*|\\[a-z]{1,20}(?:family|series|shape)|\\(?:text|math)?(?:rm|sf|tt)")
SPACE = re.compile(r"\\[,;:! ]|~|\\(?:thinspace|enspace|quad|medspace)| ?")
PRODUCT_OPTION = re.compile(r"\\cdot|\\times|\\ensuremath\{\\(?:cdot|times)\}|·|×")
MARK_OPTION = re.compile(r"[.,]|\\text\{[.,]\}")
EXPONENT_OPTION = re.compile(r"e|E|\\(?:mathrm|text|ensuremath)\{(?:e|E|\\mathrm\{e\})\}")
GROUPS = re.compile("true|false|integer|decimal|none|all|")
FORMAT = re.compile(r"[<>]?[+-]?\d*(?:[.,]\d+)?(?:e[+-]?\d+)?")
FALSE, NONE, INPUT = re.compile("false"), re.compile("none"), re.compile("input")
OPTIONS = [  # the values of the options named
    (
        BOOLEAN,
        """
        tight-spacing retain-explicit-plus retain-zero-exponent retain-explicit-decimal-marker
        detect-all detect-weight detect-family detect-mode detect-shape detect-none
        detect-display-math propagate-math-font text-family-to-math text-series-to-math
        reset-text-family reset-text-series reset-text-shape reset-math-version
        group-four-digits separate-uncertainty bracket-unit-denominator forbid-literal-units
        sticky-per table-fixed-width table-align-exponent table-align-uncertainty
        table-align-comparator table-align-text-pre table-align-text-post
        table-align-text-before table-align-text-after
        """,
    ),
    (
        NAMED,
        """
        mode number-mode unit-mode locale per-mode color number-color unit-color
        table-number-alignment table-text-alignment table-alignment table-alignment-mode
        table-unit-alignment table-column-width table-figures-integer table-figures-decimal
        table-figures-exponent table-sign-mantissa table-sign-exponent group-minimum-digits
        detect-inline-family detect-inline-weight
        """,
    ),
    (
        ANYTHING,
        """
        inter-unit-product inter-unit-separator per-symbol fraction-function qualifier-mode
        list-separator list-final-separator list-pair-separator list-units list-exponents
        range-phrase range-units range-exponents product-units product-mode
        table-space-text-pre table-space-text-post
        """,
    ),
    (FONT, "number-font-command unit-font-command"),
    (FONT, "text-rm text-sf text-tt math-rm math-sf math-tt"),
    (SPACE, "group-separator quantity-product number-unit-product number-unit-separator"),
    (PRODUCT_OPTION, "exponent-product output-product"),
    (MARK_OPTION, "output-decimal-marker"),
    (EXPONENT_OPTION, "output-exponent-marker"),
    (GROUPS, "group-digits"),
    (FORMAT, "table-format"),
    (FALSE, "table-auto-round table-omit-exponent"),
    (NONE, "round-mode"),
    (INPUT, "exponent-mode"),
]
VALUES = {name: values for values, names in OPTIONS for name in names.split()}
PARTS = re.compile(r"[{},]")
COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")


def changes_no_digit(options: str) -> bool:
    """Whether siunitx, with options such as `per-mode=symbol`, prints the digits as written."""
    for option in options_in(options):
        name, _, value = (part.strip() for part in option.partition("="))
        while value.startswith("{") and value.endswith("}"):
            value = value[1:-1]
        values = VALUES.get(name)
        if (name or value) and (values is None or not values.fullmatch(value)):
            return False
    return True


def options_in(options: str) -> list[str]:
    """The options between the commas that stand in no braces."""
    options = COMMENT.sub("", options)
    depth = start = 0
    found = []
    for part in PARTS.finditer(options):
        depth += {"{": 1, "}": -1}.get(part[0], 0)
        if part[0] == "," and depth == 0:
            found.append(options[start : part.start()])
            start = part.end()
    return [*found, options[start:]]
