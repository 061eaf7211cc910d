"""Calculating with {outcome: weight}, the weights of laws whose draws are independent: the
arithmetic under the operators of `Distribution`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fractions import Fraction
from functools import partial
from itertools import accumulate, chain
from math import prod
from typing import NamedTuple, TypeVar

from ..exact.cost import digits_steps, refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Exact, as_exact, as_whole, shown, simplest
from .sums import Weights, sum_of_two

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")

STEPS_A_PAIR = 20  # of outcomes of two laws, to which a function is applied
STEPS_A_QUOTIENT = 100  # the same for outcomes that are no whole numbers
BITS_A_STEP = 16  # of the powers that are kept, two bytes


def numbers(weights: Mapping[T, int], doing: str) -> Weights:
    """The weights of outcomes that are numbers, True counting as 1; `InexactError` for others.

    >>> numbers({True: 1, False: 2}, "added")
    {1: 1, 0: 2}
    """
    if set(map(type, weights)) == {int}:
        return weights  # type: ignore[return-value]
    what = f"an outcome of a law that is {doing}"
    return {
        int(outcome) if isinstance(outcome, bool) else as_exact(outcome, what): weight
        for outcome, weight in weights.items()
    }


def combined(
    function: Callable[[T, U], V], one: Mapping[T, int], other: Mapping[U, int]
) -> dict[V, int]:
    """The weights of function(x, y) for independent draws x and y."""
    quotients = any(isinstance(x, Fraction) for x in chain(one, other))
    refuse_costly(
        f"all pairs of {shown(len(one))} and {shown(len(other))} outcomes",
        (STEPS_A_QUOTIENT if quotients else STEPS_A_PAIR) * len(one) * len(other),
    )
    image: dict[V, int] = defaultdict(int)
    for x, w in one.items():
        for y, v in other.items():
            image[function(x, y)] += w * v
    return image


# --- numbers --------------------------------------------------------------------------------------


def absolute(x: Exact) -> Exact:
    """The number without its sign."""
    return -x if x < 0 else x


def product(x: Exact, y: Exact) -> Exact:
    """x y."""
    return simplest(x * y)


def quotient(x: Exact, y: Exact) -> Exact:
    """x / y, exactly."""
    _refuse_zero(x, "/", y)
    return simplest(Fraction(x) / y)


def whole_quotient(x: Exact, y: Exact) -> Exact:
    """The greatest whole number that is at most x / y."""
    _refuse_zero(x, "//", y)
    return x // y


def remainder(x: Exact, y: Exact) -> Exact:
    """What x / y leaves, of the sign of y."""
    _refuse_zero(x, "%", y)
    return simplest(x % y)


def _refuse_zero(x: Exact, mark: str, y: Exact) -> None:
    """Raise `RulesError` when it is divided by 0."""
    if y == 0:
        raise RulesError(
            f"the divisor has the outcome 0, so {shown(x)} {mark} 0 would be asked for: leave it "
            "out first, by law.given(lambda x: x != 0), or reroll(law, 0) in a query"
        )


products = partial(combined, product)
quotients = partial(combined, quotient)
whole_quotients = partial(combined, whole_quotient)
remainders = partial(combined, remainder)


def powers(bases: Weights, exponents: Weights) -> Weights:
    """The weights of the powers x ** y of independent draws; `TooCostly` before any work when all
    of them, or a single one, have too many bits.
    """
    bits = [
        x.numerator.bit_length() + x.denominator.bit_length() for x in bases if x not in (0, 1, -1)
    ]
    sizes = [abs(int(y)) for y in exponents]
    largest = max(bits, default=0) * max(sizes)
    refuse_costly(f"a number of {shown(largest)} bits", digits_steps(largest * 3 // 10))
    refuse_costly("all powers of two laws", sum(bits) * sum(sizes) // BITS_A_STEP)
    return combined(power, bases, exponents)


def power(x: Exact, y: Exact) -> Exact:
    """x to the whole power y."""
    exponent = as_whole(y, "the exponent of a power")
    if exponent < 0 and x == 0:
        raise RulesError(
            f"0 has no power with a negative exponent, so 0 ** {shown(exponent)} is not defined: "
            "leave it out first, by law.given(lambda x: x != 0), or reroll(law, 0) in a query"
        )
    return simplest(x**exponent if exponent >= 0 else Fraction(x) ** exponent)


# --- order ----------------------------------------------------------------------------------------


def in_order(outcomes: Iterable[T]) -> list[T]:
    """The outcomes from the least to the greatest; `RulesError` when they have no order,
    `InexactError` for a float.
    """
    listed = list(outcomes)
    for outcome in listed:
        if isinstance(outcome, float):
            as_exact(outcome, "an outcome that is put in order")  # raises
    # Sets compare by inclusion, which is no order of them.
    unordered = next((x for x in listed if isinstance(x, Set)), None)
    if unordered is None:
        try:
            return sorted(listed)  # type: ignore[type-var]
        except TypeError:
            pass
    kinds = sorted({type(outcome).__name__ for outcome in listed})
    raise RulesError(
        f"the outcomes must have an order, as numbers have, got some of {' and '.join(kinds)} "
        f"such as {shown(listed[0] if unordered is None else unordered)}: map them to numbers first"
    )


class Order(NamedTuple):
    """The weights of the pairs in which the first is less, equal or greater."""

    less: int
    equal: int
    greater: int


def compared(one: Mapping[T, int], other: Mapping[T, int]) -> Order:
    """How often a draw from the first is less than, equal to or greater than one from the other.

    >>> compared({1: 1, 2: 1}, {1: 1, 2: 1, 3: 1})
    Order(less=3, equal=2, greater=1)
    """
    less = equal = passed = 0
    for outcome in in_order({**one, **other}):
        first = one.get(outcome, 0)
        second = other.get(outcome, 0)
        # `passed` is the weight of the first law's outcomes below this one.
        less += second * passed
        equal += second * first
        passed += first
    return Order(less, equal, passed * sum(other.values()) - less - equal)


def last_of(laws: Sequence[Mapping[T, int]], backwards: bool = False) -> dict[T, int]:
    """The weights of the largest of one draw from each, or backwards of the smallest: all are at
    most x when each is.

    >>> last_of([{1: 1, 2: 1}, {1: 1, 2: 1}])
    {1: 1, 2: 3}
    """
    outcomes = in_order({outcome for law in laws for outcome in law})
    if backwards:
        outcomes.reverse()
    refuse_costly(f"an order of {len(outcomes)} outcomes", STEPS_A_PAIR * len(laws) * len(outcomes))
    # the weight of each of these outcomes with all before it
    so_far = [list(accumulate(law.get(outcome, 0) for outcome in outcomes)) for law in laws]
    by_now = [prod(each) for each in zip(*so_far, strict=True)]
    triples = zip(outcomes, by_now, [0, *by_now[:-1]], strict=True)
    return {outcome: now - earlier for outcome, now, earlier in triples if now > earlier}


def quantile(weights: Mapping[T, int], share: Exact) -> T:
    """The least outcome x with P(X <= x) >= share, for 0 < share <= 1."""
    share = as_exact(share, "the q of a quantile")
    if not 0 < share <= 1:
        raise RulesError(f"the q of a quantile must be above 0 and at most 1, got {shown(share)}")
    wanted = share * sum(weights.values())
    passed = 0
    for outcome in in_order(weights):
        passed += weights[outcome]
        if passed >= wanted:
            break
    return outcome


# --- what is drawn again --------------------------------------------------------------------------


def split(weights: Mapping[T, int], apart: Set[T]) -> tuple[dict[T, int], dict[T, int]]:
    """The weights of the outcomes that are not set apart, and of those that are."""
    rest = {outcome: weight for outcome, weight in weights.items() if outcome not in apart}
    return rest, {outcome: weights[outcome] for outcome in weights if outcome in apart}


def rerolled(weights: Mapping[T, int], again: Set[T], times: int) -> dict[T, int]:
    """The weights when these outcomes are drawn again, so many times at most."""
    kept, repeated = split(weights, again)
    total = sum(weights.values())
    unlucky = sum(repeated.values())
    # A draw that counts may come after k = 0, 1, ..., times others, each of an outcome drawn again:
    # the sum over k of unlucky^k total^(times - k), a geometric one.
    lucky = total - unlucky
    factor = (total ** (times + 1) - unlucky ** (times + 1)) // lucky if lucky else 0
    scale = dict.fromkeys(kept, factor) | dict.fromkeys(repeated, unlucky**times)
    return {outcome: weight * scale[outcome] for outcome, weight in weights.items()}


def exploded(weights: Weights, again: Set[Exact], depth: int) -> Weights:
    """The weights of the total when these outcomes add another draw, so many at most."""
    stopping, repeated = split(weights, again)
    total = sum(weights.values())
    image = weights
    scale = 1
    for _ in range(depth):
        scale *= total
        with_more = sum_of_two(repeated, image) if repeated else {}
        image = {outcome: weight * scale for outcome, weight in stopping.items()}
        for outcome, weight in with_more.items():
            image[outcome] = image.get(outcome, 0) + weight
    return image
