"""A site on this machine alone, and what it answers: the first page; to a query plain data for the
page, to a document its report, to a game its page.

Each question is worked out in a process of its own, within limits of its own. No file is read and
no code is loaded: what a query names by a path would have to lie in a folder that is empty. A
document lies on the disk only while it is read, in a private folder; nothing that is found is kept
there.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from ...distributions.distribution import Distribution, InfiniteDistribution
from ...exact.cost import refuse_digits
from ...exact.errors import ExactDiceError, QueryError
from ...exact.files import MOST_BYTES
from ...exact.loading import needed
from ...exact.numbers import Exact, Interval, Progress, as_whole, printable, shown
from ...exact.session import in_session, session
from ...jobs.allowance import Allowance
from ...jobs.crew import within
from ...query.evaluate import call_in, evaluate_query
from ...query.games_by_name import makers_loaded, options_of
from ...query.ranges import game_from, ranges_and_options
from ...query.reasons import reason
from ...query.register import Answer, summary_of
from ...query.words import EVERY_NAME, QUANTITIES
from ...report.claims.findings import summary
from ...report.documents.documents import READERS
from ...report.documents.verification import Verified, Wanted, read_documents, verified
from ...report.pages.description import example_options, limits_of, option_text
from ...report.pages.game_page import game_page
from ...report.pages.html_page import KATEX, html_page
from ...report.pages.report_page import report_page
from ...solvers.stores.cache import opened
from ...writeup.tables.number_text import as_json, decimal, distribution_entries, exact, latex
from ...writeup.tables.output_formats import TableFormat
from ...writeup.tables.table import label_text, render, table_over
from ..mcp_server import empty_folder, reading_no_file, without_folder

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


@contextmanager
def answering(question: Question) -> Iterator[None]:
    """Inside the `with` block no file is read; `QueryError` for a game in one."""
    if ".py:" in question.query or ".py:" in question.options:
        raise QueryError(
            "this site runs no code of files: a game such as ./mine.py:Game is for the command "
            "line, as in exactdice value QUERY game=./mine.py:Game"
        )
    with reading_no_file():
        yield


def answer(question: Question) -> Data:
    """The value of the query, or its table over ranges, with a picture where one can be drawn."""
    # Loaded by workers alone: the server draws nothing, and matplotlib takes long to load.
    from ...writeup.pictures.by_query import PICTURES, draw_made, draw_over

    refuse_digits(as_whole(question.digits, "decimals", 0))
    with answering(question):
        queries = question.queries
        title = "; ".join(queries)
        ranges, given = ranges_and_options(question.words, queries)
        draw: Callable[[], Figure] = partial(draw_over, queries, {}, given, None, title)
        if not ranges and len(queries) == 1:
            found = evaluate_query(title, given)
            data = _value(question, title, found)
            if isinstance(found, bool):
                data["because"] = reason(title, given)
            called = call_in(title, given)
            is_drawn = "rows" in data or (called is not None and called[0] in PICTURES)
            return data | (_picture(draw, title) if is_drawn else {})
        # Progress is that of the rows, and not that of solvers within each cell.
        progress = session().progress
        with in_session(progress=None):
            made = table_over(queries, ranges, given, progress)
        rows = list(zip(map(label_text, made.rows[1]), made.cells, strict=True))
        data = {"kind": "table", "title": title, "command": question.as_command("table")}
        data |= _rows(made.heading, rows)
        # Of a table that no page shows whole the command makes the LaTeX.
        if "left_out" not in data:
            data["latex_table"] = render(made, TableFormat.LATEX)
        return data | _picture(partial(draw_made, [made], None, title) if ranges else draw, title)


def _value(question: Question, query: str, found: Answer) -> Data:
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
    if isinstance(found, Distribution | InfiniteDistribution):
        entries = [(outcome, [probability]) for outcome, probability in distribution_entries(found)]
        data |= _rows(["outcome", "probability"], entries)
    return data


def _rows(heading: Sequence[str], rows: Sequence[tuple[str, Sequence[Answer]]]) -> Data:
    """As many rows as a page shows, each with its label, and how many are left out."""
    most = max(1, MOST_CELLS // len(heading))
    listed = [[label, list(map(exact, cells))] for label, cells in rows[:most]]
    data: Data = {"heading": list(heading), "rows": listed}
    return data | ({"left_out": len(rows) - most} if len(rows) > most else {})


def _picture(draw: Callable[[], Figure], title: str) -> Data:
    """The picture as SVG, or why there is none."""
    from ...writeup.pictures.figure import svg_text

    try:
        with needed("a picture", "plot"):
            text = svg_text(draw())
    except ExactDiceError as error:
        return {"no_picture": str(error)}
    return {"picture": text, "picture_about": f"Picture of {title}"}


def closed_form(question: Question) -> Data:
    """The closed form of the query in the names that it leaves free, proved or fitted over the
    ranges.
    """
    # Here, since only workers ask for it, and sympy would have the site begin late.
    from ...formulas import formula

    with answering(question):
        query, *others = question.queries
        if others:
            raise QueryError("a closed form is of one query, got several")
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


def game_page_of(question: Question) -> Page:
    """The page of the game with these options."""
    name, words = question.query, question.words
    with answering(question):
        return Page(" ".join([name, *words]), game_page(game_from(name, words), name, words))


def check_name(name: str) -> None:
    """Raise `ExactDiceError` for a name that is none, or of a kind that is not read."""
    if not name or printable(name) != name or Path(name).name != name or "\\" in name:
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
    return within(allowance, report_of, (found, is_strict), stopped)


def report_of(judged: tuple[Verified, bool]) -> Page:
    """The page of the report on a document that was verified, judged strictly or not."""
    found, is_strict = judged
    if found.document is None:
        raise ExactDiceError(without_folder("; ".join(found.complaints), found.path))
    # By its name: of the folder that it was read in nobody else knows.
    path = Path(found.document.path.name)
    source = found.document.source
    document = replace(found.document, path=path, source=source and replace(source, path=path))
    findings = [
        replace(one, reason=without_folder(one.reason, found.path)) for one in found.findings
    ]
    page = report_page([(document, findings)], is_strict)
    return Page(f"Report on {path}", page, summary(document, findings))


# --- the first page -------------------------------------------------------------------------------

# Queries with options that show what may be asked.
EXAMPLES = (
    ("EP(5)", ""),
    ("EG(0,0)", "dice=3 target=20"),
    ("P(d,k)", "d=1..6 k=1..24"),
    ("pig_win(i,j,0)", "target=20 i=0..19 j=0..19"),
    ("4d6", ""),
    ("2d6; 3d4", ""),
)


@cache
def site_page() -> str:
    """The page, with what it completes: words of queries, options, games and strategies."""
    games = []  # first, as games enter words of their own
    for name, maker in makers_loaded():
        sentence, _, more = summary_of(maker).partition(". ")
        examples = example_options(name, maker)
        # Each option with its default, what it may be, and a value that makes the game small; as
        # they are typed behind `key=`, "" where there is none.
        options = [
            {
                "name": key,
                "default": option_text(key, default).removeprefix(key).removeprefix("="),
                "limits": limits_of(maker, key),
                "example": option_text(key, examples[key]).removeprefix(key).removeprefix("=")
                if key in examples
                else "",
            }
            for key, default in options_of(maker).items()
        ]
        summary = f"{sentence}." if more else sentence
        games.append({"name": name, "summary": summary, "options": options})
    words = [
        {
            "name": name,
            "call": QUANTITIES[name].signature,
            "means": QUANTITIES[name].summary,
            "options": list(QUANTITIES[name].options),
        }
        for name in sorted(QUANTITIES, key=str.lower)
    ]
    vocabulary = {"games": games, "words": words, "strategies": list(EVERY_NAME)}
    examples_html = "\n".join(
        f'<li><button type="button" class="example" data-query="{query}" data-options="{options}">'
        f"<code>{query}</code> {options}</button></li>"
        for query, options in EXAMPLES
    )
    return html_page(
        "exactdice",
        BODY.replace("EXAMPLES", examples_html).replace("ENDINGS", ", ".join(ENDINGS)),
        styles=("site.css",),
        scripts=("combobox.js", "jobs.js", "answers.js", "site.js"),
        bundles=(KATEX,),
        data={"vocabulary": vocabulary, "endings": list(ENDINGS), "most": MOST_BYTES},
        asks_its_server=True,
    )


def forgotten_page() -> str:
    """The page in place of one that is kept no more."""
    body = (
        "<main><h1>This page is forgotten</h1><p>The site keeps the last pages: "
        '<a href="/">ask for it again</a>.</p></main>'
    )
    return html_page("Forgotten", body)


BODY = """\
<a class="skip" href="#ask">Skip to the query</a>
<header class="top">
<h1>exactdice</h1>
<nav aria-label="Parts of this page">
<a href="#ask">Ask</a> <a href="#documents">Documents</a> <a href="#games">Games</a>
</nav>
<button type="button" id="look">Dark</button>
</header>
<main>
<p id="alarm" role="alert" class="complaint" hidden></p>
<section id="ask" aria-labelledby="ask-title">
<h2 id="ask-title">Ask</h2>
<form id="query-form" autocomplete="off">
<div class="field wide">
<label for="query">Query</label>
<input id="query" class="code" spellcheck="false" autocapitalize="none" placeholder="EP(5)">
</div>
<div class="field wide">
<label for="options">Options and ranges <span class="faint">(may be empty)</span></label>
<input id="options" class="code" spellcheck="false" autocapitalize="none"
 placeholder="dice=3 target=20 i=0..9">
</div>
<div class="field">
<label for="digits">Decimals</label>
<input id="digits" type="number" min="0" max="1000" value="6">
</div>
<div class="buttons">
<button class="main" id="answer-it">Answer</button>
<button type="button" id="form-it">Closed form</button>
</div>
</form>
<details><summary>Examples</summary><ul class="examples">
EXAMPLES
</ul></details>
<div id="answers"></div>
</section>
<section id="documents" aria-labelledby="documents-title">
<h2 id="documents-title">Documents</h2>
<div id="drop">
<p><label for="file">Drop a document with marks here, or choose one</label>
<input id="file" type="file" multiple aria-describedby="file-kinds"></p>
<p class="faint" id="file-kinds">Read here: ENDINGS. The file stays on this machine.</p>
<p><label><input type="checkbox" id="strict"> strict: a number cut off instead of rounded is wrong
</label></p>
</div>
<ul id="reports" class="made"></ul>
</section>
<section id="games" aria-labelledby="games-title">
<h2 id="games-title">Games</h2>
<form id="game-form" autocomplete="off">
<div class="field"><label for="game">Game</label><select id="game"></select></div>
<p id="game-summary" class="faint"></p>
<fieldset><legend>Options</legend><div id="game-options"></div></fieldset>
<div class="buttons">
<button class="main">Make its page</button>
<button type="button" id="small">Small example</button>
</div>
</form>
<ul id="game-pages" class="made"></ul>
</section>
</main>
"""
