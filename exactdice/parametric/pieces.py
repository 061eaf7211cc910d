"""Functions that are one rational function on each of finitely many open intervals, between exact
points of a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flint import fmpq

from ..errors import QueryError
from ..exact import Exact, as_fmpq, exact_text
from .points import Line, Point
from .rational import Quotient

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

    def at(self, line: Line, value: Exact) -> tuple[Piece, Best]:
        """The piece of a rational number of the domain, either one at a break, and the best actions
        at the number itself.
        """
        place, is_end = self._place(line, value)
        if is_end:
            return self.pieces[max(place - 1, 0)], self.at_ends[place]
        return self.pieces[place], self.pieces[place].best

    def _place(self, line: Line, value: Exact) -> tuple[int, bool]:
        """The number of the end that is the value, or of the piece around it."""
        point = line.rational(as_fmpq(value))
        ends = self.ends
        if point.high < ends[0].low or ends[-1].high < point.low:
            raise QueryError(
                f"the value must be from {ends[0].root} to {ends[-1].root}, got {exact_text(value)}"
            )
        for place, end in enumerate(ends):
            if end is point:
                return place, True
            if point.high < end.low:
                return place - 1, False
        raise AssertionError("the pieces cover the domain")


class Gathered:
    """Pieces as they come from left to right; those that are one are put together."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.at_ends: list[Best] = []

    def add(self, piece: Piece, joint: Best) -> None:
        """Enter the next piece, with the best actions at its lower end."""
        last = self.pieces[-1] if self.pieces else None
        # No break: value and best actions are the same on both sides and at the point.
        if last and joint == piece.best and _same(last, piece):
            self.pieces[-1] = replace(piece, lower=last.lower)
        else:
            self.pieces.append(piece)
            self.at_ends.append(joint)

    def finished(self, joint: Best) -> Pieces:
        """All of them, with the best actions at the upper end of the last."""
        return Pieces(tuple(self.pieces), (*self.at_ends, joint))


def _same(left: Piece, right: Piece) -> bool:
    same_choice = left.best == right.best and left.mixtures == right.mixtures
    return same_choice and left.value == right.value


class Steps:
    """The values of a function from left to right, without the breaks at which it is the same
    rational function on both sides.
    """

    __slots__ = ("uppers", "values")

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.uppers: list[Point] = []
        self.values: list[Quotient] = []
        for piece in pieces:
            if self.values and piece.value == self.values[-1]:
                self.uppers[-1] = piece.upper
            else:
                self.uppers.append(piece.upper)
                self.values.append(piece.value)


def cells(
    lower: Point, functions: Sequence[Steps]
) -> Iterator[tuple[Point, Point, list[Quotient]]]:
    """The intervals on which each function is one rational function, with these."""
    places = [0] * len(functions)
    while True:
        values = [f.values[place] for f, place in zip(functions, places, strict=True)]
        uppers = [f.uppers[place] for f, place in zip(functions, places, strict=True)]
        upper = min(uppers, key=_low)
        yield lower, upper, values
        for k, end in enumerate(uppers):
            if end is upper:
                places[k] += 1
        if places[0] == len(functions[0].uppers):
            return
        lower = upper


def _low(point: Point) -> fmpq:
    return point.low
