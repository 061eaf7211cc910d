"""Findings that show themselves in a notebook: a table in the colours of their verdicts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import overload

from ...exact.errors import ClaimsError
from ...exact.numbers import Progress, printable
from ...jobs.allowance import Allowance
from ...report.claims.claim import (
    OPEN,
    Document,
    Finding,
    Verdict,
    exit_status,
    holds,
    options_text,
)
from ...report.claims.findings import explanation, remarks, summary, text_lines
from ...report.documents.verification import Wanted, findings_in, patches, verified
from ...solvers.stores.cache import opened

# Behind text of any colour, so that they serve on a dark page too.
GREEN = "rgba(46,160,67,.18)"
YELLOW = "rgba(210,153,34,.25)"
RED = "rgba(248,81,73,.25)"
LEFT = "text-align:left"
TITLES = ("", "where", "printed", "query", "verdict")


def findings_of(document: Document, progress: Progress, in_workers: bool) -> tuple[Finding, ...]:
    """The findings on the claims of the document; those of worker processes are found within
    limits, so that no document holds up the kernel of a notebook or ends it.
    """
    # In a script a new process would run the script again.
    if not in_workers:
        return tuple(findings_in(document, progress))
    before = dict(os.environ)
    with opened() as cache:
        try:
            (found,) = verified([document], Wanted(), Allowance(), cache, progress=progress)
        finally:  # programmes that the notebook begins later have the variables of before
            for name in os.environ.keys() - before.keys():
                del os.environ[name]
    if found.document is None:
        raise ClaimsError("; ".join(found.complaints))
    return found.findings


@dataclass(frozen=True, repr=False)
class Verified(Sequence[Finding]):
    """The findings on the claims of a document, in order."""

    document: Document
    findings: tuple[Finding, ...]

    @overload
    def __getitem__(self, index: int) -> Finding: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Finding]: ...

    def __getitem__(self, index: int | slice) -> Finding | Sequence[Finding]:
        return self.findings[index]

    def __len__(self) -> int:
        return len(self.findings)

    @property
    def holds(self) -> bool:
        """Whether every claim holds."""
        return exit_status(self.findings) == 0

    @property
    def patch(self) -> str:
        """The unified diff that corrects the wrong numbers."""
        return patches([(self.document, self.findings)])

    def __str__(self) -> str:
        return "\n".join(printable(line) for line, _ in text_lines(self.document, self.findings))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        titles = "".join(f'<th style="{LEFT}">{title}</th>' for title in TITLES)
        rows = "".join(_row(finding) for finding in self.findings)
        lines = [*remarks(self.document, self.findings), summary(self.document, self.findings)]
        notes = "".join(f"<p>{_text(line)}</p>" for line in lines)
        return f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def _row(finding: Finding) -> str:
    sign, colour = ("✓", GREEN) if holds(finding) else ("✗", RED)
    if finding.verdict in OPEN or (holds(finding) and finding.verdict == Verdict.SUSPECT):
        sign, colour = "?", YELLOW
    claim = finding.claim
    query = " ".join([claim.query, *options_text(claim.given)])
    lines = [explanation(finding), *(f"hint: {hint}" for hint in finding.hints)]
    if claim.note and not holds(finding):
        lines.append(f"note: {claim.note}")
    cells = (
        sign,
        _text(claim.name),
        _text(claim.printed.text),
        f"<code>{_text(query)}</code>",
        "<br>".join(map(_text, lines)),
    )
    columns = "".join(f'<td style="{LEFT}">{cell}</td>' for cell in cells)
    return f'<tr style="background:{colour}">{columns}</tr>'


def _text(text: str) -> str:
    """The text for a page, whatever it holds; a $ begins no formula there."""
    return escape(printable(text)).replace("$", "<span>$</span>")
