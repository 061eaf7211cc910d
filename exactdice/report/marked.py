"""Tables and formulas marked in a document, made again from their marks.

    <!-- exactdice table: EP(d) d=1..6 style=dec:4 -->         Markdown, HTML; in LaTeX `% exactdice table: ...`, in typst `// ...`
    (the table)
    <!-- exactdice end -->

The words after the colon are those of `exactdice table` or `exactdice formula`, quoted as in a shell.
"""

from __future__ import annotations

import re
import shlex
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..closed_forms import Origin, formula
from ..errors import ClaimsError, ExactDiceError
from ..exact import Progress, shown
from ..files import decoded, read_bytes
from .cells import MARKS
from .formats import TableFormat, table_format
from .table import make_table, render
from .words import queries_and_words, ranges_and_options

BEGIN = re.compile(r"\ufeff?(?P<indent>[ \t]*)(?P<comment><!--|%+|//)\s*exactdice (?P<kind>table|formula):(?P<words>[^\n]*)")
END = re.compile(r"\s*(?:<!--|%+|//)\s*exactdice end(?P<rest>[^\n]*)")
FENCE = re.compile(r"\s*(?:```|~~~)")
MOST_CHARACTERS = 10_000  # of the words of a mark
FORMATS = {"%": TableFormat.LATEX, "//": TableFormat.TYPST}  # by the comment; an HTML comment is Markdown, but HTML in a .html file


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


@dataclass(frozen=True)
class Words:
    """The words of a mark, read as the command line reads them."""

    queries: tuple[str, ...]
    keyed: tuple[str, ...]
    form: TableFormat
    style: str = "frac"
    decimal: str = "."
    siunitx: bool = False


def renewed(path: Path, text: str, progress: Progress | None = None) -> list[Renewed]:
    """Every marked block of the document with the text it should hold; `ClaimsError` with file and line for a mark in error."""
    found = list(blocks(path, text))
    if not found:
        raise ClaimsError(f"{path}: no marked table: expected a comment such as <!-- exactdice table: EP(d) d=1..6 -->")
    results = []
    for done, block in enumerate(found, 1):
        try:
            results.append(Renewed(block, _made(block)))
        except ExactDiceError as error:
            raise ClaimsError(f"{path}:{block.first}: {error}") from error
        if progress:
            progress(done, len(found))
    return results


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
        begin = None if fenced else BEGIN.match(line)
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


def _words_of(begin: re.Match[str]) -> str:
    return begin["words"].strip().removesuffix("-->").strip()


def _ends(line: str) -> bool:
    found = END.match(line)
    return found is not None and found["rest"].strip() in ("", "-->")


def _block(path: Path, begin: re.Match[str], first: int, last: int, lines: list[str]) -> Block:
    comment = begin["comment"].rstrip("%") or "%"
    default = TableFormat.HTML if path.suffix.lower() in (".html", ".htm") else TableFormat.MARKDOWN
    body = "".join(lines[first : last - 1])
    newline = "\r\n" if lines[first - 1].endswith("\r\n") else "\n"
    return Block(first, last, begin["kind"], _words_of(begin), begin["indent"], FORMATS.get(comment[:2], default), body, newline)


# --- making them again --------------------------------------------------------------------------------------------------


def _made(block: Block) -> str:
    words = _read_words(block)
    makers: dict[str, Callable[[Words], str]] = {"table": _table, "formula": _formula}
    text = makers[block.kind](words)
    return "".join(f"{block.indent}{line}{block.newline}" if line else block.newline for line in text.splitlines())


def _table(words: Words) -> str:
    made = make_table(words.queries, *ranges_and_options(words.keyed))
    return render(made, words.form, words.style, words.decimal, words.siunitx)


def _formula(words: Words) -> str:
    if len(words.queries) != 1:
        raise ExactDiceError(f"a formula has one query, got {len(words.queries)}")
    ranges, given = ranges_and_options(words.keyed)
    return formula_text(words.queries[0], given, ranges, words.form)


def formula_text(query: str, given: dict[str, object], ranges: dict[str, range], form: TableFormat) -> str:
    """The formula with its label, in LaTeX a comment when it is proved; displayed in LaTeX and Markdown, else a line."""
    found = formula(query, given, ranges)
    if form == TableFormat.LATEX:
        label = f"% {found.label}" if found.origin == Origin.PROVED else f"\\emph{{({found.label})}}"
        return f"\\[\n  {found.latex}\n\\]\n{label}\n"
    if form == TableFormat.MARKDOWN:
        return f"$$\n{found.latex}\n$$\n\n({found.label})\n"
    return f"{found.text}\n({found.label})\n"


def _read_words(block: Block) -> Words:
    """The words of the mark; `ExactDiceError` for an option that is unknown or lacks its value."""
    if len(block.words) > MOST_CHARACTERS:
        raise ExactDiceError(f"a mark must have at most {MOST_CHARACTERS} characters, got {len(block.words)}")
    try:
        rest = deque(shlex.split(block.words))
    except ValueError as error:
        raise ExactDiceError(f"the words of the mark cannot be split: {error}") from None
    words, plain = Words((), (), block.form), []
    while rest:
        word = rest.popleft()
        if word == "--siunitx":
            words = replace(words, siunitx=True)
        elif word in ("--style", "--decimal", "--format"):
            if not rest:
                raise ExactDiceError(f"{word} needs a value")
            words = _with_option(words, word, rest.popleft())
        elif word.partition("=")[0] in ("style", "decimal", "format"):  # as `verify` reads them
            name, _, value = word.partition("=")
            words = _with_option(words, f"--{name}", value)
        elif word.startswith("--"):
            raise ExactDiceError(f"a mark takes --style, --decimal, --format and --siunitx, got {shown(word)}")
        else:
            plain.append(word)
    queries, keyed = queries_and_words(plain)
    return replace(words, queries=tuple(queries), keyed=tuple(keyed))


def _with_option(words: Words, name: str, value: str) -> Words:
    if name == "--format":
        return replace(words, form=table_format(value))
    if name == "--decimal" and value not in MARKS:
        raise ExactDiceError(f"--decimal must be . or , but is {shown(value)}")
    return replace(words, style=value) if name == "--style" else replace(words, decimal=value)
