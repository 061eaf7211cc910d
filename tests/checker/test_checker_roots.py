"""How the checker counts the roots of a polynomial, against polynomials made of their roots."""

from fractions import Fraction
from random import Random

import pytest

from exactdice.checker import (
    Point,
    Rejected,
    changes,
    roots_at_ends,
    roots_between,
    sign_between,
)

LOW, HIGH = Fraction(0), Fraction(1)
NEAR = (2501, -10_000, 10_000)  # roots 1/2 + i/100 and 1/2 - i/100, whose signs change twice
IRRATIONAL = Point((-1, 0, 2), Fraction(7, 10), Fraction(71, 100))  # where 2 p**2 = 1


def number(value):
    return Point((-Fraction(value).numerator, Fraction(value).denominator), value, value)


def line(*points):
    return list(points)


def times(one, other):
    found = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            found[i + j] += a * b
    return tuple(found)


def made_of(roots, factors=((1,),)):
    """The polynomial with these roots, each as often as it is named, and these factors."""
    found = (1,)
    for root in roots:
        found = times(found, (-Fraction(root).numerator, Fraction(root).denominator))
    for factor in factors:
        found = times(found, factor)
    return found


def drawn(random):
    """(roots, the polynomial with these roots and perhaps complex ones)"""
    roots = [Fraction(random.randint(-8, 24), 16) for _ in range(random.randint(0, 5))]
    pairs = [NEAR, (1, 1, 1), (5, -4, 1), (-3,)]
    return roots, made_of(roots, random.sample(pairs, random.randint(0, 3)))


def test_roots_between_are_counted_once_each():
    random = Random(16)
    for _ in range(400):
        roots, polynomial = drawn(random)
        low, high = Fraction(random.randint(-9, 3), 7), Fraction(random.randint(4, 11), 7)
        if low in roots or high in roots or len(polynomial) < 2:
            continue
        among = {root for root in roots if low < root < high}
        assert roots_between(polynomial, low, high) == len(among)
        # Descartes' rule says at most too many, and by an even number: roots counted as they are.
        more = changes(polynomial, low, high) - sum(low < root < high for root in roots)
        assert more >= 0
        assert more % 2 == 0


@pytest.mark.parametrize("end", [LOW, HIGH])
def test_a_root_at_an_end_is_no_root_between_and_is_refused(end):
    with pytest.raises(Rejected, match="a polynomial is 0 at the end of a point's interval"):
        roots_between(made_of([end]), LOW, HIGH)


def test_roots_at_the_ends_are_told_and_any_other_is_refused():
    random, between = Random(17), line(number(LOW), number(HIGH))
    refused = 0
    for _ in range(400):
        roots, polynomial = drawn(random)
        if any(LOW < root < HIGH for root in roots):
            refused += 1
            with pytest.raises(Rejected, match="is 0 between the points 0 and 1, or near one"):
                roots_at_ends(between, polynomial, 0, 1)
        else:
            told = roots_at_ends(between, polynomial, 0, 1)
            assert told == (LOW in roots, HIGH in roots)
    assert 100 < refused < 300


def test_complex_roots_near_the_line_are_none():
    between = line(number(LOW), number(HIGH))
    assert changes(NEAR, LOW, HIGH) == 2
    assert roots_at_ends(between, NEAR, 0, 1) == (False, False)
    assert roots_at_ends(between, times(NEAR, made_of([0, 0])), 0, 1) == (True, False)
    assert sign_between(between, NEAR, 0, 1) == 1
    assert sign_between(between, times(NEAR, (-1,)), 0, 1) == -1


@pytest.mark.parametrize("often", [1, 2])
def test_an_irrational_point_is_a_root_or_is_near_one(often):
    first, second = line(number(LOW), IRRATIONAL), line(IRRATIONAL, number(HIGH))
    power = (1,)
    for _ in range(often):
        power = times(power, IRRATIONAL.polynomial)
    for of in (power, times(power, NEAR)):
        assert roots_at_ends(first, of, 0, 1) == (False, True)
        assert roots_at_ends(second, of, 0, 1) == (True, False)
    assert roots_at_ends(first, times(power, made_of([0])), 0, 1) == (True, True)
    assert roots_at_ends(second, times(power, made_of([1])), 0, 1) == (True, True)
    for other in (Fraction(1, 3), Fraction(141, 200)):  # the second lies within the interval
        with pytest.raises(Rejected, match="is 0 between the points 0 and 1, or near one"):
            roots_at_ends(first, times(power, made_of([other])), 0, 1)
    with pytest.raises(Rejected, match="is 0 between the points 0 and 1, or near one"):
        roots_at_ends(first, made_of([Fraction(141, 200)]), 0, 1)
