"""The command line: each command reads its words, calls the library, and prints; here those that
list games, play them and serve.

No mathematics here.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Context, Exit, Option, Typer

from ... import __version__
from ...distributions.distribution import Distribution
from ...exact.errors import ExactDiceError, SeveralErrors
from ...exact.files import named
from ...exact.loading import needed
from ...exact.numbers import Exact, Interval, Progress, decimal_text, exact_text
from ...game.optional import is_solo
from ...game.protocol import MAX, MIN, Game, Player, Profile
from ...jobs.allowance import MEGABYTES, SECONDS
from ...query.ranges import digits_in, game_from
from ...query.register import summary_of
from ...query.words import EVERY_NAME, QUANTITIES
from ...writeup.tables.number_text import decimal
from .arguments import (
    GameName,
    Given,
    LimitedCommands,
    Memory,
    NoCache,
    Seed,
    StoreRead,
    Words,
    answers_from,
    check_picture,
    complete_game,
    complete_strategy,
    output_option,
    refuse_unused,
)
from .console import (
    BROKEN_PIPE,
    WIDTH,
    err,
    fitted,
    out,
    prepare_streams,
    progress_bar,
    report_error,
    tell,
)
from .documents import latex, suggest, verify
from .queries import formula, plot, sweep, table, value
from .solving import check, export, page, solve

if TYPE_CHECKING:
    from ...solvers.evaluation.simulation import Simulation

app = Typer(
    cls=LimitedCommands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Dice games and small two-player games, solved exactly.",
)

INTERRUPTED = 130  # exit status after Ctrl-C
# the distribution of the payoff of one game, or bounds on its mean, or why neither is known
Known = Distribution[Exact] | Interval | str
EVERYBODY = f"One that fits the game, of {', '.join(EVERY_NAME)}; default: optimal"

Simulated = Annotated[
    str | None,
    Option(
        help=f"{EVERYBODY}, or random where the game is too large to solve.",
        autocompletion=complete_strategy,
    ),
]


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


# --- play -----------------------------------------------------------------------------------------


def read_game(context: Context, name: str, given: Words, of_other: str) -> tuple[Game, int | None]:
    """The game, and the digits of the bounds that it is played with; None for exact numbers.

    Raises `ExactDiceError` when the option of the other player is typed, but there is none.
    """
    from ...games.simultaneous_battle.rules import SimultaneousBattle
    from ...query.games.simultaneous_battle import SHORT
    from .players import DIGITS

    digits, words = digits_in(given)
    rules = game_from(name, words)
    # The type itself, since a subclass may have other rules, and this was found for these.
    if digits is None and type(rules) is SimultaneousBattle and rules.dice * rules.target > SHORT:
        digits = DIGITS
    if is_solo(rules):
        refuse_unused(context, f"in {name}, which is played alone", of_other)
    return rules, digits


def play(
    context: Context,
    game: GameName,
    given: Given = None,
    opponent: Annotated[
        str | None,
        Option(
            help=f"{EVERYBODY}, or search(6) where the game is too large to solve.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    second: Annotated[bool, Option("--second", help="You move second.")] = False,
    advice: Annotated[
        bool, Option("--advice", help="Answer ? with the best action and its exact gain.")
    ] = False,
    law: Annotated[
        bool,
        Option("--law/--no-law", help="Show the exact law of what comes next where it is short."),
    ] = True,
    seed: Seed = None,
    store: StoreRead = None,
) -> None:
    """Play a game against a strategy, and see what each of your choices cost.

    At each question `help` lists the answers besides actions, such as `undo`.
    """
    from ...query.strategies import solved
    from .play import HiddenTable, Table, cost_lines, describe_seat, ending_text, read_answer
    from .play import play as play_game
    from .players import Players, seat_players

    rules, digits = read_game(context, game, given, "--opponent")
    me: Player = MIN if second else MAX
    if store is not None and digits is not None:
        raise ExactDiceError("--store keeps exact values, and digits=N asks for bounds: choose one")
    with answers_from(store):
        if store is not None:
            solved(rules)  # which refuses the store of another game
        # Solved before the first move, so that nobody waits in the middle of the game.
        with progress_bar("solving the game"):
            seated = seat_players(rules)
            players = Players(seated, digits)
            name = opponent or players.default("search(6)")
            other = players.plan(name, MAX if second else MIN)
        title = f"{rules}: "
        against = describe_seat(rules, me, players.describe(name))
        lines = [title + against]
        if len(lines[0]) > WIDTH:
            lines = [*fitted(title.rstrip()), *fitted(f"  {against}")]
        for line in lines:
            out.print(line)
        advised = (lambda state: players.advice(state, me)) if advice else None
        kind = Table if seated is rules else HiddenTable
        table = kind(seated, me, read_answer, out.say, advised, shows_law=law)  # type: ignore[arg-type]
        try:
            played = play_game(table, other, Random(seed))
        except EOFError:
            out.print()  # the question stands alone on its line
            raise ExactDiceError("the game needs your answers, but the input ended") from None
        except KeyboardInterrupt:
            out.print()
            raise
        if played.payoff is not None:
            out.print(ending_text(rules, played.payoff, me))
        with progress_bar("what your choices cost"):
            try:
                lines = [*cost_lines(table, played, players.known())]
            except ExactDiceError as error:
                lines = [f"what your choices cost is not known: {error}"]
        for line in lines:
            out.print(line)


# --- simulate -------------------------------------------------------------------------------------


def simulate(
    context: Context,
    game: GameName,
    given: Given = None,
    games: Annotated[int, Option(min=1, help="How many games.")] = 10_000,
    first: Simulated = None,
    second: Simulated = None,
    seed: Seed = None,
    output: Annotated[
        Path | None, output_option("Draw the counts beside the exact law in this picture.")
    ] = None,
) -> None:
    """Play many random games and set their mean beside the exact one."""
    from ...solvers.evaluation.simulation import simulate_many
    from .players import Players

    rules, digits = read_game(context, game, given, "--second")
    if output is not None:
        check_picture(output)
    with progress_bar(f"solving {game}") as watch:
        players = Players(rules, digits)
        one = first or players.default("random")
        other = second or players.default("random")
        profile = (players.plan(one, MAX), players.plan(other, MIN))
        known = known_payoff(rules, profile, digits, watch)
    if output is not None and not isinstance(known, Distribution):
        # Of bounds: they are on the mean, and say nothing of the single outcomes.
        why = known if isinstance(known, str) else "its gain is known within bounds only"
        raise ExactDiceError(
            f"there is no exact law to draw beside the counts: {why}; leave -o out, or choose a "
            "smaller game"
        )
    names = players.describe(one)
    if not is_solo(rules):
        names += f" against {players.describe(other)}"
    # Before the games, which may take long, so that people see what is being done.
    out.say(f"{rules}: {names}, {games} games")
    with progress_bar(f"{games} games") as watch:
        sample = simulate_many(rules, profile, games, Random(seed), watch)
    for line in sample_lines(sample, known):
        out.say(line)
    if output is not None and isinstance(known, Distribution):
        from ...writeup.pictures.curves import Panel, draw_distributions

        panel = Panel(names, known, sample.payoffs)
        draw_distributions([panel], output, f"payoff in {sample.games} random games", "payoff")
        out.print(f"wrote {named(output)}")


def known_payoff(
    game: Game, profile: Profile, digits: int | None, progress: Progress | None = None
) -> Known:
    """The distribution of the payoff of one game of the profile; bounds with digits where fractions
    would be too long.
    """
    from ...games.simultaneous_battle.fast import profile_bounds
    from ...games.simultaneous_battle.rules import SimultaneousBattle
    from ...solvers.evaluation.profiles import payoff_distribution

    try:
        if digits is not None and type(game) is SimultaneousBattle:
            return profile_bounds(game, profile, digits)[game.start]
        return payoff_distribution(game, profile, progress)
    # The sample is worth printing all the same, with the reason beside it.
    except ExactDiceError as error:
        return str(error)


def sample_lines(sample: Simulation, known: Known) -> Iterator[str]:
    """The counts and means of the sample, then the exact gain with z and p, or its bounds; or why
    there is none.
    """
    from ...report.claims.montecarlo import estimate

    for payoff, count in sample.payoffs.items():
        yield f"payoff {exact_text(payoff)}: {count} games"
    yield (
        f"mean payoff {decimal_text(sample.mean, 6)}, mean length "
        f"{decimal_text(sample.mean_length, 3)} moves"
    )
    if isinstance(known, str):
        yield f"no exact value to compare with: {known}"
    elif isinstance(known, Interval):
        yield f"gain by certified bounds: {decimal(known, 6)}"
    else:
        # The mean of the sample is exact, so both bounds are the same number.
        found = estimate(known, sample.games, Interval(sample.mean, sample.mean))
        yield (
            f"exact gain {decimal_text(known.mean(), 6)}, z = {decimal_text(found.z or 0, 2)}, "
            f"p = {decimal_text(found.p, 4)} ({found.method})"
        )


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

    from ...exact.processes import cores
    from ...jobs.allowance import Allowance

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
