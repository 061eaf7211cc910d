"""`exactdice new-game NAME`: the folder that it writes can be solved, tested, described and
installed as it is, and nothing is ever overwritten.
"""

import os
import subprocess
import sys
import tomllib
from fractions import Fraction
from functools import cache

import pytest
from command_line import ROOT, run

from exactdice.cli.terminal.new_game import FILES, TEMPLATES

NAME = "egg-race"
WHERE = "egg_race:EggRace"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The folder of a new game, in a folder with a blank in its name."""
    folder = tmp_path_factory.mktemp("my games")
    done = run("new-game", NAME, folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("wrote ") == len(FILES)
    return folder / NAME


def game(home):
    return f"{home / 'egg_race'}:EggRace"


@cache
def chance(to_go, other):
    """The chance to win of the player to move, with so many squares to go for either: walk 3
    squares or throw a die of 6 faces. A recursion of its own.
    """
    walk = after(to_go - 3, other)
    throw = sum(Fraction(1, 6) * after(to_go - face, other) for face in range(1, 7))
    return max(walk, throw)


def after(to_go, other):
    return 1 if to_go <= 0 else 1 - chance(other, to_go)


def test_it_is_solved_at_once(home):
    done = run("solve", game(home))
    assert done.stderr == ""
    assert f"value to the first player: {2 * chance(12, 12) - 1} " in done.stdout


def test_its_strategies_and_its_words_are_known(home):
    done = run("value", "egg_race_advantage(0, 0)", f"game={game(home)}", "length=6")
    run_first = sum(Fraction(1, 6) * after(6 - face, 6) for face in range(1, 7))
    assert done.stdout == f"{2 * (run_first - after(3, 6))}\n"
    # Never to run from 13 squares on is to walk always: 4 turns each, and MAX is first.
    done = run("value", "win(run_while(13), run_while(13))", f"game={game(home)}")
    assert done.stdout == "1\n"


@pytest.mark.parametrize("option", ["length=0", "length=x", "lenght=3"])
def test_an_option_that_is_off_is_refused_by_the_word(home, option):
    done = run("value", "egg_race_advantage(0, 0)", f"game={game(home)}", option)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "length" in done.stderr


def test_the_project_registers_the_game(home):
    project = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["exactdice.games"] == {NAME: WHERE}
    assert project["project"]["name"] == NAME


def test_it_is_known_by_its_name_where_it_is_installed(home, tmp_path):
    """What pip writes: the package, and a folder dist-info that names the entry point."""
    site = installed_in(tmp_path, home)
    assert f"  {NAME}  " in run("games", PYTHONPATH=site).stdout
    query = ["value", "egg_race_advantage(0, 0)", "length=6"]
    said = run(*query, PYTHONPATH=site)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout == run(*query, f"game={game(home)}").stdout
    assert run("solve", NAME, "length=6", PYTHONPATH=site).returncode == 0


def installed_in(folder, home):
    """The folder with the package of `home` as pip would install it."""
    (folder / "egg_race").symlink_to(home / "egg_race", target_is_directory=True)
    info = folder / "egg_race-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 0.1\n")
    (info / "entry_points.txt").write_text(f"[exactdice.games]\n{NAME} = {WHERE}\n")
    return str(folder)


def test_nothing_is_overwritten(home):
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    done = run("new-game", NAME, home.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: {home} is there already, and nothing is overwritten\n"
    assert {path: path.read_bytes() for path in before} == before


def test_a_link_that_leads_nowhere_is_not_written_through(tmp_path):
    (tmp_path / "maze").symlink_to(tmp_path / "elsewhere")
    done = run("new-game", "maze", tmp_path)
    assert done.returncode == 2
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Maze", "the name of a game has small letters"),
        ("-maze", "No such option"),
        ("json", "a word or a module of Python"),
        ("pig", "there is a game pig already"),
    ],
)
def test_a_name_that_will_not_do_is_refused_in_one_line(tmp_path, name, said):
    done = run("new-game", name, tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_every_template_is_written_and_distributed():
    """The build takes the patterns of pyproject.toml; the source distribution takes the folder."""
    assert {path.name for path in TEMPLATES.iterdir()} == set(FILES)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["exactdice"]
    folder = TEMPLATES.relative_to(ROOT / "exactdice")
    assert f"{folder.as_posix()}/*.txt" in patterns


def test_its_own_tests_pass_as_they_are_written(home):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    # They need pytest alone, and the plugins that happen to be here take as long to load.
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=home, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout
