"""A function in pieces for notebooks: a table with a row for each piece."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from html import escape
from itertools import islice

from .algebraic import Root
from .pieces import Best, Pieces
from .written import quotient_text

MOST_ROWS = 60
LONGEST = 2000  # characters of a value
POWER = re.compile(r"\^(\d+)")


def function_html(name: str, pieces: Pieces, actions: Sequence[Hashable]) -> str:
    """The numbered pieces with their ends, the best actions between and at them, and the values."""
    titles = ["", f"{name} from", f"{name} to", "value"]
    if actions:
        titles[3:3] = ["best", f"best at {name} to"]
    rows = list(islice(_rows(name, pieces, actions), MOST_ROWS))
    lines = [_line("th", map(escape, titles)), *(_line("td", row) for row in rows)]
    left = len(pieces.pieces) - len(rows)
    more = f"<p>and {left} more pieces</p>" if left else ""
    return f"<table>{''.join(lines)}</table>{more}"


def _line(tag: str, cells: Iterator[str] | Sequence[str]) -> str:
    inside = "".join(f'<{tag} style="text-align:left">{cell}</{tag}>' for cell in cells)
    return f"<tr>{inside}</tr>"


def _rows(name: str, pieces: Pieces, actions: Sequence[Hashable]) -> Iterator[list[str]]:
    """The cells of each piece."""
    for number, (piece, joint) in enumerate(zip(pieces.pieces, pieces.at_ends[1:], strict=True), 1):
        ends = [_end(end.root, name) for end in (piece.lower, piece.upper)]
        best = [_set(piece.best, actions), _set(joint, actions)] if actions else []
        text = quotient_text(piece.value, name)
        value = text if len(text) <= LONGEST else f"of degree {piece.value.degree}"
        yield [str(number), *ends, *best, _powers(value)]


def _end(root: Root, name: str) -> str:
    """The end; of an irrational one six decimals, and its polynomial where the pointer rests."""
    if root.rational is not None:
        return escape(root.text(name))
    return f'<span title="{escape(root.text(name))}">{root.decimal(6)}…</span>'


def _set(best: Best, actions: Sequence[Hashable]) -> str:
    return escape(", ".join(str(actions[c]) for c in best))


def _powers(text: str) -> str:
    return POWER.sub(r"<sup>\1</sup>", escape(text)).replace("*", "\N{NO-BREAK SPACE}")
