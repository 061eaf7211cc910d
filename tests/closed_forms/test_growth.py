"""How sequences grow: against renewal theory, against known limits, and the bound on what is left
against exact values.
"""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Distribution, die
from exactdice.closed_forms import formula
from exactdice.closed_forms.growth import growth_of
from exactdice.closed_forms.growth_written import (
    bound_in_n,
    growth_latex,
    growth_lines,
    leading_terms,
)
from exactdice.pools.running import draws_to, hits_total
from exactdice.queries.evaluate import evaluate_query
from exactdice.symbolic import symbol


def square_mean(law):
    return sum(Fraction(x) ** 2 * law.probability(x) for x in law)


def span(law):
    """The greatest common divisor of the outcomes."""
    return int(sympy.gcd_list([x for x in law if x]))


weights = st.lists(st.integers(0, 3), min_size=2, max_size=6).filter(lambda w: any(w[1:]))


def recurrence_of_draws(law):
    """f(n) = 1 + sum of P(x) f(n-x), less the same at n - 1."""
    rises = 1 - law.probability(0)
    chances = [law.probability(x) / rises for x in range(1, max(law) + 1)]
    return [a - b for a, b in zip([*chances, 0], [-1, *chances], strict=True)]


@settings(max_examples=40)
@given(weights)
def test_renewal_theory(given_weights):
    """With mean mu and mean square s of a draw whose outcomes have no common divisor, the draws to
    n are n/mu + (s - mu) / (2 mu^2) + o(1): Wald's equation mu f(n) = n + E(overshoot),
    and the overshoot tends to the law P(X > r) / mu with the mean (s - mu) / (2 mu).
    """
    law = Distribution({x: w for x, w in enumerate(given_weights) if w})
    recurrence = recurrence_of_draws(law)
    start = [draws_to(law, n) for n in range(len(recurrence))]
    found = growth_of(recurrence, start, 0)
    mu, s, d = law.mean(), square_mean(law), span(law)
    assert len(found) == d
    if d == 1:
        assert found[0].root.rational == 1
        assert found[0].terms == ((s - mu) / (2 * Fraction(mu) ** 2), 1 / Fraction(mu))


@settings(max_examples=25)
@given(weights, st.integers(1, 300))
def test_the_bound_on_the_rest_holds(given_weights, n):
    law = Distribution({x: w for x, w in enumerate(given_weights) if w})
    recurrence = recurrence_of_draws(law)
    start = [draws_to(law, n) for n in range(len(recurrence))]
    check_bound(growth_of(recurrence, start, 0), n, draws_to(law, n))


def check_bound(found, n, value):
    """That the value at n is the leading terms, but for what the bound allows."""
    (growth,) = [one for one in found if n % one.period == one.residue]
    expected = leading_terms(growth, "n").subs(symbol("n"), n)
    left = abs(value - Fraction(int(expected.p), int(expected.q)))
    bound = bound_in_n(growth)
    assert left <= (0 if bound is None else bound.factor * (n + 1) ** bound.power * bound.base**n)


@pytest.mark.parametrize("n", [1, 2, 50, 99, 1000])
@pytest.mark.parametrize(
    "query", ["draws_to(d(6), n)", "hits_total(d(6), n)", "draws_to(uniform(2, 4, 4), n)"]
)
def test_exact_values_far_out(query, n):
    check_bound(formula(query).growth, n, evaluate_query(query, {"n": n}))


def test_a_board_far_out():
    options = {"game": "snakes-and-ladders", "jumps": ((2, 7), (8, 3)), "faces": 4}
    found = formula("turns(first)", options, {"squares": range(13, 30)})
    value = evaluate_query("turns(first)", {**options, "squares": 90})
    check_bound(found.growth, 90, value)


def test_a_die_of_six():
    """Feller I, XIII.3 and 10: a total is met with a chance that tends to 2/7."""
    (growth,) = formula("hits_total(d(6), n)").growth
    assert (growth.terms, growth.root.rational) == ((Fraction(2, 7),), 1)
    (growth,) = formula("draws_to(d(6), n)").growth
    assert growth.terms == (Fraction(10, 21), Fraction(2, 7))
    # the roots of (1 + 2x + ... + 6x^5): numpy.roots gives 0.7302 as the largest modulus
    assert Fraction(73, 100) < growth.remainder.base < Fraction(7303, 10000)


def test_draws_that_are_all_even_grow_in_two_parts():
    found = formula("draws_to(uniform(2, 4), n)").growth
    assert [(one.period, one.residue) for one in found] == [(2, 0), (2, 1)]
    for n in (10, 11, 40, 41):
        law = Distribution({2: 1, 4: 1})
        check_bound(found, n, draws_to(law, n))
        assert draws_to(law, 2 * n) == draws_to(die(2), n)


def test_a_total_that_is_never_met():
    lines = formula("hits_total(uniform(3, 6, 12), n)").growth_text
    assert lines[1] == "as n grows (n mod 3 = 1): f(n) = 0"
    assert hits_total(Distribution({3: 1, 6: 1, 12: 1}), 31) == 0


def test_the_bound_on_a_double_root_holds_from_the_first_value_on():
    # 1 + (n + 1) / 2^n, of which the rest is 1 at n = 0
    values = [1 + Fraction(n + 1, 2**n) for n in range(3)]
    (growth,) = growth_of((2, Fraction(-5, 4), Fraction(1, 4)), values, 0)
    bound = bound_in_n(growth)
    assert (growth.terms, bound.power) == ((1,), 1)
    for n in range(20):
        assert Fraction(n + 1, 2**n) <= bound.factor * (n + 1) * bound.base**n
    assert growth_lines([growth], "n")[0].endswith("*(n + 1)*0.5^n")
    assert growth_latex([growth], "n")[0].endswith(r" \cdot (n + 1) \cdot 0.5^{n}")


def test_fibonacci():
    """Binet: F(n) = (phi^n - psi^n) / sqrt 5."""
    (growth,) = growth_of((1, 1), (0, 1), 0)
    assert growth.root.coefficients == (-1, -1, 1)
    root = growth.root.expression()
    factor = sum(sympy.Rational(str(c)) * root**k for k, c in enumerate(growth.factor))
    assert abs((factor - 1 / sympy.sqrt(5)).evalf(40)) < 10**-30
    assert growth_lines([growth], "n") == [
        "as n grows: f(n) = c*r**n + e(n), r the real root 2 of x^2 - x - 1 (about 1.618034), "
        "c = 2*r/5 - 1/5 (about 0.447214), |e(n)| <= 0.448*0.618034^n"
    ]


def test_a_double_irrational_root():
    """The coefficients of 1 / (1 - x - x^2)^2 grow as (n/5) phi^(n+2)."""
    values = [1, 2]
    while len(values) < 4:
        values.append([5, 10][len(values) - 2])
    (growth,) = growth_of((2, 1, -2, -1), values, 0)
    assert (growth.power, growth.terms) == (1, None)
    root = growth.root.expression()
    factor = sum(sympy.Rational(str(c)) * root**k for k, c in enumerate(growth.factor))
    assert abs((factor - root**2 / 5).evalf(40)) < 10**-30
    assert "n*r**n * (1 + o(1))" in growth_lines([growth], "n")[0].replace("c*n", "n")


def test_two_complex_roots_lead_nowhere():
    # 1 + 2i and 1 - 2i, no power of which is real
    assert growth_of((2, -5), (1, 5), 0) == ()
    assert growth_lines([], "n") == [
        "as n grows: no root is proved to be the largest, so no term leads"
    ]


def test_roots_that_do_not_count_are_left_out():
    # 3 is a root of the recurrence, but not of the sequence 2^n
    (growth,) = growth_of((5, -6), (1, 2), 0)
    assert (growth.root.rational, growth.terms, growth.remainder) == (2, (1,), None)
    assert growth_of((0, 0), (4, 5), 0) == ()


def test_written_in_latex():
    found = formula("draws_to(uniform(2, 4), n)")
    assert found.growth_latex == (
        r"f(n) = \frac{n}{3} + \frac{2}{9} + e(n), \quad n \equiv 0 \pmod{2}, "
        r"\quad |e(n)| \le 0.223 \cdot 0.707107^{n}",
        r"f(n) = \frac{n}{3} + \frac{5}{9} + e(n), \quad n \equiv 1 \pmod{2}, "
        r"\quad |e(n)| \le 0.159 \cdot 0.707107^{n}",
    )
    board = {"game": "snakes-and-ladders", "jumps": None}
    found = formula("turns(first)", board, {"squares": range(7, 9)})
    assert r"f(\mathrm{squares}-7)" in found.latex
    assert r"\frac{2 \mathrm{squares}}{7}" in found.growth_latex[0]
