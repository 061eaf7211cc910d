"""solve(game): the exact solution, by the method that fits the game."""

from __future__ import annotations

from pathlib import Path

from ..exact import Progress
from ..game import Game
from ..hidden.sequence_form import sequence_form
from ..optional import hides
from ..solution import Solution
from .backward import backward_induction
from .bounds import enclose
from .fast_path import by_exact_class
from .iteration import strategy_iteration
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
    """The exact solution of the game; a game with a fast path of its own registers it here.

    Of a game that hides something from a player it is an equilibrium, a `HiddenSolution`. What
    `keep="start"` and `jobs` mean says `strategy_iteration`; fast paths have no need of them.

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
    return strategy_iteration(game, progress, keep=keep, jobs=jobs)
