"""Dice and what is thrown with them: a die, the score of a throw in which one face may bust, its
expectation and the number of dice that maximises that, and sums of dice of several kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import ceil
from operator import mul
from typing import Any

from ..exact.argument_checks import listed
from ..exact.cost import affordable, digits_steps, refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Exact, as_exact, as_whole, ratio, shown, simplest
from ..symbolic.rational_function import (
    Polynomial,
    exact_or_polynomials,
    parameters_of,
    sums_of_draws,
)
from .distribution import Distribution, finite_distribution, from_probabilities
from .weights import Weights, sum_of_draws, sum_of_two

Die = Distribution[int]
BYTES_A_FACE = 100
STEPS_A_PRODUCT = 3


def die(faces: int = 6, weights: tuple[Exact, ...] | None = None) -> Die:
    """One die with faces 1..faces: fair, or loaded by one weight for each face.

    Weights that are all ints are relative; otherwise they are probabilities and must sum to 1.
    Raises `RulesError` when there are fewer than 2 faces or not one weight for each face,
    `InexactError` for a float.

    >>> from fractions import Fraction
    >>> die(4), die(3, (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)))
    (Distribution({1: 1, 2: 1, 3: 1, 4: 1}), Distribution({1: 1, 2: 1, 3: 2}))
    """
    faces = as_whole(faces, "faces", 2)
    refuse_costly(f"a die of {shown(faces)} faces", BYTES_A_FACE * faces)
    if weights is None:
        return Distribution(dict.fromkeys(range(1, faces + 1), 1))
    exact = exact_weights(weights, faces)
    if len(exact) != faces:
        raise RulesError(
            f"weights must list one number for each of the {faces} faces, got {len(exact)}"
        )
    loaded = dict(enumerate(exact, 1))
    if any(isinstance(w, Polynomial) for w in exact):
        return Distribution(loaded)  # type: ignore[arg-type]
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
    return exact_or_polynomials(weights, "weight of face")  # type: ignore[return-value]


def roll(one: Die, count: int, bust: int | None = 1, bust_score: int = 1) -> Distribution[int]:
    """The law of the score of `count` dice: their sum, or bust_score when any die shows the bust
    face; with None for it no face busts, and the score is the sum.

    The sums without a bust are the coefficients of (sum over the other faces of weight * z^face) **
    count.

    >>> roll(die(6), 2).probability(1), roll(die(6), 2).probability(4)
    (Fraction(11, 36), Fraction(1, 36))
    >>> roll(die(6), 2, bust=None) == 2 @ die(6)
    True
    """
    try:
        return kept_roll(one, count, bust, bust_score)
    except TypeError:  # what cannot be hashed is not kept
        return kept_roll.__wrapped__(one, count, bust, bust_score)


@lru_cache(maxsize=4096, typed=True)  # of these dice, each number of them
def kept_roll(one: Die, count: int, bust: int | None, bust_score: int) -> Distribution[int]:
    """The same, kept."""
    finite_distribution(one, "the die of a throw")
    faces = {as_whole(face, "the face of a die", 0): weight for face, weight in one.items()}
    count = as_whole(count, "the number of dice", 1)
    if bust is not None:
        bust = as_whole(bust, "the bust face", 0)
    bust_score = as_whole(bust_score, "the bust score", 0)
    refuse_costly(f"the law of a throw of {shown(count)} dice", roll_steps(one, count))
    # Without the bust face the weights of the sums are of the throws in which no die busts.
    safe: Any = {face: weight for face, weight in faces.items() if face != bust}
    if isinstance(one.total, Polynomial):
        weights: dict[Any, int] = sums_of_draws(safe, parameters_of(one.weights.values()), count)
    else:
        weights = dict(sum_of_draws(safe, count)) if safe else {}
    busts = one.total**count - sum(weights.values())
    if busts:
        weights[bust_score] = weights.get(bust_score, 0) + busts
    return Distribution(dict(sorted(weights.items())))


def roll_steps(one: Die, count: int) -> int:
    """What the distribution of a throw costs: a whole number of `count` times the bits of one die
    for every score.
    """
    if isinstance(one.total, Polynomial):
        return STEPS_A_PRODUCT * len(one) * max(one) * count**3
    return count * max(one) * (count * one.total.bit_length() // 4 + 200)


def total_of(laws: Iterable[Distribution[int]]) -> Distribution[int]:
    """The law of the sum of independent draws, one from each law (plain dice, no bust).

    >>> total_of([die(6), die(6)]).probability(7)
    Fraction(1, 6)
    """
    drawn = listed(laws, "the laws of a sum", "listed")
    for law in {id(law): law for law in drawn}.values():  # many dice are often one law
        finite_distribution(law, "each law of a sum")
        for outcome in law:
            as_exact(outcome, "an outcome of a law in a sum")
    weights: Weights = {0: 1}
    for law, count in Counter(drawn).items():
        weights = sum_of_two(weights, sum_of_draws(law.weights, count))
    # Sums of ints, as the outcomes that came are.
    return Distribution(weights)  # type: ignore[arg-type]


def sum_steps(laws: Iterable[Distribution[int]]) -> int:
    """What the distribution of their sum costs: a product for each sum so far and each outcome of
    the next law.
    """
    sums = 1
    steps = 0
    for law in laws:
        steps += STEPS_A_PRODUCT * sums * len(law)
        # As many sums as pairs at most, and no more than whole numbers between the ends.
        sums = min(sums * len(law), sums + int(max(law) - min(law)))
    return steps


# --- scores ---------------------------------------------------------------------------------------


def safe_chance(one: Die, bust: int = 1) -> Fraction:
    """q, the probability that one die does not bust.

    >>> from exactdice import die
    >>> safe_chance(die(6))
    Fraction(5, 6)
    """
    return ratio(one.total - one.weights.get(bust, 0), one.total)


def safe_mean(one: Die, bust: int = 1) -> Exact:
    """mu, the mean of one die given that it does not bust; `RulesError` when it always busts.

    >>> from exactdice import die
    >>> safe_mean(die(6))
    4
    """
    return safe_die(one, bust).mean()


def safe_die(one: Die, bust: int = 1) -> Die:
    """The law of one die given that it does not bust."""
    if set(one) == {bust}:
        raise RulesError(
            f"the die always shows the bust face {bust}: nothing is known about a throw "
            "without a bust"
        )
    return Distribution({face: w for face, w in one.items() if face != bust})


def safe_roll(one: Die, count: int, bust: int = 1) -> Distribution[int]:
    """Q(d, .): the distribution of the sum of `count` dice given that none busts."""
    return roll(safe_die(one, bust), count, bust)


def expected_score(one: Die, count: int, bust: int = 1, bust_score: int = 1) -> Exact:
    """EP(d) = d mu q^d + b (1 - q^d), in points.

    >>> from exactdice import die
    >>> expected_score(die(6), 1)
    Fraction(7, 2)
    """
    steps = power_steps(one, count)
    if not affordable(steps):
        refuse_costly(f"the expected score of {shown(count)} dice", steps)
    busts = one.weights.get(bust, 0)
    safe = one.total - busts
    if not safe:  # then mu is not defined, and not needed
        return bust_score
    points = sum(map(mul, one.weights, one.weights.values())) - bust * busts
    better = Fraction(count * points, safe) - bust_score  # than a bust, on average
    return simplest(bust_score + better * ratio(safe, one.total) ** count)


def power_steps(one: Die, count: int) -> int:
    """What the `count`th power of a chance of one die costs, by its bits."""
    return digits_steps(count * one.total.bit_length() * 3 // 10)


def last_improvement(one: Die, bust: int = 1, bust_score: int = 1) -> Fraction | None:
    """The t such that EP(d+1) > EP(d) exactly when d < t; None when another die always helps (the
    die never busts).

    EP(d+1) - EP(d) = q^d (mu q - (1-q)(mu d - b)), whose second factor falls with d and is 0 at t =
    q/(1-q) + b/mu. For the default die EP(d+1) - EP(d) = (5/6)^d (21 - 4d)/6, so t = 21/4.

    >>> from exactdice import die
    >>> last_improvement(die(6))
    Fraction(21, 4)
    """
    q = safe_chance(one, bust)
    if q == 1:
        return None
    if q == 0:  # every throw busts, so that no die helps
        return Fraction(0)
    return q / (1 - q) + Fraction(bust_score) / safe_mean(one, bust)


def best_dice(most: int, one: Die, bust: int = 1, bust_score: int = 1) -> int:
    """d*(D): the first d in 1..D that maximises EP(d); min(D, 6) for the default die.

    >>> from exactdice import die
    >>> [best_dice(most, die(6)) for most in (1, 3, 6, 10)]
    [1, 3, 6, 6]
    """
    limit = last_improvement(one, bust, bust_score)
    if limit is None:
        return most
    # EP rises up to d = ceil(t): the step from d to d + 1 is the last one for the largest d < t
    return min(most, max(1, ceil(limit)))
