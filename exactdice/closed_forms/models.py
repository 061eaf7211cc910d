"""Sequences of which the model itself says that they satisfy a linear recurrence with constant
coefficients, of an order that is known: running totals, pools of n dice, boards that grow longer,
Sprague-Grundy values with a period, and sums and products of these.

The order is all that a proof needs: two sequences with recurrences of orders a and b that agree at
a + b places in a row agree for ever, so 2 a values determine a sequence of order at most a.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..cost import at_most
from ..distribution import Distribution
from ..exact import Exact, as_exact, as_fmpq, ratio, simplest, whole_or_none
from ..games.nim.fast import subtraction_values
from ..games.snakes_and_ladders.rules import SnakesAndLadders
from ..queries.evaluate import evaluate_query, names_in, options_in, options_of
from ..queries.syntax import Arithmetic, Call, Comparison, Name, Node, Number
from ..queries.words import QUANTITIES, Word
from .fitted import MOST

LONG_BOARD = 10**6  # squares: beyond all jumps, for a board of which only the rules are read


@dataclass(frozen=True)
class Model:
    """From `first` on the sequence satisfies a linear recurrence with constant coefficients of this
    order or less; where `recurrence` is known, f(n) = recurrence[0] f(n-1) + ...
    """

    order: int
    first: int = 0
    why: tuple[str, ...] = ()
    recurrence: tuple[Exact, ...] | None = None
    repeats: bool = False  # so that nothing is to be said of how it grows

    def joined(self, other: Model, order: int) -> Model:
        """The model of a sum or a product with the other."""
        why = tuple(dict.fromkeys(self.why + other.why))
        return Model(order, max(self.first, other.first), why)


@dataclass(frozen=True)
class Line:
    """slope n + offset, with a slope of 1 or more."""

    slope: int
    offset: int

    def first(self, least: int) -> int:
        """The first n >= 0 at which the line is `least` or more."""
        return max(0, -((self.offset - least) // self.slope))


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

    def line(self, node: Node) -> Line | None:
        """The part as a line in the name; None when it is none with whole numbers that rises."""
        slope, offset = map(whole_or_none, self.sloped(node) or (None, None))
        if slope is None or offset is None or slope < 1:
            return None
        return Line(slope, offset)

    def sloped(self, node: Node) -> tuple[Any, Any] | None:
        """(slope, offset) of a part that is a line in the name, with any numbers; else None."""
        if node == Name(self.name):
            return 1, 0
        if not self.varies(node):
            value = self.constant(node)
            return (0, value) if isinstance(value, Exact) else None
        if not isinstance(node, Arithmetic):
            return None
        left, right = self.sloped(node.left), self.sloped(node.right)
        return None if left is None or right is None else _line_of(node.mark, left, right)


def _line_of(mark: str, left: tuple[Any, Any], right: tuple[Any, Any]) -> tuple[Any, Any] | None:
    """The line that the arithmetic makes of two lines."""
    if mark in ("+", "-"):
        sign = 1 if mark == "+" else -1
        return left[0] + sign * right[0], left[1] + sign * right[1]
    if mark == "*" and 0 in (left[0], right[0]):
        return left[0] * right[1] + left[1] * right[0], left[1] * right[1]
    if mark == "/" and right[0] == 0 and right[1] != 0:
        return simplest(ratio(1, 1) * left[0] / right[1]), simplest(
            ratio(1, 1) * left[1] / right[1]
        )
    return None


def model_of(node: Node, asked: Asked) -> Model | None:
    """What the model says of the query as a sequence; None when it says nothing here."""
    if isinstance(node, Number) or not asked.varies(node):
        return Model(1)
    if node == Name(asked.name):
        return Model(2)
    if isinstance(node, Arithmetic):
        return _of_arithmetic(node, asked)
    if isinstance(node, Call) and node.name in OF_CALLS:
        return OF_CALLS[node.name](node, asked)
    return None


def _of_arithmetic(node: Arithmetic, asked: Asked) -> Model | None:
    if node.mark == "**":
        return _of_power(node, asked)
    left, right = model_of(node.left, asked), model_of(node.right, asked)
    if left is None or right is None:
        return None
    if node.mark in ("+", "-"):
        return left.joined(right, left.order + right.order)
    divides_by_number = node.mark == "/" and not asked.varies(node.right)
    if node.mark == "*" or divides_by_number:
        return left.joined(right, left.order * right.order)
    return None


def _of_power(node: Arithmetic, asked: Asked) -> Model | None:
    """A number to the power of a line, and a sequence to the power of a number."""
    if not asked.varies(node.left):
        line = asked.line(node.right)
        return None if line is None else Model(1, line.first(1))
    below = model_of(node.left, asked)
    power = None if asked.varies(node.right) else whole_or_none(asked.constant(node.right))
    if below is None or power is None or not 0 <= power <= at_most(MOST):
        return None
    return Model(below.order**power, below.first, below.why)


# --- running totals -------------------------------------------------------------------------------


def _draws_to(call: Call, asked: Asked) -> Model | None:
    """With p(x) the chance of x, f(n) = 1 + sum of p(x) f(n - x); f(n) - f(n-1) has no 1."""
    drawn = _drawn(call, asked)
    if drawn is None:
        return None
    law, line = drawn
    first_step = _first_step(law)
    difference = [a - b for a, b in zip([*first_step, 0], [-1, *first_step], strict=True)]
    why = "the first draw says f(n) = 1 + sum of P(x) f(n-x), where f(n) = 0 for n <= 0"
    return _of_totals(line, why, difference)


def _hits_total(call: Call, asked: Asked) -> Model | None:
    """With p(x) the chance of x, f(n) = sum of p(x) f(n - x) for n > 0."""
    drawn = _drawn(call, asked)
    if drawn is None:
        return None
    law, line = drawn
    why = "the first draw says f(n) = sum of P(x) f(n-x) for n > 0, where f(n) = 0 for n < 0"
    return _of_totals(line, why, _first_step(law))


def _drawn(call: Call, asked: Asked) -> tuple[Distribution[int], Line] | None:
    """The law whose draws are added up, and the total as a line in n; None for what has no model of
    a reasonable order.
    """
    law, line = _law_and_line(call, asked)
    if law is None or line is None:
        return None
    _refuse_no_total(call, asked)
    return None if _is_long(law) else (law, line)


def _refuse_no_total(call: Call, asked: Asked) -> None:
    """Raise `QueryError` for a law whose totals may fall, or never rise."""
    asked.constant(Call(call.name, (call.arguments[0], Number(0)), call.options))


def _law_and_line(call: Call, asked: Asked) -> tuple[Distribution[Any] | None, Line | None]:
    law, total = call.arguments
    if asked.varies(law):
        return None, None
    found = asked.constant(law)
    return found if isinstance(found, Distribution) else None, asked.line(total)


def _is_long(law: Distribution[Any]) -> bool:
    """Whether the law of a draw makes a recurrence that is longer than what is asked for."""
    return bool(max(law) > at_most(MOST))


def _first_step(law: Distribution[Any]) -> list[Exact]:
    """The chances of 1, 2, ... in a draw that is not 0."""
    rises = 1 - law.probability(0)
    return [as_exact(as_fmpq(law.probability(x)) / as_fmpq(rises)) for x in range(1, max(law) + 1)]


def _of_totals(line: Line, why: str, recurrence: list[Exact]) -> Model:
    # of every second total, say, the order is the same but the recurrence is another
    known = tuple(recurrence) if line.slope == 1 else None
    return Model(len(recurrence), line.first(0), (why,), known)


# --- pools of n dice ------------------------------------------------------------------------------


def _linear_of_law(call: Call, asked: Asked) -> Model | None:
    """A mean or a chance is a sum of the chances of the outcomes, each with a constant factor."""
    laws = [part for part in _parts(call) if asked.varies(part)]
    if len(laws) != 1 or not isinstance(laws[0], Call) or laws[0].name not in OF_POOLS:
        return None
    return OF_POOLS[laws[0].name](laws[0], asked)


def _parts(call: Call) -> tuple[Node, ...]:
    """The arguments of the call; of a comparison both sides."""
    if len(call.arguments) == 1 and isinstance(call.arguments[0], Comparison):
        return call.arguments[0].parts
    return call.arguments


def _extreme(call: Call, asked: Asked) -> Model | None:
    """The sum of the k highest or lowest: sums of n^j c^n with j < k, where c is the chance of a
    die to be at most (or at least) a face.
    """
    law, line = _law_and_line(Call(call.name, call.arguments[:2]), asked)
    kept = call.arguments[2] if len(call.arguments) > 2 else Number(1)
    if law is None or line is None or asked.varies(kept):
        return None
    k = whole_or_none(asked.constant(kept))
    if k is None or k < 1:
        return None
    why = "chances of the best or worst dice are sums of n^j c^n, c the chances P(X <= x) of a die"
    return Model(len(law.weights) * k, line.first(k), (why,))


def _different(call: Call, asked: Asked) -> Model | None:
    """By inclusion and exclusion sums of c^n, where c is the chance of a set of faces."""
    law, line = _law_and_line(call, asked)
    if law is None or line is None:
        return None
    sums = {0}
    for weight in law.weights.values():
        sums |= {total + weight for total in sums}
        if len(sums) > at_most(MOST):
            return None
    why = "inclusion and exclusion gives sums of c^n, c the chances of sets of faces"
    return Model(len(sums - {0}), line.first(1), (why,))


# --- Sprague-Grundy values ------------------------------------------------------------------------


def _grundy(call: Call, asked: Asked) -> Model | None:
    """The values of a subtraction game repeat."""
    (game,) = call.arguments
    if not isinstance(game, Call) or game.name != "subtraction" or call.options:
        return None
    heap, *given = game.arguments
    if heap != Name(asked.name) or not given or any(map(asked.varies, given)):
        return None
    takes = [whole_or_none(asked.constant(take)) for take in given]
    known = [take for take in takes if take is not None and take > 0]
    if len(known) < len(takes):
        return None
    found = subtraction_values(tuple(sorted(set(known))))
    order = found.before + found.period
    why = (
        f"the value of a heap depends on the {max(known)} before it alone, and these have come "
        f"again after {found.period} heaps"
    )
    recurrence = tuple(int(back == found.period) for back in range(1, order + 1))
    return Model(order, 0, (why,), recurrence, repeats=True)


# --- boards that grow longer ----------------------------------------------------------------------


def _turns(call: Call, asked: Asked) -> Model | None:
    """The mean length of snakes and ladders for one on longer and longer boards.

    Let m(r) be the mean length from r squares before the end, beyond all jumps: m(r) = 1 + (m(r-1)
    + ... + m(r-f)) / f for r >= f, so m has a recurrence of order f + 1. Before, the chances of
    where the piece leaves the jumps behind do not depend on the end: what is asked is a constant
    and a sum of m(n-s) with constant factors, once n > J + f for the last square J of a jump.
    """
    given = {key: value for key, value in asked.given.items() if key != asked.name}
    known = QUANTITIES[call.name].options_for({**given, **dict(call.options)})
    if asked.name != "squares" or "squares" not in known or asked.name in dict(call.options):
        return None
    options = options_of(call, {**given, "squares": LONG_BOARD}, {})
    if options.get("digits") is not None:
        return None
    game = QUANTITIES[call.name].setting(**options).game
    if type(game) is not SnakesAndLadders or not game.solo:
        return None
    jumps = game.all_jumps
    last = max([*jumps, *jumps.values()], default=0)
    why = (
        f"r >= {game.faces} squares before the end, beyond all jumps, the first throw says "
        f"m(r) = 1 + (m(r-1) + ... + m(r-{game.faces}))/{game.faces}; f is a constant and a sum "
        "of such m"
    )
    return Model(game.faces + 1, last + game.faces + 1, (why,))


OF_POOLS: dict[str, Callable[[Call, Asked], Model | None]] = {
    "highest": _extreme,
    "lowest": _extreme,
    "different": _different,
}
OF_CALLS: dict[str, Callable[[Call, Asked], Model | None]] = {
    "draws_to": _draws_to,
    "hits_total": _hits_total,
    "grundy": _grundy,
    "turns": _turns,
    **dict.fromkeys(("mean", "chance", "at_least", "at_most"), _linear_of_law),
}
