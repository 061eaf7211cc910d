"""Sentences claimed as statements: true, or false with the first counterexample."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..errors import QueryError, UndecidedError
from ..queries.reasons import reason
from ..words.written import said
from .claim import Claim
from .values import ever_finer
from .verdict import Finding, Verdict


def judge_statement(claim: Claim, value_of: Callable[[Claim], object]) -> Finding:
    """The finding on a statement; where bounds overlap, they are asked for with more digits."""
    undecided = ""
    for finer in ever_finer(claim):
        try:
            return replace(_judged(finer, value_of(finer)), claim=claim)
        except UndecidedError as error:
            undecided = str(error)
    return Finding(claim, Verdict.UNDECIDED, reason=undecided)


def a_truth(value: object) -> bool:
    """The value of a statement; `QueryError` for anything else."""
    if isinstance(value, bool):
        return value
    raise QueryError(
        "a statement must be a comparison or several, such as EG(0,0) > 0, which is true or "
        f"false; this one is {said(value)}"
    )


def _judged(claim: Claim, value: object) -> Finding:
    verdict = Verdict.TRUE if a_truth(value) else Verdict.FALSE
    return Finding(claim, verdict, value, reason=reason(claim.node, claim.given))
