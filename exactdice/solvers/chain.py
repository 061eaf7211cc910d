"""Markov chains with parameters: games in which nothing is left to choose, as when strategies are
fixed, with any number of parameters among weights and payoffs. Each mean and each probability is
one rational function of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from math import inf
from typing import Any

from ..distributions.distribution import InfiniteDistribution
from ..distributions.symbolic_distributions import ParametricDistribution
from ..exact.cost import affordable, refuse_costly
from ..exact.errors import RulesError, UnsolvableError
from ..exact.numbers import Exact, Progress, shown
from ..game.digraphs import components, predecessors_of
from ..game.protocol import Game, State
from ..game.solution import computed_for
from ..symbolic.algebraic_numbers import Line
from ..symbolic.function import Function, PiecewiseFunction
from ..symbolic.pieces import Piece
from ..symbolic.rational_function import (
    Body,
    Parameter,
    Polynomial,
    RationalFunction,
    function_of,
    mean,
    polynomial_of_terms,
    terms_of,
    without_domain,
)
from .iteration import solve_linear_equations
from .symbol_graph import SymbolGraph, domain, explore_symbols

STEPS_A_TERM = 5  # for each outcome of a distribution
STEPS_A_PAIR = 300  # of terms, in equations on a cycle
CONSTANT = -1  # where a row leads for the number that it adds
START = 0  # the number of the state in which play begins
LENGTH = "the length"  # a parameter that nobody sees
Move = tuple[list[tuple[int, Any]], Any]  # (successor, weight), and the total weight


class ChainSolver:
    """Linear equations of a chain over the field of rational functions of its parameters and
    `more`.
    """

    def __init__(self, chain: SymbolGraph, progress: Progress | None = None, *more: str) -> None:
        entering = predecessors_of(chain.all_successors())
        ending = dict.fromkeys(chain.payoffs)
        pending = list(ending)
        for k in pending:  # grows while it is read
            new = [before for before in entering[k] if before not in ending]
            ending.update(dict.fromkeys(new))
            pending.extend(new)
        stuck = [state for k, state in enumerate(chain.states) if k not in ending]
        if stuck:
            raise UnsolvableError(
                f"play need not end in {shown(chain.game)}: from {shown(stuck[0])} it never does, "
                "so there is no mean"
            )
        self.chain = chain
        self.progress = progress
        names = [*(parameter.name for parameter in chain.parameters), *more]
        # A number is a function as well, of a parameter that nobody sees.
        self.parameters = tuple(map(Parameter, names or ["none"]))
        # By their identities: distributions of many states hold the same weights. Kept, so that
        # none is taken for another.
        self._weights: dict[int, tuple[object, Body]] = {}
        self.found: dict[int, RationalFunction] = {}
        self.spent = 0

    def solve(
        self, paid: Mapping[int, object], counted: Container[int] = (), factor: Body | None = None
    ) -> dict[int, RationalFunction]:
        """{state: the mean of what is paid where play ends}, each move from a state that is counted
        adding 1, and each worth `factor` times what follows.
        """
        one = function_of(1, self.parameters)
        self.spent = 0
        self.found = {k: function_of(number, self.parameters) for k, number in paid.items()}
        self.found[CONSTANT] = one
        every = self.chain.all_successors()
        after = [[] if k in paid else following for k, following in enumerate(every)]
        order = components(after)
        for done, component in enumerate(order, 1):
            k = component[0]
            if len(component) > 1 or k in after[k]:
                moves = {k: self._move(k, counted, factor) for k in component}
                rows, constants = linear_equations(moves, self.found, one)
                for constant in constants.values():
                    # A common divisor of the parts takes longer with each pair of their terms.
                    pairs = len(constant.numerator) * len(constant.denominator)
                    self._spend(STEPS_A_PAIR * pairs)
                for k, value in solve_linear_equations(rows, constants, one, inf).items():
                    self._enter(k, value, len(rows[k]))
            elif k not in self.found:
                move = self._move(k, counted, factor)
                self._enter(k, mean_after(move, self.found), len(move[0]))
            if self.progress and done % 1000 == 0:
                self.progress(done, len(order))
        return self.found

    def _enter(self, k: int, value: RationalFunction, outcomes: int) -> None:
        """Keep an answer; `TooCostly` when all of them together are too long."""
        self._spend(STEPS_A_TERM * len(value.numerator) * outcomes)
        self.found[k] = value

    def _spend(self, steps: int) -> None:
        self.spent += steps
        # The text takes longer than to count: it is made where it is needed.
        if not affordable(self.spent):
            what = f"the functions of {shown(self.chain.game)}, after {len(self.found)} states,"
            refuse_costly(what, self.spent, "numbers for symbols")

    def _move(self, k: int, counted: Container[int], factor: Body | None) -> Move:
        """Where the state leads, with weights, and their total."""
        (move,) = self.chain.moves_of(k)
        transitions, given = self.chain.move(move)
        total = self._weight(given)
        row = [(t, self._weight(weight)) for t, weight in transitions]
        if factor is not None:
            row = [(t, weight * factor) for t, weight in row]
        if k in counted:
            row.append((CONSTANT, total))
        return row, total

    def _weight(self, given: object) -> Body:
        """The weight of a distribution in lowest terms, in which coefficients are whole."""
        known = self._weights.get(id(given))
        if known is None:
            known = self._weights[id(given)] = given, function_of(given, self.parameters).numerator
        return known[1]


def mean_after(move: Move, known: Mapping[int, RationalFunction]) -> RationalFunction:
    """The mean value after the move, where its successors have these."""
    transitions, total = move
    return mean([(weight, known[t]) for t, weight in transitions], total)


def linear_equations(
    moves: Mapping[int, Move], known: Mapping[int, RationalFunction], one: RationalFunction
) -> tuple[dict[int, dict[int, RationalFunction]], dict[int, RationalFunction]]:
    """The rows and the constants for `solve_linear_equations` of states with one move each; `known`
    are the values of those that have no move here.
    """
    rows, constants = {}, {}
    for k, (transitions, total) in moves.items():
        rows[k] = {t: mean([(weight, one)], total) for t, weight in transitions if t in moves}
        leaving = [(t, weight) for t, weight in transitions if t not in moves]
        constants[k] = mean_after((leaving, total), known) if leaving else one - one
    return rows, constants


class ChainFunctions(ChainSolver):
    """Means and probabilities of a chain as functions of its parameters: of one parameter on its
    domain, where it has a value everywhere there, of several as one rational function.
    """

    def __init__(self, chain: SymbolGraph, progress: Progress | None = None) -> None:
        super().__init__(chain, progress)
        self.line = Line()
        # For the one parameter of a game its domain, for one of several where that is stated. Of
        # weights with several parameters nothing is asked: the functions hold wherever they are
        # probabilities.
        self.ends = {
            parameter.name: domain(chain, parameter, self.line)
            for parameter in chain.parameters
            if len(chain.parameters) == 1 or parameter.is_bounded
        }

    def function(self, value: RationalFunction) -> Function:
        """The function of one parameter on its domain."""
        if len(self.chain.parameters) != 1:
            return value
        ends = self.ends[self.chain.parameter.name]
        # Somewhere it has no value, as a mean length where play may never end.
        if value.denominator.degree() > 0 and self.line.roots_from(value.denominator, *ends):
            return value
        return PiecewiseFunction(self.line, (Piece(*ends, value),), ((), ()))

    def values(self) -> Mapping[State, Function]:
        """{state: the mean payoff to MAX from there} for unfinished states."""
        chain, found = self.chain, self.solve(self.chain.payoffs)
        going_on = {chain.states[k]: None for k in chain.going_on}
        return computed_for(going_on, lambda state: self.function(found[chain.index[state]]))

    def value(self) -> Function:
        """The mean payoff to MAX from the start."""
        return self._mean(self.chain.payoffs)

    def _mean(self, paid: Mapping[int, object], counted: Container[int] = ()) -> Function:
        """From the start the mean of what is paid at the end and of 1 for each time that play is in
        a state that is counted.
        """
        return self.function(self.solve(paid, counted)[START])

    def payoff_distribution(self) -> ParametricDistribution:
        """The distribution of the payoff to MAX."""
        payoffs = sorted({self._number(payoff) for payoff in self.chain.payoffs.values()})
        return ParametricDistribution(
            {paid: self._probability(paid.__eq__) for paid in reversed(payoffs)}
        )

    def chance(self, sign: int) -> Function:
        """The probability that the payoff to MAX has this sign."""
        return self._probability(lambda paid: (paid > 0) - (paid < 0) == sign)

    def _probability(self, event: Callable[[Exact], bool]) -> Function:
        """The probability that play ends with such a payoff."""
        payoffs = self.chain.payoffs.items()
        return self._mean({k: int(event(self._number(payoff))) for k, payoff in payoffs})

    def _number(self, payoff: Exact | Polynomial) -> Exact:
        if isinstance(payoff, Polynomial):
            raise RulesError(
                f"the payoff {shown(payoff)} of {shown(self.chain.game)} holds a symbol, so its "
                "law is not known as one of numbers: ask for gain, its mean"
            )
        return payoff

    def mean_length(self) -> Function:
        """The mean number of moves."""
        return self.mean_visits(lambda _: True)

    def mean_visits(self, counted: Callable[[State], bool]) -> Function:
        """How often play is on average in unfinished states for which this is true."""
        states = self.chain.states
        there = {k for k in self.chain.going_on if counted(states[k])}
        return self._mean(dict.fromkeys(self.chain.payoffs, 0), there)

    def reach(self, there: Callable[[State], bool]) -> Function:
        """The probability that play passes through a state for which this is true."""
        nowhere = dict.fromkeys(self.chain.payoffs, 0)
        found = [k for k, state in enumerate(self.chain.states) if there(state)]
        return self._mean(nowhere | dict.fromkeys(found, 1))

    # --- the length -------------------------------------------------------------------------------

    def generating_function(self, name: str) -> RationalFunction:
        """The sum of P(length = k) name^k, a rational function of this parameter and all others."""
        without_domain(name)  # refuses what is no name
        if name in [parameter.name for parameter in self.chain.parameters]:
            raise RulesError(
                f"{name} is a symbol of the game or its strategies: give the length another, such "
                "as z"
            )
        return self._length_function(name)

    def _length_function(self, name: str) -> RationalFunction:
        solver = ChainSolver(self.chain, self.progress, name)
        ones = dict.fromkeys(self.chain.payoffs, 1)
        places = [int(one == name) for one in (each.name for each in solver.parameters)]
        factor = polynomial_of_terms(solver.parameters, {tuple(places): 1})
        return solver.solve(ones, factor=factor)[START]

    def length_distribution(self) -> ParametricDistribution | None:
        """The distribution of the number of moves; None when it has no largest value."""
        found = self._length_function(LENGTH)
        under = terms_of(found.denominator)
        if any(powers[-1] for powers in under):
            return None
        unseen = () if self.chain.parameters else (0,)  # the power of the parameter nobody sees
        by_length: dict[int, dict[tuple[int, ...], int]] = {}
        for powers, coefficient in terms_of(found.numerator).items():
            by_length.setdefault(powers[-1], {})[powers[:-1] + unseen] = coefficient
        below = {powers[:-1] + unseen: coefficient for powers, coefficient in under.items()}
        one = function_of(1, self.parameters)
        probabilities: dict[Exact, Function] = {}
        for length, above in sorted(by_length.items()):
            parts = (polynomial_of_terms(self.parameters, terms) for terms in (above, below))
            probabilities[int(length)] = self.function(one.quotient(*parts))
        return ParametricDistribution(probabilities)

    def endless_length(self) -> InfiniteDistribution:
        """The distribution of the number of moves where nothing holds a parameter and it has no
        largest value.
        """
        found = self._length_function(LENGTH)
        return InfiniteDistribution(0, 1, found.numerator, found.denominator)


class ProfileFunctions(ChainFunctions):
    """The functions of a game in which every player follows a strategy, and so nothing is chosen;
    play begins in the start, or in the state `begun`.
    """

    def __init__(
        self, followed: Game, progress: Progress | None = None, begun: State | None = None
    ) -> None:
        starts = None if begun is None else [begun]
        super().__init__(explore_symbols(followed, progress, starts, may_choose=False), progress)
