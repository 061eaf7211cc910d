"""References in a claim's query beside exact quantities: to the numbers of other claims of its
document, and of the author's own result files.

claim("table1-a")                            what that claim prints, within its rounding
source("results.csv", row=3, column="mean")  a number of a result file; of a JSON file by a pointer

They are replaced by the numbers that they stand for before anything is evaluated.

Result files lie beside the document or below its folder. A number of a CSV file, or of a sweep, is
found by its row and its column, one of a JSON file by a JSON pointer (RFC 6901). A row may be named
by what it has in other columns, too: `source("gains.parquet", dice=3, target=20,
column="EG(0,0)")`.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ...exact.errors import ExactDiceError, QueryError, nearest
from ...exact.files import MOST_BYTES, read_text
from ...exact.numbers import Exact, Interval, Value, shown
from ...interop.interchange.tokens import number as parse_number
from ...query.evaluate import Scope, names_in, options_in, sorted_out, value_of
from ...query.register import Word
from ...query.strategy_table import path_below
from ...query.syntax import (
    Call,
    Known,
    Node,
    Number,
    Quantified,
    Text,
    query_text,
    rebuilt,
    walk,
)
from ...query.values import said
from ...query.words import OF_CLAIMS
from ...writeup.sweep_table import PARQUET, SQLITE, read_sweep
from ...writeup.tables.table import label_text
from ..printed.numbers import parse_printed
from .claim import Claim, Document
from .rounded import cell_ends, claim_cell

CLAIM, SOURCE = OF_CLAIMS


def resolved(document: Document) -> Document:
    """The document with the numbers in place of what its queries name; a claim that names nothing
    is unclear and says why.
    """
    found, lookup = list(document.claims), None
    for k, claim in enumerate(document.claims):
        calls = [
            part
            for node in (claim.node, claim.origin)
            if node is not None
            for part in walk(node)
            if isinstance(part, Call) and part.name in OF_CLAIMS
        ]
        if calls and not claim.defect:
            lookup = lookup or _References(document)
            found[k] = lookup.resolve(claim, calls)
    return replace(document, claims=tuple(found))


class _References:
    """The claims and result files that the claims of one document may name."""

    def __init__(self, document: Document) -> None:
        # Of claims of one name the first one keeps it.
        self.claims = {claim.name: claim for claim in reversed(document.claims)}
        self.sources = Sources(document.path.parent)

    def resolve(self, claim: Claim, calls: Sequence[Call]) -> Claim:
        """The claim with numbers in the places of these calls in its queries, or unclear."""
        try:
            # Claims may name each other: of each only what it prints is asked.
            named = (call.arguments[0] for call in calls if call.name == CLAIM and call.arguments)
            texts = (one.text if isinstance(one, Text) else query_text(one) for one in named)
            if claim.name in texts:
                raise QueryError(
                    "the claim refers to itself: it must name the other claims that it follows from"
                )
            number_of = partial(self.number_of, sorted_out(claim.node, claim.given))
            node = _substitute_numbers(claim.node, number_of)
            origin = claim.origin and _substitute_numbers(claim.origin, number_of)
        except ExactDiceError as error:
            return replace(claim, unclear=str(error))
        # What a reference alone asked for, as in row=i, is no option of what is left.
        asked = options_in(node, claim.given) | names_in(node)
        given = {key: value for key, value in claim.given.items() if key in asked}
        return replace(claim, node=node, given=given, origin=origin)

    def number_of(self, scope: Scope, call: Call) -> Value:
        """The value of the call, under these options where its names have these values."""
        arguments = [value_of(argument, scope) for argument in call.arguments]
        texts = list(map(_word_text, arguments))
        own = {key: value_of(value, scope) for key, value in call.options}
        if call.name == SOURCE:
            if len(texts) not in (1, 2) or None in texts:
                raise QueryError(
                    'source is written source("results.csv", row=3, column="mean"), '
                    'source("gains.csv", dice=3, column="EG(0,0)") or source("results.json", '
                    '"/runs/0/win")'
                )
            file, pointer = (*texts, None)[:2]
            row, column = (_key_named(name, own.pop(name, None)) for name in ("row", "column"))
            # What the row has in other columns, as a file has it.
            having = {name: label_text(value) for name, value in own.items()}
            return self.sources.number(file or "", pointer, row, column, having)
        # What the claim of this id prints, within its rounding.
        name = texts[0] if len(texts) == 1 else None
        if name is None or own:
            raise QueryError('claim needs the id of a claim in quotes, as in claim("table1-a")')
        if name not in self.claims:
            raise QueryError(
                f"there is no claim {shown(name)} in this file{nearest(name, self.claims)}"
            )
        found = self.claims[name]
        if found.defect:
            raise QueryError(f"claim {shown(name)} says no number: {found.defect}")
        return Interval(*cell_ends(claim_cell(found))).collapsed


def _word_text(given: object) -> str | None:
    """The text or the name that is given; None for anything else."""
    return given.name if isinstance(given, Word) and given.arguments is None else None


def _key_named(name: str, given: object) -> Key | None:
    """The row or the column that is given under this name."""
    text = _word_text(given)
    if type(given) is int:
        return given
    if given is not None and text is None:
        raise QueryError(f"{name} must be a number counted from 1 or a name, got {said(given)}")
    return text


def _substitute_numbers(
    node: Node, number_of: Callable[[Call], Value], bound: frozenset[str] = frozenset()
) -> Node:
    """The query with numbers in place of what it names; `bound` are the variables around it."""
    inside = bound | {node.variable} if isinstance(node, Quantified) else bound
    plain = rebuilt(node, lambda part: _substitute_numbers(part, number_of, inside))
    if not isinstance(plain, Call) or plain.name not in OF_CLAIMS:
        return plain
    for name in sorted(names_in(plain) & bound):
        raise QueryError(
            f"{query_text(node)} must not ask for {name}, the variable of a quantifier: it is "
            "looked up before"
        )
    return Known(number_of(plain), node)


COLUMN = "column"
SEPARATORS = ",;\t"
INDEX = re.compile(r"0|[1-9]\d{0,17}", re.ASCII)  # of an array, as RFC 6901 writes it

EXPECTED_WORDS = (
    "a source is written as file, row and column, or as file and JSON pointer, as in "
    "`results.csv row=3 column=mean` and `results.json /runs/0/win`; a row may be named by its "
    "columns, as in `gains.csv dice=3 column='EG(0,0)'`"
)
Key = int | str  # a row or a column: its number, counted from 1, or its name


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


# --- result files ---------------------------------------------------------------------------------


class _Table(NamedTuple):
    """A CSV file or a sweep: its columns, and its rows with the lines where they stand."""

    path: Path
    columns: Sequence[str]
    rows: Sequence[tuple[int, Sequence[str]]]

    def column(self, wanted: Key) -> int:
        """The place of the column, from 0."""
        # Counted from 1, or by its name.
        named = range(1, len(self.columns) + 1) if isinstance(wanted, int) else self.columns
        found = [k for k, name in enumerate(named) if name == wanted]
        if len(found) > 1:
            raise QueryError(f"{self.path.name} has the column {shown(wanted)} more than once")
        if not found:
            meant = nearest(str(wanted), self.columns)
            raise QueryError(
                f"{self.path.name} has no column {shown(wanted)}{meant}: its columns are "
                f"{', '.join(self.columns)}"
            )
        return found[0]

    def row(self, key: Key | None, having: Mapping[str, str]) -> tuple[int, Sequence[str]]:
        """The row with its line: by its number, by what stands in its first column, or by what it
        has in others.
        """
        if isinstance(key, int):
            if 1 <= key <= len(self.rows):
                return self.rows[key - 1]
            raise QueryError(
                f"{self.path.name} has no row {shown(key)}: below its heading it has the "
                f"rows 1..{len(self.rows)}"
            )
        wanted = {self.column(name): entry for name, entry in having.items()}
        said = f"with {', '.join(f'{name}={entry}' for name, entry in having.items())}"
        if key is not None:
            wanted, said = {0: key}, f"beginning with {shown(key)}"
        found = [one for one in self.rows if wanted.items() <= dict(enumerate(one[1])).items()]
        if len(found) == 1:
            return found[0]
        many = f"{len(found)} rows" if found else "no row"
        raise QueryError(f"{self.path.name} has {many} {said}")


class Sources:
    """The result files beside a document, each read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.read: dict[str, object] = {}

    def number(
        self,
        file: str,
        pointer: str | None = None,
        row: Key | None = None,
        column: Key | None = None,
        having: Mapping[str, str] | None = None,
    ) -> Exact:
        """The number that stands in a file at a JSON pointer, or in a row and a column; a row may
        be named by what it has in other columns. `QueryError` naming the file where there is none.
        """
        read = READERS.get(Path(file).suffix.lower())
        if read is None:
            raise QueryError(
                f"a source is a file that ends in .csv, .tsv, .json, .parquet or .sqlite, got "
                f"{shown(file)}"
            )
        has_one_row = (row is None) != (not having)
        is_cell = pointer is None and column is not None and has_one_row
        is_pointer = pointer is not None and row is None and column is None
        if read is _read_json and not is_pointer:
            raise QueryError(
                f"{file}: a number of a JSON file is named by a JSON pointer alone, as in "
                f'source("{file}", "/runs/0/win")'
            )
        if read is not _read_json and not is_cell:
            raise QueryError(
                f"{file}: a number of a CSV file is named by its row and its column, as in "
                f'source("{file}", row=3, column="mean")'
            )
        if file not in self.read:
            self.read[file] = read(path_below(self.folder, file, "sources"))
        table = self.read[file]
        if isinstance(table, _Table) and column is not None:
            at = table.column(column)
            line, entries = table.row(row, having or {})
            text: object = entries[at] if at < len(entries) else ""
            where = f"{file}, line {line}, column {table.columns[at]}"
        else:
            text, where = _follow_pointer(table, pointer or "", file), f"{file}: at {pointer}"
            # So a text in quotes may be a number as well.
            if not isinstance(text, str):
                raise QueryError(f"{file}: there is no number at {pointer}, but {_json_kind(text)}")
        # As programmes write it, or as people do.
        with suppress(ExactDiceError):
            return parse_number(str(text).strip())
        try:
            return parse_printed(str(text)).value
        except ExactDiceError as error:
            raise QueryError(f"{where}: there is no number, got {shown(text)}") from error


def _read_csv(path: Path) -> _Table:
    """The table of a CSV file, whose first line names the columns."""
    text = read_text(path)
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise QueryError(f"{path}, line {reader.line_num}: {error}") from error
    filled = [(line, row) for line, row in rows if any(row)]
    if not filled:
        raise QueryError(f"{path}: the first line of a CSV file must name its columns")
    return _Table(path, filled[0][1], filled[1:])


def _read_table(path: Path) -> _Table:
    """The table of a sweep, its entries as texts."""
    sweep = read_sweep(path, MOST_BYTES)
    rows = [["" if entry is None else str(entry) for entry in row] for row in sweep.rows]
    return _Table(path, sweep.columns, list(enumerate(rows, 1)))


def _read_json(path: Path) -> object:
    """The content of the JSON file, its numbers as the texts that they are: so they keep their
    digits.
    """
    text = read_text(path)
    try:
        return json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise QueryError(f"{path}: not a JSON file: {error}") from error


READERS: Mapping[str, Callable[[Path], object]] = {
    **dict.fromkeys((".csv", ".tsv"), _read_csv),
    **dict.fromkeys((PARQUET, SQLITE), _read_table),
    ".json": _read_json,
}


def _follow_pointer(content: object, pointer: str, file: str) -> object:
    """The part of a JSON file at the pointer."""
    if pointer and not pointer.startswith("/"):
        raise QueryError(
            f"{file}: a JSON pointer begins with /, as in /runs/0/win, got {shown(pointer)}"
        )
    found, passed = content, ""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")  # in this order, so that ~01 is ~1
        if isinstance(found, dict) and key in found:
            found = found[key]
        elif isinstance(found, list) and INDEX.fullmatch(key) and int(key) < len(found):
            found = found[int(key)]
        else:
            meant = nearest(key, list(found) if isinstance(found, dict) else [])
            raise QueryError(
                f"{file}: {shown(pointer)} leads to nothing: {passed or 'it'} is "
                f"{_json_kind(found)}, which has no {shown(key)}{meant}"
            )
        passed += f"/{part}"
    return found


def _json_kind(found: object) -> str:
    if isinstance(found, list):
        return f"a list of {len(found)}"
    kinds = {dict: "an object", bool: "true or false", type(None): "null"}
    return kinds.get(type(found)) or f"the text {shown(found)}"
