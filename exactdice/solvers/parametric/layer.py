"""A layer of states to which play can come back, as rational functions of the symbol.

At a sample point the layer is solved in numbers. Its optimal choice, fixed, gives linear equations
whose solution is rational functions, and these hold on the interval around the sample on which no
other action becomes better. On from its ends, until the domain is covered. Between points at which
a weight vanishes the same moves are possible everywhere, so the choice that ends play at the sample
ends it on the whole interval, and the solution there is the value (see `solvers.iteration`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from flint import fmpq, fmpz_poly

from ...distribution import Distribution
from ...errors import UnsolvableError
from ...exact import Exact, as_exact, shown
from ...game import MAX, WAIT, Action, Joint, Player, State
from ...parametric.highest import Solved, covered
from ...parametric.pieces import Best, Gathered, Piece, Pieces, Steps, cells
from ...parametric.points import Line, Point
from ...parametric.rational import Quotient, mean
from ...solution import Solution
from ..iteration import strategy_iteration
from .equations import Row, solve_equations
from .explored import Law, SymbolGraph, SymbolNode, weights_of
from .number import law_at_number

Values = Mapping[int, Quotient]


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
        law, _ = list(node.moves())[joint[node.mover or MAX]]
        return law_at_number(self.graph, law, self.at)


@dataclass(frozen=True)
class _Held:
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
        self._refuse_at_once()

    def _refuse_at_once(self) -> None:
        for k in self.layer:
            if self._node(k).mover is None:
                name = self.graph.parameter.name
                raise UnsolvableError(
                    f"{shown(self.graph.game)} can come back to {shown(self._node(k).state)}, "
                    "where both players choose at once: its value need not be a rational function "
                    f"of {name}; give {name} a number and "
                    "enclose(game, digits=50)"
                )

    def _node(self, k: int) -> SymbolNode:
        return self.graph.nodes[k]

    def vanishing(self, line: Line, ends: tuple[Point, Point]) -> set[Point]:
        """The points of the domain at which a weight is 0, so that moves are missing."""
        found: set[Point] = set()
        for weight in weights_of(map(self._node, self.layer)):
            found.update(line.roots(weight, ends[0].low, ends[1].high))
        return {point for point in found if ends[0].low <= point.low and point.high <= ends[1].high}

    def solved(self, line: Line, ends: tuple[Point, Point], cuts: set[Point]) -> dict[int, Pieces]:
        """The pieces of every state of the layer."""
        gathered = {k: Gathered() for k in self.layer}
        held = None
        upper = ends[0]
        for lower, upper, held in self._intervals(line, ends, cuts):
            for k, value in held.values.items():
                best = _zero(held.differences[k])
                joint = _zero_at(lower, held.differences[k])
                gathered[k].add(Piece(lower, upper, value, best), joint)
        assert held is not None
        return {
            k: each.finished(_zero_at(upper, held.differences[k])) for k, each in gathered.items()
        }

    def _intervals(
        self, line: Line, ends: tuple[Point, Point], cuts: set[Point]
    ) -> Iterator[tuple[Point, Point, _Held]]:
        """The intervals from left to right, each with what holds there."""
        below = sorted(self.outside)
        for lower, upper, values in cells(ends[0], [self.outside[k] for k in below]):
            worth = dict(zip(below, values, strict=True))
            inside = [point for point in cuts if lower.high < point.low and point.high < upper.low]
            marks = [lower, *sorted(inside, key=lambda point: point.low), upper]
            for left, right in pairwise(marks):
                yield from covered(line, left, right, partial(self._held_at, worth))

    def _held_at(self, worth: Values, at: fmpq) -> Solved[_Held]:
        """What is optimal at a number, as functions, and what must keep its sign for it."""
        numbers = strategy_iteration(LayerAt(self.graph, self.layer, worth, at))
        values = self._values(worth, self._choice(numbers))
        known = {**worth, **values}
        differences = {}
        for k in self.layer:
            means = [_mean(law, total, known) for law, total in self._node(k).moves()]
            differences[k] = tuple(each.difference_sign(values[k]) for each in means)
        conditions = {str(d): d for row in differences.values() for d in row if not d.is_zero()}
        return _Held(values, differences), list(conditions.values())

    def _choice(self, numbers: Solution) -> dict[int, int]:
        """The number of an optimal action that ends play, for each state."""
        choice = {}
        for k in self.layer:
            state = self._node(k).state
            first = numbers.optimal_actions[state][0]
            choice[k] = int(str(numbers.chosen.get(state, first)))
        return choice

    def _values(self, worth: Values, choice: Mapping[int, int]) -> Values:
        """The values under a choice."""
        rows: dict[int, Row] = {}
        constants = {}
        for k in self.layer:
            law, total = list(self._node(k).moves())[choice[k]]
            rows[k] = {t: mean([(w, ONE)], total) for t, w in law if t in self.inside}
            leaving = [(w, worth[t]) for t, w in law if t not in self.inside]
            constants[k] = mean(leaving, total) if leaving else NOTHING
        return solve_equations(rows, constants)


ONE = Quotient(fmpz_poly([1]))
NOTHING = Quotient(fmpz_poly([]))


def _mean(law: Law, total: fmpz_poly, known: Values) -> Quotient:
    return mean([(weight, known[t]) for t, weight in law], total)


def _zero(differences: Sequence[fmpz_poly]) -> Best:
    """The actions that are best throughout."""
    return tuple(c for c, difference in enumerate(differences) if difference.is_zero())


def _zero_at(point: Point, differences: Sequence[fmpz_poly]) -> Best:
    """The actions that are best at the point."""
    return tuple(c for c, difference in enumerate(differences) if point.is_root_of(difference))
