"""The marks of queries between laws: the operators of Python on the same laws, and published
numbers of dice.
"""

import operator
from fractions import Fraction

import pytest
from enumerated import all_rolls, chances, counts, events, laws, numbers, whole_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import Distribution, point
from exactdice.exact.errors import ExactDiceError, QueryError, TooCostly
from exactdice.query.evaluate import evaluate_query

MARKS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
COMPARISONS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
operands = laws | numbers


def ask(query, **values):
    return evaluate_query(query, values)


# --- laws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", MARKS)
@settings(max_examples=25)
@given(operands, operands)
def test_a_mark_is_worked_out_on_every_roll(mark, a, b):
    if mark in ("/", "//", "%") and 0 in chances(b):
        with pytest.raises(ExactDiceError, match=r"outcome 0|division by 0"):
            ask(f"a {mark} b", a=a, b=b)
        return
    # a Fraction on the left, as / of two ints is a float in Python
    expected = all_rolls(lambda x, y: MARKS[mark](Fraction(x), y), a, b)
    assert chances(ask(f"a {mark} b", a=a, b=b)) == expected


@settings(max_examples=25)
@given(whole_laws, st.integers(0, 3))
def test_powers_and_signs_are_worked_out_on_every_roll(a, n):
    assert chances(ask("a ** n", a=a, n=n)) == all_rolls(lambda x: x**n, a)
    assert chances(ask("-a", a=a)) == all_rolls(operator.neg, a)


@settings(max_examples=25)
@given(counts, laws, st.integers(0, 3))
def test_sums_of_several_draws(count, a, n):
    expected = {}
    for times, weight in chances(count).items():
        for total, chance in all_rolls(lambda *roll: sum(roll), *[a] * times).items():
            expected[total] = expected.get(total, 0) + weight * chance
    assert chances(ask("m @ a", m=count, a=a)) == expected
    assert ask("n @ a", n=n, a=a) == ask("m @ a", m=point(n), a=a)


@pytest.mark.parametrize("mark", COMPARISONS)
@settings(max_examples=25)
@given(operands, operands)
def test_a_comparison_holds_on_those_rolls(mark, a, b):
    found = ask(f"a {mark} b", a=a, b=b)
    expected = all_rolls(COMPARISONS[mark], a, b)
    assert chances(found) == expected
    assert ask(f"probability(a {mark} b)", a=a, b=b) == expected.get(True, 0)


@settings(max_examples=25)
@given(operands, laws, operands, st.sampled_from(sorted(COMPARISONS)))
def test_in_a_chain_each_law_is_drawn_once(a, b, c, mark):
    expected = all_rolls(lambda x, y, z: x <= y and COMPARISONS[mark](y, z), a, b, c)
    assert chances(ask(f"a <= b {mark} c", a=a, b=b, c=c)) == expected


@settings(max_examples=25)
@given(events | st.booleans(), events | st.booleans(), events)
def test_events_are_joined_on_every_roll(a, b, c):
    given_values = {"a": a, "b": b, "c": c}
    expected = all_rolls(lambda x, y, z: (x and y) or not z, a, b, c)
    assert chances(ask("a and b or not c", **given_values)) == expected
    # De Morgan
    assert ask("not (a and b and c)", **given_values) == ask(
        "not a or not b or not c", **given_values
    )


# --- dice as people write them --------------------------------------------------------------------


# Ability scores, 4d6 drop lowest: https://anydice.com and the Basic Rules print 12.24, 1.62 %.
ABILITY_SCORES = [1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21]  # of 1296


def test_the_table_of_ability_scores():
    law = ask("highest(d(6), 4, 3)")
    assert [law[x] for x in range(3, 19)] == [Fraction(w, 1296) for w in ABILITY_SCORES]
    assert round(float(ask("mean(highest(d(6), 4, 3))")), 2) == 12.24


KNOWN = {
    # the Chevalier de Mere: a six in 4 throws, a double six in 24
    "probability(successes(d(6), 4, 6) >= 1)": Fraction(671, 1296),
    "1 - probability(not 2d6 == 12) ** 24": 1 - Fraction(35, 36) ** 24,
    # Newton to Pepys
    "probability(successes(d(6), 6, 6) >= 1)": 1 - Fraction(5, 6) ** 6,
    # advantage: at least 15 with a bonus of 5 means 10 on one of two dice
    "probability(max_of(d(20), d(20)) + 5 >= 15)": 1 - Fraction(9, 20) ** 2,
    "mean(explode(d(6)))": Fraction(21, 5),
    "probability(d(6) > d(8) > 3)": Fraction(1, 16),
    # 2, 3, 4, 5, 7 and 8: the law is drawn once, and has more outcomes than any list of them
    "probability(1 < explode(d(6)) < 9)": Fraction(4, 6) + Fraction(2, 36),
    "probability(5 < explode(d(6)) < d(8))": Fraction(1, 36) * Fraction(1, 8),
    # Risk, three dice against two
    "probability(pairs_won(d(6), 3, d(6), 2), 2)": Fraction(2890, 7776),
}


@pytest.mark.parametrize("query", KNOWN)
def test_known_numbers(query):
    assert ask(query) == KNOWN[query]


def test_a_name_beside_a_law_is_an_outcome_of_it():
    assert ask("uniform(heads, tails) == heads") == Distribution({True: 1, False: 1})
    assert ask("(d(6) > 2) == true") == Distribution({True: 2, False: 1})
    assert ask("uniform(1, heads) == d(6)") == Distribution({True: 1, False: 11})
    assert ask("joint(d(2), d(2)) == (1, 2)") == Distribution({True: 1, False: 3})


# --- what has no answer ---------------------------------------------------------------------------

REFUSED = {
    "1/(d(6) - 1)": r"the divisor has the outcome 0, so 1 / 0 .* reroll\(law, 0\) in a query",
    "d(6) and 3": r"and joins comparisons, such as d\(6\) > 3, got a law",
    "2 @ 3": "n @ law needs a law on its right, got 3",
    "d(6) == blnd": "outcomes such as 1, got a name: blnd",
    "d(6) > blind": "> compares laws and numbers, got blind",
    "d(6) < (1, 2) < 3": "a chain of comparisons needs numbers",
    "explode(d(6)) < 9 < explode(d(6))": "a chain of comparisons takes one endless law",
    "explode(d(6)) > explode(d(6))": r"clip\(high=20\), or in a query clip\(law, none, 20\)",
    "n @ d(f) > 3": "of a law with symbols only mean, variance and sd are known",
    # what reads as a die and is a name
    "d6": r"^d6 is not a quantity: a die is written d\(6\) or 1d6$",
    "d(6) + d20": r"got d20: a die is written d\(20\) or 1d20",
    "min(d(6), d(8))": r"min\(x\.\.\.\) is of numbers, got a law: min_of\(L\.\.\.\) is the law",
}


@pytest.mark.parametrize("query", REFUSED)
def test_what_has_no_answer_is_refused_in_one_line(query):
    with pytest.raises(ExactDiceError, match=REFUSED[query]) as raised:
        ask(query)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300


def test_names_of_numbers_stay_symbols():
    assert str(ask("mean(d1 @ d(6))")) == "7*d1/2"
    assert str(ask("d1 + d2")) == "d1 + d2"
    assert ask("d20 + 5", d20=3) == 8


LARGE = [
    "largest_set(d(1000), 10000)",
    "joint(" + ", ".join(["d(1000)"] * 9) + ")",
    "d(1000) @ d(1000)",
]


@pytest.mark.parametrize("query", LARGE)
def test_work_that_is_too_large_is_refused(must_end, query):
    with pytest.raises(TooCostly, match=r"would cost .* steps .* limit=none"):
        ask(query)


# --- sets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("argmax(d, 1..10, EP(d)) = 6", True),
        ("support(d(3)) = (3, 2, 1)", True),
        ("2 in {1, 3}", False),
        ("argmax(s, (blind, random), gain(s, optimal)) = blind", True),
    ],
)
def test_sets_are_equal_to_sets_to_several_and_to_their_only_element(query, holds):
    assert evaluate_query(query) is holds


def test_sets_are_not_ordered():
    with pytest.raises(QueryError, match=r"sets are equal or not: < .* got \{1, 2, 3\} < 6"):
        evaluate_query("support(d(3)) < 6")
