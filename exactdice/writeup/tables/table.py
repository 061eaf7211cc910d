"""Tables of queries over one or two ranges, in the formats that write-ups use.

A table of distributions has a row for each outcome, its probability under each law, and on request
that of this outcome or more, or less: it is one of the queries probability(LAW, x), at_least(LAW,
x) and at_most(LAW, x) over all outcomes x.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, product
from math import prod
from typing import Any

from ...distributions.distribution import Distribution, InfiniteDistribution
from ...distributions.weights import in_order
from ...exact.argument_checks import a_text, an_instance, listed
from ...exact.cost import refuse_costly
from ...exact.errors import ExactDiceError, InexactError, QueryError, RulesError
from ...exact.files import json_text
from ...exact.numbers import Exact, Progress, one_of, ratio, shown
from ...game.text_of_values import as_written, kind_of
from ...game.text_of_values import in_order as by_text
from ...query.evaluate import entries_of, evaluate_query, game_in, names_in, options_in, sorted_out
from ...query.ranges import Labels
from ...query.register import Answer, Word
from ...query.symbols import symbols_held
from ...query.syntax import Entries, Node, Nodes, name_latex, parse, query_latex
from ...symbolic.function import PiecewiseFunction
from ...symbolic.written import EXPANDED, Form, quotient_inline
from .number_text import CellStyle, cell_style, latex
from .output_formats import (
    MOST_CASES,
    Lines,
    TableFormat,
    end_latex,
    format_table,
    function_latex,
    notes_latex,
    siunitx_table,
)

STEPS_A_CELL = 1000  # at least

Queries = Sequence[str]
Law = Distribution[Any]
RESERVED = {character: f"\\{character}" for character in "_{}%#&$"} | {
    "\\": r"$\backslash$",
    "^": r"\^{}",
    "~": r"\~{}",
}


@dataclass(frozen=True)
class Table:
    """The values of queries over one range or two.

    Over two ranges cells[row][column] has both labels, over one it is the query of its column at
    the row's.
    """

    queries: tuple[str, ...]  # without `nodes` any texts
    rows: tuple[str, Labels]
    columns: tuple[str, Labels] | None
    cells: tuple[tuple[Answer, ...], ...]
    given: Entries = field(default_factory=dict)  # the options
    nodes: Nodes = ()  # the queries as they were parsed
    titles: tuple[str, ...] = ()  # for people, in place of the queries

    @property
    def query(self) -> str:
        """The query, or all of them."""
        return "; ".join(self.queries)

    @property
    def heading(self) -> list[str]:
        """The titles of all columns, the name of the rows first."""
        if self.columns is None:
            return [self.rows[0], *(self.titles or self.queries)]
        name, labels = self.columns
        return [f"{self.rows[0]} \\ {name}", *map(label_text, labels)]

    @property
    def latex_heading(self) -> list[str]:
        """The heading in LaTeX, for math mode."""
        corner = name_latex(self.rows[0])
        if self.columns is None:
            if self.nodes and not self.titles:
                return [corner, *map(query_latex, self.nodes)]
            return [corner, *map(title_latex, self.titles or self.queries)]
        name, labels = self.columns
        return [rf"{corner} \backslash {name_latex(name)}", *map(label_latex, labels)]

    def as_document(self, styles: Sequence[CellStyle]) -> dict[str, object]:
        """The table as JSON can hold it."""
        titles = list(self.titles or self.queries)
        document: dict[str, object] = {"queries": titles}
        if len(titles) == 1:
            document = {"query": titles[0]}
        for side, named in (("rows", self.rows), ("columns", self.columns)):
            if named is not None:
                name, labels = named
                written = [label if type(label) is int else label_text(label) for label in labels]
                document[side] = {name: written}
        document["cells"] = [
            [style.json(cell) for style, cell in zip(styles, row, strict=True)]
            for row in self.cells
        ]
        return document


def title_latex(text: str) -> str:
    """Any text as a title in math mode, the characters that LaTeX reserves as commands."""
    escaped = "".join(RESERVED.get(character, character) for character in text)
    return rf"\mbox{{{escaped}}}"


def label_text(label: object) -> str:
    """The label as it is written: 3, 1/4, blind, dice(3), (1, 6), true."""
    if isinstance(label, Word):
        return str(label)
    return as_written(label)


def label_latex(label: object) -> str:
    """The label in LaTeX, for math mode."""
    text = label_text(label)
    try:
        return query_latex(parse(text))
    except QueryError:  # any text may be the name of an outcome
        return title_latex(text)


def make_table(
    queries: str | Queries,
    ranges: Mapping[str, Labels],
    given: Entries,
    progress: Progress | None = None,
) -> Table:
    """The values of one query over one or two ranges (rows, then columns), or several over one."""
    several = (queries,) if isinstance(queries, str) else queries
    several = listed(several, "the queries of a table", "a text or a list of texts")
    # The texts are titles of columns too, where a line break would end the row.
    texts = tuple(" ".join(a_text(text, "a query").split()) for text in several)
    an_instance(given, Mapping, "the options of a table", "given as {name: value}")
    an_instance(ranges, Mapping, "the ranges of a table", "given as {name: labels}")
    for labels in ranges.values():
        an_instance(labels, (range, tuple), "the labels of a range", "a range or a tuple")
    if not 1 <= len(ranges) <= 2:
        raise QueryError(
            f"a table needs one or two ranges, as in d=1..10 k=1..60, got {len(ranges)}"
        )
    if not texts or (len(texts) > 1 and len(ranges) > 1):
        raise QueryError(
            "a table has one query over one or two ranges or several over one range, got "
            f"{len(texts)} over {len(ranges)}"
        )
    count = len(texts) * count_cells(ranges.values())
    refuse_costly(f"a table of {shown(count)} cells", STEPS_A_CELL * count)
    asked = {text: parse(text) for text in texts}
    known = {text: names_taken(node, given) for text, node in asked.items()}
    refuse_unknown({**given, **ranges}, [*known.values()], asked[texts[0]], given)

    def cell(text: str, place: Entries) -> Answer:
        # Several queries share the options, and a query refuses those it does not take.
        return evaluate_query(asked[text], entries_of({**given, **place}, known[text]))

    return fill_table(texts, ranges, given, cell, progress)


def fill_table(
    queries: tuple[str, ...],
    ranges: Mapping[str, Labels],
    given: Entries,
    cell: Callable[[str, dict[str, Answer]], Answer],
    progress: Progress | None = None,
) -> Table:
    """The table over one range or two, whose cells the function gives for a query and the labels
    {name: label} of a place.
    """
    (row_name, rows), *rest = ranges.items()
    columns = rest[0] if rest else None
    # Queries and columns never vary together, so one of the two is single.
    across = [{columns[0]: label} for label in columns[1]] if columns else [{}]
    cells = []
    for done, row in enumerate(rows, 1):
        places = product(queries, across)
        cells.append(tuple(cell(query, {row_name: row, **column}) for query, column in places))
        if progress:
            progress(done, len(rows))
    nodes = tuple(map(parse, queries))
    return Table(queries, (row_name, rows), columns, tuple(cells), dict(given), nodes)


def refuse_unknown(
    keys: Iterable[str], known: Sequence[Container[str]], node: Node, given: Entries
) -> None:
    """Raise `QueryError` for an option that no query takes."""
    # It would be passed over without a word, and is a slip.
    for key in keys:
        if not any(key in names for names in known):
            # says what the name may have been meant to be
            sorted_out(node, game_in(given) | {key: 0})


def count_cells(sides: Iterable[Labels]) -> int:
    """How many combinations of labels there are, also of ranges that are too long for len()."""
    return prod(
        (labels[-1] - labels[0]) // labels.step + 1 if isinstance(labels, range) else len(labels)
        for labels in sides
    )


def names_taken(node: Node, given: Entries) -> set[str]:
    """The options and open names of the query, and the symbols that its options hold."""
    options = options_in(node, given)
    return options | names_in(node) | symbols_held(entries_of(given, options))


# --- writing ------------------------------------------------------------------------------------


def render(
    table: Table, form: TableFormat, style: str = "frac", mark: str = ".", siunitx: bool = False
) -> str:
    """The table as text in this format, style and decimal mark, ending in a newline.

    With siunitx its columns are S columns, for decimals in LaTeX.
    """
    an_instance(table, Table, "what is rendered", "a Table, as make_table returns it")
    form = one_of(TableFormat, form, "the format")
    a_text(style, "style")
    if siunitx and not (form == TableFormat.LATEX and style.startswith("dec:")):
        raise ExactDiceError(
            "siunitx columns need LaTeX and decimals, as in --format latex --style dec:4, got "
            f"{form} and {style}"
        )
    styles = _styles(table, style, "." if siunitx else mark)  # siunitx sets the mark itself
    if form == TableFormat.JSON:
        return json_text(table.as_document(styles))
    if form != TableFormat.LATEX:
        plain = _lines(table, [one.plain for one in styles], label_text)
        return format_table(form, table.heading, plain, mark)
    lines = _lines(table, [one.latex for one in styles], label_latex)
    if siunitx:
        return siunitx_table(table.latex_heading, lines, mark)
    return format_table(form, table.latex_heading, lines)


def written_cells(table: Table, style: str = "frac", mark: str = ".") -> tuple[Lines, Lines]:
    r"""The heading and the rows of the table as texts, and the same in LaTeX for math mode.

    >>> written_cells(make_table("P(d,1)", {"d": range(1, 2)}, {}))
    ([['d', 'P(d,1)'], ['1', '1/6']], [['d', 'P(d, 1)'], ['1', '\\frac{1}{6}']])
    """
    styles = _styles(table, style, mark)
    plain = _lines(table, [one.plain for one in styles], label_text)
    in_latex = _lines(table, [one.latex for one in styles], label_latex)
    return [table.heading, *plain], [table.latex_heading, *in_latex]


def _styles(table: Table, name: str, mark: str) -> list[CellStyle]:
    """The style of each column: numbers that belong together have as many decimals.

    Over two ranges the whole table belongs together, since it is one query; over one range each
    column.
    """
    if table.columns:
        return [style_for(chain(*table.cells), name, mark)] * len(table.cells[0])
    return [style_for(column, name, mark) for column in zip(*table.cells, strict=True)]


def style_for(values: Iterable[object], name: str, mark: str) -> CellStyle:
    """The style of this name for values that belong together; without decimals where all are
    whole.
    """
    style = cell_style(name, mark)
    # Where every value is a count, decimals would claim a rounding that never happened.
    are_counts = name.startswith("dec:") and all(isinstance(value, int) for value in values)
    return cell_style("frac") if are_counts else style


def _lines(
    table: Table, writers: Sequence[Callable[[Answer], str]], label: Callable[[Answer], str]
) -> Lines:
    """Each row's label and cells as texts."""
    return [
        [label(name), *(write(cell) for write, cell in zip(writers, row, strict=True))]
        for name, row in zip(table.rows[1], table.cells, strict=True)
    ]


TITLES = {"probability": "probability", "at_least": "at least", "at_most": "at most"}
OUTCOME = "outcome"


def table_over(
    queries: Queries,
    ranges: Mapping[str, Labels],
    given: Entries,
    progress: Progress | None = None,
    words: Queries = (),
) -> Table:
    """The table of the queries over the ranges; without any, of the distributions that they are."""
    if ranges:
        return make_table(queries, ranges, given, progress)
    return distributions_table(queries, given, words)


def distributions_table(queries: Queries, given: Entries, words: Queries = ()) -> Table:
    """The table of the distributions that these queries are over all outcomes; `words` are the
    columns beside the probability: at_least, at_most.

    Raises `QueryError` for a query that is no law of finitely many outcomes, and for columns
    beside outcomes that are no numbers.
    """
    laws = evaluate_distributions(queries, given)
    # Laws of different kinds of outcomes are refused, as true would stand in the row of 1.
    for query, law in zip(queries[1:], laws[1:], strict=True):
        if set(map(kind_of, laws[0])).isdisjoint(map(kind_of, law)):
            one = as_written(next(iter(laws[0])))
            other = as_written(next(iter(law)))
            raise QueryError(
                f"laws in one table need outcomes of one kind, got {one} under {queries[0]} and "
                f"{other} under {query}"
            )
    found = dict.fromkeys(chain(*laws))
    try:
        outcomes = in_order(found)
    except (InexactError, RulesError):  # names and numbers beside each other
        outcomes = by_text(found)
    check_tail_columns(words, outcomes)
    asked = ("probability", *words)
    columns = []
    for law, word in product(laws, asked):
        weights = [law.weights.get(outcome, 0) for outcome in outcomes]
        if word == "at_most":
            weights = list(accumulate(weights))
        elif word == "at_least":
            weights = list(accumulate(weights[::-1]))[::-1]
        columns.append([ratio(weight, law.total) for weight in weights])
    rows = zip(*columns, strict=True)
    texts = tuple(f"{word}({query}, {OUTCOME})" for query, word in product(queries, asked))
    titles = [TITLES[word] for word in asked]
    if len(queries) > 1:
        titles = [f"{title}, {query}" if words else query for query in queries for title in titles]
    labels = tuple(Word(x) if isinstance(x, str) else x for x in outcomes)
    nodes = tuple(map(parse, texts))
    return Table(texts, (OUTCOME, labels), None, tuple(rows), dict(given), nodes, tuple(titles))


def check_tail_columns(words: Queries, outcomes: Sequence[object]) -> None:
    """Raise `QueryError` for columns beside the probability of outcomes that are no numbers."""
    if words and not are_numbers(outcomes):
        beside = " and ".join(TITLES[word] for word in words)
        got = next(as_written(x) for x in outcomes if not are_numbers([x]))
        raise QueryError(f"{beside} needs laws of numbers, got the outcome {got}")


def distribution_text(law: Law | InfiniteDistribution, words: Queries = ()) -> str:
    """The law as an aligned table with bars, true and false as a query writes them.

    Raises `QueryError` for columns beside outcomes that are no numbers.
    """
    if isinstance(law, Distribution):
        check_tail_columns(words, list(law))
        if all(isinstance(outcome, bool) for outcome in law):
            law = law.map(as_written)
    return law.text("at_least" in words, "at_most" in words)


def are_numbers(outcomes: Iterable[object]) -> bool:
    """Whether all are numbers, and neither true nor false."""
    return all(isinstance(x, Exact) and not isinstance(x, bool) for x in outcomes)


def evaluate_distributions(queries: Queries, given: Entries) -> list[Law]:
    """The distributions that the queries are; `QueryError` for an option that none of them takes,
    too.
    """
    nodes = list(map(parse, queries))
    refuse_unknown(given, [names_taken(node, given) for node in nodes], nodes[0], given)
    return [
        require_distribution(
            evaluate_query(node, entries_of(given, names_taken(node, given))), query
        )
        for node, query in zip(nodes, queries, strict=True)
    ]


def require_distribution(value: object, query: str) -> Law:
    """The value of the query, when it is a distribution of finitely many outcomes."""
    if isinstance(value, InfiniteDistribution):
        raise QueryError(
            f"{query} is an endless law, of which no table or picture shows all: give a range, as "
            f"in 'probability({query}, x)' x=1..30, or an end, as in 'clip({query}, none, 30)'"
        )
    if not isinstance(value, Distribution):
        raise QueryError(
            "without a range, as d=1..10 k=1..60 give two, a query must be a law such as 2d6, got "
            f"{query}"
        )
    return value


# --- functions of a symbol on a page --------------------------------------------------------------

LONGEST_ON_PAGE = 1500  # of one in LaTeX
OPERATOR = re.compile(r"\\mathrm\{((?:\w|\\_)+)\}(?=\()")
ABOVE = "\\toprule\n{heading} \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n"


def function_page(function: PiecewiseFunction, query: str, form: Form = EXPANDED) -> str:
    """The function with its query, ending in a newline."""
    formula = function_latex(function, form)
    named = operator_latex(query)
    if len(function.pieces) <= MOST_CASES and len(formula) <= LONGEST_ON_PAGE:
        body = f"\\[\n{named} = {formula}\n\\]\n"
    else:
        name = function.name
        best = ["best"] if function.actions else []
        titles = ["", f"${name}$ from", f"${name}$ to", *best, f"${named}$"]
        long = []
        rows = []
        for number, piece, _ in function.numbered():
            ends = [f"${end_latex(end, name)}$" for end in (piece.lower, piece.upper)]
            chosen = [f"${latex(frozenset(function.chosen(piece.best)))}$"] if best else []
            value = f"${quotient_inline(piece.value, form)}$"
            # A value that is too long for a row is entered below.
            if len(value) > LONGEST_ON_PAGE:
                long.append(f"\\noindent In row {number}: {value}.\\par\n")
                value = f"of degree {piece.value.degree}, below"
            cells = [str(number), *ends, *chosen, rf"\raggedright\arraybackslash {value}"]
            rows.append(" & ".join(cells) + " \\\\[2pt]\n")
        columns = rf"rll{'l' * len(best)}p{{0.5\linewidth}}"
        heading = ABOVE.replace("{heading}", " & ".join(titles))
        begin = f"\\begin{{longtable}}{{{columns}}}\n{heading}"
        body = "".join([begin, *rows, "\\end{longtable}\n", *long])
    notes = notes_latex(function)
    below = "\\noindent " + notes.replace("\n", "; ") + ".\\par\n" if notes else ""
    return f"{{\\footnotesize\n{body}{below}}}\n"


def operator_latex(query: str) -> str:
    r"""The query in LaTeX, its names as operators.

    >>> print(operator_latex("2*EG(0,0)"))
    2 \cdot \operatorname{EG}(0, 0)
    """
    return OPERATOR.sub(r"\\operatorname{\1}", query_latex(parse(query)))
