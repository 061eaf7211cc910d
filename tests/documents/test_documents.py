"""Documents with marks: where claims are found, what is refused with its line, what verify says,
lists and patches.
"""

import json
import re
from fractions import Fraction
from math import comb, log
from xml.etree import ElementTree

import pytest
from complaints import complaints, read_or_refused
from hypothesis import given, settings
from hypothesis import strategies as st
from patching import apply

from exactdice import Distribution
from exactdice.exact.errors import ClaimsError
from exactdice.exact.numbers import Interval, decimal_text
from exactdice.query.evaluate import evaluate_query
from exactdice.report.claims import findings as written
from exactdice.report.claims.claim import Verdict, exit_status, rounding_modes
from exactdice.report.claims.estimates import closeness
from exactdice.report.claims.findings import remarks, text_lines
from exactdice.report.claims.judging import verify
from exactdice.report.claims.montecarlo import NORMAL, all_near, far, near
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.marks import split_query
from exactdice.report.documents.uncovered import uncovered, uncovered_lines
from exactdice.report.documents.verification import patch

HEAD = '<!-- exactdice document: decimal="," dice=3 target=2 -->\n'


@pytest.fixture
def verdicts(write):
    def found_in(text, name="report.md"):
        document = read_document(write(text, name))
        return document, checking.findings_in(document)

    return found_in


# --- where claims are found -----------------------------------------------------------------------

MARKDOWN = [
    ("a 0.5<!-- exactdice: 1/2 --> b", "0.5", (1, 3)),
    ("**0,5**<!--exactdice: 1/2-->", "0,5", (1, 3)),
    ("$0{,}5$ <!-- exactdice: 1/2 -->", "0{,}5", (1, 2)),
    ("`1/2`<!-- exactdice: 1/2 -->", "1/2", (1, 2)),
    ("about \u22120,5<!-- exactdice: -1/2 -->.", "\u22120,5", (1, 7)),
    ("| x | 50 %<!-- exactdice: 1/2 --> |", "50 %", (1, 7)),
    (r"$\frac{1}{2}$<!-- exactdice: 1/2 -->", r"\frac{1}{2}", (1, 2)),
    ("- 0.5<!-- exactdice: 1/2 -->", "0.5", (1, 3)),
    ("(0.5<!-- exactdice: 1/2 -->)", "0.5", (1, 2)),
]


@pytest.mark.parametrize(("text", "printed", "position"), MARKDOWN)
def test_marks_in_markdown(write, text, printed, position):
    document = read_document(write(text))
    (claim,) = document.claims
    assert (claim.printed.text, document.source.position(claim.span[0])) == (printed, position)
    assert abs(claim.printed.value) == Fraction(1, 2)


LATEX = [
    (r"a \exactly{1/2}{0{,}5} b", "0{,}5"),
    (r"$x = \exactly{1/2}{\frac{1}{2}}$", r"\frac{1}{2}"),
    (r"\exactly {1/2} {50\,\%}", r"50\,\%"),
    ("chance $0{,}5$. % exactdice: 1/2", "0{,}5"),
    (r"a & \textbf{0.5} \\ % exactdice: 1/2", "0.5"),
    (r"\num{0.5} % exactdice: 1/2", r"\num{0.5}"),
    ("% \\exactly{1/3}{7}\n\\verb|\\exactly{1/3}{7}| 100\\% \\exactly{1/2}{0.5}", "0.5"),
    (
        (
            "\\begin{verbatim}\n\\exactly{1/3}{7} % exactdice: "
            "9\n\\end{verbatim}\\exactly{1/2}{0.5}\\end{document}\\exactly{1}{2}"
        ),
        "0.5",
    ),
    (r"\newcommand*{\exactly}[2]{#2} \exactly{1/2}{0.5}", "0.5"),
]


@pytest.mark.parametrize(("text", "printed"), LATEX)
def test_marks_in_latex(write, text, printed):
    (claim,) = read_document(write(text, "report.tex")).claims
    assert (claim.printed.text, claim.printed.value) == (printed, Fraction(1, 2))


@pytest.mark.parametrize(
    "head",
    ['---\ntitle: x\nexactdice:\n  decimal: ","\n  dice: 3\n  target: 2\nother: 3\n---\n', HEAD],
)
def test_the_options_of_a_document(verdicts, head):
    document, (found,) = verdicts(head + "0,6489<!-- exactdice: win(dice(3), dice(1)) -->")
    assert (found.verdict, found.value) == (Verdict.ROUNDED, Fraction(841, 1296))
    assert document.claims[0].given == {"dice": 3, "target": 2}


# --- tables ---------------------------------------------------------------------------------------

MATRIX = [["0", "-0.375", "-0.227"], ["0.375", "0", "-0.199"], ["0.227", "0.199", "0"]]


def pipe(rows):
    return "| d | 1 | 2 | 3 |\n|---|--:|--:|--:|\n" + "".join(
        f"| {k} | {' | '.join(row)} |\n" for k, row in enumerate(rows, 1)
    )


def tabular(rows):
    lines = "".join(
        f"  {k} & {' & '.join(f'${cell}$' for cell in row)} \\\\[2pt]\n"
        for k, row in enumerate(rows, 1)
    )
    head = (
        "\\begin{tabular}{r|rrr}\\toprule\n & \\multicolumn{1}{c}{1} & $e=2$ & 3 \\\\ "
        "\\cmidrule(lr){2-4} % none\n"
    )
    return f"{head}{lines}\\bottomrule\n\\end{{tabular}}\n"


def separated(rows, separator):
    quote = '"' if separator == "," else ""
    return f"d{separator}1{separator}2{separator}3\n" + "".join(
        f"{k}{separator}"
        + separator.join(quote + cell.replace(".", ",") + quote for cell in row)
        + "\n"
        for k, row in enumerate(rows, 1)
    )


WORDS = "payoff(d, e) d=1..3 e=1..3 dice=3"
TABLES = [
    ("t.md", f"<!-- exactdice table: {WORDS} -->\n\n" + pipe(MATRIX)),
    ("t.tex", f"% exactdice table: {WORDS}\n\\begin{{center}}" + tabular(MATRIX)),
    ("t.csv", f"# exactdice table: {WORDS}\n" + separated(MATRIX, ";")),
    ("t.csv", f"# exactdice table: {WORDS}\n" + separated(MATRIX, ",")),
]


@pytest.mark.parametrize(("name", "text"), TABLES)
def test_a_table_is_bound_as_a_whole(verdicts, name, text):
    document, found = verdicts(text, name)
    assert len(found) == 9
    assert {f.verdict for f in found} == {Verdict.EXACT, Verdict.ROUNDED}
    assert found[1].value == Fraction(-3, 8)
    assert found[2].claim.query == "payoff(1, 3)"
    assert list(uncovered(document)) == []


def test_a_table_with_words_as_labels(verdicts):
    mark = "<!-- exactdice table: win(a, b) a=dice(1),dice(3) b=dice(1),blind id=w -->\n"
    _, found = verdicts(
        f"{HEAD}{mark}| | one | blind |\n|-|-|-|\n| one | 0,8611 | — |\n| three | 0,6489 | |\n"
    )
    assert [(f.claim.name, f.verdict) for f in found] == [
        ("w-1", Verdict.ROUNDED),
        ("w-2", Verdict.ROUNDED),
    ]


def test_a_table_with_several_queries_as_columns(verdicts):
    rows = "| d | mean | best |\n|-|-|-|\n| 5 | 8.636 | 5 |\n| 6 | 8.703 | 6 |\n"
    _, found = verdicts(f"<!-- exactdice table: EP(d); best_dice(d) d=5,6 -->\n{rows}")
    assert [f.claim.query for f in found] == ["EP(5)", "best_dice(5)", "EP(6)", "best_dice(6)"]
    assert exit_status(found) == 0


# --- what is refused ------------------------------------------------------------------------------

BAD = [
    ("r.md", "a\nb 0.5<!-- exactdice: 1/2", 2, "unclosed mark: expected -->"),
    ("r.md", "0.65\n<!-- exactdice: EP(5) -->", 2, "expected a number directly before"),
    ("r.md", "0.5<!-- exactdice: 1/2 --><!-- exactdice: 1/3 -->", 1, "two marks on one number"),
    (
        "r.md",
        "0.5<!-- exactdice: 1/2 id=a -->\n0.5<!-- exactdice: 1/2 id=a -->",
        2,
        "used more than once",
    ),
    ("r.md", "0.5<!-- exactdice: 1/2 -->\n" + HEAD, 2, "must come before"),
    ("r.md", HEAD + HEAD, 2, "a document has one mark"),
    ("r.md", "---\nexactdice:\n  dice 3\n---\n", 3, "expected `key: value`"),
    ("r.md", "<!-- exactdice document: decimal=; -->", 1, "decimal must be"),
    ("r.md", "```\n0.5<!-- exactdice: 1/2 -->\n", 1, "unclosed code"),
    (
        "r.md",
        f"<!-- exactdice table: {WORDS} -->\n"
        + pipe([["0", "1", "1"], ["0", "1"], ["0", "1", "1"]]),
        5,
        "cells",
    ),
    ("r.tex", "a\n\\exactly{1/2}{0.5", 2, "unclosed mark"),
    ("r.tex", "\\exactly{1/2\n\n}{0.5}", 1, "unclosed mark"),
    ("r.tex", "\\exactly{1/2}{\\exactly{1/3}{0.5}}", 1, "nested marks"),
    ("r.tex", "\\exactly{1/2}{0{,}\n5}", 1, "cut by a line break"),
    ("r.tex", "\\exactly{1/2}{50%\n}", 1, r"write % as \%"),
    ("r.tex", "\\begin{verbatim}\n", 1, "expected \\end{verbatim}"),
    ("r.tex", "% exactdice table: payoff(d,e) d=1..3 e=1..3\n", 1, "expected a table"),
    ("r.tex", f"% exactdice table: {WORDS}\n\\begin{{tabular}}{{r}}", 2, "expected \\end{tabular}"),
    ("r.csv", f'# exactdice table: {WORDS}\nd;1;2;3\n1;"0;1;2\n', 3, "expected a cell"),
    ("r.md", b"caf\xe9\n0.5<!-- exactdice: 1/2 -->", 1, "UTF-8"),
]


BAD_MARKS = [
    ("r.md", "64.89 percent@", "expected a number directly before the mark"),
    ("r.md", "**64.89** %@", ""),
    ("r.md", "1/2 %@", ""),
    ("r.md", "½@", "expected a number directly before the mark"),
    ("r.md", "0.5\n@", "on the same line, got nothing"),
    ("r.tex", "0.5 \\foo@", ""),
    ("r.md", "0.5<!-- exactdice: P(1 -->", "column"),
    ("r.md", "0.5<!-- exactdice: EP(5) dcie=3 -->", "unknown option dcie"),
    ("r.md", "0.5<!-- exactdice: 1/2 kind=guess -->", "kind must be one of"),
    ("r.md", "0.5<!-- exactdice: -->", "must say a query"),
    ("r.md", "0.5<!-- exactdice: 1/2 id=a id=b -->", "given twice"),
    ("r.md", "0.5<!-- exactdice: EP(1) kind=montecarlo n=many -->", "the number of random games"),
    ("r.md", "<!-- exactdice table: d d=1..3 -->\n\ntext", "expected a Markdown table"),
    ("r.md", "<!-- exactdice table: d d=1..1 style=x -->\n|d|x|\n|-|-|\n|1|1|", "style"),
    ("r.tex", "\\exactly{1/2} 0.5", "expected {the number}"),
    ("r.tex", "\\exactly{1/2}{}", "got nothing"),
    ("r.csv", "# exactdice: EP(5)\n1", "bound as a whole"),
]
MARKS = {"r.md": "<!-- exactdice: 1/2 -->", "r.tex": " % exactdice: 1/2"}
WRONG = {
    "r.md": "0.7<!-- exactdice: 1/2 -->\n\n",
    "r.tex": "\n0.7 % exactdice: 1/2\n\n",
    "r.csv": "# exactdice table: d/2 d=1..1\nd,x\n1,0.7\n\n",
}


@pytest.mark.parametrize(("name", "text", "message"), BAD_MARKS)
def test_a_bad_mark_is_one_unchecked_claim_and_no_other_is_lost(verdicts, name, text, message):
    bad = text.replace("@", MARKS.get(name, ""))
    for whole, line in ((f"{bad}\n\n{WRONG[name]}", 1), (f"{WRONG[name]}{bad}\n", None)):
        line = line or WRONG[name].count("\n") + 1
        document, found = verdicts(whole, name)
        by_verdict = {one.verdict: one for one in found}
        assert set(by_verdict) == {Verdict.UNCHECKED, Verdict.CONTRADICTED}
        assert len(found) == 2
        unchecked = by_verdict[Verdict.UNCHECKED]
        assert message in unchecked.reason
        assert "\n" not in unchecked.reason
        assert unchecked.claim.line - line == ("\n@" in text)
        assert exit_status(found) == 2
        assert checking.patches([(document, found)]).count("\n+") == 2  # the head, and 0.5


UNCLEAR = [
    ("r.md", "0.6\n5<!-- exactdice: EP(5) -->", 2, "cut by a line break"),
    ("r.md", "x5<!-- exactdice: EP(5) -->", 1, "not clear"),
    ("r.md", "1,2,3<!-- exactdice: EP(5) -->", 1, "not clear"),
    ("r.tex", "$x^{2}$ % exactdice: 2", 1, "not clear"),
    ("r.tex", "\n\\exactly{1/2}{\\textcolor{red}{0.5}}", 2, "must look like"),
    (
        "r.md",
        '---\nexactdice:\n  decimal: "."\n---\n1,500<!-- exactdice: 5/2 -->',
        5,
        "write 1500 or 1.500",
    ),
]


@pytest.mark.parametrize(("name", "text", "line", "message"), UNCLEAR)
def test_an_unclear_number_is_one_unchecked_claim_and_no_other_is_lost(
    verdicts, name, text, line, message
):
    other = {"r.md": "\n\n0.5<!-- exactdice: 1/2 -->", "r.tex": "\n\n0.5 % exactdice: 1/2"}[name]
    document, (found, clear) = verdicts(text + other, name)
    is_found = not re.search("not clear|line break", message)
    verdict = Verdict.UNREADABLE if is_found else Verdict.UNCHECKED
    assert (found.verdict, found.value, clear.verdict) == (verdict, None, Verdict.EXACT)
    assert message in found.reason
    assert "\n" not in found.reason
    assert (found.claim.line, exit_status([found, clear])) == (line, 2)
    assert checking.patches([(document, [found, clear])]) == ""


UNREADABLE = ["(0.5)", "5E-", ".37.5", "x", "0.3 or 0.4", "1.2.3"]


@pytest.mark.parametrize("cell", UNREADABLE)
@pytest.mark.parametrize(
    "make",
    [
        ("t.md", "<!-- {} -->\n", pipe),
        ("t.tex", "% {}\n", tabular),
        ("t.csv", "# {}\n", lambda r: separated(r, ";")),
    ],
)
def test_a_cell_that_cannot_be_read_is_one_unchecked_claim(verdicts, make, cell):
    name, mark, table = make
    rows = [[*MATRIX[0][:2], cell], ["0.375", "0.5", "-0.199"], MATRIX[2]]
    document, found = verdicts(mark.format(f"exactdice table: {WORDS}") + table(rows), name)
    by_query = {one.claim.query: one for one in found}
    assert len(by_query) == 9
    assert by_query["payoff(1, 3)"].verdict == Verdict.UNREADABLE
    assert "must" in by_query["payoff(1, 3)"].reason
    assert "\n" not in by_query["payoff(1, 3)"].reason
    assert (
        by_query["payoff(2, 2)"].verdict == Verdict.CONTRADICTED
    )  # the others are judged as before
    assert sum(one.verdict in (Verdict.EXACT, Verdict.ROUNDED) for one in found) == 7
    assert exit_status(found) == 2
    line, column = document.source.position(by_query["payoff(1, 3)"].claim.span[0])
    shown_cell = document.source.text.split("\n")[line - 1][column - 1 :]
    assert shown_cell.startswith((cell, f"${cell}", f'"{cell}', cell.replace(".", ",")))


@pytest.mark.parametrize(("name", "text", "line", "message"), BAD)
def test_bad_input_is_one_line_with_file_and_line(write, tmp_path, name, text, line, message):
    file = write(text, name)
    said = complaints(file)[0]
    assert said.startswith(f"{file}:{line}: ")
    assert message in said
    assert "\n" not in said
    assert list(tmp_path.iterdir()) == [file]


def test_an_unknown_query_is_unchecked_and_a_folder_or_an_unmarked_document_refused(
    verdicts, write, tmp_path
):
    _, (found,) = verdicts("0.5<!-- exactdice: EGG(0,0) -->")
    assert (found.verdict, exit_status([found])) == (Verdict.UNCHECKED, 2)
    assert "did you mean EG?" in found.reason
    (tmp_path / "folder.md").mkdir()
    with pytest.raises(ClaimsError, match="cannot be read"):
        read_document(tmp_path / "folder.md")
    plain = write("no marks, 0.5 <!-- a comment -->")
    with pytest.raises(ClaimsError, match="holds no marks"):
        checking.read_documents([plain])
    latin = write(b"caf\xe9", "latin.csv")
    assert checking.read_documents([plain, latin], skip_unmarked=True) == []


@given(
    st.text(alphabet="05,.\n `*$|<!->\\{}%&[]()=:e " + "é", max_size=60),
    st.sampled_from(["r.md", "r.tex", "r.csv"]),
    st.data(),
)
@settings(max_examples=100)
def test_any_text_is_read_or_refused_with_its_line(tmp_path_factory, text, name, data):
    mark = {
        "r.md": "<!-- exactdice: 1/2 -->",
        "r.tex": r"\exactly{1/2}{0.5}",
        "r.csv": "\n# exactdice table: P(d,k) d=1..2 k=1..2\n",
    }[name]
    at = data.draw(st.integers(0, len(text)))
    file = tmp_path_factory.getbasetemp() / name
    file.write_text(text[:at] + mark + text[at:], newline="")
    said, document = read_or_refused(file)
    assert document or said.startswith(f"{file}:")
    for claim in document.claims if document else ():
        written = " ".join(document.source.text[slice(*claim.span)].split())
        assert written.startswith(claim.printed.text.removesuffix("...").strip())
        assert claim.defect or written == claim.printed.text


# --- what verify says -----------------------------------------------------------------------------


def test_irrational_values_are_enclosed_until_the_verdict_is_clear(verdicts):
    # 1/4 + 1/ln(6/5) to 400 decimals by another way: the series of the inverse hyperbolic tangent,
    # ln(6/5) = 2 artanh(1/11)
    series = sum(Fraction(2, (2 * k + 1) * 11 ** (2 * k + 1)) for k in range(220))
    text = decimal_text(Fraction(1, 4) + 1 / series, 400)
    mark = "<!-- exactdice: best_dice_real() -->"
    _, found = verdicts(f"{text}{mark}\n\n5.735{mark}\n\n5.736{mark}")
    assert [f.verdict for f in found] == [Verdict.ROUNDED, Verdict.ROUNDED, Verdict.OFF_BY_ONE]


def test_the_rounding_modes_that_fit_a_whole_document(verdicts):
    document, found = verdicts(
        "0.12<!-- exactdice: 1/8 --> 0.38<!-- exactdice: 3/8 --> 0.3<!-- exactdice: 1/3 -->"
    )
    assert rounding_modes(found) == (3, ("half-even",))
    assert "rounding modes that fit all rounded numbers (3): half-even" in [
        line for line, _ in text_lines(document, found)
    ]
    _, found = verdicts(
        "0.12<!-- exactdice: 1/8 --> 0.67<!-- exactdice: 2/3 --> 0.13<!-- exactdice: 1/8 -->"
    )
    assert rounding_modes(found) == (3, ())


BROKEN = HEAD + (
    "Wins 0,6498<!-- exactdice: win(dice(3), dice(1)) --> or\r\nloses 35,12 %<!-- exactdice: "
    "1 - win(dice(3), dice(1)) -->; 9 games"
)


def test_places_in_every_format(verdicts):
    document, found = verdicts(BROKEN)
    lines = [line for line, _ in text_lines(document, found)]
    assert any(
        f"at {document.path}:2:6: win(dice(3), dice(1)) dice=3 target=2" in line for line in lines
    )
    entries = json.loads(written.as_json([(document, found)]))["documents"][0]["claims"]
    assert [entry["place"] for entry in entries] == [f"{document.path}:2:6", f"{document.path}:3:7"]
    assert entries[0]["hints"] == ["two neighbouring digits are swapped"]
    results = json.loads(written.as_sarif([(document, found)]))["runs"][0]["results"]
    assert results[1]["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 7,
        "endColumn": 14,
    }
    suite = ElementTree.fromstring(written.as_junit([(document, found)]))[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "2")
    assert f"{document.path}:2:6" in suite[0][0].get("message")


def test_a_patch_corrects_and_no_file_is_changed(verdicts):
    document, found = verdicts(BROKEN)
    before = document.path.read_bytes()
    text = checking.patches([(document, found)])
    assert document.path.read_bytes() == before
    assert "-loses 35,12 %" in text
    assert "\\ No newline at end of file" in text
    apply(text)
    corrected = read_document(document.path)
    assert exit_status(checking.findings_in(corrected)) == 0
    assert b"loses 35,11 %" in document.path.read_bytes()
    assert checking.patches([(corrected, checking.findings_in(corrected))]) == ""


MINUS_ZEROS = ["-0.00", "\u22120,0", "$-0.0$", "-$0.00$", "-0 %"]


@pytest.mark.parametrize("printed", MINUS_ZEROS)
@pytest.mark.parametrize(
    ("value", "verdict"),
    [("1/100000", "contradicted"), ("0", "contradicted"), ("0-1/100000", "correctly rounded")],
)
def test_only_a_negative_number_is_rounded_to_minus_zero(verdicts, printed, value, verdict):
    _, found = verdicts(f"is {printed}<!-- exactdice: {value} -->\n")
    assert [finding.verdict for finding in found] == [verdict]
    mended = checking.patches([verdicts(f"is {printed}<!-- exactdice: {value} -->\n")])
    assert (verdict == "contradicted") == ("-is " in mended)


OTHER_ZEROS = [
    # A game is drawn or not, so that no mean is negative; of throws less their mean half are.
    ("-0.000", "draw(dice(1), dice(1)) dice=1 target=30 kind=montecarlo n=10^6", "contradicted"),
    ("0.000", "draw(dice(1), dice(1)) dice=1 target=30 kind=montecarlo n=10^6", "consistent"),
    ("-0.0", "EP(1) kind=montecarlo n=10^6", "contradicted"),
    ("-0.0", "EP(1) - 7/2 kind=montecarlo n=10000", "consistent"),
    # Without decimals it shows no digit of any number.
    ("-0", "1/100000", "contradicted"),
    ("-0", "0", "contradicted"),
    ("-0", "0-1/100000", "contradicted"),
    # Without a minus it is right for what rounds to it.
    ("0.00", "1/1000", "correctly rounded"),
    ("+0.00", "0-1/1000", "correctly rounded"),
    ("0.0", "0", "exact"),
]


@pytest.mark.parametrize(("printed", "query", "verdict"), OTHER_ZEROS)
def test_zeros_of_estimates_and_without_decimals_or_a_minus(verdicts, printed, query, verdict):
    _, found = verdicts(f"is {printed}<!-- exactdice: {query} -->\n")
    assert [finding.verdict for finding in found] == [verdict]


def test_each_number_that_no_claim_covers_is_listed_as_a_whole(write):
    numbers = ["1,234.5", "4.489e-03", "1'234.5", ".5347", "1,234,567", "-.5", "0.5"]
    text = HEAD + "Of 5<!-- exactdice: 5 --> these: " + " or ".join(numbers) + ".\n"
    assert [number.text for number in uncovered(read_document(write(text)))] == numbers


def test_numbers_that_no_claim_covers_are_listed(write):
    file = write(
        HEAD
        + (
            "Of 12 games 0,5<!-- exactdice: 1/2 --> and 3/8, see [a](x/9) <!-- 7 --> "
            "`4`\n\n```\n99\n```\n"
        )
    )
    assert [(u.text, u.place) for u in uncovered(read_document(file))] == [
        ("12", "2:4"),
        ("3/8", "2:44"),
        ("4", "2:74"),
    ]
    file = write(
        (
            "\\documentclass[11pt]{article}\n\\begin{document}\n\\label{a1} 0{,}7 % "
            "5\n\\vspace{3cm}\\exactly{1/2}{0.5} 20\\%\n\\end{document}"
        ),
        "r.tex",
    )
    assert [u.text for u in uncovered(read_document(file))] == ["0{,}7", r"20\%"]
    assert list(uncovered_lines(read_document(file)))[-1].endswith(
        "2 numbers are covered by no claim, 1 are"
    )


# --- estimates ------------------------------------------------------------------------------------

SMALL = st.lists(st.integers(1, 9), min_size=3, max_size=4).map(
    lambda weights: Distribution(dict(enumerate(weights)))
)


def law_of_sum(law, games):
    total = {0: 1}
    for _ in range(games):
        following = {}
        for done, ways in total.items():
            for x, weight in law.items():
                following[done + x] = following.get(done + x, 0) + ways * weight
        total = following
    return {x: Fraction(ways, law.total**games) for x, ways in total.items()}


@given(SMALL, st.integers(2, 12), st.data())
@settings(max_examples=30)
def test_proven_bounds_are_above_the_exact_chances(law, games, data):
    sums = law_of_sum(law, games)
    seen = Fraction(data.draw(st.sampled_from(sorted(sums))), games)
    side = 1 if seen >= law.mean() else -1
    tail = sum(p for total, p in sums.items() if side * Fraction(total, games) >= side * seen)
    assert far(law, games, seen) >= min(1, 2 * tail)
    reach = abs(seen - law.mean())
    closer = sum(
        p for total, p in sums.items() if abs(Fraction(total, games) - law.mean()) <= reach
    )
    assert near(law, games, Interval(seen, seen)) >= closer


@given(
    st.fractions(Fraction(1, 9), Fraction(8, 9), max_denominator=9), st.integers(60, 80), st.data()
)
@settings(max_examples=40)
def test_the_chance_to_be_near_against_exact_binomial_sums(chance, games, data):
    law = Distribution({0: chance.denominator - chance.numerator, 1: chance.numerator})
    count = data.draw(st.integers(0, games))
    reach = abs(Fraction(count, games) - chance)
    exact = sum(
        comb(games, k) * chance**k * (1 - chance) ** (games - k)
        for k in range(games + 1)
        if abs(Fraction(k, games) - chance) <= reach
    )
    assert (
        exact
        <= near(law, games, Interval(*[Fraction(count, games)] * 2))
        <= exact * (1 + Fraction(1, 10**12))
    )


def test_fishers_method_on_two_chances():
    # the product of two independent uniform chances is at most w with chance w (1 - log w)
    assert float(all_near([Fraction(1, 10), Fraction(1, 5)])) == pytest.approx(
        0.02 * (1 - log(0.02)), rel=1e-12
    )


def test_a_rare_mean_is_suspect_until_a_proof_contradicts_it(verdicts):
    # one die has mean 3.5 and variance 35/12: with 1000 games 0.15 is 2.8 standard errors, 0.3 is
    # 5.6
    _, found = verdicts(
        "3.65<!-- exactdice: EP(1) kind=montecarlo n=1000 --> 3.80<!-- exactdice: EP(1) "
        "kind=montecarlo n=1000 -->"
    )
    assert [f.verdict for f in found] == [Verdict.SUSPECT, Verdict.CONTRADICTED]
    assert found[0].estimate.method == NORMAL
    assert found[0].estimate.p < found[0].estimate.bound
    assert (exit_status(found[:1]), exit_status(found[:1], strict=True)) == (0, 1)


def test_several_estimates_too_close_to_be_true(verdicts):
    # six means of 1000 games that all agree with the exact value to three decimals
    queries = [f"win(dice({a}), dice({b})) dice=3 target=2" for a in (1, 2, 3) for b in (1, 2)]
    numbers = [
        decimal_text(evaluate_query(split_query(query)[0], {"dice": 3, "target": 2}), 3)
        for query in queries
    ]
    text = "\n\n".join(
        f"{number}<!-- exactdice: {query} kind=montecarlo n=1000 -->"
        for number, query in zip(numbers, queries, strict=True)
    )
    document, found = verdicts(text)
    assert closeness(found) < Fraction(1, 100)
    assert {f.verdict for f in found} == {Verdict.SUSPECT}
    assert any("too close to be true" in line for line in remarks(document, found))
    _, two = verdicts(text.split("\n\n")[0] + "\n\n" + text.split("\n\n")[0])
    assert closeness(two) is None  # the same number printed twice is one estimate


# --- the LaTeX package, and what ends lines -------------------------------------------------------


RETURNS = {
    "a.md": "---\ntitle: t\n---\n\nIt is 8.64<!-- exactdice: EP(5) -->.\n\n"
    "    4 <!-- exactdice: x -->\n"
    "\n| d | EP |\n|---|---|\n| 1 | 3.5 |\n\n5.83<!-- exactdice: EP(2) -->",
    "a.tex": "8.64 % exactdice: EP(5)\n\n% 5.83 % no\n5.83 % exactdice: EP(2)\n",
    "a.csv": "# exactdice table: EP(d) d=1..2\nd,EP\n1,3.5\n2,5.83\n",
}


@pytest.mark.parametrize("name", RETURNS)
def test_returns_that_stand_alone_end_lines(tmp_path, name):
    """A file says what its text says, whichever of the three line ends of CommonMark it has."""
    found = []
    for end in ("\n", "\r"):
        file = tmp_path / name
        file.write_bytes(RETURNS[name].replace("\n", end).encode())
        try:
            read = read_document(file)
        except ClaimsError as error:
            found.append(str(error))
            continue
        found.append([(c.line, c.query, c.printed, c.defect, c.span) for c in read.claims])
    assert found[0]
    assert found[0] == found[1]


def test_a_patch_of_a_file_with_returns_alone_is_refused(tmp_path):
    """A patch is read by lines that end in a line feed."""
    file = tmp_path / "a.md"
    file.write_bytes(b"a\r\r5.83<!-- exactdice: EP(2) -->\r")
    read = read_document(file)
    with pytest.raises(ClaimsError, match="lines end in a return alone"):
        patch(read, verify(read))
