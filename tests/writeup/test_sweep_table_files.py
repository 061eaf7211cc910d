"""Files of sweeps, read by others and by us: they have what was found, and nothing else."""

import csv
import io
import sqlite3
import sys
from contextlib import closing
from fractions import Fraction

import pyarrow.parquet
import pytest

from exactdice import sweep
from exactdice.exact.errors import ExactDiceError
from exactdice.writeup.sweep_table import SweepTable, as_bytes, check_output, read_sweep

FOUND = sweep(["P(d,k)", "optimal_actions(0,0)", "payoff_distribution(optimal, blind)"], {
    "d": range(3), "k": [1, 7], "target": [2], "faces": 6,
}, digits=4)  # fmt: skip
NUMBERS = ["d", "k", "target", "faces"]
EXACT = ["P(d,k)", "optimal_actions(0,0)", "payoff_distribution(optimal, blind)"]


def test_csv_is_read_by_the_module(tmp_path):
    text = as_bytes(FOUND, tmp_path / "a.csv").decode()
    assert "\r" not in text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert tuple(rows[0]) == FOUND.columns
    for name in FOUND.columns:
        expected = ["" if entry is None else str(entry) for entry in FOUND.column(name)]
        assert [row[name] for row in rows] == expected


def test_sqlite_is_read_by_the_module(tmp_path):
    path = tmp_path / "a.sqlite"
    path.write_bytes(as_bytes(FOUND, path))
    with closing(sqlite3.connect(path)) as base:
        base.row_factory = sqlite3.Row
        rows = base.execute("SELECT * FROM sweep ORDER BY rowid").fetchall()
        (great,) = base.execute(
            'SELECT count(*) FROM sweep WHERE "P(d,k) decimal" > 0.1'
        ).fetchone()
    assert tuple(rows[0].keys()) == FOUND.columns
    for name in (*NUMBERS, *EXACT, "error"):
        assert tuple(row[name] for row in rows) == FOUND.column(name)
    assert great == sum(Fraction(text) > Fraction(1, 10) for text in FOUND.column("P(d,k)") if text)


def test_parquet_is_read_by_pyarrow(tmp_path):
    path = tmp_path / "a.parquet"
    path.write_bytes(as_bytes(FOUND, path))
    table = pyarrow.parquet.read_table(path)
    assert tuple(table.column_names) == FOUND.columns
    for name in (*NUMBERS, *EXACT, "error", "seconds"):
        assert tuple(table[name].to_pylist()) == FOUND.column(name)
    kinds = [str(table.schema.field(f"{name} decimal").type) for name in EXACT]
    assert kinds == ["double", "string", "string"]
    assert {str(table.schema.field(name).type) for name in NUMBERS} == {"int64"}
    # Of 4 decimals the nearest float.
    for text, rounded in zip(table["P(d,k)"], table["P(d,k) decimal"], strict=True):
        if text.is_valid:
            assert rounded.as_py() == float(round(Fraction(text.as_py()), 4))


def test_exact_values_of_any_length_are_kept(tmp_path):
    long = "7" * 200_000
    found = SweepTable(("n", "x", "x decimal", "error"), ((1, long, long, None),))
    for ending in ("csv", "sqlite"):
        path = tmp_path / f"a.{ending}"
        path.write_bytes(as_bytes(found, path))
        assert read_sweep(path).column("x") == (long,)


BAD_FILES = {
    "empty.csv": (b"", "it is no CSV file"),
    "short.csv": (b"d,x,x decimal\n1,2\n", "row 1 must have 3 cells, got 2"),
    "other.csv": (b"a,b\n1,2\n", "it is no file of a sweep"),
    "quote.csv": (b'a,b\n"1', "it is no CSV file"),
    "other.sqlite": (b"no data base at all", "it is no data base with a table sweep"),
    "empty.sqlite": (b"", "it is no data base with a table sweep"),
    "other.parquet": (b"PAR1 or not", "it is no Parquet file"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_other_files_are_refused_in_one_line(tmp_path, name):
    content, said = BAD_FILES[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ExactDiceError, match=said) as error:
        read_sweep(tmp_path / name)
    assert "\n" not in str(error.value)


def test_a_view_is_no_sweep(tmp_path):
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE VIEW sweep AS SELECT 1 AS d, 2 AS x, 3 AS 'x decimal'")
    with pytest.raises(ExactDiceError, match="it is no data base with a table sweep"):
        read_sweep(path)


def test_a_file_must_end_as_one_of_the_three(tmp_path):
    for name in ("gains", "gains.txt", "gains.db", ".csv", "-"):
        with pytest.raises(ExactDiceError, match=r"must end in \.parquet, \.sqlite or \.csv"):
            check_output(tmp_path / name, ("d",))


def test_names_that_sqlite_takes_for_one_are_refused_at_the_door(tmp_path):
    with pytest.raises(
        ExactDiceError, match="cannot be written as SQLite: duplicate column name: D"
    ):
        check_output(tmp_path / "a.sqlite", ("d", "D"))
    check_output(tmp_path / "a.csv", ("d", "D"))


def test_without_pyarrow_one_line_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExactDiceError, match=r"pip install 'exactdice\[store\]'"):
        check_output(tmp_path / "a.parquet", ("d",))
    check_output(tmp_path / "a.csv", ("d",))
