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
from .rules import SheetGame, SheetState, kept_choices

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

    def written(self, dice: Dice) -> dict[str, int]:
        """{category: what writing the dice there is worth}, over the denominator."""
        state = self.sheet._replace(dice=dice, points=0)
        names = self.game.scores(state.filled, state.extra, dice)
        return {name: self._worth_after(state, name) for name in names}

    def _worth_after(self, state: SheetState, name: str) -> int:
        after = self.game.written(state, name)
        return after.points * self.denominator + self.after(after._replace(points=0))

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
