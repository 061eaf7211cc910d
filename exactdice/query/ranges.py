"""Words like dice=10, d=1..6 and a=blind,optimal, as a command and a mark in a document write them:
one reader for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from ..exact.argument_checks import a_text
from ..exact.errors import ExactDiceError, QueryError, unknown_option
from ..exact.numbers import Exact, shown
from .evaluate import GAME, names_in, options_in, parse_option, parse_values, read_option
from .register import Answer, Answers, digits_asked
from .symbols import read_domain, read_steps, symbols_written, with_numbers
from .syntax import Entries, Node, parse
from .words import Word

# Of rows or columns: the numbers a..b, or numbers and words of the query one by one.
Labels = range | Answers

WHOLE, NUMBER = re.compile(r"-?\d+"), re.compile(r"-?\d+(?:[./]\d+)?")


def queries_and_words(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """The words that are queries, and those that are key=value.

    >>> queries_and_words(["EP(d)", "d=1..6", "P(d, 1, faces=4)", "2d6"])
    (['EP(d)', 'P(d, 1, faces=4)', '2d6'], ['d=1..6'])
    """
    queries: list[str] = []
    keyed: list[str] = []
    for word in words:
        # a query may hold a = too, but never behind its first word; an empty key counts as one,
        # so that split_words complains about it; so does a bare word such as dice, a key whose
        # value was forgotten
        is_keyed = re.match(r"\w*=(?!=)", word) or re.fullmatch(r"(?!\d+d\d)\w*", word)
        (keyed if is_keyed else queries).append(word)
    return queries, keyed


def split_words(words: Iterable[str] | None) -> dict[str, str]:
    """{key: value} from words like dice=10; each key once."""
    pairs: dict[str, str] = {}
    for word in words or []:
        key, mark, value = word.partition("=")
        if not mark or not key or not value:
            raise ExactDiceError(f"expected key=value, as in dice=10, got {shown(word)}")
        # otherwise the last would win in silence
        if key in pairs:
            raise ExactDiceError(f"{key} is given twice")
        pairs[key] = value
    return pairs


def ranges_and_options(
    words: Iterable[str] | None,
    queries: Iterable[str],
    beside: Mapping[str, str] | None = None,
    has_rows: bool = True,
) -> tuple[dict[str, Labels], dict[str, Answer]]:
    """The words as ({name: labels}, {name: value}): a range a..b gives labels to any name, a list
    only to one that a query leaves open.

    A list for an option, such as weights=1,1,2, is its value. Of a symbol in the value of another,
    as in weights=p,1-p, a..b is its domain, and a..b..step and a list are labels. The steps to a
    name may be fractions. Options `beside` the words may hold symbols of theirs. A symbol that the
    query names too has a domain only where there are no rows.

    >>> ranges_and_options(["d=1,3", "target=5..7", "weights=1,2"], ["EP(d)"])
    ({'d': (1, 3), 'target': range(5, 8)}, {'weights': (1, 2)})
    >>> ranges_and_options(["q=0..1..1/2"], ["gain(mixed(dice(1), q, dice(2), 1-q), dice(1))"])
    ({'q': (0, Fraction(1, 2), 1)}, {})
    """
    nodes = [parse(query) for query in queries]
    open_names = set[str]().union(*map(names_in, nodes))
    ranges: dict[str, Labels] = {}
    values = dict[str, Answer]()
    pairs = split_words(words)
    symbols = symbols_among(pairs, nodes, beside or {})
    if has_rows:
        symbols -= open_names
    # A symbol among the weights is a name as well, as in weights=p,1-p p=1/3,1/2.
    open_names |= symbols
    for key, text in pairs.items():
        # The name of a game may hold anything: a file has dots, and its options have commas.
        if key == GAME:
            values[key] = read_option(key, text)
            continue
        domain = read_domain(key, text) if key in symbols else None
        if domain is not None:
            values[key] = domain
            continue
        labels = read_labels(key, text, key in open_names)
        if labels is not None:
            ranges[key] = labels
        else:
            values[key] = parse_values(text)[0] if key in open_names else parse_option(text)
    return ranges, values


def symbols_among(
    pairs: Mapping[str, str], nodes: Sequence[Node], beside: Mapping[str, str]
) -> set[str]:
    """The keys of the pairs that are symbols in the values of others or of those beside them, and
    no options of the queries.
    """
    every = {**beside, **pairs}
    found = symbols_written({key: text for key, text in every.items() if key != GAME})
    found &= pairs.keys()
    if not found:
        return found
    game = {GAME: read_option(GAME, every[GAME])} if GAME in every else {}
    return found.difference(*(options_in(node, game) for node in nodes))


def single_values(
    words: Iterable[str] | None, query: str, beside: Mapping[str, str] | None = None
) -> Entries:
    """The words as {name: value}; `QueryError` for a range or a list where one value is needed."""
    ranges, values = ranges_and_options(words, [query], beside, has_rows=False)
    # the first one is enough for the message
    for name in ranges:
        raise QueryError(
            f"{name} must have one value here: ranges and lists are for tables and pictures, "
            "as in `exactdice table`"
        )
    return values


def parse_range(text: str) -> range | None:
    """The range written `a..b` (both ends included) or `a..b..step`; None when the text is no
    range.

    >>> parse_range("1..4"), parse_range("0..100..25"), parse_range("7")
    (range(1, 5), range(0, 101, 25), None)
    """
    parts = a_text(text, "a range").split("..")
    if len(parts) == 1:
        return None
    # an empty part is refused below, where the message shows the whole range
    numbers: list[Answer] = [parse_option(part) if part.strip() else None for part in parts]
    if len(parts) > 3 or not all(isinstance(n, int) for n in numbers):
        raise QueryError(f"a range must look like 1..10 or 0..100..10, got {text}")
    first, last, step = (*numbers, 1)[:3]
    if step < 1 or last < first:
        raise QueryError(f"a range must go up, from the smaller number to the larger, got {text}")
    return range(first, last + 1, step)


def read_labels(name: str, text: str, may_be_listed: bool) -> Labels | None:
    """The labels written as a range `a..b`, or where it may be one as a list `blind,dice(3),1/2`
    or a range of fractions; None for a single value.

    >>> read_labels("i", "0..9..3", False), read_labels("d", "1,3,5", True)
    (range(0, 10, 3), (1, 3, 5))
    >>> print(read_labels("d", "7", True))
    None
    """
    if text.strip() == "*":
        raise QueryError(
            f"{name}=* takes the labels that a document prints: a table to be made needs them, "
            f"as in {name}=1..10"
        )
    ends = [part.strip() for part in text.split("..")]
    # A range of numbers that are not all whole: 0..1..1/4, 0..1..0.1.
    if may_be_listed and all(map(NUMBER.fullmatch, ends)) and not all(map(WHOLE.fullmatch, ends)):
        steps = read_steps(name, text)
        if steps is not None:
            return steps
        if text.count("..") == 1:
            raise QueryError(
                f"a range of fractions has a step, as in {name}={text}..1/10, got {name}={text}"
            )
    labels = parse_range(text)
    if labels is not None or not may_be_listed:
        return labels
    values = parse_values(text)
    for value in values:
        if len(values) > 1 and not isinstance(value, (Exact, Word)):
            raise QueryError(
                "a label must be a number, or a word such as blind or dice(3), got "
                f"{name}={shown(text)}"
            )
    # one value alone needs no row or column of its own
    return values if len(values) > 1 else None


def read_value(name: str, text: str, symbols: Container[str] = ()) -> Answer:
    """The value written, a tuple for `a,b,c`, the domain for `a..b` of one of the symbols;
    `QueryError` for any other range, which is for tables.
    """
    if name == GAME:
        return read_option(name, text)
    domain = read_domain(name, text) if name in symbols else None
    if domain is not None:
        return domain
    if parse_range(text) is not None:
        raise QueryError(
            f"{name} must have one value here, got the range {text}: ranges are for tables"
        )
    values = parse_values(text)
    return values if len(values) > 1 else values[0]


# --- a game with its options ----------------------------------------------------------------------


def game_from(name: str, words: Sequence[str] | None) -> Any:
    """The game of this name, and so of its class, with the options in the words; a game in a file
    is loaded.
    """
    from .games_by_name import game_named, maker_named, options_of

    if not name:
        raise ExactDiceError("the name of the game is empty: see `exactdice games`")
    # Checked before the values are read: a word typed wrong is answered with the nearest right one.
    options = split_words(words)
    known = options_of(maker_named(name))
    symbols = symbols_written(options) - set(known)
    for key in options:
        if key not in known and key not in symbols:
            raise ExactDiceError(unknown_option(key, known, name))
    values = {key: read_option(key, text) for key, text in options.items() if key in known}
    # The domain or the number of each symbol.
    written = {key: options[key] for key in symbols}
    stated = {key: read_domain(key, one) or read_option(key, one) for key, one in written.items()}
    return game_named(name, with_numbers({**values, **stated}, (), known))


def digits_in(words: Sequence[str] | None) -> tuple[int | None, list[str]]:
    """The digits asked for by digits=N (None without it), and the other words."""
    asked = [word for word in words or [] if word.startswith("digits=")]
    rest = [word for word in words or [] if word not in asked]
    digits = digits_asked(parse_option(split_words(asked)["digits"])) if asked else None
    return digits, rest
