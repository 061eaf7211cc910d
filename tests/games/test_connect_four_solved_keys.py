"""The numbers that positions of Connect Four are listed by."""

from connect_four_by_minimax import by_minimax, late_position, mirrored
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.games.connect_four.answers import value
from exactdice.games.connect_four.levels import grid
from exactdice.games.connect_four.rules import ConnectFour


@settings(max_examples=60)
@given(
    st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 5)),
    st.randoms(use_true_random=False),
)
def test_keys_tell_positions_apart_and_mirror_images_alike(size, rng):
    game = ConnectFour(*size)
    board, state = grid(game), game.start
    while game.payoff(state) is None:
        state = game.dropped(state, rng.choice(game.actions(state, game.mover(state))))
        (key,), (other,) = board.keys([state]), board.keys([mirrored(game, state)])
        assert key == other
        own, taken = board.decoded(board.keys([state]))
        both = {state, mirrored(game, state)}
        player = game.mover(state)
        assert (int(own[0]), int(taken[0])) in {(s[player], s[0] | s[1]) for s in both}


def test_keys_longer_than_a_machine_word_give_the_same():
    tall, flat = ConnectFour(63, 1), ConnectFour(1, 32, line=2)
    assert grid(tall).dtype is grid(flat).dtype is object
    assert value(tall) == 0  # in one column the discs alternate
    assert value(flat) == 1  # MAX has two free squares beside its disc
    game = ConnectFour(15, 4, line=6)  # 64 bits
    state = late_position(game, 52)
    assert value(game, state) == by_minimax(game, state)[state]
