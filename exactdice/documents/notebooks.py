"""Notebooks of Jupyter (.ipynb, format 4): their cells and what their code printed as one text, of
which every place is known in the file.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from ..errors import ClaimsError, PlacedError
from ..exact import shown
from ..files import named
from ..printed.markdown import HIDING
from ..printed.numbers import parse_printed
from ..printed.source import Change, Source
from .html_tables import html_tables
from .json_text import Json, JsonText, read_json
from .outputs import (
    PrintedTable,
    printed_text,
    result_text,
    tables_in,
    with_all_decimals,
)

SUFFIX = ".ipynb"
FORMAT = 4
OWN_MAGIC = "%%verify"  # a cell of code whose text is Markdown
NOT_READ = "cannot be read as a notebook"


class CellKind(StrEnum):
    """The kinds of cells."""

    MARKDOWN = "markdown"
    CODE = "code"
    RAW = "raw"


@dataclass(frozen=True)
class Output:
    """What one output prints: where its text stands, and the tables in it, placed from there."""

    start: int
    end: int
    tables: tuple[PrintedTable, ...]


def printed_lines(source: Source, outputs: Iterable[Output]) -> Iterator[tuple[int, int]]:
    """Where the lines of the outputs stand, without empty ones."""
    for output in outputs:
        at = output.start
        while at < output.end:
            end = source.line_end(at)
            if source.text[at:end].strip():
                yield at, end
            following = source.text.find("\n", end)
            at = following + 1 if following >= 0 else output.end


@dataclass(frozen=True)
class NotebookCell:
    """A cell: its number from 1, where its text stands, what its code printed, and the error in
    which that ended.
    """

    number: int
    kind: CellKind
    start: int
    end: int
    prose: int  # where the text begins that people wrote
    outputs: tuple[Output, ...] = ()
    failed: str = ""

    @property
    def last(self) -> int:
        """Where all that belongs to it ends."""
        return self.outputs[-1].end if self.outputs else self.end


@dataclass(frozen=True)
class Piece:
    """A text of the file within the text that is read, perhaps made plain."""

    start: int
    end: int
    text: JsonText
    is_as_written: bool


@dataclass(frozen=True)
class Notebook(Source):
    """A notebook as the text of its cells and outputs, each on lines of its own."""

    raw: Source | None = field(default=None, repr=False)
    cells: tuple[NotebookCell, ...] = field(default=(), repr=False)
    pieces: tuple[Piece, ...] = field(default=(), repr=False)

    @property
    def file(self) -> Source:
        """The file as it is."""
        assert self.raw is not None  # as every notebook is read from a file
        return self.raw

    @property
    def beginning(self) -> str:
        """The text of the first cell, which may hold front matter unless it is code."""
        first = next(iter(self.cells), None)
        if first is None or first.kind == CellKind.CODE:
            return ""
        return self.text[first.start : first.end]

    @cached_property
    def _starts_of_cells(self) -> list[int]:
        return [cell.start for cell in self.cells]

    @cached_property
    def _starts_of_pieces(self) -> list[int]:
        return [piece.start for piece in self.pieces]

    def cell(self, offset: int) -> NotebookCell:
        """The cell of this place."""
        return self.cells[max(bisect_right(self._starts_of_cells, offset) - 1, 0)]

    def place(self, offset: int) -> str:
        """`cell 3:line 2:5`, the line and the column of the cell, or `cell 3:output 2:5`, those of
        what its code printed; empty lines of that are not counted.
        """
        cell = self.cell(offset)
        column = offset - self.line_start(offset) + 1
        if offset > cell.end:
            printed = [start for start, _ in self.printed_lines(cell)]
            return f"cell {cell.number}:output {bisect_right(printed, offset)}:{column}"
        return f"cell {cell.number}:line {self.line(offset) - self.line(cell.start) + 1}:{column}"

    def printed_lines(self, cell: NotebookCell) -> Iterator[tuple[int, int]]:
        """Where the lines stand that the code of the cell printed, without empty ones."""
        return printed_lines(self, cell.outputs)

    def error(self, offset: int, message: str) -> PlacedError:
        """The complaint about this place: `path:cell 3:line 2: message`."""
        if not self.cells:
            return super().error(offset, message)
        place = self.place(offset).rpartition(":")[0]
        return PlacedError(self.path, self.line(offset), message, place)

    def is_of_code(self, offset: int) -> bool:
        """Whether this place is in the code of a cell or in what it printed."""
        cell = self.cell(offset)
        return cell.kind == CellKind.CODE and not cell.prose <= offset < cell.end

    def prose(self) -> tuple[tuple[int, int], ...]:
        """Where the texts of Markdown cells stand."""
        return tuple((cell.prose, cell.end) for cell in self.cells if cell.prose < cell.end)

    def in_file(self, span: tuple[int, int]) -> tuple[int, int] | None:
        """Where this text stands in the file; of what is printed where its output begins."""
        k = bisect_right(self._starts_of_pieces, span[0]) - 1
        if k < 0 or span[1] > self.pieces[k].end:
            return None
        piece = self.pieces[k]
        if not piece.is_as_written:
            return piece.text.start, piece.text.start
        first, last = (piece.text.place(offset - piece.start) for offset in span)
        return first, last

    def written(self, change: Change) -> Change | None:
        """The change of a text within one string of the file, as JSON writes it there; None for
        what code printed, which it would print again.
        """
        span, text = change
        found = self.in_file(span)
        if found is None or found[0] == found[1]:
            return None
        return found, json.dumps(text, ensure_ascii=self.file.text.isascii())[1:-1]

    def changed(self, changes: Iterable[Change]) -> Source:
        """The notebook of the file with these changes."""
        written = map(self.written, changes)
        return notebook_from(self.file.changed(change for change in written if change))


# --- reading --------------------------------------------------------------------------------------


def notebook_from(file: Source) -> Notebook:
    """The notebook in this file; `ClaimsError` in one line where it is none of format 4."""
    document = read_json(file)
    if not isinstance(document, dict):
        raise _refused(file, f"it must be an object of JSON, got {_kind(document)}")
    version = document.get("nbformat")
    if version != FORMAT:
        raise _refused(
            file,
            f"nbformat must be {FORMAT}, got {_kind(version)}: open it in Jupyter and save it, or "
            "run `jupyter nbconvert --to notebook`",
        )
    reader = _Reader(file)
    for number, cell in enumerate(reader.listed(document, "cells", "the notebook"), 1):
        reader.read(number, cell)
    return reader.notebook()


def _refused(file: Source, message: str) -> ClaimsError:
    return ClaimsError(f"{named(file.path)}: {NOT_READ}: {message}")


def _kind(value: Json) -> str:
    """What came, in short."""
    if isinstance(value, JsonText):
        return shown(value.value[:40])
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else shown(value)


class _Reader:
    """Puts the texts of a notebook after each other, cell by cell."""

    def __init__(self, file: Source) -> None:
        self.file = file
        self.parts: list[str] = []
        self.at = 0
        self.cells: list[NotebookCell] = []
        self.pieces: list[Piece] = []

    def notebook(self) -> Notebook:
        """What was read."""
        return Notebook(
            self.file.path,
            "".join(self.parts),
            raw=self.file,
            cells=tuple(self.cells),
            pieces=tuple(self.pieces),
        )

    def read(self, number: int, cell: Json) -> None:
        """Read this cell and its outputs."""
        where = f"cell {number}"
        if not isinstance(cell, dict):
            raise _refused(self.file, f"{where} must be an object, got {_kind(cell)}")
        named_kind = cell.get("cell_type")
        if not isinstance(named_kind, JsonText) or named_kind.value not in set(CellKind):
            raise _refused(
                self.file,
                f"{where}: cell_type must be {', '.join(CellKind)}, got {_kind(named_kind)}",
            )
        kind = CellKind(named_kind.value)
        texts = self.texts(cell, "source", where)
        start = self.at
        for text in texts:
            self.add(text.value, text, True)
        end = self.at
        self.end_line()
        outputs: tuple[Output, ...] = ()
        failed = ""
        if kind == CellKind.CODE:
            given = self.listed(cell, "outputs", where)
            failed = self.failed(given)
            outputs = tuple(self.outputs(given, where))
        prose = self.prose(kind, texts, start, end)
        self.cells.append(NotebookCell(number, kind, start, end, prose, outputs, failed))

    def prose(self, kind: CellKind, texts: list[JsonText], start: int, end: int) -> int:
        """Where the Markdown of the cell begins; its end where it holds none."""
        if kind == CellKind.MARKDOWN:
            return start
        text = "".join(text.value for text in texts)
        first, mark, _ = text.partition("\n")
        is_own = kind == CellKind.CODE and mark and first.strip() == OWN_MAGIC
        return start + len(first) + 1 if is_own else end

    def add(self, text: str, origin: JsonText, is_as_written: bool) -> None:
        """Go on with this text."""
        if text:
            self.pieces.append(Piece(self.at, self.at + len(text), origin, is_as_written))
            self.parts.append(text)
            self.at += len(text)

    def end_line(self) -> None:
        """Have what follows stand on a line of its own, one place behind what came before."""
        self.parts.append("\n")
        self.at += 1

    def texts(self, held: Mapping[str, Json], key: str, where: str) -> list[JsonText]:
        """The text under this key: a string, or a list of strings that follow each other."""
        value = held.get(key)
        listed = value if isinstance(value, list) else [value]
        texts = [text for text in listed if isinstance(text, JsonText)]
        if len(texts) < len(listed):
            other = next(text for text in listed if not isinstance(text, JsonText))
            raise _refused(
                self.file, f"{where}: {key} must be a text or a list of texts, got {_kind(other)}"
            )
        return texts

    def listed(self, held: Mapping[str, Json], key: str, where: str) -> list[Json]:
        """The list under this key."""
        value = held.get(key)
        if not isinstance(value, list):
            raise _refused(self.file, f"{where}: {key} must be a list, got {_kind(value)}")
        return value

    def outputs(self, given: list[Json], where: str) -> Iterator[Output]:
        """What the outputs print: all of standard output that is not interrupted as one text, and
        the results; what is told on standard error is no output of the code.
        """
        held: list[JsonText] = []
        for output in given:
            if not isinstance(output, dict):
                raise _refused(self.file, f"{where}: an output must be an object")
            kind = _value(output.get("output_type"))
            if kind == "stream" and _value(output.get("name")) == "stdout":
                held += self.texts(output, "text", where)
            elif kind in ("execute_result", "display_data"):
                yield from self.printed(held)
                held = []
                yield from self.result(output, where)
        yield from self.printed(held)

    def printed(self, texts: list[JsonText]) -> Iterator[Output]:
        """The text of standard output."""
        if texts and not CONCEALED.search("".join(text.value for text in texts)):
            text = with_all_decimals(printed_text("".join(text.value for text in texts)))
            yield self.shown(text, texts[0], tables_in(text))

    def result(self, output: Mapping[str, Json], where: str) -> Iterator[Output]:
        """What is shown of a result: its tables of HTML where it has such, else its plain text;
        the plain text of a picture only names it.
        """
        data = output.get("data")
        if not isinstance(data, dict):
            raise _refused(self.file, f"{where}: data of an output must be an object")
        if "text/html" in data:
            page = self.texts(data, "text/html", where)
            lines, tables = html_tables("".join(text.value for text in page))
            if tables:
                yield self.shown(lines, page[0], tables)
                return
        kinds = [kind for kind in ("text/plain", *RICHER) if kind in data]
        told = {kind: "".join(one.value for one in self.texts(data, kind, where)) for kind in kinds}
        if _says_otherwise(told):
            return
        if "text/plain" in data and not any(kind.startswith("image/") for kind in data):
            plain = self.texts(data, "text/plain", where)
            text = with_all_decimals(result_text("".join(text.value for text in plain)))
            if plain:
                yield self.shown(text, plain[0], tables_in(text))

    def shown(self, text: str, origin: JsonText, tables: list[PrintedTable]) -> Output:
        """The output that prints this text."""
        start = self.at
        self.add(text, origin, False)
        end = self.at
        self.end_line()
        return Output(start, end, tuple(tables))

    def failed(self, given: list[Json]) -> str:
        """The name of the error in which the code ended; "" where it ended well."""
        for output in given:
            if isinstance(output, dict) and _value(output.get("output_type")) == "error":
                return _value(output.get("ename")) or "an error"
        return ""


CONCEALED = re.compile(r"\x1b\[(?:\d{1,3};){0,9}[89]m")  # or struck out, at a terminal
RICHER = ("text/html", "text/latex", "text/markdown")  # Jupyter shows these before plain text
SHOWN_MARKUP = re.compile(r"<[^<>]{0,200}>|\\displaystyle|[$*`\s]")


def _says_otherwise(told: Mapping[str, str]) -> bool:
    """Whether what Jupyter shows of a result is another number than its plain text."""
    plain = told.get("text/plain", "")
    for text in filter(None, (told.get(kind) for kind in RICHER)):
        shown_text = SHOWN_MARKUP.sub("", text)
        if shown_text == SHOWN_MARKUP.sub("", plain) and not HIDING.search(text):
            continue
        try:
            if parse_printed(shown_text).value != parse_printed(plain.strip()).value:
                return True
        except ClaimsError:
            return True
    return False


def _value(text: Json) -> str:
    return text.value if isinstance(text, JsonText) else ""
