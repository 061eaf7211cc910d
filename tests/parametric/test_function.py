from fractions import Fraction

import pytest
import sympy

from exactdice import DiceBattle, parameter, solve
from exactdice.errors import QueryError
from exactdice.exact import Bounds
from exactdice.parametric.conditions import Compared

P = parameter("p", 0, 1)
GAME = DiceBattle(2, 3, weights=(P, 1 - P))
GAIN = solve(GAME).value


def gain_at(number):
    return solve(DiceBattle(2, 3, weights=(number, 1 - number))).value


def middle(value):
    return value.middle if isinstance(value, Bounds) else Fraction(value)


def test_sympy_has_the_same_values():
    p = sympy.Symbol("p")
    for number in (Fraction(1, 3), Fraction(11, 20), Fraction(4, 5)):
        found = GAIN.expression().subs(p, sympy.Rational(number.numerator, number.denominator))
        assert Fraction(int(found.p), int(found.q)) == gain_at(number)


def test_the_slope_lies_between_those_of_chords():
    number, step = Fraction(1, 3), Fraction(1, 10**9)
    chord = (gain_at(number + step) - gain_at(number - step)) / (2 * step)
    (slope,) = GAIN.slopes(number)
    assert abs(slope - chord) < Fraction(1, 10**6)
    assert GAIN.derivative().at(number) == slope


def test_the_choice_stays_best_in_its_interval_and_not_beyond():
    low, high = GAIN.stable(Fraction(1, 3))
    assert low == 0
    end = Fraction(high.decimal(20))
    for number, best in ((end - Fraction(1, 10**6), (2,)), (end + Fraction(1, 10**6), (1,))):
        assert GAIN.best_at(number) == best
    assert GAIN.stable(Fraction(2, 3)) == (high, 1)
    assert GAIN.stable(1, 2) == (1, 1)
    with pytest.raises(QueryError, match="2 is not best at p = 2/3"):
        GAIN.stable(Fraction(2, 3), 2)


def test_equations_are_solved():
    for wanted in (Fraction(1, 2), Fraction(3, 4)):
        for root in GAIN.solve_for(wanted):
            assert abs(gain_at(Fraction(root.decimal(30))) - wanted) < Fraction(1, 10**25)
    assert GAIN.solve_for(2) == ()
    with pytest.raises(QueryError, match="everywhere from 0 to"):
        (GAIN * 0).solve_for(0)


def test_the_extremes_are_those_of_a_fine_grid():
    values = {Fraction(k, 200): gain_at(Fraction(k, 200)) for k in range(201)}
    assert middle(GAIN.maximum()) >= max(values.values())
    least = middle(GAIN.minimum())
    assert least <= min(values.values()) < least + Fraction(1, 10**4)
    (at,) = (-GAIN).maximum_at()
    assert abs(gain_at(Fraction(at.decimal(20))) - least) < Fraction(1, 10**15)
    assert GAIN.maximum_at() == (0, 1)


def test_statements_over_an_interval():
    assert GAIN.holds(">=")
    assert GAIN.holds(">", Fraction(1, 10), Fraction(9, 10))
    assert not GAIN.holds("<", 0, 1)
    assert (GAIN - GAIN).holds("==")
    assert not (GAIN - Fraction(1, 2)).holds("!=")
    failure = Compared(GAIN - Fraction(1, 2), ">=").failure(0, 1)
    assert gain_at(failure) < Fraction(1, 2)
    with pytest.raises(QueryError, match=r"in an interval within 0\.\.1"):
        GAIN.holds(">", 0, 2)


def test_functions_are_calculated_with():
    other = solve(DiceBattle(1, 3, weights=(P, 1 - P))).value
    both = 2 * GAIN - other / 2 + 1
    for number in (0, Fraction(1, 7), Fraction(5, 9), 1):
        assert both.at(number) == 2 * GAIN.at(number) - other.at(number) / Fraction(2) + 1
    with pytest.raises(QueryError, match="two symbols"):
        GAIN + solve(DiceBattle(1, 2, weights=(parameter("q", 0, 1), 1))).value


def test_outside_of_the_domain():
    with pytest.raises(QueryError, match="must be from 0 to 1, got 3/2"):
        GAIN.at(Fraction(3, 2))
