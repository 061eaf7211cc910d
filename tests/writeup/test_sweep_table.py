"""What `sweep` returns in Python: for pandas, for Arrow, for notebooks."""

from fractions import Fraction

import pyarrow
import pytest

from exactdice import ExactDiceError, sweep, value

GRID = {"dice": range(1, 3), "target": [2, 6], "faces": 6}
FOUND = sweep(["EG(0,0)", "optimal_actions(0,0)"], GRID)


def test_rows_are_what_value_says():
    for dice, target, faces, gain, *_ in FOUND.rows:
        assert faces == 6
        assert Fraction(gain) == value("EG(0,0)", dice=dice, target=target)
    assert [row[:2] for row in FOUND.rows] == [(1, 2), (1, 6), (2, 2), (2, 6)]
    assert len(FOUND) == 4
    assert FOUND.parameters == ("dice", "target", "faces")
    assert FOUND.queries == ("EG(0,0)", "optimal_actions(0,0)")


def test_pandas_has_the_same_with_decimals_as_numbers():
    table = FOUND.to_pandas()
    assert tuple(table.columns) == FOUND.columns
    assert [tuple(row) for row in table[["dice", "target"]].to_numpy()] == [
        row[:2] for row in FOUND.rows
    ]
    rounded = [float(text) for text in FOUND.column("EG(0,0) decimal")]
    assert table["EG(0,0) decimal"].tolist() == rounded
    assert str(table["dice"].dtype) == "int64"


def test_arrow_and_whoever_reads_its_streams():
    assert pyarrow.table(FOUND) == FOUND.to_arrow()
    assert FOUND.to_arrow().column_names == list(FOUND.columns)


def test_errors_are_empty_cells():
    found = sweep("EG(0,0)", {"dice": [0, 1], "target": 2})
    assert found.column("EG(0,0)") == (None, "13/18")
    assert found.to_pandas()["EG(0,0) decimal"].isna().tolist() == [True, False]
    assert found.column("error")[0].startswith("dice must be")


def test_labels_of_every_kind():
    found = sweep(
        "gain(a, optimal)", {"a": ["blind", "dice(1)"], "weights": (1, 2), "target": "2..3"}
    )
    assert found.column("a") == ("blind", "blind", "dice(1)", "dice(1)")
    assert found.column("weights") == ("1,2",) * 4
    halves = sweep("x + 1", {"x": [Fraction(1, 2), "1/3", 2]})
    assert halves.column("x + 1") == ("3/2", "4/3", "3")


WRONG = {
    "no grid": (("EP(d)", [1]), "the grid must be given as"),
    "no text": ((7, {"d": range(3)}), "the queries of a sweep must be a text or a list of texts"),
    "empty": (("EP(d)", {"d": []}), "d must have at least one value"),
    "float": (("EP(d)", {"d": [1.5]}), "d must be an int, a Fraction"),
    "backwards": (("EP(d)", {"d": range(3, 1)}), "d must be a range that goes up"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_sweep(name):
    given, said = WRONG[name]
    with pytest.raises(ExactDiceError, match=said):
        sweep(*given)


def test_a_column_that_is_not_there():
    with pytest.raises(ExactDiceError, match=r"no column 'dise' \(did you mean dice\?\)"):
        FOUND.column("dise")
