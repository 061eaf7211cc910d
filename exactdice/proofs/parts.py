"""What all proof files are made of: numbers, actions and the digest, in the words of
the checker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .. import checker
from ..exact import Bounds, Exact, Value, name_shown
from ..game import Action

Json = Any  # what JSON holds; who reads a file checks what it takes
Document = dict[str, Json]


def proof_document(
    problem: dict[str, object], values: Sequence[object], optimal: object
) -> Document:
    """The document of a problem and its solution, with its digest."""
    document = {"format": checker.FORMAT, "problem": problem, "values": values, "optimal": optimal}
    return document | {"digest": checker.digest(document)}


def number_text(value: Value) -> str | list[str]:
    """The number in hexadecimal, or both ends of bounds."""
    if isinstance(value, Bounds):
        return [checker.ratio_text(value.lower), checker.ratio_text(value.upper)]
    # Hexadecimal, since Python and readers of JSON limit or slow down at long decimal numbers.
    return checker.ratio_text(value)


def mixtures_text(row: Iterable[Exact], column: Iterable[Exact]) -> dict[str, list[str]]:
    """An optimal mixture of each player, action by action."""
    return {
        "row": [checker.ratio_text(p) for p in row],
        "column": [checker.ratio_text(q) for q in column],
    }


def action_names(actions: Sequence[Action]) -> list[int | str]:
    """A name for each action as JSON can hold it, numbered where two would have the same."""
    names = [plain(action) for action in actions]
    # Different actions may have one text, as Fraction(1) and the text "1" have.
    if len(set(names)) == len(names):
        return names
    return [f"{k}: {name}" for k, name in enumerate(names, 1)]


def plain(action: Action) -> int | str:
    """The action as JSON can hold it: a text or a small int as it is, a huge int in hexadecimal,
    anything else by its text.
    """
    # A bool is an int to Python, but true to JSON: its text says what it is.
    if isinstance(action, int) and not isinstance(action, bool):
        # Readers of JSON, Python's own among them, limit the digits of an int.
        return action if action.bit_length() < 64 else hex(action)
    return action if isinstance(action, str) else name_shown(action)
