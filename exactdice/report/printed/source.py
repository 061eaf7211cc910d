"""A document as text: read once, every place in it known by line and column, every complaint with
its line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ...exact.errors import ClaimsError, ExactDiceError, PlacedError
from ...exact.files import MOST_BYTES, decoded, read_bytes

BOM = "\ufeff"  # a byte order mark, which some editors write before the text


# Where a text stands, and the text that replaces it.
Change = tuple[tuple[int, int], str]
LONE_RETURN = re.compile(r"\r(?!\n)")
FRONT = re.compile(r"---[ \t]*\r?\n(?:[^\n]*\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")


@dataclass(frozen=True)
class Source:
    """The path and the text of a document, without the byte order mark that it may begin with.

    Line ends are as they are in the file, but a return that stands alone ends a line as well, as in
    CommonMark: it is read as \\n, so that every place is the same in the file.

    >>> Source(Path("report.md"), "one\\ntwo").position(5)
    (2, 2)
    """

    path: Path
    text: str = field(repr=False)
    # whether a byte order mark stands before the text
    marked: bool = field(default=False, repr=False)
    starts: tuple[int, ...] = field(init=False, repr=False)
    # whether lines of the file end in a return alone
    has_returns: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        text = LONE_RETURN.sub("\n", self.text) if "\r" in self.text else self.text
        object.__setattr__(self, "has_returns", text != self.text)
        object.__setattr__(self, "text", text)
        starts = (0, *map(re.Match.end, re.finditer("\n", text)))
        object.__setattr__(self, "starts", starts)

    def line(self, offset: int) -> int:
        """The number of the line that holds this place, from 1."""
        return bisect_right(self.starts, offset)

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of this place, both from 1."""
        line = self.line(offset)
        return line, offset - self.starts[line - 1] + 1

    def line_start(self, offset: int) -> int:
        """Where the line of this place begins."""
        return self.starts[self.line(offset) - 1]

    def line_end(self, offset: int) -> int:
        """Where the line of this place ends, before its line end."""
        line = self.line(offset)
        end = self.starts[line] - 1 if line < len(self.starts) else len(self.text)
        return end - (end > self.starts[line - 1] and self.text[end - 1] == "\r")

    def error(self, offset: int, message: str) -> PlacedError:
        """The complaint about this place: `path:line: message`."""
        return PlacedError(self.path, self.line(offset), message)

    # --- what differs where the text is read out of a file that holds more ------------------------

    @property
    def file(self) -> Source:
        """The file itself: this text, but for a notebook."""
        return self

    @cached_property
    def front_matter_end(self) -> int:
        """Where the front matter ends; 0 without it."""
        return front_matter_end(self.text)

    def place(self, offset: int) -> str:
        """This place for people, as it stands behind the path: `line:column`."""
        line = self.line(offset)
        return f"{line}:{offset - self.starts[line - 1] + 1}"

    def in_file(self, span: tuple[int, int]) -> tuple[int, int] | None:
        """Where this text stands in the file; None where it does not stand there as one piece."""
        return span

    def is_of_code(self, _offset: int) -> bool:
        """Whether this place is in the code of a notebook or in what its code printed."""
        return False

    def prose(self) -> tuple[tuple[int, int], ...]:
        """Where the text stands that people wrote, each part read by itself."""
        return ((0, len(self.text)),)

    def changed(self, changes: Iterable[Change]) -> Source:
        """The same document with these texts in place of others."""
        return Source(self.path, with_changes(self.text, changes))

    def written(self, change: Change) -> Change | None:
        """The change as the file is to be changed; None where no patch can."""
        return change


def front_matter_end(text: str) -> int:
    """Where the block between --- lines at the top of a text ends; 0 without one.

    >>> front_matter_end("---\\ntitle: dice\\n---\\ntext"), front_matter_end("text")
    (20, 0)
    """
    found = FRONT.match(text)
    return found.end() if found else 0


def is_escaped(text: str, at: int) -> bool:
    """Whether an odd number of backslashes stands directly before this place.

    >>> is_escaped(r"\\*", 1), is_escaped(r"\\\\*", 2)
    (True, False)
    """
    first = at
    while first > 0 and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


def before_blanks(text: str, at: int, low: int = 0) -> int:
    """The place before the blanks that end here, at least `low`."""
    while at > low and text[at - 1] in " \t":
        at -= 1
    return at


def with_changes(text: str, changes: Iterable[Change]) -> str:
    """The text with these texts in place of others.

    >>> with_changes("one two", [((0, 3), "1"), ((4, 7), "2")])
    '1 2'
    """
    parts, last = list[str](), 0
    for (start, end), new in sorted(changes):
        parts += [text[last:start], new]
        last = end
    return "".join([*parts, text[last:]])


class Ahead:
    """Where a text stands next after places that only grow, so that all searches together read the
    source once; the end of the source when it stands nowhere there.

    >>> commas = Ahead("a,b,c", re.compile(","))
    >>> commas.after(0), commas.after(1), commas.after(2), commas.after(4)
    (1, 1, 3, 5)
    """

    def __init__(self, source: str, pattern: re.Pattern[str]) -> None:
        self.source, self.pattern = source, pattern
        self.next = -1

    def after(self, at: int) -> int:
        """Where it stands next, at this place or later."""
        if self.next < at:
            found = self.pattern.search(self.source, at)
            self.next = found.start() if found else len(self.source)
        return self.next


def read_source(path: Path, most: int = MOST_BYTES) -> Source:
    """The document at this path; `ClaimsError` when it cannot be read, is too large or is not
    UTF-8, then with the line.
    """
    try:
        text = decoded(path, read_bytes(path, most))
    except ExactDiceError as error:
        raise ClaimsError(str(error)) from error
    return Source(path, text.removeprefix(BOM), text.startswith(BOM))
