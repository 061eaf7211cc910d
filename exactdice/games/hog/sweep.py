"""The sweep of Hog: the sums of the scores from high to low, floats that rule out actions, integers
that decide.

When no rule lowers the sum of the scores and no dice score at least 1, each turn raises the sum. So
all states with one sum s follow from those with larger sums. For the player to move with scores (i,
j), with w' the chance to win of the other player,

    1 - w(i, j) = mean over the points k of w'(after(i + k, j), seen by the other player).

Each w is an integer over a power of one base. Its correctly rounded float is at most u = 2^-53 off,
as w <= 1, so a mean of n of them with correctly rounded chances is off by less than 1.01 (n + 3) u.
Only the actions whose float mean is within twice that of the least are compared as integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ...distribution import Distribution, throw
from ...errors import UnsolvableError
from ...exact import ratio, shown
from ...game import WAIT, Action
from ...solvers.fast_path import exactly
from .rules import Hog, HogState

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
Law = Distribution[int]
LARGEST_TABLE = 600
MOST_PLACES = 2_000_000
UNIT = 2.0**-53


class NotCovered(Exception):
    """A turn may not raise the sum of the scores, so the generic solvers must do it."""


# --- the rules as tables --------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """Where turns lead. The place of a state is own * goal + other; `lost` and `won` are the places
    of the finished ones.

    `target[own with the points, other]` is the place in which the other player then is; `zero[own,
    other]` the points of no dice.
    """

    goal: int
    target: Places
    zero: Places | None

    @property
    def lost(self) -> int:
        """The place of a player who is to move when the other has won."""
        return self.goal**2

    @property
    def won(self) -> int:
        """The place of a player who is to move when a rule has made it the winner."""
        return self.goal**2 + 1


def board(game: Hog) -> Board:
    """The board of the game; `NotCovered` when a turn may not raise the sum of the scores, or a
    rule fails somewhere.
    """
    # a tuple since __post_init__
    rules: tuple[Any, ...] = (game.zero, *game.after)  # type: ignore[misc]
    has_names_alone = all(rule is None or isinstance(rule, str) for rule in rules)
    return (
        kept_board(game) if has_names_alone else _board(game)
    )  # a function may say something else the next time


def _board(game: Hog) -> Board:
    if game.goal > LARGEST_TABLE:
        raise UnsolvableError(
            f"a table of every state fits in memory up to goal={LARGEST_TABLE}, got "
            f"{shown(game.goal)}"
        )
    scores = range(game.goal)
    try:
        zero = (
            None
            if game.zero is None
            else np.array([[game.zero_points(i, j) for j in scores] for i in scores])
        )
        reach = max(game.dice * game.faces, 0 if zero is None else int(zero.max()))
        if reach * game.goal > MOST_PLACES:
            raise NotCovered
        target = np.array([[_place(game, i, j) for j in scores] for i in range(game.goal + reach)])
    except (
        Exception
    ):  # a rule may fail where play never comes; a generic solver asks it only where play does come
        raise NotCovered from None
    if zero is not None and zero.min() < 1:
        raise NotCovered
    return Board(game.goal, target, zero)


kept_board = lru_cache(maxsize=4)(_board)


def _place(game: Hog, own: int, other: int) -> int:
    """The place of the other player when the points have made the scores (own, other)."""
    if own == 0:
        return game.goal**2  # no turn leads there, as every turn scores
    after = game.landing(own, other)
    if max(after) < game.goal and sum(after) < own + other:
        raise NotCovered
    if max(after) < game.goal:
        return after[1] * game.goal + after[0]
    return game.goal**2 + (after[1] >= game.goal)


# --- one player -----------------------------------------------------------------------------------


class Side:
    """One player: its plan (None: it chooses) and w at every place, as numerator / base^power and
    as a float.
    """

    def __init__(self, game: Hog, plan: list[Law] | None, base: int) -> None:
        exactly(game, Hog, "the fast path")
        self.game, self.board, self.plan, self.base = game, board(game), plan, fmpz(base)
        places = game.goal**2
        self.numerators = [fmpz(0)] * places + [fmpz(0), fmpz(1)]
        self.powers = [0] * (places + 2)
        self.floats: Floats = np.zeros(places + 2)
        self.floats[places + 1] = 1.0
        self.best: list[tuple[Action, ...]] = [(WAIT,)] * places
        self.scale = [fmpz(1)]
        self.throws = [_over_base(game, d, base) for d in range(1, game.dice + 1)]
        self.scores = np.arange(1, game.dice * game.faces + 1)
        self.chances = _float_throws(game)
        self.margin = 2.2 * (len(self.scores) + 3) * UNIT
        self.other = self

    def advance(self, s: int) -> Iterator[tuple[int, fmpz, int]]:
        """(place, numerator, power) of w for every state with sum s."""
        own = np.arange(max(0, s - self.game.goal + 1), min(s, self.game.goal - 1) + 1)
        for row, i in enumerate(own.tolist()):
            place = i * self.game.goal + s - i
            if self.plan is not None:
                yield place, *self._complement(self._mixed(i, s - i, self.plan[place]))
                continue
            if row == 0:
                possible = self._possible(own, s - own)
            yield (
                place,
                *self._complement(self._decided(i, s - i, np.flatnonzero(possible[row]).tolist())),
            )

    def _possible(self, own: Places, other: Places) -> npt.NDArray[np.bool_]:
        """[state, action]: which actions may leave the other player the least chance."""
        target, floats = self.board.target, self.other.floats
        means = floats[target[own[:, None] + self.scores, other[:, None]]] @ self.chances
        if self.board.zero is None:
            nothing = np.full((len(own), 1), np.inf)
        else:
            nothing = floats[target[own + self.board.zero[own, other], other]][:, None]
        means = np.hstack([nothing, means])
        possible: npt.NDArray[np.bool_] = means <= means.min(axis=1, keepdims=True) + self.margin
        return possible

    def _decided(self, own: int, other: int, candidates: list[int]) -> tuple[fmpz, int]:
        """The other player's least chance, the best actions entered."""
        means = [self._mean(own, other, count) for count in candidates]
        least = means[0]
        if len(candidates) > 1:
            top = max(power for _, power in means)
            common = [mean * self._power(top - power) for mean, power in means]
            fewest = min(common)
            candidates = [
                count for count, mean in zip(candidates, common, strict=True) if mean == fewest
            ]
            least = means[common.index(fewest)]
        self.best[own * self.game.goal + other] = tuple(candidates)
        return least

    def _mixed(self, own: int, other: int, law: Law) -> tuple[fmpz, int]:
        """The other player's mean chance when a law draws the number of dice."""
        if len(law) == 1:
            return self._mean(own, other, next(iter(law)))
        means = [(self._mean(own, other, count), weight) for count, weight in law.items()]
        top = max(power for (_, power), _ in means)
        total = sum(
            (mean * self._power(top - power) * weight for (mean, power), weight in means), fmpz(0)
        )
        return total * (self.base // law.total), top + 1

    def _mean(self, own: int, other: int, count: int) -> tuple[fmpz, int]:
        """(numerator, power) of the other player's mean chance when so many dice are thrown."""
        column = self.board.target[:, other]
        numerators, powers = self.other.numerators, self.other.powers
        if count == 0:
            assert self.board.zero is not None  # an action of the game only with a rule for it
            place = column[own + self.board.zero[own, other]]
            return numerators[place], powers[place]
        scores, weights = self.throws[count - 1]
        terms = [
            (weight, place)
            for weight, place in zip(weights, column[own + scores].tolist(), strict=True)
            if place != self.board.lost and numerators[place]
        ]
        top = max((powers[place] for _, place in terms), default=0)
        mean = fmpz(0)
        for weight, place in terms:
            power = powers[place]
            mean += numerators[place] * (
                weight if power == top else weight * self._power(top - power)
            )
        return mean, top + count

    def _complement(self, mean: tuple[fmpz, int]) -> tuple[fmpz, int]:
        """1 minus the number."""
        numerator, power = mean
        if numerator == 0:
            return fmpz(1), 0
        return self._power(power) - numerator, power

    def _power(self, exponent: int) -> fmpz:
        while len(self.scale) <= exponent:
            self.scale.append(self.scale[-1] * self.base)
        return self.scale[exponent]

    def enter(self, place: int, numerator: fmpz, power: int) -> None:
        """Enter w at a place."""
        self.numerators[place], self.powers[place] = numerator, power
        self.floats[place] = int(numerator) / int(self._power(power))

    def chance(self, state: HogState) -> Fraction:
        """w at a state in which this player is to move."""
        place = state.own * self.game.goal + state.other
        return ratio(self.numerators[place], self._power(self.powers[place]))


def _over_base(game: Hog, count: int, base: int) -> tuple[Places, list[int]]:
    """The scores of a throw, and their weights over base^count."""
    law = throw(game.one_die, count, game.bust)
    factor = base**count // law.total
    return np.array(list(law)), [weight * factor for _, weight in law.items()]


def _float_throws(game: Hog) -> Floats:
    """[k - 1, d - 1] = P(d dice score k), correctly rounded."""
    table = np.zeros((game.dice * game.faces, game.dice))
    for d in range(1, game.dice + 1):
        law = throw(game.one_die, d, game.bust)
        table[np.array(list(law)) - 1, d - 1] = [weight / law.total for _, weight in law.items()]
    return table
