"""The values of states to MAX: exact numbers, and beside them floats.

The floats rule out actions which are certainly not best, for a whole level at once. Each float is
an exact number rounded once, so floats never inherit an error; so is each probability. The mean of
n of them, none above M in size, is off by at most (n + 8) M u, u = 2^-53: n - 1 additions in any
order, and a few roundings of each term. An action that looks worse than another by more than twice
that is worse; those that are left are compared exactly.

Exact means are sums of integers where the numbers that a level reads have a common denominator that
is not much longer than the longest of their own. Such a denominator is kept from level to level, so
that a number is brought up to it by a short factor. Elsewhere the sums are of fractions. Common
denominators save greatest common divisors alone: every number that is entered is in lowest terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf, lcm
from operator import mul
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpq

from ..distributions.distribution import from_probabilities, point
from ..exact.errors import RulesError, UnsolvableError
from ..exact.numbers import as_exact, as_fmpq, shown
from ..game.graph.arrays import BOTH, NOBODY, Floats, Ints, StateGraph, ranges
from ..game.protocol import MAX, MIN, ActionDistribution
from ..linear.matrices.solve import solve_matrix_game

Truths = npt.NDArray[np.bool_]
MixedActions = tuple[ActionDistribution, ActionDistribution]  # of MAX and of MIN
Tolls = Mapping[int, fmpq]  # what a move at a node costs MAX, beside the payoffs
Sums = list[tuple[Any, int]]  # for each move (a sum of numbers times weights, total of the weights)
# of a denominator; beyond it exact arithmetic takes hours, and bounds serve better
BIT_BUDGET = 100_000
# below this floats may owe their digits to an underflow, and nothing is concluded from them
SMALLEST = 1e-280
ZERO = fmpq(0)
FREE: Tolls = {}
FEW = 64  # ways on below which exact numbers take no longer than floats
SHORT = 512  # bits of a common denominator beyond twice the longest of its numbers


class Values:
    """The values of the nodes of a graph as far as they are known, and what is optimal there.

    `exact[k]` is None before node k is entered, and once it is dropped; `optimal[k]` holds the
    places of the best actions of the one player who moves there, `mixtures[k]` the mixed actions of
    both where both choose.
    """

    def __init__(
        self,
        graph: StateGraph,
        budget: float | None = None,
        bound: int | None = None,
        tolls: Tolls = FREE,
    ) -> None:
        self.graph = graph
        self.tolls = dict(tolls)
        self.budget = BIT_BUDGET if budget is None else budget
        self.bound = bound
        count = len(graph)
        self.exact: list[Any] = [None] * count
        self.approx: Floats = np.zeros(count)
        self.most = 0.0  # the largest |approx| so far
        self.optimal: list[tuple[int, ...]] = [()] * count
        self.mixtures: dict[int, MixedActions] = {}
        # Each number as a quotient of integers, in terms that need not be the lowest.
        self._tops = [0] * count
        self._below = [1] * count
        self._bits = np.zeros(count, dtype=np.int64)  # of each denominator in lowest terms
        # Equal tuples are one, as large games have few different ones.
        self._alike: dict[tuple[int, ...], tuple[int, ...]] = {}

    # --- entering ---------------------------------------------------------------------------------

    def enter(self, k: int, value: fmpq) -> None:
        """Enter the value of the node.

        `UnsolvableError` naming the state when the fraction is beyond the budget of bits.
        """
        top, below = int(value.p), int(value.q)
        bits = below.bit_length()
        if bits > self.budget:
            raise UnsolvableError(
                f"the exact value of {shown(self.graph.states[k])} needs a fraction of "
                f"more than {self.budget} bits: "
                "enclose(game, digits=50) gives certified bounds instead"
            )
        if self.bound is not None and bits > self.bound:
            raise RulesError(
                f"bound_bits() of {shown(self.graph.game)} is {self.bound}, but the denominator at "
                f"{shown(self.graph.states[k])} has {bits} bits"
            )
        self.exact[k] = value
        self._tops[k] = top
        self._below[k] = below
        self._bits[k] = bits
        try:
            approx = top / below  # Python rounds a quotient of integers once
        except OverflowError:
            approx = inf
        self.approx[k] = approx
        self.most = max(self.most, abs(approx))

    def drop(self, states: Iterable[int]) -> None:
        """Forget the values of these nodes, which nothing reads any more, but not what is optimal
        there, as whether it ends play may be asked later.
        """
        for k in states:
            self.exact[k] = None
            self._tops[k] = 0
            self._below[k] = 1
            self.mixtures.pop(k, None)

    # --- a level ----------------------------------------------------------------------------------

    def settle(self, states: Ints, rounding: Callable[[fmpq], fmpq] | None = None) -> None:
        """Enter the values of nodes from those of their successors, rounded if need be."""
        movers = self.graph.to_move[states]
        for k in states[movers == NOBODY].tolist():
            self.enter(k, as_fmpq(self.graph.payoffs[k]))
        found = {k: self.stage(k) for k in states[movers == BOTH].tolist()}
        for some in self.graph.batches(states[movers >= 0]):
            found |= self.best(some)
        for k, value in found.items():
            self.enter(k, value if rounding is None else rounding(value))

    def best(self, states: Ints) -> dict[int, fmpq]:
        """The values of the best actions of the movers, which `optimal` lists then; those of the
        successors must be known.
        """
        if not len(states):
            return {}
        moves, per_state = self._candidates(states)
        scale, sums = self._sums(moves)
        players = self.graph.to_move[states].tolist()
        places = (moves - np.repeat(self.graph.first_move[states], per_state)).tolist()
        found = {}
        begun = 0
        for k, player, count in zip(states.tolist(), players, per_state.tolist(), strict=True):
            end = begun + count
            optimal, (top, total) = (places[begun],), sums[begun]
            if count > 1:
                common = lcm(*{total for _, total in sums[begun:end]})
                means = [
                    top if total == common else top * (common // total)
                    for top, total in sums[begun:end]
                ]
                best = max(means) if player == MAX else min(means)
                top, total = sums[begun + means.index(best)]
                optimal = tuple([places[begun + at] for at, one in enumerate(means) if one == best])
            self.optimal[k] = self._alike.setdefault(optimal, optimal)
            found[k] = _quotient(top, scale * total)
            begun = end
        if self.tolls:
            found = {k: value - self.tolls.get(k, ZERO) for k, value in found.items()}
        return found

    def settle_chosen(self, states: Ints, chosen: Ints) -> Truths:
        """Whether the chosen action of each state is surely the only best one, which `optimal`
        lists then; the values of the states and of their successors must be known.
        """
        moves, counts = self._candidates(states)
        last = moves[np.cumsum(counts) - 1]
        is_settled: Truths = (counts == 1) & (last == self.graph.first_move[states] + chosen)
        for k, place in zip(states[is_settled].tolist(), chosen[is_settled].tolist(), strict=True):
            self.optimal[k] = self._alike.setdefault((place,), (place,))
        return is_settled

    # --- floats -----------------------------------------------------------------------------------

    def terms(self, moves: Ints) -> tuple[Ints, Floats]:
        """Where these moves lead, and with which probabilities."""
        graph = self.graph
        begins = graph.lists.first[graph.law[moves]]
        return graph.led_to(moves), graph.lists.chances[ranges(begins, graph.sizes[moves])]

    def _candidates(self, states: Ints) -> tuple[Ints, Ints]:
        """The moves that may be best for the movers, and how many each state has of them."""
        graph = self.graph
        moves, counts = graph.moves_from(states)
        sizes = graph.sizes[moves]
        if len(moves) == len(states) or self.most < SMALLEST or sizes.sum() <= FEW:
            return moves, counts
        reads, probabilities = self.terms(moves)
        with np.errstate(over="ignore", invalid="ignore"):
            terms = self.approx[reads] * probabilities
            means = np.add.reduceat(terms, np.cumsum(sizes) - sizes)
        if not np.isfinite(means).all():
            return moves, counts
        means *= np.repeat(np.where(graph.to_move[states] == MAX, 1.0, -1.0), counts)
        begun = np.cumsum(counts) - counts
        longest = np.maximum.reduceat(sizes, begun)
        # Twice the bound of the module's docstring, and a little for the rounding of this product.
        margin = 2.1 * (longest + 8.0) * (self.most * 2.0**-53)
        least = np.maximum.reduceat(means, begun) - margin
        kept = means >= np.repeat(least, counts)
        return moves[kept], np.add.reduceat(kept.astype(np.int64), begun)

    # --- exact sums -------------------------------------------------------------------------------

    def _sums(self, moves: Ints) -> tuple[int, Sums]:
        """(scale, [(sum, total)]): move by move the mean is sum / (scale * total)."""
        graph = self.graph
        scale = self._common_denominator(graph.led_to(moves))
        number = self._tops.__getitem__ if scale else self.exact.__getitem__
        sums: Sums = []
        for after, weights, total in graph.laws(moves):
            if len(after) == total == 1:  # most moves of games without dice: no product
                sums.append((number(after[0]), 1))
            else:
                sums.append((sum(map(mul, map(number, after), weights)), total))
        return scale or 1, sums

    def _common_denominator(self, reads: Ints) -> int:
        """The denominator over which all that is read is integers, which are in `_tops` then; 0
        where that would be long.
        """
        states: list[int] = np.unique(reads).tolist()
        tops = self._tops
        below = self._below
        longest = int(self._bits[reads].max())
        most = max(2 * longest + SHORT, self.bound or 0)
        denominators = {below[k] for k in states}
        common = _common_multiple(denominators, most)
        if not common:
            # From what is read alone, in lowest terms.
            for k in states:
                tops[k], below[k] = int(self.exact[k].p), int(self.exact[k].q)
            denominators = {below[k] for k in states}
            common = _common_multiple(denominators, most)
        if common:
            factors = {denominator: common // denominator for denominator in denominators}
            for k in states:
                if below[k] != common:
                    tops[k] *= factors[below[k]]
                    below[k] = common
        return common

    # --- simultaneous moves -----------------------------------------------------------------------

    def stage(self, k: int) -> fmpq:
        """The value of the node's matrix of means; `mixed_actions` is optimal then."""
        node = np.array([k])
        if self.graph.mover(k) is not None:
            return self.best(node)[k]
        rows, columns = self.graph.actions(k)
        moves, _ = self.graph.moves_from(node)
        scale, sums = self._sums(moves)
        means = [as_exact(_quotient(top, scale * total)) for top, total in sums]
        width = len(columns)
        solved = solve_matrix_game([means[k : k + width] for k in range(0, len(means), width)])
        first = from_probabilities(dict(zip(rows, solved.row, strict=True)))
        second = from_probabilities(dict(zip(columns, solved.column, strict=True)))
        self.mixtures[k] = first, second
        return as_fmpq(solved.value) - self.tolls.get(k, ZERO)

    def mixed_actions(self, k: int) -> MixedActions:
        """An optimal mixed action of each player, once the node is entered."""
        if k in self.mixtures:
            return self.mixtures[k]
        # Who is not to move has one action.
        places = {self.graph.mover(k): self.optimal[k][0]}
        rows, columns = self.graph.actions(k)
        return point(rows[places.get(MAX, 0)]), point(columns[places.get(MIN, 0)])


def _common_multiple(numbers: Iterable[int], most: int) -> int:
    """The least one of the numbers; 0 where it has more bits."""
    common = 1
    for number in numbers:
        if common % number:
            common = lcm(common, number)
            if common.bit_length() > most:
                return 0
    return common


def _quotient(top: Any, total: int) -> fmpq:
    return fmpq(top, total) if isinstance(top, int) else top / total
