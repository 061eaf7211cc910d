"""What the shell offers when Tab is pressed."""

from __future__ import annotations

import re

import typer

from ...query.register import Word
from ...query.words import EVERY_NAME, QUANTITIES

WORD = re.compile(r"[^\W\d]\w*\(?")  # with the parenthesis of a call


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


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """Options of the query's quantities or of the game named before, and games where one is an
    option.
    """
    from ...query.games_by_name import GAMES, is_known, maker_named, options_of

    words = context.params
    game = str(words.get("game") or "")
    known = ["digits="] if game in GAMES else []
    if game in GAMES:
        known += [f"{option}=" for option in options_of(maker_named(game))]
    named = [word for word in words.get("given") or [] if word.startswith("game=")]
    name = named[-1].removeprefix("game=") if named else ""
    given: dict[str, object] = {"game": Word(name)} if name and is_known(name) else {}
    # A completion is a guess while the line is incomplete, so the query is not parsed.
    for call in WORD.findall(str(words.get("query") or "")):
        if call.endswith("(") and call[:-1] in QUANTITIES:
            known += [f"{option}=" for option in QUANTITIES[call[:-1]].options_for(given)]
    if "game=" in known:
        known += [f"game={one}" for one in GAMES]
    return [word for word in dict.fromkeys(known) if word.startswith(incomplete)]
