"""Lines of cells written as a table: Markdown, LaTeX, CSV, HTML, typst.

What the cells say was decided before.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable
from enum import StrEnum

from ...exact.numbers import one_of

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


def written(form: TableFormat, heading: Cells, lines: Lines, mark: str = ".") -> str:
    """The table as text, ending in a newline; for LaTeX its texts are in math mode.

    With a decimal comma CSV is cut by semicolons, as spreadsheets expect it.
    """
    if form == TableFormat.CSV:
        out = io.StringIO()
        # The lines end as those of the other formats do, not in the "\r\n" of the csv module.
        writer = csv.writer(out, lineterminator="\n", delimiter=";" if mark == "," else ",")
        writer.writerows([heading, *lines])
        return out.getvalue()
    writers = {
        TableFormat.MARKDOWN: _markdown,
        TableFormat.LATEX: _latex,
        TableFormat.HTML: _html,
        TableFormat.TYPST: _typst,
    }
    return writers[form](heading, lines)


def _markdown(heading: Cells, lines: Lines) -> str:
    heading = [title.replace("\\", "\\\\").replace("|", "\\|") for title in heading]
    # Columns are aligned in the source too, since Markdown is read as it is written.
    widths = [max(map(len, column)) for column in zip(heading, *lines, strict=True)]

    def row(cells: Cells) -> str:
        aligned = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        return f"| {' | '.join(aligned)} |\n"

    rule = "|".join("-" * (width + 1) + ":" for width in widths)  # a colon aligns to the right
    return "".join([row(heading), f"|{rule}|\n", *map(row, lines)])


def _html(heading: Cells, lines: Lines) -> str:
    def row(cells: Cells, tag: str) -> str:
        marked = [f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells]
        return f"  <tr>{''.join(marked)}</tr>\n"

    body = "".join(row(line, "td") for line in lines)
    return f"<table>\n{row(heading, 'th')}{body}</table>\n"


def _typst(heading: Cells, lines: Lines) -> str:
    def escaped(cell: str) -> str:
        return re.sub(r"[\\\[\]#$*_`<>@]", r"\\\g<0>", cell)  # what typst would read as markup

    def row(cells: Cells) -> str:
        return "  " + ", ".join(f"[{escaped(cell)}]" for cell in cells) + ",\n"

    rows = map(row, [heading, *lines])
    return f"#table(\n  columns: {len(heading)},\n{''.join(rows)})\n"


# --- LaTeX ----------------------------------------------------------------------------------------

# fractions of neighbouring rows would touch
ROW = r"\\"
ROW_WITH_FRACTIONS = r"\\[4pt]"
TALL = re.compile(r"\\frac\b")
PLAIN_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?", re.ASCII)


def _latex(heading: Cells, lines: Lines) -> str:
    return _tabular("r" * len(heading), _math(heading), map(_math, lines))


def _math(cells: Iterable[str]) -> str:
    return " & ".join(f"${text}$" for text in cells)


def _tabular(columns: str, heading: str, lines: Iterable[str]) -> str:
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
    shapes = [_shape(column) for column in zip(*lines, strict=True)]
    columns = "".join(f"S[table-format={shape}{marker}]" for shape in shapes)
    titles = " & ".join(f"{{${title}$}}" for title in heading)
    rows = (
        " & ".join(cell if PLAIN_NUMBER.fullmatch(cell) else f"{{${cell}$}}" for cell in line)
        for line in lines
    )
    return _tabular(columns, titles, rows)


def _shape(column: tuple[str, ...]) -> str:
    """`-2.4`: whether a number of the column is negative, the most digits before and after the
    mark.
    """
    sign = ""
    before = 0
    after = 0
    for cell in filter(PLAIN_NUMBER.fullmatch, column):
        whole, *decimals = re.split("[.,]", cell)
        if whole.startswith("-"):
            sign = "-"
        before = max(before, len(whole.lstrip("-")))
        after = max([after, *map(len, decimals)])
    return f"{sign}{before or 1}" + (f".{after}" if after else "")
