"""Every game of the register at the terminal, as it is listed, is described in 80 columns."""

import pytest
from eighty_columns import too_wide

from exactdice.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_described(run, name):
    status, out, err = run("games", name)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == name
    assert "options: " in out
    assert "strategies: " in out
    # A query without a blank cannot be broken.
    assert [line for line in too_wide(out) if " " in line.strip()] == []
