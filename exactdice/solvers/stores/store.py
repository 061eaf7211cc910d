"""Stores: solutions on the disk, written as they are found, gone on with after any end, and read a
state at a time.

States and actions are kept as text, in one way whatever process writes them: plain data, exact
numbers, and objects of classes that are named. A whole number, a text and None are as in JSON and a
tuple is a list. Everything else is an object with one key that says what it is: `{"i": "ff"}` a
whole number beyond 2^53 in hexadecimal, `{"f": [p, q]}` a fraction, `{"s": [...]}` a frozenset in
the order of its texts, `{"b": "00ff"}` bytes, `{"a": [...]}` a list, `{"d": [[key, value], ...]}` a
dict, `{"l": [[outcome, weight], ...]}` a distribution, `{"n": ["Place", ...]}` a named tuple,
`{"o": ["Card", ...]}` a data class, `{"e": ["Suit", "HEARTS"]}` a member of an enumeration.

Nothing is run to read such a text but the constructors of these classes: the content of a file is
data, whoever wrote it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ... import __version__
from ...distributions.distribution import Distribution
from ...exact.errors import ExactDiceError, RulesError
from ...exact.files import named, read_bytes
from ...exact.numbers import Exact, as_exact, shown, simplest
from ...game.protocol import Action, ActionDistribution, Game, State
from ...game.solution import Lazy, Solution
from .base import Base, Busy, Entry, damaged

Description = dict[str, Any]  # as JSON holds it
FORMAT = "exactdice store 2"
LEFT_OUT = ("builtins", "typing", "abc", "enum", "dataclasses", "exactdice.game.protocol")
NAME = "store.sqlite"
STATE, CHOSEN, LEVEL, DONE = "state", "chosen", "level", "done"  # kinds of entries
FINISHED = "finished with"  # in place of how many levels are done: how many entries there are


class Row(NamedTuple):
    """One state in a store.

    The states after it are of smaller levels, or of the same where play can come back. `optimal`
    are all optimal actions of the player to move, `mixtures` where both choose the mixed actions of
    MAX and MIN.
    """

    state: State
    level: int
    value: Exact
    optimal: tuple[Action, ...] = ()
    mixtures: tuple[ActionDistribution, ActionDistribution] | tuple[()] = ()


def found_in(folder: Path) -> tuple[Description, str] | None:
    """The description of the store in the folder, and how many of its levels are done or that it is
    finished; None where there is none.
    """
    if not (folder / NAME).is_file():
        return None
    base = _opened(folder, is_read=True)
    about, done = _about(base), base.content(DONE, "") or "0"
    base.close()
    return None if about is None else (about, done)


def _about(base: Base) -> Description | None:
    # As its digest says, it is what was written.
    about: Description | None = json.loads(base.about) if base.about else None
    return about


def _opened(folder: Path, *, alone: bool = False, is_read: bool = False) -> Base:
    try:
        return Base(folder / NAME, alone=alone, is_read=is_read)
    except Busy as error:
        raise ExactDiceError(
            f"{named(folder)}: another run writes this store: wait for its end, or choose another "
            "folder"
        ) from error


# --- values as text -------------------------------------------------------------------------------

SMALL = 2**53  # whole numbers up to which every reader of JSON keeps all digits
# What constructors raise that are given what they do not take.
FAILURES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)

# Made once, as `json.dumps` would make one for each value.
_dumped = json.JSONEncoder(separators=(",", ":")).encode


class NotPlain(RulesError):
    """A value has parts that are no plain data, or a text is that of none."""


class Encoding:
    """Texts of plain data, and of objects of these classes, {name: class}: named tuples, data
    classes and enumerations.

    >>> encoding = Encoding({})
    >>> encoding.text((3, "roll", frozenset({2, 1}), Fraction(1, 3), 2**60))
    '[3,"roll",{"s":[1,2]},{"f":[1,3]},{"i":"1000000000000000"}]'
    >>> encoding.value(encoding.text((None, {"a": b"b"})))
    (None, {'a': b'b'})
    >>> encoding.key((1, 2)) == encoding.key((True, Fraction(2)))
    True
    """

    def __init__(self, classes: Mapping[str, type]) -> None:
        self.classes = classes
        self.names = {kind: name for name, kind in classes.items()}

    def text(self, value: object) -> str:
        """The value as text; `NotPlain` where it has parts of other classes, or is too deep."""
        try:
            return _dumped(self._data(value, False))
        except RecursionError as error:
            raise NotPlain("a value is nested too deeply to be kept") from error

    def key(self, value: object) -> str:
        """The text without what tells equal values apart: equal values have one."""
        return _dumped(self._data(value, True))

    def value(self, text: str) -> Any:
        """The value of the text; `NotPlain` where it is none."""
        try:
            return self._value(json.loads(text, parse_float=_refused, parse_constant=_refused))
        except NotPlain:
            raise
        except FAILURES as error:
            raise NotPlain(f"{shown(text)} is not the text of a value: {error}") from error

    def _data(self, value: Any, as_key: bool) -> Any:
        """The value as JSON holds it."""
        if as_key and isinstance(value, Enum) and isinstance(value, (int, str)):
            value = value.value
        kind = type(value)
        if kind is int:
            return value if -SMALL <= value <= SMALL else {"i": f"{value:x}"}
        if value is None or kind is str:
            return value
        if kind is bool:
            return int(value) if as_key else value
        if kind is tuple or (as_key and isinstance(value, tuple)):
            return [self._data(part, as_key) for part in value]
        if kind is Fraction:
            # A whole one too: read back as an int, rules that divide by it would make a float.
            if as_key and value.denominator == 1:
                return self._data(value.numerator, True)
            return {"f": [self._data(part, False) for part in value.as_integer_ratio()]}
        if kind is frozenset:
            # In one order, whatever the order of this process is.
            return {"s": sorted((self._data(part, as_key) for part in value), key=_dumped)}
        if kind is bytes:
            return {"b": value.hex()}
        if kind is list:
            return {"a": [self._data(part, as_key) for part in value]}
        if kind in (dict, Distribution):
            pairs = (value if kind is dict else value.weights).items()
            return {"d" if kind is dict else "l": [self._data(pair, as_key) for pair in pairs]}
        return self._object(kind, value, as_key)

    def _object(self, kind: type, value: Any, as_key: bool) -> Any:
        if kind not in self.names:
            raise NotPlain(
                "what is kept is made of whole numbers, fractions, texts, tuples, frozensets, and "
                "of enumerations, named tuples and frozen data classes found beside the rules, got "
                f"{shown(value)} of the class {kind.__qualname__}"
            )
        name = self.names[kind]
        if isinstance(value, Enum):
            return {"e": [name, value.name]}
        if isinstance(value, tuple):
            return {"n": [name, *(self._data(part, as_key) for part in value)]}
        parts = (getattr(value, field.name) for field in fields(value) if field.init)
        return {"o": [name, *(self._data(part, as_key) for part in parts)]}

    def _value(self, data: Any) -> Any:
        if isinstance(data, list):
            return tuple(self._all(data))
        if not isinstance(data, dict):
            return data
        ((tag, inside),) = data.items()
        if tag in ("n", "o", "e"):
            name, *parts = inside
            if name not in self.classes:
                raise NotPlain(f"the class {name} is not found beside the rules")
            kind: Any = self.classes[name]
            return kind[parts[0]] if tag == "e" else kind(*self._all(parts))
        return READERS[tag](inside if tag in ("i", "b") else self._all(inside))

    def _all(self, parts: list[Any]) -> list[Any]:
        return [self._value(part) for part in parts]


def _refused(text: str) -> object:
    raise NotPlain(f"{text} is no exact number")


READERS: dict[str, Callable[[Any], Any]] = {
    "i": lambda digits: int(digits, 16),
    "b": bytes.fromhex,
    "f": lambda parts: Fraction(*parts),
    "s": frozenset,
    "a": list,
    "d": dict,
    "l": lambda pairs: Distribution(dict(pairs)),
}


# --- the classes of states ------------------------------------------------------------------------


def classes_beside(game: object) -> dict[str, type]:
    """{qualified name: class}, of the named tuples, data classes and enumerations in the modules of
    the rules and of their options, and of the start; nothing is loaded.
    """
    options = vars(game).values() if hasattr(game, "__dict__") else ()
    kinds = (kind for thing in (game, *options) for kind in type(thing).__mro__)
    modules = dict.fromkeys(kind.__module__ for kind in kinds if kind.__module__ in sys.modules)
    beside = (thing for name in modules for thing in vars(sys.modules[name]).values())
    found: dict[str, type] = {}
    for kind in (*_kinds_in((getattr(game, "start", None), *options)), *beside):
        # A text may name any of them, so nothing is there to be called but what is data.
        if isinstance(kind, type) and (
            (issubclass(kind, tuple) and hasattr(kind, "_fields"))
            or is_dataclass(kind)
            or issubclass(kind, Enum)
        ):
            found.setdefault(kind.__qualname__, kind)
    return found


def _kinds_in(state: object) -> Iterator[type]:
    """The classes of a state and of its parts."""
    yield type(state)
    for part in state if isinstance(state, (tuple, frozenset)) else ():
        yield from _kinds_in(part)


# --- the rules in a store -------------------------------------------------------------------------


def rules_said(game: Game) -> Description:
    """The rules as a store says them; `RulesError` naming an option that is no plain value."""
    encoding = Encoding(classes_beside(game))
    options: dict[str, str] = {}
    kind = type(game)
    names: list[str] = [field.name for field in fields(game)] if is_dataclass(game) else []
    # Of a data class the fields; what it keeps besides follows from these. Of a class derived from
    # one, which may have an `__init__` of its own, and of others all that the object holds, in a
    # dict or in slots, but for what its rules have worked out.
    if "__dataclass_fields__" not in vars(kind):
        state = object.__getstate__(game)  # type: ignore[attr-defined,unused-ignore]
        parts = state if isinstance(state, tuple) else (state,)
        held = {name for part in parts for name in part or ()}
        worked_out = {one for one in held if isinstance(getattr(kind, one, None), cached_property)}
        names = [*dict.fromkeys((*names, *sorted(held - worked_out)))]
    for name in names:
        value = getattr(game, name)
        try:
            # An option of 1/1 is the option 1, which the command line gives.
            options[name] = encoding.text(simplest(value) if isinstance(value, Fraction) else value)
        except NotPlain as error:
            raise RulesError(
                f"{shown(game)} cannot be stored: its option {name} is no plain value: {error}"
            ) from error
    rules = {"class": kind.__qualname__, "options": options, "sources": _sources(kind)}
    return {"format": FORMAT, "version": __version__, "rules": rules}


def is_identifiable(game: Game) -> bool:
    """Whether `rules_said` tells the game from others: not for a class that is written in no file,
    as in a notebook, or made in a function, whose variables it may read.
    """
    kinds = [kind for kind in type(game).__mro__ if kind.__module__ not in LEFT_OUT]
    return all(_file_of(kind.__module__) and "<locals>" not in kind.__qualname__ for kind in kinds)


def _sources(kind: type) -> dict[str, str]:
    """{module or file: SHA-256}, of the files with the rules; {} where they are in none."""
    found: dict[str, bytes] = {}
    for name in sorted({one.__module__ for one in kind.__mro__}.difference(LEFT_OUT)):
        file = _file_of(name)
        if file is not None:
            # A module outside of packages may be called otherwise in the next process.
            key = name if "." in name else file.name
            found[key] = found.get(key, b"") + read_bytes(file)
    return {key: sha256(data).hexdigest() for key, data in sorted(found.items())}


def _file_of(module: str) -> Path | None:
    """The file of the module, where it has one."""
    name = getattr(sys.modules.get(module), "__file__", None)
    return Path(name) if name and Path(name).is_file() else None


def refuse_other_rules(folder: Path, stored: Description, asked: Description) -> None:
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
    rules, wanted = stored["rules"], asked["rules"]
    differences = []
    if rules["class"] != wanted["class"]:
        differences = [f"it holds {shown(rules['class'])}, asked is {shown(wanted['class'])}"]
    for name in rules["options"] | wanted["options"]:
        held, asked_for = (one["options"].get(name, "nothing") for one in (rules, wanted))
        if held != asked_for:
            texts = shown(held)[1:-1], shown(asked_for)[1:-1]
            differences.append(f"its {name} is {texts[0]}, asked is {texts[1]}")
    for name in rules["sources"] | wanted["sources"]:
        if rules["sources"].get(name) != wanted["sources"].get(name):
            differences.append(f"the rules in {name} have changed since")
    if differences:
        raise ExactDiceError(f"{named(folder)}: the store is of other rules: {differences[0]}")


# --- written --------------------------------------------------------------------------------------


@contextmanager
def writing_into(folder: Path) -> Iterator[Base]:
    """While this lasts the folder is there and no other run writes its store.

    Raises `ExactDiceError` when it is a file or holds anything but a store. What was made here and
    is still empty is taken away again.
    """
    is_new = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
        others = sorted(path.name for path in folder.iterdir() if not path.name.startswith(NAME))
    except OSError as error:
        raise ExactDiceError(
            f"{named(folder)}: no store can be made there: {error.strerror}: name a folder "
            "that is empty, or one to be made in a folder that is there"
        ) from error
    if others and not (folder / NAME).exists():
        raise ExactDiceError(
            f"{named(folder)}: this is no store and not empty, as {named(others[0])} is in it: "
            "name an empty folder, or one that is to be made"
        )
    try:
        base = _opened(folder, alone=True)
        try:
            yield base
        finally:
            base.close()
            if not base.about:
                base.file.unlink(missing_ok=True)
    finally:
        if is_new and not any(folder.iterdir()):
            folder.rmdir()


def begun(base: Base, about: Description) -> int:
    """How many levels are done of the store, which is begun where there is none.

    Raises `ExactDiceError` where it is about something else.
    """
    stored = _about(base)
    if stored is None:
        base.begin(json.dumps(about))
    else:
        refuse_other(base.file.parent, stored, about)
    return int(base.content(DONE, "") or 0)


def refuse_other(folder: Path, stored: Description, about: Description) -> None:
    """Raise `ExactDiceError` when the store is of other rules, or of another graph."""
    refuse_other_rules(folder, stored, about)
    if stored != about:
        raise ExactDiceError(
            f"{named(folder)}: the store is of other rules: its states or their moves are not "
            "those of this game; solve again into an empty folder"
        )


def finish(base: Base, levels: int, entries: Iterable[Entry] = ()) -> None:
    """Keep the last entries, and that the store is finished with as many as it has then."""
    base.keep([*entries, (DONE, "", f"{levels}")])
    base.keep([(DONE, "", f"{FINISHED} {len(base)}")])


# --- read -----------------------------------------------------------------------------------------


class Store:
    """A finished store; with its game, which it must be of, its states too."""

    def __init__(self, folder: Path, game: Game | None = None) -> None:
        found = found_in(folder)
        if found is None:
            raise ExactDiceError(
                f"{named(folder)}: cannot be read: this is no store: a folder with a {NAME} is "
                "one, as solve writes it with --store"
            )
        self.about, done = found
        if game is not None:
            refuse_other_rules(folder, self.about, rules_said(game))
        if not done.startswith(FINISHED):
            raise ExactDiceError(
                f"{named(folder)}: the store is not finished, {done} of {self.about['levels']} "
                "levels are written: solve the same game into it again, which goes on where it was "
                "ended"
            )
        self.base = _opened(folder, is_read=True)
        if done != f"{FINISHED} {len(self.base)}":
            raise damaged(self.base.file, "some of what it held has gone")
        self.encoding = Encoding(classes_beside(game))
        self.listed: Row | None = None

    def __len__(self) -> int:
        return int(self.about["states"])

    def check_whole(self) -> None:
        """Raise `ExactDiceError` where an entry was changed."""
        self.base.check()

    def row(self, state: State) -> Row:
        """The row of the state; `KeyError` where it is not there."""
        try:
            text = self.base.content(STATE, self.encoding.key(state))
        except NotPlain:
            text = None
        if text is None:
            raise KeyError(state)
        return self._row(text)

    def rows(self) -> Iterator[Row]:
        """All rows, in the order in which they were solved."""
        return (self._row(text) for _, text in self.base.entries(STATE))

    def _row(self, text: str) -> Row:
        try:
            row = Row(*self.encoding.value(text))
        except TypeError as error:
            raise damaged(self.base.file, "it has an entry that is no row") from error
        return row._replace(value=as_exact(row.value))

    def solution(self, game: Game) -> Solution:
        """The solution of the game, whose states are read when they are needed."""

        def table(part: str, count: int | None = None) -> Lazy[State, Any]:
            return Lazy(partial(self.states, part), partial(self._part, part), count)

        return Solution(
            game,
            table("value", len(self)),
            table("optimal"),
            self.about["method"],
            table("mixtures"),
            Lazy(self._choosing_states, self._chosen),
        )

    def states(self, part: str) -> Iterator[State]:
        """The states whose rows have this part."""
        for row in self.rows():
            if getattr(row, part) != ():
                self.listed = row
                yield row.state

    def _part(self, part: str, state: State) -> Any:
        # Of a state that was listed just now, as in dict(values), the row is at hand.
        row = self.listed
        if row is None or row.state is not state:
            row = self.row(state)
        found = getattr(row, part)
        if found == ():
            raise KeyError(state)
        return found

    def _choosing_states(self) -> Iterator[State]:
        return (self.encoding.value(text)[0] for _, text in self.base.entries(CHOSEN))

    def _chosen(self, state: State) -> Action:
        self.row(state)  # which says what is no state
        text = self.base.content(CHOSEN, self.encoding.key(state))
        if text is None:
            raise KeyError(state)
        action: Action = self.encoding.value(text)[1]
        return action
