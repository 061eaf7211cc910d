r"""Intervals as people print them.

0.33 and 0.34   between 0.33 and 0.34   0.33 to 0.34   from 0.33 to 0.34   0.33–0.34   0.33--0.34
0,33 à 0,34     entre 0,33 et 0,34      zwischen 0,33 und 0,34             0,33 bis 0,34
[0.33, 0.34]    [0,33; 0,34]    (0.33, 0.34)    33–34 %, where both are percentages
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from ..errors import ClaimsError
from ..exact import shown, simplest
from .numbers import parse_printed
from .spellings import LONGEST_PHRASE, Printed, check_text
from .wrappings import unwrapped, without_open_markup

LEADS = frozenset(["between", "from", "entre", "de", "zwischen", "von"])
JOINS = frozenset(["and", "to", "et", "à", "a", "und", "bis"])
LEAD = re.compile(rf"(?:{'|'.join(sorted(LEADS))})\s+", re.IGNORECASE)
BETWEEN = re.compile(
    rf"(?:\s|~)(?:{'|'.join(sorted(JOINS, key=len, reverse=True))})(?=[\s~])"
    r"|---?|[-–—]|\.\.\.?|…|\\(?:l?dots|text(?:en|em)dash)(?![A-Za-z])",
    re.IGNORECASE,
)
BRACKETS = re.compile(r"(?:\\left)?[][(](?P<inside>[^][()]*?)(?:\\right)?[][)]")
LISTED = re.compile("[,;]")
MOST_JOINS = 20  # places of a text where two numbers may join


def parse_interval(text: str, decimal: str | None = None) -> tuple[Printed, Printed]:
    """The two ends of a printed interval, the smaller first.

    >>> [end.value for end in parse_interval("between 0.25 and 0.5")]
    [Fraction(1, 4), Fraction(1, 2)]
    """
    check_text(text, decimal, "an interval", LONGEST_PHRASE)
    core = unwrapped(LEAD.sub("", text.strip(), count=1))[1]
    pairs = list(_pairs(core, decimal))
    found = {(low.value, high.value): (low, high) for low, high in pairs if low.value <= high.value}
    if not pairs:
        raise ClaimsError(
            "an interval must look like 0.33 and 0.34, 0.33–0.34 or [0.33, 0.34], got "
            f"{shown(text)}"
        )
    if len(found) > 1:
        raise ClaimsError(f"where the first number of an interval ends is not clear: {shown(text)}")
    if not found:
        raise ClaimsError(
            f"the first number of an interval must be at most the second, got {shown(text)}"
        )
    return next(iter(found.values()))


def _pairs(core: str, decimal: str | None) -> Iterator[tuple[Printed, Printed]]:
    """Each way to read the text as two numbers."""
    bracketed = BRACKETS.fullmatch(core)
    inside, join = (bracketed["inside"], LISTED) if bracketed else (core, BETWEEN)
    joins = list(join.finditer(inside))
    if len(joins) > MOST_JOINS:
        return
    for sign in joins:
        # A text that is no number on one side is joined elsewhere.
        for end in _ends_of_join(sign):
            with suppress(ClaimsError):
                low, high = _end(inside[: sign.start()], decimal), _end(inside[end:], decimal)
                yield _in_percent(low, high), high


def _ends_of_join(sign: re.Match[str]) -> tuple[int, ...]:
    """Where the second number may begin: the last of several hyphens may be its sign."""
    return (sign.end(), sign.end() - 1) if sign[0].startswith("--") else (sign.end(),)


def _end(text: str, decimal: str | None) -> Printed:
    """One end; a formula may begin or end at it, as in $0.33$--$0.34$, of which the outer signs are
    gone.
    """
    printed = parse_printed(without_open_markup(text), decimal)
    if printed.error is not None or printed.spelling.is_odds:
        raise ClaimsError(f"an end of an interval must be a plain number, got {shown(text)}")
    return printed


def _in_percent(low: Printed, high: Printed) -> Printed:
    """The first number in percent, when the second alone says it for both."""
    if "%" not in high.text or "%" in low.text or low.places is None or low.spelling.scale:
        return low
    how = replace(low.spelling, scale=-2)
    return replace(
        low, value=simplest(low.value * Fraction(1, 100)), places=low.places + 2, spelling=how
    )
