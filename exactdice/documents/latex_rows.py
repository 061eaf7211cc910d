r"""The rows of a LaTeX table: cells between & and \\, those of \multicolumn and \multirow at every
place that they cover; rules, colours and comments left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..printed.source import Source
from .grids import Cell, Row, Spanning, cell_at, spread
from .latex_columns import group_end, parts_of

# What stands between rows, or before the text of a cell, and prints no text.
RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|addlinespace|endhead|endfirsthead|endfoot|endlastfoot"
    r"|centering|hdashline|morecmidrules|strut)(?![A-Za-z])(?:\[[^\[\]\n]*\])?"
    r"|\\(?:cline|cmidrule|cdashline)(?:\[[^\[\]]*\])?(?:\([^()\n]*\))?\{[\d-]+\}"
    r"|\\(?:row|cell)color(?:\[[^\[\]\n]*\])?\{[^{}\n]*\}"
    r"|\\specialrule(?:\{[^{}\n]*\}){3}"
    r"|\\rule(?:\[[^\[\]\n]*\])?\{0(?:\.0)?(?:pt|em|ex|cm|mm|in)\}\{[^{}\n]*\}"  # of no width
)
# before the text of a cell: blanks, rules and comments
IGNORED = re.compile(rf"(?:\s|{RULES.pattern}|%[^\n]*\n)*")
COMMENT = re.compile(r"(?<!\\)%")
MULTICOLUMN = re.compile(r"\\multicolumn\s*\{\s*(\d{1,9})\s*\}\s*(?=\{)")
MULTIROW = re.compile(
    r"\\multirow\s*(?:\[[^\]\n]*\]\s*)?\{\s*(-?\d{1,9})(?:\.\d{1,9})?\s*\}\s*(?:\[[^\]\n]*\]\s*)?"
    r"(?:\{[^{}\n]*\}|[*=])\s*(?:\[[^\]\n]*\]\s*)?(?=\{)"
)
MOST_SPANS = 3  # commands around one another in a cell
BODY = re.compile(r"\\\\(?:\*|\[[^\[\]\n]*\])?|\\tabularnewline(?![A-Za-z])|\\[\s\S]|[{}&%]")
# What ends a part of a longtable: the heading of the first page, of the others, and the last lines.
PARTS = re.compile(r"(?<!\\)%[^\n]*|\\end(firsthead|head|foot|lastfoot)(?![A-Za-z])")
CAPTION = r"\caption"


def rows_of(source: Source, start: int, end: int) -> tuple[Row, ...]:
    """The rows between these places, headings first, without those of later pages."""
    written: list[list[Spanning]] = []
    for first, last in _printed_parts(source, start, end):
        written += _rows(source, first, last)
    return spread(source, [row for row in written if not _is_caption(row)])


def _is_caption(row: list[Spanning]) -> bool:
    """Whether the row is the caption of a longtable."""
    return len(row) == 1 and row[0].cell.text.startswith(CAPTION)


def _printed_parts(source: Source, start: int, end: int) -> list[tuple[int, int]]:
    """Where the heading stands and where the body: all but the parts that a longtable repeats."""
    parts: dict[str, tuple[int, int]] = {}
    at = start
    for found in PARTS.finditer(source.text, start, end):
        if found[1]:
            parts.setdefault(found[1], (at, found.start()))
            at = found.end()
    heading = parts.get("firsthead") or parts.get("head")
    return [heading, (at, end)] if heading else [(at, end)]


def _rows(source: Source, start: int, end: int) -> Iterator[list[Spanning]]:
    """The rows as they are written, empty ones too: cells split at & outside braces, rows at
    \\\\.
    """
    cells: list[tuple[int, int]] = []
    depth, cell, at = 0, start, start
    while True:
        found = BODY.search(source.text, at, end)
        if found is None:
            break
        at = found.end()
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if found[0] == "%":
            at = min(source.line_end(found.start()), end)
        elif depth == 0 and found[0] == "&":
            cells.append((cell, found.start()))
            cell = at
        elif depth == 0 and (found[0].startswith("\\\\") or found[0] == "\\tabularnewline"):
            yield _row(source, [*cells, (cell, found.start())])
            cells, cell = [], at
    yield _row(source, [*cells, (cell, end)])


def _row(source: Source, spans: list[tuple[int, int]]) -> list[Spanning]:
    return [_spanning(source, _plain(source.text, start, end)) for start, end in spans]


def _plain(text: str, start: int, end: int) -> Cell:
    """The cell without the rules and comments before and after its text."""
    found = IGNORED.match(text, start, end)
    start = found.end() if found else start
    comment = COMMENT.search(text, start, end)
    if comment and text[comment.start() : end].partition("\n")[2].strip():
        # what goes on after a comment is no number, or not all of it
        return cell_at(text, start, end)
    return cell_at(text, start, comment.start() if comment else end)


def _spanning(source: Source, cell: Cell) -> Spanning:
    r"""The cell within \multicolumn and \multirow, and how many columns and rows it spans."""
    columns = rows = 1
    for _ in range(MOST_SPANS):
        across, down = (pattern.match(cell.text) for pattern in (MULTICOLUMN, MULTIROW))
        at = 0
        if across:
            columns = int(across[1])
            at = _after_columns(source, cell.text, across.end())
        elif down:
            rows = int(down[1])
            at = down.end()
        if not at or group_end(cell.text, at) != len(cell.text):
            break
        inside = _plain(cell.text, at + 1, len(cell.text) - 1)
        cell = Cell(inside.text, cell.start + inside.start)
    return Spanning(cell, columns, rows)


def _after_columns(source: Source, text: str, at: int) -> int:
    r"""Where the text of a \multicolumn opens; 0 where its column may print something beside it."""
    end = group_end(text, at)
    if end < 0 or not text.startswith("{", end):
        return 0
    parts = parts_of(source, text[at + 1 : end - 1])
    return 0 if any(part.kind in ("unknown", "siunitx") for part in parts) else end
