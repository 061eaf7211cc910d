"""Matrix games too large to write down: the double oracle, with exact mixtures and an exact proof.

A few rows and columns are kept. The game on them is solved, each player's best answer to the
other's mixture is looked for among all its strategies, and what pays more is added. When nothing
pays more, the mixtures of the small game are optimal in the large one, since min over all columns
of p' A = value = max over all rows of A q. Floats steer the search alone: the last mixtures are
fractions and the best answers to them are found in integers.

Of a game that is given line by line each row and column asked for is kept as an array, and best
answers are read from these.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from operator import mul
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import Exact, Progress, ratio, shown
from ..lp.floats import float_game_mixtures
from .solve import solve_matrix_game

R = TypeVar("R", bound=Hashable)
C = TypeVar("C", bound=Hashable)
S = TypeVar("S", bound=Hashable)
Mixture = npt.NDArray[np.float64]
Pair = tuple[int, int]  # of rows and columns, or of the least and the greatest payoff
# The total that rough mixtures are rounded to: as fine as a float32, and short enough for oracles
# that sum in 64 bits.
STEERING = 1 << 24
SLACK = 1e-6  # a gain in a rough mixture that is not worth a new line: the exact rounds find it


# The best answers to a mixture given as positive integer weights, each with the sum of weight *
# payoff, the best one first.
Answers = Sequence[tuple[S, int]]


@dataclass(frozen=True)
class Oracles(Generic[R, C]):
    """A matrix game of integer payoffs, given by three functions.

    They are one payoff, MAX's best answers to columns, and MIN's best answers to rows.
    """

    payoff: Callable[[R, C], int]
    best_rows: Callable[[Mapping[C, int]], Answers[R]]
    best_columns: Callable[[Mapping[R, int]], Answers[C]]


@dataclass(frozen=True)
class LargeSolution(Generic[R, C]):
    """The value of a matrix game given by oracles, and the mixtures that prove it.

    Strategies of probability 0 are left out. `kept` says how many rows and columns the last small
    game had, `rounds` how many small games were solved.
    """

    value: Exact
    row: Mapping[R, Exact]
    column: Mapping[C, Exact]
    method: str
    kept: Pair = (1, 1)
    rounds: int = 0


@dataclass
class _SmallGame(Generic[R, C]):
    """The rows and columns kept so far and their payoffs."""

    oracles: Oracles[R, C]
    # dictionaries for their order: the k-th name is that of the k-th line of the matrix
    rows: dict[R, None] = field(default_factory=dict)
    columns: dict[C, None] = field(default_factory=dict)
    matrix: list[list[int]] = field(default_factory=list)

    def add(self, rows: Sequence[R], columns: Sequence[C]) -> bool:
        """Enter these strategies; whether one of them is new."""
        new_columns = [j for j in dict.fromkeys(columns) if j not in self.columns]
        for i, line in zip(self.rows, self.matrix, strict=True):
            line.extend(self.oracles.payoff(i, j) for j in new_columns)
        self.columns.update(dict.fromkeys(new_columns))
        # after the columns, so that a new row is as long as the others
        new_rows = [i for i in dict.fromkeys(rows) if i not in self.rows]
        self.matrix += [[self.oracles.payoff(i, j) for j in self.columns] for i in new_rows]
        self.rows.update(dict.fromkeys(new_rows))
        return bool(new_rows or new_columns)


def double_oracle(
    oracles: Oracles[R, C], row: R, column: C, progress: Progress | None = None
) -> LargeSolution[R, C]:
    """The solution of the game, found from one row and one column to begin with.

    Every answer of the oracles must be exact. It ends since each round adds a strategy or is the
    last.

    >>> matrix = [[0, 1, 3], [2, 0, 3]]
    >>> def best_rows(column):
    ...     paid = {i: sum(w * matrix[i][j] for j, w in column.items()) for i in range(2)}
    ...     return best_of(paid, highest=True)
    >>> def best_columns(row):
    ...     paid = {j: sum(w * matrix[i][j] for i, w in row.items()) for j in range(3)}
    ...     return best_of(paid, highest=False)
    >>> oracles = Oracles(lambda i, j: matrix[i][j], best_rows, best_columns)
    >>> solution = double_oracle(oracles, 0, 2)
    >>> solution.value, solution.row
    (Fraction(2, 3), {0: Fraction(2, 3), 1: Fraction(1, 3)})
    >>> solution.column
    {0: Fraction(1, 3), 1: Fraction(2, 3)}
    """
    small: _SmallGame[R, C] = _SmallGame(oracles)
    small.add([row], [column])
    rounds = 0
    while True:
        rounds += 1
        if progress:
            progress(rounds, rounds + 1)
        # an exact round costs far more than one in floats: it comes when those find nothing new
        if not _extend_by_floats(small):
            found = _prove_or_extend(small, rounds)
            if found is not None:
                return found


def _extend_by_floats(small: _SmallGame[R, C]) -> bool:
    """Whether rough mixtures of the small game led to a strategy that pays clearly more."""
    payoffs = np.array(small.matrix, dtype=np.float64)
    mixtures = float_game_mixtures(payoffs)
    if mixtures is None:
        return False
    p = _round_mixture(mixtures[0], small.rows)
    q = _round_mixture(mixtures[1], small.columns)
    value = float(mixtures[0] @ payoffs @ mixtures[1])
    slack = SLACK * (float(np.abs(payoffs).max()) + 1) * STEERING
    # the oracles give sums over weights, so the value is taken times their totals
    most = value * sum(q.values()) + slack
    least = value * sum(p.values()) - slack
    rows = [i for i, total in small.oracles.best_rows(q) if total > most]
    columns = [j for j, total in small.oracles.best_columns(p) if total < least]
    return small.add(rows, columns)


def _round_mixture(mixture: Mixture, names: Mapping[S, None]) -> dict[S, int]:
    """The mixture as weights of about STEERING together, those that round to 0 left out."""
    weights = (round(float(p) * STEERING) for p in mixture)
    return {name: weight for name, weight in zip(names, weights, strict=True) if weight > 0}


def _prove_or_extend(small: _SmallGame[R, C], rounds: int) -> LargeSolution[R, C] | None:
    """The solution, when the small game's exact mixtures are optimal among all strategies.

    Otherwise what pays more is added, and there is None.
    """
    solution = solve_matrix_game(small.matrix)
    value = solution.value
    row = {i: p for i, p in zip(small.rows, solution.row, strict=True) if p}
    column = {j: q for j, q in zip(small.columns, solution.column, strict=True) if q}
    p, p_total = as_weights(row)
    q, q_total = as_weights(column)
    rows = small.oracles.best_rows(q)
    columns = small.oracles.best_columns(p)
    # the proof: min over all columns of p' A = value = max over all rows of A q
    _, best = rows[0]
    _, worst = columns[0]
    if ratio(best, q_total) == value == ratio(worst, p_total):
        kept = len(small.rows), len(small.columns)
        return LargeSolution(value, row, column, "double oracle", kept, rounds)
    better_rows = [i for i, total in rows if total > value * q_total]
    better_columns = [j for j, total in columns if total < value * p_total]
    if not small.add(better_rows, better_columns):
        raise UnsolvableError(
            "an oracle's best answer contradicts the payoffs: a payoff or an answer is wrong"
        )
    return None


def as_weights(mixture: Mapping[S, Exact]) -> tuple[dict[S, int], int]:
    """The mixture as integer weights with their total."""
    common = lcm(*(p.denominator for p in mixture.values()))
    return {name: int(p * common) for name, p in mixture.items()}, common


def best_of(totals: Mapping[S, int], highest: bool, most: int = 5) -> Answers[S]:
    """The `most` best of {strategy: total}, as pairs; `RulesError` when there are none."""
    if not totals:
        raise RulesError(f"a best answer needs at least one strategy, got {shown(totals)}")
    sign = -1 if highest else 1  # not `reverse`, which would turn the order of ties too
    return sorted(totals.items(), key=lambda pair: sign * pair[1])[:most]


# --- games given line by line ---------------------------------------------------------------------


Line = npt.NDArray[np.number]
BATCH = 5  # lines that may be added in one round: a round costs more than a line
FEW = 8  # lines looked at whole to choose the next one across
EXACT_FLOAT = 1 << 53  # integers up to this are exact in a float64, whatever the order of their sum


class LargeGame(Protocol):
    """A matrix game of integers within `extremes`, whose lines are computed when asked for.

    `among` picks entries of the line.
    """

    @property
    def shape(self) -> Pair:
        """How many rows and columns."""

    @property
    def extremes(self) -> Pair:
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
    shape: Pair,
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
        sieve = int(np.sum(list(refuted.values()), axis=0).argmax())
        left = left[across(sieve, left) == wanted]
    return None


# --- best answers ---------------------------------------------------------------------------------


@dataclass
class _Lines:
    """The lines of one player asked for so far.

    Each is an array of the payoffs against every strategy of the other.
    """

    length: int
    line: Callable[[int], Line]
    highest: bool
    extreme: int
    known: dict[int, Line] = field(default_factory=dict)

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
        leading = {index: weight >> cut for index, weight in weights.items()}
        rough = self.sums(leading)
        toward = rough if self.highest else -rough
        chosen: Line = np.arange(len(rough))
        if len(rough) > BATCH:
            chosen = np.argpartition(-toward, BATCH)[:BATCH]
        if cut:
            # each of the weights lost less than a unit, so a rough sum less than their number
            # times `extreme`: what is further behind than twice that is behind
            margin = 2 * len(weights) * self.extreme
            chosen = np.union1d(chosen, np.flatnonzero(toward >= toward.max() - margin))
        # Sums in Python's integers, for the chosen strategies alone: many are paid alike against a
        # few lines, and each kind is summed once.
        payoffs = np.array([self.at(index)[chosen] for index in weights]).T
        kinds, kind_of = np.unique(payoffs, axis=0, return_inverse=True)
        totals = [sum(map(mul, weights.values(), kind)) for kind in kinds.tolist()]
        # numpy 2.0 gives the inverse in the shape of the array, other versions flat
        summed = (totals[kind] for kind in kind_of.reshape(-1))
        return best_of(dict(zip(chosen.tolist(), summed, strict=True)), self.highest, BATCH)

    def sums(self, weights: Mapping[int, int]) -> Line:
        """Sums of weight * payoff in float64, exact as they stay below 2^53."""
        sums = np.zeros(self.length)
        for index, weight in weights.items():
            sums += np.multiply(self.at(index), weight, dtype=np.float64)
        return sums


def line_oracles(game: LargeGame) -> Oracles[int, int]:
    """The oracles of a game given line by line; every line is computed once.

    A mixture of large weights is cut to its leading bits first: with s lines and payoffs of at most
    V in size this changes a sum by less than s V units, so only strategies within 2 s V of the best
    rough sum can be best, and these are compared in whole integers.
    """
    extreme = max(1, *map(abs, game.extremes))
    rows = _Lines(game.shape[1], game.row, False, extreme)
    columns = _Lines(game.shape[0], game.column, True, extreme)

    def payoff(i: int, j: int) -> int:
        # from the line that is there already
        if i in rows.known:
            return int(rows.at(i)[j])
        return int(columns.at(j)[i])

    return Oracles(payoff, columns.answers, rows.answers)
