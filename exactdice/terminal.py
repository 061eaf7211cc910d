"""What the commands share: consoles, the progress bar, words like dice=10, completion."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from .errors import ExactDiceError, nearest
from .exact import shown
from .games import GAMES
from .quantities import QUANTITIES, Word, watcher
from .quantities.registry import MOST_DIGITS
from .report.words import ranges_and_options as ranges_and_options
from .report.words import split_words as split_words

out = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)

GIVEN = "Options and values as key=value: dice=10 target=100 i=3; limit=none lets work of any cost begin."


@contextmanager
def progress_bar(what: str, inner: bool = True) -> Iterator[Callable[[int, int | None], None]]:
    """A bar on a terminal, for work that lasts; nothing when the output is piped. `inner`: solvers called by queries move it."""
    if not (err.is_terminal and out.is_terminal):
        yield lambda _done, _total: None
        return
    texts = [TextColumn(text, markup=False) for text in ("{task.description}", "{task.completed}/{task.total}")]
    columns = (texts[0], BarColumn(), texts[1], TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(what, total=None)

        def watch(done: int, total: int | None) -> None:
            bar.update(task, completed=done, total=total)

        token = watcher.set(watch if inner else None)
        try:
            yield watch
        finally:
            watcher.reset(token)


def given_in(words: list[str] | None) -> dict[str, Any]:
    """The words as options and values for a query."""
    from .query import parse_option

    return {key: parse_option(value) for key, value in split_words(words).items()}


def game_from(name: str, words: list[str] | None) -> Any:
    """The game of this name with the options in the words."""
    if name not in GAMES:
        raise ExactDiceError(f"unknown game {name}{nearest(name, GAMES)}: known are {', '.join(GAMES)}")
    known = inspect.signature(GAMES[name]).parameters
    options = {key: _game_option(name, key, text) for key, text in split_words(words).items()}
    for key, value in options.items():
        if key not in known:
            raise ExactDiceError(f"unknown option {key} of {name}{nearest(key, known)}: the options are {', '.join(known)}")
        if any(isinstance(part, Word) for part in (value if isinstance(value, tuple) else (value,))):
            raise ExactDiceError(f"{key} must be a number, got {value}")
    return GAMES[name](**options)


def _game_option(name: str, key: str, text: str) -> Any:
    """The value of a game's option as written; where the game takes names, the names, or None for `none`."""
    from .query import parse_option

    if key not in getattr(GAMES[name], "named", ()):
        return parse_option(text)
    names = tuple(text.split(","))
    return None if names == ("none",) else names[0] if len(names) == 1 else names


def digits_in(words: list[str] | None) -> tuple[int | None, list[str]]:
    """The digits asked for by digits=N (None without it), and the other words."""
    asked = [word for word in words or [] if word.startswith("digits=")]
    rest = [word for word in words or [] if word not in asked]
    if not asked:
        return None, rest
    text = split_words(asked)["digits"]
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_DIGITS):
        raise ExactDiceError(f"digits must be a whole number from 1 to {MOST_DIGITS}, got {shown(text)}")
    return int(text), rest


# --- completion ---------------------------------------------------------------------------------------------------------


def complete_query(incomplete: str) -> list[tuple[str, str]]:
    """Quantities whose call starts so."""
    return [(f"{q.name}(", q.summary) for q in QUANTITIES.values() if q.name.startswith(incomplete)]


def complete_game(incomplete: str) -> list[str]:
    """Games whose name starts so."""
    return [name for name in GAMES if name.startswith(incomplete)]


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """Options of the query's quantity or of the game named before."""
    words = context.params
    query, game = str(words.get("query") or ""), words.get("game")
    known = [*inspect.signature(GAMES[game]).parameters, "digits"] if game in GAMES else []
    known += [option for q in QUANTITIES.values() if f"{q.name}(" in query for option in q.options]
    return [f"{option}=" for option in dict.fromkeys(known) if option.startswith(incomplete)]


Query = Annotated[str, typer.Argument(help="A query, such as 'EG(0,0)' or 'gain(blind, optimal)'.", autocompletion=complete_query)]
Given = Annotated[list[str] | None, typer.Argument(help=GIVEN, autocompletion=complete_option)]
Ranged = Annotated[list[str] | None, typer.Argument(help="Ranges and options: i=0..99 j=0..99 dice=10", autocompletion=complete_option)]
GameName = Annotated[str, typer.Argument(help="The name of a game; see `exactdice games`.", autocompletion=complete_game)]
