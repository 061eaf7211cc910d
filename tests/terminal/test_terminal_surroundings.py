"""The command line in odd surroundings: widths, no docstrings."""

from functools import cache

import pytest
from surroundings import COMMANDS, HELP, pairs, plainly, run, well_ended, with_files

ENVIRONMENTS = {
    "COLUMNS=0": {"COLUMNS": "0"},
    "COLUMNS=1": {"COLUMNS": "1"},
    "-OO": {"PYTHONOPTIMIZE": "2"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


@pytest.fixture(scope="module")
def plain(folder):
    """What each command prints in plain surroundings, found when first asked for."""
    return cache(lambda name: plainly(folder, COMMANDS[name][0]))


@pytest.mark.parametrize(("around", "name"), pairs(ENVIRONMENTS))
def test_the_same_is_printed_whatever_the_surroundings(folder, plain, around, name):
    words, status = COMMANDS[name]
    usual, done = plain(name), run(folder, words, **ENVIRONMENTS[around])
    well_ended(usual, status)
    well_ended(done, status)
    assert done.stdout or status == 2
    if name in HELP or (around, name) == ("-OO", "games NAME"):
        return
    if (around, name) != ("-OO", "games"):  # without docstrings there is less to tell
        assert done.stdout == usual.stdout
    assert done.stderr == usual.stderr
