"""Dice Battle in turns, as its quantities see it: one view of exact numbers, one of bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...distribution import Distribution
from ...errors import QueryError
from ...evaluation import best_response, profiles
from ...exact import Bounds, Exact
from ...game import MAX, MIN, Profile
from ...unaltered import kept
from ...words.register import Argument, points_below, size, watcher
from ..strategies import named_strategy, solved
from .fast import line_at, table_steps
from .line import Line, length_steps, sweep_steps
from .rules import BattleState, DiceBattle
from .strategies import LARGE


@dataclass(frozen=True)
class InTurns:
    """What both views of the game have in common."""

    game: DiceBattle

    def state_cost(self, i: Argument, j: Argument) -> int:
        """The cost of what is best at one state: of the whole table while it is kept, else of the
        lines beyond the state.
        """
        # what the query will do decides what it costs: see `ExactInTurns.expected_gain`
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

    def settled(self, i: int, j: int) -> Exact | None:
        """The value for the player to throw when the game is over; None while it goes on."""
        target = self.game.target
        # EG is also asked beyond the end, where it is the payoff
        if max(i, j) < target:
            return None
        return 1 if i >= target else -1

    def settled_gain(
        self, first: Argument, second: Argument, i: Argument, j: Argument
    ) -> Exact | None:
        """None: the gain of two strategies is never known before they are followed."""
        return None

    def best(self, i: Argument, j: Argument) -> tuple[int, ...]:
        """Every best number of dice."""
        game = self.game
        i, j = points_below(game.target, i=i, j=j)
        if game.target > LARGE:
            return _line(game, i + j).best[i]
        # a solution may have actions of any kind: those of this game are numbers
        best: tuple[Any, ...] = solved(game).optimal_actions[BattleState(i, j, MAX)]
        return best

    def mixture(self, i: Argument, j: Argument) -> Distribution[int]:
        """Raises `QueryError`: a single number of dice is best."""
        raise QueryError(
            f"in turns a single number of dice is optimal, so ask for OPT({i}, {j}) or for "
            "variant=simultaneous"
        )

    def outcome(self, first: Argument, second: Argument) -> Distribution[Exact]:
        """The law of the payoff to the first player, exactly."""
        return _outcome(self.game, first, second)

    def length_law(self, first: Argument, second: Argument) -> Distribution[int]:
        """The law of the number of throws."""
        profile = _profile(self.game, first, second)
        return profiles.length_law(self.game, profile, watcher.get())


@dataclass(frozen=True)
class ExactInTurns(InTurns):
    """The game when exact numbers are asked for."""

    def expected_gain(self, i: int, j: int) -> Exact:
        """The value of an unfinished state for the player to throw."""
        # the table of a large race does not fit in memory: its lines are solved and let go
        if self.game.target > LARGE:
            return _line(self.game, i + j).gain(i)
        return solved(self.game).values[BattleState(i, j, MAX)]

    def chance(self, first: Argument, second: Argument, payoff: int) -> Exact:
        """The chance that the first player is paid this."""
        return self.outcome(first, second).probability(payoff)

    def gain(self, first: Argument, second: Argument) -> Exact:
        """The mean payoff to the first player."""
        return self.outcome(first, second).mean()

    def gain_from(self, first: Argument, second: Argument, i: Argument, j: Argument) -> Exact:
        """The mean payoff to the player to throw from there."""
        i, j = points_below(self.game.target, i=i, j=j)
        profile = _profile(self.game, first, second)
        values = profiles.profile_values(self.game, profile, watcher.get())
        return values[BattleState(i, j, MAX)]

    def best_response(self, second: Argument) -> Exact:
        """The best mean payoff to the first player."""
        # the second player is MIN; the best reply is that of MAX
        plan = named_strategy(self.game, second, MIN)
        return best_response.best_response(self.game, plan, MAX, watcher.get()).value

    def mean_length(self, first: Argument, second: Argument) -> Exact:
        """The mean number of throws."""
        profile = _profile(self.game, first, second)
        return profiles.mean_length(self.game, profile, watcher.get())


@dataclass(frozen=True)
class EnclosedInTurns(InTurns):
    """The game when bounds with so many digits are asked for: they are around the exact numbers,
    which are quick to find in turns.
    """

    digits: int

    @property
    def exactly(self) -> ExactInTurns:
        """The view of exact numbers."""
        return ExactInTurns(self.game)

    def expected_gain(self, i: int, j: int) -> Bounds:
        """The value of an unfinished state for the player to throw."""
        return Bounds.around(self.exactly.expected_gain(i, j), self.digits)

    def chance(self, first: Argument, second: Argument, payoff: int) -> Bounds:
        """The chance that the first player is paid this."""
        return Bounds.around(self.exactly.chance(first, second, payoff), self.digits)

    def gain(self, first: Argument, second: Argument) -> Bounds:
        """The mean payoff to the first player."""
        return Bounds.around(self.exactly.gain(first, second), self.digits)

    def gain_from(self, first: Argument, second: Argument, i: Argument, j: Argument) -> Bounds:
        """The mean payoff to the player to throw from there."""
        return Bounds.around(self.exactly.gain_from(first, second, i, j), self.digits)

    def best_response(self, second: Argument) -> Bounds:
        """The best mean payoff to the first player."""
        return Bounds.around(self.exactly.best_response(second), self.digits)

    def mean_length(self, first: Argument, second: Argument) -> Bounds:
        """The mean number of throws."""
        return Bounds.around(self.exactly.mean_length(first, second), self.digits)


@kept(4)
def _line(game: DiceBattle, s: int) -> Line:
    return line_at(game, s, watcher.get())


@kept(64)
def _profile(game: DiceBattle, first: Argument, second: Argument) -> Profile:
    return named_strategy(game, first, MAX), named_strategy(game, second, MIN)


# win, loss and gain of a table's row ask for the same law
@kept(64)
def _outcome(game: DiceBattle, first: Argument, second: Argument) -> Distribution[Exact]:
    return profiles.payoff_law(game, _profile(game, first, second), watcher.get())
