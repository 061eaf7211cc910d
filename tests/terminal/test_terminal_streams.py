"""The command line with standard streams that are closed or full."""

from functools import cache

import pytest
from surroundings import COMMANDS, pairs, plainly, run, well_ended, with_files

REDIRECTED = {
    "no input": "<&-",
    "no output": ">&-",
    "no errors": "2>&-",
    "nothing": "<&- >&- 2>&-",
    "full": ">/dev/full",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


@pytest.fixture(scope="module")
def plain(folder):
    """What each command prints in plain surroundings, found when first asked for."""
    return cache(lambda name: plainly(folder, COMMANDS[name][0]))


@pytest.mark.parametrize(("around", "name"), pairs(REDIRECTED))
def test_closed_streams_give_normal_work_or_one_line(folder, plain, around, name):
    words, status = COMMANDS[name]
    usual, done = plain(name), run(folder, words, REDIRECTED[around])
    if around == "full" and usual.stdout:
        well_ended(done, 2)
        assert done.stderr.startswith(b"error: standard output: No space left")
    elif around in ("no input", "nothing") and name == "play":
        well_ended(done, 2)
    else:
        well_ended(done, status)
        assert done.stdout == (b"" if around in ("no output", "nothing", "full") else usual.stdout)
        assert done.stderr == (b"" if around in ("no errors", "nothing") else usual.stderr)
