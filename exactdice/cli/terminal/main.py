"""The command line: each command reads its words, calls the library, and prints.

No mathematics here.
"""

from __future__ import annotations

import sys
import traceback
from typing import Annotated, Any

from typer import Argument, Context, Exit, Option, Typer

from ... import __version__
from ...exact.errors import ExactDiceError, SeveralErrors
from ...exact.extras import needed
from ...jobs.allowance import MEGABYTES, SECONDS
from ...query.register import summary_of
from ...query.words import EVERY_NAME, QUANTITIES
from .arguments import LimitedCommands, Memory, NoCache, complete_game, refuse_unused
from .console import BROKEN_PIPE, err, fitted, out, prepare_streams, report_error, tell
from .documents import latex, suggest, verify
from .playing import play, simulate
from .queries import formula, plot, sweep, table, value
from .solving import check, export, page, solve

app = Typer(
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
    prepare_streams()
    status = run_command()
    if status == INTERRUPTED:
        tell("interrupted: files are written whole or not at all")
    # A command that returns nothing has succeeded.
    sys.exit(status if isinstance(status, int) else 0)


def run_command() -> object:
    """Run the command; its exit status, or that of what went wrong, which is printed."""
    try:
        status: object = app(standalone_mode=False, prog_name="exactdice")
        # Here, where a full disc can still be reported, and not when Python shuts down.
        sys.stdout.flush()
        return status
    except SeveralErrors as error:
        return max(map(report_error, error.complaints))
    except ExactDiceError as error:
        return report_error(str(error))
    except BrokenPipeError:
        out.discard()
        return BROKEN_PIPE
    except SystemExit as end:
        # Rich, which prints the help, ends so with status 1 when nobody reads on.
        return BROKEN_PIPE if isinstance(end.__context__, BrokenPipeError) else end.code
    except OSError as error:
        # What is left in the buffer would fail a second time at the exit.
        out.discard()
        return report_error(f"{error.filename or 'standard output'}: {error.strerror or error}")
    except (MemoryError, OverflowError, RecursionError) as error:
        return report_error(
            f"this is too large to compute here ({type(error).__name__}): ask for something smaller"
        )
    except Exception as error:
        if not hasattr(error, "format_message"):  # a defect of this program, to be shown whole
            traceback.print_exc()
            return 2
        message = error.format_message()  # what typer says of a command line that it cannot read
        if not message:  # a command that needs more words stood alone: its help is printed
            return 0
        command = getattr(getattr(error, "ctx", None), "command_path", "exactdice")
        return report_error(f"{message} (see {command} --help)")


# --- what there is --------------------------------------------------------------------------------


def games(
    name: Annotated[
        str | None,
        Argument(help="One game, to be described in full.", autocompletion=complete_game),
    ] = None,
) -> None:
    """List the games and the quantities, or describe one game.

    Each stands with its options; the quantities are what queries may use.
    """
    if name is not None:
        from ...report.pages.description import page as describe

        # All of it first, so that nothing is printed of a game that cannot be described.
        first, *lines = describe(name)
        out.print(first, style="bold")
        for line in lines:
            _print_fitted(line, style="" if line.startswith(" ") else "bold")
        return
    from ...query.games_by_name import GAMES, doubly_named, installed_games, maker_named

    out.print("games", style="bold")
    for game, maker in GAMES.items():
        _list_game(game, maker)
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
        _print_fitted(f"  {quantity.signature}  {quantity.summary}", hanging=4)
        if quantity.options:
            _print_fitted(f"      options: {', '.join(quantity.options)}", style="dim")
    _print_fitted(f"strategies: {', '.join(EVERY_NAME)}", style="bold")


def _print_fitted(line: str, style: str = "", hanging: int = 2) -> None:
    for part in fitted(line, hanging=hanging):
        out.print(part, style=style)


def _list_game(name: str, maker: Any) -> None:
    """The game with its options and their defaults as they are typed, `heaps=3,4,5`."""
    from ...query.games_by_name import options_of
    from ...report.pages.description import option_text

    options = " ".join(option_text(key, default) for key, default in options_of(maker).items())
    _print_fitted(f"  {name}  {options}".rstrip(), hanging=8)
    summary = summary_of(maker)
    if summary:  # Python may leave docstrings out
        _print_fitted(f"      {summary}", hanging=0)


# --- servers --------------------------------------------------------------------------------------


def serve(
    context: Context,
    mcp: Annotated[
        bool,
        Option(
            "--mcp",
            help="Serve assistants instead, by the Model Context Protocol, on standard input and "
            "output.",
        ),
    ] = False,
    port: Annotated[int, Option(min=0, max=65535, help="The port; 0: any that is free.")] = 8017,
    browser: Annotated[
        bool, Option("--open/--no-open", help="Open the page in the browser.")
    ] = False,
    jobs: Annotated[
        int | None,
        Option("--jobs", min=1, help="Jobs at once; default: as many as there are cores."),
    ] = None,
    timeout: Annotated[
        float | None, Option(help="Seconds for one question; default: 60, with --mcp 20.")
    ] = None,
    memory: Memory = MEGABYTES,
    total_timeout: Annotated[
        float | None,
        Option(help="Seconds for one document or request; default: 600, with --mcp 120."),
    ] = None,
    no_cache: NoCache = False,
) -> None:
    """Serve a site for browsers on this machine alone, until Ctrl-C, or assistants.

    Queries, reports on documents and pages of games are worked out within these limits, which no
    request can change. The site keeps nothing on the disk.
    """
    import webbrowser

    from ...jobs.allowance import Allowance, cores

    # One process a request, so that no more work at once than there may be requests.
    seconds, total = (20.0, 120.0) if mcp else (SECONDS, 600.0)
    allowance = Allowance(
        1,
        seconds if timeout is None else timeout,
        memory,
        total if total_timeout is None else total_timeout,
    )
    if mcp:
        refuse_unused(context, "with --mcp, which has no page", "--port", "--open")
        with needed("the command serve --mcp", "mcp"):
            from ..mcp_server.server import Limits
            from ..mcp_server.server import serve as serve_assistants

        serve_assistants(Limits(allowance, not no_cache), jobs or cores())
        return
    refuse_unused(context, "without --mcp, as the site keeps nothing", "--no-cache")
    with needed("the command serve", "web"):
        from ..server.application import serve as serve_site

    def announce(address: str) -> None:
        out.print(f"exactdice is at {address} until Ctrl-C ends it")
        if browser and not webbrowser.open(address):
            err.print(f"no browser could be begun: open {address} yourself")

    serve_site(port, allowance, jobs or max(2, cores()), announce)
    err.print("ended")


# What fewer people ask for comes later in the help, which lists the commands in this order.
for command in (
    *(value, table, formula, plot, verify, sweep, solve, check, play, simulate, games),
    *(suggest, page, latex, export, serve),
):
    app.command()(command)


@app.callback(invoke_without_command=True)
def version_option(
    version: Annotated[bool, Option("--version", help="Print the version.")] = False,
) -> None:
    """Dice games and small two-player games, solved exactly."""
    if version:
        out.print(f"exactdice {__version__}")
        raise Exit
