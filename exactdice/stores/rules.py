"""What a store says of the rules that it was made by: the class, its options, its source files."""

from __future__ import annotations

import sys
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
from .plain import Encoding, NotPlain, classes_beside

Said = dict[str, Any]  # as JSON holds it
FORMAT = "exactdice store 2"
LEFT_OUT = ("builtins", "typing", "abc", "enum", "dataclasses", "exactdice.game")


def rules_said(game: Game) -> Said:
    """The rules as a store says them; `RulesError` naming an option that is no plain value."""
    encoding = Encoding(classes_beside(game))
    options: dict[str, str] = {}
    for name in _options(game):
        value = getattr(game, name)
        try:
            # An option of 1/1 is the option 1, which the command line gives.
            options[name] = encoding.text(simplest(value) if isinstance(value, Fraction) else value)
        except NotPlain as error:
            raise RulesError(
                f"{shown(game)} cannot be stored: its option {name} is no plain value: {error}"
            ) from error
    said = {"class": type(game).__qualname__, "options": options, "sources": _sources(type(game))}
    return {"format": FORMAT, "version": __version__, "rules": said}


def is_told(game: Game) -> bool:
    """Whether `rules_said` tells the game from others: not for a class that is written in no file,
    as in a notebook, or made in a function, whose variables it may read.
    """
    kinds = [kind for kind in type(game).__mro__ if kind.__module__ not in LEFT_OUT]
    return all(_file_of(kind.__module__) and "<locals>" not in kind.__qualname__ for kind in kinds)


def _options(game: Game) -> list[str]:
    """The names of the options: the fields of a data class, and all else that the object holds, in
    a dict or in slots, but for what its rules have worked out.
    """
    kind = type(game)
    listed: list[str] = [field.name for field in fields(game)] if is_dataclass(game) else []
    # What a data class keeps besides its fields follows from these, unless it is a class derived
    # from one, with an `__init__` of its own.
    if "__dataclass_fields__" in vars(kind):
        return listed
    state = object.__getstate__(game)  # type: ignore[attr-defined,unused-ignore]
    parts = state if isinstance(state, tuple) else (state,)
    held = {name for part in parts for name in part or ()}
    worked_out = {name for name in held if isinstance(getattr(kind, name, None), cached_property)}
    return [*dict.fromkeys((*listed, *sorted(held - worked_out)))]


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


def refuse_other_rules(folder: Path, stored: Said, asked: Said) -> None:
    """Raise `ExactDiceError` saying the first difference, unless the store is of these rules, in
    this version.
    """
    for name in ("format", "version"):
        if stored.get(name) != asked[name]:
            raise ExactDiceError(
                f"{named(folder)}: the store was written by another version: {name} "
                f"{shown(stored.get(name))}, here {shown(asked[name])}; solve again into an empty "
                "folder"
            )
    for difference in _differences(stored["rules"], asked["rules"]):
        raise ExactDiceError(f"{named(folder)}: the store is of other rules: {difference}")


def _differences(stored: Said, asked: Said) -> list[str]:
    """What differs, in words; the options of another class are not compared."""
    if stored["class"] != asked["class"]:
        return [f"it holds {shown(stored['class'])}, asked is {shown(asked['class'])}"]
    mine, theirs = asked["options"], stored["options"]
    pairs = {
        name: (theirs.get(name, "nothing"), mine.get(name, "nothing")) for name in theirs | mine
    }
    options = [
        f"its {name} is {shown(told)[1:-1]}, asked is {shown(wanted)[1:-1]}"
        for name, (told, wanted) in pairs.items()
        if told != wanted
    ]
    mine, theirs = asked["sources"], stored["sources"]
    changed = [name for name in theirs | mine if theirs.get(name) != mine.get(name)]
    return [*options, *(f"the rules in {name} have changed since" for name in changed)]
