"""Pictures of what queries answer about games on graphs."""

import pytest
from command_line import run
from texts_of_pictures import texts_in

from exactdice.exact.errors import ExactDiceError, QueryError


def test_pictures_of_queries(tmp_path):
    pytest.importorskip("networkx")
    from exactdice.writeup.pictures.by_query import PICTURES, draw_over

    for name in PICTURES:
        draw_over([f"{name}(nim(1,2))"], {}, {}, tmp_path / "a.png", name)
        assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(QueryError, match="without a range"):
        draw_over(["1 + 1"], {}, {}, tmp_path / "b.png", "")
    with pytest.raises(ExactDiceError, match="more than 150 positions can be reached"):
        draw_over(["kernel(nim(9,9,9))"], {}, {}, tmp_path / "b.png", "")


def test_a_table_of_values_as_a_coloured_grid(tmp_path):
    done = run("plot", "grundy(wythoff(i,j))", "i=0..9", "j=0..9", "-o", tmp_path / "w.svg")
    assert done.returncode == 0
    assert {"0", "13", "grundy(wythoff(i,j))"} <= texts_in(tmp_path / "w.svg")
