r"""Values generated in place in documents: the one door through which each of them goes.

QUERY [key=value ...] [style]     a value: EP(5) dec:3, win(blind, random) target=20 percent:1
QUERIES RANGES [...] [style]      a table: EP(d) P(d,1) d=1..6 dec:4, and of distributions 2d6

The words are those of the marks of tables, `exactdice.report.documents.marks`, and the styles
those of `exactdice table`.

A list, by which other programmes fill in a document, has lines with the words of a value, or
`table: ` and those of a table. A first line `document: key=value ...` holds for all others and has
no answer; each other line has one. As tab-separated text an answer is made of pairs, the kind and
what it says:

text    8.636          a number or a word
math    \frac{1}{6}    a formula, in LaTeX
error   the message    in place of a value
table   3              the next 3 lines are the rows of a table, the heading first; each cell a pair

LaTeX documents ask by \exactvalue{QUERY}{STYLE} of exactdice.sty; the file MAIN.exact.tex holds
what each of them prints. Files that the document takes in by \input, \include and \subfile are read
too, as far as they lie in its folder. Comments, \verb, verbatim text and what follows
\end{document} ask for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..exact.argument_checks import a_path, a_text
from ..exact.errors import ClaimsError, ExactDiceError, PlacedError, QueryError
from ..exact.files import named, read_bytes
from ..exact.numbers import Progress, one_of, printable, shown
from ..exact.session import in_session
from ..query.evaluate import GAME, evaluate_query, read_option
from ..query.ranges import Labels, ranges_and_options, single_values
from ..query.strategy_table import path_below
from ..writeup.tables.number_text import STYLES, is_name
from ..writeup.tables.table import (
    distributions_table,
    make_table,
    style_for,
    title_latex,
    written_cells,
)
from .claims.entry import HEAD, check_keys, known_options, parse_settings
from .documents.documents import LATEX, document_words
from .documents.latex_marks import argument_of, printed_commands
from .documents.marks import (
    LOOK,
    TableWords,
    Words,
    read_look,
    read_table_words,
    read_words,
    shared_options,
)
from .printed.source import Source, read_source

if TYPE_CHECKING:
    from matplotlib.figure import Figure


EXPECTED = "expected QUERY [key=value ...] [style], as in `EP(5) dec:3`"
# What needs no formula: a number in decimals or in percent, and words.
NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?(?: %)?", re.ASCII)
WORDS = re.compile(r"[A-Za-z]{2,}(?:[ -][A-Za-z]+)*", re.ASCII)
ON_A_PAGE = str.maketrans({"-": "\N{MINUS SIGN}", " ": "\N{NO-BREAK SPACE}"})
IN_A_BOX = r"\mbox{"


@dataclass(frozen=True)
class Asked:
    """A request of one place of a document, in its words."""

    words: str
    is_table: bool = False


@dataclass(frozen=True)
class Written:
    """A value as text, and in LaTeX for math mode."""

    plain: str
    latex: str

    @property
    def is_text(self) -> bool:
        """Whether the text alone says it as well as a formula does.

        >>> [Written(text, "").is_text for text in ("-8.636", "64.9 %", "two dice", "1/6", "{1}")]
        [True, True, True, False, False]
        """
        is_plain = NUMBER.fullmatch(self.plain) or WORDS.fullmatch(self.plain)
        return self.latex.startswith(IN_A_BOX) or is_plain is not None

    @property
    def displayed(self) -> str:
        """The text as a page shows it: a number with a minus sign, and in one line with its %."""
        return self.plain.translate(ON_A_PAGE) if NUMBER.fullmatch(self.plain) else self.plain


@dataclass(frozen=True)
class WrittenTable:
    """The cells of a table, the heading first."""

    heading: tuple[Written, ...]
    rows: tuple[tuple[Written, ...], ...]


Made = Written | WrittenTable


def made(
    asked: Iterable[Asked],
    common: Words,
    document: Path,
    progress: Progress | None = None,
) -> list[Made | ExactDiceError]:
    """For each thing that the document asks for what is to be written there, or what is wrong with
    it; `common` are the words that hold for the whole document.

    The same thing is computed once, and one that fails hides no other.

    >>> right, wrong = made([Asked("EP(5) dec:3"), Asked("EP(")], {}, Path("report.md"))
    >>> right
    Written(plain='8.636', latex='8.636')
    >>> print(wrong)
    query 'EP(', column 4: the query ends too early
    """
    places = list(asked)
    distinct, known = dict.fromkeys(places), dict[Asked, Made | ExactDiceError]()
    with in_session(folder=document.parent):
        for done, one in enumerate(distinct, 1):
            try:
                known[one] = _make(one, common)
            except ExactDiceError as error:
                known[one] = error
            except (MemoryError, OverflowError, RecursionError) as error:
                known[one] = ExactDiceError(
                    f"this is too large to compute here ({type(error).__name__}): ask for "
                    "something smaller"
                )
            if progress:
                progress(done, len(distinct))
    return [known[one] for one in places]


def _make(asked: Asked, common: Words) -> Made:
    read = _parse_words(asked.words)
    look = read_look(read.words)
    style, decimal = look.style, look.decimal or common.get("decimal", ".")
    if asked.is_table:
        ranges, options = _ranges_and_options(read, common)
        if ranges:
            table = make_table(read.queries, ranges, options)
        else:
            table = distributions_table(read.queries, options)
        written = written_cells(table, style, decimal)
        heading, *rows = (tuple(map(Written, *both)) for both in zip(*written, strict=True))
        return WrittenTable(heading, tuple(rows))
    if len(read.queries) != 1:
        raise ExactDiceError(
            f"{EXPECTED}, got {shown(' and '.join(read.queries))}; the styles are "
            f"{', '.join(STYLES)}"
        )
    (query,) = read.queries
    own = {key: text for key, text in read.words.items() if key not in LOOK}
    given = single_values([f"{key}={text}" for key, text in own.items()], query, common)
    value = evaluate_query(query, {**shared_options([query], own, common), **given})
    how = style_for([value], style, decimal)
    text = how.plain(value)
    is_word = isinstance(value, bool) or is_name(value)
    return Written(text, title_latex(text) if is_word else how.latex(value))


def drawn(
    words: str,
    common: Words,
    document: Path,
    title: str | None,
    look: Mapping[str, Any] | None = None,
) -> Figure:
    """The picture that a place of the document asks for: that of `exactdice plot` for the same
    queries, ranges and options; `ExactDiceError` when it cannot be had.

    `look` has what is said of a `PlotStyle`; without a title it is the words, on paper none.
    """
    # Here, as values and tables need no pictures.
    from ..writeup.pictures.by_query import caption, draw_over
    from ..writeup.pictures.figure import PlotStyle

    read = _parse_words(words)
    decimal = read.words.get("decimal", common.get("decimal", "."))
    seen = PlotStyle(**{"decimal": decimal, **(look or {})})
    with in_session(folder=document.parent):
        ranges, options = _ranges_and_options(read, common, has_rows=False)
        name = caption([words], [], seen) if title is None else title
        return draw_over(list(read.queries), ranges, options, None, name, look=seen)


def check_common(common: Words) -> None:
    """Raise `ClaimsError` unless the words that hold for a whole document are options of some
    query, its decimal mark, or what its claims need.

    >>> check_common({"title": "Report", "decimal": ",", "target": "20"})
    """
    look = {"decimal": common["decimal"]} if "decimal" in common else {}
    parse_settings(look, {}, {})
    given = {key: text for key, text in common.items() if key not in HEAD}
    if given:
        game = {key: read_option(key, text) for key, text in given.items() if key == GAME}
        check_keys(given, known_options({**given, **game}), "option", "the document has ")


def _parse_words(words: str) -> TableWords:
    """The words; `ExactDiceError` without a query, and for a word of tables in files."""
    read = read_table_words(" ".join(a_text(words, "what is asked for").split()))
    if not read.queries:
        raise ExactDiceError(f"{EXPECTED}, got {shown(words)}")
    for key in ("format", "siunitx"):
        if key in read.words:
            raise ExactDiceError(f"{key} is for tables in files: leave it out here")
    read_look(read.words)  # for its complaint about a style, before anything is computed
    return read


def _ranges_and_options(
    read: TableWords, common: Words, has_rows: bool = True
) -> tuple[dict[str, Labels], dict[str, Any]]:
    """The ranges, and the options with those of the document that the queries take."""
    own = {key: text for key, text in read.words.items() if key not in LOOK}
    keyed = [f"{key}={text}" for key, text in own.items()]
    ranges, given = ranges_and_options(keyed, read.queries, common, has_rows)
    return ranges, {**shared_options(read.queries, own, common), **given}


TABLE, DOCUMENT = "table:", "document:"
UNKNOWN = "??"  # in place of a value that cannot be had, as LaTeX writes for a reference


class ListFormat(StrEnum):
    """How the values of a list are written."""

    TEXT = "text"
    LATEX = "latex"
    TSV = "tsv"


def answers(
    text: str, path: Path, form: str = "text", progress: Progress | None = None
) -> tuple[list[str], list[PlacedError]]:
    r"""The lines that answer a list, and what is wrong with it, line by line.

    >>> answers("document: faces=4\nEP(5) dec:3\nP(1,1)\n", Path("list"), "tsv")
    (['text\t4.322', 'math\t\\frac{1}{4}'], [])
    """
    kind = one_of(ListFormat, form, "the format")
    lines = a_text(text, "the list").removesuffix("\n").split("\n")
    common, first = {}, 1
    if lines[0].startswith(DOCUMENT):
        first = 2
        try:
            common = read_words(lines[0].removeprefix(DOCUMENT))
            check_common(common)
        except ExactDiceError as error:
            raise PlacedError(path, 1, str(error)) from error
    words = [line.strip() for line in lines[first - 1 :]]
    asked = [Asked(one.removeprefix(TABLE), one.startswith(TABLE)) for one in words]
    answered, errors = list[str](), list[PlacedError]()
    for number, value in enumerate(made(asked, common, path, progress), first):
        is_tsv = kind == ListFormat.TSV
        if isinstance(value, ExactDiceError):
            errors.append(PlacedError(path, number, str(value)))
            answered.append(f"error\t{_cell_text(str(value))}" if is_tsv else UNKNOWN)
        elif isinstance(value, Written):
            plain = value.latex if kind == ListFormat.LATEX else value.plain
            answered.append(_row([value]) if is_tsv else plain)
        elif is_tsv:
            rows = [value.heading, *value.rows]
            answered += [f"table\t{len(rows)}", *map(_row, rows)]
        else:
            message = f"a table needs --format {ListFormat.TSV}, or the command `table`"
            errors.append(PlacedError(path, number, message))
            answered.append(UNKNOWN)
    return answered, errors


def _row(cells: Sequence[Written]) -> str:
    pairs = (("text", one.displayed) if one.is_text else ("math", one.latex) for one in cells)
    return "\t".join(f"{kind}\t{_cell_text(text)}" for kind, text in pairs)


def _cell_text(text: str) -> str:
    """The text without what would end its cell or its line."""
    return printable(" ".join(re.split(r"[\t\r\n]+", text)))


VALUE = r"\exactvalue{query}{style}"
COMMAND = re.compile(
    r"\\exactvalue(?P<value>)(?![A-Za-z@])"
    r"|\\(?:input|include|subfile)(?![A-Za-z@])[ \t]*"
    r"(?:\{(?P<braced>[^{}\n]{1,500})\}|(?P<bare>[^\s{}\\%]{1,500}))"
)
ESCAPED = re.compile(r"\\([_%#&$])")
HEADER = (
    "% Values for \\exactvalue of exactdice.sty, written by `exactdice latex`: change no line.\n"
)


class Place(NamedTuple):
    r"""One \exactvalue: the line where it stands, and its arguments as LaTeX reads them."""

    path: Path
    line: int
    query: str
    style: str


@dataclass(frozen=True)
class Values:
    """The text of the file of values, how many it holds, and what is wrong elsewhere."""

    text: str
    count: int
    errors: tuple[ClaimsError, ...]
    files: tuple[Path, ...]  # that were read
    left_out: tuple[str, ...]  # files that are not read, each with the place that names it

    def differ_from(self, before: bytes | None) -> bool:
        """Whether the file of values, which held this before, is to be written."""
        # A document that asks for nothing needs no file, but one that is there says so.
        return before != self.text.encode() and (before is not None or self.count > 0)


def values_of(main: Path, progress: Progress | None = None) -> Values:
    """The values that the document asks for; `ClaimsError` when it cannot be read.

    Each error names its file and line, and hides no other value.
    """
    if a_path(main).suffix.lower() not in LATEX:
        raise ClaimsError(f"{named(main)}: must be a LaTeX document, ending in {', '.join(LATEX)}")
    source = read_source(main)
    common = document_words(main, source.text)
    try:
        check_common(common)
    except ClaimsError as error:
        raise ClaimsError(f"{named(main)}: {error}") from error
    sources, errors, left_out = [source], list[ClaimsError](), list[str]()
    places = list(_places_in(main, sources, errors, left_out))
    # \_ and the like stand for the character.
    asked = [Asked(ESCAPED.sub(r"\1", f"{one.query} {one.style}".strip())) for one in places]
    # A line for each value, the same one once.
    lines: dict[str, None] = {}
    for place, value in zip(places, made(asked, common, main, progress), strict=True):
        if isinstance(value, Written):
            text = in_text(value)
            lines[f"\\exactdicevalue{{{place.query}}}{{{place.style}}}{{{text}}}\n"] = None
        else:
            errors.append(PlacedError(place.path, place.line, str(value)))
    files = tuple(one.path for one in sources)
    return Values("".join([HEADER, *lines]), len(lines), tuple(errors), files, tuple(left_out))


def in_text(value: Written) -> str:
    r"""The value in LaTeX, for text and for math mode.

    A number has the digits of the text around it, as bold as they are.

    >>> [in_text(Written(text, text)) for text in ("8.636", "-8.636", "{1}")]
    ['8.636', '\\ensuremath{-}8.636', '\\ensuremath{{1}}']
    """
    if not value.is_text:
        return rf"\ensuremath{{{value.latex}}}"
    is_negative = value.latex.startswith("-")
    return r"\ensuremath{-}" * is_negative + value.latex.removeprefix("-")


# --- reading --------------------------------------------------------------------------------------


def _places_in(
    main: Path, sources: list[Source], errors: list[ClaimsError], left_out: list[str]
) -> Iterator[Place]:
    """The requests of the document and of the files that it takes in, each file once."""
    seen = {main.resolve()}

    def take_in(source: Source, found: re.Match[str]) -> None:
        """Enter the LaTeX document that the command takes in; leave out one outside the folder."""
        name = (found["braced"] or found["bare"]).strip().strip('"')
        # As LaTeX looks for them: from the folder of the main document, with the ending first.
        for candidate in (f"{name}.tex", name):
            try:
                path = path_below(main.parent, candidate, "files")
            except QueryError:
                at = f"{named(source.path)}:{source.line(found.start())}"
                left_out.append(f"{at}: {named(name)}")
                return
            if path.suffix.lower() in LATEX and path.is_file() and path != file_of(main):
                if path.resolve() not in seen:
                    seen.add(path.resolve())
                    sources.append(read_source(path))
                return

    # Sources are added while they are walked: each file may take in others.
    for source in sources:
        try:
            for found in printed_commands(source, COMMAND):
                try:
                    if found["value"] is None:
                        take_in(source, found)
                    elif source.text[found.end() : found.end() + 1] != "}":
                        # and no \\newcommand{\\exactvalue}
                        yield _place_at(source, found)
                except ClaimsError as error:
                    errors.append(error)
        except ClaimsError as error:  # the rest of this file is verbatim text without an end
            errors.append(error)


def _place_at(source: Source, found: re.Match[str]) -> Place:
    r"""The \exactvalue that begins here; `PlacedError` when it is not written out."""
    start = found.start()
    query = argument_of(source, start, found.end(), VALUE, "the query")
    style = argument_of(source, start, query[1] + 1, VALUE, "the style")
    texts = [re.sub(r"\s+", " ", source.text[slice(*span)]) for span in (query, style)]
    for text in texts:
        without = ESCAPED.sub("", text)
        if "#" in without or "\\" in without:
            raise source.error(
                start,
                f"{VALUE} must be written out, without commands and arguments of macros such as "
                f"#1, got {shown(text)}",
            )
    return Place(source.path, source.line(start), *texts)


# --- the file of values ---------------------------------------------------------------------------


def file_of(main: Path) -> Path:
    """The file that holds the values of this document: main.exact.tex for main.tex."""
    return main.with_suffix(".exact.tex")


def written_before(main: Path) -> bytes | None:
    """The bytes of the file of values that lies beside the document; None without one.

    Raises `ExactDiceError` for a file of this name that holds something else, and for a link, which
    may lead anywhere.
    """
    path = file_of(main)
    if not path.is_symlink() and not path.exists():
        return None
    data = b"" if path.is_symlink() else read_bytes(path)
    if not data.startswith(HEADER.encode()):
        raise ExactDiceError(
            f"{named(path)}: cannot be written: it is no file of values, whose first line "
            "`exactdice latex` writes; move it away"
        )
    return data
