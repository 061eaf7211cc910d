r"""What places of a document ask for, made: the one door through which every value goes that is
generated in place.

QUERY [key=value ...] [style]     a value: EP(5) dec:3, win(blind, random) target=20 percent:1
QUERIES RANGES [...] [style]      a table: EP(d) P(d,1) d=1..6 dec:4, and of laws 2d6

The words are those of the marks of tables, `exactdice.report.documents.mark_words`, and the styles
those of `exactdice table`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...exact.argument_checks import a_text
from ...exact.errors import ExactDiceError
from ...exact.numbers import Progress, shown
from ...exact.session import in_session
from ...query.evaluate import GAME, evaluate_query, read_option
from ...query.ranges import Labels, ranges_and_options, single_values
from ...writeup.tables.number_text import STYLES, is_name
from ...writeup.tables.table import (
    law_table,
    make_table,
    style_for,
    title_latex,
    written_cells,
)
from ..claims.settings import HEAD, check_keys, known_options, settings_read
from ..documents.mark_words import (
    LOOK,
    TableWords,
    Words,
    read_look,
    read_table_words,
    shared_options,
)

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
    """What one place of a document asks for, in its words."""

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
    known: dict[Asked, Made | ExactDiceError] = {}
    distinct = list(dict.fromkeys(places))
    with in_session(folder=document.parent):
        for done, one in enumerate(distinct, 1):
            try:
                read = _read(one.words)
                known[one] = _table(read, common) if one.is_table else _value(read, common)
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


def drawn(
    words: str,
    common: Words,
    document: Path,
    title: str | None,
    look: Mapping[str, Any] | None = None,
) -> Figure:
    """The picture that a place of the document asks for: that of `exactdice plot` for the same
    queries, ranges and options; `ExactDiceError` when it cannot be had.

    `look` has what is said of a `Look`; without a title it is the words, on paper none.
    """
    # Here, as values and tables need no pictures.
    from ...writeup.pictures.by_query import caption, draw_over
    from ...writeup.pictures.figure import Look

    read = _read(words)
    seen = Look(**{"decimal": _decimal(read, common), **(look or {})})
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
    settings_read(look, {}, {})
    given = {key: text for key, text in common.items() if key not in HEAD}
    if given:
        game = {key: read_option(key, text) for key, text in given.items() if key == GAME}
        check_keys(given, known_options({**given, **game}), "option", "the document has ")


def _read(words: str) -> TableWords:
    """The words; `ExactDiceError` without a query, and for a word of tables in files."""
    read = read_table_words(" ".join(a_text(words, "what is asked for").split()))
    if not read.queries:
        raise ExactDiceError(f"{EXPECTED}, got {shown(words)}")
    for key in ("format", "siunitx"):
        if key in read.words:
            raise ExactDiceError(f"{key} is for tables in files: leave it out here")
    read_look(read.words)  # for its complaint about a style, before anything is computed
    return read


def _decimal(read: TableWords, common: Words) -> str:
    return read.words.get("decimal", common.get("decimal", "."))


def _ranges_and_options(
    read: TableWords, common: Words, has_rows: bool = True
) -> tuple[dict[str, Labels], dict[str, Any]]:
    """The ranges, and the options with those of the document that the queries take."""
    own = {key: text for key, text in read.words.items() if key not in LOOK}
    keyed = [f"{key}={text}" for key, text in own.items()]
    ranges, given = ranges_and_options(keyed, read.queries, has_rows=has_rows)
    return ranges, {**shared_options(read.queries, own, common), **given}


def _value(read: TableWords, common: Words) -> Written:
    """The value that the words ask for."""
    if len(read.queries) != 1:
        raise ExactDiceError(
            f"{EXPECTED}, got {shown(' and '.join(read.queries))}; the styles are "
            f"{', '.join(STYLES)}"
        )
    (query,) = read.queries
    own = {key: text for key, text in read.words.items() if key not in LOOK}
    given = single_values([f"{key}={text}" for key, text in own.items()], query)
    value = evaluate_query(query, {**shared_options([query], own, common), **given})
    style = style_for([value], read_look(read.words).style, _decimal(read, common))
    text = style.plain(value)
    is_word = isinstance(value, bool) or is_name(value)
    return Written(text, title_latex(text) if is_word else style.latex(value))


def _table(read: TableWords, common: Words) -> WrittenTable:
    """The table that the words ask for."""
    ranges, options = _ranges_and_options(read, common)
    if ranges:
        table = make_table(read.queries, ranges, options)
    else:
        table = law_table(read.queries, options)
    written = written_cells(table, read_look(read.words).style, _decimal(read, common))
    heading, *rows = (tuple(map(Written, *both)) for both in zip(*written, strict=True))
    return WrittenTable(heading, tuple(rows))
