"""A picture is chosen by the parsed query: its spelling decides nothing."""

from pathlib import Path

import pytest

from exactdice.closed_forms.states import race_states
from exactdice.pictures import by_query, curves
from exactdice.queries.evaluate import parse_option

SPELLINGS = (" {}", "({})", "\t( {} ) ")


def spellings(query):
    """The query as it is, and in each other spelling."""
    return [query, *(spelling.format(query) for spelling in SPELLINGS)]


def heights(figure):
    return [list(line.get_ydata()) for line in figure.axes[0].get_lines()]


@pytest.mark.parametrize("query", ["OPT(0,0)", "OPT_all(0,0)"])
def test_a_picture_of_pieces_is_chosen_by_the_parsed_query(drawn, query):
    options = {"weights": parse_option("p,1-p"), "dice": 2, "target": 3}
    for text in spellings(query):
        curves.draw_pieces(race_states(text, {}, options), Path("x.png"), "")
    first, *others = map(heights, drawn)
    assert len(others) == len(SPELLINGS)
    assert all(other == first for other in others)
    dice = {y for line in heights(drawn[0]) for y in line if len(line) > 2}
    assert dice <= {0, 1, 2}


OWN_PICTURES = [
    "kernel(chomp(2,2))",
    "grundy(nim(2,1))",
    "winning_moves(nim(2,1))",
    "kernel_steps(chomp(2,2))",
]


@pytest.mark.parametrize("query", OWN_PICTURES)
def test_a_picture_of_its_own_is_chosen_by_the_parsed_query(drawn, query):
    for text in spellings(query):
        by_query.draw_query(text, {}, Path("x.png"), "")
    shown = [[child.get_text() for axes in figure.axes for child in axes.texts] for figure in drawn]
    assert len(shown) == 1 + len(SPELLINGS)
    assert all(texts == shown[0] != [] for texts in shown)
