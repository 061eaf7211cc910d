"""Backward induction: games that always move on."""

from __future__ import annotations

from ..argument_checks import no_progress
from ..exact import Progress
from ..game import Game
from ..graph import backward_order, explore
from ..hidden.information import SEES_ALL, refuse_hidden
from ..optional import bound_bits
from ..solution import Solution
from .levels import solve_by_layers


def backward_induction(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game without cycles.

    value(state) = value of the matrix of the means of its successors. Exact, one pass over the
    reachable states, each after its successors. Where one player moves, its best action; the first
    of `actions` wins ties, and all optimal actions are kept. Where both choose, an optimal mixture
    for each. Raises `UnsolvableError` when play can come back to a state, naming it.

    >>> from exactdice import DiceBattle
    >>> backward_induction(DiceBattle(dice=1, target=2)).value
    Fraction(13, 18)
    """
    no_progress(progress)
    refuse_hidden(game, SEES_ALL)
    graph = explore(game, progress=progress)
    backward_order(graph)  # refuses cycles
    return solve_by_layers(graph, progress, bound=bound_bits(game))
