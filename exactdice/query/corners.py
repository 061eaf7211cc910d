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
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from ..exact.errors import QueryError
from ..exact.numbers import Exact, Interval, Value, ends_of
from .arithmetic import MARKS, exact_or_expression
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

Degrees = Mapping[Node, tuple[int, int]]  # of each number above and below the line of a quotient


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
    degrees = _degrees(node)
    # Corners tell the range where each number is linear above and below the line.
    if degrees is None or any(max(pair) > 1 for pair in degrees.values()):
        return rebuilt(node, lambda part: tightened(part, scope))
    for part in walk(node):  # where a divisor may be 0, there is a pole between corners
        if isinstance(part, Arithmetic) and part.mark == "/":
            divisor = value_of(tightened(part.right, scope), scope)
            if isinstance(divisor, Interval) and divisor.lower <= 0 <= divisor.upper:
                raise QueryError(
                    f"{query_text(part.right)} may be 0 within the rounding, and is divided by"
                )
    plain = _evaluate_constants(node, scope)
    sides = {known.written: known.value for known in bounded_in(plain)}
    values = list[Exact]()
    for corner in product(*map(ends_of, sides.values())):
        value = value_of(_substitute_corner(plain, dict(zip(sides, corner, strict=True))), scope)
        if not isinstance(value, Value):
            return node
        values += ends_of(value)
    return Known(Interval(min(values), max(values)), node)


def _has_repetition(node: Node) -> bool:
    """Whether a number known within bounds occurs more than once."""
    counts = Counter(known.written for known in bounded_in(node))
    return any(count > 1 for count in counts.values())


def _degrees(node: Node) -> Degrees | None:
    """The degrees of the query as a quotient of polynomials in its bounded numbers; None where it
    is none.
    """
    if isinstance(node, Known) and isinstance(node.value, Interval):
        return {node.written: (1, 0)}
    if not is_bounded(node):
        return {}
    if not isinstance(node, Arithmetic) or node.mark not in MARKS:
        return None
    left, right = map(_degrees, below(node))
    if left is None or right is None:
        return None
    found = {}
    for number in {**left, **right}:
        a, b = left.get(number, (0, 0))
        c, d = right.get(number, (0, 0))
        above = {"*": a + c, "/": a + d}.get(node.mark, max(a + d, c + b))
        found[number] = above, b + (c if node.mark == "/" else d)
    return found


def _evaluate_constants(node: Node, scope: Scope) -> Node:
    """The query with each part that rests on no bounded number evaluated, once for all corners."""
    if not is_bounded(node):
        return Known(value_of(node, scope), node)
    return rebuilt(node, lambda part: _evaluate_constants(part, scope))


def _substitute_corner(node: Node, corner: Mapping[Node, Exact]) -> Node:
    """The query with its bounded numbers at a corner."""
    if isinstance(node, Known) and node.written in corner:
        return Number(corner[node.written])
    return rebuilt(node, lambda part: _substitute_corner(part, corner))
