"""Maps of statements, choices and sets of actions: each is as it was when someone looked at it."""

import pytest
from drawn_pictures import NAMED, check

from exactdice import plot


@pytest.mark.parametrize("name", NAMED)
def test_a_map_is_as_it_was_looked_at(name):
    check(NAMED[name](), name)


def test_a_map_of_actions_has_a_legend_of_them():
    """Few points from the target one die is best, far from it two, and between them both may be."""
    words = {"dice": 2, "target": 10, "i": range(10), "j": range(10)}
    (legend,) = plot("OPT_all(i,j)", **words).legends
    texts = [text.get_text() for text in legend.get_texts()]
    assert {"{1}", "{2}"} <= set(texts) <= {"{1}", "{2}", "{1, 2}"}
