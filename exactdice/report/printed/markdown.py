"""The parts of a Markdown document, as markdown-it reads it: code, comments, items and headings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import accumulate

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .source import Source, is_escaped

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
        k = bisect_right(self._unseen, (offset, len(self.text) + 1))
        return k > 0 and offset < self._unseen[k - 1][1]

    @cached_property
    def _unseen(self) -> list[Span]:
        """The same spans by their beginnings, each with the furthest end so far."""
        open_tags = [(start, len(self.text)) for _, start in self.opened if start >= 0]
        starts, ends = zip(*sorted([*self.unseen, *open_tags, (0, 0)]), strict=True)
        return [*zip(starts, accumulate(ends, max), strict=True)]

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
        return [self._lines(token) for token in self._tokens("fence")]

    @cached_property
    def open_fence(self) -> Token | None:
        """The fence that is never closed, None where there is none."""
        if not self.fences or self.fences[-1][1] < len(self.text.rstrip()):
            return None
        (*_, fence), (start, end) = self._tokens("fence"), self.fences[-1]
        last = self.text[self.source.line_start(end) : end].rstrip().lstrip("> \t")
        is_closed = "\n" in self.text[start:end].rstrip() and last.startswith(fence.markup)
        return None if is_closed and set(last) == set(fence.markup) else fence

    def _tokens(self, *kinds: str) -> list[Token]:
        return [token for token in self.tokens if token.type in kinds]

    @cached_property
    def begins(self) -> frozenset[int]:
        """The lines, numbered from 0, on which an item or a heading begins."""
        found = self._tokens("list_item_open", "heading_open")
        return frozenset(token.map[0] for token in found if token.map)

    @cached_property
    def rows(self) -> frozenset[int]:
        """The lines, numbered from 0, that are rows of tables."""
        return frozenset(token.map[0] for token in self._tokens("tr_open") if token.map)

    @cached_property
    def indented_code(self) -> frozenset[int]:
        """The lines, numbered from 0, that are code by their indent."""
        maps = [token.map for token in self._tokens("code_block")]
        return frozenset(line for lines in maps if lines for line in range(*lines))

    def end_of_code(self, offset: int) -> int | None:
        """Where the code ends that holds this place, None where none does."""
        last = len(self.text)
        end = end_of_span(self.fences, offset, last) or end_of_span(self.spans, offset, last)
        if end is None and self.source.line(offset) - 1 in self.indented_code:
            end = self.source.line_end(offset)
        return end
