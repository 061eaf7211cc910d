"""Numbers that are no results are left out of lists, each with its reason; results stay."""

import pytest

from exactdice.report.documents.documents import read_document
from exactdice.report.documents.uncovered import Why, read_to_list, uncovered, uncovered_lines

# What is printed in Markdown: (text, {number: why it is left out, "" where it is listed}).
MARKDOWN = [
    ("In 1912 and on 2019-11-22, by 3.11.2.", {"1912": Why.DATE}),
    (
        "## 2.1 Scores\n\nSee Section 3, Table 4 and [5].",
        {"2.1": Why.NUMBERING, "3": Why.NUMBERING},
    ),
    ("Player 1 has 98 points.", {"1": Why.NUMBERING, "98": Why.NO}),
    ("As (12) says, 2 dice.", {"12": Why.NUMBERING, "2": Why.NO}),
    (r"As \[12\] says, 2 dice.", {"12": Why.NUMBERING, "2": Why.NO}),
    ("Run `dice=10` for `8.636`.", {"10": Why.CODE, "8.636": Why.NO}),
    (r"$4 d (\frac{5}{6})^d + 1$", {"4": Why.CONSTANT, r"\frac{5}{6}": Why.CONSTANT}),
    (r"$EP(5) \approx 8.636$", {"5": Why.CONSTANT, "8.636": Why.NO}),
    (r"so $\frac{1}{5}$, or $p = \frac{1}{6}$.", {r"\frac{1}{5}": Why.NO, r"\frac{1}{6}": Why.NO}),
    (r"$p = (0.25, 0.75)$", {"0.25": Why.NO, "0.75": Why.NO}),
    ("EG(0, 7) is 0.0687.", {"0": Why.CONSTANT, "7": Why.CONSTANT, "0.0687": Why.NO}),
    ("It costs 1296 and 20 %, 2024 points.", {"1296": Why.NO, "20 %": Why.NO, "2024": Why.DATE}),
]
LATEX = r"""\begin{document}
\section{3 dice}
Here $d = 6$ is best, by $EP(d) = 4dq^d$, and \[ EP(6) \approx 8{,}703. \]
\end{document}
"""


@pytest.mark.parametrize(("text", "expected"), MARKDOWN)
def test_each_number_has_its_reason(write, text, expected):
    found = {one.text: one.left_out for one in uncovered(read_document(write(f"{text}\n")))}
    assert {number: found.get(number) for number in expected} == expected


def test_formulas_and_headings_of_latex_are_known(write):
    found = {one.text: one.left_out for one in uncovered(read_document(write(LATEX, "r.tex")))}
    # The 6 that is listed last is the argument of EP; that of d = 6 stands before it.
    assert found == {"3": Why.NUMBERING, "6": Why.CONSTANT, r"8{,}703": Why.NO}


def test_every_cell_of_a_csv_file_may_be_a_result(write):
    document = read_document(write("year,gain\n2019,0.5\n", "r.csv"))
    assert [(one.text, one.left_out) for one in uncovered(document)] == [("2019", ""), ("0.5", "")]


def test_an_unmarked_document_lists_its_numbers_and_says_what_it_leaves_out(write):
    path = write("In 1912 it was 0.5178 for 4 throws, see Table 2.\n")
    documents, errors = read_to_list([path, path.with_name("missing.md")])
    assert (len(documents), len(errors)) == (1, 1)
    lines = list(uncovered_lines(documents[0]))
    assert [line.split(": ")[1].split()[0] for line in lines[:2]] == ["0.5178", "4"]
    assert "2 more are left out as no results (1 a year or a date, 1 the number of" in lines[-1]
    every = list(uncovered_lines(documents[0], everything=True))
    listed = [line.split(": ")[1].split()[0] for line in every]
    assert listed == ["1912", "0.5178", "4", "2", "4"]
    assert every[0].endswith("(a year or a date)")
    assert read_to_list([path], skip_unmarked=True) == ([], [])
