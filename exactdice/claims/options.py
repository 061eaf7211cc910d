"""Tables of keys and values, such as the options of a claim, as TOML files and marks give them.

What is wrong is a `ClaimsError` without a place: whoever reads the file knows the line.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..errors import ClaimsError, ExactDiceError, nearest
from ..exact import Exact, shown
from ..queries.evaluate import GAME
from ..queries.ranges import read_value
from ..queries.symbols import symbols_written
from ..words.register import Argument


def options_read(
    table: Mapping[str, object],
    known: Collection[str] | None = None,
    symbols: Collection[str] = (),
) -> dict[str, object]:
    """The options of a table, their values read; `known` are the names allowed, when only some
    are, and `symbols` those that other options hold.
    """
    held = {*symbols, *_symbols_of(table)}
    if known is not None:
        check_keys(table, {*known, *held}, "option", "[given] has ")
    return {key: option_read(key, value, held) for key, value in table.items()}


def _symbols_of(table: Mapping[str, object]) -> set[str]:
    """The keys that stand as names in the values of others, which may be lists."""
    texts = {key: _text_of(value) for key, value in table.items() if key != GAME}
    return symbols_written(texts)


def _text_of(value: object) -> str:
    """What is written as text; no number holds a name, and some have too many digits to write."""
    parts = value if isinstance(value, list) else [value]
    return ",".join(part for part in parts if isinstance(part, str))


def option_read(key: str, value: object, symbols: Collection[str] = ()) -> Argument:
    """The value of one option: an exact number, or what its text says, for a symbol its domain."""
    if isinstance(value, list):
        return tuple(option_read(key, part) for part in value)
    # In Python True is an int; in a claims file it is the word that a mark writes `true`.
    if isinstance(value, bool):
        value = str(value).lower()
    if isinstance(value, Exact):
        return value
    if not isinstance(value, str):
        raise ClaimsError(
            f'option {key} must be a number or a text such as "1/10", got {shown(value)}'
        )
    try:
        return read_value(key, value, symbols)
    except ExactDiceError as error:
        raise ClaimsError(f"option {key}: {error}") from error


def table_in(content: Mapping[str, object], key: str) -> dict[str, object]:
    """The table under this key, empty when it is missing."""
    table = content.get(key, {})
    if not isinstance(table, dict):
        raise ClaimsError(f"{key} must be a table, got {shown(table)}")
    return table


def check_keys(
    table: Mapping[str, object], known: Collection[str], what: str = "key", whose: str = ""
) -> None:
    """Refuse an unknown key."""
    for key in table:
        if key not in known:
            listed = ", ".join(sorted(known))
            article = "the " if whose else ""
            raise ClaimsError(
                f"{whose}{article}unknown {what} {key}{nearest(key, known)}: known are {listed}"
            )
