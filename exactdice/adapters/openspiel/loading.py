"""Games of OpenSpiel by their names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ...errors import RulesError, nearest, unknown_option
from ...exact import shown
from ...extras import needed

Spiel = Any  # a game of OpenSpiel's, which has no types
OPTIONS = (bool, int, float, str)  # what an option may be that is looked at here


def load_spiel(name: str, options: Mapping[str, object]) -> Spiel:
    """The game of OpenSpiel with this name and these options; `RulesError` in one line when there
    is none.
    """
    with needed("this adapter", "openspiel"):
        import pyspiel
    short = name.partition("(")[0]
    defaults = defaults_of(short)
    for key, value in options.items():
        _refuse_option(short, key, value, defaults)
    try:
        # A name may bring options as OpenSpiel writes them: leduc_poker(players=2).
        with _saying_it_once():
            return pyspiel.load_game(name, dict(options)) if options else pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        said = str(error).partition("\n")[0]
        raise RulesError(f"OpenSpiel does not make {shown(name)[1:-1]}: {said}") from error


@contextmanager
def _saying_it_once() -> Iterator[None]:
    """While this lasts, what is written to standard error below Python goes nowhere: what OpenSpiel
    raises it prints there as well.
    """
    sys.stderr.flush()
    stderr, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nowhere)


def defaults_of(short: str) -> Mapping[str, object]:
    """{option: default} of the game of this name; `RulesError` with the nearest name when there is
    none.
    """
    with needed("this adapter", "openspiel"):
        import pyspiel
    types = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if short not in types:
        raise RulesError(
            f"OpenSpiel has no game {shown(short)[1:-1]}{nearest(short, list(types))}: "
            "pyspiel.registered_names() lists all"
        )
    defaults: Mapping[str, object] = types[short].parameter_specification
    return defaults


def takes_a_game(short: str) -> bool:
    """Whether an option of the game of this name is a game itself."""
    # OpenSpiel's default of such an option is the empty description of a game.
    return {} in defaults_of(short).values()


def _refuse_option(name: str, key: str, value: object, defaults: Mapping[str, object]) -> None:
    """Raise `RulesError` for an option that the game does not have, or of another type."""
    if key not in defaults:
        raise RulesError(unknown_option(key, defaults, name))
    wanted = type(defaults[key])
    if wanted in OPTIONS and type(value) is not wanted:
        raise RulesError(f"{key} of {name} must be of type {wanted.__name__}, got {shown(value)}")
