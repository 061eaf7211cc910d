"""The command that writes the folder of a new game: a small race, to be changed into one's own."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from ...exact.errors import ExactDiceError
from ...exact.files import named, write_atomically
from ...exact.loading import is_importable
from ...exact.numbers import shown
from .shared import out

TEMPLATES = Path(__file__).with_name("game_template")
# {template: the file that is made of it}
FILES = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "init.py.txt": "$module/__init__.py",
    "rules.py.txt": "$module/rules.py",
    "strategies.py.txt": "$module/strategies.py",
    "words.py.txt": "$module/words.py",
    "test.py.txt": "tests/test_$module.py",
}
NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*", re.ASCII)
STEPS = 3  # squares of a player who walks
RESERVED = sys.stdlib_module_names | {"tests"}  # what a folder of this name would hide


def new_game(
    name: Annotated[str, typer.Argument(help="Its name, such as farkle or turtle-race.")],
    folder: Annotated[
        Path, typer.Argument(help="Where its folder is written; default: here.")
    ] = Path(),
) -> None:
    """Write the folder of a new game, which can be solved, tested and installed at once.

    It holds a small race to be changed: rules, strategies, words, a test, a page. No file is
    overwritten.
    """
    from ...query.games_by_name import is_known

    if not NAME.fullmatch(name):
        raise ExactDiceError(
            f"the name of a game has small letters and digits, with - or _ between them, such as "
            f"turtle-race: got {shown(name)}"
        )
    if is_known(name):
        raise ExactDiceError(f"there is a game {name} already (see `exactdice games`)")
    module, class_name = names_of(name).values()
    if keyword.iskeyword(module) or module in RESERVED or is_importable(module):
        raise ExactDiceError(
            f"{module} is a word or a module of Python here, which a package of this name would "
            "hide: choose another name"
        )
    if not folder.is_dir():
        raise ExactDiceError(f"{folder}: must be a folder")
    home = folder / name
    if home.exists():
        raise ExactDiceError(f"{home} is there already, and nothing is overwritten")
    names = {"name": name, "steps": STEPS, **names_of(name)}
    files = {home / Template(path).substitute(names): template for template, path in FILES.items()}
    for file, template in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        text = Template((TEMPLATES / template).read_text(encoding="utf-8")).substitute(names)
        write_atomically(file, text)
    for file in files:
        out.print(f"wrote {named(file)}")
    out.print(f"solve it: exactdice solve {_path(home / module)}:{class_name}")
    out.print(f"test it: cd {home} && python -m pytest")
    out.print(f"make it known as {name}: pip install {_path(home)}")


def _path(path: Path) -> str:
    """The path as it is typed; one that would read as a name begins with a dot."""
    return f"{path}" if path.is_absolute() else f"./{path}"


def names_of(name: str) -> dict[str, str]:
    """What the game is called in Python: its module and its class.

    >>> names_of("turtle-race")
    {'module': 'turtle_race', 'class_name': 'TurtleRace'}
    """
    module = name.replace("-", "_")
    return {"module": module, "class_name": "".join(map(str.capitalize, module.split("_")))}
