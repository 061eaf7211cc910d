"""The fast path of Dice Battle in turns: solve, evaluate and time by a sweep over antidiagonals.

Every function here returns what the generic one returns, over all states (i, j) and not only those
reachable from the start; `sweep` says why it is right, and the tests compare the two.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz, fmpz_poly

from ...cost import affordable, refuse_costly
from ...distribution import Distribution, EndlessLaw, from_probabilities
from ...evaluation.best_response import best_response
from ...evaluation.profiles import (
    Following,
    against,
    length_law,
    mean_length,
    payoff_law,
    profile_values,
)
from ...evaluation.rates import winning_response
from ...exact import Exact, Progress, simplest
from ...game import MAX, PLAYERS, WAIT, Action, Game, Plans, Player, Profile, Strategy
from ...proofs.parts import family_of, itself
from ...solution import Enclosure, Lazy, Solution
from ...solvers import enclose, solve
from ...solvers.bounds import rounded_outwards
from ...solvers.fast_path import fast_path_of, the_generic
from ...throws.laws import Law
from .line import Line, length_steps, plan_table, race_bits, sweep_steps
from .rules import BattleState, DiceBattle
from .steady import scores_over, steady_h, steady_laws
from .sweep import sweep

METHOD = "sliding sums over antidiagonals"
Weights = dict[int, dict[int, fmpz]]  # {other's points: {thrower's points: weight}}


@dataclass(frozen=True)
class SweptLines:
    """h of both sides at every state, one list of lines (indexed by s = i + j) for each side."""

    game: DiceBattle
    lines: tuple[list[Line], list[Line]]

    def value(self, state: BattleState) -> Exact:
        """The mean payoff to MAX when the sweep was made at z = -1: 2 h - 1, or 1 - 2 h with MIN to
        throw.
        """
        state = self._known(state)
        # the line speaks for the player to throw
        gain = self._line(state).gain(state.own)
        return gain if state.to_move == MAX else -gain

    def best(self, state: BattleState) -> tuple[Action, ...]:
        """Every best number of dice for the player to throw; (WAIT,) when it follows a plan."""
        state = self._known(state)
        # a side that follows a plan has no choice, hence no entry
        return self._line(state).best.get(state.own, (WAIT,))

    def _known(self, state: BattleState) -> BattleState:
        """The state, given as such or as a plain tuple; KeyError when it is no unfinished state."""
        # a plain tuple equals a BattleState and must work as a key like it
        if state not in _States(self.game.target):
            raise KeyError(state)
        return BattleState(*state)

    def _line(self, state: BattleState) -> Line:
        return self.lines[state.to_move][state.own + state.other]


@dataclass(frozen=True)
class _States:
    """All unfinished states, MAX to throw first."""

    target: int

    def __iter__(self) -> Iterator[BattleState]:
        points = range(self.target)
        return (BattleState(i, j, player) for player in PLAYERS for i in points for j in points)

    def __contains__(self, state: object) -> bool:
        if not (isinstance(state, tuple) and len(state) == 3):
            return False
        first, second, to_move = state
        points = range(self.target)
        return first in points and second in points and to_move in PLAYERS


def table(
    game: DiceBattle, plans: Plans, z: int = -1, progress: Progress | None = None
) -> SweptLines:
    """The whole table of h, for plans as in `sweep`."""
    refuse_costly(game, table_steps(game, plans))
    # the sweep comes down from the last line, the table is indexed from 0
    lines = list(sweep(game, plans, z, progress))[::-1]
    first = [line[0] for line in lines]
    return SweptLines(game, (first, [line[-1] for line in lines]))


def table_steps(game: DiceBattle, plans: Plans = (None, None)) -> int:
    """What the whole table costs: the sweep, and two bytes a step for the numbers of
    every state.
    """
    sides = sides_of(plans)
    swept = sweep_steps(game, sides=sides)
    if not affordable(swept):  # then the bits are not counted, which takes seconds too
        return swept
    bits = sides * game.target**2 * race_bits(game, 2 * game.target)
    return swept + bits // 32


def sides_of(plans: Plans) -> int:
    """How many sides a sweep has: one when both choose, as the game is symmetric."""
    return 1 if plans == (None, None) else 2


@fast_path_of(solve, DiceBattle)
def solve_battle(game: DiceBattle, progress: Progress | None = None) -> Solution:
    """The solution of Dice Battle at every (i, j), reachable from the start or not."""
    return _solution(game, table(game, (None, None), progress=progress))


@fast_path_of(enclose, DiceBattle)
def enclose_battle(game: DiceBattle, digits: int, progress: Progress | None = None) -> Enclosure:
    """The exact solution, rounded outwards."""
    return rounded_outwards(solve_battle(game, progress), digits)


def _solution(game: Game, swept: SweptLines) -> Solution:
    states = _States(swept.game.target)
    return Solution(
        game, Lazy(lambda: states, swept.value), Lazy(lambda: states, swept.best), METHOD
    )


@fast_path_of(best_response, DiceBattle)
def best_response_battle(
    game: DiceBattle, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best response to a plan, at every state."""
    plans = against(plan, player)
    return _solution(Following(game, plans), table(game, plans, progress=progress))


@fast_path_of(profile_values, DiceBattle)
def profile_values_battle(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> Mapping[BattleState, Exact]:
    """The value of a profile at every state."""
    return Lazy(lambda: _States(game.target), table(game, profile, progress=progress).value)


@fast_path_of(payoff_law, DiceBattle)
def payoff_law_battle(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of the payoff from the start: a win or a loss."""
    win, _ = chances_to_win(game, profile, progress)
    return law_of_winner(win)


def chances_to_win(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> tuple[Fraction, Fraction]:
    """The chance to win of MAX, who begins, and that of MIN if it were the first to throw."""
    laws = steady_laws(game, profile)
    if laws is not None:
        return steady_h(game, laws, -1), steady_h(game, laws[::-1], -1)
    # at z = -1, which is the default, h is the chance to win of the player to throw
    start = opening(game, profile, progress=progress)
    return start.h, start.other_h


def law_of_winner(win: Fraction) -> Distribution[Exact]:
    """The law of the payoff of who wins with this chance, and else loses."""
    return from_probabilities({1: win, -1: 1 - win})


@fast_path_of(mean_length, DiceBattle)
def mean_length_battle(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> Exact:
    """The mean number of throws from the start."""
    laws = steady_laws(game, profile)
    if laws is not None:
        return simplest(steady_h(game, laws, 1))
    return simplest(opening(game, profile, 1, progress).h)


# --- the start alone ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opening:
    """h at the start, that of MIN if it were the first to throw, and the first best number of dice
    at every (i, j), 0 where a plan is followed; all of them where there are several.
    """

    game: DiceBattle
    h: Fraction
    other_h: Fraction
    dice: npt.NDArray[np.unsignedinteger[Any]]
    several: Mapping[tuple[int, int], tuple[int, ...]]

    @property
    def gain(self) -> Exact:
        """The mean payoff to MAX from the start: EG(0, 0)."""
        return simplest(2 * self.h - 1)

    @property
    def best(self) -> Mapping[BattleState, tuple[Action, ...]]:
        """{state: every best number of dice} for every state with MAX to throw."""
        return Lazy(self.game.family_states, self._best)

    def _best(self, state: BattleState) -> tuple[Action, ...]:
        first, second, _ = state
        return self.several.get((first, second)) or (int(self.dice[first, second]),)


def opening(
    game: DiceBattle, plans: Plans = (None, None), z: int = -1, progress: Progress | None = None
) -> Opening:
    """The start's h of both players and MAX's choices, keeping in memory only the antidiagonals
    that the sweep needs.

    >>> opening(DiceBattle(dice=3, target=2)).gain
    Fraction(13, 18)
    """
    refuse_costly(game, sweep_steps(game, sides=sides_of(plans)))
    smallest = np.min_scalar_type(game.dice)  # as the choices of a large race are millions
    choices = np.zeros((game.target, game.target), dtype=smallest)
    several: dict[tuple[int, int], tuple[int, ...]] = {}
    for lines in sweep(game, plans, z, progress):
        line = lines[MAX]
        for i, best in line.best.items():
            choices[i, line.s - i] = best[0]
            if len(best) > 1:
                several[i, line.s - i] = best
    # of one side where both play alike: it is the last line, too
    return Opening(game, line.h(0), lines[-1].h(0), choices, several)


def line_at(game: DiceBattle, s: int, progress: Progress | None = None) -> Line:
    """The line i + j = s of the solution, the lines below it left unsolved and the ones above it
    let go.
    """
    refuse_costly(game, sweep_steps(game, s))
    # a generator: the sweep stops at this line, and those above can be let go
    solved = (lines[MAX] for lines in sweep(game, (None, None), -1, progress))
    return next(line for line in solved if line.s == s)


# --- the law of the length ------------------------------------------------------------------------


@fast_path_of(length_law, DiceBattle)
def length_law_battle(
    game: DiceBattle, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact] | EndlessLaw:
    """The law of the number of throws from the start.

    The weights of all states after t throws are one polynomial in the thrower's points for each
    number of points of the other; throwing d dice multiplies the part of it whose plan is d by the
    throw's polynomial.
    """
    refuse_costly(game, length_steps(game))
    if game.bust_score == 0 and game.bust in game.one_die:
        return the_generic(length_law)(game, profile, progress)
    plans = [plan_table(game, profile[player], player) for player in PLAYERS]
    laws = {law for plan in plans for row in plan for law in row}
    mix = lcm(*(law.total for law in laws))
    step = fmpz(game.one_die.total) ** game.dice * mix
    throws = {law: scores_over(game, law, step) for law in laws}
    weights: Weights = {0: {0: fmpz(1)}}
    ended: list[fmpz] = []
    while weights:
        plan = plans[len(ended) % 2]  # the players throw in turn
        done, weights = _thrown(game.target, plan, throws, weights)
        ended.append(done)
        if progress:
            progress(len(ended), 2 * game.target)
    return _length_law(ended, step)


def _length_law(ended: list[fmpz], step: fmpz) -> Distribution[int]:
    """The law of t, given the weights of the races that end with throw t over step^t: all are
    brought to the total of the last.
    """
    law, lift = [], fmpz(1)
    for t, done in reversed(list(enumerate(ended, 1))):
        # from the last throw back each weight needs one factor more to reach the total of the
        # last
        law.append((t, int(done * lift)))
        lift *= step
    return Distribution(dict(reversed(law)))


def _thrown(
    target: int, plan: list[list[Law]], throws: dict[Law, fmpz_poly], weights: Weights
) -> tuple[fmpz, Weights]:
    """The weight of the races that the next throw ends, and the weights of the others after it."""
    done = fmpz(0)
    after: Weights = defaultdict(dict)
    for j, row in weights.items():
        # the thrower's points under each law of the plan are one polynomial, thrown at once
        parts: dict[Law, list[fmpz | int]] = {}
        for i, weight in row.items():
            part = parts.setdefault(plan[i][j], [0] * target)
            part[i] = weight
        products = (fmpz_poly(part) * throws[law] for law, part in parts.items())
        moved = sum(products, fmpz_poly([]))
        for k, weight in enumerate(moved.coeffs()):
            # at the target the race is over, by how much does not matter
            if k >= target:
                done += weight
            elif weight:
                # the players change places: who waited is the next thrower
                after[k][j] = weight
    return done, after


fast_path_of(family_of, DiceBattle)(itself)

# Somebody always wins.
fast_path_of(winning_response, DiceBattle)(best_response)
