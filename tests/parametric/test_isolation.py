from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpq, fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from exactdice.parametric.isolation import changes_between, roots_between, squarefree
from exactdice.parametric.points import Line, simple_between

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
    rational = {point.root.rational for point in one}
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
    assert str(one[1].root) == "real root 1 of x^3 - 5 (about 1.709976)"


@pytest.mark.parametrize("gap", [1, 10**6, 10**30])
def test_roots_that_are_close_are_told_apart(gap):
    close = with_roots([Fraction(1, 3), Fraction(1, 3) + Fraction(1, 9 * gap)])
    left, right = Line().roots(close, fmpq(0), fmpq(1))
    between = simple_between(left, right)
    assert fmpq(1, 3) < between < fmpq(1, 3) + fmpq(1, 9 * gap)


def test_no_change_of_sign_is_no_root():
    assert changes_between(X**2 + 1, fmpq(-3), fmpq(3)) in (0, 2)
    assert changes_between(X**2 - 2, fmpq(2), fmpq(3)) == 0
    assert squarefree((X - 1) ** 3 * (X + 2)) == (X - 1) * (X + 2)


def test_a_point_tells_of_which_polynomials_it_is_a_root():
    (root,) = Line().roots(X**2 - 2, fmpq(1), fmpq(2))
    assert root.is_root_of((X**2 - 2) * (X - 7))
    assert not root.is_root_of(10**40 * X**2 - 2 * 10**40 - 1)
    assert root.is_root_of(fmpz_poly([]))


POLYNOMIALS = st.lists(
    st.lists(st.integers(-9, 9), min_size=2, max_size=5)
    .map(fmpz_poly)
    .filter(lambda polynomial: polynomial.degree() > 0),
    min_size=2,
    max_size=3,
)


@given(polynomials=POLYNOMIALS)
def test_all_points_of_a_line_lie_apart_whatever_roots_are_shared(polynomials):
    line = Line()
    product = fmpz_poly([1])
    for polynomial in polynomials:
        product *= polynomial
        line.roots(polynomial, fmpq(-3), fmpq(3))
    shared = line.roots(product * polynomials[0], fmpq(-3), fmpq(3))
    assert set(shared) == set(line.points)
    assert all(point.is_root_of(product) for point in shared)
    ends = [(point.low, point.high) for point in line.points]
    assert all(left[1] < right[0] for left, right in pairwise(ends))


def test_a_dyadic_root_is_known_in_every_polynomial():
    # Narrowing meets 3/4 itself, and then its interval has no two ends any more.
    line = Line()
    dyadic = 4 * X - 3
    (one,) = line.roots(dyadic * (X**2 + 1), fmpq(-3), fmpq(3))
    (other,) = line.roots(dyadic * (X**2 + 2) * (X**2 + 3), fmpq(-3), fmpq(3))
    assert one is other
    assert one.is_root_of(dyadic * (X - 5))
    assert not one.is_root_of(X - 5)
