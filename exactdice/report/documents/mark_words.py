"""The words of a mark of a table: its queries, its ranges and options, and how it is
to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from ...exact.argument_checks import a_text
from ...exact.errors import ExactDiceError, QueryError
from ...exact.numbers import one_of, shown
from ...query.evaluate import GAME, options_in
from ...query.ranges import read_value
from ...query.register import Answer
from ...query.symbols import symbols_written
from ...query.syntax import parse
from ...writeup.tables.number_text import MARKS, ROUNDING, cell_style, is_style
from ...writeup.tables.output_formats import TableFormat, table_format

# The blanks are those of EDGE, a space that does not break among them: each word is passed.
KEY = re.compile(r"\s*(?:([A-Za-z_][A-Za-z0-9_]*)=)?")


EDGE = re.compile(r"[()]|\s")


Words = Mapping[str, str]  # texts by their keys, as marks and options say them
# options of a mark that have a value; style=dec:3 says the same
VALUED = ("--style", "--decimal", "--format")
LOOK = ("style", "decimal", "format", "siunitx")  # words that say how it looks
TRANSPOSE = "transpose"  # a word without a value


@dataclass(frozen=True)
class TableWords:
    """What the mark of a table says: its queries, and the words by their keys; siunitx
    is one without a value.
    """

    queries: tuple[str, ...]
    words: Words


def read_table_words(text: str) -> TableWords:
    """The words of a mark as `table` and `verify` both read them; `ExactDiceError` for an option
    unknown, without value or given twice.

    Queries are separated by `;` or blanks or stand in quotes; words are key=value, key="several
    words", --siunitx, transpose, and the style: dec:3, dec=3, style=dec:3 or --style dec:3.

    >>> read_table_words('EP(d) - 1; P(d, 1) d=1..3 dec:3')
    TableWords(queries=('EP(d) - 1', 'P(d, 1)'), words={'d': '1..3', 'style': 'dec:3'})
    """
    pieces = []  # of queries, and whether in quotes
    words = {}
    items = items_of(a_text(text, "the words of a mark").strip())
    for key, value, quoted in items:
        # In quotes it is a query, which may begin with two minus signs.
        if not key and not quoted and value.startswith("--"):
            key, value = _option(value, items)
        elif not key and not quoted and is_style(value):
            key = "style"
        elif key in ROUNDING:
            key, value = "style", f"{key}:{value}"
        elif not key and not quoted and value == TRANSPOSE:
            key = TRANSPOSE
            value = "yes"
        if not key:
            pieces.append((value, quoted))
        elif key in words:
            raise ExactDiceError(f"{key} is given twice")
        elif not value and not quoted:
            raise ExactDiceError(f'expected key=value or key="several words", got {key}=')
        else:
            words[key] = value
    return TableWords(tuple(_queries(pieces)), words)


@dataclass(frozen=True)
class Look:
    """How the mark of a table says that it looks; None where it leaves that open."""

    style: str
    form: TableFormat | None
    decimal: str | None
    siunitx: bool


def read_look(words: Words) -> Look:
    """What the words say of the looks; `ExactDiceError` for a style, a format, a decimal mark or an
    answer to siunitx that there is none.

    >>> read_look({"style": "dec:3", "siunitx": "no"})
    Look(style='dec:3', form=None, decimal=None, siunitx=False)
    """
    style = words.get("style", "frac")
    decimal = words.get("decimal")
    if decimal not in (None, *MARKS):
        raise ExactDiceError(f"decimal must be . or , but is {shown(decimal)}")
    # For its complaint alone: a bad style is refused where the mark stands.
    cell_style(style)
    form = table_format(words["format"]) if "format" in words else None
    siunitx = one_of(("yes", "no"), words.get("siunitx", "no"), "siunitx") == "yes"
    return Look(style, form, decimal, siunitx)


def shared_options(queries: Iterable[str], own: Words, common: Words) -> dict[str, Answer]:
    """Those words of the document that are options of the queries, but for a mark's own.

    >>> document = {"title": "Report", "faces": "6", "bust_score": "0"}
    >>> shared_options(["EP(5)"], {"faces": "4"}, document)
    {'bust_score': 0}
    """
    words = {**common, **own}
    taken = {name for query in queries for name in options_in(parse(query), words)}
    symbols = symbols_written({key: words[key] for key in words if key != GAME}) - taken
    open_to_all = [key for key in common if key in taken | symbols and key not in own]
    return {key: read_value(key, common[key], symbols) for key in open_to_all}


def items_of(text: str) -> Iterator[tuple[str, str, bool]]:
    """(key, value, whether in quotes) of each word; the key is empty where there is none."""
    at = 0
    while at < len(text):
        found = KEY.match(text, at)
        assert found is not None
        opening = text[found.end() : found.end() + 1]
        value, at, is_quoted = value_at(text, found.end())
        if at < 0:
            raise ExactDiceError(
                f"the words of the mark cannot be split: {opening} is never closed"
            )
        yield found[1] or "", value, is_quoted


# A quote closes before a blank, a `;` or the end: its text may hold some as by_table("x.csv") does.
CLOSING = {'"': re.compile(r'"(?=[\s;]|\Z)'), "'": re.compile(r"'(?=[\s;]|\Z)")}


def value_at(text: str, at: int) -> tuple[str, int, bool]:
    """The value of a word that begins here, where the word ends, and whether it stands in quotes;
    the end is -1 where they are never closed.

    >>> value_at('p="a b" q=1', 2), value_at('p=by_table("x y.csv") q=1', 2)[0]
    (('a b', 7, True), 'by_table("x y.csv")')
    """
    quote = text[at : at + 1]
    if quote not in CLOSING:
        # It ends at the first blank outside parentheses.
        depth = 0
        for edge in EDGE.finditer(text, at):
            depth += {"(": 1, ")": -1}.get(edge[0], 0)
            if depth <= 0 and edge[0].isspace():
                return text[at : edge.start()], edge.start(), False
        return text[at:], len(text), False
    found = CLOSING[quote].search(text, at + 1)
    end = found.start() if found else text.find(quote, at + 1)
    return text[at + 1 : max(end, 0)], end + 1 or -1, True


def _option(name: str, items: Iterator[tuple[str, str, bool]]) -> tuple[str, str]:
    """The key and the value of the option of this name, its value taken from the words
    that follow.
    """
    if name == "--siunitx":
        return "siunitx", "yes"
    if name not in VALUED:
        raise ExactDiceError(f"a mark takes {', '.join(VALUED)} and --siunitx, got {shown(name)}")
    key, value, _ = next(items, ("", "", False))
    if key or not value:
        raise ExactDiceError(f"{name} needs a value")
    return name.removeprefix("--"), value


def _queries(pieces: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """Each piece in quotes; the others in a row as queries separated by `;`, or by blanks where
    they are no query together.
    """
    for quoted, group in groupby(pieces, key=itemgetter(1)):
        texts = [text for text, _ in group]
        # Blanks may stand within a query or between two: whatever is a query as a whole is one.
        joined = " ".join(texts)
        separate = quoted or (
            not all(map(_is_query, joined.split(";"))) and all(map(_is_query, texts))
        )
        yield from texts if separate else (text.strip() for text in joined.split(";"))


def _is_query(text: str) -> bool:
    try:
        parse(text)
    except QueryError:
        return False
    return True
