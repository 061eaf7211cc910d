"""The commands that exchange files with other programmes. No mathematics here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .errors import ExactDiceError
from .files import check_writable
from .terminal import GameName, Given, complete_game, game_from, out, progress_bar

GAMES_AND_FILES = "The name of a game (see `exactdice games`), or a .nfg, .efg or .lp file."
GameOrFile = Annotated[str, typer.Argument(help=GAMES_AND_FILES, autocompletion=complete_game)]
Written = Annotated[Path, typer.Option("-o", "--output", help="A .nfg, .efg, .prism or .lp file.")]


def register(app: typer.Typer) -> None:
    """Enter these commands."""
    app.command()(export)


def export(game: GameName, output: Written, given: Given = None) -> None:
    """Write a game for another programme: Gambit (.nfg, .efg), PRISM (.prism and .props), or a solver of linear programmes (.lp)."""
    from .interchange.suffixes import write_game

    rules = game_from(game, given)
    check_writable(output)
    with progress_bar(f"writing {game}"):
        written = write_game(rules, output)
    for file in written:
        out.print(f"wrote {file}")


def game_or_file(name: str, words: list[str] | None) -> tuple[str, Any]:
    """What the game is called, and its rules: of the game of this name, or of the file at this path."""
    from .interchange.suffixes import READERS, read_game

    if Path(name).suffix not in READERS:
        rules = game_from(name, words)
        return f"{rules}", rules
    _refuse_options(name, words)
    return name, read_game(Path(name))


def is_programme(name: str) -> bool:
    """Whether this is the path of a linear programme."""
    return Path(name).suffix == ".lp"


def solve_programme(path: Path, words: list[str] | None, output: Path | None) -> None:
    """Print the exact outcome of the linear programme in the file."""
    from .interchange.lp_reader import read_lp
    from .lp import optimum
    from .report.summary import programme_lines

    _refuse_options(str(path), words)
    if output is not None:
        raise ExactDiceError(f"no proof file is written for {path}: its outcome is proved before it is printed; leave -o out")
    program = read_lp(path)
    out.print(f"{path}")
    for line in programme_lines(program, optimum(program)):
        out.print(line)


def _refuse_options(name: str, words: list[str] | None) -> None:
    if words:
        raise ExactDiceError(f"{name} is a file and takes no options, got {' '.join(words)}")
