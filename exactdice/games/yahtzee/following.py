"""What strategies that decide by the sheet alone come to: the exact law of the points of a game.

What optimal play comes to proves that it was optimal: its mean is the value of the game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from ...cost import refuse_costly
from ...distribution import Distribution
from ...errors import UnsolvableError
from ...evaluation.profiles import payoff_law
from ...exact import Exact, Progress
from ...game import MAX, MissingEntry, Player, Profile, Strategy, function_of
from ...solvers.fast_path import fast_path_of
from ..strategies import TIES, Chooser, optimal, solved, tied, where_known
from .decisions import Decisions
from .fast import sheets_behind
from .laws import Played, played
from .rules import SheetGame, Yahtzee, Yatzy
from .sheets import NOT_ALLOWED, Group, Sheets, Table, sheets_of
from .strategies import OPTIMAL, SheetPlan

STEPS_A_SHEET = 5000  # of the sheets that there could be


def following_cost(game: SheetGame) -> int:
    """The steps that the law of a whole game takes."""
    return STEPS_A_SHEET * ((game.cap + 1) << len(game.sheet)) * (game.rerolls + 1) // 3


@fast_path_of(payoff_law, Yahtzee)
@fast_path_of(payoff_law, Yatzy)
def payoff_law_on_sheets(
    game: SheetGame, profile: Profile, progress: Progress | None = None
) -> Distribution[Exact]:
    """The law of the points of a game."""
    return followed(game, profile[MAX], progress).law


def followed(game: SheetGame, strategy: Strategy, progress: Progress | None = None) -> Played:
    """What a strategy comes to; `MissingEntry` for one that does not decide by the sheet alone."""
    plan = plan_behind(strategy)
    refuse_costly(game, following_cost(game))
    decide = plan.decide if plan.game == game else partial(_translated, sheets_of(game), plan)
    found = played(sheets_of(game), decide, progress)
    if plan.name == OPTIMAL and plan.game == game:
        _prove(game, found)
    return found


def _prove(game: SheetGame, found: Played) -> None:
    """Raise `UnsolvableError` unless the mean is the value of the game."""
    value, mean = sheets_behind(solved(game)).value(game.start), found.law.mean()
    if mean != value:
        raise UnsolvableError(
            "two choices of different worth had the same residue, so this is no law of optimal "
            f"play: its mean falls short by about {float(value - mean):.3g}"
        )


def plan_behind(strategy: Strategy) -> SheetPlan:
    """The plan for sheets that the strategy is; `MissingEntry` when it is another one."""
    plan = function_of(strategy)
    if isinstance(plan, partial) and plan.func is where_known:
        plan = function_of(plan.args[0])
    if isinstance(plan, partial) and plan.func is tied:
        plan = _with_ties(*plan.args)
    if not isinstance(plan, SheetPlan):
        raise MissingEntry("the strategy does not decide by the sheet alone")
    return plan


def _with_ties(game: SheetGame, player: Player, choose: Chooser) -> object:
    """Optimal play that takes the first or the last of several best actions; None for any other."""
    plan = function_of(optimal(game, player))
    if choose is TIES["last"] and isinstance(plan, SheetPlan):
        return replace(plan, ties_last=True)
    return plan if choose is TIES["first"] else None


# --- optimal play of a game with other options ----------------------------------------------------


def _translated(sheets: Sheets, plan: SheetPlan, group: Group, totals: Table) -> Decisions:
    """What the plan for a game with other options decides on sheets of this one."""
    mine, theirs = sheets.game, plan.game
    known_less = theirs.cap > mine.cap or (theirs.extra_bonus and not mine.extra_bonus)
    if known_less or _turns(theirs) != _turns(mine):
        raise MissingEntry("the sheets of that game say more, or its turns are others")
    extra = group.extra if theirs.extra_bonus else 0
    capped = np.minimum(totals, theirs.cap)
    if (plan.sheets.place[group.written, extra, capped] < 0).any():
        raise MissingEntry("play of that game never comes to some of these sheets")
    found = plan.decide(Group(group.written, extra, 0, capped), capped)
    points = sheets.points(group.written, group.extra)
    if (points[found.writing, np.arange(len(found.writing))[:, None]] == NOT_ALLOWED).any():
        raise MissingEntry("the rules do not allow what is best in that game")
    return found


def _turns(game: SheetGame) -> tuple[object, ...]:
    """What two games must share for a turn of one to be played in the other."""
    return game.whole_sheet, game.names, game.dice, game.faces, game.rerolls
