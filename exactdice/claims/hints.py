"""Hints on wrong numbers: what the printed number is the right value of.

A number as printed can be the value with its sign flipped, its complement, a percentage, its digits
swapped, or the value of a neighbouring query: an argument or an option one more or one less,
arguments exchanged, another strategy. A neighbour is named only when the number shows three digits
or more, since fewer agree by accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from ..errors import ExactDiceError
from ..exact import NEAREST, Exact, round_scaled
from ..printed.numbers import Printed
from ..queries.evaluate import evaluate_query, options_in, quantities_in
from ..queries.syntax import Arithmetic, Call, Comparison, Name, Node, Number, query_text
from .claim import Claim
from .verdict import WRONG, Finding

FEWEST_DIGITS = 3  # of a number that is compared with neighbours
MOST_NEIGHBOURS = 12  # queries tried for one number
MOST_NUMBERS = 8  # of a document whose neighbours are tried
STRATEGIES = ("blind", "optimal", "random")
ONE_MORE = ("dice", "target", "faces")  # options of which a neighbour is tried
SLOW = ("game", "variant", "digits")  # given one of these, no other game is solved for a hint
OTHER_END = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}  # x counts, or does not
SLOW_QUANTITIES = {"pig_win", "pig_gain"}  # nor for one of these


def with_hints(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, the wrong numbers among them with hints."""
    found, tried = [], 0
    for finding in findings:
        value = finding.value
        if finding.verdict in WRONG and not finding.estimate and isinstance(value, Exact):
            # Each neighbour costs a query, and where many numbers are wrong the first hints tell
            # the cause.
            said = tuple(hints(finding.claim, value, neighbours=tried < MOST_NUMBERS))
            found.append(replace(finding, hints=said))
            tried += 1
        else:
            found.append(finding)
    return found


def hints(claim: Claim, value: Exact, neighbours: bool = True) -> Iterator[str]:
    """What the printed number may be instead of the value."""
    printed = claim.printed
    for other, text in _transformed(value):
        if other != value and _prints(printed, other):
            yield text
    if _swapped(_digits(printed.text), _digits(printed.spelled(value))):
        yield "two neighbouring digits are swapped"
    if neighbours and len(_digits(printed.text).lstrip("0")) >= FEWEST_DIGITS:
        yield from _neighbouring(claim, value)


def _transformed(value: Exact) -> Iterator[tuple[Exact, str]]:
    yield -value, "the sign is flipped"
    yield 1 - value, "it is the complement, 1 minus the value"
    yield value * 100, "it is the value in percent"
    yield Fraction(value) / 100, "it is a hundredth of the value, as of a percentage"
    yield value * 10, "it is ten times the value: the decimal mark is one place off"
    yield Fraction(value) / 10, "it is a tenth of the value: the decimal mark is one place off"
    yield Fraction(1 + value) / 2, "it is (1 + value)/2, the chance to win of such a gain"
    yield 2 * value - 1, "it is 2 value - 1, the gain of such a chance to win"
    if value:
        yield Fraction(1) / value, "it is 1 divided by the value"


def _prints(printed: Printed, value: Exact) -> bool:
    """Whether the value, rounded to nearest, is printed so."""
    if printed.places is None:
        return printed.value == value
    scaled = printed.value * Fraction(10) ** printed.places
    return any(round_scaled(value, printed.places, mode) == scaled for mode in NEAREST)


def _digits(text: str) -> str:
    return "".join(re.findall(r"\d", text, re.ASCII))


def _swapped(one: str, other: str) -> bool:
    """Whether the texts differ by two neighbours exchanged."""
    if len(one) != len(other):
        return False
    places = [k for k in range(len(one)) if one[k] != other[k]]
    if len(places) != 2:
        return False
    first, second = places
    exchanged = one[second] + one[first]
    return second == first + 1 and exchanged == other[first] + other[second]


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
