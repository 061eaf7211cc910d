"""Distributions with exact weights: dice, throws, the chance moves of a game, mixed strategies.

A `Distribution` holds positive integer weights in lowest terms; the probability of an outcome is
weight / total.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd, lcm
from random import Random
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from flint import fmpz_poly

from .argument_checks import an_instance, got, listed, takes
from .cost import affordable, refuse_costly
from .errors import RulesError
from .exact import Exact, as_exact, as_whole, no_int, place, ratio, shown, simplest, whole_or_none

# A law of ints is one of exact numbers too: laws never change, so they vary with their outcomes.
T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
U = TypeVar("U")


class Distribution(Generic[T_co]):
    """A law on finitely many outcomes, from {outcome: weight} with weights that are non-negative
    ints.

    Weights are divided by their greatest common divisor and outcomes of weight 0 are dropped, so
    equal laws are equal objects. Raises `RulesError` when a weight is not a non-negative int or
    when all weights are 0.

    >>> coin = Distribution({"heads": 2, "tails": 2})
    >>> coin, coin.total, coin.probability("heads")
    (Distribution({'heads': 1, 'tails': 1}), 2, Fraction(1, 2))
    """

    __slots__ = ("_cumulative", "total", "weights")
    weights: Mapping[T_co, int]
    total: int
    _cumulative: list[int]

    def __init__(self, weights: Mapping[T_co, int]) -> None:
        if not isinstance(weights, Mapping):
            raise RulesError(f"a distribution must be given as {{outcome: weight}}, {got(weights)}")
        if not all(type(weight) is int and weight >= 0 for weight in weights.values()):
            weights = {outcome: _weight(outcome, weight) for outcome, weight in weights.items()}
        # In lowest terms, so that equal laws have equal weights and the same hash.
        common = gcd(*weights.values())
        if common == 0:
            raise RulesError("a distribution needs at least one outcome with a positive weight")
        lowest = {x: w // common for x, w in weights.items() if w}
        # Its own __setattr__ refuses: laws are keys of dicts, so they never change.
        object.__setattr__(self, "weights", MappingProxyType(lowest))
        object.__setattr__(self, "total", sum(lowest.values()))
        object.__setattr__(self, "_cumulative", [])

    def __reduce__(self) -> tuple[object, ...]:
        return (Distribution, (dict(self.weights),))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Distribution cannot be changed: {name}")

    def __iter__(self) -> Iterator[T_co]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.weights

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.weights == other.weights

    def __hash__(self) -> int:
        # Of a set, since equal laws may list their outcomes in different orders.
        return hash(frozenset(self.weights.items()))

    def __repr__(self) -> str:
        listed = [f"{shown(x)}: {shown(w)}" for x, w in self.weights.items()]
        return f"Distribution({{{', '.join(listed)}}})"

    def items(self) -> Iterable[tuple[T_co, int]]:
        """The pairs (outcome, weight); divide by `total` for probabilities."""
        return self.weights.items()

    def probability(self, outcome: object) -> Fraction:
        """weight / total, 0 for an outcome outside the law; `RulesError` for an event, whose
        probability is `chance(event)`.
        """
        if callable(outcome) and outcome not in self.weights:
            raise RulesError(
                "probability takes one outcome, got a function: write chance(event) for the "
                "probability of an event"
            )
        # Any object may be asked for, though the keys of a Mapping have one type.
        weights: Mapping[Any, int] = self.weights
        return ratio(weights.get(outcome, 0), self.total)

    def chance(self, event: Callable[[T_co], bool]) -> Fraction:
        """The probability that the event holds.

        >>> die(6).chance(lambda face: face % 2 == 0)
        Fraction(1, 2)
        """
        _of_outcomes(event, "an event")
        return ratio(sum(w for x, w in self.items() if event(x)), self.total)

    def mean(self, number: Callable[[T_co], Exact] | None = None) -> Exact:
        """E[number(outcome)], or E[outcome] when the outcomes are numbers.

        >>> die(6).mean(), die(6).mean(lambda face: face * face)
        (Fraction(7, 2), Fraction(91, 6))
        """
        if number is not None:
            _of_outcomes(number, "what is averaged")
        worths = [_worth(number(x) if number else x, x) for x in self]
        # Summed as integers over one denominator: a Fraction would be reduced at every step.
        common = lcm(*{worth.denominator for worth in worths})
        summed = 0
        for worth, weight in zip(worths, self.weights.values(), strict=True):
            factor = common // worth.denominator
            summed += weight * worth.numerator * factor
        return simplest(ratio(summed, self.total * common))

    def variance(self) -> Exact:
        """E[X^2] - E[X]^2 for outcomes that are numbers."""
        mean = self.mean()
        return simplest(self.mean(_square) - mean * mean)

    def map(self, function: Callable[[T_co], U]) -> Distribution[U]:
        """The law of function(outcome); outcomes sent to the same place add up."""
        image: dict[U, int] = defaultdict(int)
        try:
            for x, w in self.items():
                image[function(x)] += w
        except TypeError:
            # Looked at here alone, as games map laws at every state.
            _of_outcomes(function, "what maps a law")
            raise
        return Distribution(image)

    def sample(self, rng: Random) -> T_co:
        """One outcome drawn exactly: an integer below `total` picks it, no float is involved."""
        if not self._cumulative:  # made at the first draw, as most laws are never drawn from
            self._cumulative.extend(accumulate(self.weights.values()))
        # Whole numbers of any size are uniform here, while a float has 53 bits only.
        drawn = rng.randrange(self.total)
        place = bisect_right(self._cumulative, drawn)
        return tuple(self.weights)[place]


def _worth(value: object, outcome: object) -> Exact:
    """What an outcome counts in a mean."""
    return value if type(value) is int else as_exact(value, f"worth of {shown(outcome)}")


def _square(outcome: object) -> Exact:
    return as_exact(outcome) ** 2


def _of_outcomes(function: object, where: str) -> None:
    """Refuse what is no function of one argument; a class, such as `bool`, may be one."""
    if not (callable(function) and takes(1, function)):
        raise RulesError(f"{where} must be a function of the outcome, {got(function)}")


def _weight(outcome: object, weight: object) -> int:
    """The weight as a plain int; `RulesError` unless it is a non-negative one."""
    number = whole_or_none(weight)
    if number is None or number < 0:
        raise RulesError(
            f"weight of {shown(outcome)} must be a non-negative int, got {no_int(weight)}"
        )
    return number


def a_law(given: object, where: str) -> None:
    """Raise `RulesError` unless it is a `Distribution`."""
    an_instance(given, Distribution, where, "a Distribution, as die(6) gives one")


def point(outcome: T) -> Distribution[T]:
    """The law that gives this outcome always."""
    return Distribution({an_outcome(outcome): 1})


def an_outcome(given: T) -> T:
    """The outcome; `RulesError` when it cannot be hashed."""
    try:
        hash(given)
    except TypeError:
        raise RulesError(
            f"an outcome of a law must be hashable, such as a tuple, {got(given)}"
        ) from None
    return given


def uniform(outcomes: Iterable[T]) -> Distribution[T]:
    """The law that gives each of these outcomes the same weight (an outcome listed twice counts
    twice).
    """
    weights: dict[T, int] = defaultdict(int)
    for outcome in listed(outcomes, "the outcomes of a uniform law", "listed"):
        weights[an_outcome(outcome)] += 1
    return Distribution(weights)


def from_probabilities(
    probabilities: Mapping[T, Exact], where: str = "probabilities"
) -> Distribution[T]:
    """The law with these exact probabilities, which must be non-negative and sum to 1.

    >>> from_probabilities({"a": Fraction(1, 3), "b": Fraction(2, 3)})
    Distribution({'a': 1, 'b': 2})
    """
    if not isinstance(probabilities, Mapping):
        raise RulesError(
            f"{place(where)} must be given as {{outcome: probability}}, {got(probabilities)}"
        )
    exact = {x: as_exact(p, f"probability of {shown(x)}") for x, p in probabilities.items()}
    for x, p in exact.items():
        if p < 0:
            raise RulesError(f"{place(where)} must be non-negative, got {shown(p)} for {shown(x)}")
    if sum(exact.values()) != 1:
        raise RulesError(f"{place(where)} must sum to 1, got a sum of {shown(sum(exact.values()))}")
    common = lcm(*(p.denominator for p in exact.values()))
    return Distribution({x: p.numerator * (common // p.denominator) for x, p in exact.items()})


def mixture(laws: Distribution[Distribution[T]]) -> Distribution[T]:
    """The law of an outcome drawn from a law that is itself drawn.

    >>> mixture(Distribution({die(2): 1, point(2): 1}))
    Distribution({1: 1, 2: 3})
    """
    a_law(laws, "what is mixed")
    for law in laws:
        a_law(law, "each outcome of a law that is mixed")
    # On a common total the weights of all the laws can be added.
    common = lcm(*(law.total for law in laws))
    weights: dict[T, int] = defaultdict(int)
    for law, outer in laws.items():
        for outcome, inner in law.items():
            weights[outcome] += outer * inner * (common // law.total)
    return Distribution(weights)


# --- dice -----------------------------------------------------------------------------------------


BYTES_A_FACE = 100
STEPS_A_PRODUCT = 3


def die(faces: int = 6, weights: tuple[Exact, ...] | None = None) -> Distribution[int]:
    """One die with faces 1..faces: fair, or loaded by one weight for each face.

    Weights that are all ints are relative; otherwise they are probabilities and must sum to 1.
    Raises `RulesError` when there are fewer than 2 faces or not one weight for each face,
    `InexactError` for a float.

    >>> die(4), die(3, (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)))
    (Distribution({1: 1, 2: 1, 3: 1, 4: 1}), Distribution({1: 1, 2: 1, 3: 2}))
    """
    faces = as_whole(faces, "faces", 2)
    if not affordable(BYTES_A_FACE * faces):
        refuse_costly(f"a die of {shown(faces)} faces", BYTES_A_FACE * faces)
    if weights is None:
        return uniform(range(1, faces + 1))
    exact = exact_weights(weights, faces)
    if len(exact) != faces:
        raise RulesError(
            f"weights must list one number for each of the {faces} faces, got {len(exact)}"
        )
    loaded = dict(enumerate(exact, 1))
    if all(isinstance(w, int) for w in exact):
        # Relative: a list of ints may have any sum.
        return Distribution({face: int(w) for face, w in loaded.items()})
    return from_probabilities(loaded, "weights of a die")


# For the rules of games, which ask for their die at every state.
kept_die = lru_cache(maxsize=256, typed=True)(die)


def exact_weights(weights: object, faces: int) -> tuple[Exact, ...]:
    """The weights of a die's faces as a tuple of exact numbers; `RulesError` unless they are
    listed, `InexactError` for a float.
    """
    if not isinstance(weights, (tuple, list)):
        raise RulesError(
            f"weights must list one number for each of the {shown(faces)} faces, got "
            f"{shown(weights)}"
        )
    return tuple(as_exact(w, f"weight of face {face}") for face, w in enumerate(weights, 1))


def throw(
    one: Distribution[int], count: int, bust: int = 1, bust_score: int = 1
) -> Distribution[int]:
    """The law of the score of `count` dice: their sum, or bust_score when any die shows the bust
    face.

    The sums without a bust are the coefficients of (sum over the other faces of weight * z^face) **
    count.

    >>> throw(die(6), 2).probability(1), throw(die(6), 2).probability(4)
    (Fraction(11, 36), Fraction(1, 36))
    """
    try:
        return kept_throw(one, count, bust, bust_score)
    except TypeError:  # what cannot be hashed is not kept
        return _throw(one, count, bust, bust_score)


def _throw(one: Distribution[int], count: int, bust: int, bust_score: int) -> Distribution[int]:
    a_law(one, "the die of a throw")
    for face in one:
        as_whole(face, "the face of a die", 0)
    count = as_whole(count, "the number of dice", 1)
    bust = as_whole(bust, "the bust face", 0)
    bust_score = as_whole(bust_score, "the bust score", 0)
    refuse_costly(f"the law of a throw of {shown(count)} dice", throw_steps(one, count))
    return _scores(one, count, bust, bust_score)


kept_throw = lru_cache(maxsize=4096, typed=True)(_throw)


def throw_steps(one: Distribution[int], count: int) -> int:
    """What the law of a throw costs: a whole number of `count` times the bits of one die for every
    score.
    """
    return count * max(one) * (count * one.total.bit_length() // 4 + 200)


def _scores(one: Distribution[int], count: int, bust: int, bust_score: int) -> Distribution[int]:
    coefficients = [one.weights.get(face, 0) for face in range(max(one) + 1)]
    if bust < len(coefficients):
        # Without the bust face the powers count the sums in which nobody busts.
        coefficients[bust] = 0
    sums = fmpz_poly(coefficients) ** count
    weights = {score: int(w) for score, w in enumerate(sums.coeffs()) if w}
    # All throws but those in which every die shows another face.
    without = one.total - one.weights.get(bust, 0)
    busts = one.total**count - without**count
    if busts:
        weights[bust_score] = weights.get(bust_score, 0) + busts
    return Distribution(dict(sorted(weights.items())))


def total_of(laws: Iterable[Distribution[int]]) -> Distribution[int]:
    """The law of the sum of independent draws, one from each law (plain dice, no bust).

    >>> total_of([die(6), die(6)]).probability(7)
    Fraction(1, 6)
    """
    drawn = listed(laws, "the laws of a sum", "listed")
    for law in {id(law): law for law in drawn}.values():  # many dice are often one law
        a_law(law, "each law of a sum")
        for outcome in law:
            as_exact(outcome, "an outcome of a law in a sum")
    refuse_costly(f"the law of the sum of {len(drawn)} draws", sum_steps(drawn))
    weights: Mapping[int, int] = {0: 1}
    for law in drawn:
        weights = _with_one_more(weights, law)
    return Distribution(dict(sorted(weights.items())))


def _with_one_more(weights: Mapping[int, int], law: Distribution[int]) -> Mapping[int, int]:
    """The weights of the sums with another draw."""
    added: dict[int, int] = defaultdict(int)
    for x, w in weights.items():
        for y, v in law.items():
            added[x + y] += w * v
    return added


def sum_steps(laws: Iterable[Distribution[int]]) -> int:
    """What the law of their sum costs: a product for each sum so far and each outcome of the next
    law.
    """
    sums, steps = 1, 0
    for law in laws:
        steps += STEPS_A_PRODUCT * sums * len(law)
        # As many sums as pairs at most, and no more than whole numbers between the ends.
        sums = min(sums * len(law), sums + int(max(law) - min(law)))
    return steps
