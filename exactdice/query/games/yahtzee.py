"""Yahtzee and yatzy in queries: how the words of every game see them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from ...distributions.distribution import Distribution, point
from ...exact.cost import affordable, refuse_costly
from ...exact.errors import QueryError, RulesError
from ...exact.numbers import Exact, Progress, Value
from ...game.protocol import (
    MAX,
    Action,
    JointAction,
    MissingEntry,
    Player,
    Profile,
    State,
    Strategy,
    function_of,
)
from ...games.yahtzee.answers import (
    checked_state,
    distribution_cost,
    points_distribution,
    sheets_behind,
    solving_cost,
)
from ...games.yahtzee.rules import SheetGame, SheetState, Yahtzee, Yatzy
from ...solvers.evaluation.profiles import payoff_distribution
from ...solvers.fast_path import fast_path_of, generic_function
from ..analysis import ANALYSES, Analysis
from ..register import Arguments, FiniteNumericDistribution
from ..strategies import TIES, optimal, solved, tied


class SheetAnalysis(Analysis):
    """Yahtzee and yatzy, whose sheets are solved once, or read from a store."""

    game: SheetGame
    is_quick = True

    def state_cost(self, given: Arguments) -> int:
        """The cost of solving all sheets; in a store the turn of one sheet is valued."""
        return 0 if self.store else solving_cost(self.game)

    def start_cost(self) -> int:
        """The cost of what a strategy earns: the distribution of a whole game, or listing all
        states.
        """
        of_law = self.state_cost(()) + distribution_cost(self.game)
        return min(self.game.exploring_cost, of_law)

    def state_of(self, written: Arguments) -> State:
        """The state that these arguments of a query mean, its categories and dice in order."""
        return self._checked(super().state_of(written))

    def is_state(self, state: State) -> bool:
        """Whether play can come to the sheet, and throw the dice."""
        try:
            checked_state(self.game, state)
        except RulesError:
            return False
        return True

    def check(self, state: State) -> None:
        """Raise `QueryError` saying what is off in what is no state of the game."""
        self._checked(state)

    def _checked(self, state: State) -> SheetState:
        try:
            return checked_state(self.game, state)
        except RulesError as error:
            raise QueryError(f"{error}") from error

    def payoffs(self) -> frozenset[Exact]:
        """The points that a game may bring; those up to what none exceeds where the states are too
        many to list.
        """
        if affordable(self.game.exploring_cost):
            return super().payoffs()
        return frozenset(range(self.game.most_points + 1))

    def action_value(self, state: State, joint: JointAction) -> Value:
        """The points on average when this is done now and play is optimal afterwards."""
        worth = sheets_behind(solved(self.game)).worth(self._checked(state))
        return self.rounded(worth[joint[MAX]])


for _kind in (Yahtzee, Yatzy):
    ANALYSES[_kind] = SheetAnalysis


# --- optimal play ------------------------------------------------------------------------------


@dataclass(frozen=True)
class OptimalPlay:
    """The first of the optimal actions everywhere; the game is solved when one is asked for."""

    game: SheetGame

    def __call__(self, state: SheetState) -> Distribution[Action]:
        """The law of the action; `KeyError` where play of the game never comes to the state."""
        # a sheet of other rules may count what this game does not
        upper = min(state.upper, self.game.cap)
        extra = state.extra if self.game.extra_bonus else 0
        known = state._replace(upper=upper, extra=extra)
        return point(solved(self.game).optimal_actions[known][0])


@fast_path_of(optimal, Yahtzee)
@fast_path_of(optimal, Yatzy)
def optimal_on_sheets(game: SheetGame, player: Player) -> Strategy:
    """Optimal play."""
    return OptimalPlay(game) if player == MAX else generic_function(optimal)(game, player)


@fast_path_of(payoff_distribution, Yahtzee)
@fast_path_of(payoff_distribution, Yatzy)
def payoff_distribution_on_sheets(
    game: SheetGame, profile: Profile, progress: Progress | None = None
) -> FiniteNumericDistribution:
    """The law of the points of optimal play; `MissingEntry` for any other."""
    plan = function_of(profile[MAX])
    ties_last = False
    if isinstance(plan, partial) and plan.func is tied:
        followed, _, _, choose = plan.args
        if choose in (FIRST, LAST):
            plan, ties_last = OptimalPlay(followed), choose is LAST
    if plan != OptimalPlay(game):
        raise MissingEntry("this is not the optimal play of this game")
    refuse_costly(game, distribution_cost(game))
    return points_distribution(sheets_behind(solved(game)), ties_last, progress)


FIRST, LAST = TIES["first"], TIES["last"]
