"""Printed sets of choices, such as `{1, 2}`, against all choices that are optimal."""

from __future__ import annotations

import re

from ..exact import Exact
from ..printed.spellings import unwrapped
from ..queries.ties import optimal_choices
from ..words.register import Answer
from ..words.written import as_written
from .claim import Claim
from .verdict import Finding, Verdict

SET = re.compile(r"\$?\s*\\?\{(?P<inside>[^{}]*?)\\?\}\s*\$?")
MEMBER = re.compile(r"\d{1,30}|[A-Za-z_]\w{0,60}", re.ASCII)


def members_printed(text: str) -> frozenset[Answer] | None:
    r"""The members of the set that a text prints; None where it prints none.

    >>> sorted(members_printed(r"$\{1, 2\}$"))
    [1, 2]
    >>> members_printed("{0.5}") is None and members_printed("{7}") is None
    True
    """
    found = SET.fullmatch(text.strip())
    # Braces around one number may be those of LaTeX, and a set of one is judged like its member.
    if found is None or _is_number_in_braces(text):
        return None
    parts = [part.strip() for part in found["inside"].split(",")]
    if not all(MEMBER.fullmatch(part) for part in parts):
        return None
    return frozenset(int(part) if part.isdecimal() else part for part in parts)


def _is_number_in_braces(text: str) -> bool:
    return "\\{" not in text and unwrapped(text.strip())[1].strip().isdecimal()


def judge_set(claim: Claim, value: object) -> Finding:
    """The finding on a printed set, or on one number where the value is a set."""
    printed = claim.members
    if printed is None:
        printed = frozenset([claim.printed.value])
    if isinstance(value, frozenset):
        return _compared(claim, printed, value)
    optimal = optimal_choices(claim.node, claim.given)
    right = frozenset([value]) if optimal is None else optimal
    found = _compared(claim, printed, right)
    if optimal is None or found.verdict == Verdict.EXACT or not printed <= optimal:
        return found
    reason = f"all optimal ones are {as_written(optimal)}"
    return Finding(claim, Verdict.ANOTHER, value, reason=reason)


def _compared(claim: Claim, printed: frozenset[Answer], right: frozenset[Answer]) -> Finding:
    if printed == right:
        return Finding(claim, Verdict.EXACT)
    return Finding(claim, Verdict.CONTRADICTED, reason=f"it is {as_written(right)}")


def is_of_sets(claim: Claim, value: object) -> bool:
    """Whether a set is printed, or one number where the value is a set of numbers."""
    if claim.members is None:
        return isinstance(value, frozenset) and all(isinstance(one, Exact) for one in value)
    may_be_number = claim.printed.places is not None  # as {0,65} may in LaTeX
    is_asked_for = isinstance(value, frozenset) or optimal_choices(claim.node, claim.given)
    return not may_be_number or bool(is_asked_for)
