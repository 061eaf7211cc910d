"""Tables and formulas marked in a document, made again from their marks.

    <!-- exactdice table: EP(d) d=1..6 style=dec:4 -->
    (the table)
    <!-- exactdice end -->

So in Markdown and HTML; in LaTeX a mark is `% exactdice ...`, in typst `// ...`, in CSV `# ...`.
The words after the colon are those of `exactdice table` or `exactdice formula`; what they leave
open is said by the mark of the document.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..claims.claim import Kind
from ..closed_forms import Origin, formula
from ..errors import ClaimsError, ExactDiceError, PlacedError, SeveralErrors
from ..exact import Progress, one_of, shown
from ..files import decoded, read_bytes
from ..games.strategy_table import tables_beside
from ..printed.markdown import Span, end_of_span, parts_of
from ..printed.source import Source
from ..queries.ranges import Labels, ranges_and_options
from ..tables.output_formats import TableFormat
from ..tables.table import make_table, render
from .documents import document_words
from .mark_words import LOOK, TableWords, check_formula, read_look, read_table_words, shared_options
from .markdown_marks import parts_with_closed_code
from .marks import HEAD, is_end, is_mark, unknown_mark
from .notebooks import SUFFIX as NOTEBOOK

COMMENT = re.compile(r"\ufeff?(?P<indent>[ \t]*)(?P<opening><!--|%+|//|#)(?P<text>[^\n]*)")
BEGIN = re.compile(r"exactdice[ \t]+(?P<kind>table|formula)[ \t]*:(?P<words>[^\n]*)")
# a mark that does not begin its line
INSIDE = re.compile(r"<!--[ \t]*exactdice[ \t]+(?:table|formula)[ \t]*:")
MOST_CHARACTERS = 10_000  # of the words of a mark
FORMATS = {"%": TableFormat.LATEX, "//": TableFormat.TYPST, "#": TableFormat.CSV}  # by the comment
# words that only `verify` needs
OF_VERIFY = ("id", "where", "note", "kind", "separator", "header", "labels", "skip", "transpose")
SHAPE = {"header": "1", "labels": "1", "skip": "", "transpose": "no"}  # of a table that is made
END_BEFORE = "expected `exactdice end` before it"
CLOSES_NOTHING = "`exactdice end` closes nothing: expected `exactdice table: ...` before it"
NEVER_CLOSED = "the block is never closed: expected a comment `exactdice end` below it"
UNFENCED = (".tex", ".ltx", ".latex", ".csv")  # files in which ``` begins no code


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
        """The first line that differs: its number in the document, what stands there,
        what should.
        """
        old, new = self.block.body.splitlines(), self.body.splitlines()
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
    errors = list[PlacedError]()
    found = list(_blocks(path, text, errors))
    if not found and not errors:
        raise ClaimsError(
            f"{path}: no marked table: expected a comment such as <!-- exactdice table: EP(d) "
            "d=1..6 -->"
        )
    common = document_words(path, text)
    results = []
    for done, block in enumerate(found, 1):
        try:
            with tables_beside(path):
                results.append(Renewed(block, _made(block, _words_of(block), common)))
        except ExactDiceError as error:
            errors.append(PlacedError(path, block.first, str(error)))
        if progress:
            progress(done, len(found))
    _refuse(errors)
    return results


def _refuse(errors: list[PlacedError]) -> None:
    """Raise what was noted, if anything, in the order of the lines."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        in_order = sorted(errors, key=lambda error: error.line)
        raise SeveralErrors(map(str, in_order))


def with_new_bodies(text: str, found: list[Renewed]) -> str:
    """The document with every block's text replaced."""
    # From the lines as they are, so that all else keeps every byte.
    lines, parts, at = text.splitlines(keepends=True), [], 0
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


@dataclass(frozen=True)
class _Begin:
    """A mark that begins a block."""

    line: int
    kind: str
    words: str
    indent: str
    opening: str


def blocks(path: Path, text: str) -> Iterator[Block]:
    """The marked blocks, in order; marks inside code of Markdown are text, and what is meant as a
    mark but is none is refused.
    """
    errors = list[PlacedError]()
    yield from _blocks(path, text, errors)
    _refuse(errors)


def _blocks(path: Path, text: str, errors: list[PlacedError]) -> Iterator[Block]:
    """The same; what is wrong is noted."""

    def note(line: int, message: str) -> None:
        errors.append(PlacedError(path, line, message))

    opened: _Begin | None = None
    is_bad = False  # the mark before: its end closes nothing that was read
    lines = text.splitlines(keepends=True)
    for number, line in _printed_lines(path, text, lines, errors):
        comment = _comment(path, line)
        try:
            begin = None if comment is None else _begun(path, number, comment)
        except PlacedError as error:
            errors.append(error)
            is_bad = True
            continue
        if begin and opened:
            note(number, f"a mark begins inside the block of line {opened.line}: {END_BEFORE}")
        if begin:
            opened, is_bad = begin, False
        elif comment and is_end(comment["text"].strip()):
            if opened:
                yield _block(path, opened, number, lines)
            elif not is_bad:
                note(number, CLOSES_NOTHING)
            opened, is_bad = None, False
    if opened:
        note(opened.line, NEVER_CLOSED)


def _printed_lines(
    path: Path, text: str, lines: Sequence[str], errors: list[PlacedError]
) -> Iterator[tuple[int, str]]:
    """The lines that are no code, with their numbers; a mark that begins a block further on in its
    line is noted.
    """
    source = Source(path, text)
    is_markdown = path.suffix.lower() not in UNFENCED
    parts = parts_with_closed_code(source) if is_markdown else parts_of(Source(path, ""))
    code = parts.fences
    at = 0
    for number, line in enumerate(lines, 1):
        hidden = bisect_right(code, (at, len(text))) - 1
        if hidden < 0 or at >= code[hidden][1]:
            if _begins_late(line, at, parts.spans):
                message = (
                    f"the mark of a block must begin its line, got {shown(line.strip()[:40])} "
                    "before it"
                )
                errors.append(PlacedError(path, number, message))
            yield number, line
        at += len(line)


def _begins_late(line: str, at: int, spans: list[Span]) -> bool:
    """Whether a mark stands behind other text of the line at this place, and is no code."""
    inside = INSIDE.search(line)
    if inside is None or not line[: inside.start()].strip("\ufeff \t"):
        return False
    place = at + inside.start()
    return end_of_span(spans, place, len(line) + at) is None


def _comment(path: Path, line: str) -> re.Match[str] | None:
    """The comment that this line is; a line # is a heading but in CSV."""
    found = COMMENT.match(line)
    is_heading = found is not None and found["opening"] == "#" and path.suffix.lower() != ".csv"
    return None if is_heading else found


def _begun(path: Path, number: int, comment: re.Match[str]) -> _Begin | None:
    """The mark of a block that the comment is; None for another mark and for text; refuses what is
    meant as a mark and is none.
    """
    body = comment["text"].strip()
    found = BEGIN.match(body)
    if found is None:
        if is_mark(body) and not HEAD.match(body):
            raise PlacedError(path, number, unknown_mark(body.removesuffix("-->").strip()))
        return None
    if comment["opening"] == "<!--" and not body.endswith("-->"):
        raise PlacedError(
            path, number, "the mark of a block must end its line: expected --> at its end"
        )
    return _Begin(
        number,
        found["kind"],
        found["words"].strip().removesuffix("-->").strip(),
        comment["indent"],
        comment["opening"],
    )


def _block(path: Path, begin: _Begin, last: int, lines: list[str]) -> Block:
    """What stands between the mark and the end on line `last`."""
    comment = begin.opening.rstrip("%") or "%"
    # in an HTML comment
    default = TableFormat.HTML if path.suffix.lower() in (".html", ".htm") else TableFormat.MARKDOWN
    first = begin.line
    body = "".join(lines[first : last - 1])
    # As the mark's line ends, so that the file keeps one kind of line ends.
    ends = (end for end in ("\r\n", "\r") if lines[first - 1].endswith(end))
    newline = next(ends, "\n")
    return Block(
        first,
        last,
        begin.kind,
        begin.words,
        begin.indent,
        FORMATS.get(comment[:2], default),
        body,
        newline,
    )


# --- making them again ----------------------------------------------------------------------------


def _words_of(block: Block) -> TableWords:
    """What the mark of the block says; `ExactDiceError` when that is no table that
    could be made.
    """
    if len(block.words) > MOST_CHARACTERS:
        raise ExactDiceError(
            f"a mark must have at most {MOST_CHARACTERS} characters, got {len(block.words)}"
        )
    read = read_table_words(block.words)
    if not read.queries:
        raise ExactDiceError(
            "a table has one query over one or two ranges or several over one range, a formula "
            "has one: got none"
        )
    if block.kind == "formula":
        check_formula(read)
    read_look(read.words)
    one_of(Kind, read.words.get("kind", Kind.ROUNDED), "kind")
    for key, usual in SHAPE.items():
        if read.words.get(key, usual) != usual:
            raise ExactDiceError(
                "a table is made with one row and one column of labels, the first name in rows, "
                f"but its mark says {key}={read.words[key]}: tables of other shapes are for "
                "`exactdice verify`"
            )
    return read


def _made(block: Block, read: TableWords, common: Mapping[str, str]) -> str:
    """The text that the block should hold; what its mark leaves open is said by the words of the
    document.
    """
    own = {key: text for key, text in read.words.items() if key not in (*LOOK, *OF_VERIFY)}
    words = [f"{key}={text}" for key, text in own.items()]
    ranges, given = ranges_and_options(words, read.queries, common)
    shared = shared_options(read.queries, own, common)
    look = read_look(read.words)
    form, decimal = look.form or block.form, look.decimal or common.get("decimal", ".")
    if block.kind == "table":
        text = render(
            make_table(read.queries, ranges, {**shared, **given}),
            form,
            look.style,
            decimal,
            look.siunitx,
        )
    else:
        text = formula_text(read.queries[0], {**shared, **given}, ranges, form)
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
