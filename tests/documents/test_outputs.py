"""What outputs print: numbers and tables, as Python, numpy and HTML write them."""

import pytest

from exactdice.report.documents.outputs import (
    find_numbers,
    html_tables,
    pad_decimals,
    printed_text,
    result_text,
    tables_in,
)


def cells(table):
    return [[cell.text for cell in row] for row in table.rows]


NUMBERS = {
    "EP(5) = 8.636": ["5", "8.636"],
    "-0.25, +1e-09 and 4.489E-03": ["-0.25", "+1e-09", "4.489E-03"],
    "64.9 % of 1,234,567.5": ["64.9 %", "1,234,567.5"],
    "3/8 1/2/3 1.2.3 0x7f 640x480 x2 2x 3j": ["3/8"],
    "[1, 2] (3,4)": ["1", "2"],
    "\u22120.5 .5": ["\u22120.5", ".5"],
    "nan inf": [],
}


@pytest.mark.parametrize(("text", "numbers"), NUMBERS.items())
def test_numbers_stand_alone(text, numbers):
    assert [text[start:end] for start, end in find_numbers(text)] == numbers


def test_objects_are_read_as_the_numbers_they_are():
    text = "(Fraction(-3, 8), Fraction(2, 1), Decimal('8.64'), np.float64(0.5), np.int64(-7))"
    assert result_text(text) == "(-3/8, 2, 8.64, 0.5, -7)"
    assert result_text("<Figure size 640x480 with 1 Axes>") == ""
    assert result_text("[<matplotlib.lines.Line2D at 0x7f12>]") == "[]"


def test_what_is_written_over_and_colours_are_not_seen():
    assert printed_text("5 %|#   |\r99 %|####|\ndone \x1b[31m0.5\x1b[0m\r\n") == (
        "99 %|####|\ndone 0.5\r\n"
    )


ARRAYS = {
    "array([0.5 , 1.  , 0.25])": [["0.50"], ["1.00"], ["0.25"]],
    "[[1 2]\n [3 4]]": [["1", "2"], ["3", "4"]],
    "array([[1.e+00, 2.5e-01]])": [["1.0e+00", "2.5e-01"]],
    "array([[1/2, 1]], dtype=object)": [["1/2", "1"]],
    "[0 1 ... 8 9]": [["0"], ["1"], ["..."], ["8"], ["9"]],
    "[[0 1 ... 9]\n [1 2 ... 8]\n ...\n [7 8 ... 5]]": [
        ["0", "1", "...", "9"],
        ["1", "2", "...", "8"],
        ["..."] * 4,
        ["7", "8", "...", "5"],
    ],
}


@pytest.mark.parametrize(("text", "expected"), ARRAYS.items())
def test_arrays(text, expected):
    text = pad_decimals(text)
    (table,) = tables_in(text)
    assert cells(table) == expected
    assert (table.usual, table.wrong) == ({"header": "0", "labels": "0"}, "")
    filled = [cell for row in table.rows for cell in row if cell.text]
    assert all(text[slice(*cell.span)] == cell.text for cell in filled)


@pytest.mark.parametrize(
    ("text", "why"), [("[[[1 2]]]", "more than two dimensions"), ("[]", "no entries")]
)
def test_arrays_that_cannot_be_read(text, why):
    (table,) = tables_in(text)
    assert why in table.wrong


def test_several_tables_in_one_text():
    text = "EP:\n[1 2]\n[[3 4]\n [5 6]]\n   d    EP\n0  1   3.5\n[5 rows x 40 columns]\n"
    assert [cells(table) for table in tables_in(text)] == [
        [["1"], ["2"]],
        [["3", "4"], ["5", "6"]],
    ]


@pytest.mark.parametrize(
    "text",
    ["EP(5) = 8.6\nEP(6) = 8.7\n", "{0: 3.5,\n 1: 5.86,\n 2: 7.37}", "[[1 2]\n", "", "   \n  \n"],
)
def test_other_texts_are_no_tables(text):
    assert tables_in(text) == []


def test_tables_of_html():
    page = (
        "<style>td {width: 3em}</style><table><thead><tr><th></th><th>a &lt; b</th></tr></thead>"
        "<tbody><tr><th rowspan=2>x</th><td>0.5</td></tr><tr><td><b>1</b>/2</td></tr></tbody>"
        "</table><p>2 rows</p><table><tr><td colspan='2'>7<tr><td>8<td>9</table>"
    )
    text, (one, two) = html_tables(page)
    assert cells(one) == [["", "a < b"], ["x", "0.5"], ["x", "1/2"]]
    assert cells(two) == [["7", "7"], ["8", "9"]]
    assert one.usual == {"header": "1", "labels": "1"}
    assert all(
        text[slice(*cell.span)] == cell.text
        for table in (one, two)
        for row in table.rows
        for cell in row
    )


@pytest.mark.parametrize(
    "page",
    [
        "<table>",
        "<td>1</td>",
        "<table><td>1</td></table>",
        "<table><tr><td rowspan=99999999 colspan='-3'>1</td></tr></table>",
        "<table><tr><th>1<table><tr><td>2</table></table>",
        "<table" * 1000,
    ],
)
def test_broken_html_harms_nobody(page):
    text, tables = html_tables(page)
    numbers = [cell.text for table in tables for row in table.rows for cell in row if cell.text]
    assert set(numbers) <= {"1", "2"}
    assert len(text) < 10_000


def test_time_is_linear_in_the_text():
    """Each would take hours if every line or bracket were looked at from every other."""
    for text in ("[\n" * 20_000, "[[1]\n" * 20_000, "a  b\n" * 20_000, "array([" * 20_000):
        assert len(tables_in(pad_decimals(text))) <= 20_000


CELLS = {
    "10<sup>2</sup>": "10 | 2",
    "1<p>000</p>": "1 | 000",
    "<p>\n 7.366 </p>": "7.366",
    "7<b>.366</b>": "7.366",
    "1<![foo <!x>2<![if x]>3": "123",
    "<style>td {width: 3em}</style>7.366<script>9</script>": "7.366",
    "<script>7.366</script>": "",
}


@pytest.mark.parametrize(("written", "seen"), CELLS.items())
def test_a_cell_of_html_is_the_text_that_is_seen(written, seen):
    _, (table,) = html_tables(f"<table><tr><td>1</td><td>{written}</td></tr></table>")
    assert cells(table) == [["1", seen]]


def test_spans_make_no_table_larger_than_tables_may_be():
    rows = ("<tr>" + "<td rowspan=1000 colspan=1000>1" * 60) * 50
    text, (table,) = html_tables(f"<table>{rows}</table>")
    assert text == "...\n"
    assert "must have at most" in table.wrong
