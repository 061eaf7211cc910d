"""Rows of cells written as tables: Markdown, LaTeX, CSV, HTML, typst; and a function of a symbol,
piece by piece, as such rows and in LaTeX.

For people the pieces are numbered rows, with break points to six decimals and the polynomials
behind them as notes.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Sequence
from enum import StrEnum

from ...exact.numbers import one_of
from ...game.text_of_values import as_written
from ...symbolic.algebraic_numbers import AlgebraicNumber
from ...symbolic.function import PiecewiseFunction
from ...symbolic.written import (
    EXPANDED,
    Form,
    polynomial_latex,
    quotient_latex,
    quotient_text,
)

Cells = list[str]  # of a row
Lines = list[Cells]


class TableFormat(StrEnum):
    """The formats of a table."""

    MARKDOWN = "markdown"
    LATEX = "latex"
    CSV = "csv"
    HTML = "html"
    TYPST = "typst"
    JSON = "json"


def table_format(name: str) -> TableFormat:
    """The format of this name; `ExactDiceError` listing the names otherwise."""
    return one_of(TableFormat, name, "--format")


def format_table(form: TableFormat, heading: Cells, lines: Lines, mark: str = ".") -> str:
    """The table as text, ending in a newline; for LaTeX its texts are in math mode.

    With a decimal comma CSV is cut by semicolons, as spreadsheets expect it.
    """
    if form == TableFormat.CSV:
        out = io.StringIO()
        # The lines end as those of the other formats do, not in the "\r\n" of the csv module.
        writer = csv.writer(out, lineterminator="\n", delimiter=";" if mark == "," else ",")
        writer.writerows([heading, *lines])
        return out.getvalue()
    if form == TableFormat.LATEX:
        rows = [" & ".join(f"${text}$" for text in cells) for cells in [heading, *lines]]
        return _tabular("r" * len(heading), rows)
    if form == TableFormat.HTML:

        def row(cells: Cells, tag: str) -> str:
            marked = [f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells]
            return f"  <tr>{''.join(marked)}</tr>\n"

        body = "".join(row(line, "td") for line in lines)
        return f"<table>\n{row(heading, 'th')}{body}</table>\n"
    return _markdown(heading, lines) if form == TableFormat.MARKDOWN else _typst(heading, lines)


def _markdown(heading: Cells, lines: Lines) -> str:
    heading = [title.replace("\\", "\\\\").replace("|", "\\|") for title in heading]
    # Columns are aligned in the source too, since Markdown is read as it is written.
    widths = [max(map(len, column)) for column in zip(heading, *lines, strict=True)]

    def row(cells: Cells) -> str:
        aligned = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        return f"| {' | '.join(aligned)} |\n"

    rule = "|".join("-" * (width + 1) + ":" for width in widths)  # a colon aligns to the right
    return "".join([row(heading), f"|{rule}|\n", *map(row, lines)])


def _typst(heading: Cells, lines: Lines) -> str:
    rows = ""
    for cells in [heading, *lines]:
        # what typst would read as markup
        escaped = [re.sub(r"[\\\[\]#$*_`<>@]", r"\\\g<0>", cell) for cell in cells]
        rows += f"  [{'], ['.join(escaped)}],\n"
    return f"#table(\n  columns: {len(heading)},\n{rows})\n"


# --- LaTeX --------------------------------------------------------------------------------------

# fractions of neighbouring rows would touch
ROW = r"\\"
ROW_WITH_FRACTIONS = r"\\[4pt]"
TALL = re.compile(r"\\frac\b")
PLAIN_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?", re.ASCII)


def _tabular(columns: str, rows: Sequence[str]) -> str:
    """The table of these rows, of which the first is the heading."""
    heading, *lines = rows
    body = "".join(
        f"  {line} {ROW_WITH_FRACTIONS if TALL.search(line) else ROW}\n" for line in lines
    )
    top = f"\\begin{{tabular}}{{{columns}}}\n  \\toprule\n  {heading} {ROW}\n"
    return f"{top}  \\midrule\n{body}  \\bottomrule\n\\end{{tabular}}\n"


def siunitx_table(heading: Cells, lines: Lines, mark: str = ".") -> str:
    r"""A booktabs table of S columns of siunitx, which align numbers at the decimal mark.

    What is no number is LaTeX and braced.

    >>> print(siunitx_table(["d", "x"], [["1", "-0.25"], ["2", "12.5"]]), end="")
    \begin{tabular}{S[table-format=1]S[table-format=-2.2]}
      \toprule
      {$d$} & {$x$} \\
      \midrule
      1 & -0.25 \\
      2 & 12.5 \\
      \bottomrule
    \end{tabular}
    """
    marker = ", output-decimal-marker={,}" if mark == "," else ""
    columns = ""
    for column in zip(*lines, strict=True):
        # `-2.4`: whether a number is negative, the most digits before and after the mark
        numbers = list(filter(PLAIN_NUMBER.fullmatch, column))
        sign = "-" if any(number.startswith("-") for number in numbers) else ""
        parts = [re.split("[.,]", number.lstrip("-")) for number in numbers]
        before = max((len(whole) for whole, *_ in parts), default=1)
        after = max((len(part) for _, *decimals in parts for part in decimals), default=0)
        shape = f"{sign}{before}.{after}" if after else f"{sign}{before}"
        columns += f"S[table-format={shape}{marker}]"

    def braced(cell: str) -> str:
        return cell if PLAIN_NUMBER.fullmatch(cell) else f"{{${cell}$}}"

    titles = " & ".join(f"{{${title}$}}" for title in heading)
    return _tabular(columns, [titles, *(" & ".join(map(braced, line)) for line in lines)])


# --- functions of a symbol ------------------------------------------------------------------------

PLACES = 6
LONGEST = 60  # characters of a value that stands in its row
MOST_CASES = 4  # pieces that are written as cases
# characters of a line of a formula on a page
WHOLE_WIDTH = 90
BESIDE_ENDS = 55


Notes = dict[str, int]  # {what is too long for a cell, once each: its number}


def rows_text(function: PiecewiseFunction, what: str = "value", form: Form = EXPANDED) -> str:
    """The pieces as a table of Markdown, and the notes below it.

    >>> from exactdice import DiceBattle, solve
    >>> from exactdice.symbolic.rational_function import parameter
    >>> p = parameter("p", 0, 1)
    >>> gain = solve(DiceBattle(dice=2, target=2, weights=(p, 1 - p))).value
    >>> print(rows_text(gain), end="")
    |   | p from | p to | best | best at p to |           value |
    |--:|-------:|-----:|-----:|-------------:|----------------:|
    | 1 |      0 |    1 |  {1} |       {1, 2} | 1 - 2*p + 2*p^2 |
    """
    notes = Notes()
    table = rows_table(function, TableFormat.MARKDOWN, what, form, notes)
    return table + "".join([f"[{number}] {text}\n" for text, number in notes.items()])


def rows_table(
    function: PiecewiseFunction,
    kind: TableFormat,
    what: str,
    form: Form = EXPANDED,
    notes: Notes | None = None,
) -> str:
    """The pieces as a table, without choices with no column for them; what is long is a note, where
    notes are taken.
    """
    name = function.name
    best = ["best", f"best at {name} to"] if function.actions else []

    def end_text(root: AlgebraicNumber) -> str:
        if notes is None or root.rational is not None:
            return root.text(name)
        # six decimals, and the note with the polynomial
        note, _, _ = root.text(name).partition(" (about")
        return f"{root.decimal(PLACES)}... [{notes.setdefault(note, len(notes) + 1)}]"

    rows = []
    for number, piece, joint in function.numbered():
        ends = [end_text(end) for end in (piece.lower, piece.upper)]
        value = quotient_text(piece.value, form)
        chosen = map(function.chosen, (piece.best, joint)) if best else ()
        sets = [f"{{{', '.join(map(as_written, actions))}}}" for actions in chosen]
        if notes is not None and len(value) > LONGEST:
            number_of_note = notes.setdefault(value, len(notes) + 1)
            value = f"degree {piece.value.degree} [{number_of_note}]"
        rows.append([str(number), *ends, *sets, value])
    return format_table(kind, ["", f"{name} from", f"{name} to", *best, what], rows)


def function_json(function: PiecewiseFunction, form: Form = EXPANDED) -> dict[str, object]:
    """The pieces as JSON can hold them: ends, values and choices as texts."""
    rows = [
        {
            "from": piece.lower.text(function.name),
            "to": piece.upper.text(function.name),
            "value": quotient_text(piece.value, form),
            "best": list(map(as_written, function.chosen(piece.best))),
            "best at the end": list(map(as_written, function.chosen(joint))),
        }
        for _, piece, joint in function.numbered()
    ]
    return {"symbol": function.name, "pieces": rows}


# --- LaTeX --------------------------------------------------------------------------------------


def function_latex(function: PiecewiseFunction, form: Form = EXPANDED) -> str:
    r"""The function for math mode: one expression, `cases` for few pieces, or else numbered rows,
    with break points to six decimals; what is long on several lines.
    """
    pieces = function.pieces
    name = function.name
    if len(pieces) == 1:
        return quotient_latex(pieces[0].value, form, WHOLE_WIDTH)
    values = [quotient_latex(piece.value, form, BESIDE_ENDS) for piece in pieces]
    rows = [
        rf"{value} & {end_latex(p.lower, name)} \le {name} \le {end_latex(p.upper, name)}"
        for value, p in zip(values, pieces, strict=True)
    ]
    if len(pieces) <= MOST_CASES:
        return rf"\begin{{cases}} {_joined(rows)} \end{{cases}}"
    numbered = [rf"{number} & {row}" for number, row in enumerate(rows, 1)]
    return rf"\begin{{array}}{{rll}} {_joined(numbered)} \end{{array}}"


def _joined(rows: Sequence[str]) -> str:
    # Lines of several rows would touch those of their neighbours.
    return (r" \\[6pt] " if any("aligned" in row for row in rows) else r" \\ ").join(rows)


def end_latex(root: AlgebraicNumber, name: str) -> str:
    """The end of a piece for math mode, to six decimals where it is irrational."""
    if root.rational is not None:
        return root.text(name)
    return rf"{root.decimal(PLACES)}\ldots"


def notes_latex(function: PiecewiseFunction) -> str:
    """The polynomials of the break points, as lines of text."""
    texts = [
        rf"${root.decimal(PLACES)}\ldots$: real root {root.index + 1} of "
        rf"${polynomial_latex(root.minimal, function.name)}$"
        for root in function.ends
        if root.rational is None
    ]
    return "\n".join(texts)
