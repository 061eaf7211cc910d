"""Dice and what is thrown with them: a die, the score of a throw in which one face may bust, and
sums of dice of several kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from flint import fmpz_poly

from ..exact.argument_checks import listed
from ..exact.cost import refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import Exact, as_exact, as_whole, shown
from ..symbolic.polynomial import Polynomial, parameters_of, sums_of_draws, with_symbols
from .distribution import Distribution, a_law, from_probabilities
from .sums import Weights, sum_of_draws, sum_of_two

BYTES_A_FACE = 100
STEPS_A_PRODUCT = 3


def die(faces: int = 6, weights: tuple[Exact, ...] | None = None) -> Distribution[int]:
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
    return with_symbols(weights, "weight of face")  # type: ignore[return-value]


def throw(
    one: Distribution[int], count: int, bust: int | None = 1, bust_score: int = 1
) -> Distribution[int]:
    """The law of the score of `count` dice: their sum, or bust_score when any die shows the bust
    face; with None for it no face busts, and the score is the sum.

    The sums without a bust are the coefficients of (sum over the other faces of weight * z^face) **
    count.

    >>> throw(die(6), 2).probability(1), throw(die(6), 2).probability(4)
    (Fraction(11, 36), Fraction(1, 36))
    >>> throw(die(6), 2, bust=None) == 2 @ die(6)
    True
    """
    try:
        return kept_throw(one, count, bust, bust_score)
    except TypeError:  # what cannot be hashed is not kept
        return kept_throw.__wrapped__(one, count, bust, bust_score)


@lru_cache(maxsize=4096, typed=True)  # of these dice, each number of them
def kept_throw(
    one: Distribution[int], count: int, bust: int | None, bust_score: int
) -> Distribution[int]:
    """The same, kept."""
    a_law(one, "the die of a throw")
    for face in one:
        as_whole(face, "the face of a die", 0)
    count = as_whole(count, "the number of dice", 1)
    if bust is not None:
        bust = as_whole(bust, "the bust face", 0)
    bust_score = as_whole(bust_score, "the bust score", 0)
    refuse_costly(f"the law of a throw of {shown(count)} dice", throw_steps(one, count))
    if isinstance(one.total, Polynomial):
        safe = {face: weight for face, weight in one.items() if face != bust}
        weights = sums_of_draws(safe, parameters_of(one.weights.values()), count)
        busted = one.total**count - sum(weights.values())
        weights[bust_score] = weights.get(bust_score, 0) + busted
        return Distribution(dict(sorted(weights.items())))
    coefficients = [one.weights.get(face, 0) for face in range(max(one) + 1)]
    if bust is not None and bust < len(coefficients):
        # Without the bust face the powers count the sums in which nobody busts.
        coefficients[bust] = 0
    sums = fmpz_poly(coefficients) ** count
    weights = {score: int(w) for score, w in enumerate(sums.coeffs()) if w}
    # All throws but those in which every die shows another face.
    without = one.total - (0 if bust is None else one.weights.get(bust, 0))
    busts = one.total**count - without**count
    if busts:
        weights[bust_score] = weights.get(bust_score, 0) + busts
    return Distribution(dict(sorted(weights.items())))


def throw_steps(one: Distribution[int], count: int) -> int:
    """What the law of a throw costs: a whole number of `count` times the bits of one die for every
    score.
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
        a_law(law, "each law of a sum")
        for outcome in law:
            as_exact(outcome, "an outcome of a law in a sum")
    weights: Weights = {0: 1}
    for law, count in Counter(drawn).items():
        weights = sum_of_two(weights, sum_of_draws(law.weights, count))
    # Sums of ints, as the outcomes that came are.
    return Distribution(weights)  # type: ignore[arg-type]


def sum_steps(laws: Iterable[Distribution[int]]) -> int:
    """What the law of their sum costs: a product for each sum so far and each outcome of the next
    law.
    """
    sums = 1
    steps = 0
    for law in laws:
        steps += STEPS_A_PRODUCT * sums * len(law)
        # As many sums as pairs at most, and no more than whole numbers between the ends.
        sums = min(sums * len(law), sums + int(max(law) - min(law)))
    return steps
