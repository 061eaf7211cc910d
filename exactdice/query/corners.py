"""The exact range of an expression in which a number known within bounds occurs more than once.

Arithmetic of bounds takes a / (a + b) as if the two a could differ, and finds too wide a range.
Where an expression f is a quotient of polynomials that are linear in each of the numbers
separately, f = (p x + q) / (r x + s) in each number x while the others are held, and where no
divisor is 0 within the bounds, f has no pole there and is monotone in x. From any point of the box
each number in turn can thus be moved to one of its two ends without making f smaller, and f is
greatest at a corner of the box; it is least at a corner likewise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from ..exact.errors import QueryError
from ..exact.numbers import Exact, Interval, ends_of
from ..symbolic.rational_function import Parameter, RationalFunction, function_of, without_domain
from .arithmetic import MARKS, combine, exact_or_expression
from .evaluate import Scope, sorted_out, value_of
from .register import Answer
from .syntax import (
    Arithmetic,
    Comparison,
    Entries,
    Known,
    Logic,
    Node,
    Number,
    Quantified,
    below,
    query_text,
    rebuilt,
    walk,
)

NAMES = "x{}".format  # of the numbers within bounds, in the order in which they come


# A query is judged again and again.
@lru_cache(maxsize=1024)
def is_bounded(node: Node) -> bool:
    """Whether the query rests on a number that is known within bounds."""
    return any(bounded_in(node))


def bounded_in(node: Node) -> Iterator[Known]:
    """The places of the query where a number stands that is known within bounds."""
    for part in walk(node):
        if isinstance(part, Known) and isinstance(part.value, Interval):
            yield part


def evaluate_tightly(node: Node, given: Entries) -> Answer:
    """The value of the query, or bounds on it that are as narrow as corners make them."""
    scope = sorted_out(node, given)
    tight = tightened(node, scope)
    return exact_or_expression(value_of(tight, scope))


def tightened(node: Node, scope: Scope) -> Node:
    """The query with its exact range in place of each part whose range corners tell."""
    match node:
        case Comparison(marks, (left, right)) if _has_repetition(node):
            # a < b compares a - b with 0: so what both sides have in common counts once.
            difference = tightened(Arithmetic("-", left, right), scope)
            return Comparison(marks, (difference, Number(0)))
        case Comparison() | Logic():
            return rebuilt(node, lambda part: tightened(part, scope))
    # Within a quantifier a variable has no value yet.
    if isinstance(node, Quantified) or not _has_repetition(node):
        return node
    bounds: dict[Node, Interval] = {}
    function = _function_of_bounds(node, scope, bounds)
    # Corners tell the range where each number is linear above and below the line.
    if not isinstance(function, RationalFunction) or not function.is_multilinear:
        return rebuilt(node, lambda part: tightened(part, scope))
    ends = dict(zip(map(NAMES, range(len(bounds))), map(ends_of, bounds.values()), strict=True))
    corners = product(*(ends[name] for name in function.names))
    values = [function.at(**dict(zip(function.names, at, strict=True))) for at in corners]
    return Known(Interval(min(values), max(values)), node)


def _function_of_bounds(node: Node, scope: Scope, bounds: dict[Node, Interval]) -> Answer:
    """The query as a function of its numbers within bounds, which are entered; None where it is no
    quotient of polynomials.
    """
    if isinstance(node, Arithmetic) and node.mark in MARKS and is_bounded(node):
        left, right = (_function_of_bounds(part, scope, bounds) for part in below(node))
        if left is None or right is None:
            return None
        if node.mark == "/":  # where a divisor may be 0, there is a pole between corners
            divisor = value_of(tightened(node.right, scope), scope)
            if isinstance(divisor, Interval) and divisor.lower <= 0 <= divisor.upper:
                raise QueryError(
                    f"{query_text(node.right)} may be 0 within the rounding, and is divided by"
                )
        return combine(node.mark, left, right)
    if is_bounded(node) and not isinstance(node, Known):
        return None
    value = value_of(node, scope)
    if isinstance(value, Interval):
        number = node.written if isinstance(node, Known) else node
        bounds.setdefault(number, value)
        name = Parameter(NAMES(list(bounds).index(number)))
        return function_of(without_domain(name.name), (name,))
    return value if isinstance(value, Exact) else None


def _has_repetition(node: Node) -> bool:
    """Whether a number known within bounds occurs more than once."""
    counts = Counter(known.written for known in bounded_in(node))
    return any(count > 1 for count in counts.values())
