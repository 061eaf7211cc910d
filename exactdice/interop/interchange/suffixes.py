"""Games by the suffix of their file: which format is written and read; and arenas as JSON, an
object {vertex: [successors]}, the token starting at its first vertex.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ...checker import whole_number
from ...exact.argument_checks import a_path, a_text
from ...exact.errors import ExactDiceError, RulesError, UnsolvableError
from ...exact.files import named
from ...exact.numbers import shown
from ...game.graph import explore
from ...game.optional import hides
from ...game.protocol import Game, refuse_no_game
from ...games.listed_game import as_game, one_choice
from ...linear.matrices.solve import Matrix, game_program
from ...solvers import solve
from ...solvers.arenas.arena import Arena, arena
from ...solvers.hidden.information import refuse_imperfect_information
from .gambit import read_efg, read_nfg, write_efg, write_nfg
from .lp_file import write_lp
from .prism import write_prism
from .tokens import read_parsed

Way = TypeVar("Way", bound=Callable[..., object])


def _matrix(game: Game) -> Matrix:
    try:
        return one_choice(game)
    except UnsolvableError as error:
        holding = (
            ".prism holds any game that hides nothing, .efg one that never comes back to a state"
        )
        if hides(game):
            holding = ".efg holds it, with what is hidden"
        raise UnsolvableError(f"{error}: {holding}") from error


def _prism(game: Game, path: Path) -> Path:
    refuse_imperfect_information(game, "and in a .prism file they see everything: .efg holds it")
    graph = explore(game)  # refuses a game too large to write, before it is solved
    return write_prism(graph, solve(game).value, path)


# Each gives the file that it writes beside the one of the game; None where there is none.
WRITERS: dict[str, Callable[[Game, Path], Path | None]] = {
    ".nfg": lambda game, path: write_nfg(_matrix(game), path, shown(game)),
    ".efg": write_efg,
    ".prism": _prism,
    ".lp": lambda game, path: write_lp(game_program(_matrix(game)), path),
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
    beside = _pick_by_suffix(WRITERS, path, "written to")(game, path)
    return [path, beside] if beside else [path]


def read_game(path: Path | str) -> Game:
    """The game in a `.nfg` or `.efg` file."""
    path = a_path(path)
    return _pick_by_suffix(READERS, path, "read from")(path)


def _pick_by_suffix(ways: dict[str, Way], path: Path, done: str) -> Way:
    suffix = path.suffix.lower()
    if suffix not in ways:
        raise ExactDiceError(
            f"a game is {done} a file ending in {', '.join(ways)}, got {named(path)}"
        )
    return ways[suffix]


# --- arenas ---------------------------------------------------------------------------------------


def read_arena(path: Path | str) -> Arena:
    """The arena in the file; `RulesError` naming the file when it is no arena."""
    return read_parsed(parse_arena, path)


def parse_arena(text: str) -> Arena:
    """The arena of the text; `RulesError` when it is none.

    >>> parse_arena('{"a": ["b"], "b": []}').start
    'a'
    """

    # JSON lets a key stand twice and Python keeps the last: half of the moves would be lost unseen.
    def object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
        described = {}
        for vertex, successors in pairs:
            if vertex in described:
                raise RulesError(f"the vertex {vertex!r} is there twice")
            described[vertex] = successors
        return described

    try:
        described = json.loads(
            a_text(text, "an arena to be read"), object_pairs_hook=object_of, parse_int=whole_number
        )
        if not isinstance(described, dict):
            raise RulesError(
                "an arena must be an object {vertex: [successors]}, got a "
                f"{type(described).__name__}"
            )
        # Both are JSON objects, and a proof file is the one most likely taken for an arena.
        if str(described.get("format")).startswith("exactdice proof"):
            raise RulesError("it is a proof file, for `exactdice check`")
        return arena(described)
    # RulesError is a ValueError too; deep brackets make the reader of JSON recurse.
    except (ValueError, RecursionError) as error:
        raise RulesError(f"not an arena: {error}") from error
