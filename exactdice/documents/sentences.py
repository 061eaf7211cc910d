"""The sentence before a mark that claims a statement.

It begins after the end of the sentence before it, after another mark, after the front matter, or
where its paragraph, its item, its cell or its quotation does. It is shown, and never compared.
"""

from __future__ import annotations

import re

from ..printed.source import Source

LONGEST = 2000  # characters before a mark that are looked at
ENDS = re.compile(r"[.!?…][\"'”’»)\]*_}]{0,3}(?=\s)")
# What begins a line of a list or a quotation.
OPENS = re.compile(r"[ \t]*(?:[-*+>]|#{1,6}|\d{1,9}[.)]|\\item)[ \t]")
HEADING = re.compile(r"[ \t]*#{1,6}[ \t]")
RULE = re.compile(r"[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t\r]*")
SHORT = re.compile(r"\b(?:[A-Za-z]|Dr|Mr|Mrs|Ms|No|Fig|Tab|Eq|cf|vs|ca|approx|resp|env|z\.B)\.\Z")
SEPARATORS = ("-->", "|", "&")
SAYS = re.compile(r"[\w$]")


def sentence_before(source: Source, mark: int) -> tuple[int, int] | None:
    """Where the sentence that ends before this place stands; None when nothing stands there.

    >>> from pathlib import Path
    >>> text = "Nothing else. The more dice, the better: up to six. <!-- exactdice claim: ... -->"
    >>> start, end = sentence_before(Source(Path("a.md"), text), text.index("<!--"))
    >>> text[start:end]
    'The more dice, the better: up to six.'
    """
    low = max(0, mark - LONGEST)
    before = source.text[low:mark]
    if "\n" in before[len(before.rstrip()) :].replace("\n", "", 1):
        return None  # a blank line parts the mark from what stands above
    text = _without_comments(before)
    start = max(_block_start(text), _after_sentence(text), source.front_matter_end - low)
    start += len(text[start:]) - len(text[start:].lstrip())
    if not SAYS.search(text, start):
        return None
    return low + start, low + len(text)


def _without_comments(text: str) -> str:
    """The text without the comments, marks of its numbers most often, and the blanks at its end."""
    text = text.rstrip()
    while text.endswith("-->") and "<!--" in text:
        text = text[: text.rindex("<!--")].rstrip()
    return text


def _block_start(text: str) -> int:
    """Where the last paragraph, item, cell or quotation of the text begins."""
    at = text.rfind("\n") + 1
    line = text[at:]
    while not OPENS.match(line):
        above = text.rfind("\n", 0, max(at - 1, 0)) + 1
        line_above = text[above : max(at - 1, 0)]
        if at == 0 or not line_above.strip() or _ends_block(line_above):
            break
        at, line = above, line_above
    opened = OPENS.match(line)
    start = at + (opened.end() if opened else 0)
    after = (text.rfind(mark) + len(mark) for mark in SEPARATORS if mark in text)
    return max(start, *after, 0)


def _ends_block(line: str) -> bool:
    r"""Whether a sentence below does not go on in this line: a heading, a line drawn across the
    page or below a heading, \begin{...}, a comment.
    """
    is_latex = "\\begin{" in line or "%" in line.replace("\\%", "")
    return is_latex or HEADING.match(line) is not None or RULE.fullmatch(line) is not None


def _after_sentence(text: str) -> int:
    """Where the last sentence of the text begins, as far as full stops tell."""
    start = 0
    for found in ENDS.finditer(text):
        # Its own full stop ends no other sentence, nor does that of Dr. or of i.e. within it.
        if found.end() < len(text) and not SHORT.search(text[: found.start() + 1][-8:]):
            start = found.end()
    return start
