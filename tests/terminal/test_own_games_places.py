"""Games in files, wherever these lie."""

import subprocess
import sys

import pytest
from race_in_a_file import RACE, VALUE_TO_2, here


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("my games")
    (folder / "race.py").write_text(RACE)
    return folder


# --- where it lies --------------------------------------------------------------------------------


def test_a_path_may_be_absolute_and_hold_blanks(folder):
    assert " " in str(folder)
    words = ["value", "value()", f"game={folder / 'race.py'}:Race", "length=2"]
    assert here("/", *words) == (0, VALUE_TO_2, "")


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
