"""What is wrong in a file of games is told in one line."""

import pytest
from race_in_a_file import RACE, here


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("my games")
    (folder / "race.py").write_text(RACE)
    return folder


# --- what is wrong in it --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "./none.py:Race"], "none.py: there is no such file"),
        (["solve", "./race.py:Rase"], "has no Rase (did you mean Race?)"),
        (["solve", "./race.py:MAX"], "must be a class of games, or a function that makes one"),
        (["solve", "./race.py:die"], "die"),
        (["solve", "./race.py:Race(lenght=3)"], "unknown option lenght"),
        (["solve", "./race.py:Race", "lenght=3"], "unknown option lenght"),
        (["solve", "./race.py:Broken"], "./race.py:Broken: "),
        (["solve", "./race.py:Broken"], "(2, 0, 1): the rules raise ZeroDivisionError"),
        (["solve", "./race.py:Late"], "payoff of Late(length=60) fails at (59, 59, 0)"),
        (["value", "value()", "game=./race.py:Late"], "fails at (59, 59, 0)"),
        (["solve", "./race.py:Strict"], "fails at (59, 59, 0): ValueError: invalid literal"),
        (["solve", "./race.py:Strict(length=3)"], "cannot be made: ValueError: too short"),
        (["solve", "./race.py:Strict", "length=3"], "cannot be made: ValueError: too short"),
        (["simulate", "./race.py:Late", "--games", "2"], "fails at (59, 59, 0)"),
    ],
)
def test_it_is_told_in_one_line(folder, words, said):
    status, out, err = here(folder, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def f(:\n", "line 1: "),
        ("\n1 / 0\n", "line 2: ZeroDivisionError: division by zero"),
        ("import no_such_module\n", "No module named 'no_such_module'"),
        ("raise SystemExit\n", "line 1: SystemExit"),
    ],
)
def test_a_file_that_cannot_be_run_is_told_in_one_line(tmp_path, code, said):
    (tmp_path / "bad.py").write_text(code)
    status, out, err = here(tmp_path, "solve", "./bad.py:Game")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
