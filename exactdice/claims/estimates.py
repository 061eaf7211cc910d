"""Printed estimates: each judged alone, then all of a document together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from ..errors import QueryError
from ..exact import Exact
from ..queries.evaluate import law_of_query
from ..queries.syntax import Arithmetic, Call, Node
from .claim import Claim, options_text
from .montecarlo import estimate, holm, means_printed, negative_means_printed
from .tail_bounds import all_near
from .verdict import Finding, Verdict


def judge_estimate(claim: Claim) -> Finding:
    """The finding on an estimate alone, CONSISTENT until those of the whole document are known."""
    law = law_of_query(claim.node, claim.given)
    printed = claim.printed
    if printed.places is None:
        raise QueryError("an estimate must be printed as a decimal, which shows how it was rounded")
    if claim.games is None:
        raise QueryError("an estimate needs n, the number of random games")
    if printed.is_minus_zero:
        means = negative_means_printed(printed.places, law, claim.games)
    else:
        means = means_printed(printed.value, printed.places, law, claim.games)
    found = estimate(law, claim.games, means)
    return Finding(
        claim, Verdict.CONSISTENT, law.mean(), printed.spelled(law.mean()), estimate=found
    )


def corrected(findings: Iterable[Finding], alpha: Exact) -> list[Finding]:
    """The findings with Holm's correction over all estimates: contradicted where a proven bound is
    below alpha, suspect where p is.
    """
    findings = list(findings)
    places = [k for k, finding in enumerate(findings) if finding.estimate]
    estimates = [finding.estimate for finding in findings if finding.estimate]
    after_holm, bounds = (
        holm([found.p for found in estimates]),
        holm([found.bound for found in estimates]),
    )
    for k, found, p, bound in zip(places, estimates, after_holm, bounds, strict=True):
        verdict = _of_estimate(found.p, bound, alpha)
        findings[k] = replace(
            findings[k],
            verdict=verdict,
            estimate=replace(found, corrected=p, corrected_bound=bound),
        )
    return _too_close(findings, alpha)


def _of_estimate(p: Fraction, bound: Fraction, alpha: Exact) -> Verdict:
    """Rare alone is no proof: only a proven bound, corrected for all estimates, contradicts."""
    if bound < alpha:
        return Verdict.CONTRADICTED
    return Verdict.SUSPECT if p < alpha else Verdict.CONSISTENT


def _too_close(findings: list[Finding], alpha: Exact) -> list[Finding]:
    """The consistent estimates suspect, when together they are nearer the exact means than random
    games would be.
    """
    p = closeness(findings)
    if p is None or p >= alpha:
        return findings
    return [
        replace(f, verdict=Verdict.SUSPECT) if f.verdict == Verdict.CONSISTENT else f
        for f in findings
    ]


def _asked_of(node: Node) -> frozenset[object]:
    """What the outermost quantities of a query are asked of: the same games tell them all."""
    if isinstance(node, Call):
        return frozenset([(node.arguments, node.options)])
    if isinstance(node, Arithmetic):
        return _asked_of(node.left) | _asked_of(node.right)
    return frozenset()


def closeness(findings: Iterable[Finding]) -> Fraction | None:
    """A proven bound on the chance that independent estimates are together as near as these; None
    for fewer than two.

    Those of one run, such as win(a, b) and 1 - win(a, b), count once: by the farthest.
    """
    estimates = [(found.claim, found.estimate) for found in findings if found.estimate]
    apart: dict[tuple[object, ...], Fraction] = {}
    for claim, found in estimates:
        run = (_asked_of(claim.node), *options_text(claim.given), claim.games)
        apart[run] = max(found.near, apart.get(run, found.near))
    return all_near(list(apart.values())) if len(apart) > 1 else None
