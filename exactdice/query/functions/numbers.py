"""The words of numbers: the least and the greatest of several, shares of n things, and means of n
whole numbers.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence

from ...exact.errors import QueryError
from ...exact.numbers import Interval, Value, shown
from ..arithmetic import extreme
from ..register import Argument, Arguments, Multiples, derived, is_number, whole
from ..values import OrderedSet, as_die, is_distribution, said


@derived(called="x...")
def min(*numbers: Argument) -> Value:
    """The least of the numbers x..."""
    return extreme(builtins.min, _checked_numbers("min", numbers))


@derived(called="x...")
def max(*numbers: Argument) -> Value:
    """The greatest of the numbers x..."""
    return extreme(builtins.max, _checked_numbers("max", numbers))


def _checked_numbers(name: str, given: Arguments) -> list[Value]:
    numbers = [one for one in given if isinstance(one, Value) and not isinstance(one, bool)]
    if given and len(numbers) == len(given):
        return numbers
    law = next(filter(is_distribution, given), None)
    if law is not None:
        raise QueryError(
            f"{name}(x...) is of numbers, got a law: {name}_of(L...) is the law of the one of "
            f"several draws that is {'least' if name == 'min' else 'greatest'}"
        )
    other = next((one for one in given if one not in numbers), None)
    came = f"{said(other)}{as_die(other)}" if given else "none"
    raise QueryError(f"{name}(x...) needs numbers, as in {name}(1/2, EP(1)), got {came}")


@derived()
def first(set: Argument) -> Argument:
    """The first member of a set: of optimal actions in the order that breaks ties, of numbers the
    least.
    """
    return _members_in_order(set, "first")[0]


@derived()
def last(set: Argument) -> Argument:
    """The last member of a set: of optimal actions in the order that breaks ties, of numbers the
    largest.
    """
    return _members_in_order(set, "last")[-1]


def _members_in_order(found: Argument, name: str) -> Sequence[Argument]:
    if isinstance(found, OrderedSet):
        return found.members
    if isinstance(found, frozenset) and found and all(map(is_number, found)):
        return sorted(found)
    raise QueryError(
        f"{name} asks for a set of optimal actions or of numbers, as in "
        f"{name}(optimal_actions(0, 0)), got {said(found)}"
    )


@derived(n="things counted")
def share_of(n: Argument) -> Multiples:
    """The shares k / n that k of n things can be, for k in 0..n."""
    count = _exact_count(n, "n")
    return Multiples(f"share of {shown(count)}", count, most=count)


@derived(n="whole numbers", items="numbers for each of them")
def mean_of_whole(n: Argument, items: Argument = 1) -> Multiples:
    """The means that n whole numbers can have, or n means of `items` whole numbers each: all
    k / (n items), for whole k.
    """
    count, each = _exact_count(n, "n"), _exact_count(items, "items")
    of_each = f"means of {shown(each)} " if each > 1 else ""
    return Multiples(f"mean of {shown(count)} {of_each}whole numbers", count * each)


def _exact_count(given: Argument, name: str) -> int:
    """The count; `QueryError` for one of which only bounds are known."""
    if isinstance(given, Interval):
        raise QueryError(
            f"{name} must be known exactly, got a rounded number: the claim that prints it needs "
            'kind = "exact"'
        )
    return whole(given, name, 1)
