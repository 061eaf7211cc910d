"""Hints on wrong numbers: what the printed number is the right value of.

A number as printed can be a percentage, the value with its sign flipped, its complement, its digits
swapped, or the value of a neighbouring query: an argument or an option one more or one less,
arguments exchanged, another strategy. A hint is given only when the printed number is the correct
rounding of what it names, the likeliest first, at most two. A neighbour is named only when the
number shows three digits or more, since fewer agree by accident.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from ..errors import ExactDiceError
from ..exact import NEAREST, Bounds, Exact, Value
from ..printed.numbers import Printed
from ..queries.evaluate import evaluate_query, options_in, quantities_in
from ..queries.syntax import Arithmetic, Call, Comparison, Name, Node, Number, query_text
from ..queries.ties import CHOICES, LAST_CHOICES
from .claim import Claim, Kind
from .verdict import WRONG, Finding

FEWEST_DIGITS = 3  # of a number that is compared with neighbours
MOST_HINTS = 2  # for one number
MOST_NEIGHBOURS = 12  # queries tried for one number
MOST_NUMBERS = 8  # of a document whose neighbours are tried
STRATEGIES = ("blind", "optimal", "random")
ONE_MORE = ("dice", "target", "faces")  # options of which a neighbour is tried
SLOW = ("game", "variant", "digits")  # given one of these, no other game is solved for a hint
OTHER_END = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}  # x counts, or does not
SLOW_QUANTITIES = {"pig_win", "pig_gain"}  # nor for one of these

Slip = Callable[[Value], Value]  # what a slip makes of a value


def with_hints(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, the wrong numbers among them with hints."""
    told = {k: hinted(findings[k], near) for k, near in to_be_hinted(findings).items()}
    return [told.get(k, finding) for k, finding in enumerate(findings)]


def to_be_hinted(findings: Sequence[Finding]) -> dict[int, bool]:
    """{place of a wrong number: whether its neighbours are tried}."""
    # Each neighbour costs a query, and where many numbers are wrong the first hints tell the cause.
    wrong = (k for k, finding in enumerate(findings) if _is_wrong_number(finding))
    return {k: tried < MOST_NUMBERS for tried, k in enumerate(wrong)}


def hinted(finding: Finding, neighbours: bool) -> Finding:
    """The finding on a wrong number with hints."""
    assert isinstance(finding.value, Exact)  # as of every number that is wrong
    return replace(finding, hints=tuple(hints(finding.claim, finding.value, neighbours)))


def _is_wrong_number(finding: Finding) -> bool:
    is_number = finding.claim.kind != Kind.STATEMENT and isinstance(finding.value, Exact)
    return is_number and not finding.estimate and finding.verdict in WRONG


def hints(claim: Claim, value: Exact, neighbours: bool = True) -> Iterator[str]:
    """What the printed number may be instead of the value, at most two."""
    return islice(_all_hints(claim, value, neighbours), MOST_HINTS)


def hints_of_estimate(printed: Printed, means: Bounds) -> Iterator[str]:
    """What a printed estimate may be instead, when `means` are those that would be consistent with
    the exact law: at most two.
    """
    found = (
        said
        for slip, said in (*SLIPS, *LATE_SLIPS)
        if _tells(printed, slip) and _meet(slip(means), printed.cell) and slip != inverse
    )
    return islice(found, MOST_HINTS)


def _meet(one: Value, other: Bounds) -> bool:
    low, high = (one.lower, one.upper) if isinstance(one, Bounds) else (one, one)
    return low <= other.upper and other.lower <= high


def _all_hints(claim: Claim, value: Exact, neighbours: bool) -> Iterator[str]:
    printed = claim.printed
    is_choice = _is_choice(claim.node)  # of which no share, sign or gain is meant
    yield from () if is_choice else _slips(printed, value, SLIPS)
    if _swapped(printed.text, printed.spelled(value)):
        yield "two neighbouring digits are swapped"
    if neighbours and len(_digits(printed.text).lstrip("0")) >= FEWEST_DIGITS:
        yield from _neighbouring(claim, value)
    yield from () if is_choice else _slips(printed, value, LATE_SLIPS)


def _is_choice(node: Node) -> bool:
    """Whether the query asks for a choice among actions, such as a number of dice."""
    return isinstance(node, Call) and node.name in {*CHOICES, *LAST_CHOICES.values(), "best_dice"}


# --- slips ----------------------------------------------------------------------------------------


def in_percent(value: Value) -> Value:
    """The value in percent."""
    return value * 100


def hundredth(value: Value) -> Value:
    """What a percentage of this many percent is."""
    return value * Fraction(1, 100)


def flipped(value: Value) -> Value:
    """The value with its sign flipped."""
    return -value


def complement(value: Value) -> Value:
    """The chance of what else may happen."""
    return 1 - value


def tenfold(value: Value) -> Value:
    """The value with its decimal mark one place to the right."""
    return value * 10


def tenth(value: Value) -> Value:
    """The value with its decimal mark one place to the left."""
    return value * Fraction(1, 10)


def chance_of_gain(value: Value) -> Value:
    """The chance to win a game whose mean gain this is."""
    return (value + 1) * Fraction(1, 2)


def gain_of_chance(value: Value) -> Value:
    """The mean gain of a game that is won with this chance."""
    return value * 2 - 1


def inverse(value: Value) -> Value:
    """1 divided by the value, which is not 0."""
    return Fraction(1) / value


# The likeliest first. The unit and the sign are matters of convention, which an author and a query
# may choose differently with every number right; the complement answers the opposite question. The
# decimal mark and the digits slip when numbers are copied by hand, the digits seldom to what is
# another right value; a neighbour is one slip in the query. Gain, chance and inverse are other
# quantities, which agree by accident more often than they are meant.
SLIPS: tuple[tuple[Slip, str], ...] = (
    (in_percent, "it is the value in percent"),
    (hundredth, "it is a hundredth of the value, as of a percentage"),
    (flipped, "the sign is flipped"),
    (complement, "it is the complement, 1 minus the value"),
    (tenfold, "it is ten times the value: the decimal mark is one place off"),
    (tenth, "it is a tenth of the value: the decimal mark is one place off"),
)
LATE_SLIPS: tuple[tuple[Slip, str], ...] = (
    (chance_of_gain, "it is (1 + value)/2, the chance to win of such a gain"),
    (gain_of_chance, "it is 2 value - 1, the gain of such a chance to win"),
    (inverse, "it is 1 divided by the value"),
)


def _slips(printed: Printed, value: Exact, slips: tuple[tuple[Slip, str], ...]) -> Iterator[str]:
    for slip, said in slips:
        if not _tells(printed, slip) or not _can_slip(slip, value):
            continue
        other = slip(value)
        if isinstance(other, Exact) and other != value and _prints(printed, other):
            yield said


def _can_slip(slip: Slip, value: Exact) -> bool:
    """Whether the value may be what the slip takes it for: a chance, a gain of +1 or -1, or what
    can be divided by.
    """
    if slip in (complement, gain_of_chance):
        return 0 <= value <= 1
    return -1 <= value <= 1 if slip == chance_of_gain else slip != inverse or bool(value)


def _tells(printed: Printed, slip: Slip) -> bool:
    """Whether the number says something of such a slip.

    Any small number is printed as 0, and the complement of any as 1; the 1 of few digits is the
    rounding of much, but its sign is a sign.
    """
    if printed.value == 0:
        return False
    if abs(printed.value) != 1:
        return True
    shows_little = len(_digits(printed.text)) < FEWEST_DIGITS
    return slip == flipped if shows_little else slip not in (complement, chance_of_gain)


def _prints(printed: Printed, value: Exact) -> bool:
    """Whether the value, rounded to nearest, is printed so."""
    return any(printed.shows(value, mode) for mode in NEAREST)


def _digits(text: str) -> str:
    return "".join(re.findall(r"\d", text, re.ASCII))


def _swapped(one: str, other: str) -> bool:
    """Whether the texts differ by two digits side by side exchanged, and by nothing else."""
    if len(one) != len(other):
        return False
    places = [k for k in range(len(one)) if one[k] != other[k]]
    if len(places) != 2 or places[1] != places[0] + 1:
        return False
    first, end = places[0], places[1] + 1
    pair = one[first:end]
    return pair.isdecimal() and pair[::-1] == other[first:end]


# --- neighbours -----------------------------------------------------------------------------------


def _neighbouring(claim: Claim, value: Exact) -> Iterator[str]:
    for node, given, text in islice(_neighbours(claim), MOST_NEIGHBOURS):
        try:
            other = evaluate_query(node, given)
        except ExactDiceError:  # the neighbour means nothing, such as a throw of no dice
            continue
        if isinstance(other, Exact) and other != value and _prints(claim.printed, other):
            yield f"it is the value of {text}"


def _neighbours(claim: Claim) -> Iterator[tuple[Node, dict[str, object], str]]:
    """(query, options, how it reads) of the neighbours: other arguments, then other options."""
    for node in _varied(claim.node):
        yield node, dict(claim.given), query_text(node)
    asked = {quantity.name for quantity in quantities_in(claim.node)}
    slow = any(key in claim.given for key in SLOW) or not asked.isdisjoint(SLOW_QUANTITIES)
    options = options_in(claim.node, claim.given)
    for key, value in claim.given.items():
        is_option = key in options
        is_tried = not is_option or (key in ONE_MORE and not slow)  # names are always tried
        if isinstance(value, int) and is_tried:
            for other in (value - 1, value + 1):
                yield claim.node, {**claim.given, key: other}, f"{claim.query} with {key}={other}"


def _varied(node: Node) -> Iterator[Node]:
    """The query with one argument of one call changed, or two exchanged."""
    if isinstance(node, Arithmetic):
        yield from (replace(node, left=left) for left in _varied(node.left))
        yield from (replace(node, right=right) for right in _varied(node.right))
        if node.mark == "@" and isinstance(
            node.left, Number
        ):  # another number of dice, as in 3d6 for 2d6
            yield from (replace(node, left=left) for left in _beside(node.left))
    if isinstance(node, Call):
        for arguments in _varied_arguments(node.arguments):
            yield replace(node, arguments=arguments)
    if isinstance(node, Comparison):
        yield from _compared_otherwise(node)


def _compared_otherwise(node: Comparison) -> Iterator[Node]:
    """The comparison with its end counted or left out, then with one part changed."""
    for k, mark in enumerate(node.marks):
        if mark in OTHER_END:
            yield replace(node, marks=(*node.marks[:k], OTHER_END[mark], *node.marks[k + 1 :]))
    for k, part in enumerate(node.parts):
        for other in _beside(part):
            yield replace(node, parts=(*node.parts[:k], other, *node.parts[k + 1 :]))


def _varied_arguments(arguments: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    """The arguments with two neighbours exchanged, then with one changed."""
    for k in range(len(arguments) - 1):
        exchanged = list(arguments)
        exchanged[k : k + 2] = arguments[k + 1], arguments[k]
        yield tuple(exchanged)
    for k, argument in enumerate(arguments):
        for other in _beside(argument):
            yield (*arguments[:k], other, *arguments[k + 1 :])


def _beside(argument: Node) -> Iterator[Node]:
    """What may stand in place of the argument."""
    if isinstance(argument, Number) and isinstance(argument.value, int):
        near = (argument.value - 1, argument.value + 1)
        yield from (Number(other) for other in near if other >= 0)
    elif isinstance(argument, Name) and argument.name in STRATEGIES:
        yield from (Name(other) for other in STRATEGIES if other != argument.name)
    else:
        yield from _varied(argument)
