"""What is answered: to a query plain data for the page, to a document its report, to a game its
page.

Each question is worked out in a process of its own, within limits of its own. No file is read and
no code is loaded: what a query names by a path would have to lie in a folder that is empty. A
document lies on the disk only while it is read, in a private folder; nothing that is found is kept
there.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from ...distributions.distribution import Distribution, EndlessLaw
from ...exact.cost import refuse_digits
from ...exact.errors import ExactDiceError, QueryError
from ...exact.extras import needed
from ...exact.numbers import Exact, Interval, Progress, as_whole, printable, shown
from ...exact.session import in_session, session
from ...jobs.allowance import Allowance
from ...jobs.crew import within
from ...query.evaluate import call_in, evaluate_query
from ...query.ranges import game_from, ranges_and_options
from ...query.reasons import reason
from ...query.register import Answer
from ...report.claims.findings import summary
from ...report.documents.documents import READERS
from ...report.documents.underway import Verified, Wanted, verified
from ...report.documents.verification import read_documents
from ...report.pages.game_page import game_page
from ...report.pages.report_page import report_page
from ...solvers.stores.cache import opened
from ...writeup.tables.number_text import as_json, decimal, exact, latex, law_entries
from ...writeup.tables.output_formats import TableFormat
from ...writeup.tables.table import label_text, render, table_over
from ..mcp_server.answers import empty_folder, reading_no_file, without_folder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = dict[str, object]  # that can be written as JSON
MOST_CELLS = 10_000  # of a table that is shown
ENDINGS = (*READERS, ".toml")


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


def refuse_files(*texts: str) -> None:
    """Raise `QueryError` for a game in a file."""
    if any(".py:" in text for text in texts):
        raise QueryError(
            "this site runs no code of files: a game such as ./mine.py:Game is for the command "
            "line, as in exactdice value QUERY game=./mine.py:Game"
        )


def answer(question: Question) -> Data:
    """The value of the query, or its table over ranges, with a picture where one can be drawn."""
    refuse_digits(as_whole(question.digits, "decimals", 0))
    refuse_files(question.query, question.options)
    with reading_no_file():
        queries = question.queries
        title = "; ".join(question.queries)
        ranges, given = ranges_and_options(question.words, queries)
        if not ranges and len(queries) == 1:
            return _value(question, given)
        # Progress is that of the rows, and not that of solvers within each cell.
        progress = session().progress
        with in_session(progress=None):
            made = table_over(queries, ranges, given, progress)
        rows = list(zip(map(label_text, made.rows[1]), made.cells, strict=True))
        data: Data = {
            "kind": "table",
            "title": title,
            "command": question.as_command("table"),
            **_shown_rows(made.heading, rows),
        }
        # Of a table that no page shows whole the command makes the LaTeX.
        if "left_out" not in data:
            data["latex_table"] = render(made, TableFormat.LATEX)
        from ...writeup.pictures.by_query import draw_made, draw_over

        if ranges:
            return data | _picture(partial(draw_made, [made], None, title), title)
        return data | _picture(partial(draw_over, queries, {}, given, None, title), title)


def _value(question: Question, given: Mapping[str, object]) -> Data:
    from ...writeup.pictures.by_query import PICTURES, draw_over

    (query,) = question.queries
    found = evaluate_query(query, given)
    # Whose decimals a page works out by itself.
    is_number = isinstance(found, Interval | Exact) and not isinstance(found, bool)
    data: Data = {
        "kind": "value",
        "title": query,
        "exact": exact(found),
        "decimal": decimal(found, question.digits),
        "latex": latex(found),
        "number": as_json(found) if is_number else None,
        "command": question.as_command("value"),
    }
    if isinstance(found, bool):
        data["because"] = reason(query, given)
    is_law = isinstance(found, Distribution | EndlessLaw)
    if is_law:
        rows = [(outcome, [chance]) for outcome, chance in law_entries(found)]
        data |= _shown_rows(["outcome", "probability"], rows)
    called = call_in(query, given)
    if is_law or (called is not None and called[0] in PICTURES):
        data |= _picture(partial(draw_over, [query], {}, given, None, query), query)
    return data


def _shown_rows(heading: Sequence[str], rows: Sequence[tuple[str, Sequence[Answer]]]) -> Data:
    """As many rows as a page shows, each with its label, and how many are left out."""
    most = max(1, MOST_CELLS // len(heading))
    shown = [[label, list(map(exact, cells))] for label, cells in rows[:most]]
    data: Data = {"heading": list(heading), "rows": shown}
    return data | ({"left_out": len(rows) - most} if len(rows) > most else {})


def _picture(drawn: Callable[[], Figure], title: str) -> Data:
    """The picture as SVG, or why there is none."""
    # Loaded by workers alone: the server draws nothing, and matplotlib takes long to load.
    from ...writeup.pictures.figure import svg_text

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
    from ...formulas import formula

    refuse_files(question.query, question.options)
    with reading_no_file():
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


# --- pages of games and reports -------------------------------------------------------------------


@dataclass(frozen=True)
class Page:
    """A page with its title, and what is said of it beside the link to it."""

    title: str
    html: str
    summary: str = ""


def made_game_page(asked: Question) -> Page:
    """The page of the game with these options."""
    refuse_files(asked.query, asked.options)
    with reading_no_file():
        game = game_from(asked.query, asked.words)
        title = " ".join([asked.query, *asked.words])
        return Page(title, game_page(game, asked.query, asked.words))


def check_name(name: str) -> None:
    """Raise `ExactDiceError` for a name that is none, or of a kind that is not read."""
    is_plain = name and printable(name) == name
    if not is_plain or Path(name).name != name or "\\" in name:
        raise ExactDiceError(f"a document needs the name of a file, got {shown(name)}")
    if Path(name).suffix.lower() not in ENDINGS:
        raise ExactDiceError(
            f"{name}: only documents that end in {', '.join(ENDINGS)} are read here"
        )


def report(
    name: str,
    data: bytes,
    is_strict: bool,
    allowance: Allowance,
    progress: Progress,
    stopped: Event,
) -> Page:
    """The page of the report on a document: its name, what it holds, and whether it is judged
    strictly.
    """
    # Here, as a worker that is ended would leave its folder behind.
    with empty_folder(name) as path:
        path.write_bytes(data)
        # The folder is there no more once the document is read.
        (document,) = within(allowance, read_documents, [path], stopped)
    with opened(is_used=False) as nothing:
        (found,) = verified([document], Wanted(), allowance, nothing, None, progress, stopped)
    return within(allowance, _reported, (found, is_strict), stopped)


def _reported(asked: tuple[Verified, bool]) -> Page:
    found, is_strict = asked
    if found.document is None:
        raise ExactDiceError(without_folder("; ".join(found.complaints), found.path))
    # By its name: of the folder that it was read in nobody else knows.
    path = Path(found.document.path.name)
    source = found.document.source
    source = source and replace(source, path=path)
    document = replace(found.document, path=path, source=source)
    findings = [
        replace(one, reason=without_folder(one.reason, found.path)) for one in found.findings
    ]
    return Page(
        f"Report on {document.path}",
        report_page([(document, findings)], is_strict),
        summary(document, findings),
    )
