"""Closed forms against exact values, fits against sequences built to have them, parametric dice
against the solver with numbers.
"""

from fractions import Fraction

import pytest
import sympy
from flint import fmpq_poly
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdice import DiceBattle, solve
from exactdice.exact.errors import QueryError
from exactdice.exact.numbers import as_exact
from exactdice.formulas import Origin, fit, formula
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.symbolic.algebraic_numbers import in_order, real_roots
from exactdice.symbolic.expressions import symbol


def at(found, **values):
    result = sympy.simplify(
        found.expression.subs({symbol(name): value for name, value in values.items()}).doit()
    )
    return as_exact(Fraction(int(result.p), int(result.q)))


@pytest.mark.parametrize(
    "options",
    [{}, {"bust": 6, "bust_score": 3}, {"weights": (2, 1, 1)}, {"faces": 3, "bust_score": 7}],
)
@pytest.mark.parametrize("query", ["payoff(d,1)", "payoff(2,d)", "1 - 2*payoff(d,2)"])
def test_payoff_against_a_number(query, options):
    found = formula(query, options)
    assert found.origin == Origin.PROVED
    for d in range(1, 16):
        assert at(found, d=d) == evaluate_query(query, {**options, "d": d})


# --- fits -----------------------------------------------------------------------------------------

ROOTS = st.dictionaries(
    st.fractions(min_value=-3, max_value=3, max_denominator=4).filter(bool),
    st.integers(1, 2),
    min_size=1,
    max_size=3,
)


@given(ROOTS, st.data())
@settings(max_examples=40)
def test_a_sum_of_polynomials_times_exponentials_is_found(roots, data):
    weights = {
        (root, k): data.draw(st.integers(1, 9)) for root, size in roots.items() for k in range(size)
    }
    values = [
        sum(w * Fraction(n) ** k * root**n for (root, k), w in weights.items())
        for n in range(1, 25)
    ]
    found = fit("f(n)", "n", range(1, 25), values)
    assert len(found.recurrence) == len(weights)
    n = symbol("n")
    for index in (1, 5, 40):
        expected = sum(w * Fraction(index) ** k * root**index for (root, k), w in weights.items())
        assert found.expression.subs(n, index) == sympy.Rational(
            expected.numerator, expected.denominator
        )


def test_fibonacci_has_a_recurrence_but_no_rational_roots():
    values = [1, 1]
    while len(values) < 20:
        values.append(values[-1] + values[-2])
    found = fit("F(n)", "n", range(1, 21), values)
    assert (found.recurrence, found.expression) == ((1, 1), None)
    assert (
        found.recurrence_text == "f(n) = 1*f(n-1) + 1*f(n-2), f(1) = 1, f(2) = 1, where f(n) = F(n)"
    )


def test_a_long_recurrence_stands_on_lines_of_latex():
    found = formula("draws_to(d(6), n)")
    assert found.text.startswith("f(n) = 7/6*f(n-1) - 1/6*f(n-7), f(0) = 0, f(1) = 1, f(2) = 7/6,")
    first, *others = found.latex.split(r" \\[4pt] & {} ")
    assert first == (
        r"\begin{aligned} & f(n) = \frac{7}{6} \, f(n-1) - \frac{1}{6} \, f(n-7), \; f(0) = 0, \; "
        r"f(1) = 1, \; f(2) = \frac{7}{6}, \; f(3) = \frac{49}{36}, \;"
    )
    assert len(others) == 2


def test_first_values_that_do_not_fit_are_left_out_of_the_domain():
    found = fit("f(n)", "n", range(1, 21), [7, 9, *(Fraction(1, 2**n) for n in range(3, 21))])
    assert (found.first, found.expression.subs(symbol("n"), 5)) == (3, sympy.Rational(1, 32))


@given(st.lists(st.integers(-50, 50), min_size=20, max_size=20))
@settings(max_examples=30)
def test_values_without_a_pattern_are_refused(values):
    assume(len(set(values)) > 15)
    with pytest.raises(QueryError, match="no recurrence with constant coefficients of order 7 or"):
        fit("f(n)", "n", range(20), values)


def test_a_fit_is_labelled():
    # a die that always shows 2, first to `target`: (target + 1)//2 throws of one's own, so 2
    # ((target + 1)//2) - 1 throws in all
    options = {"dice": 1, "weights": (0, 1), "bust": 1}
    found = formula("turns(dice(1), dice(1))", options, {"target": range(1, 20)})
    assert found.origin == Origin.FITTED
    assert found.label.startswith(
        "fitted, not proved (for whole target >= 1): checked for target = 1..19 only, 19 exact "
        "values"
    )
    assert [found.expression.subs(symbol("target"), n) for n in (1, 2, 3, 30)] == [1, 1, 3, 29]


def test_an_option_as_the_range_is_a_symbol():
    assert formula("EP(3)", {}, {"faces": range(2, 12)}).origin == Origin.PROVED
    with pytest.raises(QueryError, match="no recurrence with constant coefficients of order"):
        formula("EG(0,0)", {"dice": 2, "faces": 3}, {"target": range(1, 20)})
    with pytest.raises(QueryError, match="no recurrence with constant coefficients of order"):
        formula("EG(0,0)", {"target": 6}, {"dice": range(1, 9)})


REFUSED = [
    ("gain(blind, dice(n))", {}, {}, "give a range to fit over"),
    ("EG(i,j)", {}, {}, "the player to throw is a given number of points below"),
    ("EG(j,target-1)", {}, {}, "the player to throw is a given number of points below"),
    ("payoff(d,e)", {}, {}, "a name as one number of dice"),
    ("payoff(d,30)", {}, {}, "at most 30 values before are listed"),
    ("EG(target-2,j)", {"bust_score": 0, "dice": 2}, {}, "no number of throws is sure"),
    ("EP(d)", {}, {"d": range(1, 3), "k": range(2)}, "one range"),
]


@pytest.mark.parametrize(("query", "options", "ranges", "message"), REFUSED)
def test_refused(query, options, ranges, message):
    with pytest.raises(QueryError, match=message):
        formula(query, options, ranges)


# --- algebraic numbers ----------------------------------------------------------------------------

POLYNOMIALS = st.lists(st.integers(-9, 9), min_size=2, max_size=7).filter(lambda c: any(c[1:]))


@given(POLYNOMIALS)
@settings(max_examples=60)
def test_real_roots_against_sympy(coefficients):
    x = sympy.Symbol("x")
    polynomial = fmpq_poly(coefficients)
    expected = sorted(
        set(sympy.Poly(list(reversed(coefficients)), x).real_roots(radicals=False)),
        key=lambda root: root.evalf(40),
    )
    found = real_roots(polynomial)
    assert len(found) == len(expected)
    for root, other in zip(found, expected, strict=True):
        assert polynomial % fmpq_poly(root.polynomial) == fmpq_poly([0])
        assert abs(sympy.Rational(str(root.decimal(20))) - other.evalf(40)) < 10**-19
        assert root.bounds(100).width <= Fraction(1, 2**100)
    assert in_order(found[::-1]) == found


# --- parametric dice ------------------------------------------------------------------------------

RACES = [
    ("p,1-p", 2, 5, 1),
    ("p,(1-p)/2,(1-p)/2", 3, 5, 1),
    ("1/4,p,3/4-p", 2, 6, 2),
    ("p*p,1-p*p", 2, 4, 1),
    ("p,0,1-p", 2, 4, 1),
]


@pytest.mark.parametrize(("weights", "dice", "target", "bust_score"), RACES)
def test_gains_with_a_symbol_equal_the_solver_with_numbers(weights, dice, target, bust_score):
    options = {
        "weights": parse_option(weights),
        "dice": dice,
        "target": target,
        "bust_score": bust_score,
    }
    for p in (Fraction(1, 97), Fraction(1, 5), Fraction(1, 3), Fraction(7, 10)):
        loaded = parse_option(weights.replace("p", f"({p})"))
        if any(weight < 0 for weight in loaded):
            continue
        solution = solve(DiceBattle(dice, target, weights=loaded, bust_score=bust_score))
        for state in solution.values:
            if state.to_move == 0:
                gain = evaluate_query(f"EG({state.own},{state.other})", options)
                assert gain.at(p) == solution.values[state]


def test_a_symbol_has_no_closed_form_of_what_is_best():
    with pytest.raises(QueryError, match="depends on p"):
        evaluate_query("OPT(0,0)", {"weights": parse_option("p,1-p"), "dice": 2, "target": 3})


@pytest.mark.parametrize("target", [3, 7, 12])
@pytest.mark.parametrize("query", ["EG(target-1,j)", "1 - EG(target-2,j)"])
def test_gains_near_any_target(query, target):
    found = formula(query, {"dice": 2, "faces": 4})
    assert found.origin == Origin.PROVED
    for j in range(target):
        exact = evaluate_query(
            query, {"dice": 2, "faces": 4, "target": target} | ({"j": j} if "j" in query else {})
        )
        assert at(found, target=target, j=j) == exact


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 97), Fraction(1, 3), Fraction(1, 2)])
def test_a_die_with_a_symbol_by_hand(p):
    weights = parse_option("p,1-p")
    # i = 0 against 1, first to 2, one die with faces 1 (bust) and 2: a 2 wins at once, a 1 lets the
    # other win: 1 - 2p
    short = evaluate_query("EG(0,1)", {"weights": weights, "dice": 1, "target": 2})
    assert short.at(p) == 1 - 2 * p
    # first to 3 from 0 against 1: with 2 dice no bust wins, (1-p)^2 of the time; a bust leaves 2
    # points to go against 2 for the other
    longer = evaluate_query("EG(0,1)", {"weights": weights, "dice": 2, "target": 3})
    assert longer.at(p) == (1 - p) ** 2 - (1 - (1 - p) ** 2) * (1 - 2 * p + 2 * p**2)
