"""The command that verifies documents. No mathematics here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...exact.errors import ExactDiceError
from ...exact.files import check_apart, check_two_files, check_writable, write_atomically
from ...exact.numbers import printable, shown
from ...exact.session import in_session
from ...jobs.allowance import MEGABYTES, SECONDS
from .own_games import load_games_in, stay_usual, usual
from .shared import complete_game, failed, out, output_option, progress_bar, refuse_unused

# Named in hints alone: each command starts without what the others need.
if TYPE_CHECKING:
    from ...jobs.cluster import Cluster
    from ...report.claims.claim import Document, Finding
    from ...report.documents.underway import Verified

    Results = list[tuple[Document, Sequence[Finding]]]


# --- what it may cost -----------------------------------------------------------------------------


Jobs = Annotated[
    int | None,
    typer.Option(min=1, help="Processes at once; default: as many as there are cores."),
]


NoCache = Annotated[
    bool,
    typer.Option("--no-cache", help="Neither use what was found before nor keep what is found."),
]

Dask = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Work on the cluster of Dask whose scheduler is at this address, as "
        "tcp://10.0.0.5:8786, or on one of this machine alone: local.",
        show_default="this machine",
    ),
]


def verify(
    context: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Markdown, LaTeX, CSV or notebooks (.ipynb) with marks, or claims files (TOML)."
        ),
    ],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="text, json, sarif, junit, github, markdown or html.",
        ),
    ] = "text",
    output: Annotated[
        Path | None,
        output_option("Write what --format says to this file, not to standard output."),
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also", help="Write the findings to a file, too: FORMAT=FILE; may be repeated."
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="A number cut off or suspect is wrong too, and a proposal not accepted.",
        ),
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="Only list the numbers that no claim covers.")
    ] = False,
    everything: Annotated[
        bool,
        typer.Option("--all", help="With --list: years, numbers of sections and constants too."),
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix", help="Print a patch that corrects wrong numbers; no file is changed."
        ),
    ] = False,
    skip_unmarked: Annotated[
        bool, typer.Option("--skip-unmarked", help="Pass over documents without marks.")
    ] = False,
    proved: Annotated[
        bool,
        typer.Option(
            "--proved", help="Use no solution that the checker rejects, and say what was proved."
        ),
    ] = False,
    game: Annotated[
        str | None,
        typer.Option(
            help="The game of every query that names none: a name, or FILE.py:CLASS, which "
            "documents may then name as CLASS.",
            autocompletion=complete_game,
        ),
    ] = None,
    jobs: Jobs = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds for one question.")] = SECONDS,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes for one question.")] = MEGABYTES,
    total_timeout: Annotated[
        float | None,
        typer.Option(
            min=0.001, help="Seconds for all documents together.", show_default="no limit"
        ),
    ] = None,
    no_cache: NoCache = False,
    dask: Dask = None,
) -> None:
    """Check the printed numbers of documents.

    Questions are worked out in processes of their own, within limits of time and memory.

    Exit status: 0 all hold, 1 some are wrong, 2 some could not be checked.
    """
    from ...jobs.allowance import Allowance
    from ...report.claims.findings import FindingsFormat
    from ...report.documents.uncovered import read_to_list, uncovered_lines
    from ...report.documents.underway import Wanted, verified
    from ...solvers.stores.cache import opened

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
        context.with_resource(usual(game))
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
        uncovered, errors = read_to_list(files, skip_unmarked)
        for error in errors:
            failed(str(error))
        for document in uncovered:
            for line in uncovered_lines(document, everything):
                out.say(printable(line))
        raise typer.Exit(2 if errors else 0)
    wanted = Wanted(proved, skip_unmarked)
    ready = None if game is None else partial(stay_usual, game)
    told = _Told(form if output is None else None, strict, fix, reports)
    what = files[0].name if len(files) == 1 else f"{len(files)} documents"
    with (
        cluster_at(dask, context) as cluster,
        opened(not no_cache) as cache,
        # Processes are begun while it is shown, so that no thread of its own may draw it.
        progress_bar(what, inner=False, has_thread=False) as bar,
    ):
        outcomes = verified(files, wanted, allowance, cache, ready, bar, cluster=cluster)
        with closing(outcomes):
            for outcome in outcomes:
                bar.hide()
                told.tell(outcome)
                bar.show()
    told.tell_the_rest()
    raise typer.Exit(told.status)


def reports_in(words: Sequence[str], documents: Sequence[Path]) -> list[tuple[str, Path]]:
    """The reports that the words ask for, `FORMAT=FILE` each.

    Raises `ExactDiceError` for one that cannot be written, before long work is begun.
    """
    from ...report.pages.findings_writers import WRITERS

    reports = list[tuple[str, Path]]()
    for word in words:
        form, mark, file = word.partition("=")
        if form not in WRITERS or not (mark and file):
            raise ExactDiceError(
                f"--also must be FORMAT=FILE with a format of {', '.join(WRITERS)}, got "
                f"{shown(word)}"
            )
        reports.append((form, Path(file)))
    files = [file for _, file in reports]
    for path in files:
        check_writable(path)
        for document in documents:
            check_apart(path, document)
    for one, other in combinations(files, 2):
        check_two_files(one, other)
    return reports


class _Told:
    """What is told of documents: each at once, or all of them when a programme reads it; without a
    format only in the reports.
    """

    def __init__(
        self, form: str | None, strict: bool, fix: bool, reports: Sequence[tuple[str, Path]]
    ) -> None:
        self.form = form
        self.strict = strict
        self.fix = fix
        self.reports = reports
        self.results: Results = []
        self.unread: list[tuple[Path, str]] = []
        self.status = 0

    def tell(self, outcome: Verified) -> None:
        """Tell what was found in a file."""
        from ...report.claims.claim import document_status
        from ...report.claims.findings import text_lines

        for complaint in outcome.complaints:
            self.unread.append((outcome.path, complaint))
            self.status = max(self.status, failed(complaint))
        if outcome.document is None:
            return
        self.results.append((outcome.document, outcome.findings))
        # The gravest of all: 2 for what could not be checked outweighs 1 for what is wrong.
        status = document_status(outcome.document, outcome.findings, self.strict)
        self.status = max(self.status, status)
        if self.form == "text" and not self.fix:
            for line, style in text_lines(outcome.document, outcome.findings, self.strict):
                out.say(printable(line), style)

    def tell_the_rest(self) -> None:
        """Tell what is told of all documents together."""
        from ...report.documents.verification import patches
        from ...report.pages.findings_writers import as_text

        for form, file in self.reports:
            text = as_text(self.results, form, self.strict, self.unread)
            # A name of a file need not be UTF-8.
            write_atomically(file, text.encode(errors="backslashreplace"))
        if self.fix:
            # Nothing but the patch may stand on standard output, for `git apply` to read.
            out.data(patches(self.results, self.strict))
        elif self.form not in ("text", None):
            text = as_text(self.results, self.form, self.strict, self.unread)
            out.print(text, end="", literal=True)


# --- work on other machines ---------------------------------------------------------------------


@contextmanager
def cluster_at(address: str | None, context: typer.Context) -> Iterator[Cluster | None]:
    """The cluster at the address while this lasts; None where there is no address."""
    if address is None:
        yield None
        return
    from ...jobs.cluster import LOCAL, connected

    if address != LOCAL:
        refuse_unused(context, "with --dask ADDRESS, whose workers are what they are", "--jobs")
    with connected(address, context.params.get("jobs")) as cluster:
        yield cluster


@contextmanager
def states_looked_at(address: str | None, context: typer.Context, game: str) -> Iterator[None]:
    """While this lasts, the states of the game are looked at on the cluster at the address, if any,
    a level at a time.
    """
    if address is None:
        yield
        return
    from ...jobs.crew import Crew

    ready = partial(load_games_in, [game])
    with (
        cluster_at(address, context) as cluster,
        in_session(crews=partial(Crew, prepare=ready, cluster=cluster)),
    ):
        yield
