"""Numbers that stand alone, read: decimals, fractions, powers of ten and exact forms."""

from __future__ import annotations

import re
from fractions import Fraction

from ..errors import ClaimsError
from ..exact import parse_exact, shown, simplest
from .exact_forms import FRAC, GAP, parse_exact_form
from .siunitx import changes_no_digit
from .spellings import Printed, Spelling
from .wrappings import unwrapped

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
BRACKETED = re.compile(rf"(\(?)(\d+)({BLANK}/{BLANK})(\d+)(\)?)", re.ASCII)
FRACTION = rf"{SIGN}(?:\d+/\d+|{FRAC}\{{{SIGN}\d+\}}\{{\d+\}})"
TEN = rf"{SIGN}10{EXPONENT}"
SCALED = rf"(?:{TIMES}10{EXPONENT}|{E_NOTATION})?(?:{PERCENT})?"
# in the text of a document
NUMBER = (
    rf"(?:{FRACTION}|{SIGN}{THOUSANDS}{SCALED}|{PLAIN}{SCALED}|{SIGN}\.\d+{SCALED}|{TEN}|{SIUNITX})"
)

SIUNITX_COMMANDS = ("\\num", "\\qty", "\\SI")
SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹\u2212\u2013", "+-0123456789--")
LARGEST_EXPONENT = 10_000
OTHER_MARK = "written with the other decimal mark"


class UnclearMark(ClaimsError):
    """A mark before three digits may be the decimal mark or one of thousands."""


def parse_plain(text: str, decimal: str | None) -> Printed | None:
    """The number that the text is, without words and errors; None when it is none."""
    before, core, after = unwrapped(text.strip())
    sign, inside, digits, closing = _signed(core)
    printed = None if sign and SIGNED.match(digits) else _unsigned(digits)
    if printed is None:
        return None
    # siunitx reads either mark and prints the one that it is told to print
    is_checked = decimal and not digits.startswith(SIUNITX_COMMANDS)
    note = _checked_mark(text, digits, printed, decimal) if decimal and is_checked else ""
    how = printed.spelling
    outer = {"before": before + how.before, "after": how.after + closing + after}
    if sign:
        minus = sign if _negative(sign) else "-"
        outer |= {"before": before, "minus": minus, "inside": inside + how.before}
    how = Spelling(**{**vars(how), **outer})  # for each number of a document: `replace` is slower
    value = -printed.value if _negative(sign) else printed.value
    is_minus_zero = value == 0 and MINUS_FIRST.match(core) is not None
    mark = printed.mark or decimal or "."
    return Printed(text.strip(), value, printed.places, mark, how, is_minus_zero, note=note)


# --- the document's decimal mark ------------------------------------------------------------------

THREES = re.compile(rf"(?P<whole>[1-9]\d{{0,2}})(?P<mark>{MARK})(?P<group>\d{{3}})", re.ASCII)
UNCLEAR = re.compile(rf"{THREES.pattern}(?:{PERCENT})?", re.ASCII)


def _checked_mark(text: str, digits: str, printed: Printed, decimal: str) -> str:
    """A note on a number with another decimal mark than the document's; `UnclearMark` where that
    may be one of thousands.
    """
    mark, gap = printed.mark.strip("{}"), printed.spelling.gap.strip("{}")
    if mark in ("", decimal):
        return OTHER_MARK if gap == decimal else ""
    found = UNCLEAR.fullmatch(digits)
    if found:
        raise unclear_mark(text, found, decimal)
    return OTHER_MARK


def unclear_mark(text: str, found: re.Match[str], decimal: str) -> UnclearMark:
    """The complaint about a mark that may be one of thousands."""
    whole, group = found["whole"], found["group"]
    return UnclearMark(
        f"the mark of {shown(text)} may be one of thousands: write {whole}{group} or "
        f"{whole}{decimal}{group}"
    )


# --- signs ----------------------------------------------------------------------------------------

SIGNS = (*MINUSES, "+")
# A minus before the first digit; the options of siunitx may hold one too.
MINUS_FIRST = re.compile(rf"(?:{SIUNITX_OPENING})?[^\d\[{MINUS}]*[{MINUS}]", re.ASCII)
SIGNED = re.compile(rf"(?:{SIUNITX_OPENING})?[+{MINUS}]")
OUTER_SIGN = re.compile(rf"(?:\$[+{MINUS}]\$|\{{[+{MINUS}]\}}|[+{MINUS}]){GAP}*")


def _signed(core: str) -> tuple[str, str, str, str]:
    """(sign with the space after it, opening, digits, closing): the digits without markup."""
    found = OUTER_SIGN.match(core)
    if found is None:
        return "", "", core, ""
    return found[0], *unwrapped(core[found.end() :])


def _negative(sign: str) -> bool:
    return any(minus in sign for minus in MINUSES)


# --- forms ----------------------------------------------------------------------------------------


def _unsigned(digits: str) -> Printed | None:
    return _fraction(digits) or _power_of_ten(digits) or _decimal(digits) or _exact_form(digits)


def _integer(text: str) -> int:
    return int(parse_exact(text.translate(SUPERSCRIPTS).removeprefix("+")))


def _fraction(core: str) -> Printed | None:
    found = BRACKETED.fullmatch(core)
    if found and bool(found[1]) == bool(found[5]):  # brackets around it, as in (3/8), say nothing
        how = Spelling(fraction=(found[1], found[3], found[5]))
        return Printed(core, parse_exact(f"{found[2]}/{found[4]}"), None, "", how)
    found = re.fullmatch(rf"({FRAC}\{{)({SIGN})(\d+)\}}\{{(\d+)\}}", core, re.ASCII)
    if found is None:
        return None
    size = parse_exact(f"{found[3]}/{found[4]}")
    value = -size if _negative(found[2]) else size
    return Printed(core, value, None, "", Spelling(fraction=(found[1], "}{", "}")))


def _power_of_ten(core: str) -> Printed | None:
    found = re.fullmatch(rf"10({EXPONENT})", core)
    if found is None:
        return None
    return Printed(core, simplest(Fraction(10) ** _exponent(found[1])), None, "")


def _exponent(text: str) -> int:
    exponent = _integer(re.sub(r"</?sup>|[\^{}eE]", "", text))
    if abs(exponent) > LARGEST_EXPONENT:
        raise ClaimsError(f"an exponent must be at most {LARGEST_EXPONENT}, got {shown(exponent)}")
    return exponent


OPENING = re.compile(SIUNITX_OPENING)
DIGITS = re.compile(rf"(?P<whole>{WHOLE})?(?:(?P<mark>{MARK})(?P<decimals>{DECIMALS})?)?", re.ASCII)
GROUPED = re.compile(
    r"(?P<whole>[1-9]\d{0,2}(?P<gap>['’ .,]|\{[.,]\})\d{3}(?:(?P=gap)\d{3})*)"
    rf"(?:(?P<mark>{MARK})(?P<decimals>\d+))?",
    re.ASCII,
)
SCIENTIFIC = re.compile(rf"{TIMES}10({EXPONENT})|({E_NOTATION})", re.ASCII)


def _decimal(core: str) -> Printed | None:
    """A decimal, a percentage, a decimal times a power of ten, or one of these in siunitx."""
    opening = OPENING.match(core)
    if opening:
        return _decimal_in_siunitx(core, opening)
    # The sign was taken off before, with the space that may follow it.
    found = DIGITS.match(core)
    if found and (found["whole"] or found["decimals"]):
        scale = scale_said(core[found.end() :])
        if scale is not None:
            return _sized(core, found, scale)
    return _grouped_by_thousands(core)


def _decimal_in_siunitx(core: str, opening: re.Match[str]) -> Printed | None:
    if not changes_no_digit(_siunitx_options(opening[0])):
        return None
    sign = core[opening.end()] if core.startswith(SIGNS, opening.end()) else ""
    found = DIGITS.match(core, opening.end() + len(sign))
    if found is None or not (found["whole"] or found["decimals"]):
        return None
    scale = _scale_in_siunitx(core[found.end() :])
    return None if scale is None else _sized(core, found, scale, opening[0], sign)


def _sized(
    core: str, found: re.Match[str], scale: int, opening: str = "", sign: str = ""
) -> Printed:
    """The number of these digits times 10^scale, which the text after them says."""
    whole, mark, decimals = (part or "" for part in found.group("whole", "mark", "decimals"))
    gap = re.search(GAP, found[0])
    if gap:
        whole, decimals = re.sub(GAP, "", whole), re.sub(GAP, "", decimals)
    size = Fraction(parse_exact(f"{whole or 0}.{decimals}" if decimals else whole))
    value = (-size if _negative(sign) else size) * Fraction(10) ** scale
    minus = sign if _negative(sign) else "-"
    after = ("" if decimals else mark) + core[found.end() :]  # the mark of `5.` ends the number
    how = Spelling(
        opening, minus, "", after, scale, gap[0] if gap else "", begins_with_mark=not whole
    )
    return Printed(core, simplest(value), len(decimals) - scale, mark, how)


def _grouped_by_thousands(core: str) -> Printed | None:
    """1,234.5   1.234,5   1'234.5   1 234,5   1,234,567: no single mark that may be the decimal
    mark.
    """
    found = GROUPED.match(core)
    scale = scale_said(core[found.end() :]) if found else None
    if found is None or scale is None:
        return None
    gap, mark, decimals = found["gap"], found["mark"] or "", found["decimals"] or ""
    if gap.strip("{}") == mark.strip("{}"):
        return None
    whole = found["whole"].replace(gap, "")
    size = Fraction(parse_exact(f"{whole}.{decimals}" if decimals else whole))
    value = simplest(size * Fraction(10) ** scale)
    how = Spelling(after=core[found.end() :], scale=scale, gap=gap)
    return Printed(core, value, len(decimals) - scale, mark, how)


def _siunitx_options(opening: str) -> str:
    """What stands in the brackets of the command, "" without them."""
    return opening.partition("[")[2].rpartition("]")[0]


def scale_said(rest: str) -> int | None:
    """The power of ten that the text after the digits says; None when it says something else."""
    if not rest:
        return 0
    power = SCIENTIFIC.match(rest)
    percent = rest[power.end() :] if power else rest
    if percent and not re.fullmatch(PERCENT, percent):
        return None
    exponent = _exponent(power[1] or power[2]) if power else 0
    return exponent - 2 if percent else exponent


def _scale_in_siunitx(rest: str) -> int | None:
    """The same after the digits of a command of siunitx."""
    found = re.fullmatch(rf"({E_NOTATION})?\}}(\{{\\percent\}})?", rest, re.ASCII)
    if found is None:
        return None
    exponent = _exponent(found[1] or "0")
    return exponent - 2 if found[2] else exponent


REPEATING = re.compile(rf"\d+(?P<mark>{MARK})", re.ASCII)  # no other exact form begins so


def _exact_form(core: str) -> Printed | None:
    """A mixed number, a factored denominator, a repeating decimal or a continued fraction."""
    value = parse_exact_form(core.translate(str.maketrans("\u2212\u2013", "--")))
    if value is None:
        return None
    repeating = REPEATING.match(core)
    return Printed(core, value, None, repeating["mark"] if repeating else "")
