"""Quantifiers over a bound variable: all, any, count, first, sum, max_over, min_over, argmax and
argmin.

    all(i, 0..98, EG(i, i) < EG(i + 1, i + 1))
    argmax(d, 1..10, EP(d))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce

from ..cost import at_most
from ..distribution import Distribution
from ..errors import QueryError, UndecidedError
from ..exact import Bounds, Exact, Value, shown
from ..words.multiples import Multiples
from ..words.numbers import extreme
from ..words.register import Answer, Word, whole
from ..words.written import in_order, said
from .arithmetic import combined, compared

MOST_VALUES = 1_000_000  # of a bound variable

Ask = Callable[[Answer], Answer]  # the body of a quantifier at a value of its variable


def values_of_range(first: Answer, last: Answer) -> range:
    """The whole numbers first..last; `QueryError` for an empty range or one that is too long."""
    low, high = _whole_end(first, "first"), _whole_end(last, "last")
    if high < low:
        raise QueryError(f"a range first..last needs first <= last, got {low}..{high}")
    if high - low >= at_most(MOST_VALUES):
        raise QueryError(
            f"a range must have at most {MOST_VALUES} values, got {shown(high - low + 1)}; "
            "limit=none lifts this limit"
        )
    return range(low, high + 1)


def _whole_end(end: Answer, which: str) -> int:
    if type(end) is int:
        return end
    return whole(end, f"the {which} number of a range")


def listed_values(values: Answer) -> Iterable[Answer]:
    """The values of a variable, in order: those of a tuple, a set, or the outcomes of a law."""
    if isinstance(values, range | tuple):
        return values
    if isinstance(values, frozenset | Distribution):
        return [Word(x) if isinstance(x, str) else x for x in in_order(values)]
    raise QueryError(
        "a variable takes the values of a range such as 0..9, of several such as (1, 2, 5), of a "
        f"set or of a law, got {said(values)}"
    )


def is_member(element: Answer, container: Answer) -> bool:
    """Whether the element is one of a range, of several, of a set, or of the outcomes of a law."""
    plain = element.name if isinstance(element, Word) and element.arguments is None else element
    if isinstance(container, range):
        return isinstance(plain, Exact) and plain in container
    if isinstance(container, Multiples):
        return _is_multiple(element, container)
    if isinstance(container, tuple | frozenset | Distribution):
        return plain in container or element in container
    raise QueryError(
        "in asks for a range such as 0..9, several such as (1, 2, 5), a set or a law, got "
        f"{said(container)}"
    )


def _is_multiple(element: Answer, container: Multiples) -> bool:
    if isinstance(element, Bounds) and container.counts(element):
        raise UndecidedError("the bounds are too wide to decide in: they hold some such number")
    return element in container


def quantified(quantifier: str, variable: str, values: Iterable[Answer], ask: Ask) -> Answer:
    """What the quantifier says of the body over these values of its variable."""
    if quantifier in DECIDING:
        truths = ((value, _truth(ask(value), variable, value)) for value in values)
        return DECIDING[quantifier](truths, variable)
    numbers = [(value, _number(ask(value), variable, value)) for value in values]
    return COLLECTING[quantifier](numbers)


Truths = Iterator[tuple[Answer, bool]]
Numbers = list[tuple[Answer, Value]]


def _truth(answer: Answer, variable: str, value: Answer) -> bool:
    if isinstance(answer, bool):
        return answer
    raise QueryError(
        f"this asks for a comparison, which is true or false, got {said(answer)} at "
        f"{variable} = {said(value)}"
    )


def _number(answer: Answer, variable: str, value: Answer) -> Value:
    if isinstance(answer, Value) and not isinstance(answer, bool):
        return answer
    raise QueryError(f"this asks for a number, got {said(answer)} at {variable} = {said(value)}")


def _first(truths: Truths, variable: str) -> Answer:
    for value, holds in truths:
        if holds:
            return value
    raise QueryError(f"there is no first {variable}: it is false at every value")


DECIDING: Mapping[str, Callable[[Truths, str], Answer]] = {
    "all": lambda truths, _: all(holds for _, holds in truths),
    "any": lambda truths, _: any(holds for _, holds in truths),
    "count": lambda truths, _: sum(holds for _, holds in truths),
    "first": _first,
}


def _total(numbers: Numbers) -> Answer:
    return reduce(_plus, (number for _, number in numbers))


def _plus(one: Value, other: Value) -> Answer:
    return combined("+", one, other)


def _largest(numbers: Numbers) -> Value:
    return extreme(max, [number for _, number in numbers])


def _least(numbers: Numbers) -> Value:
    return extreme(min, [number for _, number in numbers])


def _arguments_of(best: Callable[[Numbers], Value], mark: str) -> Callable[[Numbers], Answer]:
    def arguments(numbers: Numbers) -> Answer:
        """The values of the variable at which the best is reached."""
        reached = best(numbers)
        # Bounds that overlap the best decide nothing, which the comparison says.
        return frozenset(
            value.name if isinstance(value, Word) else value
            for value, number in numbers
            if number is reached or compared((mark,), (number, reached))
        )

    return arguments


COLLECTING: Mapping[str, Callable[[Numbers], Answer]] = {
    "sum": _total,
    "max_over": _largest,
    "min_over": _least,
    "argmax": _arguments_of(_largest, ">="),
    "argmin": _arguments_of(_least, "<="),
}
