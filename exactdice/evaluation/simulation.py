"""Playing games with real chance: one play, or many with their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random

from ..argument_checks import FAILURES, a_source_of_chance, no_progress, rule_failed
from ..cost import affordable, refuse_costly
from ..errors import ExactDiceError
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
from .memory import Remembering, has_memory

STEPS_A_PLAY = 100  # whatever its length
STEPS_A_MOVE = 300  # in time, and in what is kept of it until its play ends
KEPT = 1 << 16  # answers of each rule that are remembered: some 100 MB


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
    except ExactDiceError:
        raise  # it says already what is wrong
    except FAILURES as error:
        raise rule_failed(game, states[-1], RULES, error) from error
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
        _refuse_endless(game, len(joints))
    return payoff


def _refuse_endless(game: Game, moves: int) -> None:
    """Raise `TooCostly` in a play, or a number of plays, of too many moves."""
    if not affordable(STEPS_A_MOVE * moves):
        played = getattr(game, "game", game)  # of what remembers its rules
        refuse_costly(
            f"playing {shown(played)}, after {moves} moves that were made,", STEPS_A_MOVE * moves
        )


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


class Remembered:
    """The game that remembers what its rules answered for the last states.

    Many plays meet the same ones. Strategies are asked every time: what they play may change, while
    rules depend on the state alone.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.start = game, game.start
        self.payoff = lru_cache(KEPT)(game.payoff)
        self.actions = lru_cache(KEPT)(game.actions)
        self.outcomes = lru_cache(KEPT)(game.outcomes)


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
    # Only here: one play seldom meets a state twice.
    remembered = Remembered(game)
    if has_memory(plans):
        # Plans draw inside its moves, which are as many as those of the game.
        remembered, plans = Remembered(Remembering(game, plans)), (always(WAITS), always(WAITS))
    payoffs: Counter[Exact] = Counter()
    lengths: Counter[int] = Counter()
    moves = 0
    for done in range(1, games + 1):
        play = _play(remembered, plans, rng)
        payoffs[play.payoff] += 1
        lengths[len(play.joint_actions)] += 1
        moves += len(play.joint_actions)
        # Each play may be short enough and all of them together still be too long.
        _refuse_endless(remembered, moves)
        # Told seldom, as a play may take less time than the telling.
        if progress and (done % 100 == 0 or done == games):
            progress(done, games)
    return Simulation(games, dict(sorted(payoffs.items())), dict(sorted(lengths.items())))
