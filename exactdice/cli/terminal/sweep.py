"""The command that sweeps over parameters. No mathematics here."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ...exact.errors import ExactDiceError
from ...jobs.allowance import MEGABYTES, SECONDS
from ...query.ranges import queries_and_words
from .documents import Dask, Jobs, cluster_at
from .own_games import load_games_in
from .shared import Ranged, complete_query, err, out, output_option, progress_bar, split_words


def sweep(
    context: typer.Context,
    query: Annotated[
        str,
        typer.Argument(
            help="A query, such as 'EG(0,0)'; more may follow, each a column.",
            autocompletion=complete_query,
        ),
    ],
    words: Ranged = None,
    output: Annotated[
        Path | None, output_option("The file: .parquet, .sqlite or .csv; it must be named.")
    ] = None,
    where: Annotated[
        str,
        typer.Option(help="Only combinations for which this statement holds: 'dice <= target'."),
    ] = "",
    digits: Annotated[
        int, typer.Option("--digits", min=0, max=10_000, help="Decimals of the rounded columns.")
    ] = 15,
    jobs: Jobs = None,
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.1, help="Seconds for one combination.")
    ] = SECONDS,
    memory: Annotated[
        int, typer.Option("--memory", min=1, help="Megabytes for one combination.")
    ] = MEGABYTES,
    no_seconds: Annotated[
        bool,
        typer.Option(
            "--no-seconds",
            help="Leave out how long each took: every run then gives the same bytes.",
        ),
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Begin anew, and write over what is there.")
    ] = False,
    dask: Dask = None,
) -> None:
    """Ask queries at every combination of ranges, into a file.

    Each value stands exactly and rounded; what fails is a row with an error.

    A sweep that was ended goes on where it was with the same command.
    """
    from ...jobs.allowance import Allowance
    from ...writeup.sweep_table import check_output
    from ...writeup.sweeps import InCrew, columns_of, grid_of, opened, run

    if output is None:
        raise ExactDiceError("a sweep needs a file, as in -o gains.parquet")
    more, keyed = queries_and_words(words or [])
    grid = grid_of([query, *more], split_words(keyed), where, digits, has_seconds=not no_seconds)
    check_output(output, columns_of(grid))
    allowance = Allowance(jobs, timeout, memory)
    # A new interpreter has none of the games that the command line names.
    ready = partial(load_games_in, keyed)

    def known() -> str:
        are = "is" if len(journal.rows) == 1 else "are"
        return f"{len(journal.rows)} of {grid.size} cells {are}"

    with cluster_at(dask, context) as cluster, opened(output, grid, again) as journal:
        journal.forget_lost(allowance)
        if journal.is_complete:
            out.say(f"{output} is complete already; --again works it out anew")
            return
        if journal.rows:
            out.say(f"{known()} known from before")
        try:
            # Processes are begun while it is shown, so that no thread of its own may draw it.
            with progress_bar(output.name, inner=False, has_thread=False) as bar:
                outcome = run(grid, InCrew(allowance, ready, cluster), journal, output, bar)
        except KeyboardInterrupt:
            file = journal.base.file
            err.print(f"{known()} kept in {file}: the same command goes on from there")
            raise
    of_all = "" if outcome.rows == grid.size else f" of {grid.size} combinations"
    out.say(f"wrote {output}: {_counted(outcome.rows, 'row')}{of_all}")
    if outcome.errors:
        have = "has" if outcome.errors == 1 else "have"
        rows = _counted(outcome.errors, "row")
        out.say(f"{rows} {have} an error, the first: {outcome.first_error}")
    if outcome.beyond_limits:
        were, them = ("was", "it") if outcome.beyond_limits == 1 else ("were", "these")
        out.say(
            f"{outcome.beyond_limits} of them {were} beyond a limit: the same command with a "
            f"longer --timeout or more --memory tries {them} again"
        )


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'s' * (count != 1)}"
