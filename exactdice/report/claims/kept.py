"""Findings as text, to be kept on the disk, and the questions that they answer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, get_args

from ...exact.cost import allowed
from ...exact.errors import ExactDiceError
from ...exact.numbers import Interval, Rounding, is_symbolic
from ...exact.session import session
from ...query.games_by_name import LOADED, installed_games
from ...query.laws import Within
from ...query.register import Moments, Multiples, Outcomes, Word
from ...query.strategy_table import READS_FILES
from ...query.syntax import Node
from ...solvers.stores.store import Encoding, NotPlain
from ...writeup.tables.number_text import exact
from ..printed.spellings import Printed, Spelling
from .claim import Claim, Estimate, Finding, Kind, Tolerance, Verdict, options_text

if TYPE_CHECKING:  # sympy is slow to load, and most values are numbers
    from ...symbolic.expressions import Symbolic

OF_CLAIMS = (Claim, Kind, Printed, Spelling, Tolerance, Word, Within, *get_args(Node))
OF_FINDINGS = (Interval, Estimate, Moments, Multiples, Outcomes, Rounding, Verdict)
ENCODING = Encoding(
    {f"{kind.__module__}.{kind.__qualname__}": kind for kind in (*OF_CLAIMS, *OF_FINDINGS)}
)
BITS = 320  # of the bounds around an irrational value: some 90 decimals

# What says where a claim stands and how it is called, which change no finding.
PLACES: dict[str, Any] = {"name": "", "line": 0, "where": "", "note": "", "span": None}

Parts = tuple[Any, ...]  # of a finding: its claim where that is another one, then all the rest


def parts_of(finding: Finding, claim: Claim) -> Parts:
    """The parts of a finding on this claim; an expression as it is written, which is all that is
    asked of it from here on, with the bounds that its decimals are read off.
    """
    if is_symbolic(finding.value):
        enclosed = enclosed_value(finding.value)
        finding = replace(finding, value=Word(exact(finding.value)), enclosed=enclosed)
    _, *rest = (getattr(finding, field.name) for field in fields(Finding))
    return (None if finding.claim == claim else finding.claim, *rest)


def enclosed_value(value: Symbolic) -> Interval | None:
    """Narrow bounds on an irrational value; None where it cannot be enclosed."""
    from ...symbolic.expressions import enclosure

    with suppress(ExactDiceError):
        return enclosure(value, BITS)
    return None


def finding_of(parts: Parts, claim: Claim) -> Finding:
    """The finding on this claim with these parts."""
    other, *rest = parts
    if other is not None:  # where this one stands: it may have been found in another document
        claim = replace(other, **{name: getattr(claim, name) for name in PLACES})
    return Finding(claim, *rest)


def may_be_kept() -> bool:
    """Whether results may be kept: not where code of others computes them, which may change."""
    return not LOADED and not installed_games()


def question(claim: Claim) -> str | None:
    """All that the finding on a claim depends on; None where that is more than the claim says."""
    plain = replace(claim, **PLACES, given=dict(claim.given))
    try:
        text = ENCODING.text((allowed(), session().game, plain))
    except NotPlain:
        return None
    return None if READS_FILES in text else text


def reads_files(claim: Claim) -> bool:
    """Whether the claim asks for a strategy that stands in a file beside its document."""
    return any(READS_FILES in text for text in (claim.query, *options_text(claim.given)))


def as_kept(parts: object) -> str | None:
    """The parts as text; None where they cannot be kept."""
    try:
        return ENCODING.text(parts)
    except NotPlain:
        return None


def from_kept(text: str) -> Parts | None:
    """The parts that the text holds; None where it holds none."""
    try:
        parts = ENCODING.value(text)
    except NotPlain:
        return None
    return parts if isinstance(parts, tuple) else None
