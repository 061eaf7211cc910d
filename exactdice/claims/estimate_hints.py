"""Hints on estimates that are contradicted or rare: with what the printed mean is consistent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from ..distribution import Distribution
from ..exact import Exact, simplest
from .claim import Claim
from .hints import MOST_HINTS
from .montecarlo import Estimate, estimate, means_of

Change = Callable[[Exact], Exact]
CHANGES: tuple[tuple[Change, str], ...] = (
    (lambda x: -x, "the sign is flipped"),
    (lambda x: 1 - x, "it is the complement, 1 minus the value"),
    (lambda x: 100 * x, "it is the value in percent"),
    (
        lambda x: simplest(Fraction(x) / 100),
        "it is a hundredth of the value, as of a percentage",
    ),
)


def estimate_hints(claim: Claim, found: Estimate, alpha: Exact) -> tuple[str, ...]:
    """What the printed mean of random games is consistent with instead of the query, the likeliest
    first: with the query in percent, say.
    """
    ranked = sorted(_consistent(claim, found, alpha), key=lambda hint: -hint[0])
    return tuple(text for _, text in ranked[:MOST_HINTS])


def _consistent(claim: Claim, found: Estimate, alpha: Exact) -> Iterator[tuple[Fraction, str]]:
    law, games = found.law, found.games
    if not isinstance(law, Distribution) or games is None:
        return
    for change, text in CHANGES:
        other = law.map(change)
        if other.mean() == law.mean():
            continue
        p = estimate(other, games, means_of(claim.printed, other, games)).p
        if p >= alpha:
            yield p, f"{text}: so the estimate would be consistent"
