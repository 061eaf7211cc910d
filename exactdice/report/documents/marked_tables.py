"""Tables of documents, made: those that are marked, again from their marks, the claims of a table
that is written, and formulas.

    <!-- exactdice table: EP(d) d=1..6 style=dec:4 -->
    (the table)
    <!-- exactdice end -->

So in Markdown and HTML; in LaTeX a mark is `% exactdice ...`, in typst `// ...`, in CSV `# ...`.
The words after the colon are those of `exactdice table`; what they leave open is said by the mark
of the document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path

from ...exact.errors import ClaimsError, ExactDiceError, PlacedError, SeveralErrors
from ...exact.files import decoded, read_bytes
from ...exact.numbers import Exact, Progress, exact_text, one_of, shown
from ...exact.session import in_session
from ...formulas import Origin, formula
from ...query.ranges import Labels, ranges_and_options
from ...query.syntax import parse
from ...symbolic.rational_function import Polynomial
from ...writeup.tables.output_formats import TableFormat
from ...writeup.tables.table import (
    Table,
    label_text,
    make_table,
    names_taken,
    render,
    written_cells,
)
from ..claims.claim import Kind
from ..claims.values import is_whole
from ..printed.numbers import number_or_none, parse_printed
from ..printed.source import Source, end_of_span, parts_of
from .documents import document_words
from .markdown_marks import parts_with_closed_code
from .marks import (
    HEAD,
    LOOK,
    Words,
    is_end,
    is_mark,
    read_look,
    read_table_words,
    shared_options,
    unknown_mark,
)
from .notebooks import SUFFIX as NOTEBOOK

COMMENT = re.compile(r"\ufeff?(?P<indent>[ \t]*)(?P<opening><!--|%+|//|#)(?P<text>[^\n]*)")
BEGIN = re.compile(r"exactdice[ \t]+table[ \t]*:(?P<words>[^\n]*)")
# a mark that does not begin its line
INSIDE = re.compile(r"<!--[ \t]*exactdice[ \t]+table[ \t]*:")
FORMATS = {"%": TableFormat.LATEX, "/": TableFormat.TYPST, "#": TableFormat.CSV}  # by the comment
# words that only `verify` needs
OF_VERIFY = ("id", "where", "note", "kind", "separator", "header", "labels", "skip", "transpose")
SHAPE = {"header": "1", "labels": "1", "skip": "", "transpose": "no"}  # of a table that is made
END_BEFORE = "expected `exactdice end` before it"
CLOSES_NOTHING = "`exactdice end` closes nothing: expected `exactdice table: ...` before it"
NEVER_CLOSED = "the block is never closed: expected a comment `exactdice end` below it"
UNFENCED = (".tex", ".ltx", ".latex", ".csv")  # files in which ``` begins no code


@dataclass(frozen=True)
class Block:
    """The lines between two marks, of which the first is this line, counted from 1."""

    first: int
    words: str
    indent: str
    form: TableFormat
    newline: str
    last: int = 0  # the line of the second
    body: str = ""


@dataclass(frozen=True)
class Renewed:
    """A block and the text it should hold."""

    block: Block
    body: str

    @property
    def differs(self) -> bool:
        """Whether the document says something else."""
        return self.block.body != self.body

    @property
    def difference(self) -> tuple[int, str, str]:
        """The first line that differs: its number in the document, what stands there,
        what should.
        """
        old = self.block.body.splitlines()
        new = self.body.splitlines()
        both = enumerate(zip(old, new, strict=False))
        different = (k for k, (before, after) in both if before != after)
        at = next(different, min(len(old), len(new)))
        lines = [text[at].strip() if at < len(text) else "nothing" for text in (old, new)]
        return self.block.first + 1 + at, lines[0], lines[1]


def renewed(path: Path, text: str, progress: Progress | None = None) -> list[Renewed]:
    """Every marked block of the document with the text it should hold; `ClaimsError` with file and
    line for a mark in error, `SeveralErrors` for more of them.
    """
    if path.suffix.lower() == NOTEBOOK:
        raise ClaimsError(
            f"{path}: the tables of a notebook are made by its code: `exactdice verify` checks them"
        )
    errors = list[tuple[int, str]]()
    found = list(blocks(path, text, errors))
    if not found and not errors:
        raise ClaimsError(
            f"{path}: no marked table: expected a comment such as <!-- exactdice table: EP(d) "
            "d=1..6 -->"
        )
    common = document_words(path, text)
    results = []
    for done, block in enumerate(found, 1):
        try:
            with in_session(folder=path.parent):
                results.append(Renewed(block, _made(block, common)))
        except ExactDiceError as error:
            errors.append((block.first, str(error)))
        if progress:
            progress(done, len(found))
    wrong = [PlacedError(path, *error) for error in sorted(errors, key=itemgetter(0))]
    if len(wrong) == 1:
        raise wrong[0]
    if wrong:
        raise SeveralErrors(map(str, wrong))
    return results


def with_new_bodies(text: str, found: list[Renewed]) -> str:
    """The document with every block's text replaced."""
    # From the lines as they are, so that all else keeps every byte.
    lines = text.splitlines(keepends=True)
    parts = []
    at = 0
    for one in found:
        parts += [*lines[at : one.block.first], one.body]
        at = one.block.last - 1
    return "".join([*parts, *lines[at:]])


def read_document(path: Path) -> str:
    """The text of the document with its byte order mark; `ClaimsError` when it cannot be read or is
    not UTF-8.
    """
    try:
        return decoded(path, read_bytes(path))
    except ExactDiceError as error:
        raise ClaimsError(str(error)) from error


# --- finding the blocks ---------------------------------------------------------------------------


def blocks(path: Path, text: str, errors: list[tuple[int, str]]) -> Iterator[Block]:
    """The marked blocks, in order; marks inside code of Markdown are text, and what is meant as a
    mark but is none is noted among the errors, with its line.
    """
    suffix = path.suffix.lower()
    is_fenced = suffix not in UNFENCED
    parts = parts_with_closed_code(Source(path, text)) if is_fenced else parts_of(Source(path, ""))
    lines = text.splitlines(keepends=True)
    opened: Block | None = None
    is_bad = False  # the mark before: its end closes nothing that was read
    end = 0
    for number, line in enumerate(lines, 1):
        at = end
        end = end + len(line)
        if end_of_span(parts.fences, at, len(text)) is not None:
            continue
        inside = INSIDE.search(line)
        before = line[: inside.start()].strip("\ufeff \t") if inside else ""
        if inside and before and end_of_span(parts.spans, at + inside.start(), end) is None:
            message = (
                f"the mark of a block must begin its line, got {shown(line.strip()[:40])} before it"
            )
            errors.append((number, message))
        comment = COMMENT.match(line)
        # A line # is a heading but in CSV.
        if comment is None or (comment["opening"] == "#" and suffix != ".csv"):
            continue
        body = comment["text"].strip()
        begin = BEGIN.match(body)
        wrong = ""
        if begin is None and is_mark(body) and not HEAD.match(body):
            wrong = unknown_mark(body.removesuffix("-->").strip())
        elif begin and comment["opening"] == "<!--" and not body.endswith("-->"):
            wrong = "the mark of a block must end its line: expected --> at its end"
        if wrong:
            errors.append((number, wrong))
            is_bad = True
        elif begin:
            if opened:
                inside_of = f"a mark begins inside the block of line {opened.first}: {END_BEFORE}"
                errors.append((number, inside_of))
            # in an HTML comment
            usual = TableFormat.HTML if suffix in (".html", ".htm") else TableFormat.MARKDOWN
            form = FORMATS.get(comment["opening"][0], usual)
            words = begin["words"].strip().removesuffix("-->").strip()
            # As the mark's line ends, so that the file keeps one kind of line ends.
            newline = next((one for one in ("\r\n", "\r") if line.endswith(one)), "\n")
            opened = Block(number, words, comment["indent"], form, newline)
            is_bad = False
        elif is_end(body):
            if opened:
                yield replace(opened, last=number, body="".join(lines[opened.first : number - 1]))
            elif not is_bad:
                errors.append((number, CLOSES_NOTHING))
            opened = None
            is_bad = False
    if opened:
        errors.append((opened.first, NEVER_CLOSED))


# --- making them again ----------------------------------------------------------------------------


def _made(block: Block, common: Words) -> str:
    """The text that the block should hold; what its mark leaves open is said by the words of the
    document. `ExactDiceError` when the mark says no table that could be made.
    """
    read = read_table_words(block.words)
    if not read.queries:
        raise ExactDiceError(
            "a table has one query over one or two ranges or several over one range: got none"
        )
    look = read_look(read.words)
    one_of(Kind, read.words.get("kind", Kind.ROUNDED), "kind")
    for key, usual in SHAPE.items():
        if read.words.get(key, usual) != usual:
            raise ExactDiceError(
                "a table is made with one row and one column of labels, the first name in rows, "
                f"but its mark says {key}={read.words[key]}: tables of other shapes are for "
                "`exactdice verify`"
            )
    own = {key: text for key, text in read.words.items() if key not in (*LOOK, *OF_VERIFY)}
    words = [f"{key}={text}" for key, text in own.items()]
    ranges, given = ranges_and_options(words, read.queries, common)
    options = {**shared_options(read.queries, own, common), **given}
    form = look.form or block.form
    decimal = look.decimal or common.get("decimal", ".")
    table = make_table(read.queries, ranges, options)
    text = render(table, form, look.style, decimal, look.siunitx)
    return "".join(
        f"{block.indent}{line}{block.newline}" if line else block.newline
        for line in text.splitlines()
    )


def formula_text(
    query: str, given: Mapping[str, object], ranges: Mapping[str, Labels], form: TableFormat
) -> str:
    """The formula with its label, in LaTeX a comment when it is proved; displayed in LaTeX and
    Markdown, else a line.
    """
    found = formula(query, given, ranges)
    if form == TableFormat.LATEX:
        # A fitted formula must show that it is no theorem; a proved one may stand without a note.
        label = (
            f"% {found.label}" if found.origin == Origin.PROVED else f"\\emph{{({found.label})}}"
        )
        return f"\\[\n  {found.latex}\n\\]\n{label}\n"
    if form == TableFormat.MARKDOWN:
        return f"$$\n{found.latex}\n$$\n\n({found.label})\n"
    return f"{found.text}\n({found.label})\n"


# --- claims ---------------------------------------------------------------------------------------


def claims_text(table: Table, style: str = "frac", mark: str = ".") -> str:
    """A claims file (TOML): one claim for each cell of the table, written in this style and decimal
    mark, that says a number.

    The number is read back from the text of the cell, so that what is claimed is what the page
    shows. A cell that says a distribution, a set, bounds or an expression is named in a comment.
    Raises `ExactDiceError` when no cell says a number.
    """
    name, rows = table.rows
    column, indices = table.columns or ("", ())
    across = [{column: index} for index in indices] or [{} for _ in table.queries]
    queries = [table.query] * len(indices) or list(table.queries)
    lines = written_cells(table, style, mark)[0][1:]
    entries = []
    for row, line, values in zip(rows, lines, table.cells, strict=True):
        for query, bound, cell, value in zip(queries, across, line[1:], values, strict=True):
            entries.append(_entry(query, table, {name: row, **bound}, cell, value))
    if not any(entry.startswith("[[claim]]") for entry in entries):
        raise ExactDiceError(
            f"the table of {table.query} has no cell with a number, so nothing can be claimed"
        )
    head = (
        "# Every number of a table; check it with: exactdice verify "
        f"FILE\n\n[document]\ntitle = {json.dumps(f'table of {table.query}')}\n"
    )
    return "\n".join([head, *entries])


def _entry(query: str, table: Table, place: Mapping[str, object], cell: str, value: object) -> str:
    where = ", ".join(f"{name}={label_text(index)}" for name, index in place.items())
    # In braces stands a set or a law, also one of a single number.
    printed = None if cell.startswith("{") else number_or_none(cell)
    if printed is None:
        text = " ".join(cell[:60].split())
        return f"# {' '.join(query.split())} at {where} says no number: {text}\n"
    # A decimal stays as it stands, so that it claims no more than it shows.
    text = exact_text(printed.value) if printed.places is None else cell.strip()
    given = {**table.given, **place}
    known = names_taken(parse(query), given)  # of several queries each may take other options
    options = ", ".join(f"{key} = {_toml(value)}" for key, value in given.items() if key in known)
    # A text of JSON is one of TOML too, and in ASCII whatever the text holds.
    lines = [
        "[[claim]]",
        f"id = {json.dumps(f'{query} at {where}')}",
        f"printed = {json.dumps(text)}",
        f"value = {json.dumps(query)}",
    ]
    if is_whole(parse_printed(text)) and not isinstance(value, int):
        lines.append('kind = "rounded"')
    if options:
        lines.append(f"given = {{ {options} }}")
    return "\n".join([*lines, ""])


def _toml(value: object) -> str:
    """An option's value in TOML: a whole number, a list in brackets, anything else as a text, a
    symbol as its domain.
    """
    if isinstance(value, Polynomial) and value.parameter.is_bounded:
        value = value.parameter
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Exact):
        text = exact_text(value)
        return text if value.denominator == 1 else json.dumps(text)
    return json.dumps(str(value))
