"""The tool that verifies a document given as text: each of its claims is a question of its own,
within limits of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from threading import Event
from typing import Any

from ..claims.claim import Document
from ..claims.findings import explanation, remarks, summary
from ..claims.machine_formats import counted
from ..claims.verdict import Finding, document_status, holds
from ..documents.underway import Verified, Wanted, verified
from ..errors import ExactDiceError
from ..files import json_text
from ..jobs.allowance import Allowance
from ..jobs.crew import within
from ..stores.cache import opened
from ..tables.number_text import exact
from .answers import LONGEST_ANSWER, Data, empty_folder, without_folder


class TextFormat(StrEnum):
    """What a text can be written in."""

    MARKDOWN = "markdown"
    LATEX = "latex"
    CSV = "csv"
    NOTEBOOK = "notebook"
    TOML = "toml"


NAMES = {
    TextFormat.MARKDOWN: "text.md",
    TextFormat.LATEX: "text.tex",
    TextFormat.CSV: "text.csv",
    TextFormat.NOTEBOOK: "text.ipynb",
    TextFormat.TOML: "text.toml",
}
LONGEST_TEXT = 1_000_000  # characters of a document


def verify_text(
    asked: Mapping[str, Any], allowance: Allowance, stopped: Event, is_kept: bool
) -> Data:
    """The findings on the claims of a text, first those that do not hold; as many as an assistant
    can read.
    """
    with empty_folder(NAMES[asked["format"]]) as path:
        path.write_bytes(asked["text"].encode())
        wanted = Wanted(proved=asked["proved"])
        with opened(is_kept) as cache:
            (found,) = verified([path], wanted, allowance, cache, stopped=stopped)
        return within(allowance, _told, (found, path, asked["strict"]), stopped)


def _told(asked: tuple[Verified, Path, bool]) -> Data:
    """What was found; to say it of thousands of claims takes time of its own."""
    found, path, strict = asked
    if found.document is None:
        raise ExactDiceError(without_folder("; ".join(found.complaints), path))
    findings = found.findings
    told = [remark.replace(str(path), path.name) for remark in remarks(found.document, findings)]
    data: Data = {
        "result": counted([(found.document, findings)], strict),
        "status": document_status(found.document, findings, strict),
        "summary": summary(found.document, findings),
        "remarks": told,
    }
    entries = [_entry(found.document, one, path, strict) for one in findings]
    # A stable sort: within each half they come as they stand in the text.
    entries.sort(key=lambda entry: bool(entry["holds"]))
    return data | _as_many_as_can_be_read(entries, len(json_text(data)))


def _entry(document: Document, finding: Finding, path: Path, strict: bool) -> Data:
    claim = finding.claim
    entry: Data = {
        "line": _line(document, finding),
        "printed": claim.printed.text,
        "query": claim.query,
        "verdict": finding.verdict,
        "holds": holds(finding, strict),
        "explanation": without_folder(explanation(finding), path),
    }
    if finding.value is not None:
        entry["exact"] = exact(finding.value)
    if finding.hints:
        entry["hints"] = list(finding.hints)
    return entry


def _line(document: Document, finding: Finding) -> int:
    """The line where the printed number stands; 0 where no line is known."""
    claim = finding.claim
    if document.source and claim.span:
        return document.source.position(claim.span[0])[0]
    return claim.line


def _as_many_as_can_be_read(entries: list[Data], length: int) -> Data:
    """The first of the claims, and how many are left out."""
    claims = []
    for entry in entries:
        length += len(json_text(entry))
        if length > LONGEST_ANSWER:
            break
        claims.append(entry)
    left = len(entries) - len(claims)
    return {"claims": claims} | ({"left_out": left} if left else {})
