"""Proofs by constant terms: of sequences whose recurrences are known, and never of wrong ones."""

from math import comb

import pytest
from flint import fmpq, fmpz_poly

from exactdice.closed_forms import Origin, formula
from exactdice.closed_forms.constant_terms import ConstantTerm, constant_term, keeps
from exactdice.closed_forms.models import Asked
from exactdice.queries.evaluate import evaluate_query
from exactdice.queries.syntax import parse

ONE = {0: fmpq(1)}
TRINOMIAL = {-1: fmpq(1), 0: fmpq(1), 1: fmpq(1)}


def laurent(**coefficients):
    return {int(name.replace("m", "-").lstrip("x")): fmpq(c) for name, c in coefficients.items()}


KNOWN = [
    # (w, q, p_0, p_1, ...): central binomials, central trinomials, Motzkin numbers by 1 - x^2
    (ONE, laurent(xm1=1, x0=2, x1=1), [[0, 1], [2, -4]]),
    (ONE, TRINOMIAL, [[0, 1], [1, -2], [3, -3]]),
    (laurent(x0=1, x2=-1), TRINOMIAL, [[2, 1], [-1, -2], [3, -3]]),
    # Catalan numbers, n + 1 of which are central binomials
    (laurent(x0=1, x1=-1), laurent(xm1=1, x0=2, x1=1), [[1, 1], [2, -4]]),
    # C(3n, n): 2n (2n-1) f(n) = 3 (3n-1) (3n-2) f(n-1)
    (ONE, laurent(xm1=1, x0=3, x1=3, x2=1), [[0, -2, 4], [-6, 27, -27]]),
]


@pytest.mark.parametrize(("w", "q", "polynomials"), KNOWN)
def test_known_recurrences_are_proved(w, q, polynomials):
    term = ConstantTerm(w, q)
    parts = [fmpz_poly(p) for p in polynomials]
    assert keeps(term, parts)
    for place, part in enumerate(parts):
        for change in (fmpz_poly([1]), fmpz_poly([0, 1])):
            assert not keeps(term, [*parts[:place], part + change, *parts[place + 1 :]])


EQUAL = [
    ("chance((2*n)@d(2) == 3*n)", 12, [(0, 2), (1, -2)]),
    ("chance(n@d(2) == n@d(2))", 12, [(0, 2), (1, -2)]),
    ("chance(n@d(3) == 2*n)", 20, [(0, 3), (1, -2), (1, -1)]),
    ("chance(n@d(4) == n@d(4))", 40, None),
    ("chance(n@d(3) + d(6) == 2*n + 1)", 40, None),
    ("chance((2*n)@d(4) == 5*n)", 40, None),
]


@pytest.mark.parametrize(("query", "count", "coefficients"), EQUAL)
def test_chances_of_equal_sums_are_proved(query, count, coefficients):
    found = formula(query, {}, {"n": range(1, count + 1)})
    assert found.origin == Origin.PROVED
    assert "constant term" in found.label
    if coefficients is not None:
        assert list(found.recurrence.coefficients) == coefficients
    values = found.recurrence.continued(10 * count)
    for n in (1, 2, count, count + 1, 5 * count, 10 * count):
        assert values[n - 1] == evaluate_query(query, {"n": n})


@pytest.mark.slow
def test_fourteen_dice():
    """Sums of 2n dice with six faces that are 7n: order 3 and degree 9, against exact values."""
    query = "chance((2*n)@d(6) == 7*n)"
    found = formula(query, {}, {"n": range(1, 61)})
    assert found.origin == Origin.PROVED
    assert found.recurrence.continued(600)[599] == evaluate_query(query, {"n": 600})


def test_the_constant_term_of_a_query():
    term = constant_term(parse("chance(n@d(2) + 1 == (3*n + 2)/2)"), Asked("n", {}))
    for n in range(5):
        power = term.w
        for _ in range(n):
            power = {
                i: sum(power.get(i - j, fmpq(0)) * c for j, c in term.q.items())
                for i in range(-9, 10)
            }
        expected = fmpq(comb(n, n // 2), 2**n) if n % 2 == 0 else 0
        assert power.get(0, 0) == expected


@pytest.mark.parametrize(
    "query",
    [
        "chance(n@d(2) >= n)",
        "chance(n@d(6) == n**2)",
        "chance((n-1)@d(6) == n)",
        "chance(highest(d(6), n) == 5)",
        "mean(n@d(6))",
        "chance(1@d(n) == 5)",
    ],
)
def test_other_queries_are_no_constant_terms(query):
    assert constant_term(parse(query), Asked("n", {})) is None


def test_sums_on_one_side_alone_prove_nothing():
    # all exponents above 0: the constant term is 0 but for n = 0
    assert not keeps(ConstantTerm(ONE, {1: fmpq(1), 2: fmpq(1)}), [fmpz_poly([1]), fmpz_poly([1])])
