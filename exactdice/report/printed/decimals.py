r"""Numbers that stand alone, read: decimals, fractions, powers of ten, and the exact forms that
tables write besides a/b:

mixed numbers         2 1/3   2\ \frac{1}{3}
factored denominators 49/(2^3·3^3)   -1/2^3   \frac{49}{2^{3}\cdot 3^{3}}
repeating decimals    0.1(6)   0,1\overline{6}
continued fractions   [0; 2, 1, 3]

Numbers in commands of siunitx are read where its options leave the digits as they are written.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import prod

from ...exact.errors import ClaimsError
from ...exact.numbers import Exact, parse_exact, shown, simplest
from .spellings import MOST_CHARACTERS, Printed, Spelling, unwrapped

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
        scale = scale_of(f"×{core}")  # that of 1×10^{-5}
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
        scale = scale_of(core[found.end() :], IN_SIUNITX if opening else SCIENTIFIC)
        gaps = re.findall(GAP, found[0])
        gap = gaps[0] if gaps else ""  # one of several, which may be mixed
    if scale is None:
        # 1,234.5   1.234,5   1'234.5   1 234,5   1,234,567: no single mark may be the decimal mark
        found = GROUPED.match(core)
        if found is None or found["gap"].strip("{}") == (found["mark"] or "").strip("{}"):
            return None
        scale, gap = scale_of(core[found.end() :]), found["gap"]
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


def scale_of(rest: str, form: re.Pattern[str] = SCIENTIFIC) -> int | None:
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
