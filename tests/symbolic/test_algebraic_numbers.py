from fractions import Fraction

import pytest
from flint import fmpq, fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from exactdice.symbolic.algebraic_numbers import Line, roots_between, simple_between

X = fmpz_poly([0, 1])
ROOTS = st.lists(
    st.tuples(st.integers(-30, 30), st.integers(1, 12)).map(lambda pair: Fraction(*pair)),
    min_size=1,
    max_size=5,
)


def with_roots(roots):
    """A polynomial with these rational roots, each as often as it is listed."""
    product = fmpz_poly([1])
    for root in roots:
        product *= fmpz_poly([-root.numerator, root.denominator])
    return product


@given(roots=ROOTS)
def test_every_rational_root_is_found_once_however_often_it_is_one(roots):
    found = roots_between(with_roots(roots) * (X**2 + 1), fmpq(-40), fmpq(40))
    inside = sorted(set(roots))
    assert len(found) == len(inside)
    for root, isolated in zip(inside, found, strict=True):
        number = fmpq(root.numerator, root.denominator)
        assert isolated.low <= number <= isolated.high


@given(roots=ROOTS, more=ROOTS)
def test_a_line_knows_which_roots_of_two_polynomials_are_one(roots, more):
    line = Line()
    one = line.roots(with_roots(roots), fmpq(-40), fmpq(40))
    other = line.roots(with_roots(more) * (X**2 - 2), fmpq(-40), fmpq(40))
    rational = {point.rational for point in one}
    assert rational == set(roots)
    shared = set(map(id, one)) & set(map(id, other))
    assert len(shared) == len(set(roots) & set(more))
    lows = [point.low for point in line.points]
    assert lows == sorted(lows)
    highs = [point.high for point in line.points]
    assert all(high < low for high, low in zip(highs, lows[1:], strict=False))


def test_irrational_roots_that_two_polynomials_share_are_one_point():
    line = Line()
    one = line.roots((X**2 - 2) * (X**3 - 5), fmpq(0), fmpq(4))
    other = line.roots((X**2 - 2) * (3 * X - 1), fmpq(0), fmpq(4))
    assert set(one) & set(other) == {one[0]}
    assert one[0].decimal(10) == "1.4142135624"
    assert str(one[1]) == "real root 1 of x^3 - 5 (about 1.709976)"


@pytest.mark.parametrize("gap", [1, 10**6, 10**30])
def test_roots_that_are_close_are_told_apart(gap):
    close = with_roots([Fraction(1, 3), Fraction(1, 3) + Fraction(1, 9 * gap)])
    left, right = Line().roots(close, fmpq(0), fmpq(1))
    between = simple_between(left, right)
    assert fmpq(1, 3) < between < fmpq(1, 3) + fmpq(1, 9 * gap)


def test_a_point_tells_of_which_polynomials_it_is_a_root():
    (root,) = Line().roots(X**2 - 2, fmpq(1), fmpq(2))
    assert root.is_root_of((X**2 - 2) * (X - 7))
    assert not root.is_root_of(10**40 * X**2 - 2 * 10**40 - 1)
    assert root.is_root_of(fmpz_poly([]))
