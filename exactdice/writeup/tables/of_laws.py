"""Tables of laws: a row for each outcome, its probability under each law, and on request that of
this outcome or more, or less.

Such a table is one of the queries chance(LAW, x), at_least(LAW, x) and at_most(LAW, x) over all
outcomes x.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, product
from typing import Any

from ...distributions.distribution import Distribution, EndlessLaw
from ...distributions.weights import in_order
from ...exact.errors import InexactError, QueryError, RulesError
from ...exact.numbers import Exact, ratio
from ...game.text_of_values import as_written, kind_of
from ...game.text_of_values import in_order as by_text
from ...query.evaluate import entries_of, evaluate_query
from ...query.register import Word
from ...query.syntax import Entries, parse
from .table import Table, names_taken, refuse_unknown

TITLES = {"chance": "probability", "at_least": "at least", "at_most": "at most"}
OUTCOME = "outcome"


def law_table(queries: Sequence[str], given: Entries, words: Sequence[str] = ()) -> Table:
    """The table of the laws that these queries are over all outcomes; `words` are the columns
    beside the probability: at_least, at_most.

    Raises `QueryError` for a query that is no law of finitely many outcomes, and for columns
    beside outcomes that are no numbers.
    """
    laws = laws_of_queries(queries, given)
    # Laws of different kinds of outcomes are refused, as true would stand in the row of 1.
    for query, law in zip(queries[1:], laws[1:], strict=True):
        if set(map(kind_of, laws[0])).isdisjoint(map(kind_of, law)):
            one = as_written(next(iter(laws[0])))
            other = as_written(next(iter(law)))
            raise QueryError(
                f"laws in one table need outcomes of one kind, got {one} under {queries[0]} and "
                f"{other} under {query}"
            )
    outcomes = _in_order({outcome: None for law in laws for outcome in law})
    refuse_beside(words, outcomes)
    asked = ("chance", *words)
    columns = [_column(law, word, outcomes) for law, word in product(laws, asked)]
    rows = zip(*columns, strict=True)
    titles = tuple(f"{word}({query}, {OUTCOME})" for query, word in product(queries, asked))
    labels = tuple(Word(x) if isinstance(x, str) else x for x in outcomes)
    nodes = tuple(map(parse, titles))
    return Table(titles, (OUTCOME, labels), None, tuple(rows), dict(given), nodes)


def _column(law: Distribution[Any], word: str, outcomes: Sequence[Any]) -> list[Fraction]:
    """The probabilities of these outcomes, or of each with all after or before it, as the word
    says.
    """
    weights = [law.weights.get(outcome, 0) for outcome in outcomes]
    if word == "at_most":
        weights = list(accumulate(weights))
    elif word == "at_least":
        weights = list(accumulate(weights[::-1]))[::-1]
    return [ratio(weight, law.total) for weight in weights]


def refuse_beside(words: Sequence[str], outcomes: Sequence[object]) -> None:
    """Raise `QueryError` for columns beside the probability of outcomes that are no numbers."""
    if words and not are_numbers(outcomes):
        beside = " and ".join(TITLES[word] for word in words)
        got = next(as_written(x) for x in outcomes if not are_numbers([x]))
        raise QueryError(f"{beside} needs laws of numbers, got the outcome {got}")


def law_text(law: Distribution[Any] | EndlessLaw, words: Sequence[str] = ()) -> str:
    """The law as an aligned table with bars, true and false as a query writes them.

    Raises `QueryError` for columns beside outcomes that are no numbers.
    """
    if isinstance(law, Distribution):
        refuse_beside(words, list(law))
        if all(isinstance(outcome, bool) for outcome in law):
            law = law.map(as_written)
    return law.text("at_least" in words, "at_most" in words)


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


def laws_of_queries(queries: Sequence[str], given: Entries) -> list[Distribution[Any]]:
    """The laws that the queries are; `QueryError` for an option that none of them takes, too."""
    nodes = [parse(query) for query in queries]
    refuse_unknown(given, [names_taken(node, given) for node in nodes], nodes[0], given)
    return [law_of_query(query, given) for query in queries]


def law_of_query(query: str, given: Entries) -> Distribution[Any]:
    """The law of finitely many outcomes that the query is, with those of the options that it takes;
    `QueryError` for any other.
    """
    node = parse(query)
    return finite(evaluate_query(node, entries_of(given, names_taken(node, given))), query)


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
    except (InexactError, RulesError):  # names and numbers beside each other
        return by_text(outcomes)
