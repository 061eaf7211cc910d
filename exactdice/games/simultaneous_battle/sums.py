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

With a bust score of 0 the rows i and the state itself come back: `Beside` adds V(i, j + score) for
MAX's busts, and the chance that both bust is kept apart (`both_bust`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain
from operator import mul

from flint import fmpz, fmpz_poly

from ...distributions.sliding_sums import Law, SlidingSums, Throws, pure_laws
from ...distributions.throwing import throw
from ...exact.cost import refuse_costly
from ...exact.numbers import matrix_of
from ...solvers.fast_path import exactly
from .rules import SimultaneousBattle

STEPS_A_NUMBER = 30  # for each number of dice at each state, and as many more for every 1000 bits
# dice * target * (target + best throw): twice as many numbers are held at once, lower and upper

Payoff = Callable[[int, int], int]  # of the points of MAX and MIN when the race is over


def sign_of_lead(i: int, j: int) -> int:
    """What MAX is paid when the race is over."""
    return (i > j) - (i < j)


def is_draw(i: int, j: int) -> int:
    """1 when the race ends in a draw."""
    return int(i == j)


def nothing(i: int, j: int) -> int:
    """0, for what is counted round by round."""
    return 0


class Pair:
    """What a pass over the states needs to know of the game; `TooCostly` when the grid of states is
    too large.

    `lift[a]` is W^(D - a); `both_bust[a][b]` is W^2D times the chance that a dice and b dice both
    bust and score nothing.
    """

    def __init__(self, game: SimultaneousBattle) -> None:
        self.game = exactly(game, SimultaneousBattle, "the fast path")
        refuse_costly(game, grid_steps(game))
        one, D = game.one_die, game.dice
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
        game, found = self.game, []
        for d in self.dice:
            law = throw(game.one_die, d, game.bust, self.throws.bust_score)
            up = int(self.lift[0]) // law.total
            found.append({score: weight * up for score, weight in law.items()})
        return found

    @cached_property
    def backwards(self) -> list[fmpz_poly]:
        """The same as polynomials: the product with a row of values then sums what lies ahead."""
        exponents = range(self.throws.reach, -1, -1)
        return [fmpz_poly([scores.get(k, 0) for k in exponents]) for scores in self.scores]

    @cached_property
    def comes_back(self) -> bool:
        """Whether a round may leave both players where they were."""
        return bool(self.throws.bust_score == 0 and self.throws.busts[1])

    @cached_property
    def dice(self) -> range:
        """The numbers of dice to choose from."""
        return range(1, self.throws.dice + 1)

    @cached_property
    def pure(self) -> list[Law]:
        """The law of each number of dice."""
        return pure_laws(self.throws.dice)[1:]

    @cached_property
    def all_ways(self) -> fmpz:
        """W^2D, the total to which the laws of all joint throws are brought."""
        return self.throws.powers[self.throws.dice] ** 2

    def packed(self, values: Sequence[fmpz | int], count: int) -> fmpz_poly:
        """R_b(i, j) for j < count and every b, from V(i, j) for j < count + reach."""
        reach = self.throws.reach
        row = fmpz_poly(list(values[: count + reach]))
        columns = []
        for scores in self.backwards:
            column = (row * scores).coeffs()[reach : reach + count]
            # a polynomial keeps no leading zeros
            columns.append(column + [fmpz(0)] * (count - len(column)))
        groups = zip(*columns, strict=True)
        return fmpz_poly(list(chain.from_iterable(groups)))

    def finished(self, payoff: Payoff) -> SlidingSums:
        """The sums over the rows in which MAX has the target or more; rows further down are pushed
        by the caller.
        """
        target, sums = self.game.target, SlidingSums(self.throws)
        top = target + self.throws.reach
        for i in range(top - 1, target - 1, -1):
            sums.advance(target * self.throws.dice)
            sums.push(self.packed([payoff(i, j) for j in range(top)], target))
        return sums


class Beside:
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
            below = self.past[b - 1]
            current = self.past[b][0]  # the sum one column up, from which only steps differ
            for f, change in self.pair.throws.steps:
                current += below[f - 1] * change
            self.sums[b - 1] = current
        lift = self.pair.lift[1:]
        return [current * up for current, up in zip(self.sums, lift, strict=True)]

    def enter(self, value: fmpz) -> None:
        """V of the current column is this."""
        self.past[0].appendleft(value)
        for past, current in zip(self.past[1:], self.sums, strict=True):
            past.appendleft(current)


class Entries:
    """W^(a + D) times the matrix of means at one state, read by number of dice; the chance to come
    back is left out.
    """

    def __init__(self, pair: Pair, sums: SlidingSums) -> None:
        self.pair, self.sums = pair, sums
        self.first = 0  # the place of b = 1 in the sums of the state
        self.busted: list[fmpz] = []  # V where a bust of MAX leads, by MIN's number of dice

    def enter(self, j: int, beside: Beside | None) -> None:
        """Go to column j; where a bust scores nothing, one of MAX leads to what is beside."""
        dice = self.pair.throws.dice
        self.first = j * dice
        if beside is None:
            self.busted = [self.sums.busted[k] for k in range(self.first, self.first + dice)]
        else:
            self.busted = beside.advance()

    def entry(self, a: int, b: int) -> fmpz:
        """The entry of joint action (a, b)."""
        busts = self.busted[b - 1] * self.pair.throws.busts[a]
        return self.sums.sums[a][self.first + b - 1] + busts

    def row(self, a: int) -> list[fmpz]:
        """The entries of a dice of MAX with all b, brought to W^2D."""
        scored, busts, lift = self.sums.sums[a], self.pair.throws.busts[a], self.pair.lift[a]
        places = enumerate(self.busted, self.first)
        return [(scored[k] + busted * busts) * lift for k, busted in places]

    def column(self, b: int) -> list[fmpz]:
        """The entries of b dice of MIN with all a, brought to W^2D."""
        k, busted = self.first + b - 1, self.busted[b - 1]
        each = zip(self.sums.sums[1:], self.pair.throws.busts[1:], self.pair.lift[1:], strict=True)
        return [(scored[k] + busted * busts) * lift for scored, busts, lift in each]


def matrix_steps(game: SimultaneousBattle) -> int:
    """What the matrices of all states cost in fractions: the numbers after each pair of scores,
    mixed by the throws of both.
    """
    scores = game.dice * max(game.one_die)
    return 2 * game.target**2 * game.dice * scores**2


def length_steps(game: SimultaneousBattle) -> int:
    """What the law of the number of rounds costs: in each round all pairs of scores, in fractions
    that gain the bits of both throws (measured up to dice=3 target=40).
    """
    bits = 2 * game.dice * game.one_die.total.bit_length()  # of one round
    return int(game.target**4 * bits)


def grid_steps(game: SimultaneousBattle, bits: int = 0) -> int:
    """What one pass over all states costs on numbers of so many bits."""
    reach = game.dice * max(game.one_die)
    numbers = game.dice * game.target * (game.target + reach)
    return numbers * STEPS_A_NUMBER * (1000 + bits) // 1000
