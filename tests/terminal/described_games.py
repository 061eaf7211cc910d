"""Every game of the register at the terminal, as it is listed, is described in 80 columns."""

from eighty_columns import too_wide
from small_games import SMALL

from exactdice.games import GAMES
from exactdice.optional import hides

HIDDEN = [name for name in GAMES if hides(GAMES[name](**SMALL[name]))]
SEEN = [name for name in GAMES if name not in HIDDEN]


def well_described(run, name):
    """Let the command describe the game, and look at what it prints."""
    status, out, err = run("games", name)
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == name
    assert "options: " in out
    assert "strategies: " in out
    # A query without a blank cannot be broken.
    assert [line for line in too_wide(out) if " " in line.strip()] == []
