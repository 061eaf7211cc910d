"""Backward induction: games in turns that always move on."""

from __future__ import annotations

from fractions import Fraction

from ..errors import UnsolvableError
from ..exact import Exact, Progress, shown, simplest
from ..game import MAX, WAIT, Action, Game, Player, State
from ..graph import Node, backward_order, explore
from ..solution import Solution


def backward_induction(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game in turns without cycles: value(state) = best over actions of the mean of the successors.

    Exact, one pass over the reachable states, each after its successors. The first action of `actions` wins ties, and
    all optimal actions are kept. Raises `UnsolvableError` when play can come back to a state (naming it), or when both
    players have a choice in one state.

    >>> from exactdice import DiceBattle
    >>> backward_induction(DiceBattle(dice=1, target=2)).value
    Fraction(13, 18)
    """
    graph = explore(game)
    worth: dict[int, Exact] = {}
    values: dict[State, Exact] = {}
    optimal: dict[State, tuple[Action, ...]] = {}
    for done, k in enumerate(backward_order(graph), 1):
        node = graph.nodes[k]
        if node.payoff is not None:
            worth[k] = node.payoff
        else:
            worth[k], optimal[node.state] = _best(node, worth)
            values[node.state] = worth[k]
        if progress:
            progress(done, len(graph.nodes))
    return Solution(game, values, optimal, "backward induction")


def _best(node: Node, worth: dict[int, Exact]) -> tuple[Exact, tuple[Action, ...]]:
    player = _mover(node)
    laws = [row[0] for row in node.laws] if player == MAX else list(node.laws[0])
    totals = [row[0] for row in node.totals] if player == MAX else list(node.totals[0])
    means = [mean(law, total, worth) for law, total in zip(laws, totals, strict=True)]
    best = max(means) if player == MAX else min(means)
    return best, tuple(a for a, value in zip(node.actions[player], means, strict=True) if value == best)


def mean(law: tuple[tuple[int, int], ...], total: int, worth: dict[int, Exact]) -> Exact:
    """The mean worth of a law of numbered states."""
    return simplest(sum((Fraction(w) * worth[k] for k, w in law), Fraction(0)) / total)


def _mover(node: Node) -> Player:
    if node.actions[1] == (WAIT,):
        return 0
    if node.actions[0] == (WAIT,):
        return 1
    raise UnsolvableError(f"both players choose at {shown(node.state)}: backward induction needs a game in turns")
