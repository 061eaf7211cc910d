"""Calculating with {outcome: weight}, the weights of distributions whose draws are independent: the
arithmetic under the operators of `Distribution`.

**Sums.** Outcomes stand at equal distances, x = first + step * k for whole k, and the weight of x
is the coefficient of z^k: the distribution of a sum is the product of two such polynomials, that of
n draws an n-th power. Where outcomes lie far apart, as 0, 1 and 10^9, nearly all coefficients would
be 0, and pairs of outcomes are added instead; whichever costs less is done, and what costs too much
is refused before any work.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fractions import Fraction
from functools import partial
from itertools import accumulate, chain
from math import comb, gcd, lcm, prod
from typing import NamedTuple, TypeVar

from flint import fmpz_poly

from ..exact.cost import BOUNDLESS, digits_steps, refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Exact, as_exact, as_whole, shown, simplest
from ..symbolic.rational_function import Polynomial

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
Weights = Mapping[Exact, int]

STEPS_A_PAIR = 20  # of outcomes of two laws, to which a function is applied
STEPS_A_QUOTIENT = 100  # the same for outcomes that are no whole numbers
BITS_A_STEP = 16  # of the powers that are kept, two bytes
STEPS_AN_ADDITION = 5  # two outcomes added, their weights multiplied
STEPS_A_TERM = 5  # a coefficient of a polynomial
STEPS_A_SUM = 100  # an outcome that is kept with its weight: about 200 bytes
BITS_A_PRODUCT = 4  # of the numbers that a polynomial multiplies in a step
SURELY_CHEAP = 300  # steps, for which no other way is looked for


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
    return dict(image)


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
        added = Counter({outcome: weight * scale for outcome, weight in stopping.items()})
        added.update(with_more)
        image = added
    return image


# --- sums -----------------------------------------------------------------------------------------


class Sums(NamedTuple):
    """Weights of the outcomes first, first + step, first + 2 step, ... as coefficients."""

    first: Exact
    step: Exact
    coefficients: fmpz_poly

    def weights(self) -> dict[Exact, int]:
        """{outcome: weight}, from the least outcome on."""
        first = self.first
        step = self.step
        listed = enumerate(self.coefficients.coeffs())
        if type(first) is int and type(step) is int:
            return {first + step * k: int(weight) for k, weight in listed if weight}
        return {simplest(first + step * k): int(weight) for k, weight in listed if weight}


def spacing(outcomes: Iterable[Exact]) -> Exact:
    """The largest number of which all differences between the outcomes are multiples; 0 for a
    single outcome.

    >>> spacing([1, 4, 10]), spacing([0, Fraction(1, 2), 2])
    (3, Fraction(1, 2))
    """
    listed = list(outcomes)
    if set(map(type, listed)) == {int}:
        return gcd(*[outcome - listed[0] for outcome in listed])  # type: ignore[arg-type]
    common = lcm(*(outcome.denominator for outcome in listed))
    whole = [int(outcome * common) for outcome in listed]
    return simplest(Fraction(gcd(*(number - whole[0] for number in whole)), common))


def common_spacing(*numbers: Exact) -> Exact:
    """The largest number of which all are multiples, 0 counting as a multiple of all; 1 when all
    are 0.
    """
    return spacing((0, *numbers)) or 1


def as_sums(weights: Weights, first: Exact, step: Exact) -> Sums:
    """The weights as coefficients, for outcomes that are first + step * k; `TooCostly` when there
    are too many, as where outcomes lie far apart.
    """
    # Exact, as all differences are multiples of the step.
    places = {(outcome - first) // step: weight for outcome, weight in weights.items()}
    terms = max(places) + 1
    refuse_costly(
        f"a law over {shown(terms)} equal steps from its least outcome on", STEPS_A_TERM * terms
    )
    coefficients = [0] * terms
    for place, weight in places.items():
        coefficients[place] = weight
    return Sums(first, step, fmpz_poly(coefficients))


def sum_of_two(one: Weights, other: Weights) -> Weights:
    """The weights of the sums of a draw from each.

    >>> sum_of_two({0: 1, 1: 1}, {0: 1, 1: 1})
    {0: 1, 1: 2, 2: 1}
    """
    by_pairs = STEPS_AN_ADDITION * len(one) * len(other)
    if by_pairs <= SURELY_CHEAP or _hold_symbol(one) or _hold_symbol(other):
        return _sum_by_pairs(one, other)
    step = common_spacing(spacing(one), spacing(other))
    terms = _terms(one, step) + _terms(other, step)
    by_terms = _term_steps(terms, _bits(one) + _bits(other))
    # Of two equal laws each sum but those of one outcome twice comes from two pairs at least.
    pairs = len(one) * len(other) // (2 if one == other else 1)
    refuse_costly(
        f"the sum of laws of {shown(len(one))} and {shown(len(other))} outcomes",
        min(by_terms, by_pairs) + STEPS_A_SUM * min(pairs, terms),
    )
    if by_pairs <= by_terms:
        return _sum_by_pairs(one, other)
    left, right = (as_sums(weights, min(weights), step) for weights in (one, other))
    first = simplest(left.first + right.first)
    return Sums(first, step, left.coefficients * right.coefficients).weights()


def _hold_symbol(weights: Weights) -> bool:
    """Whether they are polynomials, which have no bits to be counted."""
    return any(isinstance(weight, Polynomial) for weight in weights.values())


def _terms(weights: Weights, step: Exact) -> int:
    """How many coefficients there are from the least to the greatest outcome."""
    return int((max(weights) - min(weights)) // step) + 1


def _bits(weights: Weights) -> int:
    return sum(weights.values()).bit_length()


def _term_steps(terms: int, bits: int) -> int:
    """The steps of so many coefficients of numbers of so many bits."""
    return terms * (bits // BITS_A_PRODUCT + STEPS_A_TERM)


def _sum_by_pairs(one: Weights, other: Weights) -> Weights:
    added: dict[Exact, int] = defaultdict(int)
    for x, w in one.items():
        for y, v in other.items():
            added[x + y] += w * v
    return {simplest(outcome): added[outcome] for outcome in sorted(added)}


def sum_of_draws(weights: Weights, count: int) -> Weights:
    """The weights of the sums of `count` draws; a count of 0 gives the sum 0.

    >>> sum_of_draws({1: 1, 2: 1}, 3)
    {3: 1, 4: 3, 5: 3, 6: 1}
    """
    if count == 0:
        return {0: 1}
    if _hold_symbol(weights):
        return _sum_by_doubling(weights, count)
    step = spacing(weights) or 1
    by_terms, by_pairs, kept = _draws_steps(weights, step, count)
    refuse_costly(f"the sum of {shown(count)} draws", min(by_terms, by_pairs) + kept)
    if by_pairs < by_terms:
        return _sum_by_doubling(weights, count)
    one = as_sums(weights, min(weights), step)
    return Sums(simplest(one.first * count), step, one.coefficients**count).weights()


def _draws_steps(weights: Weights, step: Exact, count: int) -> tuple[int, int, int]:
    """What the sum of `count` draws costs by a power of a polynomial, by pairs of outcomes, and to
    keep it.
    """
    terms = count * (_terms(weights, step) - 1) + 1
    bits = count * _bits(weights)
    by_terms = _term_steps(terms, bits)
    kept = STEPS_A_SUM * min(_most_sums(weights, count), terms)
    if len(weights) == 1:
        return by_terms, bits, kept
    return by_terms, STEPS_AN_ADDITION * _most_sums(weights, count // 2) ** 2, kept


def _most_sums(weights: Weights, count: int) -> int:
    """How many sums so many draws have at most: the ways to choose them, in no order."""
    kinds = min(len(weights) - 1, count)
    # Not worked out where there are more than anybody asks for.
    return BOUNDLESS if kinds * count.bit_length() > 400 else comb(count + len(weights) - 1, kinds)


def _sum_by_doubling(weights: Weights, count: int) -> Weights:
    if count == 1:
        return weights
    half = _sum_by_doubling(weights, count // 2)
    doubled = _sum_by_pairs(half, half)
    return _sum_by_pairs(doubled, weights) if count % 2 else doubled


def sum_of_some_draws(counts: Mapping[int, int], weights: Weights) -> Weights:
    """The weights of the sums of as many draws as a first draw says: `counts` are the weights of
    their number. Over one total, T^most for the total weight T of one draw.
    """
    most = max(counts)
    total = sum(weights.values())
    by_terms, by_pairs, kept = _draws_steps(weights, spacing(weights) or 1, most)
    steps = len(counts) * (min(by_terms, by_pairs) + kept)
    refuse_costly(f"the sum of up to {shown(most)} draws", steps // 3)
    added: dict[Exact, int] = defaultdict(int)
    for count, often in counts.items():
        scale = often * total ** (most - count)
        for outcome, weight in sum_of_draws(weights, count).items():
            added[outcome] += scale * weight
    return dict(sorted(added.items()))
