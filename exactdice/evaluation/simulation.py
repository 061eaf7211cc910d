"""Playing games with real chance: one play, or many with their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from random import Random

import numpy as np

from ..argument_checks import a_source_of_chance, no_progress, raise_rule_failed
from ..cost import affordable, refuse_costly
from ..exact import Exact, Progress, as_exact, as_whole, ratio, shown, simplest
from ..game import (
    PLAYERS,
    RULES,
    WAITS,
    Game,
    JointAction,
    Profile,
    State,
    always,
    checked_profile,
    legal_choice,
    refuse_no_game,
)
from ..hidden.information import informed_profile
from ..optional import hides
from .draws import Numbers
from .memory import Remembering, has_memory
from .states_met import StatesMet

STEPS_A_PLAY = 100  # whatever its length
STEPS_A_MOVE = 300  # in time, and in what is kept of it until its play ends
STEPS_TOGETHER = 1000  # to move many plays together
STEPS_A_DRAW = 20  # for each of these
STEPS_A_LAW = 400  # that the rules or the plans give there
TOGETHER = 1 << 14  # plays that move together


@dataclass(frozen=True)
class Play:
    """One play: the states met, the joint actions taken between them, and the payoff to MAX."""

    states: tuple[State, ...]
    joint_actions: tuple[JointAction, ...]
    payoff: Exact


def simulate(game: Game, profile: Profile, rng: Random) -> Play:
    """One play of the profile from the start.

    >>> from exactdice import DiceBattle, dice
    >>> simulate(DiceBattle(dice=1, target=3), (dice(1), dice(1)), Random(2)).payoff in (1, -1)
    True
    """
    refuse_no_game(game)
    plans = checked_profile(profile)
    a_source_of_chance(rng)
    if not hides(game):
        return _play(game, plans, rng)
    known, by_what_they_know = informed_profile(game, plans)
    play = _play(known, by_what_they_know, rng)
    return replace(play, states=tuple(situation.state for situation in play.states))


def _play(game: Game, plans: Profile, rng: Random) -> Play:
    """One play of what was looked at already."""
    states: list[State] = [game.start]
    joints: list[JointAction] = []
    try:
        payoff = _played_on(game, plans, rng, states, joints)
    except Exception as error:
        raise_rule_failed(game, states[-1], RULES, error)
    return Play(tuple(states), tuple(joints), as_exact(payoff, "payoff"))


def _played_on(
    game: Game, plans: Profile, rng: Random, states: list[State], joints: list[JointAction]
) -> Exact:
    """The payoff at the end, after entering the states met and the joint actions taken."""
    while True:
        state = states[-1]
        payoff = game.payoff(state)
        if payoff is not None:
            return payoff
        first, second = (
            legal_choice(game, state, player, plans[player]).sample(rng) for player in PLAYERS
        )
        # entered as they come, so that an error can name the state that was reached
        joints.append((first, second))
        states.append(game.outcomes(state, (first, second)).sample(rng))
        _refuse_endless(game, len(joints), STEPS_A_MOVE * len(joints))
    return payoff


def _refuse_endless(game: Game, moves: int, steps: int) -> None:
    """Raise `TooCostly` when the moves that were made took too many steps."""
    if not affordable(steps):
        played = getattr(game, "game", game)  # of what remembers its rules
        refuse_costly(f"playing {shown(played)}, after {moves} moves that were made,", steps)


@dataclass(frozen=True)
class Simulation:
    """Counts over many plays: {payoff: plays} and {number of moves: plays}."""

    games: int
    payoffs: Mapping[Exact, int]
    lengths: Mapping[int, int]

    @property
    def mean(self) -> Exact:
        """The mean payoff to MAX of these plays, an exact number that estimates the gain."""
        paid = (Fraction(payoff) * count for payoff, count in self.payoffs.items())
        return simplest(sum(paid, Fraction(0)) / self.games)

    @property
    def mean_length(self) -> Fraction:
        """The mean number of moves of these plays."""
        moves = sum(length * count for length, count in self.lengths.items())
        return ratio(moves, self.games)


def simulate_many(
    game: Game, profile: Profile, games: int, rng: Random, progress: Progress | None = None
) -> Simulation:
    """The counts of `games` independent plays of the profile.

    >>> from exactdice import DiceBattle, dice
    >>> simulate_many(DiceBattle(dice=1, target=3), (dice(1), dice(1)), 100, Random(2)).games
    100
    """
    refuse_no_game(game)
    plans = checked_profile(profile)
    games = as_whole(games, "the number of games", 1)
    a_source_of_chance(rng)
    no_progress(progress)
    refuse_costly(f"{shown(games)} plays", STEPS_A_PLAY * games, "fewer plays")
    if hides(game):
        game, plans = informed_profile(game, plans)
    if has_memory(plans):
        # Plans draw inside its moves, which are as many as those of the game.
        game, plans = Remembering(game, plans), (always(WAITS), always(WAITS))
    return _Many(game, plans, games, rng, progress).played()


class _Many:
    """Many plays, made a number at a time: all plays of a number move together."""

    def __init__(
        self, game: Game, plans: Profile, games: int, rng: Random, progress: Progress | None
    ) -> None:
        self.game, self.plans = game, plans
        self.games, self.rng, self.progress = games, rng, progress
        self.met = StatesMet(game, plans)
        self.payoffs: Counter[Exact] = Counter()
        self.lengths: Counter[int] = Counter()
        self.ended = self.moves = self.steps = self.laws_forgotten = 0

    def played(self) -> Simulation:
        """The counts of all plays."""
        while self.ended < self.games:
            self._play(min(TOGETHER, self.games - self.ended))
        return Simulation(
            self.games, dict(sorted(self.payoffs.items())), dict(sorted(self.lengths.items()))
        )

    def _play(self, plays: int) -> None:
        """Make so many plays."""
        at = np.full(plays, self.met.number(self.game.start))
        for length in count():
            at = self._going_on(at, length)
            if not len(at):
                return
            at = self._with_room(self.met.moved(at, self.rng))
            self._count(len(at))

    def _count(self, moves: int) -> None:
        """Count what it took to make so many moves together, and refuse what takes too much."""
        self.moves += moves
        self.steps += STEPS_TOGETHER + STEPS_A_DRAW * moves
        # Each play may be short enough and all of them together still be too long.
        laws = self.laws_forgotten + self.met.laws_asked
        _refuse_endless(self.game, self.moves, self.steps + STEPS_A_LAW * laws)

    def _going_on(self, at: Numbers, length: int) -> Numbers:
        """The states of the plays that go on, after counting those that ended with this length."""
        over = self.met.over(at)
        numbers, counts = np.unique(at[over], return_counts=True)
        if not len(numbers):
            return at
        for number, plays in zip(numbers.tolist(), counts.tolist(), strict=True):
            self.payoffs[self.met.payoffs[number]] += plays
            self.lengths[length] += plays
            self.ended += plays
        if self.progress:
            self.progress(self.ended, self.games)
        return at[~over]

    def _with_room(self, at: Numbers) -> Numbers:
        """The same states, after forgetting all others when too much is remembered."""
        if not self.met.full:
            return at
        before, self.met = self.met, StatesMet(self.game, self.plans)
        self.laws_forgotten += before.laws_asked
        numbers, plays = np.unique(at, return_inverse=True)
        again = [self.met.number(before.states[number]) for number in numbers.tolist()]
        return np.array(again)[plays]
