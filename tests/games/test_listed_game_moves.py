"""All states of a game with what follows them."""

from itertools import product

import pytest
from small_games import SMALL

from exactdice import MAX, MIN, DiceBattle
from exactdice.games.listed_game import listing
from exactdice.query.games_by_name import game_named
from exactdice.solvers.fast_path import generic_function


@pytest.mark.parametrize("name", SMALL)
def test_listed_moves_are_those_of_the_rules(name):
    game = game_named(name, SMALL[name])
    listed = listing(game, 1000)
    for state in listed.states:
        if game.payoff(state) is None:
            moves = listed.moves(state)
            pairs = product(game.actions(state, MAX), game.actions(state, MIN))
            laws = [dict(game.outcomes(state, joint).items()) for joint in pairs]
            assert [dict(law) for law in moves.laws] == laws


@pytest.mark.parametrize(
    "game", [DiceBattle(3, 7), DiceBattle(2, 5, faces=4, bust=2, bust_score=0), DiceBattle(1, 1)]
)
def test_battles_list_every_state_that_follows_another(game):
    """Those that play reaches from the start, and all that follow from any points."""
    listed = listing(game, 10_000)
    states = set(listed.states)
    assert len(states) == len(listed.states)
    assert set(generic_function(listing)(game, 10_000).states) <= states
    for state in states:
        if game.payoff(state) is None:
            for law in listed.moves(state).laws:
                assert {after for after, _ in law} <= states


def test_battles_of_one_kind_move_alike():
    game = DiceBattle(3, 7)
    listed = listing(game, 10_000)
    changes = {}
    for state in listed.states:
        if game.payoff(state) is None:
            here = [
                [
                    (after.first - state.first, after.second - state.second, weight)
                    for after, weight in law
                ]
                for law in listed.moves(state).laws
            ]
            assert changes.setdefault(listed.kind(state), here) == here
