"""Files of other programmes: what is written is read back with the same value, by this library and by theirs."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import DiceBattle, OneShotBattle, solve
from exactdice.errors import RulesError, UnsolvableError
from exactdice.interchange.efg import efg_text, write_efg
from exactdice.interchange.efg_reader import parse_efg, read_efg
from exactdice.testing import Listed, battles, games_in_turns, one_player_games, recurring_games, simultaneous_games

law = settings(max_examples=60, deadline=None)
GAMES = st.one_of(games_in_turns(), one_player_games(), simultaneous_games(most_states=4), battles(most_dice=2, most_target=3))


# --- Gambit's extensive form ------------------------------------------------------------------------------------------


@given(GAMES)
@law
def test_efg_read_back_has_the_same_value(game):
    assert solve(parse_efg(efg_text(game))).value == solve(game).value
