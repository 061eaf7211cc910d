"""The rows of a sweep as a table: the parameters, each query exactly and in decimals, the seconds,
the errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from ...exact.errors import ExactDiceError, nearest
from ...exact.numbers import shown
from ...query.ranges import split_words
from ..tables.table import label_text

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from .cells import Grid, Row

ROUNDED = " decimal"  # behind the query in the name of its rounded column
SECONDS = "seconds"
ERROR = "error"
DECIMAL = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.ASCII)  # also as a float is printed
WHOLE_TEXT = re.compile(r"-?\d{1,18}", re.ASCII)

Entry = int | float | str | None
Entries = tuple[Entry, ...]


@dataclass(frozen=True, repr=False)
class SweepTable:
    """What a sweep has found: the names of its columns, and a row for each cell of the grid, in the
    order of the grid.

    Exact values and decimals are texts here; in `to_arrow()` and `to_pandas()` decimals are floats
    where a column has nothing but numbers.
    """

    columns: tuple[str, ...]
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
    def queries(self) -> tuple[str, ...]:
        """The names of the exact columns."""
        has_decimals = (name for name in self.columns if name + ROUNDED in self.columns)
        return tuple(has_decimals)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the columns before them."""
        before = self.columns.index(self.queries[0]) if self.queries else 0
        return self.columns[:before]

    def kind(self, name: str) -> type[int] | type[float] | type[str]:
        """What the entries of a column are."""
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
        arrow = arrow_or_refuse()
        types = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
        arrays = [arrow.array(self.typed(name), types[self.kind(name)]) for name in self.columns]
        return arrow.Table.from_arrays(arrays, names=list(self.columns))

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


def arrow_or_refuse() -> Any:
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


# --- made of rows -------------------------------------------------------------------------------


def sweep_of(grid: Grid, rows: Mapping[int, Row]) -> SweepTable:
    """The table of the rows, in the order of the grid, of the cells that are meant."""
    options = split_words(grid.questions.options)
    fixed = [int(text) if WHOLE_TEXT.fullmatch(text) else text for text in options.values()]
    labels = [
        [label if type(label) is int else label_text(label) for label in several]
        for several in grid.labels
    ]
    found = list[Entries]()
    for place, parameters in enumerate(product(*labels)):
        row = rows[place]
        if not row.is_left_out:
            # The exact value and the decimals of each query in turn.
            pairs = (pair or (None, None) for pair in row.values)
            values = (part or None for pair in pairs for part in pair)
            seconds = (row.seconds,) * grid.has_seconds
            found.append((*parameters, *fixed, *values, *seconds, row.error or None))
    return SweepTable(columns_of(grid), tuple(found))


def columns_of(grid: Grid) -> tuple[str, ...]:
    """The names of the columns."""
    asked = grid.questions
    queries = [part for query in asked.queries for part in (query, query + ROUNDED)]
    seconds = [SECONDS] * grid.has_seconds
    return (*asked.names, *split_words(asked.options), *queries, *seconds, ERROR)
