"""A game on a graph as the data of a page: positions, moves, kernel, Sprague-Grundy values."""

from __future__ import annotations

from ..arenas.arena import explored_arena
from ..arenas.kernels import grundy_values, winning_positions
from ..arenas.normal_play import NormalPlay
from ..errors import UnsolvableError
from ..game import Game
from .game_table import action_text

MOST_DRAWN = 60  # positions that can still be told apart


def graph_data(game: Game, left_out: list[str]) -> dict[str, object] | None:
    """The positions with their depths (the longest play from there), the moves between them, and
    those from which the player to move loses; None where the game is no game on a graph.
    """
    if not isinstance(game, NormalPlay):
        return None
    try:
        where = explored_arena(game.rules.options, game.rules.start, MOST_DRAWN)
    except UnsolvableError:
        left_out.append(f"the drawing of the graph, which has more than {MOST_DRAWN} positions")
        return None
    winning, worth = winning_positions(where, misere=game.misere), grundy_values(where)
    depth = [0] * len(where.vertices)
    for place in where.order:
        depth[place] = max((depth[after] + 1 for after in where.successors[place]), default=0)
    return {
        "positions": [action_text(vertex) for vertex in where.vertices],
        "after": [list(after) for after in where.successors],
        "depth": depth,
        "losing": [k for k, vertex in enumerate(where.vertices) if vertex not in winning],
        "grundy": [worth[vertex] for vertex in where.vertices],
        "misere": game.misere,
    }
