"""Findings for hosts of repositories."""

import re
from html import unescape
from pathlib import Path

import pytest

from exactdice.claims.judging import verify
from exactdice.claims.machine_formats import as_markdown, counted
from exactdice.documents.documents import document_from
from exactdice.printed.source import Source

RIGHT, WRONG, CUT = (f"{number}<!-- exactdice: EP(5) -->" for number in ("8.636", "9.999", "8.63"))
OPEN = "x<!-- exactdice: EP(5) -->"
UNREAD = [(Path("b.md"), "b.md: cannot be read: it is a folder")]
HOSTILE = (
    "![a](http://x.y)",
    "<script>alert(1)</script>",
    "[a](javascript:b)",
    "a|b|c",
    "@everyone",
    "`a` **b** ~~c~~ $d$",
    "www.x.y",
)


def results(*texts, path="a.md"):
    document = document_from(Source(Path(path), "\n\n".join(texts)))
    return [(document, verify(document))]


@pytest.mark.parametrize(
    ("texts", "unread", "line"),
    [
        ([RIGHT], [], "1 of 1 number holds"),
        ([RIGHT, WRONG, CUT, OPEN], [], "2 of 4 numbers hold"),
        ([], [], "0 of 0 numbers hold"),
        ([RIGHT], UNREAD, "1 of 1 number holds, 1 document cannot be read"),
        ([RIGHT], [*UNREAD, *UNREAD], "1 of 1 number holds, 1 document cannot be read"),
    ],
)
def test_the_line_counts(texts, unread, line):
    assert counted(results(*texts), unread=unread) == f"exactdice: {line}"


@pytest.mark.parametrize("text", HOSTILE)
def test_the_summary_shows_text_and_nothing_else(text):
    page = as_markdown(results(f"{text}<!-- exactdice: EP(5) -->", path=f"{text}.md"))
    (row,) = (line for line in page.splitlines() if "unchecked: " in unescape(line) and "|" in line)
    # GitHub reads a reference to a character as text, never as mark-up.
    assert len(re.findall(r"\|", row)) == 5
    assert not re.search(r"[<>\[\]`*~@$]|www\.", row)
    assert unescape(row).count(text) >= 2
