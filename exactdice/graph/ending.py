"""Whether play must end, and by which choices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ..game import MAX, MIN, Player
from .arrays import StateGraph
from .nodes import Node
from .order import is_acyclic

Choices = Mapping[int, Sequence[int]]


def always_ends(graph: StateGraph) -> bool:
    """Whether play ends with probability 1 whatever the players do; then the optimality equation
    has one solution.
    """
    return is_acyclic(graph) or not endless(graph)[0]


def endless(
    graph: StateGraph, ender: Player | None = None, allowed: Choices | None = None
) -> tuple[list[int], dict[int, int]]:
    """The nodes from which play may go on for ever, and for the others a choice of the ender that
    brings the end nearer.

    Without an ender both players keep play going. The ender instead tries to end it, with the
    actions `allowed` at each of its nodes (default: all), against every choice of the other. Nodes
    from which the end is reached with positive probability whatever they do are found backwards
    from the finished states; when that is all of them, the end is never further than some number of
    moves away with some probability, so play ends with probability 1.
    """
    # {successor: (node, demand, the ender's action)}, {node: demands not met so far}
    entering: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    missing: dict[int, set[int]] = {}
    for k, node in enumerate(graph.nodes):
        missing[k] = set()
        allowed_here = None if allowed is None else allowed.get(k)
        for demand, action, successors in _demands(node, ender, allowed_here):
            # A state joins when every demand is met: the ender needs one way for each choice of the
            # other.
            missing[k].add(demand)
            for successor in successors:
                entering[successor].append((k, demand, action))
    ending = sorted(graph.payoffs)
    way: dict[int, int] = {}
    for reached in ending:
        for k, demand, action in entering[reached]:
            if demand in missing[k]:
                missing[k].remove(demand)
                # The first way found leads to a state reached before this one, and so nearer to the
                # end.
                way.setdefault(k, action)
                if not missing[k]:
                    ending.append(k)
    return sorted(set(range(len(graph.nodes))).difference(ending)), way


def _demands(
    node: Node, ender: Player | None, allowed: Sequence[int] | None
) -> Iterator[tuple[int, int, list[int]]]:
    """(demand, the ender's action, successors): each demand must be met by one successor that leads
    to the end.

    A demand is one choice of those who keep play going; the ender may answer it with any action it
    plays.
    """
    columns = len(node.actions[MIN])
    for a, row in enumerate(node.laws):
        for b, law in enumerate(row):
            # {who ends the game: (its answer, the demand of the others)}
            choices = {MAX: (a, b), MIN: (b, a), None: (0, a * columns + b)}
            answer, demand = choices[ender]
            if ender is None or allowed is None or answer in allowed:
                yield demand, answer, [successor for successor, _ in law]
