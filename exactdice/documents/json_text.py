"""JSON whose texts know where they stand in the file, as a patch and a list of places need it.

The json module reads; the strings come from it in the order of the file, so the k-th that is read
is the k-th that is written there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import ClaimsError, PlacedError
from ..files import named
from ..printed.source import Source, is_escaped

MOST_VALUES = 3_000_000  # of a file: each takes some hundred bytes once it is read
# What stands for one character: two surrogates are one beyond \uFFFF.
ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)"
)


@dataclass(frozen=True)
class JsonText:
    """A string of JSON: what it says, how it is written between its quotes, and where that begins
    in the file.
    """

    value: str
    written: str
    start: int

    def place(self, index: int) -> int:
        """Where this character of the value begins in the file.

        >>> text = JsonText("1 \u2212 2", r"1 \\u2212 2", 100)
        >>> [text.place(k) for k in range(6)]
        [100, 101, 102, 108, 109, 110]
        """
        extra = 0
        for found in ESCAPE.finditer(self.written) if "\\" in self.written else ():
            if found.start() - extra >= index:
                break
            extra += len(found[0]) - 1
        return self.start + index + extra


Json = JsonText | dict[str, "Json"] | list["Json"] | float | None


class _Pairs(list[tuple[str, object]]):
    """The entries of an object, in the order of the file and with all that are there twice."""


def read_json(source: Source) -> Json:
    """What the file says; `ClaimsError` in one line where it is no JSON or is too much of it."""
    text = source.text
    if sum(map(text.count, "[{,")) > MOST_VALUES:
        raise ClaimsError(
            f"{named(source.path)}: cannot be read: it must have at most {MOST_VALUES} values"
        )
    try:
        read = json.loads(text, object_pairs_hook=_Pairs)
        return _placed(read, _strings(text))
    except json.JSONDecodeError as error:
        raise PlacedError(
            named(source.path), error.lineno, f"cannot be read as JSON: {error.msg}"
        ) from error
    except RecursionError:
        why = "its values are nested too deeply"
    except ValueError:  # Python reads no number of thousands of digits
        why = "it has a number of too many digits"
    raise ClaimsError(f"{named(source.path)}: cannot be read as JSON: {why}")


def _strings(text: str) -> Iterator[tuple[str, int]]:
    """(how a string is written between its quotes, where that begins) for each string of JSON."""
    opening = text.find('"')
    while opening >= 0:
        closing = text.find('"', opening + 1)
        while is_escaped(text, closing):
            closing = text.find('"', closing + 1)
        yield text[opening + 1 : closing], opening + 1
        opening = text.find('"', closing + 1)


def _placed(value: object, strings: Iterator[tuple[str, int]]) -> Json:
    """The value with its texts where they stand, the next of which is the next string."""
    if isinstance(value, str):
        return JsonText(value, *next(strings))
    if isinstance(value, _Pairs):
        entries: dict[str, Json] = {}
        for key, inner in value:
            next(strings)  # the key itself
            entries[key] = _placed(inner, strings)
        return entries
    if isinstance(value, list):
        return [_placed(inner, strings) for inner in value]
    return value if isinstance(value, int | float) else None
