"""solve(game): the exact solution, by the method that fits the game."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from ..exact.numbers import Progress
from ..game.optional import hides
from ..game.protocol import Game
from ..game.solution import Enclosure, Solution
from ..symbolic.rational_function import HoldsSymbol
from .enclosure import enclose, rounded_outwards
from .fast_path import by_exact_class
from .hidden.solution import sequence_form
from .iteration import backward_induction, strategy_iteration
from .parametric import solve_with_symbols
from .stored import solve_into

__all__ = ["backward_induction", "enclose", "solve", "strategy_iteration"]


@by_exact_class
def solve(
    game: Game,
    progress: Progress | None = None,
    *,
    keep: str = "all",
    jobs: int | None = None,
    store: Path | str | None = None,
) -> Solution:
    """The exact solution of the game, by the fast path of its class if it has one.

    What follows here is the generic way: from the store where one is given, which has no need of
    the fast path; by the sequence form of a game that hides something; by `strategy_iteration`,
    which is backward induction where play cannot come back; and in pieces where a symbol is met.

    Of a game that hides something from a player it is an equilibrium, an
    `ImperfectInformationSolution`; of one whose weights or payoffs hold a symbol a
    `PiecewiseSolution`, and with several symbols, where nothing is chosen, a `RationalSolution`.
    What `keep="start"` and `jobs` mean says `strategy_iteration`; fast paths have no need of them.

    With a `store`, a folder, each level of states is written there as soon as it is found. What is
    there already is not solved again, and the solution reads it from there.

    >>> from exactdice import DiceBattle
    >>> solve(DiceBattle(dice=3, target=20)).method
    'sliding sums over antidiagonals'
    """
    if store is not None:
        return solve_into(game, store, progress, jobs)
    if hides(game):
        return sequence_form(game, progress)
    try:
        return strategy_iteration(game, progress, keep=keep, jobs=jobs)
    except HoldsSymbol:
        # Which of the two it is the type of a game does not tell, and few games hold a symbol.
        return cast("Solution", solve_with_symbols(game, progress))


def enclose_exactly(game: Game, digits: int, progress: Progress | None = None) -> Enclosure:
    """The exact solution of a game that has a fast path, rounded outwards."""
    return rounded_outwards(solve(game, progress), digits)
