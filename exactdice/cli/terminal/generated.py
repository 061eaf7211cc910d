"""The commands that make the values which a document asks for, and that propose marks for those it
has. No mathematics here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ...exact.errors import ExactDiceError, SeveralErrors
from ...exact.files import decoded, named, read_text, rewrite_atomically
from ...exact.numbers import printable
from .shared import complete_game, complete_option, err, out, progress_bar, split_words

STANDARD_INPUT = "standard input"


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

Write = Annotated[
    bool, typer.Option("--write", help="Put the proposals into the document, as comments.")
]


def latex(
    main: Annotated[Path, typer.Argument(help="The main LaTeX document, such as main.tex.")],
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Write nothing: exit status 1 when the file is not up to date."
        ),
    ] = False,
) -> None:
    r"""Write the values that a LaTeX document asks for by \exactvalue to MAIN.exact.tex.

    Exit status: 0 all are written, 1 with --check when the file differs, 2 some cannot be had.
    """
    from ...report.generated import file_of, values_of, written_before

    # Before the work, which may take long.
    before = written_before(main)
    with progress_bar(str(main), inner=False) as watch:
        found = values_of(main, watch)
    differs = found.differ_from(before)
    if differs and not check:
        rewrite_atomically(file_of(main), before, found.text)
    state = ("not up to date" if check else "written") if differs else "up to date"
    files = len(found.files)
    counted = f"{found.count} value{'s' * (found.count != 1)}" + f" of {files} files" * (files > 1)
    out.print(f"{named(file_of(main))}: {counted}, {state}")
    for place in found.left_out:
        err.print(f"{printable(place)} is not read: it lies outside the folder of {named(main)}")
    if found.errors:
        raise SeveralErrors(map(str, found.errors))
    if check and differs:
        raise typer.Exit(1)


def latex_sty(
    folder: Annotated[
        Path, typer.Argument(help="Where the package is put; default: here.")
    ] = Path(),
) -> None:
    """Copy exactdice.sty, the LaTeX package, into a folder.

    A copy that is there already is replaced.
    """
    from ...report.documents.latex_package import copy_sty

    out.print(f"wrote {named(copy_sty(folder))}")


def values(
    file: Annotated[
        Path, typer.Argument(help="A file of lines such as EP(5) dec:3; - is standard input.")
    ],
    form: Annotated[str, typer.Option("--format", help="text, latex or tsv.")] = "text",
) -> None:
    """Print the values that a list asks for, line by line, for other programmes.

    A first line `document: dice=10 decimal=,` holds for all others. A value that cannot be had is
    ?? there, and the exit status is 2.
    """
    from ...report.generated import ListFormat, answers

    if form not in list(ListFormat):
        raise ExactDiceError(f"--format must be one of {', '.join(ListFormat)}, got {form}")
    is_input = file == Path("-")
    path = Path(STANDARD_INPUT) if is_input else file
    text = decoded(path, sys.stdin.buffer.read()) if is_input else read_text(file)
    with progress_bar(str(path), inner=False) as watch:
        lines, errors = answers(text, path, form, watch)
    # In UTF-8 whatever the encoding here: a programme reads it.
    out.data("".join(f"{line}\n" for line in lines))
    if errors and form == ListFormat.TSV:  # whoever reads that format reads its errors there
        raise typer.Exit(2)
    if errors:
        raise SeveralErrors(map(str, errors))


def suggest(
    file: Annotated[Path, typer.Argument(help="A Markdown, LaTeX or CSV document.")],
    game: Game = "dice-battle",
    given: Annotated[
        list[str] | None,
        typer.Argument(
            help="Options of the game as key=value: dice=10 target=100",
            autocompletion=complete_option,
        ),
    ] = None,
    patch: Annotated[
        bool, typer.Option("--patch", help="Print a patch that puts the proposals in as comments.")
    ] = False,
    write: Write = False,
    seconds: Seconds = 15.0,
) -> None:
    """Propose marks for the numbers of a document.

    A proposal is a comment until the word `suggested` is deleted from it.
    """
    from ...report.suggesting import suggest as suggesting
    from ...report.suggesting.questions import Asker

    if patch and write:
        raise ExactDiceError("--patch and --write exclude each other: choose one")
    with progress_bar("questions", inner=False) as watch:
        found = suggesting.suggest(file, game, split_words(given), Asker(seconds=seconds), watch)
    if patch:
        out.data(suggesting.patch_of(found))
    elif write:
        if found.source.has_returns:
            raise ExactDiceError(
                f"{file}: its lines end in a return alone: save it with other line ends"
            )
        # No return stands alone, so these are its bytes.
        mark = "\ufeff" if found.source.marked else ""
        before = (mark + found.source.text).encode()
        rewrite_atomically(file, before, mark + suggesting.written(found))
        for line in suggesting.summary_lines(found, file):
            out.say(printable(line))
    else:
        for line in suggesting.report_lines(found, file):
            out.say(printable(line))
