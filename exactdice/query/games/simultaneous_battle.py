"""The simultaneous Dice Battle, as the words of every game and those of Dice Battle with
variant=simultaneous see it: exact for games whose fractions are short enough, and within bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from ...distributions.distribution import point
from ...exact.argument_checks import kept
from ...exact.cost import bits_for
from ...exact.errors import QueryError, unknown_option
from ...exact.numbers import Exact, Interval, Value
from ...exact.session import session
from ...game.protocol import (
    MAX,
    Action,
    ActionDistribution,
    Player,
    State,
    Strategy,
    always,
)
from ...game.solution import Solution
from ...games.dice_battle.rules import BattleState, DiceBattle
from ...games.one_shot_battle import OneShotBattle
from ...games.simultaneous_battle.fast import (
    Outcomes,
    outcome_bounds,
    profile_bounds,
    reply_bounds,
    solved_beyond,
)
from ...games.simultaneous_battle.rules import SimultaneousBattle, SimultaneousState
from ...games.simultaneous_battle.sums import grid_steps, length_steps, matrix_steps
from ...solvers.evaluation.ties import OpenPlan
from ...solvers.fast_path import fast_path_of, generic_function
from ..analysis import ANALYSES, Analysis
from ..play import Names, Play
from ..proving import ledger
from ..register import IN_TURNS_WITH, Arguments
from ..states import Actions
from ..strategies import (
    Makers,
    OpenMakers,
    choose_offered,
    makers_of,
    open_makers_of,
    solved,
    tie_break,
)
from .dice_battle import battle_makers, is_points

# dice times target up to which the fractions of the whole game are found in seconds
SHORT = 200


class SimultaneousAnalysis(Analysis):
    """The simultaneous race, exactly where its fractions are short enough, and within bounds."""

    game: SimultaneousBattle
    knows_stores = False

    def state_cost(self, given: Arguments) -> int:
        """The cost of solving the game, or of bounds on its values."""
        return matrix_steps(self.game) if self.digits is None else self.table_cost()

    def start_cost(self) -> int:
        """The cost of what two strategies are worth, for which `optimal` may have to be solved."""
        return self.table_cost()

    def table_cost(self) -> int:
        """The cost of passes over all states, in exact numbers or with as many digits as asked."""
        return grid_steps(self.game, bits_for(self.digits or 0))

    def length_cost(self) -> int:
        """The cost of the distribution of the number of rounds, which is exact with digits too."""
        return self.game.exploring_cost + length_steps(self.game)

    def is_state(self, state: State) -> bool:
        """Whether it is points of both: the values are known for all of these."""
        return is_points(state)

    def payoffs(self) -> frozenset[Exact]:
        """Both may come to the target in one round, with as many points."""
        return frozenset((1, 0, -1))

    def continuation_value(self, state: SimultaneousState) -> Value:
        """MAX's expected payoff; 0 exactly where both have as many points."""
        return 0 if state.first == state.second else super().continuation_value(state)

    def exact_value(self, state: SimultaneousState) -> Exact:
        """MAX's expected payoff where play goes on."""
        return self._solution_with_state(state).values[state]

    def mixed_action(self, state: SimultaneousState, player: Player) -> ActionDistribution:
        """An optimal law of the player's number of dice."""
        if self.digits is not None:
            return super().mixed_action(state, player)
        return self._solution_with_state(state).strategies[player][state]

    def _solution_with_state(self, state: SimultaneousState) -> Solution:
        """A solution that holds the state: of the whole game while its fractions are short."""
        is_short = self.game.dice * self.game.target <= SHORT
        # what is proved is the whole game
        if is_short or ledger() is not None:
            return solved(self.game)
        return _solved_beyond(self.game, state)

    def play(self, names: Names) -> Play:
        """The play of the strategies of these names; with digits within bounds."""
        found = super().play(names)
        return found if self.digits is None else BoundedPlay(self, names)

    def reply_value(self, plan: Strategy, player: Player) -> Value:
        """MAX's expected payoff when `player` replies to the plan; with digits bounds."""
        if self.digits is None:
            return super().reply_value(plan, player)
        bounds = reply_bounds(self.game, plan, player, self.digits, session().progress)
        return bounds[self.game.start]


class BoundedPlay(Play):
    """The play of strategies in the simultaneous race, whose answers are bounds."""

    # win, draw and loss of a table's row ask for the same chances
    @kept(64)
    def _outcome_bounds(self) -> Outcomes:
        digits = self.analysis.digits
        return outcome_bounds(self.analysis.game, self.profile, digits, session().progress)

    # one table may fill the memory
    @kept(1)
    def _gain_bounds(self) -> Mapping[SimultaneousState, Interval]:
        digits = self.analysis.digits
        return profile_bounds(self.analysis.game, self.profile, digits, session().progress)

    def gain(self) -> Value:
        """MAX's expected payoff, from the start."""
        return self.gain_from(self.game.start)

    def gain_from(self, state: SimultaneousState) -> Value:
        """MAX's expected payoff, from the state; where bounds meet the number itself."""
        payoff = self.payoff_at(state)
        return self._gain_bounds()[state].collapsed if payoff is None else payoff

    def chance(self, sign: int) -> Interval:
        """The chance that MAX wins (sign 1), that neither does (0), or that MAX loses (-1)."""
        found = self._outcome_bounds()
        return {1: found.win, 0: found.draw, -1: found.loss}[sign]


ANALYSES[SimultaneousBattle] = SimultaneousAnalysis


# the cells of a table lie side by side, and each has its own
@kept(64)
def _solved_beyond(game: SimultaneousBattle, state: SimultaneousState) -> Solution:
    return solved_beyond(game, state, session().progress)


# --- strategies by name ------------------------------------------------------------------------


@fast_path_of(makers_of, SimultaneousBattle)
def simultaneous_makers(game: SimultaneousBattle, player: Player) -> Makers:
    """The strategies with a name in this game, for this player."""
    return {
        **battle_makers(game, player),
        "in_turns": lambda: as_in_turns(game, player),
        IN_TURNS_WITH: partial(as_in_turns, game, player),
        "one_shot": lambda: as_one_shot(game),
    }


@fast_path_of(open_makers_of, SimultaneousBattle)
def simultaneous_open_makers(game: SimultaneousBattle, player: Player) -> OpenMakers:
    """The strategies by name that leave ties in this game: optimal play in turns comes in."""

    def distributions_in_turns() -> OpenPlan:
        best = in_turns(game)
        return lambda state: tuple(map(point, _bests_in_turns(best, player, state)))

    return {"in_turns": distributions_in_turns, **generic_function(open_makers_of)(game, player)}


def as_in_turns(
    game: SimultaneousBattle, player: Player, ties: object = "first", **others: object
) -> Strategy:
    """The strategy that throws as many dice as are optimal in turns, with the same points and
    oneself to throw; `ties` says which of several optimal numbers.
    """
    for option in others:
        raise QueryError(unknown_option(option, ["ties"], "in_turns"))
    offered = partial(_bests_in_turns, in_turns(game), player)
    return partial(choose_offered, offered, tie_break(ties))


Bests = Mapping[State, Sequence[Action]]


def in_turns(game: SimultaneousBattle) -> Bests:
    """[state in turns, MAX to throw]: all optimal numbers of dice."""
    return solved(DiceBattle(**_game_options(game))).optimal_actions


def _bests_in_turns(best: Bests, player: Player, state: SimultaneousState) -> Actions:
    """The optimal numbers of dice in turns with the player to throw, who is called MAX there."""
    own, other = state if player == MAX else state[::-1]
    return tuple(best[BattleState(own, other, MAX)])


def as_one_shot(game: SimultaneousBattle) -> Strategy:
    """The strategy that always mixes as is optimal in one simultaneous throw."""
    options = {name: value for name, value in _game_options(game).items() if name != "target"}
    return always(solved(OneShotBattle(**options)).mixtures["choose"][MAX])


def _game_options(game: SimultaneousBattle) -> dict[str, Any]:  # each of the type of its field
    return {field.name: getattr(game, field.name) for field in fields(game)}
