"""Games in files that the command line names, in every command."""

import json
import subprocess
import sys

import pytest
from command_line import run
from race_in_a_file import GAME, RACE, VALUE_TO_2, here

from exactdice import checker


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("my games")
    (folder / "race.py").write_text(RACE)
    return folder


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", GAME, "length=2"], "value to the first player: 1/2 "),
        (["value", "value()", f"game={GAME}", "length=2"], VALUE_TO_2),
        (["value", "value((0, 0, MAX))", f"game={GAME}", "length=2"], VALUE_TO_2),
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
    assert "\nyou win\n" in out


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


# --- where it lies --------------------------------------------------------------------------------


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
from exactdice.query.games_by_name import LOADED, game_named, load
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
        (["solve", "./race.py:Race(lenght=3)"], "unknown option lenght"),
        (["solve", "./race.py:Broken"], "./race.py:Broken: "),
        (["solve", "./race.py:Broken"], "(2, 0, 1): the rules raise ZeroDivisionError"),
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


# --- and where in it ------------------------------------------------------------------------------


FAILING = """
from fractions import Fraction

from exactdice import WAIT, point


class Early:
    start, late = 0, 10

    def payoff(self, state):
        return 1 if state >= 4000 else None

    def actions(self, state, player):
        return (WAIT,)

    def outcomes(self, state, actions):
        return self.wrong() if state == self.late else point(state + 1)

    def wrong(self):
        return {}["no"]  # here


class Late(Early):
    late = 3000  # beyond the states at which rules are looked at before a game is used


class Divided(Late):
    def wrong(self):
        return Fraction(1, 0)  # in Python's own module


class Cheated(Exception):
    pass


class Refused(Late):
    def wrong(self):
        raise Cheated("no such move")  # of a class of its own


class Beside(Late):
    def wrong(self):
        from helping import help

        help()
"""


HELPING = "def help():\n    raise KeyError  # in a file beside\n"
PLACES = {
    "Early": ("here", "10: the rules raise KeyError: 'no'"),
    "Late": ("here", "fails at 3000: KeyError: 'no'"),
    "Divided": ("in Python's own module", "fails at 3000: ZeroDivisionError: Fraction(1, 0)"),
    "Refused": ("of a class of its own", "fails at 3000: Cheated: no such move"),
    "Beside": ("in a file beside", "fails at 3000: KeyError"),
}


COMMANDS = {
    "solve": ["solve", "{}"],
    "value": ["value", "value()", "game={}"],
    "play": ["play", "{}", "--opponent", "optimal"],
    "simulate": ["simulate", "{}", "--games", "2"],
    "verify": ["verify", "page.md", "--no-cache", "--game", "{}"],
}


@pytest.fixture(scope="module")
def failing(tmp_path_factory):
    folder = tmp_path_factory.mktemp("failing games")
    (folder / "wrong.py").write_text(FAILING)
    (folder / "helping.py").write_text(HELPING)
    (folder / "page.md").write_text("The value is 1 <!-- exactdice: value() -->.\n")
    return folder


@pytest.mark.parametrize(
    ("name", "command"),
    [*((name, "solve") for name in PLACES), *(("Late", command) for command in COMMANDS)],
)
def test_an_error_in_rules_is_told_with_its_line(failing, name, command):
    status, out, err = here(failing, *(w.format(f"./wrong.py:{name}") for w in COMMANDS[command]))
    place, said = PLACES[name]
    file, text = ("helping.py", HELPING) if name == "Beside" else ("wrong.py", FAILING)
    lines = text.splitlines()
    number = 1 + next(k for k, line in enumerate(lines) if line.endswith(f"# {place}"))
    assert status == 2 or command == "verify"
    assert f"{said} ({file}, line {number})" in err + out
    assert "Traceback" not in err


NAMED = "openspiel:kuhn_poker"


def test_a_document_loads_no_game_of_openspiel(tmp_path):
    document = tmp_path / "report.md"
    document.write_text('0<!-- exactdice: value(game="openspiel:matrix_rps") -->\n')
    done = run("verify", document)
    assert done.returncode != 0
    assert "unknown game openspiel:matrix_rps" in done.stdout + done.stderr


@pytest.fixture
def openspiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["value", "value()", f"game={NAMED}"], "-1/18\n"),
        (["value", "value()", "game=openspiel:goofspiel", "num_cards=2", "imp_info=True"], "0\n"),
        (["solve", "openspiel:matrix_rps"], "{Paper: 1/3, Rock: 1/3, Scissors: 1/3}"),
    ],
)
@pytest.mark.usefixtures("openspiel")
def test_commands_take_it(words, said):
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


@pytest.mark.usefixtures("openspiel")
def test_what_is_wrong_is_said_in_one_line():
    done = run("solve", NAMED, "players=99")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("error: OpenSpiel does not make kuhn_poker: ")
