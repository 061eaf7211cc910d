"""Findings for hosts of repositories."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from exactdice.claims.host_formats import MOST_ROWS, as_markdown
from exactdice.claims.judging import verify
from exactdice.documents.documents import document_from
from exactdice.pages.findings_writers import as_text
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
def test_the_badge_counts(texts, unread, line):
    assert as_text(results(*texts), "badge", unread=unread) == f"exactdice: {line}\n"
    assert json.loads(as_text(results(*texts), "shields", unread=unread))["message"] == line


@pytest.mark.parametrize(
    ("texts", "strict", "unread", "colour"),
    [
        ([RIGHT, CUT], False, [], "brightgreen"),
        ([RIGHT, CUT], True, [], "red"),
        ([RIGHT, OPEN], False, [], "yellow"),
        ([WRONG, OPEN], False, [], "red"),
        ([RIGHT], False, UNREAD, "yellow"),
        ([], False, [], "yellow"),
    ],
)
def test_the_badge_is_green_only_where_all_holds(texts, strict, unread, colour):
    found = json.loads(as_text(results(*texts), "shields", strict, unread))
    assert found["color"] == colour
    assert found["schemaVersion"] == 1


def test_gitlab_gets_what_its_report_needs():
    found = json.loads(as_text(results(RIGHT, WRONG, CUT, OPEN), "gitlab", True, UNREAD))
    assert [(one["location"]["path"], one["location"]["lines"]["begin"]) for one in found] == [
        ("b.md", 1),
        ("a.md", 3),
        ("a.md", 5),
        ("a.md", 7),
    ]
    assert [one["severity"] for one in found] == ["critical", "major", "minor", "minor"]
    assert found[1]["check_name"] == "contradicted"
    assert found[1]["description"].startswith("9.999 for EP(5): contradicted: it is 8.636")
    assert len({one["fingerprint"] for one in found}) == 4


def fingerprints(*texts, path="a.md"):
    return [one["fingerprint"] for one in json.loads(as_text(results(*texts, path=path), "gitlab"))]


def test_fingerprints_stay_when_lines_move_and_differ_otherwise():
    first = fingerprints(WRONG, OPEN)
    assert fingerprints("A new paragraph.", RIGHT, WRONG, "And another.", OPEN) == first
    assert fingerprints(WRONG, OPEN, path="b.md") != first
    twice = fingerprints(WRONG, WRONG)
    assert twice[0] == first[0]
    assert len({*twice}) == 2


def test_paths_are_those_of_the_repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = json.loads(as_text(results(WRONG, path=tmp_path / "d" / "a b.md"), "gitlab"))
    assert found[0]["location"]["path"] == "d/a b.md"


@pytest.mark.parametrize("text", HOSTILE)
def test_the_summary_shows_text_and_nothing_else(text):
    page = as_markdown(results(f"{text}<!-- exactdice: EP(5) -->", path=f"{text}.md"))
    (row,) = (line for line in page.splitlines() if "unchecked: " in unescape(line) and "|" in line)
    # GitHub reads a reference to a character as text, never as mark-up.
    assert len(re.findall(r"\|", row)) == 5
    assert not re.search(r"[<>\[\]`*~@$]|www\.", row)
    assert unescape(row).count(text) >= 2


def test_the_summary_has_an_end():
    page = as_markdown(
        results(*[WRONG] * (MOST_ROWS + 3)), unread=[(Path("b" * 10**4), "c" * 10**6)]
    )
    assert "4 more are not shown." in page
    assert len(page.encode()) < 2**20


def test_the_longest_summary_is_shown_by_github():
    unread = [(Path("|" * 1000), "@" * 1000)] * 1000
    several = [
        (document, found) for document, found in results(WRONG, path="|" * 900 + ".md")
    ] * 1000
    assert len(as_markdown(several, unread=unread).encode()) < 2**20
