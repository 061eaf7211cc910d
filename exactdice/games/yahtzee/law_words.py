"""The words of Yahtzee and yatzy alone: what whole games come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from ...distribution import Distribution
from ...errors import QueryError, nearest
from ...exact import Bounds, Exact, Value, simplest
from ...game import MAX, Action, MissingEntry
from ...kept import kept
from ...words.register import CHANCE, Argument, quantity, size, watcher, whole
from ..register import maker_named, maker_within, usual_game
from ..strategies import named_strategy
from ..view import Names, RoundedView, View
from ..words import GamesOfClass, name_of_game, only_plans, plans_in
from .following import followed
from .in_floats import MOST_FLOAT_DIGITS, bounds_cost, chance_within, floats_hold
from .laws import Played
from .reaching import chances_at, reaching_cost
from .rules import SheetGame, SheetState, Yahtzee, Yatzy
from .strategies import GREEDY, IN_ORDER, OPTIMAL

YAHTZEE = "yahtzee"
SHEETS = (Yahtzee, Yatzy)


@dataclass(frozen=True)
class AskedSheets(GamesOfClass):
    """The setting: the view of Yahtzee, or of the game that is named."""

    def asked(self, game: Argument) -> str:
        """The name of the game."""
        if game is not None:
            return name_of_game(game)
        usual = usual_game()
        return usual if maker_within(maker_named(usual)) in SHEETS else YAHTZEE


asked_sheets = AskedSheets(SheetGame)


def law_cost(view: View, *_: Argument) -> int:
    """The cost of the law of a whole game."""
    return view.start_cost()


def goal_cost(view: View, s: Argument = 1, *state: Argument) -> int:
    """The cost of the chances of s points from this state."""
    game, sheet = _sheet_of(view, state)
    if _within_floats(view):
        return bounds_cost(game, size(s), sheet)
    return exact_goal_cost(view, s, *state)


def exact_goal_cost(view: View, s: Argument = 1, *state: Argument) -> int:
    """The same where bounds do not do."""
    game, sheet = _sheet_of(view, state)
    return reaching_cost(game, size(s), sheet)


def _sheet_of(view: View, state: Sequence[Argument]) -> tuple[SheetGame, SheetState]:
    """The game, and the sheet at the state before the first throw."""
    return cast("SheetGame", view.game), _at(view, state)._replace(dice=(), left=0)


def _within_floats(view: View) -> bool:
    """Whether bounds are asked for that floats are close enough for."""
    if not isinstance(view, RoundedView) or view.digits > MOST_FLOAT_DIGITS:
        return False
    return floats_hold(cast("SheetGame", view.game))


# --- what strategies come to ----------------------------------------------------------------------


@quantity(asked_sheets, cost=law_cost, called="a, category")
def category_law(view: View, *given: Argument) -> Distribution[Exact]:
    """Law of the points that the strategy a writes into this category, with the bonus of a further
    Yahtzee.
    """
    game = cast("SheetGame", view.game)
    named = [str(each) for each in given[1:]]
    if len(named) != 1 or named[0] not in game.names:
        hint = nearest(named[0], game.names) if named else ""
        raise QueryError(
            f"this needs a strategy and a category, as in (optimal, {game.names[0]}), the category "
            f"one of {', '.join(game.names)}, got {', '.join(map(str, given)) or 'nothing'}{hint}"
        )
    names, _ = plans_in(view, given)
    name = named[0]
    return Distribution(_followed(view, names).scores[name])


@quantity(asked_sheets, cost=law_cost, called="a", outcomes=CHANCE)
def upper_bonus_chance(view: View, *given: Argument) -> Exact:
    """Probability that the strategy a earns the bonus of the upper section."""
    found = _followed(view, only_plans(view, given))
    return simplest(Fraction(found.bonus, found.total))


def _followed(view: View, names: Names) -> Played:
    """What the strategy comes to; `QueryError` for one that does not decide by the sheet alone."""
    try:
        return played_by(view, names)
    except MissingEntry as error:
        raise QueryError(
            f"this is for strategies that decide by the sheet alone, as {OPTIMAL}, {GREEDY} and "
            f"{IN_ORDER} do, got {names[MAX]}"
        ) from error


@kept(8)
def played_by(view: View, names: Names) -> Played:
    """What the strategy of this name comes to, kept for the queries that follow."""
    game = cast("SheetGame", view.game)
    return followed(game, named_strategy(game, names[MAX], MAX), watcher.get())


# --- the chance of many points --------------------------------------------------------------------


@quantity(asked_sheets, cost=goal_cost, called="s, state...", outcomes=CHANCE)
def reach_chance(view: View, s: Argument, *state: Argument) -> Value:
    """The largest probability, over all strategies, of s points or more in the end."""
    goal, at = _goal(s), _at(view, state)
    game = cast("SheetGame", view.game)
    if _within_floats(view) and not at.dice:
        return chance_within(game, goal, at, watcher.get())
    found = chances_at(game, goal, at).chance(at)
    return Bounds.around(found, view.digits) if isinstance(view, RoundedView) else found


@quantity(asked_sheets, cost=exact_goal_cost, called="s, state...")
def reach_best(view: View, s: Argument, *state: Argument) -> frozenset[Action]:
    """All actions at this state with the largest probability of s points or more in the end."""
    at = _at(view, state)
    return frozenset(chances_at(cast("SheetGame", view.game), _goal(s), at).best(at))


def _at(view: View, state: Sequence[Argument]) -> SheetState:
    return cast("SheetState", view.at(state))


def _goal(s: Argument) -> int:
    return whole(s, "the number of points", 1)
