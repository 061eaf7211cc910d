"""The commands that write for documents: tables, formulas, pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import ExactDiceError
from ..exact import Progress
from ..files import check_two_files, check_writable, is_standard_output, write_atomically
from ..queries.ranges import Labels, queries_and_words
from ..tables.cell_styles import STYLES
from ..tables.output_formats import TableFormat, table_format
from .shared import (
    Query,
    Ranged,
    as_file,
    check_picture,
    complete_query,
    out,
    progress_bar,
    ranges_and_options,
    refuse_unused,
)

if TYPE_CHECKING:  # loaded for the formula that needs it
    from ..closed_forms.states import RaceStates

QUERY_OR_NONE = typer.Argument(
    help="A query, such as 'EP(d)'; more may follow, each a column.", autocompletion=complete_query
)
Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", callback=as_file, help="Write to this file instead."),
]
FormulaFormat = Annotated[
    str,
    typer.Option(
        "--format", help="text, latex, or for a symbol in the weights any format of a table."
    ),
]


def put(text: str, output: Path | None) -> None:
    """Print the text, or write it to the file."""
    if output is None:
        out.print(text, end="")
    else:
        write_atomically(output, text)


def table(
    context: typer.Context,
    query: Annotated[str | None, QUERY_OR_NONE] = None,
    words: Ranged = None,
    form: Annotated[
        str, typer.Option("--format", help="markdown, latex, csv, html, typst or json.")
    ] = "markdown",
    style: Annotated[
        str, typer.Option(help=f"How cells are written: {', '.join(STYLES)}.")
    ] = "frac",
    decimal: Annotated[str, typer.Option(help="The decimal mark: . or ,")] = ".",
    siunitx: Annotated[
        bool,
        typer.Option("--siunitx", help="LaTeX columns of siunitx, aligned at the decimal mark."),
    ] = False,
    claims: Annotated[
        Path | None,
        typer.Option(
            callback=as_file, help="Write what the table says as claims for `exactdice verify`."
        ),
    ] = None,
    output: Output = None,
    check: Annotated[
        Path | None,
        typer.Option(
            help="Make the marked tables of this document again: status 1 if one differs."
        ),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="With --check: put the new tables in the document.")
    ] = False,
) -> None:
    """Print a table of one or more queries over ranges.

    One query may have one range or two (rows, then columns), several have one.
    """
    if check is not None:
        if query is not None:
            raise ExactDiceError(
                "--check FILE reads its queries from the marks of the document: leave the query out"
            )
        refuse_unused(
            context,
            "with --check FILE, whose marks say how each table is written",
            *("--format", "--style", "--decimal", "--siunitx", "--claims", "--output"),
        )
        raise typer.Exit(check_document(check, write))
    if query is None or write:
        raise ExactDiceError(
            "--write needs --check FILE"
            if write
            else "Missing argument: a query, as in: exactdice table 'EP(d)' d=1..10"
        )
    # Before the table is computed, which may take long.
    for file in filter(None, (output, claims)):
        check_writable(file)
    # One file cannot hold both.
    if output and claims:
        check_two_files(output, claims)
    if is_standard_output(claims) and (output is None or is_standard_output(output)):
        raise ExactDiceError(
            "the table and its claims would be mixed on standard output: name a file by --output "
            "or --claims"
        )
    text, claimed = _table(
        query, words, (table_format(form), style, decimal, siunitx), claims is not None
    )
    put(text, output)
    if claims:
        write_atomically(claims, claimed)


def _table(
    query: str, words: list[str] | None, look: tuple[TableFormat, str, str, bool], claimed: bool
) -> tuple[str, str]:
    """The table as text, and its claims when they are asked for."""
    from ..documents.table_claims import claims_text
    from ..tables.table import make_table, render

    more, keyed = queries_and_words(words or [])
    ranges, given = ranges_and_options(keyed, [query, *more])
    with progress_bar(query, inner=False) as watch:
        made = make_table([query, *more], ranges, given, watch)
        text = render(made, *look)
        return text, claims_text(made, text, look[0]) if claimed else ""


def check_document(path: Path, write: bool) -> int:
    """The exit status, after saying which marked tables differ; `write` puts the new ones in."""
    from ..documents.marked_tables import read_document, renewed, with_new_bodies

    text = read_document(path)
    with progress_bar(str(path), inner=False) as watch:
        found = renewed(path, text, watch)
    # Only bodies that differ are replaced, so that the rest of the document keeps every byte.
    different = [one for one in found if one.differs]
    for one in different:
        line, old, new = one.difference
        out.print(
            f"{path}:{line}: {'was' if write else 'differs:'} {old}, "
            f"{'is now' if write else 'should be'} {new}"
        )
    if write and different:
        write_atomically(path, with_new_bodies(text, different).encode())
    out.print(
        f"{path}: {len(found)} marked, {len(different)} {'written anew' if write else 'differ'}"
    )
    # Once written anew nothing differs any more.
    return 1 if different and not write else 0


def formula(
    query: Query, words: Ranged = None, form: FormulaFormat = "text", output: Output = None
) -> None:
    """Print a closed form in the arguments left free.

    It is proved from the model, or fitted over a range (n=1..30) and labelled so.
    """
    if output is not None:
        check_writable(output)
    ranges, given = ranges_and_options(words, [query])
    with progress_bar(query) as watch:
        found = _parametric(query, ranges, given, watch)
        text = _equation(query, ranges, given, form) if found is None else _pieces(found, form)
    put(text, output)


def _parametric(
    query: str, ranges: dict[str, Labels], given: dict[str, object], watch: Progress
) -> RaceStates | None:
    """The pieces of the race when a weight is a symbol; None when none is."""
    from ..closed_forms.states import race_states

    return race_states(query, ranges, given, watch)


def _equation(query: str, ranges: dict[str, Labels], given: dict[str, object], form: str) -> str:
    from ..documents.marked_tables import formula_text

    if form not in ("text", "latex", "markdown"):
        raise ExactDiceError(f"--format of a formula must be text, latex or markdown, got {form}")
    return formula_text(
        query, given, ranges, TableFormat.TYPST if form == "text" else TableFormat(form)
    )


def _pieces(found: RaceStates, form: str) -> str:
    from ..tables.pieces_table import pieces_table

    return pieces_table(found, table_format("markdown" if form == "text" else form))


def plot(
    query: Query,
    words: Ranged = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", callback=as_file, help="A .png, .svg or .pdf file.")
    ] = Path("plot.png"),
    title: Annotated[
        str | None, typer.Option(help="The title; default: the query and its options.")
    ] = None,
) -> None:
    """Draw a picture of a query.

    Over two ranges it is a map (first upward, second across), over one bars or a line; over none
    the picture of the quantity, where it has one.
    """
    from ..pictures.by_query import draw_over
    from ..pictures.pieces import draw_pieces

    ranges, given = ranges_and_options(words, [query])
    check_picture(output)
    # Ranges stand along the axes already.
    options = ", ".join(word for word in words or [] if word.partition("=")[0] in given)
    name = title or " ".join(query.split()) + (f"   ({options})" if options else "")
    with progress_bar(query, inner=False) as watch:
        # A symbol in the weights makes the value a function, which is drawn over the symbol.
        pieces = None if ranges else _parametric(query, ranges, given, watch)
        if pieces is None:
            draw_over(query, ranges, given, output, name, watch)
        else:
            draw_pieces(pieces, output, name)
    out.print(f"wrote {output}")
