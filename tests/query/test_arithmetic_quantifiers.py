"""Quantifiers over a bound variable, against loops in Python over the same values."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact import cost
from exactdice.exact.errors import ExactDiceError, QueryError, TooCostly, UndecidedError
from exactdice.query.evaluate import evaluate_query, names_in
from exactdice.query.reasons import reason
from exactdice.query.syntax import parse, query_text
from exactdice.query.words import QUANTITIES, RENAMED
from exactdice.testing import exact_numbers

GAME = {"dice": 3, "target": 12}


def EP(d):
    """d dice score 4 d (5/6)^d + 1 - (5/6)^d on average: the law of Question 3."""
    q = Fraction(5, 6) ** d
    return 4 * d * q + 1 - q


@given(st.integers(1, 12), st.integers(0, 12), exact_numbers(1, 9, 50))
def test_quantifiers_say_what_loops_say(first, length, level):
    values = range(first, first + length + 1)
    over = f"d, {values[0]}..{values[-1]}"
    above = [EP(d) > level for d in values]
    written = f"({level.numerator}/{level.denominator})"
    assert evaluate_query(f"all({over}, EP(d) > {written})") is all(above)
    assert evaluate_query(f"any({over}, EP(d) > {written})") is any(above)
    assert evaluate_query(f"count({over}, EP(d) > {written})") == sum(above)
    assert evaluate_query(f"sum({over}, EP(d))") == sum(map(EP, values))
    largest, least = max(map(EP, values)), min(map(EP, values))
    assert evaluate_query(f"max_over({over}, EP(d))") == largest
    assert evaluate_query(f"min_over({over}, EP(d))") == least
    assert evaluate_query(f"argmax({over}, EP(d))") == {d for d in values if EP(d) == largest}
    assert evaluate_query(f"argmin({over}, EP(d))") == {d for d in values if EP(d) == least}
    if any(above):
        found = evaluate_query(f"first({over}, EP(d) > {written})")
        assert found == next(d for d in values if EP(d) > level)


def test_variables_are_bound_inside_alone():
    nested = "all(i, 0..3, all(j, 0..3, EG(i, j) + EG(j, i) > -2))"
    assert names_in(parse(nested)) == set()
    assert evaluate_query(nested, GAME) is True
    assert names_in(parse("all(i, 0..n, EG(i, j) > 0)")) == {"n", "j"}
    # the inner i hides the outer one, and a range may depend on an outer variable
    assert evaluate_query("sum(i, 1..3, sum(i, 1..2, i))") == 9
    assert evaluate_query("sum(i, 1..3, sum(j, 1..i, j))") == 1 + 3 + 6


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("6 in OPT_all(0, 0)", True),
        ("7/2 in 1..5", False),
        ("5 in (1, 2, 5)", True),
        ("blind in (blind, optimal)", True),
        ("1 = 1 and 2 != 3", True),
        ("1 < 3 < 2", False),
        ("0.1 + 0.2 = 0.3", True),
    ],
)
def test_statements(query, answer):
    assert evaluate_query(query) is answer
    assert evaluate_query(parse(query_text(parse(query)))) is answer


# EP(4) = 1 + 15 (5/6)^4, EP(6) = 1 + 23 (5/6)^6 and EP(7) = 1 + 27 (5/6)^7
WHY = [
    ("all(d, 1..9, EP(d) < EP(d + 1))", "at d = 6: EP(6) = 8.7026..., EP(7) = 8.5352..."),
    ("any(d, 1..9, EP(d) > 8)", "at d = 4: EP(4) = 8.2337..."),
    ("EP(5) < EP(6) and EP(6) < EP(7)", "EP(6) = 8.7026..., EP(7) = 8.5352..."),
    ("not EP(6) < EP(7)", "EP(6) = 8.7026..., EP(7) = 8.5352..."),
    ("3 in OPT_all(0, 0)", "OPT_all(0, 0) = {6}"),
    ("all(i, 0..2, all(j, 0..2, i + j != 3))", "at i = 1, j = 2"),
    ("1 < 2", ""),
    ("all(i, 1..3, i > 0)", ""),
]


@pytest.mark.parametrize(("query", "why"), WHY)
def test_the_first_counterexample_and_both_sides_are_told(query, why):
    assert reason(query) == why


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("all(i, 3, i > 0)", "takes the values of a range"),
        ("all(i, 0..1/2, i > 0)", "whole number"),
        ("all(i, 0..9, i + 1)", "asks for a comparison"),
        ("sum(i, 0..9, i > 1)", "asks for a number"),
        ("first(i, 0..9, i > 10)", "no first i"),
        ("all(, 0..9, 1 > 0)", "column 5.*name of its variable"),
        ("all(i, 0..9)", "expected ','"),
        ("3 in 5", "in asks for a range"),
        ("0..3", r"column 2: unexpected '\.\.'"),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_line(query, said):
    with pytest.raises((QueryError, ExactDiceError), match=said) as refused:
        evaluate_query(query)
    assert "\n" not in str(refused.value)


def test_the_size_of_a_range_is_lifted_with_the_limit():
    with pytest.raises(TooCostly, match="limit=none"):
        evaluate_query("any(i, 0..10**7, i >= 0)")
    with cost.limit(None):
        assert evaluate_query("any(i, 0..10**7, i >= 0)") is True


OPEN = {"dice": 3, "target": 9, "digits": 2}  # EG(5, 5) - EG(5, 5) is 0, known only within bounds
ZERO = "(EG(5, 5) - EG(5, 5))"


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        (f"1 < 2 or {ZERO} > 0", True),
        (f"1 > 2 and {ZERO} > 0", False),
        (f"any(i, 0..3, i > 2 or {ZERO} > i)", True),
        (f"all(i, 0..3, i > 2 and {ZERO} >= 0)", False),
        (f"{ZERO} in 1..9", False),
        (f"argmax(d, 1..3, d) = 3 + {ZERO} * 0", True),
        (f"{ZERO} > 0 or 1 > 2", None),
        (f"{ZERO} in (0, 1)", None),
        (f"argmax(d, 1..3, d) = 3 + {ZERO}", None),
        (f"count(i, 0..3, {ZERO} > i) = 0", None),
    ],
)
def test_what_bounds_leave_open_is_undecided_unless_the_rest_decides(query, answer):
    if answer is None:
        with pytest.raises(UndecidedError):
            evaluate_query(query, OPEN)
    else:
        assert evaluate_query(query, OPEN) is answer


@pytest.mark.parametrize(("deciding", "mark"), [("1 < 2", "or"), ("1 > 2", "and")])
@pytest.mark.parametrize("refused", ["EP(10**9) > 0", "1/0 > 0"])
def test_what_stands_behind_the_part_that_decides_is_not_asked(deciding, mark, refused):
    assert evaluate_query(f"{deciding} {mark} {refused}") is (mark == "or")
    assert evaluate_query(f"all(i, 1..9, {deciding} {mark} {refused})") is (mark == "or")
    for query in (f"{refused} {mark} {deciding}", f"not ({deciding}) {mark} {refused}"):
        with pytest.raises(ExactDiceError):
            evaluate_query(query)


def test_a_misspelt_word_is_refused_also_where_it_is_not_asked():
    with pytest.raises(QueryError, match="unknown quantity EPP"):
        evaluate_query("1 < 2 or EPP(3) > 0")
    with pytest.raises(QueryError, match=r"unknown quantity win_range: ask for over_ties\(win"):
        evaluate_query("1 < 2 or win_range(optimal, random) = 0")


def test_a_former_name_says_what_it_is_called_now():
    for former, name in RENAMED.items():
        assert name.partition("(")[0] in QUANTITIES
        with pytest.raises(QueryError, match=f"{former}: it is called {re.escape(name)} now"):
            evaluate_query(f"{former}(1)")


def test_irrational_numbers_have_extremes():
    assert evaluate_query("argmax(i, (1, 3, 2), sd(2d6) * i)") == {3}
    assert evaluate_query("argmin(i, (1, 3, 2), sd(2d6) * i)") == {1}
    assert evaluate_query("max_over(i, (1, 2), sd(2d6) * i) = 2 * sd(2d6)")


def test_quantifiers_compare_laws_as_statements_do():
    asked = (
        "count(f, 2..6, d(f) = d(6))",
        "first(f, 2..9, d(f) != d(2))",
        "any(f, 7..9, d(f) = d(6))",
        "all(k, -2..2, k < 3)",
        "count(k, -3..-1, k > -3)",
    )
    assert [evaluate_query(query) for query in asked] == [1, 3, False, True, 2]
