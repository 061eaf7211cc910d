"""A picture is chosen by the parsed query: its spelling decides nothing."""

from pathlib import Path

import pytest

from exactdice.writeup.pictures import by_query

SPELLINGS = (" {}", "({})", "\t( {} ) ")


def spellings(query):
    """The query as it is, and in each other spelling."""
    return [query, *(spelling.format(query) for spelling in SPELLINGS)]


@pytest.mark.parametrize("query", ["kernel(chomp(2,2))", "winning_moves(nim(2,1))"])
def test_a_picture_of_its_own_is_chosen_by_the_parsed_query(drawn, query):
    for text in spellings(query):
        by_query.draw_over([text], {}, {}, Path("x.png"), "")
    shown = [[child.get_text() for axes in figure.axes for child in axes.texts] for figure in drawn]
    assert len(shown) == 1 + len(SPELLINGS)
    assert all(texts == shown[0] != [] for texts in shown)
