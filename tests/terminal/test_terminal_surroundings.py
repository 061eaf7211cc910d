"""The command line in odd surroundings: widths, encodings, no docstrings."""

import json
from functools import cache

import pytest
from surroundings import COMMANDS, HELP, pairs, plainly, run, well_ended, with_files

ENVIRONMENTS = {
    "COLUMNS=0": {"COLUMNS": "0"},
    "COLUMNS=1": {"COLUMNS": "1"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "LC_ALL=C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "-OO": {"PYTHONOPTIMIZE": "2"},
}

ENCODINGS = {"ascii": "ascii", "cp1252": "cp1252", "LC_ALL=C": "ascii"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_files(tmp_path_factory.mktemp("terminal"))


@pytest.fixture(scope="module")
def plain(folder):
    """What each command prints in plain surroundings, found when first asked for."""
    return cache(lambda name: plainly(folder, COMMANDS[name][0]))


def in_encoding(text, encoding):
    """The text with what the encoding cannot hold as JSON escapes it."""
    return b"".join(character(c, encoding) for c in text)


def character(c, encoding):
    try:
        return c.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(c)[1:-1].encode()


@pytest.mark.parametrize(("around", "name"), pairs(ENVIRONMENTS))
def test_the_same_is_printed_whatever_the_surroundings(folder, plain, around, name):
    words, status = COMMANDS[name]
    usual, done = plain(name), run(folder, words, **ENVIRONMENTS[around])
    well_ended(usual, status)
    well_ended(done, status)
    assert done.stdout or status == 2
    if name in HELP or (around, name) == ("-OO", "games NAME"):
        return
    if around == "LC_ALL=C" and status == 2:  # the name came as bytes that are no text there
        assert done.stderr.isascii()
        return
    encoding = (
        "utf-8" if name == "verify --fix" else ENCODINGS.get(around, "utf-8")
    )  # a patch is in the document's own encoding
    if (around, name) != ("-OO", "games"):  # without docstrings there is less to tell
        assert done.stdout == in_encoding(usual.stdout.decode(), encoding)
    assert done.stderr == in_encoding(usual.stderr.decode(), ENCODINGS.get(around, "utf-8"))
