"""Polynomials in one symbol and in several, beside numbers."""

import pickle
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactdice import Distribution, die, parameter, roll
from exactdice.exact.errors import RulesError
from exactdice.symbolic.rational_function import (
    HoldsSymbol,
    SeveralSymbols,
    function_of,
    holds_symbol,
    polynomial_of,
    terms_of,
)
from exactdice.testing import exact_numbers

P = parameter("p", 0, 1)
NUMBERS = exact_numbers(0, 1, 50).map(Fraction)


@given(number=NUMBERS)
def test_calculating_with_the_symbol_is_calculating_with_its_numbers(number):
    def formula(p):
        return (1 - p) * (p + 2) ** 2 - p / 3 + 3 * p - (p - Fraction(1, 7))

    assert formula(P).at(number) == formula(number)


@given(number=NUMBERS.filter(lambda p: 0 < p < 1), count=st.integers(1, 4), bust=st.booleans())
def test_a_throw_of_dice_with_a_symbol_is_the_throw_with_numbers(number, count, bust):
    face = 1 if bust else None
    symbolic = roll(die(3, (P, 1 - P, P * 2)), count, face)
    whole = [number, 1 - number, number * 2]
    total = sum(whole)
    plain = roll(die(3, tuple(Fraction(w) / total for w in whole)), count, face)
    for score in plain:
        chance = symbolic.weights[score].at(number) / Fraction(symbolic.total.at(number))
        assert chance == plain.probability(score)
    assert set(plain) == set(symbolic)


def test_laws_with_a_symbol_are_equal_when_their_weights_are():
    assert die(2, (P, 1 - P)) == Distribution({1: 2 * P, 2: 2 - 2 * P})
    assert hash(die(2, (P, 1 - P))) == hash(Distribution({1: P, 2: 1 - P}))
    assert str(die(2, (P, 1 - P)).map(lambda face: face > 1)) == (
        "Distribution({False: p, True: 1 - p})"
    )
    assert set(Distribution({1: P - P, 2: P})) == {2}


def test_a_symbol_is_no_number():
    law = die(2, (P, 1 - P))
    for work in (law.mean, lambda: law.probability(1), lambda: P < 1, lambda: range(P)):
        with pytest.raises(HoldsSymbol, match="is no number: give p a value first"):
            work()


def test_expressions_of_sympy():
    q = sympy.Symbol("q")
    assert str(polynomial_of((1 - q) ** 2 / 2, "a weight")) == "1/2 - q + 1/2*q^2"
    assert holds_symbol((1, q))
    assert not holds_symbol((1, sympy.Integer(2)))
    for wrong in (1 / q, sympy.sqrt(q), q ** sympy.Symbol("r")):
        with pytest.raises(RulesError):
            polynomial_of(wrong, "a weight")
    with pytest.raises(RulesError, match="float"):
        polynomial_of(0.5 * q, "a weight")
    assert (P + sympy.Symbol("p")).at(1) == 2


Q = parameter("q", 0, 1)


def at(polynomial, p, q):
    """Its value at numbers, term by term."""
    held = function_of(polynomial, (*P.parameters, *Q.parameters))
    (below,) = terms_of(held.denominator).values()
    terms = terms_of(held.numerator)
    return sum(c * p ** int(i) * q ** int(j) for (i, j), c in terms.items()) / Fraction(below)


@given(p=NUMBERS, q=NUMBERS)
def test_calculating_with_symbols_is_calculating_with_their_numbers(p, q):
    def formula(x, y):
        return (1 - x - y) * (y + 2 * x) ** 2 - x * y / 3 + (x - y) * 5 + y - (Fraction(1, 7) - x)

    assert at(formula(P, Q), p, q) == formula(p, q)


def test_a_symbol_that_cancels_is_gone():
    assert (P + Q) - Q == P
    assert hash((P + Q) - Q) == hash(P)
    assert P * Q - Q * P == P - P
    assert str(P * Q - Q * P) == "0"
    assert (P + Q) * (P - Q) == P * P - Q * Q
    assert P + Q != P


def test_it_is_written_with_low_powers_first_and_copied():
    formula = (1 - P - Q) * (P + Q / 2)
    assert str(formula) == "p + 1/2*q - p^2 - 3/2*p*q - 1/2*q^2"
    assert pickle.loads(pickle.dumps(formula)) == formula


def test_expressions_of_sympy_hold_several_symbols():
    x, y = sympy.symbols("p q")
    assert polynomial_of((1 - x) * y / 2, "a weight") == (
        polynomial_of(y, "a weight") - polynomial_of(x * y, "a weight")
    ) * Fraction(1, 2)
    assert P * Q + x * y == 2 * P * Q
    for wrong in (x / y, sympy.sqrt(x) * y, 0.5 * x * y):
        with pytest.raises(RulesError):
            polynomial_of(wrong, "a weight")


@given(p=NUMBERS, q=NUMBERS, count=st.integers(1, 3), bust=st.booleans())
def test_a_throw_with_two_symbols_is_the_throw_with_numbers(p, q, count, bust):
    face = 1 if bust else None
    symbolic = roll(die(3, (P, Q, P * Q + 1)), count, face)
    whole = [p, q, p * q + 1]
    plain = roll(die(3, tuple(Fraction(w) / sum(whole) for w in whole)), count, face)
    total = at(symbolic.total, p, q)
    for score, weight in symbolic.items():
        assert at(weight, p, q) / total == plain.probability(score)


def test_where_one_symbol_is_needed_two_are_refused():
    for work in (lambda: (P + Q).at(1), lambda: (P + Q).parameter):
        with pytest.raises(SeveralSymbols, match="one symbol, got p, q"):
            work()
    for work in (lambda: P + Q < 1, lambda: range(P + Q)):
        with pytest.raises(HoldsSymbol, match="give p, q values first"):
            work()
    with pytest.raises(RulesError, match="stated once"):
        P + Q + parameter("p", 0, 2)
