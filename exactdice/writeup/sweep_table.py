"""The rows of a sweep as a table: the parameters, each query exactly and in decimals, the seconds,
the errors; its files, Parquet, SQLite and CSV, written and read; and a part of such a file as a
table over one range or two, of which nothing is worked out again.
"""

from __future__ import annotations

import csv
import io
import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..exact.errors import ExactDiceError, QueryError, nearest
from ..exact.files import MOST_PROOF_BYTES, check_writable, decoded, named, read_bytes
from ..exact.numbers import Interval, parse_exact, shown
from ..query.evaluate import parse_option, parse_values
from ..query.ranges import Labels, read_labels, split_words
from ..query.register import Answer
from ..query.syntax import parse, query_text
from .tables.table import Table, fill_table, label_text

if TYPE_CHECKING:
    import pandas
    import pyarrow

ROUNDED = " decimal"  # behind the query in the name of its rounded column
SECONDS = "seconds"
ERROR = "error"
DECIMAL = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.ASCII)  # also as a float is printed
WHOLE_TEXT = re.compile(r"-?\d{1,18}", re.ASCII)

Texts = tuple[str, ...]
Entry = int | float | str | None
Entries = tuple[Entry, ...]


@dataclass(frozen=True, repr=False)
class SweepTable:
    """The results of a sweep: the names of its columns, and a row for each cell of the grid, in the
    order of the grid.

    Exact values and decimals are texts here; in `to_arrow()` and `to_pandas()` decimals are floats
    where a column has nothing but numbers.
    """

    columns: Texts
    rows: tuple[Entries, ...]

    def column(self, name: str) -> Entries:
        """The entries of the column of this name.

        >>> from exactdice import sweep
        >>> sweep("EP(d)", {"d": range(1, 4)}).column("EP(d)")
        ('7/2', '211/36', '1591/216')
        """
        if name not in self.columns:
            raise ExactDiceError(
                f"the sweep has no column {shown(name)}{nearest(name, self.columns)}: its columns "
                f"are {', '.join(self.columns)}"
            )
        place = self.columns.index(name)
        return tuple(row[place] for row in self.rows)

    @property
    def queries(self) -> Texts:
        """The names of the exact columns."""
        return tuple(name for name in self.columns if name + ROUNDED in self.columns)

    @property
    def parameters(self) -> Texts:
        """The names of the columns before them."""
        before = self.columns.index(self.queries[0]) if self.queries else 0
        return self.columns[:before]

    def kind(self, name: str) -> type[int] | type[float] | type[str]:
        """The type of the entries of a column."""
        if name == SECONDS:
            return float
        entries = [entry for entry in self.column(name) if entry is not None]
        if name.endswith(ROUNDED):
            return float if all(DECIMAL.fullmatch(str(entry)) for entry in entries) else str
        # A column of whole numbers holds those of 64 bits.
        is_whole = all(isinstance(entry, int) and entry.bit_length() < 64 for entry in entries)
        return int if entries and name in self.parameters and is_whole else str

    def typed(self, name: str) -> list[Any]:
        """The entries of a column as what they are."""
        kind = self.kind(name)
        return [None if entry is None else kind(entry) for entry in self.column(name)]

    def to_arrow(self) -> pyarrow.Table:
        """The table of pyarrow."""
        arrow = import_arrow()
        types = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
        return arrow.table(
            {name: arrow.array(self.typed(name), types[self.kind(name)]) for name in self.columns}
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as a stream of Arrow, which pandas, polars and others read."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """The table of pandas."""
        try:
            import pandas
        except ImportError as error:
            raise ExactDiceError("to_pandas needs pandas: pip install pandas") from error
        return pandas.DataFrame({name: self.typed(name) for name in self.columns})

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<SweepTable: {len(self.rows)} rows of {', '.join(self.columns)}>"


def import_arrow() -> Any:
    """The package pyarrow; `ExactDiceError` in one line where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ExactDiceError(
            "tables of Arrow and Parquet need pyarrow: pip install 'exactdice[store]', or name a "
            "file that ends in .sqlite or .csv"
        ) from error
    return pyarrow


# --- files ---------------------------------------------------------------------------------------

PARQUET, SQLITE, CSV = ENDINGS = (".parquet", ".sqlite", ".csv")
TABLE = "sweep"  # of a data base
SQL_TYPES = {int: "INTEGER", float: "REAL", str: "TEXT"}
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
    """The content of a file of this name."""
    kind = _kind(path)
    if kind == PARQUET:
        file = io.BytesIO()
        import_arrow().parquet.write_table(sweep.to_arrow(), file)
        return file.getvalue()
    if kind == CSV:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([sweep.columns, *sweep.rows])
        return text.getvalue().encode()
    typed = []
    for name in sweep.columns:
        escaped = name.replace('"', '""')
        typed.append(f'"{escaped}" {SQL_TYPES[sweep.kind(name)]}')
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


def read_sweep(path: Path, most: int = MOST_PROOF_BYTES) -> SweepTable:
    """The sweep in the file; `ExactDiceError` where there is none, or it has more bytes."""
    kind = _kind(path)
    data = read_bytes(path, most)
    if kind == PARQUET:
        arrow = import_arrow()
        try:
            table = arrow.parquet.read_table(arrow.BufferReader(data))
        except (arrow.ArrowException, OSError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise ExactDiceError(f"{named(path)}: it is no Parquet file: {reason}") from error
        columns = [column.to_pylist() for column in table.columns]
        found = SweepTable(tuple(table.column_names), tuple(zip(*columns, strict=True)))
    else:
        found = _read_csv(path, data) if kind == CSV else _read_sqlite(path, data)
    if not found.queries or not found.parameters:
        raise ExactDiceError(
            f"{named(path)}: it is no file of a sweep: it must have columns of parameters, of "
            "values, and beside each of these one of its decimals"
        )
    return found


def _kind(path: Path) -> str:
    """The ending of the name, which says the format."""
    if path.suffix not in ENDINGS:
        raise ExactDiceError(
            f"{named(path)}: the file of a sweep must end in .parquet, .sqlite or .csv: name "
            f"it so, as in -o {named(path.stem or 'gains')}{PARQUET}"
        )
    return path.suffix


# --- CSV ----------------------------------------------------------------------------------------


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
    return SweepTable(tuple(columns), tuple(tuple(map(read_entry, line)) for line in lines))


def read_entry(text: str) -> Entry:
    """A cell as it was before it was written."""
    return int(text) if WHOLE_TEXT.fullmatch(text) else text or None


# --- SQLite -------------------------------------------------------------------------------------


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
            columns = tuple(column for column, *_ in found.description)
            return SweepTable(columns, tuple(found.fetchall()))
        except (sqlite3.Error, ValueError) as error:
            raise ExactDiceError(
                f"{named(path)}: it is no data base with a table {TABLE}: {error}"
            ) from error


# --- a part of a file as a table ----------------------------------------------------------------

BOUNDS = re.compile(r"\[([^\[\],]+), ([^\[\],]+)\]")
TRUTHS = {"true": True, "false": False}


def select_tables(
    path: Path, words: Sequence[str], queries: Sequence[str], is_drawn: bool = False
) -> list[Table]:
    """The part of the file that words choose, dice=1..3 some values of a parameter, by default all,
    and the queries, by default all: a table over the parameters with several values. It is empty
    where the sweep has no row, and has the word `error` where that has no value.

    What `is_drawn` must have all values, and over two ranges a table for each query. Raises
    `QueryError` where a table would have more than two sides.
    """
    sweep = read_sweep(path)
    chosen, labels = _choose(path, sweep, split_words(words), queries)
    several = {name: listed for name, listed in labels.items() if len(listed) > 1}
    ranges = several or dict([*labels.items()][:1])
    if len(ranges) > 2 or (len(ranges) == 2 and len(chosen) > 1 and not is_drawn):
        name, listed = [*ranges.items()][-1]
        raise QueryError(
            f"{named(path)}: a table has one range, or two and one query, and here are "
            f"{', '.join([*ranges, *chosen])}: name one value of some, as in "
            f"{name}={label_text(listed[0])}, or one query"
        )
    places = (map(str, row[: len(labels)]) for row in sweep.rows)
    rows = dict(zip(map(tuple, places), sweep.rows, strict=True))
    column = {name: k for k, name in enumerate(sweep.columns)}

    def cell(query: str, place: Mapping[str, Answer]) -> Answer:
        every = (place.get(name, listed[0]) for name, listed in labels.items())
        row = rows.get(tuple(map(label_text, every)))
        if row is not None and row[column[query]] is not None:
            return value_in(str(row[column[query]]))
        if is_drawn:
            where = " ".join(f"{name}={label_text(label)}" for name, label in place.items())
            why = "it has no such row" if row is None else row[column[ERROR]]
            raise QueryError(f"{named(path)}: there is no {query} at {where}: {why}")
        return "" if row is None else "error"

    given = {}
    for name, (label, *_) in labels.items():
        if name not in ranges:
            given[name] = parse_option(label) if isinstance(label, str) else label
    apart = [(query,) for query in chosen] if len(ranges) == 2 else [chosen]
    return [fill_table(together, ranges, given, cell) for together in apart]


def _choose(
    path: Path, sweep: SweepTable, pairs: Mapping[str, str], queries: Sequence[str]
) -> tuple[Texts, dict[str, Labels]]:
    """The columns of the queries, and the labels of each parameter that are asked for."""
    # With whatever spaces a query is written.
    columns = {query_text(parse(column)): column for column in sweep.queries}
    asked = {query: query_text(parse(query)) for query in queries}
    for kind, names, known in (
        ("parameter ", {name: name for name in pairs}, sweep.parameters),
        ("values of ", asked, tuple(columns)),
    ):
        for name, wanted in names.items():
            if wanted not in known:
                raise QueryError(
                    f"{named(path)} has no {kind}{name}{nearest(name, known)}: it has "
                    f"{', '.join(known)}"
                )
    chosen = tuple(columns[wanted] for wanted in asked.values()) or sweep.queries
    return chosen, {name: _labels(path, sweep, name, pairs.get(name)) for name in sweep.parameters}


def value_in(text: str) -> Answer:
    """The value that the file has as a text: a number, bounds or a truth; any other as a name.

    >>> value_in("-3/8"), value_in("[0, 1/2]"), value_in("true"), value_in("{1, 2}")
    (Fraction(-3, 8), Interval(lower=0, upper=Fraction(1, 2)), True, '{1, 2}')
    """
    if text in TRUTHS:
        return TRUTHS[text]
    ends = BOUNDS.fullmatch(text)
    try:
        return parse_exact(text) if ends is None else Interval(*map(parse_exact, ends.groups()))
    except ExactDiceError:  # a law, a set, an action or an expression
        return text


def _labels(path: Path, sweep: SweepTable, name: str, text: str | None) -> Labels:
    """The labels of a parameter that are asked for."""
    entries = sweep.column(name)
    there = dict.fromkeys(map(str, entries))
    if text is None:
        # The range whose numbers the entries are, if they are one.
        numbers = sorted({entry for entry in entries if isinstance(entry, int)})
        step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
        found = range(numbers[0], numbers[-1] + 1, step) if numbers else range(0)
        return found if set(found) == set(entries) else tuple(map(_label, there))
    # The value of an option such as weights=1,1,2 has commas, as a list has.
    several = None if text in there else read_labels(name, text, True)
    labels = several or (_label(text),)
    for label in labels:
        if label_text(label) not in there:
            known = shown(", ".join(there))[1:-1]
            raise QueryError(f"{named(path)} has no {name}={label_text(label)}: it has {known}")
    return labels


def _label(text: str) -> Answer:
    """The value of a parameter; one of several numbers, as of weights, as its text."""
    return text if "," in text else parse_values(text)[0]
