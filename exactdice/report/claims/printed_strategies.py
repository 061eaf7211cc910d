"""What is printed of an optimal strategy where there are several: each number and each law by
whether an optimal strategy has it, sentences by whether they are true for some or for every one,
and the entries of one strategy together by a programme with what each cell may have been.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

from ...distributions.distribution import Distribution
from ...exact.errors import ClaimsError, ExactDiceError, NoRange, QueryError, UnsolvableError
from ...exact.numbers import NEAREST, Exact, Rounding
from ...game.text_of_values import as_written
from ...linear.matrices.optimal_laws import Condition, Strategies
from ...query.evaluate import evaluate_query
from ...query.optimal_mixtures import Linear, chances, is_one_draw, linear, mixtures_in, truth
from ...query.register import Answer
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
from ...query.values import is_law, said
from ..printed.decimals import UnclearMark
from ..printed.spellings import Printed, unwrapped
from .claim import NOT_ROUNDED, OPEN, WRONG, Claim, Finding, Kind, Tolerance, Verdict, holds
from .rounded import allowed_by, cell_of, ends_of_cell, judge_near, judge_rounded
from .values import NEAR, interval_text, is_declared, is_whole, short_decimal

PrintedLaw = tuple[tuple[str, Printed], ...]  # the outcomes with their chances
# An entry begins after a comma, with its outcome and a colon.
OUTCOME = r"-?\d{1,30}(?:[/.]\d{1,30})?|[A-Za-z_]\w{0,60}|\([^(){}:]{1,200}\)"
ENTRY = re.compile(rf"[,;]\s{{0,9}}(?P<outcome>{OUTCOME})\s{{0,9}}(?::|\\colon|\\mapsto)", re.ASCII)
UPRIGHT = re.compile(r"\\(?:mathrm|text|textrm|mbox)\{([^\\{}]{0,80})\}")


def law_printed(text: str, read: Callable[[str], Printed]) -> PrintedLaw | None:
    r"""The outcomes of the law that a text prints, with their chances as `read` reads them; None
    where it prints none.

    >>> from ..printed.numbers import parse_printed
    >>> [name for name, _ in law_printed(r"$\{1: \frac{1}{3}, 2: \frac{2}{3}\}$", parse_printed)]
    ['1', '2']
    >>> law_printed("{1, 2}", parse_printed) is None
    True
    """
    if "{" not in text:  # as nearly all texts
        return None
    before, inside, _ = unwrapped(text.strip())
    is_escaped = inside.startswith("\\{") and inside.endswith("\\}")
    if not (is_escaped or "{" in before):
        return None
    inside = UPRIGHT.sub(r"\1", inside[2:-2] if is_escaped else inside).replace("\\_", "_")
    inside = f",{inside.strip()}"  # so that the first entry stands after a comma as well
    found = list(ENTRY.finditer(inside))
    if not found or found[0].start():
        return None
    ends = [after.start() for _, after in pairwise(found)] + [len(inside)]
    entries = [
        ("".join(one["outcome"].split()), _chance(inside[one.end() : end].strip(), read))
        for one, end in zip(found, ends, strict=True)
    ]
    counted = Counter(name for name, _ in entries)
    (name, times), *_ = counted.most_common(1)
    if times > 1:
        raise ClaimsError(f"a printed law must have each outcome once, got {name} {times} times")
    return tuple(entries)


def _chance(text: str, read: Callable[[str], Printed]) -> Printed:
    """The chance as it is printed, whose mark must be clear."""
    try:
        return read(text)
    except UnclearMark as error:  # of a single number both readings would be tried
        raise ClaimsError(str(error)) from error


def is_of_laws(claim: Claim, value: object) -> bool:
    """Whether a law is printed; what reads as odds too, as {3: 1}, is one where the value is."""
    return claim.law is not None and (is_law(value) or not claim.printed.value)


def judge_law(claim: Claim, value: object) -> Finding:
    """The finding on a printed law, given the law of its query."""
    found = _law_compared(claim, value)
    if found.verdict not in WRONG or claim.ties not in ("", ANY):
        return found
    broken = list(broken_queries(claim.node, claim.given))
    named = [
        name
        for name, node, given in broken
        if holds(_law_compared(claim, evaluate_query(node, given)))
    ]
    if named:
        reason = f"ties = {' or '.join(named)} gives it"
        return Finding(claim, Verdict.OTHER_TIES, reason=reason)
    if not broken:
        return found
    reason = f"{found.verdict} for the first optimum: {found.reason}"
    reason += "; other ways to break ties may give it"
    return replace(found, verdict=Verdict.UNDECIDED, reason=reason)


def _law_compared(claim: Claim, value: object) -> Finding:
    """The finding on the chances of all outcomes: as bad as the worst."""
    if not isinstance(value, Distribution):
        kind = "a law without an end" if is_law(value) else said(value)
        raise QueryError(
            "a printed law needs a query whose value is a law of finitely many outcomes, got "
            f"{kind}"
        )
    assert claim.law is not None  # as `is_of_laws` found
    chances = {as_written(one).replace(" ", ""): value.probability(one) for one in value}
    printed, least = dict(claim.law), left_out_below(claim.law)
    missing = [name for name in chances if name not in printed and chances[name] >= least]
    if missing:
        reason = f"outcomes are not printed: {', '.join(missing)}"
        return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    found = {name: _judged_chance(claim, one, chances.get(name, 0)) for name, one in claim.law}
    worst = max((one.verdict for one in found.values()), key=list(Verdict).index)
    rounded = [set(one.modes) for one in found.values() if one.verdict != Verdict.EXACT]
    shared = set(Rounding).intersection(*rounded) if rounded else set[Rounding]()
    modes = tuple(mode for mode in Rounding if mode in shared)  # that give all the chances
    if worst not in (*WRONG, *OPEN):
        # The chances may sum to 1, each a unit of its last place off at most, as one that is cut
        # off is; a whole number counts as it stands.
        entries = printed.values()
        total = Fraction(sum(entry.value for entry in entries))
        rounded_ones = (entry for entry in entries if not is_whole(entry))
        if abs(total - 1) > sum(2 * (entry.value - entry.cell.lower) for entry in rounded_ones):
            sums = f"sum to {short_decimal(total)}, which no rounding makes 1"
            reason = f"the chances that are printed {sums}"
            return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    reason = ""
    if worst in (*WRONG, *OPEN, Verdict.TRUNCATED):
        wrong = {name: one for name, one in found.items() if one.verdict == worst}
        reason = ", ".join(f"{name} has {one.correct or one.reason}" for name, one in wrong.items())
    return Finding(claim, worst, reason=reason, modes=modes)


def _judged_chance(claim: Claim, printed: Printed, chance: Exact) -> Finding:
    """The finding on one entry; in it a whole number says impossible or certain, or nearly so."""
    entry = replace(claim, printed=printed)
    if not is_whole(printed) or is_declared(entry):
        return judge_rounded(entry, chance)
    if printed.is_approximate:
        return judge_near(replace(entry, tolerance=Tolerance(NEAR, False)), chance)
    return judge_rounded(replace(entry, kind=Kind.EXACT), chance)


def left_out_below(law: PrintedLaw) -> Fraction:
    """The chance below which an outcome may be left out: one that rounds to 0 beside the others."""
    places = [one.places for _, one in law]
    # Beside fractions nothing is rounded.
    if not all(isinstance(one, int) for one in places):
        return Fraction(0)
    finest = max(0, *(one or 0 for one in places))
    return Fraction(1, 2 * 10**finest)


# --- sets -----------------------------------------------------------------------------------------


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
    is_number = "\\{" not in text and unwrapped(text.strip())[1].strip().isdecimal()
    if found is None or is_number:
        return None
    parts = [part.strip() for part in found["inside"].split(",")]
    if not all(MEMBER.fullmatch(part) for part in parts):
        return None
    return frozenset(int(part) if part.isdecimal() else part for part in parts)


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
    is_asked_for = isinstance(value, frozenset) or optimal_choices(claim.node, claim.given)
    return not may_be_number or bool(is_asked_for)


JudgeOfValue = Callable[[Claim, object], Finding]
Ends = tuple[tuple[str, Exact], ...]  # such as (">=", 1/4), ("<", 1/3)
# A number, and what it may be by how it is rounded.
Said = tuple[Linear, Callable[[Rounding], Ends]]
WAYS = (*NEAREST, Rounding.DOWN)  # of rounding, among them cutting off
OPEN_TIES = ("", ANY, "random")  # of a document, where any optimal choice may be printed
PASSES_BY = "those that never come there by their own choices may do anything there"
WITHIN_BOUNDS = "the game is known within bounds alone, which do not tell which are optimal"


def _unknown(finding: Finding, why: str) -> Finding:
    """Wrong for the first optimum, it may be right for another: nobody has looked."""
    reason = f"{finding.verdict} for the first optimum; for the others {why}"
    return replace(finding, verdict=Verdict.UNDECIDED, reason=reason)


def _better_of(finding: Finding, other: Finding) -> Finding:
    """The finding that other optima give instead; that of the first optimum where this holds as cut
    off, and no other as rounded.
    """
    is_better = finding.verdict != Verdict.TRUNCATED or other.verdict == Verdict.OTHER_TIES
    return other if is_better else finding


# --- one number, one law --------------------------------------------------------------------------


def _of_another_mixture(finding: Finding, judge: JudgeOfValue) -> Finding:
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
        return _another(replace(finding, correct=judged.correct), number, where, is_cut)
    if number.laws.may_pass_by:
        return _unknown(finding, f"it is in {text}, and {PASSES_BY}")
    return replace(finding, reason=where) if found.width else finding


def _another(finding: Finding, number: Linear, why: str, is_cut: bool) -> Finding:
    """The finding that another mixture has what is printed, where its decimals are cut off or
    not.
    """
    if number.laws.strategies.is_outer:
        return _unknown(finding, WITHIN_BOUNDS)
    if is_cut:
        return _as_cut(finding, why)
    return replace(finding, verdict=Verdict.OTHER_TIES, reason=why, modes=())


def _as_cut(finding: Finding, why: str) -> Finding:
    return replace(finding, verdict=Verdict.TRUNCATED, reason=why, modes=(Rounding.DOWN,))


def law_of_another_mixture(finding: Finding) -> Finding:
    """The same of a printed law: whether an optimal mixture has all its chances."""
    if finding.verdict not in NOT_ROUNDED or not mixtures_in(finding.claim.node):
        return finding
    try:
        numbers = list(_numbers(finding.claim))
    except UnsolvableError as error:
        return _better_of(finding, _unknown(finding, str(error)))
    laws = numbers[0][0].laws
    for mode in WAYS:
        if laws.strategies.possible([*_conditions(numbers, mode), laws.comes()]):
            why, is_cut = "another optimal strategy has this law", mode == Rounding.DOWN
            return _better_of(finding, _another(finding, numbers[0][0], why, is_cut))
    if laws.may_pass_by:
        other = _unknown(finding, f"no law that they have is printed so, and {PASSES_BY}")
    else:
        reason = f"{finding.reason}; no optimal strategy has this law"
        other = replace(finding, reason=reason)
    return _better_of(finding, other)


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
    never = next(iter(of_outcomes.values())) * 0
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
        allowed = allowed_by(claim)
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
        above = ">=" if rounded_so[0] else ">"
        below = "<=" if rounded_so[1] else "<"
        return (above, least), (below, most)
    least, most = ends_of_cell(cell_of(claim))
    return (">=", least), ("<=", most)


def _may_be_cut(claim: Claim) -> bool:
    """Whether decimals may have been cut off without the author saying so."""
    return claim.kind == Kind.ROUNDED and not claim.is_near


# --- sentences ------------------------------------------------------------------------------------


def _statement_over_mixtures(finding: Finding) -> Finding:
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
        return _unknown(finding, why)
    else:
        verdict, which = Verdict.TRUE, f"for the optimal strategy that is found ({why})"
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
                reason = (
                    "an optimal strategy has all the entries with decimals cut off, none rounded"
                )
                for one in left:
                    is_exact = findings[one.place].verdict == Verdict.EXACT
                    if not is_exact and _may_be_cut(one.claim):
                        found[one.place] = _as_cut(findings[one.place], reason)
                break
            conflict = _conflict(left)
            for entry in conflict:
                others = [one.claim for one in conflict if one is not entry]
                named = ", ".join(f"{one.printed.text} ({one.name})" for one in others)
                reason = f"an optimal strategy has it, but none together with {named}"
                verdict = Verdict.CONTRADICTED
                if not entry.claim.run:
                    reason += ": say by run= which strategy each is of"
                    verdict = Verdict.UNDECIDED
                found[entry.place] = replace(
                    findings[entry.place], verdict=verdict, reason=reason, modes=()
                )
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


def _conflict(entries: Sequence[_Entry]) -> list[_Entry]:
    """Entries that no optimal strategy has together: few, where they contradict each other by more
    than the way of rounding.
    """
    # Rounded half up, or half down, the ends are the same.
    said = [(one, condition) for one in entries for condition in one.conditions(Rounding.HALF_UP)]
    against = _strategies_of(entries).conflict([condition for _, condition in said])
    named = {said[k][0].place: said[k][0] for k in against}
    return list(named.values()) or list(entries)


def _strategies_of(entries: Sequence[_Entry]) -> Strategies:
    """All optimal strategies of the player whose entries these are."""
    return entries[0].numbers[0][0].laws.strategies


# --- ties -----------------------------------------------------------------------------------------


def of_another_optimum(finding: Finding, judge: JudgeOfValue) -> Finding:
    """The finding; where a number is wrong that holds for another optimum, that it does.

    `judge` is the judge of the claim, given the value of its query.
    """
    claim = finding.claim
    is_of_mixture = bool(mixtures_in(claim.node))  # which has no ties to break
    if finding.verdict not in NOT_ROUNDED or not (is_of_mixture or claim.ties in OPEN_TIES):
        return finding
    try:
        choices = None if is_of_mixture else optimal_choices(claim.node, claim.given)
        if is_of_mixture:
            other = _of_another_mixture(finding, judge)
        elif choices is None or len(choices) == 1:
            other = _another_value(finding, judge) or finding
        elif claim.printed.value not in choices:
            other = replace(finding, reason=f"it is one of {as_written(choices)}")
        else:
            reason = f"all optimal ones are {as_written(choices)}"
            other = replace(finding, verdict=Verdict.ANOTHER, reason=reason, modes=())
    except UnsolvableError as error:
        other = _unknown(finding, str(error))
    return _better_of(finding, other)


def _another_value(finding: Finding, judge: JudgeOfValue) -> Finding | None:
    """The finding on a number that another optimal strategy gives: one whose tie-break has a name,
    or of the exact range over all ways to break ties.
    """
    claim = finding.claim
    if claim.ties not in ("", ANY) or not ties_matter(claim.node, claim.given):
        return None
    values = dict(tie_breaks(claim.node, claim.given))
    judged = {name: judge(claim, value) for name, value in values.items()}
    held = {name: one for name, one in judged.items() if holds(one)}
    found = range_over_ties(claim.node, claim.given)
    if found is None and len(set(values.values())) == 1:
        return None  # as far as anyone knows, ties do not matter
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
        return _unknown(finding, "no exact range of this query is known")
    if all(one.verdict == Verdict.TRUNCATED for one in right):
        return _as_cut(finding, reason)
    return replace(finding, verdict=Verdict.OTHER_TIES, reason=reason, modes=())


def statement_of_another_optimum(finding: Finding) -> Finding:
    """The finding on a statement; where it is false but true for another optimum, that it is."""
    claim = finding.claim
    if mixtures_in(claim.node):
        return _statement_over_mixtures(finding)
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
        return _unknown(finding, str(error))
    return replace(finding, verdict=Verdict.OTHER_TIES, value=True, reason=reason)
