"""Connect Four searched to some depth: every search finds the same, and players go by it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import payoff_law
from exactdice.arenas.search import alpha_beta, minimax, searcher
from exactdice.games.connect_four.fast import bitboard
from exactdice.games.connect_four.rules import ConnectFour

SIZES = st.tuples(st.integers(1, 7), st.integers(1, 7), st.integers(1, 5))


@settings(max_examples=30)
@given(SIZES, st.integers(0, 3), st.integers(0, 20), st.randoms(use_true_random=False))
def test_searches_agree_on_random_positions(size, depth, moves, rng):
    fast = bitboard(ConnectFour(*size))
    state = fast.start
    for _ in range(moves):
        if fast.payoff(state) is None:
            state = fast.play(state, rng.choice(fast.moves(state)))
    full, pruned, kept = (
        minimax(fast, state, depth),
        alpha_beta(fast, state, depth),
        alpha_beta(fast, state, depth, table={}),
    )
    assert full.value == pruned.value == kept.value
    assert full.variation == pruned.variation
    assert kept.nodes <= pruned.nodes <= full.nodes


def test_a_searching_player_takes_a_win_and_stops_one():
    game = ConnectFour()
    state = game.start
    for column in (4, 1, 4, 1, 4):
        state = game.dropped(state, column)
    search = searcher(game, 3)
    assert dict(search(state).items()) == {4: 1}  # MIN must stop four in column 4
    assert dict(search(game.dropped(state, 2)).items()) == {4: 1}  # MAX wins at once
    law = payoff_law(
        ConnectFour(3, 4, 3), (searcher(ConnectFour(3, 4, 3), 4), searcher(ConnectFour(3, 4, 3), 1))
    )
    assert law.probability(1) == 1  # a board the first player wins
