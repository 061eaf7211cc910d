"""Judging claims: each by its kind, then the estimates of a document together.

A number or a sentence that is compared with numbers printed elsewhere is judged by how those are
rounded: it is consistent with the rounding, or it is refuted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, pairwise
from typing import Any

from ...distributions.distribution import Distribution
from ...exact.cost import allowed, limit
from ...exact.errors import ExactDiceError, QueryError, UndecidedError
from ...exact.numbers import (
    NEAREST,
    Exact,
    Interval,
    Progress,
    decimal_text,
    exact_text,
    shown,
    simplest,
)
from ...exact.session import in_session
from ...query.arithmetic import listed_values
from ...query.corners import is_bounded, tightened
from ...query.evaluate import Scope, calls_in, evaluate_query, names_in, sorted_out, value_of
from ...query.proving import proving
from ...query.reasons import reason
from ...query.register import Multiples
from ...query.syntax import (
    Arithmetic,
    Call,
    Comparison,
    Known,
    Logic,
    Name,
    Node,
    Number,
    Quantified,
    below,
    query_text,
    rebuilt,
    walk,
)
from ...query.ties import CHOICES, LAST_CHOICES
from ...query.values import is_distribution, said
from ...query.words import OF_CLAIMS
from ..printed.spellings import Printed
from .claim import (
    HOLDS,
    NOT_ROUNDED,
    OPEN,
    SAMPLED,
    WRONG,
    Claim,
    Document,
    Finding,
    Kind,
    Verdict,
    holds,
    options_text,
)
from .estimates import corrected, judge_estimate, judge_uncertain
from .montecarlo import estimate, possible_means
from .printed_strategies import (
    is_of_sets,
    judge_distribution,
    judge_entries,
    judge_other_mixed_actions,
    judge_other_optima,
    judge_set,
    judge_statement_over_optima,
)
from .references import resolved
from .rounded import (
    APPROXIMATE,
    cell_ends,
    claim_cell,
    judge_approximate,
    judge_near,
    judge_rounded,
)
from .values import (
    LastValue,
    check_options,
    claimed_value,
    ends_of,
    interpret_whole_number,
    interval_text,
    is_whole,
    refined_claims,
)

ValueOf = Callable[[Claim], object]


def verify(
    document: Document,
    progress: Progress | None = None,
    judge_claim: Callable[[Claim], Finding] | None = None,
) -> list[Finding]:
    """A finding for each claim, in order; the p-values of all estimates of the document are
    corrected together (Holm). Claims are judged by `judge` where nothing else is given.
    """
    claims, value_of = resolved(document).claims, LastValue()
    findings: list[Any] = [*claims]
    for done, k in enumerate(in_order(claims), 1):
        with in_session(folder=document.path.parent):
            claim = claims[k]
            findings[k] = judge_claim(claim) if judge_claim else judge(claim, value_of)
        if progress:
            progress(done, len(claims))
    return together(findings, document.alpha)


def verify_proved(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The findings from solutions that the checker has accepted; each says what it proved, nothing
    where no proof covers the value.
    """
    return verify(document, progress, judge_proved)


def in_order(claims: Sequence[Claim]) -> list[int]:
    """The places of the claims in the order in which they are judged best: those about one game
    together, so that it is solved once.
    """
    return sorted(
        range(len(claims)),
        key=lambda k: (sorted(options_text(claims[k].given)), claims[k].query),
    )


def together(findings: Iterable[Finding], alpha: Exact) -> list[Finding]:
    """The findings of a document, its estimates judged together at the level alpha, and the entries
    of an optimal strategy as those of one.
    """
    # Estimates are wrong or right only now.
    judged = [
        compare_source(add_estimate_hints(one, alpha)) if one.estimate else one
        for one in corrected(findings, alpha)
    ]
    return judge_entries(judged)


def judge(claim: Claim, value_of: ValueOf = claimed_value) -> Finding:
    """The finding on one claim, whose references are resolved; an estimate is left CONSISTENT until
    the whole document is known.
    """
    found = _judge_kind(claim, value_of)
    return found if found.estimate else add_hints(compare_source(found))


def _judge_kind(claim: Claim, value_of: ValueOf) -> Finding:
    if claim.unclear:
        return Finding(claim, Verdict.UNCHECKED, reason=claim.unclear)
    if claim.readings:
        return _judge_readings(claim, value_of)
    if claim.unreadable:
        return Finding(claim, Verdict.UNREADABLE, reason=claim.unreadable)
    try:
        check_options(claim)
        match claim.kind:
            case Kind.MONTECARLO:
                return judge_estimate(claim)
            case Kind.UNCERTAIN:
                return judge_uncertain(claim, value_of(claim))
            case Kind.STATEMENT if is_bounded(claim.node):
                return judge_statement_within_rounding(claim)
            case Kind.STATEMENT:
                return judge_statement_over_optima(judge_statement(claim, value_of))
        return _judge_value(claim, value_of(claim))
    except ExactDiceError as error:
        return Finding(claim, Verdict.UNCHECKED, reason=str(error))


def _judge_value(claim: Claim, value: object) -> Finding:
    """The finding on a number, a distribution or a set that is printed."""
    may_be_set = claim.members is not None or isinstance(value, frozenset)
    if may_be_set and is_of_sets(claim, value):
        return judge_set(claim, value)
    # What reads as odds too, as {3: 1}, is a law where the value is.
    if claim.law is not None and (is_distribution(value) or not claim.printed.value):
        return judge_other_mixed_actions(judge_distribution(claim, value))
    if isinstance(value, Multiples):
        return judge_multiples(claim, value)
    # Bounds of a number that is printed are what is known, and no digits make them narrower.
    is_known = is_bounded(claim.node)
    if claim.kind not in APPROXIMATE and is_known and isinstance(value, Interval):
        return judge_within_rounding(claim, value)
    judge_value = judge_approximate if claim.kind in APPROXIMATE else _judge_decimals
    found = name_source_verdict(judge_value(claim, value))
    if found.verdict in NOT_ROUNDED:
        found = judge_other_optima(found, judge_value)
    is_open = found.verdict == Verdict.UNDECIDED and is_known
    return replace(found, verdict=Verdict.AGREES) if is_open else found


def _judge_readings(claim: Claim, value_of: ValueOf) -> Finding:
    """The finding on a number whose mark may be one of thousands: the one reading that holds, if it
    is but one; where the doubt is another, what holds or is wrong in both readings.
    """
    read = (replace(claim, printed=one, readings=(), unreadable="") for one in claim.readings)
    found = [judge(one, value_of) for one in read]
    if claim.unreadable:
        held = [one for one in found if holds(one)]
        unread = Finding(claim, Verdict.UNREADABLE, reason=claim.unreadable)
        return held[0] if len(held) == 1 else unread
    likelier, other = found
    verdicts = {likelier.verdict, other.verdict}
    if any(verdicts <= set(alike) for alike in (HOLDS, WRONG, OPEN)):
        return max(found, key=lambda one: list(Verdict).index(one.verdict))
    first, second = (
        exact_text(one.value) if one.places is None else decimal_text(one.value, max(one.places, 0))
        for one in claim.readings
    )
    reason = f"read as {first} it is {likelier.verdict}, as {second} {other.verdict}: {claim.doubt}"
    return Finding(claim, Verdict.UNCLEAR, likelier.value, reason=reason)


def judge_proved(claim: Claim) -> Finding:
    """The finding on one claim with what the checker said; the claim is left unchecked when it
    rejects a solution.
    """
    with proving() as book:
        found = judge(claim)
    return replace(found, proofs=() if found.verdict == Verdict.UNCHECKED else book.proofs)


def _judge_decimals(claim: Claim, value: object) -> Finding:
    """The finding on a number that is exact, rounded or cut off; where it is not rounded to what is
    printed and a word before it says that it is near, perhaps within what `about` allows.
    """
    found = judge_rounded(claim, value)
    if not claim.is_near or found.verdict not in NOT_ROUNDED:
        return found
    near = judge_near(claim, value)
    return near if holds(near) or is_whole(claim.printed) else found


# --- beside the author's own result files ---------------------------------------------------------


_, SOURCE = OF_CLAIMS
OF_SOURCE = {
    **dict.fromkeys((Verdict.EXACT, Verdict.ROUNDED, Verdict.CORRECTLY_TRUNCATED), Verdict.MATCHES),
    **dict.fromkeys((Verdict.OFF_BY_ONE, Verdict.CONTRADICTED), Verdict.DIFFERS),
}


def name_source_verdict(found: Finding) -> Finding:
    """The finding in the words of sources, where nothing but numbers of result files says what the
    claim's number should be.
    """
    node = found.claim.node
    known = [part.written for part in walk(node) if isinstance(part, Known)]
    if not any(getattr(one, "name", "") == SOURCE for one in known) or calls_in(node):
        return found
    return replace(found, verdict=OF_SOURCE.get(found.verdict, found.verdict))


def compare_source(found: Finding) -> Finding:
    """The finding, with what the author's result file says where the claim names it besides its
    value: a number that differs from it is wrong, whatever its exact value says.
    """
    claim = found.claim
    if claim.origin is None or claim.defect:
        return found
    assert isinstance(claim.origin, Known)  # since the references of the claim are resolved
    there = claim.origin.value
    rounded = replace(claim, kind=Kind.ROUNDED) if claim.kind in SAMPLED else claim
    of_file = judge_rounded(rounded, there)
    if of_file.verdict == Verdict.TRUNCATED:
        return replace(found, of_source=f"{Verdict.MATCHES}, cut off")
    if OF_SOURCE.get(of_file.verdict) == Verdict.MATCHES:
        return replace(found, of_source=Verdict.MATCHES.value)
    if of_file.verdict in OPEN:
        return replace(found, of_source=f"of its source {of_file.verdict}: {of_file.reason}")
    says = f"it has {shown(there)}, printed {of_file.correct}"
    if found.verdict not in HOLDS:
        return replace(found, of_source=f"{Verdict.DIFFERS}: {says}")
    says = f"{says}; of its exact value: {found.verdict}"
    return replace(found, verdict=Verdict.DIFFERS, reason=says, correct="")


# --- numbers --------------------------------------------------------------------------------------


def judge_within_rounding(claim: Claim, value: object) -> Finding:
    """The finding on a number whose value is an interval, as it follows from rounded numbers: it is
    refuted when nothing that is printed so lies in the interval.
    """
    lowest, highest = ends_of(value)[0], ends_of(value)[-1]
    least, most = cell_ends(claim_cell(interpret_whole_number(claim, (lowest, highest))))
    interval = interval_text(lowest, highest, claim.printed.places)
    if least <= highest and lowest <= most:
        return Finding(claim, Verdict.AGREES, value, reason=f"it lies in {interval}")
    return Finding(claim, Verdict.CONTRADICTED, value, reason=f"it should lie in {interval}")


# --- counts ---------------------------------------------------------------------------------------


def judge_multiples(claim: Claim, value: Multiples) -> Finding:
    """The finding on a number that must be a whole number of parts, as the mean of n whole numbers
    is: one of them is printed so, or the nearest are named.
    """
    least, most = cell_ends(claim_cell(claim))
    counts, parts = value.counts(Interval(least, most)), shown(value.parts)
    if not counts:
        near = (claim.printed.spelled(number) for number in value.around(claim.printed.value))
        texts = list(dict.fromkeys(near))
        are = "is" if len(texts) == 1 else "are"
        reason = f"no {value.what} is printed so: the nearest {are} {' and '.join(texts)}"
        return Finding(claim, Verdict.CONTRADICTED, reason=reason)
    first, last = shown(counts[0]), shown(counts[-1])
    which = f"{first}/{parts} is printed so"
    if first != last:
        which = f"k/{parts} is printed so for k = {first}..{last}"
    return Finding(claim, Verdict.AGREES, reason=which)


# --- statements -----------------------------------------------------------------------------------


def judge_statement(claim: Claim, value_of: ValueOf) -> Finding:
    """The finding on a statement; where bounds overlap, they are asked for with more digits."""
    undecided = ""
    for finer in refined_claims(claim):
        try:
            value = _truth_value(value_of(finer))
        except UndecidedError as error:
            undecided = str(error)
            continue
        verdict = Verdict.TRUE if value else Verdict.FALSE
        return Finding(claim, verdict, value, reason=reason(finer.node, finer.given))
    return Finding(claim, Verdict.UNDECIDED, reason=undecided)


def _truth_value(value: object) -> bool:
    """The value of a statement; `QueryError` for anything else."""
    if isinstance(value, bool):
        return value
    raise QueryError(
        "a statement must be a comparison or several, such as EG(0,0) > 0, which is true or "
        f"false; this one is {said(value)}"
    )


def judge_statement_within_rounding(claim: Claim) -> Finding:
    """The finding on a statement about rounded numbers, which may leave it open."""
    truth = _truth(claim.node, sorted_out(claim.node, claim.given))
    if truth is None:
        return Finding(claim, Verdict.AGREES, reason="the rounding leaves it open")
    why = ""
    with suppress(UndecidedError):  # of a part that is open
        why = reason(claim.node, claim.given)
    return Finding(claim, Verdict.TRUE if truth else Verdict.FALSE, truth, reason=why)


def _truth(node: Node, scope: Scope) -> bool | None:
    """Whether a statement is true; None where the rounding leaves it open."""
    parts: Iterable[tuple[Node, Scope]]
    is_all = True
    if isinstance(node, Logic) and node.mark == "not":
        opposite = _truth(node.parts[0], scope)
        return None if opposite is None else not opposite
    if isinstance(node, Logic):
        parts, is_all = ((part, scope) for part in node.parts), node.mark == "and"
    elif isinstance(node, Comparison) and len(node.parts) > 2:
        pairs = zip(node.marks, pairwise(node.parts), strict=True)
        parts = ((Comparison((mark,), pair), scope) for mark, pair in pairs)
    elif isinstance(node, Quantified) and node.quantifier in ("all", "any"):
        values = listed_values(value_of(node.values, scope))
        parts = ((node.body, scope.bound(node.variable, value)) for value in values)
        is_all = node.quantifier == "all"
    else:
        try:
            return _truth_value(value_of(tightened(node, scope), scope))
        except UndecidedError:
            if not is_bounded(node):  # more digits may decide it, and no rounding is to blame
                raise
            return None
    is_open = False
    for part, bound in parts:  # one that decides does so whatever is open
        found = _truth(part, bound)
        if found is not is_all and found is not None:
            return found
        is_open = is_open or found is None
    return None if is_open else is_all


# --- hints on what is wrong or rare ---------------------------------------------------------------

# By which slip of an author the printed number comes from the right one, or of which query beside
# the claimed one it is the value. A hint is given only where the printed number is the correct
# rounding of what it names, or would be a consistent estimate of it; the likeliest slip stands
# first. The unit and the sign are matters of convention, which an author and a query may choose
# differently with every number right; the complement answers the opposite question. The decimal
# mark and the digits slip when numbers are copied by hand. A query is beside another where one
# argument is one more or less, two are exchanged, a strategy is another, or a comparison counts its
# end; it is named only to a number of three digits or more, since fewer agree by accident.
MOST_HINTS = 2
MOST_TRIED = 12  # queries beside the claimed one
AFFORDABLE = 10**7  # steps of one of them
FEWEST_DIGITS = 3
STRATEGIES = ("blind", "optimal", "random")
OTHER_END = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}  # x counts, or does not
SIGN = "the sign is flipped"
COMPLEMENT = "it is the complement, 1 minus the value"
Slip = Callable[[Exact], Exact]
SLIPS: tuple[tuple[str, Slip], ...] = (
    ("it is the value in percent", lambda x: x * 100),
    ("it is a hundredth of the value, as of a percentage", lambda x: x * Fraction(1, 100)),
    (SIGN, lambda x: -x),
    (COMPLEMENT, lambda x: 1 - x),
    ("it is ten times the value: the decimal mark is one place off", lambda x: x * 10),
    (
        "it is a tenth of the value: the decimal mark is one place off",
        lambda x: x * Fraction(1, 10),
    ),
)
OF_CHOICES = {
    *CHOICES,
    *LAST_CHOICES,
    *LAST_CHOICES.values(),
    "best_dice",
}  # of which no share or sign is meant


def add_hints(found: Finding) -> Finding:
    """The finding; where it is on a number that is wrong, with the slips that give it."""
    claim, value = found.claim, found.value
    is_number = claim.kind != Kind.STATEMENT and isinstance(value, Exact)
    if not is_number or found.verdict not in WRONG:
        return found
    is_choice = isinstance(claim.node, Call) and claim.node.name in OF_CHOICES
    slips = [] if is_choice else hints(claim.printed, value)
    return replace(found, hints=tuple(islice(chain(slips, neighbours(claim, value)), MOST_HINTS)))


def hints(printed: Printed, value: Exact) -> Iterator[str]:
    """By which slips the number is printed where the value is this one."""
    for words, slip in SLIPS:
        other = slip(value)
        may_be = words != COMPLEMENT or 0 <= value <= 1
        # Any small number is printed as 0, and the complement of any as 1; the 1 of few digits is
        # the rounding of much, but its sign is a sign.
        tells = printed.value != 0
        if abs(printed.value) == 1:
            tells = words == SIGN if _digits(printed) < FEWEST_DIGITS else words != COMPLEMENT
        is_another = may_be and other != value and tells
        if is_another and _is_printed_as(printed, other):
            yield words
    # The texts differ by two digits side by side exchanged, and by nothing else.
    text, right = printed.text, printed.spelled(value)
    places = [k for k in range(min(len(text), len(right))) if text[k] != right[k]]
    if len(text) == len(right) and len(places) == 2 and places[1] == places[0] + 1:
        both = slice(places[0], places[1] + 1)
        if text[both].isdecimal() and text[both][::-1] == right[both]:
            yield "two neighbouring digits are swapped"


def _is_printed_as(printed: Printed, value: Exact) -> bool:
    """Whether the value, rounded to nearest, is printed so."""
    return any(printed.shows(value, mode) for mode in NEAREST)


def _digits(printed: Printed) -> int:
    """How many digits the number shows, without zeros before them."""
    return len("".join(re.findall(r"\d", printed.text, re.ASCII)).lstrip("0"))


def add_estimate_hints(found: Finding, alpha: Exact) -> Finding:
    """The finding on an estimate; where it is rare, with the slips by which the printed mean of
    random games would be consistent, the likeliest first.
    """
    claim, rare, consistent = found.claim, found.estimate, []
    if rare is None or rare.games is None or rare.corrected is None or rare.corrected >= alpha:
        return found
    law = rare.law
    if not isinstance(law, Distribution):
        return found
    # What goes wrong here must cost no verdict: errors of exact numbers and of balls.
    with suppress(ArithmeticError, ValueError):
        for words, slip in SLIPS:
            other = law.map(slip).map(simplest)
            if other.mean() != law.mean():
                cell = possible_means(claim.printed, other, rare.games)
                p = estimate(other, rare.games, cell).p
                if p >= alpha:
                    consistent.append((p, f"{words}: so the estimate would be consistent"))
    ranked = sorted(consistent, key=lambda one: -one[0])
    return replace(found, hints=tuple(words for _, words in ranked))


# --- queries beside the claimed one ---------------------------------------------------------------


def neighbours(claim: Claim, value: Exact) -> Iterator[str]:
    """The queries beside the claimed one whose value is the printed number."""
    if _digits(claim.printed) < FEWEST_DIGITS:
        return
    beside = [(node, claim.given, query_text(node)) for node in _varied_queries(claim.node)]
    names = names_in(claim.node)
    for name, number in claim.given.items():
        # In the order in which they are written, so that each run gives the same hints.
        for other in _neighbouring_numbers(number) if name in names else []:
            varied = {**claim.given, name: other}
            beside.append((claim.node, varied, f"{claim.query} with {name}={other}"))
    for node, given, text in beside[:MOST_TRIED]:
        try:
            # A hint is worth about a second, whatever the claim itself may take.
            with limit(min(AFFORDABLE, allowed() or AFFORDABLE)):
                found = evaluate_query(node, given)
        except ExactDiceError:  # it means nothing, such as a throw of no dice, or takes too long
            continue
        if isinstance(found, Exact) and found != value and _is_printed_as(claim.printed, found):
            yield f"it is the value of {text}"


def _varied_queries(node: Node) -> Iterator[Node]:
    """The query with one part of it changed, or two arguments exchanged."""
    if isinstance(node, Number):
        yield from (Number(other) for other in _neighbouring_numbers(node.value))
    elif isinstance(node, Name) and node.name in STRATEGIES:
        yield from (Name(other) for other in STRATEGIES if other != node.name)
    parts: Sequence[Node] = ()
    if isinstance(node, Arithmetic):
        # The faces of a die, as in 2d6, are what is played with; one more of them is another game.
        parts = [node.left] if node.mark == "@" else below(node)
    elif isinstance(node, Call):
        parts = given = node.arguments
        for k in range(len(given) - 1):
            exchanged = (*given[:k], given[k + 1], given[k], *given[k + 2 :])
            yield replace(node, arguments=exchanged)
    elif isinstance(node, Comparison):
        parts = node.parts
        for k, mark in enumerate(node.marks):
            if mark in OTHER_END:
                marks = (*node.marks[:k], OTHER_END[mark], *node.marks[k + 1 :])
                yield replace(node, marks=marks)
    for part in parts:
        for other in _varied_queries(part):
            yield rebuilt(node, partial(_exchange_part, part, other))


def _exchange_part(part: Node, other: Node, one: Node) -> Node:
    return other if one is part else one


def _neighbouring_numbers(number: object) -> list[int]:
    """The whole numbers one less and one more."""
    if type(number) is not int:
        return []
    return [other for other in (number - 1, number + 1) if other >= 0]
