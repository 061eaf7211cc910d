"""Functions that are one rational function on each of finitely many open intervals, between exact
points of a line; and the largest of several: where it changes, and which attain it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, pairwise
from typing import TypeVar

from flint import fmpq, fmpz, fmpz_poly

from ..exact.errors import QueryError
from ..exact.numbers import Exact, exact_text
from .points import Line, Point, by_low, changes_between, simple_between
from .polynomial import Quotient

Best = tuple[int, ...]  # actions by their numbers
Mixtures = tuple[tuple[Quotient, ...], tuple[Quotient, ...]]  # of MAX and of MIN


@dataclass(frozen=True)
class Piece:
    """Strictly between two points: the value, and either all best actions of the player to move or
    a mixture for each of two players who choose at once.
    """

    lower: Point
    upper: Point
    value: Quotient
    best: Best = ()
    mixtures: Mixtures | None = None


@dataclass(frozen=True)
class Pieces:
    """A continuous function: its pieces from left to right, and the best actions at all their ends,
    one more than there are pieces.
    """

    pieces: tuple[Piece, ...]
    at_ends: tuple[Best, ...]

    @property
    def ends(self) -> tuple[Point, ...]:
        """The ends of all pieces, those of the domain included."""
        return (self.pieces[0].lower, *(piece.upper for piece in self.pieces))

    @property
    def breaks(self) -> tuple[Point, ...]:
        """The points between two pieces."""
        return self.ends[1:-1]

    @property
    def degree(self) -> int:
        """The largest degree of a value."""
        return max(piece.value.degree for piece in self.pieces)

    def numbered(self) -> Iterator[tuple[int, Piece, Best]]:
        """Each piece by its number, with the best actions at its upper end."""
        return zip(count(1), self.pieces, self.at_ends[1:], strict=False)

    def at(self, line: Line, value: Exact) -> tuple[Piece, Best]:
        """The piece of a rational number of the domain, either one at a break, and the best actions
        at the number itself.
        """
        point = line.rational(value)
        first, *_, last = self.ends
        if point.high < first.low or last.high < point.low:
            raise QueryError(
                f"the value must be from {first.root} to {last.root}, got {exact_text(value)}"
            )
        for place, end in enumerate(self.ends):
            if end is point:
                return self.pieces[max(place - 1, 0)], self.at_ends[place]
            if point.high < end.low:
                around = self.pieces[place - 1]
                return around, around.best
        raise AssertionError("the pieces cover the domain")


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
        return Pieces(tuple(self.pieces), (*self.at_ends, joint))


Steps = list[tuple[Point, Quotient]]  # ends with the values before them, from left to right


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


def cells(lower: Point, functions: Sequence[Steps]) -> Iterator[Cell]:
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

Cell = tuple[Point, Point, Sequence[Quotient]]  # two points, and the candidates between them
GRAIN = 8  # parts of an interval, to which its ends are rounded outwards


def highest(line: Line, cells: Sequence[Cell] | Iterator[Cell], sign: int) -> Pieces:
    """The largest (sign 1) or smallest (sign -1) of the candidates, each continuous throughout."""
    gathered = Gathered()
    values: Sequence[Quotient] = ()
    for lower, upper, values in cells:
        for piece in _split_largest(line, values, lower, upper, sign):
            gathered.add(piece, _best_at(piece.lower, piece.value, values))
    last = gathered.pieces[-1]
    return gathered.finished(_best_at(last.upper, last.value, values))


def _best_at(end: Point, value: Quotient, values: Sequence[Quotient]) -> Best:
    """The actions that are best at an end of a piece with this value."""
    # By continuity those whose difference from the value is 0 there.
    return tuple(
        c
        for c, other in enumerate(values)
        if other is value or end.is_root_of(other.difference_sign(value))
    )


def _split_largest(
    line: Line, values: Sequence[Quotient], lower: Point, upper: Point, sign: int
) -> Iterator[Piece]:
    """The largest between two points, from left to right.

    Between its crossings with all others one function is largest throughout or nowhere. What is
    largest at an inner point is so on one interval at least, so the others are shorter and the
    recursion ends.
    """
    chosen = _largest_inside(values, lower, upper, sign)
    best = tuple(c for c, value in enumerate(values) if value == chosen)
    # The points strictly between at which one of the others equals the chosen function
    found: set[Point] = set()
    for other in values:
        if other == chosen:
            continue
        difference = other.difference_sign(chosen)
        if may_vanish(difference, lower, upper):
            found.update(line.roots_inside(difference, lower, upper))
    crossings = sorted(found, key=by_low)
    if not crossings:
        yield Piece(lower, upper, chosen, best)
        return
    for left, right in pairwise([lower, *crossings, upper]):
        if _largest_inside(values, left, right, sign) == chosen:
            yield Piece(left, right, chosen, best)
        else:
            yield from _split_largest(line, values, left, right, sign)


def _largest_inside(values: Sequence[Quotient], lower: Point, upper: Point, sign: int) -> Quotient:
    """The first function that is largest at some point between."""
    if len(values) == 1:
        return values[0]
    at = simple_between(lower, upper)
    return max(values, key=lambda value: sign * value.at(at))


def may_vanish(polynomial: fmpz_poly, lower: Point, upper: Point) -> bool:
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
    line: Line, lower: Point, upper: Point, solved_at: Callable[[fmpq], Solved[Found]]
) -> Iterator[tuple[Point, Point, Found]]:
    """What is found at sample points, each with the interval around its point on which it holds;
    together they cover all between the two points, from left to right.
    """
    pending: list[tuple[Point, Point, Found | None]] = [(lower, upper, None)]
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
    line: Line, at: fmpq, conditions: Sequence[fmpz_poly], lower: Point, upper: Point
) -> tuple[Point, Point]:
    """The ends of the largest interval around the sample in which no condition is 0."""
    for condition in conditions:
        if not may_vanish(condition, lower, upper):
            continue
        for root in line.roots_inside(condition, lower, upper):
            if is_below(root, at):
                lower = root
            else:
                upper = root
                break
    return lower, upper


def is_below(point: Point, at: fmpq) -> bool:
    """Whether the point is less than a number that it is not."""
    while point.low <= at <= point.high:
        point.narrow()
    return bool(point.high < at)
