r"""Numbers that are said in several parts: with an error, as a chance, a share or odds.

0.0672 ± 0.001   0.0672 \pm 0.001   0.0672 +/- 0.001   (6.72 ± 0.10) %
0.0672(10)   6.72(10)e-2            the digits in brackets count units of the last decimal
\num{0.0672 \pm 0.001}   \num{0.0672(10)}   \qty{6.72 +- 0.10}{\percent}
1 in 25   une chance sur 25         where 25 was rounded
13 of 48   1:24   1 to 24           exactly 13/48 and 1/25
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from ...exact.errors import ClaimsError
from ...exact.numbers import parse_exact, shown, simplest
from .decimals import (
    E_NOTATION,
    GAP,
    MINUS,
    PERCENT,
    SIGNS,
    SIUNITX_CLOSING,
    SIUNITX_OPENING,
    UNCLEAR,
    parse_plain,
    scale_said,
    unclear_mark,
)
from .spellings import (
    LONGEST_PHRASE,
    Printed,
    Spelling,
    check_length,
    unwrapped,
    without_open_markup,
)

# --- with an error --------------------------------------------------------------------------------

PLUS_MINUS = re.compile(rf"(?:±|\\pm(?![A-Za-z])|\+/?[{MINUS}])(?:{GAP}|[ \t])*")
BRACKETED = re.compile(
    r"(?P<open>(?:\\left)?\()(?P<inside>[^()\\]*(?:\\(?!right)[^()\\]*)*)"
    r"(?P<close>(?:\\right)?\))(?P<tail>.*)",
    re.DOTALL,
)
UNITS = r"\((?P<units>\d{1,30})\)"
IN_UNITS = re.compile(rf"(?P<open>)(?P<digits>[^()]*\d)(?P<error>{UNITS})(?P<tail>[^()]*)")
IN_SIUNITX = re.compile(
    rf"(?P<open>{SIUNITX_OPENING})\s*(?P<digits>[^()\s{{}}]*?\d)"
    rf"(?P<error>{UNITS}|[ ]*(?:\+-|\\pm(?![A-Za-z])|±)[ ]*(?P<width>\d[\d.,]*))"
    rf"(?P<tail>(?:[ ]*{E_NOTATION})?\s*{SIUNITX_CLOSING})"
)


def parse_uncertain(text: str, decimal: str | None = None) -> Printed:
    """The number with its error, where digits in brackets are those of an error and not a period.

    >>> parse_uncertain("0.0672(10)").error, parse_uncertain("(6.7 ± 0.1) %").error
    (Fraction(1, 1000), Fraction(1, 1000))
    """
    check_length(text, "a number with an error", LONGEST_PHRASE)
    printed = parse_with_error(text, decimal, is_uncertain=True)
    if printed is None:
        raise ClaimsError(
            "a number with an error must look like 0.067 ± 0.001, 0.067(1) or (6.7 ± 0.1) %, got "
            f"{shown(text)}"
        )
    return printed


def parse_with_error(text: str, decimal: str | None, is_uncertain: bool = False) -> Printed | None:
    """The number when it certainly has an error, as it is said to be uncertain, or has it after ±,
    in siunitx, or in brackets before a power of ten; None when it has none.
    """
    before, core, after = unwrapped(text.strip())
    in_units = IN_UNITS.fullmatch(core)
    is_scaled = in_units is not None and scale_said(in_units["tail"]) is not None
    printed = _in_units(in_units, decimal) if is_uncertain and is_scaled else None
    printed = printed or _in_units(IN_SIUNITX.fullmatch(core), decimal)
    printed = printed or _after_plus_minus(core, decimal)
    if printed is None and in_units and in_units["tail"]:  # as in 6.72(10)e-2, which is no period
        if re.fullmatch(PERCENT, in_units["tail"]):
            raise ClaimsError(
                "the digits in brackets may be an uncertainty or a period: write the number "
                f"without them, got {shown(core)}"
            )
        printed = _in_units(in_units, decimal) if is_scaled else None
    return printed and printed.within(text.strip(), before, after)


def _after_plus_minus(core: str, decimal: str | None) -> Printed | None:
    """value ± error, perhaps in brackets before a percent sign or a power of ten."""
    if not PLUS_MINUS.search(core):  # as in most texts
        return None
    found = BRACKETED.fullmatch(core)
    opening, text, tail = found.group("open", "inside", "tail") if found else ("", core, "")
    closing, scale = found["close"] + tail if found else "", scale_said(tail)
    signs = list(PLUS_MINUS.finditer(text))
    if scale is None or len(signs) != 1:
        return None
    start, end = signs[0].span()
    printed, error = _part(text[:start], decimal), _part(text[end:], decimal)
    if printed is None or error is None:
        return None
    if printed.places is None or error.places is None or error.text.startswith(SIGNS):
        raise ClaimsError(
            f"value and error must be decimals, the error unsigned, got {shown(text)}"
        )
    how, size = printed.spelling, Fraction(10) ** scale
    # Of `6.72 ± 0.10 %` the value may be 6.72 or 6.72 %.
    if bool(how.scale) != bool(error.spelling.scale):
        raise ClaimsError(
            "a percent sign or a power of ten must be printed with value and error alike, as in "
            f"(6.7 ± 0.1) %, got {shown(text)}"
        )
    if found and how.scale:
        return None
    scaled = replace(
        printed,
        value=simplest(printed.value * size),
        places=printed.places - scale,
        error=simplest(error.value * size),
        note=printed.note or error.note,
        spelling=replace(how, scale=how.scale + scale),
    )
    return scaled.within(core, opening, text[start:] + closing)


def _part(text: str, decimal: str | None) -> Printed | None:
    """The number on one side of ±, whose markup may be open where the text of both begins or ends:
    that of $0.5$ ± $0.1$ is taken off outside.
    """
    for bare in filter(None, (text.strip(), without_open_markup(text))):
        printed = parse_plain(bare, decimal)
        if printed:
            before, _, after = text.partition(bare)
            return printed.within(bare, before, after)
    return None


def _in_units(found: re.Match[str] | None, decimal: str | None) -> Printed | None:
    r"""0.0672(10), and 6.72(10)e-2; \num{0.0672(10)}, or \num{0.0672 +- 0.001}."""
    if found is None:
        return None
    tail = "".join(found["tail"].split())
    printed = parse_plain(found["open"] + found["digits"] + tail, decimal)
    error = parse_plain(found["units"] or found["width"], None)
    if printed is None or printed.places is None or error is None or error.places is None:
        return None
    scale = -printed.places if found["units"] else printed.spelling.scale
    how = replace(printed.spelling, after=found["error"] + found["tail"])
    return replace(printed, error=simplest(error.value * Fraction(10) ** scale), spelling=how)


# --- chances, shares and odds ---------------------------------------------------------------------

SPACES = rf"(?:[ \t]|{GAP})+"
ONE_WORDS = frozenset(["one", "un", "une", "ein", "eine", "einer", "eins"])
OF_WORDS = frozenset(["in", "of", "sur", "auf", "von"])
ONE = rf"(?:1|{'|'.join(sorted(ONE_WORDS, key=len, reverse=True))})"
OF = r"(?:in|out of|sur|auf|von)"
ONE_IN = re.compile(
    rf"\$?{ONE}\$?{SPACES}(?:chance{SPACES})?{OF}{SPACES}(?=[\d$\\{{*+{MINUS}])", re.IGNORECASE
)
AGAINST = "against"
ODDS = re.compile(
    rf"(\d+)(\s*(?::|\{{:\}})\s*|{SPACES}(?:to|zu|contre){SPACES})(\d+)(\s+(?:for|on|{AGAINST}))?",
    re.ASCII | re.IGNORECASE,
)
SHARE = re.compile(
    rf"(\d+)({SPACES}(?:in|of|out of|sur|von){SPACES})(\d+)", re.ASCII | re.IGNORECASE
)


def parse_chance(text: str, decimal: str | None) -> Printed | None:
    """The number written as `1 in N`, where N was rounded, as an exact share, `k of n` or `k in n`
    for k/n with k > 1, or as exact odds, a:b or `a to b` for a/(a + b) and `a:b against` for
    b/(a + b); None when it is none of them.
    """
    core = text.strip()
    if ONE_IN.match(core):  # $1$ in $25$ holds two formulas, and $1:24$ is one
        return _one_in(core, decimal)
    before, core, after = unwrapped(core)
    printed = _one_in(core, decimal) or _share_or_odds(core)
    return printed and printed.within(text.strip(), before, after)


def _one_in(core: str, decimal: str | None) -> Printed | None:
    found = ONE_IN.match(core)
    per = parse_plain(core[found.end() :], decimal) if found else None
    if found is None or per is None:
        return None
    unclear = UNCLEAR.fullmatch(per.text)
    if unclear and decimal is None:
        raise unclear_mark(per.text, unclear, unclear["mark"].strip("{}"))
    if per.places is None or "%" in per.text or per.value < 1:
        raise ClaimsError(f"N of `1 in N` must be a decimal of 1 or more, got {shown(per.text)}")
    value = simplest(Fraction(1) / per.value)
    return Printed(core, value, None, per.mark, Spelling(found[0]), per=per, note=per.note)


def _share_or_odds(core: str) -> Printed | None:
    found = SHARE.fullmatch(core)
    if found and int(parse_exact(found[1])) > 1:  # of `1 in n` it is n that was rounded
        value = parse_exact(f"{found[1]}/{found[3]}")
        if value > 1:
            raise ClaimsError(f"k of a share `k of n` must be at most n, got {shown(core)}")
        return Printed(core, value, None, "", Spelling(fraction=("", found[2], "")))
    found = ODDS.fullmatch(core)
    if found is None:
        return None
    to, against = int(parse_exact(found[1])), int(parse_exact(found[3]))
    if to + against == 0:
        raise ClaimsError(f"odds a:b must not both be 0, got {shown(core)}")
    said = found[4] or ""
    how = Spelling(fraction=("", found[2], said), is_odds=True)
    odds = Printed(core, simplest(Fraction(to, to + against)), None, "", how)
    return odds_against(odds) if said.lower().endswith(AGAINST) else odds


def odds_against(odds: Printed) -> Printed:
    """The number that odds for something are when they are against it, as casinos print them."""
    how = replace(odds.spelling, is_against=True)
    return replace(odds, value=simplest(1 - Fraction(odds.value)), spelling=how)


def may_be_against(printed: Printed) -> bool:
    """Whether odds are printed without the word that says for or against what they are."""
    return printed.spelling.is_odds and not printed.spelling.fraction[-1]
