"""Games on graphs: a token moves along the edges of an arena, the players in turn.

Who cannot move loses (misere: wins). An arena is a finite directed graph without cycles. Its kernel
is the one set of vertices that is stable (no edge inside it) and absorbing (an edge into it from
every vertex outside). The Sprague-Grundy value of a vertex is the mex of its successors' values,
the smallest whole number of 0 or more that is not among them, so 0 where there is no successor: the
player to move there has lost. The kernel is the set of vertices of value 0, those from which the
player to move loses, and the value of a sum of games is the xor of the values of its parts.
Everything here takes time O(V + E). Source: the course chapter "Théorie des jeux" (chapter IV),
section 1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from ...exact.argument_checks import a_function_of, an_instance, got, is_several, raise_failed
from ...exact.cost import STEPS_A_MOVE, STEPS_A_STATE, affordable, refuse_costly
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import as_whole, shown
from ...game.digraphs import a_cycle, sinks_first
from ...game.protocol import MAX, PLAYERS

Vertex = Hashable


@dataclass(frozen=True)
class Arena:
    """A finite acyclic graph.

    `successors[k]` are the indices in `vertices` of where the token may go from vertex k. Made by
    `arena` or `explored_arena`. `order` holds every index after those of its successors.
    `RulesError` names a cycle.
    """

    vertices: tuple[Vertex, ...]
    successors: tuple[tuple[int, ...], ...] = field(repr=False)
    start: Vertex
    index: Mapping[Vertex, int] = field(repr=False, compare=False)
    order: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Sorted once, since every question about an arena goes through the vertices in this order.
        object.__setattr__(self, "order", tuple(sinks_first(self.successors)))
        # Vertices on a cycle, and those that lead to one, find no place in the order.
        if len(self.order) < len(self.vertices):
            cycle = [shown(self.vertices[k]) for k in a_cycle(self.successors)]
            if len(cycle) > 8:
                cycle[4:-2] = ["..."]
            raise RulesError(
                f"play must come to an end, but the arena has a cycle: {' -> '.join(cycle)}"
            )
        # It refuses a start that is no vertex.
        self.number(self.start)

    def number(self, vertex: Vertex) -> int:
        """The index of the vertex; `RulesError` when it is none of the arena's."""
        try:
            return self.index[vertex]
        except (KeyError, TypeError):
            raise RulesError(f"{shown(vertex)} is not a vertex of the arena") from None

    def options(self, vertex: Vertex) -> tuple[Vertex, ...]:
        """Where the token may go from the vertex."""
        return tuple(self.vertices[k] for k in self.successors[self.number(vertex)])

    def at(self, start: Vertex) -> Arena:
        """The same arena with the token starting at this vertex."""
        return replace(self, start=start)

    def as_mapping(self) -> dict[Vertex, list[Vertex]]:
        """{vertex: successors}."""
        pairs = zip(self.vertices, self.successors, strict=True)
        return {vertex: [self.vertices[k] for k in below] for vertex, below in pairs}


# --- making an arena ------------------------------------------------------------------------------


# A mapping, or a graph of networkx, which has no types.
Described = Any


def arena(described: Described, start: Vertex | None = None) -> Arena:
    """The arena of a mapping {vertex: successors}, or of a directed graph.

    The graph must have `successors(vertex)`, such as networkx has. Without `start` the token starts
    at the first vertex. Raises `RulesError` naming a cycle, or a successor that is no vertex.

    >>> arena({"a": ["b", "c"], "b": ["c"], "c": []}).options("a")
    ('b', 'c')
    """
    if not isinstance(described, Mapping):
        if not callable(getattr(described, "successors", None)):
            raise RulesError(
                "an arena must be {vertex: successors} or a directed graph of networkx, "
                f"{got(described)}"
            )
        # Read into a mapping at once: a graph of someone else's may change later.
        described = {vertex: list(described.successors(vertex)) for vertex in described}
    if not described:
        raise RulesError("an arena must have at least one vertex, got none")
    index = {vertex: k for k, vertex in enumerate(described)}
    successors = tuple(_numbered(vertex, below, index) for vertex, below in described.items())
    return Arena(
        tuple(described), successors, next(iter(described)) if start is None else start, index
    )


def _numbered(vertex: Vertex, below: object, index: Mapping[Vertex, int]) -> tuple[int, ...]:
    """The indices of the successors, each once."""
    if not is_several(below) or isinstance(below, (str, bytes)):
        raise RulesError(
            f"the successors of {shown(vertex)} must be a list of vertices, got {shown(below)}"
        )
    try:
        # A move that is listed twice is still one move.
        return tuple(dict.fromkeys([index[successor] for successor in below]))
    except (KeyError, TypeError):
        lost = next(s for s in below if not isinstance(s, Hashable) or s not in index)
        raise RulesError(
            f"{shown(vertex)} leads to {shown(lost)}, which is no vertex: add it, with no "
            "successors if play ends there"
        ) from None


Reached = TypeVar("Reached", bound=Hashable)


def explored_arena(
    options: Callable[[Reached], Iterable[Reached]], start: Reached, most: int | None = None
) -> Arena:
    """The arena of all vertices that `options` leads to from the start, in the order found.

    `options` is a function of a vertex that gives its successors. Raises `UnsolvableError` when
    there are more than `most`, `TooCostly` when they and the moves between them are too many for
    the limit of cost, and `RulesError` naming a cycle.

    >>> explored_arena(lambda heap: range(max(0, heap - 2), heap), 4).as_mapping()
    {4: [2, 3], 2: [0, 1], 3: [1, 2], 0: [], 1: [0]}
    """
    a_function_of(1, options, "options", "a function of the vertex that gives its successors")
    largest = None if most is None else as_whole(most, "most", 1)
    found: dict[Reached, list[Reached]]
    try:
        found = {start: []}
    except TypeError:
        raise RulesError(f"a vertex must be hashable, such as a tuple, {got(start)}") from None
    pending = [start]
    moves = 0
    for vertex in pending:  # grows while it is read
        try:
            below = options(vertex)
        except Exception as error:
            raise_failed("options", vertex, error)
        if not is_several(below):
            raise RulesError(
                f"the successors of {shown(vertex)} must be a list of vertices, {got(below)}"
            )
        found[vertex] = list(below)
        try:
            # `found` serves as the set of what was seen, and its order as that of the arena.
            new = [one for one in dict.fromkeys(found[vertex]) if one not in found]
        except TypeError:
            raise RulesError(
                f"vertices must be hashable, such as tuples, got {shown(found[vertex])}"
            ) from None
        found.update((one, []) for one in new)
        pending += new
        moves += len(found[vertex])
        steps = STEPS_A_STATE * len(found) + STEPS_A_MOVE * moves
        if not affordable(steps):
            what = (
                f"the graph of positions from {shown(start)}, after {moves} moves that were found,"
            )
            refuse_costly(what, steps)
        if largest is not None and len(found) > largest:
            raise UnsolvableError(
                f"from {shown(start)} more than {largest} positions can be reached: choose a "
                "smaller one, or allow more"
            )
    return arena(found)


def doubled(plain: Arena) -> Arena:
    """The bipartite arena: each vertex once for each player to move.

    Its vertices are (vertex, MAX) and (vertex, MIN); every move changes the player.

    >>> doubled(arena({"a": ["b"], "b": []})).as_mapping()
    {('a', 0): [('b', 1)], ('b', 0): [], ('a', 1): [('b', 0)], ('b', 1): []}
    """
    pairs = an_arena(plain).as_mapping().items()
    # The player to move is part of the vertex: the token on one vertex is two positions.
    both = {
        (vertex, player): [(s, 1 - player) for s in below]
        for player in PLAYERS
        for vertex, below in pairs
    }
    return arena(both, (plain.start, MAX))


def an_arena(given: object) -> Arena:
    """The arena; `RulesError` for anything else."""
    return an_instance(
        given, Arena, "the arena", "an Arena, as arena({vertex: successors}) makes one"
    )
