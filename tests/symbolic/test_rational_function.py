import pickle
from fractions import Fraction

import pytest
import sympy
from hypothesis import given

from exactdice import parameter
from exactdice.exact.errors import InexactError, QueryError
from exactdice.symbolic.rational_function import Parameter, function_of
from exactdice.testing import exact_numbers

NAMES = ("p", "q")
PARAMETERS = tuple(map(Parameter, NAMES))
NUMBERS = exact_numbers(1, 3, 12).map(Fraction)  # at which no denominator here is 0


P, Q = (function_of(parameter(name), PARAMETERS) for name in NAMES)
ONE = P.quotient((P * Q - P).numerator, (P + Q).numerator)  # p (q - 1) / (p + q)


@given(p=NUMBERS, q=NUMBERS)
def test_calculating_with_functions_is_calculating_with_their_values(p, q):
    one = p * (q - 1) / (p + q)
    found = (ONE + 1) * (2 - P) / Q - 1 / P + ONE * Fraction(1, 3) - (-Q)
    assert found.at(p=p, q=q) == (one + 1) * (2 - p) / q - 1 / p + one / 3 + q
    assert found.at(p=p).at(q=q) == found.at(q=q).at(p=p) == found.at(p=p, q=q)


def test_a_derivative_is_that_of_sympy():
    for name in NAMES:
        theirs = ONE.expression().diff(sympy.Symbol(name))
        assert sympy.simplify(ONE.derivative(name).expression() - theirs) == 0


def test_equal_functions_are_equal_however_they_are_made():
    assert ONE == P * (Q - 1) / (P + Q)
    assert hash(ONE) == hash(P * (Q - 1) / (P + Q))
    assert P - P == 0
    assert ONE != P
    assert pickle.loads(pickle.dumps(ONE)) == ONE


def test_how_it_is_written():
    assert str(ONE) == "(-p + p*q)/(p + q)"
    assert ONE.latex() == r"\frac{-p + p q}{p + q}"
    assert str(P * P / 2) == "(p^2)/2"
    assert (P * P).latex() == "p^{2}"


def test_bad_input_is_refused_in_one_line():
    for wrong, said in [
        (lambda: ONE.at(r=1), "r is no symbol of the function"),
        (lambda: ONE.at(p=1, q=-1), "no value at p = 1, q = -1"),
        (lambda: ONE.derivative("z"), "they are p, q"),
        (lambda: ONE / 0, "divided by 0"),
    ]:
        with pytest.raises(QueryError, match=said):
            wrong()
    with pytest.raises(InexactError):
        ONE.at(p=0.5)


def test_a_function_never_changes():
    with pytest.raises(AttributeError, match="cannot assign"):
        ONE.numerator = P.numerator
