"""Results as text, and back: plain data and exact numbers, and objects of classes that are named.

Nothing is run to read such a text but the constructors of these classes: what is kept in a file is
data, whoever wrote it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from ..distribution import Distribution

SMALL = 2**53  # numbers up to which every reader of JSON keeps whole


# What constructors raise that are given what they do not take.
FAILURES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class NotPlain(ValueError):
    """A value has parts that are no plain data."""


class Encoding:
    """Texts of plain data, and of objects of these classes: enumerations and data classes.

    >>> encoding = Encoding([])
    >>> encoding.text((Fraction(1, 3), frozenset({2, 1}), 10**20))
    '["t",["f",1,3],["s",1,2],["i","56bc75e2d63100000"]]'
    >>> encoding.value(encoding.text((Fraction(1, 3), {"a": None})))
    (Fraction(1, 3), {'a': None})
    """

    def __init__(self, classes: Iterable[type]) -> None:
        self.classes = {_name(kind): kind for kind in classes}

    def text(self, value: object) -> str:
        """The value as text; `NotPlain` where it has parts of other classes, or is too deep."""
        try:
            return json.dumps(self._encoded(value), separators=(",", ":"))
        except RecursionError as error:
            raise NotPlain(str(error)) from error

    def value(self, text: str) -> Any:
        """The value of the text; `NotPlain` where it is none."""
        try:
            return self._decoded(json.loads(text, parse_float=_refused, parse_constant=_refused))
        except FAILURES as error:
            raise NotPlain(str(error)) from error

    def _encoded(self, value: Any) -> object:
        if value is None or isinstance(value, bool):
            return value
        kind = type(value)
        if kind is str:
            return value
        if kind is int:
            return _encoded_int(value)
        if kind is Fraction:
            return ["f", _encoded_int(value.numerator), _encoded_int(value.denominator)]
        if kind in (tuple, list):
            return ["t" if kind is tuple else "a", *map(self._encoded, value)]
        if kind is frozenset:
            # In one order, whatever the order of this process is.
            return ["s", *sorted(map(self._encoded, value), key=json.dumps)]
        if kind is dict:
            return ["d", *([self._encoded(key), self._encoded(value[key])] for key in value)]
        if kind is Distribution:
            pairs = value.weights.items()
            return ["l", *([self._encoded(one), _encoded_int(weight)] for one, weight in pairs)]
        return self._encoded_object(kind, value)

    def _encoded_object(self, kind: type, value: Any) -> object:
        name = _name(kind)
        if name not in self.classes:
            raise NotPlain(f"a {name} is no plain data")
        if isinstance(value, Enum):
            return ["e", name, value.name]
        if not is_dataclass(kind):
            raise NotPlain(f"a {name} is no data class")
        parts = (getattr(value, field.name) for field in fields(kind))
        return ["o", name, *map(self._encoded, parts)]

    def _decoded(self, data: Any) -> Any:
        if not isinstance(data, list):
            return data
        sign, *parts = data
        return DECODERS[sign](self, parts)

    def _object(self, parts: list[Any]) -> object:
        name, *values = parts
        return self.classes[name](*map(self._decoded, values))

    def _member(self, parts: list[Any]) -> object:
        name, member = parts
        kind: Any = self.classes[name]
        return kind[member]

    def _all(self, parts: list[Any]) -> list[Any]:
        return [self._decoded(part) for part in parts]


def _name(kind: type) -> str:
    """The name of the class in its module, since several modules have a class `Range`."""
    return f"{kind.__module__.removeprefix('exactdice.')}.{kind.__qualname__}"


def _refused(text: str) -> object:
    raise NotPlain(f"{text} is no exact number")


def _encoded_int(value: Any) -> object:
    # In hexadecimal, of which any number of digits is written at once.
    return value if -SMALL <= value <= SMALL else ["i", f"{value:x}"]


DECODERS: dict[str, Callable[[Encoding, list[Any]], object]] = {
    "i": lambda _, parts: int(parts[0], 16),
    "f": lambda encoding, parts: Fraction(*encoding._all(parts)),
    "t": lambda encoding, parts: tuple(encoding._all(parts)),
    "a": lambda encoding, parts: encoding._all(parts),
    "s": lambda encoding, parts: frozenset(encoding._all(parts)),
    "d": lambda encoding, parts: dict(map(encoding._all, parts)),
    "l": lambda encoding, parts: Distribution(dict(map(encoding._all, parts))),
    "e": Encoding._member,
    "o": Encoding._object,
}
