"""States, actions and the outcomes of laws as a query writes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..exact import Exact, exact_text, shown
from ..game import NAMES, PLAYERS


def as_written(value: Any) -> str:
    """A state, an action or an outcome as a query writes it: `(12, 30, 0, MAX)`, `roll`, `(1, 6)`.

    >>> from exactdice import PigState
    >>> as_written(PigState(12, 30)), as_written("roll"), as_written((3,))
    ('(12, 30, 0, MAX)', 'roll', '(3,)')
    """
    if isinstance(value, tuple):
        return _tuple_text(value)
    if isinstance(value, frozenset):
        return f"{{{', '.join(map(as_written, in_order(value)))}}}"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Exact):
        return exact_text(value)
    return value if isinstance(value, str) else shown(value)


def _tuple_text(value: tuple[Any, ...]) -> str:
    names = getattr(value, "_fields", ())
    parts = [as_written(part) for part in value]
    place = names.index("to_move") if "to_move" in names else None
    # What a query writes there need not be a player.
    if place is not None and value[place] in PLAYERS:
        parts[place] = NAMES[value[place]]
    return f"({', '.join(parts)}{',' * (len(parts) == 1)})"


def in_order(values: Iterable[Any]) -> list[Any]:
    """The values from the least to the greatest; those that do not compare, by what they are
    written as.

    >>> in_order({3, 1, 2}), in_order({"stop", 2})
    ([1, 2, 3], [2, 'stop'])
    """
    listed = list(values)
    # Sets compare by inclusion, which is no order of them.
    if not any(isinstance(value, frozenset) for value in listed):
        try:
            return sorted(listed)
        except TypeError:
            pass
    return sorted(listed, key=as_written)
