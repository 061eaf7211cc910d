"""The simultaneous Dice Battle, as its quantities see it: exact while fractions fit, bounds with
`digits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...cost import bits_for
from ...distribution import Distribution
from ...errors import QueryError
from ...evaluation import best_response, profiles
from ...exact import Bounds, Exact
from ...game import MAX, MIN, Profile, Strategy, strategy
from ...unaltered import kept
from ...words.proving import ledger
from ...words.register import Word, points_below, watcher
from ..strategies import enclosed, named_strategy, solved
from .fast import outcome_bounds, profile_bounds, reply_bounds
from .profile import Outcomes
from .rules import SimultaneousBattle, SimultaneousState
from .sums import grid_steps, length_steps, matrix_steps


@dataclass(frozen=True)
class AtOnce:
    """The game, and the digits of the bounds that were asked for; None for exact numbers."""

    game: SimultaneousBattle
    digits: int | None = None

    def state_cost(self, *_: Any) -> int:
        """The cost of solving the game."""
        return matrix_steps(self.game) if self.digits is None else self.table_cost()

    def start_cost(self) -> int:
        """The cost of what two strategies are worth, for which `optimal` may have to be solved."""
        return self.table_cost()

    def table_cost(self) -> int:
        """The cost of passes over all states, as exact or with as many digits as asked."""
        return grid_steps(self.game, bits_for(self.digits or 0))

    def length_cost(self) -> int:
        """The cost of the law of the number of rounds, which is exact with `digits` too."""
        return self.game.exploring_cost + length_steps(self.game)

    def expected_gain(self, i: int, j: int) -> Exact | Bounds:
        """The value for the player with i points; 0 exactly when both have as many."""
        game, state = self.game, SimultaneousState(i, j)
        payoff = game.payoff(state)
        if payoff is not None or i == j:
            return payoff or 0
        if self.digits is None:
            return solved(game).values[state]
        return enclosed(game, self.digits).bounds[state]

    def best(self, i: Any, j: Any) -> tuple[Any, ...]:
        """Raises `QueryError`: optimal play is a mixture."""
        raise QueryError(
            f"with variant=simultaneous optimal play is a mixture, so ask for mixture({i}, {j})"
        )

    def mixture(self, i: Any, j: Any) -> Distribution[Any]:
        """An optimal law of the number of dice, with digits one that is optimal up to
        10^-digits.
        """
        points_below(self.game.target, i=i, j=j)
        state = SimultaneousState(i, j)
        if self.digits is None:
            return solved(self.game).mixtures[state][MAX]
        # a proof file has no form for a mixture that is nearly optimal: it says what it leaves
        book = ledger.get()
        if book is not None:
            book.uncovered.append("a mixture that is optimal up to 10^-digits alone")
        return enclosed(self.game, self.digits).strategies[MAX][state]

    def outcome(self, first: Any, second: Any) -> Distribution[Exact]:
        """The law of the payoff to the first player, exactly."""
        return _outcome(self.game, first, second)

    def chance(self, first: Any, second: Any, payoff: int) -> Exact | Bounds:
        """The chance that the first player is paid this."""
        if self.digits is None:
            return self.outcome(first, second).probability(payoff)
        found = _chances(self.game, self.digits, first, second)
        return {1: found.win, 0: found.draw, -1: found.loss}[payoff]

    def gain(self, first: Any, second: Any) -> Exact | Bounds:
        """The mean payoff to the first player."""
        if self.digits is None:
            return self.outcome(first, second).mean()
        return self.gain_from(first, second, 0, 0)

    def gain_from(self, first: Any, second: Any, i: Any, j: Any) -> Exact | Bounds:
        """The mean payoff to the player with i points from there; 0 exactly when both have as many
        and follow the same strategy.
        """
        points_below(self.game.target, i=i, j=j)
        state, profile = SimultaneousState(i, j), profile_of(self, first, second)
        if self.digits is None:
            return profiles.profile_values(self.game, profile, watcher.get())[state]
        found = profile_bounds(self.game, profile, self.digits, watcher.get())[state]
        return found if found.width else found.lower

    def best_response(self, second: Any) -> Exact | Bounds:
        """The best mean payoff to the first player."""
        plan = strategy_of(self, second, MIN)
        if self.digits is None:
            return best_response.best_response(self.game, plan, MAX, watcher.get()).value
        bounds = reply_bounds(self.game, plan, MAX, self.digits, watcher.get())
        return bounds[self.game.start]

    def mean_length(self, first: Any, second: Any) -> Exact | Bounds:
        """The mean number of rounds, exactly."""
        profile = profile_of(self, first, second)
        return profiles.mean_length(self.game, profile, watcher.get())

    def length_law(self, first: Any, second: Any) -> Distribution[int]:
        """The law of the number of rounds."""
        profile = profile_of(self, first, second)
        return profiles.length_law(self.game, profile, watcher.get())


def strategy_of(setting: AtOnce, word: Any, player: Any) -> Strategy:
    """The strategy of this name; with digits `optimal` is the one that guarantees the value up to
    10^-digits.
    """
    if setting.digits is not None and word == Word("optimal"):
        return strategy(enclosed(setting.game, setting.digits).strategies[player])
    return named_strategy(setting.game, word, player)


def profile_of(setting: AtOnce, first: Any, second: Any) -> Profile:
    """The strategies of these names."""
    return strategy_of(setting, first, MAX), strategy_of(setting, second, MIN)


# win, draw, loss and gain of a table's row ask for the same law
@kept(64)
def _outcome(game: SimultaneousBattle, first: Word, second: Word) -> Distribution[Exact]:
    profile = profile_of(AtOnce(game), first, second)
    return profiles.payoff_law(game, profile, watcher.get())


@kept(64)
def _chances(game: SimultaneousBattle, digits: int | None, first: Word, second: Word) -> Outcomes:
    assert digits is not None
    profile = profile_of(AtOnce(game, digits), first, second)
    return outcome_bounds(game, profile, digits, watcher.get())
