"""Words like dice=10, d=1..6 and a=blind,optimal, as a command and a mark in a document write them: one reader for all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from ..doors import a_text
from ..errors import ExactDiceError, QueryError, nearest
from ..exact import Exact, one_of, shown
from ..tables.cells import MARKS, cell_style
from ..tables.formats import TableFormat, table_format
from ..tables.table import names_taken
from .evaluate import names_in, parse_option, parse_values
from .names import Word
from .syntax import parse

KEY = re.compile(r"\s*(?:([A-Za-z_]\w*)=)?", re.ASCII)
EDGE = re.compile(r"[()]|\s")
VALUED = ("--style", "--decimal", "--format")  # options of a mark that have a value; style=dec:3 says the same

Labels = range | tuple[Any, ...]  # of rows or columns: the numbers a..b, or numbers and words of the query one by one


def queries_and_words(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """The words that are queries, and those that are key=value.

    >>> queries_and_words(["EP(d)", "d=1..6", "P(d, 1, faces=4)"])
    (['EP(d)', 'P(d, 1, faces=4)'], ['d=1..6'])
    """
    queries: list[str] = []
    keyed: list[str] = []
    for word in words:
        (keyed if re.match(r"\w*=", word) or not re.search(r"\W", word) else queries).append(word)
    return queries, keyed


def split_words(words: Iterable[str] | None) -> dict[str, str]:
    """{key: value} from words like dice=10; each key once."""
    pairs: dict[str, str] = {}
    for word in words or []:
        key, mark, value = word.partition("=")
        if not mark or not key or not value:
            raise ExactDiceError(f"expected key=value, as in dice=10, got {shown(word)}")
        if key in pairs:
            raise ExactDiceError(f"{key} is given twice")
        pairs[key] = value
    return pairs


def ranges_and_options(words: Iterable[str] | None, queries: Iterable[str]) -> tuple[dict[str, Labels], dict[str, Any]]:
    """The words as ({name: labels}, {name: value}): a range a..b gives labels to any name, a list only to one that a query leaves open.

    A list for an option, such as weights=1,1,2, is its value.

    >>> ranges_and_options(["d=1,3", "target=5..7", "weights=1,2"], ["EP(d)"])
    ({'d': (1, 3), 'target': range(5, 8)}, {'weights': (1, 2)})
    """
    open_names = {name for query in queries for name in names_in(parse(query))}
    ranges: dict[str, Labels] = {}
    values: dict[str, Any] = {}
    for key, text in split_words(words).items():
        labels = read_labels(key, text, key in open_names)
        if labels is not None:
            ranges[key] = labels
        else:
            values[key] = parse_values(text)[0] if key in open_names else parse_option(text)
    return ranges, values


def single_values(words: Iterable[str] | None, query: str) -> dict[str, Any]:
    """The words as {name: value}; `QueryError` for a range or a list where one value is needed."""
    ranges, values = ranges_and_options(words, [query])
    for name in ranges:
        raise QueryError(f"{name} must have one value here: ranges and lists are for tables and pictures, as in `exactdice table`")
    return values


def parse_range(text: str) -> range | None:
    """The range written `a..b` (both ends included) or `a..b..step`; None when the text is no range.

    >>> parse_range("1..4"), parse_range("0..100..25"), parse_range("7")
    (range(1, 5), range(0, 101, 25), None)
    """
    parts = a_text(text, "a range").split("..")
    if len(parts) == 1:
        return None
    numbers: list[Any] = [parse_option(part) if part.strip() else None for part in parts]
    if len(parts) > 3 or not all(isinstance(n, int) for n in numbers):
        raise QueryError(f"a range must look like 1..10 or 0..100..10, got {text}")
    first, last, step = (*numbers, 1)[:3]
    if step < 1 or last < first:
        raise QueryError(f"a range must go up, from the smaller number to the larger, got {text}")
    return range(first, last + 1, step)


def read_labels(name: str, text: str, may_be_listed: bool) -> Labels | None:
    """The labels written as a range `a..b`, or where it may be one as a list `blind,dice(3),1/2`; None for a single value.

    >>> read_labels("i", "0..9..3", False), read_labels("d", "1,3,5", True), read_labels("d", "7", True)
    (range(0, 10, 3), (1, 3, 5), None)
    """
    if text.strip() == "*":
        raise QueryError(f"{name}=* takes the labels that a document prints: a table to be made needs them, as in {name}=1..10")
    labels = parse_range(text)
    if labels is not None or not may_be_listed:
        return labels
    values = parse_values(text)
    for value in values:
        if len(values) > 1 and not isinstance(value, (Exact, Word)):
            raise QueryError(f"a label must be a number, or a word such as blind or dice(3), got {name}={shown(text)}")
    return values if len(values) > 1 else None


def read_value(name: str, text: str) -> Any:
    """The value written, a tuple for `a,b,c`; `QueryError` for a range, which is for tables."""
    if parse_range(text) is not None:
        raise QueryError(f"{name} must have one value here, got the range {text}: ranges are for tables")
    values = parse_values(text)
    return values if len(values) > 1 else values[0]


# --- marks of tables --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableWords:
    """What the mark of a table or a formula says: its queries, and the words by their keys; siunitx is one without a value."""

    queries: tuple[str, ...]
    words: Mapping[str, str]


def read_table_words(text: str) -> TableWords:
    """The words of a mark as `table` and `verify` both read them; `ExactDiceError` for an option unknown, without value or given twice.

    Queries are separated by `;` or blanks or stand in quotes; words are key=value, key="several words", --style dec:3, --siunitx.

    >>> read_table_words('EP(d) - 1; P(d, 1) d=1..3 --style dec:3')
    TableWords(queries=('EP(d) - 1', 'P(d, 1)'), words={'d': '1..3', 'style': 'dec:3'})
    """
    pieces: list[tuple[str, bool]] = []  # of queries, and whether in quotes
    words: dict[str, str] = {}
    items = _items(a_text(text, "the words of a mark").strip())
    for key, value, quoted in items:
        if not key and not quoted and value.startswith("--"):
            key, value = _option(value, items)
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


def read_look(words: Mapping[str, str]) -> Look:
    """What the words say of the looks; `ExactDiceError` for a style, a format, a decimal mark or an answer to siunitx that there is none.

    >>> read_look({"style": "dec:3", "siunitx": "no"})
    Look(style='dec:3', form=None, decimal=None, siunitx=False)
    """
    style, decimal = words.get("style", "frac"), words.get("decimal")
    if decimal not in (None, *MARKS):
        raise ExactDiceError(f"decimal must be . or , but is {shown(decimal)}")
    cell_style(style)
    form = table_format(words["format"]) if "format" in words else None
    siunitx = one_of(("yes", "no"), words.get("siunitx", "no"), "siunitx") == "yes"
    return Look(style, form, decimal, siunitx)


def check_formula(read: TableWords) -> None:
    """Refuse the mark of a formula that has not one query, or a word that is neither the query's nor `format`."""
    if len(read.queries) != 1:
        raise ExactDiceError(f"a formula has one query, got {len(read.queries)}")
    node = parse(read.queries[0])
    known = names_taken(node) | {"format"}
    for key in read.words:
        if key not in known:
            raise QueryError(f"the mark of a formula has the unknown word {key}{nearest(key, known)}: known are {', '.join(sorted(known))}")
    read_look({key: text for key, text in read.words.items() if key == "format"})


def _items(text: str) -> Iterator[tuple[str, str, bool]]:
    """(key, value, whether in quotes) of each word; the key is empty where there is none."""
    at = 0
    while at < len(text):
        found = KEY.match(text, at)
        assert found is not None
        at = found.end()
        quote = text[at : at + 1]
        is_quoted = quote in ("'", '"')
        end = text.find(quote, at + 1) if is_quoted else _word_end(text, at)
        if end < 0:
            raise ExactDiceError(f"the words of the mark cannot be split: {quote} is never closed")
        yield found[1] or "", text[at + is_quoted : end], is_quoted
        at = end + is_quoted


def _word_end(text: str, at: int) -> int:
    """Where the word that begins here ends: at the first blank outside parentheses."""
    depth = 0
    for found in EDGE.finditer(text, at):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth <= 0 and found[0].isspace():
            return found.start()
    return len(text)


def _option(name: str, items: Iterator[tuple[str, str, bool]]) -> tuple[str, str]:
    """The key and the value of the option of this name, its value taken from the words that follow."""
    if name == "--siunitx":
        return "siunitx", "yes"
    if name not in VALUED:
        raise ExactDiceError(f"a mark takes {', '.join(VALUED)} and --siunitx, got {shown(name)}")
    key, value, _ = next(items, ("", "", False))
    if key or not value:
        raise ExactDiceError(f"{name} needs a value")
    return name.removeprefix("--"), value


def _queries(pieces: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """Each piece in quotes; the others in a row as queries separated by `;`, or by blanks where they are no query together."""
    for quoted, group in groupby(pieces, key=itemgetter(1)):
        texts = [text for text, _ in group]
        joined = " ".join(texts)
        separate = quoted or (not all(map(_is_query, joined.split(";"))) and all(map(_is_query, texts)))
        yield from texts if separate else (text.strip() for text in joined.split(";"))


def _is_query(text: str) -> bool:
    try:
        parse(text)
    except QueryError:
        return False
    return True
