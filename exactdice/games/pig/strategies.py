"""The strategies by name in Pig: `hold_at(n)`, `keep_pace`, `scoring_turns(n)`, besides those of
every game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ...distribution import Distribution, point
from ...game import Action, ActionLaw, Player, State, Strategy
from ...solvers.fast_path import fast_path_of, the_generic
from ...words.register import whole
from ..strategies import Makers, makers_of, optimal, solved
from .policies import keep_pace, scoring_turns
from .rules import HOLD, ROLL, Pig, hold_at


@fast_path_of(makers_of, Pig)
def pig_makers(game: Pig, player: Player) -> Makers:
    """The strategies with a name in Pig, for this player."""
    return {
        "hold_at(n)": _holding,
        "keep_pace": keep_pace,
        "keep_pace(end, base, divisor)": _pacing,
        "scoring_turns(n)": partial(_scoring, game, player),
        **the_generic(makers_of)(game, player),
    }


def _holding(total: object) -> Strategy:
    return hold_at(whole(total, "the turn total to hold at", 1))


def _pacing(end: object, base: object, divisor: object) -> Strategy:
    return keep_pace(
        whole(end, "the points from which on to roll to win"),
        whole(base, "the turn total to hold at when the points are equal", 1),
        whole(divisor, "the divisor of the difference of points", 1),
    )


def _scoring(game: Pig, player: Player, turns: object) -> Strategy:
    return scoring_turns(game, whole(turns, "the number of scoring turns", 1), player)


@fast_path_of(optimal, Pig)
def optimal_pig(game: Pig, player: Player) -> Strategy:
    """The first of the optimal actions, which is to roll where both are optimal."""
    # one law an action, not one a state: the profile of Pig asks it for every state
    laws: dict[Action, Distribution[Action]] = {action: point(action) for action in (ROLL, HOLD)}
    return partial(_first_law, laws, solved(game).optimal_actions)


def _first_law(
    laws: Mapping[Action, ActionLaw], best: Mapping[State, Sequence[Action]], state: State
) -> ActionLaw:
    return laws[best[state][0]]
