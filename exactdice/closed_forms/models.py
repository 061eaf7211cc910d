"""Sequences of which the model itself says that they satisfy a linear recurrence with constant
coefficients, of an order that is known: running totals, pools of n dice, sums and products.

The order is all that a proof needs: two sequences with recurrences of orders a and b that agree at
a + b places in a row agree for ever, so 2 a values determine a sequence of order at most a.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..cost import at_most
from ..distribution import Distribution
from ..exact import whole_or_none
from ..queries.evaluate import evaluate_query, names_in, options_in
from ..queries.syntax import Arithmetic, Call, Comparison, Name, Node, Number
from ..queries.words import Word
from .fitted import MOST


@dataclass(frozen=True)
class Model:
    """From `first` on the sequence satisfies a linear recurrence with constant coefficients of this
    order or less.
    """

    order: int
    first: int = 0
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """The name that runs over the whole numbers, and what else is given."""

    name: str
    given: Mapping[str, Any]

    def varies(self, node: Node) -> bool:
        """Whether the part depends on the name."""
        return self.name in names_in(node) | options_in(node, self.given)

    def constant(self, node: Node) -> Any:
        """What the part is, as it does not depend on the name; a word for a name left open."""
        if isinstance(node, Name) and node.name not in self.given:
            return Word(node.name)
        known = names_in(node) | options_in(node, self.given)
        return evaluate_query(node, {key: v for key, v in self.given.items() if key in known})

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


def model_of(node: Node, asked: Asked) -> Model | None:
    """What the model says of the query as a sequence; None when it says nothing here."""
    if not asked.varies(node):
        return Model(1)
    if node == Name(asked.name):
        return Model(2)
    if isinstance(node, Arithmetic):
        return _of_arithmetic(node, asked)
    if isinstance(node, Call) and node.name in OF_CALLS:
        return OF_CALLS[node.name](node, asked)
    return None


def _of_arithmetic(node: Arithmetic, asked: Asked) -> Model | None:
    left, right = model_of(node.left, asked), model_of(node.right, asked)
    if left is None or right is None:
        return None
    divides_by_number = node.mark == "/" and not asked.varies(node.right)
    if node.mark in ("+", "-"):
        order = left.order + right.order
    elif node.mark == "*" or divides_by_number:
        order = left.order * right.order
    else:
        return None
    why = tuple(dict.fromkeys(left.why + right.why))
    return Model(order, max(left.first, right.first), why)


# --- running totals -------------------------------------------------------------------------------


def _draws_to(call: Call, asked: Asked) -> Model | None:
    """f(n) - f(n-1) has a recurrence without the 1."""
    why = "the first draw says f(n) = 1 + sum of P(x) f(n-x), where f(n) = 0 for n <= 0"
    return _of_total(call, asked, 1, why)


def _hits_total(call: Call, asked: Asked) -> Model | None:
    why = "the first draw says f(n) = sum of P(x) f(n-x) for n > 0, where f(n) = 0 for n < 0"
    return _of_total(call, asked, 0, why)


def _of_total(call: Call, asked: Asked, more: int, why: str) -> Model | None:
    """Of an order that is the largest draw and so many more; None where that is too long."""
    found = _law_and_shift(call, asked)
    if found is None:
        return None
    # for its refusal alone of a law whose totals may fall, or never rise
    asked.constant(Call(call.name, (call.arguments[0], Number(0)), call.options))
    law, shift = found
    largest = max(law)
    return None if largest > at_most(MOST) else Model(largest + more, max(0, -shift), (why,))


def _law_and_shift(call: Call, asked: Asked) -> tuple[Distribution[Any], int] | None:
    law, number = call.arguments[:2]
    shift = asked.shift(number)
    if shift is None or asked.varies(law):
        return None
    found = asked.constant(law)
    return (found, shift) if isinstance(found, Distribution) else None


# --- pools of n dice ------------------------------------------------------------------------------


def _linear_of_law(call: Call, asked: Asked) -> Model | None:
    """A mean or a chance is a sum of the chances of the outcomes, each with a constant factor."""
    laws = [part for part in _parts(call) if asked.varies(part)]
    if len(laws) != 1 or not isinstance(laws[0], Call):
        return None
    return _extreme(laws[0], asked) if laws[0].name in ("highest", "lowest") else None


def _parts(call: Call) -> tuple[Node, ...]:
    """The arguments of the call; of a comparison both sides."""
    if len(call.arguments) == 1 and isinstance(call.arguments[0], Comparison):
        return call.arguments[0].parts
    return call.arguments


def _extreme(call: Call, asked: Asked) -> Model | None:
    """The sum of the k highest or lowest: sums of n^j c^n with j < k, where c is the chance of a
    die to be at most (or at least) a face.
    """
    found = _law_and_shift(call, asked)
    kept = call.arguments[2] if len(call.arguments) > 2 else Number(1)
    if found is None or asked.varies(kept):
        return None
    law, shift = found
    k = whole_or_none(asked.constant(kept))
    if k is None or k < 1:
        return None
    why = "chances of the best or worst dice are sums of n^j c^n, c the chances P(X <= x) of a die"
    return Model(len(law.weights) * k, max(0, k - shift), (why,))


OF_CALLS: dict[str, Callable[[Call, Asked], Model | None]] = {
    "draws_to": _draws_to,
    "hits_total": _hits_total,
    **dict.fromkeys(("mean", "chance", "at_least", "at_most"), _linear_of_law),
}
