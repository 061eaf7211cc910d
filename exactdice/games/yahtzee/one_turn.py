"""The turn of one sheet in plain whole numbers: what every throw and every choice is worth in it.

No floats and no limbs: some 3000 sums and comparisons of Python's integers, in milliseconds. So an
answer about a sheet depends on the values of the sheets after it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...game import Action
from .categories import Dice
from .lattice import Lattice, lattice
from .rules import SheetGame, SheetState, in_order, kept_choices
from .sheets import NOT_ALLOWED, sheets_of

Numerator = Callable[[SheetState], int]  # of the value of a sheet


@dataclass(frozen=True)
class OneTurn:
    """What a turn of this sheet is worth, in points from then on.

    `after` gives the values of the sheets with one more category written, over `denominator`.
    """

    game: SheetGame
    sheet: SheetState
    denominator: int
    after: Numerator

    @cached_property
    def lattice(self) -> Lattice:
        """What can be kept of dice."""
        return lattice(self.game.dice, self.game.faces)

    @property
    def scale(self) -> int:
        """What a throw multiplies denominators by."""
        return int(self.game.faces**self.game.dice)

    # --- the dice are written ---------------------------------------------------------------------

    def written(self, dice: Dice) -> dict[str, int]:
        """{category: what writing the dice there is worth}, over the denominator."""
        throw = self.lattice.place[dice] - self.lattice.first[self.lattice.dice]
        return {
            name: self._worth[way[throw], points[throw]]
            for name, way, points in self._free
            if points[throw] != NOT_ALLOWED
        }

    @cached_property
    def _free(self) -> list[tuple[str, list[int], list[int]]]:
        """The free categories, each with its ways and its points by throw."""
        sheets, names = sheets_of(self.game), self.game.names
        written = sheets.bits(self.sheet.filled)
        points = sheets.points(written, self.sheet.extra)
        return [
            (names[free], sheets.way_of[free].tolist(), points[free].tolist())
            for free in sheets.free(written)
        ]

    @cached_property
    def _worth(self) -> dict[tuple[int, int], int]:
        """{(a way to write dice, the points): what it is worth}: many throws share one."""
        kinds = {kind for _, *lists in self._free for kind in zip(*lists, strict=True)}
        return {
            (way, points): self.worth(self._sheet_after(way), points)
            for way, points in kinds
            if points != NOT_ALLOWED
        }

    def _sheet_after(self, way: int) -> SheetState:
        """The sheet once dice are written that way."""
        category, growth, begins = sheets_of(self.game).ways[way].tolist()
        sheet, name = self.sheet, self.game.names[category]
        filled = in_order(self.game.names, (*sheet.filled, name))
        upper = min(sheet.upper + growth, self.game.cap)
        return SheetState(filled, upper, sheet.extra | begins)

    def worth(self, after: SheetState, points: int) -> int:
        """What a sheet is worth, whose turn has brought so many points."""
        return points * self.denominator + self.after(after)

    # --- what is kept -----------------------------------------------------------------------------

    @cached_property
    def stages(self) -> list[list[int]]:
        """[throws left]: what every choice of dice to keep is worth, over denominator * scale **
        left; of none left what every whole throw is worth, in its place.
        """
        found = [[0] * len(self.lattice.kept)]
        for thrown in self.lattice.throws:
            found[0][self.lattice.place[thrown]] = max(self.written(thrown).values())
        worth = self._whole(found[0])
        for _ in range(self.game.rerolls):
            found.append(self._after_keeping(worth))
            worth = self._whole(self._best_within(found[-1]))
        return found

    def _whole(self, numbers: Sequence[int]) -> list[int]:
        """Those of whole throws."""
        return list(numbers[self.lattice.first[self.lattice.dice] :])

    def _after_keeping(self, worth: list[int]) -> list[int]:
        """What every choice is worth, over a denominator that is faces ** dice times as large."""
        by_size = [worth]
        for places in reversed(self.lattice.one_more):
            more = by_size[0]
            by_size.insert(0, [sum(more[place] for place in row) for row in places.tolist()])
        flat = [number for numbers in by_size for number in numbers]
        factors = self.lattice.factors.tolist()
        return [number * factor for number, factor in zip(flat, factors, strict=True)]

    def _best_within(self, kept: list[int]) -> list[int]:
        """What the best of all that may be kept of every choice is worth."""
        best = list(kept)
        for places, less in self.lattice.one_less:
            for place, smaller in zip(places.tolist(), less.tolist(), strict=True):
                best[place] = max(best[place], best[smaller])
        return best

    # --- answers ----------------------------------------------------------------------------------

    def choices(self, dice: Dice, left: int) -> dict[Action, Fraction]:
        """{what may be done with the dice: what it is worth}, in the order of the rules."""
        if not left:
            found = self.written(dice)
            return {name: Fraction(worth, self.denominator) for name, worth in found.items()}
        stage, over = self.stages[left], self.denominator * self.scale**left
        return {
            each: Fraction(stage[self.lattice.place[each]], over) for each in kept_choices(dice)
        }

    def value(self) -> Fraction:
        """What the sheet is worth before the first throw."""
        left = self.game.rerolls
        stage = self._best_within(self.stages[left]) if left else self.stages[0]
        total = sum(
            ways * worth
            for ways, worth in zip(self.lattice.ways.tolist(), self._whole(stage), strict=True)
        )
        return Fraction(total, self.denominator * self.scale ** (left + 1))
