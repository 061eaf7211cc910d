"""Matrix games given line by line.

Each row and column asked for is kept as an array, and best answers are read from these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import mul
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..errors import RulesError
from ..exact import Progress
from .double_oracle import Answers, LargeSolution, Oracles, best_of, double_oracle

Line = npt.NDArray[np.number]
BATCH = 5  # lines that may be added in one round: a round costs more than a line
FEW = 8  # lines looked at whole to choose the next one across
PART = 1 << 22  # entries of all lines handled at a time
EXACT_FLOAT = 1 << 53  # integers up to this are exact in a float64, whatever the order of their sum


class LargeGame(Protocol):
    """A matrix game of integers within `extremes`, whose lines are computed when asked for.

    `among` picks entries of the line.
    """

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns."""

    @property
    def extremes(self) -> tuple[int, int]:
        """The least and the greatest payoff that can occur."""

    def row(self, i: int, among: Line | None = None) -> Line:
        """The payoffs of row i against the columns."""

    def column(self, j: int, among: Line | None = None) -> Line:
        """The payoffs of the rows against column j."""


def solve_large_game(game: LargeGame, progress: Progress | None = None) -> LargeSolution[int, int]:
    """The exact solution with mixtures {index: probability}; the whole matrix is never built.

    A line that is extreme everywhere is found without a linear programme; otherwise the double
    oracle runs.
    """
    return certain_solution(game) or double_oracle(line_oracles(game), 0, 0, progress)


# --- values that are certain ----------------------------------------------------------------------


def certain_solution(game: LargeGame) -> LargeSolution[int, int] | None:
    """The solution when a line is extreme everywhere; None otherwise.

    That is a row paid the greatest payoff against every column, or a column paid the least. In a
    game of wins and losses this finds the values 1 and 0. With A rows and B columns each row and
    each column is computed at most once: O(AB). Good columns refute most rows, so O(A + B) is
    usual.
    """
    least, greatest = game.extremes
    row = sure_line(game.shape, game.row, game.column, greatest)
    if row is not None:
        return LargeSolution(greatest, {row: 1}, {0: 1}, "a row that always wins")
    column = sure_line(game.shape[::-1], game.column, game.row, least)
    if column is not None:
        return LargeSolution(least, {0: 1}, {column: 1}, "a column that always wins")
    return None


def sure_line(
    shape: tuple[int, int],
    line: Callable[[int], Line],
    across: Callable[[int, Line], Line],
    wanted: int,
) -> int | None:
    """A line, of shape[0] of them, whose entries are all the wanted one; None without one.

    A few of the lines left are looked at whole, and the line across that refutes most of them
    sieves all that are left. Each round refutes at least the few, so it ends.
    """
    left = np.arange(shape[0])
    refuted: dict[int, Line] = {}
    while len(left):
        # spread evenly, since neighbours are often refuted by the same line across
        step = max(1, len(left) // FEW)
        few: list[int] = left[::step][:FEW].tolist()
        # what was computed in the round before is not computed again
        refuted = {i: refuted[i] if i in refuted else line(i) != wanted for i in few}
        sure = [i for i in few if not refuted[i].any()]
        if sure:
            return sure[0]
        refutations = np.sum(list(refuted.values()), axis=0)
        sieve = int(refutations.argmax())
        left = left[across(sieve, left) == wanted]
    return None


# --- best answers ---------------------------------------------------------------------------------


class _Lines:
    """The lines of one player asked for so far.

    Each is an array of the payoffs against every strategy of the other.
    """

    def __init__(
        self, length: int, line: Callable[[int], Line], highest: bool, extreme: int
    ) -> None:
        self.length, self.line = length, line
        self.highest, self.extreme = highest, extreme
        self.known: dict[int, Line] = {}

    def at(self, index: int) -> Line:
        """The line of this index."""
        if index not in self.known:
            self.known[index] = self.line(index)
        return self.known[index]

    def answers(self, weights: Mapping[int, int]) -> Answers[int]:
        """The best answers of the other player: exact sums of weight * payoff."""
        if not weights or min(weights.values()) <= 0:
            raise RulesError(f"a mixture needs positive integer weights, got {weights}")
        largest_sum = sum(weights.values()) * self.extreme
        # two bits to spare below 2^53
        cut = max(0, largest_sum.bit_length() - EXACT_FLOAT.bit_length() + 2)
        rough = self.sums({index: weight >> cut for index, weight in weights.items()})
        if not cut:
            chosen = self._leading(rough)
            totals = [int(rough[j]) for j in chosen]
        else:
            # each of the weights lost less than a unit, so a rough sum less than their number
            # times `extreme`: what is further behind than twice that is behind
            margin = 2 * len(weights) * self.extreme
            near = np.flatnonzero(self._toward(rough) >= self._toward(rough).max() - margin)
            chosen = np.union1d(self._leading(rough), near)
            totals = self._whole_sums(weights, chosen)
        pairs = [(int(j), total) for j, total in zip(chosen, totals, strict=True)]
        return best_of(pairs, self.highest, BATCH)

    def _whole_sums(self, weights: Mapping[int, int], chosen: Line) -> list[int]:
        """Sums of weight * payoff in Python's integers, for the chosen strategies."""
        payoffs = np.array([self.at(index)[chosen] for index in weights]).T
        # many strategies are paid alike against a few lines: each kind is summed once
        kinds, kind_of = np.unique(payoffs, axis=0, return_inverse=True)
        scale = list(weights.values())
        totals = [sum(map(mul, scale, kind)) for kind in kinds.tolist()]
        # numpy 2.0 gives the inverse in the shape of the array, other versions flat
        return [totals[kind] for kind in kind_of.reshape(-1)]

    def _toward(self, sums: Line) -> Line:
        """The sums with the sign that makes the best the largest."""
        return sums if self.highest else -sums

    def _leading(self, rough: Line) -> Line:
        """The strategies of the BATCH best rough sums, or all when there are fewer."""
        if len(rough) <= BATCH:
            return np.arange(len(rough))
        return np.argpartition(-self._toward(rough), BATCH)[:BATCH]

    def sums(self, weights: Mapping[int, int]) -> Line:
        """Sums of weight * payoff in float64, exact as they stay below 2^53."""
        scale = np.array(list(weights.values()), dtype=np.float64)
        lines = [self.at(index) for index in weights]
        step = max(1, PART // len(lines))
        sums = []
        for begin in range(0, self.length, step):
            part = slice(begin, begin + step)
            sums.append(scale @ np.array([line[part] for line in lines], dtype=np.float64))
        return np.concatenate(sums)


def line_oracles(game: LargeGame) -> Oracles[int, int]:
    """The oracles of a game given line by line; every line is computed once.

    A mixture of large weights is cut to its leading bits first: with s lines and payoffs of at most
    V in size this changes a sum by less than s V units, so only strategies within 2 s V of the best
    rough sum can be best, and these are compared in whole integers.
    """
    extreme = max(1, *(abs(end) for end in game.extremes))
    rows = _Lines(game.shape[1], game.row, False, extreme)
    columns = _Lines(game.shape[0], game.column, True, extreme)

    def payoff(i: int, j: int) -> int:
        # from the line that is there already
        return int(rows.at(i)[j] if i in rows.known else columns.at(j)[i])

    return Oracles(payoff, columns.answers, rows.answers)
