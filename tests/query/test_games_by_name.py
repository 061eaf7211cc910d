"""Games of installed packages: found by their names, with their words; one that cannot be loaded,
or whose name is taken, is named in one line and hides no other.
"""

import pytest
from packages import RULES, ask, package


@pytest.fixture
def site(tmp_path):
    """A folder of installed packages, one of which is good."""
    package(tmp_path, "giving", {"give": "Give"}, RULES.replace("{word}", "given_times"))
    return tmp_path


def test_an_installed_game_is_listed_with_its_package_and_solved(site):
    done = ask(site, "games")
    assert (done.returncode, done.stderr) == (0, "")
    assert "  give  most=3\n" in done.stdout
    assert "      from the package giving\n" in done.stdout
    assert "value to the first player: 7\n" in ask(site, "solve", "give", "most=7").stdout
    assert ask(site, "value", "value()", "game=give", "most=5").stdout == "5\n"


def test_its_words_are_found_by_queries(site):
    assert ask(site, "value", "given_times(4)", "most=5").stdout == "20\n"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("given_times(0) + 1", "the word given_times of giving fails: ZeroDivisionError: "),
        ("given_times(x)", "the word given_times of giving fails: TypeError: "),
    ],
)
def test_a_word_that_fails_is_told_in_one_line(site, query, said):
    file = site / "giving.py"
    file.write_text(file.read_text().replace("game.most * n", "game.most * n + 0 // n"))
    done = ask(site, "value", query)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_a_name_of_our_own_is_kept(site):
    package(site, "thief", {"pig": "Give"}, RULES.replace("{word}", "stolen"))
    done = ask(site, "games")
    assert done.stderr == (
        "note: pig of the package thief is not used: a game of exactdice has this name\n"
    )
    # Who throws no 1 wins: 6/7 of the games, as 5/6 + 1/36 of that.
    assert ask(site, "value", "value()", "game=pig", "target=2").stdout == "5/7\n"
    assert ask(site, "solve", "give").returncode == 0


def test_a_name_of_two_packages_means_neither(site):
    package(site, "taking", {"give": "Give"}, RULES.replace("{word}", "taken_times"))
    done = ask(site, "games")
    said = "give is not used, as several packages register it: giving, taking"
    assert done.stderr == f"note: {said}\n"
    assert ask(site, "solve", "give").stderr == f"error: {said}\n"
    assert ask(site, "value", "taken_times(2)").stdout == "6\n"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("Other = 1", "AttributeError: module 'bad' has no attribute 'Game'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        (RULES.replace("{word}", "EG").replace("Give", "Game"), "the word EG of bad is taken"),
    ],
)
def test_a_package_that_fails_is_named_in_one_line_and_the_others_work(site, code, said):
    package(site, "bad", {"bad-game": "Game"}, code)
    done = ask(site, "games")
    assert done.returncode == 0
    assert "  give  most=3\n" in done.stdout
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("note: bad-game of the package bad ")
    assert said in done.stderr
    assert ask(site, "value", "given_times(4)").stdout == "12\n"
    assert ask(site, "value", "EP(5)").stdout == "67151/7776\n"
    done = ask(site, "solve", "bad-game")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "bad-game of the package bad" in done.stderr
