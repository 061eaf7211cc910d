"""Findings for hosts of repositories: annotations for GitHub, a report of code quality for GitLab,
a page of Markdown for people, and a line that counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ..exact import printable
from ..files import json_text
from .claim import Claim, Document, options_text, unaccepted
from .findings import abridged, explanation, summary
from .machine_formats import NOT_ACCEPTED, UNREAD, Results, Unread, region
from .verdict import NOT_ROUNDED, OPEN, Finding, Verdict, holds

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


# --- GitLab ---------------------------------------------------------------------------------------


def as_gitlab(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """A report of code quality: one entry for each claim that does not hold or is suspect, for each
    proposal that is not accepted, and for each file that could not be read.

    An entry keeps its fingerprint when lines above it come or go, so that GitLab knows it again.
    """
    issues = [_unread_issue(path, why) for path, why in unread]
    for document, found in results:
        issues += [_issue(document, one) for one in found if _is_told(one, strict)]
        issues += [_proposal_issue(document, one) for one in document.proposals]
    seen = Counter[str]()
    entries = []
    for issue in issues:
        seen[issue.known_by] += 1
        entries.append(_entry(issue, seen[issue.known_by]))
    return json_text(entries)


@dataclass(frozen=True)
class _Issue:
    """What GitLab shows of a finding; `about` tells it from others of its file."""

    path: str
    line: int
    verdict: str
    severity: str
    about: tuple[str, ...]
    description: str

    @property
    def known_by(self) -> str:
        """What it is, wherever in its file it stands."""
        return json_text([self.path, self.verdict, *self.about])


def _issue(document: Document, finding: Finding) -> _Issue:
    claim = finding.claim
    return _Issue(
        _in_repository(document.path),
        region(document, claim)["startLine"],
        finding.verdict,
        _severity(finding.verdict),
        (claim.printed.text, claim.query, *options_text(claim.given)),
        _told(finding),
    )


def _proposal_issue(document: Document, proposal: Claim) -> _Issue:
    line, text = region(document, proposal)["startLine"], proposal.printed.text
    return _Issue(_in_repository(document.path), line, NOT_ACCEPTED, "info", (text,), text)


def _unread_issue(path: Path, why: str) -> _Issue:
    return _Issue(_in_repository(path), 1, UNREAD, "critical", (), why)


def _entry(issue: _Issue, count: int) -> dict[str, object]:
    """The issue, the count-th of those that are known by the same."""
    text = f"{issue.known_by} {count}"
    return {
        "description": issue.description,
        "check_name": issue.verdict.replace(" ", "-"),
        "severity": issue.severity,
        "location": {"path": issue.path, "lines": {"begin": issue.line}},
        "fingerprint": sha256(text.encode(errors="backslashreplace")).hexdigest(),
    }


def _severity(verdict: Verdict) -> str:
    if verdict == Verdict.SUSPECT:
        return "info"
    is_small = verdict in (Verdict.OFF_BY_ONE, Verdict.TRUNCATED, *OPEN)
    return "minor" if is_small else "major"


def _in_repository(path: Path) -> str:
    """The path from the folder where the command runs, which is that of the repository."""
    here = Path.cwd()
    is_below = path.is_absolute() and path.is_relative_to(here)
    return (path.relative_to(here) if is_below else path).as_posix()


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
    lines = [f"**{badge(results, strict, unread)}**", ""]
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


def badge(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """How many numbers hold, in a line: `exactdice: 60 of 65 numbers hold`."""
    return f"{LABEL}: {_message(results, strict, unread)}"


def as_badge(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """The line that says how many numbers hold."""
    return f"{badge(results, strict, unread)}\n"


def as_shields(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """The same as shields.io reads it from an address (its endpoint badge)."""
    return json_text(
        {
            "schemaVersion": 1,
            "label": LABEL,
            "message": _message(results, strict, unread),
            "color": _colour(results, strict, unread),
        }
    )


def _message(results: Results, strict: bool, unread: Unread) -> str:
    findings = _all(results)
    holding = sum(holds(one, strict) for one in findings)
    numbers_hold = "number holds" if len(findings) == 1 else "numbers hold"
    parts = [f"{holding} of {len(findings)} {numbers_hold}"]
    proposals = _proposals(results)
    if proposals:
        parts.append(unaccepted(proposals))
    files = len({path for path, _ in unread})
    if files:
        parts.append(f"{files} document{'s' * (files != 1)} cannot be read")
    return ", ".join(parts)


def _colour(results: Results, strict: bool, unread: Unread) -> str:
    findings = _all(results)
    if any(not holds(one, strict) and one.verdict not in OPEN for one in findings):
        return "red"
    if strict and _proposals(results):
        return "red"
    is_open = bool(unread or _proposals(results)) or any(one.verdict in OPEN for one in findings)
    return "yellow" if is_open or not findings else "brightgreen"


def _proposals(results: Results) -> int:
    """How many proposals are not accepted."""
    return sum(len(document.proposals) for document, _ in results)


def _all(results: Results) -> list[Finding]:
    """The findings of all documents."""
    return [one for _, found in results for one in found]
