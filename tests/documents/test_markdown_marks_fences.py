"""What a programme printed into a code fence is bound by marks above it: whole tables, and numbers
of a line.
"""

from pathlib import Path

import pytest

from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.judging import verify
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import document_from, read_document
from exactdice.report.printed.source import Source

EXACT, UNCHECKED = Verdict.EXACT, Verdict.UNCHECKED
CELLS = ["11", "12", "21", "22"]  # of the query 10*r+c
TABLES = {
    "aligned to the right": "  r   1   2\n  1  11  12\n  2  21  22\n",
    "aligned to the left": "r  1   2\n1  11  12\n2  21  22\n",
    "without a name in the corner": "    1   2\n1  11  12\n2  21  22\n",
    "of psql": " r |  1 |  2 \n---+----+----\n 1 | 11 | 12 \n 2 | 21 | 22 \n(2 rows)\n",
    "in a frame": "+---+----+----+\n| r | 1  | 2  |\n+===+====+====+\n| 1 | 11 | 12 |\n"
    "+---+----+----+\n| 2 | 21 | 22 |\n+---+----+----+\n",
    "in lines": "┌───┬────┬────┐\n│   │ 1  │ 2  │\n├───┼────┼────┤\n│ 1 │ 11 │ 12 │\n"
    "│ 2 │ 21 │ 22 │\n└───┴────┴────┘\n",
    "of pandas": "    1   2\n1  11  12\n2  21  22\n",
    "of numpy": "[[11 12]\n [21 22]]\n",
    "below a command": "$ python table.py\nr  1   2\n1  11  12\n2  21  22\n",
    "beside a total": "r  1   2\n1  11  12\n2  21  22\n\nin all 66\n",
}
MARK = "<!-- exactdice block: 10*r+c r=1..2 c=1..2 -->\n"


@pytest.mark.parametrize("fence", ["```", "~~~", "````text"])
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_printed_table_is_bound_cell_by_cell(write, fence, table):
    closing = fence.removesuffix("text")
    text = f"{MARK}\n{fence}\n{table}{closing}\n"
    document = read_document(write(text))
    assert [found.claim.printed.text for found in verify(document)] == CELLS
    assert {found.verdict for found in verify(document)} == {EXACT}
    # The numbers stand in the document itself, so one that is wrong can be put right.
    document = read_document(write(text.replace("21", "27")))
    assert [found.verdict == EXACT for found in verify(document)] == [True, True, False, True]
    assert "+" in checking.patches([(document, checking.findings_in(document))])


NOT_BOUND = [
    ("r  1   2\n1  11\n2  21  22\n", "this row has 1 cells after its labels"),
    ("r 1 2\n1 11 12\n2 21\n", "this row has 1 cells after its labels"),
    ("r  1   2\n1  11  12\n3  21  22\n", "the mark expects r=2"),
    ("11\n", "the fence shows 0 tables and 1 marks"),
    ("[[11.  12.5]\n [21.  22. ]]\n", "without the decimals that numpy leaves out"),
    ("[[Fraction(11, 1), 12], [21, 22]]\n", "Python's objects"),
]


@pytest.mark.parametrize(("table", "message"), NOT_BOUND)
def test_what_is_no_table_of_this_shape_is_unchecked(write, table, message):
    (found,) = verify(read_document(write(f"{MARK}```\n{table}```\n")))
    assert found.verdict == UNCHECKED
    assert message in found.reason


@pytest.mark.parametrize(
    "below", ["", "text\n```\n11\n```\n", "> ```\n> 11\n> ```\n", "| a | b |\n|---|---|\n"]
)
def test_a_mark_of_a_block_needs_a_fence_right_below(write, below):
    (found,) = verify(read_document(write(f"{MARK}\n{below}")))
    assert found.verdict == UNCHECKED
    assert "fence" in found.reason


def test_numbers_of_lines_beside_a_table(write):
    text = (
        "<!-- exactdice block: 10*r+c r=1..2 c=1..2 -->\n<!-- exactdice block: 66 at=4 -->\n"
        "<!-- exactdice block: 3/2 at=5:1 -->\n```\nr  1   2\n1  11  12\n2  21  22\n\n"
        "in all: 66\n1.5 and 2.5 on average\n```\nAnd 5<!-- exactdice: 5 -->.\n"
    )
    found = verify(read_document(write(text)))
    assert [one.claim.printed.text for one in found] == [*CELLS, "66", "1.5", "5"]
    assert {one.verdict for one in found} == {EXACT}


def test_two_tables_in_one_fence_and_a_number_alone(write):
    text = (
        "<!-- exactdice block: r*c r=1..2 c=1..2 -->\n<!-- exactdice block: r+c r=1..2 c=1..2 -->\n"
        "```\n[[1 2]\n [2 4]]\n[[2 3]\n [3 4]]\n```\n\n"
        "<!-- exactdice block: 1/2 -->\n```\np = 0.5\n```\n"
    )
    found = verify(read_document(write(text)))
    assert len(found) == 9
    assert {one.verdict for one in found} == {EXACT}
    (one,) = verify(read_document(write(f"{MARK}{MARK}```\n[[11 12]\n [21 22]]\n```\n")))[:1]
    assert "the fence shows 1 tables and 2 marks" in one.reason


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tex", "% exactdice block: 5\n\\begin{verbatim}\n5\n\\end{verbatim}\n"),
        ("a.csv", "# exactdice block: d d=1..2\nd,x\n1,1\n2,2\n"),
    ],
)
def test_documents_without_fences_refuse_marks_of_blocks(write, name, text):
    (found,) = verify(read_document(write(text, name)))
    assert found.verdict == UNCHECKED
    assert "a code fence of Markdown" in found.reason


@pytest.mark.parametrize(
    "fence",
    [
        "```\n     1   2\n  1  11  12\n  2  21  22\n  3  31\n```",  # a row is left out
        "```\n     1   2\n  1  11  12\n  3  31\n  2  21  22\n```",
        "```\n     1   2\n  1  11  12\n  2  21  22\n  3  99  99",  # never closed
        "```\n      r=1  r=2\n c=1  11  12\n c=2  21  22\n```",  # turned round
    ],
)
def test_a_table_of_a_fence_is_bound_as_a_whole(fence):
    found = verify(document_from(Source(Path("a.md"), MARK + fence)))
    assert [one.verdict for one in found] == [Verdict.UNCHECKED]


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n```", "\r\n```\r\n"])
def test_a_fence_at_the_end_of_a_document(end):
    text = f"<!-- exactdice block: 5 at=2 -->\n```\nx 7\ny 5{end}"
    (found,) = verify(document_from(Source(Path("a.md"), text)))
    assert found.verdict == Verdict.EXACT


def test_a_heading_names_the_index_that_stands_there():
    heads = ("| | $c=1$ | c = 2 |", "| | r=1 | r=2 |")
    mark = "<!-- exactdice table: 10*r+c r=1..2 c=1..2 -->"
    rows = "|---|---|---|\n| {0}=1 | 11 | 12 |\n| {0}=2 | 21 | 22 |\n"
    texts = [f"{mark}\n{head}\n{rows.format(name)}" for head, name in zip(heads, "rc", strict=True)]
    found = [verify(document_from(Source(Path("a.md"), text))) for text in texts]
    assert [{one.verdict for one in each} for each in found] == [
        {Verdict.EXACT},
        {Verdict.UNCHECKED},
    ]
