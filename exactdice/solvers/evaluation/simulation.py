"""Playing games with a source of chance: one play, or many with their counts.

Of many plays only the counts are asked for, so the plays that are in one state move together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any

from ...distributions.distribution import Distribution
from ...exact.argument_checks import a_source_of_chance, no_progress, raise_rule_failed
from ...exact.cost import affordable, refuse_costly
from ...exact.numbers import Exact, Progress, as_exact, as_whole, ratio, shown, simplest
from ...game.optional import hides
from ...game.protocol import (
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
from ..hidden.information import Situation, informed_profile
from .profiles import Following, has_memory, remembering

STEPS_A_PLAY = 100  # whatever its length
STEPS_A_MOVE = 300  # in time, and in what is kept of it until its play ends
STEPS_A_DRAW = 30  # of many plays
KEPT = 1 << 16  # states, and moves


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
    if hides(game):
        game, plans = informed_profile(game, plans)
    states: list[State] = [game.start]
    joints: list[JointAction] = []
    try:
        while (payoff := game.payoff(states[-1])) is None:
            state = states[-1]
            first, second = (
                legal_choice(game, state, player, plans[player]).sample(rng) for player in PLAYERS
            )
            # entered as they come, so that an error can name the state that was reached
            joints.append((first, second))
            states.append(game.outcomes(state, (first, second)).sample(rng))
            _refuse_long_play(game, len(joints), STEPS_A_MOVE * len(joints))
    except Exception as error:
        raise_rule_failed(game, states[-1], RULES, error)
    met = tuple(one.state if isinstance(one, Situation) else one for one in states)
    return Play(met, tuple(joints), as_exact(payoff, "payoff"))


def _refuse_long_play(game: Game, moves: int, steps: int) -> None:
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
        game, plans = Following(*remembering(game, plans)), (always(WAITS), always(WAITS))

    @lru_cache(maxsize=KEPT)  # of one run: a distribution of some outcomes each
    def query_state(state: State) -> tuple[Exact | None, list[Listed]]:
        """The payoff at the state; where play goes on, the mixed actions of both."""
        payoff = game.payoff(state)
        if payoff is not None:
            return as_exact(payoff, "payoff"), []
        mixed_actions = (legal_choice(game, state, player, plans[player]) for player in PLAYERS)
        return None, list(map(_listed, mixed_actions))

    @lru_cache(maxsize=KEPT)  # of one run: a distribution of some outcomes each
    def outcomes(state: State, joint: JointAction) -> Listed:
        return _listed(game.outcomes(state, joint))

    payoffs, lengths, at = Counter[Exact](), Counter[int](), Counter({game.start: games})
    steps = moves = length = reported = 0
    while at:
        before, at = at, Counter()
        for state, plays in before.items():
            try:
                payoff, mixed_actions = query_state(state)
                if payoff is not None:
                    payoffs[payoff] += plays
                    lengths[length] += plays
                    continue
                (first, _), (second, _) = mixed_actions
                joints = {(first[0], second[0]): plays}
                if len(first) > 1 or len(second) > 1:
                    drawn = (_draw(distribution, plays, rng) for distribution in mixed_actions)
                    joints = Counter(zip(*drawn, strict=True))
                for joint, times in joints.items():
                    at.update(_draw(outcomes(state, joint), times, rng))
            except Exception as error:
                raise_rule_failed(game, state, RULES, error)
            moves, steps = moves + plays, steps + STEPS_A_MOVE + STEPS_A_DRAW * plays
            # Each play may be short enough and all of them together still be too long.
            _refuse_long_play(game, moves, steps)
        length += 1
        if progress and payoffs.total() > reported:
            reported = payoffs.total()
            progress(reported, games)
    return Simulation(games, dict(sorted(payoffs.items())), dict(sorted(lengths.items())))


# The outcomes of a distribution, and the sums of the weights up to each.
Listed = tuple[list[Any], list[int]]


def _listed(distribution: Distribution[Any]) -> Listed:
    return list(distribution), list(accumulate(distribution.weights.values()))


def _draw(distribution: Listed, times: int, rng: Random) -> list[Any]:
    """So many exact draws from the distribution; one of a single outcome takes no chance."""
    outcomes, ends = distribution
    if len(outcomes) == 1:
        return outcomes * times
    # as `randrange` draws below the total, without its checks of every number
    total, drawn = ends[-1], list[Any]()
    bits = total.bit_length()
    while len(drawn) < times:
        number = rng.getrandbits(bits)
        if number < total:
            drawn.append(outcomes[bisect_right(ends, number)])
    return drawn
