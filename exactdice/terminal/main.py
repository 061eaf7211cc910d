"""The command line: each command reads its words, calls the library, and prints.

No mathematics here.
"""

from __future__ import annotations

import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from copy import copy
from io import StringIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.models import CommandInfo

from .. import __version__, checker
from ..distribution import Distribution, EndlessLaw
from ..errors import ExactDiceError, SeveralErrors
from ..files import (
    MOST_PROOF_BYTES,
    check_apart,
    check_readable,
    check_writable,
    json_text,
    named,
)
from ..game import MAX, MIN, Game, Player, Strategy
from ..optional import is_solo
from ..parametric.function import PiecewiseFunction
from ..queries.ranges import digits_in, game_from, single_values
from ..queries.words import EVERY_NAME, QUANTITIES
from ..tables.number_text import Format
from ..words.register import Answer, summary_of
from . import cache as cli_cache
from . import documents as cli_documents
from . import files as cli_files
from . import generated as cli_generated
from . import mcp as cli_mcp
from . import new_game as cli_new_game
from . import page as cli_page
from . import serve as cli_serve
from . import stores as cli_stores
from . import suggest as cli_suggest
from . import sweep as cli_sweep
from .completion import complete_game, complete_strategy
from .elsewhere import Dask, states_looked_at
from .limit_option import LimitedCommands
from .shared import (
    BROKEN_PIPE,
    GameName,
    Given,
    Query,
    Seed,
    beside,
    check_picture,
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
from .tables import AtLeast, AtMost, formula, plot, table, words_beside

# Named in hints alone: each command starts without what the others need.
if TYPE_CHECKING:
    from ..evaluation.simulation import Simulation
    from ..exact import Progress
    from ..loading import Installed
    from ..solution import Enclosure, Solution
    from .play import Played, Table
    from .sample import Known

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
        status: object = _asked_for()(standalone_mode=False, prog_name="exactdice")
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
        return _misused(error)


def _asked_for() -> typer.Typer:
    """The commands; the one that the command line begins with alone, as to make them all takes
    longer than most answers.
    """
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    named = [command for command in app.registered_commands if first == _name(command)]
    if not named:  # a group of commands, an option, a slip: all may be needed
        return app
    alone = copy(app)
    alone.registered_commands, alone.registered_groups = named, []
    return alone


def _name(command: CommandInfo) -> str:
    """The name of a command, that of its function unless it says another."""
    return command.name or getattr(command.callback, "__name__", "").replace("_", "-")


def _misused(error: Exception) -> int:
    """Print what typer says of a command line that it cannot read; the exit status."""
    if not hasattr(error, "format_message"):  # a defect of this program, to be shown whole
        traceback.print_exc()
        return 2
    said = error.format_message()
    if not said:  # a command that needs more words stood alone: its help is printed
        return 0
    command = getattr(getattr(error, "ctx", None), "command_path", "exactdice")
    return failed(f"{said} (see {command} --help)")


# --- queries --------------------------------------------------------------------------------------


ValueForm = Annotated[
    Format | None,
    typer.Option(
        "--format",
        help="How to print; default: exact, but text for a law on a terminal.",
        show_default=False,
    ),
]
Decimals = Annotated[int, typer.Option(min=0, max=100_000, help="Decimals of --format decimal.")]
ValueProved = Annotated[
    bool,
    typer.Option(
        "--proved",
        help="Only a value whose proof the checker accepts; say it on standard error.",
    ),
]


@app.command()
def value(
    context: typer.Context,
    query: Query,
    given: Given = None,
    form: ValueForm = None,
    digits: Decimals = 6,
    at_least: AtLeast = False,
    at_most: AtMost = False,
    proved: ValueProved = False,
    store: cli_stores.StoreRead = None,
) -> None:
    """Print the exact value of a query on one line.

    A law is shown as a table with bars on a terminal, and by --format text.
    """
    from ..tables.number_text import as_json

    if form != Format.DECIMAL:
        refuse_unused(context, "without --format decimal", "--digits")
    if form not in (Format.TEXT, None):
        refuse_unused(context, f"beside --format {form}", "--at-least", "--at-most")
    answer_to_query = proved_value if proved else plain_value
    asked = single_values(given, query)
    with progress_bar(query), cli_stores.answers_from(store):
        found, proofs = answer_to_query(query, asked)
    # On standard error, so that the output is the value alone with and without --proved.
    for line in proofs:
        err.print(f"proved: {line}")
    is_law = isinstance(found, Distribution | EndlessLaw)
    beside = words_beside(at_least, at_most)
    if is_law and (form or _for_people(beside)) == Format.TEXT:
        from ..tables.of_laws import law_text

        out.print(law_text(found, beside))
        return
    refuse_unused(context, "as the value is no law", "--at-least", "--at-most")
    if isinstance(found, PiecewiseFunction) and (form or _for_people([])) == Format.TEXT:
        from ..tables.function_rows import rows_text

        out.print(rows_text(found, query).rstrip())
        return
    because = _reason(query, asked) if isinstance(found, bool) else ""
    if form != Format.JSON:
        text = _value_text(found, form or Format.EXACT, digits)
        out.print(f"{text} {because}".rstrip())
        return
    entry = {"query": query, "given": split_words(given), "value": as_json(found)}
    if because:
        entry["because"] = because
    if proved:
        entry["proved"] = proofs
    out.print(json_text(entry), end="", literal=True)


def _reason(query: str, given: dict[str, object]) -> str:
    """Why the statement is true or false."""
    from ..queries.reasons import reason

    return reason(query, given)


def _for_people(beside: list[str]) -> Format:
    """How a law is printed when nothing is said: as text for somebody who looks at it, or who asks
    for columns that only the text has.
    """
    return Format.TEXT if beside or out.is_terminal else Format.EXACT


def _value_text(found: Answer, form: Format, digits: int) -> str:
    """The value in a format for people."""
    from ..tables import number_text as style

    if form == Format.DECIMAL:
        return style.decimal(found, digits)
    return style.latex(found) if form == Format.LATEX else style.exact(found)


def plain_value(query: str, given: dict[str, object]) -> tuple[Answer, tuple[str, ...]]:
    """The value of the query; nothing is proved."""
    from ..queries.evaluate import evaluate_query

    return evaluate_query(query, given), ()


def proved_value(query: str, given: dict[str, object]) -> tuple[Answer, tuple[str, ...]]:
    """The value of the query and what the checker said of the solutions behind it.

    Raises `QueryError` when no proof covers the value.
    """
    # Here and in the commands below what is needed is loaded when it is called for, so that each
    # command starts fast.
    from ..words.proving import proving

    with proving() as book:
        found, _ = plain_value(query, given)
    return found, book.required(query)


for command in (table, formula, plot):
    app.command()(command)
cli_documents.register(app)
cli_sweep.register(app)


# --- games ----------------------------------------------------------------------------------------


ProofFile = Annotated[Path | None, output_option("Write the proof to this file.")]


@app.command()
def solve(
    context: typer.Context,
    game: cli_files.GameOrFile,
    given: Given = None,
    output: ProofFile = None,
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
        _solve_game(game, given, output, store)


def _solve_game(
    game: str, given: list[str] | None, output: Path | None, store: Path | None
) -> None:
    from .summary import summary_lines

    digits, words = digits_in(given)
    name, rules = cli_files.game_or_file(game, words)
    if output is not None:
        cli_files.check_provable(rules)
    with progress_bar(f"solving {game}") as watch:
        solution = _solution(rules, digits, store, watch)
    told = beside(output)
    told.say(name)
    for line in summary_lines(solution, digits or 10):
        told.say(line)
    if output is not None:
        cli_files.save_proof(solution, output)


def _solution(
    rules: Game, digits: int | None, store: Path | None, watch: Progress
) -> Solution | Enclosure:
    """The solution, or the bounds with so many digits."""
    from ..solvers import enclose
    from ..solvers import solve as solve_game

    if digits is None:
        return solve_game(rules, watch, store=store)
    if store is not None:
        raise ExactDiceError("--store keeps exact values, and digits=N asks for bounds: choose one")
    return enclose(rules, digits, watch)


@app.command()
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


EVERYBODY = f"One that fits the game, of {', '.join(EVERY_NAME)}; default: optimal"
Opponent = Annotated[
    str | None,
    typer.Option(
        help=f"{EVERYBODY}, or search(6) where the game is too large to solve.",
        autocompletion=complete_strategy,
    ),
]
Simulated = Annotated[
    str | None,
    typer.Option(
        help=f"{EVERYBODY}, or random where the game is too large to solve.",
        autocompletion=complete_strategy,
    ),
]
MovesSecond = Annotated[bool, typer.Option("--second", help="You move second.")]
WithAdvice = Annotated[
    bool, typer.Option("--advice", help="Answer ? with the best action and its exact gain.")
]
ShowsLaw = Annotated[
    bool,
    typer.Option("--law/--no-law", help="Show the exact law of what comes next where it is short."),
]
HowMany = Annotated[int, typer.Option(min=1, help="How many games.")]
CountsPicture = Annotated[
    Path | None, output_option("Draw the counts beside the exact law in this picture.")
]


def game_and_digits(
    context: typer.Context, name: str, given: list[str] | None, of_other: str
) -> tuple[Game, int | None]:
    """The game, and the digits of the bounds that it is played with; None for exact numbers.

    Raises `ExactDiceError` when the option of the other player is typed, but there is none.
    """
    from .players import digits_needed

    asked, words = digits_in(given)
    rules = game_from(name, words)
    digits = digits_needed(rules, asked)
    if is_solo(rules):
        refuse_unused(context, f"in {name}, which is played alone", of_other)
    return rules, digits


@app.command()
def play(
    context: typer.Context,
    game: GameName,
    given: Given = None,
    opponent: Opponent = None,
    second: MovesSecond = False,
    advice: WithAdvice = False,
    law: ShowsLaw = True,
    seed: Seed = None,
    store: cli_stores.StoreRead = None,
) -> None:
    """Play a game against a strategy, and see what each of your choices cost.

    At each question `help` lists the answers besides actions, such as `undo`.
    """
    rules, digits = game_and_digits(context, game, given, "--opponent")
    if store is not None and digits is not None:
        raise ExactDiceError("--store keeps exact values, and digits=N asks for bounds: choose one")
    with cli_stores.answers_from(store):
        if store is not None:
            cli_stores.refuse_other_store(rules)
        table, other = _table(rules, digits, opponent, second, advice, law)
        _tell_end(table, _played(table, other, Random(seed)), digits)


def _table(
    rules: Game, digits: int | None, opponent: str | None, second: bool, advice: bool, law: bool
) -> tuple[Table, Strategy]:
    """The person's table and the strategy of the other, once the game is solved."""
    from . import players
    from .fitting import title_lines
    from .hidden_play import table_for
    from .play import answer_to, seat

    me: Player = MIN if second else MAX
    # Solved before the first move, so that nobody waits in the middle of the game.
    with progress_bar("solving the game"):
        name = opponent or players.usual(rules, digits, "search(6)")
        seated = players.seated(rules)
        other = players.plan(seated, name, MAX if second else MIN, digits)
    advised = (lambda state: players.advice(seated, state, me, digits)) if advice else None
    for line in title_lines(f"{rules}: ", seat(rules, me, players.called(name, digits))):
        out.print(line)
    return table_for(seated, me, answer_to, out.say, advised, shows_law=law), other


def _played(table: Table, other: Strategy, rng: Random) -> Played:
    """Play to the end."""
    from .play import play as play_game

    try:
        return play_game(table, other, rng)
    except EOFError:
        out.print()  # the question stands alone on its line
        raise ExactDiceError("the game needs your answers, but the input ended") from None
    except KeyboardInterrupt:
        out.print()
        raise


def _tell_end(table: Table, played: Played, digits: int | None) -> None:
    """Say how play ended, and what each choice of the person cost."""
    from . import players
    from .costs import cost_lines
    from .in_words import ending

    if played.payoff is not None:
        out.print(ending(table.rules, played.payoff, table.player))
    with progress_bar("what your choices cost"):
        try:
            known = players.known(table.game, digits)
            lines = list(cost_lines(table, played, known))
        except ExactDiceError as error:
            lines = [f"what your choices cost is not known: {error}"]
    for line in lines:
        out.print(line)


@app.command()
def simulate(
    context: typer.Context,
    game: GameName,
    given: Given = None,
    games: HowMany = 10_000,
    first: Simulated = None,
    second: Simulated = None,
    seed: Seed = None,
    output: CountsPicture = None,
) -> None:
    """Play many random games and set their mean beside the exact one."""
    from ..evaluation.simulation import simulate_many
    from . import players
    from .sample import known_of, law_known, playing

    rules, digits = game_and_digits(context, game, given, "--second")
    if output is not None:
        check_picture(output)
    with progress_bar(f"solving {game}") as watch:
        one = first or players.usual(rules, digits, "random")
        other = second or players.usual(rules, digits, "random")
        profile = (players.plan(rules, one, MAX, digits), players.plan(rules, other, MIN, digits))
        known = known_of(rules, profile, digits, watch)
    if output is not None:
        # For its complaint: without a law there is no picture, and the games would be in vain.
        law_known(known)
    names = playing(rules, players.called(one, digits), players.called(other, digits))
    # Before the games, which may take long, so that people see what is being done.
    out.say(f"{rules}: {names}, {games} games")
    with progress_bar(f"{games} games") as watch:
        sample = simulate_many(rules, profile, games, Random(seed), watch)
    _print_sample(sample, known, names, output)


def _print_sample(sample: Simulation, known: Known, names: str, output: Path | None) -> None:
    """Print the sample beside what is known of the game, and draw it where a file is named."""
    from .sample import draw_sample, sample_lines

    for line in sample_lines(sample, known):
        out.say(line)
    if output is not None:
        draw_sample(sample, known, names, output)
        out.print(f"wrote {named(output)}")


@app.command("games")
def list_games(
    name: Annotated[
        str | None,
        typer.Argument(help="One game, to be described in full.", autocompletion=complete_game),
    ] = None,
) -> None:
    """List the games and the quantities, or describe one game.

    Each stands with its options; the quantities are what queries may use.
    """
    if name is not None:
        describe(name)
        return
    from ..games.register import GAMES, doubly_named, installed_games

    out.print("games", style="bold")
    for game, rules in GAMES.items():
        _list_game(game, rules)
    for found in installed_games():
        if found.name not in doubly_named():
            _list_installed(found)
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
    from .fitting import fitted

    for part in fitted(line, hanging=hanging):
        out.print(part, style=style)


def _list_game(name: str, rules: object) -> None:
    _say_fitted(f"  {name}  {options_of(rules)}".rstrip(), hanging=8)
    summary = summary_of(rules)
    if summary:  # Python may leave docstrings out
        _say_fitted(f"      {summary}", hanging=0)


def _list_installed(found: Installed) -> None:
    """The game with its package; one that cannot be loaded is named, and hides no other."""
    from ..games.register import maker_named

    try:
        rules = maker_named(found.name)
    except ExactDiceError as error:
        err.print(f"note: {' '.join(str(error).split())}")
        return
    _list_game(found.name, rules)
    out.print(f"      from the package {found.package}", style="dim")


def describe(name: str) -> None:
    """Print what there is to know of a game, with worked queries."""
    from ..pages.description import page

    # All of it first, so that nothing is printed of a game that cannot be described.
    first, *lines = page(name)
    out.print(first, style="bold")
    for line in lines:
        _say_fitted(line, style="" if line.startswith(" ") else "bold")


def options_of(rules: Any) -> str:
    """The options with their defaults as they are typed, `heaps=3,4,5`; names where none is one."""
    from ..games.register import options_of as options
    from ..pages.description import option_text

    return " ".join(option_text(key, default) for key, default in options(rules).items())


# What fewer people ask for comes later in the help, which lists the commands in this order.
cli_suggest.register(app)
cli_page.register(app)
cli_generated.register(app)
cli_files.register(app)
cli_new_game.register(app)
cli_mcp.register(app)
cli_serve.register(app)
cli_cache.register(app)


@app.callback(invoke_without_command=True)
def version_option(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Dice games and small two-player games, solved exactly."""
    if version:
        out.print(f"exactdice {__version__}")
        raise typer.Exit
