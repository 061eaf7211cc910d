"""Options of games that are off, one of each kind; where a piece stands near the end of a track."""

import pytest

from exactdice import Farkle, Goofspiel, Kuhn, Leduc, LiarsDice, OneCardPoker
from exactdice.exact.errors import RulesError
from exactdice.game.dice_options import BEYOND, moved

OFF = [
    (Kuhn, {"cards": 1}, "cards must be an int of 2 or more, got 1"),
    (OneCardPoker, {"ranks": 1, "suits": 1}, "the deck must hold 2 cards or more, got ranks=1"),
    (Leduc, {"bets": (2,)}, "bets must be two whole numbers"),
    (LiarsDice, {"dice": (1, 0)}, "each number of dice must be an int of 1 or more, got 0"),
    (Goofspiel, {"prizes": "randm"}, "got 'randm' (did you mean random?)"),
    (Farkle, {"target": 120}, "target must be a multiple of 50, got 120"),
]


@pytest.mark.parametrize(("game", "options", "message"), OFF)
def test_options_that_are_off_are_refused_in_one_line(game, options, message):
    with pytest.raises(RulesError) as caught:
        game(**options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("square", "thrown", "reached"),
    [(0, 1, (1, 1, 1)), (7, 3, (10, 10, 10)), (7, 4, (7, 10, 9)), (9, 6, (9, 10, 5))],
)
def test_beyond_the_last_of_ten_squares(square, thrown, reached):
    assert tuple(moved(square, thrown, 10, beyond) for beyond in BEYOND) == reached


def test_no_piece_bounces_back_beyond_the_start():
    assert moved(1, 6, 2, "bounce") == 0
