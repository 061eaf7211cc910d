"""The exact solution of the simultaneous battle: fractions over the common denominator of what can
follow each state.

A state needs the numbers of the states it can lead to; K(i, j) is the least common multiple of
their denominators and its own, kept row by row: K(i, j) = lcm(d(i, j), K(i + 1, j), K(i, j + 1)).
The matrix of a state is then the integer matrix P E P' (P: weights of the scores brought to W^D, E:
numerators over K(i + 1, j + 1)), the finished states entering E apart, with their payoffs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from flint import fmpq, fmpz, fmpz_mat

from ...by_entry import entrywise
from ...cost import refuse_costly
from ...distribution import Distribution
from ...errors import UnsolvableError
from ...exact import Progress, as_fmpq, ratio, shown, simplest
from ...matrices.integers import proposal
from ...matrices.solve import Mixture, saddle_point, solve_matrix_game
from ...solvers.values import BIT_BUDGET
from ...throwing import throw
from .rules import SimultaneousBattle, SimultaneousState
from .sums import Pair, Payoff, matrix_steps, sign_of_lead

Integers = list[list[int]]
Points = tuple[int, int]  # of MAX and of MIN
# from a state, its matrix as integers and their denominator
Settle = Callable[[SimultaneousState, Integers, fmpz], fmpq]


@dataclass
class StateNumbers:
    """The numbers known so far and the common denominators of what follows each state."""

    pair: Pair
    payoff: Payoff = sign_of_lead
    antisymmetric: bool = True
    instead: str = "enclose(game, digits=50)"  # what to ask for when a fraction is too long
    values: dict[tuple[int, int], fmpq] = field(default_factory=dict)
    follows: dict[tuple[int, int], fmpz] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game, throws = self.pair.game, self.pair.throws
        laws = [throw(game.one_die, d, game.bust, throws.bust_score) for d in self.pair.dice]
        self.scores = sorted(set().union(*laws))
        self.own = fmpz_mat([self._brought_to_all_dice(law) for law in laws])

    def _brought_to_all_dice(self, law: Distribution[int]) -> list[int]:
        """The weights of the scores, brought to the total W^D."""
        lift = self.pair.throws.powers[-1] // law.total
        return [int(lift) * law.weights.get(score, 0) for score in self.scores]

    def fill(
        self, settle: Settle, progress: Progress | None = None, least: Points = (0, 0)
    ) -> None:
        """Settle every state from the least points on (those with j <= i when the numbers are
        antisymmetric), each after all that can follow.
        """
        target = self.pair.game.target
        first, second = least
        # every round scores, so what follows a state has more points of both
        for i in reversed(range(first, target)):
            columns = i + 1 if self.antisymmetric else target
            for j in reversed(range(second, columns)):
                state = SimultaneousState(i, j)
                self._enter(state, settle(state, *self.matrix(i, j)))
            if progress:
                progress(target - i, target)

    def matrix(self, i: int, j: int) -> tuple[Integers, fmpz]:
        """The matrix of a state: integers and their denominator."""
        common = self._common(i + 1, j + 1)
        live, over = self._windows(i, j, common)
        own, transposed = self.own, self.own.transpose()
        # payoffs are whole: kept apart, they are scaled once for the matrix, not once a state
        product = own * live * transposed + own * over * transposed * common
        return entrywise(int, product.tolist()), common * self.pair.all_ways

    def _windows(self, i: int, j: int, common: fmpz) -> tuple[fmpz_mat, fmpz_mat]:
        """The numerators of the unfinished states after each pair of scores, and the payoffs of the
        finished ones.
        """
        size = len(self.scores)
        live, over = fmpz_mat(size, size), fmpz_mat(size, size)
        target = self.pair.game.target
        for row, k in enumerate(self.scores):
            for column, l in enumerate(self.scores):
                after = i + k, j + l
                # one of them at the target ends the battle after the round
                if max(after) >= target:
                    over[row, column] = self.payoff(*after)
                else:
                    live[row, column] = self._numerator(*after, common)
        return live, over

    def value(self, i: int, j: int) -> fmpq:
        """The number of an unfinished state."""
        # the players exchanged: the game is symmetric, so the value changes its sign
        if self.antisymmetric and j > i:
            return -self.values[j, i]
        return self.values[i, j]

    def _numerator(self, i: int, j: int, common: fmpz) -> fmpz:
        value = self.value(i, j)
        return value.p * (common // value.q)

    def _common(self, i: int, j: int) -> fmpz:
        """K(i, j), 1 where every later state is finished."""
        key = (max(i, j), min(i, j)) if self.antisymmetric else (i, j)
        return self.follows.get(key, fmpz(1))

    def _enter(self, state: SimultaneousState, value: fmpq) -> None:
        # fractions grow from state to state: beyond this budget the rest would take too long
        if value.q.bit_length() > BIT_BUDGET:
            raise UnsolvableError(
                f"the exact value of {shown(state)} needs a fraction of more than {BIT_BUDGET} "
                f"bits: {self.instead} gives certified bounds instead"
            )
        self.values[state] = value
        i, j = state
        below, beside = self._common(i + 1, j), self._common(i, j + 1)
        self.follows[state] = value.q.lcm(below).lcm(beside)


@dataclass
class Solved:
    """A table filled with values of the game, and the mixtures of the states with j <= i."""

    table: StateNumbers
    mixtures: dict[SimultaneousState, tuple[Mixture, Mixture]] = field(default_factory=dict)

    def settle(self, state: SimultaneousState, integers: Integers, denominator: fmpz) -> fmpq:
        """The value of a state; its mixtures are kept. On the diagonal MAX's mixture serves both,
        as the matrix is antisymmetric.
        """
        value, row, column = solved(integers, denominator)
        diagonal = state.first == state.second
        self.mixtures[state] = (row, row) if diagonal else (row, column)
        return value


def solved(integers: Integers, denominator: fmpz) -> tuple[fmpq, Mixture, Mixture]:
    """The value and mixtures of a matrix over one denominator, proved on the integers."""
    # a saddle point is looked for first, as it needs no linear program
    pure = saddle_point(integers)
    if pure is not None:
        return as_fmpq(pure.value) / denominator, pure.row, pure.column
    # in whatever way it was found, a proposal is proved on the integers before it is returned
    found = proposal(integers, int(denominator))
    if found is not None:
        row, column = found.mixtures()
        return as_fmpq(found.value) / denominator, row, column
    # what floats proposed did not hold: exact pivoting decides, on reduced fractions
    fractions = entrywise(lambda x: simplest(ratio(x, denominator)), integers)
    solution = solve_matrix_game(fractions)
    return as_fmpq(solution.value), solution.row, solution.column


def solve_exactly(
    game: SimultaneousBattle, progress: Progress | None = None, least: Points = (0, 0)
) -> Solved:
    """Every value and mixture from the least points on, the greater first; `UnsolvableError` when
    a state comes back or a fraction is beyond the budget of bits.
    """
    pair = Pair.of(game)
    if pair.comes_back:
        raise UnsolvableError(
            f"values of {shown(game)} are algebraic numbers, as both players may bust and stay "
            "where they are: enclose(game, digits=50) gives certified bounds"
        )
    refuse_costly(game, matrix_steps(game))
    found = Solved(StateNumbers(pair))
    found.table.fill(found.settle, progress, least)
    return found
