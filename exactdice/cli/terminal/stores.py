"""The commands about what is kept on the disk, and what others do with stores."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, cast

import typer

from .shared import err, out, progress_bar

if TYPE_CHECKING:
    from ...exact.numbers import Progress
    from ...game.protocol import Game
    from ...games.yahtzee.rules import SheetGame
    from ...solvers.stores.store import Store

StoreWritten = Annotated[
    Path | None,
    typer.Option(
        "--store",
        help="Write each level of states to this folder as soon as it is solved, and go on with "
        "what is there already.",
    ),
]
StoreRead = Annotated[
    Path | None,
    typer.Option(
        "--store", help="Read the solution from this folder, which `solve --store` wrote."
    ),
]
Sample = Annotated[
    int | None,
    typer.Option(min=1, help="Of levels: check so many states, drawn at random; default: all."),
]


def answers_from(store: Path | None) -> AbstractContextManager[None]:
    """Inside the `with` block queries read solutions from the store in this folder, where one is
    named.
    """
    if store is None:
        return nullcontext()
    # Here, as the solvers take as long to load as all else that a short query needs.
    from ...solvers import asked

    return asked.answers_from(store)


def refuse_other_store(game: Game) -> None:
    """Raise `ExactDiceError` unless the store that is read is of this game."""
    from ...query.strategies import solved

    solved(game)


def check_store(
    folder: Path, name: str | None, words: list[str] | None, sample: int | None, seed: int | None
) -> int:
    """The exit status, after saying what was checked of the store, or why it is rejected."""
    from ...games.yahtzee.answers import METHOD
    from ...solvers.stores.store import Store
    from .files import game_or_file

    if name is None:
        store = Store(folder)
        with progress_bar(f"reading {folder}"):
            store.check_whole()
        out.print(
            f"whole: {store.about['levels']} levels with {len(store)} states are as they were "
            "written; with the name of the game their values are checked too"
        )
        return 0
    _, rules = game_or_file(name, words)
    store = Store(folder, rules)
    with progress_bar(f"checking {folder}") as watch:
        if store.about["method"] == METHOD:
            said, why = _check_sheets(folder, cast("SheetGame", rules), watch)
        else:
            said, why = _check_values(store, rules, sample, Random(seed), watch)
    if why:
        err.print(f"rejected: {why}")
        return 1
    for line in said:
        out.say(line)
    return 0


def _check_sheets(
    folder: Path, game: SheetGame, watch: Progress | None
) -> tuple[Iterable[str], str]:
    """What was found of a store of solved sheets, or why it is rejected."""
    from ...games.yahtzee.answers import sheets_of_store, wrong_level

    wrong = wrong_level(sheets_of_store(folder, game), watch)
    if wrong is not None:
        return (), f"level {wrong} is not what the turns of its sheets make of the next"
    return ["right: all sheets are what their turns make of the sheets after them"], ""


def _check_values(
    store: Store, rules: Game, sample: int | None, rng: Random, watch: Progress | None
) -> tuple[Iterable[str], str]:
    """What was found of the values of this game, or why they are rejected."""
    from ...checker import Rejected
    from ...solvers.stores.equations import check_equations, said
    from ...solvers.symmetry import folded

    try:
        return said(check_equations(store, folded(rules), sample, rng, watch)), ""
    except Rejected as error:
        return (), f"{error}"


cache = typer.Typer(help="What is kept of earlier runs of verify.", no_args_is_help=True)


@cache.command()
def where() -> None:
    """Print the folder of the cache."""
    from ...solvers.stores.cache import folder

    out.print(folder())


@cache.command()
def clear() -> None:
    """Delete what is kept."""
    from ...solvers.stores.cache import clear as clear_cache

    out.print(f"deleted {clear_cache()} bytes")
