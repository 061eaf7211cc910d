"""Backward induction: games that always move on."""

from __future__ import annotations

from fractions import Fraction

from ..distribution import Distribution, from_probabilities
from ..exact import Exact, Progress, simplest
from ..game import MAX, MIN, WAIT, Action, Game, State
from ..graph import Node, backward_order, explore
from ..matrix_game import solve_matrix_game
from ..solution import Solution


def backward_induction(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game without cycles: value(state) = value of the matrix of the means of its successors.

    Exact, one pass over the reachable states, each after its successors. Where one player moves, its best action; the first
    of `actions` wins ties, and all optimal actions are kept. Where both choose, an optimal mixture for each. Raises
    `UnsolvableError` when play can come back to a state, naming it.

    >>> from exactdice import DiceBattle
    >>> backward_induction(DiceBattle(dice=1, target=2)).value
    Fraction(13, 18)
    """
    graph = explore(game)
    worth: dict[int, Exact] = {}
    values: dict[State, Exact] = {}
    optimal: dict[State, tuple[Action, ...]] = {}
    mixtures: dict[State, tuple[Distribution[Action], Distribution[Action]]] = {}
    for done, k in enumerate(backward_order(graph), 1):
        node = graph.nodes[k]
        if node.payoff is not None:
            worth[k] = node.payoff
        else:
            matrix = _matrix(node, worth)
            if (WAIT,) in node.actions:
                worth[k], optimal[node.state] = _best(node, matrix)
            else:
                worth[k], mixtures[node.state] = _mixed(node, matrix)
            values[node.state] = worth[k]
        if progress:
            progress(done, len(graph.nodes))
    return Solution(game, values, optimal, "backward induction", mixtures)


def _matrix(node: Node, worth: dict[int, Exact]) -> list[list[Exact]]:
    """The mean worth of the next state for each joint action."""
    return [
        [_mean(law, total, worth) for law, total in zip(laws, totals, strict=True)]
        for laws, totals in zip(node.laws, node.totals, strict=True)
    ]


def _mean(law: tuple[tuple[int, int], ...], total: int, worth: dict[int, Exact]) -> Exact:
    return simplest(sum((Fraction(w) * worth[k] for k, w in law), Fraction(0)) / total)


def _best(node: Node, matrix: list[list[Exact]]) -> tuple[Exact, tuple[Action, ...]]:
    """The value where one player moves, and all actions that reach it."""
    player = MAX if node.actions[MIN] == (WAIT,) else MIN
    means = [row[0] for row in matrix] if player == MAX else matrix[0]
    best = max(means) if player == MAX else min(means)
    return best, tuple(action for action, mean in zip(node.actions[player], means, strict=True) if mean == best)


def _mixed(node: Node, matrix: list[list[Exact]]) -> tuple[Exact, tuple[Distribution[Action], Distribution[Action]]]:
    """The value where both choose, and an optimal law of the action for each."""
    solved = solve_matrix_game(matrix)
    assert isinstance(solved.value, Exact)
    row, column = (
        from_probabilities(dict(zip(node.actions[player], mixture, strict=True)))
        for player, mixture in ((MAX, solved.row), (MIN, solved.column))
    )
    return solved.value, (row, column)
