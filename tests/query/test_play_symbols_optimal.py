"""Optimal play of a game with a symbol against strategies, beside the answers with numbers."""

from fractions import Fraction

import pytest

from exactdice.errors import ExactDiceError
from exactdice.query.evaluate import evaluate_query, parse_option

RACE = {"dice": 2, "target": 3, "weights": parse_option("p,1-p")}
WORDS = [
    "gain(optimal, dice(1))",
    "gain(mixed(dice(1), 1/3, optimal, 2/3), random)",
    "gain_from(dice(2), optimal, 1, 0, MIN)",
    "turns(optimal, optimal)",
    "reach(optimal, dice(2), 1, 1)",
    "visits(dice(1), optimal, MIN)",
    "best_response(optimal)",
    "exploitability(dice(1), optimal)",
]


def asked(query, given=RACE, **more):
    return evaluate_query(query, {**given, **more})


@pytest.mark.parametrize("query", WORDS)
def test_each_piece_is_what_numbers_give(query):
    function = asked(query)
    for p in (Fraction(1, 7), Fraction(11, 20), Fraction(4, 5)):
        assert function.at(p) == asked(query, p=p)


def test_optimal_play_of_both_earns_the_value():
    assert asked("all(p, 0..1, gain(optimal, optimal) = EG(0,0))") is True
    assert asked("gain(optimal, optimal)").is_continuous
    assert asked("all(p, 0..1, exploitability(optimal, optimal) = 0)") is True
    assert asked("all(p, 0..1, gain(optimal, dice(1)) >= EG(0,0))") is True


def test_another_game_and_a_stated_domain():
    pig = {"game": parse_option("pig"), "target": 3, "weights": parse_option("p,1-p")}
    for query in ("gain(optimal, random)", "gain(first, optimal)"):
        assert asked(query, pig).at(Fraction(1, 3)) == asked(query, pig, p=Fraction(1, 3))


def test_the_function_jumps_where_the_choice_changes():
    # Each choice is as good against optimal play, but not against another strategy.
    turns = asked("turns(optimal, optimal)")
    assert not turns.is_continuous
    assert len(turns.breaks) == len(asked("breaks(EG(0,0))"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("gain(optimal, blind)", "depends on its symbol: name it, as dice"),
        ("turns_law(optimal, dice(1))", "ask for gain, win, draw, loss or turns"),
        ("gain(mixed(optimal, q, dice(1), 1 - q), dice(1))", "give numbers to others"),
        ("gain(optimal, dice(1), variant=simultaneous)", "give the symbol a number"),
    ],
)
def test_what_has_no_pieces_is_refused_in_one_line(query, said):
    given = {"weights": RACE["weights"]} if "game=" in query else RACE
    with pytest.raises(ExactDiceError, match=said) as raised:
        asked(query, given)
    assert "\n" not in str(raised.value)
