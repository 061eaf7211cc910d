"""Statements about functions of a symbol, held against their truth at every root and between."""

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st

from exactdice import DiceBattle, parameter, solve
from exactdice.errors import QueryError
from exactdice.exact import Exact
from exactdice.parametric.conditions import Compared, joined_by

P = parameter("p", 0, 1)
GAIN = solve(DiceBattle(2, 3, weights=(P, 1 - P))).value


TRUE = {
    "<": lambda value: value < 0,
    "<=": lambda value: value <= 0,
    ">": lambda value: value > 0,
    ">=": lambda value: value >= 0,
    "==": lambda value: value == 0,
    "!=": lambda value: value != 0,
}
roots = st.lists(st.sampled_from([Fraction(k, 6) for k in range(-1, 8)]), max_size=3)
comparisons = st.tuples(roots, st.sampled_from([-1, 0, 1]), st.sampled_from(list(TRUE)))
statements = st.recursive(
    comparisons,
    lambda below: (
        st.tuples(st.just("not"), below)
        | st.tuples(st.sampled_from(["and", "or"]), st.lists(below, min_size=1, max_size=3))
    ),
    max_leaves=5,
)


def condition(statement):
    """The statement as it is under test."""
    match statement:
        case "not", below:
            return condition(below).negated()
        case mark, list(parts):
            return joined_by(mark, list(map(condition, parts)))
    zeros, sign, mark = statement
    body = fmpq_poly([sign])
    for zero in zeros:
        body *= fmpq_poly([fmpq(-zero.numerator, zero.denominator), 1])
    return Compared(GAIN.polynomial(body), mark)


def is_true(statement, x):
    """Whether it is so of the number, by arithmetic alone."""
    match statement:
        case "not", below:
            return not is_true(below, x)
        case mark, list(parts):
            truths = [is_true(part, x) for part in parts]
            return all(truths) if mark == "and" else any(truths)
    zeros, value, mark = statement
    for zero in zeros:
        value *= x - zero
    return TRUE[mark](value)


GRID = [Fraction(k, 6) for k in range(7)]  # every root within the domain 0..1
BETWEEN = [(low + high) / 2 for low, high in pairwise(GRID)]


@given(statements)
def test_it_holds_where_it_is_true_at_every_root_and_between(statement):
    truths = [is_true(statement, x) for x in GRID + BETWEEN]
    found = condition(statement)
    assert found.holds() == all(truths)
    assert found.negated().holds() == (not any(truths))
    failure = found.failure()
    if failure is None:
        return
    assert isinstance(failure, Exact)
    assert not is_true(statement, failure)


def test_pieces_with_irrational_ends_and_a_function_that_jumps():
    """The slope of the gain jumps where the best choice changes, at roots of polynomials."""
    slope = GAIN.derivative()
    assert slope.breaks
    assert not all(isinstance(point, Exact) for point in slope.breaks)
    steep = 20  # no slope is steeper: each coefficient of the gain is below 21 and p at most 1
    always = joined_by("and", [Compared(slope - steep * 10, "<"), Compared(GAIN - 1, "<=")])
    assert always.holds()
    rises_or_falls = joined_by("or", [Compared(slope, ">"), Compared(slope, "<=")])
    assert rises_or_falls.holds()
    both_at_once = joined_by("and", [Compared(slope, ">"), Compared(slope, "<=")])
    assert both_at_once.negated().holds()


def test_two_symbols_are_refused():
    q = parameter("q", 0, 1)
    other = solve(DiceBattle(2, 3, weights=(q, 1 - q))).value
    with pytest.raises(QueryError, match="depends on p, q: give numbers to all but one"):
        joined_by("and", [Compared(GAIN, ">"), Compared(other, ">")])
