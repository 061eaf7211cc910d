"""The digest of a graph: of its states, their actions and the laws of what comes next, in an order
that does not depend on how the states were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from ..errors import RulesError
from ..exact import name_shown
from ..game import Action
from ..graph.arrays import Ints, Menu, StateGraph, ranges
from .states import state_text


def graph_digest(graph: StateGraph, order: Sequence[int], texts: Mapping[int, str]) -> str:
    """The SHA-256 of the graph, whose unfinished states are taken in this order."""
    finished = sorted(
        (state_text(graph.states[k]), state_text(payoff), k) for k, payoff in graph.payoffs.items()
    )
    digest = sha256()
    for text, payoff, _ in finished:
        digest.update(f"{text} pays {payoff}\n".encode())
    menus = [_menu_text(menu) for menu in graph.menus]
    for k in order:
        digest.update(f"{texts[k]} {menus[graph.menu[k]]}\n".encode())
    rank = np.empty(len(graph), dtype=np.int64)
    rank[[*order, *(k for _, _, k in finished)]] = np.arange(len(graph))
    for some in graph.batches(np.array(order, dtype=np.int64)):
        for part in _laws(graph, some, rank):
            digest.update(part.astype("<i8").tobytes())
        digest.update(_long(graph, some).encode())
    return digest.hexdigest()


def _menu_text(menu: Menu) -> str:
    return " ".join(_action_text(action) for actions in menu.actions for action in actions)


def _action_text(action: Action) -> str:
    """The action, which a store never reads back, in a way of which other actions have another."""
    try:
        return state_text(action)
    except RulesError:
        return name_shown(action)


def _laws(graph: StateGraph, states: Ints, rank: Ints) -> Iterable[Any]:
    """The sizes of the laws of all moves, and each law in the order of its successors."""
    moves = _moves(graph, states)
    sizes = graph.sizes[moves]
    after = rank[graph.successors[ranges(graph.start[moves], sizes)]]
    weights = graph.lists.weights[ranges(graph.lists.first[graph.law[moves]], sizes)]
    in_order = np.lexsort((after, np.repeat(np.arange(len(moves)), sizes)))
    return sizes, after[in_order], weights[in_order]


def _long(graph: StateGraph, states: Ints) -> str:
    """The weights that no machine word holds, which are zeros in the arrays."""
    long = graph.lists.long
    if not long:
        return ""
    laws = graph.law[_moves(graph, states)].tolist()
    return "".join(f"{sorted(map(hex, long[law]))}\n" for law in laws if law in long)


def _moves(graph: StateGraph, states: Ints) -> Ints:
    return ranges(graph.first_move[states], np.diff(graph.first_move)[states])
