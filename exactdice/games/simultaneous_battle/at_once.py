"""The simultaneous Dice Battle, as its quantities see it: a view of exact numbers for games whose
fractions are short enough, and one of bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...cost import bits_for
from ...distribution import Distribution
from ...errors import QueryError
from ...evaluation import best_response, profiles
from ...exact import Bounds, Exact
from ...game import MAX, MIN, Player, Profile, Strategy, strategy
from ...unaltered import kept
from ...words.proving import ledger
from ...words.register import Argument, Word, points_below, watcher
from ..strategies import enclosed, named_strategy, solved
from .fast import outcome_bounds, profile_bounds, reply_bounds
from .profile import Outcomes
from .rules import SimultaneousBattle, SimultaneousState
from .sums import grid_steps, length_steps, matrix_steps


@dataclass(frozen=True)
class AtOnce:
    """What both views of the game have in common."""

    game: SimultaneousBattle

    def start_cost(self) -> int:
        """The cost of what two strategies are worth, for which `optimal` may have to be solved."""
        return self.table_cost()

    def table_cost(self) -> int:
        """The cost of passes over all states in exact numbers."""
        return grid_steps(self.game, bits_for(0))

    def length_cost(self) -> int:
        """The cost of the law of the number of rounds, which is exact in both views."""
        return self.game.exploring_cost + length_steps(self.game)

    def settled(self, i: int, j: int) -> Exact | None:
        """The value for the player with i points where it needs no solving: the payoff when the
        game is over, 0 when both have as many; else None.
        """
        payoff = self.game.payoff(SimultaneousState(i, j))
        return 0 if payoff is None and i == j else payoff

    def settled_gain(
        self, first: Argument, second: Argument, i: Argument, j: Argument
    ) -> Exact | None:
        """The mean payoff where bounds on it would say less than is known; else None."""
        return None

    def best(self, i: Argument, j: Argument) -> tuple[int, ...]:
        """Raises `QueryError`: optimal play is a mixture."""
        raise QueryError(
            f"with variant=simultaneous optimal play is a mixture, so ask for mixture({i}, {j})"
        )

    def outcome(self, first: Argument, second: Argument) -> Distribution[Exact]:
        """The law of the payoff to the first player, exactly."""
        return _outcome(self.game, first, second)

    def mean_length(self, first: Argument, second: Argument) -> Exact:
        """The mean number of rounds, which is exact in both views."""
        return profiles.mean_length(self.game, self.profile(first, second), watcher.get())

    def length_law(self, first: Argument, second: Argument) -> Distribution[int]:
        """The law of the number of rounds."""
        return profiles.length_law(self.game, self.profile(first, second), watcher.get())

    def profile(self, first: Argument, second: Argument) -> Profile:
        """The strategies of these names."""
        return self.strategy(first, MAX), self.strategy(second, MIN)

    def strategy(self, word: Argument, player: Player) -> Strategy:
        """The strategy of this name."""
        return named_strategy(self.game, word, player)


@dataclass(frozen=True)
class ExactAtOnce(AtOnce):
    """The game when exact numbers are asked for."""

    def state_cost(self, *_: Argument) -> int:
        """The cost of solving the game."""
        return matrix_steps(self.game)

    def expected_gain(self, i: int, j: int) -> Exact:
        """The value of an unfinished state for the player with i points."""
        return solved(self.game).values[SimultaneousState(i, j)]

    def mixture(self, i: Argument, j: Argument) -> Distribution[int]:
        """An optimal law of the number of dice."""
        i, j = points_below(self.game.target, i=i, j=j)
        return solved(self.game).mixtures[SimultaneousState(i, j)][MAX]

    def chance(self, first: Argument, second: Argument, payoff: int) -> Exact:
        """The chance that the first player is paid this."""
        return self.outcome(first, second).probability(payoff)

    def gain(self, first: Argument, second: Argument) -> Exact:
        """The mean payoff to the first player."""
        return self.outcome(first, second).mean()

    def gain_from(self, first: Argument, second: Argument, i: Argument, j: Argument) -> Exact:
        """The mean payoff to the player with i points from there."""
        i, j = points_below(self.game.target, i=i, j=j)
        values = profiles.profile_values(self.game, self.profile(first, second), watcher.get())
        return values[SimultaneousState(i, j)]

    def best_response(self, second: Argument) -> Exact:
        """The best mean payoff to the first player."""
        plan = self.strategy(second, MIN)
        return best_response.best_response(self.game, plan, MAX, watcher.get()).value


@dataclass(frozen=True)
class EnclosedAtOnce(AtOnce):
    """The game when bounds at most 10^-digits apart are asked for."""

    digits: int

    def state_cost(self, *_: Argument) -> int:
        """The cost of enclosing the values of the game."""
        return self.table_cost()

    def table_cost(self) -> int:
        """The cost of passes over all states with as many digits as asked."""
        return grid_steps(self.game, bits_for(self.digits))

    def expected_gain(self, i: int, j: int) -> Bounds:
        """The value of an unfinished state for the player with i points."""
        return enclosed(self.game, self.digits).bounds[SimultaneousState(i, j)]

    def mixture(self, i: Argument, j: Argument) -> Distribution[int]:
        """A law of the number of dice that is optimal up to 10^-digits."""
        i, j = points_below(self.game.target, i=i, j=j)
        # a proof file has no form for a mixture that is nearly optimal: it says what it leaves
        book = ledger.get()
        if book is not None:
            book.uncovered.append("a mixture that is optimal up to 10^-digits alone")
        return enclosed(self.game, self.digits).strategies[MAX][SimultaneousState(i, j)]

    def chance(self, first: Argument, second: Argument, payoff: int) -> Bounds:
        """The chance that the first player is paid this."""
        found = _chances(self.game, self.digits, first, second)
        return {1: found.win, 0: found.draw, -1: found.loss}[payoff]

    def gain(self, first: Argument, second: Argument) -> Bounds:
        """The mean payoff to the first player."""
        return self.gain_from(first, second, 0, 0)

    def gain_from(self, first: Argument, second: Argument, i: Argument, j: Argument) -> Bounds:
        """The mean payoff to the player with i points from there."""
        i, j = points_below(self.game.target, i=i, j=j)
        return _gains(self.game, self.digits, first, second)[SimultaneousState(i, j)]

    def settled_gain(
        self, first: Argument, second: Argument, i: Argument, j: Argument
    ) -> Exact | None:
        """0 when both have as many points and follow the same strategy; else None."""
        # a pass in bounds loses a last place at every round: its ends meet by symmetry alone
        bounds = self.gain_from(first, second, i, j)
        return None if bounds.width else bounds.lower

    def best_response(self, second: Argument) -> Bounds:
        """The best mean payoff to the first player."""
        plan = self.strategy(second, MIN)
        bounds = reply_bounds(self.game, plan, MAX, self.digits, watcher.get())
        return bounds[self.game.start]

    def strategy(self, word: Argument, player: Player) -> Strategy:
        """The strategy of this name; `optimal` is the one that guarantees the value up to
        10^-digits.
        """
        if word == Word("optimal"):
            return strategy(enclosed(self.game, self.digits).strategies[player])
        return super().strategy(word, player)


# win, draw, loss and gain of a table's row ask for the same law
@kept(64)
def _outcome(game: SimultaneousBattle, first: Argument, second: Argument) -> Distribution[Exact]:
    return profiles.payoff_law(game, AtOnce(game).profile(first, second), watcher.get())


@kept(64)
def _chances(game: SimultaneousBattle, digits: int, first: Argument, second: Argument) -> Outcomes:
    profile = EnclosedAtOnce(game, digits).profile(first, second)
    return outcome_bounds(game, profile, digits, watcher.get())


# whether a gain is settled is read off the same table as the gain; one may fill the memory
@kept(1)
def _gains(
    game: SimultaneousBattle, digits: int, first: Argument, second: Argument
) -> Mapping[SimultaneousState, Bounds]:
    profile = EnclosedAtOnce(game, digits).profile(first, second)
    return profile_bounds(game, profile, digits, watcher.get())
