"""Quantifiers over a bound variable: all, any, count, first, sum, max_over, min_over, argmax and
argmin.

    all(i, 0..98, EG(i, i) < EG(i + 1, i + 1))
    argmax(d, 1..10, EP(d))
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce

from ..distributions.distribution import Distribution
from ..exact.cost import refuse_costly
from ..exact.errors import QueryError, UndecidedError
from ..exact.numbers import Exact, Interval, Value, is_symbolic, shown
from ..game.text_of_values import in_order
from ..symbolic.function import Condition
from .arithmetic import combined, compared, joined, negated
from .functions.numbers import extreme
from .register import Answer, Multiples, Word, is_name, whole
from .values import said

STEPS_A_VALUE = 1000  # of a bound variable

Pick = Callable[[Iterable[Exact]], Exact]  # the least or the greatest
Ask = Callable[[Answer], Answer]  # the body of a quantifier at a value of its variable


def values_of_range(first: Answer, last: Answer) -> range:
    """The whole numbers first..last; `QueryError` where there are none, `TooCostly` for many."""
    low, high = (
        whole(end, f"the {which} number of a range")
        for end, which in ((first, "first"), (last, "last"))
    )
    if high < low:
        raise QueryError(f"a range first..last needs first <= last, got {low}..{high}")
    count = high - low + 1
    refuse_costly(f"a range of {shown(count)} values", STEPS_A_VALUE * count, "a shorter one")
    return range(low, high + 1)


def listed_values(values: Answer) -> Sequence[Answer]:
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
    """Whether the element is one of a range, of several, of a set, or of the outcomes of a law;
    `UndecidedError` where bounds leave it open.
    """
    plain = element.name if is_name(element) else element
    if isinstance(container, Multiples):
        if isinstance(element, Interval) and container.counts(element):
            raise UndecidedError("the bounds are too wide to decide in: they hold some such number")
        return element in container
    listed = container if isinstance(container, tuple | frozenset) else ()
    if any(isinstance(one, Interval) for one in (element, *listed)):
        values = listed_values(container)
        if isinstance(values, range):
            first, last = max(values[0], math.ceil(element.lower)), math.floor(element.upper)
            values = range(first, min(values[-1], last) + 1)
            if len(values) > 1:
                raise UndecidedError("the bounds are too wide to decide which number it is")

        def is_it(one: Answer) -> Answer:
            return compared(("==",), (element, one))

        return bool(_finds(((one, _asked(is_it, "in", one)) for one in values), True))
    if isinstance(container, range):
        return isinstance(plain, Exact) and plain in container
    if isinstance(container, tuple | frozenset | Distribution):
        return plain in container or element in container
    raise QueryError(
        "in asks for a range such as 0..9, several such as (1, 2, 5), a set or a law, got "
        f"{said(container)}"
    )


def quantified(quantifier: str, variable: str, values: Iterable[Answer], ask: Ask) -> Answer:
    """What the quantifier says of the body over these values of its variable."""
    if quantifier in DECIDING:
        truths = ((value, _asked(ask, variable, value)) for value in values)
        return DECIDING[quantifier](truths, variable)
    numbers = [(value, _number(ask(value), variable, value)) for value in values]
    return COLLECTING[quantifier](numbers)


# Of each value of a variable whether the body is true, or why bounds leave it open.
Truth = bool | Condition | UndecidedError  # a condition where it depends on a symbol
Truths = Iterator[tuple[Answer, Truth]]
Numbers = list[tuple[Answer, Answer]]


def _asked(ask: Ask, variable: str, value: Answer) -> Truth:
    try:
        answer = ask(value)
    except UndecidedError as error:
        return error
    if isinstance(answer, bool | Condition):
        return answer
    raise QueryError(
        f"this asks for a comparison, which is true or false, got {said(answer)} at "
        f"{variable} = {said(value)}"
    )


def _number(answer: Answer, variable: str, value: Answer) -> Answer:
    if isinstance(answer, Value) and not isinstance(answer, bool):
        return answer
    if is_symbolic(answer):
        from ..symbolic.expressions import refuse_unknowns

        refuse_unknowns(answer)
        return answer
    raise QueryError(f"this asks for a number, got {said(answer)} at {variable} = {said(value)}")


def _finds(truths: Truths, wanted: bool) -> Answer:
    """Whether some is as wanted: then it does not matter which of the others bounds leave open."""
    undecided = None
    found: list[Answer] = [False]
    for _, holds in truths:
        if isinstance(holds, UndecidedError):
            undecided = holds
        elif isinstance(holds, Condition):
            found.append(holds if wanted else holds.negated())
        elif holds == wanted:
            return True
    if undecided is not None:
        raise undecided
    return joined("or", found)


def _decided(truths: Truths) -> Iterator[tuple[Answer, bool]]:
    """The truths, where all must be known."""
    for value, holds in truths:
        if isinstance(holds, UndecidedError):
            raise holds
        if isinstance(holds, Condition):
            raise QueryError(f"whether it is true at {said(value)} depends on {holds.name}")
        yield value, holds


def _first(truths: Truths, variable: str) -> Answer:
    for value, holds in _decided(truths):
        if holds:
            return value
    raise QueryError(f"there is no first {variable}: it is false at every value")


DECIDING: Mapping[str, Callable[[Truths, str], Answer]] = {
    "all": lambda truths, _: negated(_finds(truths, False)),
    "any": lambda truths, _: _finds(truths, True),
    "count": lambda truths, _: sum(holds for _, holds in _decided(truths)),
    "first": _first,
}


def _extreme(pick: Pick, mark: str, numbers: Numbers) -> Answer:
    """The number that is picked; among irrational ones that before which no other comes."""
    plain = [number for _, number in numbers]
    if not any(map(is_symbolic, plain)):
        return extreme(pick, plain)
    return reduce(lambda best, one: one if compared((mark,), (one, best)) else best, plain)


def _reaching(pick: Pick, mark: str, numbers: Numbers) -> Answer:
    """The values of the variable at which the number that is picked is reached."""
    best = _extreme(pick, mark, numbers)
    # Bounds that overlap the best decide nothing, which the comparison says.
    return frozenset(
        value.name if isinstance(value, Word) else value
        for value, number in numbers
        if number is best or compared((f"{mark}=",), (number, best))
    )


COLLECTING: Mapping[str, Callable[[Numbers], Answer]] = {
    "sum": lambda numbers: reduce(partial(combined, "+"), (number for _, number in numbers)),
    "max_over": partial(_extreme, max, ">"),
    "min_over": partial(_extreme, min, "<"),
    "argmax": partial(_reaching, max, ">"),
    "argmin": partial(_reaching, min, "<"),
}
