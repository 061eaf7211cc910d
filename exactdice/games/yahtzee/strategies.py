"""The strategies by name in Yahtzee and yatzy: `greedy`, `in_order`, and those of every game.

They and optimal play decide by the sheet alone, whatever was scored before. So their turns are
followed on all sheets of a level at once, which makes the exact law of the points of a full game
possible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np

from ...distribution import Distribution, point
from ...game import MAX, Action, Player, Strategy
from ...solvers.fast_path import fast_path_of, the_generic
from ...words.register import whole
from ..strategies import Makers, makers_of, optimal, solved
from .answers import SolvedSheets
from .decisions import (
    Continuation,
    Deciding,
    Decisions,
    Option,
    continuation_of,
    no_continuation,
)
from .fast import sheets_behind
from .levels import Levels
from .reaching import chances_at
from .rules import THROW, SheetGame, SheetState, Yahtzee, Yatzy
from .sheets import NOT_ALLOWED, Group, Sheets, Table, sheets_of

OPTIMAL, GREEDY, IN_ORDER = "optimal", "greedy", "in_order"
REACHING = "reaching(n)"
MOST_TURNS = 1024  # of single sheets that are kept
MOST_LEVELS = 64


@dataclass(frozen=True)
class SheetPlan:
    """A strategy that decides by the sheet and the dice alone: it maximizes the points of the turn
    and what `continuation(level)` says that sheets are worth afterwards.

    - `by_total`: whether the upper total matters.
    - `ties_last`: whether of several best actions the last one is taken, not the first.
    - `allowed`: of the categories that a turn may be played for, those that it is played for.
    """

    game: SheetGame
    name: str
    continuation: Callable[[int], Continuation] = field(repr=False)
    by_total: bool = True
    allowed: Callable[[list[Option]], list[Option]] = field(repr=False, default=list)
    ties_last: bool = False

    def __call__(self, state: SheetState) -> Distribution[Action]:
        """The law of the action."""
        if not state.dice:
            return point(THROW)
        found = _decided(self, state.filled, state.extra, state.upper)
        tables = self.sheets.lattice
        throw = tables.place[state.dice] - tables.first[tables.dice]
        if not state.left:
            return point(self.game.names[found.writing[throw, 0]])
        kept = found.keeping[self.game.rerolls - state.left]
        return point(tables.kept[kept[throw, 0]])

    @property
    def sheets(self) -> Sheets:
        """The sheets of its game."""
        return sheets_of(self.game)

    def decide(self, group: Group, totals: Table) -> Decisions:
        """What is chosen on the sheets of a group with these upper totals."""
        after = self.continuation(group.written.bit_count() + 1)
        bound = Levels(self.game).bound
        looked_at = totals if self.by_total else totals[:1]
        deciding = Deciding(
            self.sheets, bound, after, group, looked_at, self.allowed, self.ties_last
        )
        found = deciding.decisions()
        return found if self.by_total else found.repeated(len(totals))


@lru_cache(maxsize=MOST_TURNS)  # tables of some 10 kB each
def _decided(plan: SheetPlan, filled: tuple[str, ...], extra: int, upper: int) -> Decisions:
    """The decisions on one sheet."""
    written = sum(1 << plan.game.names.index(name) for name in filled)
    return plan.decide(Group(written, extra, 0, np.array([upper])), np.array([upper]))


# --- the strategies -------------------------------------------------------------------------------


@fast_path_of(makers_of, Yahtzee)
@fast_path_of(makers_of, Yatzy)
def sheet_makers(game: SheetGame, player: Player) -> Makers:
    """The strategies with a name in Yahtzee and yatzy."""
    return {
        GREEDY: partial(greedy, game),
        IN_ORDER: partial(in_order, game),
        REACHING: partial(_reaching, game),
        **the_generic(makers_of)(game, player),
    }


def _reaching(game: SheetGame, goal: object) -> Strategy:
    return partial(_reaching_action, game, whole(goal, "the points to reach", 1))


def _reaching_action(game: SheetGame, goal: int, state: SheetState) -> Distribution[Action]:
    return chances_at(game, goal, state)(state) if state.dice else point(THROW)


@fast_path_of(optimal, Yahtzee)
@fast_path_of(optimal, Yatzy)
def optimal_on_sheets(game: SheetGame, player: Player) -> Strategy:
    """The first of the optimal actions."""
    if player != MAX:
        return the_generic(optimal)(game, player)
    return SheetPlan(game, OPTIMAL, partial(_continuation_when_asked, game))


def _continuation_when_asked(game: SheetGame, level: int) -> Continuation:
    """The values of a level; the game is solved when the first one is needed."""
    return _optimal_continuation(sheets_behind(solved(game)), level)


def following(known: SolvedSheets) -> SheetPlan:
    """Optimal play, read off solved sheets."""
    return SheetPlan(known.game, OPTIMAL, partial(_optimal_continuation, known))


@lru_cache(maxsize=MOST_LEVELS)
def _optimal_continuation(known: SolvedSheets, level: int) -> Continuation:
    return continuation_of(known.level(level))


def greedy(game: SheetGame) -> SheetPlan:
    """Every turn is played for the most points that it brings on average, as if it were the last,
    without the bonus of the upper section.

    >>> game = Yahtzee()
    >>> greedy(game)(SheetState(dice=(1, 2, 2, 5, 6), left=2))
    Distribution({(5, 6): 1})
    """
    return SheetPlan(game, GREEDY, partial(_no_continuation, game), by_total=False)


def in_order(game: SheetGame) -> SheetPlan:
    """The categories are written in the order of the sheet, and every turn is played for the most
    points of its own category.

    Where the rules do not allow it, a Yahtzee is written in the next category that they allow.

    >>> in_order(Yahtzee())(SheetState(dice=(1, 2, 2, 5, 6), left=2))
    Distribution({(1,): 1})
    """
    return SheetPlan(game, IN_ORDER, partial(_no_continuation, game), False, _first_allowed)


@lru_cache(maxsize=MOST_LEVELS)
def _no_continuation(game: SheetGame, level: int) -> Continuation:
    return no_continuation(sheets_of(game).size(level))


def _first_allowed(options: list[Option]) -> list[Option]:
    """Every throw in its first category that the rules allow alone."""
    found = []
    taken = np.zeros(len(options[0][1]), dtype=bool)
    for category, points, places in options:
        open_to = (points != NOT_ALLOWED) & ~taken
        found.append((category, np.where(open_to, points, NOT_ALLOWED), places))
        taken |= open_to
    return found
