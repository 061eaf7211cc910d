"""What is code in Markdown, and so holds no marks, against the reference reader of CommonMark."""

from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from exactdice.exact.errors import ClaimsError
from exactdice.report.claims.claim import WRONG, Verdict
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import document_from, read_document
from exactdice.report.documents.verification import patch
from exactdice.report.printed.source import Source

MARK = "<!-- exactdice: {} -->"
SHOWN = [  # each holds one mark that is printed as a comment, and none that is code
    "It is called as `solve(game,\npolicy)` and returns 0.5@, see `report.py`.",
    "`a` is\n`b` 0.5@ `c`",
    "- a `\n- b 0.5@ `c`",
    "> ```\n> code\n\nText 0.5@",
    "- a\n\n  ```\n  code\n\nText 0.5@",
    "<!--\n```\n-->\n\nx 0.5@\n\n<!--\n```\n-->",
    "0.4<!-- a ` b --> and 0.5@ and `c`",
    "`<!--` and 0.5@ and `-->`",
    "> `\n` `\n> a ` 0.5@",
    "```\n> ```\n```\n0.5@\n```\n```",
    "a `\n2. b\n` 0.5@",
    "- a `\n  ===\n  ` 0.5@",
    # A lazy line of two quotations: markdown-it takes it for code, so it is not among LINES.
]
HIDDEN = [
    "`a 0.5@\nb`",
    "> ```\n> 0.5@\n> ```",
    "   ```\n0.5@\n```",
    "> a `\n0.5@ `",
    "- a `\n    ```\n` 0.5@ `\n\n```\n```",
]


def marks_in(text):
    document = document_from(_source(text))
    return [claim.query for claim in document.claims]


def _source(text):
    return Source(Path("a.md"), text)


SHOWN += [
    "| a ` | 0.5@ ` |\n|---|---|",
    "a ` | 0.5@ `\n---|---",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| a ` | 0.5@ ` |",
    "a | b\n---|---\na ` | 0.5@ `",
    '<a href="`">0.5@`</a>',
    "<http://a`b> 0.5@ `",
    "<i title='`'> 0.5@ `",
]
HIDDEN += ["| a `b 0.5@ c` | d |\n|---|---|", "a ` | 0.5@ `", '`<a href="` `">0.5@`']


@pytest.mark.parametrize("text", SHOWN)
def test_what_is_no_code_hides_no_mark(text):
    assert marks_in(text.replace("@", MARK.format("1/2"))) == ["1/2"]


@pytest.mark.parametrize("text", HIDDEN)
def test_code_holds_no_mark(text):
    assert marks_in(text.replace("@", MARK.format("1/2"))) == []


LINES = st.sampled_from(
    [
        "", "", "a 0.5@", "a ` 0.5@", "` 0.5@ `", "`` 0.5@", "> 0.5@", "> a ` 0.5@", "- 0.5@",
        "- a `", "  0.5@", "```", "~~~", "> ```", "- ```", "  ```", "    ```", "````", "# a `",
        "> `", "1. a 0.5@", "2. a `", ">     ```", "  - `", "    ~~~", "     ` 0.5@ `", "---",
        "* * *", "===", "  > a `", "- - 0.5@ `",
    ]
)  # fmt: skip


def printed_marks(text):
    """The numbers of the marks that CommonMark leaves as comments."""
    html = MarkdownIt("commonmark").render(text)
    return [k for k in range(text.count("exactdice:")) if MARK.format(f"{k}/7") in html]


@given(st.lists(LINES, min_size=1, max_size=8))
@settings(max_examples=80, deadline=None)
def test_every_mark_that_is_printed_is_found(lines):
    number = count()
    text = "\n".join(
        line.replace("@", MARK.format(f"{next(number)}/7")) if "@" in line else line
        for line in lines
    )
    try:
        found = marks_in(f"{text}\n")
    except ClaimsError:  # unclosed code: said, and so no mark is lost in silence
        return
    assert {f"{k}/7" for k in printed_marks(f"{text}\n")} <= set(found)


def test_two_marks_on_one_number_are_both_unchecked_and_nothing_is_patched(tmp_path):
    file = tmp_path / "a.md"
    file.write_text("It is 0.25<!-- exactdice: 1/8 --><!-- exactdice: 1/4 --> here.\n")
    document = read_document(file)
    found = verify(document)
    assert [one.verdict for one in found] == [Verdict.UNCHECKED] * 2
    assert patch(document, found) == ""


@pytest.mark.parametrize("before", ["≈ ", "~", "ca. ", r"$\approx$ "])
def test_a_number_that_is_said_to_be_near_is_not_patched(tmp_path, before):
    file = tmp_path / "a.md"
    file.write_text(f"It is {before}0.4<!-- exactdice: 3/5 --> here, 0.4<!-- exactdice: 3/5 -->.\n")
    document = read_document(file)
    assert patch(document, verify(document)).count("0.6") == 1


# --- tables ---------------------------------------------------------------------------------------

KRAMDOWN = """
|------+------|
| dice | mean |
|:----:|:----:|
| 1    | 3.5  |
|------+------|
| 2    | 7    |
|======+======|
"""
PANDOC = """
dice | mean
----:+:---:
 1   | 3.5
 2   | 7
"""


def verdicts(text):
    return [found.verdict for found in verify(document_from(_source(text)))]


def test_a_line_of_plus_signs_below_a_heading_is_no_row():
    mark = "<!-- exactdice table: 7/2*n n=1..2 -->\n"
    assert verdicts(mark + PANDOC) == [Verdict.EXACT] * 2
    assert verdicts(mark + PANDOC.replace("7", "8"))[1] in WRONG


def test_rules_within_a_table_are_no_rows_that_could_be_passed_over():
    mark = "<!-- exactdice table: 7/2*n n=1..2 -->\n"
    for table in (KRAMDOWN, KRAMDOWN.replace("|------+------|\n", "", 1)):
        assert verdicts(mark + table) == [Verdict.UNCHECKED]


def test_the_heading_above_all_rules_is_that_of_a_marked_cell():
    table = KRAMDOWN.replace("mean", "in %").replace("7 ", "7<!-- exactdice: 7 --> ")
    assert verdicts(table) == [Verdict.UNCLEAR]


def test_a_rule_of_plus_signs_is_no_sign_of_the_number_below():
    assert verdicts("a | b\n--+--\n0.5<!-- exactdice: 1/2 --> | 3\n") == [Verdict.EXACT]


CELLS = [("24:1 against", "1/25"), ("13 of 48", "13/48"), ("1 / 36", "1/36")]


@pytest.mark.parametrize(("number", "value"), CELLS)
def test_a_mark_in_a_cell_that_its_number_fills_reads_forms_of_cells(number, value):
    marked = f"{number}<!-- exactdice: {value} -->"
    heading = "| a | b |\n|---|---|\n| 1 |"
    assert verdicts(f"{heading} {marked} |\n") == [Verdict.EXACT]
    assert verdicts(f"{heading} {number}<!-- exactdice: 1/7 --> |\n")[0] in WRONG
    for beside in (f"a {marked}", f"{marked} x"):
        assert verdicts(f"{heading} {beside} |\n") == [Verdict.UNCHECKED]
    assert verdicts(f"1 | {marked}\n") == [Verdict.UNCHECKED]  # in no table
    assert verdicts(f"{heading.replace('b', '%')} {marked} |\n") == [Verdict.UNCLEAR]


def test_odds_in_a_cell_that_do_not_say_for_what_they_are_may_be_unclear():
    heading = "| a | b |\n|---|---|\n| 1 |"
    assert verdicts(f"{heading} 2:1<!-- exactdice: 2/3 --> |\n") == [Verdict.UNCLEAR]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("===\n2. a `\n2. a `\na 0.5@\na ` 0.5@", 2),  # 2. begins no item within a paragraph
        ('[a](b "`") 0.5@ `', 1),
        ("![`a](b) 0.5@ `", 0),
        ("<http://a`b> 0.5@ `", 1),
        ('<a title="`">0.5@</a> `', 1),
        ("| a | b |\n|---|---|\n| ` | 0.5@ ` |", 1),
        ("`a` ``0.5@`` `0.5@`", 0),
        ("\\``0.5@` 0.5@", 1),
        ("- a\n\n      0.5@", 0),
    ],
)
def test_code_is_what_markdown_it_takes_for_code(text, found):
    text = text.replace("@", "<!-- exactdice: 1/2 -->")
    claims = document_from(Source(Path("a.md"), text)).claims
    assert [claim.defect for claim in claims] == [""] * found


def test_a_mark_that_markdown_prints_is_no_comment():
    (claim,) = document_from(Source(Path("a.md"), "0.5\\<!-- exactdice: 1/2 -->")).claims
    assert claim.defect.startswith("Markdown prints this mark, got ")


def test_a_bar_behind_a_backslash_parts_no_cells(findings):
    head = "<!-- exactdice table: d/2 d=1..2 -->\n| d | d \\| 2 |\n|---|---|\n"
    assert len(findings(f"{head}| 1 | 1/2 |\n| 2 | 1 |\n")[0].claims) == 2
