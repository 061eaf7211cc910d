"""The arguments of a tool, checked against its schema: what JSON Schema says that this server uses.

A complaint is one line that says which argument, what was required and what came.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import ExactDiceError, nearest
from ..exact import integer_text, shown

Schema = Mapping[str, object]
TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}
LONGEST_WORD = 10_000  # characters of an argument that sets no limit of its own


def checked(given: object, schema: Schema, where: str = "") -> None:
    """Raise `ExactDiceError` unless the value is what the schema asks for.

    >>> checked({"digits": 3}, {"type": "object", "properties": {"digits": {"type": "integer"}}})
    >>> checked("three", {"type": "integer"}, "digits")
    Traceback (most recent call last):
        ...
    exactdice.errors.ExactDiceError: digits must be of type integer, got 'three'
    """
    kinds = _kinds(schema)
    if not any(_is_a(given, kind) for kind in kinds):
        exactly = "; write a decimal as a text" if isinstance(given, float) else ""
        raise ExactDiceError(
            f"{where or 'the arguments'} must be of type {' or '.join(kinds)}, got {_said(given)}"
            f"{exactly}"
        )
    if isinstance(given, dict):
        _check_object(given, schema, where)
    elif isinstance(given, list):
        _check_list(given, schema, where)
    elif isinstance(given, str):
        _check_text(given, schema, where)
    elif isinstance(given, int):
        _check_int(given, schema, where)


def _kinds(schema: Schema) -> list[str]:
    kinds = schema["type"]
    return list(kinds) if isinstance(kinds, list) else [str(kinds)]


def _is_a(given: object, kind: str) -> bool:
    # In Python True is an int, in JSON it is no number.
    return isinstance(given, TYPES[kind]) and (kind == "boolean" or not isinstance(given, bool))


def _said(given: object) -> str:
    return shown(given) if isinstance(given, str | int | float) else f"a {type(given).__name__}"


def _check_object(given: dict[object, object], schema: Schema, where: str) -> None:
    properties, others = _parts(schema, "properties"), _parts(schema, "additionalProperties")
    for name, value in given.items():
        inside = f"{where}.{shown(name)[1:-1]}".removeprefix(".")
        if name not in properties and not others:
            raise ExactDiceError(
                f"unknown argument {inside}{nearest(str(name), properties)}: there are "
                f"{', '.join(properties)}"
            )
        own = properties.get(str(name), others)
        checked(value, own if isinstance(own, Mapping) else {}, inside)
    required = schema.get("required", ())
    for name in required if isinstance(required, list) else ():
        if name not in given:
            raise ExactDiceError(f"{f'{where}.{name}'.removeprefix('.')} is missing")


def _parts(schema: Schema, key: str) -> dict[str, object]:
    parts = schema.get(key)
    return dict(parts) if isinstance(parts, Mapping) else {}


def _check_list(given: list[object], schema: Schema, where: str) -> None:
    least, most = _limit(schema, "minItems", 0), _limit(schema, "maxItems", LONGEST_WORD)
    if not least <= len(given) <= most:
        raise ExactDiceError(f"{where} must have {least} to {most} items, got {len(given)}")
    for count, item in enumerate(given, 1):
        checked(item, _parts(schema, "items"), f"{where}[{count}]")


def _check_text(given: str, schema: Schema, where: str) -> None:
    words = schema.get("enum")
    if isinstance(words, list) and given not in words:
        raise ExactDiceError(f"{where} must be one of {', '.join(words)}, got {shown(given)}")
    most = _limit(schema, "maxLength", LONGEST_WORD)
    if len(given) > most:
        raise ExactDiceError(f"{where} must have at most {most} characters, got {len(given)}")


def _check_int(given: int, schema: Schema, where: str) -> None:
    least, most = _limit(schema, "minimum", -(10**15)), _limit(schema, "maximum", 10**15)
    if not least <= given <= most:
        raise ExactDiceError(
            f"{where} must be a whole number from {least} to {most}, got {shown(given)}; write a "
            "longer one as a text"
        )


def _limit(schema: Schema, key: str, usual: int) -> int:
    found = schema.get(key, usual)
    return found if isinstance(found, int) else usual


def words_of(options: Mapping[str, object]) -> list[str]:
    """The options as words that a command takes, `dice=10`; lists with commas."""
    return [f"{key}={_text(value)}" for key, value in options.items()]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return integer_text(value)
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value)
