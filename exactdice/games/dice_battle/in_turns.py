"""Dice Battle in turns, as the words of every game see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ...distribution import Distribution
from ...exact import Exact, whole_or_none
from ...game import MAX, MIN, PLAYERS, Action, MissingEntry, State
from ...kept import kept
from ...solvers.fast_path import fast_path_of
from ...words.register import Argument, size, watcher
from ..strategies import solved
from ..view import Names, RoundedView, View, enclosing_view_of, view_of
from .fast import chances_to_win, law_of_winner, line_at, table_steps
from .line import Line, length_steps, plan_table, sweep_steps
from .rules import BattleState, DiceBattle
from .strategies import LARGE


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

    def payoff_law(self, names: Names) -> Distribution[Exact]:
        """The law of what MAX is paid, from the start."""
        try:
            return law_of_winner(_opponents(self, frozenset(names)).win(names))
        except MissingEntry:
            # A sweep asks for every state, and a table may hold those that play reaches alone.
            return super().payoff_law(names)

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


@dataclass(frozen=True, eq=False)
class _Opponents:
    """Two strategies and what is known of their races: a sweep finds for each of them its chance to
    win when it begins, and a table of strategies asks for both.
    """

    view: InTurns
    wins: dict[Names, Fraction] = field(default_factory=dict)
    wins_of_others: dict[Names, Fraction] = field(default_factory=dict)

    def win(self, names: Names) -> Fraction:
        """The chance to win of the first of the two, which begins."""
        if names not in self.wins:
            known = self.wins_of_others.get(names[::-1])
            if known is not None and self._are_the_same_in_both_seats(names):
                self.wins[names] = known
            else:
                self._sweep(names)
        return self.wins[names]

    def _sweep(self, names: Names) -> None:
        profile = self.view.profile(names)
        win, other = chances_to_win(self.view.game, profile, watcher.get())
        self.wins[names], self.wins_of_others[names] = win, other

    def _are_the_same_in_both_seats(self, names: Names) -> bool:
        """Whether each strategy throws as many dice at the same points of its own and of the other,
        whichever player follows it.
        """
        game = self.view.game
        for name in names:
            first, second = (
                plan_table(game, self.view.plan(name, player), player) for player in PLAYERS
            )
            if first != second:
                return False
        return True


# of a table of strategies, each against each
@kept(64)
def _opponents(view: InTurns, names: frozenset[Argument]) -> _Opponents:
    return _Opponents(view)


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
