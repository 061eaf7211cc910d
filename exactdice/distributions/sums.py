"""Sums of independent draws: the weights of the sums are the coefficients of a product of
polynomials.

Outcomes stand at equal distances, x = first + step * k for whole k, and the weight of x is the
coefficient of z^k: the law of a sum is the product of two such polynomials, that of n draws an n-th
power. Where outcomes lie far apart, as 0, 1 and 10^9, nearly all coefficients would be 0, and pairs
of outcomes are added instead; whichever costs less is done, and what costs too much is refused
before any work.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb, gcd, lcm
from typing import NamedTuple

from flint import fmpz_poly

from ..exact.cost import BOUNDLESS, refuse_costly
from ..exact.numbers import Exact, shown, simplest
from ..symbolic.polynomial import Polynomial

Weights = Mapping[Exact, int]

STEPS_A_PAIR = 5  # two outcomes added, their weights multiplied
STEPS_A_TERM = 5  # a coefficient of a polynomial
STEPS_A_SUM = 100  # an outcome that is kept with its weight: about 200 bytes
BITS_A_STEP = 4  # of the numbers that a polynomial multiplies
SURELY_CHEAP = 300  # steps, for which no other way is looked for


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
        least = min(listed)
        return gcd(*[outcome - least for outcome in listed])  # type: ignore[arg-type]
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
    by_pairs = STEPS_A_PAIR * len(one) * len(other)
    if by_pairs <= SURELY_CHEAP or _hold_symbol(one) or _hold_symbol(other):
        return _by_pairs(one, other)
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
        return _by_pairs(one, other)
    left, right = (as_sums(weights, min(weights), step) for weights in (one, other))
    product = left.coefficients * right.coefficients
    return Sums(simplest(left.first + right.first), step, product).weights()


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
    return terms * (bits // BITS_A_STEP + STEPS_A_TERM)


def _by_pairs(one: Weights, other: Weights) -> Weights:
    """The weights of the sums, from the least on."""
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
        return _doubled(weights, count)
    step = spacing(weights) or 1
    by_terms, by_pairs, kept = _draws_steps(weights, step, count)
    refuse_costly(f"the sum of {shown(count)} draws", min(by_terms, by_pairs) + kept)
    if by_pairs < by_terms:
        return _doubled(weights, count)
    one = as_sums(weights, min(weights), step)
    return Sums(simplest(one.first * count), step, one.coefficients**count).weights()


def _draws_steps(weights: Weights, step: Exact, count: int) -> tuple[int, int, int]:
    """What the sum of `count` draws costs by a power of a polynomial, by pairs of outcomes, and to
    keep it.
    """
    terms = count * (_terms(weights, step) - 1) + 1
    bits = count * _bits(weights)
    by_terms = _term_steps(terms, bits)
    kept = STEPS_A_SUM * min(_sums_of(weights, count), terms)
    if len(weights) == 1:
        return by_terms, bits, kept
    return by_terms, STEPS_A_PAIR * _sums_of(weights, count // 2) ** 2, kept


def _sums_of(weights: Weights, count: int) -> int:
    """How many sums so many draws have at most: the ways to choose them, in no order."""
    kinds = min(len(weights) - 1, count)
    # Not worked out where there are more than anybody asks for.
    return BOUNDLESS if kinds * count.bit_length() > 400 else comb(count + len(weights) - 1, kinds)


def _doubled(weights: Weights, count: int) -> Weights:
    """The sum of the draws, by the sums of half of them."""
    if count == 1:
        return weights
    half = _doubled(weights, count // 2)
    doubled = _by_pairs(half, half)
    return _by_pairs(doubled, weights) if count % 2 else doubled


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
    return {outcome: added[outcome] for outcome in sorted(added)}


def homogeneous(coefficients: list[int], p: fmpz_poly, q: fmpz_poly) -> fmpz_poly:
    """The sum over k in 0..m of c_k p^(m - k) q^k, by halves: only powers with exponents 1, 2, 4,
    ... of q are made, and each multiplies a part of its own size.
    """
    powers = [q]
    while 2 ** len(powers) < len(coefficients):
        powers.append(powers[-1] ** 2)

    def part(some: list[int]) -> fmpz_poly:
        if len(some) == 1 or not any(some):
            return fmpz_poly(some[:1])
        exponent = (len(some) - 1).bit_length() - 1
        low = some[: 2**exponent]
        high = some[2**exponent :]
        result = powers[exponent] * part(high)
        return result + p ** len(high) * part(low) if any(low) else result

    return part(coefficients)
