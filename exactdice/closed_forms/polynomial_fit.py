"""Fitting a linear recurrence whose coefficients are polynomials in n: the smallest one that all
values keep, looked for modulo a prime and then determined exactly.

The values of a recurrence p_0(n) f(n) + ... + p_r(n) f(n-r) = 0 with polynomials of degree d are
a linear system for its (r+1)(d+1) coefficients, one equation for each n. Where the system has full
rank modulo a prime it has full rank, so no recurrence of this size is missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd, lcm

import sympy
from flint import fmpq, fmpz_mat, fmpz_poly, nmod_mat

from ..exact import Exact, as_exact, as_fmpq, exact_text
from ..parametric.written import polynomial_latex, polynomial_text
from ..queries.syntax import name_latex, parse, query_latex
from ..symbolic import as_expression
from .written_recurrence import WrittenRecurrence, on_lines

PRIME = 2**61 - 1
Rows = list[list[int]]


@dataclass(frozen=True)
class PolynomialFit:
    """coefficients[0](n) f(n) + coefficients[1](n) f(n-1) + ... = 0 over the range, each polynomial
    by its whole coefficients, the constant one first.

    `start` are the values that the recurrence does not give: {n: f(n)}.
    """

    query: str
    name: str
    indices: range
    coefficients: tuple[tuple[int, ...], ...]
    start: dict[int, Exact]

    @property
    def span(self) -> str:
        """The indices whose values are known: `n = 1..30`."""
        return f"{self.name} = {self.indices[0]}..{self.indices[-1]}"

    @property
    def order(self) -> int:
        """How many values before f(n) the recurrence reads."""
        return len(self.coefficients) - 1

    @property
    def degree(self) -> int:
        """The largest degree of its polynomials."""
        return max(map(len, self.coefficients)) - 1

    @property
    def domain(self) -> str:
        """From which index on the recurrence holds, with the values at the start."""
        return f"whole {self.name} >= {self.indices[0]}"

    @property
    def checked(self) -> str:
        """How many values agree, and how many of them determined the fit."""
        order, degree = self.order, self.degree
        determined = values_of(order, degree)
        return (
            f"checked for {self.span} only, {len(self.indices)} exact values; {determined} of them "
            f"determine its recurrence of order {order} and degree {degree}"
        )

    @property
    def recurrence_text(self) -> str:
        """The recurrence and the values at the start on one line."""
        return self._plain.text

    @property
    def recurrence_latex(self) -> str:
        """The same in LaTeX."""
        meant = meant_latex(self.query, self.name)
        name = name_latex(self.name)
        latex = self._written(name, polynomial_latex, number_latex, r" \, ", meant)
        return on_lines(latex, self._plain)

    def continued(self, count: int) -> list[Exact]:
        """The first `count` values, as the recurrence and the values at the start give them."""
        first = self.indices[0]
        parts = [fmpz_poly(list(c)) for c in self.coefficients]
        values: list[fmpq] = []
        for n in range(first, first + count):
            given = self.start.get(n)
            values.append(_next(parts, values, n) if given is None else as_fmpq(given))
        return [as_exact(value) for value in values]

    @property
    def _plain(self) -> WrittenRecurrence:
        meant = meant_text(self.query, self.name)
        return self._written(self.name, polynomial_text, exact_text, "*", meant)

    def _written(
        self,
        name: str,
        polynomial: Callable[[fmpz_poly, str], str],
        number: Callable[[Exact], str],
        times: str,
        meant: list[str],
    ) -> WrittenRecurrence:
        first, *others = (fmpz_poly(list(c)) for c in self.coefficients)
        left = _times(polynomial(first, name), times) + f"f({name})"
        terms = [
            _times(polynomial(-p, name), times) + f"f({name}-{k})"
            for k, p in enumerate(others, 1)
            if p
        ]
        begins = [f"f({n}) = {number(value)}" for n, value in self.start.items()]
        return WrittenRecurrence(left, terms, begins + meant)


def _next(parts: Sequence[fmpz_poly], values: Sequence[fmpq], n: int) -> fmpq:
    """f(n) from the values before it."""
    first, *others = (fmpq(part(n)) for part in parts)
    total = sum((c * values[-k] for k, c in enumerate(others, 1)), fmpq(0))
    return -total / first


def meant_text(query: str, name: str) -> list[str]:
    """What f(n) stands for, at the end of a recurrence; nothing where the values have no query."""
    return [f"where f({name}) = {query}"] if query else []


def meant_latex(query: str, name: str) -> list[str]:
    """The same in LaTeX."""
    if not query:
        return []
    meant = query_latex(parse(query))
    return [rf"\text{{where }} f({name_latex(name)}) = {meant}"]


def number_latex(number: Exact) -> str:
    """The number in LaTeX, a fraction with a bar."""
    return str(sympy.latex(as_expression(number)))


def _times(polynomial: str, times: str) -> str:
    """The polynomial as the factor of something."""
    if polynomial == "1":
        return ""
    if polynomial == "-1":
        return "-"
    is_sum = " + " in polynomial or " - " in polynomial
    return f"({polynomial}){times}" if is_sum else f"{polynomial}{times}"


def values_of(order: int, degree: int) -> int:
    """How many values determine a recurrence of this size, up to a factor."""
    return (order + 1) * (degree + 1) - 1 + order


def smallest(
    values: Sequence[fmpq], first: int, margin: int, degrees: range | None = None
) -> list[fmpz_poly] | None:
    """The polynomials p_0, ..., p_r of the smallest recurrence that all values keep, that of f at
    `first` the first; None when no recurrence is determined by `margin` values less.

    >>> from math import comb
    >>> smallest([fmpq(comb(2 * n, n)) for n in range(12)], 0, 6)
    [x, (-4)*x + 2]
    """
    sizes = _sizes(len(values) - margin, degrees)
    residues = _modulo(values)
    # a recurrence times n, or moved by one, is a larger one: where no largest exists none does
    if not any(_may_exist(residues, first, *size) for size in _largest(sizes)):
        return None
    for size in sizes:
        if not _may_exist(residues, first, *size):
            continue
        found = _determined(values, first, *size, margin)
        if found is not None:
            return found
    return None


def _sizes(most: int, degrees: range | None) -> list[tuple[int, int]]:
    """(order, degree) of what so many values determine: those with the fewest coefficients first,
    and of these those of the lowest order.
    """
    sizes = [
        (order, degree)
        for order in range(1, most)
        for degree in degrees or range(most // (order + 1) + 1)
        if values_of(order, degree) <= most
    ]
    return sorted(sizes, key=lambda size: ((size[0] + 1) * (size[1] + 1), size[0]))


def _largest(sizes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of which no other has a larger order and a larger degree."""
    orders: dict[int, int] = {}
    for order, degree in sizes:
        orders[degree] = max(order, orders.get(degree, 0))
    return [(order, degree) for degree, order in orders.items() if orders.get(degree + 1) != order]


def _may_exist(residues: Sequence[int], first: int, order: int, degree: int) -> bool:
    """Whether the values have a recurrence of this size modulo the prime."""
    unknowns = (order + 1) * (degree + 1)
    return _rank(_equations(residues, first, order, degree), unknowns) < unknowns


def _modulo(values: Sequence[fmpq]) -> list[int]:
    """The values modulo the prime, times the one factor that makes all of them whole."""
    common = reduce(lcm, (int(value.q) for value in values), 1)
    return [int(value.p) * (common // int(value.q)) % PRIME for value in values]


def _equations(values: Sequence[int], first: int, order: int, degree: int) -> Rows:
    """One row for each n: the factors of the coefficients of p_0, then of p_1, and so on."""
    return [
        _equation(values[place - order : place + 1], first + place, degree)
        for place in range(order, len(values))
    ]


def _equation(window: Sequence[int], n: int, degree: int) -> list[int]:
    return [value * n**power for value in reversed(window) for power in range(degree + 1)]


def _determined(
    values: Sequence[fmpq], first: int, order: int, degree: int, margin: int
) -> list[fmpz_poly] | None:
    """The recurrence of this size that all values keep; None when there is none that gives f(n)
    from what comes before, or fewer than `margin` equations agree beyond those that determine it.
    """
    rows = [_whole(window) for window in _windows(values, order)]
    places = range(first + order, first + len(values))
    equations = [_equation(row, n, degree) for n, row in zip(places, rows, strict=True)]
    unknowns = (order + 1) * (degree + 1)
    # the first equations have the shortest numbers; the others are only checked
    for kept in (unknowns + order, len(equations) - margin):
        solution, freedom = _null_vector(equations[:kept], unknowns)
        if solution is None:
            return None
        if all(_product(row, solution) == 0 for row in equations):
            beyond = _determining(equations, solution, margin)
            is_determined = unknowns - _rank(equations[:beyond], unknowns) <= freedom
            return _polynomials(solution, degree, places) if is_determined else None
    return None


def _determining(equations: Rows, solution: list[int], margin: int) -> int:
    """How many equations stand before the last `margin` that say something: in which not every term
    is 0.
    """
    telling = [
        place
        for place, row in enumerate(equations)
        if any(entry and factor for entry, factor in zip(row, solution, strict=True))
    ]
    return telling[-margin] if len(telling) >= margin else 0


def _rank(equations: Rows, unknowns: int) -> int:
    """The rank modulo the prime, which is never above the rank."""
    entries = [entry % PRIME for row in equations for entry in row]
    return int(nmod_mat(len(equations), unknowns, entries, PRIME).rank())


def _windows(values: Sequence[fmpq], order: int) -> Iterator[Sequence[fmpq]]:
    return (values[place - order : place + 1] for place in range(order, len(values)))


def _whole(window: Sequence[fmpq]) -> list[int]:
    """The window times what makes it whole."""
    common = reduce(lcm, (int(value.q) for value in window), 1)
    return [int(value.p) * (common // int(value.q)) for value in window]


def _null_vector(equations: Rows, unknowns: int) -> tuple[list[int] | None, int]:
    """(a vector of whole numbers that solves the equations, how many independent ones do); None
    when only 0 does.
    """
    entries = [entry for row in equations for entry in row]
    space, nullity = fmpz_mat(len(equations), unknowns, entries).nullspace()
    if nullity == 0:
        return None, 0
    vector = [int(space[row, 0]) for row in range(unknowns)]
    shared = reduce(gcd, vector)
    return [entry // shared for entry in vector], nullity


def _product(row: Sequence[int], vector: Sequence[int]) -> int:
    return sum(entry * factor for entry, factor in zip(row, vector, strict=True))


def _polynomials(vector: list[int], degree: int, kept: range) -> list[fmpz_poly] | None:
    """The polynomials with these coefficients, that of f(n) with a positive leading one; None when
    f(n) does not follow from what comes before, for some n beyond those that were seen.
    """
    size = degree + 1
    parts = [fmpz_poly(vector[k : k + size]) for k in range(0, len(vector), size)]
    if not parts[0] or not parts[-1]:
        return None
    if any(root >= kept.stop for root in whole_roots(parts[0])):
        return None
    return [-part for part in parts] if parts[0].leading_coefficient() < 0 else parts


def whole_roots(polynomial: fmpz_poly) -> list[int]:
    """The whole numbers at which the polynomial vanishes."""
    _, factors = polynomial.factor()
    linear = [factor for factor, _ in factors if factor.degree() == 1]
    return [int(-factor[0] / factor[1]) for factor in linear if factor[0] % factor[1] == 0]


def polynomial_fit(
    query: str, name: str, indices: range, values: Sequence[fmpq], margin: int
) -> PolynomialFit | None:
    """The smallest recurrence with polynomial coefficients that all values keep; None when there is
    none that so many values determine.

    >>> from math import factorial
    >>> found = polynomial_fit("f(n)", "n", range(9), [fmpq(factorial(n)) for n in range(9)], 4)
    >>> found.recurrence_text
    'f(n) = n*f(n-1), f(0) = 1, where f(n) = f(n)'
    """
    first = indices[0]
    found = smallest(values, first, margin)
    if found is None:
        return None
    order = len(found) - 1
    undetermined = [root for root in whole_roots(found[0]) if root >= first + order]
    given = sorted({*range(first, first + order), *undetermined})
    start = {n: as_exact(values[n - first]) for n in given}
    coefficients = tuple(tuple(int(c) for c in part.coeffs()) for part in found)
    return PolynomialFit(query, name, indices, coefficients, start)
