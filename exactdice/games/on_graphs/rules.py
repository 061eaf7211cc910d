"""Chomp, Nim, subtraction games and Wythoff's game: the rule sheets. Sources: the course chapter
"Théorie des jeux" (chapter IV), sections 1.1 and 1.4; C. L. Bouton, "Nim, a game with a complete
mathematical theory", Annals of Mathematics 3 (1901), 35-39; W. A. Wythoff, "A modification of the
game of nim", Nieuw Archief voor Wiskunde 7 (1907), 199-202.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, prod

from ...exact.cost import BOUNDLESS, STEPS_A_MOVE, refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import as_whole, shown, shown_when_long, whole_or_none
from ...game.dice_options import keep_whole

# how many squares are left in each row, from the top; rows without any are left out
Bar = tuple[int, ...]


class Bites:
    """The rules of a whole bar and of one that is bitten."""

    def options(self, bar: Bar) -> Iterator[Bar]:
        """The bars after each bite, by the row and then the column of the square that is chosen,
        from the bottom right.
        """
        for row in reversed(range(len(bar))):
            for column in reversed(range(row == 0, bar[row])):
                bitten = tuple(min(left, column) for left in bar[row:])
                yield bar[:row] + (bitten if column else ())

    def text(self, bar: Bar) -> str:
        """The bar as it is, row by row: `#` the poisoned square, `o` the others that are left.

        >>> print(Chomp(2, 3).text((3, 1)))
        # o o
        o
        """
        rows = [["o"] * left for left in bar]
        rows[0][0] = "#"
        return "\n".join(map(" ".join, rows))


@shown_when_long
@dataclass(frozen=True)
class Chomp(Bites):
    """A bar of rows x columns squares of chocolate, the top left one poisoned.

    The players in turn choose a square and eat it with all squares right of it and below it. Who
    must eat the poison loses; so the poison is never chosen here, and who is left with it alone
    cannot move and has lost. `RulesError` unless rows and columns are ints of 1 or more.

    >>> list(Chomp(2, 3).options((2, 1)))
    [(2,), (1, 1)]
    """

    rows: int
    columns: int

    def __post_init__(self) -> None:
        keep_whole(self, "rows", 1)
        keep_whole(self, "columns", 1)

    @property
    def start(self) -> Bar:
        """The whole bar."""
        refuse_costly(self, 4 * self.rows)
        return (self.columns,) * self.rows

    @property
    def positions(self) -> int:
        """How many positions there are: C(rows + columns, rows) - 1."""
        refuse_costly(self, min(self.rows, self.columns) ** 2)
        return comb(self.rows + self.columns, self.rows) - 1

    @property
    def exploring_cost(self) -> int:
        """The cost of a list of all positions and their moves; BOUNDLESS where to count them would
        be work.
        """
        if min(self.rows, self.columns) > 50:
            return BOUNDLESS
        # at least so many moves all positions have
        bites = self.positions * self.rows * self.columns // 3
        return bites * (20 + 4 * self.rows)


@shown_when_long
@dataclass(frozen=True)
class ChompRows(Bites):
    """The rules from a bar of which something has been eaten: how many squares are left in each
    row, never more than in the row above.

    >>> ChompRows((3, 1)).start
    (3, 1)
    """

    bar: Bar

    def __post_init__(self) -> None:
        given = self.bar if isinstance(self.bar, (tuple, list)) else ()
        rows = tuple(whole_or_none(left) or 0 for left in given)  # no row is of 0 squares
        if not rows or min(rows) < 1 or sorted(rows, reverse=True) != [*rows]:
            raise RulesError(
                "the rows of a bar must be ints of 1 or more, none longer than the one above, "
                f"got {shown(self.bar)}"
            )
        object.__setattr__(self, "bar", rows)

    @property
    def start(self) -> Bar:
        """The bar."""
        return self.bar

    @property
    def exploring_cost(self) -> int:
        """The least cost of a list of all positions: those that one bite leads to, and those of
        a whole bar inside it.
        """
        rows, columns = max(enumerate(self.bar, 1), key=lambda sides: (min(sides), sum(sides)))
        one_bite = sum(self.bar) * (20 + 4 * len(self.bar))
        return max(one_bite, Chomp(rows, columns).exploring_cost)


Heaps = tuple[int, ...]
DRAWN_HEAP = 50  # of a heap in a picture


def _counts(values: object, what: str, least: int) -> tuple[int, ...]:
    """The values as a tuple of ints, one value alone as a tuple of one; `RulesError` unless each is
    at least `least`.
    """
    numbers = tuple(values) if isinstance(values, (tuple, list)) else (values,)
    return tuple(as_whole(number, what, least) for number in numbers)


@shown_when_long
@dataclass(frozen=True)
class Nim:
    """A move takes any number from one of the heaps; who cannot move loses. The Sprague-Grundy
    value is the xor of the heaps (Bouton). `RulesError` for a heap that is not an int of 0 or more.

    >>> list(Nim((1, 2)).options((1, 2)))
    [(0, 2), (1, 0), (1, 1)]
    """

    heaps: Heaps

    def __post_init__(self) -> None:
        object.__setattr__(self, "heaps", _counts(self.heaps, "a heap", 0))

    @property
    def start(self) -> Heaps:
        """The heaps."""
        return self.heaps

    @property
    def exploring_cost(self) -> int:
        """The cost of a list of all positions and their moves."""
        return STEPS_A_MOVE * prod(heap + 1 for heap in self.heaps) * (sum(self.heaps) // 2 + 1)

    def options(self, heaps: Heaps) -> Iterator[Heaps]:
        """The heaps after each move, by the heap that is taken from, the largest take first."""
        for k, heap in enumerate(heaps):
            # what is left runs upwards, so the largest take comes first
            yield from ((*heaps[:k], left, *heaps[k + 1 :]) for left in range(heap))

    def text(self, heaps: Heaps) -> str:
        """Each heap on a line, drawn while it is small.

        >>> print(Nim((3, 1)).text((3, 0)))
        heap 1: 3 ooo
        heap 2: 0
        """
        lines = []
        for k, heap in enumerate(heaps, 1):
            picture = "o" * heap if heap <= DRAWN_HEAP else "..."
            lines.append(f"heap {k}: {heap} {picture}".rstrip())
        return "\n".join(lines)


@shown_when_long
@dataclass(frozen=True)
class Subtraction:
    """The rules for a heap from which a move takes one of the numbers `takes`.

    `RulesError` unless the heap is an int of 0 or more and the takes are ints of 1 or more.

    >>> list(Subtraction(5, (1, 2, 7)).options(5))
    [4, 3]
    """

    heap: int
    takes: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "heap", as_whole(self.heap, "the heap", 0))
        # in ascending order: the first is the smallest, on which the cost relies
        takes = tuple(sorted(set(_counts(self.takes, "a number to take", 1))))
        if not takes:
            raise RulesError("a subtraction game needs at least one number to take, got none")
        object.__setattr__(self, "takes", takes)

    @property
    def start(self) -> int:
        """The heap."""
        return self.heap

    @property
    def exploring_cost(self) -> int:
        """The cost of a list of all heaps and their moves."""
        return STEPS_A_MOVE * (self.heap // self.takes[0] + 1) * len(self.takes)

    def options(self, heap: int) -> Iterator[int]:
        """The heap after each move, the smallest take first."""
        return (heap - take for take in self.takes if take <= heap)


Square = tuple[int, int]  # how many squares to the right of the corner, and how many above it


@shown_when_long
@dataclass(frozen=True)
class Wythoff:
    """A queen starts on the square (column, row) of a board that goes on for ever to the right and
    upwards.

    The players in turn move her any number of squares to the left, down, or diagonally down to the
    left; who moves her into the corner (0, 0) wins, as the other cannot move. The same game: two
    heaps, from which a move takes any number from one or the same number from both. `RulesError`
    unless column and row are ints of 0 or more.

    >>> list(Wythoff(1, 2).options((1, 2)))
    [(0, 2), (1, 0), (1, 1), (0, 1)]
    """

    column: int
    row: int

    def __post_init__(self) -> None:
        keep_whole(self, "column", 0)
        keep_whole(self, "row", 0)

    @property
    def start(self) -> Square:
        """The square on which the queen starts."""
        return self.column, self.row

    @property
    def exploring_cost(self) -> int:
        """The cost of a list of all squares and their moves."""
        moves = (self.column + self.row) // 2 + min(self.column, self.row) // 3
        return STEPS_A_MOVE * (self.column + 1) * (self.row + 1) * (moves + 1)

    def options(self, square: Square) -> Iterator[Square]:
        """The squares to the left, below, and on the diagonal, the farthest first."""
        column, row = square
        yield from ((k, row) for k in range(column))
        yield from ((column, k) for k in range(row))
        yield from ((column - k, row - k) for k in reversed(range(1, min(square) + 1)))
