r"""Printed numbers: how documents write them, in plain text, Markdown and LaTeX.

decimals        0,65   0.65   0{,}65   \num{0.65}   −0,65   +1.5   12 345,6 (thin or no-break spaces, `\,` or `~` between threes)
                signs stand before the number or its wrapping: -$0,65$   −**0,65**   $-\mathbf{0,65}$   $-\,3$   $-$3   {-}3
percentages     64,89 %   64.89\,\%   \qty{64.89}{\percent}          the value is a hundredth
powers of ten   5,0 \cdot 10^{-5}   5.0×10⁻⁵   \num{5.0e-5}          rounded to the digits shown
exact numbers   3/8   \frac{3}{8}   \nicefrac{3}{8}   10^{-5}   2 1/3   49/(2^3·3^3)   0.1(6)   0.1\overline{6}   [0; 2, 1, 3]
wrappings       $0,65$   \(0,65\)   **0,65**   *0,65*   `0,65`   \textbf{0,65}   \mathbf{0,65}   {0,65}
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate

from ..doors import a_text
from ..errors import ClaimsError, ExactDiceError
from ..exact import Exact, decimal_text, integer_text, parse_exact, shown, simplest
from .exact_forms import FRAC, GAP, parse_exact_form

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
SIUNITX = rf"{SIUNITX_OPENING}{SIGN}{WHOLE}(?:{MARK}{DECIMALS})?(?:[eE][+{MINUS}]?\d+)?\}}(?:\{{\\percent\}})?"
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
HARMLESS: tuple[str, ...] = (
    "per-mode",
    "mode",
    "locale",
    "group-",
    "output-",
    "exponent-product",
    "tight-spacing",
    "detect-",
    "color",
    "number-unit-",
    "inter-unit-",
)
HARMLESS += (
    "quantity-product",
    "retain-explicit-plus",
    "text-",
    "table-",
    "reset-",
)  # options of siunitx that change no digit
SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹\u2212\u2013", "+-0123456789--")
MOST_CHARACTERS = 10_000  # of a printed number
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
    fraction: tuple[str, str, str] = (
        "",
        "/",
        "",
    )  # before, between and after numerator and denominator


@dataclass(frozen=True)
class Printed:
    """A printed number: its text, its exact value, and how many decimals of the value it shows
    (None when meant exactly).
    """

    text: str
    value: Exact
    places: int | None
    mark: str = "."
    spelling: Spelling = field(default_factory=Spelling)

    def spelled(self, value: Exact) -> str:
        """Another value written as this number is, rounded to as many decimals.

        >>> parse_printed("64,90 %").spelled(Fraction(841, 1296))
        '64,89 %'
        """
        how = self.spelling
        if self.places is None:
            negative, digits = value < 0, _fraction_text(value, how)
        else:
            rounded = decimal_text(
                value * Fraction(10) ** -how.scale, self.places + how.scale, mark=self.mark
            )
            negative, digits = (
                rounded.startswith("-"),
                _grouped(rounded.removeprefix("-"), how, self.mark),
            )
        return f"{how.before}{how.minus * negative}{how.inside}{digits}{how.after}"


def _fraction_text(value: Exact, how: Spelling) -> str:
    """The size of the number."""
    if value.denominator == 1:
        return integer_text(abs(value.numerator))
    before, between, after = how.fraction
    return f"{before}{integer_text(abs(value.numerator))}{between}{integer_text(value.denominator)}{after}"


def _grouped(digits: str, how: Spelling, mark: str) -> str:
    whole, found, decimals = digits.partition(mark)
    if how.gap and len(whole) > 3:
        first = len(whole) % 3 or 3
        whole = how.gap.join(
            [whole[:first], *(whole[k : k + 3] for k in range(first, len(whole), 3))]
        )
    if how.gap:
        decimals = how.gap.join(decimals[k : k + 3] for k in range(0, len(decimals), 3))
    return f"{whole}{found}{decimals}"


# --- reading --------------------------------------------------------------------------------------


def parse_printed(text: str, decimal: str | None = None) -> Printed:
    """The printed number; `decimal` is the document's decimal mark, None when either is accepted.

    >>> parse_printed("\u22120,0316", ",").value, parse_printed(r"5{,}0 \\cdot 10^{-5}").places
    (Fraction(-79, 2500), 6)
    """
    if len(a_text(text, "a printed number")) > MOST_CHARACTERS:
        raise ClaimsError(
            f"a printed number must have at most {MOST_CHARACTERS} characters, got {len(text)}"
        )
    if decimal is not None and a_text(decimal, "the decimal mark") not in (".", ","):
        raise ClaimsError(
            f"the decimal mark must be . or , or None for either, but is {shown(decimal)}"
        )
    before, core, after = unwrapped(text.strip())
    sign, inside, digits, closing = _signed(core)
    try:
        printed = None if sign and SIGNED.match(digits) else _unsigned(digits, decimal)
    except ExactDiceError as error:
        raise ClaimsError(f"printed number {shown(text)}: {error}") from error
    if printed is None:
        raise _refused(text, core, decimal)
    mark = printed.mark.strip("{}")
    if (
        decimal and mark not in ("", decimal) and not digits.startswith(SIUNITX_COMMANDS)
    ):  # siunitx sets either mark as it is told
        raise ClaimsError(
            f"this document's decimal mark is {decimal!r}, but {shown(text)} uses {mark!r}"
        )
    how = printed.spelling
    outer = {"before": before + how.before, "after": how.after + closing + after}
    if sign:
        outer |= {
            "before": before,
            "inside": inside + how.before,
            "minus": sign if _negative(sign) else "-",
        }
    value = -printed.value if _negative(sign) else printed.value
    return Printed(
        text.strip(),
        value,
        printed.places,
        printed.mark or decimal or ".",
        Spelling(**{**vars(how), **outer}),
    )


SIGNS = (*MINUSES, "+")
SIGNED = re.compile(rf"(?:{SIUNITX_OPENING})?[+{MINUS}]")
OUTER_SIGN = re.compile(rf"(?:\$[+{MINUS}]\$|\{{[+{MINUS}]\}}|[+{MINUS}]){GAP}*")


def _signed(core: str) -> tuple[str, str, str, str]:
    """(sign, opening, digits, closing): the sign with the space after it, then the rest without the
    markup around it.
    """
    found = OUTER_SIGN.match(core)
    return (found[0], *unwrapped(core[found.end() :])) if found else ("", "", core, "")


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
    for _ in range(4 if text[:1] in OPENERS else 0):
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
    depths = accumulate(
        {"{": 1, "}": -1}.get(character, 0) for character in text[len(before) : -len(after)]
    )
    return after != "}" or min(depths) >= 0


def _integer(text: str) -> int:
    return int(parse_exact(text.translate(SUPERSCRIPTS).removeprefix("+")))


def _fraction(core: str) -> Printed | None:
    found = re.fullmatch(r"(\d+)/(\d+)", core, re.ASCII)
    if found:
        return Printed(core, parse_exact(core), None, "")
    found = re.fullmatch(rf"({FRAC}\{{)({SIGN})(\d+)\}}\{{(\d+)\}}", core, re.ASCII)
    if found is None:
        return None
    value = parse_exact(f"{found[3]}/{found[4]}")
    return Printed(
        core,
        -value if _negative(found[2]) else value,
        None,
        "",
        Spelling(fraction=(found[1], "}{", "}")),
    )


def _power_of_ten(core: str) -> Printed | None:
    found = re.fullmatch(rf"10({EXPONENT})", core)
    return Printed(core, simplest(Fraction(10) ** _exponent(found[1])), None, "") if found else None


def _exponent(text: str) -> int:
    exponent = _integer(re.sub(r"</?sup>|[\^{}]", "", text))
    if abs(exponent) > LARGEST_EXPONENT:
        raise ClaimsError(f"an exponent must be at most {LARGEST_EXPONENT}, got {shown(exponent)}")
    return exponent


OPENING = re.compile(SIUNITX_OPENING)
DIGITS = re.compile(rf"({WHOLE})(?:({MARK})({DECIMALS}))?", re.ASCII)
SCIENTIFIC = re.compile(rf"{TIMES}10({EXPONENT})")


def changes_no_digit(options: str) -> bool:
    """Whether siunitx prints with these options, as in `per-mode=symbol,group-digits=false`, the
    digits that are written.
    """
    keys = [part.strip() for part in re.sub(r"\{[^{}]*\}", "", options).split(",")]
    return all(key.startswith(HARMLESS) for key in keys if key)


def _decimal(core: str) -> Printed | None:
    """A decimal, a percentage, a decimal times a power of ten, or one of these within \\num or
    \\qty.
    """
    opening = OPENING.match(core)
    if opening and not changes_no_digit(opening[0].partition("[")[2].rpartition("]")[0]):
        return None
    start = opening.end() if opening else 0
    sign = core[start : start + 1] if opening and core.startswith(SIGNS, start) else ""
    found = DIGITS.match(core, start + len(sign))
    if found is None:
        return None
    scale = _scale(core[found.end() :], bool(opening))
    if scale is None:
        return None
    whole, mark, decimals = (part and re.sub(GAP, "", part) for part in found.groups())
    digits = parse_exact(f"{'-' * _negative(sign)}{whole}" + (f".{decimals}" if decimals else ""))
    gap = re.search(GAP, found[0])
    minus = sign if _negative(sign) else "-"
    how = Spelling(core[:start], minus, "", core[found.end() :], scale, gap[0] if gap else "")
    return Printed(
        core,
        simplest(Fraction(digits * Fraction(10) ** scale)),
        len(decimals or "") - scale,
        mark or "",
        how,
    )


def _scale(rest: str, within: bool) -> int | None:
    """The power of ten that the text after the digits says; None when it says something else."""
    if within:
        found = re.fullmatch(rf"(?:[eE]([+{MINUS}]?\d+))?\}}(\{{\\percent\}})?", rest, re.ASCII)
        return None if found is None else _exponent(found[1] or "0") - 2 * bool(found[2])
    power = SCIENTIFIC.match(rest)
    rest = rest[power.end() :] if power else rest
    if rest and not re.fullmatch(PERCENT, rest):
        return None
    return (_exponent(power[1]) if power else 0) - 2 * bool(rest)


def _exact_form(core: str, decimal: str | None) -> Printed | None:
    """A mixed number, a factored denominator, a repeating decimal or a continued fraction."""
    value = parse_exact_form(core.translate(str.maketrans("\u2212\u2013", "--")), decimal)
    return None if value is None else Printed(core, value, None, "")
