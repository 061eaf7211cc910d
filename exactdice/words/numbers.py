"""The words of several numbers: the least and the greatest of them."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Sequence

from ..errors import QueryError
from ..exact import Bounds, Exact, Value
from .proving import follows
from .register import Argument, few_steps, no_options, quantity
from .written import as_die, is_law, said


def extreme(pick: Callable[[Iterable[Exact]], Exact], numbers: Sequence[Value]) -> Value:
    """The number that is picked; of bounds their lower and their upper ends each."""
    ends = [_ends(number) for number in numbers]
    lower = pick(low for low, _ in ends)
    if all(isinstance(number, Exact) for number in numbers):
        return lower
    return Bounds(lower, pick(high for _, high in ends))


def _ends(number: Value) -> tuple[Exact, Exact]:
    return (number.lower, number.upper) if isinstance(number, Bounds) else (number, number)


@follows
@quantity(no_options, cost=few_steps, called="x...")
def min(_: None, *numbers: Argument) -> Value:
    """The least of the numbers x..."""
    return extreme(builtins.min, _checked("min", numbers))


@follows
@quantity(no_options, cost=few_steps, called="x...")
def max(_: None, *numbers: Argument) -> Value:
    """The greatest of the numbers x..."""
    return extreme(builtins.max, _checked("max", numbers))


def _checked(name: str, given: Sequence[Argument]) -> list[Value]:
    """The numbers; `QueryError` for what is none, and for none at all."""
    numbers = [one for one in given if isinstance(one, Value) and not isinstance(one, bool)]
    if given and len(numbers) == len(given):
        return numbers
    law = next(filter(is_law, given), None)
    if law is not None:
        raise QueryError(
            f"{name}(x...) is of numbers, got a law: {name}_of(L...) is the law of the one of "
            f"several draws that is {'least' if name == 'min' else 'greatest'}"
        )
    other = next((one for one in given if one not in numbers), None)
    came = f"{said(other)}{as_die(other)}" if given else "none"
    raise QueryError(f"{name}(x...) needs numbers, as in {name}(1/2, EP(1)), got {came}")
