"""Games on graphs: a token moves along the edges of an arena, the players in turn.

Who cannot move loses (misere: wins). An arena is a finite directed graph without cycles. Its kernel
is the one set of vertices that is stable (no edge inside it) and absorbing (an edge into it from
every vertex outside). The Sprague-Grundy value of a vertex is the mex of its successors' values,
the smallest whole number of 0 or more that is not among them, so 0 where there is no successor: the
player to move there has lost. The kernel is the set of vertices of value 0, those from which the
player to move loses, and the value of a sum of games is the xor of the values of its parts.
Everything here takes time O(V + E). Source: the course chapter "Théorie des jeux" (chapter IV),
section 1.

`NormalPlay` is the bridge to the protocol of all games, so that every solver, strategy and command
reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from ...distributions.distribution import Distribution, point
from ...exact.argument_checks import (
    a_function_of,
    a_truth,
    an_instance,
    got,
    is_several,
    members,
    raise_failed,
)
from ...exact.cost import STEPS_A_MOVE, STEPS_A_STATE, affordable, refuse_costly
from ...exact.errors import RulesError, UnsolvableError
from ...exact.numbers import Exact, as_whole, shown, shown_when_long
from ...game.digraphs import a_cycle, sinks_first
from ...game.optional import SupportsText, exploring_cost, field_text
from ...game.protocol import MAX, MIN, OTHER, PLAYERS, WAIT, Action, Joint, Player

STEPS_A_TURN = 4  # for each that a move costs in the rules: distributions and values are made of it
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
        """This arena with the token starting at the vertex."""
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
    successors = []
    for vertex, below in described.items():
        if not is_several(below) or isinstance(below, (str, bytes)):
            raise RulesError(
                f"the successors of {shown(vertex)} must be a list of vertices, got {shown(below)}"
            )
        try:
            # A move that is listed twice is still one move.
            successors.append(tuple(dict.fromkeys([index[successor] for successor in below])))
        except (KeyError, TypeError):
            lost = next(s for s in below if not isinstance(s, Hashable) or s not in index)
            raise RulesError(
                f"{shown(vertex)} leads to {shown(lost)}, which is no vertex: add it, with no "
                "successors if play ends there"
            ) from None
    first = next(iter(described)) if start is None else start
    return Arena(tuple(described), tuple(successors), first, index)


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
            found_so_far = f"after {moves} moves that were found,"
            refuse_costly(f"the graph of positions from {shown(start)}, {found_so_far}", steps)
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
    positions = {}
    for player in PLAYERS:
        for vertex, below in pairs:
            positions[vertex, player] = [(s, OTHER[player]) for s in below]
    return arena(positions, (plain.start, MAX))


def an_arena(given: object) -> Arena:
    """The arena; `RulesError` for anything else."""
    return an_instance(
        given, Arena, "the arena", "an Arena, as arena({vertex: successors}) makes one"
    )


# --- winning positions and kernels ----------------------------------------------------------------


def winning_positions(where: Arena, misere: bool = False) -> frozenset[Vertex]:
    """The vertices from which the player to move wins: some move leads to one from which the
    opponent does not.

    >>> sorted(winning_positions(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})))
    [1, 2]
    """
    return frozenset(where.vertices[k] for k, wins in enumerate(_wins(where, misere)) if wins)


def _wins(where: Arena, misere: bool) -> list[bool]:
    """For each index whether the player to move wins there."""
    # who cannot move wins in misere play, and loses otherwise
    wins = [a_truth(misere, "misere")] * len(an_arena(where).vertices)
    for k in where.order:  # every index after those of its successors
        below = where.successors[k]
        if below:
            wins[k] = not all(wins[successor] for successor in below)
    return wins


def kernel(where: Arena) -> frozenset[Vertex]:
    """The kernel of the arena: the set of the vertices from which the player to move loses.

    >>> sorted(kernel(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})))
    [0, 3]
    """
    return frozenset(an_arena(where).vertices) - winning_positions(where)


def winning_moves(
    where: Arena, vertex: Vertex | None = None, misere: bool = False
) -> tuple[Vertex, ...]:
    """The successors of the vertex (default: the start) from which the opponent loses.

    () where the player to move loses.
    """
    wins = _wins(where, misere)
    k = where.number(where.start if vertex is None else vertex)
    return tuple(where.vertices[s] for s in where.successors[k] if not wins[s])


def winning_strategy(where: Arena, misere: bool = False) -> dict[Vertex, Vertex]:
    """{vertex: the first successor from which the opponent loses}.

    It holds the winning positions that have a move.

    >>> winning_strategy(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []}))
    {2: 0, 1: 0}
    """
    wins = _wins(where, misere)
    strategy: dict[Vertex, Vertex] = {}
    for vertex, below in zip(where.vertices, where.successors, strict=True):
        winning = [s for s in below if not wins[s]]
        if winning:
            strategy[vertex] = where.vertices[winning[0]]
    return strategy


# --- Sprague-Grundy values ------------------------------------------------------------------------


def mex(values: Iterable[int]) -> int:
    """The smallest whole number of 0 or more that is not among the values.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    present = set(values)
    # At most one step more than there are members, so the sum over an arena is O(V + E).
    least = 0
    while least in present:
        least += 1
    return least


def grundy_values(where: Arena) -> dict[Vertex, int]:
    """{vertex: its Sprague-Grundy value}.

    >>> grundy_values(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []}))
    {3: 0, 2: 2, 1: 1, 0: 0}
    """
    values = [0] * len(an_arena(where).vertices)
    for k in where.order:
        values[k] = mex([values[successor] for successor in where.successors[k]])
    return dict(zip(where.vertices, values, strict=True))


# --- the bridge to the protocol of all games ------------------------------------------------------

Position = Any  # hashable; each game on a graph has a type of its own


class Impartial(Protocol):
    """A position to start from and where both players alike may move, as an `Arena` has them."""

    @property
    def start(self) -> Position:
        """The position in which play begins."""

    def options(self, position: Position) -> Iterable[Position]:
        """The positions that one move leads to, each once."""


class NormalPlayState(NamedTuple):
    """The position of the token, and who is to move."""

    position: Position
    to_move: Player = MAX


@shown_when_long
@dataclass(frozen=True)
class NormalPlay:
    """The game in turns on these rules: who cannot move loses; with `misere` it wins.

    An action is the position moved to.

    >>> from exactdice import solve
    >>> heaps = arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})  # 3 is in the kernel
    >>> solve(NormalPlay(heaps)).value
    -1
    """

    rules: Impartial
    misere: bool = False

    def __post_init__(self) -> None:
        members(
            self.rules,
            ("start", "options"),
            "the rules",
            "an Arena, or rules with start and options(position), such as Nim((3, 4, 5))",
        )
        object.__setattr__(self, "misere", a_truth(self.misere, "misere"))

    @property
    def exploring_cost(self) -> int:
        """The cost of listing all positions, each with either player to move, and their values."""
        return 2 * STEPS_A_TURN * exploring_cost(self.rules)

    @property
    def start(self) -> NormalPlayState:
        """The start of the rules, MAX to move."""
        return NormalPlayState(self.rules.start, MAX)

    def payoff(self, state: NormalPlayState) -> Exact | None:
        """-1 where MAX cannot move, +1 where MIN cannot; the opposite with `misere`."""
        # The first option is enough to know: rules may give them one by one.
        if any(True for _ in self.rules.options(state.position)):
            return None
        # Who is to move and cannot has lost, or won in misere play.
        return 1 if (state.to_move == MIN) != self.misere else -1

    def actions(self, state: NormalPlayState, player: Player) -> tuple[Action, ...]:
        """The positions that one move leads to."""
        if player != state.to_move:
            return (WAIT,)
        # The position itself is the action: it needs no name, and `outcomes` nothing to look up.
        moves = tuple(self.rules.options(state.position))
        if WAIT in moves:
            raise RulesError(
                f"a position must not be called {WAIT!r}, the word for not being to move, but "
                f"{shown(state)} leads to it"
            )
        return moves

    def outcomes(self, state: NormalPlayState, joint: Joint) -> Distribution[NormalPlayState]:
        """The token moves, and the turn passes."""
        return point(NormalPlayState(joint[state.to_move], OTHER[state.to_move]))

    def text(self, state: NormalPlayState) -> str:
        """The position as the rules draw it (`rules.text(position)`), and who is to move."""
        to_move = field_text("to_move", state.to_move)
        if isinstance(self.rules, SupportsText):
            return f"{self.rules.text(state.position)}\n{to_move}"
        return f"{field_text('position', state.position)}, {to_move}"
