"""What every game of the register keeps: its rules, and one answer whichever way it is solved."""

import pytest
from small_games import SMALL

from exactdice import solve
from exactdice.game.graph import explore
from exactdice.game.optional import hides
from exactdice.query.games_by_name import GAMES
from exactdice.solvers.fast_path import generic_function
from exactdice.testing import check_contract, check_game

every_game = pytest.mark.parametrize(
    "game", [GAMES[name](**SMALL[name]) for name in SMALL], ids=SMALL
)


def test_no_game_of_the_register_is_left_out():
    assert SMALL.keys() == GAMES.keys()


@every_game
def test_its_rules_are_kept(game):
    assert check_game(game).startswith("the rules are kept at all")


@every_game
def test_it_keeps_what_is_asked_of_games_of_others(game):
    assert check_contract(game).startswith("the contract is kept: ")


@every_game
def test_the_generic_way_finds_the_same(game):
    fast, generic = solve(game), generic_function(solve)(game)
    states = [node.state for node in explore(game).nodes if node.payoff is None]
    assert fast.value == generic.value
    if hides(game):
        # No state has a value of its own: the strategies are the same instead.
        assert fast.strategies == generic.strategies
        return
    assert {state: fast.values[state] for state in states} == {
        state: generic.values[state] for state in states
    }
    for state in states:
        assert fast.optimal_actions.get(state) == generic.optimal_actions.get(state), state
