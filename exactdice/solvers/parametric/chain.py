"""Games in which nothing is left to choose, as when strategies are fixed, with any number of
symbols among weights and payoffs: each value is one rational function of all of them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from math import inf, lcm
from typing import Any

from ...exact.cost import affordable, refuse_costly
from ...exact.errors import UnsolvableError
from ...exact.numbers import Progress, as_exact, shown
from ...game.digraphs import components, predecessors_of
from ...game.solution import computed_for
from ...symbolic.function import PiecewiseFunction
from ...symbolic.pieces import Piece, Pieces
from ...symbolic.points import Line
from ...symbolic.polynomial import Parameter, Polynomial, Quotient, lifted, mean
from ...symbolic.rational_function import Body, Function, RationalFunction, of_one_symbol, ring_of
from ..cyclic import solve_layer
from .explored import SymbolGraph, domain

STEPS_A_TERM = 5  # for each outcome of a law
STEPS_A_PAIR = 300  # of terms, in equations on a cycle
CONSTANT = -1  # where a row leads for the number that it adds
Move = tuple[list[tuple[int, Any]], Any]  # (successor, weight), and the total weight


def refuse_endless(chain: SymbolGraph) -> None:
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


class ChainSolver:
    """Quotients of polynomials with whole coefficients in the symbols of a chain and `more`, which
    answer what is asked of its states.
    """

    def __init__(self, chain: SymbolGraph, progress: Progress | None = None, *more: str) -> None:
        refuse_endless(chain)
        self.chain = chain
        self.progress = progress
        self.parameters = (*chain.parameters, *map(Parameter, more))
        # A number is one of a ring as well, whose symbol nobody sees.
        self.names = tuple(parameter.name for parameter in self.parameters) or ("none",)
        self.context = ring_of(self.names)
        # By their identities: laws of many states hold the same weights. Kept, so that none is
        # taken for another.
        self._weights: dict[int, tuple[object, Body]] = {}
        self.found: dict[int, Quotient] = {}
        self.spent = 0

    def quotient(self, number: object) -> Quotient:
        """A number or polynomial."""
        constant = self.context.constant
        if not isinstance(number, Polynomial):
            exact = as_exact(number)
            return Quotient(constant(exact.numerator), constant(exact.denominator))
        body = lifted(number, self.parameters)
        common = lcm(*(int(c.q) for c in body.coeffs()))
        terms = {powers: int(c * common) for powers, c in body.to_dict().items()}
        return Quotient(self.context.from_dict(terms), constant(common))

    def solved(
        self, paid: Mapping[int, object], counted: Container[int] = (), factor: Body | None = None
    ) -> dict[int, Quotient]:
        """{state: the mean of what is paid where play ends}, each move from a state that is counted
        adding 1, and each worth `factor` times what follows.
        """
        self.spent, self.found = 0, {k: self.quotient(number) for k, number in paid.items()}
        self.found[CONSTANT] = self.quotient(1)
        states = range(len(self.chain.states))
        after = [[] if k in paid else list(self.chain.laws[k]) for k in states]
        order = components(after)
        for done, layer in enumerate(order, 1):
            k = layer[0]
            if len(layer) > 1 or k in after[k]:
                self._solve_layer({k: self._row(k, counted, factor) for k in layer})
            elif k not in self.found:
                row, total = self._row(k, counted, factor)
                value = mean([(weight, self.found[t]) for t, weight in row], total)
                self._enter(k, value, len(row))
            if self.progress and done % 1000 == 0:
                self.progress(done, len(order))
        return self.found

    def _enter(self, k: int, value: Quotient, outcomes: int) -> None:
        """Keep an answer; refused when all of them together are too long."""
        numerator: Body = value.numerator
        self._spend(STEPS_A_TERM * len(numerator) * outcomes)
        self.found[k] = value

    def _spend(self, steps: int) -> None:
        """Count work; `TooCostly` as soon as all of it is beyond the limit."""
        self.spent += steps
        # The text takes longer than to count: it is made where it is needed.
        if not affordable(self.spent):
            what = f"the functions of {shown(self.chain.game)}, after {len(self.found)} states,"
            refuse_costly(what, self.spent, "numbers for symbols")

    def _row(self, k: int, counted: Container[int], factor: Body | None) -> Move:
        """Where the state leads, with weights, and their total."""
        law = self.chain.laws[k]
        total = self._weight(law.total)
        row = [(t, self._weight(weight)) for t, weight in law.items()]
        if factor is not None:
            row = [(t, weight * factor) for t, weight in row]
        if k in counted:
            row.append((CONSTANT, total))
        return row, total

    def _weight(self, given: object) -> Body:
        """The weight of a law in lowest terms, in which coefficients are whole."""
        known = self._weights.get(id(given))
        if known is None:
            known = self._weights[id(given)] = given, self.quotient(given).numerator
        return known[1]

    def _solve_layer(self, moves: Mapping[int, Move]) -> None:
        """Enter the answers for states that lead to each other: linear equations."""
        one = self.quotient(1)
        rows: dict[int, dict[int, Quotient]] = {}
        constants: dict[int, Quotient] = {}
        for k, rows[k], constants[k] in layer_equations(moves, self.found, one):
            # A common divisor of the parts takes longer with each pair of their terms.
            top: Body = constants[k].numerator
            under: Body = constants[k].denominator
            self._spend(STEPS_A_PAIR * len(top) * len(under))
        for k, value in solve_layer(rows, constants, one, inf).items():
            self._enter(k, value, len(rows[k]))


def layer_equations(
    moves: Mapping[int, Move], known: Mapping[int, Quotient], one: Quotient
) -> Iterator[tuple[int, dict[int, Quotient], Quotient]]:
    """Each state with its row and its constant for `solve_layer`, where one move leads from it to
    others; `known` is what those are worth that have no move here.
    """
    for k, (law, total) in moves.items():
        row = {t: mean([(weight, one)], total) for t, weight in law if t in moves}
        leaving = [(weight, known[t]) for t, weight in law if t not in moves]
        yield k, row, mean(leaving, total) if leaving else one - one


class Answers(ChainSolver):
    """What is asked of a chain, as functions of its symbols: of one symbol on its domain, where it
    has a value everywhere there, of several as one rational function.
    """

    def __init__(self, chain: SymbolGraph, progress: Progress | None = None) -> None:
        super().__init__(chain, progress)
        self.line = Line()
        # For the one symbol of a game its domain, for one of several where that is stated. Of
        # weights with several symbols nothing is asked: the functions hold wherever they are
        # chances.
        self.ends = {
            parameter.name: domain(chain, parameter, self.line)
            for parameter in chain.parameters
            if len(chain.parameters) == 1 or parameter.is_bounded
        }

    def asked(
        self, paid: Mapping[int, object], counted: Container[int] = ()
    ) -> Mapping[int, Function]:
        """{state: the function}, as `solved`, each made when it is asked for."""
        found = self.solved(paid, counted)
        return computed_for(found, lambda k: self.function(found[k]))

    def function(self, quotient: Quotient) -> Function:
        """The quotient of polynomials in the symbols as a function of them."""
        names = self.names
        if len(self.chain.parameters) != 1:
            return RationalFunction(names, quotient)
        ends = self.ends[names[0]]
        value = of_one_symbol(quotient)
        # Somewhere it has no value, as a mean length where play may never end.
        if value.denominator.degree() > 0 and self.line.roots_from(value.denominator, *ends):
            return RationalFunction(names, quotient)
        pieces = Pieces((Piece(*ends, value),), ((), ()))
        return PiecewiseFunction(names[0], self.line, pieces)
