"""The games that the testing kit draws shrink to a few characters, and reach all that is peculiar
to their kind.
"""

import pytest
from kinds_of_games import KINDS
from smallest import smallest

from exactdice import MIN, solve
from exactdice.graph import explore, is_cyclic, layers
from exactdice.testing import Listed, games_in_turns, recurring_games, simultaneous_games


def test_recurring_games_come_back():
    cyclic = smallest(
        recurring_games(2),
        lambda game: any(is_cyclic(explore(game), layer) for layer in layers(explore(game))),
    )
    assert repr(cyclic) == "Listed({0: {('a', 'wait'): {0: 1, 1: 1}}, 1: 0})"


def test_games_played_at_once_need_mixtures():
    mixing = smallest(
        simultaneous_games(4, 2),
        lambda game: any(len(law) > 1 for pair in solve(game).mixtures.values() for law in pair),
    )
    assert len(mixing.table) == 3
    assert sorted(mixing.table.values(), key=str)[:2] == [0, 1]
    assert {len(law) for law in mixing.table[0].values()} <= {1, 2}


def test_games_in_turns_are_moved_by_both():
    reply = smallest(
        games_in_turns(3),
        lambda game: any(node.mover == MIN for node in explore(game).nodes if node.payoff is None),
    )
    assert repr(reply) == "Listed({0: {('wait', 'a'): {1: 1}}, 1: 0})"


@pytest.mark.parametrize("name", KINDS)
def test_games_shrink_to_one_finished_state(name):
    assert repr(smallest(KINDS[name]())) == "Listed({0: 0})"


def test_a_counterexample_is_small_and_its_repr_is_the_game():
    """A wrong law, that the value of a game is a payoff of it, gets a counterexample of three
    states and one coin.
    """
    game = smallest(
        games_in_turns(4),
        lambda game: (
            solve(game).value not in [v for v in game.table.values() if not isinstance(v, dict)]
        ),
    )
    assert repr(game) == "Listed({0: {('a', 'wait'): {1: 1, 2: 1}}, 1: 0, 2: 1})"
    again = eval(repr(game), {"Listed": Listed})
    assert again == game
    assert hash(again) == hash(game)
