"""Tables and formulas marked in a document, made again from their marks.

    <!-- exactdice table: EP(d) d=1..6 style=dec:4 -->         Markdown, HTML; in LaTeX `% exactdice ...`, typst `// ...`, CSV `# ...`
    (the table)
    <!-- exactdice end -->

The words after the colon are those of `exactdice table` or `exactdice formula`; what they leave open is said by the mark of the document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ..closed_forms import Origin, formula
from ..errors import ClaimsError, ExactDiceError
from ..exact import Progress, shown
from ..files import decoded, read_bytes
from ..query import options_in
from ..syntax import parse
from .cells import MARKS
from .documents import document_words
from .formats import TableFormat, table_format
from .table import Labels, Table, make_table, render
from .words import TableWords, ranges_and_options, read_table_words, read_value

BEGIN = re.compile(r"\ufeff?(?P<indent>[ \t]*)(?P<comment><!--|%+|//|#)\s*exactdice (?P<kind>table|formula):(?P<words>[^\n]*)")
END = re.compile(r"\s*(?:<!--|%+|//|#)\s*exactdice end(?P<rest>[^\n]*)")
FENCE = re.compile(r"\s*(?:```|~~~)")
MOST_CHARACTERS = 10_000  # of the words of a mark
FORMATS = {"%": TableFormat.LATEX, "//": TableFormat.TYPST, "#": TableFormat.CSV}  # by the comment
T = TypeVar("T")
LOOK = ("style", "decimal", "format", "siunitx")
OF_VERIFY = ("id", "where", "note", "kind", "check", "separator", "header", "labels")  # words that only `verify` needs


@dataclass(frozen=True)
class Block:
    """What stands between two marks: the lines first+1..last-1 of the document, counted from 1."""

    first: int
    last: int
    kind: str
    words: str
    indent: str
    form: TableFormat
    body: str
    newline: str = "\n"


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
        """The first line that differs: its number in the document, what stands there, what should."""
        old, new = self.block.body.splitlines(), self.body.splitlines()
        at = next((k for k, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), min(len(old), len(new)))
        lines = [text[at].strip() if at < len(text) else "nothing" for text in (old, new)]
        return self.block.first + 1 + at, lines[0], lines[1]


def renewed(path: Path, text: str, progress: Progress | None = None) -> list[Renewed]:
    """Every marked block of the document with the text it should hold; `ClaimsError` with file and line for a mark in error."""
    found = list(blocks(path, text))
    if not found:
        raise ClaimsError(f"{path}: no marked table: expected a comment such as <!-- exactdice table: EP(d) d=1..6 -->")
    read = [_at(path, block, _words_of, block) for block in found]
    common = document_words(path, text)
    results = []
    for done, (block, words) in enumerate(zip(found, read, strict=True), 1):
        results.append(Renewed(block, _at(path, block, _made, block, words, common)))
        if progress:
            progress(done, len(found))
    return results


def _at(path: Path, block: Block, function: Callable[..., T], *arguments: Any) -> T:
    """What the function returns; its complaint with the place of the block."""
    try:
        return function(*arguments)
    except ExactDiceError as error:
        raise ClaimsError(f"{path}:{block.first}: {error}") from error


def with_new_bodies(text: str, found: list[Renewed]) -> str:
    """The document with every block's text replaced."""
    lines, parts, at = text.splitlines(keepends=True), [], 0
    for one in found:
        parts += [*lines[at : one.block.first], one.body]
        at = one.block.last - 1
    return "".join([*parts, *lines[at:]])


def read_document(path: Path) -> str:
    """The text of the document with its byte order mark; `ClaimsError` when it cannot be read or is not UTF-8."""
    try:
        return decoded(path, read_bytes(path))
    except ExactDiceError as error:
        raise ClaimsError(str(error)) from error


# --- finding the blocks -------------------------------------------------------------------------------------------------


def blocks(path: Path, text: str) -> Iterator[Block]:
    """The marked blocks, in order; marks inside a fenced code block of Markdown are text."""
    fenced, opened, first = False, None, 0
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if opened is None and FENCE.match(line):
            fenced = not fenced
        begin = None if fenced else _begun(path, line)
        if begin and opened:
            raise ClaimsError(f"{path}:{number}: a mark begins inside the block of line {first}: expected `exactdice end` before it")
        if begin:
            opened, first = begin, number
        elif not fenced and _ends(line):
            if opened is None:
                raise ClaimsError(f"{path}:{number}: `exactdice end` closes nothing: expected `exactdice table: ...` before it")
            yield _block(path, opened, first, number, lines)
            opened = None
    if opened:
        raise ClaimsError(f"{path}:{first}: the block is never closed: expected a comment `exactdice end` below it")


def _begun(path: Path, line: str) -> re.Match[str] | None:
    """The mark that begins a block on this line; a line # is a heading but in CSV."""
    found = BEGIN.match(line)
    is_heading = found is not None and found["comment"] == "#" and path.suffix.lower() != ".csv"
    return None if is_heading else found


def _text_of(begin: re.Match[str]) -> str:
    return begin["words"].strip().removesuffix("-->").strip()


def _ends(line: str) -> bool:
    found = END.match(line)
    return found is not None and found["rest"].strip() in ("", "-->")


def _block(path: Path, begin: re.Match[str], first: int, last: int, lines: list[str]) -> Block:
    comment = begin["comment"].rstrip("%") or "%"
    default = TableFormat.HTML if path.suffix.lower() in (".html", ".htm") else TableFormat.MARKDOWN  # in an HTML comment
    body = "".join(lines[first : last - 1])
    newline = "\r\n" if lines[first - 1].endswith("\r\n") else "\n"
    return Block(first, last, begin["kind"], _text_of(begin), begin["indent"], FORMATS.get(comment[:2], default), body, newline)


# --- making them again --------------------------------------------------------------------------------------------------


def _words_of(block: Block) -> TableWords:
    """What the mark of the block says; `ExactDiceError` when that is no table that could be made."""
    if len(block.words) > MOST_CHARACTERS:
        raise ExactDiceError(f"a mark must have at most {MOST_CHARACTERS} characters, got {len(block.words)}")
    read = read_table_words(block.words)
    if not read.queries:
        raise ExactDiceError("a table has one query over one or two ranges or several over one range, a formula has one: got none")
    for key in ("header", "labels"):
        if read.words.get(key, "1") != "1":
            raise ExactDiceError(f"a table is made with one row and one column of labels, but its mark says {key}={read.words[key]}")
    return read


def _made(block: Block, read: TableWords, common: Mapping[str, str]) -> str:
    """The text that the block should hold; what its mark leaves open is said by the words of the document."""
    own = {key: text for key, text in read.words.items() if key not in (*LOOK, *OF_VERIFY)}
    ranges, given = ranges_and_options([f"{key}={text}" for key, text in own.items()], read.queries)
    taken = {name for query in read.queries for name in options_in(parse(query))}
    shared = {key: read_value(key, text) for key, text in common.items() if key in taken and key not in own}
    form = table_format(read.words["format"]) if "format" in read.words else block.form
    if block.kind == "table":
        text = _table(make_table(read.queries, ranges, {**shared, **given}), form, {"decimal": common.get("decimal", "."), **read.words})
    else:
        text = _formula(read.queries, ranges, {**shared, **given}, form)
    return "".join(f"{block.indent}{line}{block.newline}" if line else block.newline for line in text.splitlines())


def _table(made: Table, form: TableFormat, words: Mapping[str, str]) -> str:
    decimal = words["decimal"]
    if decimal not in MARKS:
        raise ExactDiceError(f"--decimal must be . or , but is {shown(decimal)}")
    return render(made, form, words.get("style", "frac"), decimal, "siunitx" in words)


def _formula(queries: Sequence[str], ranges: Mapping[str, Labels], given: Mapping[str, Any], form: TableFormat) -> str:
    if len(queries) != 1:
        raise ExactDiceError(f"a formula has one query, got {len(queries)}")
    return formula_text(queries[0], given, ranges, form)


def formula_text(query: str, given: Mapping[str, Any], ranges: Mapping[str, Labels], form: TableFormat) -> str:
    """The formula with its label, in LaTeX a comment when it is proved; displayed in LaTeX and Markdown, else a line."""
    found = formula(query, given, ranges)
    if form == TableFormat.LATEX:
        label = f"% {found.label}" if found.origin == Origin.PROVED else f"\\emph{{({found.label})}}"
        return f"\\[\n  {found.latex}\n\\]\n{label}\n"
    if form == TableFormat.MARKDOWN:
        return f"$$\n{found.latex}\n$$\n\n({found.label})\n"
    return f"{found.text}\n({found.label})\n"
