"""Fitting a closed form to exact values: the shortest linear recurrence, and where its roots are
rational the sum of polynomials times exponentials. A fit is no proof; it says over which range it
was checked, and is refused unless many more values agree than determine it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from flint import fmpq, fmpq_mat, fmpq_poly

from ..errors import QueryError
from ..exact import Exact, as_exact, exact_text
from ..queries.syntax import parse, query_latex
from ..symbolic import as_expression, symbol

MARGIN = 6  # values that must agree beyond those that determine the recurrence
FEWEST, MOST = 8, 400  # values of a fit


@dataclass(frozen=True)
class Fit:
    """f(n) = recurrence[0] f(n-1) + ... over the range, from `start` on; `expression` is its closed
    form where roots are rational.
    """

    query: str
    name: str
    indices: range
    recurrence: tuple[Exact, ...]
    start: tuple[Exact, ...]
    expression: Any
    first: int  # the expression holds from this index on

    @property
    def domain(self) -> str:
        """From which index on the formula holds."""
        return f"whole {self.name} >= {self.first}"

    @property
    def checked(self) -> str:
        """How many values agree, and how many of them determined the fit."""
        order = len(self.recurrence)
        span = f"{self.name} = {self.indices[0]}..{self.indices[-1]}"
        return (
            f"checked for {span} only, {len(self.indices)} exact values; {2 * order} of "
            f"them determine its recurrence of order {order}"
        )

    @property
    def recurrence_text(self) -> str:
        """The recurrence and its first values on one line."""
        return f"{self._written(exact_text, '*')}, where f({self.name}) = {self.query}"

    @property
    def recurrence_latex(self) -> str:
        """The same in LaTeX."""
        written = self._written(lambda c: str(sympy.latex(as_expression(c))), r" \, ")
        return (
            rf"{written}, \quad \text{{where }} f({self.name}) = {query_latex(parse(self.query))}"
        )

    def _written(self, number: Callable[[Exact], str], times: str) -> str:
        terms = [
            f"{number(c)}{times}f({self.name}-{back})"
            for back, c in enumerate(self.recurrence, 1)
            if c
        ]
        begins = [
            f"f({self.indices[0] + n}) = {number(value)}" for n, value in enumerate(self.start)
        ]
        return f"f({self.name}) = {' + '.join(terms).replace('+ -', '- ')}, {', '.join(begins)}"


def check_range(name: str, indices: range) -> None:
    """Raise `QueryError` unless a fit can be made over these indices."""
    if indices.step != 1 or not FEWEST <= len(indices) <= MOST:
        raise QueryError(
            f"a fit needs a range of {FEWEST} to {MOST} whole numbers without a step, as in "
            f"{name}=1..30, got {len(indices)}"
        )


def fit(query: str, name: str, indices: range, values: Sequence[Any]) -> Fit:
    """The fit of the values at these indices; `QueryError` when there are too few, or no short
    recurrence fits.

    >>> from fractions import Fraction
    >>> fit("f(n)", "n", range(1, 13), [Fraction(n, 2**n) + 1 for n in range(1, 13)]).expression
    1 + n/2**n
    """
    check_range(name, indices)
    for value in values:
        if not isinstance(value, Exact):
            raise QueryError(f"a fit needs exact numbers, but {query} has values of another kind")
    numbers = [fmpq(value.numerator, value.denominator) for value in values]
    recurrence = _shortest(numbers)
    if 2 * len(recurrence) + MARGIN > len(values):
        raise QueryError(
            f"no recurrence of order {(len(values) - MARGIN) // 2} or less fits {query} at "
            f"{name} = {indices[0]}..{indices[-1]}: "
            "it may have no such closed form; a longer range allows a longer recurrence"
        )
    expression, first = _closed(recurrence, numbers, name, indices[0])
    start = tuple(as_exact(number) for number in numbers[: len(recurrence)])
    return Fit(
        query, name, indices, tuple(as_exact(c) for c in recurrence), start, expression, first
    )


def _shortest(values: Sequence[fmpq]) -> list[fmpq]:
    """The c of the shortest recurrence v[n] = c[0] v[n-1] + ... that all values keep (Berlekamp and
    Massey).
    """
    zero = fmpq(0)
    best: list[fmpq] = []
    old: list[fmpq] = []
    failed_at, old_gap = -1, zero
    for n, value in enumerate(values):
        gap = value - sum((c * values[n - 1 - k] for k, c in enumerate(best)), zero)
        if gap == 0:
            continue
        if failed_at < 0:
            best, failed_at, old_gap = [zero] * (n + 1), n, gap
            continue
        scale = gap / old_gap
        change = [zero] * (n - failed_at - 1) + [scale, *(-scale * c for c in old)]
        longer = [a + b for a, b in _paired(best, change)]
        if n - len(best) > failed_at - len(old):
            old, failed_at, old_gap = best, n, gap
        best = longer
    return best


def _paired(left: list[fmpq], right: list[fmpq]) -> list[tuple[fmpq, fmpq]]:
    size = max(len(left), len(right))
    zero = [fmpq(0)] * size
    return list(zip((left + zero)[:size], (right + zero)[:size], strict=True))


def _closed(
    recurrence: list[fmpq], values: Sequence[fmpq], name: str, first: int
) -> tuple[Any, int]:
    """(sum of polynomials times exponentials, the first index it holds at); no expression when a
    root is irrational.
    """
    order = len(recurrence)
    powers = fmpq_poly([*(-c for c in reversed(recurrence)), 1]).factor()[1]
    if any(factor.degree() > 1 for factor, _ in powers):
        return None, first
    roots = {-factor[0] / factor[1]: multiplicity for factor, multiplicity in powers}
    skipped = roots.pop(fmpq(0), 0)  # so many first values keep no closed form
    basis = [(root, k) for root, multiplicity in roots.items() for k in range(multiplicity)]
    places = range(skipped, order)
    if not basis:
        return sympy.Integer(0), first + skipped
    matrix = fmpq_mat(
        len(basis),
        len(basis),
        [fmpq(first + n) ** k * root ** (first + n) for n in places for root, k in basis],
    )
    weights = matrix.solve(fmpq_mat(len(basis), 1, [values[n] for n in places]))
    n = symbol(name)
    terms = [
        _rational(weights[row, 0]) * n**k * _rational(root) ** n
        for row, (root, k) in enumerate(basis)
    ]
    return sum(terms), first + skipped


def _rational(number: fmpq) -> Any:
    return sympy.Rational(int(number.p), int(number.q))
