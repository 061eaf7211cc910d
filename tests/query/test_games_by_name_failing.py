"""A package of games that fails is named in one line and hides no other."""

import pytest
from packages import RULES, ask, package


@pytest.fixture
def site(tmp_path):
    """A folder of installed packages, one of which is good."""
    package(tmp_path, "giving", {"give": "Give"}, RULES.replace("{word}", "given_times"))
    return tmp_path


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
