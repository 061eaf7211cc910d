"""Fitting a closed form to exact values: the shortest linear recurrence, and where its roots are
rational the sum of polynomials times exponentials. A fit is no proof; it says over which range it
was checked, and is refused unless many more values agree than determine it. Where a model bounds
the order (see `models`), the values that determine the recurrence prove it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import sympy
from flint import fmpq, fmpq_mat, fmpq_poly

from ..cost import at_most
from ..errors import ExactDiceError, QueryError
from ..exact import Exact, as_exact, as_fmpq, exact_text
from ..parametric.written import aligned_latex, lines_of, signed
from ..queries.syntax import name_latex, parse, query_latex
from ..symbolic import Symbolic, as_expression, symbol

WIDEST = 80  # characters of the text that a line of LaTeX stands for
MARGIN = 6  # values that must agree beyond those that determine the recurrence
FEWEST = 8  # values of a fit: MARGIN and the two of a recurrence of order 1
MOST = 400  # values of a fit: the work grows as their square, and fractions grow with it


@dataclass(frozen=True)
class Fit:
    """f(n) = recurrence[0] f(n-1) + ... over the range, from `start` on.

    `expression` is its closed form where all roots are rational, else None.
    """

    query: str
    name: str
    indices: range
    recurrence: tuple[Exact, ...]
    start: tuple[Exact, ...]
    expression: Symbolic
    first: int  # the expression holds from this index on

    @property
    def domain(self) -> str:
        """From which index on the formula holds."""
        return f"whole {self.name} >= {self.first}"

    @property
    def span(self) -> str:
        """The indices whose values are known: `n = 1..30`."""
        return f"{self.name} = {self.indices[0]}..{self.indices[-1]}"

    @property
    def checked(self) -> str:
        """How many values agree, and how many of them determined the fit."""
        order = len(self.recurrence)
        return (
            f"checked for {self.span} only, {len(self.indices)} exact values; {2 * order} of "
            f"them determine its recurrence of order {order}"
        )

    @property
    def recurrence_text(self) -> str:
        """The recurrence and its first values on one line."""
        return " ".join(self._plain)

    @property
    def recurrence_latex(self) -> str:
        """The same in LaTeX, on lines as wide as the text is."""
        name = name_latex(self.name)
        query = query_latex(parse(self.query))
        meant = rf"\text{{where }} f({name}) = {query}"
        latex = self._parts(name, _latex, r" \, ", meant, r", \;")
        return aligned_latex(lines_of(self._plain, WIDEST, latex))

    @property
    def _plain(self) -> list[str]:
        meant = f"where f({self.name}) = {self.query}"
        return self._parts(self.name, exact_text, "*", meant, ",")

    def _parts(
        self, name: str, number: Callable[[Exact], str], times: str, meant: str, comma: str
    ) -> list[str]:
        """What follows each other, so that a line may end behind each."""
        back = enumerate(self.recurrence, 1)
        first, *others = [f"{number(c)}{times}f({name}-{k})" for k, c in back if c] or ["0"]
        *terms, last = [f"f({name}) = {first}", *map(signed, others)]
        begins = [f"f({n}) = {number(v)}" for n, v in enumerate(self.start, self.indices[0])]
        return [*terms, *(f"{part}{comma}" for part in (last, *begins)), meant]


def _latex(number: Exact) -> str:
    """The number in LaTeX, a fraction with a bar."""
    return str(sympy.latex(as_expression(number)))


def check_range(name: str, indices: range) -> None:
    """Raise `QueryError` unless a fit can be made over these indices."""
    if indices.step != 1 or not FEWEST <= len(indices) <= at_most(MOST):
        raise QueryError(
            f"a fit needs a range of {FEWEST} to {MOST} whole numbers (limit=none: more) without "
            f"a step, as in {name}=1..30, got {len(indices)}"
        )


def fit(query: str, name: str, indices: range, values: Sequence[Exact]) -> Fit:
    """The fit of the values at these indices; `QueryError` when there are too few, or no short
    recurrence fits.

    >>> from fractions import Fraction
    >>> fit("f(n)", "n", range(1, 13), [Fraction(n, 2**n) + 1 for n in range(1, 13)]).expression
    1 + n/2**n
    """
    check_range(name, indices)
    _refuse_unfit(query, values)
    numbers = [as_fmpq(value) for value in values]
    recurrence = _shortest(numbers)
    # 2 L values determine a recurrence of order L; the others are the evidence
    if 2 * len(recurrence) + MARGIN > len(values):
        raise QueryError(
            f"{query} has no recurrence with constant coefficients of order "
            f"{(len(values) - MARGIN) // 2} or less at {name} = {indices[0]}..{indices[-1]}: give "
            "a longer range for a longer one, or print the values with `exactdice table`"
        )
    return _fit_of(query, name, indices, recurrence, numbers)


def determined(query: str, name: str, indices: range, values: Sequence[Exact], order: int) -> Fit:
    """The recurrence of a sequence that is known to have one of this order or less, from 2 * order
    values or more.
    """
    _refuse_unfit(query, values)
    numbers = [as_fmpq(value) for value in values]
    recurrence = _shortest(numbers)
    if len(recurrence) > order:
        raise ExactDiceError(
            f"{query} does not keep the recurrence that its model has: this is a defect of "
            "exactdice"
        )
    return _fit_of(query, name, indices, recurrence, numbers)


def _predicted(recurrence: Sequence[fmpq], values: Sequence[fmpq], n: int) -> fmpq:
    """What the recurrence says of the value at this place."""
    return sum((c * values[n - 1 - k] for k, c in enumerate(recurrence)), fmpq(0))


def _fit_of(
    query: str, name: str, indices: range, recurrence: list[fmpq], numbers: Sequence[fmpq]
) -> Fit:
    expression, first = _closed(recurrence, numbers, name, indices[0])
    coefficients = tuple(as_exact(c) for c in recurrence)
    start = tuple(as_exact(number) for number in numbers[: len(recurrence)])
    return Fit(query, name, indices, coefficients, start, expression, first)


def _refuse_unfit(query: str, values: Sequence[object]) -> None:
    """Raise `QueryError` for what no fit is made of."""
    if not all(isinstance(value, Exact) for value in values):
        raise QueryError(f"a fit needs exact numbers, but {query} has values of another kind")


def _shortest(values: Sequence[fmpq]) -> list[fmpq]:
    """The c of the shortest recurrence v[n] = c[0] v[n-1] + ... that all values keep.

    Source: J. L. Massey, "Shift-register synthesis and BCH decoding", IEEE Transactions on
    Information Theory 15 (1969), 122-127, after E. R. Berlekamp.
    """
    zero = fmpq(0)
    best: list[fmpq] = []
    # the recurrence before the last that grew longer, where it failed, and by how much
    old: list[fmpq] = []
    failed_at, old_gap = -1, zero
    for n, value in enumerate(values):
        gap = value - _predicted(best, values, n)
        if gap == 0:
            continue
        # the first value that is not 0: a recurrence of order n + 1 begins after it and claims
        # nothing yet
        if failed_at < 0:
            best, failed_at, old_gap = [zero] * (n + 1), n, gap
            continue
        # what the old recurrence misses, moved to n and scaled, is just the gap
        scale = gap / old_gap
        moved = [zero] * (n - failed_at - 1)
        change = [*moved, scale, *(-scale * c for c in old)]
        mended = _sum(best, change)
        if n - len(best) > failed_at - len(old):  # it grew longer
            old, failed_at, old_gap = best, n, gap
        best = mended
    return best


def _sum(left: list[fmpq], right: list[fmpq]) -> list[fmpq]:
    """Place by place, the shorter list continued by 0."""
    return [a + b for a, b in zip_longest(left, right, fillvalue=fmpq(0))]


def _closed(
    recurrence: list[fmpq], values: Sequence[fmpq], name: str, first: int
) -> tuple[Symbolic, int]:
    """(sum of polynomials times exponentials, the first index it holds at); no expression when a
    root is irrational.

    A root r of x^L - c[0] x^(L-1) - ... of multiplicity m gives the solutions n^k r^n for k < m,
    and these are a basis of all; the first values determine their weights.
    """
    characteristic = fmpq_poly([*(-c for c in reversed(recurrence)), 1])
    _, factors = characteristic.factor()
    # an irreducible factor of a higher degree has no rational root
    if any(factor.degree() > 1 for factor, _ in factors):
        return None, first
    roots = {-factor[0] / factor[1]: multiplicity for factor, multiplicity in factors}
    skipped = roots.pop(fmpq(0), 0)  # so many first values keep no closed form
    basis = [(root, k) for root, multiplicity in roots.items() for k in range(multiplicity)]
    if not basis:
        return sympy.Integer(0), first + skipped
    places = range(skipped, len(recurrence))
    weights = _weights(basis, [first + n for n in places], [values[n] for n in places])
    n = symbol(name)
    total = sympy.Integer(0)
    for weight, (root, k) in zip(weights, basis, strict=True):
        total += as_expression(as_exact(weight)) * n**k * as_expression(as_exact(root)) ** n
    return total, first + skipped


def _weights(
    basis: list[tuple[fmpq, int]], indices: list[int], values: list[fmpq]
) -> Iterator[fmpq]:
    """With what each n^k r^n of the basis is multiplied to give the values at the indices."""
    size = len(basis)
    entries = [fmpq(n) ** k * root**n for n in indices for root, k in basis]
    solved = fmpq_mat(size, size, entries).solve(fmpq_mat(size, 1, values))
    return (solved[row, 0] for row in range(size))
