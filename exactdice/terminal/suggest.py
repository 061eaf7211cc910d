"""The command that proposes marks for the numbers of a document. No mathematics here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import ExactDiceError
from ..exact import printable
from ..files import rewrite_atomically
from .completion import complete_game, complete_option
from .shared import out, progress_bar, split_words

if TYPE_CHECKING:
    from ..suggesting.suggest import Suggestions

OptionWords = Annotated[
    list[str] | None,
    typer.Argument(
        help="Options of the game as key=value: dice=10 target=100",
        autocompletion=complete_option,
    ),
]
Game = Annotated[
    str,
    typer.Argument(
        help="The game that the document is about, or `dice` for sums of dice alone.",
        autocompletion=complete_game,
    ),
]
Seconds = Annotated[
    float, typer.Option(min=0.1, help="Seconds of computing that questions may take.")
]
AsPatch = Annotated[
    bool, typer.Option("--patch", help="Print a patch that puts the proposals in as comments.")
]
Write = Annotated[
    bool, typer.Option("--write", help="Put the proposals into the document, as comments.")
]


def register(app: typer.Typer) -> None:
    """Enter this command."""
    app.command()(suggest)


def suggest(
    file: Annotated[Path, typer.Argument(help="A Markdown, LaTeX or CSV document.")],
    game: Game = "dice-battle",
    given: OptionWords = None,
    patch: AsPatch = False,
    write: Write = False,
    seconds: Seconds = 15.0,
) -> None:
    """Propose marks for the numbers of a document.

    A proposal is a comment until the word `suggested` is deleted from it.
    """
    from ..suggesting import suggest as suggesting
    from ..suggesting.questions import Asker

    if patch and write:
        raise ExactDiceError("--patch and --write exclude each other: choose one")
    with progress_bar("questions", inner=False) as watch:
        found = suggesting.suggest(file, game, split_words(given), Asker(seconds=seconds), watch)
    if patch:
        out.data(suggesting.patch_of(found))
    elif write:
        _write(file, found)
    else:
        for line in suggesting.report_lines(found, file):
            out.say(printable(line))


def _write(file: Path, found: Suggestions) -> None:
    """Write the proposals into the document."""
    from ..suggesting import suggest as suggesting

    if found.source.has_returns:
        raise ExactDiceError(
            f"{file}: its lines end in a return alone: save it with other line ends"
        )
    mark = "\ufeff" if found.source.marked else ""
    before = (mark + found.source.text).encode()  # no return stands alone, so these are its bytes
    rewrite_atomically(file, before, mark + suggesting.written(found))
    for line in suggesting.summary_lines(found, file):
        out.say(printable(line))
