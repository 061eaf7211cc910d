"""Notebooks of Jupyter (.ipynb, format 4): their cells and what their code printed as one text, of
which every place is known in the file, and their marks: in Markdown cells as in Markdown, in code
cells comments, which bind what the code printed.

    EP[5]     # exactdice: EP(5)                      the number that the cell prints
    table     # exactdice table: P(d,k) d=1..3 k=1..6   the table that it shows
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from operator import attrgetter
from typing import TypeVar

from ...exact.errors import ClaimsError, PlacedError
from ...exact.files import named
from ...exact.numbers import shown
from ..printed.numbers import number_or_none
from ..printed.source import HIDING, Change, Source, Span, front_matter_end
from .grids import Grid
from .markdown_marks import bind_in_order, markdown_grid, markdown_marks, placed
from .marks import Mark, is_mark, read_mark
from .outputs import (
    Output,
    html_tables,
    pad_decimals,
    printed_lines,
    printed_text,
    result_text,
    tables_in,
)

SUFFIX = ".ipynb"
FORMAT = 4
OWN_MAGIC = "%%verify"  # a cell of code whose text is Markdown


# --- JSON whose texts know where they stand -------------------------------------------------------

# What stands for one character: two surrogates are one beyond \uFFFF.
ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)"
)


class JsonText(str):
    """A string of JSON: what it says, how it is written between its quotes, and where that begins
    in the file, as a patch and a list of places need it.
    """

    written: str
    start: int

    def place(self, index: int) -> int:
        """Where this character of the value begins in the file."""
        extra = 0
        for found in ESCAPE.finditer(self.written) if "\\" in self.written else ():
            if found.start() - extra >= index:
                break
            extra += len(found[0]) - 1
        return self.start + index + extra


Kind = TypeVar("Kind")
Json = JsonText | dict[str, "Json"] | list["Json"] | float | None


def _read_string(text: str, start: int, strict: bool) -> tuple[JsonText, int]:
    """The string of JSON that begins here, behind its quote, and where it ends."""
    value, end = scanstring(text, start, strict)
    read = JsonText(value)
    read.written, read.start = text[start : end - 1], start
    return read, end


class _Decoder(json.JSONDecoder):
    """Reads JSON as the json module does, its strings with their places."""

    def __init__(self) -> None:
        super().__init__()
        self.parse_string = _read_string
        self.scan_once = py_make_scanner(self)  # the one in C takes no other reader of strings


def read_json(source: Source) -> Json:
    """The value that the file holds; `ClaimsError` in one line where it is no JSON."""
    try:
        read: Json = _Decoder().decode(source.text)
    except json.JSONDecodeError as error:
        raise PlacedError(
            named(source.path), error.lineno, f"cannot be read as JSON: {error.msg}"
        ) from error
    except RecursionError:
        why = "its values are nested too deeply"
    except ValueError:  # Python reads no number of thousands of digits
        why = "it has a number of too many digits"
    else:
        return read
    raise ClaimsError(f"{named(source.path)}: cannot be read as JSON: {why}")


# --- what a notebook holds ------------------------------------------------------------------------


class CellKind(StrEnum):
    """The kinds of cells."""

    MARKDOWN = "markdown"
    CODE = "code"
    RAW = "raw"


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


@dataclass(frozen=True)
class Passage:
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
    pieces: tuple[Passage, ...] = field(default=(), repr=False)

    @property
    def file(self) -> Source:
        """The file as it is."""
        assert self.raw is not None  # as every notebook is read from a file
        return self.raw

    @cached_property
    def front_matter_end(self) -> int:
        """Where the front matter of the first cell ends; 0 without it, as code has none."""
        first = next(iter(self.cells), None)
        if first is None or first.kind == CellKind.CODE:
            return 0
        return front_matter_end(self.text[first.start : first.end])

    def cell(self, offset: int) -> NotebookCell:
        """The cell of this place."""
        return self.cells[max(bisect_right(self.cells, offset, key=attrgetter("start")) - 1, 0)]

    def place(self, offset: int) -> str:
        """`cell 3:line 2:5`, the line and the column of the cell, or `cell 3:output 2:5`, those of
        what its code printed; empty lines of that are not counted.
        """
        cell = self.cell(offset)
        column = offset - self.line_start(offset) + 1
        if offset > cell.end:
            printed = [start for start, _ in printed_lines(self, cell.outputs)]
            return f"cell {cell.number}:output {bisect_right(printed, offset)}:{column}"
        return f"cell {cell.number}:line {self.line(offset) - self.line(cell.start) + 1}:{column}"

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

    def prose(self) -> tuple[Span, ...]:
        """Where the texts of Markdown cells stand."""
        return tuple((cell.prose, cell.end) for cell in self.cells if cell.prose < cell.end)

    def in_file(self, span: Span) -> Span | None:
        """Where this text stands in the file; of what is printed where its output begins."""
        k = bisect_right(self.pieces, span[0], key=attrgetter("start")) - 1
        if k < 0 or span[1] > self.pieces[k].end:
            return None
        piece = self.pieces[k]
        if not piece.is_as_written:
            return piece.text.start, piece.text.start
        start, end = (piece.text.place(offset - piece.start) for offset in span)
        return start, end

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
        return read_notebook(self.file.changed(change for change in written if change))


# --- reading --------------------------------------------------------------------------------------


class _WrongShape(Exception):
    """A value is not as a notebook of this format has it."""


def _check_kind(value: Json, kind: type[Kind]) -> Kind:
    """The value, which must be of this kind."""
    if not isinstance(value, kind):
        raise _WrongShape
    return value


def _texts(value: Json) -> list[JsonText]:
    """A text, or texts that follow each other."""
    listed = value if isinstance(value, list) else [value]
    texts = [text for text in listed if isinstance(text, JsonText)]
    if len(texts) < len(listed):
        raise _WrongShape
    return texts


def read_notebook(file: Source) -> Notebook:
    """The notebook that the file holds; `ClaimsError` in one line where it holds none."""
    document = read_json(file)
    reader = _Reader()
    refused = f"{named(file.path)}: cannot be read as a notebook"
    if not isinstance(document, dict) or document.get("nbformat") != FORMAT:
        raise ClaimsError(
            f"{refused}: nbformat must be {FORMAT}: open it in Jupyter and save it, or run "
            "`jupyter nbconvert --to notebook`"
        )
    number = 0
    try:
        for number, cell in enumerate(_check_kind(document.get("cells"), list), 1):
            reader.read(number, _check_kind(cell, dict))
    except _WrongShape as error:
        raise ClaimsError(
            f"{refused}: cell {number or 1} is none of format {FORMAT}, of which each has a type, "
            "a source and, if it is code, outputs"
        ) from error
    cells = tuple(reader.cells)
    pieces = tuple(reader.pieces)
    return Notebook(file.path, "".join(reader.parts), raw=file, cells=cells, pieces=pieces)


class _Reader:
    """Puts the texts of a notebook after each other, cell by cell."""

    def __init__(self) -> None:
        self.parts = list[str]()
        self.at = 0
        self.cells = list[NotebookCell]()
        self.pieces = list[Passage]()

    def add(self, texts: Iterable[tuple[str, JsonText]], is_as_written: bool) -> Span:
        """Where these texts, each made of one of the file, go on; a line ends behind them."""
        start = self.at
        for text, origin in texts:
            if text:
                self.pieces.append(Passage(self.at, self.at + len(text), origin, is_as_written))
                self.parts.append(text)
                self.at += len(text)
        self.parts.append("\n")
        self.at += 1
        return start, self.at - 1

    def read(self, number: int, cell: Mapping[str, Json]) -> None:
        """Read this cell and its outputs."""
        name = str(cell.get("cell_type"))
        if name not in set(CellKind):
            raise _WrongShape
        kind = CellKind(name)
        texts = _texts(cell.get("source"))
        start, end = self.add(zip(texts, texts, strict=True), True)
        prose = start if kind == CellKind.MARKDOWN else end
        outputs = []
        failed = ""
        if kind == CellKind.CODE:
            first, mark, _ = "".join(texts).partition("\n")
            if mark and first.strip() == OWN_MAGIC:
                prose = start + len(first) + 1
            given = [_check_kind(output, dict) for output in _check_kind(cell.get("outputs"), list)]
            errors = (one.get("ename") for one in given if one.get("output_type") == "error")
            failed = next((str(name or "an error") for name in errors), "")
            outputs = list(self.outputs(given))
        self.cells.append(NotebookCell(number, kind, start, end, prose, tuple(outputs), failed))

    def outputs(self, given: Iterable[Mapping[str, Json]]) -> Iterator[Output]:
        """The texts that the outputs print: all of standard output that is not interrupted as one
        text, and the results; what is told on standard error is no output of the code.
        """
        held = []
        end: Mapping[str, Json] = {"output_type": JsonText("display_data"), "data": {}}
        for output in [*given, end]:
            kind = output.get("output_type")
            if kind == "stream" and output.get("name") == "stdout":
                held += _texts(output.get("text"))
            elif kind in ("execute_result", "display_data"):
                text = "".join(held)
                if held and not CONCEALED.search(text):
                    yield self.shown(printed_text(text), held[0])
                held = []
                yield from self.result(_check_kind(output.get("data"), dict))

    def result(self, data: Mapping[str, Json]) -> Iterator[Output]:
        """The output shown of a result: its tables of HTML where it has such, else its plain text;
        the plain text of a picture only names it.
        """
        texts = {kind: _texts(data[kind]) for kind in ("text/plain", *RICHER) if kind in data}
        if "text/html" in texts:
            lines, tables = html_tables("".join(texts["text/html"]))
            if tables:
                yield Output(*self.add([(lines, texts["text/html"][0])], False), tuple(tables))
                return
        plain = texts.pop("text/plain", [])
        if not plain or any(kind.startswith("image/") for kind in data):
            return
        text = "".join(plain)
        # Nothing, where Jupyter shows another number than the plain text.
        for richer in filter(None, map("".join, texts.values())):
            bare = SHOWN_MARKUP.sub("", richer)
            if bare == SHOWN_MARKUP.sub("", text) and not HIDING.search(richer):
                continue
            printed, meant = number_or_none(bare), number_or_none(text.strip())
            if printed is None or meant is None or printed.value != meant.value:
                return
        yield self.shown(result_text(text), plain[0])

    def shown(self, text: str, origin: JsonText) -> Output:
        """The output that prints this text."""
        text = pad_decimals(text)
        return Output(*self.add([(text, origin)], False), tuple(tables_in(text)))


CONCEALED = re.compile(r"\x1b\[(?:\d{1,3};){0,9}[89]m")  # or struck out, at a terminal
RICHER = ("text/html", "text/latex", "text/markdown")  # Jupyter shows these before plain text
SHOWN_MARKUP = re.compile(r"<[^<>]{0,200}>|\\displaystyle|[$*`\s]")


# --- marks of cells -------------------------------------------------------------------------------

SIGN = re.compile(r'\\.|"""|\'\'\'|["\'#\n]', re.DOTALL)  # that begins or ends a text or a comment
OPENING = frozenset(["#", '"', "'", '"""', "'''"])
NOTE = "it is printed by code, so no patch corrects it: correct the code and run the notebook again"
NO_OUTPUT = (
    "the cell has no output: run the notebook and save it, as `jupyter nbconvert --execute "
    "--to notebook --inplace` does"
)
IN_RAW = "a mark in a raw cell binds nothing: write it in a Markdown cell, or as a comment in code"
IN_CODE = (
    "a mark in code binds the number or the table that is printed, as in `# exactdice: EP(5)` or "
    "`# exactdice table: EP(d) d=1..6`; a sentence stands in a Markdown cell"
)


def notebook_marks(source: Source) -> Iterator[Mark]:
    """The marks of the notebook, in order."""
    assert isinstance(source, Notebook)  # as `document_from` opens it
    for cell in source.cells:
        if cell.kind == CellKind.CODE and cell.prose == cell.end:
            yield from _marks_of_code(source, cell)
            continue
        # The Markdown of a cell ends with the cell, whatever is left open there.
        is_raw = cell.kind == CellKind.RAW
        start = cell.start if is_raw else cell.prose
        text = Source(source.path, source.text[start : cell.end])
        try:
            for mark in markdown_marks(text):
                moved = _moved(mark, start)
                yield moved.refused(IN_RAW) if is_raw else moved
        except PlacedError as error:
            raise source.error(start + text.starts[error.line - 1], error.message) from error


def notebook_grid(source: Source, mark: Mark) -> Grid:
    """The table that the mark binds: the one after it in Markdown, in code one that is printed."""
    assert isinstance(source, Notebook)
    if mark.table is not None:
        return mark.table
    cell = source.cell(mark.start)
    text = Source(source.path, source.text[cell.prose : cell.end])
    try:
        grid = markdown_grid(text, _moved(mark, -cell.prose))
    except PlacedError as error:
        raise source.error(cell.prose + text.starts[error.line - 1], error.message) from error
    return replace(grid, rows=placed(grid.rows, cell.prose))


def _moved(mark: Mark, by: int) -> Mark:
    """The mark further on in the text."""
    number = mark.number and (mark.number[0] + by, mark.number[1] + by)
    table = mark.table and replace(mark.table, rows=placed(mark.table.rows, by))
    return replace(mark, start=mark.start + by, end=mark.end + by, number=number, table=table)


def _marks_of_code(source: Notebook, cell: NotebookCell) -> Iterator[Mark]:
    """The marks in the comments of a code cell, each with what it binds."""
    found = {}
    binding = []
    opened = ""  # what a text or a comment began with; a # within a text begins none
    for sign in SIGN.finditer(source.text, cell.start, cell.end):
        start, before = sign.start(), opened
        if not opened:
            opened = sign[0] if sign[0] in OPENING else ""
        elif sign[0] == "\n":
            opened = opened if len(opened) == 3 else ""
        elif opened != "#" and sign[0].startswith(opened):
            opened = ""
        if before or opened != "#":
            continue
        end = source.line_end(start)
        body = source.text[start:end].strip("# \t")
        if not is_mark(body):
            continue
        mark = read_mark(source, body, start, end)
        if mark.head in ("number", "table"):
            binding.append(replace(mark, words={"note": NOTE, **mark.words}))
        elif mark.head not in ("document", "unknown"):
            mark = mark.refused(IN_CODE)
        found[start] = mark
    wrong = "" if cell.outputs else NO_OUTPUT
    if cell.failed:
        wrong = f"the code of the cell ended in {shown(cell.failed)}: correct it and run it again"
    if wrong:
        found |= {mark.start: mark.refused(wrong) for mark in binding}
    else:
        found |= bind_in_order(source, binding, cell.outputs, "the cell")
    yield from found.values()
