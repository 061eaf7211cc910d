"""The command line: each command reads its words, calls the library, and prints.

No mathematics here.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ... import __version__, checker
from ...distributions.distribution import Distribution, EndlessLaw
from ...exact.errors import ExactDiceError, SeveralErrors
from ...exact.files import MOST_PROOF_BYTES, check_apart, check_readable, check_writable, json_text
from ...query.ranges import digits_in, single_values
from ...query.register import summary_of
from ...query.words import EVERY_NAME, QUANTITIES
from ...symbolic.function import PiecewiseFunction
from ...writeup.tables.number_text import Format
from . import files as cli_files
from . import stores as cli_stores
from .documents import Dask, states_looked_at, verify
from .fitting import fitted
from .generated import latex, latex_sty, suggest, values
from .new_game import new_game
from .own_games import LimitedCommands
from .playing import play, simulate
from .serve import mcp, serve
from .shared import (
    BROKEN_PIPE,
    Given,
    Query,
    Seed,
    beside,
    complete_game,
    err,
    failed,
    out,
    output_option,
    progress_bar,
    ready,
    refuse_unused,
    split_words,
    tell,
)
from .sweep import sweep
from .tables import AtLeast, AtMost, formula, plot, table, words_beside

# Named in hints alone: each command starts without what the others need.
if TYPE_CHECKING:
    from ...game.solution import Enclosure, Solution

app = typer.Typer(
    cls=LimitedCommands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Dice games and small two-player games, solved exactly.",
)

INTERRUPTED = 130  # exit status after Ctrl-C


def main() -> None:
    """Run the command line; what goes wrong is one line on stderr and exit status 2.

    An interruption by Ctrl-C has a status of its own.
    """
    # First, since even the message of a failure needs a stream that takes it.
    ready()
    status = _ended()
    if status == INTERRUPTED:
        tell("interrupted: files are written whole or not at all")
    # A command that returns nothing has succeeded.
    sys.exit(status if isinstance(status, int) else 0)


def _ended() -> object:
    """Run the command; its exit status, or that of what went wrong, which is printed."""
    try:
        status: object = app(standalone_mode=False, prog_name="exactdice")
        # Here, where a full disc can still be reported, and not when Python shuts down.
        sys.stdout.flush()
        return status
    except SeveralErrors as error:
        return max(map(failed, error.complaints))
    except ExactDiceError as error:
        return failed(str(error))
    except BrokenPipeError:
        out.discard()
        return BROKEN_PIPE
    except SystemExit as end:
        # Rich, which prints the help, ends so with status 1 when nobody reads on.
        return BROKEN_PIPE if isinstance(end.__context__, BrokenPipeError) else end.code
    except OSError as error:
        # What is left in the buffer would fail a second time at the exit.
        out.discard()
        return failed(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except (MemoryError, OverflowError, RecursionError) as error:
        return failed(
            f"this is too large to compute here ({type(error).__name__}): ask for something smaller"
        )
    except Exception as error:
        if not hasattr(error, "format_message"):  # a defect of this program, to be shown whole
            traceback.print_exc()
            return 2
        said = error.format_message()  # what typer says of a command line that it cannot read
        if not said:  # a command that needs more words stood alone: its help is printed
            return 0
        command = getattr(getattr(error, "ctx", None), "command_path", "exactdice")
        return failed(f"{said} (see {command} --help)")


# --- queries --------------------------------------------------------------------------------------


Decimals = Annotated[int, typer.Option(min=0, max=100_000, help="Decimals of --format decimal.")]


def value(
    context: typer.Context,
    query: Query,
    given: Given = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="How to print; default: exact, but text for a law on a terminal.",
            show_default=False,
        ),
    ] = None,
    digits: Decimals = 6,
    at_least: AtLeast = False,
    at_most: AtMost = False,
    proved: Annotated[
        bool,
        typer.Option(
            "--proved",
            help="Only a value whose proof the checker accepts; say it on standard error.",
        ),
    ] = False,
    store: cli_stores.StoreRead = None,
) -> None:
    """Print the exact value of a query on one line.

    A law is shown as a table with bars on a terminal, and by --format text.
    """
    # Here and in the commands below what is needed is loaded when it is called for, so that each
    # command starts fast.
    from ...query.evaluate import evaluate_query
    from ...query.proving import proving
    from ...query.reasons import reason
    from ...writeup.tables import number_text as style

    if form != Format.DECIMAL:
        refuse_unused(context, "without --format decimal", "--digits")
    if form not in (Format.TEXT, None):
        refuse_unused(context, f"beside --format {form}", "--at-least", "--at-most")
    asked = single_values(given, query)
    with progress_bar(query), cli_stores.answers_from(store):
        with proving() if proved else nullcontext() as book:
            found = evaluate_query(query, asked)
        proofs = book.required(query) if book else ()
    # On standard error, so that the output is the value alone with and without --proved.
    for line in proofs:
        err.print(f"proved: {line}")
    beside = words_beside(at_least, at_most)
    # Without a format it is text for somebody who looks at it.
    is_text = form == Format.TEXT or (form is None and out.is_terminal)
    if isinstance(found, Distribution | EndlessLaw):
        if is_text or beside:
            from ...writeup.tables.table import law_text

            out.print(law_text(found, beside))
            return
    else:
        refuse_unused(context, "as the value is no law", "--at-least", "--at-most")
    if isinstance(found, PiecewiseFunction) and is_text:
        from ...writeup.tables.output_formats import rows_text

        out.print(rows_text(found, query).rstrip())
        return
    because = reason(query, asked) if isinstance(found, bool) else ""
    if form == Format.JSON:
        entry = {"query": query, "given": split_words(given), "value": style.as_json(found)}
        entry |= {"because": because} if because else {}
        entry |= {"proved": proofs} if proved else {}
        out.print(json_text(entry), end="", literal=True)
    elif form == Format.DECIMAL:
        out.print(f"{style.decimal(found, digits)} {because}".rstrip())
    else:
        text = style.latex(found) if form == Format.LATEX else style.exact(found)
        out.print(f"{text} {because}".rstrip())


# --- games ----------------------------------------------------------------------------------------


def solve(
    context: typer.Context,
    game: cli_files.GameOrFile,
    given: Given = None,
    output: Annotated[Path | None, output_option("Write the proof to this file.")] = None,
    store: cli_stores.StoreWritten = None,
    dask: Dask = None,
) -> None:
    """Solve a game or a file exactly, or a game within bounds.

    Prints a summary for people, and writes with -o the proof for anyone to check. With digits=N a
    game is solved within bounds 10^-N apart. With --store the levels of a game are kept in a
    folder, and work that was ended goes on where it was. With --dask the states of a game without
    a fast path are looked at on a cluster, a level at a time.
    """
    if output is not None:
        # Before the work, which may take hours.
        check_writable(output)
        # A proof written over the game it is about could never be checked against it.
        check_apart(output, Path(game))
    if cli_files.is_no_game(game):
        refuse_unused(context, "where no game is solved", "--dask", "--store")
        cli_files.solve_other(Path(game), given, output)
        return
    with states_looked_at(dask, context, game):
        from ...proofs.solutions import refuse_symbols
        from ...solvers import enclose
        from ...solvers import solve as solve_game
        from .summary import summary_lines

        digits, words = digits_in(given)
        name, rules = cli_files.game_or_file(game, words)
        if output is not None:
            # Before it is solved: of a game with symbols no proof file can be.
            refuse_symbols(rules)
        if digits is not None and store is not None:
            raise ExactDiceError(
                "--store keeps exact values, and digits=N asks for bounds: choose one"
            )
        solution: Solution | Enclosure
        with progress_bar(f"solving {game}") as watch:
            if digits is None:
                solution = solve_game(rules, watch, store=store)
            else:
                solution = enclose(rules, digits, watch)
        told = beside(output)
        told.say(name)
        for line in summary_lines(solution, digits or 10):
            told.say(line)
        if output is not None:
            cli_files.save_proof(solution, output)


def check(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(
            help="A proof file written by `exactdice solve -o`, or a folder by `solve --store`."
        ),
    ],
    game: cli_files.GameMeant = None,
    given: Given = None,
    sample: cli_stores.Sample = None,
    seed: Seed = None,
) -> None:
    """Check a proof file from its rules alone, or a store.

    With GAME it is checked too that the rules are that game's. Of a store, without GAME that no
    byte has changed, with it that the values follow from each other. Exit status: 0 proved, 1
    rejected, 2 unreadable.
    """
    if file.is_dir():
        raise typer.Exit(cli_stores.check_store(file, game, given, sample, seed))
    refuse_unused(context, "with a proof file, which is checked whole", "--sample", "--seed")
    # The checker reads the file whole, so its size is asked first.
    check_readable(file, MOST_PROOF_BYTES)
    if game is not None:
        raise typer.Exit(cli_files.check_against(file, game, given))
    # The checker prints for itself, since it runs without this package; here its lines pass
    # through the same streams as all others.
    with redirect_stdout(StringIO()) as proved, redirect_stderr(StringIO()) as complaint:
        status = checker.main([str(file)])
    out.print(proved.getvalue(), end="")
    err.print(complaint.getvalue(), end="")
    raise typer.Exit(status)


def games(
    name: Annotated[
        str | None,
        typer.Argument(help="One game, to be described in full.", autocompletion=complete_game),
    ] = None,
) -> None:
    """List the games and the quantities, or describe one game.

    Each stands with its options; the quantities are what queries may use.
    """
    if name is not None:
        from ...report.pages.description import page as described

        # All of it first, so that nothing is printed of a game that cannot be described.
        first, *lines = described(name)
        out.print(first, style="bold")
        for line in lines:
            _say_fitted(line, style="" if line.startswith(" ") else "bold")
        return
    from ...query.games_by_name import GAMES, doubly_named, installed_games, maker_named

    out.print("games", style="bold")
    for game, rules in GAMES.items():
        _list_game(game, rules)
    for found in installed_games():
        if found.name in doubly_named():
            continue
        try:
            _list_game(found.name, maker_named(found.name))
            out.print(f"      from the package {found.package}", style="dim")
        except ExactDiceError as error:  # one that cannot be loaded is named, and hides no other
            err.print(f"note: {' '.join(str(error).split())}")
    for complaint in doubly_named().values():
        err.print(f"note: {complaint}")
    out.print("quantities", style="bold")
    for quantity in QUANTITIES.values():
        _say_fitted(f"  {quantity.signature}  {quantity.summary}", hanging=4)
        if quantity.options:
            _say_fitted(f"      options: {', '.join(quantity.options)}", style="dim")
    _say_fitted(f"strategies: {', '.join(EVERY_NAME)}", style="bold")


def _say_fitted(line: str, style: str = "", hanging: int = 2) -> None:
    """Print the line on as many lines as it needs in 80 columns."""
    for part in fitted(line, hanging=hanging):
        out.print(part, style=style)


def _list_game(name: str, rules: Any) -> None:
    """The game with its options and their defaults as they are typed, `heaps=3,4,5`."""
    from ...query.games_by_name import options_of
    from ...report.pages.description import option_text

    options = " ".join(option_text(key, default) for key, default in options_of(rules).items())
    _say_fitted(f"  {name}  {options}".rstrip(), hanging=8)
    summary = summary_of(rules)
    if summary:  # Python may leave docstrings out
        _say_fitted(f"      {summary}", hanging=0)


# What fewer people ask for comes later in the help, which lists the commands in this order.
COMMANDS: list[Callable[..., None]] = [
    *(value, table, formula, plot, verify, sweep, solve, check, play, simulate, games),
    *(suggest, cli_files.page, latex, latex_sty, values, cli_files.export, new_game, mcp, serve),
]
for command in COMMANDS:
    app.command()(command)
app.add_typer(cli_stores.cache, name="cache")


@app.callback(invoke_without_command=True)
def version_option(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Dice games and small two-player games, solved exactly."""
    if version:
        out.print(f"exactdice {__version__}")
        raise typer.Exit
