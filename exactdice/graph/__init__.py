"""The explicit graph of a game: every state reachable from the start, its layers, and whether play
must end.
"""

from __future__ import annotations

from .arrays import StateGraph, graph_of_nodes
from .compiling import actions_at, hashable, law_at, node_at
from .ending import Choices, always_ends, endless
from .exploring import GrowingSize, bytes_of, explore, start_of
from .nodes import Node
from .order import BACKWARD, backward_order, is_acyclic, is_cyclic, layers

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
