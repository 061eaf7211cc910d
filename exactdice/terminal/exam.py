"""The commands of the examination paper on Phantom Domineering. No mathematics here."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

from ..errors import ExactDiceError
from ..files import named
from ..queries.game_words import game_from
from ..words.register import whole
from .completion import option_words
from .shared import Seed, check_picture, given_in, out, output_option, progress_bar

BOARD = "phantom-domineering"


def complete_first_term(incomplete: str) -> list[str]:
    """The one word that `exam` takes."""
    return [word for word in ("u0=",) if word.startswith(incomplete)]


def complete_board(incomplete: str) -> list[str]:
    """The options of the game."""
    return [word for word in option_words(BOARD) if word.startswith(incomplete)]


FirstTerm = Annotated[
    list[str] | None,
    typer.Argument(help="The first term: u0=42", autocompletion=complete_first_term),
]
BoardWords = Annotated[
    list[str] | None,
    typer.Argument(
        help="The game: rows=4 columns=4 lists=100 u0=42", autocompletion=complete_board
    ),
]


SheetForm = Annotated[str, typer.Option("--format", help="text, markdown or latex.")]
LeftOut = Annotated[
    list[int] | None, typer.Option(help="A question to leave out; may be repeated.")
]
WithMixtures = Annotated[bool, typer.Option("--mixtures", help="Print the optimal mixtures too.")]
Rounds = Annotated[
    int | None, typer.Option(min=1, help="Rounds to play; default: as many as in the paper.")
]
Picture = Annotated[
    Path | None, output_option("Draw the mean and its bound in this .png, .svg or .pdf.")
]


def register(app: typer.Typer) -> None:
    """Enter these commands."""
    app.command()(exam)
    app.command()(bandit)


def exam(
    given: FirstTerm = None,
    form: SheetForm = "text",
    skip: LeftOut = None,
    mixtures: WithMixtures = False,
) -> None:
    """Print the answer sheet of the paper on Phantom Domineering.

    It answers questions 1 to 8 of the examination paper, every value exact.
    """
    from ..exam.paper import SheetFormat, answer_sheet, sheet_lines
    from ..games.phantom_domineering.rules import MODULUS

    if form not in list(SheetFormat):
        raise ExactDiceError(f"--format must be one of {', '.join(SheetFormat)}, got {form}")
    options = given_in(given)
    # A word too many is refused, since an option passed over would go unnoticed.
    if set(options) != {"u0"}:
        raise ExactDiceError("exam needs the first term and nothing else, as in u0=42")
    # The bar counts questions, so the solvers within must not move it.
    with progress_bar("questions", inner=False) as watch:
        sheet = answer_sheet(whole(options["u0"], "u0", 0, MODULUS - 1), skip or (), watch)
    put = out.say if form == SheetFormat.TEXT else out.print
    for line in sheet_lines(sheet, SheetFormat(form), mixtures):
        put(line)


def bandit(
    given: BoardWords = None,
    rounds: Rounds = None,
    seed: Seed = None,
    output: Picture = None,
) -> None:
    """Approximate Phantom Domineering by the paper's algorithm.

    What it finds is set beside the exact value.
    """
    from ..exam.bandit_run import approach, approach_lines
    from ..exam.picture import draw_approach

    game = game_from(BOARD, given)
    if output is not None:
        # Before the run, which may take long.
        check_picture(output)
    with progress_bar("rounds", inner=False) as watch:
        found = approach(game, rounds, Random(seed), watch)
    out.say(f"{game}")
    for line in approach_lines(found):
        out.say(line)
    if output is not None:
        draw_approach(found.run, found.value, output, str(game))
        out.print(f"wrote {named(output)}")
