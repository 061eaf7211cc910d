"""Functions of a symbol beside numbers, and statements about them at every root and between."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactdice import WAIT, DiceBattle, parameter, point, solve
from exactdice.exact.errors import QueryError
from exactdice.exact.numbers import Exact, Interval
from exactdice.symbolic.function import Condition, joined_by, polynomial_on

P = parameter("p", 0, 1)
GAME = DiceBattle(2, 3, weights=(P, 1 - P))
GAIN = solve(GAME).value


def gain_at(number):
    return solve(DiceBattle(2, 3, weights=(number, 1 - number))).value


def middle(value):
    return value.middle if isinstance(value, Interval) else Fraction(value)


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
    assert Condition(">=", (GAIN,)).holds()
    assert Condition(">", (GAIN,)).holds(Fraction(1, 10), Fraction(9, 10))
    assert not Condition("<", (GAIN,)).holds(0, 1)
    assert Condition("==", (GAIN - GAIN,)).holds()
    assert not Condition("!=", (GAIN - Fraction(1, 2),)).holds()
    failure = Condition(">=", (GAIN - Fraction(1, 2),)).failure(0, 1)
    assert gain_at(failure) < Fraction(1, 2)
    with pytest.raises(QueryError, match=r"in an interval within 0\.\.1"):
        Condition(">", (GAIN,)).holds(0, 2)


def test_functions_are_calculated_with():
    other = solve(DiceBattle(1, 3, weights=(P, 1 - P))).value
    both = 2 * GAIN - other / 2 + 1
    for number in (0, Fraction(1, 7), Fraction(5, 9), 1):
        assert both.at(number) == 2 * GAIN.at(number) - other.at(number) / Fraction(2) + 1
    with pytest.raises(QueryError, match="two symbols"):
        GAIN + solve(DiceBattle(1, 2, weights=(parameter("q", 0, 1), 1))).value


TRUE = {
    "<": lambda value: value < 0,
    "<=": lambda value: value <= 0,
    ">": lambda value: value > 0,
    ">=": lambda value: value >= 0,
    "==": lambda value: value == 0,
    "!=": lambda value: value != 0,
}
roots = st.lists(st.sampled_from([Fraction(k, 6) for k in range(-1, 8)]), max_size=3)
comparisons = st.tuples(roots, st.sampled_from([-1, 0, 1]), st.sampled_from(list(TRUE)))
statements = st.recursive(
    comparisons,
    lambda below: (
        st.tuples(st.just("not"), below)
        | st.tuples(st.sampled_from(["and", "or"]), st.lists(below, min_size=1, max_size=3))
    ),
    max_leaves=5,
)


def condition(statement):
    """The statement as it is under test."""
    match statement:
        case "not", below:
            return condition(below).negated()
        case mark, list(parts):
            return joined_by(mark, list(map(condition, parts)))
    zeros, sign, mark = statement
    polynomial = 0 * P + sign
    for zero in zeros:
        polynomial *= P - zero
    return Condition(mark, (GAIN.polynomial(polynomial),))


def is_true(statement, x):
    """Whether it is so of the number, by arithmetic alone."""
    match statement:
        case "not", below:
            return not is_true(below, x)
        case mark, list(parts):
            truths = [is_true(part, x) for part in parts]
            return all(truths) if mark == "and" else any(truths)
    zeros, value, mark = statement
    for zero in zeros:
        value *= x - zero
    return TRUE[mark](value)


GRID = [Fraction(k, 6) for k in range(7)]  # every root within the domain 0..1
BETWEEN = [(low + high) / 2 for low, high in pairwise(GRID)]


@given(statements)
def test_it_holds_where_it_is_true_at_every_root_and_between(statement):
    truths = [is_true(statement, x) for x in GRID + BETWEEN]
    found = condition(statement)
    assert found.holds() == all(truths)
    assert found.negated().holds() == (not any(truths))
    failure = found.failure()
    if failure is None:
        return
    assert isinstance(failure, Exact)
    assert not is_true(statement, failure)


def test_pieces_with_irrational_ends_and_a_function_that_jumps():
    """The slope of the gain jumps where the best choice changes, at roots of polynomials."""
    slope = GAIN.derivative()
    assert slope.breaks
    assert not all(isinstance(point, Exact) for point in slope.breaks)
    steep = 20  # no slope is steeper: each coefficient of the gain is below 21 and p at most 1
    always = joined_by("and", [Condition("<", (slope - steep * 10,)), Condition("<=", (GAIN - 1,))])
    assert always.holds()
    rises_or_falls = joined_by("or", [Condition(">", (slope,)), Condition("<=", (slope,))])
    assert rises_or_falls.holds()
    both_at_once = joined_by("and", [Condition(">", (slope,)), Condition("<=", (slope,))])
    assert both_at_once.negated().holds()


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


def test_a_part_of_the_domain_has_two_ends():
    function = polynomial_on(P - Fraction(1, 2), 0, 1)
    assert function.holds(">", Fraction(3, 4), 1)
    assert not function.holds(">")
    with pytest.raises(QueryError, match="two ends"):
        function.holds(">", low=Fraction(3, 4))
