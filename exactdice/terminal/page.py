"""The command that writes the page of a game. No mathematics here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import ExactDiceError
from ..files import check_apart, check_writable, is_standard_output, named, write_atomically
from .completion import complete_strategy
from .files import GameToWrite, game_or_file
from .shared import Given, beside, output_option, progress_bar

PageFile = Annotated[Path, output_option("The page to write, such as battle.html; - prints it.")]
MoreStrategies = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        help="One more strategy to compare and play against, as 'dice(3)'; may be repeated.",
        autocompletion=complete_strategy,
    ),
]

ENDINGS = (".html", ".htm")


def register(app: typer.Typer) -> None:
    """Enter this command."""
    app.command()(page)


def page(
    game: GameToWrite, output: PageFile, given: Given = None, strategy: MoreStrategies = None
) -> None:
    """Write the page of a game: a map of best play, laws, play.

    It is one file of HTML that needs no network. What takes long is left out, and named; limit=none
    leaves nothing out for its cost.
    """
    from ..pages.game_page import made_page

    _, rules = game_or_file(game, given)
    _refuse_other_ending(output)
    # Before the work, and never over the rules of the game itself.
    check_writable(output)
    check_apart(output, Path(game.partition(":")[0]))
    with progress_bar(f"the page of {game}"):
        made = made_page(rules, game, given or (), strategy or ())
    write_atomically(output, made.html)
    told = beside(output)
    told.print(
        f"wrote {named(output)}: {made.states} states, {len(made.html.encode()) / 1e6:.1f} MB"
    )
    for text in made.left_out:
        told.print(f"left out: {text}")


def _refuse_other_ending(output: Path) -> None:
    """Raise for a file whose name would say that it holds something else than a page."""
    if not is_standard_output(output) and output.suffix.lower() not in ENDINGS:
        raise ExactDiceError(
            f"{named(output)}: a page is a file ending in {' or '.join(ENDINGS)}, such as "
            f"{named(output.with_suffix('.html').name)}, or - to print it"
        )
