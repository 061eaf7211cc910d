"""What travels between processes and machines, by itself and in data of others: games, their states
and laws, solutions, bounds, proofs, and errors.
"""

import pytest
from test_copies import every_game, game_of, states_of, way

from exactdice import MAX, MIN
from exactdice.errors import ExactDiceError


@way
@every_game
def test_games_and_their_states(name, again):
    game = game_of(name)
    same = again(game)
    assert (same, hash(same), type(same)) == (game, hash(game), type(game))
    states = states_of(game)
    assert again(states) == states
    for state in states[:5]:
        actions = game.actions(state, MAX)
        assert same.actions(state, MAX) == actions
        law = game.outcomes(state, (actions[0], game.actions(state, MIN)[0]))
        assert again(law) == law
        assert list(again(law).weights.items()) == list(law.weights.items())


def all_errors():
    """Every class of errors that this package raises on purpose, with one of each."""
    found, left = [], [ExactDiceError]
    while left:
        kind = left.pop()
        found.append(kind)
        left += kind.__subclasses__()
    return sorted(set(found), key=lambda kind: kind.__qualname__)


MADE = {  # of those that are not made from their message
    "AskedFor": lambda kind: kind("a number", "P"),
    "PlacedError": lambda kind: kind("a.md", 3, "no number", "cell 2"),
    "SeveralErrors": lambda kind: kind(["a.md:3: no number", "a.md:4: no query"]),
}


@way
@pytest.mark.parametrize("kind", all_errors(), ids=lambda kind: kind.__qualname__)
def test_errors_say_the_same(kind, again):
    error = MADE.get(kind.__qualname__, lambda kind: kind("it is wrong"))(kind)
    same = again(error)
    assert (type(same), str(same), vars(same)) == (type(error), str(error), vars(error))
