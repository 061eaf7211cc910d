"""The sentence before a mark that claims a statement.

It begins after the end of the sentence before it, after another mark, or where its paragraph, its
item, its cell or its quotation does. It is shown, and never compared.
"""

from __future__ import annotations

import re

from ..printed.source import Source

LONGEST = 2000  # characters before a mark that are looked at
# What ends the text before a sentence: a sentence's own end with the blank after it, a comment, a
# paragraph, or what begins a line of a list, a heading, a quotation or a row of a table.
BEFORE = re.compile(
    r"[.!?…][\"'”’»)\]*_}]{0,3}(?=\s)|-->|\n[ \t\r]*\n|%[^\n]*\n|\\item\b|\\begin\{[^{}\n]*\}|\||&"
    r"|(?:^|\n)[ \t]*(?:[-*+>]|#{1,6}|\d{1,9}[.)])(?=\s)"
)
MARKS = re.compile(r"[\w$]")


def sentence_before(source: Source, mark: int) -> tuple[int, int] | None:
    """Where the sentence that ends before this place stands; None when nothing stands there.

    >>> from pathlib import Path
    >>> text = "Nothing else. The more dice, the better: up to six. <!-- exactdice claim: ... -->"
    >>> start, end = sentence_before(Source(Path("a.md"), text), text.index("<!--"))
    >>> text[start:end]
    'The more dice, the better: up to six.'
    """
    low = max(0, mark - LONGEST)
    text = _without_comments(source.text[low:mark])
    # Its own full stop ends no other sentence.
    ends = [found.end() for found in BEFORE.finditer(text) if found.end() < len(text)]
    start = ends[-1] if ends else 0
    start += len(text[start:]) - len(text[start:].lstrip())
    if not MARKS.search(text, start):
        return None
    return low + start, low + len(text)


def _without_comments(text: str) -> str:
    """The text without the comments, marks of its numbers most often, and the blanks at its end."""
    text = text.rstrip()
    while text.endswith("-->") and "<!--" in text:
        text = text[: text.rindex("<!--")].rstrip()
    return text
