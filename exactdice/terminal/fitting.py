"""Text that fits a terminal: long lines continued, long names cut, wide tables in blocks."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from itertools import pairwise

WIDTH = 80  # columns of a terminal that nobody has made wider
NARROWEST = 20  # columns; for less nothing is laid out
CUT = "..."


def terminal_width() -> int:
    """The columns of the terminal, 80 where they are not known."""
    return max(shutil.get_terminal_size((WIDTH, 24)).columns, NARROWEST)


def shortened(text: str, width: int) -> str:
    """The text, cut with dots where it is longer.

    >>> shortened("first 0, second 0", 10), shortened("roll", 10)
    ('first 0...', 'roll')
    """
    return text if len(text) <= width else text[: width - len(CUT)] + CUT


def fitted(line: str, width: int = WIDTH, hanging: int = 2) -> Iterator[str]:
    """The line, continued below with `hanging` more blanks in front where it is longer than the
    width. It is broken at blanks alone: a number or a query without one is never cut.

    >>> list(fitted("  options: dice, target, faces", 20))
    ['  options: dice,', '    target, faces']
    """
    if len(line) <= width:
        yield line
        return
    indent = line[: len(line) - len(line.lstrip())]
    yield from textwrap.wrap(
        line,
        width,
        subsequent_indent=indent + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def title_lines(title: str, rest: str) -> Iterator[str]:
    """Both on one line where they fit, else the rest on lines of its own."""
    if len(title + rest) <= WIDTH:
        yield title + rest
        return
    yield from fitted(title.rstrip())
    yield from fitted(f"  {rest}")


def in_blocks(table: str, width: int) -> str:
    r"""A table of Markdown as several below each other, each with the first column and as many
    others as fit; the same table where it fits.

    >>> print(in_blocks("| n | a | b |\n|--:|--:|--:|\n| 1 | 2 | 3 |\n", 9))
    | n | a |
    |--:|--:|
    | 1 | 2 |
    <BLANKLINE>
    | n | b |
    |--:|--:|
    | 1 | 3 |
    <BLANKLINE>
    """
    lines = table.splitlines()
    # The second line holds bars between the columns alone; a cell may hold one as a character.
    ends = [at for at, sign in enumerate(lines[1]) if sign == "|"] if len(lines) > 1 else []
    if len(ends) < 3 or max(map(len, lines)) <= width or len({*map(len, lines)}) > 1:
        return table
    _, first, *_ = ends
    blocks = []
    for start, end in _stretches(ends[1:], width - first):
        blocks.append("".join(f"{line[:first]}{line[start : end + 1]}\n" for line in lines))
    return "\n".join(blocks)


def _stretches(ends: list[int], room: int) -> Iterator[tuple[int, int]]:
    """Where stretches of columns begin and end that are at most so wide, or one column each."""
    start = ends[0]
    for before, after in pairwise(ends):
        if after + 1 - start > room and before > start:
            yield start, before
            start = before
    yield start, ends[-1]
