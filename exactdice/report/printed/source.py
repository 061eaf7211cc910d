"""A document as text: read once, every place in it known by line and column, every complaint with
its line, and the parts of a Markdown document: code, comments, items and headings.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ...exact.errors import ClaimsError, ExactDiceError, PlacedError
from ...exact.files import decoded, read_bytes

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
        return "{}:{}".format(*self.position(offset))

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
        """The document with these texts in place of others."""
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


def skip_blanks_back(text: str, at: int, low: int = 0) -> int:
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


def read_source(path: Path) -> Source:
    """The document at this path; `ClaimsError` when it cannot be read, is too large or is not
    UTF-8, then with the line.
    """
    try:
        text = decoded(path, read_bytes(path))
    except ExactDiceError as error:
        raise ClaimsError(str(error)) from error
    return Source(path, text.removeprefix(BOM), text.startswith(BOM))


# --- the parts of a Markdown document, as markdown-it reads it ------------------------------------

Span = tuple[int, int]  # where something begins and ends in the text

BACKTICKS = re.compile("`+")
# A tag, by CommonMark: its attributes may hold > and go on to further lines.
TAG = (
    r"(?P<tag><(?P<closing>/?)(?P<name>[A-Za-z][A-Za-z0-9-]{0,40})"
    r"(?P<attributes>(?:\s{1,99}[A-Za-z_:][\w:.-]{0,80}"
    r"(?:\s{0,99}=\s{0,99}(?:\"[^\"]{0,500}\"|'[^']{0,500}'|[^\s\"'=<>`]{1,300}))?){0,20})\s{0,99}/?>)"
)
HTML = re.compile(rf"(?P<comment><!--)|(?P<unseen><\?|<!)|{TAG}")
INLINE = "b i em strong span small u mark a kbd var tt font wbr"
OF_TABLES = "table tbody thead tfoot tr td th caption colgroup"
BLOCK = """
    p li div ul ol h1 h2 h3 h4 h5 h6 dd dt dl section article main figure figcaption center
    blockquote header footer
"""
INLINE_TAGS, TABLE_TAGS = frozenset(INLINE.split()), frozenset(OF_TABLES.split())
BLOCK_TAGS = TABLE_TAGS | frozenset(BLOCK.split())
VOID_TAGS = frozenset(["br", "hr", "img", "wbr", "col", "input"])
# Attributes by which what a tag holds may be seen otherwise, or not at all.
HIDING = re.compile(
    r"hidden|display|visibility|content|text-decoration|opacity|transform|clip|position"
    r"|\bcolor\s*=|white|size\s*=|font-size",
    re.IGNORECASE,
)
# Emphasis hides neither code nor comments.
PARSER = MarkdownIt("commonmark").enable("table")
PARSER.core.ruler.enableOnly(["normalize", "block", "inline"])
PARSER.inline.ruler.enableOnly(
    ["text", "newline", "escape", "backticks", "link", "image", "autolink", "html_inline", "entity"]
)
PARSER.inline.ruler2.enableOnly([])


@lru_cache(maxsize=4)
def parts_of(source: Source) -> MarkdownParts:
    """The parts of this document."""
    return MarkdownParts(source)


def end_of_span(spans: list[Span], offset: int, last: int) -> int | None:
    """Where the span ends that holds this place, None when none does; spans are in order."""
    # No span ends beyond `last`, so this finds the last one that begins here or before.
    k = bisect_right(spans, (offset, last)) - 1
    return spans[k][1] if k >= 0 and offset < spans[k][1] else None


class MarkdownParts:
    """Where the code, the comments, the items and the headings of a document stand."""

    def __init__(self, source: Source) -> None:
        self.source, self.text = source, source.text
        self.tokens = PARSER.parse(source.text)
        self.comments: list[Span] = []
        self.spans: list[Span] = []  # code between backticks
        self.unseen: list[Span] = []  # what readers may see otherwise, or not at all
        self.opened: list[tuple[str, int]] = []  # tags, and where what they hide begins, or -1
        self.open_names = Counter[str]()  # of these
        at = 0
        for token in self.tokens:
            if token.type == "html_block":
                self._read_html(*self._lines(token))
            elif token.type == "inline":
                at = self._read_inline(token.children or (), max(at, self._lines(token)[0]))

    def _lines(self, token: Token) -> Span:
        """Where the lines of a block begin and end, without the last one's end."""
        assert token.map is not None
        first, after = token.map
        return self.source.starts[first], self.source.line_end(self.source.starts[after - 1])

    def _read_html(self, at: int, last: int) -> None:
        """Note the comments and the tags of HTML; a comment that is never closed ends with it."""
        while found := HTML.search(self.text, at, last):
            start, at = found.span()
            if found["tag"]:
                self._open_or_close(found)
                continue
            end = "-->" if found["comment"] else ">"
            at = self.text.find(end, at, last)
            at = last if at < 0 else at + len(end)
            (self.comments if found["comment"] else self.unseen).append((start, at))

    def _open_or_close(self, tag: re.Match[str]) -> None:
        """Note what the tag begins or ends to hide."""
        name = tag["name"].lower()
        if name in VOID_TAGS:
            return
        if not tag["closing"]:
            is_known = name in INLINE_TAGS or name in BLOCK_TAGS
            if name in TABLE_TAGS and name != "table" and not self.open_names["table"]:
                is_known = False  # browsers leave the tag out
            is_hidden = not is_known or HIDING.search(tag["attributes"]) is not None
            self.opened.append((name, tag.start() if is_hidden else -1))
            self.open_names[name] += 1
            return
        while self.open_names[name]:
            opened, start = self.opened.pop()
            self.open_names[opened] -= 1
            if start >= 0:
                self.unseen.append((start, tag.end()))
            if opened == name:
                return

    def is_unseen(self, offset: int) -> bool:
        """Whether this place stands in what readers may see otherwise, or not at all."""
        starts, furthest = self._unseen
        k = bisect_right(starts, offset) - 1
        return k >= 0 and offset < furthest[k]

    @cached_property
    def _unseen(self) -> tuple[list[int], list[int]]:
        """(where the unseen spans begin, in order, the furthest end so far of each)."""
        open_tags = [(start, len(self.text)) for _, start in self.opened if start >= 0]
        spans = sorted([*self.unseen, *open_tags])
        return [start for start, _ in spans], [*accumulate((end for _, end in spans), max)]

    def _read_inline(self, children: Sequence[Token], at: int) -> int:
        """Note the code and the comments of a text that begins here; where the last one ends."""
        titles = list[str]()  # of links, which stand behind their texts
        for child in children:
            if child.type == "code_inline":
                self.spans.append(self._code_span(child.markup, at))
                at = self.spans[-1][1]
            elif child.type == "html_inline":
                first_line = child.content.partition("\n")[0]
                start = self._find(first_line, at)
                at = start + len(first_line)
                if first_line.startswith("<!--"):
                    at = self.text.find("-->", start) + len("-->")
                    self.comments.append((start, at))
                elif child.content.startswith(("<!", "<?")):
                    at = self.text.find(">", start) + 1
                    self.unseen.append((start, at))
                else:
                    tag = HTML.match(self.text, start)
                    self._read_html(start, tag.end() if tag else start)
            elif child.markup == "autolink":  # an address between < and >
                at = self.text.find(">", self._find("<", at)) + 1 if child.nesting > 0 else at
            elif child.type == "link_open":
                titles.append(str(child.attrs.get("title", "")))
            elif child.type == "link_close":
                at = self._after(titles.pop(), at)
            elif child.type == "image":
                start = at
                at = self._read_inline(child.children or (), at)
                at = self._after(str(child.attrs.get("title", "")), at)
                self.unseen.append((start, at))
        return at

    def _after(self, title: str, at: int) -> int:
        """The place behind this title, which stands after this one where there is any."""
        start = self.text.find(title, at)
        return at if start < 0 or not title else start + len(title)

    def _find(self, what: str, at: int) -> int:
        """Where this stands next, behind no backslash."""
        start = self.text.find(what, at)
        while start >= 0 and is_escaped(self.text, start):
            start = self.text.find(what, start + 1)
        if start < 0:  # a bar in a row of a table is written \|
            start = self.text.find(what.partition("|")[0], at)
        return start

    def _code_span(self, markup: str, at: int) -> Span:
        """The next code between backticks of this number."""
        runs = BACKTICKS.finditer(self.text, at)
        for run in runs:
            is_text = is_escaped(self.text, run.start())  # its first backtick
            if len(run[0]) - is_text == len(markup):
                end = next(run.end() for run in runs if len(run[0]) == len(markup))
                return run.start() + is_text, end
        raise AssertionError(f"no code between {markup} from {at} on")

    @cached_property
    def fences(self) -> list[Span]:
        """The code between fences, in order."""
        return [self._lines(token) for token in self.tokens if token.type == "fence"]

    @cached_property
    def open_fence(self) -> Token | None:
        """The fence that is never closed, None where there is none."""
        if not self.fences or self.fences[-1][1] < len(self.text.rstrip()):
            return None
        *_, fence = (token for token in self.tokens if token.type == "fence")
        start, end = self.fences[-1]
        last = self.text[self.source.line_start(end) : end].rstrip().lstrip("> \t")
        is_closed = "\n" in self.text[start:end].rstrip() and last.startswith(fence.markup)
        return None if is_closed and set(last) == set(fence.markup) else fence

    def _first_lines(self, *kinds: str) -> frozenset[int]:
        """The lines, numbered from 0, on which something of these kinds begins."""
        return frozenset(one.map[0] for one in self.tokens if one.type in kinds and one.map)

    @cached_property
    def begins(self) -> frozenset[int]:
        """The lines, numbered from 0, on which an item or a heading begins."""
        return self._first_lines("list_item_open", "heading_open")

    @cached_property
    def rows(self) -> frozenset[int]:
        """The lines, numbered from 0, that are rows of tables."""
        return self._first_lines("tr_open")

    @cached_property
    def indented_code(self) -> frozenset[int]:
        """The lines, numbered from 0, that are code by their indent."""
        maps = (token.map for token in self.tokens if token.type == "code_block")
        return frozenset(line for lines in maps if lines for line in range(*lines))

    def end_of_code(self, offset: int) -> int | None:
        """Where the code ends that holds this place, None where none does."""
        last = len(self.text)
        end = end_of_span(self.fences, offset, last) or end_of_span(self.spans, offset, last)
        if end is None and self.source.line(offset) - 1 in self.indented_code:
            end = self.source.line_end(offset)
        return end
