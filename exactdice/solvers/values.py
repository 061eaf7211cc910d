"""What states are worth to MAX: exact numbers, and beside them floats.

The floats rule out actions which are certainly not best, for a whole level at once. Each float is
an exact number rounded once, so floats never inherit an error; so is each chance. The mean of n of
them, none above M in size, is off by at most (n + 8) M u, u = 2^-53: n - 1 additions in any order,
and a few roundings of each term. An action that looks worse than another by more than twice that is
worse; those that are left are compared exactly.

Exact means are sums of integers where the numbers that a level reads have a common denominator that
is not much longer than the longest of their own. Such a denominator is kept from level to level, so
that a number is brought up to it by a short factor. Elsewhere the sums are of fractions. Common
denominators save greatest common divisors alone: every number that is entered is in lowest terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, lcm
from operator import mul
from typing import Any

import numpy as np
from flint import fmpq

from ..distribution import from_probabilities, point
from ..errors import RulesError, UnsolvableError
from ..exact import Exact, as_exact, as_fmpq, shown
from ..game import MAX, MIN, Action, ActionLaw, Player, State
from ..graph.arrays import BOTH, NOBODY, Floats, Ints, StateGraph, ranges
from ..matrices.solve import solve_matrix_game
from ..solution import Solution

Laws = tuple[ActionLaw, ActionLaw]  # of MAX's action and of MIN's
Adjust = Callable[[fmpq], fmpq]  # what is entered for the value of a state
Sums = list[tuple[Any, int]]  # for each move (a sum of numbers times weights, total of the weights)
# of a denominator; beyond it exact arithmetic takes hours, and bounds serve better
BIT_BUDGET = 100_000
# below this floats may owe their digits to an underflow, and nothing is concluded from them
SMALLEST = 1e-280
ZERO = fmpq(0)
FEW = 64  # ways on below which exact numbers take no longer than floats
SHORT = 512  # bits of a common denominator beyond twice the longest of its numbers


class Values:
    """What the nodes of a graph are worth as far as it is known, and what is optimal there.

    `exact[k]` is None before node k is entered; `optimal[k]` holds the places of the best actions
    of the one player who moves there, `mixtures[k]` the laws of both where both choose.
    """

    def __init__(
        self, graph: StateGraph, budget: float | None = None, bound: int | None = None
    ) -> None:
        self.graph = graph
        self.budget = BIT_BUDGET if budget is None else budget
        self.bound = bound
        count = len(graph)
        self.exact: list[fmpq | None] = [None] * count
        self.approx: Floats = np.zeros(count)
        self.most = 0.0  # the largest |approx| so far
        self.optimal: list[tuple[int, ...] | None] = [None] * count
        self.mixtures: dict[int, Laws] = {}
        self._common = _Common(self.exact, bound or 0)
        self._alike: dict[tuple[int, ...], tuple[int, ...]] = {}

    # --- entering ---------------------------------------------------------------------------------

    def enter(self, k: int, value: fmpq) -> None:
        """The node is worth this much.

        `UnsolvableError` naming the state when the fraction is beyond the budget of bits.
        """
        self._common.forget(k)
        self._enter(k, value)

    def _enter(self, k: int, value: fmpq) -> None:
        bits = value.q.bit_length()
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
        self._common.bits[k] = bits
        approx = as_float(value)
        self.approx[k] = approx
        self.most = max(self.most, abs(approx))

    def worth(self, k: int) -> fmpq:
        """What the node is worth, which must be known."""
        return _number(self.exact[k])

    def drop(self, states: Iterable[int]) -> None:
        """Forget what these are worth: nothing reads it any more. What is optimal there is kept, as
        it may have to be asked whether it ends play.
        """
        for k in states:
            self._common.forget(k)
            self.exact[k] = None
            self.mixtures.pop(k, None)

    # --- a level ----------------------------------------------------------------------------------

    def settle(self, states: Ints, adjust: Adjust | None = None) -> None:
        """Enter the worth of nodes from that of their successors; `adjust` says what is entered for
        it, as where a move has a toll or values are rounded.
        """
        movers = self.graph.to_move[states]
        for k in states[movers == NOBODY].tolist():
            self.enter(k, as_fmpq(self.graph.payoffs[k]))
        for k in states[movers == BOTH].tolist():
            value, self.mixtures[k] = self._mixed(k)
            self.enter(k, value if adjust is None else adjust(value))
        for some in self.graph.batches(states[movers >= 0]):
            self._settle_in_turns(some, adjust)

    def _settle_in_turns(self, states: Ints, adjust: Adjust | None) -> None:
        if not len(states):
            return
        scale, found = self._best_of(states)
        if adjust is not None:
            for k, (top, total) in found:
                self.enter(k, adjust(_quotient(top, scale * total)))
            return
        for k, (top, total) in found:
            self._enter(k, _quotient(top, scale * total))
        self._common.add(scale, found)

    def best(self, states: Ints) -> dict[int, fmpq]:
        """What the best actions of the movers are worth; `optimal` says which they are.

        The worth of the successors must be known.
        """
        scale, found = self._best_of(states)
        return {k: _quotient(top, scale * total) for k, (top, total) in found}

    def _best_of(self, states: Ints) -> tuple[int, list[tuple[int, tuple[Any, int]]]]:
        """(scale, [(state, (sum, total))]): the best of each is worth sum / (scale * total)."""
        moves, per_state = self._candidates(states)
        scale, sums = self._sums(moves)
        found = []
        players = self.graph.to_move[states].tolist()
        firsts = self.graph.first_move[states].tolist()
        numbers, begun = moves.tolist(), 0
        for k, player, first, count in zip(
            states.tolist(), players, firsts, per_state.tolist(), strict=True
        ):
            places, best = _best(sums[begun : begun + count], player)
            optimal = tuple([numbers[begun + place] - first for place in places])
            self.optimal[k] = self._alike.setdefault(optimal, optimal)
            found.append((k, best))
            begun += count
        return scale, found

    # --- floats -----------------------------------------------------------------------------------

    def _candidates(self, states: Ints) -> tuple[Ints, Ints]:
        """The moves that may be best for the movers, and how many each state has of them."""
        graph = self.graph
        moves, counts = graph.moves_from(states)
        sizes = graph.sizes[moves]
        if len(moves) == len(states) or int(sizes.sum()) <= FEW or self.most < SMALLEST:
            return moves, counts
        signs = np.where(graph.to_move[states] == MAX, 1.0, -1.0)
        means = self.approximate_means(moves, sizes) * np.repeat(signs, counts)
        begun = np.cumsum(counts) - counts
        # Twice the bound of the module's docstring, and a little for the rounding of this product.
        margin = 2.1 * (np.maximum.reduceat(sizes, begun) + 8.0) * (self.most * 2.0**-53)
        with np.errstate(invalid="ignore"):
            least = np.repeat(np.maximum.reduceat(means, begun) - margin, counts)
        # Where a float is not finite nothing is known of the state; a comparison with nan is false.
        sure = np.logical_and.reduceat(np.isfinite(means), begun) & np.isfinite(margin)
        kept = ~(means < least) | np.repeat(~sure, counts)
        return moves[kept], np.add.reduceat(kept.astype(np.int64), begun)

    def approximate_means(self, moves: Ints, sizes: Ints) -> Floats:
        """The mean worth after each move as a float."""
        graph = self.graph
        reads = graph.successors[ranges(graph.start[moves], sizes)]
        places = ranges(graph.lists.first[graph.law[moves]], sizes)
        with np.errstate(over="ignore", invalid="ignore"):
            terms = self.approx[reads] * graph.lists.chances[places]
            means: Floats = np.add.reduceat(terms, np.cumsum(sizes) - sizes)
        return means

    # --- exact sums -------------------------------------------------------------------------------

    def mean(self, m: int) -> fmpq:
        """The mean worth after move m."""
        scale, ((top, total),) = self._sums(np.array([m]))
        return _quotient(top, scale * total)

    def _sums(self, moves: Ints) -> tuple[int, Sums]:
        """(scale, [(sum, total)]): move by move the mean is sum / (scale * total)."""
        graph = self.graph
        reads = graph.successors[ranges(graph.start[moves], graph.sizes[moves])]
        scale = self._common.bring(reads)
        number = (self._common.tops if scale else self.exact).__getitem__
        sums: Sums = []
        for after, weights, total in graph.laws(moves):
            if len(after) == total == 1:  # most moves of games without dice: no product
                sums.append((number(after[0]), 1))
            else:
                sums.append((sum(map(mul, map(number, after), weights)), total))
        return scale or 1, sums

    # --- both at once -----------------------------------------------------------------------------

    def stage(self, k: int) -> tuple[fmpq, Laws]:
        """The value of the node's matrix of means, and an optimal law of each player's action."""
        player = self.graph.mover(k)
        if player is None:
            return self._mixed(k)
        value = self.best(np.array([k]))[k]
        rows, columns = self.graph.actions(k)
        (place, *_) = self.optimal[k] or (0,)
        # Who is not to move has one action.
        pair = (rows[place], columns[0]) if player == MAX else (rows[0], columns[place])
        return value, (point(pair[MAX]), point(pair[MIN]))

    def _mixed(self, k: int) -> tuple[fmpq, Laws]:
        """The value where both choose, and an optimal law of the action for each."""
        rows, columns = self.graph.actions(k)
        moves = self.graph.moves_of(k)
        scale, sums = self._sums(np.arange(moves.start, moves.stop))
        means = [as_exact(_quotient(top, scale * total)) for top, total in sums]
        width = len(columns)
        solved = solve_matrix_game([means[b : b + width] for b in range(0, len(means), width)])
        return as_fmpq(solved.value), (_law_of(rows, solved.row), _law_of(columns, solved.column))


class _Common:
    """Numbers as integers over one denominator, brought up to it when they are read.

    `chain` holds the denominators so far, from `base` on each a multiple of the one before;
    `tops[k]` is the number of node k times the one at place `at[k]`, if that is from `base` on.
    """

    def __init__(self, exact: Sequence[fmpq | None], bound: int) -> None:
        self.exact, self.bound = exact, bound
        self.tops: list[Any] = [None] * len(exact)
        self.at = np.full(len(exact), -1)
        self.bits = np.zeros(len(exact), dtype=np.int64)  # of each number's own denominator
        self.chain, self.base = [1], 0

    def forget(self, k: int) -> None:
        """The number of node k has changed, or is not read any more."""
        self.at[k] = -1
        self.tops[k] = None

    def bring(self, reads: Ints) -> int:
        """The denominator over which all that is read is integers; 0 where that would be long."""
        most = self._most_bits(int(self.bits[reads].max()))
        if self.chain[-1].bit_length() > most:
            self._begin_anew(1)
        new = np.unique(reads[self.at[reads] < self.base])
        extended = self._extended(self.chain[-1], new, most)
        if not extended:
            # From what is read alone.
            extended = self._extended(1, np.unique(reads), most)
            self._begin_anew(extended or 1)
        elif extended != self.chain[-1]:
            self.chain.append(extended)
        if extended:
            # Bring these numbers up to the last denominator
            late = np.unique(reads[self.at[reads] != len(self.chain) - 1])
            last, tops = len(self.chain) - 1, self.tops
            factors: dict[int, int] = {}
            for k, at in zip(late.tolist(), self.at[late].tolist(), strict=True):
                if at < self.base:
                    value = _number(self.exact[k])
                    tops[k] = int(value.p) * (self.chain[last] // int(value.q))
                    continue
                factor = factors.get(at)
                if factor is None:
                    factor = factors[at] = self.chain[last] // self.chain[at]
                tops[k] *= factor
            self.at[late] = last
        return extended

    def _begin_anew(self, denominator: int) -> None:
        self.base = len(self.chain)
        self.chain.append(denominator)

    def _extended(self, common: int, states: Ints, most: int) -> int:
        """The least common multiple with the denominators of these; 0 where it has more bits."""
        for q in {int(q) for q in [_number(self.exact[k]).q for k in states.tolist()]}:
            if common % q:
                common = lcm(common, q)
                if common.bit_length() > most:
                    return 0
        return common

    def _most_bits(self, longest: int) -> int:
        """How long a common denominator may be of numbers of which the longest has so many bits."""
        return max(2 * longest + SHORT, self.bound)

    def add(self, scale: int, found: Sequence[tuple[int, tuple[Any, int]]]) -> None:
        """Keep the numbers sum / (scale * total) of these nodes as integers if that is short."""
        if scale != self.chain[-1] or not isinstance(found[0][1][0], int):
            return
        totals = {total for _, (_, total) in found}
        common = lcm(*totals)
        if common.bit_length() > 2 * max(totals).bit_length() + SHORT:
            return
        denominator = scale * common
        longest = max(int(self.bits[k]) for k, _ in found)
        if denominator.bit_length() > self._most_bits(longest):
            return
        if common > 1:
            self.chain.append(denominator)
        for k, (top, total) in found:
            self.tops[k] = top if total == common else top * (common // total)
            self.at[k] = len(self.chain) - 1


def _best(sums: Sums, player: Player) -> tuple[tuple[int, ...], tuple[Any, int]]:
    """The places of the best means for the player, and the first of them as (sum, total)."""
    if len(sums) == 1:
        return (0,), sums[0]
    common = lcm(*{total for _, total in sums})
    means = [top if total == common else top * (common // total) for top, total in sums]
    best = max(means) if player == MAX else min(means)
    places = tuple([place for place, mean in enumerate(means) if mean == best])
    return places, sums[places[0]]


def _quotient(top: Any, total: int) -> fmpq:
    return fmpq(top, total) if isinstance(top, int) else top / total


def _number(value: fmpq | None) -> fmpq:
    """The value of a node that must be known by now."""
    return ZERO if value is None else value


def as_float(value: fmpq) -> float:
    """The number rounded once, infinite beyond the floats."""
    try:
        return int(value.p) / int(value.q)  # Python rounds a quotient of integers once
    except OverflowError:
        return inf


def _law_of(actions: Sequence[Action], mixture: Sequence[Any]) -> ActionLaw:
    return from_probabilities(dict(zip(actions, mixture, strict=True)))


def solution_of(values: Values, method: str, choice: Mapping[int, int] | None = None) -> Solution:
    """All that was found, by states.

    `choice` names the optimal actions that strategies play where it is not the first.
    """
    graph, states = values.graph, values.graph.states
    found: dict[State, Exact] = {}
    optimal: dict[State, tuple[Action, ...]] = {}
    for k, value in enumerate(values.exact):
        if value is None or k in graph.payoffs:
            continue
        found[states[k]] = as_exact(value)
        best = values.optimal[k]
        if best is not None:
            actions = graph.mover_actions(k)
            optimal[states[k]] = tuple([actions[place] for place in best])
    mixtures = {states[k]: pair for k, pair in values.mixtures.items()}
    chosen: dict[State, Action] = {}
    for k, c in (choice or {}).items():
        if values.exact[k] is not None:
            chosen[states[k]] = graph.mover_actions(k)[c]
    return Solution(graph.game, found, optimal, method, mixtures, chosen)
