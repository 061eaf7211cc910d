"""solve_pieces(game): backward induction with rational functions, layer after layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from flint import fmpz_poly

from ...acyclic import components
from ...cost import affordable, refuse_costly
from ...exact import Progress, shown
from ...game import MAX, Game, State
from ...parametric.highest import highest
from ...parametric.pieces import Piece, Pieces, Steps, cells
from ...parametric.points import Line, Point
from ...parametric.rational import Quotient, mean
from .at_once import Matrix, solved_at_once
from .domain import domain
from .explored import Law, SymbolGraph, SymbolNode, explore_symbols
from .layer import Layer
from .solution import PiecewiseSolution

STEPS_A_PIECE = 1000  # for each candidate
STEPS_A_DEGREE = 30


def solve_pieces(
    game: Game, progress: Progress | None = None, starts: Iterable[State] | None = None
) -> PiecewiseSolution:
    """The solution of a game that holds one symbol, as a function of it, from `starts` (from
    `game.start` without them).

    Raises `RulesError` for a second symbol, and naming where a weight is negative in the domain;
    `UnsolvableError` for too many pieces, a degree that is too high, and where both players choose
    at once and play can come back.

    >>> from exactdice import DiceBattle
    >>> from exactdice.parametric.polynomial import parameter
    >>> p = parameter("p", 0, 1)
    >>> solved = solve_pieces(DiceBattle(dice=2, target=3, weights=(p, 1 - p)))
    >>> [point.decimal() for point in solved.breaks]
    ['0.531010', '0.569840']
    """
    graph = explore_symbols(game, progress, starts)
    solver = Solver(graph)
    order = components(graph.successors)
    for done, layer in enumerate(order, 1):
        solver.solve_layer(layer)
        if progress:
            progress(done, len(order))
    return solver.solution()


class Solver:
    """The pieces of the states as far as they are known."""

    def __init__(self, graph: SymbolGraph) -> None:
        self.graph = graph
        self.line = Line()
        self.ends = domain(graph, self.line)
        self.found: dict[int, Pieces] = {}
        self.steps: dict[int, Steps] = {}
        self.cuts: set[Point] = set()  # where a weight of a cyclic layer is 0
        self.is_cyclic = False
        self.spent = 0  # steps

    def solve_layer(self, layer: Sequence[int]) -> None:
        """Enter the pieces of states that lead to each other; those of what they lead to else are
        known.
        """
        successors = {k: self.graph.nodes[k].successors() for k in layer}
        if len(layer) == 1 and layer[0] not in successors[layer[0]]:
            self.settle(layer[0])
            return
        self.is_cyclic = True
        leaving = {t: self.steps[t] for k in layer for t in successors[k] if t in self.steps}
        cyclic = Layer(self.graph, layer, leaving)
        cuts = cyclic.vanishing(self.line, self.ends)
        self.cuts |= cuts
        for k, pieces in cyclic.solved(self.line, self.ends, cuts).items():
            self.enter(k, pieces)

    def settle(self, k: int) -> None:
        """Enter the pieces of a state from those of its successors."""
        node = self.graph.nodes[k]
        if node.payoff is not None:
            whole = Piece(*self.ends, node.payoff)
            self.enter(k, Pieces((whole,), ((), ())))
        elif node.mover is None:
            self.enter(k, solved_at_once(self.line, node.state, self._matrices(node)))
        else:
            sign = 1 if node.mover == MAX else -1
            self.enter(k, highest(self.line, self._candidates(node), sign))

    def enter(self, k: int, pieces: Pieces) -> None:
        """Keep the pieces of a state; `TooCostly` when all together are too many or too long."""
        self._count(k, pieces)
        self.found[k] = pieces
        self.steps[k] = Steps(pieces.pieces)

    def _count(self, k: int, pieces: Pieces) -> None:
        """Add what the pieces of a state cost; `TooCostly` as soon as all that was done is beyond
        the limit.
        """
        candidates = len(list(self.graph.nodes[k].moves()))
        each = STEPS_A_PIECE + STEPS_A_DEGREE * pieces.degree
        self.spent += each * candidates * len(pieces.pieces)
        # The text takes longer than to count: it is made where it is needed.
        if not affordable(self.spent):
            refuse_costly(
                f"the pieces of {shown(self.graph.game)}, after {len(self.found)} of "
                f"{len(self.graph.nodes)} states,",
                self.spent,
            )

    def _candidates(self, node: SymbolNode) -> Iterator[tuple[Point, Point, list[Quotient]]]:
        """The intervals on which every successor is one function, with the mean of each action in
        the order of `node.moves()`.
        """
        below = node.successors()
        places = {k: place for place, k in enumerate(below)}
        means = [_Mean(law, total, places) for law, total in node.moves()]
        for lower, upper, values in cells(self.ends[0], [self.steps[k] for k in below]):
            yield lower, upper, [each.of(values) for each in means]

    def _matrices(self, node: SymbolNode) -> Iterator[tuple[Point, Point, Matrix]]:
        """The same with the means as a matrix."""
        width = len(node.actions[1])
        for lower, upper, means in self._candidates(node):
            rows = (tuple(means[k : k + width]) for k in range(0, len(means), width))
            yield lower, upper, tuple(rows)

    def solution(self) -> PiecewiseSolution:
        """All that was found, by states."""
        nodes = self.graph.nodes
        going_on = {k: node for k, node in enumerate(nodes) if node.payoff is None}
        way = "strategy iteration" if self.is_cyclic else "backward induction"
        return PiecewiseSolution(
            self.graph.game,
            self.graph,
            self.line,
            {node.state: self.found[k] for k, node in going_on.items()},
            frozenset(self.cuts),
            f"{way} in pieces",
        )


class _Mean:
    """The mean worth under one action, kept from one interval to the next."""

    def __init__(self, law: Law, total: fmpz_poly, places: dict[int, int]) -> None:
        self.places = [places[k] for k, _ in law]
        self.weights = [weight for _, weight in law]
        self.total = total
        self.last: list[Quotient] = []
        self.value = Quotient(fmpz_poly([]))

    def of(self, values: Sequence[Quotient]) -> Quotient:
        """The mean where the successors have these values."""
        mine = [values[place] for place in self.places]
        # Compared by identity: most successors have no break where another one has.
        if list(map(id, mine)) != list(map(id, self.last)):
            self.value = mean(zip(self.weights, mine, strict=True), self.total)
            self.last = mine
        return self.value
