"""The commands that write for documents: tables, pictures. Each reads its words, calls the library, and prints."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from .errors import ExactDiceError
from .files import check_writable
from .report.cells import STYLES
from .terminal import Query, Ranged, out, progress_bar, ranges_and_options

Optional = typer.Argument(help="A query, such as 'EP(d)'; more may follow, each a column.")
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file instead.")]


def queries_and_words(words: list[str]) -> tuple[list[str], list[str]]:
    """The words that are queries, and those that are key=value."""
    keyed = [word for word in words if re.match(r"\w+=", word)]
    return [word for word in words if word not in keyed], keyed


def table(
    query: Annotated[str | None, Optional] = None,
    words: Ranged = None,
    form: Annotated[str, typer.Option("--format", help="markdown, latex, csv, html, typst or json.")] = "markdown",
    style: Annotated[str, typer.Option(help=f"How cells are written: {', '.join(STYLES)}.")] = "frac",
    decimal: Annotated[str, typer.Option(help="The decimal mark: . or ,")] = ".",
    siunitx: Annotated[bool, typer.Option("--siunitx", help="LaTeX columns of siunitx, aligned at the decimal mark.")] = False,
    claims: Annotated[Path | None, typer.Option(help="Write what the table says as claims for `exactdice verify`.")] = None,
    output: Output = None,
    check: Annotated[Path | None, typer.Option(help="Make the marked tables of this document again: status 1 if any differs.")] = None,
    write: Annotated[bool, typer.Option("--write", help="With --check: put the new tables in the document.")] = False,
) -> None:
    """Print a table: a query over one or two ranges (rows, then columns), or several queries over one range."""
    if check is not None:
        if query is not None or words:
            raise ExactDiceError("--check FILE reads its queries from the marks of the document: leave the query out")
        check_document(check, write)
        return
    if query is None or write:
        raise ExactDiceError("--write needs --check FILE" if query else "table needs a query, as in: exactdice table 'EP(d)' d=1..10")
    from .report.formats import table_format
    from .report.table import make_table, render

    queries, keyed = queries_and_words([query, *(words or [])])
    ranges, given = ranges_and_options(keyed)
    chosen = table_format(form)
    for file in filter(None, (output, claims)):
        check_writable(file)
    with progress_bar(query, inner=False) as watch:
        made = make_table(queries, ranges, given, watch)
    text = render(made, chosen, style, decimal, siunitx)
    ...


def plot(
    query: Query,
    words: Ranged = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="A .png, .svg or .pdf file.")] = Path("plot.png"),
    title: Annotated[str | None, typer.Option(help="The title; default: the query and its options.")] = None,
) -> None:
    """Draw a query: over two ranges a map (first range upward, second across), over one range bars or a line."""
