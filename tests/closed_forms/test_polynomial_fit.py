"""Recurrences with polynomial coefficients: sequences whose recurrences are known as mathematics,
each continued ten times as far as it was fitted.
"""

from fractions import Fraction
from math import comb, factorial
from random import Random

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.closed_forms import Fit, PolynomialFit, recurrence_of
from exactdice.closed_forms.fitted import MARGIN
from exactdice.closed_forms.polynomial_fit import smallest, values_of
from exactdice.errors import ExactDiceError


def trinomial(n):
    return sum(comb(n, 2 * k) * comb(2 * k, k) for k in range(n // 2 + 1))


def motzkin(n):
    return sum(comb(n, 2 * k) * comb(2 * k, k) // (k + 1) for k in range(n // 2 + 1))


def apery(n):
    return sum(comb(n, k) ** 2 * comb(n + k, k) ** 2 for k in range(n + 1))


# {f: (the coefficients of f(n), f(n-1), ..., the constant one first, values to fit them to)}
KNOWN = {
    "n!": (factorial, [(1,), (0, -1)], 12),
    "1/n!": (lambda n: Fraction(1, factorial(n)), [(0, 1), (-1,)], 12),
    # n C(n) = (4n - 2) C(n-1), and (n+1) for the Catalan numbers
    "central binomials": (lambda n: comb(2 * n, n), [(0, 1), (2, -4)], 12),
    "Catalan": (lambda n: comb(2 * n, n) // (n + 1), [(1, 1), (2, -4)], 12),
    # Euler: n T(n) = (2n-1) T(n-1) + 3 (n-1) T(n-2)
    "central trinomials": (trinomial, [(0, 1), (1, -2), (3, -3)], 20),
    # OEIS A001006: (n+2) M(n) = (2n+1) M(n-1) + 3 (n-1) M(n-2)
    "Motzkin": (motzkin, [(2, 1), (-1, -2), (3, -3)], 20),
    # Apery: n^3 A(n) = (34n^3 - 51n^2 + 27n - 5) A(n-1) - (n-1)^3 A(n-2)
    "Apery": (apery, [(0, 0, 0, 1), (5, -27, 51, -34), (-1, 3, -3, 1)], 24),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_recurrences_hold_ten_times_as_far(name):
    f, coefficients, count = KNOWN[name]
    found = recurrence_of([f(n) for n in range(count)])
    assert isinstance(found, PolynomialFit)
    assert list(found.coefficients) == coefficients
    assert found.continued(10 * count) == [f(n) for n in range(10 * count)]


@settings(max_examples=25)
@given(st.lists(st.integers(1, 3), min_size=1, max_size=4), st.data())
def test_with_constants_alone_it_is_the_fit(recurrence, data):
    """No value is 0, as zeros are no evidence."""
    values = data.draw(st.lists(st.integers(1, 5), min_size=4, max_size=4))
    while len(values) < 20:
        values.append(sum(c * values[-k] for k, c in enumerate(recurrence, 1)))
    found = recurrence_of(values)
    assert isinstance(found, Fit)
    # a last coefficient of 0 says that first values do not keep the rest
    if found.recurrence[-1]:
        first, *others = smallest([fmpq(v) for v in values], 0, MARGIN, degrees=range(1))
        assert [Fraction(-int(part[0]), int(first[0])) for part in others] == list(found.recurrence)


@pytest.mark.parametrize("seed", range(8))
def test_values_without_a_pattern_have_none(seed):
    drawn = Random(seed)
    values = [fmpq(drawn.randrange(10**6)) for _ in range(40)]
    assert smallest(values, 0, MARGIN) is None


@pytest.mark.parametrize("place", [5, 30, 59])
def test_one_altered_value_is_noticed(place):
    values = [comb(2 * n, n) for n in range(60)]
    values[place] += 1
    found = smallest([fmpq(value) for value in values], 0, MARGIN)
    # it may be covered by a polynomial that vanishes around the place, but the smallest one fails
    assert found is None or len(found) * (1 + max(p.degree() for p in found)) > 4


def test_zeros_between_do_not_count_as_evidence():
    """f(2m) without a pattern and f(2m+1) = 0: each second equation says nothing, and 46 unknowns
    would suit the 29 others.
    """
    values = [pow(3, n, 10007) if n % 2 == 0 else 0 for n in range(60)]
    assert smallest([fmpq(value * value % 9973) for value in values], 0, MARGIN) is None


def test_a_value_that_the_recurrence_leaves_open_is_given():
    """(n - 4) f(n) = (n - 4) ... says nothing of f(4): from there on it starts anew."""
    values = [factorial(n) if n < 5 else 7 * factorial(n) for n in range(20)]
    values[4] = 5
    found = recurrence_of(values)
    assert set(found.start) > {0}
    assert found.continued(20) == values


def test_written():
    found = recurrence_of([motzkin(n) for n in range(20)], 0)
    assert found.recurrence_text == (
        "(2 + n)*f(n) = (1 + 2*n)*f(n-1) + (-3 + 3*n)*f(n-2), f(0) = 1, f(1) = 1"
    )
    assert found.checked == (
        "checked for n = 0..19 only, 20 exact values; 7 of them determine its recurrence of order "
        "2 and degree 1"
    )
    assert values_of(found.order, found.degree) == 7
    assert r"\left" not in found.recurrence_latex
    assert found.recurrence_latex.startswith(r"(2 + n) \, f(n) = ")


REFUSED = [
    ([1, 2, 4], 0, "a fit needs 8 to 400 values .*, got 3"),
    ([0.5] * 9, 0, "value 0 must be exact .* got the float 0.5"),
    ([1, 2, 4, 8, 16, 32, 64, "x"], 0, "value 7 must be exact"),
    (7, 0, "values must be a list of ints and Fractions"),
    ([2**n for n in range(9)], 1.5, "first must be an int"),
    ([n * n % 7 * 3**n % 11 for n in range(14)], 0, "no recurrence of order 4 or less"),
]


@pytest.mark.parametrize(("values", "first", "message"), REFUSED)
def test_refused(values, first, message):
    with pytest.raises(ExactDiceError, match=message) as refused:
        recurrence_of(values, first)
    assert "\n" not in str(refused.value)
