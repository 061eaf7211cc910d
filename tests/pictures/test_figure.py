"""Pictures of arenas, trees, pieces and surfaces: each is as it was when someone looked at it."""

import pytest
from drawn_pictures import GRAPHS, check

from exactdice import Look, plot
from exactdice.errors import ExactDiceError


@pytest.mark.parametrize("name", GRAPHS)
def test_it_is_as_it_was_looked_at(name):
    check(GRAPHS[name](), name)


@pytest.mark.parametrize("query", ["kernel(nim(1,2))", "connect_four_search(1)"])
def test_pictures_with_a_size_of_their_own_take_no_other(query):
    with pytest.raises(ExactDiceError, match="leave --size out"):
        plot(query, look=Look(size="5x4"))


def test_the_size_that_is_asked_for_is_that_of_the_file():
    figure = plot("EP(d)", d=range(1, 4), title="long " * 30, look=Look(size="10x12.7cm"))
    assert list(figure.get_size_inches() * 2.54) == pytest.approx([10, 12.7])
    # Without, the picture grows with its title.
    short, long = (plot("EP(d)", d=range(1, 4), title="long " * k) for k in (1, 30))
    assert short.get_figheight() < long.get_figheight()
