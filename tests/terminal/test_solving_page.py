"""The command `page`."""

import pytest
from race_in_a_file import GAME, RACE, here


def test_a_page_is_written_and_told_of(run, tmp_path):
    file = tmp_path / "nim.html"
    told = f"wrote {file}: 8 states, 1.6 MB\n"
    assert run("page", "nim", "heaps=1,2", "-o", str(file)) == (0, told, "")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<title>nim, solved exactly</title>" in text


def test_games_in_files_have_pages(tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    # In a process of its own: a game that is loaded stays known.
    status, told, _ = here(tmp_path, "page", GAME, "length=1", "-o", "race.html")
    assert (status, told[:17]) == (0, "wrote race.html: ")
    assert "Step, or throw a die of two faces" in (tmp_path / "race.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nom"], "unknown game nom (did you mean nim?)"),
        (["pig"], "would hold more than 60000 states, too many for a browser: choose options"),
        (["pig", "--strategy", "nope"], "a strategy must be one of hold_at(n)"),
        (["connect-four"], "would cost 1.4*10^15 steps"),
        (["goofspiel", "cards=13"], "choose options that make the game smaller"),
        (["nim", "-o", "x.txt"], "x.txt: a page is a file ending in .html or .htm, such as x.html"),
    ],
)
def test_bad_words_are_one_line(run, tmp_path, monkeypatch, words, complaint):
    monkeypatch.chdir(tmp_path)
    status, told, said = run("page", *words, *([] if "-o" in words else ["-o", "x.html"]))
    assert (status, told, said.count("\n")) == (2, "", 1)
    assert complaint in said
    assert not list(tmp_path.iterdir())
