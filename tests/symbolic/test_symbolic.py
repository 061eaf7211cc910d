"""Closed forms against numbers, and enclosures against the decimals of the source."""

from fractions import Fraction
from itertools import product

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact.errors import QueryError
from exactdice.exact.numbers import decimal_text
from exactdice.query.evaluate import evaluate_query
from exactdice.query.words import Word
from exactdice.symbolic.expressions import enclosure, symbol

d, k, f, p = (symbol(name) for name in "dkfp")


def at(expression, **values):
    return sympy.simplify(
        expression.subs({symbol(name): value for name, value in values.items()}).doit()
    )


@pytest.mark.parametrize(
    ("dice", "score"),
    [(1, 1), (1, 2), (1, 6), (2, 1), (2, 3), (2, 4), (2, 12), (3, 11), (4, 17), (5, 31)],
)
def test_the_closed_form_of_a_throw_counts_faces(dice, score):
    thrown = [1 if 1 in faces else sum(faces) for faces in product(range(1, 7), repeat=dice)]
    expected = sympy.Rational(thrown.count(score), 6**dice)
    assert at(evaluate_query("P(d,k)"), d=dice, k=score) == expected
    assert at(evaluate_query(f"P({dice},k)"), k=score) == expected


def test_expected_score_is_the_formula_of_the_report():
    # Carnielli and Kachaikin, formula (2)
    report = 4 * d * sympy.Rational(5, 6) ** d + 1 - sympy.Rational(5, 6) ** d
    assert sympy.simplify(evaluate_query("EP(d)") - report) == 0


def test_a_die_with_a_symbol_for_its_weights():
    loaded = {"weights": (Word("p"),) * 5 + (1 - 5 * p,)}
    # Two dice sum to 7 without a 1 as 2+5, 5+2, 3+4, 4+3.
    assert sympy.expand(evaluate_query("P(2,7)", loaded) - 4 * p**2) == 0
    assert at(evaluate_query("EP(3)", loaded), p=sympy.Rational(1, 10)) == evaluate_query(
        "EP(3)", {"weights": (Fraction(1, 10),) * 5 + (Fraction(1, 2),)}
    )


def test_the_best_real_number_of_dice():
    best = evaluate_query("best_dice_real()")
    report = (sympy.log(sympy.Rational(6, 5)) + 4) / (
        4 * sympy.log(sympy.Rational(6, 5))
    )  # Question 2
    assert sympy.simplify(best - report) == 0
    bounds = enclosure(best, 200)
    assert decimal_text(bounds.lower, 3) == decimal_text(bounds.upper, 3) == "5.735"
    derivative = sympy.diff(evaluate_query("EP(d)"), d)
    assert sympy.simplify(derivative.subs(d, best)) == 0


def test_the_proof_that_six_dice_are_best():
    # EP(d+1) - EP(d) has the sign of 21 - 4d: positive up to d = 5, negative from 6 on, so d* =
    # min(D, 6).
    step = evaluate_query("EP_step(d)")
    assert sympy.simplify(step / sympy.Rational(5, 6) ** d - (21 - 4 * d) / 6) == 0
    for number in range(1, 60):
        assert at(step, d=number) == evaluate_query(f"EP({number + 1})") - evaluate_query(
            f"EP({number})"
        )
        assert evaluate_query(f"best_dice({number})") == min(number, 6)


REFUSED = [
    ("P(d,k)", {"weights": (Fraction(1, 10),) * 5 + (Fraction(1, 2),)}, "no closed form"),
    ("P(d,k)", {"bust": 3}, "lowest or the highest"),
]


@pytest.mark.parametrize(("query", "options", "message"), REFUSED)
def test_refused(query, options, message):
    with pytest.raises(QueryError, match=message):
        evaluate_query(query, options)


@given(st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=50))
def test_enclosures_hold_the_number_and_nest(number):
    wide = enclosure(sympy.log(sympy.Rational(number.numerator, number.denominator)), 40)
    narrow = enclosure(sympy.log(sympy.Rational(number.numerator, number.denominator)), 160)
    assert wide.lower <= narrow.lower <= narrow.upper <= wide.upper
    rational = enclosure(sympy.Rational(number.numerator, number.denominator), 40)
    assert rational.lower <= number <= rational.upper


def test_the_weight_of_a_bust_is_never_lost():
    loaded = {"weights": (Word("p"), 1 - p), "bust_score": Word("b")}
    assert sympy.expand(at(evaluate_query("P(2,3)", loaded), b=3)) == sympy.expand(1 - (1 - p) ** 2)
    assert at(evaluate_query("P(2,3)", loaded), b=7) == 0
    for dice in (1, 2, 3):
        assert (
            at(evaluate_query("P(d,k)", {"bust_score": 0}), d=dice, k=0)
            == 1 - Fraction(5, 6) ** dice
        )
