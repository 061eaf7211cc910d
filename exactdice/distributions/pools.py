"""Pools of equal dice: sets, straights and successes, two pools compared, the highest dice, the
sorted results; and running totals of draws.

What matters in a pool is how many dice show each face, never in which order they fell, so the work
is polynomial in the number of dice: the faces are gone through one after the other, and of m dice
that are left, c show the next face, of weight w, in C(m, c) w^c ways. Sets and straights are
counted as poker dice and Yahtzee have them, and two pools are compared die by die, as in Risk.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from math import comb, factorial
from operator import mul
from typing import Any, TypeVar

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from ..exact.argument_checks import FAILURES, a_function_of, a_truth, said_by
from ..exact.cost import BOUNDLESS, affordable, refuse_costly
from ..exact.errors import ExactDiceError, RulesError
from ..exact.numbers import Exact, as_exact, as_whole, shown, simplest, whole_or_none
from .distribution import (
    Distribution,
    FiniteNumericDistribution,
    NumberDistribution,
    an_outcome,
    finite_distribution,
    point,
)
from .weights import Sums, common_spacing, in_order, numbers, spacing

State = TypeVar("State", bound=Hashable)
Triple = tuple[int, int, int]
Die = Distribution[Any]
Counts = Distribution[int]  # of dice, sets or pairs

STEPS_A_WAY = 30  # from one state to the next
STEPS_A_PRODUCT = 30  # of polynomials, besides their terms
BITS_A_STEP = 64  # of the numbers of ways
FAR = 1000  # places between neighbouring faces
WORDS_A_STEP = 10_000  # products of small numbers that polynomials of flint do in a step
BITS_A_SMALL_PRODUCT = 4000  # of a whole number that a small one multiplies in a step


def by_faces(
    law: Die,
    n: int,
    start: State,
    step: Callable[[State, Any, int], State],
    descending: bool = False,
) -> Distribution[State]:
    """The law of the state after all faces of a pool of n dice: `step(state, face, count)` is the
    next state when `count` dice show the face; faces come in order, the least first.

    Each face is told once, a count of 0 included. The work grows with n^2 times the number of
    states. Raises `RulesError` for faces without an order, `TooCostly` before any work that can be
    foreseen and as the states multiply.

    >>> from exactdice import die
    >>> by_faces(die(6), 3, 0, lambda different, face, count: different + (count > 0))
    Distribution({1: 1, 2: 15, 3: 20})
    """
    dice = pool_size(law, n)
    a_function_of(3, step, "the step of a pool", "a function of a state, a face and a count")
    *before, last = in_order(law.weights)[:: -1 if a_truth(descending, "descending") else 1]
    what = f"a pool of {shown(dice)} dice"
    steps_a_way = STEPS_A_WAY + dice * law.total.bit_length() // BITS_A_STEP
    # After the first face there is a state at least for each number of dice that are left.
    least = (dice + 1) * (1 + (dice + 2) * max(0, len(before) - 1) // 2)
    refuse_costly(what, steps_a_way * least, "fewer dice or faces")
    # {dice left: {state: ways}}
    states: Mapping[int, Mapping[State, int]] = {dice: {an_outcome(start): 1}}
    done = 0
    final: dict[State, int] = defaultdict(int)
    try:
        for face in before:
            done += steps_a_way * sum((left + 1) * len(some) for left, some in states.items())
            refuse_costly(what, done, "fewer dice or faces")
            after: dict[int, dict[State, int]] = defaultdict(partial(defaultdict, int))
            for left, some in states.items():
                for count, chosen in enumerate(ways_to_show(law.weights[face], left)):
                    then = after[left - count]
                    for state, ways in some.items():
                        then[step(state, face, count)] += ways * chosen
            states = after
        # All dice that are left then show the last face.
        for left, some in states.items():
            for state, ways in some.items():
                final[step(state, last, left)] += ways * law.weights[last] ** left
    except ExactDiceError:
        raise  # it says already what is wrong
    except FAILURES as error:
        raise RulesError(f"the step of a pool fails: {said_by(error)}") from error
    return Distribution(final)


def ways_to_show(weight: int, n: int) -> Iterator[int]:
    """C(n, c) w^c for c = 0, 1, ..., n: in how many ways c of n dice show a face of weight w.

    >>> list(ways_to_show(2, 3))
    [1, 6, 12, 8]
    """
    ways = 1
    for count in range(n + 1):
        yield ways
        ways = ways * (n - count) * weight // (count + 1)


def powers(weight: int, n: int) -> list[int]:
    """[1, w, w^2, ..., w^n]."""
    return list(accumulate([weight] * n, mul, initial=1))


def pool_size(law: object, n: object) -> int:
    """The number of dice of a pool as an int; `RulesError` unless it is 1 or more and the die a
    law, `TooCostly` for more than can be counted.
    """
    finite_distribution(law, "the die of a pool")
    dice = as_whole(n, "the number of dice of a pool", 1)
    # A way for each number of dice, in numbers of as many bits.
    refuse_costly(f"a pool of {shown(dice)} dice", dice**2 // 10, "fewer dice")
    return dice


# --- sets and straights ---------------------------------------------------------------------------


def different(law: Die, n: int) -> Counts:
    """The law of the number of different faces that n dice show.

    >>> from exactdice import die
    >>> different(die(6), 2)
    Distribution({1: 1, 2: 5})
    """
    return sets(law, n, 1)


def sets(law: Die, n: int, size: int) -> Counts:
    """The law of the number of faces that at least `size` of n dice show: of pairs for a size of
    2, where three equal dice are one pair too.

    A face of weight w is shown by c of the dice in w^c / c! of n! ways, the coefficient of z^c in
    e^(w z): of a product over all faces that of z^n counts. The terms from z^size on are those of
    a set.

    >>> from exactdice import die
    >>> sets(die(6), 5, 2)[2]  # two pairs, or a pair and three of a kind
    Fraction(175, 648)
    """
    dice = pool_size(law, n)
    least = as_whole(size, "the size of a set", 1)
    most = min(dice // least, len(law))
    _refuse_large(law, dice, 2 * len(law) * (most + 1))
    terms = dice + 1
    nothing = fmpq_poly([])
    # {weight: (the terms of too few dice for a set, those of a set)}
    parts = {}
    for weight in set(law.weights.values()):
        face = _face_series(weight, dice)
        few = face.truncate(min(least, terms))
        parts[weight] = few, face - few
    # [k]: the ways to show the faces so far with k sets
    found = [fmpq_poly([1]), *[nothing] * most]
    for weight in law.weights.values():
        few, many = parts[weight]
        before = [nothing, *found]
        found = [
            before[k + 1].mul_low(few, terms) + before[k].mul_low(many, terms)
            for k in range(most + 1)
        ]
    return Distribution({count: _throw_weight(ways, dice) for count, ways in enumerate(found)})


def _face_series(weight: int, dice: int) -> fmpq_poly:
    """e^(w z) up to z^dice: how many dice show one face of this weight."""
    terms = [fmpq(1)]
    for count in range(1, dice + 1):
        terms.append(terms[-1] * weight / count)
    return fmpq_poly(terms)


def _throw_weight(ways: fmpq_poly, dice: int) -> int:
    """n! times the coefficient of z^n, a whole number: the weight of the throws of all dice."""
    return int((ways[dice] * factorial(dice)).p)


def _refuse_large(law: Die, dice: int, products: int) -> None:
    """Raise `TooCostly` when so many products of such polynomials take too long."""
    bits = dice * (law.total.bit_length() + dice.bit_length())
    refuse_costly(
        f"the sets in a pool of {shown(dice)} dice",
        products * (STEPS_A_PRODUCT + dice * (1 + bits // 256)),
        "fewer dice",
    )


def largest_set(law: Die, n: int) -> Counts:
    """The law of how many of n dice show the same face, where that is most.

    It is at most m in those throws in which no face is shown more often: in `sets`, the terms up
    to z^m of every face.

    >>> from exactdice import die
    >>> largest_set(die(6), 5)[5]
    Fraction(1, 1296)
    """
    dice = pool_size(law, n)
    weights = Counter(law.weights.values())
    products = sum(2 * faces.bit_length() + 1 for faces in weights.values())
    _refuse_large(law, dice, dice * products)
    one_face = {weight: _face_series(weight, dice) for weight in weights}
    at_most = [0]
    for most in range(1, dice + 1):
        ways = fmpq_poly([1])
        for weight, faces in weights.items():
            few = one_face[weight].truncate(most + 1)
            ways = ways.mul_low(few.pow_trunc(faces, dice + 1), dice + 1)
        at_most.append(_throw_weight(ways, dice))
    return Distribution({m: at_most[m] - at_most[m - 1] for m in range(1, dice + 1)})


def longest_straight(law: Counts, n: int) -> Counts:
    """The law of how many faces in a row n dice show, where that is most: 4 for 1, 3, 4, 5, 6.

    The faces must be whole numbers; a row is broken by a number that no die shows.

    >>> from exactdice import die
    >>> longest_straight(die(6), 5)[5]
    Fraction(5, 162)
    """
    pool_size(law, n)
    for face in law:
        as_whole(face, "a face of a straight")

    # The last face shown, how long the row is that ends there, and the longest.
    def in_a_row(state: Triple, face: int, count: int) -> Triple:
        last, length, longest = state
        if not count:
            return state
        now = length + 1 if face == last + 1 else 1
        return face, now, max(longest, now)

    return by_faces(law, n, (min(law) - 2, 0, 0), in_a_row).map(lambda state: state[2])


def successes(law: NumberDistribution, n: int, least: Exact) -> NumberDistribution:
    """The law of how many of n dice show `least` or more.

    >>> from exactdice import die
    >>> successes(die(6), 2, 5)
    Distribution({0: 4, 1: 4, 2: 1})
    """
    return pool_size(law, n) @ (law >= as_exact(least, "the least success"))


# --- two pools ------------------------------------------------------------------------------------


def pairs_won(one: Die, n: int, other: Die, m: int) -> Counts:
    """The law of how many pairs the first pool wins: n dice and m dice are sorted and compared,
    the highest with the highest, as long as both have one; equal dice are won by the second.

    In Risk three attacking dice against two win both pairs, one or none with 2890, 2611 and 2275
    ways of 7776:

    >>> from exactdice import die
    >>> pairs_won(die(6), 3, die(6), 2)
    Distribution({0: 2275, 1: 2611, 2: 2890})
    """
    n = pool_size(one, n)
    m = pool_size(other, m)
    pairs = min(n, m)
    faces = in_order({**one.weights, **other.weights})[::-1]
    ways = STEPS_A_WAY * (n + 1) ** 2 * (m + 1) ** 2 * (pairs + 1) // 8
    refuse_costly(f"pools of {shown(n)} and {shown(m)} dice", len(faces) * ways, "fewer dice")
    # {(dice of each pool above the next face, pairs won so far): ways}
    states: Mapping[Triple, int] = {(0, 0, 0): 1}
    for face in faces:
        after: dict[Triple, int] = defaultdict(int)
        weight = one.weights.get(face, 0)
        against = other.weights.get(face, 0)
        own = powers(weight, n)
        others = powers(against, m)
        for (first, second, won), known in states.items():
            for a in range(n - first + 1 if weight else 1):
                ways_of_first = known * comb(n - first, a) * own[a]
                for b in range(m - second + 1 if against else 1):
                    # The i-th die of the first pool shows the face for first < i <= first + a, and
                    # wins when the i-th one of the other is lower.
                    more = max(0, min(first + a, pairs) - max(first, second + b))
                    state = first + a, second + b, won + more
                    after[state] += ways_of_first * comb(m - second, b) * others[b]
        states = after
    return Distribution({won: states.get((n, m, won), 0) for won in range(pairs + 1)})


# --- the highest, the lowest, the sorted ----------------------------------------------------------


def highest(law: NumberDistribution, n: int, k: int = 1) -> NumberDistribution:
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
    kept = _check_count(k, dice, "how many of the highest dice count")
    faces = numbers(law.weights, "summed")
    is_dense = affordable(_product_steps(faces, dice) * kept * len(faces))
    if kept in (0, dice) or not is_dense:
        return _sum_places(law, dice, range(dice - kept, dice))
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


def lowest(law: NumberDistribution, n: int, k: int = 1) -> NumberDistribution:
    """The law of the sum of the k lowest of n dice, each with this law.

    >>> from exactdice import die
    >>> lowest(die(20), 2).mean()
    Fraction(287, 40)
    """
    dice = pool_size(law, n)
    return -highest(-law, dice, _check_count(k, dice, "how many of the lowest dice count"))


def middle(law: NumberDistribution, n: int, k: int = 1) -> NumberDistribution:
    """The law of the sum of the k dice in the middle of n: as many are left out above as below, so
    n - k must be even.

    >>> from exactdice import die
    >>> middle(die(6), 3)[3], middle(die(6), 3).mean()
    (Fraction(13, 54), Fraction(7, 2))
    """
    dice = pool_size(law, n)
    kept = _check_count(k, dice, "how many of the middle dice count")
    out, odd = divmod(dice - kept, 2)
    if odd:
        raise RulesError(
            f"as many dice must be left out above as below: {shown(dice)} - {shown(kept)} is odd"
        )
    return _sum_places(law, dice, range(out, out + kept))


def _check_count(k: object, n: int, what: str) -> int:
    chosen = as_whole(k, what, 0)
    if chosen > n:
        raise RulesError(f"{what} must be at most the {shown(n)} of the pool, got {shown(chosen)}")
    return chosen


def _sum_places(law: NumberDistribution, dice: int, counted: range) -> NumberDistribution:
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
            return seen + count, total + face * _count_places(counted, seen, count)

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
                shift = place * _count_places(counted, seen, count)
                after[seen + count] += (more * known).left_shift(shift)
        sums = after
    return Distribution(Sums(simplest(least * len(counted)), step, sums[dice]).weights())


def _count_places(counted: range, seen: int, count: int) -> int:
    """How many of the next `count` places are among the counted ones."""
    return max(0, min(counted.stop, seen + count) - max(counted.start, seen))


def sorted_pool(law: Die, n: int, k: int | None = None) -> Die:
    """The law of the results of n dice from the highest to the lowest, as a tuple; of the first k
    of them when k is given.

    >>> from exactdice import die
    >>> sorted_pool(die(6), 2)[6, 5], sorted_pool(die(6), 3, 2)[6, 6]
    (Fraction(1, 18), Fraction(2, 27))
    """
    dice = pool_size(law, n)
    kept = dice if k is None else _check_count(k, dice, "how many of the sorted dice are told")
    refuse_costly(
        f"the sorted results of {shown(dice)} dice", 50 * kept * comb(len(law) + kept, kept)
    )

    def step(told: tuple[Any, ...], face: object, count: int) -> tuple[Any, ...]:
        return told + (face,) * min(count, kept - len(told))

    return by_faces(law, dice, (), step, descending=True)


# --- running totals -------------------------------------------------------------------------------
#
# As the points of one who throws until a target is reached: how many draws that takes, and how
# likely a total is met on the way. Let p(z) be the generating function of one draw of whole numbers
# 0, 1, 2, ... The probabilities that the total is ever n are the coefficients of (1 - p(0)) / (1 -
# p(z)), and the mean numbers of draws those of z / (1 - z) / (1 - p(z)): W. Feller, An Introduction
# to Probability Theory and Its Applications I, 3rd edition 1968, XIII.3 (renewal theory).


def draws_to(law: NumberDistribution, n: int) -> Exact:
    """The mean number of draws from the distribution until their total is n or more.

    Raises `RulesError` unless the outcomes are whole numbers of 0 or more and not all 0.

    >>> from exactdice import die
    >>> draws_to(die(6), 1), draws_to(die(6), 2), draws_to(die(6), 7)
    (1, Fraction(7, 6), Fraction(117649, 46656))
    """
    scale, all_ways = _count_ways(law, n, n)
    # a total below n is met with its chance and then left by draws that take 1 / (1 - p(0))
    ways = fmpz(0)
    for met in all_ways:
        ways = ways * scale + met
    return as_exact(fmpq(ways * law.total, scale**n))


def draws_to_distribution(law: NumberDistribution, n: int) -> FiniteNumericDistribution:
    """The law of the number of draws until their total is n or more; endless where a draw may be 0.

    Raises `RulesError` unless the outcomes are whole numbers of 0 or more and not all 0.

    >>> from exactdice import die
    >>> draws_to_distribution(die(2), 3), draws_to_distribution(die(6) - 1, 1).mean()
    (Distribution({2: 3, 3: 1}), Fraction(6, 5))
    """
    steps = _check_steps(law, n)
    zeros = steps.pop(0, 0)
    if n <= 0:
        return point(0)
    total = law.total - zeros
    cost = n**3 * total.bit_length() * len(steps) // WORDS_A_STEP
    refuse_costly(f"the law of the draws to {shown(n)}", cost)
    draw = fmpz_poly([steps.get(x, 0) for x in range(max(steps) + 1)])
    # the ways to be below n after k draws, and those to arrive by draw k
    below = fmpz_poly([1])
    arrived = {}
    for k in range(1, n + 1):
        before = below(1)
        below = (below * draw).truncate(n)
        arrived[k] = int(before * total - below(1)) * total ** (n - k)
    counted = Distribution(arrived)
    if not zeros:
        return counted
    return counted @ Distribution({1: total, 0: zeros}).repeat_until(bool)


def hits_total(law: NumberDistribution, n: int) -> Exact:
    """The chance that the total of draws from the distribution is n at some time.

    Raises `RulesError` unless the outcomes are whole numbers of 0 or more and not all 0.

    >>> from exactdice import die
    >>> hits_total(die(6), 0), hits_total(die(6), 2), hits_total(die(2), 3)
    (1, Fraction(7, 36), Fraction(5, 8))
    """
    scale, ways = _count_ways(law, n, n + 1)
    return as_exact(fmpq(ways[-1], scale**n))


def _count_ways(law: NumberDistribution, n: int, end: int) -> tuple[fmpz, list[fmpz]]:
    """The weight of the draws that are not 0, and the chances that the totals 0, 1, ... below `end`
    are met, that of n times its n-th power.
    """
    steps = _check_steps(law, n)
    scale = fmpz(law.total - steps.get(0, 0))
    jumps = [(x, weight * scale ** (x - 1)) for x, weight in steps.items() if 0 < x < end]
    ways = [fmpz(1)]
    for k in range(1, end):
        ways.append(sum((ways[k - x] * weight for x, weight in jumps if x <= k), fmpz(0)))
    return scale, ways[: max(end, 0)]


def _check_steps(law: NumberDistribution, n: int) -> dict[int, int]:
    """{outcome: weight}; `RulesError` when a total may fall, or never rises."""
    steps: dict[int, int] = {}
    for outcome, weight in law.weights.items():
        whole = whole_or_none(outcome)
        if whole is None or whole < 0:
            raise RulesError(
                "a running total asks for a law of whole numbers of 0 or more, got the outcome "
                f"{shown(outcome)}"
            )
        steps[whole] = weight
    if max(steps) == 0:
        raise RulesError("a running total of draws that are all 0 never rises: take another law")
    cost = n * (len(law.weights) + 1) * (1 + n * law.total.bit_length() // BITS_A_SMALL_PRODUCT)
    refuse_costly(f"the totals up to {shown(n)}", cost)
    return steps
