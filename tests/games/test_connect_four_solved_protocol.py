"""Connect Four solved by levels of positions answers as the solution over the protocol does,
and counts as many.
"""

import pickle

import pytest
from connect_four_by_minimax import mirrored

from exactdice import MAX, MIN, solve
from exactdice.games.connect_four.answers import solved_by_levels
from exactdice.games.connect_four.counts import positions_at
from exactdice.games.connect_four.rules import ConnectFour, Discs
from exactdice.graph import explore
from exactdice.solvers.fast_path import the_generic


@pytest.mark.parametrize("size", [(2, 3, 2), (3, 3, 3), (2, 4, 3), (4, 2, 3)])
def test_the_solution_answers_as_the_one_over_the_protocol(size):
    game = ConnectFour(*size)
    fast, generic = solved_by_levels(game), the_generic(solve)(game)
    assert fast.value == generic.value
    for state in generic.values:
        assert fast.values[state] == generic.values[state]
        assert fast.optimal_actions[state] == generic.optimal_actions[state]
        for player in (MAX, MIN):
            assert fast.strategies[player][state] == generic.strategies[player][state]
    finished = next(n.state for n in explore(game).nodes if n.payoff is not None)
    for nothing in (finished, Discs(0, 1), "a board"):
        assert nothing not in fast.values
    listed = list(fast.values)
    assert len(listed) == len(set(listed)) == len(fast.values)
    assert set(listed) | {mirrored(game, state) for state in listed} <= set(generic.values)
    copied = pickle.loads(pickle.dumps(fast))
    assert copied.values[game.start] == generic.value


@pytest.mark.parametrize("size", [(1, 5, 2), (2, 3, 2), (3, 3, 3), (2, 4, 4), (3, 4, 3), (4, 3, 2)])
def test_positions_counted_against_the_protocol(size):
    game = ConnectFour(*size)
    found = {}
    for node in explore(game).nodes:
        taken = (node.state[0] | node.state[1]).bit_count()
        found[taken] = found.get(taken, 0) + 1
    squares = game.rows * game.columns
    assert [positions_at(game, n) for n in range(squares + 2)] == [
        found.get(n, 0) for n in range(squares + 2)
    ]
