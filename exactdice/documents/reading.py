"""Reading a written table back: its cells from the text of any format, and the number that a cell
says in any style.

Nothing here looks at the values the table was made from, so what is read is what the page says.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from ..doors import a_text
from ..exact import Exact, exact_text, parse_exact
from ..printed.exact_forms import parse_exact_form
from ..printed.numbers import unwrapped
from ..tables.formats import ROW, ROW_WITH_FRACTIONS, Lines, TableFormat

# --- cells ----------------------------------------------------------------------------------------


def cells_in(text: str, form: TableFormat) -> Lines:
    """The cells of each row of a written table as plain text, without the heading; each row begins
    with its index, but in JSON.
    """
    readers: dict[TableFormat, Callable[[str], Lines]] = {
        TableFormat.MARKDOWN: _markdown,
        TableFormat.LATEX: _latex,
        TableFormat.CSV: _csv,
        TableFormat.HTML: _html,
        TableFormat.TYPST: _typst,
        TableFormat.JSON: _json,
    }
    return readers[form](text)


def _markdown(text: str) -> Lines:
    return [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
        for line in text.strip().splitlines()[2:]
    ]


def _csv(text: str) -> Lines:
    first = text.partition("\n")[0]
    return list(csv.reader(io.StringIO(text), delimiter=";" if ";" in first else ","))[1:]


def _html(text: str) -> Lines:
    return [
        [html.unescape(cell) for cell in _between(row, "<td>", "</td>")]
        for row in _between(text, "<tr>", "</tr>")
    ][1:]


def _between(text: str, opening: str, closing: str) -> list[str]:
    """The texts between an opening and the next closing."""
    return [part.partition(closing)[0] for part in text.split(opening)[1:]]


def _typst(text: str) -> Lines:
    """Cells in brackets; a bracket or a backslash within one comes after a backslash."""
    return [list(_bracketed(line)) for line in text.splitlines() if line.lstrip().startswith("[")][
        1:
    ]


def _bracketed(line: str) -> Iterator[str]:
    """The texts in brackets, without the backslashes before their characters."""
    cell: list[str] = []
    for part in re.findall(r"\\.|[^\\]", line):
        if part == "]":
            yield "".join(cell)
        elif part == "[":
            cell = []
        else:
            cell.append(part[-1])


def _json(text: str) -> Lines:
    return [[_json_text(cell) for cell in row] for row in json.loads(text)["cells"]]


def _json_text(cell: Any) -> str:
    return cell if isinstance(cell, str) else json.dumps(cell)


def _latex(text: str) -> Lines:
    body = text.partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    rows = [
        line.strip().removesuffix(ROW_WITH_FRACTIONS).removesuffix(ROW)
        for line in body.splitlines()
        if line.strip()
    ]
    return [[plain_of_latex(cell) for cell in row.split(" & ")] for row in rows]


def plain_of_latex(cell: str) -> str:
    r"""The cell as the plain styles write it.

    >>> plain_of_latex(r"$-2\,\frac{1}{3}$"), plain_of_latex(r"$\frac{7}{2^{2} \cdot 3}$")
    ('-2 1/3', '7/(2^2·3)')
    >>> plain_of_latex(r"$0{,}1\overline{6}$")
    '0,1(6)'
    """
    text = unwrapped(cell.strip())[1]
    text = (
        text.replace("{,}", ",")
        .replace(r" \cdot ", "·")
        .replace(r"\,", " ")
        .replace(r"\{", "{")
        .replace(r"\}", "}")
    )
    text = re.sub(r"\\mathrm\{((?:[^\\{}]|\\_)*)\}", r"\1", text).replace(r"\_", "_")
    text = re.sub(r"\^\{(\d+)\}", r"^\1", text)
    text = re.sub(r"\\overline\{(\d+)\}", r"(\1)", text)
    return re.sub(
        r"\\frac\{(\d+)\}\{([^{}]+)\}",
        lambda m: f"{m[1]}/({m[2]})" if "·" in m[2] else f"{m[1]}/{m[2]}",
        text,
    )


# --- numbers --------------------------------------------------------------------------------------


DECIMAL = re.compile(r"-?\d+(?:[.,]\d+)?", re.ASCII)
PLAIN = re.compile(r"-?\d+(?:[.,]\d+|/\d+)?", re.ASCII)


def number_in(cell: str) -> Exact | None:
    """The number that the cell says, in any style; None when it says none, such as a law, a set,
    bounds or an expression.

    >>> [number_in(cell) for cell in ("-2 1/3", "7/(2^2·3)", "0,1(6)")]
    [Fraction(-7, 3), Fraction(7, 12), Fraction(1, 6)]
    >>> [number_in(cell) for cell in ("[-1; 1, 1, 1, 2]", "0.25", "{1: 1/2}")]
    [Fraction(-3, 8), Fraction(1, 4), None]
    """
    text = a_text(cell, "a cell").strip()
    if PLAIN.fullmatch(text):
        return parse_exact(text.replace(",", "."))
    return parse_exact_form(text)


def printed_for(cell: str) -> str | None:
    """The cell's number as a claims file writes it: a decimal as it stands, anything else as a
    fraction; None without a number.
    """
    number = number_in(cell)
    if number is None or DECIMAL.fullmatch(cell.strip()):
        return None if number is None else cell.strip()
    return exact_text(number)
