"""solve_pieces(game): backward induction with rational functions, layer after layer.

In a state where one player moves the value is the largest of the means of its actions. Where both
players choose at once the matrix of means is solved in numbers at a sample point: a square part of
it, its kernel, gives the value and a mixture for each player by linear equations (Shapley and Snow,
"Basic solutions of discrete games", 1950), whose solution is rational functions; these are optimal
on the interval around the sample on which no probability and no guarantee changes its sign.

A layer of states to which play can come back is solved in numbers at a sample point too. Its
optimal choice, fixed, gives linear equations whose solution is rational functions, and these hold
on the interval around the sample on which no other action becomes better. On from its ends, until
the domain is covered. Between points at which a weight vanishes the same moves are possible
everywhere, so the choice that ends play at the sample ends it on the whole interval, and the
solution there is the value (see `solvers.cyclic`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, pairwise
from math import comb, inf
from typing import cast

from flint import fmpq, fmpz_poly

from ...exact.by_entry import entrywise
from ...exact.cost import affordable, refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Progress, as_exact, shown
from ...game.acyclic import components
from ...game.protocol import MAX, Game, State
from ...game.solution import computed_for
from ...linear.matrices.solve import solve_matrix_game
from ...symbolic.pieces import (
    Best,
    Gathered,
    Mixtures,
    Piece,
    Pieces,
    Solved,
    Steps,
    cells,
    covered,
    highest,
    steps_of,
)
from ...symbolic.points import Line, Point
from ...symbolic.polynomial import body_of, whole_body
from ...symbolic.rational import NOTHING, ONE, Quotient, mean, quotient_of, solve_equations_at_once
from ...symbolic.rational_function import RationalFunction
from ..cyclic import solve_layer
from ..iteration import strategy_iteration
from .chain import Answers, Question
from .explored import SymbolGraph, SymbolNode, domain, explore_symbols
from .solution import AtNumber, PiecewiseSolution, RationalSolution

STEPS_A_PIECE = 1000  # for each candidate
STEPS_A_DEGREE = 30
STEPS_A_KERNEL = 50_000  # a square part of a matrix, which is tried
Law = tuple[tuple[int, fmpz_poly], ...]  # ((successor, weight), ...)
Move = tuple[Law, fmpz_poly]  # with the total weight
Values = Mapping[int, Quotient]
Matrix = tuple[tuple[Quotient, ...], ...]
Lines = tuple[int, ...]


def solve_pieces(
    game: Game, progress: Progress | None = None, starts: Iterable[State] | None = None
) -> PiecewiseSolution:
    """The solution of a game that holds one symbol, as a function of it, from `starts` (from
    `game.start` without them).

    Raises `RulesError` for a second symbol, and naming where a weight is negative in the domain;
    `UnsolvableError` for too many pieces, a degree that is too high, and where both players choose
    at once and play can come back.

    >>> from exactdice import DiceBattle
    >>> from exactdice.symbolic.polynomial import parameter
    >>> p = parameter("p", 0, 1)
    >>> solved = solve_pieces(DiceBattle(dice=2, target=3, weights=(p, 1 - p)))
    >>> [point.decimal() for point in solved.breaks]
    ['0.531010', '0.569840']
    """
    return _in_pieces(explore_symbols(game, progress, starts), progress)


def solve_with_symbols(
    game: Game, progress: Progress | None = None, starts: Iterable[State] | None = None
) -> PiecewiseSolution | RationalSolution:
    """The solution of a game that holds symbols, from `starts` (from `game.start` without them): in
    pieces for one symbol, as rational functions for several.

    Raises `SeveralSymbols` for more than one symbol where a player has a choice; else as
    `solve_pieces`.
    """
    graph = explore_symbols(game, progress, starts)
    chooses = any(len(actions) > 1 for node in graph.nodes for actions in node.actions)
    if len(graph.parameters) < 2 or chooses:
        return _in_pieces(graph, progress)
    found = Answers(graph, progress).asked(Question(graph.payoffs))

    def value(state: State) -> RationalFunction:
        return cast("RationalFunction", found[graph.index[state]])

    going_on = {graph.nodes[k].state: None for k in graph.laws}
    names = tuple(parameter.name for parameter in graph.parameters)
    return RationalSolution(game, computed_for(going_on, value), names, "linear equations")


def _in_pieces(graph: SymbolGraph, progress: Progress | None) -> PiecewiseSolution:
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
        self.ends = domain(graph, graph.parameter, self.line)
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
        below = chain.from_iterable(successors.values())
        leaving = {t: self.steps[t] for t in below if t in self.steps}
        cyclic = Layer(self.graph, layer, leaving)
        cuts = cyclic.vanishing(self.line, self.ends)
        self.cuts |= cuts
        for k, pieces in cyclic.solved(self.line, self.ends, cuts).items():
            self.enter(k, pieces)

    def settle(self, k: int) -> None:
        """Enter the pieces of a state from those of its successors."""
        node = self.graph.nodes[k]
        if node.payoff is not None:
            whole = Piece(*self.ends, quotient_of(body_of(node.payoff)))
            self.enter(k, Pieces((whole,), ((), ())))
        elif node.mover is None:
            self.enter(k, solved_at_once(self.line, node.state, self._matrices(node)))
        else:
            sign = 1 if node.mover == MAX else -1
            self.enter(k, highest(self.line, self._candidates(node), sign))

    def enter(self, k: int, pieces: Pieces) -> None:
        """Keep the pieces of a state; `TooCostly` when all together are too many or too long."""
        candidates = len(list(self.graph.nodes[k].all_laws()))
        each = STEPS_A_PIECE + STEPS_A_DEGREE * pieces.degree
        self.spent += each * candidates * len(pieces.pieces)
        # The text takes longer than to count: it is made where it is needed.
        if not affordable(self.spent):
            refuse_costly(
                f"the pieces of {shown(self.graph.game)}, after {len(self.found)} of "
                f"{len(self.graph.nodes)} states,",
                self.spent,
            )
        self.found[k] = pieces
        self.steps[k] = steps_of(pieces.pieces)

    def _candidates(self, node: SymbolNode) -> Iterator[tuple[Point, Point, list[Quotient]]]:
        """The intervals on which every successor is one function, with the mean of each action in
        their order.
        """
        below = node.successors()
        moves = moves_of(node)
        steps = [self.steps[k] for k in below]
        for lower, upper, values in cells(self.ends[0], steps):
            known = dict(zip(below, values, strict=True))
            yield lower, upper, [_mean(law, total, known) for law, total in moves]

    def _matrices(self, node: SymbolNode) -> Iterator[tuple[Point, Point, Matrix]]:
        """The same with the means as a matrix."""
        width = len(node.actions[1])
        for lower, upper, means in self._candidates(node):
            begins = range(0, len(means), width)
            rows = [tuple(means[k : k + width]) for k in begins]
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


def moves_of(node: SymbolNode) -> list[Move]:
    """The law of the successors and its total weight for each action of the player to move, as
    polynomials.
    """
    moves = []
    for law in node.all_laws():
        weights = tuple((k, whole_body(weight)) for k, weight in law.items())
        moves.append((weights, whole_body(law.total)))
    return moves


def _mean(law: Law, total: fmpz_poly, known: Values) -> Quotient:
    """The mean worth where what follows is worth this."""
    return mean([(weight, known[t]) for t, weight in law], total)


# --- layers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Chosen:
    """What holds on an interval: the value of each state, and its difference from each action, in
    the order of the actions; the sign of a difference is no matter here.
    """

    values: Values
    differences: Mapping[int, tuple[fmpz_poly, ...]]


class Layer:
    """The states of one layer of a graph, and the steps of what they lead to."""

    def __init__(
        self, graph: SymbolGraph, layer: Sequence[int], outside: Mapping[int, Steps]
    ) -> None:
        self.graph = graph
        self.layer = tuple(layer)
        self.inside = frozenset(layer)
        self.outside = outside
        self.moves = {k: moves_of(graph.nodes[k]) for k in layer}
        for k in self.layer:
            if self.graph.nodes[k].mover is None:
                name = self.graph.parameter.name
                raise UnsolvableError(
                    f"{shown(self.graph.game)} can come back to {shown(graph.nodes[k].state)}, "
                    "where both players choose at once: its value need not be a rational function "
                    f"of {name}; give {name} a number and "
                    "enclose(game, digits=50)"
                )

    def vanishing(self, line: Line, ends: tuple[Point, Point]) -> set[Point]:
        """The points of the domain at which a weight is 0, so that moves are missing."""
        varying: dict[str, fmpz_poly] = {}
        for law, _ in chain.from_iterable(self.moves.values()):
            for _, weight in law:
                if weight.degree() > 0:
                    varying[str(weight)] = weight
        low = ends[0].low
        high = ends[1].high
        found: set[Point] = set()
        for weight in varying.values():
            roots = line.roots(weight, low, high)
            found.update(root for root in roots if low <= root.low and root.high <= high)
        return found

    def solved(
        self,
        line: Line,
        ends: tuple[Point, Point],
        cuts: set[Point],
    ) -> dict[int, Pieces]:
        """The pieces of every state of the layer."""
        gathered = {k: Gathered() for k in self.layer}
        held = None
        upper = ends[0]
        for lower, upper, held in self._intervals(line, ends, cuts):
            for k, value in held.values.items():
                # The actions that are best throughout
                best = tuple(
                    c for c, difference in enumerate(held.differences[k]) if difference.is_zero()
                )
                joint = _zero_at(lower, held.differences[k])
                gathered[k].add(Piece(lower, upper, value, best), joint)
        assert held is not None
        found: dict[int, Pieces] = {}
        for k, each in gathered.items():
            found[k] = each.finished(_zero_at(upper, held.differences[k]))
        return found

    def _intervals(
        self, line: Line, ends: tuple[Point, Point], cuts: set[Point]
    ) -> Iterator[tuple[Point, Point, _Chosen]]:
        """The intervals from left to right, each with what holds there."""
        below = sorted(self.outside)
        steps = [self.outside[k] for k in below]
        for lower, upper, values in cells(ends[0], steps):
            worth = dict(zip(below, values, strict=True))
            inside = [point for point in cuts if lower.high < point.low and point.high < upper.low]
            marks = [lower, *sorted(inside, key=lambda point: point.low), upper]
            for left, right in pairwise(marks):
                yield from covered(line, left, right, partial(self._held_at, worth))

    def _held_at(self, worth: Values, at: fmpq) -> Solved[_Chosen]:
        """What is optimal at a number, as functions, and what must keep its sign for it."""
        # What the layer leads to is finished, and pays what it is worth there.
        paid = {k: as_exact(value.at(at)) for k, value in worth.items()}
        game = AtNumber(self.graph, as_exact(at), self.layer[0], paid)
        numbers = strategy_iteration(game)
        choice: dict[int, int] = {}
        for k in self.layer:
            node = self.graph.nodes[k]
            # An optimal action that ends play
            optimal = numbers.chosen.get(node.state, numbers.optimal_actions[node.state][0])
            choice[k] = node.choices.index(optimal)
        values = self._values(worth, choice)
        known = {**worth, **values}
        differences = {}
        for k in self.layer:
            means = [_mean(law, total, known) for law, total in self.moves[k]]
            differences[k] = tuple(each.difference_sign(values[k]) for each in means)
        conditions = {}
        for difference in chain.from_iterable(differences.values()):
            if not difference.is_zero():
                conditions[str(difference)] = difference
        return _Chosen(values, differences), list(conditions.values())

    def _values(self, worth: Values, choice: Mapping[int, int]) -> Values:
        """The values under a choice."""
        rows: dict[int, dict[int, Quotient]] = {}
        constants = {}
        for k in self.layer:
            law, total = self.moves[k][choice[k]]
            staying = [(t, w) for t, w in law if t in self.inside]
            rows[k] = {t: mean([(w, ONE)], total) for t, w in staying}
            leaving = [(w, worth[t]) for t, w in law if t not in self.inside]
            constants[k] = mean(leaving, total) if leaving else NOTHING
        return solve_layer(rows, constants, ONE, inf)


def _zero_at(point: Point, differences: Sequence[fmpz_poly]) -> Best:
    """The actions that are best at the point."""
    return tuple(c for c, difference in enumerate(differences) if point.is_root_of(difference))


# --- both at once ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Held:
    """The value, and a mixture of all rows and one of all columns."""

    value: Quotient
    mixtures: Mixtures


def solved_at_once(
    line: Line, state: State, cells: Iterator[tuple[Point, Point, Matrix]]
) -> Pieces:
    """The pieces of a state from the matrix of means on each interval."""
    gathered = Gathered()
    for lower, upper, matrix in cells:
        for left, right, held in covered(line, lower, upper, partial(_held_at, state, matrix)):
            gathered.add(Piece(left, right, held.value, (), held.mixtures), ())
    return gathered.finished(())


def _held_at(state: State, matrix: Matrix, at: fmpq) -> Solved[_Held]:
    """What is optimal at a number, as functions, and what must keep its sign for it."""
    for rows, columns in _kernels(state, matrix, at):
        held = _of_kernel(matrix, rows, columns)
        if held is None:
            continue
        slack = list(_slack(matrix, held))
        if all(part.at(at) >= 0 for part in slack):
            return held, [part.numerator for part in slack if not part.is_zero]
    raise AssertionError("every matrix has a kernel")


def _kernels(state: State, matrix: Matrix, at: fmpq) -> Iterator[tuple[Lines, Lines]]:
    """Square parts of the matrix, the one that numbers propose first."""
    numbers = entrywise(lambda entry: as_exact(entry.at(at)), matrix)
    solved = solve_matrix_game(numbers)
    rows = tuple(i for i, p in enumerate(solved.row) if p)
    columns = tuple(j for j, p in enumerate(solved.column) if p)
    if len(rows) == len(columns):
        yield rows, columns
    height = len(matrix)
    width = len(matrix[0])
    tried = comb(height + width, height)  # all pairs of as many rows as columns
    parts = (
        f"about {shown(tried)} square parts of the {height} by {width} actions of {shown(state)}"
    )
    refuse_costly(parts, STEPS_A_KERNEL * tried, "a number for the symbol")
    for size in range(1, min(height, width) + 1):
        for some_rows in combinations(range(height), size):
            for some_columns in combinations(range(width), size):
                yield some_rows, some_columns


def _of_kernel(matrix: Matrix, rows: Lines, columns: Lines) -> _Held | None:
    """The value and the mixtures that make the other player's lines of the kernel equal; None when
    the equations have no single solution.
    """
    part = [[matrix[i][j] for j in columns] for i in rows]
    by_column = _equalising(part)
    by_row = _equalising([list(column) for column in zip(*part, strict=True)])
    if by_column is None or by_row is None:
        return None
    mixtures = (
        _spread(rows, by_row[:-1], len(matrix)),
        _spread(columns, by_column[:-1], len(matrix[0])),
    )
    return _Held(by_column[-1], mixtures)


def _equalising(part: Sequence[Sequence[Quotient]]) -> list[Quotient] | None:
    """Weights of the columns that sum to 1 and give every row the same mean, and this mean."""
    lines = [[*row, -ONE, NOTHING] for row in part]
    lines.append([ONE] * len(part) + [NOTHING, ONE])
    return solve_equations_at_once(lines)


def _spread(lines: Lines, weights: Sequence[Quotient], count: int) -> tuple[Quotient, ...]:
    """The mixture over all lines."""
    known = dict(zip(lines, weights, strict=True))
    return tuple(known.get(k, NOTHING) for k in range(count))


def _slack(matrix: Matrix, held: _Held) -> Iterator[Quotient]:
    """All that must be 0 or more: probabilities, what MAX's mixture wins against each column above
    the value, and what MIN's loses against each row below it.
    """
    first, second = held.mixtures
    yield from first
    yield from second
    for column in zip(*matrix, strict=True):
        yield _product(first, column) - held.value
    for row in matrix:
        yield held.value - _product(second, row)


def _product(mixture: Sequence[Quotient], line: Sequence[Quotient]) -> Quotient:
    total = NOTHING
    for share, entry in zip(mixture, line, strict=True):
        total = total + share * entry
    return total
