"""What players may know, by numbers, against a walk over all plays by the rules alone."""

import pytest
from hidden_environments import HIDDEN, Pennies, by_chance, walked

from exactdice import MAX, MIN, DiceBattle, Kuhn
from exactdice.exact.errors import RulesError
from exactdice.game.protocol import PLAYERS
from exactdice.interop.adapters import explore_information


@pytest.mark.parametrize("game", HIDDEN, ids=str)
def test_there_is_one_number_for_each_information(game):
    listed = explore_information(game)
    met = list(walked(game))
    for player in PLAYERS:
        expected = {informations[player] for informations, _ in met}
        going_on = [node.information for node in listed.nodes[player] if not node.over]
        assert len(going_on) == len(expected)
        assert set(going_on) == expected
        assert listed.nodes[player][0].information == met[0][0][player]
        for number, node in enumerate(listed.nodes[player]):
            if not node.over:
                assert listed.number_of(node.information, player) == number


@pytest.mark.parametrize("game", HIDDEN, ids=str)
def test_a_player_has_the_actions_of_any_state_in_which_it_decides(game):
    listed = explore_information(game)
    decided = ({}, {})
    for informations, state in walked(game):
        for player in PLAYERS:
            actions = game.actions(state, player)
            if actions != ("wait",):
                decided[player][informations[player]] = set(actions)
    for player in PLAYERS:
        for node in listed.nodes[player]:
            expected = {"wait"} if node.over else decided[player].get(node.information, {"wait"})
            assert set(node.actions) == expected


def test_that_play_is_over_has_a_number_of_its_own():
    listed = explore_information(Pennies())
    assert [(node.information, node.over) for node in listed.nodes[MIN]] == [
        ((), False),
        ((), True),
        (("heads",), True),
        (("tails",), True),
    ]


def test_what_is_never_known_has_no_number():
    listed = explore_information(Kuhn())
    assert listed.number_of((4,), MAX) is None
    assert listed.number_of(([],), MAX) is None
    assert listed.number_of((1, "bet", "fold"), MAX) is None  # play is over then
    with pytest.raises(KeyError):
        by_chance(Kuhn())[MAX]((4,))


def test_a_game_that_hides_nothing_is_refused():
    with pytest.raises(RulesError, match="hides nothing, so its players know its states"):
        explore_information(DiceBattle(dice=1, target=2))
