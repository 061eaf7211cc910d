"""The explicit graph of a game: every state reachable from the start, its layers, and whether play
must end.
"""

from __future__ import annotations

from .arrays import Node, StateGraph
from .compiling import actions_at, graph_of_nodes, hashable, law_at, node_at
from .exploring import GrowingSize, bytes_of, explore, start_of
from .order import (
    BACKWARD,
    Choices,
    always_ends,
    backward_order,
    endless,
    is_acyclic,
    is_cyclic,
    layers,
)

__all__ = [
    "BACKWARD",
    "Choices",
    "GrowingSize",
    "Node",
    "StateGraph",
    "actions_at",
    "always_ends",
    "backward_order",
    "bytes_of",
    "endless",
    "explore",
    "graph_of_nodes",
    "hashable",
    "is_acyclic",
    "is_cyclic",
    "law_at",
    "layers",
    "node_at",
    "start_of",
]
