"""The commands on documents: verify their numbers, propose marks for them, write the values that
they ask for. No mathematics here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Exit, Option

from ...exact.errors import ExactDiceError, SeveralErrors
from ...exact.files import (
    check_apart,
    check_two_files,
    check_writable,
    named,
    rewrite_atomically,
    write_atomically,
)
from ...exact.numbers import one_of, printable, shown
from ...jobs.allowance import MEGABYTES, SECONDS
from ...query.ranges import split_words
from .arguments import (
    Dask,
    Jobs,
    Memory,
    NoCache,
    Timeout,
    Words,
    cluster_at,
    complete_game,
    complete_option,
    default_game,
    keep_default_game,
    output_option,
    refuse_unused,
)
from .console import err, out, progress_bar, report_error

# Named in hints alone: each command starts without what the others need.
if TYPE_CHECKING:
    from ...report.documents.verification import Verified


# --- verify ---------------------------------------------------------------------------------------


def verify(
    context: Context,
    files: Annotated[
        list[Path] | None,
        Argument(
            help="Markdown, LaTeX, CSV or notebooks (.ipynb) with marks, or claims files (TOML).",
            show_default=False,
        ),
    ] = None,
    form: Annotated[
        str, Option("--format", help="text, json, sarif, junit, github, markdown or html.")
    ] = "text",
    output: Annotated[
        Path | None,
        output_option("Write what --format says to this file, not to standard output."),
    ] = None,
    also: Annotated[
        list[str] | None,
        Option("--also", help="Write the findings to a file, too: FORMAT=FILE; may be repeated."),
    ] = None,
    strict: Annotated[
        bool,
        Option(
            "--strict",
            help="A number cut off or suspect is wrong too, and a proposal not accepted.",
        ),
    ] = False,
    listed: Annotated[
        bool, Option("--list", help="Only list the numbers that no claim covers.")
    ] = False,
    everything: Annotated[
        bool, Option("--all", help="With --list: years, numbers of sections and constants too.")
    ] = False,
    fix: Annotated[
        bool,
        Option("--fix", help="Print a patch that corrects wrong numbers; no file is changed."),
    ] = False,
    skip_unmarked: Annotated[
        bool, Option("--skip-unmarked", help="Pass over documents without marks.")
    ] = False,
    proved: Annotated[
        bool,
        Option(
            "--proved", help="Use no solution that the checker rejects, and say what was proved."
        ),
    ] = False,
    game: Annotated[
        str | None,
        Option(
            help="The game of every query that names none: a name, or FILE.py:CLASS, which "
            "documents may then name as CLASS.",
            autocompletion=complete_game,
        ),
    ] = None,
    jobs: Jobs = None,
    timeout: Timeout = SECONDS,
    memory: Memory = MEGABYTES,
    total_timeout: Annotated[
        float | None, Option(help="Seconds for all documents together.", show_default="no limit")
    ] = None,
    no_cache: NoCache = False,
    cache: Annotated[
        str | None,
        Option(help="Of what was found before: show its folder, or clear it.", metavar="ACTION"),
    ] = None,
    dask: Dask = None,
) -> None:
    """Check the printed numbers of documents.

    Questions are worked out in processes of their own, within limits of time and memory.

    Exit status: 0 all hold, 1 some are wrong, 2 some could not be checked.
    """
    from ...jobs.allowance import Allowance
    from ...report.claims.findings import FindingsFormat
    from ...report.documents.verification import Wanted, verified
    from ...solvers.stores.cache import opened

    if cache is not None:
        show_or_clear_cache(cache)
        if not files:
            return
    if not files:
        raise ExactDiceError("Missing argument: a document, as in: exactdice verify report.md")
    if listed:
        judging = ("--fix", "--format", "--output", "--also", "--strict", "--proved")
        limits = ("--jobs", "--timeout", "--memory", "--total-timeout", "--no-cache", "--dask")
        refuse_unused(context, "with --list", *judging, *limits)
    else:
        refuse_unused(context, "without --list", "--all")
    if fix:
        refuse_unused(context, "with --fix", "--format", "--output")
    allowance = Allowance(jobs, timeout, memory, total_timeout)
    if game is not None:
        context.with_resource(default_game(game))
    # Before any document is read and solved, which may take long.
    if form not in list(FindingsFormat):
        raise ExactDiceError(f"--format must be one of {', '.join(FindingsFormat)}, got {form}")
    if output is not None and form == FindingsFormat.TEXT:
        raise ExactDiceError(
            "-o writes what --format says: name a format other than text, as --format html"
        )
    written = () if output is None else (f"{form}={output}",)
    reports = reports_in([*(also or ()), *written], files)
    if listed:
        list_uncovered(files, skip_unmarked, everything)
    prepare = None if game is None else partial(keep_default_game, game)
    is_text = output is None and form == FindingsFormat.TEXT and not fix
    found: list[Verified] = []
    status = 0
    title = files[0].name if len(files) == 1 else f"{len(files)} documents"
    with (
        cluster_at(dask, context) as cluster,
        opened(not no_cache) as kept,
        # Processes are begun while it is shown, so that no thread of its own may draw it.
        progress_bar(title, inner=False, has_thread=False) as bar,
    ):
        wanted = Wanted(proved, skip_unmarked)
        outcomes = verified(files, wanted, allowance, kept, prepare, bar, cluster=cluster)
        with closing(outcomes):
            for outcome in outcomes:
                bar.hide()
                # The gravest of all: 2 for what could not be checked outweighs 1 for what is wrong.
                status = max(status, print_findings(outcome, is_text, strict))
                found.append(outcome)
                bar.show()
    for kind, file in reports:
        # A name of a file need not be UTF-8.
        text = findings_text(found, kind, strict)
        write_atomically(file, text.encode(errors="backslashreplace"))
    if fix:
        # Nothing but the patch may stand on standard output, for `git apply` to read.
        out.data(findings_text(found, "patch", strict))
    elif output is None and not is_text:
        out.print(findings_text(found, form, strict), end="", literal=True)
    raise Exit(status)


def findings_text(outcomes: Sequence[Verified], form: str, strict: bool) -> str:
    """The findings on all documents in a format, or the patch that corrects them."""
    from ...report.documents.verification import patches
    from ...report.pages.findings_writers import as_text

    results = [(one.document, one.findings) for one in outcomes if one.document is not None]
    if form == "patch":
        return patches(results, strict)
    unread = [(one.path, complaint) for one in outcomes for complaint in one.complaints]
    return as_text(results, form, strict, unread)


def print_findings(outcome: Verified, is_text: bool, strict: bool) -> int:
    """Print what went wrong with a file, and as text what was found in it; the exit status."""
    from ...report.claims.claim import document_status
    from ...report.claims.findings import text_lines

    status = max(map(report_error, outcome.complaints), default=0)
    if outcome.document is None:
        return status
    if is_text:
        for line, style in text_lines(outcome.document, outcome.findings, strict):
            out.say(printable(line), style)
    return max(status, document_status(outcome.document, outcome.findings, strict))


def show_or_clear_cache(action: str) -> None:
    """Print the folder of the cache, or delete what is cached."""
    from ...solvers.stores.cache import clear, folder

    if one_of(("show", "clear"), action, "--cache") == "show":
        out.print(folder())
    else:
        out.print(f"deleted {clear()} bytes")


def list_uncovered(files: Sequence[Path], skip_unmarked: bool, everything: bool) -> None:
    """Print the numbers that no claim covers, and end the command."""
    from ...report.documents.uncovered import read_to_list, uncovered_lines

    uncovered, errors = read_to_list(files, skip_unmarked)
    for error in errors:
        report_error(str(error))
    for document in uncovered:
        for line in uncovered_lines(document, everything):
            out.say(printable(line))
    raise Exit(2 if errors else 0)


def reports_in(words: Sequence[str], documents: Sequence[Path]) -> list[tuple[str, Path]]:
    """The reports that the words ask for, `FORMAT=FILE` each.

    Raises `ExactDiceError` for one that cannot be written, before long work is begun.
    """
    from ...report.pages.findings_writers import WRITERS

    reports = list[tuple[str, Path]]()
    for word in words:
        form, _, file = word.partition("=")
        if form not in WRITERS or not file:
            raise ExactDiceError(
                f"--also must be FORMAT=FILE with a format of {', '.join(WRITERS)}, got "
                f"{shown(word)}"
            )
        reports.append((form, Path(file)))
    for _, path in reports:
        check_writable(path)
        for document in documents:
            check_apart(path, document)
    for (_, one), (_, other) in combinations(reports, 2):
        check_two_files(one, other)
    return reports


# --- suggest --------------------------------------------------------------------------------------


def suggest(
    file: Annotated[Path, Argument(help="A Markdown, LaTeX or CSV document.")],
    game: Annotated[
        str,
        Argument(
            help="The game that the document is about, or `dice` for sums of dice alone.",
            autocompletion=complete_game,
        ),
    ] = "dice-battle",
    given: Annotated[
        Words,
        Argument(
            help="Options of the game as key=value: dice=10 target=100",
            autocompletion=complete_option,
        ),
    ] = None,
    patch: Annotated[
        bool, Option("--patch", help="Print a patch that puts the proposals in as comments.")
    ] = False,
    write: Annotated[
        bool, Option("--write", help="Put the proposals into the document, as comments.")
    ] = False,
    seconds: Annotated[
        float, Option(min=0.1, help="Seconds of computing that questions may take.")
    ] = 15.0,
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
        return
    lines = suggesting.report_lines(found, file)
    if write:
        if found.source.has_returns:
            raise ExactDiceError(
                f"{file}: its lines end in a return alone: save it with other line ends"
            )
        # No return stands alone, so these are its bytes.
        mark = "\ufeff" if found.source.marked else ""
        before = (mark + found.source.text).encode()
        rewrite_atomically(file, before, mark + suggesting.written(found))
        lines = suggesting.summary_lines(found, file)
    for line in lines:
        out.say(printable(line))


# --- latex ----------------------------------------------------------------------------------------


def latex(
    main: Annotated[
        Path | None,
        Argument(help="The main LaTeX document, such as main.tex.", show_default=False),
    ] = None,
    check: Annotated[
        bool,
        Option("--check", help="Write nothing: exit status 1 when the file is not up to date."),
    ] = False,
    sty: Annotated[
        Path | None,
        Option(
            help="Copy exactdice.sty, the LaTeX package, into this folder; . is this one.",
            metavar="FOLDER",
        ),
    ] = None,
) -> None:
    r"""Write the values that a LaTeX document asks for by \exactvalue to MAIN.exact.tex.

    Exit status: 0 all are written, 1 with --check when the file differs, 2 some cannot be had.
    """
    from ...report.documents.latex_marks import copy_sty
    from ...report.generated import file_of, values_of, written_before

    if sty is not None:
        out.print(f"wrote {named(copy_sty(sty))}")
    if main is None:
        if sty is None:
            raise ExactDiceError("Missing argument: a document, as in: exactdice latex main.tex")
        return
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
        raise Exit(1)
