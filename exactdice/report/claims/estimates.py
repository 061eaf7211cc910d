"""Printed estimates: each judged alone, then all of a document together.

The p-values of all estimates of a document are corrected together by Holm's procedure, with one
more: the chance that the independent ones are together as near the exact means as they are. So with
a chance of at least 1 - alpha nothing is called contradicted, suspect or too close when all numbers
are what random games gave: Holm keeps this for any dependence between the estimates. (Where the
normal approximation stands for p this holds as well as the approximation; for what is contradicted
it is proved, as the proven bounds are corrected in the same way.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial

from ...distributions.distribution import Distribution, from_probabilities
from ...exact.errors import ExactDiceError, NoRange, NoSizes, QueryError, UnsolvableError
from ...exact.numbers import Exact, Interval, ends_of
from ...query.evaluate import evaluate_query, names_in
from ...query.laws import Sampled, Within, sampled
from ...query.optimal_mixtures import linear, mixtures_in, over_all_actions
from ...query.register import EVERY_NAME, Moments
from ...query.syntax import Call, Comparison, Name, dice_text, query_text, walk
from ...query.ties import ANY, broken_queries, range_over_ties, ties_matter
from .claim import Claim, Estimate, Finding, Verdict, options_text
from .montecarlo import (
    all_near,
    blindness,
    estimate,
    holm,
    possible_means,
    printed_error,
    uncertain,
)
from .printed_strategies import PASSES_BY, WITHIN_BOUNDS
from .values import enclosures, refined_claims, short_decimal

MIXTURE = "mixture"  # of tie-breaks
ANOTHER = "the likeliest of all optimal strategies"
RARE = Fraction(1, 10)  # a p below it makes other ways to break ties be tried


def judge_estimate(claim: Claim) -> Finding:
    """The finding on an estimate alone, CONSISTENT until those of the whole document are known."""
    if claim.games is None:
        raise QueryError("an estimate needs n, the number of random games")
    found = _judge_sample(claim)
    if mixtures_in(claim.node):
        return _judge_mixtures(found, partial(_judge_sample_means, found))
    return _judge_tie_breaks(found, _judge_sample, partial(_judge_means, found))


def _judge_sample(claim: Claim) -> Finding:
    """The finding on an estimate of the distribution that the query itself has."""
    for finer in refined_claims(claim):
        law = sampled(finer.node, finer.given)
        found = _estimate_for_distribution(claim, law)
        # More digits of the exact mean would change little.
        if found.least is None or 2 * found.least >= found.p:
            break
    mean = law.mean if isinstance(law, Within) else Moments.of(law).mean
    return _estimate_finding(claim, mean, found)


def _estimate_for_distribution(claim: Claim, law: Sampled) -> Estimate:
    """The printed mean compared with games of this law."""
    games = claim.games or 0
    found = estimate(law, games, possible_means(claim.printed, law, games))
    variance = None if isinstance(law, Within) else Fraction(Moments.of(law).variance)
    if variance != 0:
        blind, passing = blindness(law, games)
        found = replace(found, blind=blind, passing=passing)
    return found


def judge_uncertain(claim: Claim, value: object) -> Finding:
    """The finding on a number with a printed error, CONSISTENT until all estimates are known."""
    printed_error(claim.printed)
    found, nearest = _judge_error(claim, value), partial(_judge_nearest, claim)
    if mixtures_in(claim.node):
        return _judge_mixtures(found, nearest)
    return _judge_tie_breaks(
        found, lambda one: _judge_error(one, evaluate_query(one.node, one.given)), nearest
    )


def _judge_error(claim: Claim, value: object) -> Finding:
    """The finding on a number with a printed error beside this value."""
    ends = next(enclosures(claim, value))
    bounds = Interval(ends[0], ends[-1])
    return _estimate_finding(claim, bounds, uncertain(claim.printed, claim.level, bounds))


def _estimate_finding(claim: Claim, value: Exact | Interval, found: Estimate) -> Finding:
    # Beside a whole number that is no rounding the value is not rounded either.
    is_exact = found.cell is not None and not found.cell.width
    spelled = short_decimal if is_exact else claim.printed.spelled
    correct = " to ".join(dict.fromkeys(map(spelled, ends_of(value))))
    known = value.collapsed if isinstance(value, Interval) else value
    return Finding(claim, Verdict.CONSISTENT, known, correct, estimate=found)


# --- ties between optimal choices -----------------------------------------------------------------


def _judge_tie_breaks(
    finding: Finding,
    judge: Callable[[Claim], Finding],
    within: Callable[[Interval], Finding | None],
) -> Finding:
    """The finding; where it is rare for the first optimum and the document leaves ties open, the
    likeliest of those of the tie-breaks that have a name, or what a mixture of them makes likely.

    The games were played with some way to break ties, whose p is at most the greatest: so taking
    that keeps all levels.
    """
    claim, best = finding.claim, finding
    if _p_value(finding) >= RARE or claim.ties not in ("", ANY):
        return finding
    try:
        if not ties_matter(claim.node, claim.given):
            return finding
        for name, node, given in broken_queries(claim.node, claim.given):
            with suppress(NoSizes):
                found = replace(judge(replace(claim, node=node, given=given)), claim=claim)
                best = max(best, _name_ties(found, name), key=_p_value)
        means = range_over_ties(claim.node, claim.given) if _p_value(best) < RARE else None
        other = None if means is None else within(means)
        return max(best, other, key=_p_value) if other else best
    except ExactDiceError:  # too costly, most often: nobody has looked at the others
        return finding


def _p_value(finding: Finding) -> Fraction:
    return finding.estimate.p if finding.estimate else Fraction(1)


def _judge_means(finding: Finding, means: Interval) -> Finding | None:
    """The finding on an estimate that prints one of these means; None where it prints none."""
    found = finding.estimate
    if found is None or found.cell is None:
        return None
    if means.lower > found.cell.upper or means.upper < found.cell.lower:
        return None
    one = Fraction(1)
    likely = replace(found, z=0, p=one, bound=one, near=one, least=None, law=None)
    return _name_ties(_estimate_finding(finding.claim, means, likely), MIXTURE)


def _judge_nearest(claim: Claim, values: Interval) -> Finding:
    """The finding for that of the values which is nearest to what is printed."""
    nearest = min(max(claim.printed.value, values.lower), values.upper)
    return _name_ties(_judge_error(claim, nearest), ANOTHER if mixtures_in(claim.node) else MIXTURE)


def _judge_mixtures(finding: Finding, within: Callable[[Interval], Finding]) -> Finding:
    """The finding on an estimate about an optimal mixture; where it is rare for the one that is
    found, that for the one that makes it likeliest, where that is known.
    """
    claim = finding.claim
    if _p_value(finding) >= RARE:
        return finding
    try:
        node = claim.node
        if isinstance(node, Comparison) or node in mixtures_in(node):  # an event, or a law
            node = Call("probability" if isinstance(node, Comparison) else "mean", (node,), ())
        number = linear(node, claim.given)
        best = within(number.extent())
        if number.laws.strategies.is_outer:
            raise NoRange(WITHIN_BOUNDS)
        if _p_value(best) < RARE and number.laws.may_pass_by:
            raise NoRange(PASSES_BY)
    except UnsolvableError as error:
        reason = f"rare for the optimal strategy that is found; for the others {error}"
        return replace(finding, verdict=Verdict.UNDECIDED, reason=reason, estimate=None)
    return best


def _judge_sample_means(finding: Finding, means: Interval) -> Finding:
    """The finding on an estimate whose mean may be any of these."""
    claim, found = finding.claim, finding.estimate
    assert found is not None
    assert found.cell is not None
    law = sampled(*over_all_actions(claim.node, claim.given))
    if not isinstance(law, Distribution) or len(law) > 2:
        inside = _judge_means(finding, means)
        if inside is None:
            raise NoRange("only the means are known, not how far single games are from them")
        return inside
    # Of two outcomes the mean tells the law, and the nearest mean makes the estimate likeliest.
    nearest = min(max(claim.printed.value, means.lower), means.upper)
    least, greatest = min(law), max(law)
    share = Fraction(nearest - least) / (greatest - least)
    likeliest = _estimate_for_distribution(
        claim, from_probabilities({least: 1 - share, greatest: share})
    )
    return _name_ties(_estimate_finding(claim, means, likeliest), ANOTHER)


def _name_ties(finding: Finding, ties: str) -> Finding:
    """The finding with the tie-break that it is for; what was chosen to be near proves no excess of
    nearness.
    """
    assert finding.estimate is not None
    estimate = replace(finding.estimate, ties=ties, near=Fraction(1))
    return replace(finding, estimate=estimate)


# --- all of a document ----------------------------------------------------------------------------


def corrected(findings: Iterable[Finding], alpha: Exact) -> list[Finding]:
    """The findings with Holm's correction over all estimates: contradicted where a proven bound is
    below alpha, suspect where p is, or where together they are too close to be true.
    """
    findings = list(findings)
    estimates = [finding.estimate for finding in findings if finding.estimate]
    if not estimates:
        return findings
    close = closeness(findings)
    # p, the proven bound and the least p of each, and behind them the chance of all together.
    columns = [
        [found.p for found in estimates],
        [found.bound for found in estimates],
        [found.p if found.least is None else found.least for found in estimates],
    ]
    p, *others = (holm(column if close is None else [*column, close]) for column in columns)
    together = None if close is None else p[-1]
    chances, level = zip(p, *others, strict=True), Fraction(alpha) / len(p)
    judged = list[Finding]()
    for finding in findings:
        found = finding.estimate
        if found is None:
            judged.append(finding)
            continue
        p_value, bound, least = next(chances)
        # Of a mean that is known within bounds, some would make the estimate too rare and some not.
        verdict = Verdict.UNDECIDED if least < alpha else Verdict.CONSISTENT
        # Rare alone is no proof: only a proven bound, corrected for all estimates, contradicts.
        if p_value < alpha:
            verdict = Verdict.SUSPECT
        if bound < alpha:
            verdict = Verdict.CONTRADICTED
        is_blind = verdict == Verdict.CONSISTENT and found.blind >= level
        if is_blind:
            verdict = Verdict.UNDECIDED
        # What is counted among those that are too close is suspect.
        is_counted = verdict == Verdict.CONSISTENT and found.near < 1
        if is_counted and together is not None and together < alpha:
            verdict = Verdict.SUSPECT
        told = replace(
            found,
            passing=found.passing if is_blind else None,
            corrected=p_value,
            corrected_bound=bound,
            corrected_least=least,
            together=together,
        )
        judged.append(replace(finding, verdict=verdict, estimate=told))
    return judged


# --- several together -----------------------------------------------------------------------------


def closeness(findings: Iterable[Finding]) -> Fraction | None:
    """A proven bound on the chance that independent estimates are together as near as these; None
    for fewer than two.

    Those of one run count once, by the farthest. Its chance is at least that of any one of them,
    and those are independent from run to run: so the bound holds however the runs are found.
    """
    apart: dict[Run, Fraction] = {}
    for finding in findings:
        found = finding.estimate
        if found and found.games is not None:
            run = run_of(finding.claim)
            apart[run] = max(found.near, apart.get(run, found.near))
    return all_near(list(apart.values())) if len(apart) > 1 else None


Run = tuple[str, ...]
PLAYED = {name.partition("(")[0] for name in EVERY_NAME} | {"d"}  # strategies, and dice


def run_of(claim: Claim) -> Run:
    """The key that the estimates of one sample share: the run that the author names, else the
    number of games, the options, and the strategies or the dice that are asked about.

    Too many estimates in one run make the verdict on independent ones milder, never harsher.
    """
    if claim.run:
        return (claim.run,)
    bound = names_in(claim.node)  # whose values stand in the query's arguments
    options = {key: value for key, value in claim.given.items() if key not in (*bound, "digits")}
    played = set[str]()
    for part in walk(claim.node):
        written = claim.given.get(part.name, part) if isinstance(part, Name) else part
        name = getattr(written, "name", written)
        played.add(dice_text(part))  # as 2d6
        if isinstance(name, str) and name in PLAYED:
            played.add(str(written) if written is not part else query_text(part))
    return (*sorted(played), *sorted(options_text(options)), f"n={claim.games}")


def corrected_closeness(findings: Iterable[Finding]) -> Fraction | None:
    """The bound of `closeness`, corrected with all estimates of the document, as `corrected` found
    it.
    """
    told = (finding.estimate.together for finding in findings if finding.estimate)
    return next(filter(None, told), None)
