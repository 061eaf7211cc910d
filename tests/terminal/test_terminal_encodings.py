"""The command line where its output is in another encoding: what that cannot hold is escaped."""

import json
from functools import cache

import pytest
from surroundings import COMMANDS, HELP, pairs, plainly, run, well_ended, with_files

ENVIRONMENTS = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "LC_ALL=C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
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
def test_the_same_is_printed_in_every_encoding(folder, plain, around, name):
    words, status = COMMANDS[name]
    usual, done = plain(name), run(folder, words, **ENVIRONMENTS[around])
    well_ended(usual, status)
    well_ended(done, status)
    assert done.stdout or status == 2
    if name in HELP:
        return
    if around == "LC_ALL=C" and status == 2:  # the name came as bytes that are no text there
        assert done.stderr.isascii()
        return
    encoding = ENCODINGS[around]
    # A patch is in the document's own encoding.
    printed = "utf-8" if name == "verify --fix" else encoding
    assert done.stdout == in_encoding(usual.stdout.decode(), printed)
    assert done.stderr == in_encoding(usual.stderr.decode(), encoding)
