"""What the commands do with stores, folders of solved levels. No mathematics here."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import ExactDiceError
from ..exact import shown
from .shared import err, out, progress_bar

if TYPE_CHECKING:
    from ..game import Game
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
    typer.Option(min=1, help="Of a store: check so many states, drawn at random; default: all."),
]

Modulo = Annotated[
    bool,
    typer.Option(
        "--modulo",
        help="Of a store of yahtzee or yatzy: check all sheets modulo a prime drawn now.",
    ),
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
    folder: Path,
    name: str | None,
    words: list[str] | None,
    sample: int | None,
    seed: int | None,
    modulo: bool,
) -> int:
    """The exit status, after saying what was checked of the store, or why it is rejected."""
    from ..games.yahtzee.store import is_sheet_store
    from ..stores.reading import Store

    _refuse_meaningless(name, sample, seed, modulo)
    if is_sheet_store(folder):
        ways = _ways_to_check(sample, seed, modulo)
        return _check_sheets(folder, name, words, ways)
    store = Store(folder)
    if modulo:
        raise ExactDiceError(
            "--modulo checks stores of yahtzee and yatzy; without it the states of any store are "
            "checked exactly"
        )
    # A sample reads, and so checks, the levels that it needs.
    if sample is None:
        with progress_bar(f"reading {folder}"):
            store.check_files()
    if name is None:
        return _tell_whole(store, sample)
    return _check_values(store, name, words, sample, seed)


def _refuse_meaningless(
    name: str | None, sample: int | None, seed: int | None, modulo: bool
) -> None:
    """Raise `ExactDiceError` for options that would do nothing."""
    if seed is not None and sample is None:
        raise ExactDiceError("--seed does nothing without --sample: leave it out")
    if modulo and name is not None and name.lstrip("-").isdecimal():
        raise ExactDiceError(
            f"--modulo takes no number, as the prime is drawn, got {shown(name)}: leave it out, or "
            "name the prime to exactdice/games/yahtzee/checker.py"
        )


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


def _ways_to_check(sample: int | None, seed: int | None, modulo: bool) -> list[str]:
    """The arguments for the checker of sheets."""
    drawn = [] if sample is None else ["--sample", f"{sample}"]
    seeded = [] if seed is None else ["--seed", f"{seed}"]
    by_prime = ["--modulo"] if modulo else []
    return [*drawn, *seeded, *by_prime]


def _check_sheets(folder: Path, name: str | None, words: list[str] | None, ways: list[str]) -> int:
    """The exit status of the checker of sheets, which needs no name as the store says its rules."""
    from ..games.yahtzee import checker
    from ..games.yahtzee.store import refuse_other_sheets
    from .files import game_or_file

    if name is not None:
        refuse_other_sheets(folder, game_or_file(name, words)[1])
    # It prints for itself, since it runs without this package.
    with redirect_stdout(StringIO()) as right, redirect_stderr(StringIO()) as complaint:
        status = checker.main([str(folder), *ways])
    out.print(right.getvalue(), end="")
    err.print(complaint.getvalue(), end="")
    return status


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
