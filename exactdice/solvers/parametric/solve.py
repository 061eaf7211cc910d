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
from functools import partial
from itertools import chain, combinations, pairwise, product
from math import comb, inf
from typing import cast

from flint import fmpq, fmpz_poly

from ...exact.cost import affordable, refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Progress, as_exact, entrywise, shown, submatrix
from ...game.digraphs import components
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
from ...symbolic.points import Line, Point, by_low
from ...symbolic.polynomial import (
    NOTHING,
    ONE,
    Quotient,
    body_of,
    mean,
    quotient_of,
    solve_equations_at_once,
    whole_body,
)
from ...symbolic.rational_function import RationalFunction
from ..cyclic import solve_layer
from ..iteration import strategy_iteration
from .chain import Answers, layer_equations
from .explored import SymbolGraph, SymbolNode, domain, explore_symbols
from .solution import AtNumber, PiecewiseSolution, RationalSolution

STEPS_A_PIECE = 1000  # for each candidate
STEPS_A_DEGREE = 30
STEPS_A_KERNEL = 50_000  # a square part of a matrix, which is tried
Move = tuple[list[tuple[int, fmpz_poly]], fmpz_poly]  # (successor, weight), and the total weight
Values = Mapping[int, Quotient]
Matrix = Sequence[Sequence[Quotient]]
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
    return Solver(explore_symbols(game, progress, starts)).solved(progress)


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
        return Solver(graph).solved(progress)
    found = Answers(graph, progress).asked(graph.payoffs)
    going_on = {graph.states[k]: None for k in graph.laws}
    values = computed_for(going_on, lambda state: found[graph.index[state]])
    of_several = cast("Mapping[State, RationalFunction]", values)
    names = tuple(parameter.name for parameter in graph.parameters)
    return RationalSolution(game, of_several, names, "linear equations")


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

    def solved(self, progress: Progress | None) -> PiecewiseSolution:
        """The pieces of all states, layer after layer."""
        order = components(self.graph.successors)
        for done, layer in enumerate(order, 1):
            self._solve_layer(layer)
            if progress:
                progress(done, len(order))
        way = "strategy iteration" if self.is_cyclic else "backward induction"
        states = self.graph.states
        return PiecewiseSolution(
            self.graph.game,
            self.graph,
            self.line,
            {states[k]: self.found[k] for k in self.graph.laws},
            frozenset(self.cuts),
            f"{way} in pieces",
        )

    def _solve_layer(self, layer: Sequence[int]) -> None:
        """Enter the pieces of states that lead to each other; those of what they lead to else are
        known.
        """
        k = layer[0]
        node = self.graph.nodes[k]
        if len(layer) > 1 or k in node.successors():
            self._solve_cycle(layer)
        elif node.payoff is not None:
            whole = Piece(*self.ends, quotient_of(body_of(node.payoff)))
            self._enter(k, Pieces((whole,), ((), ())))
        elif node.mover is None:
            gathered = Gathered()
            width = len(node.actions[1])
            for lower, upper, means in self._candidates(node):
                matrix = [means[k : k + width] for k in range(0, len(means), width)]
                solved_at = partial(_solve_matrix_at, node.state, matrix)
                for left, right, (value, mixtures) in covered(self.line, lower, upper, solved_at):
                    gathered.add(Piece(left, right, value, (), mixtures), ())
            self._enter(k, gathered.finished(()))
        else:
            sign = 1 if node.mover == MAX else -1
            self._enter(k, highest(self.line, self._candidates(node), sign))

    def _enter(self, k: int, pieces: Pieces) -> None:
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
        for lower, upper, values in cells(self.ends[0], [self.steps[k] for k in below]):
            known = dict(zip(below, values, strict=True))
            yield lower, upper, [mean_after(move, known) for move in moves]

    # --- layers to which play comes back ----------------------------------------------------------

    def _solve_cycle(self, layer: Sequence[int]) -> None:
        """Enter the pieces of the states of a cyclic layer."""
        self.is_cyclic = True
        nodes = self.graph.nodes
        for k in layer:
            if nodes[k].mover is None:
                name = self.graph.parameter.name
                raise UnsolvableError(
                    f"{shown(self.graph.game)} can come back to {shown(nodes[k].state)}, "
                    "where both players choose at once: its value need not be a rational function "
                    f"of {name}; give {name} a number and "
                    "enclose(game, digits=50)"
                )
        moves = {k: moves_of(nodes[k]) for k in layer}
        laws = [law for law, _ in chain.from_iterable(moves.values())]
        weights = {str(weight): weight for law in laws for _, weight in law if weight.degree() > 0}
        # the points of the domain at which a weight is 0, so that moves are missing
        cuts = {root for w in weights.values() for root in self.line.roots_from(w, *self.ends)}
        self.cuts |= cuts
        below = sorted({t for law in laws for t, _ in law if t in self.steps})
        gathered = {k: Gathered() for k in layer}
        for lower, upper, values in cells(self.ends[0], [self.steps[k] for k in below]):
            known = dict(zip(below, values, strict=True))
            inside = [point for point in cuts if lower.high < point.low and point.high < upper.low]
            for ends in pairwise([lower, *sorted(inside, key=by_low), upper]):
                solved_at = partial(self._solve_cycle_at, moves, known)
                for left, right, found in covered(self.line, *ends, solved_at):
                    for k, (value, differences) in found.items():
                        # the actions that are best throughout, and at the lower end
                        best = [c for c, each in enumerate(differences) if each.is_zero()]
                        piece = Piece(left, right, value, tuple(best))
                        gathered[k].add(piece, _zero_at(left, differences))
        for k, (_, differences) in found.items():
            self._enter(k, gathered[k].finished(_zero_at(right, differences)))

    def _solve_cycle_at(
        self, moves: Mapping[int, list[Move]], below: Values, at: fmpq
    ) -> Solved[dict[int, tuple[Quotient, list[fmpz_poly]]]]:
        """The value of each state around a number, as a function, with its difference from each
        action, whose sign is no matter here; and what must keep its sign for them.
        """
        # What the layer leads to is finished, and pays what it is worth there.
        paid = {k: as_exact(value.at(at)) for k, value in below.items()}
        numbers = strategy_iteration(AtNumber(self.graph, as_exact(at), next(iter(moves)), paid))
        chosen = {}
        for k, each in moves.items():
            node = self.graph.nodes[k]
            # An optimal action that ends play
            action = numbers.chosen.get(node.state, numbers.optimal_actions[node.state][0])
            chosen[k] = each[node.choices.index(action)]
        states, rows, constants = zip(*layer_equations(chosen, below, ONE), strict=True)
        equations = dict(zip(states, rows, strict=True)), dict(zip(states, constants, strict=True))
        values = solve_layer(*equations, ONE, inf)
        known = {**below, **values}
        found = {}
        conditions: dict[str, fmpz_poly] = {}
        for k, each in moves.items():
            differences = [mean_after(move, known).difference_sign(values[k]) for move in each]
            found[k] = values[k], differences
            conditions.update((str(one), one) for one in differences if not one.is_zero())
        return found, list(conditions.values())


def moves_of(node: SymbolNode) -> list[Move]:
    """The law of the successors and its total weight for each action of the player to move, as
    polynomials.
    """
    return [
        ([(k, whole_body(weight)) for k, weight in law.items()], whole_body(law.total))
        for law in node.all_laws()
    ]


def mean_after(move: Move, known: Values) -> Quotient:
    """The mean worth where what follows is worth this."""
    law, total = move
    return mean([(weight, known[t]) for t, weight in law], total)


def _zero_at(point: Point, differences: Sequence[fmpz_poly]) -> Best:
    """The actions that are best at the point."""
    return tuple(c for c, difference in enumerate(differences) if point.is_root_of(difference))


# --- both at once ---------------------------------------------------------------------------------


def _solve_matrix_at(state: State, matrix: Matrix, at: fmpq) -> Solved[tuple[Quotient, Mixtures]]:
    """The value and a mixture of all rows and one of all columns around a number, as functions, and
    what must keep its sign for them.
    """
    height, width = len(matrix), len(matrix[0])
    for rows, columns in _kernels(state, matrix, at):
        part = submatrix(matrix, rows, columns)
        by_column = _equalising(part)
        by_row = _equalising([list(column) for column in zip(*part, strict=True)])
        if by_column is None or by_row is None:
            continue
        value = by_column[-1]
        shares = dict(zip(rows, by_row, strict=False)), dict(zip(columns, by_column, strict=False))
        first = tuple(shares[0].get(i, NOTHING) for i in range(height))
        second = tuple(shares[1].get(j, NOTHING) for j in range(width))
        # All that must be 0 or more: probabilities, what MAX's mixture wins against each column
        # above the value, and what MIN's loses against each row below it.
        wins = [_product(first, column) - value for column in zip(*matrix, strict=True)]
        losses = [value - _product(second, row) for row in matrix]
        slack = [*first, *second, *wins, *losses]
        if all(each.at(at) >= 0 for each in slack):
            return (value, (first, second)), [each.numerator for each in slack if not each.is_zero]
    raise AssertionError("every matrix has a kernel")


def _kernels(state: State, matrix: Matrix, at: fmpq) -> Iterator[tuple[Lines, Lines]]:
    """Square parts of the matrix, the one that numbers propose first."""
    solved = solve_matrix_game(entrywise(lambda entry: as_exact(entry.at(at)), matrix))
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
        yield from product(combinations(range(height), size), combinations(range(width), size))


def _equalising(part: Sequence[Sequence[Quotient]]) -> list[Quotient] | None:
    """Weights of the columns that sum to 1 and give every row the same mean, and this mean; None
    when the equations have no single solution.
    """
    lines = [[*row, -ONE, NOTHING] for row in part]
    lines.append([ONE] * len(part) + [NOTHING, ONE])
    return solve_equations_at_once(lines)


def _product(mixture: Sequence[Quotient], line: Sequence[Quotient]) -> Quotient:
    return sum((p * entry for p, entry in zip(mixture, line, strict=True)), NOTHING)
