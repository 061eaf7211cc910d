"""Games that hold a parameter, solved in pieces: on each interval between exact points every value
is one rational function of the parameter. Backward induction with rational functions, component
after component.

In a state where one player moves the value is the largest of the means of its actions. Where both
players choose at once the matrix of means is solved in numbers at a sample point: a square part of
it, its kernel, gives the value and a mixture for each player by linear equations (Shapley and Snow,
"Basic solutions of discrete games", 1950), whose solution is rational functions; these are optimal
on the interval around the sample on which no probability and no guarantee changes its sign.

A component of states to which play can come back is solved in numbers at a sample point too. Its
optimal choice, fixed, gives linear equations whose solution is rational functions, and these hold
on the interval around the sample on which no other action becomes better. On from its ends, until
the domain is covered. Between points at which a weight vanishes the same moves are possible
everywhere, so the choice that ends play at the sample ends it on the whole interval, and the
solution there is the value (see `solvers.iteration`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from itertools import chain, combinations, pairwise, product
from math import comb, inf, lcm
from typing import Any, cast

from flint import fmpq, fmpz_poly

from ..distributions.distribution import Distribution
from ..exact.cost import affordable, refuse_costly
from ..exact.errors import UnsolvableError
from ..exact.numbers import Exact, Progress, as_exact, entrywise, shown, submatrix
from ..game.digraphs import components
from ..game.protocol import MAX, MIN, Action, Game, Joint, Player, State
from ..game.solution import Solution, computed_for
from ..linear.matrices.solve import solve_matrix_game
from ..symbolic.algebraic_numbers import AlgebraicNumber, Line, Number, distinct
from ..symbolic.function import PiecewiseFunction
from ..symbolic.pieces import (
    Best,
    Gathered,
    Mixtures,
    Piece,
    Pieces,
    Solved,
    Steps,
    Values,
    cells,
    covered,
    highest,
    steps_of,
)
from ..symbolic.rational_function import (
    Parameter,
    Polynomial,
    RationalFunction,
    function_of,
    solve_equations_at_once,
)
from .chain import ChainFunctions, Move, linear_equations, mean_after
from .iteration import solve_linear_equations, strategy_iteration
from .symbol_graph import SymbolGraph, domain, explore_symbols

STEPS_A_PIECE = 1000  # for each candidate
STEPS_A_DEGREE = 30
STEPS_A_KERNEL = 50_000  # a square part of a matrix, which is tried
Matrix = Sequence[Values]
Indices = tuple[int, ...]  # of rows or columns


@dataclass(frozen=True, repr=False)
class PiecewiseSolution:
    """The exact solution of a game as a function of its parameter.

    - `values[state]`: what MAX is paid from this state, as a `PiecewiseFunction`, which also knows
      all optimal actions in each piece and at each end.
    - `symbol`, `domain`: the name of the parameter, and the ends between which it lies.
    - `at(number)`: the `Solution` where the parameter is a number.
    - `gaps`: numbers at which moves between states that play comes back to are missing; there the
      game is another one, which `at` solves by itself.
    """

    game: Game
    graph: SymbolGraph
    line: Line
    values: Mapping[State, PiecewiseFunction]
    cuts: tuple[AlgebraicNumber, ...]
    method: str

    def __repr__(self) -> str:
        return f"PiecewiseSolution({shown(self.game)}, {len(self.value.breaks)} breaks)"

    def _repr_html_(self) -> str:
        game = escape(shown(self.game))
        head = f"<p><code>{game}</code>: value to MAX for each {escape(self.symbol)}</p>"
        return head + self.value._repr_html_()

    @property
    def symbol(self) -> str:
        """The name of the parameter."""
        return self.graph.parameter.name

    @property
    def value(self) -> PiecewiseFunction:
        """The value of the game: at its start."""
        return self.values[self.game.start]

    @property
    def domain(self) -> tuple[Number, Number]:
        """The ends between which the parameter lies."""
        return next(iter(self.values.values())).domain

    @property
    def breaks(self) -> tuple[Number, ...]:
        """The points at which the value of the game or what is best at its start changes."""
        return self.value.breaks

    def at(self, number: Exact) -> Solution:
        """The solution where the parameter is this number, read off the pieces; at a gap solved by
        itself.
        """
        if self.line.rational(number) in self.cuts:
            return strategy_iteration(AtNumber(self.graph, number))
        values = computed_for(self.values, lambda state: self.values[state].at(number))
        choosing = {state: None for state, one in self.values.items() if one.actions}
        optimal = computed_for(choosing, lambda state: self.values[state].best_at(number))
        return Solution(self.game, values, optimal, self.method)


@dataclass(frozen=True)
class RationalSolution:
    """The exact solution of a game in which nobody has a choice, as a function of several
    parameters.

    - `values[state]`: what MAX is paid from this state, as a `RationalFunction` of all of them.
    - `at(p=..., q=...)`: {state: value} where parameters are these numbers.
    """

    game: Game
    values: Mapping[State, RationalFunction]
    symbols: tuple[str, ...]
    method: str

    @property
    def value(self) -> RationalFunction:
        """The value of the game: at its start."""
        return self.values[self.game.start]

    def at(self, **numbers: Exact) -> Mapping[State, Any]:
        """The value of every state where parameters are these numbers."""
        return computed_for(self.values, lambda state: self.values[state].at(**numbers))


def solve_pieces(
    game: Game, progress: Progress | None = None, starts: Iterable[State] | None = None
) -> PiecewiseSolution:
    """The solution of a game that holds one parameter, as a function of it, from `starts` (from
    `game.start` without them).

    Raises `RulesError` for a second parameter, and naming where a weight is negative in the domain;
    `UnsolvableError` for too many pieces, a degree that is too high, and where both players choose
    at once and play can come back.

    >>> from exactdice import DiceBattle
    >>> from exactdice.symbolic.rational_function import parameter
    >>> p = parameter("p", 0, 1)
    >>> solved = solve_pieces(DiceBattle(dice=2, target=3, weights=(p, 1 - p)))
    >>> [point.decimal() for point in solved.breaks]
    ['0.531010', '0.569840']
    """
    return _PiecewiseSolver(explore_symbols(game, progress, starts)).solve(progress)


def solve_with_symbols(
    game: Game, progress: Progress | None = None, starts: Iterable[State] | None = None
) -> PiecewiseSolution | RationalSolution:
    """The solution of a game that holds parameters, from `starts` (from `game.start` without them):
    in pieces for one parameter, as rational functions for several.

    Raises `SeveralSymbols` for more than one parameter where a player has a choice; else as
    `solve_pieces`.
    """
    graph = explore_symbols(game, progress, starts)
    if len(graph.parameters) < 2 or len(graph.law) > len(graph.going_on):
        return _PiecewiseSolver(graph).solve(progress)
    values = cast("Mapping[State, RationalFunction]", ChainFunctions(graph, progress).values())
    names = tuple(parameter.name for parameter in graph.parameters)
    return RationalSolution(game, values, names, "linear equations")


class _PiecewiseSolver:
    """The pieces of the states as far as they are known."""

    def __init__(self, graph: SymbolGraph) -> None:
        self.graph = graph
        self.line = Line()
        self.ends = domain(graph, graph.parameter, self.line)
        self.parameters = (Parameter(graph.parameter.name),)
        self.found: dict[int, PiecewiseFunction] = {}
        self.steps: dict[int, Steps] = {}
        self.cuts: list[AlgebraicNumber] = []  # where a weight of a component is 0
        self.spent = 0  # steps

    def solve(self, progress: Progress | None) -> PiecewiseSolution:
        """The pieces of all states, component after component."""
        following = self.graph.all_successors()
        order = components(following)
        method = "backward induction"
        for done, component in enumerate(order, 1):
            k = component[0]
            if len(component) > 1 or k in following[k]:
                method = "strategy iteration"
                self._solve_component(component)
            else:
                self._enter(k, self._pieces_of(k, following[k]))
            if progress:
                progress(done, len(order))
        return PiecewiseSolution(
            self.graph.game,
            self.graph,
            self.line,
            {self.graph.states[k]: self.found[k] for k in self.graph.going_on},
            tuple(self.cuts),
            f"{method} in pieces",
        )

    def _enter(self, k: int, pieces: Pieces) -> None:
        """Keep the pieces of a state; `TooCostly` when all together are too many or too long."""
        graph = self.graph
        nobody = k in graph.payoffs or graph.mover(k) is None
        actions = () if nobody else graph.mover_actions(k)
        function = PiecewiseFunction(self.line, *pieces, actions)
        each = STEPS_A_PIECE + STEPS_A_DEGREE * function.degree
        self.spent += each * len(graph.moves_of(k)) * len(function.pieces)
        # The text takes longer than to count: it is made where it is needed.
        if not affordable(self.spent):
            refuse_costly(
                f"the pieces of {shown(graph.game)}, after {len(self.found)} of "
                f"{len(graph)} states,",
                self.spent,
            )
        self.found[k] = function
        self.steps[k] = steps_of(function.pieces)

    def _pieces_of(self, k: int, following: Sequence[int]) -> Pieces:
        """The pieces of a state whose successors are solved."""
        graph = self.graph
        if k in graph.payoffs:
            value = function_of(graph.payoffs[k], self.parameters)
            return (Piece(*self.ends, value),), ((), ())
        moves = self._moves_of(k)
        candidates = (
            (lower, upper, [mean_after(move, known) for move in moves])
            for lower, upper, known in self._cells(list(dict.fromkeys(following)))
        )
        mover = graph.mover(k)
        if mover is not None:
            return highest(self.line, candidates, 1 if mover == MAX else -1)
        gathered = Gathered()
        width = len(graph.actions(k)[MIN])
        for lower, upper, means in candidates:
            matrix = [means[k : k + width] for k in range(0, len(means), width)]
            solve_at = partial(_solve_matrix_at, graph.states[k], matrix)
            for left, right, (value, mixtures) in covered(self.line, lower, upper, solve_at):
                gathered.add(Piece(left, right, value, (), mixtures), ())
        return gathered.finished(())

    def _moves_of(self, k: int) -> list[Move]:
        """The successors with their weights and the total weight for each pair of actions, as
        polynomials.
        """

        def whole(weight: Any) -> Any:
            return weight.numerator if isinstance(weight, Polynomial) else fmpz_poly([weight])

        return [
            ([(t, whole(weight)) for t, weight in law], whole(total))
            for law, total in map(self.graph.move, self.graph.moves_of(k))
        ]

    def _cells(
        self, below: Sequence[int]
    ) -> Iterator[tuple[AlgebraicNumber, AlgebraicNumber, dict[int, RationalFunction]]]:
        """The intervals on which each of these states is one function, with these."""
        for lower, upper, values in cells(self.ends[0], [self.steps[k] for k in below]):
            yield lower, upper, dict(zip(below, values, strict=True))

    # --- components to which play comes back ------------------------------------------------------

    def _solve_component(self, component: Sequence[int]) -> None:
        """Enter the pieces of the states of a component."""
        for k in component:
            if self.graph.mover(k) is None:
                name = self.graph.parameter.name
                raise UnsolvableError(
                    f"{shown(self.graph.game)} can come back to {shown(self.graph.states[k])}, "
                    "where both players choose at once: its value need not be a rational function "
                    f"of {name}; give {name} a number and "
                    "enclose(game, digits=50)"
                )
        moves = {k: self._moves_of(k) for k in component}
        every = [transitions for transitions, _ in chain.from_iterable(moves.values())]
        weights = {
            str(weight): weight
            for transitions in every
            for _, weight in transitions
            if weight.degree() > 0
        }
        # the points of the domain at which a weight is 0, so that moves are missing
        cuts = distinct(
            root for w in weights.values() for root in self.line.roots_from(w, *self.ends)
        )
        self.cuts += cuts
        gathered = {k: Gathered() for k in component}
        for lower, upper, known in self._cells(
            sorted({t for transitions in every for t, _ in transitions if t in self.steps})
        ):
            inside = [point for point in cuts if lower.high < point.low and point.high < upper.low]
            for ends in pairwise([lower, *inside, upper]):
                solve_at = partial(self._solve_component_at, moves, known)
                for left, right, found in covered(self.line, *ends, solve_at):
                    for k, (value, differences) in found.items():
                        # the actions that are best throughout, and at the lower end
                        best = [c for c, each in enumerate(differences) if each.is_zero()]
                        piece = Piece(left, right, value, tuple(best))
                        gathered[k].add(piece, _best_at(left, differences))
        for k, (_, differences) in found.items():
            self._enter(k, gathered[k].finished(_best_at(right, differences)))

    def _solve_component_at(
        self, moves: Mapping[int, list[Move]], below: Mapping[int, RationalFunction], at: fmpq
    ) -> Solved[dict[int, tuple[RationalFunction, list[fmpz_poly]]]]:
        """The value of each state around a number, as a function, with its difference from each
        action, whose sign is no matter here; and what must keep its sign for them.
        """
        # What the component leads to is finished, and pays what it is worth there.
        paid = {k: as_exact(value.value_at(at)) for k, value in below.items()}
        numbers = strategy_iteration(AtNumber(self.graph, as_exact(at), next(iter(moves)), paid))
        chosen = {}
        for k, each in moves.items():
            state = self.graph.states[k]
            # An optimal action that ends play
            action = numbers.chosen.get(state, numbers.optimal_actions[state][0])
            chosen[k] = each[self.graph.mover_actions(k).index(action)]
        one = function_of(1, self.parameters)
        values = solve_linear_equations(*linear_equations(chosen, below, one), one, inf)
        known = {**below, **values}
        found = {}
        conditions: dict[str, fmpz_poly] = {}
        for k, each in moves.items():
            differences = [mean_after(move, known).difference_sign(values[k]) for move in each]
            found[k] = values[k], differences
            conditions.update((str(one), one) for one in differences if not one.is_zero())
        return found, list(conditions.values())


def _best_at(point: AlgebraicNumber, differences: Sequence[fmpz_poly]) -> Best:
    """The actions that are best at the point, by their differences from the value."""
    return tuple(c for c, difference in enumerate(differences) if point.is_root_of(difference))


@dataclass(frozen=True)
class AtNumber:
    """The game with this number for its parameter, by its graph, from node `first`; play also ends
    at the nodes in `worth`, and pays that.
    """

    graph: SymbolGraph
    number: Exact
    first: int = 0
    worth: Mapping[int, Exact] = field(default_factory=dict)

    @property
    def start(self) -> State:
        """The state of node `first`."""
        return self.graph.states[self.first]

    def payoff(self, state: State) -> Exact | None:
        """The payoff where the parameter is the number."""
        k = self.graph.index[state]
        return self._exact(self.worth.get(k, self.graph.payoffs.get(k)))  # type: ignore[no-any-return]

    def _exact(self, number: Any) -> Any:
        return number.at(self.number) if isinstance(number, Polynomial) else number

    def actions(self, state: State, player: Player) -> tuple[Action, ...]:
        """The actions of the game."""
        return self.graph.actions(self.graph.index[state])[player]

    def outcomes(self, state: State, joint: Joint) -> Distribution[State]:
        """The distribution of the next state where the parameter is the number."""
        k = self.graph.index[state]
        rows, columns = self.graph.actions(k)
        place = rows.index(joint[MAX]) * len(columns) + columns.index(joint[MIN])
        transitions, _ = self.graph.move(self.graph.moves_of(k)[place])
        weights = {self.graph.states[t]: self._exact(weight) for t, weight in transitions}
        common = lcm(*(weight.denominator for weight in weights.values()))
        return Distribution({state: int(weight * common) for state, weight in weights.items()})


# --- simultaneous moves ---------------------------------------------------------------------------


def _solve_matrix_at(
    state: State, matrix: Matrix, at: fmpq
) -> Solved[tuple[RationalFunction, Mixtures]]:
    """The value and a mixture of all rows and one of all columns around a number, as functions, and
    what must keep its sign for them.
    """
    height, width = len(matrix), len(matrix[0])
    nothing = matrix[0][0] * 0
    for rows, columns in _kernels(state, matrix, at):
        part = submatrix(matrix, rows, columns)
        by_column = _solve_equalising(part)
        by_row = _solve_equalising([list(column) for column in zip(*part, strict=True)])
        if by_column is None or by_row is None:
            continue
        value = by_column[-1]
        shares = dict(zip(rows, by_row, strict=False)), dict(zip(columns, by_column, strict=False))
        first = tuple(shares[0].get(i, nothing) for i in range(height))
        second = tuple(shares[1].get(j, nothing) for j in range(width))
        # All that must be 0 or more: probabilities, what MAX's mixture wins against each column
        # above the value, and what MIN's loses against each row below it.
        wins = [_dot(first, column) - value for column in zip(*matrix, strict=True)]
        losses = [value - _dot(second, row) for row in matrix]
        slack = [*first, *second, *wins, *losses]
        if all(each.value_at(at) >= 0 for each in slack):
            return (value, (first, second)), [each.numerator for each in slack if not each.is_zero]
    raise AssertionError("every matrix has a kernel")


def _kernels(state: State, matrix: Matrix, at: fmpq) -> Iterator[tuple[Indices, Indices]]:
    """Square parts of the matrix, the one that numbers propose first."""
    solved = solve_matrix_game(entrywise(lambda entry: as_exact(entry.value_at(at)), matrix))
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


def _solve_equalising(part: Matrix) -> list[RationalFunction] | None:
    """Weights of the columns that sum to 1 and give every row the same mean, and this mean; None
    when the equations have no single solution.
    """
    nothing = part[0][0] * 0
    one = nothing + 1
    lines = [[*row, -one, nothing] for row in part]
    lines.append([one] * len(part) + [nothing, one])
    return solve_equations_at_once(lines)


def _dot(mixture: Values, line: Values) -> RationalFunction:
    first, *others = (p * entry for p, entry in zip(mixture, line, strict=True))
    return sum(others, first)
