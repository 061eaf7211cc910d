"""Sentences of documents that are claimed as statements: which sentence it is, and its verdict."""

from pathlib import Path

import pytest

from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import document_from
from exactdice.report.documents.marked_numbers import find_sentence
from exactdice.report.documents.uncovered import uncovered
from exactdice.report.documents.verification import patches
from exactdice.report.pages.findings_writers import as_text
from exactdice.report.printed.source import Source

TRUE, FALSE = "EP(2) > EP(1)", "EP(2) < EP(1)"
MARK = f"<!-- exactdice claim: {TRUE} -->"


def read(text, name="a.md"):
    return document_from(Source(Path(name), text))


def claimed(text, name="a.md"):
    """The sentences that are claimed, with their verdicts."""
    return [(one.claim.printed.text, one.verdict) for one in verify(read(text, name))]


SENTENCES = [
    ("Two are better.", "Two are better."),
    ("One (1.5 of it). Two are better!", "Two are better!"),
    ("A line.\n\nTwo are\nbetter", "Two are\nbetter"),
    ("> Two are better", "Two are better"),
    ("| one | Two are better", "Two are better"),
    ("Old.<!-- exactdice claim: EP(1) > 1 --> Two are better", "Two are better"),
    ("It is 3.5, so two are better:", "It is 3.5, so two are better:"),
    ("It is 3.5.<!-- exactdice: EP(1) -->", "It is 3.5."),
    ("# Report\nTwo are better", "Two are better"),
    ("Report\n======\nTwo are better", "Two are better"),
    ("One is good\n\n---\r\nTwo are\r\nbetter", "Two are\r\nbetter"),
    ("---\ntitle: Dice\n---\nTwo are better", "Two are better"),
    ("---\r\ntitle: Dice.\r\n---\r\nTwo are\r\nbetter.", "Two are\r\nbetter."),
    (
        "One. Dr. No says, i.e. 3.5 of it, two are better.",
        "Dr. No says, i.e. 3.5 of it, two are better.",
    ),
    ('He said "no." Two are better', "Two are better"),
]


@pytest.mark.parametrize(("before", "sentence"), SENTENCES)
def test_the_sentence_before_a_mark(before, sentence):
    source = Source(Path("a.md"), f"{before} {MARK}")
    place = find_sentence(source, source.text.rindex("<!--"))
    assert source.text[slice(*place)] == sentence


@pytest.mark.parametrize(
    "before",
    [
        "",
        "\n\n",
        "- ",
        "<!-- a comment -->",
        "A paragraph before it.\n\n",
        "---\ntitle: Dice\n---\n",
    ],
)
def test_where_no_sentence_stands_the_mark_is_bad(before):
    (found,) = verify(read(before + MARK))
    assert found.verdict == Verdict.UNCHECKED
    assert "expected a sentence" in found.reason


def test_sentences_in_latex_may_hold_numbers_with_marks_of_their_own():
    text = (
        "\\begin{document}\n"
        f"\\exactclaim{{{TRUE}}}{{Two are better: \\exactly{{EP(1)}}{{3.50}} points.}}\n"
        f"One is better. % exactdice claim: {FALSE}\n"
        "\\end{document}\n"
    )
    assert [verdict for _, verdict in claimed(text, "a.tex")] == [
        Verdict.TRUE,
        Verdict.EXACT,
        Verdict.FALSE,
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (r"\exactclaim{EP(1) > 1}", "expected {the sentence} in"),
        (r"\exactclaim{EP(1) > 1}{never closed", "unclosed mark"),
        (r"\exactclaim{EP(1)}{So it is.}", "must be a comparison"),
        (r"\Exactclaim{EP(1) > 1}{So it is.}", "that is no mark must be defined"),
    ],
)
def test_a_bad_command_is_one_unchecked_claim(text, message):
    found = verify(read(f"\\begin{{document}}\n{text}\n\n\\end{{document}}", "a.tex"))
    assert [one.verdict for one in found] == [Verdict.UNCHECKED]
    assert message in found[0].reason


def test_a_csv_file_has_no_sentences():
    (found,) = verify(read(f"# exactdice claim: {TRUE}\n1,2\n", "a.csv"))
    assert found.verdict == Verdict.UNCHECKED


def test_a_number_in_a_sentence_is_covered_when_its_statement_names_it():
    document = read(f"Up to 6 dice of 10 it grows. {MARK.replace(TRUE, 'EP(6) > EP(5)')}\n")
    assert [found.text for found in uncovered(document)] == ["10"]


def test_a_number_and_its_sentence_may_both_have_marks():
    text = f"It is 3.50<!-- exactdice: EP(1) -->, so two are better. {MARK}"
    assert [verdict for _, verdict in claimed(text)] == [Verdict.EXACT, Verdict.TRUE]


def test_options_of_a_statement_stand_behind_it():
    text = "It is 2. <!-- exactdice claim: EP(1) == 2 faces=3 id=two -->"
    (found,) = verify(read(text))
    assert (found.claim.name, found.verdict) == ("two", Verdict.TRUE)


def test_no_patch_touches_a_sentence():
    document = read(f"One is 3 times better. <!-- exactdice claim: {FALSE} -->\n")
    assert patches([(document, verify(document))]) == ""


def test_kinds_of_marks():
    text = (
        "about 9 <!-- exactdice: EP(5) kind=about -->\n\n"
        "about 10 <!-- exactdice: EP(5) kind=about tolerance=20% -->\n\n"
        "at least 9 <!-- exactdice: EP(5) kind=at-least -->\n"
    )
    # EP(5) = 67151/7776 = 8.6356...
    assert [one.verdict for one in verify(read(text))] == [
        Verdict.WITHIN,
        Verdict.WITHIN,
        Verdict.CONTRADICTED,
    ]


def test_annotations_for_github_escape_what_would_end_them():
    source = Source(Path("a,b:c%.md"), "50 %<!-- exactdice: 1/3 -->\n")
    document = document_from(source)
    wrong, notice = as_text([(document, verify(document))], "github").splitlines()
    assert wrong.startswith("::error file=a%2Cb%3Ac%25.md,line=1,col=1,endColumn=5,title=contra")
    assert "50 %25 for 1/3" in wrong
    assert notice.endswith("::1 claims: 1 contradicted")


def test_one_sentence_may_have_several_statements():
    text = (
        f"Two are better. {MARK} <!-- exactdice claim: EP(3) > EP(2) -->\n\n3<!-- exactdice: 3 -->"
    )
    found = verify(read(f"{text} {MARK}"))
    assert [one.verdict for one in found] == [
        Verdict.TRUE,
        Verdict.TRUE,
        Verdict.EXACT,
        Verdict.TRUE,
    ]


@pytest.mark.parametrize("printed", ["1 in 25", "$1$ in $25$", "one in 25"])
def test_no_patch_touches_one_chance_in_so_many(printed):
    document = read(f"It is {printed}<!-- exactdice: 1/20 -->\n")
    found = verify(document)
    assert [one.verdict for one in found] == [Verdict.CONTRADICTED]
    assert patches([(document, found)]) == ""
