"""Connect Four solved by levels of positions, against plain minimax on the rule sheet at positions
all over small boards.
"""

import pytest
from connect_four_by_minimax import by_minimax

from exactdice.games.connect_four.answers import best_columns, value, values_after
from exactdice.games.connect_four.rules import ConnectFour

# every shape up to a few thousand positions, flat and tall, and every length of a line on each
BOARDS = [
    (rows, columns, line)
    for rows, columns in (
        (1, 1),
        (1, 2),
        (1, 7),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 5),
        (5, 2),
        (3, 3),
        (7, 1),
        (3, 4),
        (4, 3),
    )
    for line in range(1, max(rows, columns) + 2)
]


@pytest.mark.parametrize("size", BOARDS)
def test_positions_of_a_small_board_against_minimax(size):
    game = ConnectFour(*size)
    worth = by_minimax(game)
    states = list(worth)[::-1]  # from the start on, as what is found last is its worth
    # of thousands of positions some
    for state in states[:: 1 + len(states) // 100]:
        assert value(game, state) == worth[state], state
        if game.payoff(state) is not None:
            continue
        mover = game.mover(state)
        columns = game.actions(state, mover)
        after = {column: worth[game.dropped(state, column)] for column in columns}
        assert list(values_after(game, state).items()) == list(after.items())
        best = tuple(column for column in columns if after[column] == worth[state])
        assert best_columns(game, state) == best
