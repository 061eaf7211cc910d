"""Which numbers a symbol of `mixed` takes, what is said of a query that is none, and which options
are read.
"""

import re

import pytest

from exactdice.errors import QueryError, TooCostly
from exactdice.queries.evaluate import (
    evaluate_query,
    options_of_call,
    parse_values,
    read_option,
)
from exactdice.queries.words import Word

SHORT = {"dice": 2, "target": 2}
# Whoever throws one die first reaches 2 unless both throw a 1: 13/18 of the games are won more than
# lost; with two dice it is 53/108, and by half of each the mean of both.
HALF = "gain(mixed(dice(1), q, dice(2), 1-q), dice(1)) = 131/216"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (f"any(q, 0..1, {HALF})", True),
        (f"any(q, 0..1/2, {HALF})", True),
        (f"any(q, 1/2..1, {HALF})", True),
        (f"any(q, 0..1/3, {HALF})", False),
        (f"any(q, 2/3..1, {HALF})", False),
        (f"all(q, 0..1, {HALF})", False),
        (f"all(q, 0..1, not ({HALF}))", False),
        (f"any(q, (0, 1), {HALF})", False),  # a list is no interval
        (f"all(j, 1..2, any(q, 0..1/j, {HALF}))", True),  # ends by the variable around
        (f"any(j, 3..4, any(q, 0..1/j, {HALF}))", False),
        (f"any(q, 0..1/target, {HALF})", True),  # and by an option
        ("sum(q, 0..1, gain(mixed(dice(1), q, dice(2), 1-q), dice(1))) = 13/18 + 53/108", True),
    ],
)
def test_a_symbol_of_mixed_takes_all_numbers_of_an_interval_within_0_and_1(query, expected):
    assert bool(evaluate_query(query, SHORT)) is expected


NO_QUERIES = {
    "d20 + 5": "the query is an expression of names: a die is written d(20) or 1d20",
    "d20": "d20 is not a quantity: a die is written d(20) or 1d20",
    "n @ d(f)": "of a law with symbols only its mean, variance and sd are known, as in "
    "mean(n @ d(f))",
    "optimall": "optimall is not a quantity (did you mean optimal?): a query reads, for instance, "
    "EG(0,0); see `exactdice games`",
    "EP": "EP is a quantity that is called as EP(d)",
}


@pytest.mark.parametrize("query", NO_QUERIES)
def test_what_is_no_query_says_what_to_write(query):
    with pytest.raises(QueryError, match=f"^{re.escape(NO_QUERIES[query])}$"):
        evaluate_query(query)


def test_quantifiers_within_each_other_are_counted_before_they_are_asked():
    query = "all(i, 1..{}, all(j, 1..100, all(k, {}..10, i + j + k > 0)))"
    assert evaluate_query(query.format(2, 10)) is True
    assert evaluate_query("any(i, 1..1000, any(j, 1..1000, i + j > 0))") is True  # as many as may
    with pytest.raises(TooCostly, match="with about 1001000 values together would cost"):
        evaluate_query("all(i, 1..1001, all(j, 1..1000, i + j > 0))")
    # The first and the last value of a variable say how many there are within.
    for longest in ("i", "1001 - i"):
        with pytest.raises(TooCostly, match="values together would cost"):
            evaluate_query(f"all(i, 1..1000, all(j, 1..100*({longest}), i + j > 0))")


def test_options_must_be_named():
    message = r"^the options of a query must be given as \{name: value\}, got \[1\]$"
    with pytest.raises(QueryError, match=message):
        evaluate_query("1", [1])
    with pytest.raises(QueryError, match=r"got \{3: 1\}$"):
        evaluate_query("1", {3: 1})
    with pytest.raises(QueryError, match=r"^d must have one value, got 2$"):
        evaluate_query("EP(d)", {"d": (1, 2)})


def test_the_name_of_a_game_is_taken_as_it_stands():
    assert read_option("game", "p-q") == Word("p-q")
    assert evaluate_query("gain(optimal, random, game=nim, heaps=(1, 1))") == -1
    assert evaluate_query("gain(optimal, random, game=connect-four, rows=1, columns=2)") == 0
    assert evaluate_query('gain(optimal, random, game="connect-four", rows=1, columns=2)') == 0


def test_a_value_is_no_quantity_and_options_of_a_game_have_names():
    message = "a value must be a number, or a word such as blind or dice(3), not the quantity EP"
    with pytest.raises(QueryError, match=f"^{re.escape(message)}$"):
        parse_values("1, EP(3)")
    message = "the options of a game are written option=value, got Farkle(500)"
    with pytest.raises(QueryError, match=f"^{re.escape(message)}$"):
        options_of_call("Farkle(500)")
