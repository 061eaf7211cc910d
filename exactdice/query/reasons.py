"""Why a statement is true or false: the first counterexample of what is said of all values, the
first example of what is said of some, and both sides of a comparison.
"""

from __future__ import annotations

from fractions import Fraction

from ..distributions.distribution import Distribution, InfiniteDistribution
from ..exact.numbers import Exact, Interval, Rounding, decimal_text, exact_text, is_symbolic, shown
from ..game.text_of_values import as_written, bounds_text, in_order
from ..symbolic.algebraic_numbers import AlgebraicNumber
from .arithmetic import combine_numbers, listed_values
from .evaluate import Scope, interval_in, is_over_symbol, node_and_scope, value_of, with_symbol
from .register import Answer, Multiples, Word
from .syntax import (
    Arithmetic,
    Comparison,
    Entries,
    Logic,
    Membership,
    Name,
    Node,
    Nodes,
    Number,
    Quantified,
    Query,
    Range,
    Several,
    query_text,
    rebuilt,
    walk,
)
from .values import LAWS

SHORT = 7  # characters of a number that is written out exactly
FEWEST_PLACES, ENOUGH_PLACES = 4, 40  # of other numbers: as many as tell the sides apart


def reason(query: Query, given: Entries | None = None) -> str:
    """Why the statement is true or false, on one line; "" where it says all by itself.

    >>> reason("all(d, 1..9, EP(d) < EP(d + 1))")
    'at d = 6: EP(6) = 8.7026..., EP(7) = 8.5352...'
    """
    node, scope = node_and_scope(query, given)
    return _reason(node, scope, {})


def _reason(node: Node, scope: Scope, bound: Entries) -> str:
    """The reason; `bound` are the variables with their values, the outermost first."""
    match node:
        case Comparison(_, parts, of_laws):
            apart = _distinguish_distributions(node, scope) if of_laws else ""
            return _format_place(bound, apart or _format_sides(parts, scope, bound))
        case Membership(element, container):
            return _format_place(bound, _format_sides((element, container), scope, bound))
        case Logic("not", (part,)):
            return _reason(part, scope, bound)
        case Logic(mark, parts):
            for part in parts:
                if value_of(part, scope) == (mark == "or"):
                    return _reason(part, scope, bound)
            reasons = [_reason(part, scope, bound) for part in parts]
            place = _format_place(bound, "")  # said once, and not alone beside what says more
            telling = [one for one in dict.fromkeys(reasons) if one not in ("", place)]
            return "; ".join(telling) or place
        case Quantified("all" | "any" as quantifier, variable, values, body):
            wanted = quantifier == "any"  # a counterexample of all, an example of any
            if is_over_symbol(node, scope):
                # A number for the symbol that decides.
                condition = value_of(body, with_symbol(node, scope))
                if isinstance(condition, bool) or condition.name != variable:  # whatever it is
                    return ""
                deciding = condition.negated() if wanted else condition
                number = deciding.failure(*interval_in(values, scope))
                return "" if number is None else _format_place({**bound, variable: number}, "")
            for value in listed_values(value_of(values, scope)):
                here = scope.bound(variable, value)
                if value_of(body, here) == wanted:
                    return _reason(body, here, {**bound, variable: value})
    return ""


def _distinguish_distributions(node: Comparison, scope: Scope) -> str:
    """That distributions are the same, or the first outcome that tells them apart; "" of anything
    else.
    """
    values = [value_of(part, scope) for part in node.parts]
    if not all(isinstance(value, LAWS) for value in values):
        return ""
    if all(value == values[0] for value in values):
        return "every outcome is as likely by each law"
    if any(isinstance(value, InfiniteDistribution) for value in values):
        return "the laws differ"
    for outcome in in_order(set().union(*values)):
        chances = [exact_text(value.probability(outcome)) for value in values]
        if len(set(chances)) > 1:
            return f"the chances of {as_written(outcome)} are {', '.join(chances)}"
    return ""


def _format_sides(parts: Nodes, scope: Scope, bound: Entries) -> str:
    """Each part with its value, in as many decimals as tell those that differ apart."""
    # Not of what is written out already, as 35/12 or 0..9 are.
    plain = Number | Arithmetic | Range | Several
    asked = [p for p in parts if not all(isinstance(one, plain) for one in walk(p))]
    values = [value_of(part, scope) for part in asked]
    different = sum(value not in values[:k] for k, value in enumerate(values))
    for places in range(FEWEST_PLACES, ENOUGH_PLACES):
        texts = [_format_value(value, places) for value in values]
        if len(set(texts)) == different:
            break
    names = [query_text(with_values(part, bound)) for part in asked]
    # A name that is its own value says nothing, and what stands twice is said once.
    pairs = dict.fromkeys(zip(names, texts, strict=True))
    return ", ".join(f"{name} = {text}" for name, text in pairs if name != text)


def _format_place(bound: Entries, sides: str) -> str:
    """`at i = 55: ` and the sides; only what there is of both."""
    values = []
    for name, value in bound.items():
        if isinstance(value, Exact):
            values.append(f"{name} = {exact_text(value)}")
        else:
            values.append(f"{name} = {_format_value(value, FEWEST_PLACES)}")
    place = f"at {', '.join(values)}" if values else ""
    return ": ".join(filter(None, (place, sides)))


def _format_value(value: Answer, places: int) -> str:
    if is_symbolic(value):
        from ..symbolic.expressions import enclosure

        if value.free_symbols:
            return str(value)
        return f"{decimal_text(enclosure(value).lower, places, Rounding.DOWN)}..."
    match value:
        case AlgebraicNumber() | Word() | Multiples():
            return str(value)
        case str() | tuple() | frozenset() | bool():
            return as_written(value)
        case int() | Fraction():
            exact = exact_text(value)
            cut = f"{decimal_text(value, places, Rounding.DOWN)}..."
            return exact if len(exact) <= SHORT else cut
        case Distribution():
            chances = (
                f"{as_written(x)}: {exact_text(value.probability(x))}" for x in in_order(value)
            )
            return f"{{{', '.join(chances)}}}"
        case Interval():
            return bounds_text(value)
    return shown(value)


def with_values(node: Node, bound: Entries) -> Node:
    """The query with the values of its bound variables in their places."""
    if isinstance(node, Name) and node.name in bound:
        value = bound[node.name]
        return Number(value) if isinstance(value, Exact) else Name(_format_value(value, 0))
    # A quantifier may bind the same name anew.
    if isinstance(node, Quantified | Membership | Range):
        return node
    plain = rebuilt(node, lambda part: with_values(part, bound))
    match plain:  # 55 + 1 reads best as 56
        case Arithmetic("+" | "-" as mark, Number(left), Number(right)):
            return Number(combine_numbers(mark, left, right))
    return plain
