"""HTML that a document brings, written again: tags without attributes out of a short list, each
closed where it is opened, and all else as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

IN_LINES = ("b", "code", "del", "em", "i", "kbd", "s", "small", "span", "strong", "sub", "sup", "u")
OF_LISTS = ("dd", "dl", "dt", "li", "ol", "ul")
OF_TABLES = ("caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr")
KEPT = frozenset(
    (*IN_LINES, *OF_LISTS, *OF_TABLES, "blockquote", "details", "div", "p", "pre", "summary")
)
ALONE = frozenset(["br", "hr"])
UNSEEN = frozenset(["script", "style", "template", "title", "iframe", "object", "noscript"])
SPANS = ("colspan", "rowspan")
SPAN = re.compile(r"[1-9]\d{0,2}")
DEEPEST = 100  # tags within one another


class _Writer(HTMLParser):
    """Writes what it reads again."""

    def __init__(self, text: Callable[[str], str]) -> None:
        super().__init__()
        self.text = text
        self.parts: list[str] = []
        self.open: list[str] = []
        self.unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag of the list."""
        if tag in UNSEEN:
            self.unseen.append(tag)
        elif tag in ALONE:
            self.parts.append(f"<{tag}>")
        elif tag in KEPT and len(self.open) < DEEPEST:
            spans = ((name, value or "") for name, value in attrs if name in SPANS)
            written = (f' {name}="{value}"' for name, value in spans if SPAN.fullmatch(value))
            self.parts.append(f"<{tag}{''.join(written)}>")
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close it, and what is open within it."""
        if self.unseen and tag == self.unseen[-1]:
            self.unseen.pop()
        elif tag in self.open:
            self.close_until(tag)

    def close_until(self, tag: str) -> None:
        """Close what is open, up to the last one of this name."""
        while self.open:
            last = self.open.pop()
            self.parts.append(f"</{last}>")
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        """Text, as text."""
        if not self.unseen:
            self.parts.append(self.text(data))

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Pass over `<![...>`, whatever it is, as browsers do."""
        return self.parse_bogus_comment(i, report)


def _without_comments(page: str) -> str:
    """The page without its comments; one that is never closed goes on to the end, as elsewhere."""
    # The parser would look for the end of each that is never closed.
    parts, at = list[str](), 0
    while (start := page.find("<!--", at)) >= 0:
        parts.append(page[at:start])
        end = page.find("-->", start + 4)
        at = end + 3 if end >= 0 else len(page)
    return " ".join([*parts, page[at:]])


def _without_unfinished(page: str) -> str:
    """The page with what is never closed behind its last tag as text."""
    # The parser would look for the end of each of them.
    end = page.rfind(">") + 1
    return page[:end] + page[end:].replace("<", "&lt;")


def safe_html(page: str, text: Callable[[str], str]) -> str:
    """The page as HTML that can neither run nor load anything, its texts written by `text`.

    >>> safe_html('<b onclick="x()">1</b><script>x()</script><!-- a -->&lt;', lambda one: one)
    '<b>1</b> <'
    """
    writer = _Writer(text)
    writer.feed(_without_unfinished(_without_comments(page)))
    writer.close()
    writer.close_until("")
    return "".join(writer.parts)
