"""What is drawn of an answer, and what is said where nothing can be."""

import sys
from fractions import Fraction

import pytest

from exactdice.server.answers import Question, answer
from exactdice.server.site_page import EXAMPLES


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


@pytest.mark.parametrize("missing", ["matplotlib", "matplotlib.figure"])
@pytest.mark.parametrize(
    ("query", "options"),
    [("2d6", ""), ("2d6; 3d6", ""), ("EP(d)", "d=1..4"), ("P(d, k)", "d=1..3 k=1..3")],
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
