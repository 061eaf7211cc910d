"""Tables of every shape are bound to the queries that a reader would expect, or refused in one line
that says both shapes.
"""

import re
from pathlib import Path

import pytest
from patching import apply

from exactdice.report.claims.claim import Verdict, exit_status
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import document_from, read_document
from exactdice.report.documents.uncovered import uncovered
from exactdice.report.printed.source import Source

PAGE = Path(__file__).parents[2] / "docs" / "how_to" / "tables.md"
EXAMPLE = re.compile(r"^```(latex|csv|markdown)\n(.*?)^```", re.DOTALL | re.MULTILINE)
ENDINGS = {"latex": "r.tex", "csv": "r.csv", "markdown": "r.md"}
EXAMPLES = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))


# --- the page -------------------------------------------------------------------------------------


def test_the_page_on_tables_claims_what_it_shows():
    document = read_document(PAGE)
    assert exit_status(checking.findings_in(document), strict=True) == 0
    text = PAGE.read_text(encoding="utf-8")
    assert text.count("\n<!-- exactdice table:") - len(EXAMPLES) <= len(document.tables)


def test_the_page_on_tables_shows_the_message_of_a_shape():
    _, (defect,) = bound("csv", "EP(d) d=1..5", lines(",1,2,3,4,5", "a,1,2,3,4,5"))
    assert defect in " ".join(PAGE.read_text(encoding="utf-8").split())


def test_the_page_on_tables_shows_the_mark_of_each_table():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    shown = [line.strip("`") for line in lines if line.startswith("`exactdice table: ")]
    outside = re.sub(EXAMPLE, "", PAGE.read_text(encoding="utf-8"))
    marks = re.findall(r"^<!-- (exactdice table: .*) -->$", outside, re.MULTILINE)
    assert marks == shown


@pytest.mark.parametrize(("language", "text"), EXAMPLES)
def test_the_examples_of_the_page_on_tables_hold(language, text):
    document = document_from(Source(Path(ENDINGS[language]), text))
    assert document.claims
    assert exit_status(checking.findings_in(document), strict=True) == 0


# --- which query each cell is bound to ------------------------------------------------------------


def pipes(*rows):
    head, *body = rows
    rule = "|".join("-" * len(row) for row in head.split("|"))
    return "".join(f"|{row}|\n" for row in [head, re.sub(r"-*\|-*", "-|-", rule), *body])


def tabular(*rows, columns="llllllll"):
    lines = " \\\\\n".join(rows)
    return f"\\begin{{tabular}}{{{columns}}}\n{lines}\n\\end{{tabular}}\n"


def lines(*rows):
    return "".join(f"{row}\n" for row in rows)


def html(*rows):
    """A table in which a cell @rowspan=2@x spans two rows."""
    cells = (re.sub("@(.*?)@", r"<td \1>", f"|{row}".replace("|@", "@")) for row in rows)
    body = "</tr>\n".join(f"<tr>{row.replace('|', '<td>')}" for row in cells)
    return f'<div align="center">\n<table class="x">{body}</tr></table>\n</div>\n'


MARKS = {"md": "<!-- exactdice table: {} -->\n", "tex": "% exactdice table: {}\n"}
MARKS["csv"] = "# exactdice table: {}\n"


def bound(kind, words, table):
    """(the query and the printed text of each claim, what cannot be judged)."""
    text = MARKS[kind].format(words) + table
    document = document_from(Source(Path(f"r.{kind}"), text))
    said = (claim.defect if claim.unclear else claim.doubt for claim in document.claims)
    defects = list(filter(None, said))
    return [f"{claim.query}: {claim.printed.text}" for claim in document.claims], defects


ALL = ["P(1,4): 14", "P(1,5): 15", "P(2,4): 24", "P(2,5): 25"]
TWO = ["EP(1): 1", "P(1,2): 12", "EP(2): 2", "P(2,2): 22"]
SHAPES = [
    ("md", "P(d,k) d=1..2 k=4..5", pipes(" |4|5", "1|14|15", "2|24|25"), ALL),
    (
        "md",
        "P(d,k) labels=d,k d=* k=*",
        pipes("d|k|P", "1|4|14", " |5|15", "2|4|24", " |5|25"),
        ALL,
    ),
    (
        "csv",
        "P(d,k) header=d,k labels=0 d=1..2 k=4..5",
        lines("1,,2,", "4,5,4,5", "14,15,24,25"),
        ALL,
    ),
    ("csv", "P(d,k) header=d,k d=* k=*", lines("d,1,,2,", "k,4,5,4,5", "P,14,15,24,25"), ALL),
    ("csv", "P(d,k) header=k,- d=1..2 k=4..5", lines(",4,5", "x,7,8", "1,14,15", "2,24,25"), ALL),
    ("csv", "EP(d); P(d,2) d=1..2", lines(",a,b", "1,1,12", "2,2,22"), TWO),
    ("csv", "EP(d) d=1..2 header=0 labels=0", lines("1", "2"), TWO[::2]),
    ("csv", 'EP(d) d=1..2 skip="sum"', lines("d,EP,Sum", "1,1,9", "2,2,9", "SUM,9,9"), TWO[::2]),
    (
        "csv",
        'EP(d) d=1..2 skip="row 1, last row, column 1, last column"',
        lines("a title", "x,d,EP,y", "x,1,1,9", "x,2,2,9", "x,y,9,9"),
        TWO[::2],
    ),
    ("tex", "P(d,k) d=1..2 k=4..5", tabular(" & 4 & 5", "1 & 14 & 15", "2 & 24 & 25"), ALL),
    (
        "tex",
        "P(d,k) labels=d,k d=* k=*",
        tabular(
            "d & k & P",
            r"\multirow{2}{*}{1} & 4 & 14",
            " & 5 & 15",
            r" & 4 & 24",
            r"\multirow[c]{-2}*{$2$} & 5 & 25 \\ \hline",
        ),
        ALL,
    ),
    (
        "tex",
        "P(d,k) d=1..2 k=4..5 header=2",
        tabular(r" & \multicolumn{2}{|c@{}}{points}", r" & 4 & 5", "1 & 14 & 15", "2 & 24 & 25"),
        ALL,
    ),
    (
        "tex",
        "P(d,k) d=1..2 k=4..5",
        tabular(" & 4 & 5", r"1 & \multicolumn{2}{c}{\multirow{2}{*}{9}}", "2 & &"),
        ["P(1,4): 9", "P(1,5): 9", "P(2,4): 9", "P(2,5): 9"],
    ),
    (
        "tex",
        "P(d,k) d=1..2 k=4..5",
        tabular(
            " & 4 & 5", r"\multicolumn{3}{c}{A}", "1 & 14", r"\multicolumn{3}{c}{B}", "2 & & 25"
        ),
        [ALL[0], ALL[3]],
    ),
    ("tex", "P(d,k) d=* k=* header=0 labels=0", tabular("14 & 15"), None),
    (
        "tex",
        "P(d,k) d=1..2 k=4..5 header=0 labels=0",
        "\\[ \\begin{pmatrix} 14 & 15 \\\\ 24 & 25 \\end{pmatrix} \\]\n",
        ALL,
    ),
    ("md", "P(d,k) d=1..2 k=4..5", html(" |4|5", "1|14|15", "2|24|25"), ALL),
    (
        "md",
        "P(d,k) labels=d,k d=* k=*",
        html("d|k|P", "@rowspan=2@1|4|14", "5|15", '@rowspan="2"@2|4|24', "@colspan='1'@5|25"),
        ALL,
    ),
    (
        "md",
        "P(d,k) d=1..2 k=4..5",
        html(" |4|5", "1|14|15").replace(
            "</table>", "<!-- <tr><td>9 --><tr><td>2<td>24<td>25</table>"
        ),
        ALL,
    ),
    (
        "md",
        "P(d,k) header=d,k d=* k=*",
        html("@rowspan=2@x|@colspan=2@1|@colspan=2@2", "4|5|4|5", "P|14|15|24|25"),
        ALL,
    ),
    (
        "md",
        "P(d,k) d=1..2 k=4..5",
        html(" |4|5", "@colspan=3@a heading", "1|&mdash;|15", "2|@colspan=2@9", "@colspan=3@x"),
        ["P(1,5): 15", "P(2,4): 9", "P(2,5): 9"],
    ),
]


@pytest.mark.parametrize(("kind", "words", "table", "expected"), SHAPES)
def test_each_cell_is_bound_to_its_query(kind, words, table, expected):
    found, defects = bound(kind, words, table)
    if expected is None:
        assert defects
    else:
        assert (found, defects) == (expected, [])


# --- what does not fit ----------------------------------------------------------------------------

THREE = lines(",4,5,6", "1,14,15,16", "2,24,25,26", "Total,1,2,3")
BAD = [
    (
        "P(d,k) d=1..2 k=4..6",
        "d=1..2 has 2 labels, but the table has 3 rows for them: the table has 4 rows and 4 "
        "columns, of which 1 heading row and 1 column of labels; P(d,k) has d in 2 rows, and k in "
        "3 columns; "
        "say the ranges, header= and labels= that the table has, skip= for what is not bound, or "
        "transpose",
    ),
    ("P(d,k) k=4..6 d=1..3", "the label printed is '1', the mark expects k=4"),
    (
        "P(d,k) d=1..2 k=4..6 skip=mean",
        "skip names 'mean', but no row and no column has this label",
    ),
    ("P(d,k) d=1..2 k=4..6 labels=k transpose", "transpose exchanges rows and columns"),
    ("P(d,k,faces=f) d=1..2 k=4..6 f=6..7", "needs more than rows and columns: say which"),
    ("P(d,k); EP(d) d=1..2 k=4..6", "all indices stand along the other side"),
    ("P(d,k) d=1..2 k=* labels=d,k", "must take the labels that are printed, as d=*, or none"),
    (
        "P(d,k) labels=d,k d=1..400 k=1..90000000000000000000",
        "d=1..400 k=1..90000000000000000000 has 36000000000000000000000 labels",
    ),
    ("P(d,k) d=* k=4..6", "P(Total,4)"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_what_does_not_fit_is_said_in_one_line(words, message):
    found, defects = bound("csv", words, THREE)
    said = " ".join([*defects, *found])
    assert any(part in said for part in message.split("|"))
    assert "\n" not in said


def test_a_query_of_several_lines_is_said_in_one():
    _, (defect,) = bound(
        "md", "P(d,\n k) +" + " 1 +" * 99 + " 0 d=1..2 k=4..5", pipes(" |4", "1|14")
    )
    assert "; P(d, k) + 1 + 1" in defect
    assert "\n" not in defect
    assert len(defect) < 500


@pytest.mark.parametrize("label", ["2\u20133", "1 or 2"])
def test_a_label_of_several_values_is_not_taken_for_one_of_them(label):
    _, defects = bound("csv", "P(d,k) d=1..2 k=4", f"d,4\n1,14\n{label},24\n")
    assert "the mark expects d=2" in str(defects)


def test_a_ragged_row_is_refused_with_its_line_unless_in_latex():
    rows = (" |4|5", "1|14", "2|24|25")
    words = "P(d,k) d=1..2 k=4..5"
    document = document_from(Source(Path("r.md"), MARKS["md"].format(words) + pipes(*rows)))
    (claim,) = document.claims
    assert claim.line == 4
    assert "this row has 1 cells after its labels, the table has 2" in claim.defect
    found, defects = bound("tex", words, tabular(*(row.replace("|", " & ") for row in rows)))
    assert (found, defects) == ([ALL[0], *ALL[2:]], [])
    _, defects = bound("tex", words, tabular(" & 4 & 5", "1 & 14 & 15 & 16", "2 & 24 & 25"))
    assert "this row has 3 cells after its labels, the table has 2" in defects[0]


BAD_HTML = [
    ("<table><tr><td>1", "expected </table> before the end"),
    ("<table><tr><td><table></table></table>", "a table within a table"),
    (
        "<table>" + "<tr><td colspan=1000 rowspan=65534>1" * 2 + "<tr>" * 9 + "</table>",
        "this row has 1999 cells after its labels, the table has 999",
    ),
    (
        "<table><tr><td colspan=1000 rowspan=0>1" + "<tr><td>1" * 1000 + "</table>",
        "at most 1000000",
    ),
    ("<table>" + "<tr><td rowspan=65534>1" * 2000 + "</table>", "at most 1000000 cells"),
    ("<tablet><tr><td>1</table>", "expected a Markdown table"),
]


@pytest.mark.parametrize(("table", "message"), BAD_HTML)
def test_html_that_is_no_table_is_refused(table, message):
    _, defects = bound("md", "P(d,k) d=1..9 k=4..5", table + "\n")
    assert message in defects[0]


def doubts(kind, words, table):
    """The doubts about the numbers of a table."""
    document = document_from(Source(Path(f"r.{kind}"), MARKS[kind].format(words) + table))
    return [claim.doubt for claim in document.claims if claim.doubt]


def test_a_row_that_says_percent_is_doubted_where_rows_have_queries_of_their_own():
    found = doubts("csv", "EP(d); P(d,1) d=1..2 transpose", lines(",1,2", "a,1,2", "in %,1,2"))
    assert "may scale the numbers below it" in found[0]
    between = tabular(" & 4 & 5", r"\multicolumn{3}{c}{in \%}", "1 & 14 & 15")
    found = doubts("tex", "P(d,k) d=1..1 k=4..5", between)
    assert "may scale the numbers below it" in found[0]
    words = 'P(d,k) d=1..1 k=4..5 skip="row 2"'
    found = doubts("csv", words, lines(",4,5", ",in %,in %", "1,14,15"))
    assert "may scale the numbers below it" in found[0]


@pytest.mark.parametrize(
    ("heading", "query", "is_clear"),
    [
        ("win%", "100*P(d,1)", True),
        ("win ‰", "1000*P(d,1)", True),
        ("win%", "100*(P(d,1) - P(d,2))", True),
        ("win%", "P(d,1)", False),
        ("win ‰", "100*P(d,1)", False),
        ("win%", "100*P(d,1)/2", False),
    ],
)
def test_a_query_may_say_that_a_column_holds_percentages(heading, query, is_clear):
    """Of a column that holds none nothing is said."""
    table = lines(f"d,mean,{heading}", "1,3.5,16.67", "2,5.6,27.78")
    found, defects = bound("csv", f"EP(d); {query} d=1..2", table)
    assert (len(found) == 4 and not defects) == is_clear
    if not is_clear:
        assert f"the heading '{heading}' may scale the numbers below it" in defects[0]


@pytest.mark.parametrize("heads", ["in %,mean,win", "d,in %,"])
def test_a_percentage_in_the_corner_or_beside_nothing_speaks_for_all_columns(heads):
    table = lines(heads, "1,3.5,16.67", "2,5.6,27.78")
    _, defects = bound("csv", "EP(d); 100*P(d,1) d=1..2", table)
    assert "may scale the numbers below it" in defects[0]


@pytest.mark.parametrize("corner", [r"\(J_1\) - \(J_2\)", "$J_1$ - $J_2$", r"\(d\) / \(k\)"])
def test_a_corner_that_names_rows_and_columns_scales_nothing(corner):
    assert bound(
        "tex", "P(d,k) d=1..2 k=4..5", tabular(f"{corner} & 4 & 5", "1 & 14 & 15", "2 & 24 & 25")
    ) == (ALL, [])
    _, defects = bound(
        "tex", "P(d,k) d=1..2 k=4..5", tabular(r"\(-J_1\) & 4 & 5", "1 & 14 & 15", "2 & 24 & 25")
    )
    assert "may scale the numbers below it" in defects[0]


# --- what is not printed, or not meant ------------------------------------------------------------

OUTER = ["P(1,4): 14", "P(1,8): 18", "P(9,4): 94", "P(9,8): 98"]


@pytest.mark.parametrize(
    ("kind", "words", "table"),
    [
        (
            "md",
            "d=1..9 k=4..8",
            pipes(" |4|...|8", "1|14|...|18", "...|...|...|...", "9|94|...|98"),
        ),
        (
            "tex",
            "d=1..9 k=4..8",
            tabular(
                r" & 4 & $\dots$ & 8",
                r"1 & 14 & \dots & 18",
                r"$\vdots$ & $\vdots$ & & $\vdots$".replace("& &", r"& $\ddots$ &"),
                r"9 & 94 & \dots & 98",
            ),
        ),
    ],
)
def test_a_row_and_a_column_of_dots_stand_for_others(kind, words, table):
    assert bound(kind, f"P(d,k) {words}", table) == (OUTER, [])


@pytest.mark.parametrize(
    ("words", "rows", "message"),
    [
        ("d=1..2", ("1,1", "...,...", "2,2"), "but the table has 2 rows and dots for more"),
        ("d=1..9", ("1,1", "...,...", "5,5", "...,...", "9,9"), "cut (...) at several places"),
    ],
)
def test_dots_stand_for_what_is_left_out_and_shift_nothing(words, rows, message):
    _, defects = bound("csv", f"EP(d) {words}", lines("d,EP", *rows))
    assert message in defects[0]


@pytest.mark.parametrize(
    ("skip", "kept"),
    [
        ("k > d + 3", [ALL[0], *ALL[2:]]),
        ("k==5 and d==1, k < d", None),
        ("k > d + 3, row 3", ALL[:1]),
    ],
)
def test_cells_are_left_out_by_a_condition_on_the_indices(skip, kept):
    d = "1..1" if "2" in skip.split(", ") or "row 3" in skip else "1..2"
    table = lines(",4,5", "1,14,15", "2,24,25")
    found, defects = bound("csv", f'P(d,k) d={d} k=4..5 skip="{skip}"', table)
    if kept is None:
        assert "no cell meets 'k < d'" in defects[0]
    else:
        assert (found, defects) == (kept, [])


@pytest.mark.parametrize("skip", ["x > 1", "k > d + first", "k >"])
def test_a_condition_on_anything_but_the_indices_is_refused(skip):
    table = lines(",4,5", "1,14,15", "2,24,25")
    _, defects = bound("csv", f'P(d,k) d=1..2 k=4..5 skip="{skip}"', table)
    assert f"skip names '{skip}', but no row and no column has this label" in defects[0]


# --- what claims nothing --------------------------------------------------------------------------


def test_cells_that_print_nothing_are_counted_and_what_is_left_out_is_listed(findings):
    text = MARKS["md"].format("payoff(d,e) d=1..2 e=1..2 dice=3 skip=Total")
    document, found = findings(text + pipes(" |1|2", "1|0|—", "2| |0", "total|7|8"))
    assert ([one.verdict for one in found], document.empty_cells) == ([Verdict.EXACT] * 2, 2)
    assert [one.text for one in uncovered(document)] == ["7", "8"]


def test_a_rule_that_may_be_a_minus_sign_is_no_blank():
    for rule, is_read in ((r"\rule{0pt}{3ex}", True), (r"\rule{5pt}{0.4pt}", False)):
        table = tabular("d & EP", f"1 & {rule}3.5")
        document = document_from(Source(Path("r.tex"), MARKS["tex"].format("EP(d) d=1..1") + table))
        assert [bool(claim.defect) for claim in document.claims] == [not is_read]


def test_numbers_in_headings_between_rows_are_listed(findings):
    table = tabular(" & 4", "1 & 1/6", r"\multicolumn{2}{c}{0.123}", r"2 & \multirow{2}{*}{1/36}")
    document, _ = findings(MARKS["tex"].format("P(d,k) d=1..2 k=*") + table, "r.tex")
    assert [one.text for one in uncovered(document)] == ["0.123"]


def test_a_word_with_a_meaning_is_no_empty_cell(findings):
    head = '<!-- exactdice document: words="-=0" -->\n'
    text = head + MARKS["md"].format("P(d,7) d=1..2") + pipes("d|P", "1|-", "2|1/9")
    document, found = findings(text)
    assert ([one.verdict for one in found], document.empty_cells) == (
        [Verdict.EXACT, Verdict.EXACT],
        0,
    )


# --- patches --------------------------------------------------------------------------------------

WRONG = [
    ("r.md", "EP(d) d=1..2 transpose", pipes("d|1|2", "é|3.5|@"), ["5.861"]),
    ("r.md", 'EP(d) d=1..2 skip="Total"', pipes("d|1", "1|3.5", "2|@", "Total|9"), ["5.861"]),
    (
        "r.tex",
        "P(d,k) d=1..2 k=1..2",
        tabular(" &1&2", r"1&\multicolumn{2}{c}{@}", "2&@&0"),
        ["0.167", "0.306"],
    ),
    (
        "r.tex",
        "P(d,k) labels=d,k d=* k=*",
        tabular("d&k&P", r"\multirow{2}{*}{1}&1&1/6", "&2&@"),
        ["0.167"],
    ),
    (
        "r.md",
        "EP(d) d=1..2",
        html("d|EP", "1|3.5", "2|<b>@</b>").replace("<td @", "<td"),
        ["5.861"],
    ),
]
FILES = [("", "\n", "\n"), ("\ufeff", "\r\n", "")]


@pytest.mark.parametrize(("start", "newline", "end"), FILES)
@pytest.mark.parametrize(("name", "words", "table", "right"), WRONG)
def test_a_patch_changes_the_wrong_cells_alone(
    tmp_path, name, words, table, right, start, newline, end
):
    kind = name.removeprefix("r.")
    text = start + (MARKS[kind].format(words) + table).strip("\n").replace("\n", newline) + end
    parts = text.split("@")
    wrong = [one.replace("6", "7").replace("5", "6") for one in right]
    file = tmp_path / name
    file.write_bytes(_filled(parts, wrong).encode())
    (document,) = checking.read_documents([file])
    apply(checking.patches([(document, checking.findings_in(document))]))
    assert file.read_bytes() == _filled(parts, right).encode()


def _filled(parts, numbers):
    first, *rest = parts
    return first + "".join(number + part for number, part in zip(numbers, rest, strict=True))


def test_a_cell_that_stands_for_different_values_is_not_patched(findings):
    table = tabular(" &1&2", r"1&\multicolumn{2}{c}{1/6}", r"2&\multicolumn{2}{c}{0.5}")
    document, found = findings(MARKS["tex"].format("P(d,k) d=1..2 k=1..2") + table, "r.tex")
    assert [one.verdict for one in found] == [Verdict.EXACT] * 2 + [Verdict.CONTRADICTED] * 2
    assert checking.patches([(document, found)]) == ""
    names = [one.claim.name for one in found]
    assert len(set(names)) == 4
    assert names[0].endswith("d=1 k=1")


def test_a_number_with_a_mark_of_its_own_in_a_bound_table_has_two_marks(findings):
    table = tabular(" &1", r"1&\exactly{P(1,1)}{1/6}")
    _, found = findings(MARKS["tex"].format("P(d,k) d=1..1 k=1..1 header=1 k=*") + table, "r.tex")
    assert exit_status(found) == 2
