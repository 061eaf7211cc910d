"""Exact values kept in a readable file, so that a later change of any of them is seen and shown as
an exact difference.

The file is TOML, one line for each value: `"EG(0, 0)" = "13/18"`. Floats are refused.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..distribution import Distribution
from ..errors import ExactDiceError
from ..exact import Bounds, as_exact, decimal_text, exact_text, is_symbolic, parse_exact, shown
from ..files import plain_text, read_bytes, rewrite_atomically
from .game_rules import MOST_REPORTED

HEADING = "# Exact values that a test compares with, written by `pytest --exact-update`.\n"
WHOLE = 10**9  # a width at which `shown` abbreviates nothing


class Stored:
    """Compares exact values with those in a file; with `update` it writes the file instead, where
    anything differs.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "values.toml"
    >>> Stored(path, update=True).check({"EG(0,0)": parse_exact("13/18")})
    >>> Stored(path).check({"EG(0,0)": parse_exact("7/9")})
    Traceback (most recent call last):
    AssertionError: 1 of 1 exact values are not as stored in values.toml:
      EG(0,0): 13/18 before, 7/9 now, 1/18 (about 0.0555555556) more
    """

    def __init__(self, path: Path, update: bool = False) -> None:
        self.path, self.update = path, update
        self.written = False

    def check(self, values: object) -> None:
        """Pass when the values are those stored: a number, a law, or mappings and sequences of
        them, nested as you like.

        Raises `AssertionError` listing the differences, or that nothing is stored; `InexactError`
        naming a float.
        """
        __tracebackhide__ = True
        now = _listed(values)
        data = read_bytes(self.path) if self.path.exists() else None
        before = None if data is None else self._parsed(data)
        # A file that says the same stays untouched, and with it its time of change.
        if now == before:
            return
        if self.update:
            self._write(data, now)
        elif before is None:
            raise AssertionError(
                f"no exact values are stored in {self.path}: run pytest --exact-update to "
                f"write the {len(now)} of this test"
            )
        else:
            raise AssertionError(self._complaint(before, now))

    def _write(self, before: bytes | None, now: dict[str, str]) -> None:
        lines = [f"{_quoted(key)} = {_quoted(text)}\n" for key, text in now.items()]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: an interrupted run must not leave half of the values behind.
        rewrite_atomically(self.path, before, HEADING + "".join(lines))
        self.written = True

    def _complaint(self, before: dict[str, str], now: dict[str, str]) -> str:
        """What differs between the values stored and those of now."""
        differences = list(_differences(before, now))
        heading = (
            f"{len(differences)} of {len(before | now)} exact values are not as "
            f"stored in {self.path.name}:"
        )
        left = len(differences) - MOST_REPORTED
        more = [f"... and {left} more"] if left > 0 else []
        return "\n  ".join([heading, *differences[:MOST_REPORTED], *more])

    def _parsed(self, data: bytes) -> dict[str, str]:
        try:
            stored = tomllib.loads(plain_text(self.path, data))
        # tomllib.TOMLDecodeError is a ValueError; deep nesting ends in a RecursionError.
        except (ValueError, RecursionError) as error:
            raise ExactDiceError(
                f"{self.path}: the stored values cannot be read: {error}; pytest "
                "--exact-update writes them anew"
            ) from error
        for key, text in stored.items():
            if not isinstance(text, str):
                raise ExactDiceError(
                    f"{self.path}: the value of {shown(key)} must be a text in quotes, got "
                    f"{shown(text)}"
                )
        return stored


def _listed(values: object) -> dict[str, str]:
    """{where: text} of every value."""
    # The keys of mappings are written as texts, in which 1 and "1" are the same name.
    listed: dict[str, str] = {}
    for key, text in _entries("", values):
        if key in listed:
            raise ExactDiceError(f"two of the values to store have the same name {shown(key)}")
        listed[key] = text
    return listed


def _entries(where: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            # Whole and not abridged: two long keys must not become one.
            name = key if isinstance(key, str) else shown(key, WHOLE)
            yield from _entries(f"{where}[{name}]" if where else name, part)
    elif isinstance(value, (list, tuple)):
        for index, part in enumerate(value):
            yield from _entries(f"{where}[{index}]", part)
    else:
        yield where or "value", _text(where or "the value", value)


def _text(where: str, value: object) -> str:
    if isinstance(value, Bounds):
        return f"[{exact_text(value.lower)}, {exact_text(value.upper)}]"
    if isinstance(value, Distribution):
        chances = {x: exact_text(value.probability(x)) for x in _in_order(value)}
        return "{" + ", ".join(f"{shown(x, WHOLE)}: {p}" for x, p in chances.items()) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(shown(x, WHOLE) for x in _in_order(value)) + "}"
    # Before numbers, since True is an int, and a text "1" is not the number 1.
    if value is None or isinstance(value, (bool, str)):
        return repr(value)
    if is_symbolic(value):
        return str(value)
    # as_exact refuses floats: a stored value must not hang on how a machine rounds.
    return exact_text(as_exact(value, where))


def _in_order(outcomes: Iterable[Any]) -> list[Any]:
    try:
        return sorted(outcomes)
    except TypeError:  # of several kinds
        return sorted(outcomes, key=lambda outcome: shown(outcome, WHOLE))


def _quoted(text: str) -> str:
    """The text as a TOML string."""
    # The strings of JSON are strings of TOML too, but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


# --- differences ----------------------------------------------------------------------------------


def _differences(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    # In the order of the file, what is new after it.
    for key in before | now:
        if key not in now:
            yield f"{key}: {_short(before[key])} before, missing now"
        elif key not in before:
            yield f"{key}: {_short(now[key])} now, not stored before"
        elif before[key] != now[key]:
            step = _step(before[key], now[key])
            yield f"{key}: {_short(before[key])} before, {_short(now[key])} now{step}"


def _step(before: str, now: str) -> str:
    """By how much a number grew or fell."""
    try:
        step = Fraction(parse_exact(now)) - parse_exact(before)
    # A law or a set: the two texts side by side say it all.
    except ExactDiceError:
        return ""
    about = "" if step.denominator == 1 else f" (about {decimal_text(abs(step), 10)})"
    return f", {shown(abs(step))}{about} {'more' if step > 0 else 'less'}"


def _short(text: str) -> str:
    if len(text) <= 120:
        return text
    return f"{text[:50]}...({len(text)} characters)...{text[-50:]}"
