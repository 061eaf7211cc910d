"""The commands on whole games, and on linear programs and arenas in files: they solve, check, and
write for other programs and for readers. No mathematics here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, cast

from typer import Argument, Context, Exit, Option

from ... import checker
from ...distributions.distribution import point
from ...exact.errors import ExactDiceError, UnsolvableError
from ...exact.files import (
    MOST_PROOF_BYTES,
    check_apart,
    check_readable,
    check_writable,
    is_standard_output,
    named,
    write_atomically,
)
from ...exact.numbers import Exact, decimal_text, shown
from ...game.optional import hides
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, WAIT
from ...query.ranges import digits_in, game_from
from ...writeup.tables.number_text import decimal, exact
from .arguments import (
    Dask,
    Given,
    Seed,
    Words,
    complete_game,
    complete_strategy,
    exploring_on,
    is_reference,
    output_option,
    refuse_unused,
)
from .console import err, out, output_beside, progress_bar

if TYPE_CHECKING:  # loaded by the commands that need it
    from ...game.protocol import Game
    from ...game.solution import Enclosure, Solution
    from ...games.yahtzee.rules import SheetGame
    from ...linear.lp import Outcome, Program
    from ...solvers.arenas.arena import Arena
    from ...solvers.hidden.solution import ImperfectInformationSolution
    from ...solvers.parametric import PiecewiseSolution, RationalSolution

    AnySolution = Solution | PiecewiseSolution | RationalSolution | Enclosure

GAMES_AND_FILES = (
    "The name of a game (see `exactdice games`), a .nfg, .efg or .lp file, or an "
    "arena in a .json file, an object that lists the successors of each vertex."
)
GameToWrite = Annotated[
    str,
    Argument(
        help="The name of a game (see `exactdice games`), or a .nfg or .efg file.",
        autocompletion=complete_game,
    ),
]
PAGES = (".html", ".htm")
SOLVED = (".lp", ".json")  # what is no game


# --- solve ----------------------------------------------------------------------------------------


def solve(
    context: Context,
    game: Annotated[str, Argument(help=GAMES_AND_FILES, autocompletion=complete_game)],
    given: Given = None,
    output: Annotated[Path | None, output_option("Write the proof to this file.")] = None,
    store: Annotated[
        Path | None,
        Option(
            "--store",
            help="Write each level of states to this folder as soon as it is solved, and go on "
            "with what is there already.",
        ),
    ] = None,
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
    if is_no_game(game):
        refuse_unused(context, "where no game is solved", "--dask", "--store")
        solve_file(game, given, output)
        return
    with exploring_on(dask, context, game):
        from ...proofs.solutions import refuse_symbols
        from ...solvers import enclose
        from ...solvers import solve as solve_game

        digits, words = digits_in(given)
        name, rules = read_game_or_file(game, words)
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
        report = output_beside(output)
        report.say(name)
        for line in summary_lines(solution, digits or 10):
            report.say(line)
        if output is not None:
            write_proof(solution, output)


def read_game_or_file(name: str, words: Words) -> tuple[str, Game]:
    """The game of this name, or in the file at this path, as (its name for people, its rules)."""
    from ...interop.interchange.suffixes import READERS, read_game

    # The ending decides: the name of a game has no dot.
    suffix = Path(name).suffix.lower()
    if is_reference(name) or not suffix:
        rules = game_from(name, words)
        return name if is_reference(name) else f"{rules}", rules
    if suffix not in READERS:
        raise ExactDiceError(
            f"{name}: a game is read from a file ending in {' or '.join(READERS)}, and `solve` "
            f"reads {' and '.join(SOLVED)} as well; "
            "else give the name of a game (see `exactdice games`)"
        )
    refuse_options(name, words)
    return name, read_game(Path(name))


def is_no_game(name: str) -> bool:
    """Whether this is the path of a linear program or of an arena."""
    return not is_reference(name) and Path(name).suffix.lower() in SOLVED


def refuse_options(name: str, words: Words) -> None:
    """Raise `ExactDiceError` for options beside a file."""
    if words:
        raise ExactDiceError(f"{name} is a file and takes no options, got {' '.join(words)}")


def read_program_or_arena(name: str, words: Words) -> Program | Arena:
    """The linear program or the arena in the file at this path."""
    from ...interop.interchange.lp_file import read_lp
    from ...interop.interchange.suffixes import read_arena

    refuse_options(name, words)
    return (read_lp if name.lower().endswith(".lp") else read_arena)(Path(name))


def solve_file(name: str, words: Words, output: Path | None) -> None:
    """Print the exact outcome of the linear program or arena in the file, and write its proof."""
    from ...linear.lp import Program
    from ...linear.lp.solve import optimum
    from ...proofs.problems import arena_proof, program_proof

    problem = read_program_or_arena(name, words)
    # The proof is a function, for it is long to make and only wanted with -o.
    if isinstance(problem, Program):
        outcome = optimum(problem)
        lines = program_lines(problem, outcome)
        prove = partial(program_proof, problem, outcome)
    else:
        lines = arena_lines(problem)
        prove = partial(arena_proof, problem)
    report = output_beside(output)
    report.say(name)
    for line in lines:
        report.say(line)
    if output is not None:
        write_proof(prove(), output)


def write_proof(solved: Solution | Enclosure | dict[str, object], output: Path) -> None:
    """Write the proof of a solution, or a proof that is a document already, once the checker
    accepts it; and say how to check it.
    """
    from ...proofs.solutions import write_checked_proof

    with progress_bar("listing and checking the proof") as watch:
        # Checked before it is written: a file that exists is a proof that was accepted.
        write_checked_proof(solved, output, watch)
    if not is_standard_output(output):
        out.print(
            f"proof written to {named(output)}: check it with `exactdice check {named(output)}`"
        )


# --- summaries of solutions -----------------------------------------------------------------------


def summary_lines(solution: AnySolution, digits: int = 10) -> Iterator[str]:
    """The report of `solve` on a solution; `digits` are the decimals of the value, for bounds those
    that were asked for.
    """
    from ...game.solution import Enclosure
    from ...game.text_of_values import as_written
    from ...solvers.hidden.solution import ImperfectInformationSolution
    from ...solvers.parametric import PiecewiseSolution, RationalSolution
    from ...writeup.tables.output_formats import rows_text
    from .play import mixed_action_text

    # The start stands for all states, of which there may be millions: `-o` writes them.
    start = solution.game.start
    if isinstance(solution, Enclosure):
        value = decimal(solution.value, digits)
        yield f"value to the first player: {value}, proved within 10^-{digits}"
        if hides(solution.game):
            # Laws with long whole numbers, which nobody reads: `-o` writes them.
            of_max, of_min = solution.strategies
            counted = f"information sets: {len(of_max)} and {len(of_min)}"
        else:
            for name, laws in zip(NAMES, solution.strategies, strict=True):
                # Of a player who waits there is nothing to report.
                if start in solution.bounds and laws[start] != point(WAIT):
                    yield f"first action of {name}: {mixed_action_text(laws[start])}"
            counted = f"states: {len(solution.bounds)}"
    elif isinstance(solution, PiecewiseSolution):
        count = len(solution.value.pieces)
        pieces = f"{count} piece{'s' * (count > 1)}"
        yield f"value to the first player for each {solution.symbol}, in {pieces}:"
        yield from rows_text(solution.value).rstrip().splitlines()
        counted = f"states: {len(solution.values)}"
    elif isinstance(solution, RationalSolution):
        symbols = ", ".join(solution.symbols)
        yield f"value to the first player for all {symbols}: {solution.value}"
        counted = f"states: {len(solution.values)}"
    else:
        yield f"value to the first player: {_value_text(solution.value, digits)}"
        if isinstance(solution, ImperfectInformationSolution):
            yield from strategy_lines(solution)
            counted = _count_information(solution)
        else:
            if start in solution.mixtures:
                for name, law in zip(NAMES, solution.mixtures[start], strict=True):
                    yield f"optimal first mixture of {name}: {exact(law)}"
            elif start in solution.values:
                actions = ", ".join(map(as_written, solution.optimal_actions[start]))
                yield f"optimal first action: {actions}"
            counted = f"states: {len(solution.values)}"
    yield f"{counted}, method: {solution.method}"


def strategy_lines(solution: ImperfectInformationSolution) -> Iterator[str]:
    """By what each player knows the distribution of its action, of the first information sets."""
    from ...game.text_of_values import written_apart
    from .play import MOST_ROWS, actions_in_words

    for player, table in zip(PLAYERS, solution.strategies, strict=True):
        if not table:
            continue  # it never chooses
        yield f"optimal strategy of {NAMES[player]}, by what it saw and did:"
        texts = written_apart(table)
        for known, law in islice(table.items(), MOST_ROWS):
            state = solution.information_sets[player][known][0]
            names = actions_in_words(solution.game.actions(state, player))
            chances = (f"{names[one]} {exact(law.probability(one))}" for one in law)
            drawn = names[next(iter(law))] if len(law) == 1 else ", ".join(chances)
            yield f"  {texts[known]}: {drawn}"
        if len(table) > MOST_ROWS:
            yield f"  and {len(table) - MOST_ROWS} more: `exactdice export` writes a table"


def _count_information(solution: ImperfectInformationSolution) -> str:
    sets = [len(table) for table in solution.information_sets]
    # The empty sequence, and each action at each information.
    sequences = [
        1 + sum(len(solution.game.actions(members[0], player)) for members in table.values())
        for player, table in zip(PLAYERS, solution.information_sets, strict=True)
    ]
    return (
        f"information sets: {sets[MAX]} and {sets[MIN]}, sequences: {sequences[MAX]} and "
        f"{sequences[MIN]}"
    )


def program_lines(program: Program, outcome: Outcome) -> Iterator[str]:
    """The report of `solve` on a linear program, at an optimum with the value and the point."""
    yield (
        f"{outcome.status}: {len(program.variables)} variables, {len(program.rows)} rows, "
        f"method: {outcome.method}"
    )
    # Infeasible and unbounded programs have no optimum to show.
    if outcome.value is not None:
        yield f"optimum: {_value_text(outcome.value, 10)}"
        for variable, value in zip(program.variables, outcome.x, strict=True):
            yield f"{variable.name} = {shown(value)}"


def _value_text(value: Exact, digits: int) -> str:
    rounded = "" if isinstance(value, int) else f" (about {decimal_text(value, digits)})"
    return f"{shown(value)}{rounded}"


def arena_lines(arena: Arena) -> Iterator[str]:
    """The report of `solve` on an arena: Grundy value, winning moves, size of the kernel."""
    from ...solvers.arenas.arena import grundy_values, winning_moves

    values = grundy_values(arena)
    moves = ", ".join(map(shown, winning_moves(arena)))
    # The kernel of an acyclic graph is where the Grundy value is 0 (Sprague, Grundy).
    in_kernel = sum(value == 0 for value in values.values())
    yield f"Grundy value of {shown(arena.start)}: {values[arena.start]}"
    yield f"winning moves: {moves or 'none, the player to move loses'}"
    yield f"vertices: {len(values)}, in the kernel: {in_kernel}"


# --- check ----------------------------------------------------------------------------------------


def check(
    context: Context,
    file: Annotated[
        Path,
        Argument(
            help="A proof file written by `exactdice solve -o`, or a folder by `solve --store`."
        ),
    ],
    game: Annotated[
        str | None,
        Argument(
            help=f"Accept only a proof of this. {GAMES_AND_FILES}", autocompletion=complete_game
        ),
    ] = None,
    given: Given = None,
    sample: Annotated[
        int | None,
        Option(min=1, help="Of levels: check so many states, drawn at random; default: all."),
    ] = None,
    seed: Seed = None,
) -> None:
    """Check a proof file from its rules alone, or a store.

    With GAME it is checked too that the rules are that game's. Of a store, without GAME that no
    byte has changed, with it that the values follow from each other. Exit status: 0 proved, 1
    rejected, 2 unreadable.
    """
    if file.is_dir():
        lines = check_store(file, game, given, sample, seed)
    else:
        refuse_unused(context, "with a proof file, which is checked whole", "--sample", "--seed")
        # The checker reads the file whole, so its size is asked first.
        check_readable(file, MOST_PROOF_BYTES)
        if game is None:
            # The checker prints for itself, since it runs without this package; here its lines
            # pass through the same streams as all others.
            with redirect_stdout(StringIO()) as proved, redirect_stderr(StringIO()) as complaint:
                status = checker.main([str(file)])
            out.print(proved.getvalue(), end="")
            err.print(complaint.getvalue(), end="")
            raise Exit(status)
        lines = check_proof(file, game, given)
    try:
        for line in lines:
            out.say(line)
    # A proof that fails is an outcome of the check, with a status of its own.
    except checker.Rejected as error:
        err.print(f"rejected: {error}")
        raise Exit(1) from None


def check_proof(file: Path, name: str, words: Words) -> Iterator[str]:
    """The statement that the proof file proves of this game, linear program or arena; `Rejected`
    where it does not.
    """
    from ...proofs.checking import check_file

    about = (
        read_program_or_arena(name, words)
        if is_no_game(name)
        else read_game_or_file(name, words)[1]
    )
    with progress_bar(f"checking {file}"):
        proved = check_file(file, about)
    yield f"proved: {proved}"


def check_store(
    folder: Path, name: str | None, words: Words, sample: int | None, seed: int | None
) -> Iterator[str]:
    """The report on a store that was checked; `Rejected` where the values do not follow from each
    other.
    """
    from ...games.yahtzee.answers import METHOD, sheets_of_store, wrong_level
    from ...solvers.iteration import folded
    from ...solvers.stores.equations import check_equations, said
    from ...solvers.stores.store import Store

    if name is None:
        store = Store(folder)
        with progress_bar(f"reading {folder}"):
            store.check_whole()
        yield (
            f"whole: {store.about['levels']} levels with {len(store)} states are as they were "
            "written; with the name of the game their values are checked too"
        )
        return
    _, rules = read_game_or_file(name, words)
    store = Store(folder, rules)
    with progress_bar(f"checking {folder}") as watch:
        if store.about["method"] == METHOD:
            wrong = wrong_level(sheets_of_store(folder, cast("SheetGame", rules)), watch)
            if wrong is not None:
                raise checker.Rejected(
                    f"level {wrong} is not what the turns of its sheets make of the next"
                )
            lines: Iterable[str] = [
                "right: all sheets are what their turns make of the sheets after them"
            ]
        else:
            lines = said(check_equations(store, folded(rules), sample, Random(seed), watch))
    yield from lines


# --- export and page ------------------------------------------------------------------------------


def export(
    game: GameToWrite,
    output: Annotated[Path, output_option("A .nfg, .efg, .prism or .lp file, or a .csv table.")],
    given: Given = None,
    strategy: Annotated[
        str, Option(help="The strategy of a .csv table.", autocompletion=complete_strategy)
    ] = "optimal",
    player: Annotated[str, Option(help="The player of a .csv table, MAX or MIN.")] = "MAX",
) -> None:
    """Write a game for another programme, or a strategy as a table.

    That is Gambit (.nfg, .efg), PRISM (.prism and .props), or a solver of linear programmes (.lp).
    A table (.csv) holds a strategy, for `by_table` to read.
    """
    from ...interop.interchange.suffixes import write_game

    _, rules = read_game_or_file(game, given)
    check_writable(output)
    # A game written over its own file would be lost if the format holds less.
    check_apart(output, Path(game))
    if output.suffix.lower() != ".csv":
        with progress_bar(f"writing {game}"):
            files = write_game(rules, output)
        for file in files:
            out.print(f"wrote {named(file)}")
        return
    from ...query.evaluate import parse_word
    from ...query.strategies import named_strategy
    from ...query.strategy_table import write_table

    if player not in NAMES:
        raise ExactDiceError(f"--player must be {' or '.join(NAMES)}, got {player}")
    seat = PLAYERS[NAMES.index(player)]
    with progress_bar(f"solving {game}"):
        plan = named_strategy(rules, parse_word(strategy), seat)
        rows = write_table(output, rules, plan, seat, list_places(rules, seat))
    out.print(f'wrote {named(output)}: {rows} rows, to be played by by_table("{named(output)}")')


def list_places(game: Game, player: Any) -> Iterable[Any]:
    """The information sets or states at which a strategy of the player has an entry."""
    from ...query.analysis import graph_of
    from ...query.states import information_sets_of
    from ...query.strategies import solved

    if hides(game):
        return information_sets_of(game, player)
    try:
        return list(solved(game).values)
    # A game that cannot be solved has states all the same, and strategies that need no solution.
    except UnsolvableError:
        return [node.state for node in graph_of(game).nodes]


def page(
    game: GameToWrite,
    output: Annotated[Path, output_option("The page to write, such as battle.html; - prints it.")],
    given: Given = None,
    strategy: Annotated[
        Words,
        Option(
            "--strategy",
            help="One more strategy to compare and play against, as 'dice(3)'; may be repeated.",
            autocompletion=complete_strategy,
        ),
    ] = None,
) -> None:
    """Write the page of a game: a map of best play, distributions, play.

    It is one file of HTML that needs no network. What takes long is left out, and named; limit=none
    leaves nothing out for its cost.
    """
    from ...report.pages.game_page import made_page

    _, rules = read_game_or_file(game, given)
    # A name that would say that it holds something else than a page.
    if not is_standard_output(output) and output.suffix.lower() not in PAGES:
        raise ExactDiceError(
            f"{named(output)}: a page is a file ending in {' or '.join(PAGES)}, such as "
            f"{named(output.with_suffix('.html').name)}, or - to print it"
        )
    # Before the work, and never over the rules of the game itself.
    check_writable(output)
    check_apart(output, Path(game.partition(":")[0]))
    with progress_bar(f"the page of {game}"):
        made = made_page(rules, game, given or (), strategy or ())
    write_atomically(output, made.html)
    report = output_beside(output)
    report.print(
        f"wrote {named(output)}: {made.states} states, {len(made.html.encode()) / 1e6:.1f} MB"
    )
    for text in made.left_out:
        report.print(f"left out: {text}")
