"""Dice Battle in turns, as the words of every game see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...exact import Exact, whole_or_none
from ...game import MAX, MIN, PLAYERS, Action, State
from ...kept import kept
from ...solvers.fast_path import fast_path_of
from ...words.register import Argument, size, watcher
from ..strategies import solved
from ..view import RoundedView, View, enclosing_view_of, view_of
from .fast import length_steps, line_at, table_steps
from .rules import BattleState, DiceBattle
from .strategies import LARGE
from .sweep import Line, sweep_steps


@dataclass(frozen=True)
class InTurns(View):
    """The game, with exact answers."""

    game: DiceBattle

    def state_cost(self, given: Sequence[Argument]) -> int:
        """The cost of what is best at one state: of the whole table while it is kept, else of the
        lines beyond the state.
        """
        # what the query will do decides what it costs: see `value_within`
        if self.game.target <= LARGE:
            return table_steps(self.game)
        return sweep_steps(self.game, sum(map(size, given[:2])))

    def start_cost(self) -> int:
        """The cost of what two strategies are worth at the start."""
        return sweep_steps(self.game, sides=2)

    def table_cost(self) -> int:
        """The cost of what two strategies are worth at every state."""
        return 2 * table_steps(self.game)

    def length_cost(self) -> int:
        """The cost of the law of the number of throws."""
        return length_steps(self.game)

    def contains(self, state: State) -> bool:
        """Whether it is points of both and a player: the values are known for all of these."""
        return is_points(state[:2]) and state[2] in PLAYERS

    def payoffs(self) -> frozenset[Exact]:
        """A race in turns is won or lost."""
        return frozenset((1, -1))

    def value_within(self, state: BattleState) -> Exact:
        """What MAX is paid on average where play goes on."""
        # the table of a large race does not fit in memory: its lines are solved and let go
        if self.game.target <= LARGE:
            return solved(self.game).values[state]
        gain = _line(self.game, state.own + state.other).gain(state.own)
        return -gain if state.to_move == MIN else gain

    def best_within(self, state: BattleState) -> tuple[Action, ...]:
        """Every best number of dice."""
        if self.game.target > LARGE:
            return _line(self.game, state.own + state.other).best[state.own]
        # MIN plays as MAX would with the points exchanged
        mirrored = BattleState(state.own, state.other, MAX)
        return tuple(solved(self.game).optimal_actions[mirrored])


def is_points(given: Sequence[object]) -> bool:
    """Whether all of these are numbers of points."""
    numbers = [whole_or_none(one) for one in given]
    return all(number is not None and number >= 0 for number in numbers)


@fast_path_of(view_of, DiceBattle)
def _view(game: DiceBattle) -> InTurns:
    return InTurns(game)


@fast_path_of(enclosing_view_of, DiceBattle)
def _enclosing_view(game: DiceBattle, digits: int) -> RoundedView:
    # in turns exact numbers are quick to find
    return RoundedView(game, InTurns(game), digits)


@kept(4)
def _line(game: DiceBattle, s: int) -> Line:
    return line_at(game, s, watcher.get())
