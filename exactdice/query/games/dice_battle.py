"""The short words of Dice Battle, in turns and simultaneous, and the game in turns as the words of
every game see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ...exact.argument_checks import kept
from ...exact.cost import affordable
from ...exact.errors import QueryError
from ...exact.numbers import Exact, Value, one_of, shown
from ...exact.session import session
from ...game.protocol import (
    MAX,
    MIN,
    PLAYERS,
    Game,
    Player,
    State,
    Strategy,
    distribution_of_always,
)
from ...games.dice_battle.fast import length_steps, line_at, table_steps
from ...games.dice_battle.rules import BattleState, DiceBattle, blind, dice, random
from ...games.dice_battle.sweep import FixedPlan, Line, sweep_steps
from ...games.simultaneous_battle.rules import SimultaneousBattle
from ...solvers.fast_path import fast_path_of, generic_function
from ..analysis import ANALYSES, Analysis
from ..functions.games import OfRules, paid_to_mover, state_cost
from ..proving import read_off
from ..register import Argument, Arguments, Whole, quantity, size, whole
from ..states import Actions
from ..strategies import Makers, makers_of, named_strategy

# --- the variants -----------------------------------------------------------------------------

VARIANTS: dict[str, type[DiceBattle | SimultaneousBattle]] = {
    "turns": DiceBattle,
    "simultaneous": SimultaneousBattle,
}


def battle_rules(
    dice: int = 10,
    target: int = 100,
    faces: int | None = None,
    weights: tuple[Exact, ...] | None = None,
    bust: int = 1,
    bust_score: int = 1,
    variant: str = "turns",
) -> DiceBattle | SimultaneousBattle:
    """The rules of Dice Battle in turns, or with variant=simultaneous with both at once."""
    rules = VARIANTS[one_of(VARIANTS, variant, "variant", QueryError)]
    return rules(dice, target, faces, weights, bust, bust_score)


GAMES = {"dice-battle": battle_rules}


# --- the game as the functions of every game see it -----------------------------------------------


def is_points(given: Sequence[Any]) -> bool:
    """Whether all of these are numbers of points."""
    return set(map(type, given)) == {int} and min(given) >= 0


class BattleAnalysis(Analysis):
    """The race in turns, of which exact numbers are quick to find."""

    game: DiceBattle
    is_quick = True
    knows_stores = False

    def state_cost(self, given: Arguments) -> int:
        """The cost of what is best at one state, read off the whole table, or off the state's line
        where the table of a large race would be too large.
        """
        if affordable(_table_steps(self.game)):
            return _table_steps(self.game)
        return sweep_steps(self.game, sum(map(size, given[:2])))

    def start_cost(self) -> int:
        """The cost of what two strategies are worth at the start."""
        return sweep_steps(self.game, sides=2)

    def table_cost(self) -> int:
        """The cost of what two strategies are worth at every state."""
        return 2 * _table_steps(self.game)

    def length_cost(self) -> int:
        """The cost of the distribution of the number of throws."""
        return length_steps(self.game)

    def is_state(self, state: State) -> bool:
        """Whether it is points of both and a player: the values are known for all of these."""
        return is_points(state[:2]) and state[2] in PLAYERS

    def payoffs(self) -> frozenset[Exact]:
        """A race in turns is won or lost."""
        return frozenset((1, -1))

    def is_of_min(self, state: BattleState) -> bool:
        """Whether MIN is to throw."""
        return state.to_move == MIN and self.game.payoff(state) is None

    def exact_value(self, state: BattleState) -> Exact:
        """MAX's expected payoff where play goes on."""
        if affordable(_table_steps(self.game)):
            return super().exact_value(state)
        gain = _swept_line(self.game, state.own + state.other).gain(state.own)
        return -gain if state.to_move == MIN else gain

    def best_actions(self, state: BattleState) -> Actions:
        """Every best number of dice."""
        if affordable(_table_steps(self.game)):
            return super().best_actions(state)
        return _swept_line(self.game, state.own + state.other).best[state.own]

    # several quantities ask it for each state
    @kept(16)
    def strategy(self, name: Argument, player: Player) -> Strategy:
        """The player's strategy of this name."""
        plan = named_strategy(self.game, name, player)
        is_constant = distribution_of_always(plan) is not None
        return plan if is_constant else FixedPlan(self.game, player, plan)


# Asked for every cell of a table.
_table_steps = kept(64)(table_steps)


@kept(4)
def _swept_line(game: DiceBattle, s: int) -> Line:
    return line_at(game, progress=session().progress, s=s)


ANALYSES[DiceBattle] = BattleAnalysis


# --- the short words ------------------------------------------------------------------------------


battle = OfRules("dice-battle", battle_rules, has_digits=True, takes_symbols=True)


of_points = partial(quantity, battle, cost=state_cost, i="own points", j="points of the other")


def state_of(analysis: Analysis, i: int, j: int) -> State:
    """The state with i points of the player (in turns: who is to throw) against j points;
    `QueryError` where play cannot come.
    """
    kind = type(analysis.game.start)
    state = kind(i, j)
    analysis.check(state)
    return state


@read_off
@of_points(outcomes=paid_to_mover)
def EG(analysis: Analysis, i: Whole, j: Whole) -> Value:
    """Expected gain, under optimal play, of the player with i points (in turns: who is to throw)
    against j points.

    It is short for value_to_mover(i, j).
    """
    return analysis.value_to_mover(state_of(analysis, i, j))


@read_off
@of_points()
def OPT(analysis: Analysis, i: Whole, j: Whole) -> int:
    """The first optimal number of dice with i points against j.

    It is short for first(optimal_actions(i, j)).
    """
    # actions are in ascending order, so the least is the first
    return min(_best_dice(analysis, i, j))


@read_off
@of_points()
def OPT_last(analysis: Analysis, i: Whole, j: Whole) -> int:
    """The last optimal number of dice with i points against j.

    It is short for last(optimal_actions(i, j)).
    """
    return max(_best_dice(analysis, i, j))


@read_off
@of_points()
def OPT_all(analysis: Analysis, i: Whole, j: Whole) -> frozenset[int]:
    """All optimal numbers of dice with i points against j.

    It is short for optimal_actions(i, j).
    """
    return frozenset(_best_dice(analysis, i, j))


def _best_dice(analysis: Analysis, i: int, j: int) -> list[int]:
    return [
        whole(action, "a number of dice")
        for action in analysis.optimal_actions(state_of(analysis, i, j))
    ]


@read_off
@of_points()
def mixed_over(analysis: Analysis, i: Whole, j: Whole) -> int:
    """How many numbers of dice strategy(i, j) mixes."""
    return len(analysis.mixture(state_of(analysis, i, j), MAX))


# --- by name --------------------------------------------------------------------------------------


Thrown = Any  # a game with dice, a die and a bust, of whichever class


def dice_count(game: Thrown, count: Argument) -> int:
    """n of `dice(n)`, when it is from 1 to the game's dice."""
    number = whole(count, "the number of dice", 1)
    if number > game.dice:
        raise QueryError(
            f"dice({shown(count)}) needs a game with that many dice, but dice={game.dice}"
        )
    return number


def dice_makers(game: Game, player: Player) -> Makers:
    """The strategies with a name where a player chooses its number of dice: `dice(n)` comes in."""
    return {
        "dice(n)": lambda count: dice(dice_count(game, count)),
        **generic_function(makers_of)(game, player),
    }


@fast_path_of(makers_of, DiceBattle)
def battle_makers(game: Thrown, player: Player) -> Makers:
    """The strategies with a name where the higher score pays, too: `blind` comes in, and `random`
    is one distribution for all states.
    """
    return {
        "blind": lambda: blind(game),
        **dice_makers(game, player),
        "random": lambda: random(game),
    }
