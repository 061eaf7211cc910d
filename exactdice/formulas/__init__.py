"""A closed form of a query in the arguments it leaves free: proved from the model, or fitted and
labelled with what was checked.

A fit is the shortest linear recurrence of exact values, and where its roots are rational the sum of
polynomials times exponentials. It is no proof; it says over which range it was checked, and is
refused unless many more values agree than determine it. Where a model bounds the order (see
`model_of`), the values that determine the recurrence prove it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import zip_longest
from typing import Any

import sympy
from flint import fmpq, fmpq_mat, fmpq_poly

from ..distributions.distribution import Distribution
from ..exact.argument_checks import an_instance
from ..exact.cost import affordable, refuse_costly
from ..exact.errors import ExactDiceError, QueryError
from ..exact.numbers import Exact, as_exact, as_fmpq, exact_text, shown, whole_or_none
from ..query.evaluate import entries_of, evaluate_query, names_in, options_in, sorted_out
from ..query.ranges import Labels
from ..query.register import Argument
from ..query.syntax import (
    Arithmetic,
    Call,
    Comparison,
    Entries,
    Name,
    Node,
    Number,
    called_in,
    expression_latex,
    name_latex,
    parse,
    query_latex,
)
from ..query.words import Word
from ..symbolic.expressions import Symbolic, as_expression, expression_text, symbol
from ..symbolic.written import aligned_latex, lines_of, signed
from .derivations import Underivable, derive

STEPS_A_CHECK = 10**5  # of a closed form at a number
WIDEST = 80  # characters of the text that a line of LaTeX stands for
MARGIN = 6  # values that must agree beyond those that determine the recurrence
FEWEST = 8  # values of a fit: MARGIN and the two of a recurrence of order 1


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
    def recurrence_text(self) -> str:
        """The recurrence and its first values on one line."""
        return " ".join(self._parts())

    @property
    def recurrence_latex(self) -> str:
        """The recurrence and its first values in LaTeX, on lines as wide as the text is."""
        return aligned_latex(lines_of(self._parts(), WIDEST, self._parts(in_latex=True)))

    def _parts(self, in_latex: bool = False) -> list[str]:
        """The parts in order; a line may end behind each."""
        name, meant = self.name, f"where f({self.name}) = {self.query}"
        if in_latex:
            name = name_latex(name)
            meant = rf"\text{{where }} f({name}) = {query_latex(parse(self.query))}"
        times, comma = (r" \, ", r", \;") if in_latex else ("*", ",")

        def number(c: Exact) -> str:
            return sympy.latex(as_expression(c)) if in_latex else exact_text(c)

        back = enumerate(self.recurrence, 1)
        parts = [f"{number(c)}{times}f({name}-{k})" for k, c in back if c]
        first, *others = parts or ["0"]
        *terms, last = [f"f({name}) = {first}", *map(signed, others)]
        known = enumerate(self.start, self.indices[0])
        begins = [f"f({n}) = {number(value)}" for n, value in known]
        closed = [f"{part}{comma}" for part in (last, *begins)]
        return [*terms, *closed, meant]


class Origin(StrEnum):
    """Where a closed form comes from."""

    PROVED = "proved"
    FITTED = "fitted, not proved"


@dataclass(frozen=True)
class Formula:
    """query = expression where `domain` holds; `why` is the argument behind a proof, or the range
    over which a fit was checked.

    Where there is no expression, `recurrence` says it all: a linear one with constant coefficients,
    and the values it starts from.
    """

    query: str
    expression: Symbolic
    origin: Origin
    domain: tuple[str, ...]
    why: tuple[str, ...]
    recurrence: Fit | None = None

    @property
    def text(self) -> str:
        """The equation on one line."""
        if self.expression is None and self.recurrence is not None:
            return self.recurrence.recurrence_text
        return f"{self.query} = {expression_text(self.expression)}"

    @property
    def latex(self) -> str:
        """The equation in LaTeX, for math mode; the origin is not part of it."""
        if self.expression is None and self.recurrence is not None:
            return self.recurrence.recurrence_latex
        return f"{query_latex(parse(self.query))} = {expression_latex(self.expression)}"

    @property
    def label(self) -> str:
        """`proved: ...` or `fitted, not proved: ...`, with the domain."""
        where = f" (for {', '.join(self.domain)})" if self.domain else ""
        return f"{self.origin}{where}: {'; '.join(self.why)}"


def formula(
    query: str,
    given: Mapping[str, Argument] | None = None,
    over: Mapping[str, Labels] | None = None,
) -> Formula:
    """The closed form of the query in the names it leaves free; `over` is a range on which it is
    checked, or fitted if need be.

    Raises `QueryError` when nothing can be derived and no range is given, or when no short
    recurrence fits the values.

    >>> found = formula("payoff(d, 1)")
    >>> found.origin.value, found.expression.subs("d", 9) == 0, found.text[:12]
    ('proved', False, 'payoff(d, 1)')
    >>> print(formula("EP(d)").text)
    EP(d) = 4*(5/6)**d*d - (5/6)**d + 1
    """
    for name, table in (("given", given), ("over", over)):
        if table is not None:
            an_instance(table, Mapping, name, "given as {name: value}, or None")
    node = parse(query)
    options = dict(given or {})
    query = " ".join(query.split())
    if not called_in(node):
        raise QueryError(
            f"{shown(query)} holds no quantity: a closed form is asked for as EP(d); see "
            "`exactdice games`"
        )
    ranges: dict[str, Any] = dict(over or {})
    if len(ranges) > 1:
        raise QueryError(
            f"a closed form is checked over one range, as in d=1..30, got {len(ranges)}"
        )
    for name, indices in ranges.items():
        _refuse_range(name, indices)
        if name in options:
            raise QueryError(f"{name} is given both a value and a range")
    # an option such as target may be the range: no argument names it, so it becomes a symbol here
    symbols = {name: Word(name) for name in ranges if name not in names_in(node)}
    try:
        # for its refusals alone: the parts are derived from what was given
        sorted_out(node, options | symbols)
        found = derive(node, options | symbols)
    except Underivable as error:
        # a proof is always tried first: a fit is made only where there is none
        known = _prove_recurrence(query, node, options, ranges)
        if known is not None:
            return known
        if not ranges:
            raise QueryError(f"{error}; give a range to fit over, as in n=1..30") from None
        check_range(name, indices)
        values = [evaluate_query(node, {**options, name: index}) for index in indices]
        fitted = fit(query, name, indices, values)
        order = 2 * len(fitted.recurrence)
        checked = (
            f"checked for {fitted.span} only, {len(indices)} exact values; {order} of them "
            f"determine its recurrence of order {order // 2}"
        )
        domain, form = (fitted.domain,), fitted.expression
        return Formula(query, form, Origin.FITTED, domain, (checked,), fitted)
    why = found.why
    if ranges:
        why = (*why, _confirm_values(node, options, found.expression, name, indices))
    return Formula(query, found.expression, Origin.PROVED, found.domain, why)


def _refuse_range(name: str, indices: Labels) -> None:
    """Raise `QueryError` for what is no range of whole numbers, and for one that is too long."""
    if not isinstance(indices, range):
        raise QueryError(
            f"a closed form is checked over a range of whole numbers, as in {name}=1..30, "
            "not over a list"
        )
    # `len` refuses a range longer than a machine word, which must get this message too
    count = (indices.stop - indices.start) // indices.step
    refuse_costly(f"a check over {shown(count)} numbers", STEPS_A_CHECK * count)


def _prove_recurrence(
    query: str, node: Node, options: Entries, ranges: Mapping[str, range]
) -> Formula | None:
    """The recurrence that the model proves; None when it proves none, or too long a one."""
    free = list(ranges) or sorted(names_in(node) - set(options))
    if len(free) != 1:
        return None
    (name,) = free
    model = model_of(node, Index(name, options))
    if model is None:
        return None
    indices = ranges.get(name, range(model.first, model.first + 1))
    order = model.order
    first = indices[0]
    if indices.step != 1 or first < model.first or not affordable(fit_steps(2 * order)):
        return None
    needed = range(first, max(indices.stop, first + 2 * order))
    values = [evaluate_query(node, {**options, name: index}) for index in needed]
    found = fit(query, name, needed, values, order)
    determining = (
        f"so it has a linear recurrence of order {order} or less, which {2 * order} values "
        f"determine; equal to the exact values for {found.span}"
    )
    why = (*model.why, determining)
    return Formula(query, found.expression, Origin.PROVED, (found.domain,), why, found)


def _confirm_values(
    node: Node, options: Entries, expression: object, name: str, indices: range
) -> str:
    """That the derived form equals the exact values over the range; `QueryError` at the first that
    it does not.
    """
    sorted_out(node, {**options, name: indices[0]})
    # two numbers are compared, so no other name may be left open
    free = names_in(node) - {name} - set(options)
    if free:
        raise QueryError(
            f"to check over {name} give values to {', '.join(sorted(free))} too, or leave the "
            "range out"
        )
    for index in indices:
        value = as_expression(evaluate_query(node, {**options, name: index}))
        derived = sympy.sympify(expression).subs(symbol(name), index).doit()
        # one number may be written in two ways: only a simplified difference of 0 tells
        if sympy.simplify(derived - value) != 0:
            raise QueryError(
                f"the derived form differs from the exact value at {name}={index}: this is a "
                "defect of exactdice"
            )
    return f"equal to the exact values for {name} = {indices[0]}..{indices[-1]}"


# --- fits -----------------------------------------------------------------------------------------


def fit_steps(count: int) -> int:
    """The cost of a recurrence of so many values: their square, and fractions grow with it."""
    return 10 * count**3


def check_range(name: str, indices: range) -> None:
    """Raise `QueryError` unless a fit can be made over these indices."""
    if indices.step != 1 or len(indices) < FEWEST:
        raise QueryError(
            f"a fit needs a range of {FEWEST} whole numbers or more without a step, as in "
            f"{name}=1..30, got {len(indices)}"
        )
    refuse_costly(f"a fit over {len(indices)} numbers", fit_steps(len(indices)))


def fit(
    query: str, name: str, indices: range, values: Sequence[Exact], order: int | None = None
) -> Fit:
    """The fit of the values at these indices; `QueryError` when there are too few, or no short
    recurrence fits.

    Of a sequence that is known to have a recurrence of an `order` or less that one is found, from
    twice as many values or more.

    >>> from fractions import Fraction
    >>> fit("f(n)", "n", range(1, 13), [Fraction(n, 2**n) + 1 for n in range(1, 13)]).expression
    1 + n/2**n
    """
    if order is None:
        check_range(name, indices)
    if not all(isinstance(value, Exact) for value in values):
        raise QueryError(f"a fit needs exact numbers, but {query} has values of another kind")
    numbers = [as_fmpq(value) for value in values]
    recurrence = _shortest_recurrence(numbers)
    found = len(recurrence)
    if order is not None and found > order:
        raise ExactDiceError(
            f"{query} does not keep the recurrence that its model has: this is a defect of "
            "exactdice"
        )
    # 2 L values determine a recurrence of order L; the others are the evidence
    if order is None and 2 * found + MARGIN > len(values):
        longest = (len(values) - MARGIN) // 2
        raise QueryError(
            f"{query} has no recurrence with constant coefficients of order {longest} or less at "
            f"{name} = {indices[0]}..{indices[-1]}: give a longer range for a longer one, or print "
            "the values with `exactdice table`"
        )
    expression, first = _closed_form(recurrence, numbers, name, indices[0])
    coefficients = tuple(map(as_exact, recurrence))
    start = tuple(map(as_exact, numbers[:found]))
    return Fit(query, name, indices, coefficients, start, expression, first)


def _shortest_recurrence(values: Sequence[fmpq]) -> list[fmpq]:
    """The c of the shortest recurrence v[n] = c[0] v[n-1] + ... that all values keep.

    Source: J. L. Massey, "Shift-register synthesis and BCH decoding", IEEE Transactions on
    Information Theory 15 (1969), 122-127, after E. R. Berlekamp.
    """
    zero = fmpq(0)
    best: list[fmpq] = []
    # the recurrence before the last that grew longer, where it failed, and by how much
    old: list[fmpq] = []
    failed_at = -1
    old_gap = zero
    for n, value in enumerate(values):
        # by how much the recurrence so far misses the value
        before = (c * values[n - 1 - k] for k, c in enumerate(best))
        gap = value - sum(before, zero)
        if gap == 0:
            continue
        # the first value that is not 0: a recurrence of order n + 1 begins after it and claims
        # nothing yet
        if failed_at < 0:
            best = [zero] * (n + 1)
            failed_at = n
            old_gap = gap
            continue
        # what the old recurrence misses, moved to n and scaled, is just the gap
        scale = gap / old_gap
        change = [zero] * (n - failed_at - 1) + [scale, *(-scale * c for c in old)]
        # place by place, the shorter list continued by 0
        mended = [a + b for a, b in zip_longest(best, change, fillvalue=zero)]
        if n - len(best) > failed_at - len(old):  # it grew longer
            old = best
            failed_at = n
            old_gap = gap
        best = mended
    return best


def _closed_form(
    recurrence: list[fmpq], values: Sequence[fmpq], name: str, first: int
) -> tuple[Symbolic, int]:
    """(sum of polynomials times exponentials, the first index it holds at); no expression when a
    root is irrational.

    A root r of x^L - c[0] x^(L-1) - ... of multiplicity m gives the solutions n^k r^n for k < m,
    and these are a basis of all; the first values determine their weights.
    """
    lowest_first = [-c for c in reversed(recurrence)]
    _, factors = fmpq_poly([*lowest_first, 1]).factor()
    # an irreducible factor of a higher degree has no rational root
    if any(factor.degree() > 1 for factor, _ in factors):
        return None, first
    roots = {-factor[0] / factor[1]: multiplicity for factor, multiplicity in factors}
    skipped = roots.pop(fmpq(0), 0)  # so many first values keep no closed form
    basis = [(root, k) for root, multiplicity in roots.items() for k in range(multiplicity)]
    total = sympy.Integer(0)
    if not basis:
        return total, first + skipped
    # With what each n^k r^n of the basis is multiplied to give the values
    order = len(recurrence)
    size = len(basis)
    indices = range(first + skipped, first + order)
    entries = [fmpq(n) ** k * root**n for n in indices for root, k in basis]
    wanted = fmpq_mat(size, 1, list(values[skipped:order]))
    weights = fmpq_mat(size, size, entries).solve(wanted).entries()
    n = symbol(name)
    for weight, (root, k) in zip(weights, basis, strict=True):
        base, factor = (as_expression(as_exact(number)) for number in (root, weight))
        total += factor * n**k * base**n
    return total, first + skipped


# --- orders that a model knows --------------------------------------------------------------------

# Running totals, pools of n dice, sums and products. The order is all that a proof needs: two
# sequences with recurrences of orders a and b that agree at a + b places in a row agree for ever,
# so 2 a values determine a sequence of order at most a.


@dataclass(frozen=True)
class Model:
    """From `first` on the sequence satisfies a linear recurrence with constant coefficients of this
    order or less.
    """

    order: int
    first: int = 0
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Index:
    """The name that runs over the whole numbers, and what else is given."""

    name: str
    given: Mapping[str, Any]

    def varies(self, node: Node) -> bool:
        """Whether the part depends on the name."""
        return self.name in names_in(node) | options_in(node, self.given)

    def constant(self, node: Node) -> Any:
        """The value of a part that does not depend on the name; a word for a name left open."""
        if isinstance(node, Name) and node.name not in self.given:
            return Word(node.name)
        known = names_in(node) | options_in(node, self.given)
        return evaluate_query(node, entries_of(self.given, known))

    def shift(self, node: Node) -> int | None:
        """The k of n + k; None for another part."""
        if node == Name(self.name):
            return 0
        if not isinstance(node, Arithmetic) or node.mark not in ("+", "-"):
            return None
        if node.left != Name(self.name) or self.varies(node.right):
            return None
        k = whole_or_none(self.constant(node.right))
        return -k if k is not None and node.mark == "-" else k


def model_of(node: Node, index: Index) -> Model | None:
    """The model of the query as a sequence; None when there is none here."""
    if not index.varies(node):
        return Model(1)
    if node == Name(index.name):
        return Model(2)
    if isinstance(node, Arithmetic):
        left = model_of(node.left, index)
        right = model_of(node.right, index)
        if left is None or right is None:
            return None
        first = max(left.first, right.first)
        why = tuple(dict.fromkeys(left.why + right.why))
        if node.mark in ("+", "-"):
            return Model(left.order + right.order, first, why)
        if node.mark == "*" or (node.mark == "/" and not index.varies(node.right)):
            return Model(left.order * right.order, first, why)
        return None
    if isinstance(node, Call) and node.name in OF_CALLS:
        return OF_CALLS[node.name](node, index)
    return None


def _model_total(call: Call, index: Index, more: int, why: str) -> Model | None:
    """Of an order that is the largest draw and so many more; None where that is too long."""
    found = _distribution_and_shift(call, index)
    if found is None:
        return None
    # for its refusal alone of a law whose totals may fall, or never rise
    at_zero = (call.arguments[0], Number(0))
    index.constant(Call(call.name, at_zero, call.options))
    law, shift = found
    largest = max(law)
    if not affordable(fit_steps(2 * largest)):
        return None
    return Model(largest + more, max(0, -shift), (why,))


def _distribution_and_shift(call: Call, index: Index) -> tuple[Distribution[Any], int] | None:
    law, number = call.arguments[:2]
    shift = index.shift(number)
    if shift is None or index.varies(law):
        return None
    found = index.constant(law)
    return (found, shift) if isinstance(found, Distribution) else None


def _model_linear(call: Call, index: Index) -> Model | None:
    """A mean or a chance is a sum of the chances of the outcomes, each with a constant factor."""
    parts = call.arguments
    if len(parts) == 1 and isinstance(parts[0], Comparison):
        parts = parts[0].parts
    laws = [part for part in parts if index.varies(part)]
    if len(laws) != 1 or not isinstance(laws[0], Call) or laws[0].name not in ("highest", "lowest"):
        return None
    # The sum of the k highest or lowest: sums of n^j c^n with j < k, where c is the chance of a die
    # to be at most (or at least) a face.
    found = _distribution_and_shift(laws[0], index)
    kept = laws[0].arguments[2] if len(laws[0].arguments) > 2 else Number(1)
    if found is None or index.varies(kept):
        return None
    law, shift = found
    k = whole_or_none(index.constant(kept))
    if k is None or k < 1:
        return None
    why = "chances of the best or worst dice are sums of n^j c^n, c the chances P(X <= x) of a die"
    return Model(len(law.weights) * k, max(0, k - shift), (why,))


OF_CALLS: dict[str, Callable[[Call, Index], Model | None]] = {
    # f(n) - f(n-1) has a recurrence without the 1.
    "draws_to": partial(
        _model_total,
        more=1,
        why="the first draw says f(n) = 1 + sum of P(x) f(n-x), where f(n) = 0 for n <= 0",
    ),
    "hits_total": partial(
        _model_total,
        more=0,
        why="the first draw says f(n) = sum of P(x) f(n-x) for n > 0, where f(n) = 0 for n < 0",
    ),
    **dict.fromkeys(("mean", "probability", "at_least", "at_most"), _model_linear),
}
