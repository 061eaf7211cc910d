"""The best response to a strategy, and the exploitability of a pair of strategies."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from ..exact import Exact, Progress, simplest
from ..game import (
    MAX,
    MIN,
    Game,
    Player,
    Profile,
    Strategy,
    checked_player,
    checked_profile,
)
from ..hidden.solution import best_response_hidden
from ..optional import hides
from ..parametric.polynomial import HoldsSymbol
from ..solution import Solution
from ..solvers.fast_path import by_exact_class
from ..solvers.iteration import strategy_iteration
from ..solvers.parametric import solve_pieces
from .profiles import against, following


@by_exact_class
def best_response(
    game: Game, plan: Strategy, player: Player, progress: Progress | None = None
) -> Solution:
    """The best that `player` can do when the other player follows the plan.

    It is the solution of the game so left; in pieces where the game or the plan holds a symbol.

    >>> from exactdice import DiceBattle, dice
    >>> best_response(DiceBattle(dice=3, target=2), dice(1), MAX).value
    Fraction(13, 18)
    """
    if hides(game):
        return best_response_hidden(game, plan, checked_player(player), progress)
    # With one player left to choose, what is left is a game like any other, with values of its own.
    left = following(game, against(plan, player))
    try:
        return strategy_iteration(left, progress)
    except HoldsSymbol:
        return cast("Solution", solve_pieces(left, progress))


def exploitability(game: Game, profile: Profile, progress: Progress | None = None) -> Exact:
    """How much a player gains on average over both seats by a best response to the profile.

    0 for optimal play, else more. (what MAX is paid by its best response to MIN's strategy - what
    MIN's best response to MAX's strategy leaves MAX) / 2, from the start. That is NashConv / 2:
    NashConv sums what each player gains by deviating alone (Lanctot et al., "A unified
    game-theoretic approach to multiagent reinforcement learning", 2017); OpenSpiel divides it by
    the number of players, as here. Exactly 0 if and only if both strategies are optimal from the
    start. Errors are those of `best_response`.

    >>> from exactdice import DiceBattle, dice, solve
    >>> game = DiceBattle(dice=3, target=2)
    >>> exploitability(game, (dice(3), dice(1))), exploitability(game, solve(game).strategies)
    (Fraction(275, 1296), 0)
    """
    # Looked at before the first response, which may take long.
    first, second = checked_profile(profile)
    most = best_response(game, second, MAX, progress).value
    least = best_response(game, first, MIN, progress).value
    half = (most - least) / Fraction(2)
    return simplest(half) if isinstance(half, Fraction) else half  # a function of a symbol
