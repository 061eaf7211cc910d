"""The kinds of games that the testing kit draws, and what its oracle says of what is wrong."""

import pytest

from exactdice.testing import games_in_turns, one_player_games, recurring_games, simultaneous_games

KINDS = {
    "in turns": games_in_turns,
    "one player": one_player_games,
    "recurring": recurring_games,
    "simultaneous": simultaneous_games,
}


def wrong(call, *arguments, **given):
    with pytest.raises(AssertionError) as caught:
        call(*arguments, **given)
    return str(caught.value)
