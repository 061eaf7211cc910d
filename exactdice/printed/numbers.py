r"""Printed numbers: how documents write them, in plain text, Markdown and LaTeX.

decimals        0,65   0.65   0{,}65   \num{0.65}   −0,65   +1.5
                12 345,6 (thin or no-break spaces, `\,` or `~` between threes)
                signs stand before the number or its wrapping:
                -$0,65$   −**0,65**   $-\mathbf{0,65}$   $-\,3$   $-$3   {-}3
percentages     64,89 %   64.89\,\%   \qty{64.89}{\percent}   the value is a hundredth
powers of ten   5,0 \cdot 10^{-5}   5.0×10⁻⁵   \num{5.0e-5}   rounded to the digits shown
exact numbers   3/8   \frac{3}{8}   \nicefrac{3}{8}   10^{-5}   2 1/3   49/(2^3·3^3)
                0.1(6)   0.1\overline{6}   [0; 2, 1, 3]
wrappings       $0,65$   \(0,65\)   **0,65**   *0,65*   `0,65`   \textbf{0,65}   {0,65}
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate

from ..argument_checks import a_text
from ..errors import ClaimsError, ExactDiceError
from ..exact import Exact, decimal_text, integer_text, parse_exact, shown, simplest
from .exact_forms import FRAC, GAP, parse_exact_form
from .siunitx import changes_no_digit

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
PLAIN = rf"{SIGN}{WHOLE}(?:{MARK}{DECIMALS})?"
SIUNITX_OPENING = r"\\(?:num|qty|SI)(?:\[[^\]\n]{0,80}\])?\{"
SIUNITX_EXPONENT = rf"(?:[eE][+{MINUS}]?\d+)?"
SIUNITX = rf"{SIUNITX_OPENING}{PLAIN}{SIUNITX_EXPONENT}\}}(?:\{{\\percent\}})?"
FRACTION = rf"{SIGN}(?:\d+/\d+|{FRAC}\{{{SIGN}\d+\}}\{{\d+\}})"
TEN = rf"{SIGN}10{EXPONENT}"
# in the text of a document
NUMBER = rf"(?:{FRACTION}|{PLAIN}(?:{TIMES}10{EXPONENT})?(?:{PERCENT})?|{TEN}|{SIUNITX})"

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
OPENERS = {before[0] for before, _ in WRAPPINGS}
SIUNITX_COMMANDS = ("\\num", "\\qty", "\\SI")
SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹\u2212\u2013", "+-0123456789--")
MOST_CHARACTERS = 10_000  # of a printed number
MOST_WRAPPINGS = 4  # around one another, as in **$\mathbf{0,65}$**
LARGEST_EXPONENT = 10_000


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
    # before, between and after numerator and denominator
    fraction: tuple[str, str, str] = ("", "/", "")


@dataclass(frozen=True)
class Printed:
    """A printed number: its text, its exact value, and how it is written."""

    text: str
    value: Exact
    places: int | None  # decimals of the value that it shows; None when meant exactly
    mark: str = "."
    spelling: Spelling = field(default_factory=Spelling)
    is_minus_zero: bool = False  # printed as -0 or -0.00, which only a negative number rounds to
    error: Exact | None = None  # half the width of a printed error: 0.001 of 0.0672 ± 0.001

    def spelled(self, value: Exact) -> str:
        """Another value written as this number is, rounded to as many decimals.

        >>> parse_printed("64,90 %").spelled(Fraction(841, 1296))
        '64,89 %'
        """
        how = self.spelling
        if self.places is None:
            negative, digits = value < 0, _fraction_text(value, how)
        else:
            negative, digits = self._rounded(value, self.places + how.scale)
        return f"{how.before}{how.minus * negative}{how.inside}{digits}{how.after}"

    def _rounded(self, value: Exact, decimals: int) -> tuple[bool, str]:
        """(whether it is printed negative, its digits)."""
        how = self.spelling
        scaled = value * Fraction(10) ** -how.scale
        rounded = decimal_text(scaled, decimals, mark=self.mark)
        digits = rounded.removeprefix("-")
        return rounded != digits, _grouped(digits, how, self.mark)


def _fraction_text(value: Exact, how: Spelling) -> str:
    """The size of the number."""
    if value.denominator == 1:
        return integer_text(abs(value.numerator))
    before, between, after = how.fraction
    above, below = integer_text(abs(value.numerator)), integer_text(value.denominator)
    return f"{before}{above}{between}{below}{after}"


def _grouped(digits: str, how: Spelling, mark: str) -> str:
    """The digits in groups of three, counted from the decimal mark to either side."""
    if not how.gap:
        return digits
    whole, found, decimals = digits.partition(mark)
    first = len(whole) % 3
    groups = [whole[:first], *_threes(whole[first:])]
    return how.gap.join(filter(None, groups)) + found + how.gap.join(_threes(decimals))


def _threes(digits: str) -> list[str]:
    return [digits[k : k + 3] for k in range(0, len(digits), 3)]


# --- reading --------------------------------------------------------------------------------------


def parse_printed(text: str, decimal: str | None = None) -> Printed:
    """The printed number; `decimal` is the document's decimal mark, None when either is accepted.

    >>> parse_printed("\u22120,0316", ",").value, parse_printed(r"5{,}0 \\cdot 10^{-5}").places
    (Fraction(-79, 2500), 6)
    """
    _check_text(text, decimal)
    before, core, after = unwrapped(text.strip())
    sign, inside, digits, closing = _signed(core)
    try:
        printed = None if sign and SIGNED.match(digits) else _unsigned(digits, decimal)
    except ExactDiceError as error:
        raise ClaimsError(f"printed number {shown(text)}: {error}") from error
    if printed is None:
        raise _refused(text, core, decimal)
    # siunitx reads either mark and prints the one that it is told to print
    if decimal and not digits.startswith(SIUNITX_COMMANDS):
        _check_mark(text, printed.mark.strip("{}"), decimal)
    how = printed.spelling
    outer = {"before": before + how.before, "after": how.after + closing + after}
    if sign:
        minus = sign if _negative(sign) else "-"
        outer |= {"before": before, "minus": minus, "inside": inside + how.before}
    how = Spelling(**{**vars(how), **outer})  # for each number of a document: `replace` is slower
    value = -printed.value if _negative(sign) else printed.value
    is_minus_zero = value == 0 and MINUS_FIRST.match(core) is not None
    return Printed(
        text.strip(), value, printed.places, printed.mark or decimal or ".", how, is_minus_zero
    )


def _check_text(text: str, decimal: str | None) -> None:
    if len(a_text(text, "a printed number")) > MOST_CHARACTERS:
        raise ClaimsError(
            f"a printed number must have at most {MOST_CHARACTERS} characters, got {len(text)}"
        )
    if decimal is not None and a_text(decimal, "the decimal mark") not in (".", ","):
        raise ClaimsError(
            f"the decimal mark must be . or , or None for either, but is {shown(decimal)}"
        )


def _check_mark(text: str, mark: str, decimal: str) -> None:
    if mark not in ("", decimal):
        raise ClaimsError(
            f"this document's decimal mark is {decimal!r}, but {shown(text)} uses {mark!r}"
        )


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


def _unsigned(digits: str, decimal: str | None) -> Printed | None:
    return (
        _fraction(digits)
        or _power_of_ten(digits)
        or _decimal(digits)
        or _exact_form(digits, decimal)
    )


def _refused(text: str, core: str, decimal: str | None) -> ClaimsError:
    if re.fullmatch(rf"{SIGN}\d+(?:[.,]\d+){{2,}}", core):
        return ClaimsError(
            f"a printed number must have at most one decimal mark, got {shown(text)}"
        )
    return ClaimsError(
        f"a printed number must look like 12, -0{decimal or '.'}25 or 3/8, got {shown(text)}"
    )


def unwrapped(text: str) -> tuple[str, str, str]:
    """(before, core, after): the text without the markup around it."""
    start, end = 0, len(text)
    if text[:1] not in OPENERS:  # as most are
        return "", text, ""
    for _ in range(MOST_WRAPPINGS):
        inside = text[start:end]
        pair = next((pair for pair in WRAPPINGS if _wraps(pair, inside)), None)
        if pair is None:
            break
        core = inside[len(pair[0]) : len(inside) - len(pair[1])]
        start += len(pair[0]) + len(core) - len(core.lstrip())
        end -= len(pair[1]) + len(core) - len(core.rstrip())
    return text[:start], text[start:end], text[end:]


def _wraps(pair: tuple[str, str], text: str) -> bool:
    """Whether the markup opens and closes the text; braces only when they belong together."""
    before, after = pair
    if not (len(text) > len(before + after) and text.startswith(before) and text.endswith(after)):
        return False
    if after != "}":
        return True
    # As in {a}{b} the last brace may close another than the first: then the depth falls below 0.
    inside = text[len(before) : -1]
    steps = [{"{": 1, "}": -1}.get(character, 0) for character in inside]
    return min(accumulate(steps)) >= 0


def _integer(text: str) -> int:
    return int(parse_exact(text.translate(SUPERSCRIPTS).removeprefix("+")))


def _fraction(core: str) -> Printed | None:
    found = re.fullmatch(r"(\d+)/(\d+)", core, re.ASCII)
    if found:
        return Printed(core, parse_exact(core), None, "")
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
    exponent = _integer(re.sub(r"</?sup>|[\^{}]", "", text))
    if abs(exponent) > LARGEST_EXPONENT:
        raise ClaimsError(f"an exponent must be at most {LARGEST_EXPONENT}, got {shown(exponent)}")
    return exponent


OPENING = re.compile(SIUNITX_OPENING)
DIGITS = re.compile(rf"({WHOLE})(?:({MARK})({DECIMALS}))?", re.ASCII)
SCIENTIFIC = re.compile(rf"{TIMES}10({EXPONENT})")


def _decimal(core: str) -> Printed | None:
    """A decimal, a percentage, a decimal times a power of ten, or one of these in siunitx."""
    opening = OPENING.match(core)
    if opening and not changes_no_digit(_siunitx_options(opening[0])):
        return None
    start = opening.end() if opening else 0
    # Outside siunitx the sign was taken off before, with the space that may follow it.
    sign = core[start] if opening and core.startswith(SIGNS, start) else ""
    found = DIGITS.match(core, start + len(sign))
    if found is None:
        return None
    rest = core[found.end() :]
    scale = _scale_in_siunitx(rest) if opening else _scale(rest)
    if scale is None:
        return None
    whole, mark, decimals = (re.sub(GAP, "", part or "") for part in found.groups())
    size = Fraction(parse_exact(f"{whole}.{decimals}" if decimals else whole))
    value = (-size if _negative(sign) else size) * Fraction(10) ** scale
    gap = re.search(GAP, found[0])
    minus = sign if _negative(sign) else "-"
    how = Spelling(core[:start], minus, "", rest, scale, gap[0] if gap else "")
    return Printed(core, simplest(value), len(decimals) - scale, mark, how)


def _siunitx_options(opening: str) -> str:
    """What stands in the brackets of the command, "" without them."""
    return opening.partition("[")[2].rpartition("]")[0]


def _scale(rest: str) -> int | None:
    """The power of ten that the text after the digits says; None when it says something else."""
    power = SCIENTIFIC.match(rest)
    percent = rest[power.end() :] if power else rest
    if percent and not re.fullmatch(PERCENT, percent):
        return None
    exponent = _exponent(power[1]) if power else 0
    return exponent - 2 if percent else exponent


def _scale_in_siunitx(rest: str) -> int | None:
    """The same after the digits of a command of siunitx."""
    found = re.fullmatch(rf"(?:[eE]([+{MINUS}]?\d+))?\}}(\{{\\percent\}})?", rest, re.ASCII)
    if found is None:
        return None
    exponent = _exponent(found[1] or "0")
    return exponent - 2 if found[2] else exponent


def _exact_form(core: str, decimal: str | None) -> Printed | None:
    """A mixed number, a factored denominator, a repeating decimal or a continued fraction."""
    value = parse_exact_form(core.translate(str.maketrans("\u2212\u2013", "--")), decimal)
    return None if value is None else Printed(core, value, None, "")
