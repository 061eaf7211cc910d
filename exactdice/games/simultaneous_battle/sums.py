"""Sums over the throws of both players, a row of states at a time: the arithmetic under the fast
path of the simultaneous battle.

Let V(i, j) be a number known at every state that can follow, i and j being the points of MAX and
MIN. A row is all j for one i. Write R_b(i, j) for the sum over MIN's throws of b dice of weight *
V(i, j + score), brought to the total W^D. All of a row's R_b are products of two polynomials in j.
One `fmpz_poly` holds them all, with R_b(i, j) as its coefficient j D + b - 1. Over MAX's throws of
a dice the sums of these polynomials slide from row to row as in `sliding_sums`, so that

    U_ab(i, j) = W^(a + D) * mean of V(i + score of a dice, j + score of b dice).

Points reach the target plus the best throw, as the larger total wins. A bust score of target + dice
* faces or more beats whatever does not bust by any such score, so it counts as that much and no
grid is larger than the rules need.

With a bust score of 0 the rows i and the state itself come back: `RowSums` adds V(i, j + score) for
MAX's busts, and the probability that both bust is kept apart (`both_bust`).

*The exact solution* holds fractions over the common denominator of what can follow each state. A
state needs the numbers of the states it can lead to; K(i, j) is the least common multiple of their
denominators and its own, kept row by row: K(i, j) = lcm(d(i, j), K(i + 1, j), K(i, j + 1)). The
matrix of a state is then the integer matrix P E P' (P: weights of the scores brought to W^D, E:
numerators over K(i + 1, j + 1)), the finished states entering E apart, with their payoffs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain
from operator import mul

from flint import fmpq, fmpz, fmpz_mat, fmpz_poly

from ...distributions.distribution import Distribution, point
from ...distributions.sliding_sums import SlidingSums, Throws
from ...distributions.throwing import roll
from ...exact.cost import refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Progress, as_fmpq, entrywise, matrix_of, ratio, shown, simplest
from ...linear.matrices.solve import Mixture, proved_strategies, saddle_point, solve_matrix_game
from ...solvers.fast_path import exactly
from ...solvers.values import BIT_BUDGET
from .rules import SimultaneousBattle, SimultaneousState

STEPS_A_NUMBER = 30  # for each number of dice at each state, and as many more for every 1000 bits
# dice * target * (target + best throw): twice as many numbers are held at once, lower and upper

Payoff = Callable[[int, int], int]  # of the points of MAX and MIN when the race is over


def sign_of_lead(i: int, j: int) -> int:
    """The payoff to MAX when the race is over."""
    return (i > j) - (i < j)


def is_draw(i: int, j: int) -> int:
    """1 when the race ends in a draw."""
    return int(i == j)


def zero(i: int, j: int) -> int:
    """0, for what is counted round by round."""
    return 0


class Pair:
    """The game as a pass over the states needs it; `TooCostly` when the grid of states is
    too large.

    `lift[a]` is W^(D - a); `both_bust[a][b]` is W^2D times the probability that a dice and b dice
    both bust and score nothing.
    """

    def __init__(self, game: SimultaneousBattle) -> None:
        self.game = exactly(game, SimultaneousBattle, "the fast path")
        refuse_costly(game, grid_steps(game))
        one = game.one_die
        D = game.dice
        furthest = game.target + D * max(one)
        self.throws = Throws.of(one, D, game.bust, game.bust_score, furthest)
        self.lift = self.throws.powers[::-1]
        # a bust that scores moves on, and so no state comes back
        stays = self.throws.busts if self.throws.bust_score == 0 else (0,) * len(self.lift)
        lifted = [ways * up for ways, up in zip(stays, self.lift, strict=True)]
        self.both_bust = matrix_of(mul, lifted, lifted)

    @cached_property
    def scores(self) -> list[dict[int, int]]:
        """For each number of dice {score: its weight}, busts included, brought to the total W^D."""
        game = self.game
        whole = int(self.lift[0])
        found = []
        for d in self.dice:
            law = roll(game.one_die, d, game.bust, self.throws.bust_score)
            found.append({score: weight * (whole // law.total) for score, weight in law.items()})
        return found

    @cached_property
    def backwards(self) -> list[fmpz_poly]:
        """The scores as polynomials, highest first: the product with a row of values then sums what
        lies ahead.
        """
        exponents = range(self.throws.reach, -1, -1)
        return [fmpz_poly([scores.get(k, 0) for k in exponents]) for scores in self.scores]

    @cached_property
    def recurs(self) -> bool:
        """Whether a round may leave both players where they were."""
        return bool(self.throws.bust_score == 0 and self.throws.busts[1])

    @cached_property
    def dice(self) -> range:
        """The numbers of dice to choose from."""
        return range(1, self.throws.dice + 1)

    @cached_property
    def pure(self) -> list[Distribution[int]]:
        """The distribution of each number of dice."""
        return [point(d) for d in self.dice]

    @cached_property
    def all_ways(self) -> fmpz:
        """W^2D, the total to which the distributions of all joint throws are brought."""
        return self.throws.powers[self.throws.dice] ** 2

    def pack_row(self, values: Sequence[fmpz | int], count: int) -> fmpz_poly:
        """R_b(i, j) for j < count and every b, from V(i, j) for j < count + reach."""
        reach = self.throws.reach
        row = fmpz_poly(list(values[: count + reach]))
        columns = []
        for scores in self.backwards:
            column = (row * scores).coeffs()[reach : reach + count]
            # a polynomial keeps no leading zeros
            columns.append(column + [fmpz(0)] * (count - len(column)))
        return fmpz_poly(list(chain.from_iterable(zip(*columns, strict=True))))

    def finished_sums(self, payoff: Payoff) -> SlidingSums:
        """The sums over the rows in which MAX has the target or more; rows further down are pushed
        by the caller.
        """
        target = self.game.target
        sums = SlidingSums(self.throws)
        top = target + self.throws.reach
        for i in range(top - 1, target - 1, -1):
            sums.advance(target * self.throws.dice)
            sums.push(self.pack_row([payoff(i, j) for j in range(top)], target))
        return sums


class RowSums:
    """For a bust score of 0: the sums over MIN's throws that do not bust, in MAX's own row, from
    the last column down, where these values are known there already.
    """

    def __init__(self, pair: Pair, edge: fmpz, known: Sequence[int] = ()) -> None:
        throws = pair.throws
        self.pair = pair
        # beyond the last column V is the edge everywhere, so b dice sum to it in every safe way
        safe = [ways - busts for ways, busts in zip(throws.powers, throws.busts, strict=True)]
        window = throws.window
        self.past = [deque([edge * ways] * window, maxlen=window) for ways in safe]
        self.sums = [fmpz(0)] * throws.dice
        for value in known:
            self.advance()
            self.enter(fmpz(value))

    def advance(self) -> list[fmpz]:
        """Go to the next column j down; the sums over each number of dice b of V(i, j + score),
        brought to the total W^D.
        """
        for b in range(1, len(self.past)):
            current = self.past[b][0]  # the sum one column up, from which only steps differ
            for f, change in self.pair.throws.steps:
                current += self.past[b - 1][f - 1] * change
            self.sums[b - 1] = current
        return list(map(mul, self.sums, self.pair.lift[1:]))

    def enter(self, value: fmpz) -> None:
        """V of the current column is this."""
        self.past[0].appendleft(value)
        for past, current in zip(self.past[1:], self.sums, strict=True):
            past.appendleft(current)


class Entries:
    """W^(a + D) times the matrix of means at one state, read by number of dice; the probability to
    come back is left out. Rows are entered one after the other, each from its last column down.

    `edge` is V beyond the last column, where MIN has reached the target and MAX has not.
    """

    def __init__(self, pair: Pair, sums: SlidingSums, edge: fmpz) -> None:
        self.pair = pair
        self.sums = sums
        self.edge = edge
        self.beside: RowSums | None = None  # where a bust of MAX scores nothing
        self.first = 0  # the place of b = 1 in the sums of the state
        self.busted: list[fmpz] = []  # V where a bust of MAX leads, by MIN's number of dice

    def begin_row(self, columns: int, known: Sequence[int] = ()) -> None:
        """Begin the row above; V is known in the columns behind so many."""
        self.sums.advance(columns * self.pair.throws.dice)
        if self.pair.recurs:
            self.beside = RowSums(self.pair, self.edge, known[::-1])

    def enter(self, j: int) -> None:
        """Go to column j."""
        dice = self.pair.throws.dice
        self.first = j * dice
        if self.beside is None:
            self.busted = [self.sums.busted[k] for k in range(self.first, self.first + dice)]
        else:
            self.busted = self.beside.advance()

    def settle(self, value: fmpz) -> None:
        """V of the present column is this."""
        if self.beside is not None:
            self.beside.enter(value)

    def end_row(self, values: Sequence[fmpz | int], columns: int) -> None:
        """V of the whole row is this; later rows have so many columns."""
        beyond = [self.edge] * self.pair.throws.reach
        self.sums.push(self.pair.pack_row([*values, *beyond], columns))

    def entry(self, a: int, b: int) -> fmpz:
        """The entry of joint action (a, b)."""
        busts = self.busted[b - 1] * self.pair.throws.busts[a]
        return self.sums.sums[a][self.first + b - 1] + busts

    def row(self, a: int) -> list[fmpz]:
        """The entries of a dice of MAX with all b, brought to W^2D."""
        scored = self.sums.sums[a]
        busts = self.pair.throws.busts[a]
        lift = self.pair.lift[a]
        return [
            (scored[k] + busted * busts) * lift for k, busted in enumerate(self.busted, self.first)
        ]

    def column(self, b: int) -> list[fmpz]:
        """The entries of b dice of MIN with all a, brought to W^2D."""
        k = self.first + b - 1
        busted = self.busted[b - 1]
        each = zip(self.sums.sums[1:], self.pair.throws.busts[1:], self.pair.lift[1:], strict=True)
        return [(scored[k] + busted * busts) * lift for scored, busts, lift in each]


def matrix_steps(game: SimultaneousBattle) -> int:
    """The cost of the matrices of all states in fractions: the numbers after each pair of scores,
    mixed by the throws of both.
    """
    scores = game.dice * max(game.one_die)
    return 2 * game.target**2 * game.dice * scores**2


def length_steps(game: SimultaneousBattle) -> int:
    """The cost of the distribution of the number of rounds: in each round all pairs of scores, in
    fractions that gain the bits of both throws (measured up to dice=3 target=40).
    """
    bits = 2 * game.dice * game.one_die.total.bit_length()  # of one round
    return int(game.target**4 * bits)


def grid_steps(game: SimultaneousBattle, bits: int = 0) -> int:
    """The cost of one pass over all states on numbers of so many bits."""
    numbers = game.dice * game.target * (game.target + game.dice * max(game.one_die))
    return numbers * STEPS_A_NUMBER * (1000 + bits) // 1000


Integers = list[list[int]]
Points = tuple[int, int]  # of MAX and of MIN


class ExactValues:
    """The values and mixtures from the least points on, of the states with j <= i, and the common
    denominators of what follows each state. The others are antisymmetric: the players exchanged,
    the value changes its sign.

    `UnsolvableError` when a state comes back or a fraction is beyond the budget of bits.
    """

    def __init__(
        self, game: SimultaneousBattle, progress: Progress | None = None, least: Points = (0, 0)
    ) -> None:
        self.pair = Pair(game)
        if self.pair.recurs:
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
                value, row, column = solve_integers(*self.matrix(i, j))
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
                below = self._common(i + 1, j)
                beside = self._common(i, j + 1)
                self.follows[i, j] = value.q.lcm(below).lcm(beside)
            if progress:
                progress(game.target - i, game.target)

    def matrix(self, i: int, j: int) -> tuple[Integers, fmpz]:
        """The matrix of a state: integers and their denominator."""
        target = self.pair.game.target
        size = len(self.scores)
        common = self._common(i + 1, j + 1)
        # payoffs are whole: kept apart, they are scaled once for the matrix, not once a state
        live = fmpz_mat(size, size)
        over = fmpz_mat(size, size)
        for row, k in enumerate(self.scores):
            for column, l in enumerate(self.scores):
                after = i + k, j + l
                # one of them at the target ends the battle after the round
                if max(after) >= target:
                    over[row, column] = sign_of_lead(*after)
                else:
                    value = self.value(*after)
                    live[row, column] = value.p * (common // value.q)
        own = self.own
        transposed = self.own.transpose()
        product = own * live * transposed + own * over * transposed * common
        return entrywise(int, product.tolist()), common * self.pair.all_ways

    def value(self, i: int, j: int) -> fmpq:
        """The value of an unfinished state."""
        return -self.values[j, i] if j > i else self.values[i, j]

    def _common(self, i: int, j: int) -> fmpz:
        """K(i, j), 1 where every later state is finished."""
        return self.follows.get((max(i, j), min(i, j)), fmpz(1))


def solve_integers(integers: Integers, denominator: fmpz) -> tuple[fmpq, Mixture, Mixture]:
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
