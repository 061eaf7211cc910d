"""Queries that depend on ties: their range, their values under the tie-breaks by name, and what a
choice may be, against the words of single answers and against plays written out by hand.
"""

from fractions import Fraction

import pytest

from exactdice import MAX, DiceBattle, TokenGame, solve
from exactdice.exact.cost import limit
from exactdice.exact.errors import ExactDiceError, QueryError, TooCostly
from exactdice.exact.numbers import Interval
from exactdice.games.tokens.rules import TokenState
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word
from exactdice.query.syntax import parse, query_text
from exactdice.query.ties import (
    given_with_ties,
    optimal_choices,
    range_over_ties,
    tie_breaks,
    ties_matter,
    with_ties,
)

# In Nim with two heaps of 2 who begins loses, whatever it takes: a heap, after which the other one
# ends the game in 2 moves, or one counter, after which the heaps are emptied one by one in 4.
NIM = {"game": Word("nim"), "heaps": (2, 2)}
AT_ONCE = {"variant": Word("simultaneous"), "dice": 3, "target": 6}
BATTLE = {"dice": 2, "target": 20}
LAST = Word("optimal", (), (("ties", Word("last")),))

RANGES = [  # (query, options, its range by hand)
    ("turns(optimal, optimal)", NIM, (2, 4)),
    ("turns(optimal, optimal(ties=last))", NIM, (2, 4)),
    ("2 * turns(optimal, optimal) + 1", NIM, (5, 9)),
    ("1 / turns(optimal, optimal)", NIM, (Fraction(1, 4), Fraction(1, 2))),
    ("mean(turns_distribution(optimal, optimal))", NIM, (2, 4)),
    ("turns(a, optimal)", {**NIM, "a": Word("optimal")}, (2, 4)),
    ("reach_probability(optimal, optimal, (0, 2), MIN)", NIM, (0, 1)),
]


@pytest.mark.parametrize(("query", "given", "ends"), RANGES)
def test_the_range_of_a_query(query, given, ends):
    assert range_over_ties(query, given) == Interval(*ends)


WITHOUT = [  # (query, options): no tie matters, or there is no exact range of this kind of query
    ("gain(optimal, optimal)", NIM),
    ("turns(first, random)", NIM),
    ("turns(optimal(ties=last), first)", NIM),
    ("turns(optimal, optimal) - turns(optimal, first)", NIM),
    ("1 / (turns(optimal, optimal) - 3)", NIM),
    ("turns(optimal, optimal) > 3", NIM),
    ("value()", NIM),
    ("gain(optimal, random)", AT_ONCE),
]


@pytest.mark.parametrize(("query", "given"), WITHOUT)
def test_a_query_without_a_range_has_none(query, given):
    assert range_over_ties(query, given) is None


def test_over_ties_is_the_range():
    for word in ("gain", "win", "draw", "loss", "2 * gain"):
        ranged = evaluate_query(f"over_ties({word}(in_turns, random))", AT_ONCE)
        assert range_over_ties(f"{word}(in_turns, random)", AT_ONCE) == ranged
        assert ranged.lower < ranged.upper


def test_where_no_tie_is_left_it_is_the_number():
    for query in ("gain(first, random)", "turns(optimal(ties=last), first)"):
        assert evaluate_query(f"over_ties({query})", NIM) == evaluate_query(query, NIM)
    assert not ties_matter("over_ties(turns(optimal, optimal))", NIM)
    asked = "over_ties(turns(optimal, optimal))"
    assert query_text(with_ties(asked, "last", NIM)) == asked


def test_bounds_and_exact_numbers_have_one_range():
    exact = evaluate_query("over_ties(gain(in_turns, random))", AT_ONCE)
    assert evaluate_query("over_ties(gain(in_turns, random))", {**AT_ONCE, "digits": 5}) == exact
    lasting = evaluate_query("over_ties(turns(optimal, random))", BATTLE)
    assert evaluate_query("over_ties(turns(optimal, random))", {**BATTLE, "digits": 5}) == lasting


def test_a_range_that_costs_too_much_says_so():
    with limit(10**6), pytest.raises(TooCostly):
        range_over_ties("gain(optimal, random)")


# --- tie-breaks by name ---------------------------------------------------------------------------

BY_NAME = [
    ("turns(optimal, optimal)", NIM),
    ("gain(in_turns, random)", AT_ONCE),
    ("gain(mixed(in_turns, 1/3, random, 2/3), blind)", AT_ONCE),
    ("tokens_score(1, 2, 3, 4, 5, 6)", {"policy": Word("optimal", (), (("score", Word("any")),))}),
]


@pytest.mark.parametrize(("query", "given"), BY_NAME)
def test_every_tie_break_by_name_lies_in_the_range(query, given):
    within, found = range_over_ties(query, given), dict(tie_breaks(query, given))
    assert list(found) == ["first", "last", "fewest", "random"]
    assert all(within.lower <= value <= within.upper for value in found.values())
    assert found["first"] == evaluate_query(query, given)
    assert len(set(found.values())) > 1


def test_a_tie_break_by_name_is_the_query_that_names_it():
    written = evaluate_query("turns(optimal(ties=last), optimal(ties=last))", NIM)
    assert dict(tie_breaks("turns(optimal, optimal)", NIM))["last"] == written
    assert dict(tie_breaks("turns(a, b)", {**NIM, "a": LAST, "b": LAST})) == {}


SUBSTITUTED = [
    ("gain(optimal, random)", "last", "gain(optimal(ties=last), random)"),
    ("gain(optimal, random)", "first", "gain(optimal, random)"),
    (
        "gain(optimal(ties=first), in_turns)",
        "last",
        "gain(optimal(ties=first), in_turns(ties=last))",
    ),
    ("gain(optimal(target=50), first)", "last", "gain(optimal(target=50, ties=last), first)"),
    ("all(i, 0..9, OPT(i, 0) < 5)", "last", "all(i, 0..9, OPT_last(i, 0) < 5)"),
    ("tokens_choice(7, 1, 6, 7)", "last", "tokens_choice(7, 1, 6, 7, policy=optimal(ties=last))"),
]


@pytest.mark.parametrize(("query", "ties", "expected"), SUBSTITUTED)
def test_the_tie_break_of_a_document_is_written_into_the_query(query, ties, expected):
    assert query_text(with_ties(query, ties)) == expected


def test_the_tie_break_of_a_document_is_written_into_what_is_given():
    given = {"a": Word("optimal"), "b": Word("mixed", (Word("in_turns"), 1)), "n": 3}
    found = given_with_ties(given, "last")
    assert {key: str(value) for key, value in found.items()} == {
        "a": "optimal(ties=last)",
        "b": "mixed(in_turns(ties=last), 1)",
        "n": "3",
    }
    assert given_with_ties(given, "any") == given
    # A policy that is given is not written a second time.
    query = parse("tokens_score(1, 2)")
    assert with_ties(query, "last", {"policy": Word("random")}) == query


@pytest.mark.parametrize(("ties", "message"), [("lst", "got lst .did you mean last"), (3, "got 3")])
def test_an_unknown_tie_break_is_refused(ties, message):
    with pytest.raises(
        QueryError, match=f"ties must be one of first, last, random, any, {message}"
    ):
        with_ties(parse("OPT(0, 0)"), ties)


# --- choices --------------------------------------------------------------------------------------


def test_a_choice_may_be_any_optimal_one():
    best = solve(DiceBattle(**BATTLE)).optimal_actions
    for i in range(BATTLE["target"]):
        for j in range(BATTLE["target"]):
            given = {**BATTLE, "i": i, "j": j}
            assert optimal_choices("OPT(i, j)", given) == frozenset(best[i, j, MAX])
            assert optimal_choices("first(optimal_actions(i, j))", given) == frozenset(
                best[i, j, MAX]
            )
            assert evaluate_query("OPT_last(i, j)", given) == best[i, j, MAX][-1]
            assert evaluate_query("last(optimal_actions(i, j))", given) == best[i, j, MAX][-1]


def test_a_choice_of_tokens_may_be_any_optimal_set():
    tokens = (1, 2, 3, 4, 5, 6)
    best = solve(TokenGame(tokens)).optimal_actions
    several = 0
    for throw in range(2, 13):
        found = best.get(TokenState(tokens, throw))
        if found is None:
            continue
        query = f"tokens_choice({throw}, 1, 2, 3, 4, 5, 6)"
        assert optimal_choices(query) == frozenset(map(frozenset, found))
        assert evaluate_query(query) in optimal_choices(query)
        several += len(found) > 1
    assert optimal_choices("tokens_choice(7, 1, 6, 7)", {"policy": Word("random")}) is None


def test_several_numbers_of_dice_may_score_best():
    # With two faces d dice score 2 d (1/2)^d + 1 - (1/2)^d: 3/2 and 7/4 for one and two, then
    # 13/8 and less.
    assert optimal_choices("best_dice(6)", {"faces": 2}) == {2}
    # Where a 2 busts and a bust scores 2, d dice score 2 + (d - 2) / 2^d: 3/2, 2, 17/8, 17/8, 67/32
    # and less.
    given = {"faces": 2, "bust": 2, "bust_score": 2}
    assert optimal_choices("best_dice(6)", given) == {3, 4}


def test_what_is_no_choice_has_none():
    for query in ("EG(0, 0)", "OPT(0, 0) + 1", "gain(optimal, random)", "3"):
        assert optimal_choices(query, {"dice": 2, "target": 5} if "(" in query else {}) is None


# --- what is refused ------------------------------------------------------------------------------

REFUSED = [
    ("over_ties(turns(optimal, optimal) - turns(first, optimal))", NIM, "no range over ties is kn"),
    (
        "over_ties(turns_distribution(optimal, first))",
        NIM,
        "no range over ties is known of turns_distribution",
    ),
    ("over_ties(gain(optimal, optimal), 1)", {}, "over_ties is called as over_ties.query., got 2"),
    ("over_ties(turns(optimal, optimal), game=nim)", {}, "unknown option game"),
    ("over_ties(gain(optimal, optimal(ties=lst)))", {}, "ties must be one of .*did you mean last"),
    ("over_ties(gain(optimal(target=3), random))", {}, "has no choice at"),
    ("gain(in_turns(last), random)", AT_ONCE, "what in_turns takes is written option=value"),
]


@pytest.mark.parametrize(("query", "given", "message"), REFUSED)
def test_what_has_no_range_is_refused_in_one_line(query, given, message):
    with pytest.raises(ExactDiceError, match=message) as refused:
        evaluate_query(query, given or {"dice": 2, "target": 4})
    assert "\n" not in str(refused.value)
