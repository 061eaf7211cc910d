"""Marks: what ties a number or a table of a document to a query, without changing how the document
renders.

exactdice: QUERY [key=value ...]            the number before the mark; keys: id, kind, n, where,
                                            note, source, options, values of names
exactdice claim: STATEMENT [key=value ...]  the sentence before the mark, which is true or false
exactdice table: QUERY i=0..9 j=0..9 [...]  the table after the mark: rows, then columns; `i=*`
                                            takes the labels that it prints; `table --check` makes
                                            it again in its style, decimal and format
exactdice block: QUERY [...]                a number in the code fence after the mark, with ranges
                                            a table
exactdice end                               where such a table ends
exactdice document: [key=value ...]         title, decimal, alpha and the options of every query

A comment is meant as a mark when its first word is exactdice: in any case, with punctuation before
or within it, with one letter wrong, or with more behind it. One that is none of these marks is a
bad claim. A comment that says exactdice further on is text, and so is one that begins with the name
of a file, such as exactdice.sty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from os.path import commonprefix

from ...exact.argument_checks import a_text
from ...exact.errors import ClaimsError, ExactDiceError, QueryError
from ...exact.numbers import one_of, shown
from ...query.evaluate import GAME, options_in
from ...query.ranges import read_value
from ...query.register import Answer
from ...query.symbols import symbols_written
from ...query.syntax import parse
from ...writeup.tables.number_text import MARKS, ROUNDING, cell_style, is_style
from ...writeup.tables.output_formats import TableFormat, table_format
from ..printed.source import Source, Span
from .grids import Grid

Words = Mapping[str, str]  # texts by their keys, as marks and options say them
NAME, MACROS = "exactdice", ("exactly", "exactclaim")
HEAD = re.compile(r"exactdice(?:[ \t]+(claim|table|block|document))?[ \t]*:\s*")
END = re.compile(r"exactdice[ \t]+(?:table[ \t]+)?end|/exactdice")
# Signs before it are a slip of the pen; their number has a limit, so that a long rule of dashes
# costs no search.
FIRST_WORD = re.compile(
    r"[\W_]{0,20}(exact[ ]dice(?=[ \t]*:)|[A-Za-z]+(?:[-_.]+[A-Za-z]+)*)", re.ASCII | re.IGNORECASE
)
FILE_NAME = re.compile(r"exactdice\.[a-z]{2,4}", re.IGNORECASE)
WORDS = re.compile(r"[\\A-Za-z][-_.A-Za-z]*")
WORD_START = re.compile(r"[()]|\s(?=[A-Za-z_]\w*=(?!=))", re.ASCII)
ESCAPED_LETTERS = (r"\u004", r"\u005", r"\u006", r"\u007")  # as JSON may write them
EXPECTED = (
    "`exactdice:`, `exactdice claim:`, `exactdice table:`, `exactdice block:`, "
    "`exactdice document:` or `exactdice end`"
)


TWO_MARKS = "two marks on one number: a number can have one mark"


@dataclass(frozen=True)
class Mark:
    """A mark: what it says, where it stands, and the number or the sentence it marks."""

    head: str  # number, claim (of a sentence), table, block, document or unknown
    query: str
    words: Words = field(hash=False)
    start: int
    end: int
    number: Span | None = None  # of a claim, the sentence
    unclear: str = ""  # why it is not clear which number that is
    in_percent: bool = False  # so it is because its heading says a percentage, and nothing else
    table: Grid | None = field(default=None, hash=False)  # that code printed and it binds

    def refused(self, why: str) -> Mark:
        """The mark as one that cannot be judged, and why."""
        return bad_mark(self.start, self.end, why)


def may_hold_marks(data: bytes) -> bool:
    """Whether a mark, or what is meant as one, may stand in a file of whichever encoding."""
    # A quick look at the bytes spares reading documents that hold no mark. It may say yes too
    # often, but never no for a file that holds one. UTF-16 and UTF-32 write ASCII with zeros, and
    # latin-1 reads any bytes.
    text = data.replace(b"\0", b"").decode("latin-1")
    return any(phrase in text.lower() for phrase in (*ESCAPED_LETTERS, "exact dice")) or any(
        is_name(word) or (word[0] == "\\" and is_macro(word[1:].rstrip("-_.")))
        for word in set(WORDS.findall(text))
    )


def is_mark(body: str) -> bool:
    """Whether the text of a comment, spaces removed, is meant as a mark that says something."""
    return is_meant(body) and not is_end(body)


def is_meant(body: str) -> bool:
    """Whether the first word of a comment is the name of the marks, rightly spelled or not."""
    found = FIRST_WORD.match(body)
    return found is not None and len(found[1]) < 2 * len(NAME) + 20 and is_name(found[1])


def is_end(body: str) -> bool:
    """Whether the text of a comment is the mark that ends a table."""
    return END.fullmatch(body.removesuffix("-->").strip()) is not None


@lru_cache(maxsize=4096)  # few words begin most marks
def is_name(word: str) -> bool:
    """Whether the word is exactdice, perhaps misspelt.

    >>> [is_name(word) for word in ("exactdice", "Exact-Dice", "exacdtice", "exactdicetable")]
    [True, True, True, True]
    >>> [is_name(word) for word in ("exactdice.sty", "exactly")]
    [False, False]
    """
    if FILE_NAME.fullmatch(word):
        return False
    # A hyphen or a dot within the name is a slip; what follows the name is not part of it.
    letters = re.sub(r"[^a-z]", "", word.lower())
    return letters.startswith(NAME) or differs_by_one_letter(letters, NAME)


@lru_cache(maxsize=4096)  # few words begin most marks
def is_macro(word: str) -> bool:
    """Whether the word is `exactly` or `exactclaim`, perhaps misspelt."""
    return any(differs_by_one_letter(word.lower(), name) for name in MACROS)


def differs_by_one_letter(word: str, name: str) -> bool:
    """Whether the word is the name but for one letter, or for two neighbours exchanged.

    One letter may be missing, added or another.
    """
    # Linear, where an edit distance would be quadratic: one slip leaves equal ends on both sides.
    first = len(commonprefix([word, name]))  # noqa: RUF071 - of letters
    rest = word[first:]
    expected = name[first:]
    last = len(commonprefix([rest[::-1], expected[::-1]]))  # noqa: RUF071 - of letters
    # Without what agrees at either end, one letter is left on one side or on both.
    differ = max(len(rest), len(expected)) - last
    exchanged = len(word) == len(name) and rest[:2] == expected[1::-1]
    return differ <= 1 or (differ == 2 and exchanged)


def unknown_mark(body: str) -> str:
    """The complaint about the text of a comment that is meant as a mark and is none."""
    return (
        f"a comment whose first word is {NAME} is a mark and must begin {EXPECTED}, got "
        f"{shown(body)}"
    )


def read_mark(source: Source, body: str, start: int, end: int) -> Mark:
    """The mark with this text at start..end, its number still to be found.

    Its head is `unknown` when it is none. A bad mark of the whole document raises `ClaimsError`.
    """
    found = HEAD.match(body)
    if found is None:
        return bad_mark(start, end, unknown_mark(body))
    head = found[1] or "number"
    rest = body[found.end() :].strip()
    try:
        if head in ("table", "block"):
            # Of a table several queries, separated by `;`.
            read = read_table_words(rest)
            query = "; ".join(read.queries)
            words = read.words
        else:
            query, text = ("", rest) if head == "document" else split_query(rest)
            words = read_words(text)
    except ExactDiceError as error:
        message = f"mark {shown(body)}: {error}"
        if head == "document":  # all that the document claims depends on it
            raise source.error(start, message) from error
        return bad_mark(start, end, message)
    if head != "document" and not query:
        return bad_mark(
            start, end, "a mark must say a query after the colon, as in `exactdice: EP(5)`"
        )
    return Mark(head, query, words, start, end)


def bad_mark(start: int, end: int, message: str) -> Mark:
    """A mark that cannot be judged, and why: one unclear claim."""
    return Mark("unknown", "", {}, start, end, (start, end), message)


def split_query(text: str) -> tuple[str, str]:
    """(query, words): the words begin at the first `key=` outside parentheses.

    >>> split_query("gain(dice(1), dice(1)) dice=3 target=2")
    ('gain(dice(1), dice(1))', 'dice=3 target=2')
    """
    # A call may have options of its own, as in gain(a, b, dice=3), within its parentheses.
    depth = 0
    for found in WORD_START.finditer(text):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if found[0] not in "()" and depth == 0:
            return " ".join(text[: found.start()].split()), text[found.end() :]
    return " ".join(text.split()), ""


def read_words(text: str) -> dict[str, str]:
    """{key: value} from `key=value` or `key="several words"`, each key once, or `ClaimsError`."""
    words = {}
    for key, value, is_quoted in list(split_words(text)):
        if not key or not (value or is_quoted):
            got = shown(f"{key}=" if key else value)
            raise ClaimsError(f'expected key=value or key="several words", got {got}')
        if key in words:
            raise ClaimsError(f"{key} is given twice")
        words[key] = value
    return words


# --- the words of a mark --------------------------------------------------------------------------

# The blanks are those of EDGE, a space that does not break among them: each word is passed.
KEY = re.compile(r"\s*(?:([A-Za-z_][A-Za-z0-9_]*)=)?")


EDGE = re.compile(r"[()]|\s")


# options of a mark that have a value; style=dec:3 says the same
VALUED = ("--style", "--decimal", "--format")
LOOK = ("style", "decimal", "format", "siunitx")  # words that say how it looks
TRANSPOSE = "transpose"  # a word without a value


@dataclass(frozen=True)
class TableWords:
    """The queries of the mark of a table, and its words by their keys; siunitx
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
    items = split_words(a_text(text, "the words of a mark").strip())
    for key, value, quoted in items:
        # In quotes it is a query, which may begin with two minus signs.
        if key in ROUNDING:
            key, value = "style", f"{key}:{value}"
        elif not key and not quoted:
            if value in ("--siunitx", TRANSPOSE):
                key, value = value.removeprefix("--"), "yes"
            elif value.startswith("--"):
                key, value = value.removeprefix("--"), _value_of_option(value, items)
            elif is_style(value):
                key = "style"
        if not key:
            pieces.append((value, quoted))
        elif key in words:
            raise ExactDiceError(f"{key} is given twice")
        elif not value and not quoted:
            raise ExactDiceError(f'expected key=value or key="several words", got {key}=')
        else:
            words[key] = value
    queries = list[str]()
    for quoted, group in groupby(pieces, key=itemgetter(1)):
        texts = [text for text, _ in group]
        # Blanks may stand within a query or between two: whatever is a query as a whole is one.
        joined = " ".join(texts).split(";")
        is_separate = quoted or (not all(map(_is_query, joined)) and all(map(_is_query, texts)))
        queries += texts if is_separate else map(str.strip, joined)
    return TableWords(tuple(queries), words)


@dataclass(frozen=True)
class PlotStyle:
    """How the mark of a table says that it looks; None where it leaves that open."""

    style: str
    form: TableFormat | None
    decimal: str | None
    siunitx: bool


def read_look(words: Words) -> PlotStyle:
    """The looks that the words ask for; `ExactDiceError` for a style, a format, a decimal mark or
    an answer to siunitx that there is none.

    >>> read_look({"style": "dec:3", "siunitx": "no"})
    PlotStyle(style='dec:3', form=None, decimal=None, siunitx=False)
    """
    style = words.get("style", "frac")
    decimal = words.get("decimal")
    if decimal not in (None, *MARKS):
        raise ExactDiceError(f"decimal must be . or , but is {shown(decimal)}")
    # For its complaint alone: a bad style is refused where the mark stands.
    cell_style(style)
    form = table_format(words["format"]) if "format" in words else None
    siunitx = one_of(("yes", "no"), words.get("siunitx", "no"), "siunitx") == "yes"
    return PlotStyle(style, form, decimal, siunitx)


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


def split_words(text: str) -> Iterator[tuple[str, str, bool]]:
    """(key, value, whether in quotes) of each word; the key is empty where there is none."""
    at = 0
    while at < len(text):
        found = KEY.match(text, at)
        assert found is not None
        opening = text[found.end() : found.end() + 1]
        value, at, is_quoted = value_at(text, found.end())
        if at < 0:
            raise ClaimsError(f"the words of the mark cannot be split: {opening} is never closed")
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


def _value_of_option(name: str, items: Iterator[tuple[str, str, bool]]) -> str:
    """The value of the option of this name, taken from the words that follow."""
    if name not in VALUED:
        raise ExactDiceError(f"a mark takes {', '.join(VALUED)} and --siunitx, got {shown(name)}")
    key, value, _ = next(items, ("", "", False))
    if key or not value:
        raise ExactDiceError(f"{name} needs a value")
    return value


def _is_query(text: str) -> bool:
    try:
        parse(text)
    except QueryError:
        return False
    return True
