"""Tables of laws: a row for each outcome, its probability under each law, and on request that of
this outcome or more, or less.

Such a table is one of the queries chance(LAW, x), at_least(LAW, x) and at_most(LAW, x) over all
outcomes x.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from ..distribution import Distribution, EndlessLaw
from ..errors import QueryError, RulesError
from ..exact import Exact
from ..queries.evaluate import evaluate_query
from ..queries.syntax import parse
from ..weights import in_order
from ..words.register import Word
from ..words.written import as_written
from ..words.written import in_order as by_text
from .table import Table, names_taken

READ = {
    "chance": Distribution.probability,
    "at_least": Distribution.at_least,
    "at_most": Distribution.cdf,
}
TITLES = {"chance": "probability", "at_least": "at least", "at_most": "at most"}
OUTCOME = "outcome"


def law_table(
    queries: Sequence[str], given: Mapping[str, object], words: Sequence[str] = ()
) -> Table:
    """The table of the laws that these queries are over all outcomes; `words` are the columns
    beside the probability: at_least, at_most.

    Raises `QueryError` for a query that is no law of finitely many outcomes, and for columns
    beside outcomes that are no numbers.
    """
    laws = [law_of_query(query, given) for query in queries]
    outcomes = _in_order({outcome: None for law in laws for outcome in law})
    if words and not are_numbers(outcomes):
        beside = " and ".join(TITLES[word] for word in words)
        got = as_written(outcomes[0])
        raise QueryError(f"{beside} needs laws of numbers, got the outcome {got}")
    asked = ("chance", *words)
    columns = list(product(laws, asked))
    rows = (tuple(READ[word](law, outcome) for law, word in columns) for outcome in outcomes)
    titles = tuple(f"{word}({query}, {OUTCOME})" for query, word in product(queries, asked))
    labels = tuple(Word(x) if isinstance(x, str) else x for x in outcomes)
    nodes = tuple(map(parse, titles))
    return Table(titles, (OUTCOME, labels), None, tuple(rows), dict(given), nodes)


def are_numbers(outcomes: Iterable[object]) -> bool:
    """Whether all are numbers, and neither true nor false."""
    return all(isinstance(x, Exact) and not isinstance(x, bool) for x in outcomes)


def with_titles(table: Table, queries: Sequence[str]) -> Table:
    """The table of laws with titles for people in place of its queries."""
    names = [title.partition("(")[0] for title in table.queries]
    laws = [query for query in queries for _ in range(len(names) // len(queries))]
    if len(queries) == 1:
        return replace(table, queries=tuple(TITLES[name] for name in names), nodes=())
    titles = (
        f"{TITLES[name]}, {law}" if len(names) > len(queries) else law
        for name, law in zip(names, laws, strict=True)
    )
    return replace(table, queries=tuple(titles), nodes=())


def law_of_query(query: str, given: Mapping[str, object]) -> Distribution[Any]:
    """The law of finitely many outcomes that the query is, with those of the options that it takes;
    `QueryError` for any other.
    """
    node = parse(query)
    known = names_taken(node, given)
    value = evaluate_query(node, {key: value for key, value in given.items() if key in known})
    return finite(value, query)


def finite(value: object, query: str) -> Distribution[Any]:
    """The value of the query, when it is a law of finitely many outcomes."""
    if isinstance(value, EndlessLaw):
        raise QueryError(
            f"{query} is an endless law, of which no table or picture shows all: give a range, as "
            f"in 'chance({query}, x)' x=1..30, or an end, as in 'clip({query}, none, 30)'"
        )
    if not isinstance(value, Distribution):
        raise QueryError(
            "without a range, as d=1..10 k=1..60 give two, a query must be a law such as 2d6, got "
            f"{query}"
        )
    return value


def _in_order(outcomes: Iterable[Any]) -> list[Any]:
    try:
        return in_order(outcomes)
    except RulesError:  # names and numbers beside each other
        return by_text(outcomes)
