"""The commands that exchange files with other programmes. No mathematics here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...exact.errors import ExactDiceError, UnsolvableError
from ...exact.files import check_apart, check_writable, is_standard_output, named, write_atomically
from ...query.ranges import game_from
from .own_games import is_reference
from .shared import (
    Given,
    beside,
    complete_game,
    complete_strategy,
    err,
    out,
    output_option,
    progress_bar,
)

if TYPE_CHECKING:  # loaded by the commands that need it
    from ...game.protocol import Game
    from ...game.solution import Enclosure, Solution
    from ...linear.lp.program import Program
    from ...solvers.arenas.arena import Arena

GAMES_AND_FILES = (
    "The name of a game (see `exactdice games`), a .nfg, .efg or .lp file, or an "
    "arena in a .json file, an object that lists the successors of each vertex."
)
GameOrFile = Annotated[str, typer.Argument(help=GAMES_AND_FILES, autocompletion=complete_game)]
GameToWrite = Annotated[
    str,
    typer.Argument(
        help="The name of a game (see `exactdice games`), or a .nfg or .efg file.",
        autocompletion=complete_game,
    ),
]
GameMeant = Annotated[
    str | None,
    typer.Argument(
        help=f"Accept only a proof of this. {GAMES_AND_FILES}", autocompletion=complete_game
    ),
]
Written = Annotated[Path, output_option("A .nfg, .efg, .prism or .lp file, or a .csv table.")]


Words = list[str] | None  # options as they were typed
ENDINGS = (".html", ".htm")
SOLVED = (".lp", ".json")  # what is no game


def export(
    game: GameToWrite,
    output: Written,
    given: Given = None,
    strategy: Annotated[
        str,
        typer.Option(help="The strategy of a .csv table.", autocompletion=complete_strategy),
    ] = "optimal",
    player: Annotated[str, typer.Option(help="The player of a .csv table, MAX or MIN.")] = "MAX",
) -> None:
    """Write a game for another programme, or a strategy as a table.

    That is Gambit (.nfg, .efg), PRISM (.prism and .props), or a solver of linear programmes (.lp).
    A table (.csv) holds a strategy, for `by_table` to read.
    """
    from ...game.optional import hides
    from ...game.protocol import NAMES, PLAYERS
    from ...interop.interchange.suffixes import write_game
    from ...query.analysis import graph_of
    from ...query.evaluate import parse_word
    from ...query.states import information_sets_of
    from ...query.strategies import named_strategy, solved
    from ...query.strategy_table import write_table

    _, rules = game_or_file(game, given)
    check_writable(output)
    # A game written over its own file would be lost if the format holds less.
    check_apart(output, Path(game))
    if output.suffix.lower() == ".csv":
        if player not in NAMES:
            raise ExactDiceError(f"--player must be {' or '.join(NAMES)}, got {player}")
        seat = PLAYERS[NAMES.index(player)]
        with progress_bar(f"solving {game}"):
            plan = named_strategy(rules, parse_word(strategy), seat)
            places: Iterable[Any]
            if hides(rules):
                places = information_sets_of(rules, seat)
            else:
                try:
                    places = list(solved(rules).values)
                # A game that cannot be solved has states all the same, and strategies that need no
                # solution.
                except UnsolvableError:
                    places = [node.state for node in graph_of(rules).nodes]
            rows = write_table(output, rules, plan, seat, places)
        out.print(
            f'wrote {named(output)}: {rows} rows, to be played by by_table("{named(output)}")'
        )
        return
    with progress_bar(f"writing {game}"):
        written = write_game(rules, output)
    for file in written:
        out.print(f"wrote {named(file)}")


def page(
    game: GameToWrite,
    output: Annotated[Path, output_option("The page to write, such as battle.html; - prints it.")],
    given: Given = None,
    strategy: Annotated[
        Words,
        typer.Option(
            "--strategy",
            help="One more strategy to compare and play against, as 'dice(3)'; may be repeated.",
            autocompletion=complete_strategy,
        ),
    ] = None,
) -> None:
    """Write the page of a game: a map of best play, laws, play.

    It is one file of HTML that needs no network. What takes long is left out, and named; limit=none
    leaves nothing out for its cost.
    """
    from ...report.pages.game_page import made_page

    _, rules = game_or_file(game, given)
    # A name that would say that it holds something else than a page.
    if not is_standard_output(output) and output.suffix.lower() not in ENDINGS:
        raise ExactDiceError(
            f"{named(output)}: a page is a file ending in {' or '.join(ENDINGS)}, such as "
            f"{named(output.with_suffix('.html').name)}, or - to print it"
        )
    # Before the work, and never over the rules of the game itself.
    check_writable(output)
    check_apart(output, Path(game.partition(":")[0]))
    with progress_bar(f"the page of {game}"):
        made = made_page(rules, game, given or (), strategy or ())
    write_atomically(output, made.html)
    told = beside(output)
    told.print(
        f"wrote {named(output)}: {made.states} states, {len(made.html.encode()) / 1e6:.1f} MB"
    )
    for text in made.left_out:
        told.print(f"left out: {text}")


def game_or_file(name: str, words: Words) -> tuple[str, Game]:
    """What the game of this name, or in the file at this path, is called, and its rules."""
    from ...interop.interchange.suffixes import READERS, read_game

    if is_reference(name):
        rules = game_from(name, words)
        return name, rules
    # The ending decides: the name of a game has no dot.
    suffix = Path(name).suffix.lower()
    if suffix and suffix not in READERS:
        raise ExactDiceError(
            f"{name}: a game is read from a file ending in {' or '.join(READERS)}, and `solve` "
            f"reads {' and '.join(SOLVED)} as well; "
            "else give the name of a game (see `exactdice games`)"
        )
    if not suffix:
        rules = game_from(name, words)
        return f"{rules}", rules
    _refuse_options(name, words)
    return name, read_game(Path(name))


def is_no_game(name: str) -> bool:
    """Whether this is the path of a linear programme or of an arena."""
    return not is_reference(name) and Path(name).suffix.lower() in SOLVED


def solve_other(path: Path, words: Words, output: Path | None) -> None:
    """Print the exact outcome of the linear programme or arena in the file, and write its proof."""
    from ...interop.interchange.lp_file import read_lp
    from ...interop.interchange.suffixes import read_arena
    from ...linear.lp.solve import optimum
    from ...proofs.problems import arena_proof, programme_proof
    from .summary import arena_lines, programme_lines

    _refuse_options(str(path), words)
    # The proof is a function, for it is long to make and only wanted with -o.
    if path.suffix.lower() == ".lp":
        program = read_lp(path)
        outcome = optimum(program)
        lines = programme_lines(program, outcome)
        proof = partial(programme_proof, program, outcome)
    else:
        arena = read_arena(path)
        lines = arena_lines(arena)
        proof = partial(arena_proof, arena)
    told = beside(output)
    told.say(f"{path}")
    for line in lines:
        told.say(line)
    if output is not None:
        save_proof(proof(), output)


def check_against(file: Path, name: str, words: Words) -> int:
    """The exit status, after saying what the proof file proves of this game, or why it does not.

    Instead of a game it may be a linear programme or an arena.
    """
    from ...checker import Rejected
    from ...interop.interchange.lp_file import read_lp
    from ...interop.interchange.suffixes import read_arena
    from ...proofs.checking import check_file

    try:
        about: Game | Arena | Program
        if is_no_game(name):
            _refuse_options(name, words)
            about = (read_lp if name.lower().endswith(".lp") else read_arena)(Path(name))
        else:
            about = game_or_file(name, words)[1]
        with progress_bar(f"checking {file}"):
            said = check_file(file, about)
    # A proof that fails is an outcome of the check, with a status of its own; other errors are
    # none.
    except Rejected as error:
        err.print(f"rejected: {error}")
        return 1
    out.print(f"proved: {said}")
    return 0


def save_proof(solved: Solution | Enclosure | dict[str, object], output: Path) -> None:
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


def _refuse_options(name: str, words: Words) -> None:
    if words:
        raise ExactDiceError(f"{name} is a file and takes no options, got {' '.join(words)}")
