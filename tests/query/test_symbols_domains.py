from dataclasses import dataclass
from fractions import Fraction

import pytest

from exactdice import WAIT, point, solve
from exactdice.exact.errors import ExactDiceError
from exactdice.query import games_by_name as register
from exactdice.query.evaluate import evaluate_query
from exactdice.query.ranges import game_from, ranges_and_options, single_values
from exactdice.writeup.tables.table import make_table

RULES = ["dice=2", "target=3", "weights=p,1-p"]


def asked(query, *words):
    ranges, given = ranges_and_options(words, [query])
    assert ranges == {}
    return evaluate_query(query, given)


def test_an_interval_of_a_symbol_is_its_domain():
    stated = asked("EG(0,0)", *RULES, "p=1/4..11/20")
    free = asked("EG(0,0)", *RULES)
    assert stated.domain == (Fraction(1, 4), Fraction(11, 20))
    assert stated.breaks == free.breaks[:1]
    assert (stated - free.between(*stated.domain)).holds("==")


def test_a_symbol_that_the_query_names_has_a_domain_too():
    query = "EG(0,0) - p"
    stated = evaluate_query(query, single_values([*RULES, "p=1/4..1/2"], query))
    assert stated.domain == (Fraction(1, 4), Fraction(1, 2))
    third = Fraction(1, 3)
    assert stated.at(third) == asked("EG(0,0)", *RULES).at(third) - third
    # Beside the number of another symbol: weights 1/3, q and 2/3 - q.
    words = ["dice=1", "target=2", "weights=p,q,1-p-q", "q=0..2/3", "p=1/3"]
    gain = evaluate_query("EG(0,0)", single_values(words, "EG(0,0)"))
    less = evaluate_query("EG(0,0) - p*q", single_values(words, "EG(0,0) - p*q"))
    assert less.domain == (0, Fraction(2, 3))
    assert less.at(third) == gain.at(third) - Fraction(1, 9)


def test_a_range_with_a_step_and_a_list_are_rows():
    ranges, given = ranges_and_options([*RULES, "p=0..1..1/4"], ["EG(0,0)"])
    assert ranges == {"p": (0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1)}
    listed, _ = ranges_and_options([*RULES, "p=0,1/4,1/2,3/4,1"], ["EG(0,0)"])
    assert listed == ranges
    assert make_table("EG(0,0)", ranges, given).cells[0] == (1,)


def test_a_range_of_fractions_has_a_step():
    with pytest.raises(ExactDiceError, match=r"has a step, as in p=0\.\.1/2\.\.1/10, got p=0"):
        ranges_and_options([*RULES, "p=0..1/2"], ["EG(0,0) - p"])


@dataclass(frozen=True)
class Toll:
    """Cross for the toll, or wait and be paid nothing."""

    toll: object = 1
    start = "bank"

    def payoff(self, state):
        return {"bank": None, "home": 0, "across": 2 - self.toll}[state]

    def actions(self, state, player):
        return ("cross", "stay") if player == 0 else (WAIT,)

    def outcomes(self, state, joint):
        return point("across" if joint[0] == "cross" else "home")


def test_any_option_may_hold_a_symbol_whose_domain_is_stated(monkeypatch):
    monkeypatch.setitem(register.LOADED, "toll", Toll)
    game = game_from("toll", ["toll=1+x/2", "x=0..4"])
    value = solve(game).value
    # 2 - (1 + x/2) is above 0 up to x = 2.
    assert value.breaks == (2,)
    assert [value.at(x) for x in (0, 1, 2, 3)] == [1, Fraction(1, 2), 0, 0]
    assert game_from("toll", ["toll=1+x/2", "x=1/2"]) == Toll(Fraction(5, 4))
    same = asked("value_to_mover()", "game=toll", "toll=1+x/2", "x=0..4")
    assert (same - value).holds("==")
    assert asked("value_to_mover()", "game=toll", "toll=1+x/2", "x=1/2") == Fraction(3, 4)


BAD = [
    (["p=1/2..1/2"], "must have an interior, got 1/2 to 1/2"),
    (["p=0..2"], "negative for p from 1 to 2, as at p = 3/2"),
    (["p=2"], "weight 2 is -1 where p = 2"),
    (["p=blind"], "a number where weights hold it, or a domain as 0..1/2, got blind"),
]


@pytest.mark.parametrize(("more", "said"), BAD)
def test_what_is_no_domain_is_refused_in_one_line(more, said):
    with pytest.raises(ExactDiceError) as raised:
        asked("EG(0,0)", *RULES, *more)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["weights=p,1/2"], "set no end to p: state its domain by p=0..1"),
        (["weights=p,1-p", "p=0..1..0"], "must go up"),
        (["weights=p,1-p", "p=0..1..1/1000000"], "a range of 1000001 numbers would cost"),
    ],
)
def test_weights_and_symbols_that_do_not_fit_are_refused_in_one_line(words, said):
    with pytest.raises(ExactDiceError, match=said):
        asked("EG(0,0)", "dice=1", "target=2", *words)


def test_the_domain_of_one_symbol_stands_beside_the_number_of_another():
    # Weights count in relation to each other: 1/3 to q is 1 to 3 q.
    one = asked("EG(0,0)", "dice=1", "target=2", "weights=p,q", "p=1/3", "q=0..3")
    other = asked("EG(0,0)", "dice=1", "target=2", "weights=1,3*q", "q=0..3")
    assert (one - other).holds("==")
