"""Backward induction and strategy iteration: exact solutions of games of perfect information.

The graph falls into units, solved one after the other, each after those it leads to: levels, in
which no state leads to another, and strongly connected components, in which play can come back. In
a component without simultaneous moves, Hoffman and Karp's iteration (Management Science 12, 1966):

1. Fix a choice for every state; the values of the component solve one system of linear equations,
   exactly.
2. Where MIN has a strictly better action at these values, let it switch, and go to 1.
3. Where MAX has a strictly better action, let it switch, and go to 1. Otherwise the component
   is solved.

**It stops.** MAX's strategy always ends play with probability 1 against every strategy of MIN. When
step 3 is reached, MIN's strategy is a best response to MAX's, and the values x hold x <= P x for
every choice of MIN, with equality unless MAX switched. Suppose play could go on for ever after a
switch, in a set of states that it never leaves: the mean of P x - x over the long run is 0 there,
so no state in it was switched, but then MAX's strategy before the switch did not end play. Hence
MAX's strategy keeps ending it, its values never fall and rise somewhere at each switch, and no
strategy comes twice. With MAX fixed, this argument bounds step 2. Floats only propose the first
choice.

**It is right.** At the end x = max or min of P x over the actions in every state, and MAX's
strategy ends play: by optional stopping it is paid at least x from each state, whatever MIN does.
If MIN too has optimal actions that end play whatever MAX does, it pays at most x. Then x is the
value, whatever a play without end would be worth. Otherwise the rules do not give the game a value:
they would have to say what such a play pays, and the solver says from which states it can be
forced.

In the linear equations nodes are eliminated one by one, each time the one whose elimination costs
least (rows that use it times entries of its own): x[s] = (constant + others) / (1 - rows[s][s])
goes into the rows that use s. Components of games are sparse, so hundreds of nodes often go at the
cost of a few products each. When the cheapest is no longer cheap, what is left is a dense system
for python-flint.

In a game with symmetries one state is solved for all those that are worth the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import groupby
from typing import Any, Protocol, TypeVar

import numpy as np
from flint import fmpq, fmpq_mat

from ..distributions.distribution import Distribution
from ..exact.errors import RulesError, UnsolvableError
from ..exact.numbers import Exact, Progress, as_exact, shown
from ..game.derived import GameFromGame
from ..game.graph import Choices, always_ends, backward_order, endless, explore, is_acyclic
from ..game.graph.arrays import BOTH, FINISHED, Ints, StateGraph
from ..game.graph.order import Unit, units_of
from ..game.optional import SupportsCanonical, SupportsLevel, bound_bits, canonical_at
from ..game.protocol import (
    MAX,
    NAMES,
    PLAYERS,
    Action,
    ActionDistribution,
    Game,
    Joint,
    Player,
    State,
    StateDistribution,
    mover,
)
from ..game.solution import OnRequest, Solution
from ..symbolic.rational_function import RationalFunction
from .fast_path import checked_keep
from .hidden.information import SEES_ALL, refuse_imperfect_information
from .values import FREE, ZERO, Tolls, Values

SWEEPS = 30  # of floats over components, to propose a choice: a bad one costs steps
SHOWN = 3  # states that a message names
CHEAP = 60  # products for one elimination; beyond, the dense solver is faster
ONE = fmpq(1)
Number = TypeVar("Number", fmpq, RationalFunction)


def strategy_iteration(
    game: Game,
    progress: Progress | None = None,
    *,
    keep: str = "all",
    jobs: int | None = None,
) -> Solution:
    """The solution of a turn-based game in which play may come back to a state.

    Without cycles it is that of backward induction. With `keep="start"` it holds the start alone,
    and takes less memory; `jobs` processes look for its states (see `explore`). Raises
    `UnsolvableError` naming states when a player can make play go on for ever there and the
    opponent cannot end it without loss: the rules do not say what such a play pays. Also when both
    players choose at once on a cycle.

    >>> from exactdice import DiceBattle
    >>> strategy_iteration(DiceBattle(dice=1, target=2, bust_score=0)).value
    Fraction(5, 7)
    """
    checked_keep(keep)
    refuse_imperfect_information(game, SEES_ALL)
    graph = explore(folded(game), progress=progress, jobs=jobs)
    return unfolded(game, solve_graph(graph, progress, keep=keep, bound=bound_bits(game)))


def backward_induction(game: Game, progress: Progress | None = None) -> Solution:
    """The solution of a game without cycles.

    value(state) = value of the matrix of the means of its successors. Exact, one pass over the
    reachable states, each after its successors. Where one player moves, its best action; the first
    of `actions` wins ties, and all optimal actions are kept. Where both choose, an optimal mixed
    action of each. Raises `UnsolvableError` when play can come back to a state, naming it.

    >>> from exactdice import DiceBattle
    >>> backward_induction(DiceBattle(dice=1, target=2)).value
    Fraction(13, 18)
    """
    refuse_imperfect_information(game, SEES_ALL)
    graph = explore(game, progress=progress)
    backward_order(graph)  # refuses cycles
    return solve_graph(graph, progress, bound=bound_bits(game))


def solve_graph(
    graph: StateGraph,
    progress: Progress | None = None,
    tolls: Tolls = FREE,
    keep: str = "all",
    bound: int | None = None,
) -> Solution:
    """The solution of the game from its graph, as `GraphSolver` finds it."""
    solver = GraphSolver(graph, tolls, keep, bound)
    done = 0
    for unit in solver.solve_units():
        done += len(unit.states)
        if progress:
            progress(done, len(graph))
    return solver.solution()


class GraphSolver:
    """The solution of a game from its graph, unit by unit, when a move at node k costs MAX
    `tolls[k]` beside the payoffs, where there is a toll. With tolls, play must always end.

    A caller that stores values elsewhere reads them from `values` as units are finished, and enters
    there beforehand those that it has. With `keep="start"` a value is dropped after the last unit
    that reads it. `bound` is the most bits of a denominator, where that is known beforehand.
    """

    def __init__(
        self,
        graph: StateGraph,
        tolls: Tolls = FREE,
        keep: str = "all",
        bound: int | None = None,
    ) -> None:
        self.graph = graph
        self.units = units_of(graph)
        # Before any work, as a matrix game on a cycle has no exact value in general.
        refuse_simultaneous(graph)
        self.ending = first_choices(graph)[MAX]
        self.values = Values(graph, bound=bound, tolls=tolls)
        self.last_reads = [] if keep == "all" else _last_reads(graph, self.units)

    def solve_units(self) -> Iterator[Unit]:
        """The units as they are solved, without those whose values are entered already."""
        values = self.values
        # Components of one depth together, as arrays are quicker when they are long.
        for _, places in groupby(range(len(self.units)), lambda n: self.units[n].depth or -n - 1):
            group = list(places)
            unknown = [
                unit
                for unit in map(self.units.__getitem__, group)
                if any(values.exact[k] is None for k in unit.states.tolist())
            ]
            components = [unit.states for unit in unknown if unit.is_cyclic]
            if components:
                choice = propose_choices(values, np.concatenate(components), self.ending)
                iterate_strategies(values, components, choice)
            else:
                for unit in unknown:
                    values.settle(unit.states)
            yield from unknown
            for n in group if self.last_reads else ():
                values.drop(self.last_reads[n].tolist())

    def solution(self) -> Solution:
        """The values and optimal actions by states, once every unit is finished."""
        graph, values, states = self.graph, self.values, self.graph.states
        found: dict[State, Exact] = {}
        optimal: dict[State, tuple[Action, ...]] = {}
        # States share their menus, and so the tuples of what is optimal.
        listed: dict[tuple[int, tuple[int, ...]], tuple[Action, ...]] = {}
        for k, (value, menu) in enumerate(zip(values.exact, graph.menu.tolist(), strict=True)):
            if value is not None and menu != FINISHED:
                found[states[k]] = as_exact(value)
                places = values.optimal[k]
                if places:
                    if (menu, places) not in listed:
                        actions = graph.mover_actions(k)
                        listed[menu, places] = tuple([actions[place] for place in places])
                    optimal[states[k]] = listed[menu, places]
        mixtures = {states[k]: pair for k, pair in values.mixtures.items()}
        method = "backward induction" if is_acyclic(graph) else "strategy iteration"
        chosen = {k: action for k, action in self.chosen().items() if k in found}
        return Solution(graph.game, found, optimal, method, mixtures, chosen)

    def chosen(self) -> dict[State, Action]:
        """The optimal actions by which both players end play, where the first ones would not; once
        every unit is finished. Raises `UnsolvableError` where optimal actions do not end it.
        """
        graph = self.graph
        chosen: dict[State, Action] = {}
        # Where play always ends there is nothing to refuse and the first optimal action serves.
        for player in PLAYERS if self.ending else ():
            best = enumerate(self.values.optimal)
            optimal = {k: places for k, places in best if places and graph.to_move[k] == player}
            ending = refuse_endless(graph, player, optimal)
            # Another than the first optimal action is chosen only where it must be.
            stuck, _ = endless(graph, player, {k: places[:1] for k, places in optimal.items()})
            if stuck:
                for k in optimal:
                    if k in ending:
                        chosen[graph.states[k]] = graph.mover_actions(k)[ending[k]]
        return chosen


def _last_reads(graph: StateGraph, units: Sequence[Unit]) -> list[Ints]:
    """For each unit the states that no later one reads; the caller reads the start."""
    last = np.zeros(len(graph), dtype=np.int64)
    for place, unit in enumerate(units):
        last[unit.states] = place
        for some in graph.batches(unit.states):
            last[graph.led_to_from(some)] = place
    last[:1] = len(units)
    order = np.argsort(last, kind="stable")
    ends = np.searchsorted(last[order], np.arange(1, len(units) + 1))
    return np.split(order, ends)


# --- whether play must end ------------------------------------------------------------------------


def first_choices(graph: StateGraph) -> Sequence[Mapping[int, int]]:
    """For each player a choice in each of its states that ends play whatever the opponent does;
    nothing where play always ends. `UnsolvableError` naming states where a player cannot end play.
    """
    if always_ends(graph):
        return [{}, {}]
    return [refuse_endless(graph, player) for player in PLAYERS]


def refuse_endless(
    graph: StateGraph, player: Player, optimal: Choices | None = None
) -> dict[int, int]:
    """The choices by which the player ends play, among optimal actions when they are given;
    `UnsolvableError` unless it can whatever the opponent does.
    """
    if is_acyclic(graph):
        return {}
    stuck, way = endless(graph, player, optimal)
    if not stuck:
        return way
    names = ", ".join(shown(graph.states[k]) for k in stuck[:SHOWN])
    more = f" and {len(stuck) - SHOWN} more states" if len(stuck) > SHOWN else ""
    chosen = any(len(graph.moves_of(k)) > 1 for k in stuck)
    who = f"{NAMES[player]} cannot end it there" if chosen else "nobody can end it there"
    loss = "" if optimal is None else " without loss"
    raise UnsolvableError(
        f"play need not end from {names}{more}: {who}{loss}, and the rules do not say what "
        "a play without end pays"
    )


def refuse_simultaneous(graph: StateGraph) -> None:
    """Raise `UnsolvableError` naming a state of a component where both players choose."""
    for unit in units_of(graph):
        simultaneous = unit.states[graph.to_move[unit.states] == BOTH]
        if unit.is_cyclic and len(simultaneous):
            raise UnsolvableError(
                f"{shown(graph.game)} can come back to {shown(graph.states[simultaneous[0]])}, "
                "where both players choose at once: its value "
                "need not be a fraction; enclose(game, digits=50) gives bounds if play "
                "always ends"
            )


# --- strategy iteration in a component ------------------------------------------------------------


def propose_choices(values: Values, states: Ints, ending: Mapping[int, int]) -> dict[int, int]:
    """A first choice of action in each of these states of components: the one that ends play if
    that is needed, else what floats propose.
    """
    component = states.tolist()
    if ending:
        return {k: ending[k] for k in component}
    graph = values.graph
    moves, counts = graph.moves_from(states)
    begun = np.cumsum(counts) - counts
    reads, probabilities = values.terms(moves)
    sizes = graph.sizes[moves]
    first = np.cumsum(sizes) - sizes
    sign = np.where(graph.to_move[states] == MAX, 1.0, -1.0)
    signs = np.repeat(sign, counts)
    values.approx[states] = 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(SWEEPS):
            terms = values.approx[reads] * probabilities
            means = np.nan_to_num(signs * np.add.reduceat(terms, first))
            best = np.maximum.reduceat(means, begun)
            values.approx[states] = sign * best
    at = np.flatnonzero(means == np.repeat(best, counts))
    choice = at[np.searchsorted(at, begun)] - begun
    return dict(zip(component, choice.tolist(), strict=True))


def iterate_strategies(
    values: Values, components: Sequence[Ints], choice: dict[int, int], outer: Player = MAX
) -> None:
    """Enter the values of components that do not lead to each other, and all optimal actions, from
    a first choice.

    In that choice the outer player must end play.
    """
    graph = values.graph
    while components:
        # The values under the choice.
        states = np.concatenate(components)
        chosen = np.array([choice[k] for k in states.tolist()])
        moves = graph.first_move[states] + chosen
        laws = zip(graph.law[moves].tolist(), graph.laws(moves), strict=True)
        for component in components:
            rows: dict[int, dict[int, fmpq]] = {k: {} for k in component.tolist()}
            constants: dict[int, fmpq] = {}
            for (k, row), (law, (after, weights, total)) in zip(rows.items(), laws, strict=False):
                leaving = ZERO
                for t, w, share in zip(after, weights, graph.lists.shares[law], strict=True):
                    if t in rows:
                        row[t] = share
                    else:
                        leaving += values.exact[t] * w
                constants[k] = leaving / total - values.tolls.get(k, ZERO)
            for k, value in solve_linear_equations(rows, constants).items():
                values.enter(k, value)
        is_settled = values.settle_chosen(states, chosen)
        ends = np.cumsum(list(map(len, components)))[:-1]
        again = []
        for component, settled in zip(components, np.split(is_settled, ends), strict=True):
            best = values.best(component[~settled])
            # only where strictly better: switching between equals could go round for ever
            better = [k for k, value in best.items() if value != values.exact[k]]
            # the outer player switches only when the inner one has made its best reply
            for k in [k for k in better if graph.to_move[k] != outer] or better:
                choice[k] = values.optimal[k][0]
            if better:
                again.append(component)
        components = again


# --- linear equations -----------------------------------------------------------------------------


def solve_linear_equations(
    rows: Mapping[int, dict[int, Number]],
    constants: Mapping[int, Number],
    one: Any = ONE,
    cheap: float = CHEAP,
) -> dict[int, Number]:
    """The solution x, which must be unique, of x[s] = constants[s] + sum over t of rows[s][t] x[t];
    `one` is 1 among the coefficients. Eliminations that are not cheap are left to a dense solver of
    fractions.

    It is unique when from every node the sums of rows lead out sooner or later.

    >>> half = fmpq(1, 2)
    >>> solved = solve_linear_equations({0: {1: half}, 1: {0: half}}, {0: fmpq(1), 1: fmpq(0)})
    >>> solved[0], solved[1]
    (4/3, 2/3)
    """
    # copied, since elimination changes them
    left = {s: dict(row) for s, row in rows.items()}
    constant = dict(constants)
    users: dict[int, set[int]] = {s: set() for s in rows}  # the rows that are left and hold it
    for s, row in rows.items():
        for t in row:
            users[t].add(s)
    eliminated: list[tuple[int, dict[int, Number]]] = []
    heap = [(len(row) * len(users[s]), s) for s, row in left.items()]
    heapify(heap)
    while heap:
        before, s = heappop(heap)
        products = len(left[s]) * len(users[s])
        if products > before:
            heappush(heap, (products, s))  # others may take less by now
        elif products <= cheap:
            row = left.pop(s)
            itself = row.pop(s, None)
            if itself is not None:
                # 1 - row[s] is not 0, as the solution is unique.
                scale = one / (one - itself)
                row = {t: p * scale for t, p in row.items()}
                constant[s] = constant[s] * scale
            eliminated.append((s, row))
            entered = users.pop(s) - {s}  # the rows into which x[s] goes
            for t in row:
                users[t].discard(s)
                users[t] |= entered
            for u in entered:
                other = left[u]
                share = other.pop(s)
                constant[u] = constant[u] + share * constant[s]
                for t, p in row.items():
                    added = share * p
                    other[t] = other[t] + added if t in other else added
    x: dict[int, Any] = _solve_dense(left, constant)
    # the row of a node holds only nodes eliminated after it
    for s, row in reversed(eliminated):
        x[s] = constant[s]
        for t, p in row.items():
            x[s] += p * x[t]
    return x


def _solve_dense(
    rows: Mapping[int, dict[int, Any]], constants: Mapping[int, Any]
) -> dict[int, Any]:
    """The solution of (1 - rows) x = constants as a dense system."""
    if not rows:
        return {}
    matrix: list[list[fmpq]] = []
    for row in rows.values():
        line = [-row.get(t, ZERO) for t in rows]
        line[len(matrix)] += ONE
        matrix.append(line)
    solved = fmpq_mat(matrix).solve(fmpq_mat([[constants[s]] for s in rows]))
    return dict(zip(rows, solved.entries(), strict=True))


# --- symmetries -----------------------------------------------------------------------------------


class Symmetric(Game, SupportsCanonical, Protocol):
    """A game that offers `canonical`."""


@dataclass(frozen=True, repr=False)
class Folded(GameFromGame):
    """The game of the states that stand for others."""

    game: Symmetric

    @property
    def start(self) -> State:
        """The state that stands for the start."""
        return self.representative(self.game.start)

    def payoff(self, state: State) -> Exact | None:
        """The payoff in the game; asked once of each state, whose place is checked here."""
        if self.representative(state) != state:
            raise RulesError(
                f"canonical({shown(state)}) must be this state itself, as it stands for others, "
                f"got {shown(self.representative(state))}"
            )
        return self.game.payoff(state)

    def outcomes(self, state: State, joint: Joint) -> StateDistribution:
        """The distribution of what stands for the next state."""
        after = self.game.outcomes(state, joint)
        return after.map(self.representative) if isinstance(after, Distribution) else after

    def representative(self, state: State) -> State:
        """The state that stands for this one."""
        return canonical_at(self.game, state)[0]


@dataclass(frozen=True, repr=False)
class FoldedByLevel(Folded):
    """The game of the states that stand for others, where the game knows its levels."""

    def level(self, state: State) -> int:
        """The level in the game."""
        level: int = self.game.level(state)  # type: ignore[attr-defined]
        return level


def folded(game: Game) -> Game:
    """The game of the states that stand for others; without symmetries the game itself."""
    if not isinstance(game, SupportsCanonical):
        return game
    return FoldedByLevel(game) if isinstance(game, SupportsLevel) else Folded(game)


@dataclass(frozen=True)
class Unfolded:
    """The answers for every state, from the solution of those that stand for others."""

    game: Symmetric
    solution: Solution

    def value(self, state: State) -> Exact:
        """The value of the state."""
        return self.solution.values[canonical_at(self.game, state)[0]]

    def optimal_actions(self, state: State) -> tuple[Action, ...]:
        """All optimal actions at the state, in the order of its actions."""
        standing, back = canonical_at(self.game, state)
        best = {back.get(action, action) for action in self.solution.optimal_actions[standing]}
        actions = self.game.actions(state, mover(self.game, state))
        return tuple(action for action in actions if action in best)

    def mixtures(self, state: State) -> tuple[ActionDistribution, ActionDistribution]:
        """An optimal mixed action of each player at the state."""
        standing, back = canonical_at(self.game, state)
        pair = self.solution.mixtures[standing]
        first, second = (one.map(lambda action: back.get(action, action)) for one in pair)
        return first, second

    def chosen(self, state: State) -> Action:
        """The optimal action that strategies play at the state."""
        standing, back = canonical_at(self.game, state)
        action = self.solution.chosen[standing]
        return back.get(action, action)


def unfolded(game: Game, solution: Solution) -> Solution:
    """The solution of the game, which answers for every state and lists those that stand for
    others.
    """
    if not isinstance(game, SupportsCanonical):
        return solution
    every = Unfolded(game, solution)

    def answer_all(table: Mapping[State, Any], answer: Callable[[State], Any]) -> Any:
        return OnRequest(partial(iter, table), answer) if table else table

    return Solution(
        game,
        answer_all(solution.values, every.value),
        answer_all(solution.optimal_actions, every.optimal_actions),
        f"{solution.method}, symmetric states once",
        answer_all(solution.mixtures, every.mixtures),
        answer_all(solution.chosen, every.chosen),
    )
