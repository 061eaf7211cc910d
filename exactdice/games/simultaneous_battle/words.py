"""The simultaneous Dice Battle, as the words of every game and those of Dice Battle with
variant=simultaneous see it: exact for games whose fractions are short enough, and within bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...cost import bits_for
from ...errors import QueryError
from ...exact import Bounds, Exact, Value, whole_or_none
from ...game import OTHER, Action, ActionLaw, Player, State
from ...kept import kept
from ...solution import Solution
from ...solvers.fast_path import fast_path_of
from ...words.proving import ledger
from ...words.register import Argument, watcher
from ..strategies import solved
from ..view import EnclosingView, Names, View, enclosing_view_of, view_of
from .fast import outcome_bounds, profile_bounds, reply_bounds, solved_beyond
from .profile import Outcomes
from .rules import SimultaneousBattle, SimultaneousState
from .sums import grid_steps, length_steps, matrix_steps

# dice times target up to which the fractions of the whole game are found in seconds
SHORT = 200


def is_points(given: Sequence[object]) -> bool:
    """Whether all of these are numbers of points."""
    numbers = [whole_or_none(one) for one in given]
    return all(number is not None and number >= 0 for number in numbers)


@dataclass(frozen=True)
class AtOnce(View):
    """The game, with exact answers."""

    game: SimultaneousBattle

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of solving the game."""
        return matrix_steps(self.game)

    def start_cost(self) -> int:
        """The cost of what two strategies are worth, for which `optimal` may have to be solved."""
        return self.table_cost()

    def table_cost(self) -> int:
        """The cost of passes over all states in exact numbers."""
        return grid_steps(self.game, bits_for(0))

    def length_cost(self) -> int:
        """The cost of the law of the number of rounds, which is exact in both views."""
        return self.game.exploring_cost + length_steps(self.game)

    def contains(self, state: State) -> bool:
        """Whether it is points of both: the values are known for all of these."""
        return is_points(state)

    def payoffs(self) -> frozenset[Exact]:
        """Both may come to the target in one round, with as many points."""
        return frozenset((1, 0, -1))

    def value(self, state: State) -> Value:
        """What MAX is paid on average; 0 exactly where both have as many points."""
        payoff = self.payoff(state)
        is_even = payoff is None and state.first == state.second
        return 0 if is_even else super().value(state)

    def value_within(self, state: State) -> Value:
        """What MAX is paid on average where play goes on."""
        return self._solution_at(state).values[state]

    def mixture(self, state: State, player: Player) -> ActionLaw:
        """An optimal law of the player's number of dice."""
        self.mover(state)
        return self._solution_at(state).strategies[player][state]

    def _solution_at(self, state: SimultaneousState) -> Solution:
        """A solution that holds the state: of the whole game while its fractions are short."""
        is_short = self.game.dice * self.game.target <= SHORT
        # what is proved is the whole game
        if is_short or ledger.get() is not None:
            return solved(self.game)
        return _solved_beyond(self.game, state)

    def best(self, state: State) -> tuple[Action, ...]:
        """Raises `QueryError`: optimal play is a mixture."""
        self.mover(state)  # which refuses a state where the game is over
        raise QueryError(
            "with variant=simultaneous optimal play is a mixture, so ask for "
            f"mixture({state.first}, {state.second})"
        )


@dataclass(frozen=True)
class EnclosedAtOnce(AtOnce, EnclosingView):
    """The game, with values within bounds at most 10^-digits apart."""

    # by the bounds, not by the exact solution as the class before says
    value_within, mixture = EnclosingView.value_within, EnclosingView.mixture

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of enclosing the values of the game."""
        return self.table_cost()

    def table_cost(self) -> int:
        """The cost of passes over all states with as many digits as asked."""
        return grid_steps(self.game, bits_for(self.digits))

    def chance(self, names: Names, sign: int) -> Bounds:
        """The chance of a win, a draw or a loss of MAX."""
        found = _chances(self, names)
        return {1: found.win, 0: found.draw, -1: found.loss}[sign]

    def gain(self, names: Names) -> Value:
        """What MAX is paid on average, from the start."""
        return self.gain_from(names, self.game.start)

    def gain_from(self, names: Names, state: State) -> Value:
        """What MAX is paid on average, from the state; the number itself where the bounds meet."""
        payoff: Exact | None = self.payoff(state)
        if payoff is not None:
            return payoff
        found = _gains(self, names)[state]
        return found if found.width else found.lower

    def best_response(self, name: Argument, player: Player) -> Bounds:
        """What MAX is paid on average when `player` plays its best against the other's strategy."""
        plan = self.plan(name, OTHER[player])
        bounds = reply_bounds(self.game, plan, player, self.digits, watcher.get())
        return bounds[self.game.start]


fast_path_of(view_of, SimultaneousBattle)(AtOnce)
fast_path_of(enclosing_view_of, SimultaneousBattle)(EnclosedAtOnce)


# the cells of a table lie side by side, and each has its own
@kept(64)
def _solved_beyond(game: SimultaneousBattle, state: SimultaneousState) -> Solution:
    return solved_beyond(game, state, watcher.get())


# win, draw and loss of a table's row ask for the same chances
@kept(64)
def _chances(view: EnclosedAtOnce, names: Names) -> Outcomes:
    return outcome_bounds(view.game, view.profile(names), view.digits, watcher.get())


# one table may fill the memory
@kept(1)
def _gains(view: EnclosedAtOnce, names: Names) -> Mapping[SimultaneousState, Bounds]:
    return profile_bounds(view.game, view.profile(names), view.digits, watcher.get())
