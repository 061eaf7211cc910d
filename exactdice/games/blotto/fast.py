"""Colonel Blotto by the double oracle: few splits are kept, and best answers are found without
listing the others where fields are paid.

Shuffled splits meet each part of one with each part of the other equally often: MAX is paid on
average the sum over all pairs of parts of the sign of their difference, divided by the number of
fields. Against a mixture each part is thus paid by itself, so the best split is found field after
field, by what the parts left and the units left can still be paid.

The majority is no sum over fields: there all splits are listed, and the orders of one of them are
run through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, permutations
from math import factorial

import numpy as np
import numpy.typing as npt

from ...cost import refuse_costly
from ...distribution import from_probabilities
from ...exact import Exact, Progress, ratio, simplest
from ...game import MAX, MIN, Player
from ...matrices.by_lines import Line, solve_large_game
from ...matrices.double_oracle import Answers, LargeSolution, Oracles, best_of, double_oracle
from ...solution import Solution
from ...solvers import solve
from ...solvers.fast_path import exactly, fast_path_of
from .rules import Blotto, Split, split_count, splits

Parts = npt.NDArray[np.int64]
PART = 1 << 20  # pairs of a split and an order looked at together, which bounds the memory
COUNTED = 20  # the cost of the orders of more fields is as good as that of these: nobody can pay it
AT_ONCE = 20  # entries of an array that are handled in about a step


@dataclass(frozen=True)
class BlottoSolution:
    """What MAX is paid on average under optimal play, and an optimal mixture of shuffled splits for
    each player as {split: probability}; `kept` says how many splits of each the last small game
    had.
    """

    game: Blotto
    value: Exact
    first: Mapping[Split, Exact]
    second: Mapping[Split, Exact]
    kept: tuple[int, int]
    method: str


def blotto_solution(game: Blotto, progress: Progress | None = None) -> BlottoSolution:
    """The exact solution, proved against all splits of both players.

    >>> solution = blotto_solution(Blotto(units=5, fields=3, units_of_min=4))
    >>> solution.value, solution.first
    (Fraction(1, 2), {(2, 2, 1): Fraction(1, 2), (3, 2, 0): Fraction(1, 2)})
    """
    exactly(game, Blotto, "blotto_solution")
    found, scale = (_by_fields if game.pays == "fields" else _by_majority)(game, progress)
    value = simplest(ratio(found.value.numerator, found.value.denominator * scale))
    return BlottoSolution(game, value, found.row, found.column, found.kept, found.method)


class OnlySplit(Exception):
    """A player has a single split, so the other alone chooses: all its best splits are wanted."""


@fast_path_of(solve, Blotto, OnlySplit)
def solve_blotto(game: Blotto, progress: Progress | None = None) -> Solution:
    """The same as a `Solution`: the mixtures at the start are laws of splits."""
    if 1 in (game.fields, *game.of_player):
        raise OnlySplit
    found = blotto_solution(game, progress)
    laws = (from_probabilities(dict(found.first)), from_probabilities(dict(found.second)))
    return Solution(game, {game.start: found.value}, {}, found.method, {game.start: laws})


# --- paid by fields -------------------------------------------------------------------------------


def _by_fields(game: Blotto, progress: Progress | None) -> tuple[LargeSolution[Split, Split], int]:
    """The solution of the game with all payments times the number of fields, and that number."""

    def best_rows(column: Mapping[Split, int]) -> Answers[Split]:
        return best_splits(part_payments(column, game.of_player[MAX]), game.fields)

    def best_columns(row: Mapping[Split, int]) -> Answers[Split]:
        # MIN is paid what MAX loses: its best answers pay MAX the least
        found = best_splits(part_payments(row, game.of_player[MIN]), game.fields).found
        return Answers([(split, -total) for split, total in found])

    # about as many rounds as there are units, each with the best answers to some mixtures
    refuse_costly(game, game.fields * max(game.of_player) ** 3, "fewer units")
    oracles = Oracles(pairs_won, best_rows, best_columns)
    first, second = (_even_split(units, game.fields) for units in game.of_player)
    return double_oracle(oracles, first, second, progress), game.fields


def _even_split(units: int, fields: int) -> Split:
    """The split into parts that differ by at most 1."""
    share, more = divmod(units, fields)
    return (share + 1,) * more + (share,) * (fields - more)


def pairs_won(first: Split, second: Split) -> int:
    """Over all pairs of a part of each split, how often the first is larger minus how often the
    second is.

    >>> pairs_won((3, 0), (2, 1))
    0
    """
    return sum((part > met) - (part < met) for part in first for met in second)


def part_payments(mixture: Mapping[Split, int], units: int) -> list[int]:
    """What a part of 0, 1, ..., `units` wins minus what it loses against all parts of a mixture of
    splits with integer weights.

    >>> part_payments({(2, 1): 1}, 3)
    [-2, -1, 1, 2]
    """
    weights = [0] * (max(units, *(split[0] for split in mixture)) + 1)
    for split, weight in mixture.items():
        for part in split:
            weights[part] += weight
    up_to = list(accumulate(weights))
    # below the part, minus what is above it
    return [2 * up_to[part] - weights[part] - up_to[-1] for part in range(units + 1)]


def best_splits(paid: Sequence[int], fields: int) -> Answers[Split]:
    """The splits that are paid most when each part is paid by its size, and the best split for each
    size of one part, as far as these are among the best.

    >>> best_splits([0, 2, 3, 3], 2).found[0]
    ((2, 1), 5)
    """
    units = len(paid) - 1
    # most[u]: the most that so many fields are paid for u units; part[k][u]: one of its parts
    most, part_of = list(paid), [list(range(units + 1))]
    for _ in range(fields - 2):
        best = [_best_part(paid, most, left) for left in range(units + 1)]
        most = [total for total, _ in best]
        part_of.append([part for _, part in best])
    if fields == 1:
        return Answers([((units,), paid[units])])
    totals = {}
    for part in range(units + 1):
        split = (part, *_parts(part_of, units - part))
        totals[tuple(sorted(split, reverse=True))] = paid[part] + most[units - part]
    return best_of(totals, highest=True)


def _best_part(paid: Sequence[int], most: Sequence[int], units: int) -> tuple[int, int]:
    """(the most that one field more is paid for the units, the part that goes to that field)."""
    return max((paid[part] + most[units - part], part) for part in range(units + 1))


def _parts(part_of: Sequence[Sequence[int]], units: int) -> Iterator[int]:
    """The parts chosen for so many units, field by field."""
    for chosen in reversed(part_of):
        yield chosen[units]
        units -= chosen[units]


# --- paid by the majority -------------------------------------------------------------------------


@dataclass(frozen=True)
class MajorityLines:
    """The matrix of the game paid by the majority, line by line, times the number of orders of all
    fields.
    """

    game: Blotto

    @property
    def orders(self) -> int:
        """In how many orders a split may meet the other."""
        return factorial(self.game.fields)

    @cached_property
    def parts(self) -> tuple[Parts, Parts]:
        """The splits of MAX and of MIN, one row each."""
        fields = self.game.fields
        first, second = (
            np.array(list(splits(units, fields, units)), dtype=np.int64)
            for units in self.game.of_player
        )
        return first, second

    @property
    def shape(self) -> tuple[int, int]:
        """How many splits each player has."""
        return len(self.parts[MAX]), len(self.parts[MIN])

    @property
    def extremes(self) -> tuple[int, int]:
        """The majority is lost or won in all orders."""
        return -self.orders, self.orders

    def row(self, i: int, among: Line | None = None) -> Line:
        """MAX's split i against MIN's."""
        return -self._against(MIN, self.parts[MAX][i], among)

    def column(self, j: int, among: Line | None = None) -> Line:
        """MAX's splits against MIN's split j."""
        return self._against(MAX, self.parts[MIN][j], among)

    def split(self, player: Player, line: int) -> Split:
        """The split of this line."""
        return tuple(self.parts[player][line].tolist())

    def _against(self, player: Player, other: Parts, among: Line | None) -> Line:
        """What the splits of the player win against all orders of the other's split."""
        parts = self.parts[player]
        mine = parts if among is None else parts[among]
        # equal parts in another order are the same order: each of these counts for several
        orders = np.array(sorted(set(permutations(other.tolist()))), dtype=np.int64)
        step = max(1, PART // len(orders))
        won = [_majorities(mine[k : k + step], orders) for k in range(0, len(mine), step)]
        return np.concatenate(won) * (self.orders // len(orders))


def _majorities(mine: Parts, orders: Parts) -> Line:
    """How many orders each split wins minus how many it loses."""
    differences = np.zeros((len(mine), len(orders)), dtype=np.int64)
    for field in range(mine.shape[1]):
        differences += np.sign(mine[:, field, None] - orders[None, :, field])
    majorities: Line = np.sign(differences).sum(axis=1)
    return majorities


def _by_majority(
    game: Blotto, progress: Progress | None
) -> tuple[LargeSolution[Split, Split], int]:
    """The solution of the game with all payments times the number of orders, and that number."""
    _refuse_long_lines(game)
    lines = MajorityLines(game)
    found = solve_large_game(lines, progress)
    row = {lines.split(MAX, i): p for i, p in found.row.items()}
    column = {lines.split(MIN, j): q for j, q in found.column.items()}
    of_splits = LargeSolution(found.value, row, column, found.method, found.kept, found.rounds)
    return of_splits, lines.orders


def _refuse_long_lines(game: Blotto) -> None:
    """Raise `TooCostly` when the lines of the matrix that are looked at cost too much."""
    count = max(split_count(units, game.fields) for units in game.of_player)
    # about as many lines as there are units, on each of which every split meets every order
    line = count * game.fields * factorial(min(game.fields, COUNTED))
    refuse_costly(game, 2 * max(game.of_player) * line // AT_ONCE, "fewer units or fields")
