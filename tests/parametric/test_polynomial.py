from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactdice import Distribution, die, parameter, throw
from exactdice.errors import RulesError
from exactdice.parametric.polynomial import HoldsSymbol, holds_symbol, polynomial_of
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
    symbolic = throw(die(3, (P, 1 - P, P * 2)), count, face)
    whole = [number, 1 - number, number * 2]
    total = sum(whole)
    plain = throw(die(3, tuple(Fraction(w) / total for w in whole)), count, face)
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
    with pytest.raises(RulesError, match="is divided by 0"):
        P / 0


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
