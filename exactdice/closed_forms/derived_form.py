"""What a derivation returns, and how it is refused."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import ExactDiceError
from ..queries.words import Word
from ..symbolic import Symbolic, as_expression, symbol


class Underivable(ExactDiceError):
    """No closed form of the query is derived here; the message says of what."""


@dataclass(frozen=True)
class Derived:
    """An expression that equals the query wherever `domain` holds, and why."""

    expression: Symbolic
    domain: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


def expression_of(value: object) -> Symbolic:
    """The number, word or expression for sympy; a word stands for a symbol."""
    return symbol(str(value)) if isinstance(value, Word) else as_expression(value)
