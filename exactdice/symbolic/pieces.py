"""Functions that are one rational function on each of finitely many open intervals, between exact
points of a line; and the largest of several: where it changes, and which attain it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from flint import fmpq, fmpz, fmpz_poly

from .algebraic_numbers import AlgebraicNumber, Line, by_low, changes_between, simple_between
from .rational_function import RationalFunction

Best = tuple[int, ...]  # actions by their numbers
Values = Sequence[RationalFunction]  # of one parameter
Mixtures = tuple[Values, Values]  # of MAX and of MIN


@dataclass(frozen=True)
class Piece:
    """Strictly between two points: the value, and either all best actions of the player to move or
    a mixture for each of two players who choose at once.
    """

    lower: AlgebraicNumber
    upper: AlgebraicNumber
    value: RationalFunction
    best: Best = ()
    mixtures: Mixtures | None = None


# The pieces of a function from left to right, and the best actions at all their ends, one more than
# there are pieces.
Pieces = tuple[tuple[Piece, ...], tuple[Best, ...]]


class Gathered:
    """Pieces as they come from left to right; those that are one are put together."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.at_ends: list[Best] = []

    def add(self, piece: Piece, joint: Best) -> None:
        """Enter the next piece, with the best actions at its lower end."""
        for last in self.pieces[-1:]:
            # No break: value and best actions are the same on both sides and at the point.
            same_choice = joint == piece.best == last.best and piece.mixtures == last.mixtures
            if same_choice and piece.value == last.value:
                self.pieces[-1] = replace(piece, lower=last.lower)
                return
        self.pieces.append(piece)
        self.at_ends.append(joint)

    def finished(self, joint: Best) -> Pieces:
        """All of them, with the best actions at the upper end of the last."""
        return tuple(self.pieces), (*self.at_ends, joint)


Steps = list[
    tuple[AlgebraicNumber, RationalFunction]
]  # ends with the values before them, from left to right


def steps_of(pieces: Sequence[Piece]) -> Steps:
    """The values of a function, without the breaks at which it is the same rational function on
    both sides.
    """
    found: Steps = []
    for piece in pieces:
        if found and piece.value == found[-1][1]:
            found.pop()
        found.append((piece.upper, piece.value))
    return found


def cells(lower: AlgebraicNumber, functions: Sequence[Steps]) -> Iterator[Cell]:
    """The intervals on which each function is one rational function, with these."""
    places = [0] * len(functions)
    while True:
        here = [steps[place] for steps, place in zip(functions, places, strict=True)]
        upper = min((end for end, _ in here), key=by_low)
        yield lower, upper, [value for _, value in here]
        for k, (end, _) in enumerate(here):
            if end is upper:
                places[k] += 1
        if places[0] == len(functions[0]):
            return
        lower = upper


# --- the largest of several functions -------------------------------------------------------------

Cell = tuple[
    AlgebraicNumber, AlgebraicNumber, Values
]  # two points, and the candidates between them
GRAIN = 8  # parts of an interval, to which its ends are rounded outwards


def highest(line: Line, cells: Sequence[Cell] | Iterator[Cell], sign: int) -> Pieces:
    """The largest (sign 1) or smallest (sign -1) of the candidates, each continuous throughout."""
    gathered = Gathered()
    values: Values = ()
    for lower, upper, values in cells:
        for piece in _split_largest(line, values, lower, upper, sign):
            gathered.add(piece, _best_at(piece.lower, piece.value, values))
    last = gathered.pieces[-1]
    return gathered.finished(_best_at(last.upper, last.value, values))


def _best_at(end: AlgebraicNumber, value: RationalFunction, values: Values) -> Best:
    """The actions that are best at an end of a piece with this value."""
    # By continuity those whose difference from the value is 0 there.
    return tuple(
        c
        for c, other in enumerate(values)
        if other is value or end.is_root_of(other.difference_sign(value))
    )


def _split_largest(
    line: Line, values: Values, lower: AlgebraicNumber, upper: AlgebraicNumber, sign: int
) -> Iterator[Piece]:
    """The largest between two points, from left to right.

    Between its crossings with all others one function is largest throughout or nowhere. What is
    largest at an inner point is so on one interval at least, so the others are shorter and the
    recursion ends.
    """
    chosen = _largest_inside(values, lower, upper, sign)
    best = tuple(c for c, value in enumerate(values) if value == chosen)
    # The points strictly between at which one of the others equals the chosen function
    differences = (other.difference_sign(chosen) for other in values if other != chosen)
    crossings = line.roots_inside(
        (each for each in differences if may_vanish(each, lower, upper)), lower, upper
    )
    if not crossings:
        yield Piece(lower, upper, chosen, best)
        return
    for left, right in pairwise([lower, *crossings, upper]):
        if _largest_inside(values, left, right, sign) == chosen:
            yield Piece(left, right, chosen, best)
        else:
            yield from _split_largest(line, values, left, right, sign)


def _largest_inside(
    values: Values, lower: AlgebraicNumber, upper: AlgebraicNumber, sign: int
) -> RationalFunction:
    """The first function that is largest at some point between."""
    if len(values) == 1:
        return values[0]
    at = simple_between(lower, upper)
    return max(values, key=lambda value: sign * value.value_at(at))


def may_vanish(polynomial: fmpz_poly, lower: AlgebraicNumber, upper: AlgebraicNumber) -> bool:
    """False only when the polynomial surely has no root strictly between."""
    # Ends of few digits around the interval keep the arithmetic fast.
    grid = fmpz(1) << int((GRAIN / (upper.high - lower.low)).ceil()).bit_length()
    low = (lower.low * grid).floor()
    high = (upper.high * grid).ceil()
    return changes_between(polynomial, fmpq(low, grid), fmpq(high, grid)) > 0


# --- where what was found at one point holds ------------------------------------------------------

Found = TypeVar("Found")
Solved = tuple[Found, Sequence[fmpz_poly]]  # and what must not change its sign for it to hold


def covered(
    line: Line,
    lower: AlgebraicNumber,
    upper: AlgebraicNumber,
    solved_at: Callable[[fmpq], Solved[Found]],
) -> Iterator[tuple[AlgebraicNumber, AlgebraicNumber, Found]]:
    """What is found at sample points, each with the interval around its point on which it holds;
    together they cover all between the two points, from left to right.
    """
    pending: list[tuple[AlgebraicNumber, AlgebraicNumber, Found | None]] = [(lower, upper, None)]
    while pending:
        left, right, known = pending.pop()
        if known is not None:
            yield left, right, known
            continue
        at = simple_between(left, right)
        found, conditions = solved_at(at)
        if any(condition(at) == 0 for condition in conditions):
            # The sample is a point at which something changes: look on both sides of it.
            middle = line.rational(at)
            pending += [(middle, right, None), (left, middle, None)]
            continue
        first, last = _valid_interval(line, at, conditions, left, right)
        pending += [(last, right, None)] * (last is not right)
        pending.append((first, last, found))
        pending += [(left, first, None)] * (first is not left)


def _valid_interval(
    line: Line,
    at: fmpq,
    conditions: Sequence[fmpz_poly],
    lower: AlgebraicNumber,
    upper: AlgebraicNumber,
) -> tuple[AlgebraicNumber, AlgebraicNumber]:
    """The ends of the largest interval around the sample in which no condition is 0."""
    for condition in conditions:
        if not may_vanish(condition, lower, upper):
            continue
        for root in line.roots_inside([condition], lower, upper):
            if root.is_below(at):
                lower = root
            else:
                upper = root
                break
    return lower, upper
