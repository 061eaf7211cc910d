"""Games of OpenSpiel by their names, looked at before OpenSpiel is asked to make them.

What it refuses itself it also prints on standard error, on lines of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, Signature
from typing import Any

from ...errors import RulesError, nearest
from ...exact import shown
from ..extra import needed

Spiel = Any  # a game of OpenSpiel's, which has no types
OPTIONS = (bool, int, float, str)  # what an option may be that is looked at here


def load_spiel(name: str, options: Mapping[str, object]) -> Spiel:
    """The game of OpenSpiel with this name and these options; `RulesError` in one line when there
    is none.
    """
    with needed("openspiel"):
        import pyspiel
    short = name.partition("(")[0]
    defaults = defaults_of(short)
    for key, value in options.items():
        _refuse_option(short, key, value, defaults)
    try:
        # A name may bring options as OpenSpiel writes them: leduc_poker(players=2).
        return pyspiel.load_game(name, dict(options)) if options else pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        said = str(error).partition("\n")[0]
        raise RulesError(f"OpenSpiel does not make {shown(name)[1:-1]}: {said}") from error


def defaults_of(short: str) -> Mapping[str, object]:
    """{option: default} of the game of this name; `RulesError` with the nearest name when there is
    none.
    """
    with needed("openspiel"):
        import pyspiel
    types = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if short not in types:
        raise RulesError(
            f"OpenSpiel has no game {shown(short)[1:-1]}{nearest(short, list(types))}: "
            "pyspiel.registered_names() lists all"
        )
    defaults: Mapping[str, object] = types[short].parameter_specification
    return defaults


def signature_of(short: str) -> Signature:
    """The options of the game as those of a function."""
    return Signature(
        [
            Parameter(key, Parameter.KEYWORD_ONLY, default=default, annotation=type(default))
            for key, default in defaults_of(short).items()
            if key.isidentifier()
        ]
    )


def _refuse_option(name: str, key: str, value: object, defaults: Mapping[str, object]) -> None:
    """Raise `RulesError` for an option that the game does not have, or of another type."""
    if key not in defaults:
        raise RulesError(
            f"unknown option {key} of {name}{nearest(key, list(defaults))}: the options are "
            f"{', '.join(defaults) or 'none'}"
        )
    wanted = type(defaults[key])
    if wanted in OPTIONS and type(value) is not wanted:
        raise RulesError(f"{key} of {name} must be of type {wanted.__name__}, got {shown(value)}")
