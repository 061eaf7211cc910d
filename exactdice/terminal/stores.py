"""What the commands do with stores, folders of solved levels. No mathematics here."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ..errors import ExactDiceError
from .shared import err, out, progress_bar

if TYPE_CHECKING:
    from ..game import Game
    from ..games.yahtzee.rules import SheetGame
    from ..stores.reading import Store

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
    from ..solvers import asked

    return asked.answers_from(store)


def refuse_other_store(game: Game) -> None:
    """Raise `ExactDiceError` unless the store that is read is of this game."""
    from ..games.strategies import solved

    solved(game)


def check_store(
    folder: Path, name: str | None, words: list[str] | None, sample: int | None, seed: int | None
) -> int:
    """The exit status, after saying what was checked of the store, or why it is rejected."""
    from ..games.yahtzee.store import is_sheet_store
    from ..stores.reading import Store

    if seed is not None and sample is None:
        raise ExactDiceError("--seed does nothing without --sample: leave it out")
    if is_sheet_store(folder):
        return _check_sheets(folder, name, words, sample)
    store = Store(folder)
    # A sample reads, and so checks, the levels that it needs.
    if sample is None:
        with progress_bar(f"reading {folder}"):
            store.check_files()
    if name is None:
        return _tell_whole(store, sample)
    return _check_values(store, name, words, sample, seed)


def _tell_whole(store: Store, sample: int | None) -> int:
    """Say that the files are as they were written; the exit status."""
    if sample is not None:
        raise ExactDiceError(
            "--sample draws states, whose rules the store does not hold: name the game, as in: "
            f"exactdice check {store.folder} GAME --sample 1000"
        )
    out.print(
        f"whole: {len(store.manifest['levels'])} levels with {len(store)} states are as they were "
        "written; with the name of the game their values are checked too"
    )
    return 0


def _check_sheets(
    folder: Path, name: str | None, words: list[str] | None, sample: int | None
) -> int:
    """The exit status, after saying what was found of a store of solved sheets."""
    from ..games.yahtzee.store import SheetStore, check_files
    from ..jobs.allowance import cores
    from .files import game_or_file

    if sample is not None:
        raise ExactDiceError("--sample draws no sheets of yahtzee or yatzy: all are checked")
    levels, sheets = check_files(folder)
    if name is None:
        out.print(
            f"whole: {levels} levels with {sheets} sheets are as they were written; with the name "
            "of the game their values are checked too"
        )
        return 0
    store = SheetStore(folder, cast("SheetGame", game_or_file(name, words)[1]))
    with progress_bar(f"checking {folder}") as watch:
        wrong = next(store.wrong_levels(watch, cores()), None)
    if wrong is not None:
        err.print(f"rejected: level {wrong} is not what the turns of its sheets make of the next")
        return 1
    out.print(f"right: all {sheets} sheets are what their turns make of the sheets after them")
    return 0


def _check_values(
    store: Store, name: str, words: list[str] | None, sample: int | None, seed: int | None
) -> int:
    """The exit status, after saying what was found of the values of this game."""
    from ..checker import Rejected
    from ..solvers.stored import listed_game
    from ..stores.equations import check_equations, said
    from ..stores.rules import refuse_other_rules
    from .files import game_or_file

    _, rules = game_or_file(name, words)
    refuse_other_rules(store.folder, store.manifest, rules)
    try:
        with progress_bar(f"checking {store.folder}") as watch:
            checked = check_equations(store, listed_game(rules), sample, Random(seed), watch)
    except Rejected as error:
        err.print(f"rejected: {error}")
        return 1
    for line in said(checked):
        out.say(line)
    return 0
