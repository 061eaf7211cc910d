"""What a store says of the rules that it was made by: the class, its options, its source files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import ExactDiceError, RulesError
from ..exact import shown, simplest
from ..files import named, read_bytes
from ..game import Game
from .format import FORMAT
from .states import state_text

Said = dict[str, Any]  # as JSON holds it
LEFT_OUT = ("builtins", "typing", "abc", "enum", "dataclasses", "exactdice.game")


def rules_said(game: Game) -> Said:
    """The rules as a manifest says them; `RulesError` naming an option that is no plain value."""
    return {
        "class": type(game).__qualname__,
        "options": {name: _option_text(game, name, value) for name, value in _options(game)},
        "sources": _sources(type(game)),
    }


def is_told(game: Game) -> bool:
    """Whether `rules_said` tells the game from others: not for a class that is written in no file,
    as in a notebook, or made in a function, whose variables it may read.
    """
    kinds = [kind for kind in type(game).__mro__ if kind.__module__ not in LEFT_OUT]
    return all(_file_of(kind.__module__) and "<locals>" not in kind.__qualname__ for kind in kinds)


def _options(game: Game) -> list[tuple[str, object]]:
    """The options of the game with their values."""
    kind = type(game)
    listed: list[str] = [field.name for field in fields(game)] if is_dataclass(game) else []
    # What a data class keeps besides its fields follows from these, unless it is a class derived
    # from one, with an `__init__` of its own.
    others = [] if "__dataclass_fields__" in vars(kind) else sorted(_attributes(game))
    return [(name, getattr(game, name)) for name in dict.fromkeys((*listed, *others))]


def _attributes(game: Game) -> Iterator[str]:
    """The names of all that the object holds, but for what its rules have worked out."""
    kind = type(game)
    for name in getattr(game, "__dict__", ()):
        if not isinstance(getattr(kind, name, None), cached_property):
            yield name
    for one in kind.__mro__:
        slots = vars(one).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name != "__dict__" and hasattr(game, name):
                yield name


def _option_text(game: Game, name: str, value: object) -> str:
    try:
        # An option of 1/1 is the option 1, which the command line gives.
        return state_text(simplest(value) if isinstance(value, Fraction) else value)
    except RulesError as error:
        raise RulesError(
            f"{shown(game)} cannot be stored: its option {name} is no plain value: {error}"
        ) from error


def _sources(kind: type) -> dict[str, str]:
    """{module or file: SHA-256}, of the files with the rules; {} where they are in none."""
    found: dict[str, bytes] = {}
    for name in sorted({one.__module__ for one in kind.__mro__}.difference(LEFT_OUT)):
        file = _file_of(name)
        if file is not None:
            # A module outside of packages may be called otherwise in the next process.
            told = name if "." in name else file.name
            found[told] = found.get(told, b"") + read_bytes(file)
    return {told: sha256(data).hexdigest() for told, data in sorted(found.items())}


def _file_of(module: str) -> Path | None:
    """The file of the module, where it has one."""
    name = getattr(sys.modules.get(module), "__file__", None)
    return Path(name) if name and Path(name).is_file() else None


def refuse_other_rules(folder: Path, manifest: Said, game: Game) -> None:
    """Raise `ExactDiceError` saying the first difference, unless the store is of this game, in this
    version.
    """
    here = {"format": FORMAT, "version": __version__}
    for name, wanted in here.items():
        if manifest.get(name) != wanted:
            raise ExactDiceError(
                f"{named(folder)}: the store was written by another version: {name} "
                f"{shown(manifest.get(name))}, here {shown(wanted)}; solve again into an empty "
                "folder"
            )
    difference = _difference(manifest["rules"], rules_said(game))
    if difference:
        raise ExactDiceError(f"{named(folder)}: the store is of other rules: {difference}")


def _difference(stored: Said, asked: Said) -> str | None:
    """What differs, in words."""
    if stored["class"] != asked["class"]:
        return f"it holds {shown(stored['class'])}, asked is {shown(asked['class'])}"
    for name in {**stored["options"], **asked["options"]}:
        told, wanted = (rules["options"].get(name, "nothing") for rules in (stored, asked))
        if told != wanted:
            return f"its {name} is {_short(told)}, asked is {_short(wanted)}"
    for name in {**stored["sources"], **asked["sources"]}:
        if stored["sources"].get(name) != asked["sources"].get(name):
            return f"the rules in {name} have changed since"
    return None


def _short(text: str) -> str:
    return shown(text)[1:-1]
