"""The query language: what it reads, what it refuses and how it says so."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.errors import ExactDiceError, QueryError
from exactdice.query import evaluate_query, parse_option
from exactdice.syntax import DEEPEST, LONGEST, parse

SMALL = {"dice": 3, "target": 2}

VALUES = [  # the numbers of Carnielli and Kachaikin, Questions 1 to 3, as the fractions behind their decimals
    ("P(1,1)", {}, Fraction(1, 6)),
    ("Q(1,6)", {}, Fraction(1, 5)),
    ("Q(1,7)", {}, 0),
    ("EP(5)", {}, 1 + 19 * Fraction(5, 6) ** 5),
    ("EP(6)", {}, 1 + 23 * Fraction(5, 6) ** 6),
    ("best_dice(10)", {}, 6),
    ("best_dice(3)", {}, 3),
    ("win(dice(3), dice(1))", SMALL, Fraction(5, 6) ** 3 + (1 - Fraction(5, 6) ** 3) * Fraction(1, 6)),
    ("gain(dice(1), dice(1))", SMALL, 2 * (Fraction(5, 6) + Fraction(1, 36)) - 1),
    ("EG(0, 0)", SMALL, Fraction(13, 18)),  # one die is best: the same number
    ("best_response(dice(1))", SMALL, Fraction(13, 18)),
    ("OPT(0,0)", SMALL, 1),
    ("gain_from(dice(1), dice(1), 98, 98)", {"dice": 3}, Fraction(13, 18)),
    ("turns(dice(1), dice(1))", SMALL, 1 + Fraction(1, 6) + Fraction(1, 36)),
    ("1 - win(dice(1), dice(1), target=2)", {"dice": 3}, Fraction(5, 36)),
    ("-3/8 + 2*(1 - 0.25)", {}, Fraction(9, 8)),
    ("EG(i, j)", {**SMALL, "i": 0, "j": 0}, Fraction(13, 18)),
    ("EP(best_dice(10)) - EP(5)", {}, EP_GAP := 1 + 23 * Fraction(5, 6) ** 6 - (1 + 19 * Fraction(5, 6) ** 5)),
    ("EP_step(5)", {}, EP_GAP),
    ("EP(d) - EP(d)", {}, 0),
    ("best_dice_real() * 0", {}, 0),
    ("best_dice_real() / best_dice_real()", {}, 1),
    ("EG(100, 3)", {}, 1),
    ("EG(3, 100)", {}, -1),
]


@pytest.mark.parametrize(("query", "options", "expected"), VALUES)
def test_value(query, options, expected):
    assert evaluate_query(query, options) == expected


def test_a_set_and_a_law():
    law = evaluate_query("turns_law(dice(1), dice(1))", SMALL)
    assert [law.probability(t) for t in (1, 2, 3)] == [Fraction(5, 6), Fraction(5, 36), Fraction(1, 36)]
    # From 0 points two dice reach at most 12, so against 19 points nothing helps and both numbers of dice tie.
    assert evaluate_query("OPT_all(0,19)", {"dice": 2, "target": 20}) == {1, 2}


REFUSED = [
    ("EG(0,0).real", "column 8.*attributes are not part"),
    ("__import__('os')", "unexpected"),
    ("2**3**4", "powers are not part"),
    ("9^9^9", "powers are not part"),
    ("EG(0,0", "before the end"),
    ("EG 0", "unexpected '0'"),
    ("", "ends too early"),
    ("(" * (DEEPEST + 5) + "1", "levels of parentheses"),
    ("-" * (DEEPEST + 5) + "1", "levels of parentheses"),
    ("1" * (LONGEST + 1), "at most"),
    ("EGG(0,0)", r"did you mean EG\?"),
    ("blind", "not a quantity"),
    ("dice(3)", "not a quantity"),
    ("gain(blnd, optimal)", r"did you mean blind\?"),
    ("gain(dice(11), blind)", "dice=10"),
    ("gain(1, blind)", "a strategy must be one of"),
    ("EG(0)", "called as EG"),
    ("EG(i,0)", "give it a value, as in i=0"),
    ("OPT(100,0)", "below the target 100"),
    ("EP(d)/0", "divides by 0"),
    ("P", r"called as P\(d, k\)"),
    ("1" + "+1" * 201, "at most 200 operations"),
    ("EP(d,bust=9)", "faces 1..6"),
    ("EP(d,faces=1)", "2 or more"),
    ("EP(d,faces=5/2)", "faces must be"),
    ("EP(d,bust_score=-4)", "bust_score must be"),
    ("P(1,3,faces=1000000000)", "at most 1000"),
    ("EG(1/2,0)", "whole number"),
    ("EP(0)", "whole number of 1 or more"),
    ("P(99999,1)", "at most"),
    ("1/0", "division by 0"),
    ("1e5", "unexpected"),
    ("0x10", "unexpected"),
    ("EG(0,0,dcie=3)", r"did you mean dice\?"),
    ("EG(0,0,dice=3,dice=4)", "written once"),
    ("EG(0,dice=3,0)", "arguments come before options"),
    ("EG(0,0,variant=simultanous)", "variant must be one of turns, simultaneous, got simultanous"),
    ("turns_law(blind,blind,bust_score=0)", "no bound on the number of throws"),
    ("EG(0,0,faces=1)", "faces must be"),
    ("EP(2,bust=7)", "faces 1..6"),
    ("turns_law(blind,blind) + 1", "numbers on both sides"),
    ("P(d,k,weights=w)", "weights must list"),
]


@pytest.mark.parametrize(("query", "message"), REFUSED)
def test_refused_with_a_clear_line(query, message):
    with pytest.raises(ExactDiceError, match=message) as caught:
        evaluate_query(query)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_unknown_option_names_the_nearest():
    with pytest.raises(QueryError, match=r"unknown option targt \(did you mean target\?\)"):
        evaluate_query("EG(0,0)", {"targt": 5})


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(QueryError):
        parse(text)


@given(
    st.recursive(
        st.integers(0, 50).map(str),
        lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]}{t[1]}{t[2]})"),
        max_leaves=12,
    )
)
def test_arithmetic_agrees_with_python(text):
    # The text is made here of digits, parentheses and + - *, so Python's own parser is a safe oracle.
    import ast

    def value(node):
        if isinstance(node, ast.BinOp):
            left, right = value(node.left), value(node.right)
            return {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right}[type(node.op)]
        return node.value

    assert evaluate_query(text) == value(ast.parse(text, mode="eval").body)


@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), ("-1/4", Fraction(-1, 4)), ("1/4,0.25,1/2", (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)))]
)
def test_options(text, value):
    assert parse_option(text) == value


@pytest.mark.parametrize("text", ["EG(0,0)", "1,,2", "", "a.b"])
def test_options_refused(text):
    with pytest.raises(QueryError):
        parse_option(text)


def test_a_large_target_is_answered_without_a_whole_table():
    # At 999 points any throw wins, so EG(999, j) = 1, and with fewer than 940 points against 999 nothing helps.
    assert evaluate_query("EG(999,500)", {"target": 1000}) == 1
    assert evaluate_query("EG(930,999)", {"target": 1000}) == -1
    assert evaluate_query("OPT_all(930,999)", {"target": 1000}) == set(range(1, 11))
