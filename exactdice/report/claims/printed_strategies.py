"""Printed parts of an optimal strategy where there are several: each number and each law by
whether an optimal strategy has it, sentences by whether they are true for some or for every one,
and the entries of one strategy together by a programme with what each cell may have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ...distributions.distribution import Distribution
from ...exact.errors import ExactDiceError, QueryError, UnsolvableError
from ...exact.numbers import NEAREST, Exact, Rounding
from ...game.text_of_values import as_written
from ...linear.matrices.optimal_mixed_actions import Condition
from ...query.evaluate import evaluate_query
from ...query.optimal_mixtures import Linear, chances, is_one_draw, linear, mixtures_in, truth
from ...query.ties import (
    ANY,
    broken_queries,
    by_membership,
    given_with_ties,
    optimal_choices,
    range_over_ties,
    tie_breaks,
    ties_matter,
    with_ties,
)
from ...query.values import is_distribution, said
from .claim import NOT_ROUNDED, OPEN, WRONG, Claim, Finding, Kind, Tolerance, Verdict, holds
from .printed_value import PrintedLaw
from .rounded import allowed_by, cell_ends, claim_cell, judge_near, judge_rounded
from .values import NEAR, interval_text, is_declared_rounding, is_whole, short_decimal


def judge_distribution(claim: Claim, value: object) -> Finding:
    """The finding on a printed law, given the distribution of its query."""
    found = _compare_distribution(claim, value)
    if found.verdict not in WRONG or claim.ties not in ("", ANY):
        return found
    broken = list(broken_queries(claim.node, claim.given))
    named = [
        name
        for name, node, given in broken
        if holds(_compare_distribution(claim, evaluate_query(node, given)))
    ]
    if named:
        reason = f"ties = {' or '.join(named)} gives it"
        return Finding(claim, Verdict.OTHER_TIES, reason=reason)
    if not broken:
        return found
    reason = f"{found.verdict} for the first optimum: {found.reason}"
    reason += "; other ways to break ties may give it"
    return replace(found, verdict=Verdict.UNDECIDED, reason=reason)


def _compare_distribution(claim: Claim, value: object) -> Finding:
    """The finding on the chances of all outcomes: as bad as the worst."""
    if not isinstance(value, Distribution):
        kind = "a law without an end" if is_distribution(value) else said(value)
        raise QueryError(
            "a printed law needs a query whose value is a law of finitely many outcomes, got "
            f"{kind}"
        )
    assert claim.law is not None  # as the judge of the claim found
    exact = {as_written(one).replace(" ", ""): value.probability(one) for one in value}
    printed, least = dict(claim.law), omission_threshold(claim.law)
    missing = [name for name in exact if name not in printed and exact[name] >= least]
    if missing:
        reason = f"outcomes are not printed: {', '.join(missing)}"
        return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    found, total, room = dict[str, Finding](), Fraction(0), Fraction(0)
    for name, one in claim.law:
        entry, judge, total = replace(claim, printed=one), judge_rounded, total + one.value
        if not is_whole(one):
            # It may be a unit of its last place off at most, as one that is cut off is.
            room += 2 * (one.value - one.cell.lower)
        elif not is_declared_rounding(entry):  # it says impossible or certain, or nearly so
            if one.is_approximate:
                entry, judge = replace(entry, tolerance=Tolerance(NEAR, False)), judge_near
            else:
                entry = replace(entry, kind=Kind.EXACT)
        found[name] = judge(entry, exact.get(name, 0))
    worst = max((one.verdict for one in found.values()), key=list(Verdict).index)
    rounded = [one for one in found.values() if one.verdict != Verdict.EXACT]
    # Those that give all the chances.
    modes = [mode for mode in Rounding if rounded and all(mode in one.modes for one in rounded)]
    reason = ""
    if worst in (*WRONG, *OPEN, Verdict.TRUNCATED):
        wrong = {name: one for name, one in found.items() if one.verdict == worst}
        reason = ", ".join(f"{name} has {one.correct or one.reason}" for name, one in wrong.items())
    if worst not in (*WRONG, *OPEN) and abs(total - 1) > room:
        sums = f"sum to {short_decimal(total)}, which no rounding makes 1"
        reason = f"the chances that are printed {sums}"
        return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    return Finding(claim, worst, reason=reason, modes=tuple(modes))


def omission_threshold(law: PrintedLaw) -> Fraction:
    """The chance below which an outcome may be left out: one that rounds to 0 beside the others."""
    places = [one.places for _, one in law if one.places is not None]
    # Beside fractions nothing is rounded.
    return Fraction(1, 2 * 10 ** max(0, *places)) if len(places) == len(law) else Fraction(0)


# --- sets -----------------------------------------------------------------------------------------


def judge_set(claim: Claim, value: object) -> Finding:
    """The finding on a printed set, or on one number where the value is a set."""
    printed = frozenset([claim.printed.value]) if claim.members is None else claim.members
    optimal = None if isinstance(value, frozenset) else optimal_choices(claim.node, claim.given)
    right = value if isinstance(value, frozenset) else optimal or frozenset([value])
    if printed == right:
        return Finding(claim, Verdict.EXACT)
    if optimal is None or not printed <= optimal:
        return Finding(claim, Verdict.CONTRADICTED, reason=f"it is {as_written(right)}")
    reason = f"all optimal ones are {as_written(optimal)}"
    return Finding(claim, Verdict.ANOTHER, value, reason=reason)


def is_of_sets(claim: Claim, value: object) -> bool:
    """Whether a set is printed, or one number where the value is a set of numbers."""
    if claim.members is None:
        return isinstance(value, frozenset) and all(isinstance(one, Exact) for one in value)
    may_be_number = claim.printed.places is not None  # as {0,65} may in LaTeX
    is_set = isinstance(value, frozenset) or optimal_choices(claim.node, claim.given)
    return not may_be_number or bool(is_set)


JudgeOfValue = Callable[[Claim, object], Finding]
Ends = tuple[tuple[str, Exact], ...]  # such as (">=", 1/4), ("<", 1/3)
# A number, and what it may be by how it is rounded.
Said = tuple[Linear, Callable[[Rounding], Ends]]
WAYS = (*NEAREST, Rounding.DOWN)  # of rounding, among them cutting off
OPEN_TIES = ("", ANY, "random")  # of a document, where any optimal choice may be printed
PASSES_BY = "those that never come there by their own choices may do anything there"
WITHIN_BOUNDS = "the game is known within bounds alone, which do not tell which are optimal"


def _leave_undecided(finding: Finding, why: str) -> Finding:
    """Wrong for the first optimum, it may be right for another: nobody has looked."""
    reason = f"{finding.verdict} for the first optimum; for the others {why}"
    return replace(finding, verdict=Verdict.UNDECIDED, reason=reason)


def _better_finding(finding: Finding, other: Finding) -> Finding:
    """The finding that other optima give instead; that of the first optimum where this holds as cut
    off, and no other as rounded.
    """
    is_better = finding.verdict != Verdict.TRUNCATED or other.verdict == Verdict.OTHER_TIES
    return other if is_better else finding


# --- one number, one law --------------------------------------------------------------------------


def _judge_other_mixtures(finding: Finding, judge: JudgeOfValue) -> Finding:
    """The finding on a number that asks for a mixture; where it is wrong for the one that is found,
    whether another has it.
    """
    claim = finding.claim
    number = linear(claim.node, claim.given)
    found = number.extent()
    text = interval_text(found.lower, found.upper, claim.printed.places)
    where = f"over all optimal strategies it is in {text}"
    judged = judge(claim, min(max(claim.printed.value, found.lower), found.upper))
    if holds(judged):
        is_cut = judged.verdict == Verdict.TRUNCATED
        return _other_mixture_finding(
            replace(finding, correct=judged.correct), number, where, is_cut
        )
    if number.laws.may_pass_by:
        return _leave_undecided(finding, f"it is in {text}, and {PASSES_BY}")
    return replace(finding, reason=where) if found.width else finding


def _other_mixture_finding(finding: Finding, number: Linear, why: str, is_cut: bool) -> Finding:
    """The finding that another mixture has what is printed, where its decimals are cut off or
    not.
    """
    if number.laws.strategies.is_outer:
        return _leave_undecided(finding, WITHIN_BOUNDS)
    if is_cut:
        return _truncated_finding(finding, why)
    return replace(finding, verdict=Verdict.OTHER_TIES, reason=why, modes=())


def _truncated_finding(finding: Finding, why: str) -> Finding:
    return replace(finding, verdict=Verdict.TRUNCATED, reason=why, modes=(Rounding.DOWN,))


def judge_other_mixed_actions(finding: Finding) -> Finding:
    """The finding on a printed law: whether an optimal mixture has all its chances."""
    if finding.verdict not in NOT_ROUNDED or not mixtures_in(finding.claim.node):
        return finding
    try:
        numbers = list(_printed_numbers(finding.claim))
    except UnsolvableError as error:
        return _better_finding(finding, _leave_undecided(finding, str(error)))
    laws = numbers[0][0].laws
    for mode in WAYS:
        if laws.strategies.possible([*_conditions(numbers, mode), laws.comes()]):
            why, is_cut = "another optimal strategy has this law", mode == Rounding.DOWN
            return _better_finding(
                finding, _other_mixture_finding(finding, numbers[0][0], why, is_cut)
            )
    if laws.may_pass_by:
        other = _leave_undecided(finding, f"no law that they have is printed so, and {PASSES_BY}")
    else:
        reason = f"{finding.reason}; no optimal strategy has this law"
        other = replace(finding, reason=reason)
    return _better_finding(finding, other)


# --- what a claim says of the weights -------------------------------------------------------------


def _conditions(numbers: Sequence[Said], mode: Rounding) -> list[Condition]:
    """Conditions on the weights of an optimal strategy by the printed numbers, rounded so."""
    return [number.compared(mark, end) for number, ends in numbers for mark, end in ends(mode)]


def _printed_numbers(claim: Claim) -> Iterator[Said]:
    """The numbers that the claim prints; `NoRange` where one is not linear in a mixture."""
    if claim.law is None or not is_one_draw(claim.node):  # {2: 1} may be odds
        yield linear(claim.node, claim.given), partial(_rounding_ends, claim)
        return
    of_outcomes = chances(claim.node, claim.given)
    written = {as_written(one).replace(" ", ""): number for one, number in of_outcomes.items()}
    never = next(iter(of_outcomes.values())) * 0
    printed, least = dict(claim.law), omission_threshold(claim.law)
    for name, chance in claim.law:
        yield (
            written.get(name, never),
            partial(_rounding_ends, replace(claim, printed=chance, law=None)),
        )
    for name, number in written.items():
        if name not in printed:
            yield number, lambda _: (("<=", least),)


def _rounding_ends(claim: Claim, mode: Rounding) -> Ends:
    """Between which ends lies what the claim's number may have been before it was rounded so."""
    printed = claim.printed
    if claim.kind in (Kind.AT_MOST, Kind.AT_LEAST):
        allowed = allowed_by(claim)
        ends = ((">=", allowed.least), ("<=", allowed.most))
        return tuple((mark, end) for mark, end in ends if end is not None)
    # A chance without decimals, as 0 and 1, is meant exactly.
    if claim.kind == Kind.ROUNDED and printed.places == 0:
        return (("==", printed.value),)
    if _allows_truncation(claim):
        kind = Kind.TRUNCATED if mode == Rounding.DOWN else Kind.ROUNDED
        least, most = cell_ends(claim_cell(replace(claim, kind=kind)))
        rounded_so = [mode in printed.modes(end) for end in (least, most)]
        above = ">=" if rounded_so[0] else ">"
        below = "<=" if rounded_so[1] else "<"
        return (above, least), (below, most)
    least, most = cell_ends(claim_cell(claim))
    return (">=", least), ("<=", most)


def _allows_truncation(claim: Claim) -> bool:
    """Whether decimals may have been cut off without the author saying so."""
    return claim.kind == Kind.ROUNDED and not claim.is_near


# --- sentences ------------------------------------------------------------------------------------


def _judge_statement_over_mixtures(finding: Finding) -> Finding:
    """The finding on a statement about mixtures: whether it is true for some optimal strategy, and
    whether for every one.
    """
    if finding.verdict not in (Verdict.TRUE, Verdict.FALSE):
        return finding
    for_some, for_every, why = None, None, WITHIN_BOUNDS
    try:
        for_some, for_every = truth(finding.claim.node, finding.claim.given)
    except UnsolvableError as error:
        why = str(error)
    if for_every:
        which = "for every optimal strategy"
        return replace(finding, verdict=Verdict.TRUE, reason=which)
    if for_some is False:
        verdict, which = Verdict.FALSE, "for no optimal strategy, and in the one found"
    elif for_some and for_every is False:
        which = "for some optimal strategy, not for every one"
        return replace(finding, verdict=Verdict.OTHER_TIES, value=True, reason=which)
    # What is known where nobody has looked at the other optimal strategies.
    elif finding.verdict == Verdict.FALSE:
        return _leave_undecided(finding, why)
    else:
        verdict, which = Verdict.TRUE, f"for the optimal strategy that is found ({why})"
    reason = f"{which}: {finding.reason}" if finding.reason else which
    return replace(finding, verdict=verdict, reason=reason)


# --- the entries of one strategy ------------------------------------------------------------------


def is_entry(finding: Finding) -> bool:
    """Whether the finding is that a number or a distribution of an optimal mixture holds."""
    is_number = finding.estimate is None and finding.claim.kind != Kind.STATEMENT
    return is_number and holds(finding) and bool(mixtures_in(finding.claim.node))


class _Entry(NamedTuple):
    """A claim of a document about a player's optimal strategy."""

    place: int
    claim: Claim
    numbers: Sequence[Said]
    is_cut: bool  # only as cut off is it right

    def conditions(self, mode: Rounding) -> list[Condition]:
        """Conditions on the weights where the numbers of the document are rounded so."""
        return _conditions(self.numbers, Rounding.DOWN if self.is_cut else mode)


def judge_entries(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, where those on entries of one strategy that each hold for some optimal strategy
    hold for one together, perhaps as decimals that are all cut off; else those that contradict each
    other do not.

    The entries of a document for one player of one game are those of one strategy, where `run` does
    not say otherwise.
    """
    found, groups = list(findings), dict[object, list[_Entry]]()
    others = set()  # strategies that are not the one that was found
    for place, finding in enumerate(findings):
        if not is_entry(finding):
            continue
        try:
            numbers = list(_printed_numbers(finding.claim))
            entry = _Entry(place, finding.claim, numbers, finding.verdict == Verdict.TRUNCATED)
            entry.conditions(Rounding.DOWN)
        except ExactDiceError:  # no interval, or no number that is linear in one mixture
            continue
        of = (numbers[0][0].laws.of, finding.claim.run)
        groups.setdefault(of, []).append(entry)
        if finding.verdict in (Verdict.OTHER_TIES, Verdict.TRUNCATED):
            others.add(of)
    for strategy, entries in groups.items():
        if strategy in others:
            _judge_together(entries, found)
    return found


def _judge_together(entries: list[_Entry], found: list[Finding]) -> None:
    """Put into `found` what holds of entries of one strategy together."""
    strategies, left = entries[0].numbers[0][0].laws.strategies, entries

    def is_possible(mode: Rounding) -> bool:
        return strategies.possible([one for entry in left for one in entry.conditions(mode)])

    while left and not any(map(is_possible, NEAREST)):
        if is_possible(Rounding.DOWN):
            reason = "an optimal strategy has all the entries with decimals cut off, none rounded"
            for place, claim, _, _ in left:
                if found[place].verdict != Verdict.EXACT and _allows_truncation(claim):
                    found[place] = _truncated_finding(found[place], reason)
            return
        # Entries that no optimal strategy has together: few, where they contradict each other by
        # more than the way of rounding. Rounded half up, or half down, the ends are the same.
        said = [(one, condition) for one in left for condition in one.conditions(Rounding.HALF_UP)]
        against = strategies.conflict([condition for _, condition in said])
        conflict = [*{said[k][0].place: said[k][0] for k in against}.values()] or left
        for entry in conflict:
            others = [one.claim for one in conflict if one is not entry]
            named = ", ".join(f"{one.printed.text} ({one.name})" for one in others)
            reason = f"an optimal strategy has it, but none together with {named}"
            verdict = Verdict.CONTRADICTED
            if not entry.claim.run:
                reason += ": say by run= which strategy each is of"
                verdict = Verdict.UNDECIDED
            place = entry.place
            found[place] = replace(found[place], verdict=verdict, reason=reason, modes=())
        left = [one for one in left if one not in conflict]


# --- ties -----------------------------------------------------------------------------------------


def judge_other_optima(finding: Finding, judge: JudgeOfValue) -> Finding:
    """The finding on a number that is wrong, or cut off; where it holds for another optimum, that
    it does.

    `judge` is the judge of the claim, given the value of its query.
    """
    claim = finding.claim
    try:
        if mixtures_in(claim.node):  # which has no ties to break
            other = _judge_other_mixtures(finding, judge)
        elif claim.ties not in OPEN_TIES:
            return finding
        else:
            choices = optimal_choices(claim.node, claim.given)
            if choices is None or len(choices) == 1:
                other = _judge_other_values(finding, judge)
            elif claim.printed.value not in choices:
                other = replace(finding, reason=f"it is one of {as_written(choices)}")
            else:
                reason = f"all optimal ones are {as_written(choices)}"
                other = replace(finding, verdict=Verdict.ANOTHER, reason=reason, modes=())
    except UnsolvableError as error:
        other = _leave_undecided(finding, str(error))
    return _better_finding(finding, other)


def _judge_other_values(finding: Finding, judge: JudgeOfValue) -> Finding:
    """The finding on a number that another optimal strategy gives: one whose tie-break has a name,
    or of the exact range over all ways to break ties.
    """
    claim = finding.claim
    if claim.ties not in ("", ANY) or not ties_matter(claim.node, claim.given):
        return finding
    values = dict(tie_breaks(claim.node, claim.given))
    judged = {name: judge(claim, value) for name, value in values.items()}
    held = {name: one for name, one in judged.items() if holds(one)}
    found = range_over_ties(claim.node, claim.given)
    if found is None and len(set(values.values())) == 1:
        return finding  # as far as anyone knows, ties do not matter
    reason = f"ties = {' or '.join(held)} gives it" if held else "a mixture gives it"
    right = list(held.values())
    if found is not None:
        # What a printed number allows is an interval around it: it holds for some value of the
        # range when it does for the nearest one.
        nearest = judge(claim, min(max(claim.printed.value, found.lower), found.upper))
        right += [nearest] if holds(nearest) else []
        text = interval_text(found.lower, found.upper, claim.printed.places)
        where = f"over all optimal strategies it is in {text}"
        if not right:
            return replace(finding, reason=where)
        reason = f"{where}; {reason}"
    elif not right:
        return _leave_undecided(finding, "no exact range of this query is known")
    if all(one.verdict == Verdict.TRUNCATED for one in right):
        return _truncated_finding(finding, reason)
    return replace(finding, verdict=Verdict.OTHER_TIES, reason=reason, modes=())


def judge_statement_over_optima(finding: Finding) -> Finding:
    """The finding on a statement; where it is false but true for another optimum, that it is."""
    claim = finding.claim
    if mixtures_in(claim.node):
        return _judge_statement_over_mixtures(finding)
    if finding.verdict != Verdict.FALSE or claim.ties not in ("", ANY):
        return finding
    try:
        # Perhaps it holds when each choice in it may be any optimal one.
        node = by_membership(claim.node)
        if node is not None and evaluate_query(node, claim.given) is True:
            reason = "an optimal choice is as it says; the first one is another"
        else:
            named = []
            for ties in ("last", "random"):
                broken = with_ties(claim.node, ties, claim.given)
                given = given_with_ties(claim.given, ties)
                is_other = broken != claim.node or given != dict(claim.given)
                if is_other and evaluate_query(broken, given) is True:
                    named.append(ties)
            if not named:
                return finding
            reason = f"with ties = {' or '.join(named)}"
    except UnsolvableError as error:
        return _leave_undecided(finding, str(error))
    return replace(finding, verdict=Verdict.OTHER_TIES, value=True, reason=reason)
