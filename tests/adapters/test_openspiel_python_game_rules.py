"""What OpenSpiel asks of its own games in Python, asked of ours."""

import pytest

from exactdice import DiceBattle, SimultaneousBattle
from exactdice.adapters import to_openspiel
from exactdice.games.kuhn import Kuhn

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")


@pytest.mark.parametrize(
    "game",
    [Kuhn(), DiceBattle(dice=2, target=2), SimultaneousBattle(dice=2, target=2, faces=3)],
    ids=repr,
)
def test_the_tests_of_games_in_python_pass(game, capsys):
    """States are copied, written and read, in random plays."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(to_openspiel(game))
    assert "terminated with" in capsys.readouterr().out
