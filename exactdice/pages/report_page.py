"""The report page: documents as their readers know them, each number with its verdict, and behind
each a panel with its exact value. One file of HTML that needs no network.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from ..claims.claim import Document, options_text
from ..claims.findings import place, remarks, summary
from ..claims.machine_formats import LABEL, Results, Unread, counted
from ..claims.verdict import Verdict
from ..documents.documents import LATEX, READERS
from ..documents.marks import Mark
from ..documents.notebooks import Notebook
from ..exact import decimal_text, exact_text, printable
from ..printed.source import Source
from ..tables import number_text
from .bundles import KATEX
from .claims_page import claims_page
from .csv_page import csv_page
from .html_page import PageParts, html_page
from .latex_page import latex_page
from .markdown_page import markdown_page, without_front_matter
from .notebook_page import notebook_page
from .placing import Places, Span, visible
from .shown_findings import SIGNS, Group, ShownFinding, data_of, ends_of, said_of, shown_findings

MOST_LISTED = 200  # numbers that are not right, in the list before the documents
LONGEST_IN_PRINT = 80  # characters of an exact value
PLACES_IN_PRINT = 12  # decimals of one that is no integer
FORMULA = 'class="formula"'  # how the place of a formula begins


def report_page(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """The page on these documents, and on the files that could not be read.

    It loads nothing and sends nothing. Whatever a document holds, no script of it runs.
    """
    shown = shown_findings(results, strict)
    every = [*chain.from_iterable(shown)]
    sections = [_section(k, *one) for k, one in enumerate(zip(results, shown, strict=True), 1)]
    parts = [
        _head(_title(results, unread)),
        '<main id="content">',
        _summary(every, counted(results, strict, unread)),
        _unread(unread),
        *sections,
        _printed_list(every),
        "</main>",
        PANEL,
    ]
    body = "\n".join(filter(None, parts))
    return html_page(
        PageParts(
            title=_title(results, unread),
            body=body,
            styles=("report.css",),
            scripts=("drawings.js", "formulas.js", "panel.js", "report.js"),
            bundles=(KATEX,) if FORMULA in body else (),
            data={"findings": [data_of(one) for one in every]},
        )
    )


def _title(results: Results, unread: Unread) -> str:
    paths = {path for path, _ in unread}
    names = [*(document.title for document, _ in results), *map(str, paths)]
    files = len(names)
    if files == 1:
        return f"Report: {printable(names[0])}"
    return f"Report on {files} documents"


# --- above the documents --------------------------------------------------------------------------


def _head(title: str) -> str:
    return (
        '<a class="skip" href="#content">to the report</a>'
        f'<header class="top"><h1>{visible(title)}</h1>'
        '<button id="look" class="not-printed" type="button">Dark</button></header>'
    )


def _summary(every: Sequence[ShownFinding], line: str) -> str:
    """How many numbers hold, a button for each verdict, and the numbers that are not right."""
    listed = [one for group in Group for one in every if one.group == group != Group.RIGHT]
    return "\n".join(
        (
            '<section aria-labelledby="summary"><h2 id="summary">Summary</h2>',
            f'<p class="counts">{visible(line.removeprefix(f"{LABEL}: "))}</p>',
            _filters(every),
            _steps() if listed else "",
            _listed(listed) if listed else "",
            "</section>",
        )
    )


def _filters(every: Sequence[ShownFinding]) -> str:
    """A button for each verdict that there is, which shows the numbers with it alone."""
    counts = Counter((one.group, one.finding.verdict) for one in every)
    order = [*Verdict]
    known = sorted(counts, key=lambda pair: ([*Group].index(pair[0]), order.index(pair[1])))
    buttons = "".join(
        f'<button type="button" aria-pressed="false" data-verdict="{verdict}">'
        f'<span class="sign {group}" aria-hidden="true">{SIGNS[group]}</span> {verdict} '
        f"<strong>{counts[group, verdict]}</strong></button>"
        for group, verdict in known
    )
    return (
        '<div class="filters" role="group" aria-label="numbers to show, by verdict">'
        f'{buttons}<button type="button" id="all" hidden>all numbers</button></div>'
    )


def _steps() -> str:
    return (
        '<p class="steps not-printed"><button type="button" id="previous">previous</button> '
        '<button type="button" id="next">next</button> <span class="faint">of the numbers that '
        "are not right: <kbd>Shift</kbd>+<kbd>F8</kbd>, <kbd>F8</kbd></span></p>"
    )


def _listed(listed: Sequence[ShownFinding]) -> str:
    """The numbers that are not right as links, the wrong ones first."""
    items = "".join(map(_item, listed[:MOST_LISTED]))
    left = len(listed) - MOST_LISTED
    more = f"<p>{left} more are marked in the documents.</p>" if left > 0 else ""
    return (
        '<nav aria-labelledby="not-right"><h3 id="not-right">Not right</h3>'
        f'<ol class="listed">{items}</ol>{more}</nav>'
    )


def _item(one: ShownFinding) -> str:
    said = visible(said_of(one.finding))
    where = visible(printable(place(one.document, one.claim)))
    return (
        f'<li data-of="{one.number}"><span class="sign {one.group}" aria-hidden="true">'
        f'{SIGNS[one.group]}</span> <a href="#{one.key}" data-to="{one.number}">'
        f'{visible(one.printed)}</a> {said} <span class="faint">{where}</span></li>'
    )


def _unread(unread: Unread) -> str:
    """The files that could not be read, and why."""
    if not unread:
        return ""
    items = "".join(f"<li>{visible(printable(why))}</li>" for _, why in unread)
    return (
        '<section class="unread" aria-labelledby="unread"><h2 id="unread">Not read</h2>'
        f"<ul>{items}</ul></section>"
    )


# --- a document -----------------------------------------------------------------------------------


def _section(
    number: int, result: tuple[Document, Sequence[object]], shown: Sequence[ShownFinding]
) -> str:
    """The document with its numbers."""
    document, _ = result
    found = [one.finding for one in shown]
    said = "".join(f"<li>{visible(text)}</li>" for text in remarks(document, found))
    path = visible(printable(str(document.path)))
    kind, text = _rendered(document, shown)
    return "\n".join(
        (
            f'<section class="document" aria-labelledby="document-{number}">',
            f'<h2 id="document-{number}">{visible(printable(document.title))}</h2>',
            f'<p class="faint">{path}: {visible(summary(document, found))}</p>',
            f'<ul class="remarks">{said}</ul>' if said else "",
            f'<div class="shown {kind}">{text}</div>',
            "</section>",
        )
    )


def _rendered(document: Document, shown: Sequence[ShownFinding]) -> tuple[str, str]:
    """(what it is, its HTML)."""
    source = document.source
    if source is None:
        return "claims", claims_page(shown)
    places, marks = Places(shown, source.text), _hidden(source)
    suffix = source.path.suffix.lower()
    if isinstance(source, Notebook):
        html = notebook_page(source, places, marks)
        return "notebook", html + places.rest()
    text = places.with_stand_ins(source.text, marks).replace("\r", "")
    if suffix in LATEX:
        kind, html = "tex", latex_page(Source(source.path, text), places)
    elif suffix == ".csv":
        kind, html = "csv", csv_page(text, places)
    else:
        kind, html = "markdown", markdown_page(without_front_matter(text), places)
    return kind, html + places.rest()


def _hidden(source: Source) -> list[Span]:
    """Where marks stand, which readers do not see, but for the numbers in them."""
    marks, _ = READERS[source.path.suffix.lower()]
    return [span for mark in marks(source) for span in _around(mark)]


def _around(mark: Mark) -> Iterator[Span]:
    number = mark.number
    if number is None or not mark.start <= number[0] <= number[1] <= mark.end:
        yield mark.start, mark.end
    else:
        yield mark.start, number[0]
        yield number[1], mark.end


# --- on paper -------------------------------------------------------------------------------------


def _printed_list(every: Sequence[ShownFinding]) -> str:
    """All numbers as a list, which is printed behind the documents alone."""
    rows = "".join(map(_printed_row, every))
    return (
        '<section class="printed-only"><h2>Numbers</h2><table class="notes"><thead><tr><th></th>'
        "<th>printed</th><th>verdict</th><th>exact</th><th>asked</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></section>"
    )


def _printed_row(one: ShownFinding) -> str:
    claim = one.claim
    asked = "" if claim.unclear else " ".join([claim.query, *options_text(claim.given)])
    cells = (
        visible(f"{one.number} {SIGNS[one.group]}"),
        visible(one.printed),
        visible(said_of(one.finding)),
        visible(exact_on_paper(one)),
        f"<code>{visible(printable(asked))}</code>",
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def exact_on_paper(one: ShownFinding) -> str:
    """The exact value where it is short, else its first decimals."""
    value = one.finding.value
    if value is None:
        return ""
    ends = ends_of(one.finding)
    text = printable(number_text.exact(value))
    if len(text) > LONGEST_IN_PRINT:
        text = f"{text[:LONGEST_IN_PRINT]}..."
    if len(ends) == 1 and ends[0].denominator > 1:
        decimals = decimal_text(ends[0], PLACES_IN_PRINT)
        is_short = len(exact_text(ends[0])) <= LONGEST_IN_PRINT
        return f"{text} = {decimals}" if is_short else decimals
    return text


PANEL = (
    '<aside id="panel" class="not-printed" role="dialog" aria-labelledby="panel-title" hidden>'
    '<div class="panel-head"><h2 id="panel-title" tabindex="-1"></h2>'
    '<button type="button" id="close" aria-label="close">✕</button></div>'
    '<div id="panel-body"></div></aside>'
    '<p id="told" class="unseen" role="status"></p>'
)
