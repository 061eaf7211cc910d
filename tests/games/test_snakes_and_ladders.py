"""Snakes and ladders: the published mean as a fraction, linear equations of the chain, two players
as two chains apart, bad options.

Source: S. C. Althoen, L. King and K. Schilling, "How long is a game of Snakes and Ladders?", The
Mathematical Gazette 77 (1993), 71-76.
"""

from fractions import Fraction

import numpy as np
import pytest

from exactdice import MAX, MIN, WAIT, SnakesAndLadders, SnakesState, check, solve
from exactdice.exact.errors import RulesError
from exactdice.games.snakes_and_ladders import THROW
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word

BOARD = dict(SnakesAndLadders().all_jumps)
SMALL = ((2, 7), (8, 3))


def asked(query, **options):
    return evaluate_query(query, {"game": Word("snakes-and-ladders"), **options})


def test_the_published_mean_of_the_board_of_milton_bradley():
    mean = asked("turns(optimal)")
    assert mean == Fraction(
        225837582538403273407117496273279920181931269186581786048583,
        5757472998140039232950575874628786131130999406013041613400,
    )
    assert round(mean, 1) == Fraction("39.2")


def test_the_published_ladder_that_makes_it_longer():
    """From 79 to 81, "by more than two moves (to about 41.9)"."""
    assert round(asked("turns(optimal)", jumps=(*BOARD.items(), (79, 81))), 1) == Fraction("41.9")


def test_the_published_shortest_game_of_seven_moves():
    game = SnakesAndLadders()
    reached, moves = {game.start}, 0
    while SnakesState(100) not in reached:
        reached = {after for state in reached for after in game.outcomes(state, (THROW, WAIT))}
        moves += 1
    assert moves == 7


# --- the chain ------------------------------------------------------------------------------------


def steps(squares, jumps, faces, beyond):
    """The matrix of the chain over the squares 0..squares, in floats."""
    chain = np.zeros((squares + 1, squares + 1))
    for square in range(squares):
        for face in range(1, faces + 1):
            reached = square + face
            if reached > squares:
                reached = {"stay": square, "arrive": squares, "bounce": 2 * squares - reached}[
                    beyond
                ]
            chain[square, dict(jumps).get(reached, reached)] += 1 / faces
    return chain


@pytest.mark.parametrize("beyond", ["stay", "arrive", "bounce"])
@pytest.mark.parametrize(
    ("squares", "jumps", "faces"),
    [(100, tuple(BOARD.items()), 6), (100, None, 6), (10, SMALL, 4), (12, ((3, 1),), 6)],
)
def test_the_mean_solves_the_equations_of_the_chain(squares, jumps, faces, beyond):
    chain = steps(squares, jumps or (), faces, beyond)[:-1, :-1]
    expected = np.linalg.solve(np.eye(squares) - chain, np.ones(squares))[0]
    options = {"squares": squares, "jumps": jumps, "faces": faces, "beyond": beyond}
    assert float(asked("turns(optimal)", **options)) == pytest.approx(expected, abs=1e-9)


def ending(squares, jumps, faces, beyond, most=2000):
    """[the chance to be home after exactly 0, 1, 2, ... throws]."""
    chain = steps(squares, jumps, faces, beyond)
    standing = np.eye(squares + 1)[0]
    found = []
    for _ in range(most):
        found.append(standing[-1])
        standing[-1] = 0
        standing = standing @ chain
    return np.array(found)


@pytest.mark.parametrize("beyond", ["stay", "arrive", "bounce"])
def test_of_two_players_the_first_wins_as_two_chains_apart_say(beyond):
    home = ending(10, SMALL, 6, beyond)
    # the first player wins with as many throws as the second would need, or fewer
    expected = sum(chance * home[k:].sum() for k, chance in enumerate(home))
    options = {"squares": 10, "jumps": SMALL, "players": 2, "beyond": beyond}
    win = asked("win(optimal, optimal)", **options)
    assert float(win) == pytest.approx(expected, abs=1e-9)
    assert check(solve(SnakesAndLadders(10, SMALL, beyond=beyond, players=2)))


# --- the rules ------------------------------------------------------------------------------------


def test_two_players_throw_in_turn():
    game = SnakesAndLadders(10, SMALL, players=2)
    assert game.actions(game.start, MIN) == (WAIT,)
    law = game.outcomes(SnakesState(4, 6, MIN), (WAIT, THROW))
    assert SnakesState(4, 3, MAX) in law
    assert SnakesState(4, 10, MAX) in law
    assert game.payoff(SnakesState(4, 10, MAX)) == -1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"squares": 50}, "a square before 50 to another square up to it, got (28, 84)"),
        ({"jumps": ((2, 5), (2, 7))}, "one jump may begin on a square, but several do on 2"),
    ],
)
def test_bad_options_are_refused_in_one_line(options, message):
    with pytest.raises(RulesError) as caught:
        SnakesAndLadders(**options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
