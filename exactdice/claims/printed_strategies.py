"""What is printed of an optimal strategy where there are several: each number and each law by
whether an optimal strategy has it, sentences by whether they are true for some or for every one,
and the entries of one strategy together by a programme with what each cell may have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..errors import ExactDiceError, NoRange, UnsolvableError
from ..exact import NEAREST, Exact, Rounding
from ..matrices.optimal_laws import Condition, Strategies
from ..queries.optimal_mixtures import Linear, chances, is_one_draw, linear, mixtures_in, truth
from ..words.written import as_written
from .approximate import ALLOWED
from .cells import cell_of, ends_of_cell
from .claim import Claim, Kind
from .consistency import interval_text
from .printed_laws import left_out_below
from .verdict import NOT_ROUNDED, Finding, Verdict, holds

JudgeOfValue = Callable[[Claim, object], Finding]
Ends = tuple[tuple[str, Exact], ...]  # such as (">=", 1/4), ("<", 1/3)
Said = tuple[
    Linear, Callable[[Rounding], Ends]
]  # a number, and what it may be by how it is rounded
WAYS = (*NEAREST, Rounding.DOWN)  # of rounding, among them cutting off
FEW = 3  # entries that contradict each other that are named
PASSES_BY = "those that never come there by their own choices may do anything there"
WITHIN_BOUNDS = "the game is known within bounds alone, which do not tell which are optimal"


def unknown(finding: Finding, why: str) -> Finding:
    """Wrong for the first optimum, it may be right for another: nobody has looked."""
    reason = f"{finding.verdict} for the first optimum; for the others {why}"
    return replace(finding, verdict=Verdict.UNDECIDED, reason=reason)


def better_of(finding: Finding, other: Finding) -> Finding:
    """The finding that other optima give instead; that of the first optimum where this holds as cut
    off, and no other as rounded.
    """
    is_better = finding.verdict != Verdict.TRUNCATED or other.verdict == Verdict.OTHER_TIES
    return other if is_better else finding


# --- one number, one law --------------------------------------------------------------------------


def of_another_mixture(finding: Finding, judge: JudgeOfValue) -> Finding:
    """The finding on a number that asks for a mixture; where it is wrong for the one that is found,
    whether another has it.
    """
    claim = finding.claim
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
    if is_cut:
        return _as_cut(finding, why)
    return replace(finding, verdict=Verdict.OTHER_TIES, reason=why, modes=())


def _as_cut(finding: Finding, why: str) -> Finding:
    return replace(finding, verdict=Verdict.TRUNCATED, reason=why, modes=(Rounding.DOWN,))


def law_of_another_mixture(finding: Finding) -> Finding:
    """The same of a printed law: whether an optimal mixture has all its chances."""
    if finding.verdict not in NOT_ROUNDED or not mixtures_in(finding.claim.node):
        return finding
    return better_of(finding, _law_of_another(finding))


def _law_of_another(finding: Finding) -> Finding:
    try:
        numbers = list(_numbers(finding.claim))
    except UnsolvableError as error:
        return unknown(finding, str(error))
    number, _ = numbers[0]
    for mode in WAYS:
        if number.laws.strategies.possible([*_conditions(numbers, mode), number.laws.comes()]):
            is_cut = mode == Rounding.DOWN
            return _another(finding, number, "another optimal strategy has this law", is_cut)
    if number.laws.may_pass_by:
        return unknown(finding, f"no law that they have is printed so, and {PASSES_BY}")
    return replace(finding, reason=f"{finding.reason}; no optimal strategy has this law")


# --- what a claim says of the weights -------------------------------------------------------------


def _conditions(numbers: Sequence[Said], mode: Rounding) -> list[Condition]:
    """What the printed numbers say of the weights of an optimal strategy where they are rounded
    so.
    """
    return [number.compared(mark, end) for number, ends in numbers for mark, end in ends(mode)]


def _numbers(claim: Claim) -> Iterator[Said]:
    """The numbers that the claim prints; `NoRange` where one is not linear in a mixture."""
    if claim.law is None or not is_one_draw(claim.node):  # {2: 1} may be odds
        yield linear(claim.node, claim.given), partial(_ends, claim)
        return
    of_outcomes = chances(claim.node, claim.given)
    written = {as_written(one).replace(" ", ""): number for one, number in of_outcomes.items()}
    never = next(iter(of_outcomes.values())).times(0)
    printed, least = dict(claim.law), left_out_below(claim.law)
    for name, chance in claim.law:
        yield written.get(name, never), partial(_ends, replace(claim, printed=chance, law=None))
    for name, number in written.items():
        if name not in printed:
            yield number, lambda _: (("<=", least),)


def _ends(claim: Claim, mode: Rounding) -> Ends:
    """Between which ends lies what the claim's number may have been before it was rounded so."""
    printed = claim.printed
    if claim.kind in (Kind.AT_MOST, Kind.AT_LEAST):
        allowed = ALLOWED[claim.kind](claim)
        ends = ((">=", allowed.least), ("<=", allowed.most))
        return tuple((mark, end) for mark, end in ends if end is not None)
    if claim.kind == Kind.ORDER:
        raise NoRange("an order of magnitude is no interval")
    # A chance without decimals, as 0 and 1, is meant exactly.
    if claim.kind == Kind.ROUNDED and printed.places == 0:
        return (("==", printed.value),)
    if _may_be_cut(claim):
        kind = Kind.TRUNCATED if mode == Rounding.DOWN else Kind.ROUNDED
        least, most = ends_of_cell(cell_of(replace(claim, kind=kind)))
        rounded_so = [mode in printed.modes(end) for end in (least, most)]
        return (">=" if rounded_so[0] else ">", least), ("<=" if rounded_so[1] else "<", most)
    least, most = ends_of_cell(cell_of(claim))
    return (">=", least), ("<=", most)


def _may_be_cut(claim: Claim) -> bool:
    """Whether decimals may have been cut off without the author saying so."""
    return claim.kind == Kind.ROUNDED and not claim.is_near


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
    numbers: Sequence[Said]
    is_cut: bool  # only as cut off is it right

    def conditions(self, mode: Rounding) -> list[Condition]:
        """What it says of the weights where the numbers of the document are rounded so."""
        return _conditions(self.numbers, Rounding.DOWN if self.is_cut else mode)


def is_entry(finding: Finding) -> bool:
    """Whether the finding is that a number or a law of an optimal mixture holds."""
    is_number = finding.estimate is None and finding.claim.kind != Kind.STATEMENT
    return is_number and holds(finding) and bool(mixtures_in(finding.claim.node))


def entries_together(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, where those on entries of one strategy that each hold for some optimal strategy
    hold for one together, perhaps as decimals that are all cut off; else those that contradict each
    other do not.

    The entries of a document for one player of one game are those of one strategy, where `run` does
    not say otherwise.
    """
    found = list(findings)
    for left in _strategies(findings):
        while left and not any(_possible(left, mode) for mode in NEAREST):
            if _possible(left, Rounding.DOWN):
                for one in left:
                    found[one.place] = _cut_off(findings[one.place])
                break
            conflict = _conflict(left)
            for one in conflict:
                found[one.place] = _conflicting(findings[one.place], one, conflict)
            left = [one for one in left if one not in conflict]
    return found


def _strategies(findings: Sequence[Finding]) -> list[list[_Entry]]:
    """The entries of each strategy that is not the one that was found."""
    groups: dict[object, list[_Entry]] = {}
    others = set()
    for place, finding in enumerate(findings):
        if not is_entry(finding):
            continue
        try:
            numbers = list(_numbers(finding.claim))
            entry = _Entry(place, finding.claim, numbers, finding.verdict == Verdict.TRUNCATED)
            entry.conditions(Rounding.DOWN)
        except ExactDiceError:  # no interval, or no number that is linear in one mixture
            continue
        of = (numbers[0][0].laws.of, finding.claim.run)
        groups.setdefault(of, []).append(entry)
        if finding.verdict in (Verdict.OTHER_TIES, Verdict.TRUNCATED):
            others.add(of)
    return [groups[of] for of in groups if of in others]


def _possible(entries: Sequence[_Entry], mode: Rounding) -> bool:
    """Whether an optimal strategy has all the entries where they are rounded so."""
    conditions = [condition for entry in entries for condition in entry.conditions(mode)]
    return _strategies_of(entries).possible(conditions)


def _strategies_of(entries: Sequence[_Entry]) -> Strategies:
    return entries[0].numbers[0][0].laws.strategies


def _conflict(entries: Sequence[_Entry]) -> list[_Entry]:
    """Entries that no optimal strategy has together: few, where they contradict each other by more
    than the way of rounding.
    """
    # Rounded half up, or half down, the ends are the same.
    said = [(one, condition) for one in entries for condition in one.conditions(Rounding.HALF_UP)]
    against = _strategies_of(entries).conflict([condition for _, condition in said])
    return list({said[k][0].place: said[k][0] for k in against}.values()) or list(entries)


def _cut_off(finding: Finding) -> Finding:
    """The finding on an entry that an optimal strategy has together with all the others where the
    decimals of all of them are cut off, and none where they are rounded.
    """
    if finding.verdict == Verdict.EXACT or not _may_be_cut(finding.claim):
        return finding
    reason = "an optimal strategy has all the entries with decimals cut off, none rounded"
    return _as_cut(finding, reason)


def _conflicting(finding: Finding, entry: _Entry, conflict: Sequence[_Entry]) -> Finding:
    others = [one.claim for one in conflict if one is not entry]
    named = ", ".join(f"{one.printed.text} ({one.name})" for one in others[:FEW])
    more = ", ..." if len(others) > FEW else ""
    reason = f"an optimal strategy has it, but none together with {named}{more}"
    if entry.claim.run:
        return replace(finding, verdict=Verdict.CONTRADICTED, reason=reason, modes=())
    reason += ": say by run= which strategy each is of"
    return replace(finding, verdict=Verdict.UNDECIDED, reason=reason, modes=())
