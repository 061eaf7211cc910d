"""The commands that make the values which a document asks for. No mathematics here."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import ClaimsError, ExactDiceError, SeveralErrors
from ..exact import printable
from ..files import decoded, named, read_text, rewrite_atomically
from .shared import err, out, progress_bar

if TYPE_CHECKING:  # loaded when it is needed
    from ..generated.latex import Values

STANDARD_INPUT = "standard input"

MainFile = Annotated[Path, typer.Argument(help="The main LaTeX document, such as main.tex.")]
OnlyCheck = Annotated[
    bool,
    typer.Option("--check", help="Write nothing: exit status 1 when the file is not up to date."),
]
ListFile = Annotated[
    Path, typer.Argument(help="A file of lines such as EP(5) dec:3; - is standard input.")
]
ListForm = Annotated[str, typer.Option("--format", help="text, latex or tsv.")]


def register(app: typer.Typer) -> None:
    """Enter these commands."""
    app.command()(latex)
    app.command("latex-sty")(latex_sty)
    app.command()(values)


def latex(main: MainFile, check: OnlyCheck = False) -> None:
    r"""Write the values that a LaTeX document asks for by \exactvalue to MAIN.exact.tex.

    Exit status: 0 all are written, 1 with --check when the file differs, 2 some cannot be had.
    """
    from ..generated.latex import file_of, values_of, written_before

    # Before the work, which may take long.
    before = written_before(main)
    with progress_bar(str(main), inner=False) as watch:
        found = values_of(main, watch)
    differs = found.differ_from(before)
    if differs and not check:
        rewrite_atomically(file_of(main), before, found.text)
    state = ("not up to date" if check else "written") if differs else "up to date"
    out.print(f"{named(file_of(main))}: {_counted(found)}, {state}")
    for place in found.reading.left_out:
        err.print(f"{printable(place)} is not read: it lies outside the folder of {named(main)}")
    _refuse(found.errors)
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
    from ..documents.latex_package import copy_sty

    out.print(f"wrote {named(copy_sty(folder))}")


def _counted(found: Values) -> str:
    files = len(found.reading.files)
    return f"{found.count} value{'s' * (found.count != 1)}" + f" of {files} files" * (files > 1)


def _refuse(errors: Sequence[ClaimsError]) -> None:
    """Raise what was found wrong, if anything."""
    if errors:
        raise SeveralErrors(map(str, errors))


def values(file: ListFile, form: ListForm = "text") -> None:
    """Print the values that a list asks for, line by line, for other programmes.

    A first line `document: dice=10 decimal=,` holds for all others. A value that cannot be had is
    ?? there, and the exit status is 2.
    """
    from ..generated.lists import ListFormat, answers

    if form not in list(ListFormat):
        raise ExactDiceError(f"--format must be one of {', '.join(ListFormat)}, got {form}")
    is_input = file == Path("-")
    path = Path(STANDARD_INPUT) if is_input else file
    text = decoded(path, _standard_input()) if is_input else read_text(file)
    with progress_bar(str(path), inner=False) as watch:
        lines, errors = answers(text, path, form, watch)
    # In UTF-8 whatever the encoding here: a programme reads it.
    out.data("".join(f"{line}\n" for line in lines))
    if form != ListFormat.TSV:
        _refuse(errors)
    elif errors:  # whoever reads that format reads its errors there
        raise typer.Exit(2)


def _standard_input() -> bytes:
    """What stands on standard input."""
    return sys.stdin.buffer.read()
