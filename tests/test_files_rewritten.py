"""A file is written anew only while it holds what was read of it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from exactdice import files
from exactdice.errors import ExactDiceError
from exactdice.files import rewrite_atomically
from exactdice.generated import latex
from exactdice.suggesting import suggest as suggesting
from exactdice.terminal import main as command_line

BEFORE = b"one\ntwo\nthree\nfour\nfive\nsix\nseven\n"
AFTER = BEFORE.replace(b"two", b"2")
THEIRS = BEFORE + b"added meanwhile\n"
MARK = "\ufeff".encode()


def rewritten_too_late(path, before, after):
    """The patch that is written where somebody else changed the file."""
    with pytest.raises(ExactDiceError, match="not written, since it was changed") as told:
        rewrite_atomically(path, before, after)
    patch = path.with_name(f"{path.name}.patch")
    assert str(patch) in str(told.value)
    assert "\n" not in str(told.value)
    return patch


@pytest.mark.parametrize(
    "form",
    [
        lambda data: data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: MARK + data,
        lambda data: data.removesuffix(b"\n"),
        lambda data: data.replace(b"three", "drei \u2028 drei".encode()),
    ],
    ids=["plain", "returns", "byte order mark", "no last line end", "a line separator"],
)
@pytest.mark.skipif(not shutil.which("patch"), reason="applies patches with patch")
def test_the_patch_makes_what_would_have_been_written(tmp_path, form):
    path = tmp_path / "report.md"
    path.write_bytes(THEIRS)
    patch = rewritten_too_late(path, form(BEFORE), form(AFTER))
    assert path.read_bytes() == THEIRS
    path.write_bytes(form(BEFORE))
    subprocess.run(["patch", "--binary", str(path), str(patch)], check=True)
    assert path.read_bytes() == form(AFTER)


@pytest.mark.skipif(not shutil.which("patch"), reason="applies patches with patch")
def test_the_patch_applies_to_what_others_wrote(tmp_path):
    path = tmp_path / "report.md"
    path.write_bytes(THEIRS)
    patch = rewritten_too_late(path, BEFORE, AFTER)
    subprocess.run(["patch", str(path), str(patch)], check=True)
    assert path.read_bytes() == THEIRS.replace(b"two", b"2")


def test_an_earlier_patch_stays(tmp_path):
    path = tmp_path / "report.md"
    path.write_bytes(THEIRS)
    patch = rewritten_too_late(path, BEFORE, AFTER)
    first = patch.read_bytes()
    with pytest.raises(ExactDiceError, match=r"report\.md\.2\.patch"):
        rewrite_atomically(path, BEFORE, BEFORE.replace(b"six", b"6"))
    assert patch.read_bytes() == first
    assert b"+6\n" in (tmp_path / "report.md.2.patch").read_bytes()


def test_a_file_that_was_deleted_is_not_made_again(tmp_path):
    rewritten_too_late(tmp_path / "gone.md", BEFORE, AFTER)
    assert [path.name for path in tmp_path.iterdir()] == ["gone.md.patch"]


def test_a_file_that_appeared_is_not_written_over(tmp_path):
    path = tmp_path / "new.md"
    path.write_bytes(THEIRS)
    patch = rewritten_too_late(path, None, AFTER)
    assert path.read_bytes() == THEIRS
    assert b"".join(line[1:] for line in patch.read_bytes().splitlines(True)[3:]) == AFTER


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


@pytest.mark.parametrize("changed", [False, True])
def test_links_names_and_modes_are_kept(tmp_path, changed):
    file, link, name = (tmp_path / name for name in ("file.md", "link.md", "name.md"))
    file.write_bytes(THEIRS if changed else BEFORE)
    file.chmod(0o640)
    link.symlink_to("file.md")
    name.hardlink_to(file)
    if changed:
        rewritten_too_late(link, BEFORE, AFTER)
    else:
        rewrite_atomically(link, BEFORE, AFTER)
    expected = THEIRS if changed else AFTER
    assert link.is_symlink()
    assert [p.read_bytes() for p in (file, link, name)] == [expected] * 3
    assert file.stat().st_mode & 0o777 == 0o640
    assert file.samefile(name)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_change_while_the_new_file_is_being_written_is_seen(tmp_path, monkeypatch):
    path = tmp_path / "report.md"
    path.write_bytes(BEFORE)
    written_beside = files._written_beside

    def slowly(target, data):
        path.write_bytes(THEIRS)
        return written_beside(target, data)

    monkeypatch.setattr(files, "_written_beside", slowly)
    rewritten_too_late(path, BEFORE, AFTER)
    assert path.read_bytes() == THEIRS


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
    assert f"{path}.patch" in complaint
    assert Path(f"{path}.patch").read_bytes().startswith(b"--- a/")


def test_suggest_loses_no_edit(tmp_path, monkeypatch, capsys):
    path = tmp_path / "report.md"
    path.write_text(SUGGESTED)
    theirs = (SUGGESTED + "More.\n").encode()
    edited_during(monkeypatch, suggesting, "suggest", path, theirs)
    ended = run(monkeypatch, capsys, "suggest", path, "--write")
    check_lost_nothing(path, theirs, *ended)


def test_tables_lose_no_edit(tmp_path, monkeypatch, capsys):
    from exactdice.documents import marked_tables

    path = tmp_path / "report.md"
    path.write_text("<!-- exactdice table: EP(d) d=1..2 -->\nold\n<!-- /exactdice -->\n")
    theirs = path.read_bytes() + b"More.\n"
    edited_during(monkeypatch, marked_tables, "renewed", path, theirs)
    ended = run(monkeypatch, capsys, "table", "--check", path, "--write")
    check_lost_nothing(path, theirs, *ended)


@pytest.mark.parametrize("before", [None, latex.HEADER.encode()])
def test_values_of_latex_lose_no_edit(tmp_path, monkeypatch, capsys, before):
    main, path = tmp_path / "main.tex", tmp_path / "main.exact.tex"
    main.write_text(r"\exactvalue{EP(1)}{}")
    if before is not None:
        path.write_bytes(before)
    edited_during(monkeypatch, latex, "values_of", path, b"my own file\n")
    ended = run(monkeypatch, capsys, "latex", main)
    check_lost_nothing(path, b"my own file\n", *ended)


def test_a_change_of_nothing_is_none(tmp_path):
    path = tmp_path / "report.md"
    path.write_bytes(THEIRS)
    rewrite_atomically(path, BEFORE, BEFORE)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [
        ("report.md", THEIRS)
    ]
