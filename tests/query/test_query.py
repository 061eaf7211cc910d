"""The query language: what it reads, what it refuses and how it says so."""

import re
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact.errors import ExactDiceError, QueryError, TooCostly
from exactdice.games.dice_battle.rules import DiceBattle
from exactdice.query.arithmetic import exact_or_expression
from exactdice.query.evaluate import (
    call_in,
    evaluate_query,
    meaning,
    options_of_call,
    parse_option,
    parse_values,
    read_option,
)
from exactdice.query.games_by_name import folder_of
from exactdice.query.register import OfGame
from exactdice.query.syntax import LONGEST, parse
from exactdice.query.words import QUANTITIES, Word
from exactdice.symbolic.expressions import symbol

SMALL = {"dice": 3, "target": 2}

# the numbers of Carnielli and Kachaikin, Questions 1 to 3, as the fractions behind their decimals
VALUES = [
    ("P(1,1)", {}, Fraction(1, 6)),
    ("EP(5)", {}, 1 + 19 * Fraction(5, 6) ** 5),
    (
        "win(dice(3), dice(1))",
        SMALL,
        Fraction(5, 6) ** 3 + (1 - Fraction(5, 6) ** 3) * Fraction(1, 6),
    ),
    ("gain(dice(1), dice(1))", SMALL, 2 * (Fraction(5, 6) + Fraction(1, 36)) - 1),
    ("EG(0, 0)", SMALL, Fraction(13, 18)),  # one die is best: the same number
    ("best_response_value(dice(1))", SMALL, Fraction(13, 18)),
    ("turns(dice(1), dice(1))", SMALL, 1 + Fraction(1, 6) + Fraction(1, 36)),
    ("1 - win(dice(1), dice(1), target=2)", {"dice": 3}, Fraction(5, 36)),
    ("-3/8 + 2*(1 - 0.25)", {}, Fraction(9, 8)),
    (
        "EP(best_dice(10)) - EP(5)",
        {},
        EP_GAP := 1 + 23 * Fraction(5, 6) ** 6 - (1 + 19 * Fraction(5, 6) ** 5),
    ),
    ("EP_step(5)", {}, EP_GAP),
    ("best_dice_real() / best_dice_real()", {}, 1),
    ("EG(100, 3)", {}, 1),
]


@pytest.mark.parametrize(("query", "options", "expected"), VALUES)
def test_value(query, options, expected):
    assert evaluate_query(query, options) == evaluate_query(parse(query), options) == expected


def test_a_set_and_a_law():
    law = evaluate_query("turns_distribution(dice(1), dice(1))", SMALL)
    assert [law.probability(t) for t in (1, 2, 3)] == [
        Fraction(5, 6),
        Fraction(5, 36),
        Fraction(1, 36),
    ]
    # From 0 points two dice reach at most 12, so against 19 points nothing helps and both numbers
    # of dice tie.
    assert evaluate_query("OPT_all(0,19)", {"dice": 2, "target": 20}) == {1, 2}


REFUSED = [
    ("2**3**4**5", "a number of [0-9.]+.* bits would cost"),
    ("1" * (LONGEST + 1), "at most"),
    ("EGG(0,0)", r"did you mean EG\?"),
    ("gain(1, blind)", "a strategy must be one of"),
    ("EG(i,0)", "give it one, as in i=0"),
    ("EP(d)/0", "divides by 0"),
    ("EP(d,bust=9)", "faces 1..6"),
    ("EG(1/2,0)", "whole number"),
    ("EG(0,dice=3,0)", "arguments come before options"),
    ("turns_distribution(blind,blind,target=9) + (1, 2)", "numbers or laws on both sides"),
]


@pytest.mark.parametrize(("query", "message"), REFUSED)
def test_refused_with_a_clear_line(query, message):
    with pytest.raises(ExactDiceError, match=message) as caught:
        evaluate_query(query)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@given(
    st.recursive(
        st.integers(0, 50).map(str),
        lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(
            lambda t: f"({t[0]}{t[1]}{t[2]})"
        ),
        max_leaves=12,
    )
)
def test_arithmetic_agrees_with_python(text):
    # The text is made here of digits, parentheses and + - *, so Python's own parser is a safe
    # oracle.
    import ast

    def value(node):
        if isinstance(node, ast.BinOp):
            left, right = value(node.left), value(node.right)
            return {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right}[
                type(node.op)
            ]
        return node.value

    assert evaluate_query(text) == value(ast.parse(text, mode="eval").body)


@pytest.mark.parametrize(
    ("text", "value"),
    [("-1/4", Fraction(-1, 4)), ("1/4,0.25,1/2", (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)))],
)
def test_options(text, value):
    assert parse_option(text) == value


@pytest.mark.parametrize("text", ["EG(0,0)", "1,,2", "", "a.b"])
def test_options_refused(text):
    with pytest.raises(QueryError):
        parse_option(text)


# --- looking at a query ---------------------------------------------------------------------------

MEANINGS = [  # the words of the quantities' own definitions
    ("EG(i, j)", "i", "own points (i)"),
    ("EP(d) - EG(d, 0)", "d", "dice (d)"),  # the first quantity says it
    ("gain(a, optimal)", "a", "a"),  # nothing is said of strategies
    ("EGG(i, 0) + i", "i", "i"),
]


@pytest.mark.parametrize(("query", "name", "expected"), MEANINGS)
def test_what_a_name_means(query, name, expected):
    assert meaning(parse(query), name) == expected


CALLS = [
    ("EG(i, 2)", {"dice": 3, "target": 9, "i": 1}, ("EG", DiceBattle(dice=3, target=9), (1, 2))),
    ("EG(best_dice(2), best_dice(3), target=t)", {"t": 9}, ("EG", DiceBattle(target=9), (2, 3))),
    ("1 + EG(0, 2)", {"dice": 3}, None),
    ("7", {}, None),
]


@pytest.mark.parametrize(("query", "options", "expected"), CALLS)
def test_the_call_a_query_is(query, options, expected):
    found = call_in(query, options)
    assert (found and (found[0], found[1].game, found[2])) == expected


# --- complaints, whole ----------------------------------------------------------------------------

COMPLAINTS = [
    ("dice(3)", {"k": 3}, "unknown option k: it takes none"),
    (
        "EP(1, dice=3)",
        {},
        "unknown option dice of EP: the options are faces, weights, bust, bust_score",
    ),
    ("gain(dice(3, faces=4), blind)", {"target": 3}, "dice(n) takes no options, got faces"),
    ("gain(dice(1=1), blind)", {}, "dice(1 == 1) needs numbers and names, got true"),
    ("dice(3) + 1", {}, "+ needs numbers or laws on both sides, got dice(3) + 1"),
    ("d20 + 5", {}, "the query is an expression of names: a die is written d(20) or 1d20"),
    (
        "optimall",
        {},
        "optimall is not a quantity (did you mean optimal?): a query reads, for instance, EG(0,0); "
        "see `exactdice games`",
    ),
]


@pytest.mark.parametrize(("query", "options", "message"), COMPLAINTS)
def test_complaints(query, options, message):
    with pytest.raises(QueryError) as caught:
        evaluate_query(query, options)
    assert str(caught.value) == message


def test_an_expression_that_is_rational_becomes_a_number():
    impossible = evaluate_query(
        "Q(1, 1)", {"weights": parse_option("w,1-w")}
    )  # two faces, and the face 1 is the bust
    assert (impossible, type(impossible)) == (0, int)


@pytest.mark.parametrize(
    "infinite", [sympy.zoo, sympy.nan, sympy.oo, -sympy.oo, symbol("d") - sympy.oo], ids=str
)
def test_what_is_infinite_or_undefined_is_refused(infinite):
    with pytest.raises(QueryError, match=r"^the query divides by 0$"):
        exact_or_expression(infinite)


# --- words about one game -------------------------------------------------------------------------

# The game that each of these is about stands in its brackets, or it is about none.
WITHOUT_A_GAME = {"grundy", "kernel", "kernel_steps", "winning_moves", "wins", "positions"}
WITHOUT_A_GAME |= {"off_probability"}


def test_every_word_of_a_game_may_be_asked_with_the_name_of_that_game():
    for name, found in QUANTITIES.items():
        *room, folder, _ = found.function.__module__.split(".")
        if room[-1] != "games" or name in WITHOUT_A_GAME:
            continue
        assert isinstance(found.setting, OfGame)
        assert folder_of(found.setting.game) == folder


OF_ONE_GAME = [
    ("pig_win(0, 0, 0)", {"target": 10}, "pig"),
    ("EG(0, 0) + OPT(0, 0)", SMALL, "dice-battle"),
    ("phantom(2, 2) + u(1)", {}, "phantom-domineering"),
]


@pytest.mark.parametrize(("query", "options", "game"), OF_ONE_GAME)
def test_the_game_that_a_word_is_about_may_be_said_twice_and_no_other(query, options, game):
    value = evaluate_query(query, options)
    assert evaluate_query(query, {**options, "game": Word(game)}) == value
    assert evaluate_query(query, {**options, "game": game}) == value
    with pytest.raises(QueryError, match=r"is about the game .*, got game=piglet: leave game out"):
        evaluate_query(query, {**options, "game": "piglet"})


def test_a_call_may_name_the_game_that_it_is_about():
    assert evaluate_query("pig_win(0, 0, 0, game=pig, target=9) = pig_win(0, 0, 0, target=9)")
    with pytest.raises(QueryError, match="pig_win is about the game pig, got game=nim"):
        evaluate_query("pig_win(0, 0, 0, game=nim)")
    # What is given for the whole query is taken by the word that it is for.
    assert evaluate_query("pig_win(0, 0, 0, target=9) - value()", {"game": "nim"}) < 1


SHORT = {"dice": 2, "target": 2}
# Whoever throws one die first reaches 2 unless both throw a 1: 13/18 of the games are won more than
# lost; with two dice it is 53/108, and by half of each the mean of both.
HALF = "gain(mixed(dice(1), q, dice(2), 1-q), dice(1)) = 131/216"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (f"any(q, 0..1, {HALF})", True),
        (f"any(q, 0..1/3, {HALF})", False),
        (f"all(q, 0..1, {HALF})", False),
        (f"any(q, (0, 1), {HALF})", False),  # a list is no interval
        (f"all(j, 1..2, any(q, 0..1/j, {HALF}))", True),  # ends by the variable around
        (f"any(q, 0..1/target, {HALF})", True),  # and by an option
        ("sum(q, 0..1, gain(mixed(dice(1), q, dice(2), 1-q), dice(1))) = 13/18 + 53/108", True),
    ],
)
def test_a_symbol_of_mixed_takes_all_numbers_of_an_interval_within_0_and_1(query, expected):
    assert bool(evaluate_query(query, SHORT)) is expected


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
    message = r"^the options of a query must be given as \{name: value\}, got \[\]$"
    with pytest.raises(QueryError, match=message):
        evaluate_query("1", [])
    with pytest.raises(QueryError, match=r"got \{3: 1\}$"):
        evaluate_query("1", {3: 1})
    with pytest.raises(QueryError, match=r"^d must have one value, got 2$"):
        evaluate_query("EP(d)", {"d": (1, 2)})
    with pytest.raises(QueryError, match=r"^\(9, 0, MAX\) is no state that play of DiceBattle"):
        evaluate_query("EG(9, 0, dice=2, target=4, weights=(p, 1 - p))")


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
