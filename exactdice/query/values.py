"""Values in a query: distributions, outcomes, and how a message names them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from ..distributions.distribution import Distribution, InfiniteDistribution
from ..distributions.symbolic_distributions import SymbolicDistribution
from ..exact.errors import AskedFor, QueryError
from ..exact.numbers import Interval, shown
from ..game.text_of_values import abridged, as_written, bounds_text, kind_of
from .register import Argument, Law, Multiples, Word

T = TypeVar("T")
LAWS = (Distribution, InfiniteDistribution)
TRUTH = {"true": True, "false": False}
# What reads as a die, and is a name; d1, d2 and d3 are names of numbers, as in payoff(d1, d2).
NAMED_DIE = re.compile(r"d(?:[4-9]|[1-9]\d+)", re.ASCII)


class OrderedSet(frozenset[T]):
    """A set whose members have an order, as optimal actions have that of the rules.

    >>> OrderedSet(["roll", "hold"]).members, OrderedSet([1, 2]) == {2, 1}
    (('roll', 'hold'), True)
    """

    members: tuple[T, ...]

    def __new__(cls, members: Iterable[T]) -> OrderedSet[T]:
        """The set of these members, in this order."""
        listed = tuple(dict.fromkeys(members))
        found = super().__new__(cls, listed)
        found.members = listed
        return found


def is_distribution(value: object) -> bool:
    """Whether it is a distribution, one with symbols too."""
    return isinstance(value, (*LAWS, SymbolicDistribution))


def as_several(value: Any) -> tuple[Any, ...]:
    """The parts of several, and anything else as the only part."""
    return value if isinstance(value, tuple) else (value,)


def said(value: object) -> str:
    """The value as a message shows it, a distribution by a word.

    >>> from exactdice import die
    >>> said(die(6)), said((2, die(6))), said(True)
    ('a law', '(2, a law)', 'true')
    """
    if type(value) is tuple:
        return f"({', '.join(map(said, value))}{',' * (len(value) == 1)})"
    match value:
        case Distribution() | InfiniteDistribution() | SymbolicDistribution():
            return "a law"
        case Multiples():
            return f"the numbers {value}"
        case bool():
            return as_written(value)
        case frozenset():
            return abridged(as_written(value))
        case Interval():
            return bounds_text(value)
        case Word():
            return str(value)
    return shown(value)


def as_die(value: object) -> str:
    """A hint for who writes d20, which reads as a name, alone or in an arithmetic; "" otherwise."""
    symbols = getattr(value, "free_symbols", ())
    names = [value.name] if isinstance(value, Word) else sorted(str(one) for one in symbols)
    die = next(filter(NAMED_DIE.fullmatch, names), None)
    return f": a die is written d({die[1:]}) or 1{die}" if die else ""


def as_outcome(given: Argument) -> Any:
    """An outcome as a query writes it: a number, a name, true or false, or a tuple of these."""
    if is_distribution(given):
        raise AskedFor("outcomes, which are numbers, names and tuples of these, got a law")
    match given:
        case tuple():
            return tuple(map(as_outcome, given))
        case Word(name, None):
            return TRUTH.get(name, name)
    return given


def refuse_other_kind(law: Law, *outcomes: object) -> None:
    """Raise `QueryError` when none of these is what the distribution can have as an outcome:
    another kind of thing would have the chance 0, as a misspelt name would.
    """
    kinds = {kind_of(one) for one in law}
    if kinds.isdisjoint(map(kind_of, outcomes)):
        example, came = as_written(next(iter(law))), outcomes[0]
        raise QueryError(
            f"the law has outcomes such as {example}, got {kind_of(came)}: {as_written(came)}"
        )
