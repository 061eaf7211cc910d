"""The words for pools: all rolls of a few dice, and what a slip is told."""

from fractions import Fraction

import pytest
from enumerated import all_rolls, chances, laws, of_pool, whole_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.errors import ExactDiceError, QueryError
from exactdice.query.evaluate import evaluate_query
from exactdice.query.strategy_table import read_field
from exactdice.query.words import QUANTITIES
from exactdice.text_of_values import as_written, written_apart

sizes = st.integers(1, 4)


def ask(query, **values):
    return evaluate_query(query, values)


@settings(max_examples=25)
@given(laws, sizes, st.data())
def test_the_highest_the_lowest_and_the_middle(law, n, data):
    k = data.draw(st.integers(0, n))
    called = {"L": law, "n": n, "k": k}
    assert chances(ask("highest(L, n, k)", **called)) == of_pool(
        lambda roll: sum(roll[n - k :]), law, n
    )
    assert chances(ask("lowest(L, n, k)", **called)) == of_pool(lambda roll: sum(roll[:k]), law, n)
    if (n - k) % 2 == 0:
        out = (n - k) // 2
        assert chances(ask("middle(L, n, k)", **called)) == of_pool(
            lambda roll: sum(roll[out : n - out]), law, n
        )
    # without k the highest and the lowest one
    assert chances(ask("highest(L, n)", L=law, n=n)) == of_pool(max, law, n)
    assert chances(ask("lowest(L, n)", L=law, n=n)) == of_pool(min, law, n)


@settings(max_examples=25)
@given(laws, sizes, st.data())
def test_sorted_results(law, n, data):
    k = data.draw(st.integers(0, n))
    whole = of_pool(lambda roll: tuple(roll[::-1]), law, n)
    assert chances(ask("sorted_pool(L, n)", L=law, n=n)) == whole
    assert chances(ask("sorted_pool(L, n, k)", L=law, n=n, k=k)) == of_pool(
        lambda roll: tuple(roll[::-1][:k]), law, n
    )


def straight(roll):
    """How many outcomes in a row a roll has at most."""
    return max(
        len({x for x in roll if a <= x < a + length})
        for a in roll
        for length in range(1, 13)
        if set(range(a, a + length)) <= set(roll)
    )


@settings(max_examples=25)
@given(whole_laws, sizes, st.integers(1, 3), st.integers(-5, 6))
def test_successes_sets_and_straights(law, n, size, x):
    called = {"L": law, "n": n}

    def often(roll):
        return [roll.count(outcome) for outcome in set(roll)]

    found = {
        "successes(L, n, x)": lambda roll: sum(one >= x for one in roll),
        "different(L, n)": lambda roll: len(set(roll)),
        "sets(L, n, s)": lambda roll: sum(times >= size for times in often(roll)),
        "largest_set(L, n)": lambda roll: max(often(roll)),
        "longest_straight(L, n)": straight,
    }
    for query, counted in found.items():
        more = {"x": x} if "x" in query else {"s": size} if "s)" in query else {}
        assert chances(ask(query, **called, **more)) == of_pool(counted, law, n)


@settings(max_examples=25)
@given(whole_laws, st.integers(1, 2), whole_laws, st.integers(1, 2))
def test_pairs_won(a, n, b, m):
    def won(*roll):
        ours, theirs = sorted(roll[:n])[::-1], sorted(roll[n:])[::-1]
        return sum(x > y for x, y in zip(ours, theirs, strict=False))

    expected = all_rolls(won, *[a] * n, *[b] * m)
    assert chances(ask("pairs_won(a, n, b, m)", a=a, n=n, b=b, m=m)) == expected


def test_risk():
    """Three dice against two: Osborne, Markov chains for the RISK board game, 2003, table 2."""
    law = ask("pairs_won(d(6), 3, d(6), 2)")
    assert [law[x] for x in (2, 1, 0)] == [
        Fraction(2890, 7776),
        Fraction(2611, 7776),
        Fraction(2275, 7776),
    ]


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
    "middle(d(6), 4)": "4 - 1 is odd",
    "successes(d(6), 5, x)": r"^successes\(L, n, x\) asks for a number, got x$",
    "sorted_pool(uniform(blind, 2), 2)": "the outcomes must have an order",
    "longest_straight(uniform(a, b), 2)": "a face of a straight must be an int, got 'a'",
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


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('(("(", 1), x)', (("(", 1), "x")),
        ('""', ""),
        ('(a"b, c)', ('a"b', "c")),
        ('"', '"'),
    ],
)
def test_quotes_begin_a_text(text, field):
    assert read_field(text) == field


def test_what_json_would_not_write_is_refused():
    with pytest.raises(QueryError, match="no text as JSON writes it"):
        read_field(r'"a\x"')
