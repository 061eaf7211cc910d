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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from flint import fmpz

from ...by_entry import matrix_of
from ...cost import LIFTED, at_most
from ...distribution import Distribution
from ...errors import UnsolvableError
from ...exact import ratio, shown
from ...game import WAIT, Action
from ...solvers.fast_path import exactly
from ...throwing import throw
from .rules import Hog, HogState

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
Law = Distribution[int]
Answer = TypeVar("Answer")
LARGEST_TABLE = 600  # its square is the number of large integers that a side keeps
MOST_PLACES = 2_000_000  # of Board.target: a rule may give so many points that it fills the memory
UNIT = 2.0**-53  # the rounding error of a float below 1


class NotCovered(Exception):
    """A turn may not raise the sum of the scores, so the generic solvers must do it."""


# --- the rules as tables --------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """Where turns lead.

    The place of a state is own * goal + other; `lost` and `won` are the places of the finished
    ones. `target[own with the points, other]` is the place in which the other player then is, and
    `zero[own, other]` the points of no dice.
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
    # a function may say something else the next time, so only what names say is kept
    return kept_board(game) if _has_names_alone(game) else _board(game)


def _has_names_alone(game: Hog) -> bool:
    # a tuple since __post_init__
    rules: tuple[object, ...] = (game.zero, *game.after)  # type: ignore[misc]
    return all(rule is None or isinstance(rule, str) for rule in rules)


def _board(game: Hog) -> Board:
    if game.goal > at_most(LARGEST_TABLE):
        raise UnsolvableError(
            f"a table of every state fits in memory up to goal={LARGEST_TABLE}, got "
            f"{shown(game.goal)}; {LIFTED}"
        )
    zero = _zero_points(game)
    most_points = game.dice * game.faces
    if zero is not None:
        most_points = max(most_points, int(zero.max()))
    if most_points * game.goal > MOST_PLACES:
        raise NotCovered
    scores = range(game.goal)
    reached = range(game.goal + most_points)
    target: Places = np.array(matrix_of(partial(_place, game), reached, scores))
    return Board(game.goal, target, zero)


kept_board = lru_cache(maxsize=4)(_board)


def _zero_points(game: Hog) -> Places | None:
    """[own, other]: the points of no dice; None without a rule for it."""
    if game.zero is None:
        return None
    scores = range(game.goal)
    points: Places = np.array(matrix_of(partial(_answer, game.zero_points), scores, scores))
    if points.min() < 1:  # the sum of the scores stays as it is
        raise NotCovered
    return points


def _answer(rule: Callable[[int, int], Answer], own: int, other: int) -> Answer:
    """What the game's rule says; `NotCovered` when it fails.

    A rule of the user's may fail in any way where play never comes. Nothing is hidden: a generic
    solver asks it where play does come, and shows the failure there.
    """
    try:
        return rule(own, other)
    except Exception as error:
        raise NotCovered from error


def _place(game: Hog, own: int, other: int) -> int:
    """The place of the other player when the points have made the scores (own, other)."""
    finished = game.goal**2
    if own == 0:
        return finished  # no turn leads there, as every turn scores
    own_after, other_after = _answer(game.landing, own, other)
    if max(own_after, other_after) >= game.goal:
        return finished + (other_after >= game.goal)
    if own_after + other_after < own + other:
        raise NotCovered
    return other_after * game.goal + own_after  # seen by the other player, who is to move


# --- one player -----------------------------------------------------------------------------------


class Side:
    """One player: its plan (None: it chooses) and w at every place, as numerator / base^power and
    as a float.
    """

    def __init__(self, game: Hog, plan: list[Law] | None, base: int) -> None:
        exactly(game, Hog, "the fast path")
        self.game, self.board, self.plan, self.base = game, board(game), plan, fmpz(base)
        places = game.goal**2
        # after the unfinished places come `lost`, where w = 0, and `won`, where w = 1
        self.numerators = [fmpz(0)] * places + [fmpz(0), fmpz(1)]
        self.powers = [0] * (places + 2)
        self.floats: Floats = np.zeros(places + 2)
        self.floats[self.board.won] = 1.0
        self.best: list[tuple[Action, ...]] = [(WAIT,)] * places
        self.scale = [fmpz(1)]  # the powers of the base, as far as they were needed
        self.throws = [_over_base(game, d, base) for d in range(1, game.dice + 1)]
        self.scores = np.arange(1, game.dice * game.faces + 1)
        self.chances = _float_throws(game)
        # twice 1.01 (n + 3) u, the error of a float mean, as both means compared may be off
        self.margin = 2.2 * (len(self.scores) + 3) * UNIT
        self.other = self

    def advance(self, s: int) -> Iterator[tuple[int, fmpz, int]]:
        """(place, numerator, power) of w for every state with sum s."""
        highest = self.game.goal - 1
        least, most = max(0, s - highest), min(s, highest)
        own = np.arange(least, most + 1)
        means = self._means_chosen(own, s) if self.plan is None else self._means_planned(own, s)
        for i, mean in zip(own.tolist(), means, strict=True):
            place = i * self.game.goal + s - i
            yield place, *self._complement(mean)

    def _means_planned(self, own: Places, s: int) -> Iterator[tuple[fmpz, int]]:
        """The other player's chance under the plan, for each own score."""
        assert self.plan is not None
        for i in own.tolist():
            yield self._mixed(i, s - i, self.plan[i * self.game.goal + s - i])

    def _means_chosen(self, own: Places, s: int) -> Iterator[tuple[fmpz, int]]:
        """The other player's least chance, for each own score."""
        # the floats of all states of the sum at once: they lead to larger sums alone
        for i, possible in zip(own.tolist(), self._possible(own, s - own), strict=True):
            yield self._decided(i, s - i, np.flatnonzero(possible).tolist())

    def _possible(self, own: Places, other: Places) -> npt.NDArray[np.bool_]:
        """[state, action]: which actions may leave the other player the least chance."""
        target, floats = self.board.target, self.other.floats
        reached = target[own[:, None] + self.scores, other[:, None]]
        thrown = floats[reached] @ self.chances
        if self.board.zero is None:
            nothing = np.full(len(own), np.inf)  # never the least
        else:
            nothing = floats[target[own + self.board.zero[own, other], other]]
        means = np.hstack([nothing[:, None], thrown])
        least = means.min(axis=1, keepdims=True)
        possible: npt.NDArray[np.bool_] = means <= least + self.margin
        return possible

    def _decided(self, own: int, other: int, candidates: list[int]) -> tuple[fmpz, int]:
        """The other player's least chance, the best actions entered."""
        means = [self._mean(own, other, count) for count in candidates]
        least = means[0]
        if len(candidates) > 1:
            common, _ = self._over_one_power(means)
            fewest = min(common)
            least = means[common.index(fewest)]
            found = zip(candidates, common, strict=True)
            candidates = [count for count, mean in found if mean == fewest]
        self.best[own * self.game.goal + other] = tuple(candidates)
        return least

    def _mixed(self, own: int, other: int, law: Law) -> tuple[fmpz, int]:
        """The other player's mean chance when a law draws the number of dice."""
        if len(law) == 1:
            return self._mean(own, other, next(iter(law)))
        means = [self._mean(own, other, count) for count in law]
        common, top = self._over_one_power(means)
        weighted = zip(common, law.weights.values(), strict=True)
        total = sum((mean * weight for mean, weight in weighted), fmpz(0))
        # the total of the law divides the base
        return total * (self.base // law.total), top + 1

    def _over_one_power(self, means: list[tuple[fmpz, int]]) -> tuple[list[fmpz], int]:
        """The numerators over the largest power of the base among them, and that power."""
        top = max(power for _, power in means)
        return [numerator * self._power(top - power) for numerator, power in means], top

    def _mean(self, own: int, other: int, count: int) -> tuple[fmpz, int]:
        """(numerator, power) of the other player's mean chance when so many dice are thrown."""
        column = self.board.target[:, other]
        numerators, powers = self.other.numerators, self.other.powers
        if count == 0:
            assert self.board.zero is not None  # an action of the game only with a rule for it
            place = column[own + self.board.zero[own, other]]
            return numerators[place], powers[place]
        scores, weights = self.throws[count - 1]
        reached = column[own + scores].tolist()
        lost = self.board.lost  # where many throws lead near the goal, and w is 0
        terms = [
            (weight, place)
            for weight, place in zip(weights, reached, strict=True)
            if place != lost and numerators[place]
        ]
        top = max((powers[place] for _, place in terms), default=0)
        mean = fmpz(0)
        for weight, place in terms:
            missing = top - powers[place]
            # most terms have the top power: a product of large integers less for each
            factor = weight * self._power(missing) if missing else weight
            mean += numerators[place] * factor
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
        # Python divides whole numbers with one rounding, which the bound u of the floats rests on
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
        scores = np.array(list(law))
        chances = [weight / law.total for _, weight in law.items()]
        table[scores - 1, d - 1] = chances
    return table
