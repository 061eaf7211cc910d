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

from ...cost import refuse_costly
from ...distribution import throw
from ...errors import UnsolvableError
from ...exact import Exact, Progress, ratio, shown, simplest
from ...matrices.integers import proposal
from ...matrices.solve import Mixture, saddle_point, solve_matrix_game
from ...solvers.worth import BIT_BUDGET
from .rules import SimultaneousBattle, SimultaneousState
from .sums import Pair, Payoff, matrix_steps, sign_of_lead

Integers = list[list[int]]
Settle = Callable[
    [SimultaneousState, Integers, fmpz], fmpq
]  # from a state, its matrix as integers and their denominator


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
        game, D = self.pair.game, self.pair.throws.dice
        bust_score = self.pair.throws.bust_score
        laws = [throw(game.one_die, d, game.bust, bust_score) for d in range(1, D + 1)]
        self.scores = sorted({score for law in laws for score in law})
        top = self.pair.throws.powers[D]
        lines = [
            [top // law.total * law.weights.get(score, 0) for score in self.scores] for law in laws
        ]
        self.own = fmpz_mat(lines)

    def fill(self, settle: Settle, progress: Progress | None = None) -> None:
        """Settle every state (those with j <= i when the numbers are antisymmetric), each after all
        that can follow.
        """
        target = self.pair.game.target
        for i in reversed(range(target)):
            for j in reversed(range(i + 1 if self.antisymmetric else target)):
                state = SimultaneousState(i, j)
                self._enter(state, settle(state, *self.matrix(i, j)))
            if progress:
                progress(target - i, target)

    def matrix(self, i: int, j: int) -> tuple[Integers, fmpz]:
        """The matrix of a state: integers and their denominator."""
        common = self._common(i + 1, j + 1)
        live, over = self._windows(i, j, common)
        product = (
            self.own * live * self.own.transpose() + self.own * over * self.own.transpose() * common
        )
        return [
            [int(x) for x in line] for line in product.tolist()
        ], common * self.pair.throws.powers[-1] ** 2

    def _windows(self, i: int, j: int, common: fmpz) -> tuple[fmpz_mat, fmpz_mat]:
        """The numerators of the unfinished states after each pair of scores, and the payoffs of the
        finished ones.
        """
        target, live, over = self.pair.game.target, [], []
        for k in self.scores:
            ends = [max(i + k, j + l) >= target for l in self.scores]
            live.append(
                [
                    0 if end else self._numerator(i + k, j + l, common)
                    for l, end in zip(self.scores, ends, strict=True)
                ]
            )
            over.append(
                [
                    self.payoff(i + k, j + l) if end else 0
                    for l, end in zip(self.scores, ends, strict=True)
                ]
            )
        return fmpz_mat(live), fmpz_mat(over)

    def value(self, i: int, j: int) -> fmpq:
        """The number of an unfinished state."""
        return -self.values[j, i] if self.antisymmetric and j > i else self.values[i, j]

    def _numerator(self, i: int, j: int, common: fmpz) -> fmpz:
        value = self.value(i, j)
        return value.p * (common // value.q)

    def _common(self, i: int, j: int) -> fmpz:
        """K(i, j), 1 where every later state is finished."""
        return self.follows.get((max(i, j), min(i, j)) if self.antisymmetric else (i, j), fmpz(1))

    def _enter(self, state: SimultaneousState, value: fmpq) -> None:
        if value.q.bit_length() > BIT_BUDGET:
            raise UnsolvableError(
                f"the exact value of {shown(state)} needs a fraction of more than {BIT_BUDGET} "
                "bits: "
                f"{self.instead} gives certified bounds instead"
            )
        self.values[state] = value
        i, j = state
        self.follows[state] = value.q.lcm(self._common(i + 1, j)).lcm(self._common(i, j + 1))


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
        self.mixtures[state] = (row, row if state.first == state.second else column)
        return value


def solved(integers: Integers, denominator: fmpz) -> tuple[fmpq, Mixture, Mixture]:
    """The value and mixtures of a matrix over one denominator, proved on the integers."""
    pure = saddle_point(integers)
    if pure is None:
        found = proposal(integers, int(denominator))
        if found is not None:
            return fmpq(
                found.value.numerator, found.value.denominator
            ) / denominator, *found.mixtures()
    solution = pure or solve_matrix_game(
        [[simplest(ratio(x, denominator)) for x in line] for line in integers]
    )
    assert isinstance(solution.value, Exact)
    value = fmpq(solution.value.numerator, solution.value.denominator)
    return (value / denominator if pure else value), solution.row, solution.column


def solve_exactly(game: SimultaneousBattle, progress: Progress | None = None) -> Solved:
    """Every value and mixture; `UnsolvableError` when a state comes back or a fraction is beyond
    the budget of bits.
    """
    pair = Pair.of(game)
    if pair.comes_back:
        raise UnsolvableError(
            f"values of {shown(game)} are algebraic numbers, as both players may bust and stay "
            "where they are: "
            "enclose(game, digits=50) gives certified bounds"
        )
    refuse_costly(game, matrix_steps(game))
    found = Solved(StateNumbers(pair))
    found.table.fill(found.settle, progress)
    return found
