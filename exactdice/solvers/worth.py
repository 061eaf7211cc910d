"""What states are worth to MAX: exact numbers, and beside them floats.

The floats rule out actions which are certainly not best. Each float is an exact number rounded
once, so floats never inherit an error. The mean of n of them, none above M in size, is off by at
most (n + 8) M u, u = 2^-53: n - 1 additions, and a few roundings of each term. An action that looks
worse than another by more than twice that is worse; those that are left are compared exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isfinite

from flint import fmpq

from ..distribution import from_probabilities, point
from ..errors import UnsolvableError
from ..exact import Exact, as_exact, as_fmpq, shown
from ..game import MAX, MIN, Action, ActionLaw, State
from ..graph import Node, StateGraph
from ..matrices.solve import solve_matrix_game
from ..solution import Solution
from .linear_layer import ZERO

Law = tuple[tuple[int, int], ...]  # ((successor, weight), ...)
Laws = tuple[ActionLaw, ActionLaw]  # of MAX's action and of MIN's
# of a denominator; beyond it exact arithmetic takes hours, and bounds serve better
BIT_BUDGET = 100_000
# below this floats may owe their digits to an underflow, and nothing is concluded from them
SMALLEST = 1e-280


class Worth:
    """The worth of nodes of a graph as far as it is known, and what is optimal there."""

    def __init__(self, graph: StateGraph, budget: float | None = None) -> None:
        self.graph = graph
        self.budget = BIT_BUDGET if budget is None else budget
        self.exact: dict[int, fmpq] = {}
        self.approx = [0.0] * len(graph.nodes)
        self.most = 0.0  # the largest |approx| so far
        self.optimal: dict[int, tuple[int, ...]] = {}
        self.mixtures: dict[int, Laws] = {}

    def enter(self, k: int, value: fmpq) -> None:
        """The node is worth this much.

        `UnsolvableError` naming the state when the fraction is beyond the budget of bits.
        """
        if value.q.bit_length() > self.budget:
            raise UnsolvableError(
                f"the exact value of {shown(self.graph.nodes[k].state)} needs a fraction of "
                f"more than {self.budget} bits: "
                "enclose(game, digits=50) gives certified bounds instead"
            )
        self.exact[k] = value
        approx = _as_float(value)
        self.approx[k] = approx
        self.most = max(self.most, abs(approx))

    def settle(self, k: int, toll: fmpq = ZERO) -> None:
        """Enter the worth of a node from that of its successors, when a move costs MAX the toll."""
        node = self.graph.nodes[k]
        if node.payoff is not None:
            self.enter(k, as_fmpq(node.payoff))
            return
        if node.mover is None:
            value, self.mixtures[k] = self._mixed(node)
        else:
            value, self.optimal[k] = self.best(k)
        self.enter(k, value - toll)

    def best(self, k: int) -> tuple[fmpq, tuple[int, ...]]:
        """What the mover's best actions are worth, and which they are.

        The worth of the successors must be known.
        """
        node = self.graph.nodes[k]
        choose = max if node.mover == MAX else min
        moves = list(node.moves())
        candidates = self._candidates(moves, 1 if node.mover == MAX else -1)
        means = [self.mean(*moves[c]) for c in candidates]
        top = choose(means)
        return top, tuple(c for c, mean in zip(candidates, means, strict=True) if mean == top)

    def stage(self, k: int) -> tuple[fmpq, Laws]:
        """The value of the node's matrix of means, and an optimal law of each player's action."""
        node = self.graph.nodes[k]
        if node.mover is None:
            return self._mixed(node)
        value, best = self.best(k)
        choice = {MAX: 0, MIN: 0}  # who is not to move has one action
        choice[node.mover] = best[0]
        first = node.actions[MAX][choice[MAX]]
        second = node.actions[MIN][choice[MIN]]
        return value, (point(first), point(second))

    def mean(self, law: Law, total: int) -> fmpq:
        """The mean worth of the next state."""
        exact = self.exact
        if len(law) == 1:  # most moves of games without dice: no product, no division
            return exact[law[0][0]]
        return sum((exact[k] * w for k, w in law), ZERO) / total

    def _candidates(self, moves: Sequence[tuple[Law, int]], sign: int) -> Sequence[int]:
        """The actions that may be best for a player who is paid `sign` times the worth."""
        everyone = range(len(moves))
        if len(moves) == 1:
            return everyone
        try:
            means = [sign * self.approximate_mean(law, total) for law, total in moves]
        except OverflowError:
            return everyone
        longest = max(len(law) for law, _ in moves)
        # twice the bound of the module's docstring, and a little for the rounding of this product
        margin = 2.1 * (longest + 8) * self.most * 2.0**-53
        if self.most < SMALLEST or not all(map(isfinite, (margin, *means))):
            return everyone
        least = max(means) - margin
        return [c for c, mean in enumerate(means) if mean >= least]

    def approximate_best(self, k: int) -> tuple[int, float]:
        """The action that looks best to the mover in floats, and its mean.

        The first action when floats cannot tell.
        """
        node = self.graph.nodes[k]
        choose = max if node.mover == MAX else min
        try:
            means = [self.approximate_mean(law, total) for law, total in node.moves()]
        except OverflowError:
            return 0, self.approx[k]
        best = choose(means)
        return means.index(best), best

    def approximate_mean(self, law: Law, total: int) -> float:
        """The mean worth of the next state as a float.

        `OverflowError` when the weights are too large for that.
        """
        approx = self.approx
        # a list, not a generator: this is the inner loop of every solver, and lists sum faster
        return sum([approx[k] * w for k, w in law]) / total

    def _mixed(self, node: Node) -> tuple[fmpq, Laws]:
        """The value where both choose, and an optimal law of the action for each."""
        means = []
        for laws, totals in zip(node.laws, node.totals, strict=True):
            row = map(self.mean, laws, totals)
            means.append([as_exact(mean) for mean in row])
        solved = solve_matrix_game(means)
        value = as_fmpq(solved.value)
        first = _law_of(node.actions[MAX], solved.row)
        second = _law_of(node.actions[MIN], solved.column)
        return value, (first, second)

    def solution(self, method: str, choice: Mapping[int, int] | None = None) -> Solution:
        """All that was found, by states.

        `choice` names the optimal actions that strategies play where it is not the first.
        """
        nodes = self.graph.nodes
        values: dict[State, Exact] = {}
        for k, value in self.exact.items():
            if nodes[k].payoff is None:
                values[nodes[k].state] = as_exact(value)
        optimal: dict[State, tuple[Action, ...]] = {}
        for k, best in self.optimal.items():
            actions = _mover_actions(nodes[k])
            optimal[nodes[k].state] = tuple(actions[c] for c in best)
        mixtures = {nodes[k].state: pair for k, pair in self.mixtures.items()}
        chosen: dict[State, Action] = {}
        for k, c in (choice or {}).items():
            chosen[nodes[k].state] = _mover_actions(nodes[k])[c]
        return Solution(self.graph.game, values, optimal, method, mixtures, chosen)


def _as_float(value: fmpq) -> float:
    """The number rounded once, infinite beyond the floats."""
    try:
        return int(value.p) / int(value.q)  # Python rounds a quotient of integers once
    except OverflowError:
        return inf


def _law_of(actions: Sequence[Action], mixture: Sequence[Exact]) -> ActionLaw:
    return from_probabilities(dict(zip(actions, mixture, strict=True)))


def _mover_actions(node: Node) -> Sequence[Action]:
    return node.actions[node.mover or MAX]
