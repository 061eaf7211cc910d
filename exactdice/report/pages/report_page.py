"""The report page: documents as their readers know them, each number with its verdict, and behind
each a panel with its exact value. One file of HTML that needs no network.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from itertools import chain, groupby, product

from ...exact.numbers import printable
from ..claims.claim import Document, Verdict, options_text
from ..claims.findings import LABEL, Results, Unread, counted, place, remarks, summary
from ..documents.documents import LATEX, READERS
from ..documents.notebooks import CellKind, Notebook, NotebookCell
from ..printed.source import Source, front_matter_end
from .document_page import latex_page, markdown_page
from .html_page import KATEX, html_page
from .shown_findings import (
    SIGNS,
    Group,
    Places,
    ShownFinding,
    Span,
    button,
    explanation_shown,
    panel_data,
    shown_findings,
    visible,
)

FORMULA = 'class="formula"'  # how the place of a formula begins
SEPARATORS = (";", "\t")  # of CSV, looked for in the first line, before the comma


def report_page(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """The page on these documents, and on the files that could not be read.

    It loads nothing and sends nothing. Whatever a document holds, no script of it runs.
    """
    shown = shown_findings(results, strict)
    every = [*chain.from_iterable(shown)]
    names = [*(document.title for document, _ in results), *map(str, dict(unread))]
    title = f"Report on {len(names)} documents"
    if len(names) == 1:
        title = f"Report: {printable(names[0])}"
    parts = [
        '<a class="skip" href="#content">to the report</a>'
        f'<header class="top"><h1>{visible(title)}</h1>'
        '<button id="look" class="not-printed" type="button">Dark</button></header>',
        '<main id="content">',
        _summary(every, counted(results, strict, unread)),
    ]
    if unread:
        items = "".join(f"<li>{visible(printable(why))}</li>" for _, why in unread)
        parts.append(
            '<section class="unread" aria-labelledby="unread"><h2 id="unread">Not read</h2>'
            f"<ul>{items}</ul></section>"
        )
    for k, ((document, found), own) in enumerate(zip(results, shown, strict=True), 1):
        said = "".join(f"<li>{visible(text)}</li>" for text in remarks(document, found))
        path = visible(printable(str(document.path)))
        kind, text = _rendered(document, own)
        parts += [
            f'<section class="document" aria-labelledby="document-{k}">',
            f'<h2 id="document-{k}">{visible(printable(document.title))}</h2>',
            f'<p class="faint">{path}: {visible(summary(document, found))}</p>',
            f'<ul class="remarks">{said}</ul>' if said else "",
            f'<div class="shown {kind}">{text}</div>',
            "</section>",
        ]
    body = "\n".join(filter(None, [*parts, "</main>", PANEL]))
    return html_page(
        title,
        body,
        styles=("report.css",),
        scripts=("drawings.js", "formulas.js", "panel.js", "report.js"),
        bundles=(KATEX,) if FORMULA in body else (),
        data={"findings": [panel_data(one) for one in every]},
    )


# --- above the documents --------------------------------------------------------------------------


def _summary(every: Sequence[ShownFinding], line: str) -> str:
    """How many numbers hold, a button for each verdict, and the numbers that are not right, the
    wrong ones first.
    """
    counts = Counter((one.group, one.finding.verdict) for one in every)
    buttons = "".join(
        f'<button type="button" aria-pressed="false" data-verdict="{verdict}">'
        f'<span class="sign {group}" aria-hidden="true">{SIGNS[group]}</span> {verdict} '
        f"<strong>{counts[group, verdict]}</strong></button>"
        for group, verdict in product(Group, Verdict)
        if counts[group, verdict]
    )
    items = "".join(
        f'<li data-of="{one.number}"><span class="sign {group}" aria-hidden="true">'
        f'{SIGNS[group]}</span> <a href="#{one.key}" data-to="{one.number}">'
        f"{visible(one.printed)}</a> {visible(explanation_shown(one.finding))} "
        f'<span class="faint">{visible(printable(place(one.document, one.claim)))}</span></li>'
        for group in Group
        for one in every
        if one.group == group != Group.RIGHT
    )
    parts = [
        '<section aria-labelledby="summary"><h2 id="summary">Summary</h2>',
        f'<p class="counts">{visible(line.removeprefix(f"{LABEL}: "))}</p>',
        '<div class="filters" role="group" aria-label="numbers to show, by verdict">'
        f'{buttons}<button type="button" id="all" hidden>all numbers</button></div>',
    ]
    if items:
        parts += [
            STEPS,
            '<nav aria-labelledby="not-right"><h3 id="not-right">Not right</h3>'
            f'<ol class="listed">{items}</ol></nav>',
        ]
    return "\n".join([*parts, "</section>"])


STEPS = (
    '<p class="steps not-printed"><button type="button" id="previous">previous</button> '
    '<button type="button" id="next">next</button> <span class="faint">of the numbers that '
    "are not right: <kbd>Shift</kbd>+<kbd>F8</kbd>, <kbd>F8</kbd></span></p>"
)


# --- a document -----------------------------------------------------------------------------------


def _rendered(document: Document, shown: Sequence[ShownFinding]) -> tuple[str, str]:
    """(what it is, its HTML)."""
    source = document.source
    if source is None:
        return "claims", _claims_table(shown)
    suffix = source.path.suffix.lower()
    marks = list[Span]()  # where marks stand, which readers do not see, but for the numbers in them
    reader, _ = READERS[suffix]
    for mark in reader(source):
        if mark.number and mark.start <= mark.number[0] <= mark.number[1] <= mark.end:
            marks += [(mark.start, mark.number[0]), (mark.number[1], mark.end)]
        else:
            marks.append((mark.start, mark.end))
    places = Places(shown, source.text)
    if isinstance(source, Notebook):
        cells = [_cell(source, cell, places, marks) for cell in source.cells]
        return "notebook", "".join(cells) + places.rest()
    text = places.with_stand_ins(source.text, marks).replace("\r", "")
    if suffix in LATEX:
        kind, html = "tex", latex_page(Source(source.path, text), places)
    elif suffix == ".csv":
        kind, html = "csv", _csv_tables(text, places)
    else:
        kind, html = "markdown", markdown_page(text[front_matter_end(text) :], places)
    return kind, html + places.rest()


def _claims_table(shown: Sequence[ShownFinding]) -> str:
    """A claims file as a table of its claims, in their order, each with its number as a button."""
    rows = ""
    for one in shown:
        claim = one.claim
        where = f'<br><span class="faint">{visible(claim.where)}</span>' if claim.where else ""
        asked = "" if claim.unclear else " ".join([claim.query, *options_text(claim.given)])
        rows += (
            f'<tr data-of="{one.number}"><td>{visible(claim.name)}{where}</td>'
            f"<td>{button(one, visible(one.printed))}</td>"
            f"<td>{visible(explanation_shown(one.finding))}</td>"
            f"<td><code>{visible(asked)}</code></td></tr>"
        )
    return (
        '<div class="scrolls"><table class="claims"><thead><tr><th>claim</th><th>printed</th>'
        f"<th>verdict</th><th>asked</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _csv_tables(text: str, places: Places) -> str:
    """A CSV file as tables; comments stand between them."""
    html = ""
    lines_by_kind = groupby(
        text.split("\n"), lambda line: line.lstrip().startswith("#") if line.strip() else None
    )
    for is_comment, group in lines_by_kind:
        lines = [*group]
        written = "\n".join(lines)
        if is_comment:
            html += f'<pre class="faint">{places.html(written)}</pre>'
        elif is_comment is False:
            separator = next((one for one in SEPARATORS if one in lines[0]), ",")
            try:
                html += _table([*csv.reader(lines, delimiter=separator)], places)
            except csv.Error:  # of a cell that is longer than such files hold
                html += f"<pre>{places.html(written)}</pre>"
    return html


def _table(rows: list[list[str]], places: Places) -> str:
    """A table of these rows, the first of them its heading."""
    heading, *body = (
        f"<tr>{''.join(f'<{tag}>{places.html(cell.strip())}</{tag}>' for cell in row)}</tr>"
        for tag, row in zip(["th"] + ["td"] * len(rows), rows, strict=False)
    )
    return (
        f'<div class="scrolls"><table><thead>{heading}</thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _cell(notebook: Notebook, cell: NotebookCell, places: Places, marks: Sequence[Span]) -> str:
    """A cell of a notebook: its code, its prose and what the code printed."""
    kind = cell.kind if cell.kind != CellKind.RAW else CellKind.CODE
    parts = [f'<p class="cell-number faint">cell {cell.number}</p>']
    code = notebook.text[cell.start : cell.prose]
    prose = notebook.text[cell.prose : cell.end]
    if code.strip():
        text = places.with_stand_ins(code, (), cell.start)
        parts.append(f"<pre><code>{places.html(text)}</code></pre>")
    if prose:
        text = places.with_stand_ins(prose, marks, cell.prose)
        begins = front_matter_end(text) if cell.number == 1 else 0
        parts.append(markdown_page(text[begins:], places))
    for output in cell.outputs:  # tables of HTML as such, all else as lines
        text = notebook.text[output.start : output.end]
        lines = places.with_stand_ins(text, (), output.start)
        rows = [line.split("\t") for line in lines.split("\n") if line]
        if sum(len(one.rows) for one in output.tables) == len(rows) and "\t" in lines:
            parts.append(f'<div class="output">{_table(rows, places)}</div>')
        else:
            parts.append(f'<pre class="output">{places.html(lines)}</pre>')
    if cell.failed:
        parts.append(f'<p class="faint">ended in {places.html(cell.failed)}</p>')
    return f'<div class="cell {kind}">{"".join(parts)}</div>'


PANEL = (
    '<aside id="panel" class="not-printed" role="dialog" aria-labelledby="panel-title" hidden>'
    '<div class="panel-head"><h2 id="panel-title" tabindex="-1"></h2>'
    '<button type="button" id="close" aria-label="close">✕</button></div>'
    '<div id="panel-body"></div></aside>'
    '<p id="told" class="unseen" role="status"></p>'
)
