"""A file is written anew only while it holds what was read of it."""

import os
import sys

import pytest

from exactdice.cli.terminal import main as command_line
from exactdice.exact import files
from exactdice.exact.errors import ExactDiceError
from exactdice.exact.files import rewrite_atomically
from exactdice.report import generated
from exactdice.report.suggesting import suggest as suggesting

BEFORE = b"one\ntwo\nthree\nfour\nfive\nsix\nseven\n"
AFTER = BEFORE.replace(b"two", b"2")
THEIRS = BEFORE + b"added meanwhile\n"


def rewritten_too_late(path, before, after):
    """Somebody else changed the file: it is refused, and stays as it is."""
    with pytest.raises(ExactDiceError, match="not written, since it was changed") as told:
        rewrite_atomically(path, before, after)
    assert "\n" not in str(told.value)


def test_a_file_that_was_deleted_is_not_made_again(tmp_path):
    rewritten_too_late(tmp_path / "gone.md", BEFORE, AFTER)
    assert not list(tmp_path.iterdir())


def test_a_file_that_appeared_is_not_written_over(tmp_path):
    path = tmp_path / "new.md"
    path.write_bytes(THEIRS)
    rewritten_too_late(path, None, AFTER)
    assert path.read_bytes() == THEIRS


@pytest.mark.parametrize("there", [os.mkfifo, os.mkdir], ids=["a pipe", "a folder"])
def test_what_is_no_file_any_more_is_left_alone(tmp_path, there):
    path = tmp_path / "report.md"
    there(path)
    with pytest.raises(ExactDiceError):
        rewrite_atomically(path, BEFORE, AFTER)
    assert path.exists()
    assert not path.is_file()


def test_who_else_wrote_the_same_is_no_reason_to_refuse(tmp_path):
    path = tmp_path / "report.md"
    path.write_bytes(AFTER)
    rewrite_atomically(path, BEFORE, AFTER)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("report.md", AFTER)]


def test_a_change_while_the_new_file_is_being_written_is_seen(tmp_path, monkeypatch):
    path = tmp_path / "report.md"
    path.write_bytes(BEFORE)
    chmod = os.chmod

    def slowly(target, mode):
        path.write_bytes(THEIRS)
        chmod(target, mode)

    monkeypatch.setattr(files.os, "chmod", slowly)
    rewritten_too_late(path, BEFORE, AFTER)
    assert path.read_bytes() == THEIRS
    assert [one.name for one in tmp_path.iterdir()] == ["report.md"]


# --- the commands -------------------------------------------------------------------------------


def edited_during(monkeypatch, module, name, path, data):
    """Have somebody write the data while this function of the module works."""
    function = getattr(module, name)

    def work(*args, **words):
        found = function(*args, **words)
        path.write_bytes(data)
        return found

    monkeypatch.setattr(module, name, work)


def run(monkeypatch, capsys, *words):
    """The status of the command and what it complains of."""
    monkeypatch.setattr(sys, "argv", ["exactdice", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        command_line.main()
    return ended.value.code, capsys.readouterr().err


SUGGESTED = "Five dice gain 8.636 on average.\n"


def check_lost_nothing(path, theirs, status, complaint):
    assert status != 0
    assert path.read_bytes() == theirs
    assert complaint.count("\n") == 1
    assert "not written, since it was changed" in complaint


def test_suggest_loses_no_edit(tmp_path, monkeypatch, capsys):
    path = tmp_path / "report.md"
    path.write_text(SUGGESTED)
    theirs = (SUGGESTED + "More.\n").encode()
    edited_during(monkeypatch, suggesting, "suggest", path, theirs)
    ended = run(monkeypatch, capsys, "suggest", path, "--write")
    check_lost_nothing(path, theirs, *ended)


def test_tables_lose_no_edit(tmp_path, monkeypatch, capsys):
    from exactdice.report.documents import marked_tables

    path = tmp_path / "report.md"
    path.write_text("<!-- exactdice table: EP(d) d=1..2 -->\nold\n<!-- /exactdice -->\n")
    theirs = path.read_bytes() + b"More.\n"
    edited_during(monkeypatch, marked_tables, "renewed", path, theirs)
    ended = run(monkeypatch, capsys, "table", "--check", path, "--write")
    check_lost_nothing(path, theirs, *ended)


@pytest.mark.parametrize("before", [None, generated.HEADER.encode()])
def test_values_of_latex_lose_no_edit(tmp_path, monkeypatch, capsys, before):
    main, path = tmp_path / "main.tex", tmp_path / "main.exact.tex"
    main.write_text(r"\exactvalue{EP(1)}{}")
    if before is not None:
        path.write_bytes(before)
    edited_during(monkeypatch, generated, "values_of", path, b"my own file\n")
    ended = run(monkeypatch, capsys, "latex", main)
    check_lost_nothing(path, b"my own file\n", *ended)
