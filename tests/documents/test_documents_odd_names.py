"""Odd names and links, files that are named twice, and pipes that are written to."""

import os
from pathlib import Path

import pytest
from command_line import run

import exactdice
import exactdice.interop.interchange.gambit
from exactdice.exact import files
from exactdice.exact.errors import ExactDiceError

# --- names and links ------------------------------------------------------------------------------


def test_links_in_a_circle_are_one_line(tmp_path):
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    for refuse in (
        files.check_writable,
        files.read_bytes,
        lambda path: files.write_atomically(path, "x"),
    ):
        with pytest.raises(ExactDiceError, match=r"loop\.json: cannot be (written|read): "):
            refuse(loop)


def test_a_path_with_a_byte_0_is_refused():
    for ask in (
        lambda path: exactdice.check_file(path, exactdice.DiceBattle(1, 1)),
        exactdice.interop.interchange.gambit.read_nfg,
    ):
        with pytest.raises(ExactDiceError, match="must not hold a byte 0"):
            ask("a\0b")


@pytest.mark.parametrize("name", ["a\nb.md", "a\x1bb.md"])
def test_a_name_that_a_patch_cannot_hold_is_refused(tmp_path, name):
    (tmp_path / name).write_text(MARKDOWN_WRONG)
    done = run("verify", "--fix", str(tmp_path / name))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "the head of a patch cannot hold" in done.stderr


MARKDOWN_WRONG = "The mean is 8.363<!-- exactdice: EP(5) -->.\n"  # 8.636


# --- two files, and pipes -------------------------------------------------------------------------


def test_no_file_is_written_over_another_part_of_what_is_asked_for(tmp_path):
    """By one name, by two names of one folder, and by a link to a file that is there."""
    (tmp_path / "there.md").write_text("kept")
    (tmp_path / "link.md").symlink_to(tmp_path / "there.md")
    again = tmp_path / ".." / tmp_path.name
    for one, two in (("a.md", tmp_path), ("a.md", again), ("there.md", again / "link.md")):
        claims = two if two.suffix else two / one
        done = run("table", "EP(d)", "d=1..2", "-o", tmp_path / one, "--claims", claims)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "written to the same file; choose another name" in done.stderr
    assert not (tmp_path / "a.md").exists()
    assert (tmp_path / "there.md").read_text() == "kept"
    done = run("table", "EP(d)", "d=1..2", "-o", os.devnull, "--claims", os.devnull)
    assert done.returncode == 0


def test_a_game_is_not_exported_over_the_file_that_is_read(tmp_path):
    game = tmp_path / "x.efg"
    assert run("export", "chomp", "rows=2", "columns=2", "-o", game).returncode == 0
    text = game.read_text()
    for command in ("export", "solve"):
        done = run(command, game, "-o", game)
        assert done.returncode == 2
        assert "it is the file that is read" in done.stderr
    assert game.read_text() == text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes in folders")
def test_what_is_written_may_go_into_a_pipe(tmp_path):
    """Standard output by its name, and a pipe of the shell, which a link leads to."""
    done = run("table", "EP(d)", "d=1..2", "-o", "/dev/stdout")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("table", "EP(d)", "d=1..2").stdout
    reading, writing = os.pipe()
    with os.fdopen(reading) as reader:
        with os.fdopen(writing, "wb"):
            files.check_writable(Path(f"/dev/fd/{writing}"))
            files.write_atomically(Path(f"/dev/fd/{writing}"), "the table")
        assert reader.read() == "the table"


LONG = "1" * 5000  # digits that Python reads into no int


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (("solve", "a.json"), f'{{"a": [{LONG}]}}', "an int has 5000 digits, and 640 are"),
        (("check", "a.json", "pig"), f'{{"a": [{LONG}]}}', "an int has 5000 digits, and 640"),
        (("verify", "a.toml"), f"[document]\nalpha = {LONG}\n", "an int has more digits than"),
        (("verify", "a.toml"), "[document]\nalpha = 1e999\n", "a number must look like 12"),
        (("check", ""), "", "this is no store: a folder with a store.sqlite is one"),
        (("check", "a.json", ""), "", "the name of the game is empty"),
        (("solve", "dice-battle", "dice=1,2"), "", "dice of dice-battle takes one value, got 2"),
    ],
)
def test_what_is_wrong_is_said_in_words_of_our_own(tmp_path, words, text, message):
    place = tmp_path / next((word for word in words if word.startswith("a.")), "a.txt")
    place.write_text(text)
    done = run(*(str(place) if word == place.name else word for word in words))
    assert done.returncode in (1, 2)
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    assert message in done.stderr
    assert "set_int_max_str_digits" not in done.stderr
    assert "not a TOML file" not in done.stderr
