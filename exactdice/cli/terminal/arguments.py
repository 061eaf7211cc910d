"""The words of the command line that several commands take: arguments, options, what a shell
completes; the word `limit=none` or `limit=10^12`, how many steps a command may take; games in
files, `./farkle.py:Farkle`, or with their options `./farkle.py:Farkle(target=500)`; and games of
OpenSpiel, `openspiel:kuhn_poker`.

No document can say the last three, since whoever checks a document decides what that may cost, and
what code it may run: code is loaded for the words of the command line alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Context, Option
from typer.core import TyperGroup

from ...exact import cost
from ...exact.errors import ExactDiceError
from ...exact.files import STANDARD_OUTPUT, check_writable
from ...exact.numbers import shown
from ...exact.session import MOST_STEPS, in_session
from ...game.optional import exploring_cost
from ...query.register import Word
from ...query.words import EVERY_NAME, QUANTITIES

if TYPE_CHECKING:
    from ...jobs.cluster import Cluster

# The file or the folder, perhaps with a drive of Windows before it; the class or function in it,
# with its options.
REFERENCE = re.compile(
    r"(?P<path>(?:[A-Za-z]:)?[^:]+):(?P<call>(?P<name>[A-Za-z_]\w*)(?:\(.*\))?)", re.ASCII
)
OPENSPIEL = "openspiel"  # what stands for the path of a game of OpenSpiel
UNTIL_THE_END = ExitStack()  # what is so as long as a process lasts that was made ready
NAME = re.compile(r"[^\W\d]\w*\(?")  # with the parenthesis of a call
# {what was a command: what to do now}
GONE = {
    "cache": "type exactdice verify --cache show, or verify --cache clear",
    "latex-sty": "type exactdice latex --sty FOLDER",
    "mcp": "type exactdice serve --mcp",
    "new-game": "copy the page on adding a game, or the rules of a game that is there",
    "values": "type exactdice value --list FILE",
}

Words = list[str] | None  # options as they were typed


# --- what the shell offers when Tab is pressed ----------------------------------------------------


def complete_query(incomplete: str) -> list[tuple[str, str]]:
    """Quantities whose call starts so."""
    calls = ((f"{quantity.name}(", quantity.summary) for quantity in QUANTITIES.values())
    return [(call, summary) for call, summary in calls if call.startswith(incomplete)]


def complete_game(incomplete: str) -> list[str]:
    """Games whose name starts so."""
    from ...query.games_by_name import GAMES, installed_games

    names = dict.fromkeys([*GAMES, *(found.name for found in installed_games())])
    return [name for name in names if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """Names of strategies that start so."""
    return [name for name in EVERY_NAME if name.startswith(incomplete)]


def complete_option(context: Context, incomplete: str) -> list[str]:
    """Options of the query's quantities or of the game named before, and games where one is an
    option.
    """
    from ...query.games_by_name import GAMES, is_known, maker_named, options_of

    words = context.params
    game = str(words.get("game") or "")
    known = []
    if game in GAMES:
        known = ["digits=", *(f"{option}=" for option in options_of(maker_named(game)))]
    named = [word for word in words.get("given") or [] if word.startswith("game=")]
    name = named[-1].removeprefix("game=") if named else ""
    given = {"game": Word(name)} if name and is_known(name) else {}
    # A completion is a guess while the line is incomplete, so the query is not parsed.
    for call in NAME.findall(str(words.get("query") or "")):
        if call.endswith("(") and call[:-1] in QUANTITIES:
            known += [f"{option}=" for option in QUANTITIES[call[:-1]].options_for(given)]
    if "game=" in known:
        known += [f"game={one}" for one in GAMES]
    return [word for word in dict.fromkeys(known) if word.startswith(incomplete)]


# --- arguments and options ------------------------------------------------------------------------


def output_option(purpose: str) -> Any:
    """The option -o FILE, which says what is written there; `-` is standard output, as with other
    programs.
    """
    return Option("-o", "--output", callback=as_file, help=purpose)


def as_file(path: Path | None) -> Path | None:
    """The path that an option names; standard output for `-`."""
    return STANDARD_OUTPUT if path == Path("-") else path


Query = Annotated[
    str,
    Argument(
        help="A query, such as 'EG(0,0)' or 'gain(blind, optimal)'.", autocompletion=complete_query
    ),
]
Given = Annotated[
    Words,
    Argument(
        help="Options and values as key=value: dice=10 target=100 i=3; limit=none lets work of any "
        "cost begin.",
        autocompletion=complete_option,
    ),
]
Ranged = Annotated[
    Words,
    Argument(help="Ranges and options: i=0..99 j=0..99 dice=10", autocompletion=complete_option),
]
GameName = Annotated[
    str,
    Argument(help="The name of a game; see `exactdice games`.", autocompletion=complete_game),
]
Seed = Annotated[
    int | None, Option(help="Seed of the random numbers; default: different every time.")
]
StoreRead = Annotated[
    Path | None,
    Option("--store", help="Read the solution from this folder, which `solve --store` wrote."),
]
Jobs = Annotated[
    int | None, Option(min=1, help="Processes at once; default: as many as there are cores.")
]
Timeout = Annotated[float, Option(help="Seconds for one question.")]
Memory = Annotated[int, Option(help="Megabytes for one question.")]
NoCache = Annotated[
    bool, Option("--no-cache", help="Neither use what was found before nor keep what is found.")
]
Dask = Annotated[
    str | None,
    Option(
        metavar="ADDRESS",
        help="Work on the cluster of Dask whose scheduler is at this address, as "
        "tcp://10.0.0.5:8786, or on one of this machine alone: local.",
        show_default="this machine",
    ),
]


def refuse_unused(context: Context, beside_what: str, *options: str) -> None:
    """Raise `ExactDiceError` when one of the options was typed, which do nothing beside the other
    one.
    """
    # An option that is passed over in silence would seem to have been obeyed.
    typed = [
        parameter.opts[-1]
        for parameter in context.command.params
        if parameter.name is not None
        and getattr(context.get_parameter_source(parameter.name), "name", "") == "COMMANDLINE"
    ]
    for option in options:
        if option in typed:
            raise ExactDiceError(f"{option} does nothing {beside_what}: leave it out")


def check_picture(path: Path) -> None:
    """Raise `ExactDiceError` when no picture can be written there, before long work is begun."""
    from ...writeup.pictures.figure import check_kind

    check_kind(path)
    check_writable(path)


# --- where work is done ---------------------------------------------------------------------------


def answers_from(store: Path | None) -> AbstractContextManager[None]:
    """Inside the `with` block queries read solutions from the store in this folder, where one is
    named.
    """
    if store is None:
        return nullcontext()
    # Here, as the solvers take as long to load as all else that a short query needs.
    from ...solvers import stored

    return stored.answers_from(store)


def cluster_at(address: str | None, context: Context) -> AbstractContextManager[Cluster | None]:
    """The cluster at the address while this lasts; None where there is no address."""
    if address is None:
        return nullcontext()
    from ...jobs.cluster import LOCAL, connected

    if address != LOCAL:
        refuse_unused(context, "with --dask ADDRESS, whose workers are what they are", "--jobs")
    return connected(address, context.params.get("jobs"))


@contextmanager
def exploring_on(address: str | None, context: Context, game: str) -> Iterator[None]:
    """While this lasts, the states of the game are explored on the cluster at the address, if any,
    a level at a time.
    """
    if address is None:
        yield
        return
    from ...jobs.crew import spread

    prepare = partial(load_games_in, [game])
    with (
        cluster_at(address, context) as cluster,
        in_session(workers=partial(spread, prepare=prepare, cluster=cluster)),
    ):
        yield


# --- limits, and games that are loaded ------------------------------------------------------------


class LimitedCommands(TyperGroup):
    """The commands, run under the limit of cost and with the games that the command line names."""

    # The context of click, or of what typer has in its place since.
    def parse_args(self, context: Any, args: list[str]) -> list[str]:
        """Take the word out of the arguments, whatever command follows.

        What stands after `--` is a name.
        """
        # Before typer sees the words, since every command would else need this option.
        end = args.index("--") if "--" in args else len(args)
        limits = [word for word in args[:end] if word.startswith("limit=")]
        if len(limits) > 1:
            raise ExactDiceError("limit is given twice")
        for word in limits:
            # The limit ends with the context: a second run in this process starts afresh.
            context.with_resource(cost.limit(steps_in(word.removeprefix("limit="))))
        left = [word for word in args[:end] if word not in limits]
        if left and left[0] in GONE:
            raise ExactDiceError(f"{left[0]} is no command any more: {GONE[left[0]]}")
        load_games_in(left)
        return super().parse_args(context, left + args[end:])


def steps_in(text: str) -> int | None:
    """The number of steps as written, 5000000, 10^12 or 2*10^9; None for `none`.

    >>> steps_in("none"), steps_in("10^12"), steps_in("2*10^9")
    (None, 1000000000000, 2000000000)
    """
    if text == "none":
        return None
    # With so few digits no number is built that takes long itself.
    match = re.fullmatch(r"(?:([1-9]\d{0,29})\*)?10\^(\d{1,2})|([1-9]\d{0,29})", text, re.ASCII)
    if match is None:
        raise ExactDiceError(
            f"limit must be none or a number of steps such as 10^12, got {shown(text)}"
        )
    factor, power, plain = match.groups()
    return int(plain) if plain else int(factor or 1) * 10 ** int(power)


def load_games_in(words: Iterable[str]) -> None:
    """Load the game of every word that names one in a file or of OpenSpiel, alone or as
    `game=FILE.py:CLASS`.
    """
    for word in words:
        reference = re.sub("^(?:--)?game=", "", word)
        # An option of a command may hold a colon, too.
        if is_reference(reference) and not reference.startswith("-"):
            load_game(reference)
        elif reference.startswith(f"{OPENSPIEL}:"):
            raise ExactDiceError(
                "a game of OpenSpiel is named as in openspiel:kuhn_poker or "
                f"openspiel:liars_dice(dice_sides=3), got {shown(reference)}"
            )


@contextmanager
def default_game(name: str) -> Iterator[None]:
    """While this lasts, a query that names no game means this one; one in a file may be called by
    the name of its class.
    """
    from ...query.games_by_name import LOADED, is_known, maker_named

    match = REFERENCE.fullmatch(name)
    if is_reference(name) and name not in LOADED:
        load_game(name)
    maker = maker_named(name)
    # A game that is known already keeps its name.
    alias = match["name"] if match and not is_known(match["name"]) else None
    if alias is not None:
        LOADED[alias] = maker
    try:
        with in_session(game=name):
            yield
    finally:
        if alias is not None:
            del LOADED[alias]


def keep_default_game(name: str) -> None:
    """Make this process, a new one, know the game as the default one until it ends."""
    UNTIL_THE_END.enter_context(default_game(name))


def is_reference(text: str) -> bool:
    """Whether the text names a class in a Python file or in a folder, or a game of OpenSpiel."""
    match = REFERENCE.fullmatch(text)
    if match is None:
        return False
    path = match["path"]
    return path == OPENSPIEL or path.endswith(".py") or Path(path).is_dir()


def load_game(reference: str) -> None:
    """Enter the game in the register under the reference, once its rules are found to be kept."""
    from ...query.evaluate import options_of_call
    from ...query.games_by_name import enter, game_named, load, needs_options
    from ...testing.game_rules import MOST_QUICKLY, check_game

    match = REFERENCE.fullmatch(reference)
    if match is None:
        raise ExactDiceError(f"a game in a file is named FILE.py:CLASS, got {shown(reference)}")
    path, call, name = match["path"], match["call"], match["name"]
    if path != OPENSPIEL:
        load(Path(path), name, options_of_call(call), reference)
    else:
        from ...interop.adapters.openspiel import maker_as_written, maker_of, takes_a_game

        if takes_a_game(name):
            # Its options are a game in OpenSpiel's own words, which are not those of a query.
            enter(reference, maker_as_written(call), name, {})
        else:
            enter(reference, maker_of(name), name, options_of_call(call))
    # Without values for all its options there is no game to look at yet.
    if needs_options(reference):
        return
    try:
        game = game_named(reference, {})
        # Rules that say themselves that to look at them takes long are not looked at.
        if MOST_QUICKLY * exploring_cost(game) <= MOST_STEPS:
            check_game(game, MOST_QUICKLY)
    except ExactDiceError as error:
        # In one line: the heading, and the first of what is broken.
        heading, *broken = str(error).removeprefix(f"{reference} ").splitlines()
        message = " ".join([heading, *broken[:1], *["..."] * (len(broken) > 1)]).strip()
        raise ExactDiceError(f"{reference}: {message}") from error
