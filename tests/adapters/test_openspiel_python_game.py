"""Games here as Python games of OpenSpiel: its tests of them, and the way there and back."""

from collections import Counter

import pytest

from exactdice import DiceBattle, OneShotBattle, Pig, SimultaneousBattle, solve
from exactdice.adapters import from_openspiel, to_openspiel
from exactdice.arenas.normal_play import NormalPlay
from exactdice.distribution import point
from exactdice.errors import RulesError, UnsolvableError
from exactdice.game import MAX, MIN, WAIT
from exactdice.games.chomp import Chomp
from exactdice.games.kuhn import Kuhn
from exactdice.games.leduc import Leduc
from exactdice.games.liars_dice import LiarsDice

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")

GAMES = [
    Kuhn(),
    Leduc(ranks=2, raises=1),
    LiarsDice(faces=2),
    DiceBattle(dice=2, target=2),
    OneShotBattle(dice=3),
    SimultaneousBattle(dice=2, target=2, faces=3),
    NormalPlay(Chomp(2, 3)),
]
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)


@each_game
def test_openspiel_finds_the_game_in_order(game):
    """Its own test of a game: every call at every state of random plays, written and read."""
    there = to_openspiel(game)
    pyspiel.random_sim_test(there, num_sims=10, serialize=True, verbose=False)
    assert str(pyspiel.load_game(str(there))) == str(there)


@each_game
def test_there_and_back_it_has_the_same_value(game):
    assert solve(from_openspiel(to_openspiel(game))).value == solve(game).value


def test_a_second_call_finds_the_game_and_another_game_has_another_name():
    first = to_openspiel(Kuhn())
    assert str(first) == "exactdice_kuhn_cards_3_ante_1_bet_1()"
    count = len(pyspiel.registered_names())
    assert str(to_openspiel(Kuhn())) == str(first)
    assert len(pyspiel.registered_names()) == count
    # Two long names may begin alike.
    battles = [to_openspiel(DiceBattle(dice=1, target=2, bust_score=k)) for k in (1, 2)]
    assert len({str(battle) for battle in battles}) == 2


def test_what_a_player_knows_there_is_its_card():
    there = to_openspiel(Kuhn())
    assert (there.num_distinct_actions(), there.max_game_length()) == (4, 3)
    start = there.new_initial_state()
    dealt = [start.child(deal) for deal in start.legal_actions()]
    # Six deals; a player cannot tell apart the two with its card.
    for player in (MAX, MIN):
        strings = Counter(state.information_state_string(player) for state in dealt)
        assert strings == {"(1,)": 2, "(2,)": 2, "(3,)": 2}
        tensors = {tuple(state.information_state_tensor(player)) for state in dealt}
        assert len(tensors) == 3
        assert {sum(tensor) for tensor in tensors} == {1}


class Over:
    start = "over"

    def payoff(self, state):
        return 0

    def actions(self, state, player):
        return (WAIT,)

    def outcomes(self, state, joint):
        return point(state)


@pytest.mark.parametrize(
    ("game", "error", "said"),
    [
        (Over(), RulesError, "is over at its start, so there is nothing to play"),
        (Pig(target=3), UnsolvableError, "can come back to a state"),
        (3, RulesError, "a game must be an object with start"),
        (Kuhn, RulesError, "a game must be an object with start"),
    ],
)
def test_what_cannot_be_a_game_there_is_refused(game, error, said):
    count = len(pyspiel.registered_names())
    with pytest.raises(error, match=said):
        to_openspiel(game)
    assert len(pyspiel.registered_names()) == count


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
