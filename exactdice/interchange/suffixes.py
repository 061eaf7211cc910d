"""Games by the suffix of their file: which format is written and read."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from pathlib import Path

from ..argument_checks import a_path
from ..cost import LIFTED, at_most
from ..errors import ExactDiceError, UnsolvableError
from ..exact import shown
from ..files import named
from ..game import PLAYERS, Game, refuse_no_game
from ..games.listed_game import as_game, one_choice
from ..hidden.information import refuse_hidden
from ..matrices.solve import Matrix, programme
from ..optional import hides
from ..solvers import solve
from .efg_reader import read_efg
from .efg_writer import write_efg
from .lp_file import write_lp
from .nfg import read_nfg, write_nfg
from .prism import model_graph, write_model

MOST_CHOICES = 100_000  # pairs of actions of both players at the start of a game that is written


def _matrix(game: Game) -> Matrix:
    try:
        return one_choice(game)
    except UnsolvableError as error:
        raise UnsolvableError(f"{error}: {_holding(game)}") from error


def _holding(game: Game) -> str:
    """Which formats hold a game that is over after more than one choice."""
    if hides(game):
        return ".efg holds it, with what is hidden"
    return ".prism holds any game that hides nothing, .efg one that never comes back to a state"


def _nfg(game: Game, path: Path) -> list[Path]:
    write_nfg(_matrix(game), path, shown(game))
    return [path]


def _efg(game: Game, path: Path) -> list[Path]:
    write_efg(game, path)
    return [path]


def _lp(game: Game, path: Path) -> list[Path]:
    write_lp(programme(_matrix(game)), path)
    return [path]


def _prism(game: Game, path: Path) -> list[Path]:
    refuse_hidden(game, "and in a .prism file they see everything: .efg holds it")
    graph = model_graph(game)  # refuses a game too large to write, before it is solved
    return [path, write_model(graph, solve(game).value, path)]


WRITERS: dict[str, Callable[[Game, Path], list[Path]]] = {
    ".nfg": _nfg,
    ".efg": _efg,
    ".prism": _prism,
    ".lp": _lp,
}
READERS: dict[str, Callable[[Path], Game]] = {
    ".nfg": lambda path: as_game(read_nfg(path)),
    ".efg": read_efg,
}


def write_game(game: Game, path: Path | str) -> list[Path]:
    """Write the game in the format of the suffix, in capitals or not; the files that were written.

    `.nfg` (matrix) and `.lp` (MAX's programme) hold one choice of both players, `.efg` a tree,
    `.prism` any game that hides nothing, with properties and their exact results in a `.props` file
    beside it. Raises `RulesError` or `UnsolvableError` when the format cannot hold the game.
    """
    path = a_path(path)
    refuse_no_game(game)
    suffix = path.suffix.lower()
    if suffix not in WRITERS:
        raise ExactDiceError(
            f"a game is written to a file ending in {', '.join(WRITERS)}, got {named(path)}"
        )
    # Asked of the start alone: two of the formats hold one choice, and the others refuse what is
    # too large as they explore it.
    counts = (
        []
        if game.payoff(game.start) is not None
        else [len(game.actions(game.start, player)) for player in PLAYERS]
    )
    if prod(counts) > at_most(MOST_CHOICES):
        raise UnsolvableError(
            f"{shown(game)} begins with {shown(prod(counts))} choices of both players, more "
            f"than the {MOST_CHOICES} written; {LIFTED}"
        )
    return WRITERS[suffix](game, path)


def read_game(path: Path | str) -> Game:
    """The game in a `.nfg` or `.efg` file."""
    path = a_path(path)
    suffix = path.suffix.lower()
    if suffix not in READERS:
        raise ExactDiceError(
            f"a game is read from a file ending in {', '.join(READERS)}, got {named(path)}"
        )
    return READERS[suffix](path)
