"""Dice Battle in turns, as its quantities see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...distribution import Distribution
from ...errors import QueryError
from ...evaluation import best_response, profiles
from ...exact import Bounds, Exact
from ...game import MAX, MIN, Profile
from ...unaltered import kept
from ...words.register import Word, points_below, rounded_outwards, size, watcher
from ..strategies import named_strategy, solved
from .fast import line_at, table_steps
from .line import Line, length_steps, sweep_steps
from .rules import BattleState, DiceBattle
from .strategies import LARGE


@dataclass(frozen=True)
class InTurns:
    """The game, and the digits of the bounds that were asked for; None for exact numbers."""

    game: DiceBattle
    digits: int | None = None

    def state_cost(self, i: Any, j: Any) -> int:
        """The cost of what is best at one state: of the whole table while it is kept, else of the
        lines beyond the state.
        """
        # what the query will do decides what it costs: see `_value`
        if self.game.target <= LARGE:
            return table_steps(self.game)
        return sweep_steps(self.game, size(i) + size(j))

    def start_cost(self) -> int:
        """The cost of what two strategies are worth at the start."""
        return sweep_steps(self.game, sides=2)

    def table_cost(self) -> int:
        """The cost of what two strategies are worth at every state."""
        return 2 * table_steps(self.game)

    def length_cost(self) -> int:
        """The cost of the law of the number of throws."""
        return length_steps(self.game)

    def expected_gain(self, i: int, j: int) -> Exact | Bounds:
        """The value for the player to throw."""
        target = self.game.target
        # EG is also asked beyond the end, where it is the payoff
        if max(i, j) >= target:
            return 1 if i >= target else -1
        return rounded_outwards(self._value(i, j), self.digits)

    def _value(self, i: int, j: int) -> Exact:
        """The value of an unfinished state for the player to throw, exactly."""
        # the table of a large race does not fit in memory: its lines are solved and let go
        if self.game.target > LARGE:
            return _line(self.game, i + j).gain(i)
        value: Exact = solved(self.game).values[BattleState(i, j, MAX)]
        return value

    def best(self, i: Any, j: Any) -> tuple[Any, ...]:
        """Every best number of dice."""
        game = self.game
        points_below(game.target, i=i, j=j)
        if game.target > LARGE:
            return _line(game, i + j).best[i]
        return solved(game).optimal_actions[BattleState(i, j, MAX)]

    def mixture(self, i: Any, j: Any) -> Distribution[Any]:
        """Raises `QueryError`: a single number of dice is best."""
        raise QueryError(
            f"in turns a single number of dice is optimal, so ask for OPT({i}, {j}) or for "
            "variant=simultaneous"
        )

    def outcome(self, first: Any, second: Any) -> Distribution[Exact]:
        """The law of the payoff to the first player, exactly."""
        return _outcome(self.game, first, second)

    def chance(self, first: Any, second: Any, payoff: int) -> Exact | Bounds:
        """The chance that the first player is paid this."""
        return rounded_outwards(self.outcome(first, second).probability(payoff), self.digits)

    def gain(self, first: Any, second: Any) -> Exact | Bounds:
        """The mean payoff to the first player."""
        return rounded_outwards(self.outcome(first, second).mean(), self.digits)

    def gain_from(self, first: Any, second: Any, i: Any, j: Any) -> Exact | Bounds:
        """The mean payoff to the player to throw from there."""
        points_below(self.game.target, i=i, j=j)
        profile = _profile(self.game, first, second)
        values = profiles.profile_values(self.game, profile, watcher.get())
        return rounded_outwards(values[BattleState(i, j, MAX)], self.digits)

    def best_response(self, second: Any) -> Exact | Bounds:
        """The best mean payoff to the first player."""
        # the second player is MIN; the best reply is that of MAX
        plan = named_strategy(self.game, second, MIN)
        found = best_response.best_response(self.game, plan, MAX, watcher.get())
        return rounded_outwards(found.value, self.digits)

    def mean_length(self, first: Any, second: Any) -> Exact | Bounds:
        """The mean number of throws."""
        profile = _profile(self.game, first, second)
        length = profiles.mean_length(self.game, profile, watcher.get())
        return rounded_outwards(length, self.digits)

    def length_law(self, first: Any, second: Any) -> Distribution[int]:
        """The law of the number of throws."""
        profile = _profile(self.game, first, second)
        return profiles.length_law(self.game, profile, watcher.get())


@kept(4)
def _line(game: DiceBattle, s: int) -> Line:
    return line_at(game, s, watcher.get())


@kept(64)
def _profile(game: DiceBattle, first: Word, second: Word) -> Profile:
    return named_strategy(game, first, MAX), named_strategy(game, second, MIN)


# win, loss and gain of a table's row ask for the same law
@kept(64)
def _outcome(game: DiceBattle, first: Word, second: Word) -> Distribution[Exact]:
    return profiles.payoff_law(game, _profile(game, first, second), watcher.get())
