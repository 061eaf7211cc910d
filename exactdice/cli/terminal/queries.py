"""The commands on queries: a value, a table, a formula, a picture, a sweep. No mathematics here."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated

from typer import Argument, Context, Exit, Option

from ...distributions.distribution import Distribution, InfiniteDistribution
from ...exact.errors import ExactDiceError, SeveralErrors
from ...exact.files import (
    check_two_files,
    check_writable,
    decoded,
    is_standard_output,
    json_text,
    named,
    read_text,
    rewrite_atomically,
    write_atomically,
)
from ...exact.numbers import one_of
from ...jobs.allowance import MEGABYTES, SECONDS
from ...query.ranges import queries_and_words, ranges_and_options, single_values, split_words
from ...symbolic.function import PiecewiseFunction
from ...symbolic.written import FORMS
from ...writeup.sweep_table import is_sweep_file
from ...writeup.tables.number_text import STYLES, Format, form_named
from ...writeup.tables.output_formats import TableFormat, table_format
from .arguments import (
    Dask,
    Given,
    Jobs,
    Memory,
    Query,
    Ranged,
    StoreRead,
    Timeout,
    answers_from,
    as_file,
    check_picture,
    cluster_at,
    complete_query,
    load_games_in,
    output_option,
    refuse_unused,
)
from .console import err, out, progress_bar

Output = Annotated[Path | None, output_option("Write to this file instead.")]
DecimalMark = Annotated[str, Option(help="The decimal mark: . or ,")]
AtLeast = Annotated[
    bool, Option("--at-least", help="Of a law also the probabilities of x or more.")
]
AtMost = Annotated[bool, Option("--at-most", help="Of a law also the probabilities of x or less.")]


def print_or_write(text: str, output: Path | None) -> None:
    """Print the text, or write it to the file."""
    if output is None:
        out.print(text, end="", literal=True)
    else:
        write_atomically(output, text)


def cumulative_columns(at_least: bool, at_most: bool) -> list[str]:
    """The columns that a table of a distribution has beside the probability."""
    return ["at_least"] * at_least + ["at_most"] * at_most


# --- value ----------------------------------------------------------------------------------------


def value(
    context: Context,
    query: Annotated[
        str | None,
        Argument(
            help="A query, such as 'EG(0,0)' or 'gain(blind, optimal)'.",
            autocompletion=complete_query,
        ),
    ] = None,
    given: Given = None,
    form: Annotated[
        str | None,
        Option(
            "--format",
            help=f"How to print: {', '.join(Format)}; with --list text, latex or tsv. Default: "
            "exact, but text for a law on a terminal.",
            show_default=False,
        ),
    ] = None,
    digits: Annotated[int, Option(min=0, max=100_000, help="Decimals of --format decimal.")] = 6,
    at_least: AtLeast = False,
    at_most: AtMost = False,
    proved: Annotated[
        bool,
        Option(
            "--proved",
            help="Only a value whose proof the checker accepts; say it on standard error.",
        ),
    ] = False,
    store: StoreRead = None,
    queries: Annotated[
        Path | None,
        Option(
            "--list",
            help="Answer the lines of this file, such as EP(5) dec:3, one by one, for other "
            "programs; - is standard input.",
        ),
    ] = None,
) -> None:
    """Print the exact value of a query on one line.

    A law is shown as a table with bars on a terminal, and by --format text.

    Of a list, a first line `document: dice=10 decimal=,` holds for all others. A value that cannot
    be had is ?? there, and the exit status is 2.
    """
    # Here and in the commands below what is needed is loaded when it is called for, so that each
    # command starts fast.
    from ...query.evaluate import evaluate_query
    from ...query.proving import proving
    from ...query.reasons import reason
    from ...writeup.tables import number_text as style

    if queries is not None:
        if query is not None:
            raise ExactDiceError("--list FILE has queries of its own: leave the query out")
        unused = ("--digits", "--at-least", "--at-most", "--proved", "--store")
        refuse_unused(context, "with --list FILE, whose lines say it", *unused)
        print_values(queries, form or "text")
        return
    if query is None:
        raise ExactDiceError("Missing argument: a query, as in: exactdice value 'EP(5)'")
    kind = None if form is None else one_of(Format, form, "--format")
    if kind != Format.DECIMAL:
        refuse_unused(context, "without --format decimal", "--digits")
    if kind not in (Format.TEXT, None):
        refuse_unused(context, f"beside --format {kind}", "--at-least", "--at-most")
    entries = single_values(given, query)
    with progress_bar(query), answers_from(store):
        with proving() if proved else nullcontext() as book:
            found = evaluate_query(query, entries)
        proofs = book.required(query) if book else ()
    # On standard error, so that the output is the value alone with and without --proved.
    for line in proofs:
        err.print(f"proved: {line}")
    columns = cumulative_columns(at_least, at_most)
    # Without a format it is text for somebody who looks at it.
    is_text = kind == Format.TEXT or (kind is None and out.is_terminal)
    because = reason(query, entries) if isinstance(found, bool) else ""
    if not isinstance(found, Distribution | InfiniteDistribution):
        refuse_unused(context, "as the value is no law", "--at-least", "--at-most")
    elif is_text or columns:
        from ...writeup.tables.table import distribution_text

        out.print(distribution_text(found, columns))
        return
    if isinstance(found, PiecewiseFunction) and is_text:
        from ...writeup.tables.output_formats import rows_text

        text = rows_text(found, query)
    elif kind == Format.JSON:
        entry = {"query": query, "given": split_words(given), "value": style.as_json(found)}
        entry |= {"because": because} if because else {}
        entry |= {"proved": proofs} if proved else {}
        out.print(json_text(entry), end="", literal=True)
        return
    elif kind == Format.DECIMAL:
        text = style.decimal(found, digits)
    else:
        text = style.latex(found) if kind == Format.LATEX else style.exact(found)
    out.print(f"{text} {because}".rstrip())


def print_values(file: Path, form: str) -> None:
    """Print the values that a list asks for, line by line."""
    from ...report.generated import ListFormat, answers

    kind = one_of(ListFormat, form, "--format")
    path = Path("standard input") if file == Path("-") else file
    text = decoded(path, sys.stdin.buffer.read()) if path != file else read_text(file)
    with progress_bar(str(path), inner=False) as watch:
        lines, errors = answers(text, path, kind, watch)
    # In UTF-8 whatever the encoding here: a program reads it.
    out.data("".join(f"{line}\n" for line in lines))
    if errors and kind == ListFormat.TSV:  # whoever reads that format reads its errors there
        raise Exit(2)
    if errors:
        raise SeveralErrors(map(str, errors))


# --- table ----------------------------------------------------------------------------------------


def table(
    context: Context,
    query: Annotated[
        str | None,
        Argument(
            help="A query, such as 'EP(d)', or the file of a sweep; more may follow, each a "
            "column.",
            autocompletion=complete_query,
        ),
    ] = None,
    words: Ranged = None,
    form: Annotated[
        str, Option("--format", help="markdown, latex, csv, html, typst or json.")
    ] = "markdown",
    style: Annotated[str, Option(help=f"How cells are written: {', '.join(STYLES)}.")] = "frac",
    decimal: DecimalMark = ".",
    siunitx: Annotated[
        bool, Option("--siunitx", help="LaTeX columns of siunitx, aligned at the decimal mark.")
    ] = False,
    at_least: AtLeast = False,
    at_most: AtMost = False,
    claims: Annotated[
        Path | None,
        Option(
            callback=as_file, help="Write what the table says as claims for `exactdice verify`."
        ),
    ] = None,
    output: Output = None,
    check: Annotated[
        Path | None,
        Option(help="Make the marked tables of this document again: status 1 if one differs."),
    ] = None,
    write: Annotated[
        bool, Option("--write", help="With --check: put the new tables in the document.")
    ] = False,
    store: StoreRead = None,
) -> None:
    """Print a table of queries over ranges, or of distributions.

    One query may have one range or two (rows, then columns), several have one. Laws such as 2d6
    have none: their outcomes are the rows.
    """
    from ...writeup.sweep_table import select_tables
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
        raise Exit(check_marked_tables(check, write))
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
    columns = cumulative_columns(at_least, at_most)
    more, keyed = queries_and_words(words or [])
    with answers_from(store):
        if is_sweep_file(query):
            (made,) = select_tables(Path(query), keyed, more)
            has_ranges = True
        else:
            queries = [query, *more]
            ranges, given = ranges_and_options(keyed, queries)
            has_ranges = bool(ranges)
            with progress_bar(query, inner=False) as watch:
                made = table_over(queries, ranges, given, watch, columns)
    if has_ranges and columns:
        raise ExactDiceError("--at-least and --at-most are for laws, which have no range")
    if claims and not has_ranges and not are_numbers(made.rows[1]):
        raise ExactDiceError("--claims of a law needs outcomes that are numbers")
    text = render(made, kind, style, decimal, siunitx)
    # Before anything is written, since a value of another kind has no claim.
    claimed = ""
    if claims:
        # the documents' tables take long to import
        from ...report.documents.marked_tables import claims_text

        claimed = claims_text(made, style, "." if siunitx else decimal)
    print_or_write(text, output)
    if claims:
        write_atomically(claims, claimed)


def check_marked_tables(path: Path, write: bool) -> int:
    """The exit status, after saying which marked tables differ; `write` puts the new ones in."""
    from ...report.documents.marked_tables import read_document, renewed, with_new_bodies

    text = read_document(path)
    with progress_bar(str(path), inner=False) as watch:
        found = renewed(path, text, watch)
    # Only bodies that differ are replaced, so that the rest of the document keeps every byte.
    different = [one for one in found if one.differs]
    if write and different:
        rewrite_atomically(path, text.encode(), with_new_bodies(text, different))
    was, now, do = (
        ("was", "is now", "written anew") if write else ("differs:", "should be", "differ")
    )
    for one in different:
        line, old, new = one.difference
        out.print(f"{named(path)}:{line}: {was} {old}, {now} {new}")
    out.print(f"{named(path)}: {len(found)} marked, {len(different)} {do}")
    # Once written anew nothing differs any more.
    return 1 if different and not write else 0


# --- formula --------------------------------------------------------------------------------------


def formula(
    query: Query,
    words: Ranged = None,
    form: Annotated[
        str,
        Option(
            "--format", help="text, latex, or for a symbol in the weights any format of a table."
        ),
    ] = "text",
    style: Annotated[
        str, Option("--style", help=f"Of a value with a symbol: {', '.join(FORMS)}.")
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
    print_or_write(text, output)


# --- plot -----------------------------------------------------------------------------------------


def plot(
    query: Query,
    words: Ranged = None,
    output: Annotated[Path, output_option("A .png, .svg or .pdf file.")] = Path("plot.png"),
    title: Annotated[
        str | None, Option(help="The title; default: the query and its options.")
    ] = None,
    style: Annotated[
        str, Option("--style", help="screen, or paper: small, with serifs, without a title.")
    ] = "screen",
    size: Annotated[str | None, Option(help="Width x height: 5x4 (inches) or 12x8cm.")] = None,
    font: Annotated[
        str | None, Option(help="An installed font, or serif, sans-serif, monospace.")
    ] = None,
    dpi: Annotated[int, Option(help="Dots an inch of a .png.")] = 150,
    decimal: DecimalMark = ".",
    levels: Annotated[
        str | None, Option(help="Lines of equal values on a map: auto, or 0,1/4,0.5.")
    ] = None,
    label: Annotated[
        list[str] | None,
        Option(
            help="Other words for a range or subtitle, value, outcome, ...: --label i='my points'."
        ),
    ] = None,
    store: StoreRead = None,
) -> None:
    """Draw a picture of a query, or of several in one.

    Over two ranges it is a map (first upward, second across), over one bars or a line; over none
    the distribution, or the picture of the quantity where it has one. Several queries are maps
    beside each other, lines, or distributions over each other.
    """
    from ...writeup.pictures.by_query import caption, draw_made, draw_over
    from ...writeup.pictures.figure import PlotStyle, labels_of
    from ...writeup.sweep_table import select_tables
    from ...writeup.tables.table import label_text

    more, keyed = queries_and_words(words or [])
    queries = [query, *more]
    look = PlotStyle(style, size, font, dpi, decimal, levels, labels_of(label or []))
    check_picture(output)
    if is_sweep_file(query):
        tables = select_tables(Path(query), keyed, more, is_drawn=True)
        chosen = [one for made in tables for one in made.queries]
        fixed = [f"{name}={label_text(label)}" for name, label in tables[0].given.items()]
        name = caption(chosen, fixed, look) if title is None else title
        draw_made(tables, output, name, look)
    else:
        ranges, given = ranges_and_options(keyed, queries, has_rows=False)
        # Ranges stand along the axes already.
        options = [word for word in keyed if word.partition("=")[0] in given]
        name = caption(queries, options, look) if title is None else title
        with progress_bar(query, inner=False) as watch, answers_from(store):
            draw_over(queries, ranges, given, output, name, watch, look)
    out.print(f"wrote {named(output)}")


# --- sweep ----------------------------------------------------------------------------------------


def sweep(
    context: Context,
    query: Annotated[
        str,
        Argument(
            help="A query, such as 'EG(0,0)'; more may follow, each a column.",
            autocompletion=complete_query,
        ),
    ],
    words: Ranged = None,
    output: Annotated[
        Path | None, output_option("The file: .parquet, .sqlite or .csv; it must be named.")
    ] = None,
    where: Annotated[
        str, Option(help="Only combinations for which this statement holds: 'dice <= target'.")
    ] = "",
    digits: Annotated[int, Option(min=0, max=10_000, help="Decimals of the rounded columns.")] = 15,
    jobs: Jobs = None,
    timeout: Timeout = SECONDS,
    memory: Memory = MEGABYTES,
    no_seconds: Annotated[
        bool,
        Option(
            "--no-seconds",
            help="Leave out how long each took: every run then gives the same bytes.",
        ),
    ] = False,
    again: Annotated[
        bool, Option("--again", help="Begin anew, and write over what is there.")
    ] = False,
    dask: Dask = None,
) -> None:
    """Ask queries at every combination of ranges, into a file.

    Each value stands exactly and rounded; what fails is a row with an error. A question is that of
    one combination.

    A sweep that was ended goes on where it was with the same command.
    """
    from ...jobs.allowance import Allowance
    from ...jobs.crew import Crew
    from ...jobs.worker import PRELOADED
    from ...writeup import sweeps
    from ...writeup.sweep_table import check_output

    if output is None:
        raise ExactDiceError("a sweep needs a file, as in -o gains.parquet")
    more, keyed = queries_and_words(words or [])
    asked = [query, *more]
    plan = sweeps.plan_sweep(asked, split_words(keyed), where, digits, has_seconds=not no_seconds)
    check_output(output, plan.columns)
    allowance = Allowance(jobs, timeout, memory)
    # A new interpreter has none of the games that the command line names.
    prepare = partial(load_games_in, keyed)
    PRELOADED[sweeps.__name__] = None

    def count_known() -> str:
        return f"{len(journal)} of {plan.size} cells {'is' if len(journal) == 1 else 'are'}"

    with cluster_at(dask, context) as cluster, sweeps.opened(output, plan, again) as journal:
        journal.forget_lost(allowance)
        if journal.is_complete:
            out.say(f"{output} is complete already; --again works it out anew")
            return
        if journal:
            out.say(f"{count_known()} known from before")
        try:
            # Processes are begun while it is shown, so that no thread of its own may draw it.
            with (
                progress_bar(output.name, inner=False, has_thread=False) as bar,
                Crew(allowance, prepare, cluster=cluster) as crew,
            ):
                rows = journal.write_output(plan, crew, bar)
        except KeyboardInterrupt:
            file = journal.base.file
            err.print(f"{count_known()} kept in {file}: the same command goes on from there")
            raise
    of_all = "" if len(rows) == plan.size else f" of {plan.size} combinations"
    out.say(f"wrote {output}: {len(rows)} row{'s' * (len(rows) != 1)}{of_all}")
    errors = [row.error for row in rows if row.error]
    if errors:
        have = " has" if len(errors) == 1 else "s have"
        out.say(f"{len(errors)} row{have} an error, the first: {errors[0]}")
    beyond = sum(row.limits is not None for row in rows)
    if beyond:
        were, them = ("was", "it") if beyond == 1 else ("were", "these")
        out.say(
            f"{beyond} of them {were} beyond a limit: the same command with a longer --timeout or "
            f"more --memory tries {them} again"
        )
