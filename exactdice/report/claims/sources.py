"""Numbers of the author's own result files, which lie beside the document or below its folder.

A number of a CSV file, or of a sweep, is found by its row and its column, one of a JSON file by a
JSON pointer (RFC 6901): `source("results.csv", row=3, column="mean")`, `source("results.json",
"/runs/0/win")`. A row may be named by what it has in other columns, too:
`source("gains.parquet", dice=3, target=20, column="EG(0,0)")`.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ...exact.errors import ExactDiceError, QueryError, nearest
from ...exact.files import MOST_BYTES, read_text
from ...exact.numbers import Exact, shown
from ...interop.interchange.tokens import number as parse_number
from ...query.strategy_table import path_below
from ...query.syntax import Call, Number, Text
from ...writeup.sweep_table import PARQUET, SQLITE, read_sweep
from ..printed.numbers import parse_printed

COLUMN = "column"
SEPARATORS = ",;\t"
INDEX = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)  # of an array, as RFC 6901 writes it

EXPECTED_WORDS = (
    "a source is written as file, row and column, or as file and JSON pointer, as in "
    "`results.csv row=3 column=mean` and `results.json /runs/0/win`; a row may be named by its "
    "columns, as in `gains.csv dice=3 column='EG(0,0)'`"
)
Key = int | str  # a row or a column: its number, counted from 1, or its name


@dataclass(frozen=True)
class Place:
    """Where a number stands in a file."""

    file: str
    pointer: str | None = None  # of a JSON file
    row: Key | None = None  # of a CSV file
    column: Key | None = None
    having: tuple[tuple[str, str], ...] = ()  # what the row has in other columns


@dataclass(frozen=True)
class _Table:
    """A CSV file or a sweep: its columns, and its rows with the lines where they stand."""

    path: Path
    columns: Sequence[str]
    rows: Sequence[tuple[int, Sequence[str]]]

    def column(self, wanted: Key) -> int:
        """The place of the column, from 0."""
        if isinstance(wanted, int):
            found = [wanted - 1] if 1 <= wanted <= len(self.columns) else []
        else:
            found = [k for k, name in enumerate(self.columns) if name == wanted]
        if len(found) > 1:
            raise QueryError(f"{self.path.name} has the column {shown(wanted)} more than once")
        if not found:
            meant = nearest(str(wanted), self.columns)
            raise QueryError(
                f"{self.path.name} has no column {shown(wanted)}{meant}: its columns are "
                f"{', '.join(self.columns)}"
            )
        return found[0]

    def row(self, place: Place) -> tuple[int, Sequence[str]]:
        """The row with its line: by its number, by what stands in its first column, or by what it
        has in others.
        """
        if isinstance(place.row, int):
            if 1 <= place.row <= len(self.rows):
                return self.rows[place.row - 1]
            raise QueryError(
                f"{self.path.name} has no row {shown(place.row)}: below its heading it has the "
                f"rows 1..{len(self.rows)}"
            )
        wanted = {self.column(name): entry for name, entry in place.having}
        entries = (f"{name}={entry}" for name, entry in place.having)
        said = f"with {', '.join(entries)}"
        if place.row is not None:
            wanted, said = {0: place.row}, f"beginning with {shown(place.row)}"
        found = []
        for line, row in self.rows:
            there = dict(enumerate(row))
            if wanted.items() <= there.items():
                found.append((line, row))
        if len(found) == 1:
            return found[0]
        many = f"{len(found)} rows" if found else "no row"
        raise QueryError(f"{self.path.name} has {many} {said}")


def read_origin(text: str) -> Call:
    """The call of `source` that the words say: a file and a JSON pointer, or a file, a row and a
    column.

    >>> from exactdice.query.syntax import query_text
    >>> query_text(read_origin("results.csv row=3 column='mean score'"))
    'source("results.csv", row=3, column="mean score")'
    >>> query_text(read_origin("results.json /runs/0/win"))
    'source("results.json", "/runs/0/win")'
    """
    try:
        file, *words = shlex.split(text)
    except ValueError as error:  # nothing is said, or a quote is not closed
        raise QueryError(f"{EXPECTED_WORDS}, got {shown(text)}") from error
    pointers = [Text(word) for word in words if word.startswith("/")]
    keys = [word.partition("=") for word in words if not word.startswith("/")]
    names = [key for key, _, _ in keys]
    is_row = len(names) > 1 and names[-1] == COLUMN and names.count(COLUMN) == 1
    if not all(value for _, _, value in keys) or (names and not is_row):
        raise QueryError(f"{EXPECTED_WORDS}, got {shown(text)}")
    options = (
        (key, Number(int(value)) if INDEX.fullmatch(value) else Text(value))
        for key, _, value in keys
    )
    return Call("source", (Text(file), *pointers), tuple(options))


class Sources:
    """The result files beside a document, each read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.read: dict[str, object] = {}

    def number(self, place: Place) -> Exact:
        """The number that stands there; `QueryError` naming the file where there is none."""
        file, pointer, path = place.file, place.pointer, Path(place.file)
        read = READERS.get(path.suffix.lower())
        if read is None:
            raise QueryError(
                f"a source is a file that ends in .csv, .tsv, .json, .parquet or .sqlite, got "
                f"{shown(file)}"
            )
        if read is _json_in and (
            pointer is None or place.row is not None or place.column is not None
        ):
            raise QueryError(
                f"{file}: a number of a JSON file is named by a JSON pointer alone, as in "
                f'source("{file}", "/runs/0/win")'
            )
        is_row_named = (place.row is None) == bool(place.having)
        if read is not _json_in and (
            pointer is not None or place.column is None or not is_row_named
        ):
            raise QueryError(
                f"{file}: a number of a CSV file is named by its row and its column, as in "
                f'source("{file}", row=3, column="mean")'
            )
        if file not in self.read:
            self.read[file] = read(path_below(self.folder, file, "sources"))
        table = self.read[file]
        if isinstance(table, _Table) and place.column is not None:
            column = table.column(place.column)
            line, row = table.row(place)
            where = f"{file}, line {line}, column {table.columns[column]}"
            return _number(row[column] if column < len(row) else "", where)
        found = _at_pointer(table, pointer or "", file)
        # So a text in quotes may be a number as well.
        if not isinstance(found, str):
            raise QueryError(f"{file}: there is no number at {pointer}, but {_said(found)}")
        return _number(found, f"{file}: at {pointer}")


def _number(text: str, where: str) -> Exact:
    """The number that the text is, as people or as programmes write it."""
    with suppress(ExactDiceError):  # no number of a programme
        return parse_number(text.strip())
    try:
        return parse_printed(text).value
    except ExactDiceError as error:
        raise QueryError(f"{where}: there is no number, got {shown(text)}") from error


# --- CSV ------------------------------------------------------------------------------------------


def _table_in(path: Path) -> _Table:
    """The table of a CSV file, whose first line names the columns."""
    text = read_text(path)
    first = text.partition("\n")[0]
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise QueryError(f"{path}, line {reader.line_num}: {error}") from error
    filled = [(line, row) for line, row in rows if any(row)]
    if not filled:
        raise QueryError(f"{path}: the first line of a CSV file must name its columns")
    return _Table(path, filled[0][1], filled[1:])


def _sweep_in(path: Path) -> _Table:
    """The table of a sweep, its entries as texts."""
    sweep = read_sweep(path, MOST_BYTES)
    rows = [["" if entry is None else str(entry) for entry in row] for row in sweep.rows]
    return _Table(path, sweep.columns, list(enumerate(rows, 1)))


def _json_in(path: Path) -> object:
    """What the JSON file holds, its numbers as the texts that they are, so that they keep their
    digits.
    """
    text = read_text(path)
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise QueryError(f"{path}: not a JSON file: {error}") from error


READERS: Mapping[str, Callable[[Path], object]] = {
    **dict.fromkeys((".csv", ".tsv"), _table_in),
    **dict.fromkeys((PARQUET, SQLITE), _sweep_in),
    ".json": _json_in,
}


def _at_pointer(content: object, pointer: str, file: str) -> object:
    """What the JSON pointer leads to."""
    if pointer and not pointer.startswith("/"):
        raise QueryError(
            f"{file}: a JSON pointer begins with /, as in /runs/0/win, got {shown(pointer)}"
        )
    found, passed = content, ""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")  # in this order, so that ~01 is ~1
        complaint = f"{file}: {shown(pointer)} leads to nothing: {passed or 'it'}"
        if isinstance(found, dict) and key in found:
            found = found[key]
        elif isinstance(found, list) and INDEX.fullmatch(key) and int(key) < len(found):
            found = found[int(key)]
        else:
            names = list(found) if isinstance(found, dict) else []
            raise QueryError(
                f"{complaint} is {_said(found)}, which has no {shown(key)}{nearest(key, names)}"
            )
        passed += f"/{part}"
    return found


def _said(found: object) -> str:
    """What kind of thing of JSON it is."""
    if isinstance(found, dict):
        return "an object"
    if isinstance(found, list):
        return f"a list of {len(found)}"
    if isinstance(found, bool):
        return "true or false"
    return "null" if found is None else f"the text {shown(found)}"
