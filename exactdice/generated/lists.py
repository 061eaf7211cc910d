r"""Values asked for in a list, line by line, by other programmes that fill in a document.

A line is `QUERY [key=value ...] [style]`, or `table: ` and the words of a table; empty lines and
those that begin with # ask for nothing. As tab-separated text each line of the answer is made of
pairs, the kind and what it says:

text    8.636          a number or a word
math    \frac{1}{6}    a formula, in LaTeX
error   the message    in place of a value
table   3              the next 3 lines are the rows of a table, the heading first; each cell a pair
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from ..argument_checks import a_text
from ..errors import ExactDiceError, PlacedError
from ..exact import Progress, one_of, printable
from .making import Asked, Made, Written, made

TABLE = "table:"
UNKNOWN = "??"  # in place of a value that cannot be had, as LaTeX writes for a reference


class ListFormat(StrEnum):
    """How the values of a list are written."""

    TEXT = "text"
    LATEX = "latex"
    TSV = "tsv"


def answers(
    text: str,
    common: Mapping[str, str],
    path: Path,
    form: str = "text",
    progress: Progress | None = None,
) -> tuple[list[str], list[PlacedError]]:
    r"""The lines that answer a list, and what is wrong with it, line by line.

    >>> answers("EP(5) dec:3\nP(1,1)\n", {}, Path("list"), "tsv")
    (['text\t8.636', 'math\t\\frac{1}{6}'], [])
    """
    kind = one_of(ListFormat, form, "the format")
    asked = dict(_asked(a_text(text, "the list")))
    found = made(asked.values(), common, path, progress)
    errors = list[PlacedError]()
    lines = list[str]()
    for number, value in zip(asked, found, strict=True):
        if isinstance(value, ExactDiceError):
            errors.append(PlacedError(path, number, str(value)))
        elif not isinstance(value, Written) and kind != ListFormat.TSV:
            message = f"a table needs --format {ListFormat.TSV}, or the command `table`"
            errors.append(PlacedError(path, number, message))
        lines += _lines(value, kind)
    return lines, errors


def _asked(text: str) -> Iterator[tuple[int, Asked]]:
    """What each line asks for, by the number of the line."""
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words and not words.startswith("#"):
            is_table = words.startswith(TABLE)
            yield number, Asked(words.removeprefix(TABLE) if is_table else words, is_table)


def _lines(value: Made | ExactDiceError, kind: ListFormat) -> list[str]:
    """The lines that say the value."""
    if kind == ListFormat.TSV:
        return _pairs(value)
    if not isinstance(value, Written):
        return [UNKNOWN]
    return [value.latex if kind == ListFormat.LATEX else value.plain]


def _pairs(value: Made | ExactDiceError) -> list[str]:
    """The same as pairs."""
    if isinstance(value, ExactDiceError):
        return [f"error\t{' '.join(printable(str(value)).split())}"]
    if isinstance(value, Written):
        return [_row([value])]
    return [f"table\t{len(value.rows) + 1}", _row(value.heading), *map(_row, value.rows)]


def _row(cells: Sequence[Written]) -> str:
    return "\t".join(
        f"text\t{one.displayed}" if one.is_text else f"math\t{one.latex}" for one in cells
    )
