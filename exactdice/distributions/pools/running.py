"""Running totals of independent draws, as the points of one who throws until a target is reached:
how many draws that takes, and how likely a total is met on the way.

Let p(z) be the generating function of one draw of whole numbers 0, 1, 2, ... The chances that the
total is ever n are the coefficients of (1 - p(0)) / (1 - p(z)), and the mean numbers of draws those
of z / (1 - z) / (1 - p(z)): W. Feller, An Introduction to Probability Theory and Its Applications
I, 3rd edition 1968, XIII.3 (renewal theory).
"""

from __future__ import annotations

from flint import fmpq, fmpz, fmpz_poly

from ...exact.cost import refuse_costly
from ...exact.errors import RulesError
from ...exact.numbers import Exact, as_exact, shown, whole_or_none
from ..distribution import Distribution, EndlessLaw, point

WORDS_A_STEP = 10_000  # products of small numbers that polynomials of flint do in a step
BITS_A_STEP = 4000  # of a whole number that a small one multiplies


def draws_to(law: Distribution[Exact], n: int) -> Exact:
    """The mean number of draws from the law until their total is n or more.

    Raises `RulesError` unless the outcomes are whole numbers of 0 or more and not all 0.

    >>> from exactdice import die
    >>> draws_to(die(6), 1), draws_to(die(6), 2), draws_to(die(6), 7)
    (1, Fraction(7, 6), Fraction(117649, 46656))
    """
    scale, all_ways = _ways_to(law, n, n)
    # a total below n is met with its chance and then left by draws that take 1 / (1 - p(0))
    ways = fmpz(0)
    for met in all_ways:
        ways = ways * scale + met
    return as_exact(fmpq(ways * law.total, scale**n))


def draws_to_law(law: Distribution[Exact], n: int) -> Distribution[Exact] | EndlessLaw:
    """The law of the number of draws until their total is n or more; endless where a draw may be 0.

    Raises `RulesError` unless the outcomes are whole numbers of 0 or more and not all 0.

    >>> from exactdice import die
    >>> draws_to_law(die(2), 3), draws_to_law(die(6) - 1, 1).mean()
    (Distribution({2: 3, 3: 1}), Fraction(6, 5))
    """
    steps = _steps(law, n)
    zeros = steps.pop(0, 0)
    if n <= 0:
        return point(0)
    total = law.total - zeros
    bits = total.bit_length() * len(steps)
    refuse_costly(f"the law of the draws to {shown(n)}", n**3 * bits // WORDS_A_STEP)
    draw = fmpz_poly([steps.get(x, 0) for x in range(max(steps) + 1)])
    # the ways to be below n after k draws, and those to arrive by draw k
    below = fmpz_poly([1])
    arrived = {}
    for k in range(1, n + 1):
        before = below(1)
        below = (below * draw).truncate(n)
        arrived[k] = int(before * total - below(1)) * total ** (n - k)
    counted = Distribution({k: ways for k, ways in arrived.items() if ways})
    if not zeros:
        return counted
    return counted @ Distribution({1: total, 0: zeros}).repeat_until(bool)


def hits_total(law: Distribution[Exact], n: int) -> Exact:
    """The chance that the total of draws from the law is n at some time.

    Raises `RulesError` unless the outcomes are whole numbers of 0 or more and not all 0.

    >>> from exactdice import die
    >>> hits_total(die(6), 0), hits_total(die(6), 2), hits_total(die(2), 3)
    (1, Fraction(7, 36), Fraction(5, 8))
    """
    scale, ways = _ways_to(law, n, n + 1)
    return as_exact(fmpq(ways[-1], scale**n))


def _ways_to(law: Distribution[Exact], n: int, end: int) -> tuple[fmpz, list[fmpz]]:
    """The weight of the draws that are not 0, and the chances that the totals 0, 1, ... below `end`
    are met, that of n times its n-th power.
    """
    steps = _steps(law, n)
    scale = fmpz(law.total - steps.get(0, 0))
    jumps = [(x, weight * scale ** (x - 1)) for x, weight in steps.items() if 0 < x < end]
    ways = [fmpz(1)]
    for k in range(1, end):
        ways.append(sum((ways[k - x] * weight for x, weight in jumps if x <= k), fmpz(0)))
    return scale, ways[: max(end, 0)]


def _steps(law: Distribution[Exact], n: int) -> dict[int, int]:
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
    cost = n * (len(law.weights) + 1) * (1 + n * law.total.bit_length() // BITS_A_STEP)
    refuse_costly(f"the totals up to {shown(n)}", cost)
    return steps
