"""A reader of standard output that goes away ends every command quietly."""

import pytest
from command_line import unread


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        [],
        ["value", "--help"],
        ["games"],
        ["games", "pig"],
        ["--version"],
        ["value", "EP(5)"],
        ["table", "EP(d)", "d=1..2"],
        ["solve", "dice-battle", "dice=1", "target=2", "-o", "-"],
        ["table", "EP(d)", "d=1..2", "-o", "/dev/stdout"],
    ],
)
def test_a_reader_that_went_away_ends_every_command_quietly(words):
    done = unread(*words)  # test_terminal_streams has some from nothing
    assert done.returncode == 141
    assert "error" not in done.stderr
    assert "Traceback" not in done.stderr
