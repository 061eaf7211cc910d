"""Polynomials in several symbols: weights and payoffs of games in which nothing is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, TypeVar

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly

from ..errors import RulesError
from ..exact import Exact, as_exact, as_fmpq, exact_text, is_symbolic, shown
from .polynomial import (
    HoldsSymbol,
    Operation,
    Parameter,
    Polynomial,
    parameters_of,
    polynomial_of,
    two_symbols,
)

if TYPE_CHECKING:
    from ..symbolic import Symbolic  # sympy is slow to import

T = TypeVar("T")
Parameters = tuple[Parameter, ...]
Exponents = tuple[int, ...]
Terms = Mapping[Exponents, Any]  # {the powers of the symbols in their order: coefficient}


class Several(Polynomial):
    """A polynomial in two or more symbols, in the order of their names.

    >>> from exactdice import parameter
    >>> p, q = parameter("p", 0, 1), parameter("q", 0, 1)
    >>> (1 - p - q) * (p + q)
    p + q - p^2 - 2*p*q - q^2
    """

    __slots__ = ("held",)
    held: Parameters
    body: fmpq_mpoly  # type: ignore[assignment]

    def __init__(self, held: Parameters, body: fmpq_mpoly) -> None:
        object.__setattr__(self, "held", held)
        object.__setattr__(self, "body", body)

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.held, self._key)

    @property
    def parameters(self) -> Parameters:
        """The symbols that it is a polynomial in."""
        return self.held

    @property
    def parameter(self) -> Parameter:  # type: ignore[override]  # which has no single one
        """Raises `RulesError`: there is more than one."""
        raise two_symbols(self.names)

    @property
    def names(self) -> list[str]:
        """The names of the symbols."""
        return [parameter.name for parameter in self.held]

    @property
    def _key(self) -> tuple[tuple[Exponents, Exact], ...]:
        return tuple(sorted((powers, as_exact(c)) for powers, c in self.body.to_dict().items()))

    def _combined(self, operation: Operation, other: object) -> Polynomial:
        """The sum or product with a number or another polynomial."""
        if is_symbolic(other):
            other = polynomial_of(other, "an operand")
        if isinstance(other, Polynomial):
            return of_several(operation, self, other)
        number = as_fmpq(as_exact(other, f"what {self} is combined with"))
        return simplest_of(self.held, operation(self.body, number))

    def __pow__(self, power: int) -> Polynomial:
        return Several(self.held, self.body**power)

    def at(self, _: Exact) -> Exact:
        """Raises `RulesError`: which of the symbols is the number?"""
        raise two_symbols(self.names)

    def __hash__(self) -> int:
        return hash((tuple(self.names), self._key))

    def _unordered(self, _: object) -> bool:
        raise HoldsSymbol(f"{self} is no number: give {', '.join(self.names)} values first")

    __lt__ = __le__ = __gt__ = __ge__ = _unordered

    def __index__(self) -> int:
        raise HoldsSymbol(f"{self} is no number: give {', '.join(self.names)} values first")

    def __repr__(self) -> str:
        return terms_text(self.body.to_dict(), self.names)


def _made(held: Parameters, key: tuple[tuple[Exponents, Exact], ...]) -> Several:
    terms = {powers: as_fmpq(coefficient) for powers, coefficient in key}
    return Several(held, _context(held).from_dict(terms))


def _context(held: Sequence[Parameter]) -> fmpq_mpoly_ctx:
    return fmpq_mpoly_ctx.get([parameter.name for parameter in held], Ordering.lex)


def simplest_of(held: Parameters, body: fmpq_mpoly) -> Polynomial:
    """The polynomial in the symbols that are left of these."""
    unused = set(body.unused_gens())
    used = tuple(parameter for parameter in held if parameter.name not in unused)
    if len(used) > 1:
        return Several(used, body.project_to_context(_context(used)))
    place = held.index(used[0]) if used else 0
    return Polynomial(held[place], _of_one(body, place))


def _of_one(body: fmpq_mpoly, place: int) -> fmpq_poly:
    """The polynomial in the symbol at this place alone."""
    terms = {powers[place]: coefficient for powers, coefficient in body.to_dict().items()}
    return fmpq_poly([terms.get(k, fmpq(0)) for k in range(max(terms, default=0) + 1)])


def lifted(number: object, held: Parameters) -> fmpq_mpoly:
    """The number or polynomial as one in all of these symbols."""
    context = _context(held)
    if isinstance(number, Several):
        return number.body.project_to_context(context)
    if not isinstance(number, Polynomial):
        return context.constant(as_fmpq(as_exact(number)))
    names = [parameter.name for parameter in held]
    body = number.body
    if body.degree() < 1:
        return context.constant(body[0])
    place = names.index(number.parameter.name)
    powers = ((0,) * place + (k,) + (0,) * (len(held) - place - 1) for k in range(len(body)))
    return context.from_dict(dict(zip(powers, body.coeffs(), strict=True)))


def of_several(operation: Operation, left: Polynomial, right: Polynomial) -> Polynomial:
    """The sum or product of two polynomials that hold several symbols."""
    held = parameters_of((left, right))
    return simplest_of(held, operation(lifted(left, held), lifted(right, held)))


def several_of(expression: Symbolic, where: str) -> Polynomial:
    """The expression of sympy as a polynomial in all of its symbols; `RulesError` when it is
    none.
    """
    import sympy

    unknowns = sorted(expression.free_symbols, key=str)
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
    body = _context(held).from_dict({powers: fmpq(int(c.p), int(c.q)) for powers, c in terms})
    return simplest_of(held, body)


def several_in_lowest_terms(weights: Mapping[T, object], held: Parameters) -> dict[T, Polynomial]:
    """The weights as polynomials with coprime whole coefficients, without those that are 0."""
    bodies = {outcome: lifted(weight, held) for outcome, weight in weights.items()}
    coefficients = [c for body in bodies.values() for c in body.coeffs()]
    common = lcm(*(int(c.q) for c in coefficients))
    shared = gcd(*(int(c.p) * (common // int(c.q)) for c in coefficients))
    factor = fmpq(common, shared)
    return {x: simplest_of(held, body * factor) for x, body in bodies.items() if not body.is_zero()}


def sums_of_draws(weights: Mapping[int, object], held: Parameters, count: int) -> dict[int, Any]:
    """{sum: weight} of so many draws of a whole number that has these weights: the coefficients of
    (sum of weight * x^number)^count.
    """
    apart = len(held)  # the place of x, a symbol beside all others
    context = fmpq_mpoly_ctx.get([*(each.name for each in held), "the sum"], Ordering.lex)
    one = context.from_dict(
        {
            (*powers, number): coefficient
            for number, weight in weights.items()
            for powers, coefficient in lifted(weight, held).to_dict().items()
        }
    )
    found: dict[int, dict[Exponents, fmpq]] = {}
    for powers, coefficient in (one**count).to_dict().items():
        found.setdefault(powers[apart], {})[powers[:apart]] = coefficient
    inside = _context(held)
    return {number: simplest_of(held, inside.from_dict(terms)) for number, terms in found.items()}


def terms_text(terms: Terms, names: Sequence[str]) -> str:
    """A polynomial by its terms, the lowest powers first: `1 - p + 2*p*q^2`.

    >>> terms_text({(1, 2): 2, (0, 0): 1, (1, 0): -1}, ["p", "q"])
    '1 - p + 2*p*q^2'
    """
    order = sorted(terms, key=lambda powers: (sum(powers), [-power for power in powers]))
    written = [_term(terms[powers], _product(powers, names)) for powers in order if terms[powers]]
    return " + ".join(written).replace("+ -", "- ") or "0"


def _product(powers: Exponents, names: Sequence[str]) -> str:
    raised = zip(names, powers, strict=True)
    return "*".join(name if k == 1 else f"{name}^{k}" for name, k in raised if k)


def _term(coefficient: Any, product: str) -> str:
    number = as_exact(coefficient)
    if product and abs(number) == 1:
        return "-" * (number < 0) + product
    return exact_text(number) + (f"*{product}" if product else "")
