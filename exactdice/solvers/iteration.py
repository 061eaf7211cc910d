"""Strategy iteration: games in turns in which play can come back to a state.

The graph falls into levels and into layers in which play can come back, solved one after the other,
each after those it leads to (see `levels` and `cyclic`).
"""

from __future__ import annotations

from ..argument_checks import no_progress
from ..exact import Progress
from ..game import Game
from ..graph import explore
from ..hidden.information import SEES_ALL, refuse_hidden
from ..optional import SupportsCanonical, bound_bits
from ..solution import Solution
from .fast_path import checked_jobs, checked_keep
from .levels import solve_by_layers
from .symmetry import folded, unfolded


def strategy_iteration(
    game: Game,
    progress: Progress | None = None,
    *,
    keep: str = "all",
    jobs: int | None = None,
) -> Solution:
    """The solution of a game in turns in which play may come back to a state.

    Without cycles it is that of backward induction. With `keep="start"` it holds the start alone,
    and takes the less memory; `jobs` processes look for its states (see `explore`). Raises
    `UnsolvableError` naming states when a player can make play go on for ever there and the other
    cannot end it without loss: the rules do not say what such a play pays. Also when both players
    choose at once on a cycle.

    >>> from exactdice import DiceBattle
    >>> strategy_iteration(DiceBattle(dice=1, target=2, bust_score=0)).value
    Fraction(5, 7)
    """
    no_progress(progress)
    checked_keep(keep)
    checked_jobs(jobs)
    refuse_hidden(game, SEES_ALL)
    if isinstance(game, SupportsCanonical):
        graph = explore(folded(game), progress=progress, jobs=jobs)
        found = solve_by_layers(graph, progress, keep=keep, bound=bound_bits(game))
        return unfolded(game, found)
    graph = explore(game, progress=progress, jobs=jobs)
    return solve_by_layers(graph, progress, keep=keep, bound=bound_bits(game))
