"""What is printed of an optimal strategy where there are several: each number and each law by
whether an optimal strategy has it, sentences by whether they are true for some or for every one,
and the entries of one strategy together by a programme with what each cell may have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..errors import ExactDiceError, NoRange, UnsolvableError
from ..exact import Exact
from ..matrices.optimal_laws import Condition
from ..queries.optimal_mixtures import Linear, chances, linear, mixtures_in, truth
from ..words.written import as_written
from .approximate import ALLOWED
from .cells import cell_of, ends_of_cell
from .claim import Claim, Kind
from .consistency import interval_text
from .printed_laws import left_out_below
from .verdict import WRONG, Finding, Verdict, holds

JudgeOfValue = Callable[[Claim, object], Finding]
Ends = tuple[Exact | None, Exact | None]
FEW = 3  # entries that contradict each other that are named
PASSES_BY = "those that never come there by their own choices may do anything there"
WITHIN_BOUNDS = "the game is known within bounds alone, which do not tell which are optimal"


def unknown(finding: Finding, why: str) -> Finding:
    """Wrong for the first optimum, it may be right for another: nobody has looked."""
    reason = f"{finding.verdict} for the first optimum; for the others {why}"
    return replace(finding, verdict=Verdict.UNDECIDED, reason=reason)


# --- one number, one law --------------------------------------------------------------------------


def of_another_mixture(finding: Finding, judge: JudgeOfValue) -> Finding:
    """The finding on a number that asks for a mixture; where it is wrong for the one that is found,
    whether another has it.
    """
    claim = finding.claim
    if finding.verdict not in WRONG:
        return finding
    number = linear(claim.node, claim.given)
    found = number.extent()
    nearest = min(max(claim.printed.value, found.lower), found.upper)
    where = f"over all optimal strategies it is in {_interval(claim, found.lower, found.upper)}"
    judged = judge(claim, nearest)
    if holds(judged):
        nearer = replace(finding, correct=judged.correct)
        return _another(nearer, number, where, judged.verdict == Verdict.TRUNCATED)
    if number.laws.may_pass_by:
        return unknown(finding, f"{where[len('over all optimal strategies ') :]}, and {PASSES_BY}")
    return replace(finding, reason=where) if found.width else finding


def _interval(claim: Claim, lower: Exact, upper: Exact) -> str:
    return interval_text(lower, upper, claim.printed.places)


def _another(finding: Finding, number: Linear, why: str, is_cut: bool) -> Finding:
    """The finding that another mixture has what is printed, where its decimals are cut off or
    not.
    """
    if number.laws.strategies.is_outer:
        return unknown(finding, WITHIN_BOUNDS)
    verdict = Verdict.TRUNCATED if is_cut else Verdict.OTHER_TIES
    return replace(finding, verdict=verdict, reason=why, modes=())


def law_of_another_mixture(finding: Finding) -> Finding:
    """The same of a printed law: whether an optimal mixture has all its chances."""
    if finding.verdict not in WRONG or not mixtures_in(finding.claim.node):
        return finding
    try:
        asked = {is_cut: conditions(finding.claim, is_cut) for is_cut in (False, True)}
    except UnsolvableError as error:
        return unknown(finding, str(error))
    number, _ = asked[False][0]
    strategies, comes = number.laws.strategies, number.laws.comes()
    for is_cut, here in asked.items():
        if strategies.possible([*(one for _, one in here), comes]):
            return _another(finding, number, "another optimal strategy has this law", is_cut)
    if number.laws.may_pass_by:
        return unknown(finding, f"no law that they have is printed so, and {PASSES_BY}")
    return replace(finding, reason=f"{finding.reason}; no optimal strategy has this law")


# --- what a claim says of the weights -------------------------------------------------------------


def conditions(claim: Claim, is_cut: bool = True) -> list[tuple[Linear, Condition]]:
    """What the claim says of the weights of an optimal strategy: for each number that is printed
    the condition that it is at least, and that it is at most, what it may have been before it was
    rounded, or where `is_cut` allows that cut off.

    Raises `NoRange` where the number is not linear in a mixture.
    """
    found = []
    for number, (least, most) in _numbers(claim, is_cut):
        if least is not None:
            found.append((number, number.compared(">=", least)))
        if most is not None:
            found.append((number, number.compared("<=", most)))
    return found


def _numbers(claim: Claim, is_cut: bool) -> Iterator[tuple[Linear, Ends]]:
    """The numbers that the claim prints, each with what it may have been."""
    if claim.law is None or claim.printed.value:
        yield linear(claim.node, claim.given), _ends(claim, is_cut)
        return
    of_outcomes = chances(claim.node, claim.given)
    written = {as_written(one).replace(" ", ""): number for one, number in of_outcomes.items()}
    never = next(iter(of_outcomes.values())).times(0)
    printed = dict(claim.law)
    for name, chance in claim.law:
        yield written.get(name, never), _ends(replace(claim, printed=chance, law=None), is_cut)
    for name, number in written.items():
        if name not in printed:
            yield number, (0, left_out_below(claim.law))


def _ends(claim: Claim, is_cut: bool) -> Ends:
    """Between which numbers lies what the claim's number may have been."""
    if claim.kind in (Kind.AT_MOST, Kind.AT_LEAST):
        allowed = ALLOWED[claim.kind](claim)
        return allowed.least, allowed.most
    if claim.kind == Kind.ORDER:
        raise NoRange("an order of magnitude is no interval")
    # A chance without decimals, as 0 and 1, is meant exactly.
    if claim.kind == Kind.ROUNDED and claim.printed.places == 0:
        return claim.printed.value, claim.printed.value
    may_be_cut = is_cut and claim.kind == Kind.ROUNDED
    kinds = {claim.kind, Kind.TRUNCATED} if may_be_cut else {claim.kind}
    cells = [ends_of_cell(cell_of(replace(claim, kind=kind))) for kind in kinds]
    return min(least for least, _ in cells), max(most for _, most in cells)


# --- sentences ------------------------------------------------------------------------------------


def statement_over_mixtures(finding: Finding) -> Finding:
    """The finding on a statement about mixtures: whether it is true for some optimal strategy, and
    whether for every one.
    """
    if finding.verdict not in (Verdict.TRUE, Verdict.FALSE):
        return finding
    try:
        for_some, for_every = truth(finding.claim.node, finding.claim.given)
    except UnsolvableError as error:
        return _as_found(finding, str(error))
    if for_every:
        return replace(finding, verdict=Verdict.TRUE, reason="for every optimal strategy")
    if for_some is False:
        return _saying(finding, Verdict.FALSE, "for no optimal strategy, and in the one found")
    if for_some is None or for_every is None:
        return _as_found(finding, WITHIN_BOUNDS)
    reason = "for some optimal strategy, not for every one"
    return replace(finding, verdict=Verdict.OTHER_TIES, value=True, reason=reason)


def _as_found(finding: Finding, why: str) -> Finding:
    """What is known where nobody has looked at the other optimal strategies."""
    if finding.verdict == Verdict.FALSE:
        return unknown(finding, why)
    return _saying(finding, Verdict.TRUE, f"for the optimal strategy that is found ({why})")


def _saying(finding: Finding, verdict: Verdict, which: str) -> Finding:
    reason = f"{which}: {finding.reason}" if finding.reason else which
    return replace(finding, verdict=verdict, reason=reason)


# --- the entries of one strategy ------------------------------------------------------------------


@dataclass(frozen=True)
class _Entry:
    """A claim of a document about a player's optimal strategy."""

    place: int
    claim: Claim
    asked: Sequence[tuple[Linear, Condition]]


def is_entry(finding: Finding) -> bool:
    """Whether the finding is that a number or a law of an optimal mixture holds."""
    is_number = finding.estimate is None and finding.claim.kind != Kind.STATEMENT
    return is_number and holds(finding) and bool(mixtures_in(finding.claim.node))


def entries_together(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, where those on entries of one strategy that each hold for some optimal strategy
    hold for one together; else those that contradict each other do not.

    The entries of a document for one player of one game are those of one strategy, where `run` does
    not say otherwise.
    """
    found = list(findings)
    for entries in _strategies(findings):
        for conflict in _conflicts(entries):
            for one in conflict:
                found[one.place] = _conflicting(findings[one.place], one, conflict)
    return found


def _strategies(findings: Sequence[Finding]) -> list[list[_Entry]]:
    """The entries of each strategy that is not the one that was found."""
    groups: dict[object, list[_Entry]] = {}
    others = set()
    for place, finding in enumerate(findings):
        if not is_entry(finding):
            continue
        try:
            entry = _Entry(place, finding.claim, conditions(finding.claim))
        except ExactDiceError:  # no interval, or no number that is linear in one mixture
            continue
        of = (entry.asked[0][0].laws.of, finding.claim.run)
        groups.setdefault(of, []).append(entry)
        if finding.verdict == Verdict.OTHER_TIES:
            others.add(of)
    return [groups[of] for of in groups if of in others]


def _conflicts(entries: Sequence[_Entry]) -> Iterator[list[_Entry]]:
    """Entries that no optimal strategy has together, until one has all that are left."""
    left = list(entries)
    while left:
        rows = [(entry, condition) for entry in left for _, condition in entry.asked]
        strategies = left[0].asked[0][0].laws.strategies
        against = strategies.conflict([condition for _, condition in rows])
        if not against:
            return
        conflict = list({rows[k][0].place: rows[k][0] for k in against}.values())
        yield conflict
        left = [entry for entry in left if entry not in conflict]


def _conflicting(finding: Finding, entry: _Entry, conflict: Sequence[_Entry]) -> Finding:
    others = [one.claim for one in conflict if one is not entry]
    named = ", ".join(f"{one.printed.text} ({one.name})" for one in others[:FEW])
    more = ", ..." if len(others) > FEW else ""
    reason = f"an optimal strategy has it, but none together with {named}{more}"
    if entry.claim.run:
        return replace(finding, verdict=Verdict.CONTRADICTED, reason=reason, modes=())
    reason += ": say by run= which strategy each is of"
    return replace(finding, verdict=Verdict.UNDECIDED, reason=reason, modes=())
