"""The largest of several functions at every point: where it changes, and which attain it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from flint import fmpq, fmpz, fmpz_poly

from .isolation import changes_between
from .pieces import Best, Piece, Pieces
from .points import Line, Point, simple_between
from .rational import Quotient

Cell = tuple[Point, Point, Sequence[Quotient]]  # two points, and the candidates between them
GRAIN = 8  # parts of an interval, to which its ends are rounded outwards


def highest(line: Line, cells: Sequence[Cell] | Iterator[Cell], sign: int) -> Pieces:
    """The largest (sign 1) or smallest (sign -1) of the candidates, each continuous throughout."""
    pieces: list[Piece] = []
    at_ends: list[Best] = []
    values: Sequence[Quotient] = ()
    for lower, upper, values in cells:
        for piece in _largest(line, values, lower, upper, sign):
            joint = _best_at(piece.lower, piece.value, values)
            # No break: value and best actions are the same on both sides and at the point.
            if pieces and joint == piece.best and _same(pieces[-1], piece):
                pieces[-1] = Piece(pieces[-1].lower, piece.upper, piece.value, piece.best)
            else:
                pieces.append(piece)
                at_ends.append(joint)
    at_ends.append(_best_at(pieces[-1].upper, pieces[-1].value, values))
    return Pieces(tuple(pieces), tuple(at_ends))


def _same(left: Piece, right: Piece) -> bool:
    return left.best == right.best and left.value == right.value


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


def _low(point: Point) -> object:
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
