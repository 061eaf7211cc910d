"""Values as text, in one way whatever process writes them, and back: plain data, exact numbers, and
objects of classes that are named.

A whole number, a text and None are as in JSON and a tuple is a list. Everything else is an object
with one key that says what it is: `{"i": "ff"}` a whole number beyond 2^53 in hexadecimal,
`{"f": [p, q]}` a fraction, `{"s": [...]}` a frozenset in the order of its texts, `{"b": "00ff"}`
bytes, `{"a": [...]}` a list, `{"d": [[key, value], ...]}` a dict, `{"l": [[outcome, weight], ...]}`
a law, `{"n": ["Place", ...]}` a named tuple, `{"o": ["Card", ...]}` a data class, `{"e": ["Suit",
"HEARTS"]}` a member of an enumeration.

Nothing is run to read such a text but the constructors of these classes: what is kept in a file is
data, whoever wrote it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from ...distributions.distribution import Distribution
from ...exact.errors import RulesError
from ...exact.numbers import shown

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
