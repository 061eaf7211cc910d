"""Chances as people say them: `1 in 25`, `une chance sur 25`, shares, `13 of 48`, and odds, `1:24`,
`1 to 24`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from ..errors import ClaimsError
from ..exact import parse_exact, shown, simplest
from .decimals import MINUS, UNCLEAR, parse_plain, unclear_mark
from .exact_forms import GAP
from .spellings import Printed, Spelling
from .wrappings import unwrapped

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
    # $1$ in $25$ holds two formulas, and $1:24$ is one.
    before, core, after = "", text.strip(), ""
    if not ONE_IN.match(core):
        before, core, after = unwrapped(core)
    printed = _one_in(core, decimal) or _share(core) or _odds(core)
    if printed is None:
        return None
    how = printed.spelling
    how = Spelling(**{**vars(how), "before": before + how.before, "after": after})
    return Printed(**{**vars(printed), "text": text.strip(), "spelling": how})


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


def _share(core: str) -> Printed | None:
    found = SHARE.fullmatch(core)
    if found is None or int(parse_exact(found[1])) <= 1:  # of `1 in n` it is n that was rounded
        return None
    value = parse_exact(f"{found[1]}/{found[3]}")
    if value > 1:
        raise ClaimsError(f"k of a share `k of n` must be at most n, got {shown(core)}")
    return Printed(core, value, None, "", Spelling(fraction=("", found[2], "")))


def _odds(core: str) -> Printed | None:
    found = ODDS.fullmatch(core)
    if found is None:
        return None
    to, against = int(parse_exact(found[1])), int(parse_exact(found[3]))
    if to + against == 0:
        raise ClaimsError(f"odds a:b must not both be 0, got {shown(core)}")
    said = found[4] or ""
    value = simplest(Fraction(to, to + against))
    how = Spelling(fraction=("", found[2], said), is_odds=True)
    odds = Printed(core, value, None, "", how)
    return odds_against(odds) if said.lower().endswith(AGAINST) else odds


def odds_against(odds: Printed) -> Printed:
    """The number that odds for something are when they are against it, as casinos print them."""
    how = replace(odds.spelling, is_against=True)
    return replace(odds, value=simplest(1 - Fraction(odds.value)), spelling=how)


def may_be_against(printed: Printed) -> bool:
    """Whether odds are printed without the word that says for or against what they are."""
    return printed.spelling.is_odds and not printed.spelling.fraction[-1]
