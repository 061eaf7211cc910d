"""The explicit graph of a game: every state reachable from the start, its layers, and whether play
must end.
"""

from __future__ import annotations

from .arrays import Node, StateGraph
from .compiling import Compiler, Part, actions_at, distribution_at, hashable
from .exploring import GrowingSize, bytes_of, explore, start_of
from .order import Choices, always_ends, backward_order, endless, is_acyclic

__all__ = [
    "Choices",
    "Compiler",
    "GrowingSize",
    "Node",
    "Part",
    "StateGraph",
    "actions_at",
    "always_ends",
    "backward_order",
    "bytes_of",
    "distribution_at",
    "endless",
    "explore",
    "hashable",
    "is_acyclic",
    "start_of",
]
