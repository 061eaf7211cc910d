"""Files that are no documents are refused, by the one function through which all files are read."""

import os
import stat

import pytest
from command_line import ROOT, run

from exactdice.exact import files
from exactdice.exact.errors import ClaimsError, ExactDiceError, RulesError
from exactdice.interop.interchange.suffixes import READERS as GAMES
from exactdice.report.claims.entry import read_claims
from exactdice.report.documents import marked_tables as marked
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import READERS, read_document

MADE = ["a link to a device", "a pipe", "a folder", "a hole of 5 GB"]


def odd_file(path, kind):
    if kind == "a link to a device":
        path.symlink_to("/dev/zero")
    elif kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(5 * 10**9)
    return path


DOORS = [
    *((suffix, read_document, ClaimsError) for suffix in READERS),
    *(
        (suffix, lambda path: checking.read_documents([path], skip_unmarked=True), ClaimsError)
        for suffix in READERS
    ),
    (".toml", read_claims, ClaimsError),
    (".md", marked.read_document, ClaimsError),
    *((suffix, read, RulesError) for suffix, read in GAMES.items()),
    (".json", files.check_readable, ExactDiceError),
    (".txt", files.read_text, ExactDiceError),
]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize(("suffix", "read", "error"), DOORS)
@pytest.mark.usefixtures("must_end")
def test_what_is_no_document_is_refused_in_one_line(tmp_path, kind, suffix, read, error):
    file = odd_file(tmp_path / f"odd{suffix}", kind)
    with pytest.raises(error, match="cannot be read") as caught:
        read(file)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize(
    ("suffix", "words"),
    [(".lp", ["solve"]), (".json", ["solve"]), (".json", ["check"]), (".md", ["table", "--check"])],
)
def test_the_commands_refuse_what_is_no_document(tmp_path, kind, suffix, words):
    done = run(*words, odd_file(tmp_path / f"odd{suffix}", kind))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "cannot be read" in done.stderr


def test_no_more_is_read_than_is_allowed_whatever_the_size_is_said_to_be(tmp_path, monkeypatch):
    file = tmp_path / "growing"
    file.write_bytes(b"x" * 3000)
    assert files.read_bytes(file, 3000) == b"x" * 3000
    with pytest.raises(ExactDiceError, match="at most 2999 bytes"):
        files.read_bytes(file, 2999)
    real = os.fstat(os.open(file, os.O_RDONLY))
    empty = os.stat_result((stat.S_IFREG | 0o600, *real[1:6], 0, *real[7:10]))
    monkeypatch.setattr(files.os, "fstat", lambda _: empty)
    monkeypatch.setattr(files, "CHUNK", 100)
    with pytest.raises(ExactDiceError, match="at most 500 bytes, got 600"):
        files.read_bytes(file, 500)


OF_STREAMS = {
    "main.py": [".open("],
    "console.py": [" open(", ".open("],
    "processes.py": [" open(", ".open("],  # what Linux is told of the process
    "worker.py": [" open("],  # what Linux says of the process
    "openspiel.py": [".open("],  # the null device, for what another library prints
    "sweeps.py": [".open("],  # the table that a sweep goes on to write
}  # the null device, where standard streams are closed


def test_every_file_of_a_user_is_read_by_one_function():
    """No other module of the package opens a file to read it; the checker stands alone, behind
    `check_readable`.
    """
    for path in sorted((ROOT / "exactdice").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.name not in ("files.py", "checker.py"):
            found = [
                word for word in ("read_bytes()", ".read_text(", " open(", ".open(") if word in text
            ]
            allowed = OF_STREAMS.get(path.name, [])
            assert [word for word in found if word not in allowed] == [], path
