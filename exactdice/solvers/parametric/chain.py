"""Games in which nothing is left to choose, as when strategies are fixed, with any number of
symbols among weights and payoffs: each value is one rational function of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from flint import fmpz_poly

from ...acyclic import components, predecessors_of
from ...argument_checks import raise_rule_failed
from ...cost import LIFTED, affordable, at_most, refuse_costly
from ...distribution import Distribution
from ...errors import RulesError, UnsolvableError
from ...exact import Exact, Progress, as_exact, is_symbolic, shown
from ...game import PLAYERS, RULES, Game, State
from ...graph import GrowingSize, actions_at, hashable, law_at, start_of
from ...parametric.function import PiecewiseFunction
from ...parametric.laws import Function
from ...parametric.pieces import Piece, Pieces
from ...parametric.points import Line
from ...parametric.polynomial import (
    Parameter,
    Polynomial,
    parameters_of,
    polynomial_of,
    whole_body,
)
from ...parametric.rational import NOTHING, Quotient
from ...parametric.rational_function import Body, RationalFunction, of_one_symbol
from ...solution import computed_for
from .domain import Ends, domain, drawn_with, holds_only
from .equations import solve_equations
from .explored import MOST_STATES, SymbolGraph, SymbolNode
from .scaled import Ring, Scaled, Weight

STEPS_A_TERM = 5  # for each outcome of a law
STEPS_A_PAIR = 300  # of terms, in equations on a cycle
Row = list[tuple[int, Weight]]
CONSTANT = -1  # where a row leads for the number that it adds


@dataclass(frozen=True)
class Chain:
    """All states that are reached: what those pay where the game is over (`payoffs`), and the law
    of the number of the next state where it goes on.
    """

    game: Game
    states: tuple[State, ...]
    index: Mapping[State, int]
    payoffs: Mapping[int, Exact | Polynomial]
    laws: Mapping[int, Distribution[int]]
    parameters: tuple[Parameter, ...]

    @property
    def successors(self) -> list[list[int]]:
        """Where each state leads."""
        return [list(self.laws.get(k, ())) for k in range(len(self.states))]


def explore_chain(
    game: Game, progress: Progress | None = None, starts: Iterable[State] | None = None
) -> Chain:
    """The states that are reached from the start, or from `starts`, with their laws.

    Raises `Choosing` where a player has a choice: with a choice one symbol is answered for,
    and in pieces.
    """
    search = _Search(game, [start_of(game)] if starts is None else starts)
    size = GrowingSize(game)
    for k, state in enumerate(search.states):  # it grows while it is read
        search.visit(k)
        size.count(state, len(search.laws.get(k, ())))
        if len(search.states) > at_most(MOST_STATES):
            raise UnsolvableError(
                f"more than {MOST_STATES} states of {shown(game)} can be reached: too many with "
                f"a symbol; {LIFTED}"
            )
        if progress and k % 1000 == 999:
            progress(k + 1, None)
    return search.chain()


class _Search:
    """The states that are found, and what the rules say of them."""

    def __init__(self, game: Game, starts: Iterable[State]) -> None:
        self.game = game
        self.states = list(dict.fromkeys(map(hashable, starts)))
        self.index = {state: k for k, state in enumerate(self.states)}
        self.payoffs: dict[int, Exact | Polynomial] = {}
        self.laws: dict[int, Distribution[int]] = {}
        self.choosing: State | None = None

    def visit(self, k: int) -> None:
        """Enter what the rules say of a state; what fails in them is a `RulesError`."""
        state = self.states[k]
        try:
            self._visit(k, state)
        except Exception as error:
            raise_rule_failed(self.game, state, RULES, error)

    def _visit(self, k: int, state: State) -> None:
        payoff = self.game.payoff(state)
        if payoff is not None:
            self.payoffs[k] = _payoff(state, payoff)
            return
        rows, columns = (actions_at(self.game, state, player) for player in PLAYERS)
        if len(rows) > 1 or len(columns) > 1:
            raise Choosing(f"a player has a choice at {shown(state)}")
        law = law_at(self.game, state, (rows[0], columns[0]))
        if isinstance(law.total, Polynomial) and law.total.body.is_zero():
            raise RulesError(f"the weights of a law at {shown(state)} sum to 0 everywhere")
        self.laws[k] = law.map(self._number)

    def _number(self, state: State) -> int:
        if state not in self.index:
            self.index[state] = len(self.states)
            self.states.append(state)
        return self.index[state]

    def chain(self) -> Chain:
        """All that was found."""
        totals = {id(law.total): law.total for law in self.laws.values()}
        parameters = parameters_of([*totals.values(), *self.payoffs.values(), *self._weights()])
        parts = tuple(self.states), self.index, self.payoffs, self.laws, parameters
        return Chain(self.game, *parts)

    def _weights(self) -> list[object]:
        """The weights, those that are one object once."""
        seen = {id(weight): weight for law in self.laws.values() for weight in law.weights.values()}
        return list(seen.values())


class Choosing(RulesError):
    """A player has a choice where none is answered for."""


def _payoff(state: State, payoff: object) -> Exact | Polynomial:
    where = f"the payoff of {shown(state)}"
    if is_symbolic(payoff):
        return polynomial_of(payoff, where)
    return payoff if isinstance(payoff, Polynomial) else as_exact(payoff, where)


# --- where the symbols lie ------------------------------------------------------------------------


def refuse_negative(chain: Chain, line: Line) -> dict[str, Ends]:
    """{symbol: the ends of its interval}: for the one symbol of a game its domain, for one of
    several where that is stated and weights hold no other symbol beside it.

    Raises `RulesError` where a weight is negative there. Of weights with several symbols nothing is
    asked: the functions hold wherever they are chances.
    """
    weights = list(_different_weights(chain))
    known = {}
    for parameter in chain.parameters:
        mine = [each for each in weights if holds_only(each.weight, parameter)]
        if len(chain.parameters) == 1 or (mine and parameter.is_bounded):
            known[parameter.name] = domain(_graph_of(chain, parameter, mine), line)
    return known


class _Met(NamedTuple):
    """A weight or a total that holds a symbol, and a state where it is met."""

    state: State
    weight: Polynomial
    is_total: bool


def _different_weights(chain: Chain) -> Iterator[_Met]:
    """The different weights and totals."""
    seen: set[object] = set()
    for k, law in chain.laws.items():
        state = chain.states[k]
        totals = [(law.total, True)]
        weights = [(w, False) for w in (*law.weights.values(), *drawn_with(chain.game, state))]
        for weight, is_total in (*totals, *weights):
            # By their identities first: to hash a polynomial takes longer.
            if not isinstance(weight, Polynomial) or (id(weight), is_total) in seen:
                continue
            seen.add((id(weight), is_total))
            if (weight, is_total) not in seen:
                seen.add((weight, is_total))
                yield _Met(state, weight, is_total)


def _graph_of(chain: Chain, parameter: Parameter, met: Iterable[_Met]) -> SymbolGraph:
    """A graph with a node for each weight, of which the domain can be asked."""
    nodes = [SymbolNode(chain.states[0], NOTHING)]
    for state, weight, is_total in met:
        body = whole_body(weight)
        total = body if is_total else fmpz_poly([1])
        nodes.append(SymbolNode(state, NOTHING, ((), ()), ((((0, body),),),), ((total,),)))
    return SymbolGraph(chain.game, tuple(nodes), {}, parameter)


# --- solving --------------------------------------------------------------------------------------


def refuse_endless(chain: Chain) -> None:
    """Raise `UnsolvableError` naming states from which play never ends."""
    entering = predecessors_of(chain.successors)
    ending = list(chain.payoffs)
    found = set(ending)
    for k in ending:  # grows while it is read
        new = [before for before in entering[k] if before not in found]
        found.update(new)
        ending.extend(new)
    stuck = [state for k, state in enumerate(chain.states) if k not in found]
    if stuck:
        raise UnsolvableError(
            f"play need not end in {shown(chain.game)}: from {shown(stuck[0])} it never does, so "
            "there is no mean"
        )


@dataclass(frozen=True)
class Question:
    """What is asked of every state: the mean of what is paid where play ends (`paid`), each move
    adding its number in `steps`, and worth `factor` times what follows.
    """

    paid: Mapping[int, object]
    steps: Mapping[int, int] = field(default_factory=dict)
    factor: Body | None = None


class Solver:
    """The answers to a question as far as they are known."""

    def __init__(self, chain: Chain, ring: Ring, question: Question) -> None:
        self.chain, self.ring, self.question = chain, ring, question
        self.found = {k: ring.scaled(paid) for k, paid in question.paid.items()}
        self.found[CONSTANT] = ring.scaled(1)
        self.moved: dict[int, Weight] = {}
        self.spent = 0

    def solved(self, progress: Progress | None = None) -> dict[int, Scaled]:
        """{state: answer}."""
        after = [self._after(k) for k in range(len(self.chain.states))]
        order = components(after)
        for done, layer in enumerate(order, 1):
            self._settle(layer, after)
            if progress and done % 1000 == 0:
                progress(done, len(order))
        return self.found

    def _after(self, k: int) -> list[int]:
        """Where the state leads, when it is not known."""
        return [] if k in self.question.paid else list(self.chain.laws[k])

    def _settle(self, layer: list[int], after: list[list[int]]) -> None:
        (k, *others) = layer
        if others or k in after[k]:
            self._solve_layer(layer)
        elif k not in self.found:
            row, total = self._row(k)
            self._enter(k, self.ring.mean(((w, self.found[t]) for t, w in row), total), len(row))

    def _enter(self, k: int, value: Scaled, outcomes: int) -> None:
        """Keep an answer; refused when all of them together are too long."""
        terms = len(value.numerator)
        self._spend(STEPS_A_TERM * terms * outcomes)
        self.found[k] = value

    def _spend(self, steps: int) -> None:
        """Count work; `TooCostly` as soon as all of it is beyond the limit."""
        self.spent += steps
        # The text takes longer than to count: it is made where it is needed.
        if not affordable(self.spent):
            what = f"the functions of {shown(self.chain.game)}, after {len(self.found)} states,"
            refuse_costly(what, self.spent, "numbers for symbols")

    def _row(self, k: int) -> tuple[Row, Weight]:
        """Where the state leads, with weights, and their total."""
        law = self.chain.laws[k]
        row = [(t, self._weight(weight)) for t, weight in law.items()]
        total = self.ring.weight(law.total)
        step = self.question.steps.get(k, 0)
        if step:
            row.append((CONSTANT, Weight(total.number * step, total.part, total.text)))
        return row, total

    def _weight(self, given: object) -> Weight:
        """The weight, with the factor of a move."""
        weight = self.ring.weight(given)
        if self.question.factor is None:
            return weight
        if id(weight) not in self.moved:  # the ring keeps the weight, so it is no other
            self.moved[id(weight)] = self.ring.times(weight, self.question.factor)
        return self.moved[id(weight)]

    def _solve_layer(self, layer: list[int]) -> None:
        """Enter the answers for states that lead to each other: linear equations."""
        inside = set(layer)
        ring, rows, constants = self.ring, {}, {}
        for k in layer:
            row, total = self._row(k)
            one = ring.scaled(1)
            within = {t: ring.mean([(weight, one)], total) for t, weight in row if t in inside}
            rows[k] = {t: ring.lowest(share) for t, share in within.items()}
            leaving = [(weight, self.found[t]) for t, weight in row if t not in inside]
            constants[k] = ring.lowest(ring.mean(leaving, total))
            self._spend(STEPS_A_PAIR * _pairs_of_terms(constants[k]))
        solved = solve_equations(rows, constants, ring.lowest(ring.scaled(1)))
        for k, value in solved.items():
            self._enter(k, ring.of_quotient(value), len(rows[k]))


def _pairs_of_terms(quotient: Quotient) -> int:
    """By which a common divisor of its parts grows."""
    top: Body = quotient.numerator
    under: Body = quotient.denominator
    return len(top) * len(under)


class Answers:
    """What is asked of a chain, as functions of its symbols: of one symbol on its domain, where it
    has a value everywhere there, of several as one rational function.
    """

    def __init__(self, chain: Chain, progress: Progress | None = None) -> None:
        refuse_endless(chain)
        self.chain, self.progress = chain, progress
        self.line = Line()
        self.ends = refuse_negative(chain, self.line)
        self.ring = Ring(chain.parameters)

    def asked(self, question: Question) -> Mapping[int, Function]:
        """{state: the function}, each made when it is asked for."""
        found = Solver(self.chain, self.ring, question).solved(self.progress)
        return computed_for(found, lambda k: self.function(self.ring.lowest(found[k])))

    def function(self, quotient: Quotient) -> Function:
        """The quotient of polynomials in the symbols as a function of them."""
        names = self.ring.names
        if len(self.chain.parameters) != 1:
            return RationalFunction(names, quotient)
        ends, value = self.ends[names[0]], of_one_symbol(quotient)
        if self._is_infinite(value.denominator, ends):
            return RationalFunction(names, quotient)
        pieces = Pieces((Piece(*ends, value),), ((), ()))
        return PiecewiseFunction(names[0], self.line, pieces)

    def _is_infinite(self, denominator: fmpz_poly, ends: Ends) -> bool:
        """Whether it has no value somewhere, as a mean length where play may never end."""
        if denominator.degree() < 1:
            return False
        low, high = ends
        found = self.line.roots(denominator, low.low, high.high)
        return any(low.low <= point.low and point.high <= high.high for point in found)
