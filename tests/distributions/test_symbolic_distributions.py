"""Laws with symbols: with numbers for the symbols, the mean and variance of the law itself."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import die
from exactdice.distributions.symbolic_distributions import die_of
from exactdice.exact.errors import ExactDiceError
from exactdice.formulas import formula
from exactdice.query.evaluate import evaluate_query
from exactdice.symbolic.expressions import symbol

N, F, G = map(symbol, "nfg")
# of any n, f and g; each is a query of a law
LAWS = [
    "n @ d(f)",
    "n @ (d(f) + d(g))",
    "2 * d(f) - 3 * d(g) + n",
    "-d(f) / 2 + 1/3",
    "d(f) * d(g)",
    "d(f) * (n + 1) - d(g) * 1/2",
    "n @ d(f) - n @ d(g)",
    "d(g) @ d(f)",
    "n @ roll_distribution(2) + d(f)",
    "n @ highest(d(6), 3, 2) + g",
    "(n - d(f)) * (1 - d(g))",
]


def with_numbers(found, values):
    """The expression, or the number, with these numbers for its symbols."""
    known = {symbol(name): value for name, value in values.items()}
    expression = sympy.sympify(found) if isinstance(found, int) else found
    if isinstance(expression, Fraction):
        return expression
    number = sympy.simplify(expression.subs(known))
    assert number.is_Rational
    return Fraction(int(number.p), int(number.q))


@pytest.mark.parametrize("query", LAWS)
@settings(max_examples=5)
@given(st.integers(1, 4), st.integers(2, 5), st.integers(2, 4))
def test_moments_are_those_of_the_law_with_numbers(query, n, f, g):
    names = {"n": n, "f": f, "g": g}
    values = {name: value for name, value in names.items() if name in query.replace("highest", "")}
    for word in ("mean", "variance"):
        free = evaluate_query(f"{word}({query})")
        assert with_numbers(free, values) == evaluate_query(f"{word}({query})", values)


@given(st.lists(st.integers(1, 5), min_size=2, max_size=4))
@settings(max_examples=10)
def test_a_loaded_die(weights):
    names = "pqr"[: len(weights) - 1]
    free = [symbol(name) for name in names]
    law = die_of(sympy.Integer(len(weights)), [*free, 1 - sum(free)])
    shares = {
        name: Fraction(weight, sum(weights)) for name, weight in zip(names, weights, strict=False)
    }
    loaded = die(len(weights), tuple(weights))
    exact = {name: sympy.Rational(p.numerator, p.denominator) for name, p in shares.items()}
    assert with_numbers(law.mean(), exact) == loaded.mean()
    assert with_numbers(law.variance(), exact) == loaded.variance()


FORMULAS = {
    "mean(n @ d(f))": N * (F + 1) / 2,
    "variance(n @ d(f))": N * (F**2 - 1) / 12,
    "mean(n @ d(f) + 3) - 2": N * (F + 1) / 2 + 1,
    "mean(d(f) * d(g))": (F + 1) * (G + 1) / 4,
    "mean(n @ explode(d(6)))": 21 * N / 5,
    "EP(n, bust=none)": 7 * N / 2,
}


@pytest.mark.parametrize("query", FORMULAS)
def test_formulas(query):
    found = formula(query)
    assert sympy.expand(found.expression - FORMULAS[query]) == 0


def test_the_spread_of_n_dice_is_its_root():
    assert evaluate_query("sd(n @ d(f))") ** 2 == evaluate_query("variance(n @ d(f))")


def test_the_domain_of_a_formula():
    assert formula("mean(n @ d(f))").domain == ("whole n >= 1", "whole f >= 2")
    weighted = formula("mean(n @ d(3, weights=(p, q, 1 - p - q)))")
    assert weighted.domain == ("whole n >= 1", "weights that are probabilities")


REFUSED = {
    "n @ d(f)": "of a law with symbols only its mean, variance and sd are known",
    "1 < n @ d(f) < d(6)": "give the symbols values to compare it",
    "mean(d(f) / 0)": "division by 0",
    "mean(d(f) ** 2)": r"which \*\* does not leave known",
    "mean(d(f) + (1, 2))": r"is combined with numbers and laws, got \(1, 2\)",
    "d(3, weights=(p, q))": "one number for each of 3 faces",
}


@pytest.mark.parametrize("query", REFUSED)
def test_what_is_not_known_of_such_a_law_is_refused(query):
    with pytest.raises(ExactDiceError, match=REFUSED[query]) as raised:
        evaluate_query(query)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("mean((d(6) - 3) @ d(f))", "whole number of 0 or more, got -2"),
        ("mean(explode(d(6)) @ d(f))", "finitely many outcomes"),
        ("mean(d(2, weights=(p, q)))", r"sum to 1, got a sum of p \+ q"),
    ],
)
def test_what_is_no_law_for_any_symbol_is_refused(query, said):
    with pytest.raises(ExactDiceError, match=said):
        evaluate_query(query)


def test_a_formula_says_where_it_holds():
    assert formula("mean((n - 3) @ d(f))", {}).domain == ("whole n - 3 >= 0", "whole f >= 2")
    assert formula("mean(d(n - 3))", {}).domain == ("whole n - 3 >= 2",)
