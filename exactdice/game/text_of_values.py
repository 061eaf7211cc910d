"""States, actions and outcomes as texts, which a query reads as the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ..exact.numbers import Exact, Interval, Rounding, decimal_text, exact_text, shown
from .protocol import NAMES, PLAYERS

WIDTH = 60  # characters of a set in a message
SHORT_END, PLACES_OF_ENDS = 7, 6  # characters, and decimals of an end that is longer


def as_written(value: Any) -> str:
    """A state, an action or an outcome as a query writes it: `(12, 30, 0, MAX)`, `roll`, `(1, 6)`.

    >>> from exactdice import PigState
    >>> as_written(PigState(12, 30)), as_written("roll"), as_written((3,))
    ('(12, 30, 0, MAX)', 'roll', '(3,)')
    """
    return _written(value, str)


def in_quotes(value: Any) -> str:
    """The same with every text in double quotes, which tell it from a number.

    >>> in_quotes(("1", 1))
    '("1", 1)'
    """
    return _written(value, _quoted)


def written_apart(values: Iterable[Any]) -> dict[Any, str]:
    """What each of the values is written as, with quotes where it would read as another one.

    >>> written_apart([(1,), ("1",), ("bet",)])
    {(1,): '(1,)', ('1',): '("1",)', ('bet',): '(bet,)'}
    """
    texts = {value: as_written(value) for value in values}
    times = Counter(texts.values())
    return {value: in_quotes(value) if times[text] > 1 else text for value, text in texts.items()}


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _written(value: Any, of_text: Callable[[str], str]) -> str:
    if isinstance(value, tuple):
        names = getattr(value, "_fields", ())
        parts = [_written(part, of_text) for part in value]
        place = names.index("to_move") if "to_move" in names else None
        # What a query writes there need not be a player.
        if place is not None and value[place] in PLAYERS:
            parts[place] = NAMES[value[place]]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(_written(item, of_text) for item in in_order(value))}}}"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Exact):
        return exact_text(value)
    return of_text(value) if isinstance(value, str) else shown(value)


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


def bounds_text(bounds: Interval) -> str:
    """Bounds in decimals, rounded outwards.

    >>> from fractions import Fraction
    >>> bounds_text(Interval(Fraction(1, 3), Fraction(1, 2)))
    '[1/3, 1/2]'
    """
    lower, upper = _end(bounds.lower, Rounding.FLOOR), _end(bounds.upper, Rounding.CEILING)
    return f"[{lower}, {upper}]"


def _end(number: Exact, outwards: Rounding) -> str:
    exact = exact_text(number)
    return exact if len(exact) <= SHORT_END else decimal_text(number, PLACES_OF_ENDS, outwards)


def abridged(text: str) -> str:
    """A long text by how it begins."""
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 3]}..."


def kind_of(outcome: object) -> str:
    """What kind of thing the outcome is."""
    if isinstance(outcome, bool):
        return "true or false"
    if isinstance(outcome, Exact):
        return "a number"
    if isinstance(outcome, tuple):
        return "a tuple"
    return "a name" if isinstance(outcome, str) else f"a {type(outcome).__name__}"
