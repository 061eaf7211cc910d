"""What is answered to a query: plain data for the page, worked out in a process of its own.

No file is read and no code is loaded: what a query names by a path would have to lie in a folder
that is empty.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..cost import refuse_digits
from ..distribution import Distribution, EndlessLaw
from ..errors import ExactDiceError, QueryError
from ..exact import Bounds, Exact, as_whole
from ..extras import needed
from ..jobs.worker import telling
from ..mcp_server.answers import reading_no_file
from ..queries.evaluate import call_in, evaluate_query
from ..queries.ranges import Labels, ranges_and_options
from ..queries.reasons import reason
from ..tables.number_text import as_json, decimal, exact, latex, law_entries
from ..tables.of_laws import law_table, with_titles
from ..tables.output_formats import TableFormat
from ..tables.table import Table, label_text, make_table, render
from ..words.register import Answer, watcher

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = dict[str, object]  # that can be written as JSON
MOST_CELLS = 10_000  # of a table that is shown
A_FILE = ".py:"


@dataclass(frozen=True)
class Question:
    """A query, or several with `;` between them; words like dice=10 and d=1..6; decimals."""

    query: str
    options: str = ""
    digits: int = 6

    @property
    def queries(self) -> list[str]:
        """The queries; `QueryError` where there is none."""
        found = [part.strip() for part in self.query.split(";") if part.strip()]
        if not found:
            raise QueryError("write a query, such as EP(5)")
        return found

    @property
    def words(self) -> list[str]:
        """The options as a command takes them; `QueryError` for a quotation that does not end."""
        try:
            return shlex.split(self.options)
        except ValueError as error:
            raise QueryError(f"the options cannot be read: {error}") from None

    def as_command(self, name: str) -> str:
        """The command that answers the same at a terminal."""
        return shlex.join(["exactdice", name, *self.queries, *self.words])


def check(question: Question) -> None:
    """Raise `QueryError` for what is not even tried."""
    refuse_digits(as_whole(question.digits, "decimals", 0))
    if A_FILE in question.query or A_FILE in question.options:
        raise QueryError(NO_CODE)


NO_CODE = (
    "this site runs no code of files: a game such as ./mine.py:Game is for the command line, as in "
    "exactdice value QUERY game=./mine.py:Game"
)


@contextmanager
def watched() -> Iterator[None]:
    """Inside the `with` block solvers say how far they have come to who waits."""
    token = watcher.set(telling.get())
    try:
        yield
    finally:
        watcher.reset(token)


def answer(question: Question) -> Data:
    """The value of the query, or its table over ranges, with a picture where one can be drawn."""
    check(question)
    with reading_no_file():
        queries = question.queries
        ranges, given = ranges_and_options(question.words, queries)
        if ranges:
            return _over_ranges(question, ranges, given)
        with watched():
            return _laws(question, given) if len(queries) > 1 else _value(question, given)


def _value(question: Question, given: Mapping[str, object]) -> Data:
    (query,) = question.queries
    found = evaluate_query(query, given)
    data: Data = {
        "kind": "value",
        "title": query,
        "exact": exact(found),
        "decimal": decimal(found, question.digits),
        "latex": latex(found),
        "number": _number(found),
        "command": question.as_command("value"),
    }
    if isinstance(found, bool):
        data["because"] = reason(query, given)
    is_law = isinstance(found, Distribution | EndlessLaw)
    if is_law:
        rows = [(outcome, [chance]) for outcome, chance in law_entries(found)]
        data |= _shown_rows(["outcome", "probability"], rows)
    if is_law or _has_own_picture(query, given):
        data |= _picture_over([query], given, query)
    return data


def _number(found: Answer) -> object:
    """A number or bounds, whose decimals a page works out by itself; None for all else."""
    is_one = isinstance(found, Bounds | Exact) and not isinstance(found, bool)
    return as_json(found) if is_one else None


def _has_own_picture(query: str, given: Mapping[str, object]) -> bool:
    from ..pictures.by_query import PICTURES

    called = call_in(query, given)
    return called is not None and called[0] in PICTURES


def _over_ranges(
    question: Question, ranges: Mapping[str, Labels], given: Mapping[str, object]
) -> Data:
    from ..pictures.by_query import draw_made

    # Progress is that of the rows, and not that of solvers within each cell.
    made = make_table(question.queries, ranges, given, telling.get())
    title = "; ".join(question.queries)
    return _table(question, made) | _picture(lambda: draw_made([made], None, title), title)


def _laws(question: Question, given: Mapping[str, object]) -> Data:
    queries, title = question.queries, "; ".join(question.queries)
    made = with_titles(law_table(queries, given), queries)
    return _table(question, made) | _picture_over(queries, given, title)


def _table(question: Question, made: Table) -> Data:
    rows = list(zip(map(label_text, made.rows[1]), made.cells, strict=True))
    data: Data = {
        "kind": "table",
        "title": "; ".join(question.queries),
        "command": question.as_command("table"),
        **_shown_rows(made.heading, rows),
    }
    # Of a table that no page shows whole the command makes the LaTeX.
    return data if "left_out" in data else data | {"latex_table": render(made, TableFormat.LATEX)}


def _shown_rows(heading: Sequence[str], rows: Sequence[tuple[str, Sequence[Answer]]]) -> Data:
    """As many rows as a page shows, each with its label, and how many are left out."""
    most = max(1, MOST_CELLS // len(heading))
    shown = [[label, list(map(exact, cells))] for label, cells in rows[:most]]
    data: Data = {"heading": list(heading), "rows": shown}
    return data | ({"left_out": len(rows) - most} if len(rows) > most else {})


def _picture_over(queries: Sequence[str], given: Mapping[str, object], title: str) -> Data:
    """The picture of laws, or of what has one of its own."""
    from ..pictures.by_query import draw_over

    return _picture(lambda: draw_over(queries, {}, given, None, title), title)


def _picture(drawn: Callable[[], Figure], title: str) -> Data:
    """The picture as SVG, or why there is none."""
    # Loaded by workers alone: the server draws nothing, and matplotlib takes long to load.
    from ..pictures.figure import svg_text

    try:
        with needed("a picture", "plot"):
            text = svg_text(drawn())
    except ExactDiceError as error:
        return {"no_picture": str(error)}
    return {"picture": text, "picture_about": f"Picture of {title}"}


def closed_form(question: Question) -> Data:
    """The closed form of the query in the names that it leaves free, proved or fitted over the
    ranges.
    """
    # Here, since only workers ask for it, and sympy would have the site begin late.
    from ..closed_forms.formulas import formula

    check(question)
    with watched(), reading_no_file():
        if len(question.queries) > 1:
            raise QueryError("a closed form is of one query, got several")
        (query,) = question.queries
        ranges, given = ranges_and_options(question.words, [query], has_rows=False)
        found = formula(query, given, ranges)
        return {
            "kind": "formula",
            "title": query,
            "exact": found.text,
            "latex": found.latex,
            "label": found.label,
            "command": question.as_command("formula"),
        }
