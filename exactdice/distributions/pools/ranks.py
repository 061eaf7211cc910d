"""What some dice of a sorted pool show: the sum of the highest, the lowest or the middle ones, and
the sorted results themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from flint import fmpz_poly

from ...exact.cost import BOUNDLESS, affordable, refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_whole, shown, simplest
from ..distribution import Distribution
from ..sums import Sums, common_spacing, spacing
from ..weights import numbers
from .by_faces import by_faces, pool_size, powers

STEPS_A_PRODUCT = 30  # of polynomials, besides their terms
FAR = 1000  # places between neighbouring faces


def highest(law: Distribution[Exact], n: int, k: int = 1) -> Distribution[Exact]:
    """The law of the sum of the k highest of n dice, each with this law.

    Let f be the face of the k-th highest die, a < k the number of dice above it. Then k - a of the
    others that count show f, and the rest f or less: the sum over f and a of the ways to choose the
    dice above times their sums. Raises `RulesError` unless 0 <= k <= n, `TooCostly` before any
    work. For the classical table of ability scores, the sum of the 3 highest of 4d6:

    >>> from exactdice import die
    >>> highest(die(6), 4, 3).mean(), highest(die(6), 4, 3)[18]
    (Fraction(15869, 1296), Fraction(7, 432))
    """
    dice = pool_size(law, n)
    kept = _some_of(k, dice, "how many of the highest dice count")
    faces = numbers(law.weights, "summed")
    is_dense = affordable(_product_steps(faces, dice) * kept * len(faces))
    if kept in (0, dice) or not is_dense:
        return _kept(law, dice, range(dice - kept, dice))
    least = min(faces)
    step = common_spacing(spacing(faces))
    sums = fmpz_poly([])
    above = fmpz_poly([])
    not_above = sum(faces.values())
    for face in sorted(faces, reverse=True):
        place = (face - least) // step
        weight = faces[face]
        same = powers(weight, dice)
        below = powers(not_above - weight, dice)
        of_those_above = fmpz_poly([1])
        for a in range(kept):
            rest = dice - a
            needed = kept - a
            # all throws of the others but those in which too few of them show the face
            too_few = sum(comb(rest, c) * same[c] * below[rest - c] for c in range(needed))
            ways = comb(dice, a) * (not_above**rest - too_few)
            sums += (ways * of_those_above).left_shift(place * needed)
            of_those_above *= above
        above += fmpz_poly([0] * place + [weight])
        not_above -= weight
    return Distribution(Sums(simplest(least * kept), step, sums).weights())


def _product_steps(faces: Mapping[Exact, int], dice: int) -> int:
    """What a product of polynomials of sums of the dice costs; where the faces lie far apart, so
    that nearly all coefficients are 0, more than can be afforded.
    """
    places = (max(faces) - min(faces)) // common_spacing(spacing(faces))
    if places > FAR * len(faces):
        return BOUNDLESS
    terms = dice * places + 1
    bits = dice * sum(faces.values()).bit_length()
    return STEPS_A_PRODUCT + terms * (1 + bits // 64)


def lowest(law: Distribution[Exact], n: int, k: int = 1) -> Distribution[Exact]:
    """The law of the sum of the k lowest of n dice, each with this law.

    >>> from exactdice import die
    >>> lowest(die(20), 2).mean()
    Fraction(287, 40)
    """
    dice = pool_size(law, n)
    return -highest(-law, dice, _some_of(k, dice, "how many of the lowest dice count"))


def middle(law: Distribution[Exact], n: int, k: int = 1) -> Distribution[Exact]:
    """The law of the sum of the k dice in the middle of n: as many are left out above as below, so
    n - k must be even.

    >>> from exactdice import die
    >>> middle(die(6), 3)[3], middle(die(6), 3).mean()
    (Fraction(13, 54), Fraction(7, 2))
    """
    dice = pool_size(law, n)
    kept = _some_of(k, dice, "how many of the middle dice count")
    out, odd = divmod(dice - kept, 2)
    if odd:
        raise RulesError(
            f"as many dice must be left out above as below: {shown(dice)} - {shown(kept)} is odd"
        )
    return _kept(law, dice, range(out, out + kept))


def _some_of(k: object, n: int, what: str) -> int:
    """How many of the n dice are meant, in 0..n."""
    chosen = as_whole(k, what, 0)
    if chosen > n:
        raise RulesError(f"{what} must be at most the {shown(n)} of the pool, got {shown(chosen)}")
    return chosen


def _kept(law: Distribution[Exact], dice: int, counted: range) -> Distribution[Exact]:
    """The law of the sum of the dice at these places of the sorted pool, the least first.

    Faces come in order, the least first. Of the m lowest dice, the sums of those that count are the
    coefficients of a polynomial; when c more show the next face, f times as many as of their places
    count is added to each.
    """
    faces = numbers(law.weights, "summed")
    if len(counted) in (0, dice):
        return len(counted) @ law
    least = min(faces)
    step = common_spacing(spacing(faces))
    if not affordable(_product_steps(faces, dice) * len(faces) * dice**2 // 2):
        # Perhaps the faces lie far apart, and nearly all coefficients are 0.
        def next_state(state: tuple[int, Exact], face: Exact, count: int) -> tuple[int, Exact]:
            seen, total = state
            return seen + count, total + face * _counted(counted, seen, count)

        start: tuple[int, Exact] = (0, 0)
        return by_faces(law, dice, start, next_state).map(lambda state: simplest(state[1]))
    # sums[m]: those of the counted ones among the m lowest dice
    sums = [fmpz_poly([1])] + [fmpz_poly([])] * dice
    for face in sorted(faces):
        place = (face - least) // step
        ways = powers(faces[face], dice)
        after = list(sums)
        for seen, known in enumerate(sums):
            for count in range(1, dice - seen + 1) if known else ():
                more = comb(dice - seen, count) * ways[count]
                shift = place * _counted(counted, seen, count)
                after[seen + count] += (more * known).left_shift(shift)
        sums = after
    return Distribution(Sums(simplest(least * len(counted)), step, sums[dice]).weights())


def _counted(counted: range, seen: int, count: int) -> int:
    """How many of the next `count` places are among the counted ones."""
    return max(0, min(counted.stop, seen + count) - max(counted.start, seen))


def sorted_pool(law: Distribution[Any], n: int, k: int | None = None) -> Distribution[Any]:
    """The law of the results of n dice from the highest to the lowest, as a tuple; of the first k
    of them when k is given.

    >>> from exactdice import die
    >>> sorted_pool(die(6), 2)[6, 5], sorted_pool(die(6), 3, 2)[6, 6]
    (Fraction(1, 18), Fraction(2, 27))
    """
    dice = pool_size(law, n)
    kept = dice if k is None else _some_of(k, dice, "how many of the sorted dice are told")
    refuse_costly(
        f"the sorted results of {shown(dice)} dice", 50 * kept * comb(len(law) + kept, kept)
    )

    def step(told: tuple[Any, ...], face: object, count: int) -> tuple[Any, ...]:
        return told + (face,) * min(count, kept - len(told))

    return by_faces(law, dice, (), step, descending=True)
