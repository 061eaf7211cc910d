"""What guards time or memory is the limit of cost: limit=none lifts it, and the message says so."""

from fractions import Fraction

import pytest

from exactdice import ConnectFour, cost
from exactdice.errors import ExactDiceError
from exactdice.interchange.suffixes import write_game
from exactdice.query.evaluate import evaluate_query


def test_the_command_line_lifts_a_size_and_says_how(tmp_path):
    game = ConnectFour(2, 3, 2)
    with pytest.raises(ExactDiceError, match="ending in"):
        write_game(game, tmp_path / "a.txt")
    with cost.limit(1000), pytest.raises(ExactDiceError, match="limit=none at the command line"):
        evaluate_query("EP(2001)", {})
    with cost.limit(None):
        # (5/6)^2001, the chance of no bust, is below 10^-158, and such throws score at most 12006
        assert 1 < evaluate_query("EP(2001)", {}) < 1 + Fraction(1, 10**150)
