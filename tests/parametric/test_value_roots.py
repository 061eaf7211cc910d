from dataclasses import dataclass
from fractions import Fraction

import pytest

from exactdice import WAIT, parameter, point, solve

P = parameter("p", 0, 1)
EVEN = (P - Fraction(1, 2)) ** 2  # the same at p and at 1 - p


@dataclass(frozen=True)
class Pays:
    """One move, to a payoff with the symbol."""

    paid: object
    start = "now"

    def payoff(self, state):
        return self.paid if state == "over" else None

    def actions(self, state, player):
        return ("go",) if player == 0 else (WAIT,)

    def outcomes(self, state, joint):
        return point("over")


def largest_at(paid):
    return [
        at if isinstance(at, int | Fraction) else Fraction(at.decimal(40))
        for at in solve(Pays(paid)).value.maximum_at()
    ]


HALF = Fraction(1, 2)


def test_an_irrational_value_at_two_irrational_points():
    # s - 16 s^3 is largest at s = 1/sqrt(48), where s = (p - 1/2)^2.
    first, second = largest_at(EVEN - 16 * EVEN**3)
    assert abs(first + second - 1) < Fraction(1, 10**39)
    assert abs(48 * (first - HALF) ** 4 - 1) < Fraction(1, 10**37)


@pytest.mark.parametrize("sign", [1, -1])
def test_values_that_agree_to_50_decimals_are_told_apart(sign):
    tilt = sign * P * Fraction(1, 10**50)
    (found,) = largest_at(EVEN - 16 * EVEN**3 + tilt)
    assert (found > HALF) == (sign == 1)
