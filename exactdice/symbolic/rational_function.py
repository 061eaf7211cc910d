"""Rational functions of parameters: quotients of polynomials with whole coefficients, in lowest
terms. Numbers that hold parameters, as weights of a distribution or as payoffs, are polynomials
with rational coefficients.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import chain
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from flint import Ordering, arb, fmpq, fmpq_mpoly_ctx, fmpz_mpoly_ctx, fmpz_poly

from ..exact.cost import refuse_costly
from ..exact.errors import QueryError, RulesError, nearest
from ..exact.numbers import Exact, as_exact, as_fmpq, exact_text, is_symbolic, shown

if TYPE_CHECKING:
    from .expressions import Symbolic  # sympy is slow to import

STEPS_OF_ROOTS = 4000  # times the square of the degree, to find them
POWER = re.compile(r"\^(\d+)")
NUMBER = re.compile(r"\d+(?:/\d+)?")
T = TypeVar("T")
Kind = TypeVar("Kind", bound="RationalFunction")
Operation = Callable[[Any, Any], Any]  # of two numbers or functions of a kind
Exponents = tuple[int, ...]
Terms = Mapping[Exponents, Any]  # {the powers of the parameters in their order: coefficient}
Body = Any  # `fmpz_poly` in one parameter, `fmpz_mpoly` in several


class HoldsSymbol(RulesError):
    """A number was needed where a game holds a parameter."""


class SeveralSymbols(RulesError):
    """More than one parameter was found where one alone is answered for."""


@dataclass(frozen=True)
class Parameter:
    """A parameter by its name, and the ends between which it lies, where they are stated."""

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


Parameters = tuple[Parameter, ...]  # in the order of their names


def terms_of(body: Body) -> dict[Exponents, int]:
    """{the powers of the parameters: coefficient} of a polynomial."""
    if isinstance(body, fmpz_poly):
        return {(k,): int(c) for k, c in enumerate(body.coeffs()) if c}
    return {powers: int(c) for powers, c in body.to_dict().items()}


def polynomial_of_terms(parameters: Parameters, terms: Terms) -> Body:
    """The polynomial in these parameters with these whole coefficients."""
    if len(parameters) > 1:
        names = [parameter.name for parameter in parameters]
        return fmpz_mpoly_ctx.get(names, Ordering.lex).from_dict(terms)
    (degree,) = max(terms, default=(-1,))
    return fmpz_poly([terms.get((k,), 0) for k in range(degree + 1)])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RationalFunction:
    """A quotient of two polynomials in some parameters, in lowest terms; the leading coefficient of
    the denominator is positive.

    >>> from exactdice import dice, DiceBattle, parameter, profile_values
    >>> p, q = parameter("p", 0, 1), parameter("q", 0, 1)
    >>> game = DiceBattle(dice=1, target=2, weights=(p, q, 1 - p - q))
    >>> gain = profile_values(game, (dice(1), dice(1)))[game.start]
    >>> gain, gain.at(p=0), gain.at(p=1, q=0)
    (1 - 2*p + 2*p^2, 1, 1)
    """

    parameters: Parameters
    numerator: Body
    denominator: Body

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def parameter(self) -> Parameter:
        """The only parameter; `SeveralSymbols` where there are more."""
        if len(self.parameters) > 1:
            raise several_symbols(self.names)
        return self.parameters[0]

    @property
    def degree(self) -> int:
        """The larger degree of the two polynomials in one parameter."""
        return int(max(self.numerator.degree(), self.denominator.degree()))

    @property
    def is_zero(self) -> bool:
        """Whether it is 0 everywhere."""
        return bool(self.numerator.is_zero())

    @property
    def is_multilinear(self) -> bool:
        """Whether both polynomials are linear in each of the parameters."""
        return all(max(powers) < 2 for terms in self._terms for powers in terms)

    @classmethod
    def constant(cls: type[Kind], number: Exact, parameters: Parameters) -> Kind:
        """The number as a function of these parameters."""
        parts = (number.numerator, number.denominator)
        if len(parameters) == 1:  # most are, and take no detour
            return cls(parameters, *(fmpz_poly([part]) for part in parts))
        powers = (0,) * len(parameters)
        return cls(parameters, *(polynomial_of_terms(parameters, {powers: part}) for part in parts))

    def among(self: Kind, parameters: Parameters) -> Kind:
        """It as a function of these parameters, which hold all that it depends on."""
        names = self.names
        if len(names) == 1 and names[0] == parameters[0].name and len(parameters) == 1:
            return type(self)(parameters, self.numerator, self.denominator)
        places = [
            names.index(parameter.name) if parameter.name in names else None
            for parameter in parameters
        ]
        parts = []
        for part in (self.numerator, self.denominator):
            terms = {
                tuple(0 if place is None else powers[place] for place in places): c
                for powers, c in terms_of(part).items()
            }
            parts.append(polynomial_of_terms(parameters, terms))
        return type(self)(parameters, *parts)

    # --- numbers for the parameters ---------------------------------------------------------------

    def value_at(self, number: fmpq) -> Any:
        """Its value where the only parameter is no root of the denominator."""
        return fmpq(1) * self.numerator(number) / self.denominator(number)

    def near(self, number: arb) -> Any:
        """A ball around its values where the only parameter is in a ball."""
        if self.denominator.is_one():
            return self.numerator(number)
        return self.numerator(number) / self.denominator(number)

    def at(self, *number: Exact, **numbers: Exact) -> Any:
        """Its exact value where the parameters are these numbers, the only one without its name; a
        function of the parameters that are left out.

        Raises `QueryError` for another parameter, and where the denominator is 0 there.
        """
        if number:
            _ = self.parameter  # which refuses several
            return as_exact(self.value_at(as_fmpq(*number)))
        self._refuse_other_names(numbers)
        exact = {name: as_exact(number, name) for name, number in numbers.items()}
        known: dict[str | int, fmpq] = {name: as_fmpq(number) for name, number in exact.items()}
        context = fmpq_mpoly_ctx.get(list(self.names), Ordering.lex)
        top, under = (
            context.from_dict(terms_of(part)).subs(known).to_dict()
            for part in (self.numerator, self.denominator)
        )
        if not under:
            at = ", ".join(f"{name} = {exact_text(number)}" for name, number in exact.items())
            raise QueryError(f"{shown(self)} has no value at {at}: its denominator is 0 there")
        left = tuple(parameter for parameter in self.parameters if parameter.name not in exact)
        if not left:
            value, divisor = (sum(terms.values(), fmpq(0)) for terms in (top, under))
            return as_exact(value / divisor)
        common = lcm(*(int(c.q) for c in chain(top.values(), under.values())))
        parts = (
            polynomial_of_terms(self.parameters, {k: int(c * common) for k, c in terms.items()})
            for terms in (top, under)
        )
        return self.quotient(*parts).among(left)

    def _refuse_other_names(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.names:
                raise QueryError(
                    f"{name} is no symbol of the function{nearest(name, self.names)}: they are "
                    f"{', '.join(self.names)}"
                )

    # --- calculating ------------------------------------------------------------------------------

    def quotient(self: Kind, numerator: Body, denominator: Body) -> Kind:
        """numerator / denominator, polynomials in the same parameters, in lowest terms; the
        denominator is not 0.
        """
        if not denominator.is_one():
            shared = numerator.gcd(denominator)  # of the contents too
            if denominator.leading_coefficient() < 0:
                shared = -shared
            if not shared.is_one():
                numerator //= shared
                denominator //= shared
        return type(self)(self.parameters, numerator, denominator)

    def _matched(self: Kind, other: object) -> tuple[Kind, Any]:
        """It and the other as functions of the same parameters."""
        if not isinstance(other, RationalFunction):
            exact = as_exact(other, "what a rational function is combined with")
            other = self.constant(exact, self.parameters)
        if self.parameters is other.parameters or self.parameters == other.parameters:
            return self, other
        parameters = parameters_of((self, other))
        return self.among(parameters), other.among(parameters)

    def __neg__(self: Kind) -> Kind:
        return type(self)(self.parameters, -self.numerator, self.denominator)

    def __add__(self: Kind, other: object) -> Kind:
        one, two = self._matched(other)
        if one.denominator == two.denominator:
            return one.quotient(one.numerator + two.numerator, one.denominator)
        crossed = one.numerator * two.denominator + two.numerator * one.denominator
        return one.quotient(crossed, one.denominator * two.denominator)

    __radd__ = __add__

    def __sub__(self: Kind, other: object) -> Kind:
        one, two = self._matched(other)
        if one.denominator == two.denominator:
            return one.quotient(one.numerator - two.numerator, one.denominator)
        return one.quotient(one.difference_sign(two), one.denominator * two.denominator)

    def __rsub__(self: Kind, other: object) -> Kind:
        return -self + other

    def __mul__(self: Kind, other: object) -> Kind:
        one, two = self._matched(other)
        return one.quotient(one.numerator * two.numerator, one.denominator * two.denominator)

    __rmul__ = __mul__

    def __truediv__(self: Kind, other: object) -> Kind:
        one, two = self._matched(other)
        if two.is_zero:
            raise QueryError(f"{shown(self)} is divided by 0")
        return one.quotient(one.numerator * two.denominator, one.denominator * two.numerator)

    def __rtruediv__(self: Kind, other: object) -> Kind:
        return (self * 0 + other) / self

    def __pow__(self: Kind, power: int) -> Kind:
        return self.quotient(self.numerator**power, self.denominator**power)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, (RationalFunction, int, Fraction)):
            return NotImplemented
        one, two = self._matched(other)
        return bool(one.numerator == two.numerator and one.denominator == two.denominator)

    def __hash__(self) -> int:
        return hash(str(self))

    def difference_sign(self, other: RationalFunction) -> Body:
        """A polynomial with the roots of this function less the other, of the same parameters."""
        if self.denominator == other.denominator:
            return self.numerator - other.numerator
        return self.numerator * other.denominator - other.numerator * self.denominator

    def derivative(self: Kind, *name: str) -> Kind:
        """Its derivative by the parameter of this name, or by the only one."""
        self._refuse_other_names(name)
        of = name if len(self.parameters) > 1 else ()
        top, under = self.numerator, self.denominator
        crossed = top.derivative(*of) * under - top * under.derivative(*of)
        return self.quotient(crossed, under * under)

    # --- written ----------------------------------------------------------------------------------

    def expression(self) -> Symbolic:
        """The function for sympy, in factors; nothing is assumed of its symbols."""
        from .expressions import factored_quotient

        return factored_quotient(*self._terms, self.names)

    @property
    def _terms(self) -> tuple[Terms, Terms]:
        return terms_of(self.numerator), terms_of(self.denominator)

    def _texts(self) -> list[str]:
        return [terms_text(terms, self.names) for terms in self._terms]

    def __repr__(self) -> str:
        top, under = self._texts()
        return top if under == "1" else fraction_text(top, under)

    def latex(self) -> str:
        r"""The function in LaTeX, for math mode."""
        top, under = map(text_latex, self._texts())
        return top if under == "1" else rf"\frac{{{top}}}{{{under}}}"


class Polynomial(RationalFunction):
    """A polynomial with rational coefficients, calculated with as with a number: `1 - p`,
    `p * p / 2`. It is one in the parameters that it depends on, or else in one of them.

    >>> from exactdice import parameter
    >>> p, q = parameter("p", 0, 1), parameter("q", 0, 1)
    >>> p * (1 - p), (p + 1) ** 2, (1 - p - q) * (p + q)
    (p - p^2, 1 + 2*p + p^2, p + q - p^2 - 2*p*q - q^2)
    """

    __slots__ = ()

    @classmethod
    def of_terms(cls, parameters: Parameters, terms: Terms) -> Polynomial:
        """The polynomial with these coefficients, in those of the parameters that it depends on."""
        common = lcm(*(int(c.denominator) for c in terms.values()))
        whole = {powers: int(c * common) for powers, c in terms.items()}
        one = cls.constant(1, parameters)
        return one.quotient(polynomial_of_terms(parameters, whole), one.denominator * common)

    def quotient(self, numerator: Body, denominator: Body) -> Polynomial:
        """numerator / denominator, a whole number, in the parameters that are left."""
        found = super().quotient(numerator, denominator)
        if len(self.parameters) == 1:
            return found
        unused = found.numerator.unused_gens()
        used = tuple(each for each in self.parameters if each.name not in unused)
        return found.among(used or self.parameters[:1]) if unused else found

    def _matched(self, other: object) -> tuple[Polynomial, Any]:
        if is_symbolic(other):
            held = self.parameters
            other = polynomial_of(other, "an operand", held[0] if len(held) == 1 else None)
        elif not isinstance(other, RationalFunction):
            what = self if len(self.parameters) > 1 else self.parameter.name
            exact = as_exact(other, f"what {what} is combined with")
            return self, self.constant(exact, self.parameters)
        return super()._matched(other)

    def expression(self) -> Symbolic:
        """The polynomial for sympy, whose symbols are numbers of 0 or more; its domain is lost."""
        from .expressions import as_expression, symbol

        p = symbol(self.parameter.name)
        terms = (as_expression(as_exact(c)) * p**k for (k,), c in self._coefficients().items())
        return sum(terms, as_expression(0))

    def _coefficients(self) -> Terms:
        below = int(self.denominator.leading_coefficient())
        return {powers: fmpq(c, below) for powers, c in terms_of(self.numerator).items()}

    def __truediv__(self, other: object) -> Polynomial:
        divisor = as_exact(other, f"what {self} is divided by")
        if divisor == 0:
            raise RulesError(f"{self} is divided by 0")
        return super().__truediv__(divisor)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polynomial):
            return NotImplemented
        return self.parameters == other.parameters and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((str(self.numerator), str(self.denominator)))

    def _refuse(self, *_: object) -> NoReturn:
        """Raise `HoldsSymbol`: it has no place among numbers."""
        values = "a value" if len(self.names) == 1 else "values"
        raise HoldsSymbol(f"{self} is no number: give {', '.join(self.names)} {values} first")

    __lt__ = __le__ = __gt__ = __ge__ = __index__ = _refuse

    def __repr__(self) -> str:
        return terms_text(self._coefficients(), self.names)


def parameter(name: str, low: Exact = 0, high: Exact = 1) -> Polynomial:
    """The parameter of this name, which lies between two numbers.

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
    return Polynomial((Parameter(name, least, most),), fmpz_poly([0, 1]), fmpz_poly([1]))


def without_domain(name: str) -> Polynomial:
    """The parameter of this name, whose domain follows from the weights that hold it."""
    _refuse_no_name(name)
    return Polynomial((Parameter(name),), fmpz_poly([0, 1]), fmpz_poly([1]))


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
    from .expressions import terms_in

    # Refused before all coefficients of a high degree are listed.
    degree = _degree_bound(expression)
    refuse_costly(f"{where}, of degree {shown(degree)},", STEPS_OF_ROOTS * degree**2)
    names = sorted(map(str, expression.free_symbols))
    terms = terms_in(expression, where, names or [parameter.name if parameter else ""])
    held = tuple(map(Parameter, names))
    if parameter is not None and names in ([], [parameter.name]):
        held = (parameter,)
    return Polynomial.of_terms(held or (Parameter(""),), terms)


def _degree_bound(expression: Symbolic) -> int:
    """A bound on the degree in all symbols together of what is a polynomial, else any number."""
    if expression.is_Pow and expression.exp.is_Integer:
        return int(expression.exp) * _degree_bound(expression.base)
    degrees = [_degree_bound(part) for part in expression.args]
    if expression.is_Mul:
        return sum(degrees)
    return max(degrees, default=int(expression.is_Symbol))


def several_symbols(names: Iterable[str]) -> SeveralSymbols:
    """What is raised where a game holds more than one parameter."""
    return SeveralSymbols(
        f"a game with choices may hold one symbol, got {', '.join(names)}: give numbers to all "
        "but one"
    )


def parameters_of(numbers: Iterable[object]) -> Parameters:
    """The parameters that the numbers hold, by their names; `RulesError` when they state two
    domains of one.
    """
    found = dict[str, Parameter]()
    held = [number.parameters for number in numbers if isinstance(number, RationalFunction)]
    for parameter in chain(*held):
        known = found.setdefault(parameter.name, parameter)
        if not known.is_bounded:
            found[parameter.name] = parameter
        elif parameter.is_bounded and parameter != known:
            raise RulesError(f"the domain of {parameter.name} must be stated once, got two domains")
    return tuple(found[name] for name in sorted(found))


def holds_symbol(thing: object) -> bool:
    """Whether it is a number with a parameter, a tuple with one, or a game that has one among its
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


def function_of(number: object, parameters: Parameters) -> RationalFunction:
    """The number or polynomial as a function of these parameters."""
    if isinstance(number, Polynomial):
        found = number.among(parameters)
        return RationalFunction(parameters, found.numerator, found.denominator)
    return RationalFunction.constant(as_exact(number), parameters)


def exact_or_polynomial(number: object, where: str) -> Exact | Polynomial:
    """The number as an exact one or a polynomial; `InexactError` for a float."""
    if isinstance(number, Polynomial):
        return number
    if is_symbolic(number) and number.free_symbols:  # type: ignore[attr-defined]
        return polynomial_of(number, where)
    return as_exact(number, where)


def exact_or_polynomials(weights: Iterable[object], where: str) -> tuple[Exact | Polynomial, ...]:
    """Each of the weights as an exact number or a polynomial; `InexactError` for a float."""
    exact = tuple(
        exact_or_polynomial(weight, f"{where} {place}") for place, weight in enumerate(weights, 1)
    )
    parameters_of(exact)  # which refuses two domains of one parameter
    return exact


def in_lowest_terms(weights: Mapping[T, object]) -> dict[T, int]:
    """The weights, of which some hold a parameter, as polynomials with coprime whole coefficients;
    those that are 0 everywhere are left out.

    They are called ints, as which distributions add and multiply them.
    """
    parameters = parameters_of(weights.values())
    given = {x: function_of(weight, parameters) for x, weight in weights.items()}
    denominators = {x: int(one.denominator.leading_coefficient()) for x, one in given.items()}
    common = lcm(*denominators.values())
    scaled = {x: one.numerator * (common // denominators[x]) for x, one in given.items()}
    shared = gcd(*(int(body.content()) for body in scaled.values()))
    one = Polynomial.constant(1, parameters)
    return {
        x: one.quotient(body // shared, one.denominator)  # type: ignore[misc]
        for x, body in scaled.items()
        if not body.is_zero()
    }


def sums_of_draws(weights: Mapping[int, object], held: Parameters, count: int) -> dict[int, Any]:
    """{sum: weight} of so many draws of a whole number that has these weights: the coefficients of
    (sum of weight * x^number)^count.
    """
    terms = {}
    for number, weight in weights.items():
        for powers, coefficient in terms_of(function_of(weight, held).numerator).items():
            terms[(*powers, number)] = coefficient
    power = polynomial_of_terms((*held, Parameter("the sum")), terms) ** count
    found: dict[int, dict[Exponents, int]] = {}
    for powers, coefficient in terms_of(power).items():
        found.setdefault(powers[-1], {})[powers[:-1]] = coefficient
    return {number: Polynomial.of_terms(held, terms) for number, terms in found.items()}


# --- sums and linear equations --------------------------------------------------------------------


def mean(parts: Sequence[tuple[Body, RationalFunction]], total: Body) -> RationalFunction:
    """The sum of weight times function, divided by the total weight."""
    common = parts[0][1].denominator
    for _, part in parts[1:]:
        if part.denominator != common:
            common = common * (part.denominator // common.gcd(part.denominator))
    summed = 0 * common
    for weight, part in parts:
        if part.denominator != common:
            weight *= common // part.denominator
        summed += weight * part.numerator
    return parts[0][1].quotient(summed, total * common)


def solve_equations_at_once(lines: list[list[RationalFunction]]) -> list[RationalFunction] | None:
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


# --- written --------------------------------------------------------------------------------------


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


def fraction_text(*parts: str) -> str:
    """(polynomial)/(polynomial), without brackets where none are needed."""
    return "/".join(text if text.lstrip("-").isalnum() else f"({text})" for text in parts)


def text_latex(text: str) -> str:
    r"""A sum or a product of powers in LaTeX.

    >>> print(text_latex("-1/2*(1 - p)^12"))
    -\tfrac{1}{2} (1 - p)^{12}
    """
    return POWER.sub(r"^{\1}", NUMBER.sub(_number_latex, text)).replace("*", " ")


def _number_latex(found: re.Match[str]) -> str:
    top, mark, under = found[0].partition("/")
    return rf"\tfrac{{{top}}}{{{under}}}" if mark else top
