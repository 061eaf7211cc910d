"""What the shell offers when Tab is pressed.

To list the words of all games loads all games, which takes longer than anybody waits for a Tab. So
the lists are kept with what else is kept of earlier runs, by the program and the folders that
packages are loaded from: installing another game writes into one of these.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

import typer

from ..queries.words import EVERY_NAME, QUANTITIES
from ..words.register import Word

WORD = re.compile(r"[^\W\d]\w*\(?")  # with the parenthesis of a call
Lines = list[list[str]]  # of what completes, and where it has one its summary


def complete_query(incomplete: str) -> list[tuple[str, str]]:
    """Quantities whose call starts so."""
    calls = _kept("quantities", lambda: [[f"{q.name}(", q.summary] for q in QUANTITIES.values()])
    return [(call, summary) for call, summary in calls if call.startswith(incomplete)]


def complete_game(incomplete: str) -> list[str]:
    """Games whose name starts so."""
    return _starting(incomplete, _kept("games", _game_names))


def complete_strategy(incomplete: str) -> list[str]:
    """Names of strategies that start so."""
    return [name for name in EVERY_NAME if name.startswith(incomplete)]


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """Options of the query's quantities or of the game named before."""
    words = context.params
    # A completion is a guess while the line is incomplete, so the query is not parsed.
    found = WORD.findall(str(words.get("query") or ""))
    called = sorted({word[:-1] for word in found if word.endswith("(")})
    game = str(words.get("game") or "")
    given = [word for word in words.get("given") or [] if word.startswith("game=")]
    question = json.dumps(["options", called, game, given])
    return _starting(incomplete, _kept(question, lambda: _options(called, game, given)))


def option_words(game: str) -> list[str]:
    """The options of the game as words to be continued: `dice=`."""
    from ..games.register import maker_named, options_of

    return [f"{option}=" for option in options_of(maker_named(game))]


def _starting(incomplete: str, lines: Lines) -> list[str]:
    return [word for (word,) in lines if word.startswith(incomplete)]


def _game_names() -> Lines:
    from ..games.register import GAMES, installed_games

    names = [*GAMES, *(found.name for found in installed_games())]
    return [[name] for name in dict.fromkeys(names)]


def _options(called: list[str], game: str, words: list[str]) -> Lines:
    """The options of these quantities and of the game, and games where one is an option."""
    from ..games.register import GAMES

    known = [*option_words(game), "digits="] if game in GAMES else []
    given = _game_given(words)
    for name in called:
        if name in QUANTITIES:
            known += [f"{option}=" for option in QUANTITIES[name].options_for(given)]
    if "game=" in known:
        known += [f"game={name}" for name in GAMES]
    return [[word] for word in dict.fromkeys(known)]


def _game_given(words: list[str]) -> dict[str, object]:
    """{"game": its name} where the last of the words names a game that is known."""
    from ..games.register import is_known

    names = [word.removeprefix("game=") for word in words]
    return {"game": Word(names[-1])} if names and is_known(names[-1]) else {}


# --- what is kept ---------------------------------------------------------------------------------


def _kept(question: str, find: Callable[[], Lines]) -> Lines:
    """The lines that answer the question, as they were found before or are found now."""
    # Commands begin without what a Tab needs.
    from ..stores.cache import key_of, opened

    key = key_of(json.dumps(["completion", question, *_folders()]))
    with opened() as kept:
        text = kept.found([key]).get(key)
        if text is None:
            text = json.dumps(find())
            kept.keep(key, text)
    lines: Lines = json.loads(text)
    return lines


def _folders() -> Iterator[tuple[str, int]]:
    """The folders that packages are loaded from, and when each was last written into."""
    for folder in sys.path:
        with suppress(OSError):
            yield folder, os.stat(folder).st_mtime_ns
