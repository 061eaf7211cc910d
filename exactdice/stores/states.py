"""States as text, in one way whatever process writes them, and back.

A whole number, a text and None are as in JSON and a tuple is a list. Everything else is an object
with one key that says what it is: `{"i": "ff"}` a whole number beyond 2^53 in hexadecimal,
`{"f": [p, q]}` a fraction, `{"s": [...]}` a frozenset in the order of its texts, `{"b": "00ff"}`
bytes, `{"n": ["Place", ...]}` a named tuple, `{"o": ["Card", ...]}` a data class, `{"e": ["Suit",
"HEARTS"]}` a member of an enumeration, with its value where it is equal to a number or a text.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from types import ModuleType
from typing import Any

from ..argument_checks import FAILURES
from ..errors import ExactDiceError, RulesError
from ..exact import shown

SMALL = 2**53  # whole numbers up to which every reader of JSON keeps all digits
KEY_BYTES = 8  # of a digest, by which a state is looked up

Json = Any  # what JSON holds
Classes = Mapping[str, type]  # {qualified name: class}


def state_text(state: object) -> str:
    """The state as a line of JSON; `RulesError` naming a part of a class that is not written.

    >>> state_text((3, "roll", frozenset({2, 1}), None, 2**60))
    '[3,"roll",{"s":[1,2]},null,{"i":"1000000000000000"}]'
    """
    return _dumped(_data(state))


def state_of(text: str, classes: Classes) -> Any:
    """The state that was written as this text; `ExactDiceError` where a class is not among those
    given.

    >>> state_of('[3,"roll",{"s":[1,2]},{"f":[1,3]}]', {})
    (3, 'roll', frozenset({1, 2}), Fraction(1, 3))
    """
    try:
        return _value(json.loads(text), classes)
    except FAILURES as error:
        raise _no_state(text, error) from error


def _no_state(text: str, error: BaseException) -> ExactDiceError:
    return ExactDiceError(f"{shown(text)} is not the text of a state: {error}")


def key_of(state: object) -> int:
    """The number by which a state is looked up: equal states have one, different ones may.

    >>> key_of((1, 2)) == key_of((True, Fraction(2)))
    True
    """
    return key_of_text(plain_text(state))


def plain_text(state: object) -> str:
    """The text of the state without the names of what equals something plainer: equal states have
    one.
    """
    return _dumped(_plain(_data(state)))


def plain_of_text(text: str) -> str:
    """The same of a state that is a text already."""
    try:
        return _dumped(_plain(json.loads(text)))
    except FAILURES as error:
        raise _no_state(text, error) from error


def key_of_text(plain: str) -> int:
    """The number by which the state of this plain text is looked up."""
    return int.from_bytes(sha256(plain.encode()).digest()[:KEY_BYTES], "big")


# Made once, as `json.dumps` would make one for each state.
_dumped = json.JSONEncoder(separators=(",", ":")).encode


# --- to data --------------------------------------------------------------------------------------


def _data(value: Any) -> Json:
    """The value as JSON holds it."""
    kind = type(value)
    if kind is int:
        return _whole(value)
    if value is None or kind in (bool, str):
        return value
    if kind is tuple:
        return [*map(_data, value)]
    return _tagged(kind, value)


def _tagged(kind: type, value: Any) -> Json:
    if isinstance(value, Enum):
        equal = [_data(value.value)] if isinstance(value, (int, str)) else []
        return {"e": [kind.__qualname__, value.name, *equal]}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"n": [kind.__qualname__, *map(_data, value)]}
    if kind is Fraction:
        return _fraction(value)
    if kind is frozenset:
        # In one order, whatever the order of this process is.
        return {"s": sorted(map(_data, value), key=_dumped)}
    if kind is bytes:
        return {"b": value.hex()}
    if is_dataclass(kind):
        return {"o": [kind.__qualname__, *map(_data, _parts(value))]}
    raise RulesError(
        f"a state in a store is made of whole numbers, fractions, texts, tuples, frozensets, "
        f"enumerations and frozen data classes, got {shown(value)} of the class {kind.__qualname__}"
    )


def _parts(value: Any) -> Iterator[object]:
    """What the data class is made from."""
    return (getattr(value, field.name) for field in fields(value) if field.init)


def _whole(value: int) -> Json:
    return value if -SMALL <= value <= SMALL else {"i": f"{value:x}"}


def _fraction(value: Fraction) -> Json:
    # A whole one too: read back as an int, rules that divide by it would make a float.
    return {"f": [_whole(value.numerator), _whole(value.denominator)]}


# --- and back -------------------------------------------------------------------------------------


def _value(data: Json, classes: Classes) -> Any:
    if isinstance(data, list):
        return tuple([_value(part, classes) for part in data])
    if not isinstance(data, dict):
        return data
    ((tag, inside),) = data.items()
    return READERS[tag](inside, classes)


def _all(parts: list[Json], classes: Classes) -> list[Any]:
    return [_value(part, classes) for part in parts]


def _made(parts: list[Json], classes: Classes) -> object:
    name, *rest = parts
    return _class(name, classes)(*_all(rest, classes))


def _member(parts: list[Json], classes: Classes) -> object:
    kind: Any = _class(parts[0], classes)
    return kind[parts[1]]


def _class(name: str, classes: Classes) -> type:
    if name not in classes:
        raise ExactDiceError(
            f"the class {name} of a state is not found beside the rules: import it in their module"
        )
    return classes[name]


READERS: dict[str, Callable[[Any, Classes], Any]] = {
    "i": lambda digits, _: int(digits, 16),
    "f": lambda parts, classes: Fraction(*_all(parts, classes)),
    "s": lambda parts, classes: frozenset(_all(parts, classes)),
    "b": lambda digits, _: bytes.fromhex(digits),
    "n": _made,
    "o": _made,
    "e": _member,
}


def _plain(data: Json) -> Json:
    """The data without what tells equal values apart: 1 is True and 1/1, a named tuple a tuple."""
    if isinstance(data, list):
        return [*map(_plain, data)]
    if isinstance(data, bool):
        return int(data)
    if not isinstance(data, dict):
        return data
    ((tag, inside),) = data.items()
    if tag == "n":
        return [*map(_plain, inside[1:])]
    if tag == "f" and inside[1] == 1:
        return inside[0]
    if tag == "s":
        return {"s": sorted(map(_plain, inside), key=_dumped)}
    if tag == "o":
        return {"o": [inside[0], *map(_plain, inside[1:])]}
    if tag == "e" and len(inside) > 2:
        return inside[2]
    return data


# --- the classes of states ------------------------------------------------------------------------


def classes_beside(game: object) -> Classes:
    """{qualified name: class}, of the named tuples, data classes and enumerations in the modules of
    the rules and of their options; nothing is loaded.
    """
    found: dict[str, type] = {}
    for module in _modules_of(game):
        for thing in vars(module).values():
            # A text may name any of them, so nothing else is there to be called.
            if isinstance(thing, type) and _is_of_states(thing):
                found.setdefault(thing.__qualname__, thing)
    for kind in filter(_is_of_states, _kinds_in(getattr(game, "start", None))):
        found[kind.__qualname__] = kind
    return found


def _is_of_states(kind: type) -> bool:
    """Whether a state may have this class: its objects are data."""
    is_named_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
    return is_named_tuple or is_dataclass(kind) or issubclass(kind, Enum)


def _modules_of(game: object) -> Iterator[ModuleType]:
    """The modules of the classes that the rules are made of."""
    options = vars(game).values() if hasattr(game, "__dict__") else ()
    for thing in (game, *options):
        for kind in type(thing).__mro__:
            if kind.__module__ in sys.modules:
                yield sys.modules[kind.__module__]


def _kinds_in(state: object) -> Iterator[type]:
    """The classes of a state and of its parts."""
    yield type(state)
    if isinstance(state, (tuple, frozenset)):
        for part in state:
            yield from _kinds_in(part)
