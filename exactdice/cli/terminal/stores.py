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
    from ...games.yahtzee.rules import SheetGame

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
    from ...solvers import stored

    return stored.answers_from(store)


def check_store(
    folder: Path, name: str | None, words: list[str] | None, sample: int | None, seed: int | None
) -> int:
    """The exit status, after saying what was checked of the store, or why it is rejected."""
    from ...checker import Rejected
    from ...games.yahtzee.answers import METHOD, sheets_of_store, wrong_level
    from ...solvers.iteration import folded
    from ...solvers.stores.equations import check_equations, said
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
    lines: Iterable[str] = ["right: all sheets are what their turns make of the sheets after them"]
    why = ""
    with progress_bar(f"checking {folder}") as watch:
        if store.about["method"] == METHOD:
            wrong = wrong_level(sheets_of_store(folder, cast("SheetGame", rules)), watch)
            if wrong is not None:
                why = f"level {wrong} is not what the turns of its sheets make of the next"
        else:
            try:
                lines = said(check_equations(store, folded(rules), sample, Random(seed), watch))
            except Rejected as error:
                why = f"{error}"
    if why:
        err.print(f"rejected: {why}")
        return 1
    for line in lines:
        out.say(line)
    return 0


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
