"""The exact solution of the simultaneous battle: fractions over the common denominator of what can
follow each state.

A state needs the numbers of the states it can lead to; K(i, j) is the least common multiple of
their denominators and its own, kept row by row: K(i, j) = lcm(d(i, j), K(i + 1, j), K(i, j + 1)).
The matrix of a state is then the integer matrix P E P' (P: weights of the scores brought to W^D, E:
numerators over K(i + 1, j + 1)), the finished states entering E apart, with their payoffs.
"""

from __future__ import annotations

from flint import fmpq, fmpz, fmpz_mat

from ...exact.cost import refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Progress, as_fmpq, entrywise, ratio, shown, simplest
from ...linear.matrices.solve import (
    Mixture,
    proved_strategies,
    saddle_point,
    solve_matrix_game,
)
from ...solvers.values import BIT_BUDGET
from .rules import SimultaneousBattle, SimultaneousState
from .sums import Pair, matrix_steps, sign_of_lead

Integers = list[list[int]]
Points = tuple[int, int]  # of MAX and of MIN


class Solved:
    """The values and mixtures from the least points on, of the states with j <= i, and the common
    denominators of what follows each state. The others are antisymmetric: the players exchanged,
    the value changes its sign.

    `UnsolvableError` when a state comes back or a fraction is beyond the budget of bits.
    """

    def __init__(
        self, game: SimultaneousBattle, progress: Progress | None = None, least: Points = (0, 0)
    ) -> None:
        self.pair = Pair(game)
        if self.pair.comes_back:
            raise UnsolvableError(
                f"values of {shown(game)} are algebraic numbers, as both players may bust and stay "
                "where they are: enclose(game, digits=50) gives certified bounds"
            )
        refuse_costly(game, matrix_steps(game))
        self.values: dict[Points, fmpq] = {}
        self.follows: dict[Points, fmpz] = {}
        self.mixtures: dict[Points, tuple[Mixture, Mixture]] = {}
        self.scores = sorted(set().union(*self.pair.scores))
        self.own = fmpz_mat([[law.get(k, 0) for k in self.scores] for law in self.pair.scores])
        # every round scores, so what follows a state has more points of both
        for i in reversed(range(least[0], game.target)):
            for j in reversed(range(least[1], i + 1)):
                value, row, column = solved(*self.matrix(i, j))
                # on the diagonal MAX's mixture serves both, as the matrix is antisymmetric
                self.mixtures[i, j] = (row, row) if i == j else (row, column)
                # fractions grow from state to state: beyond this the rest would take too long
                if value.q.bit_length() > BIT_BUDGET:
                    raise UnsolvableError(
                        f"the exact value of {shown(SimultaneousState(i, j))} needs a fraction of "
                        f"more than {BIT_BUDGET} bits: enclose(game, digits=50) gives certified "
                        "bounds instead"
                    )
                self.values[i, j] = value
                below, beside = self._common(i + 1, j), self._common(i, j + 1)
                self.follows[i, j] = value.q.lcm(below).lcm(beside)
            if progress:
                progress(game.target - i, game.target)

    def matrix(self, i: int, j: int) -> tuple[Integers, fmpz]:
        """The matrix of a state: integers and their denominator."""
        target, size = self.pair.game.target, len(self.scores)
        common = self._common(i + 1, j + 1)
        # payoffs are whole: kept apart, they are scaled once for the matrix, not once a state
        live, over = fmpz_mat(size, size), fmpz_mat(size, size)
        for row, k in enumerate(self.scores):
            for column, l in enumerate(self.scores):
                after = i + k, j + l
                # one of them at the target ends the battle after the round
                if max(after) >= target:
                    over[row, column] = sign_of_lead(*after)
                else:
                    value = self.value(*after)
                    live[row, column] = value.p * (common // value.q)
        own, transposed = self.own, self.own.transpose()
        product = own * live * transposed + own * over * transposed * common
        return entrywise(int, product.tolist()), common * self.pair.all_ways

    def value(self, i: int, j: int) -> fmpq:
        """The value of an unfinished state."""
        return -self.values[j, i] if j > i else self.values[i, j]

    def _common(self, i: int, j: int) -> fmpz:
        """K(i, j), 1 where every later state is finished."""
        return self.follows.get((max(i, j), min(i, j)), fmpz(1))


def solved(integers: Integers, denominator: fmpz) -> tuple[fmpq, Mixture, Mixture]:
    """The value and mixtures of a matrix over one denominator, proved on the integers."""
    # a saddle point is looked for first, as it needs no linear program
    pure = saddle_point(integers)
    if pure is not None:
        return as_fmpq(pure.value) / denominator, pure.row, pure.column
    # in whatever way it was found, what is returned is proved on the integers
    found = proved_strategies(integers, int(denominator))
    if found is not None:
        return as_fmpq(found.value) / denominator, found.row, found.column
    # what floats proposed did not hold: the general way, on fractions, ends in exact pivoting
    fractions = entrywise(lambda x: simplest(ratio(x, denominator)), integers)
    solution = solve_matrix_game(fractions)
    return as_fmpq(solution.value), solution.row, solution.column
