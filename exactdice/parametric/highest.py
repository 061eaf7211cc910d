"""The largest of several functions at every point: where it changes, and which attain it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from flint import fmpq, fmpz, fmpz_poly

from .isolation import changes_between
from .pieces import Best, Gathered, Piece, Pieces
from .points import Line, Point, simple_between
from .rational import Quotient

Cell = tuple[Point, Point, Sequence[Quotient]]  # two points, and the candidates between them
GRAIN = 8  # parts of an interval, to which its ends are rounded outwards


def highest(line: Line, cells: Sequence[Cell] | Iterator[Cell], sign: int) -> Pieces:
    """The largest (sign 1) or smallest (sign -1) of the candidates, each continuous throughout."""
    gathered = Gathered()
    values: Sequence[Quotient] = ()
    for lower, upper, values in cells:
        for piece in _largest(line, values, lower, upper, sign):
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


def _largest(
    line: Line, values: Sequence[Quotient], lower: Point, upper: Point, sign: int
) -> Iterator[Piece]:
    """The largest between two points, from left to right.

    Between its crossings with all others one function is largest throughout or nowhere. What is
    largest at an inner point is so on one interval at least, so the others are shorter and the
    recursion ends.
    """
    chosen = _top(values, lower, upper, sign)
    best = tuple(c for c, value in enumerate(values) if value == chosen)
    crossings = _crossings(line, chosen, values, lower, upper)
    if not crossings:
        yield Piece(lower, upper, chosen, best)
        return
    for left, right in pairwise([lower, *crossings, upper]):
        if _top(values, left, right, sign) == chosen:
            yield Piece(left, right, chosen, best)
        else:
            yield from _largest(line, values, left, right, sign)


def _top(values: Sequence[Quotient], lower: Point, upper: Point, sign: int) -> Quotient:
    """The first function that is largest at some point between."""
    if len(values) == 1:
        return values[0]
    at = simple_between(lower, upper)
    numbers = [sign * value.at(at) for value in values]
    return values[numbers.index(max(numbers))]


def _crossings(
    line: Line, chosen: Quotient, others: Sequence[Quotient], lower: Point, upper: Point
) -> list[Point]:
    """The points strictly between at which one of the others equals the chosen function."""
    found: set[Point] = set()
    for other in others:
        if other == chosen:
            continue
        difference = other.difference_sign(chosen)
        if may_vanish(difference, lower, upper):
            found.update(line.roots_inside(difference, lower, upper))
    return sorted(found, key=_low)


def _low(point: Point) -> fmpq:
    return point.low


def may_vanish(polynomial: fmpz_poly, lower: Point, upper: Point) -> bool:
    """False only when the polynomial surely has no root strictly between."""
    return changes_between(polynomial, *_short_ends(lower, upper)) > 0


def _short_ends(lower: Point, upper: Point) -> tuple[fmpq, fmpq]:
    """Ends of few digits around the interval, which keep the arithmetic fast."""
    width = upper.high - lower.low
    grid = fmpz(1) << int((GRAIN / width).ceil()).bit_length()
    low, high = (lower.low * grid).floor(), (upper.high * grid).ceil()
    return fmpq(low, grid), fmpq(high, grid)


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
        first, last = _around(line, at, conditions, left, right)
        pending += [(last, right, None)] * (last is not right)
        pending.append((first, last, found))
        pending += [(left, first, None)] * (first is not left)


def _around(
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
