"""What every command takes: the word `limit=none` or `limit=10^12`, how many steps it may take;
games in files, `./farkle.py:Farkle`, or with their options `./farkle.py:Farkle(target=500)`; and
games of OpenSpiel, `openspiel:kuhn_poker`.

No document can say these, since whoever checks a document decides what that may cost, and what code
it may run: code is loaded for the words of the command line alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from ...exact import cost
from ...exact.errors import ExactDiceError
from ...exact.numbers import shown
from ...exact.session import MOST_STEPS, in_session
from ...game.optional import exploring_cost

# the file or the folder, the class or function in it, its options
# with a drive of Windows before it, perhaps
REFERENCE = re.compile(
    r"(?P<path>(?:[A-Za-z]:)?[^:]+):(?P<call>(?P<name>[A-Za-z_]\w*)(?:\(.*\))?)", re.ASCII
)
OPENSPIEL = "openspiel"  # what stands for the path of a game of OpenSpiel
GAME = re.compile("(?:--)?game=")
UNTIL_THE_END = ExitStack()  # what is so as long as a process lasts that was made ready
LIMIT = "limit="
Context = Any  # of click, or of what typer has in its place since


class LimitedCommands(TyperGroup):
    """The commands, run under the limit of cost and with the games that the command line names."""

    def parse_args(self, context: Context, args: list[str]) -> list[str]:
        """Take the word out of the arguments, whatever command follows.

        What stands after `--` is a name.
        """
        # Before typer sees the words, since every command would else need this option.
        end = args.index("--") if "--" in args else len(args)
        asked = [word for word in args[:end] if word.startswith(LIMIT)]
        if len(asked) > 1:
            raise ExactDiceError("limit is given twice")
        for word in asked:
            # The limit ends with the context: a second run in this process starts afresh.
            context.with_resource(cost.limit(steps_in(word.removeprefix(LIMIT))))
        left = [word for word in args[:end] if word not in asked]
        load_games_in(left)
        return super().parse_args(context, left + args[end:])


def steps_in(text: str) -> int | None:
    """The number of steps as written, 5000000, 10^12 or 2*10^9; None for `none`.

    >>> steps_in("none"), steps_in("10^12"), steps_in("2*10^9")
    (None, 1000000000000, 2000000000)
    """
    # With so few digits no number is built that takes long itself.
    match = re.fullmatch(r"(?:([1-9]\d{0,29})\*)?10\^(\d{1,2})|([1-9]\d{0,29})", text, re.ASCII)
    if text == "none":
        return None
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
        reference = GAME.sub("", word, count=1) if GAME.match(word) else word
        # An option of a command may hold a colon, too.
        if is_reference(reference) and not reference.startswith("-"):
            load_game(reference)
        elif reference.startswith(f"{OPENSPIEL}:"):
            raise ExactDiceError(
                "a game of OpenSpiel is named as in openspiel:kuhn_poker or "
                f"openspiel:liars_dice(dice_sides=3), got {shown(reference)}"
            )


@contextmanager
def usual(name: str) -> Iterator[None]:
    """While this lasts, a query that names no game means this one; one in a file may be called by
    the name of its class.
    """
    from ...query.games_by_name import LOADED, is_known, maker_named

    if is_reference(name) and name not in LOADED:
        load_game(name)
    maker = maker_named(name)
    match = REFERENCE.fullmatch(name)
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


def stay_usual(game: str) -> None:
    """Make this process, a new one, know the game as the usual one until it ends."""
    UNTIL_THE_END.enter_context(usual(game))


def is_reference(text: str) -> bool:
    """Whether the text names a class in a Python file or in a folder, or a game of OpenSpiel."""
    match = REFERENCE.fullmatch(text)
    if match is None:
        return False
    return (
        match["path"] == OPENSPIEL or match["path"].endswith(".py") or Path(match["path"]).is_dir()
    )


def load_game(reference: str) -> None:
    """Enter the game in the register under the reference, once its rules are found to be kept."""
    from ...query.evaluate import options_of_call
    from ...query.games_by_name import enter, game_named, load, needs_options
    from ...testing.game_rules import MOST_QUICKLY, check_game

    match = REFERENCE.fullmatch(reference)
    if match is None:
        raise ExactDiceError(f"a game in a file is named FILE.py:CLASS, got {shown(reference)}")
    if match["path"] == OPENSPIEL:
        from ...interop.adapters.openspiel import maker_as_written, maker_of, takes_a_game

        name = match["name"]
        call = match["call"]
        if takes_a_game(name):
            # Its options are a game in OpenSpiel's own words, which are not those of a query.
            enter(reference, maker_as_written(call), name, {})
        else:
            enter(reference, maker_of(name), name, options_of_call(call))
    else:
        load(Path(match["path"]), match["name"], options_of_call(match["call"]), reference)
    # Without values for all its options there is no game to look at yet.
    if not needs_options(reference):
        try:
            made = game_named(reference, {})
            # Rules that say themselves that to look at them takes long are not looked at.
            if MOST_QUICKLY * exploring_cost(made) <= MOST_STEPS:
                check_game(made, MOST_QUICKLY)
        except ExactDiceError as error:
            # In one line: the heading, and the first of what is broken.
            heading, *broken = str(error).removeprefix(f"{reference} ").splitlines()
            said = " ".join([heading, *broken[:1], *["..."] * (len(broken) > 1)]).strip()
            raise ExactDiceError(f"{reference}: {said}") from error
