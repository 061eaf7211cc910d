"""Reading a written table back: its cells in any format, the number of a cell in any style.

Nothing here looks at the values the table was made from, so what is read is what the page says.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from ..argument_checks import a_text
from ..by_entry import entrywise
from ..exact import Exact, exact_text, parse_exact
from ..printed.decimals import parse_exact_form
from ..printed.numbers import unwrapped
from ..tables.output_formats import ROW, ROW_WITH_FRACTIONS, Lines, TableFormat

# --- cells ----------------------------------------------------------------------------------------


def cells_in(text: str, form: TableFormat) -> Lines:
    """The cells of each row of a written table as plain text, without the heading.

    Each row begins with its index, but in JSON.
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
    lines = text.strip().splitlines()[2:]  # the heading and the rule below it come first
    return [_cells_between_bars(line.strip()) for line in lines]


def _cells_between_bars(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def _csv(text: str) -> Lines:
    # The heading has no decimals, so a ; in it separates.
    first = text.partition("\n")[0]
    return list(csv.reader(io.StringIO(text), delimiter=";" if ";" in first else ","))[1:]


def _html(text: str) -> Lines:
    rows = _between(text, "<tr>", "</tr>")[1:]  # the heading comes first
    return [list(map(html.unescape, _between(row, "<td>", "</td>"))) for row in rows]


def _between(text: str, opening: str, closing: str) -> list[str]:
    """The texts between an opening and the next closing."""
    return [part.partition(closing)[0] for part in text.split(opening)[1:]]


def _typst(text: str) -> Lines:
    """Cells in brackets; a bracket or a backslash within one comes after a backslash."""
    lines = [line for line in text.splitlines() if line.lstrip().startswith("[")]
    return [list(_bracketed(line)) for line in lines[1:]]  # the heading comes first


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
    return entrywise(_json_text, json.loads(text)["cells"])


def _json_text(cell: object) -> str:
    return cell if isinstance(cell, str) else json.dumps(cell)


def _latex(text: str) -> Lines:
    body = text.partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    lines = [
        line.strip().removesuffix(ROW_WITH_FRACTIONS).removesuffix(ROW)
        for line in body.splitlines()
        if line.strip()
    ]
    return entrywise(plain_of_latex, (line.split(" & ") for line in lines))


PLAIN_SIGNS = {"{,}": ",", r" \cdot ": "·", r"\,": " ", r"\%": "%", r"\{": "{", r"\}": "}"}


def plain_of_latex(cell: str) -> str:
    r"""The cell as the plain styles write it.

    >>> plain_of_latex(r"$-2\,\frac{1}{3}$"), plain_of_latex(r"$\frac{7}{2^{2} \cdot 3}$")
    ('-2 1/3', '7/(2^2·3)')
    >>> plain_of_latex(r"$0{,}1\overline{6}$")
    '0,1(6)'
    """
    # The signs are those that the styles of cells write, and nothing else of LaTeX.
    text = unwrapped(cell.strip())[1]
    for written, plain in PLAIN_SIGNS.items():
        text = text.replace(written, plain)
    text = re.sub(r"\\mathrm\{((?:[^\\{}]|\\_)*)\}", r"\1", text).replace(r"\_", "_")
    text = re.sub(r"\^\{(\d+)\}", r"^\1", text)
    text = re.sub(r"\\overline\{(\d+)\}", r"(\1)", text)
    return re.sub(r"\\frac\{(\d+)\}\{([^{}]+)\}", _plain_fraction, text)


def _plain_fraction(found: re.Match[str]) -> str:
    above, below = found.groups()
    return f"{above}/({below})" if "·" in below else f"{above}/{below}"


# --- numbers --------------------------------------------------------------------------------------


DECIMAL = re.compile(r"-?\d+(?:[.,]\d+)?(?P<percent> %)?", re.ASCII)
PLAIN = re.compile(r"-?\d+(?:[.,]\d+|/\d+)?", re.ASCII)


def number_in(cell: str) -> Exact | None:
    """The number that the cell says, in any style; None when it says none.

    A law, a set, bounds and an expression are no numbers.

    >>> [number_in(cell) for cell in ("-2 1/3", "7/(2^2·3)", "0,1(6)")]
    [Fraction(-7, 3), Fraction(7, 12), Fraction(1, 6)]
    >>> [number_in(cell) for cell in ("[-1; 1, 1, 1, 2]", "0.25", "12.5 %", "{1: 1/2}")]
    [Fraction(-3, 8), Fraction(1, 4), Fraction(1, 8), None]
    """
    text = a_text(cell, "a cell").strip()
    if PLAIN.fullmatch(text):
        return parse_exact(text.replace(",", "."))
    found = DECIMAL.fullmatch(text)
    if found and found["percent"]:
        return parse_exact(text.removesuffix(" %").replace(",", ".")) / Fraction(100)
    return parse_exact_form(text)


def printed_for(cell: str) -> str | None:
    """The cell's number as a claims file writes it, None without a number.

    A decimal stays as it stands, so that it claims no more than it shows; another is a fraction.
    """
    number = number_in(cell)
    if number is None:
        return None
    text = cell.strip()
    return text if DECIMAL.fullmatch(text) else exact_text(number)
