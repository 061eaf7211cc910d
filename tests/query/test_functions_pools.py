"""The words for pools: the functions of Python, and what a slip is told."""

from fractions import Fraction

import pytest

from exactdice import (
    Distribution,
    die,
    different,
    highest,
    largest_set,
    longest_straight,
    lowest,
    middle,
    pairs_won,
    sets,
    sorted_pool,
    successes,
)
from exactdice.exact.errors import ExactDiceError, QueryError
from exactdice.game.text_of_values import as_written, written_apart
from exactdice.query.evaluate import evaluate_query
from exactdice.query.strategy_table import read_field
from exactdice.query.words import QUANTITIES


def ask(query, **values):
    return evaluate_query(query, values)


# a law in which each word has an answer of its own; tests/pools has all rolls of each function
LOADED = Distribution({-2: 1, 1: 3, 2: 1, 3: 2})
IN_PYTHON = {
    "highest(L, 4, 3)": highest(LOADED, 4, 3),
    "highest(L, 4)": highest(LOADED, 4, 1),
    "lowest(L, 4, 3)": lowest(LOADED, 4, 3),
    "lowest(L, 4)": lowest(LOADED, 4, 1),
    "middle(L, 4, 2)": middle(LOADED, 4, 2),
    "middle(L, 5)": middle(LOADED, 5, 1),
    "sorted_pool(L, 3)": sorted_pool(LOADED, 3),
    "sorted_pool(L, 3, 2)": sorted_pool(LOADED, 3, 2),
    "successes(L, 4, 2)": successes(LOADED, 4, 2),
    "different(L, 4)": different(LOADED, 4),
    "sets(L, 4, 2)": sets(LOADED, 4, 2),
    "largest_set(L, 4)": largest_set(LOADED, 4),
    "longest_straight(L, 4)": longest_straight(LOADED, 4),
    "pairs_won(L, 3, d(4), 2)": pairs_won(LOADED, 3, die(4), 2),
}


def test_the_words_are_the_functions_of_python():
    assert len(set(IN_PYTHON.values())) == len(IN_PYTHON)
    for query, law in IN_PYTHON.items():
        assert ask(query, L=LOADED) == law


def test_arguments_that_may_be_left_out_stand_in_brackets():
    assert QUANTITIES["highest"].signature == "highest(L, n, [k])"
    assert QUANTITIES["explode"].signature == "explode(L, [depth])"
    assert QUANTITIES["given"].signature == "given(L, x...)"
    # what an argument stands for is known with the brackets too
    assert QUANTITIES["highest"].meaning_of(2, {}) == "dice that count"


REFUSED = {
    "highest(d(6), 2, 5)": "must be at most the 2 of the pool, got 5",
    "highest(d(6), 0)": "n must be a whole number of 1 or more, got 0",
    "highest(d(f), 4, 3)": "give the symbols values",
    "successes(d(6), 5, x)": r"^successes\(L, n, x\) asks for a number, got x$",
    "sorted_pool(uniform(blind, 2), 2)": "the outcomes must have an order",
}


@pytest.mark.parametrize("query", REFUSED)
def test_a_slip_is_told_in_one_line(query):
    with pytest.raises(ExactDiceError, match=REFUSED[query]) as raised:
        ask(query)
    assert "\n" not in str(raised.value)


# pairs that are written alike while their texts are in no quotes
ALIKE = [
    ((1,), ("1",)),
    ((1, "bet"), ("1", "bet")),
    (("a, b", "c"), ("a", "b", "c")),
    (((1, 2), "x"), (("1", 2), "x")),
    ((Fraction(1, 2),), ("1/2",)),
    ((None,), ("none",)),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_is_written_alike_is_told_apart(one, other):
    assert as_written(one) == as_written(other)
    texts = written_apart([one, other])
    assert texts[one] != texts[other]


@pytest.mark.parametrize(("one", "other"), [*ALIKE, (('say "1"',), ("say 1",)), (("\\",), (0,))])
def test_each_text_is_read_back(one, other):
    # twice in quotes, as in a table where all of these stand together
    texts = written_apart([one, other, *[part for pair in ALIKE for part in pair]])
    assert read_field(texts[one]) == one
    assert read_field(texts[other]) == other


def test_what_nothing_is_like_has_no_quotes():
    assert written_apart([(1, "bet"), ("2", "check")]) == {
        (1, "bet"): "(1, bet)",
        ("2", "check"): "(2, check)",
    }


def test_what_json_would_not_write_is_refused():
    with pytest.raises(QueryError, match="no text as JSON writes it"):
        read_field(r'"a\x"')
