"""Pictures of games on graphs."""

import pytest
from oracles import CHAPTER_ORDER
from texts_of_pictures import texts_in

from exactdice.games.on_graphs.rules import Chomp
from exactdice.solvers.arenas.arena import arena, explored_arena


@pytest.fixture(scope="module")
def chapter_arena():
    pytest.importorskip("networkx")
    bars = explored_arena(Chomp(2, 3).options, CHAPTER_ORDER[0]).as_mapping()
    number = {bar: k for k, bar in enumerate(CHAPTER_ORDER)}
    below = {number[bar]: sorted(number[s] for s in bars[bar]) for bar in CHAPTER_ORDER}
    return arena(below, 0)


def test_pictures_of_an_arena(chapter_arena, tmp_path):
    from exactdice.writeup.pictures.by_query import draw_arena, draw_doubled
    from exactdice.writeup.pictures.figure import DEFAULT, put_title, save_figure

    for draw in (draw_arena, draw_doubled):
        path = tmp_path / f"{draw.__name__}.svg"
        figure = draw(chapter_arena, DEFAULT)
        put_title(figure, "Chomp (2,3)")
        save_figure(figure, path)
        assert set("012345678") | {"Chomp (2,3)"} <= texts_in(path)
    assert {"MAX to move", "MIN to move"} <= texts_in(tmp_path / "draw_doubled.svg")


def test_edges_keep_clear_of_other_vertices(chapter_arena):
    from exactdice.writeup.pictures.by_query import CLEAR, _curve, _lay_out

    layout = _lay_out(chapter_arena)
    for edge, bend in layout.bends.items():
        others = [place for vertex, place in layout.places.items() if vertex not in edge]
        assert all(abs(a - b) >= CLEAR for a in _curve(edge, layout.places, bend) for b in others)
