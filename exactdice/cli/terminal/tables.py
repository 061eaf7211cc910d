"""The commands that write for documents: tables, formulas, pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...exact.errors import ExactDiceError
from ...exact.files import (
    check_two_files,
    check_writable,
    is_standard_output,
    json_text,
    named,
    rewrite_atomically,
    write_atomically,
)
from ...query.ranges import queries_and_words
from ...symbolic.function import PiecewiseFunction
from ...symbolic.written import FORMS
from ...writeup.sweep_table import is_sweep_file
from ...writeup.tables.number_text import STYLES, form_named
from ...writeup.tables.output_formats import TableFormat, table_format
from .shared import (
    Query,
    Ranged,
    as_file,
    check_picture,
    complete_query,
    out,
    output_option,
    progress_bar,
    ranges_and_options,
    refuse_unused,
)
from .stores import StoreRead, answers_from

Output = Annotated[Path | None, output_option("Write to this file instead.")]


Dots = Annotated[int, typer.Option("--dpi", help="Dots an inch of a .png.")]
Levels = Annotated[
    str | None, typer.Option(help="Lines of equal values on a map: auto, or 0,1/4,0.5.")
]


DecimalMark = Annotated[str, typer.Option(help="The decimal mark: . or ,")]


AtLeast = Annotated[
    bool, typer.Option("--at-least", help="Of a law also the probabilities of x or more.")
]
AtMost = Annotated[
    bool, typer.Option("--at-most", help="Of a law also the probabilities of x or less.")
]


def put(text: str, output: Path | None) -> None:
    """Print the text, or write it to the file."""
    if output is None:
        out.print(text, end="", literal=True)
    else:
        write_atomically(output, text)


def table(
    context: typer.Context,
    query: Annotated[
        str | None,
        typer.Argument(
            help="A query, such as 'EP(d)', or the file of a sweep; more may follow, each a "
            "column.",
            autocompletion=complete_query,
        ),
    ] = None,
    words: Ranged = None,
    form: Annotated[
        str, typer.Option("--format", help="markdown, latex, csv, html, typst or json.")
    ] = "markdown",
    style: Annotated[
        str, typer.Option(help=f"How cells are written: {', '.join(STYLES)}.")
    ] = "frac",
    decimal: DecimalMark = ".",
    siunitx: Annotated[
        bool,
        typer.Option("--siunitx", help="LaTeX columns of siunitx, aligned at the decimal mark."),
    ] = False,
    at_least: AtLeast = False,
    at_most: AtMost = False,
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
    store: StoreRead = None,
) -> None:
    """Print a table of queries over ranges, or of laws.

    One query may have one range or two (rows, then columns), several have one. Laws such as 2d6
    have none: their outcomes are the rows.
    """
    from ...report.documents.marked_tables import claims_text
    from ...writeup.sweep_table import selection
    from ...writeup.tables.table import are_numbers, render, table_over

    if check is not None:
        if query is not None:
            raise ExactDiceError(
                "--check FILE reads its queries from the marks of the document: leave the query out"
            )
        refuse_unused(
            context,
            "with --check FILE, whose marks say how each table is written",
            *("--format", "--style", "--decimal", "--siunitx", "--claims", "--output", "--store"),
            *("--at-least", "--at-most"),
        )
        raise typer.Exit(check_document(check, write))
    if write:
        raise ExactDiceError("--write needs --check FILE")
    if query is None:
        raise ExactDiceError("Missing argument: a query, as in: exactdice table 'EP(d)' d=1..10")
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
    kind = table_format(form)
    beside = words_beside(at_least, at_most)
    more, keyed = queries_and_words(words or [])
    with answers_from(store):
        if is_sweep_file(query):
            chosen = selection(Path(query), keyed, more)
            made = chosen.table(*chosen.queries)
            has_ranges = True
        else:
            queries = [query, *more]
            ranges, given = ranges_and_options(keyed, queries)
            has_ranges = bool(ranges)
            with progress_bar(query, inner=False) as watch:
                made = table_over(queries, ranges, given, watch, beside)
    if has_ranges and beside:
        raise ExactDiceError("--at-least and --at-most are for laws, which have no range")
    if claims and not has_ranges and not are_numbers(made.rows[1]):
        raise ExactDiceError("--claims of a law needs outcomes that are numbers")
    text = render(made, kind, style, decimal, siunitx)
    # Before anything is written, since a value of another kind has no claim.
    claimed = claims_text(made, style, "." if siunitx else decimal) if claims else ""
    put(text, output)
    if claims:
        write_atomically(claims, claimed)


def words_beside(at_least: bool, at_most: bool) -> list[str]:
    """The words for the columns that a table of a law has beside the probability."""
    asked = {"at_least": at_least, "at_most": at_most}
    return [word for word, is_asked in asked.items() if is_asked]


def check_document(path: Path, write: bool) -> int:
    """The exit status, after saying which marked tables differ; `write` puts the new ones in."""
    from ...report.documents.marked_tables import read_document, renewed, with_new_bodies

    text = read_document(path)
    with progress_bar(str(path), inner=False) as watch:
        found = renewed(path, text, watch)
    # Only bodies that differ are replaced, so that the rest of the document keeps every byte.
    different = [one for one in found if one.differs]
    if write and different:
        rewrite_atomically(path, text.encode(), with_new_bodies(text, different))
    for one in different:
        line, old, new = one.difference
        out.print(
            f"{named(path)}:{line}: {'was' if write else 'differs:'} {old}, "
            f"{'is now' if write else 'should be'} {new}"
        )
    out.print(
        f"{named(path)}: {len(found)} marked, "
        f"{len(different)} {'written anew' if write else 'differ'}"
    )
    # Once written anew nothing differs any more.
    return 1 if different and not write else 0


def formula(
    query: Query,
    words: Ranged = None,
    form: Annotated[
        str,
        typer.Option(
            "--format", help="text, latex, or for a symbol in the weights any format of a table."
        ),
    ] = "text",
    style: Annotated[
        str, typer.Option("--style", help=f"Of a value with a symbol: {', '.join(FORMS)}.")
    ] = "expanded",
    output: Output = None,
) -> None:
    """Print a closed form, proved or fitted, or a value as a function of a symbol.

    A closed form is proved from the model, or fitted over a range (n=1..30) and labelled so.
    """
    from ...query.evaluate import evaluate_query, names_in
    from ...query.symbols import symbols_held
    from ...query.syntax import parse
    from ...report.documents.marked_tables import formula_text
    from ...writeup.tables.output_formats import function_json, rows_table, rows_text
    from ...writeup.tables.table import function_page

    if output is not None:
        check_writable(output)
    ranges, given = ranges_and_options(words, [query], has_rows=False)
    written = form_named(style)
    with progress_bar(query):
        # Without open names the value is a function of the symbol.
        held = symbols_held(given)
        is_open = ranges or names_in(parse(query)) - set(given) - held
        function = None if is_open or not held else evaluate_query(query, given)
        if isinstance(function, PiecewiseFunction):
            kind = TableFormat.MARKDOWN if form == "text" else table_format(form)
            if kind == TableFormat.LATEX:
                text = function_page(function, query, written)
            elif kind == TableFormat.MARKDOWN:
                text = rows_text(function, query, written)
            elif kind == TableFormat.JSON:
                text = json_text({"query": query, **function_json(function, written)})
            else:
                text = rows_table(function, kind, query, written)
        else:
            if style != "expanded":
                raise ExactDiceError(
                    f"--style {style} is for one value with a symbol, as EG(0,0) with weights=p,1-p"
                )
            if form not in ("text", "latex", "markdown"):
                raise ExactDiceError(
                    f"--format of a formula must be text, latex or markdown, got {form}"
                )
            kind = TableFormat.TYPST if form == "text" else TableFormat(form)
            text = formula_text(query, given, ranges, kind)
    put(text, output)


def plot(
    query: Query,
    words: Ranged = None,
    output: Annotated[Path, output_option("A .png, .svg or .pdf file.")] = Path("plot.png"),
    title: Annotated[
        str | None, typer.Option(help="The title; default: the query and its options.")
    ] = None,
    style: Annotated[
        str, typer.Option("--style", help="screen, or paper: small, with serifs, without a title.")
    ] = "screen",
    size: Annotated[
        str | None, typer.Option(help="Width x height: 5x4 (inches) or 12x8cm.")
    ] = None,
    font: Annotated[
        str | None, typer.Option(help="An installed font, or serif, sans-serif, monospace.")
    ] = None,
    dpi: Dots = 150,
    decimal: DecimalMark = ".",
    levels: Levels = None,
    label: Annotated[
        list[str] | None,
        typer.Option(
            help="Other words for a range or subtitle, value, outcome, ...: --label i='my points'."
        ),
    ] = None,
    store: StoreRead = None,
) -> None:
    """Draw a picture of a query, or of several in one.

    Over two ranges it is a map (first upward, second across), over one bars or a line; over none
    the law, or the picture of the quantity where it has one. Several queries are maps beside each
    other, lines, or laws over each other.
    """
    from ...writeup.pictures.by_query import caption, draw_made, draw_over
    from ...writeup.pictures.figure import Look, labels_of
    from ...writeup.sweep_table import selection
    from ...writeup.tables.table import label_text

    more, keyed = queries_and_words(words or [])
    queries = [query, *more]
    look = Look(style, size, font, dpi, decimal, levels, labels_of(label or []))
    check_picture(output)
    if is_sweep_file(query):
        chosen = selection(Path(query), keyed, more)
        chosen.check_full()
        each = [chosen.queries] if len(chosen.ranges) == 1 else [(one,) for one in chosen.queries]
        tables = [chosen.table(*one) for one in each]
        fixed = [f"{name}={label_text(label)}" for name, label in tables[0].given.items()]
        name = caption(chosen.queries, fixed, look) if title is None else title
        draw_made(tables, output, name, look)
    else:
        ranges, given = ranges_and_options(keyed, queries, has_rows=False)
        # Ranges stand along the axes already.
        options = [word for word in keyed if word.partition("=")[0] in given]
        name = caption(queries, options, look) if title is None else title
        with progress_bar(query, inner=False) as watch, answers_from(store):
            draw_over(queries, ranges, given, output, name, watch, look)
    out.print(f"wrote {named(output)}")
