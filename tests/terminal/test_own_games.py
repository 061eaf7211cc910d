"""Games in files that the command line names: in every command, from a file or a folder, at any
path; and never because a document says so.
"""

import json
import subprocess
import sys
from contextlib import chdir

import pytest
from command_line import ROOT, run

from exactdice import checker

RACE = '''"""A race."""

from dataclasses import dataclass

from exactdice import MAX, MIN, WAIT, die, point


@dataclass(frozen=True)
class Race:
    """Step, or throw a die of two faces; who is first at `length` wins."""

    length: int = 3

    @property
    def start(self):
        return (0, 0, MAX)

    def payoff(self, state):
        if max(state[:2]) < self.length:
            return None
        return 1 if state[0] >= self.length else -1

    def actions(self, state, player):
        return ("step", "throw") if player == state[2] else (WAIT,)

    def outcomes(self, state, joint):
        steps = point(1) if joint[state[2]] == "step" else die(2)
        if state[2] == MAX:
            return steps.map(lambda n: (state[0] + n, state[1], MIN))
        return steps.map(lambda n: (state[0], state[1] + n, MAX))


@dataclass(frozen=True)
class Late(Race):
    """Fails at a state that is found only when much is looked at."""

    length: int = 60

    def payoff(self, state):
        return 1 / 0 if state[:2] == (59, 59) else super().payoff(state)


@dataclass(frozen=True)
class Strict(Late):
    """Refuses a short track with an error of Python's own, and raises one late."""

    def __post_init__(self):
        if self.length < 5:
            raise ValueError("too short")

    def payoff(self, state):
        return int("x") if state[:2] == (59, 59) else Race.payoff(self, state)


@dataclass(frozen=True)
class Broken(Race):
    """Fails in the middle."""

    def payoff(self, state):
        return 1 / 0 if state[0] == 2 else super().payoff(state)
'''
# To 2: the thrower ends at once by a 2, else each is at 1 or behind; MAX gains 1/2, as it wins by
# a 2, and after a 1 it wins its next turn unless MIN throws a 2: 1/2 + 1/2 (1/2 - 1/2).
VALUE_TO_2 = "1/2\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("my games")
    (folder / "race.py").write_text(RACE)
    return folder


def here(folder, *words, text=None):
    """(status, standard output, standard error) of the command run in the folder."""
    with chdir(folder):
        done = run(*words, text=text)
    return done.returncode, done.stdout, done.stderr


# --- in every command -----------------------------------------------------------------------------

GAME = "./race.py:Race"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", GAME, "length=2"], "value to the first player: 1/2 "),
        (["solve", f"{GAME}(length=2)"], "value to the first player: 1/2 "),
        (["value", "value()", f"game={GAME}", "length=2"], VALUE_TO_2),
        (["value", f'value(game="{GAME}", length=2)', f"game={GAME}"], VALUE_TO_2),
        (["table", "value(i, 0, MIN)", "i=1..2", f"game={GAME}", "length=3"], "| 1 |"),
        (["formula", "value()", f"game={GAME}", "length=2"], "value() = 1/2"),
        (["simulate", GAME, "--games", "3", "--seed", "1"], "payoff "),
        (["games", GAME], "length=3"),
        (["games", f"{GAME}(length=2)"], "length=2"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_every_command_takes_it(folder, words, said):
    status, out, err = here(folder, *words)
    assert (status, err) == (0, "")
    assert said in out


def test_it_is_written_plotted_and_proved(folder, tmp_path):
    tree, picture, proof = (tmp_path / name for name in ("race.efg", "race.png", "race.json"))
    assert here(folder, "export", GAME, "-o", tree)[0] == 0
    assert tree.read_text().startswith("EFG 2")
    words = ["plot", "value(i, 0, MIN)", "i=1..2", f"game={GAME}", "-o", picture]
    assert here(folder, *words)[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert here(folder, "solve", GAME, "-o", proof)[0] == 0
    assert checker.check(json.loads(proof.read_text()))
    assert here(folder, "check", proof, GAME)[0] == 0
    status, _, err = here(folder, "check", proof, GAME, "length=4")
    assert (status, err.startswith("rejected: ")) == (1, True)


def test_it_is_played(folder):
    status, out, _ = here(folder, "play", GAME, "length=1", text="step\n")
    assert status == 0
    assert out.endswith("you win\n")


# --- where it lies --------------------------------------------------------------------------------


def test_a_path_may_be_absolute_and_hold_blanks(folder):
    assert " " in str(folder)
    words = ["value", "value()", f"game={folder / 'race.py'}:Race", "length=2"]
    assert here("/", *words) == (0, VALUE_TO_2, "")


def test_a_drive_of_windows_is_a_part_of_the_path(folder):
    """Where there are no drives such a file is not there; that is said, of the whole path."""
    for path in ("C:\\games\\race.py", "C:race.py"):
        status, out, err = here(folder, "solve", f"{path}:Race")
        assert (status, out) == (2, "")
        assert err.startswith(f"error: {path}: there is no such file")


def test_a_folder_with_relative_imports(tmp_path):
    package = tmp_path / "race"
    package.mkdir()
    (package / "__init__.py").write_text("from .rules import Race\n")
    (package / "rules.py").write_text(RACE.replace("length: int = 3", "length: int = SHORT"))
    text = (package / "rules.py").read_text()
    (package / "rules.py").write_text(text.replace("\n\n\n", "\n\nfrom .sizes import SHORT\n\n", 1))
    (package / "sizes.py").write_text("SHORT = 2\n")
    for path in ("./race", "race", package, "./race/", "./race/__init__.py"):
        assert here(tmp_path, "value", "value()", f"game={path}:Race") == (0, VALUE_TO_2, "")
    assert here(package, "value", "value()", "game=.:Race") == (0, VALUE_TO_2, "")


def test_two_files_of_one_name_with_neighbours_of_one_name(tmp_path):
    """Each takes the size that lies beside it."""
    for name, size in (("a", 1), ("b", 2)):
        (tmp_path / name).mkdir()
        text = RACE.replace("length: int = 3", "length: int = sizes.SIZE")
        (tmp_path / name / "race.py").write_text(f"import sizes\n{text}")
        (tmp_path / name / "sizes.py").write_text(f"SIZE = {size}\n")
    one, other = (f'value(game="./{name}/race.py:Race")' for name in "ab")
    # Both are named at the command line, and so loaded: one is the game of the other queries.
    words = ["verify", "--game", "./a/race.py:Race", "./b/race.py:Race", "claims.toml"]
    (tmp_path / "claims.toml").write_text(
        "".join(
            f'[[claim]]\nprinted = "{printed}"\nvalue = \'{query}\'\nkind = "exact"\n'
            for query, printed in ((one, "1"), (other, "1/2"), ("value()", "1"))
        )
    )
    _, out, _ = here(tmp_path, *words)
    assert "3 claims: 3 exact" in out


IN_PYTHON = """
import copy, pickle
from pathlib import Path
from exactdice.games.register import LOADED, game_named, load
for name, folder in (("one", "."), ("two", "./other")):
    load(Path(folder) / "race.py", "Race", {}, name)
one, two = (game_named(name, {"length": 2}) for name in ("one", "two"))
assert type(one) is not type(two) and one != two
for game in (one, two):
    assert copy.deepcopy(game) == game == pickle.loads(pickle.dumps(game))
    assert type(pickle.loads(pickle.dumps(game))) is type(game)
load(Path("race.py").resolve(), "Race", {"length": 2}, "again")
assert game_named("again", {}) == one
"""


def test_its_games_are_copied_and_pickled(folder):
    (folder / "other").mkdir()
    (folder / "other" / "race.py").write_text(RACE)
    subprocess.run([sys.executable, "-c", IN_PYTHON], cwd=folder, check=True)


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


# --- documents ------------------------------------------------------------------------------------

PAGES = {
    "claims.toml": '{given}[[claim]]\nprinted = "0.5"\nvalue = "value()"\n',
    "report.md": "{given}It is 0.5<!-- exactdice: value() -->.\n",
    "report.tex": "{given}It is \\exactly{{value()}}{{0.5}}.\n",
}
GIVEN = {
    "claims.toml": '[given]\ngame = "{game}"\n',
    "report.md": "<!-- exactdice document: game={game} -->\n",
    "report.tex": "% exactdice document: game={game}\n",
}
every_page = pytest.mark.parametrize("name", PAGES)


def page(folder, name, game=None, **options):
    """The page, which says that its game is this one."""
    given = GIVEN[name].format(game=game) if game else ""
    (folder / name).write_text(PAGES[name].format(given=given))
    return name


@every_page
def test_the_game_of_the_command_line_is_that_of_every_claim(folder, name):
    words = ["verify", "--game", "./race.py:Race(length=2)", page(folder, name)]
    status, out, err = here(folder, *words)
    assert (status, err) == (0, "")
    assert "1 claims: 1 exact" in out


@every_page
def test_a_document_may_name_it_by_its_class(folder, name):
    words = ["verify", "--game=./race.py:Race(length=2)", page(folder, name, "Race")]
    assert here(folder, *words)[0] == 0


@every_page
@pytest.mark.parametrize("game", ["./race.py:Race", "Race"])
def test_no_code_is_loaded_because_a_document_says_so(folder, name, game):
    trap = folder / "loaded"
    (folder / "race.py").write_text(f"open({str(trap)!r}, 'w').close()\n{RACE}")
    status, out, err = here(folder, "verify", page(folder, name, game))
    (folder / "race.py").write_text(RACE)
    assert status == 2
    assert f"unknown game {game}" in out + err
    assert not trap.exists()


def test_the_options_of_the_game_may_be_common_ones(folder):
    for name, head in (
        ("claims.toml", "[given]\nlength = 2\n"),
        ("report.md", "<!-- exactdice document: length=2 -->\n"),
        ("report.tex", "% exactdice document: length=2\n"),
    ):
        (folder / name).write_text(PAGES[name].format(given=head))
        assert here(folder, "verify", "--game", GAME, name)[0] == 0, name
        status, out, err = here(folder, "verify", name)
        assert status == 2
        assert "unknown option length" in out + err


def test_a_claim_of_another_game_keeps_it(folder):
    text = "".join(
        f'[[claim]]\nprinted = "{printed}"\nvalue = "value()"\nkind = "exact"\ngiven = {given}\n'
        for printed, given in (("1/2", "{length = 2}"), ("5/7", '{game = "pig", target = 2}'))
    )
    (folder / "claims.toml").write_text(text)
    assert "2 exact" in here(folder, "verify", "--game", GAME, "claims.toml")[1]


def test_a_game_by_its_name_is_the_usual_one_too(folder):
    (folder / "claims.toml").write_text(
        '[given]\ntarget = 2\n[[claim]]\nprinted = "5/7"\nvalue = "value()"\nkind = "exact"\n'
    )
    assert here(folder, "verify", "--game", "pig", "claims.toml")[0] == 0
    status, out, err = here(folder, "verify", "--game", "pigg", "claims.toml")
    assert (status, out) == (2, "")
    assert "unknown game pigg (did you mean pig?)" in err


def test_the_help_of_verify_tells_of_it():
    assert "--game" in run("verify", "--help").stdout
    assert (ROOT / "README.md").exists()
