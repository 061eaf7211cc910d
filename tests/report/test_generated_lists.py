"""Lists of values for other programmes: one answer for each line, whatever is wrong with others."""

from pathlib import Path

import pytest

from exactdice.exact.errors import ExactDiceError, PlacedError
from exactdice.report.generated import answers

LIST = "EP(1) dec:2\nP(1,1)\nEP(\n  first(optimal_actions(0,0,0)) game=pig target=5\n"


@pytest.mark.parametrize(
    ("form", "lines"),
    [
        ("text", ["3.50", "1/6", "??", "roll"]),
        ("latex", ["3.50", r"\frac{1}{6}", "??", r"\mbox{roll}"]),
        (
            "tsv",
            [
                "text\t3.50",
                "math\t\\frac{1}{6}",
                "error\tquery 'EP(', column 4: the query ends too early",
                "text\troll",
            ],
        ),
    ],
)
def test_each_line_has_its_answer(form, lines):
    found, errors = answers(LIST, Path("a list"), form)
    assert found == lines
    assert list(map(str, errors)) == ["a list:3: query 'EP(', column 4: the query ends too early"]


def test_a_table_is_rows_of_pairs():
    found, errors = answers("table: P(d,1) d=1..2 percent:1\nEP(1)", Path("a list"), "tsv")
    assert errors == []
    assert found == [
        "table\t3",
        "math\td\tmath\tP(d, 1)",
        "text\t1\ttext\t16.7\u00a0%",
        "text\t2\ttext\t30.6\u00a0%",  # 11 of 36 throws of two dice show a 1
        "math\t\\frac{7}{2}",
    ]


def test_a_symbol_of_the_document_has_its_domain_or_its_rows_in_a_line():
    # A coin shows 1 with chance p, else 2: the mean is 2 - p.
    text = "document: faces=2 weights=p,1-p\nEP(1) p=0..1\ntable: EP(1) p=1/3,1/2"
    found, errors = answers(text, Path("a list"), "tsv")
    assert errors == []
    assert (found[0], found[-2:]) == (
        "math\t2 - p",
        ["math\t1/3\tmath\t\\frac{5}{3}", "math\t1/2\tmath\t\\frac{3}{2}"],
    )


def test_a_table_is_no_line_of_text():
    found, errors = answers("table: P(d,1) d=1..2", Path("a list"))
    assert found == ["??"]
    assert "a list:1: a table needs --format tsv" in str(errors[0])


def test_common_words_hold_for_every_line():
    text = 'document: decimal="," faces=4\nEP(1) dec:1\nEP(1) dec:1 decimal=.\nEP('
    found, errors = answers(text, Path("a list"))
    assert found == ["2,5", "2.5", "??"]
    assert str(errors[0]).startswith("a list:4: ")
    with pytest.raises(PlacedError, match="a list:1: faces is given twice"):
        answers("document: faces=4 faces=5\nEP(1)", Path("a list"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("targt=20", r"the document has the unknown option targt \(did you mean target\?\)"),
        ("game=./mine.py:Mine", "unknown game ./mine.py:Mine"),
    ],
)
def test_a_document_that_says_what_nothing_takes_is_refused(words, said):
    with pytest.raises(PlacedError, match=f"a list:1: .*{said}"):
        answers(f"document: {words}\nEP(1)", Path("a list"))


@pytest.mark.parametrize(
    "odd", ["", "#", " ", "\x0c", "\u2028", "\x85", "\r", "\x1e", "document:", "\t"]
)
def test_every_line_has_its_answer_whatever_stands_in_it(odd):
    found, _ = answers(f"EP(1)\n{odd}\n{odd}EP(2){odd}x\nP(1,1)\n", Path("a list"), "tsv")
    assert len(found) == 4
    assert [found[0], found[3]] == ["math\t\\frac{7}{2}", "math\t\\frac{1}{6}"]
    assert found[1].startswith("error\t")


def test_an_unknown_format_is_refused():
    with pytest.raises(ExactDiceError, match="text, latex, tsv"):
        answers("EP(1)", Path("a list"), "xml")
