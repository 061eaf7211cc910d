"""Numbers that hold symbols: polynomials with rational coefficients, as weights of a law or as
payoffs, in one symbol, or where nothing is chosen in several; and quotients of polynomials, in
lowest terms over the integers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import chain
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from flint import Ordering, arb, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly, fmpz_poly

from ..exact.cost import refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Exact, as_exact, as_fmpq, exact_text, is_symbolic, ratio, shown

if TYPE_CHECKING:
    from .expressions import Symbolic  # sympy is slow to import

STEPS_OF_ROOTS = 4000  # times the square of the degree, to find them
T = TypeVar("T")
Operation = Callable[[Any, Any], Any]  # of two numbers or functions of a kind
Exponents = tuple[int, ...]
Terms = Mapping[Exponents, Any]  # {the powers of the symbols in their order: coefficient}


UNIT = fmpz_poly([1])


class HoldsSymbol(RulesError):
    """A number was needed where a game holds a symbol."""


class SeveralSymbols(RulesError):
    """More than one symbol was found where one alone is answered for."""


@dataclass(frozen=True)
class Parameter:
    """A symbol by its name, and the ends between which it lies, where they are stated."""

    name: str
    low: Exact | None = None
    high: Exact | None = None

    def __str__(self) -> str:
        """The domain as it is typed, or the name alone."""
        if self.low is None or self.high is None:
            return self.name
        return f"{exact_text(self.low)}..{exact_text(self.high)}"

    @property
    def is_bounded(self) -> bool:
        """Whether the ends are stated."""
        return self.low is not None


Parameters = tuple[Parameter, ...]


Made = TypeVar("Made", covariant=True)


class Calculated(Generic[Made]):
    """The operators of what is calculated with as with a number, by `_with` for each."""

    __slots__ = ()

    def _with(self, other: object, operation: Operation) -> Made:
        raise NotImplementedError

    def __add__(self, other: object) -> Made:
        return self._with(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: object) -> Made:
        return self._with(other, operator.sub)

    def __rsub__(self, other: object) -> Made:
        return (-self) + other  # type: ignore[operator,no-any-return]

    def __mul__(self, other: object) -> Made:
        return self._with(other, operator.mul)

    __rmul__ = __mul__


@dataclass(frozen=True, eq=False, repr=False)
class Polynomial(Calculated["Polynomial"]):
    """A polynomial in one symbol, calculated with as with a number: `1 - p`, `p * p / 2`.

    >>> p = parameter("p", 0, 1)
    >>> p * (1 - p), (p + 1) ** 2
    (p - p^2, 1 + 2*p + p^2)
    """

    parameter: Parameter
    body: fmpq_poly

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The symbols that it is a polynomial in."""
        return (self.parameter,)

    @property
    def names(self) -> list[str]:
        """The names of the symbols."""
        return [parameter.name for parameter in self.parameters]

    @property
    def _key(self) -> tuple[object, ...]:
        return tuple(map(as_exact, self.body.coeffs()))

    def at(self, value: Exact) -> Exact:
        """Its value where the symbol is this number."""
        return as_exact(self.body(as_fmpq(value)))

    def expression(self) -> Symbolic:
        """The polynomial for sympy, whose symbols are numbers of 0 or more; its domain is lost."""
        from .expressions import as_expression, symbol

        p = symbol(self.parameter.name)
        terms = (as_expression(c) * p**k for k, c in enumerate(self._key))
        return sum(terms, as_expression(0))

    def _with(self, other: object, operation: Operation) -> Polynomial:
        """The sum or product with a number or another polynomial."""
        held = self.parameters
        if is_symbolic(other):
            other = polynomial_of(other, "an operand", held[0] if len(held) == 1 else None)
        if not isinstance(other, Polynomial):
            other = as_exact(
                other, f"what {self if len(held) > 1 else held[0].name} is combined with"
            )
        elif held != other.parameters:
            held = parameters_of((self, other))
        if len(held) > 1:
            return of_several(operation, self, other)
        return Polynomial(self.parameter, operation(self.body, body_of(other)))

    def __neg__(self) -> Polynomial:
        return self * -1

    def __truediv__(self, other: object) -> Polynomial:
        divisor = as_exact(other, f"what {self} is divided by")
        if divisor == 0:
            raise RulesError(f"{self} is divided by 0")
        return self * ratio(divisor.denominator, divisor.numerator)

    def __pow__(self, power: int) -> Polynomial:
        return Polynomial(self.parameter, self.body**power)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polynomial):
            return NotImplemented
        return self.parameters == other.parameters and self._key == other._key

    def __hash__(self) -> int:
        return hash((tuple(self.names), self._key))

    def _refuse(self, *_: object) -> NoReturn:
        """Raise `HoldsSymbol`: it has no place among numbers."""
        values = "a value" if len(self.names) == 1 else "values"
        raise HoldsSymbol(f"{self} is no number: give {', '.join(self.names)} {values} first")

    __lt__ = __le__ = __gt__ = __ge__ = __index__ = _refuse

    def __repr__(self) -> str:
        terms: Terms = {(k,): c for k, c in enumerate(self.body.coeffs())}
        return terms_text(terms, [self.parameter.name])


def parameter(name: str, low: Exact = 0, high: Exact = 1) -> Polynomial:
    """The symbol of this name, which lies between two numbers.

    Raises `RulesError` for a domain without interior, `InexactError` for a float.

    >>> p = parameter("p", 0, 1)
    >>> 1 - p * p / 2
    1 - 1/2*p^2
    """
    _refuse_no_name(name)
    least = as_exact(low, f"the low end of {name}")
    most = as_exact(high, f"the high end of {name}")
    if least >= most:
        raise RulesError(
            f"the domain of {name} must have an interior, got {shown(least)} to {shown(most)}: for "
            f"one number, write it in place of {name}"
        )
    return Polynomial(Parameter(name, least, most), fmpq_poly([0, 1]))


def without_domain(name: str) -> Polynomial:
    """The symbol of this name, whose domain follows from the weights that hold it."""
    _refuse_no_name(name)
    return Polynomial(Parameter(name), fmpq_poly([0, 1]))


def _refuse_no_name(name: object) -> None:
    if not (isinstance(name, str) and name.isidentifier()):
        raise RulesError(f"the name of a symbol must be a word such as p, got {shown(name)}")


def polynomial_of(
    expression: Symbolic, where: str, parameter: Parameter | None = None
) -> Polynomial:
    """The expression of sympy as a polynomial in its symbols; `RulesError` when it is none,
    `TooCostly` when its degree is too high.

    >>> from sympy import Symbol
    >>> polynomial_of(1 - Symbol("p") / 2, "a weight")
    1 - 1/2*p
    """
    import sympy

    # Refused before all coefficients of a high degree are listed.
    degree = _degree_bound(expression)
    refuse_costly(f"{where}, of degree {shown(degree)},", STEPS_OF_ROOTS * degree**2)
    unknowns = sorted(expression.free_symbols, key=str)
    unknowns = unknowns or [sympy.Symbol(parameter.name if parameter else "")]
    try:
        terms = sympy.Poly(expression, *unknowns, domain="QQ").terms()
    except sympy.PolynomialError:
        raise RulesError(
            f"{where} must be a polynomial in {', '.join(map(str, unknowns))} with exact numbers, "
            f"got {shown(str(expression))}"
        ) from None
    if expression.has(sympy.Float):
        raise RulesError(f"{where} must be exact, got a float in {shown(str(expression))}")
    held = tuple(Parameter(unknown.name) for unknown in unknowns)
    if parameter is not None and [one.name for one in held] == [parameter.name]:
        held = (parameter,)
    coefficients = {powers: fmpq(int(c.p), int(c.q)) for powers, c in terms}
    return simplest_of(held, _context(held).from_dict(coefficients))


def _degree_bound(expression: Symbolic) -> int:
    """A bound on the degree in all symbols together of what is a polynomial, else any number."""
    if expression.is_Pow and expression.exp.is_Integer:
        return int(expression.exp) * _degree_bound(expression.base)
    degrees = [_degree_bound(part) for part in expression.args]
    if expression.is_Mul:
        return sum(degrees)
    return max(degrees, default=int(expression.is_Symbol))


def two_symbols(names: Iterable[str]) -> SeveralSymbols:
    """What is raised where a game holds more than one symbol."""
    return SeveralSymbols(
        f"a game with choices may hold one symbol, got {', '.join(names)}: give numbers to all "
        "but one"
    )


def parameters_of(numbers: Iterable[object]) -> tuple[Parameter, ...]:
    """The symbols that the numbers hold, by their names; `RulesError` when they state two domains
    of one.
    """
    found = dict[str, Parameter]()
    held = [number.parameters for number in numbers if isinstance(number, Polynomial)]
    for parameter in chain(*held):
        known = found.setdefault(parameter.name, parameter)
        if not known.is_bounded:
            found[parameter.name] = parameter
        elif parameter.is_bounded and parameter != known:
            raise RulesError(f"the domain of {parameter.name} must be stated once, got two domains")
    return tuple(found[name] for name in sorted(found))


def holds_symbol(thing: object) -> bool:
    """Whether it is a number with a symbol, a tuple with one, or a game that has one among its
    options.
    """
    if isinstance(thing, Polynomial):
        return True
    if isinstance(thing, tuple):
        return any(map(holds_symbol, thing))
    if is_dataclass(thing):
        if hasattr(thing, "__dict__"):
            return any(map(holds_symbol, vars(thing).values()))
        return any(holds_symbol(getattr(thing, field.name)) for field in fields(thing))
    return is_symbolic(thing) and bool(thing.free_symbols)  # type: ignore[attr-defined]


def body_of(number: object) -> fmpq_poly:
    """The polynomial of a number with or without a symbol."""
    if isinstance(number, Polynomial):
        _ = number.parameter  # which refuses several symbols
        return number.body
    return fmpq_poly([as_fmpq(as_exact(number))])


def with_symbols(weights: Iterable[object], where: str) -> tuple[Exact | Polynomial, ...]:
    """Each of the weights as an exact number or a polynomial; `InexactError` for a float."""
    exact: list[Exact | Polynomial] = []
    for place, weight in enumerate(weights, 1):
        if isinstance(weight, Polynomial):
            exact.append(weight)
        elif is_symbolic(weight) and weight.free_symbols:  # type: ignore[attr-defined]
            exact.append(polynomial_of(weight, f"{where} {place}"))
        else:
            exact.append(as_exact(weight, f"{where} {place}"))
    parameters_of(exact)  # which refuses two domains of one symbol
    return tuple(exact)


def in_lowest_terms(weights: Mapping[T, object]) -> dict[T, int]:
    """The weights, of which some hold a symbol, as polynomials with coprime whole coefficients;
    those that are 0 everywhere are left out.

    They are called ints, as which laws add and multiply them.
    """
    parameters = parameters_of(weights.values())
    is_one = len(parameters) == 1
    bodies: dict[T, Any] = {
        outcome: body_of(weight) if is_one else lifted(weight, parameters)
        for outcome, weight in weights.items()
    }
    coefficients = [c for body in bodies.values() for c in body.coeffs()]
    common = lcm(*(int(c.q) for c in coefficients))
    shared = gcd(*(int(c.p) * (common // int(c.q)) for c in coefficients))
    found = dict[T, int]()
    for outcome, body in bodies.items():
        if body.is_zero():
            continue
        lowest = body * fmpq(common, shared)
        if is_one:
            found[outcome] = Polynomial(parameters[0], lowest)  # type: ignore[assignment]
        else:
            found[outcome] = simplest_of(parameters, lowest)  # type: ignore[assignment]
    return found


def whole_body(weight: int | Polynomial) -> fmpz_poly:
    """The polynomial of a weight in lowest terms, which has whole coefficients."""
    return body_of(weight).numer()


# --- several symbols ------------------------------------------------------------------------------


class Several(Polynomial):
    """A polynomial in two or more symbols, in the order of their names.

    >>> from exactdice import parameter
    >>> p, q = parameter("p", 0, 1), parameter("q", 0, 1)
    >>> (1 - p - q) * (p + q)
    p + q - p^2 - 2*p*q - q^2
    """

    __slots__ = ("parameters",)
    parameters: Parameters
    body: fmpq_mpoly  # type: ignore[assignment]

    def __init__(self, held: Parameters, body: fmpq_mpoly) -> None:
        object.__setattr__(self, "parameters", held)
        object.__setattr__(self, "body", body)

    def __reduce__(self) -> tuple[object, ...]:
        return Several, (self.parameters, self.body)

    @property
    def parameter(self) -> Parameter:
        """Raises `RulesError`: there is more than one."""
        raise two_symbols(self.names)

    @property
    def _key(self) -> tuple[tuple[Exponents, Exact], ...]:
        return tuple(sorted((powers, as_exact(c)) for powers, c in self.body.to_dict().items()))

    def __pow__(self, power: int) -> Polynomial:
        return Several(self.parameters, self.body**power)

    def at(self, _: Exact) -> Exact:
        """Raises `RulesError`: which of the symbols is the number?"""
        raise two_symbols(self.names)

    def __repr__(self) -> str:
        return terms_text(self.body.to_dict(), self.names)


def _context(held: Sequence[Parameter]) -> fmpq_mpoly_ctx:
    return fmpq_mpoly_ctx.get([parameter.name for parameter in held], Ordering.lex)


def simplest_of(held: Parameters, body: fmpq_mpoly) -> Polynomial:
    """The polynomial in the symbols that are left of these."""
    unused = body.unused_gens()
    used = tuple(parameter for parameter in held if parameter.name not in unused)
    if len(used) > 1:
        return Several(used, body.project_to_context(_context(used)))
    place = held.index(used[0]) if used else 0
    terms = {powers[place]: coefficient for powers, coefficient in body.to_dict().items()}
    coefficients = [terms.get(k, fmpq(0)) for k in range(max(terms, default=0) + 1)]
    return Polynomial(held[place], fmpq_poly(coefficients))


def lifted(number: object, held: Parameters) -> fmpq_mpoly:
    """The number or polynomial as one in all of these symbols."""
    context = _context(held)
    if isinstance(number, Several):
        return number.body.project_to_context(context)
    if not isinstance(number, Polynomial):
        return context.constant(as_fmpq(as_exact(number)))
    if number.body.degree() < 1:
        return context.constant(number.body[0])
    places = [int(each.name == number.parameter.name) for each in held]
    terms = {
        tuple(k * place for place in places): coefficient
        for k, coefficient in enumerate(number.body.coeffs())
    }
    return context.from_dict(terms)


def of_several(operation: Operation, left: object, right: object) -> Polynomial:
    """The sum or product of two polynomials or numbers that hold several symbols."""
    held = parameters_of((left, right))
    return simplest_of(held, operation(lifted(left, held), lifted(right, held)))


def sums_of_draws(weights: Mapping[int, object], held: Parameters, count: int) -> dict[int, Any]:
    """{sum: weight} of so many draws of a whole number that has these weights: the coefficients of
    (sum of weight * x^number)^count.
    """
    apart = len(held)  # the place of x, a symbol beside all others
    context = _context((*held, Parameter("the sum")))
    terms = {}
    for number, weight in weights.items():
        for powers, coefficient in lifted(weight, held).to_dict().items():
            terms[(*powers, number)] = coefficient
    one = context.from_dict(terms)
    found: dict[int, dict[Exponents, fmpq]] = {}
    for powers, coefficient in (one**count).to_dict().items():
        found.setdefault(powers[apart], {})[powers[:apart]] = coefficient
    inside = _context(held)
    bodies = {number: inside.from_dict(terms) for number, terms in found.items()}
    return {number: simplest_of(held, body) for number, body in bodies.items()}


def terms_text(terms: Terms, names: Sequence[str]) -> str:
    """A polynomial by its terms, the lowest powers first: `1 - p + 2*p*q^2`.

    >>> terms_text({(1, 2): 2, (0, 0): 1, (1, 0): -1}, ["p", "q"])
    '1 - p + 2*p*q^2'
    """
    return sum_text(term_texts(terms, names)) or "0"


def sum_text(parts: Sequence[str]) -> str:
    """The sum of the terms."""
    return " + ".join(parts).replace("+ -", "- ")


def term_texts(terms: Terms, names: Sequence[str]) -> list[str]:
    """The terms as texts, each with its sign where that is a minus."""
    written = []
    for powers in sorted(terms, key=lambda powers: (sum(powers), [-power for power in powers])):
        if terms[powers]:
            raised = zip(names, powers, strict=True)
            factors = [name if k == 1 else f"{name}^{k}" for name, k in raised if k]
            written.append(term_text(terms[powers], "*".join(factors)))
    return written


def term_text(coefficient: Any, product: str) -> str:
    """One term: `-p`, `3*p^2`, or a number alone."""
    number = as_exact(coefficient)
    if product and abs(number) == 1:
        return "-" * (number < 0) + product
    return exact_text(number) + (f"*{product}" if product else "")


# --- quotients ------------------------------------------------------------------------------------


@dataclass(slots=True, repr=False)
class Quotient:
    """numerator / denominator, whose leading coefficient is positive.

    Sums and products of polynomials with whole coefficients are whole again, and nothing is
    reduced: the common case of weights that are chances.
    """

    numerator: fmpz_poly
    denominator: fmpz_poly

    @property
    def terms(self) -> list[dict[Exponents, int]]:
        """{the powers of the symbols: coefficient} above and below."""
        found: list[dict[Exponents, int]] = []
        part: Any
        for part in (self.numerator, self.denominator):
            if isinstance(part, fmpz_poly):
                found.append({(k,): int(c) for k, c in enumerate(part.coeffs())})
            else:
                found.append({powers: int(c) for powers, c in part.to_dict().items()})
        return found

    @property
    def degree(self) -> int:
        """The larger degree of the two."""
        return max(self.numerator.degree(), self.denominator.degree())

    @property
    def is_zero(self) -> bool:
        """Whether it is 0 everywhere."""
        return bool(self.numerator.is_zero())

    def at(self, value: fmpq) -> fmpq:
        """Its value at a rational number that is no root of the denominator."""
        return fmpq(1) * self.numerator(value) / self.denominator(value)

    def exactly_at(self, value: Exact) -> Exact:
        """Its value as an exact number."""
        return as_exact(self.at(as_fmpq(value)))

    def near(self, value: arb) -> arb:
        """A ball around its values there."""
        if self.denominator.is_one():
            return self.numerator(value)
        return self.numerator(value) / self.denominator(value)

    def __hash__(self) -> int:
        return hash((str(self.numerator), str(self.denominator)))

    def __neg__(self) -> Quotient:
        return Quotient(-self.numerator, self.denominator)

    def __add__(self, other: Quotient) -> Quotient:
        if self.denominator == other.denominator:
            return reduced(self.numerator + other.numerator, self.denominator)
        crossed = self.numerator * other.denominator + other.numerator * self.denominator
        return reduced(crossed, self.denominator * other.denominator)

    def __sub__(self, other: Quotient) -> Quotient:
        return self + -other

    def __mul__(self, other: Quotient) -> Quotient:
        return reduced(self.numerator * other.numerator, self.denominator * other.denominator)

    def __truediv__(self, other: Quotient) -> Quotient:
        return reduced(self.numerator * other.denominator, self.denominator * other.numerator)

    def difference_sign(self, other: Quotient) -> fmpz_poly:
        """A polynomial with the roots of this function less the other."""
        if self.denominator == other.denominator:
            return self.numerator - other.numerator
        return self.numerator * other.denominator - other.numerator * self.denominator

    def derivative(self) -> Quotient:
        """Its derivative."""
        top = self.numerator
        under = self.denominator
        return reduced(top.derivative() * under - top * under.derivative(), under * under)


def reduced(numerator: fmpz_poly, denominator: fmpz_poly) -> Quotient:
    """numerator / denominator in lowest terms; the denominator is not 0."""
    if denominator.is_one():
        return Quotient(numerator, denominator)
    shared = numerator.gcd(denominator)  # of the contents too
    if denominator.leading_coefficient() < 0:
        shared = -shared
    if shared.is_one():
        return Quotient(numerator, denominator)
    return Quotient(numerator // shared, denominator // shared)


def quotient_of(body: fmpq_poly) -> Quotient:
    """A polynomial with rational coefficients."""
    return Quotient(body.numer(), fmpz_poly([body.denom()]))


NOTHING = Quotient(fmpz_poly([]), UNIT)
ONE = Quotient(UNIT, UNIT)


def mean(parts: Iterable[tuple[fmpz_poly, Quotient]], total: fmpz_poly) -> Quotient:
    """The sum of weight times function, divided by the total weight."""
    parts = list(parts)
    common = parts[0][1].denominator
    for _, part in parts[1:]:
        if part.denominator != common:
            common = common * (part.denominator // common.gcd(part.denominator))
    summed = 0 * common
    for weight, part in parts:
        if part.denominator != common:
            weight *= common // part.denominator
        summed += weight * part.numerator
    return reduced(summed, total * common)


# --- linear equations -----------------------------------------------------------------------------


def solve_equations_at_once(lines: list[list[Quotient]]) -> list[Quotient] | None:
    """The solution of as many equations as unknowns, each a line of coefficients and what they sum
    to; None when there is no single one.
    """
    lines = list(map(list, lines))
    for k in range(len(lines)):
        usable = [i for i in range(k, len(lines)) if not lines[i][k].is_zero]
        if not usable:
            return None
        pivot = lines.pop(usable[0])
        scaled = [entry / pivot[k] for entry in pivot]
        for line in lines:
            factor = line[k]
            if not factor.is_zero:
                line[:] = [a - factor * b for a, b in zip(line, scaled, strict=True)]
        lines.insert(k, scaled)
    return [line[-1] for line in lines]
