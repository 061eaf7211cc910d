"""Cells that span rows and columns stand at every place that they cover, within limits and in
linear time.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact.errors import ClaimsError
from exactdice.report.documents.documents import document_from
from exactdice.report.documents.grids import LARGEST_TABLE, Cell, Spanning, spread
from exactdice.report.documents.latex_tables import rows_of
from exactdice.report.printed.source import Source

SOURCE = Source(Path("r.tex"), "")
TEXTS = st.sampled_from(["", "", "a", "b"])
CELLS = st.tuples(TEXTS, st.integers(1, 3), st.integers(-4, 6))
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=6)


def by_each_cell(rows):
    """The texts in the grid, by walking from each cell on its own: down, then up."""
    grid = [[text for text, columns, _ in row for _ in range(columns)] for row in rows]
    for step in (1, -1):
        before = [list(row) for row in grid]
        for number, row in enumerate(rows):
            column = 0
            for text, columns, count in row:
                for at in range(column, column + columns):
                    reached = number + step
                    while (
                        count * step > 1
                        and text
                        and abs(reached - number) < abs(count)
                        and 0 <= reached < len(rows)
                        and at < len(grid[reached])
                        and not before[reached][at]
                    ):
                        grid[reached][at] = text
                        reached += step
                column += columns
    said = [any(text for text, _, _ in row) for row in rows]
    return [row for row, is_said in zip(grid, said, strict=True) if is_said]


@given(ROWS)
def test_spans_are_filled_as_each_cell_alone_would_fill_them(rows):
    written = [
        [Spanning(Cell(text, 0), columns, count) for text, columns, count in row] for row in rows
    ]
    found = [[cell.text for cell in row] for row in spread(SOURCE, written)]
    assert found == by_each_cell(rows)


def table(*rows, words="EP(d) d=*"):
    lines = " \\\\\n".join(rows)
    return f"% exactdice table: {words}\n\\begin{{tabular}}{{ll}}\n{lines}\n\\end{{tabular}}\n"


def claims(text):
    return document_from(Source(Path("r.tex"), text)).claims


def defect(text):
    (claim,) = claims(text)
    return claim.defect


TOO_WIDE = [
    (r"\multicolumn{1000000000}{c}{x}", "must span 1 to 1000000 columns, got 100000000"),
    (r"\multicolumn{0}{c}{x}", "must span 1 to 1000000 columns, got 0"),
]


@pytest.mark.parametrize(("cell", "message"), TOO_WIDE)
def test_a_cell_that_spans_too_much_is_refused(cell, message):
    # Nine digits are read; what has more is no span, and its cell no number.
    said = defect(table("d & EP", cell.replace("1000000000", "100000000")))
    assert message in said


@pytest.mark.parametrize("count", ["1000000000", "999999999", "-999999999", "2.5", "0"])
def test_a_span_ends_with_the_table(count):
    found = claims(table("d & EP", f"1 & \\multirow{{{count}}}{{*}}{{3.5}}", "2 & 5.861"))
    assert [claim.query for claim in found] == ["EP(1)", "EP(2)"]
    assert bool(found[0].defect) == (count == "1000000000")


BROKEN = [
    r"\multirow{2}{*}{1",
    r"\multicolumn{1}{>{-}c}{1}",
    r"\multicolumn{1}{c}{1} 2",
    r"\multirow{2}{*}{1}}",
    r"\begin{aligned} 1",
    "{" * 3000 + "1" + "}" * 3000,
]


@pytest.mark.parametrize("cell", BROKEN)
def test_a_malformed_span_is_never_read_as_a_number(cell):
    found = claims(table("d & EP", f"1 & {cell}", "2 & 5.861"))
    assert any(claim.defect for claim in found)


@pytest.mark.parametrize("text", [r"\verb|3 & 4|", r"\textbf{3 & \\}", "3 % & {\n", r"3 \& 4"])
def test_a_separator_within_a_text_parts_no_cells(text):
    body = f"1 & {text} & 3.5 \\\\"
    (row,) = rows_of(Source(Path("r.tex"), body), 0, len(body))
    assert [cell.text for cell in row][::2] == ["1", "3.5"]


def test_a_table_of_too_many_cells_is_refused():
    wide = " & ".join([r"\multicolumn{1000}{c}{1}"] * (LARGEST_TABLE // 1000 + 1))
    assert "at most 1000000 cells" in defect(table("d & EP", wide))
    # Few cells are written, but a rectangle of them would be too many.
    corner = [r"\multicolumn{1000}{c}{1}", *["1"] * 1000]
    assert "at most 1000000 cells" in defect(table(*corner))


def test_the_complaint_of_a_span_is_one_about_its_place():
    with pytest.raises(ClaimsError, match=r"r\.tex:1: a cell must span"):
        spread(SOURCE, [[Spanning(Cell("x", 0), 0)]])
