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
solution there is the value (see `solvers.iteration`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from math import comb
from typing import cast

from flint import fmpq, fmpz_poly

from ...acyclic import components
from ...cost import affordable, refuse_costly
from ...distribution import Distribution
from ...errors import UnsolvableError
from ...exact import Exact, Progress, as_exact, shown
from ...game import MAX, WAIT, Action, Game, Joint, Player, State
from ...matrices.solve import solve_matrix_game
from ...parametric.pieces import (
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
from ...parametric.points import Line, Point
from ...parametric.polynomial import body_of, whole_body
from ...parametric.rational import (
    NOTHING,
    ONE,
    Quotient,
    Row,
    mean,
    quotient_of,
    solve_equations,
    solve_equations_at_once,
)
from ...parametric.rational_function import RationalFunction
from ...solution import Solution, computed_for
from ..iteration import strategy_iteration
from .chain import Answers, Question
from .explored import SymbolGraph, SymbolNode, domain, explore_symbols
from .solution import PiecewiseSolution, RationalSolution, law_at_number

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
    >>> from exactdice.parametric.polynomial import parameter
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
        places = {k: place for place, k in enumerate(below)}
        means = [_Mean(law, total, places) for law, total in moves_of(node)]
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


def moves_of(node: SymbolNode) -> list[Move]:
    """The law of the successors and its total weight for each action of the player to move, as
    polynomials.
    """
    moves = []
    for law in node.all_laws():
        weights = tuple((k, whole_body(weight)) for k, weight in law.items())
        moves.append((weights, whole_body(law.total)))
    return moves


class _Mean:
    """The mean worth under one action, kept from one interval to the next."""

    def __init__(self, law: Law, total: fmpz_poly, places: dict[int, int]) -> None:
        self.places = [places[k] for k, _ in law]
        self.weights = [weight for _, weight in law]
        self.total = total
        self.last: list[Quotient] = []
        self.value = NOTHING

    def of(self, values: Sequence[Quotient]) -> Quotient:
        """The mean where the successors have these values."""
        mine = [values[place] for place in self.places]
        # Compared by identity: most successors have no break where another one has.
        if list(map(id, mine)) != list(map(id, self.last)):
            self.value = mean(zip(self.weights, mine, strict=True), self.total)
            self.last = mine
        return self.value


# --- layers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LayerAt:
    """The game of one layer where the symbol is a number; what the layer leads to is finished, and
    pays what it is worth there.
    """

    graph: SymbolGraph
    layer: tuple[int, ...]
    worth: Mapping[int, Quotient]
    at: fmpq

    @property
    def start(self) -> State:
        """Any state of the layer leads to all others."""
        return self.graph.nodes[self.layer[0]].state

    def payoff(self, state: State) -> Exact | None:
        """What a state outside the layer is worth."""
        k = self.graph.index[state]
        return as_exact(self.worth[k].at(self.at)) if k in self.worth else None

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The numbers of the actions."""
        node = self.graph.nodes[self.graph.index[state]]
        return tuple(range(len(node.choices))) if node.mover == player else (WAIT,)

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The law of the next state."""
        node = self.graph.nodes[self.graph.index[state]]
        law = list(node.all_laws())[joint[node.mover or MAX]]
        return law_at_number(self.graph, law, as_exact(self.at))


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
        self.graph, self.layer = graph, tuple(layer)
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
        varying = {
            str(weight): weight
            for moves in self.moves.values()
            for law, _ in moves
            for _, weight in law
            if weight.degree() > 0
        }
        found: set[Point] = set()
        for weight in varying.values():
            found.update(line.roots(weight, ends[0].low, ends[1].high))
        return {point for point in found if ends[0].low <= point.low and point.high <= ends[1].high}

    def solved(self, line: Line, ends: tuple[Point, Point], cuts: set[Point]) -> dict[int, Pieces]:
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
        return {
            k: each.finished(_zero_at(upper, held.differences[k])) for k, each in gathered.items()
        }

    def _intervals(
        self, line: Line, ends: tuple[Point, Point], cuts: set[Point]
    ) -> Iterator[tuple[Point, Point, _Chosen]]:
        """The intervals from left to right, each with what holds there."""
        below = sorted(self.outside)
        for lower, upper, values in cells(ends[0], [self.outside[k] for k in below]):
            worth = dict(zip(below, values, strict=True))
            inside = [point for point in cuts if lower.high < point.low and point.high < upper.low]
            marks = [lower, *sorted(inside, key=lambda point: point.low), upper]
            for left, right in pairwise(marks):
                yield from covered(line, left, right, partial(self._held_at, worth))

    def _held_at(self, worth: Values, at: fmpq) -> Solved[_Chosen]:
        """What is optimal at a number, as functions, and what must keep its sign for it."""
        numbers = strategy_iteration(LayerAt(self.graph, self.layer, worth, at))
        values = self._values(worth, self._choice(numbers))
        known = {**worth, **values}
        differences = {}
        for k in self.layer:
            means = [_mean(law, total, known) for law, total in self.moves[k]]
            differences[k] = tuple(each.difference_sign(values[k]) for each in means)
        conditions = {str(d): d for row in differences.values() for d in row if not d.is_zero()}
        return _Chosen(values, differences), list(conditions.values())

    def _choice(self, numbers: Solution) -> dict[int, int]:
        """The number of an optimal action that ends play, for each state."""
        choice = {}
        for k in self.layer:
            state = self.graph.nodes[k].state
            first = numbers.optimal_actions[state][0]
            choice[k] = int(str(numbers.chosen.get(state, first)))
        return choice

    def _values(self, worth: Values, choice: Mapping[int, int]) -> Values:
        """The values under a choice."""
        rows: dict[int, Row] = {}
        constants = {}
        for k in self.layer:
            law, total = self.moves[k][choice[k]]
            rows[k] = {t: mean([(w, ONE)], total) for t, w in law if t in self.inside}
            leaving = [(w, worth[t]) for t, w in law if t not in self.inside]
            constants[k] = mean(leaving, total) if leaving else NOTHING
        return solve_equations(rows, constants)


def _mean(law: Law, total: fmpz_poly, known: Values) -> Quotient:
    return mean([(weight, known[t]) for t, weight in law], total)


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
    solved = solve_matrix_game([[as_exact(entry.at(at)) for entry in row] for row in matrix])
    rows = tuple(i for i, p in enumerate(solved.row) if p)
    columns = tuple(j for j, p in enumerate(solved.column) if p)
    if len(rows) == len(columns):
        yield rows, columns
    height, width = len(matrix), len(matrix[0])
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
