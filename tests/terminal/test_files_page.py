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


def test_a_strategy_that_is_named_stands_on_the_page(run, tmp_path):
    file = tmp_path / "pig.html"
    words = ("page", "pig", "target=3", "--strategy", "hold_at(2)", "-o")
    status, told, _ = run(*words, str(file))
    assert status == 0
    assert "left out" not in told
    assert '"name":"hold_at(2)"' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nom"], "unknown game nom (did you mean nim?)"),
        (["pig"], "would hold more than 60000 states, too many for a browser: choose options"),
        (["pig", "--strategy", "nope"], "a strategy must be one of hold_at(n)"),
        (["connect-four"], "would cost 1.4*10^15 steps"),
        (["goofspiel", "cards=13"], "choose options that make the game smaller"),
    ],
)
def test_bad_words_are_one_line(run, tmp_path, words, complaint):
    status, told, said = run("page", *words, "-o", str(tmp_path / "x.html"))
    assert (status, told) == (2, "")
    assert complaint in said
    assert said.count("\n") == 1
    assert not (tmp_path / "x.html").exists()


def test_a_page_has_the_ending_of_one(run, tmp_path):
    file = tmp_path / "x.txt"
    status, told, said = run("page", "nim", "-o", str(file))
    assert (status, told) == (2, "")
    assert "x.txt: a page is a file ending in .html or .htm, such as x.html, or -" in said
    assert said.count("\n") == 1
    assert not file.exists()
