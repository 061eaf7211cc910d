"""What some dice of a sorted pool show: the sum of the highest, the lowest or the middle ones, and
the sorted results themselves.
"""

from __future__ import annotations

from math import comb
from typing import Any

from flint import fmpz_poly

from ..cost import refuse_costly
from ..distribution import Distribution
from ..errors import RulesError
from ..exact import Exact, shown, simplest
from ..sums import Sums, Weights, common_spacing, spacing
from ..weights import numbers
from .by_faces import by_faces, pool_size, powers, some_of

STEPS_A_PRODUCT = 30  # of polynomials, besides their terms
MOST_TERMS_A_FACE = 1000  # of the polynomial of a sum, beyond which outcomes are told one by one


def highest(law: Distribution[Exact], n: int, k: int = 1) -> Distribution[Exact]:
    """The law of the sum of the k highest of n dice, each with this law.

    Let f be the face of the k-th highest die, a < k the number of dice above it. Then k - a of the
    dice that show f count, and C(n, a) U_f(z)^a z^(f (k - a)) B(f, a) is the part of these throws
    in the generating function of the sum, with U_f that of one die above f, and B(f, a) the ways in
    which n - a dice are at most f and at least k - a of them show f.

    Raises `RulesError` unless 0 <= k <= n, `TooCostly` before any work. For the classical table of
    ability scores, the sum of the 3 highest of 4d6:

    >>> from exactdice import die
    >>> highest(die(6), 4, 3).mean(), highest(die(6), 4, 3)[18]
    (Fraction(15869, 1296), Fraction(7, 432))
    """
    dice = pool_size(law, n)
    kept = some_of(k, dice, "how many of the highest dice count")
    faces = numbers(law.weights, "summed")
    if kept in (0, dice):
        return kept @ law
    step = common_spacing(spacing(faces))
    if _far_apart(faces, step):
        return _kept_one_by_one(law, dice, range(dice - kept, dice))
    _refuse_large(faces, step, dice, kept * len(faces))
    return Distribution(_highest_sums(faces, step, dice, kept).weights())


def _far_apart(faces: Weights, step: Exact) -> bool:
    """Whether nearly all coefficients of the polynomial of one die would be 0."""
    return (max(faces) - min(faces)) // step > MOST_TERMS_A_FACE * len(faces)


def _refuse_large(faces: Weights, step: Exact, dice: int, products: int) -> None:
    """Raise `TooCostly` when so many products of polynomials of the pool's sums take too long."""
    terms = dice * (max(faces) - min(faces)) // step + 1
    bits = dice * sum(faces.values()).bit_length()
    refuse_costly(
        f"some of a pool of {shown(dice)} dice",
        products * (STEPS_A_PRODUCT + terms * (1 + bits // 64)),
        "fewer dice or faces",
    )


def _highest_sums(faces: Weights, step: Exact, dice: int, kept: int) -> Sums:
    """The weights of the sums of the highest dice, as the docstring of `highest` says."""
    least = min(faces)
    places = {(face - least) // step: weight for face, weight in faces.items()}
    total = fmpz_poly([])
    above = fmpz_poly([])  # one die above the face
    not_above = sum(places.values())
    for place in sorted(places, reverse=True):
        total += _at_kth_place(place, places[place], above, not_above, dice, kept)
        above += fmpz_poly([0] * place + [places[place]])
        not_above -= places[place]
    return Sums(simplest(least * kept), step, total)


def _at_kth_place(
    place: int, weight: int, above: fmpz_poly, not_above: int, dice: int, kept: int
) -> fmpz_poly:
    """The sums of those throws in which the k-th highest die shows the face at this place."""
    below = powers(not_above - weight, dice)
    same = powers(weight, dice)
    sums, power = fmpz_poly([]), fmpz_poly([1])
    for a in range(min(kept, dice)):
        rest, needed = dice - a, kept - a
        # All throws of the others but those in which too few of them show the face.
        ways = not_above**rest - sum(
            comb(rest, c) * same[c] * below[rest - c] for c in range(needed)
        )
        sums += (comb(dice, a) * ways * power).left_shift(place * needed)
        power *= above
        if not power:
            break
    return sums


def lowest(law: Distribution[Exact], n: int, k: int = 1) -> Distribution[Exact]:
    """The law of the sum of the k lowest of n dice, each with this law.

    >>> from exactdice import die
    >>> lowest(die(20), 2).mean()
    Fraction(287, 40)
    """
    pool_size(law, n)
    return -highest(-law, n, k)


def middle(law: Distribution[Exact], n: int, k: int = 1) -> Distribution[Exact]:
    """The law of the sum of the k dice in the middle of n: as many are left out above as below, so
    n - k must be even.

    >>> from exactdice import die
    >>> middle(die(6), 3)[3], middle(die(6), 3).mean()
    (Fraction(13, 54), Fraction(7, 2))
    """
    dice = pool_size(law, n)
    kept = some_of(k, dice, "how many of the middle dice count")
    out, odd = divmod(dice - kept, 2)
    if odd:
        raise RulesError(
            f"as many dice must be left out above as below: {shown(dice)} - {shown(kept)} is odd"
        )
    faces = numbers(law.weights, "summed")
    step = common_spacing(spacing(faces))
    counted = range(out, out + kept)
    if _far_apart(faces, step):
        return _kept_one_by_one(law, dice, counted)
    _refuse_large(faces, step, dice, len(faces) * dice**2 // 2)
    return Distribution(_kept_sums(faces, step, dice, counted).weights())


def _kept_sums(faces: Weights, step: Exact, dice: int, counted: range) -> Sums:
    """The weights of the sums of the dice at these places of the sorted pool, the least first."""
    least = min(faces)
    # sums[m]: those of the counted ones among the m lowest dice.
    sums = [fmpz_poly([1])] + [fmpz_poly([])] * dice
    for face in sorted(faces):
        place = (face - least) // step
        sums = _with_face(sums, place, powers(faces[face], dice), counted)
    return Sums(simplest(least * len(counted)), step, sums[dice])


def _with_face(
    sums: list[fmpz_poly], place: int, ways: list[int], counted: range
) -> list[fmpz_poly]:
    """The sums once dice that show the next face are among the lowest."""
    after = list(sums)
    dice = len(sums) - 1
    for seen, known in enumerate(sums):
        for count in range(1, dice - seen + 1) if known else ():
            shift = place * _counted(counted, seen, count)
            more = comb(dice - seen, count) * ways[count]
            after[seen + count] += (more * known).left_shift(shift)
    return after


def _counted(counted: range, seen: int, count: int) -> int:
    """How many of the next `count` places are among the counted ones."""
    return max(0, min(counted.stop, seen + count) - max(counted.start, seen))


def _kept_one_by_one(law: Distribution[Exact], dice: int, counted: range) -> Distribution[Exact]:
    """The same for faces that lie far apart, whose sums are told one by one."""

    def step(state: tuple[int, Exact], face: Exact, count: int) -> tuple[int, Exact]:
        seen, total = state
        return seen + count, total + face * _counted(counted, seen, count)

    start: tuple[int, Exact] = (0, 0)
    return by_faces(law, dice, start, step).map(_second)


def _second(state: tuple[int, Exact]) -> Exact:
    return simplest(state[1])


def sorted_pool(law: Distribution[Any], n: int, k: int | None = None) -> Distribution[Any]:
    """The law of the results of n dice from the highest to the lowest, as a tuple; of the first k
    of them when k is given.

    >>> from exactdice import die
    >>> sorted_pool(die(6), 2)[6, 5], sorted_pool(die(6), 3, 2)[6, 6]
    (Fraction(1, 18), Fraction(2, 27))
    """
    dice = pool_size(law, n)
    kept = dice if k is None else some_of(k, dice, "how many of the sorted dice are told")
    refuse_costly(
        f"the sorted results of {shown(dice)} dice", 50 * kept * comb(len(law) + kept, kept)
    )

    def step(told: tuple[Any, ...], face: object, count: int) -> tuple[Any, ...]:
        return told + (face,) * min(count, kept - len(told))

    return by_faces(law, dice, (), step, descending=True)
