"""Hints on wrong numbers and on estimates that are rare: by which slip of an author the printed
number comes from the right one, or of which query beside the claimed one it is the value.

A hint is given only where the printed number is the correct rounding of what it names, or would be
a consistent estimate of it; the likeliest slip stands first. The unit and the sign are matters of
convention, which an author and a query may choose differently with every number right; the
complement answers the opposite question. The decimal mark and the digits slip when numbers are
copied by hand. A query is beside another where one argument is one more or less, two are exchanged,
a strategy is another, or a comparison counts its end; it is named only to a number of three digits
or more, since fewer agree by accident.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice

from ...distributions.distribution import Distribution
from ...exact.cost import allowed, limit
from ...exact.errors import ExactDiceError
from ...exact.numbers import NEAREST, Exact, simplest
from ...query.evaluate import evaluate_query, names_in
from ...query.syntax import (
    Arithmetic,
    Call,
    Comparison,
    Name,
    Node,
    Number,
    below,
    query_text,
    rebuilt,
)
from ...query.ties import CHOICES, LAST_CHOICES
from ..printed.spellings import Printed
from .claim import WRONG, Claim, Estimate, Finding, Kind
from .montecarlo import estimate, possible_means

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
    if not is_number or found.estimate or found.verdict not in WRONG:
        return found
    is_choice = isinstance(claim.node, Call) and claim.node.name in OF_CHOICES
    slips = [] if is_choice else hints(claim.printed, value)
    return replace(found, hints=tuple(islice(chain(slips, neighbours(claim, value)), MOST_HINTS)))


def hints(printed: Printed, value: Exact) -> Iterator[str]:
    """By which slips the number is printed where the value is this one."""
    for said, slip in SLIPS:
        other = slip(value)
        may_be = said != COMPLEMENT or 0 <= value <= 1
        # Any small number is printed as 0, and the complement of any as 1; the 1 of few digits is
        # the rounding of much, but its sign is a sign.
        tells = printed.value != 0
        if abs(printed.value) == 1:
            tells = said == SIGN if _digits(printed) < FEWEST_DIGITS else said != COMPLEMENT
        is_another = may_be and other != value and tells
        if is_another and _is_printed_as(printed, other):
            yield said
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


def estimate_hints(claim: Claim, found: Estimate, alpha: Exact) -> tuple[str, ...]:
    """By which slips the printed mean of random games would be consistent, the likeliest first."""
    law, games = found.law, found.games
    if not isinstance(law, Distribution) or games is None:
        return ()
    consistent = []
    for said, slip in SLIPS:
        other = law.map(slip).map(simplest)
        if other.mean() != law.mean():
            p = estimate(other, games, possible_means(claim.printed, other, games)).p
            if p >= alpha:
                consistent.append((p, f"{said}: so the estimate would be consistent"))
    return tuple(said for _, said in sorted(consistent, key=lambda one: -one[0]))


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
