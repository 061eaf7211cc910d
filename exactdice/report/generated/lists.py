r"""Values asked for in a list, line by line, by other programmes that fill in a document.

A line is `QUERY [key=value ...] [style]`, or `table: ` and the words of a table. A first line
`document: key=value ...` holds for all others and has no answer; each other line has one. As
tab-separated text an answer is made of pairs, the kind and what it says:

text    8.636          a number or a word
math    \frac{1}{6}    a formula, in LaTeX
error   the message    in place of a value
table   3              the next 3 lines are the rows of a table, the heading first; each cell a pair
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from ...exact.argument_checks import a_text
from ...exact.errors import ExactDiceError, PlacedError
from ...exact.numbers import Progress, one_of, printable
from ..documents.marks import read_words
from .making import Asked, Made, Written, check_common, made

TABLE, DOCUMENT = "table:", "document:"
UNKNOWN = "??"  # in place of a value that cannot be had, as LaTeX writes for a reference


class ListFormat(StrEnum):
    """How the values of a list are written."""

    TEXT = "text"
    LATEX = "latex"
    TSV = "tsv"


def answers(
    text: str, path: Path, form: str = "text", progress: Progress | None = None
) -> tuple[list[str], list[PlacedError]]:
    r"""The lines that answer a list, and what is wrong with it, line by line.

    >>> answers("document: faces=4\nEP(5) dec:3\nP(1,1)\n", Path("list"), "tsv")
    (['text\t4.322', 'math\t\\frac{1}{4}'], [])
    """
    kind = one_of(ListFormat, form, "the format")
    lines = a_text(text, "the list").removesuffix("\n").split("\n")
    common = {}
    first = 1
    if lines[0].startswith(DOCUMENT):
        first = 2
        try:
            common = read_words(lines[0].removeprefix(DOCUMENT))
            check_common(common)
        except ExactDiceError as error:
            raise PlacedError(path, 1, str(error)) from error
    words = [line.strip() for line in lines[first - 1 :]]
    asked = [Asked(one.removeprefix(TABLE), one.startswith(TABLE)) for one in words]
    answered = []
    errors = []
    for number, value in enumerate(made(asked, common, path, progress), first):
        if isinstance(value, ExactDiceError):
            errors.append(PlacedError(path, number, str(value)))
        elif not isinstance(value, Written) and kind != ListFormat.TSV:
            message = f"a table needs --format {ListFormat.TSV}, or the command `table`"
            errors.append(PlacedError(path, number, message))
        if kind == ListFormat.TSV:
            answered += _pairs(value)
        elif isinstance(value, Written):
            answered.append(value.latex if kind == ListFormat.LATEX else value.plain)
        else:
            answered.append(UNKNOWN)
    return answered, errors


def _pairs(value: Made | ExactDiceError) -> list[str]:
    """The lines that say the value, as pairs."""
    if isinstance(value, ExactDiceError):
        return [f"error\t{_in_one_cell(str(value))}"]
    if isinstance(value, Written):
        return [_row([value])]
    return [f"table\t{len(value.rows) + 1}", _row(value.heading), *map(_row, value.rows)]


def _row(cells: Sequence[Written]) -> str:
    pairs = (("text", one.displayed) if one.is_text else ("math", one.latex) for one in cells)
    return "\t".join(f"{kind}\t{_in_one_cell(text)}" for kind, text in pairs)


def _in_one_cell(text: str) -> str:
    """The text without what would end its cell or its line."""
    return printable(" ".join(re.split(r"[\t\r\n]+", text)))
