"""Games in which nothing is left to choose, as when strategies are fixed, with any number of
symbols among weights and payoffs: each value is one rational function of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any

from flint import fmpz_poly

from ...acyclic import components, predecessors_of
from ...cost import affordable, refuse_costly
from ...errors import UnsolvableError
from ...exact import Progress, as_exact, shown
from ...parametric.function import PiecewiseFunction
from ...parametric.pieces import Piece, Pieces
from ...parametric.points import Line
from ...parametric.polynomial import Parameter, Polynomial, lifted
from ...parametric.rational import Quotient, reduced, solve_equations
from ...parametric.rational_function import Body, Function, RationalFunction, of_one_symbol, ring_of
from ...solution import computed_for
from .explored import Ends, SymbolGraph, domain

STEPS_A_TERM = 5  # for each outcome of a law
STEPS_A_PAIR = 300  # of terms, in equations on a cycle
CONSTANT = -1  # where a row leads for the number that it adds
Powers = Mapping[int, int]  # {the number of a polynomial: its power}


# --- sums without a common divisor at every step --------------------------------------------------

# A denominator is kept as a whole number and powers of polynomials that are not taken apart: the
# common one of several is read off, and only what is asked for is brought to lowest terms.


@dataclass(frozen=True)
class Weight:
    """A weight as a whole number times a polynomial without a common divisor, and the text of
    that.
    """

    number: int
    part: Body
    text: str


@dataclass(frozen=True)
class Scaled:
    """numerator / (number * the product of polynomials to their powers)."""

    numerator: Body
    number: int = 1
    powers: Powers = field(default_factory=dict)

    @property
    def size(self) -> tuple[int, int]:
        """By which denominators are sorted: later ones are multiples of the earlier most often."""
        return sum(self.powers.values()), self.number


class Ring:
    """The polynomials in some symbols, with those that stand in denominators."""

    def __init__(self, parameters: Sequence[Parameter], *more: str) -> None:
        self.parameters = (*parameters, *map(Parameter, more))
        # A number is one of a ring as well, whose symbol nobody sees.
        self.names = tuple(parameter.name for parameter in self.parameters) or ("none",)
        self.context = ring_of(self.names)
        self.one: Body = self.context.constant(1)
        self.atoms: list[Body] = []
        self._numbers: dict[str, int] = {}
        # By their identities: laws of many states hold the same weights. Kept, so that none is
        # taken for another.
        self._weights: dict[int, tuple[object, Weight]] = {}

    def scaled(self, number: object) -> Scaled:
        """A number or polynomial."""
        if not isinstance(number, Polynomial):
            exact = as_exact(number)
            return Scaled(self.context.constant(exact.numerator), exact.denominator)
        body = lifted(number, self.parameters)
        common = lcm(*(int(c.q) for c in body.coeffs()))
        terms = {powers: int(c * common) for powers, c in body.to_dict().items()}
        return Scaled(self.context.from_dict(terms), common)

    def weight(self, given: object) -> Weight:
        """The weight of a law in lowest terms, in which coefficients are whole."""
        known = self._weights.get(id(given))
        if known is None:
            known = self._weights[id(given)] = given, self.split(self.scaled(given).numerator)
        return known[1]

    def split(self, body: Body) -> Weight:
        """The polynomial, which is not 0, as a weight."""
        number, part = body.primitive()
        return Weight(int(number), part, str(part))

    def times(self, weight: Weight, factor: Body) -> Weight:
        """The product with a polynomial without a common divisor."""
        part = weight.part * factor
        return Weight(weight.number, part, str(part))

    def over(self, value: Scaled, weight: Weight) -> Scaled:
        """The quotient by a weight."""
        number = value.number * weight.number
        if weight.part.is_one():
            return Scaled(value.numerator, number, value.powers)
        sign, factors = self._factors(weight.part)
        powers = dict(value.powers)
        for part, power in factors:
            # The number of the polynomial among those of denominators
            text = str(part)
            if text not in self._numbers:
                self._numbers[text] = len(self.atoms)
                self.atoms.append(part)
            atom = self._numbers[text]
            powers[atom] = powers.get(atom, 0) + power
        return Scaled(value.numerator, number * sign, powers)

    def _factors(self, part: Body) -> tuple[int, list[tuple[Body, int]]]:
        """The polynomial as a sign and powers of others, of which it is one most often."""
        if str(part) in self._numbers:
            return 1, [(part, 1)]
        sign, factors = part.factor_squarefree()
        return int(sign), [(each, int(power)) for each, power in factors]

    def raised(self, value: Scaled, number: int, powers: Powers) -> Any:
        """What its numerator is multiplied by for this multiple of its denominator."""
        factor = number // value.number
        missing = {k: power - value.powers.get(k, 0) for k, power in powers.items()}
        if not any(missing.values()):
            return factor
        product = self.one * factor
        for k, power in missing.items():
            product = product * self.atoms[k] ** power
        return product

    def added(self, one: Scaled, other: Scaled, times: int) -> Scaled:
        """The one plus so many times the other."""
        number = lcm(one.number, other.number)
        powers = _joined(one.powers, other.powers)
        mine, theirs = (self.raised(value, number, powers) for value in (one, other))
        left = one.numerator if isinstance(mine, int) and mine == 1 else one.numerator * mine
        return Scaled(left + other.numerator * (theirs * times), number, powers)

    def mean(self, parts: Iterable[tuple[Weight, Scaled]], total: Weight) -> Scaled:
        """The sum of weight times value, divided by the total.

        Values with proportional weights are added first, which takes products by numbers alone.
        """
        sums: dict[str, tuple[Body, Scaled]] = {}
        for weight, value in sorted(parts, key=lambda part: part[1].size):
            part, summed = sums.get(weight.text, (weight.part, Scaled(self.one * 0)))
            sums[weight.text] = part, self.added(summed, value, weight.number)
        whole = Scaled(self.one * 0)
        for part, summed in sums.values():
            whole = self.added(
                whole, Scaled(summed.numerator * part, summed.number, summed.powers), 1
            )
        return self.over(whole, total)

    def lowest(self, value: Scaled) -> Quotient:
        """The value in lowest terms."""
        under = self.one * value.number
        for k, power in value.powers.items():
            under = under * self.atoms[k] ** power
        return reduced(value.numerator, under)

    def of_quotient(self, quotient: Quotient) -> Scaled:
        """The quotient as such a value."""
        denominator = self.split(quotient.denominator)
        return self.over(Scaled(quotient.numerator), denominator)


def _joined(one: Powers, other: Powers) -> Powers:
    """The larger power of each."""
    if one == other:
        return one
    return {k: max(one.get(k, 0), other.get(k, 0)) for k in {*one, *other}}


# --- solving --------------------------------------------------------------------------------------


Row = list[tuple[int, Weight]]


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

    def __init__(self, chain: SymbolGraph, ring: Ring, question: Question) -> None:
        self.chain, self.ring, self.question = chain, ring, question
        self.found = {k: ring.scaled(paid) for k, paid in question.paid.items()}
        self.found[CONSTANT] = ring.scaled(1)
        self.moved: dict[int, Weight] = {}
        self.spent = 0

    def solved(self, progress: Progress | None = None) -> dict[int, Scaled]:
        """{state: answer}."""
        after = [
            ([] if k in self.question.paid else list(self.chain.laws[k]))
            for k in range(len(self.chain.states))
        ]
        order = components(after)
        for done, layer in enumerate(order, 1):
            self._settle(layer, after)
            if progress and done % 1000 == 0:
                progress(done, len(order))
        return self.found

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
            # A common divisor of the parts takes longer with each pair of their terms.
            top: Body = constants[k].numerator
            under: Body = constants[k].denominator
            self._spend(STEPS_A_PAIR * len(top) * len(under))
        solved = solve_equations(rows, constants, ring.lowest(ring.scaled(1)))
        for k, value in solved.items():
            self._enter(k, ring.of_quotient(value), len(rows[k]))


class Answers:
    """What is asked of a chain, as functions of its symbols: of one symbol on its domain, where it
    has a value everywhere there, of several as one rational function.
    """

    def __init__(self, chain: SymbolGraph, progress: Progress | None = None) -> None:
        refuse_endless(chain)
        self.chain, self.progress = chain, progress
        self.line = Line()
        # For the one symbol of a game its domain, for one of several where that is stated. Of
        # weights with several symbols nothing is asked: the functions hold wherever they are
        # chances.
        self.ends = {
            parameter.name: domain(chain, parameter, self.line)
            for parameter in chain.parameters
            if len(chain.parameters) == 1 or parameter.is_bounded
        }
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
