"""solve_pieces(game): backward induction with rational functions, layer after layer."""

from __future__ import annotations

from collections.abc import Sequence

from ...acyclic import components
from ...cost import LIFTED, at_most
from ...errors import UnsolvableError
from ...exact import Progress, shown
from ...game import MAX, Game
from ...parametric.highest import highest
from ...parametric.pieces import Piece, Pieces, Steps, cells
from ...parametric.points import Line, Point
from ...parametric.rational import Quotient, mean
from .domain import domain
from .explored import Law, SymbolGraph, SymbolNode, explore_symbols
from .solution import PiecewiseSolution

MOST_PIECES = 2000  # of one value
MOST_DEGREE = 1000


class Solver:
    """The pieces of the states as far as they are known."""

    def __init__(self, graph: SymbolGraph) -> None:
        self.graph = graph
        self.line = Line()
        self.ends = domain(graph, self.line)
        self.found: dict[int, Pieces] = {}
        self.steps: dict[int, Steps] = {}

    def enter(self, k: int, pieces: Pieces) -> None:
        """Keep the pieces of a state; `UnsolvableError` when they are too many or too long."""
        state = self.graph.nodes[k].state
        for what, count, most in (
            ("pieces", len(pieces.pieces), MOST_PIECES),
            ("degrees", pieces.degree, MOST_DEGREE),
        ):
            if count > at_most(most):
                raise UnsolvableError(
                    f"the value of {shown(state)} has {count} {what}, and at most {most} are "
                    f"computed: ask for a smaller game; {LIFTED}"
                )
        self.found[k] = pieces
        self.steps[k] = Steps(pieces.pieces)

    def settle(self, k: int) -> None:
        """Enter the pieces of a state from those of its successors."""
        node = self.graph.nodes[k]
        if node.payoff is not None:
            whole = Piece(*self.ends, node.payoff)
            self.enter(k, Pieces((whole,), ((), ())))
            return
        moves = list(node.moves())
        sign = 1 if node.mover == MAX else -1
        self.enter(k, highest(self.line, self._candidates(node, moves), sign))

    def _candidates(self, node, moves):  # type: ignore[no-untyped-def]
        below = node.successors()
        number = {k: place for place, k in enumerate(below)}
        means = [_Mean(law, total, number) for law, total in moves]
        for lower, upper, values in cells(self.ends[0], [self.steps[k] for k in below]):
            yield lower, upper, [each.of(values) for each in means]


class _Mean:
    """The mean worth under one action, kept from one interval to the next."""

    def __init__(self, law: Law, total: object, number: dict[int, int]) -> None:
        self.places = [number[k] for k, _ in law]
        self.weights = [weight for _, weight in law]
        self.total = total
        self.last: list[Quotient] = []
        self.value: Quotient | None = None

    def of(self, values: Sequence[Quotient]) -> Quotient:
        """The mean where the successors have these values."""
        mine = [values[place] for place in self.places]
        same = len(mine) == len(self.last) and all(a is b for a, b in zip(mine, self.last, strict=True))
        if self.value is None or not same:
            self.value = mean(zip(self.weights, mine, strict=True), self.total)
            self.last = mine
        return self.value


def solve_pieces(game: Game, progress: Progress | None = None) -> PiecewiseSolution:
    """The solution in pieces."""
    graph = explore_symbols(game, progress)
    solver = Solver(graph)
    order = components(graph.successors)
    for done, layer in enumerate(order, 1):
        solver.settle(layer[0])
        if progress:
            progress(done, len(order))
    values = {graph.nodes[k].state: p for k, p in solver.found.items() if graph.nodes[k].payoff is None}
    actions = {n.state: n.choices for n in graph.nodes if n.payoff is None}
    return PiecewiseSolution(game, graph.parameter.name, solver.ends, values, actions, "pieces", solver.line)
