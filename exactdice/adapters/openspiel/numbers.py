"""The floats of OpenSpiel as the exact numbers that they stand for.

OpenSpiel writes chances and payoffs in floats, 0.3333333333333333 for 1/3. A float here stands for
the only fraction with a denominator up to 100,000 within 10^-12 of it, and within 10^-12 times its
size, so that nothing but 0 stands for 0. Two of these fractions differ by at least 10^-10, so there
is one or none. Where there is none the number is refused, never rounded.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import isfinite
from typing import TypeVar

from ...distribution import Distribution, from_probabilities, uniform
from ...errors import InexactError
from ...exact import Exact, shown, simplest

T = TypeVar("T", bound=Hashable)

LARGEST_DENOMINATOR = 100_000
NEAR = Fraction(1, 10**12)


def meant(number: float, where: str) -> Exact:
    """The fraction that the float stands for; `InexactError` naming the place when there is none.

    >>> meant(0.3333333333333333, "a payoff"), meant(-2.0, "a payoff")
    (Fraction(1, 3), -2)
    """
    if isfinite(number):
        exact = Fraction(number)
        short = exact.limit_denominator(LARGEST_DENOMINATOR)
        if abs(short - exact) <= NEAR * min(Fraction(1), abs(exact)):
            return simplest(short)
    raise InexactError(
        f"{where} must be a fraction with a denominator up to {LARGEST_DENOMINATOR}, within "
        f"10^-12, got the float {number!r}"
    )


def law_meant(chances: Sequence[tuple[T, float]], where: str) -> Distribution[T]:
    """The law that these floats stand for: uniform when all are equal, else each the fraction that
    it stands for, which together must be exactly 1.

    >>> law_meant([("a", 0.3333333333333333), ("b", 0.6666666666666666)], "chance")
    Distribution({'a': 1, 'b': 2})
    """
    floats = [chance for _, chance in chances]
    # Of many outcomes, whose one chance may be no short fraction.
    if len(set(floats)) == 1 and abs(Fraction(floats[0]) * len(floats) - 1) <= NEAR:
        return uniform([outcome for outcome, _ in chances])
    exact = {outcome: meant(chance, f"{where}, a chance") for outcome, chance in chances}
    if sum(exact.values()) != 1:
        raise InexactError(
            f"{where}, the chances must be short fractions that sum to 1, got "
            f"{shown(floats)}, which stand for {shown(list(exact.values()))}"
        )
    return from_probabilities(exact)
