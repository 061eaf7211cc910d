"""A closed form of a query in the arguments it leaves free: proved from the model, or fitted and
labelled with what was checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import sympy

from ..exact.argument_checks import an_instance
from ..exact.cost import affordable, refuse_costly
from ..exact.errors import QueryError
from ..exact.numbers import shown
from ..query.evaluate import evaluate_query, names_in, sorted_out
from ..query.ranges import Labels
from ..query.register import Argument
from ..query.syntax import Call, Entries, Node, expression_latex, parse, query_latex, walk
from ..query.words import Word
from ..symbolic.expressions import Symbolic, as_expression, expression_text, symbol
from .derivations import Underivable, derive
from .fitted import Asked, Fit, check_range, fit, fit_steps, model_of

STEPS_A_CHECK = 10**5  # of a closed form at a number


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
    if not any(isinstance(part, Call) for part in walk(node)):
        raise QueryError(
            f"{shown(query)} holds no quantity: a closed form is asked for as EP(d); see "
            "`exactdice games`"
        )
    if over and len(over) > 1:
        raise QueryError(f"a closed form is checked over one range, as in d=1..30, got {len(over)}")
    ranges: dict[str, range] = {}
    for name, indices in (over or {}).items():
        if not isinstance(indices, range):
            raise QueryError(
                f"a closed form is checked over a range of whole numbers, as in {name}=1..30, "
                "not over a list"
            )
        # `len` refuses a range longer than a machine word, which must get this message too
        count = (indices.stop - indices.start) // indices.step
        refuse_costly(f"a check over {shown(count)} numbers", STEPS_A_CHECK * count)
        if name in options:
            raise QueryError(f"{name} is given both a value and a range")
        ranges[name] = indices
    # an option such as target may be the range: no argument names it, so it becomes a symbol here
    as_symbols = {name: Word(name) for name in ranges if name not in names_in(node)}
    try:
        # for its refusals alone: the parts are derived from what was given
        sorted_out(node, {**options, **as_symbols})
        found = derive(node, {**options, **as_symbols})
    except Underivable as error:
        # a proof is always tried first: a fit is made only where there is none
        known = _of_model(query, node, options, ranges)
        if known is not None:
            return known
        if not ranges:
            raise QueryError(f"{error}; give a range to fit over, as in n=1..30") from None
        ((name, indices),) = ranges.items()
        check_range(name, indices)
        values = [evaluate_query(node, {**options, name: index}) for index in indices]
        fitted = fit(query, name, indices, values)
        order = 2 * len(fitted.recurrence)
        why = (
            f"checked for {fitted.span} only, {len(indices)} exact values; {order} of them "
            f"determine its recurrence of order {order // 2}"
        )
        return Formula(query, fitted.expression, Origin.FITTED, (fitted.domain,), (why,), fitted)
    checked = (_checked(node, options, found.expression, ranges),) if ranges else ()
    return Formula(query, found.expression, Origin.PROVED, found.domain, found.why + checked)


def _of_model(
    query: str, node: Node, options: Entries, ranges: Mapping[str, range]
) -> Formula | None:
    """The recurrence that the model proves; None when it proves none, or too long a one."""
    free = list(ranges) or sorted(names_in(node) - set(options))
    if len(free) != 1:
        return None
    (name,) = free
    model = model_of(node, Asked(name, options))
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


def _checked(node: Node, options: Entries, expression: object, ranges: Mapping[str, range]) -> str:
    """That the derived form equals the exact values over the range; `QueryError` at the first that
    it does not.
    """
    ((name, indices),) = ranges.items()
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
