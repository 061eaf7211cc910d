"""Every game is described in 80 columns."""

import pytest
from eighty_columns import too_wide

from exactdice.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_game_described_in_80_columns(name, run):
    status, text, _ = run("games", name)
    assert status == 0
    assert text.startswith(f"{name}\n")
    # A query without a blank cannot be broken.
    assert [line for line in too_wide(text) if " " in line.strip()] == []
