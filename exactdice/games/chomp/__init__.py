"""Chomp: the rule sheet.

A bar of chocolate of `rows` by `columns` squares, the top left one poisoned. The players in turn
choose a square and eat it with all squares right of it and below it. Who must eat the poison loses;
so the poison is never chosen here, and who is left with it alone cannot move and has lost. Source:
the course chapter "Théorie des jeux" (chapter IV), section 1.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from ...exact.cost import BOUNDLESS, refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import shown, shown_when_long, whole_or_none
from ...game.dice_options import keep_whole

# how many squares are left in each row, from the top; rows without any are left out
Bar = tuple[int, ...]


class Bites:
    """What a whole bar and one that is bitten share."""

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
    """The rules for a bar of rows x columns squares. `RulesError` unless both are ints of 1 or
    more.

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
        """What a list of all positions and their moves costs; BOUNDLESS where to count them would
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
        """What a list of all positions costs, at least: those that one bite leads to, and those of
        a whole bar inside it.
        """
        rows, columns = max(enumerate(self.bar, 1), key=lambda sides: (min(sides), sum(sides)))
        one_bite = sum(self.bar) * (20 + 4 * len(self.bar))
        return max(one_bite, Chomp(rows, columns).exploring_cost)
