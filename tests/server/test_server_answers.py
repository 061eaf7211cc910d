"""What is answered to a query: what the library says, as a page needs it."""

import sys
import tempfile
from fractions import Fraction
from itertools import product

import pytest

import exactdice.cli.server as module
from exactdice.cli.server import EXAMPLES, Question, answer, closed_form
from exactdice.exact.errors import ExactDiceError


def scored(throw):
    """A throw scores the sum, or 1 where a 1 shows."""
    return 1 if 1 in throw else sum(throw)


def mean(dice):
    throws = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(map(scored, throws)), len(throws))


def test_a_number_comes_exact_rounded_and_in_latex():
    found = answer(Question("EP(3)", digits=3))
    exact = mean(3)
    assert found["kind"] == "value"
    assert Fraction(found["exact"]) == Fraction(found["number"]) == exact
    assert found["decimal"] == f"{float(exact):.3f}"
    assert found["latex"] == rf"\frac{{{exact.numerator}}}{{{exact.denominator}}}"
    assert found["command"] == "exactdice value 'EP(3)'"


def test_a_statement_comes_with_its_reason():
    found = answer(Question("all(d, 1..8, EP(d) < EP(d + 1))"))
    assert (found["exact"], found["number"]) == ("false", None)
    assert found["because"].startswith("at d = 6: ")


def test_a_range_makes_a_table_and_a_picture():
    found = answer(Question("EP(d)", "d=1..4"))
    assert found["kind"] == "table"
    assert found["heading"] == ["d", "EP(d)"]
    assert [(label, Fraction(cell)) for label, (cell,) in found["rows"]] == [
        (str(dice), mean(dice)) for dice in range(1, 5)
    ]
    assert r"\begin{tabular}" in found["latex_table"]
    assert "<svg" in found["picture"]


def test_rows_that_are_left_out_are_counted(monkeypatch):
    monkeypatch.setattr(module, "MOST_CELLS", 10)
    found = answer(Question("EP(d)", "d=1..8"))
    assert (len(found["rows"]), found["left_out"]) == (5, 3)
    assert "latex_table" not in found


def test_a_closed_form_says_whether_it_is_proved():
    found = closed_form(Question("EP(d)"))
    assert found["kind"] == "formula"
    assert found["label"].startswith("proved")
    assert r"\frac{5}{6}" in found["latex"].replace(r"\left(", "").replace(r"\right)", "")


@pytest.mark.parametrize("asked", [answer, closed_form])
@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        (Question(""), "write a query, such as EP(5)"),
        (Question("Pq(1)"), "unknown quantity Pq"),
        (Question("EP(1)", "d='1"), "the options cannot be read: No closing quotation"),
        (Question("(" * 20_000), "at most 2000 characters, got 20000"),
        (Question("EG(0,0)", "game=./mine.py:Game"), "this site runs no code of files"),
        (Question("EG(0,0)", "dice=10 target=100000"), ""),
        (Question("gain(by_table('/etc/passwd'), optimal)", "dice=1 target=2"), ""),
    ],
)
def test_what_is_refused_is_refused_in_one_line(asked, question, complaint):
    with pytest.raises(ExactDiceError) as refused:
        asked(question)
    assert complaint in str(refused.value)
    assert "root:" not in str(refused.value)


def test_no_folder_is_made_that_a_worker_which_is_ended_would_leave(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    assert answer(Question("EP(5)"))["exact"] == "67151/7776"


# --- pictures -------------------------------------------------------------------------------------


def test_a_law_comes_as_a_table_with_its_picture():
    found = answer(Question("2d6"))
    counts = [[str(total), 6 - abs(7 - total)] for total in range(2, 13)]
    assert found["heading"] == ["outcome", "probability"]
    assert [[label, Fraction(cell)] for label, (cell,) in found["rows"]] == [
        [label, Fraction(count, 36)] for label, count in counts
    ]
    assert found["picture"].lstrip().startswith("<?xml")
    assert "<svg" in found["picture"]


def test_a_quantity_with_a_picture_of_its_own_is_drawn():
    found = answer(Question("kernel(chomp(2,2))"))
    assert "<svg" in found["picture"]
    assert found["number"] is None


def test_a_picture_that_cannot_be_drawn_costs_no_table():
    found = answer(Question("EP(d); best_dice(d)", "d=1..3"))
    assert len(found["rows"]) == 3
    assert ("picture" in found) != ("no_picture" in found)


@pytest.mark.parametrize(("query", "options"), EXAMPLES)
def test_the_examples_of_the_page_are_answered(query, options):
    assert "picture" in answer(Question(query, options)) or query.startswith("E")


@pytest.mark.parametrize(
    ("missing", "query", "options"),
    [
        ("matplotlib", "2d6", ""),
        ("matplotlib", "EP(d)", "d=1..4"),
        ("matplotlib.figure", "P(d, k)", "d=1..3 k=1..3"),
    ],
)
def test_without_matplotlib_all_but_the_picture_is_answered(monkeypatch, missing, query, options):
    with_picture = answer(Question(query, options))
    monkeypatch.setitem(sys.modules, missing, None)
    without = answer(Question(query, options))
    assert without.pop("no_picture") == (
        "a picture needs the package matplotlib: pip install 'exactdice[plot]'"
    )
    del with_picture["picture"], with_picture["picture_about"]
    assert without == with_picture
