"""The files of sweeps: Parquet, SQLite and CSV, written and read."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from ...exact.errors import ExactDiceError
from ...exact.files import MOST_PROOF_BYTES, check_writable, decoded, named, read_bytes
from .table import WHOLE_TEXT, Entry, SweepTable, arrow_or_refuse

PARQUET, SQLITE, CSV = ENDINGS = (".parquet", ".sqlite", ".csv")
TABLE = "sweep"  # of a data base
SQL_TYPES: dict[type, str] = {int: "INTEGER", float: "REAL", str: "TEXT"}
SQLITE_BYTES = b"SQLite format 3\0"  # at the beginning of a data base


def is_sweep_file(text: str) -> bool:
    """Whether the text names the file of a sweep, which no query does.

    >>> is_sweep_file("gains.parquet"), is_sweep_file("EG(0,0)")
    (True, False)
    """
    return text.endswith(ENDINGS)


def check_output(path: Path, columns: Sequence[str]) -> None:
    """Raise `ExactDiceError` when no sweep with these columns can be written there, before long
    work is begun.
    """
    as_bytes(SweepTable(tuple(columns), ()), path)  # which says what is not to be written
    check_writable(path)


def as_bytes(sweep: SweepTable, path: Path) -> bytes:
    """What the file of this name holds."""
    write, _ = KINDS[_kind(path)]
    return write(sweep)


def read_sweep(path: Path, most: int = MOST_PROOF_BYTES) -> SweepTable:
    """The sweep in the file; `ExactDiceError` where there is none, or it has more bytes."""
    _, read = KINDS[_kind(path)]
    found = read(path, read_bytes(path, most))
    if not found.queries or not found.parameters:
        raise ExactDiceError(
            f"{named(path)}: it is no file of a sweep: it must have columns of parameters, of "
            "values, and beside each of these one of its decimals"
        )
    return found


def _kind(path: Path) -> str:
    if path.suffix not in ENDINGS:
        raise ExactDiceError(
            f"{named(path)}: the file of a sweep must end in .parquet, .sqlite or .csv: name "
            f"it so, as in -o {named(path.stem or 'gains')}{PARQUET}"
        )
    return path.suffix


# --- CSV ----------------------------------------------------------------------------------------


def _as_csv(sweep: SweepTable) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(sweep.columns)
    writer.writerows(sweep.rows)
    return text.getvalue().encode()


def _read_csv(path: Path, data: bytes) -> SweepTable:
    text = decoded(path, data).removeprefix("\ufeff")
    # An exact value may have more digits than the module usually allows a cell.
    before = csv.field_size_limit(len(text) + 1)
    try:
        columns, *lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    except (csv.Error, ValueError) as error:
        raise ExactDiceError(f"{named(path)}: it is no CSV file: {error or 'empty'}") from error
    finally:
        csv.field_size_limit(before)
    for number, line in enumerate(lines, 1):
        if len(line) != len(columns):
            raise ExactDiceError(
                f"{named(path)}: row {number} must have {len(columns)} cells, got {len(line)}"
            )
    rows = [tuple(map(_entry, line)) for line in lines]
    return SweepTable(tuple(columns), tuple(rows))


def _entry(text: str) -> Entry:
    """A cell as it was before it was written."""
    if WHOLE_TEXT.fullmatch(text):
        return int(text)
    return text or None


# --- SQLite -------------------------------------------------------------------------------------


def _as_sqlite(sweep: SweepTable) -> bytes:
    escaped = ((name.replace('"', '""'), sweep.kind(name)) for name in sweep.columns)
    typed = [f'"{name}" {SQL_TYPES[kind]}' for name, kind in escaped]
    marks = ", ".join("?" * len(typed))
    rows = zip(*map(sweep.typed, sweep.columns), strict=True)
    with closing(sqlite3.connect(":memory:")) as base:
        try:
            with base:
                base.execute(f"CREATE TABLE {TABLE} ({', '.join(typed)})")
                base.executemany(f"INSERT INTO {TABLE} VALUES ({marks})", rows)
        except (sqlite3.Error, OverflowError) as error:
            raise ExactDiceError(f"the sweep cannot be written as SQLite: {error}") from error
        return base.serialize()


def _read_sqlite(path: Path, data: bytes) -> SweepTable:
    with closing(sqlite3.connect(":memory:")) as base:
        try:
            if not data.startswith(SQLITE_BYTES):
                raise ValueError("it does not begin as one")
            base.deserialize(data)
            kinds = base.execute("SELECT type FROM sqlite_schema WHERE name = ?", (TABLE,))
            # A view could be a programme that never ends.
            if kinds.fetchall() != [("table",)]:
                raise ValueError("there is none")
            found = base.execute(f"SELECT * FROM {TABLE}")
            columns = [column for column, *_ in found.description]
            rows = found.fetchall()
        except (sqlite3.Error, ValueError) as error:
            raise ExactDiceError(
                f"{named(path)}: it is no data base with a table {TABLE}: {error}"
            ) from error
    return SweepTable(tuple(columns), tuple(map(tuple, rows)))


# --- Parquet ------------------------------------------------------------------------------------


def _as_parquet(sweep: SweepTable) -> bytes:
    arrow = arrow_or_refuse()
    file = io.BytesIO()
    arrow.parquet.write_table(sweep.to_arrow(), file)
    return file.getvalue()


def _read_parquet(path: Path, data: bytes) -> SweepTable:
    arrow = arrow_or_refuse()
    try:
        table = arrow.parquet.read_table(arrow.BufferReader(data))
    except (arrow.ArrowException, OSError, ValueError) as error:
        said = " ".join(str(error).split())
        raise ExactDiceError(f"{named(path)}: it is no Parquet file: {said}") from error
    columns: list[list[Any]] = [column.to_pylist() for column in table.columns]
    return SweepTable(tuple(table.column_names), tuple(zip(*columns, strict=True)))


Kind = tuple[Callable[[SweepTable], bytes], Callable[[Path, bytes], SweepTable]]
KINDS: dict[str, Kind] = {
    PARQUET: (_as_parquet, _read_parquet),
    SQLITE: (_as_sqlite, _read_sqlite),
    CSV: (_as_csv, _read_csv),
}
