"""The blocks of Markdown, by CommonMark: where fenced code stands, and which lines are one text.

Of HTML only comments are known, and a row of a table is a text of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from ..printed.source import Source

QUOTE = re.compile(r" {0,3}> ?")
ITEM = re.compile(r"(?P<marker> {0,3}(?:[-*+]|(?P<number>\d{1,9})[.)]))(?P<gap> +|$)")
RULE = re.compile(r" {0,3}(?:(?:-[ ]*){3,}|(?:\*[ ]*){3,}|(?:_[ ]*){3,})$")
FENCE = re.compile(r" {0,3}(?P<fence>```+(?=[^`]*$)|~~~+)")
HEADING = re.compile(r" {0,3}#{1,6}(?: |$)")
COMMENT = re.compile(r" {0,3}<!--")
ROW = re.compile(r" {0,3}(?:\||[-=:|][-=:| ]*$)")  # or the line below a heading
QUOTATION = 0  # among the containers, where an item is the width of its indent
MOST_CONTAINERS = 50  # within each other
BACKTICK, TILDES, CLOSING = "`", "~~~", "-->"


class Blocks:
    """The fenced code of a document as spans, and the lines where its texts begin.

    A document that never ends its code has it open from a place on.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.fences: list[tuple[int, int]] = []
        self.texts = [0]  # numbers of lines from 0; the next line that begins a text ends it
        self.containers: list[int] = []
        self.in_text = self.in_comment = False
        self.fence, self.fence_start = "", 0
        # Only these make code, and most documents need not be read line by line.
        if BACKTICK in source.text or TILDES in source.text:
            for number, start in enumerate(source.starts):
                self._read(number, source.text[start : source.line_end(start)].expandtabs(4))
        if self.fence:
            self.fences.append((self.fence_start, len(source.text)))

    def text_around(self, offset: int) -> tuple[int, int]:
        """Where the lines around this place begin and end that are one text."""
        k = bisect_right(self.texts, self.source.line(offset) - 1)
        starts = self.source.starts
        after = self.texts[k] if k < len(self.texts) else len(starts)
        end = starts[after] if after < len(starts) else len(self.source.text)
        return starts[self.texts[k - 1]], end

    def _read(self, number: int, line: str) -> None:
        held, rest = self._held(line)
        is_inside = held == len(self.containers)
        if (self.fence or self.in_comment) and self._stays_in(number, rest, is_inside):
            return
        opened, rest = self._opened(rest, interrupts=self.in_text and is_inside)
        is_text = bool(rest.strip()) and not _stands_alone(rest, is_inside or bool(opened))
        if self.in_text and is_text and not opened:
            return  # a text goes on, also lazily: without the signs of its containers
        self.containers = [*self.containers[:held], *opened]
        self.texts.append(number)
        self.in_text = is_text and not rest.startswith("    ")
        self._open(number, rest)

    def _held(self, line: str) -> tuple[int, str]:
        """(how many of the containers hold this line, its text within them)."""
        for count, width in enumerate(self.containers):
            if width == QUOTATION:
                quote = QUOTE.match(line)
                if quote is None:
                    return count, line
                line = line[quote.end() :]
            elif line[:width].strip():
                return count, line
            else:
                line = line[width:]
        return len(self.containers), line

    def _opened(self, rest: str, interrupts: bool) -> tuple[list[int], str]:
        """(the containers that this text opens, the text within them); else a text would go on."""
        opened: list[int] = []
        while len(self.containers) + len(opened) < MOST_CONTAINERS:
            quote, item = QUOTE.match(rest), ITEM.match(rest)
            if quote:
                opened.append(QUOTATION)
                rest = rest[quote.end() :]
            elif item and not RULE.match(rest) and (opened or _may_open(item, rest, interrupts)):
                opened.append(_width(item, rest))
                rest = rest[opened[-1] :]
            else:
                break
        return opened, rest

    def _open(self, number: int, rest: str) -> None:
        """Open the fenced code or the comment that begins here."""
        fence = FENCE.match(rest)
        if fence:
            self.fence, self.fence_start = fence["fence"], self.source.starts[number]
        elif COMMENT.match(rest):
            self.in_comment = CLOSING not in rest

    def _stays_in(self, number: int, rest: str, is_inside: bool) -> bool:
        """Whether this line belongs to the fenced code or the comment that is open."""
        start = self.source.starts[number]
        is_last = _closes(self.fence, rest) if self.fence else CLOSING in rest
        if is_inside and not is_last:
            return True
        if self.fence:
            end = self.source.line_end(start) if is_inside else start
            self.fences.append((self.fence_start, end))
        self.fence, self.in_comment = "", False
        return is_inside


def _stands_alone(rest: str, is_inside: bool) -> bool:
    """Whether this is a line that is no text, or a text of its own."""
    alone = (FENCE, HEADING, RULE, COMMENT, *((ROW,) if is_inside else ()))
    return any(pattern.match(rest) for pattern in alone)


def _may_open(item: re.Match[str], rest: str, interrupts: bool) -> bool:
    """Whether an item begins here: one that interrupts a text has text, and no number but 1."""
    has_text = bool(rest[item.end() :].strip())
    return not interrupts or (has_text and item["number"] in (None, "1"))


def _width(item: re.Match[str], rest: str) -> int:
    """The indent of what belongs to the item."""
    gap = len(item["gap"])
    is_code = gap > 4 or not rest[item.end() :].strip()  # by its indent, or there is no text
    return len(item["marker"]) + (1 if is_code else gap)


def _closes(fence: str, rest: str) -> bool:
    """Whether this line is the fence that ends the code."""
    line = rest.strip(" ")
    is_indented = rest.startswith("    ")
    return len(line) >= len(fence) and set(line) == {fence[0]} and not is_indented


def end_of_span(spans: list[tuple[int, int]], offset: int, last: int) -> int | None:
    """Where the span ends that holds this place, None when none does; spans are in order."""
    # No span ends beyond `last`, so this finds the last one that begins here or before.
    k = bisect_right(spans, (offset, last)) - 1
    if k < 0 or offset >= spans[k][1]:
        return None
    return spans[k][1]
