"""Junk for the readers of what others write, here of queries and their options. The answer is a
result or one clean error, soon.

Each law is a function of random choices; `make test` tries it on some hundred inputs, `make
test-slow` on 10^6 in all.
"""

from fractions import Fraction

import pytest
from fuzzing import COSTLY, both, is_short, tried
from hypothesis import strategies as st

from exactdice.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.query.syntax import parse, parse_list

NAMES = [
    *("EG", "EP", "P", "Q", "OPT", "gain", "blind", "dice", "pig_win", "d", "x"),
    *("one_shot_value", "mixture"),
]
PIECES = [
    *(*NAMES, "(", ")", ",", "=", "+", "-", "*", "/", "**", " ", "1", "0", "3/8", "0.25"),
    *("9" * 40, "1e5", ".", "^", "\u0660", "é", "\x00", "\\", '"'),
]
soup = st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=60)


@both
def test_a_query_is_read_or_refused(batches):
    def law(text):
        for read in (parse, parse_list, parse_option):
            try:
                read(text)
            except ExactDiceError as error:
                is_short(error, 700)

    tried(batches, soup, law)


@pytest.mark.usefixtures("must_end")
def test_the_largest_query_allowed_is_small_work():
    """Every number of a query has at most as many digits as the query has characters, so no value
    of numbers alone is large.
    """
    assert evaluate_query("*".join(["99999999"] * 200)) == 99999999**200
    assert evaluate_query("/".join(["99999999"] * 200)) == Fraction(1, 99999999**198)
    assert evaluate_query("+".join(["1/9"] * 100)) == Fraction(100, 9)
    assert str(evaluate_query("*".join(["(x+y)"] * 100))) == "(x + y)**100"


NUMBERS = [
    *("0", "1", "2", "5", "-1", "1/2", "0.3", "99999999", "9" * 300),
    *("d", "blind", "dice(2)", "dice(0)", "()"),
]
numbers = st.sampled_from(NUMBERS)
calls = st.builds(
    lambda name, arguments: f"{name}({', '.join(arguments)})",
    st.sampled_from(["P", "Q", "EP", "EP_step", "best_dice", "payoff"]),
    st.lists(numbers, max_size=3),
)
arithmetic = st.recursive(
    calls | numbers,
    lambda inner: st.builds(
        lambda a, mark, b: f"({a} {mark} {b})", inner, st.sampled_from("+-*/"), inner
    ),
    max_leaves=4,
)
OPTIONS = {
    "faces": st.sampled_from([2, 6, 10**6, 10**300, 0, -1]),
    "bust": st.sampled_from([1, 2, 7, 0, 10**300]),
    "bust_score": st.sampled_from([0, 1, 5, 10**300, -1]),
    "weights": st.lists(st.integers(-1, 3), max_size=7).map(tuple),
}


@both
def test_a_query_of_one_throw_has_a_value_or_is_refused(batches):
    def law(query, options):
        try:
            evaluate_query(query, options)
        except ExactDiceError as error:
            is_short(error)

    tried(
        min(batches, COSTLY),
        {"query": arithmetic, "options": st.fixed_dictionaries({}, optional=OPTIONS)},
        law,
    )
