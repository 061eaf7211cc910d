"""Junk for the readers of what others write, here of queries and their options. The answer is a
result or one clean error, soon.

Each law is a function of random choices; `make test` tries it on some hundred inputs, `make
test-slow` on 10^6 in all.
"""

from fractions import Fraction

import pytest
from fuzzing import COSTLY, both, is_short, tried
from hypothesis import strategies as st

from exactdice.errors import ExactDiceError, QueryError, TooCostly
from exactdice.queries.evaluate import evaluate_query, parse_option
from exactdice.queries.syntax import DEEPEST, LONGEST, MOST_OPERATIONS, parse, parse_list
from exactdice.queries.words import Word

NAMES = [
    "EG",
    "EP",
    "P",
    "Q",
    "OPT",
    "gain",
    "blind",
    "dice",
    "pig_win",
    "d",
    "x",
    "one_shot_value",
    "mixture",
]
PIECES = [
    *NAMES,
    "(",
    ")",
    ",",
    "=",
    "+",
    "-",
    "*",
    "/",
    "**",
    " ",
    "1",
    "0",
    "3/8",
    "0.25",
    "9" * 40,
    "1e5",
    ".",
    "^",
    "\u0660",
    "é",
    "\x00",
    "\\",
    '"',
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


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10**6,
        "-" * (LONGEST - 1) + "1",
        "(" * DEEPEST + "1" + ")" * DEEPEST,
        "EP(" * DEEPEST + "1" + ")" * DEEPEST,
        "+".join(["1"] * (MOST_OPERATIONS + 2)),
        "9" * 10**6,
        "1," * 10**6,
        "f(" + "x=1," * 10**5 + ")",
        "\u00e9" * 10**6,
    ],
    ids=lambda text: text[:12],
)
@pytest.mark.usefixtures("must_end")
def test_limits_on_length_depth_and_operations_come_before_any_work(text):
    with pytest.raises(QueryError):
        parse(text)


@pytest.mark.usefixtures("must_end")
def test_the_largest_query_allowed_is_small_work():
    """Every number of a query has at most as many digits as the query has characters, so no value
    of numbers alone is large.
    """
    assert evaluate_query("*".join(["99999999"] * 200)) == 99999999**200
    assert evaluate_query("/".join(["99999999"] * 200)) == Fraction(1, 99999999**198)
    assert evaluate_query("+".join(["1/9"] * 100)) == Fraction(100, 9)
    assert str(evaluate_query("*".join(["(x+y)"] * 100))) == "(x + y)**100"


@pytest.mark.parametrize(
    "query", ["P({},k)", "Q({},k)", "EP({})", "EP_step({})", "one_shot_value() + P({},1)"]
)
@pytest.mark.parametrize(
    "options",
    [{}, {"bust_score": Word("s")}, {"faces": Word("f")}],
    ids=["plain", "symbolic score", "symbolic die"],
)
@pytest.mark.parametrize("dice", [10**8, 10**300])
def test_huge_numbers_of_dice_are_refused_before_any_work(query, options, dice):
    with pytest.raises((QueryError, TooCostly)):
        evaluate_query(query.format(dice), options)


def test_a_huge_bust_score_costs_nothing():
    assert (
        evaluate_query("payoff(1, 2)", {"bust_score": 10**300})
        == Fraction(1, 6) * Fraction(25, 36) - Fraction(5, 6) * Fraction(11, 36) + faces_against()
    )


def faces_against():
    """One die against two when neither shows a bust: P(K1 > K2) - P(K1 < K2), by
    listing all faces.
    """
    faces = range(2, 7)
    return Fraction(
        sum((a > b + c) - (a < b + c) for a in faces for b in faces for c in faces), 216
    )


numbers = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "5",
        "-1",
        "1/2",
        "0.3",
        "99999999",
        "9" * 300,
        "d",
        "blind",
        "dice(2)",
        "dice(0)",
        "()",
    ]
)
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
