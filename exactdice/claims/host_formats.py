"""Findings for hosts of repositories: annotations for GitHub, and a page of Markdown for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..exact import printable
from .claim import Claim, Document, options_text, unaccepted
from .findings import abridged, explanation, summary
from .machine_formats import NOT_ACCEPTED, UNREAD, Results, Unread, region
from .verdict import NOT_ROUNDED, Finding, Verdict, holds

MOST_ROWS = 100  # of the Markdown: GitHub shows no summary above 1 MiB
LONGEST_CELL = 200  # characters


def as_github(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """Annotations that GitHub shows beside the lines of a change: an error for each claim that is
    wrong and each file that could not be read, a warning for each claim that is open or suspect
    and each proposal that is not accepted, and a notice that counts the verdicts.
    """
    lines = [
        f"::error file={_property(str(path))},title={UNREAD}::{_data(why)}" for path, why in unread
    ]
    for document, found in results:
        lines += [_annotation(document, one) for one in found if _is_told(one, strict)]
        for one in document.proposals:
            lines.append(_annotated("warning", document, one, NOT_ACCEPTED, one.printed.text))
        told = _data(summary(document, found))
        lines.append(f"::notice file={_property(str(document.path))}::{told}")
    return "\n".join(lines) + "\n"


def _is_told(finding: Finding, strict: bool) -> bool:
    return not holds(finding, strict) or finding.verdict == Verdict.SUSPECT


def _annotation(document: Document, finding: Finding) -> str:
    level = "error" if finding.verdict in NOT_ROUNDED else "warning"
    return _annotated(level, document, finding.claim, finding.verdict, _told(finding))


def _annotated(level: str, document: Document, claim: Claim, title: str, text: str) -> str:
    at = region(document, claim)
    names = {"startLine": "line", "startColumn": "col", "endColumn": "endColumn"}
    properties = {"file": str(document.path)}
    properties |= {names[key]: str(value) for key, value in at.items()}
    properties["title"] = title
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {written}::{_data(text)}"


def _data(text: str) -> str:
    """The text of an annotation, on one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property of an annotation, in which colons and commas separate."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _told(finding: Finding) -> str:
    """What is printed, what was asked, the verdict and hints, in one line."""
    claim = finding.claim
    hints = "".join(f"; hint: {hint}" for hint in finding.hints)
    return f"{claim.printed.text} for {claim.query}: {explanation(finding)}{hints}"


# --- for people -----------------------------------------------------------------------------------


def as_markdown(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """A page of Markdown: how many numbers hold, and for each document a table of those that do
    not, are open or suspect.

    Whatever a document says is shown as text: it can bring no link, picture or mark-up in.
    """
    lines = [f"**{counted(results, strict, unread)}**", ""]
    rows = [*_rows(results, strict, unread)]
    if rows:
        lines += ["| where | printed | asked | verdict |", "|---|---|---|---|", *_first(rows), ""]
    counts = [
        f"- {_text(str(document.path))}: {summary(document, found)}" for document, found in results
    ]
    return "\n".join([*lines, *_first(counts)]) + "\n"


def _first(lines: Sequence[str]) -> list[str]:
    """The first of the lines, and how many more there are."""
    left = len(lines) - MOST_ROWS
    return [*lines[:MOST_ROWS], *(["", f"{left} more are not shown."] if left > 0 else [])]


def _rows(results: Results, strict: bool, unread: Unread) -> Iterator[str]:
    for path, why in unread:
        yield _row(str(path), "", "", f"{UNREAD}: {why}")
    for document, found in results:
        for one in found:
            if _is_told(one, strict):
                yield _finding_row(document, one)


def _finding_row(document: Document, finding: Finding) -> str:
    claim = finding.claim
    where = f"{document.path}:{region(document, claim)['startLine']}"
    asked = " ".join([claim.query, *map(abridged, options_text(claim.given))])
    hints = "".join(f"; hint: {hint}" for hint in finding.hints)
    return _row(where, claim.printed.text, asked, f"{explanation(finding)}{hints}")


def _row(*cells: str) -> str:
    return f"| {' | '.join(map(_text, cells))} |"


MARK_UP = re.compile(r"[\\`*_\[\]<>#!|~&@:$]|(?<=www)\.")  # a point begins no mark-up but here


def _text(text: str) -> str:
    """The text on one line, as Markdown that shows it and nothing else."""
    line = printable(" ".join(text.split()))
    if len(line) > LONGEST_CELL:
        line = f"{line[: LONGEST_CELL - 3]}..."
    return MARK_UP.sub(lambda found: f"&#{ord(found[0])};", line)


LABEL = "exactdice"


def counted(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """How many numbers hold, in a line: `exactdice: 60 of 65 numbers hold`."""
    findings = [one for _, found in results for one in found]
    holding = sum(holds(one, strict) for one in findings)
    numbers_hold = "number holds" if len(findings) == 1 else "numbers hold"
    parts = [f"{holding} of {len(findings)} {numbers_hold}"]
    proposals = sum(len(document.proposals) for document, _ in results)
    if proposals:
        parts.append(unaccepted(proposals))
    files = len({path for path, _ in unread})
    if files:
        parts.append(f"{files} document{'s' * (files != 1)} cannot be read")
    return f"{LABEL}: {', '.join(parts)}"
