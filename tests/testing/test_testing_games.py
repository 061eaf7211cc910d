"""Games that the testing kit draws: they keep their word."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kinds_of_games import KINDS

from exactdice import MIN, WAIT, check, solve
from exactdice.exact.errors import ExactDiceError
from exactdice.game.graph import backward_order, explore
from exactdice.game.protocol import PLAYERS
from exactdice.testing import Listed, check_game

quick = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


# --- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
@quick
@given(st.data())
def test_games_keep_the_protocol_and_are_of_their_kind_and_their_solution_is_proved(name, data):
    # in one test, as to draw a game takes as long as all that is asked of it
    game = data.draw(KINDS[name]())
    assert check_game(game).startswith(f"the rules are kept at all {len(game.table)} states")
    assert check(solve(game)).startswith("value")
    assert_is_of_its_kind(game, name)


def assert_is_of_its_kind(game, name):
    graph = explore(game)
    nodes = graph.nodes
    assert {node.state for node in nodes} == set(game.table)
    for node in nodes:
        if node.payoff is None:
            assert name == "simultaneous" or node.mover is not None
            assert name != "one player" or node.actions[MIN] == (WAIT,)
            if node.mover is not None:
                moves = [node.move(k) for k in range(len(node.actions[node.mover]))]
                assert [law for law, _ in moves] == [law for row in node.laws for law in row]
    if name != "recurring":
        backward_order(graph)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, "a listed game needs a table of at least one state, got {}"),
        ({0: 0.5}, "the payoff of 0 must be exact"),
        ({0: {"a": {0: 1}}}, "state 0 must list joint actions"),
        ({0: {}}, "state 0 must list joint actions"),
        (
            {0: {("a", "x"): {1: 1}, ("b", "y"): {1: 1}}, 1: 0},
            "state 0 must list every joint action, but ('a', 'y') is missing",
        ),
        (
            {0: {("a", "wait"): {7: 1}}},
            "state 0 leads by ('a', 'wait') to 7, which the table does not list",
        ),
        ({0: {("a", "wait"): {1: 0.5}}, 1: 0}, "weight of 1 must be a non-negative int, got 0.5"),
    ],
)
def test_a_listed_game_is_checked_at_the_door(table, said):
    with pytest.raises(ExactDiceError) as caught:
        Listed(table)
    assert str(caught.value).startswith(said)


@quick
@given(st.one_of(kind(2, 20) for kind in KINDS.values()))
def test_there_are_no_more_actions_than_names(game):
    assert all(len(node.actions[player]) <= 8 for node in explore(game).nodes for player in PLAYERS)
