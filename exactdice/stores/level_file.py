"""The file of a level: a table of Apache Arrow (its IPC file format), one row a state.

Rows are in the order of `level`, then of the text of the state. Numbers of any size are bytes, in
two's complement with the highest byte first, as short as they can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..exact import Exact, ratio, shown
from .format import FORMAT, arrow, damaged

Weights = tuple[int, ...]


class Row(NamedTuple):
    """What a store says of one state.

    The states after it are of smaller levels, or of the same where play can come back; `optimal`
    are the places of all optimal actions of the player to move, and `mixtures` the weights of MAX's
    and MIN's actions where both choose.
    """

    state: str
    level: int
    value: Exact
    optimal: tuple[int, ...] = ()
    mixtures: tuple[Weights, Weights] | tuple[()] = ()


def level_bytes(rows: Sequence[Row], about: Mapping[str, str]) -> bytes:
    """The file of these rows; `about` is said in the table's metadata."""
    pa = arrow()
    table = pa.table(_columns(rows), schema=_schema(about))
    return table_bytes(table)


def table_bytes(table: Any) -> bytes:
    """The table as a file, uncompressed and in one batch."""
    pa = arrow()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        # In one batch, so that what is written does not depend on how the table was put together.
        writer.write_table(table.combine_chunks())
    written: bytes = sink.getvalue().to_pybytes()
    return written


def _schema(about: Mapping[str, str]) -> Any:
    pa = arrow()
    return pa.schema(
        [
            pa.field("state", pa.large_string(), nullable=False),
            pa.field("level", pa.int64(), nullable=False),
            pa.field("numerator", pa.large_binary(), nullable=False),
            pa.field("denominator", pa.large_binary(), nullable=False),
            pa.field("optimal", pa.large_list(pa.int32()), nullable=False),
            pa.field("mixture_max", pa.large_list(pa.large_binary()), nullable=False),
            pa.field("mixture_min", pa.large_list(pa.large_binary()), nullable=False),
        ],
        metadata=dict(about),
    )


def index_schema() -> Any:
    """The columns of the index."""
    pa = arrow()
    kinds = {"key": pa.uint64(), "file": pa.uint32(), "row": pa.uint32(), "chosen": pa.int32()}
    fields = [pa.field(name, kind, nullable=False) for name, kind in kinds.items()]
    return pa.schema(fields, metadata={"format": FORMAT})


def _columns(rows: Sequence[Row]) -> dict[str, list[object]]:
    return {
        "state": [row.state for row in rows],
        "level": [row.level for row in rows],
        "numerator": [number_bytes(row.value.numerator) for row in rows],
        "denominator": [number_bytes(row.value.denominator) for row in rows],
        "optimal": [row.optimal for row in rows],
        "mixture_max": [_weights(row, 0) for row in rows],
        "mixture_min": [_weights(row, 1) for row in rows],
    }


def _weights(row: Row, player: int) -> list[bytes]:
    return [number_bytes(weight) for weight in row.mixtures[player]] if row.mixtures else []


def number_bytes(number: int) -> bytes:
    """The whole number as bytes.

    >>> number_bytes(0), number_bytes(255), number_bytes(-1)
    (b'\\x00', b'\\x00\\xff', b'\\xff')
    """
    return number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)


def number_of(data: bytes) -> int:
    """The whole number that these bytes are.

    >>> number_of(number_bytes(-(10**30)))
    -1000000000000000000000000000000
    """
    return int.from_bytes(data, "big", signed=True)


class LevelTable:
    """The rows of a level as they are in its file."""

    def __init__(self, table: Any, file: Path) -> None:
        self.file = file
        self._columns = {name: table.column(name).combine_chunks() for name in table.column_names}
        self.states: int = table.num_rows
        self.size: int = table.nbytes

    def text(self, place: int) -> str:
        """The text of the state in this row."""
        return str(self._columns["state"][place].as_py())

    def level(self, place: int) -> int:
        """The level of the state in this row."""
        return int(self._columns["level"][place].as_py())

    def value(self, place: int) -> Exact:
        """The value of the state in this row."""
        top, bottom = (self._number(name, place) for name in ("numerator", "denominator"))
        if bottom < 1:
            raise damaged(self.file, f"the denominator of row {place} is {shown(bottom)}")
        return top if bottom == 1 else ratio(top, bottom)

    def _number(self, name: str, place: int) -> int:
        return number_of(self._columns[name][place].as_py())

    def optimal(self, place: int) -> tuple[int, ...]:
        """The places of the optimal actions in this row."""
        return tuple(self._columns["optimal"][place].as_py())

    def mixtures(self, place: int) -> tuple[Weights, Weights] | tuple[()]:
        """The weights of both players' actions in this row; () where not both choose."""
        first, second = (
            tuple(map(number_of, self._columns[name][place].as_py()))
            for name in ("mixture_max", "mixture_min")
        )
        return (first, second) if first else ()

    def row(self, place: int) -> Row:
        """All that is said in this row."""
        return Row(
            self.text(place),
            self.level(place),
            self.value(place),
            self.optimal(place),
            self.mixtures(place),
        )

    def rows(self) -> Iterable[Row]:
        """All rows."""
        return map(self.row, range(self.states))


def level_table(data: bytes, file: Path, states: int) -> LevelTable:
    """The rows in the data of this file; damage is an `ExactDiceError`."""
    table = read_table(data, file)
    if not table.schema.equals(_schema({})) or table.num_rows != states:
        raise damaged(file, "its columns or rows are not those of a level")
    return LevelTable(table, file)


def read_table(data: bytes, file: Path) -> Any:
    """The table of Arrow in the data of this file."""
    pa = arrow()
    try:
        table = pa.ipc.open_file(pa.BufferReader(data)).read_all()
        # Its digest says who wrote it last, not that its offsets lie within it.
        table.validate(full=True)
        return table
    except (pa.ArrowException, OSError) as error:
        raise damaged(file, f"it is no table of Arrow ({error})") from error
