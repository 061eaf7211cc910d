"""Findings for programmes: JSON, SARIF, and JUnit for test servers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

from ..exact import Rounding, decimal_text, printable
from ..files import json_text
from ..tables.number_text import exact
from .claim import Claim, Document
from .findings import explanation, place, remarks
from .montecarlo import ALL_PLACES, Estimate, Range
from .verdict import OPEN, WRONG, Finding, document_status, holds, rounding_modes


class FindingsFormat(StrEnum):
    """The formats of `verify`."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    MARKDOWN = "markdown"
    HTML = "html"


Results = Sequence[tuple[Document, Sequence[Finding]]]  # each document with its findings
Unread = Sequence[tuple[Path, str]]  # files that could not be read, and why
UNREAD = "unreadable document"
NOT_ACCEPTED = "proposal not accepted"


def as_json(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """One object for each document and in it one for each claim, exact numbers as texts; then one
    for each file that could not be read.
    """
    documents = [_document_json(document, found, strict) for document, found in results]
    errors = [{"file": str(path), "message": why} for path, why in unread]
    return json_text({"documents": documents} | ({"errors": errors} if errors else {}))


def _document_json(document: Document, found: Sequence[Finding], strict: bool) -> dict[str, object]:
    _, modes = rounding_modes(found)
    return {
        "file": str(document.path),
        "title": document.title,
        "status": document_status(document, found, strict),
        "proposals": [place(document, one) for one in document.proposals],
        "rounding_modes": list(modes),
        "remarks": list(remarks(document, found)),
        "claims": [_entry(document, finding) for finding in found],
    }


def _entry(document: Document, finding: Finding) -> dict[str, object]:
    claim = finding.claim
    entry: dict[str, object] = {
        "id": claim.name,
        "place": place(document, claim),
        "line": _line(document, claim),
        "where": claim.where,
        "printed": claim.printed.text,
        "query": claim.query,
        "kind": claim.kind,
        "verdict": finding.verdict,
        "explanation": explanation(finding),
        "modes": list(finding.modes),
    }
    if finding.proofs is not None:
        entry["proved"] = list(finding.proofs)
    if finding.hints:
        entry["hints"] = list(finding.hints)
    if finding.value is not None:
        entry["exact"] = exact(finding.value)
    if finding.estimate:
        entry["estimate"] = _estimate_json(claim, finding.estimate)
    return entry


def _p_json(p: Fraction) -> str:
    # Rounded up as a bound must be, and never to 0, which would say impossible.
    return decimal_text(max(p, Fraction(1, 10**12)), 12, Rounding.CEILING)


def _estimate_json(claim: Claim, estimate: Estimate) -> dict[str, object]:
    entry: dict[str, object] = {
        "n": estimate.games,
        "run": claim.run or None,
        "method": estimate.method,
        "z": None if estimate.z is None else decimal_text(estimate.z, 6),
        "p_at_most": _p_json(estimate.p),
        "p_holm_at_most": _p_json(estimate.corrected or estimate.p),
        "p_proven_at_most": _p_json(estimate.bound),
        "as_near_at_most": _p_json(estimate.near),
        "resolved_decimals": None if estimate.resolved == ALL_PLACES else estimate.resolved,
    }
    if estimate.corrected_least is not None and estimate.least is not None:
        entry["p_holm_at_least"] = decimal_text(estimate.corrected_least, 12, Rounding.FLOOR)
    if estimate.passing is not None:
        entry["would_pass_as_well"] = exact(estimate.passing)
    if claim.printed.error is not None:
        entry["printed_error"] = exact(claim.printed.error)
        entry["level"] = None if claim.level is None else exact(claim.level)
        entry["error_doubt"] = estimate.error_doubt or None
    if estimate.ties:
        entry["ties"] = estimate.ties
    if estimate.range is not None:
        entry["consistent_n"] = _range_json(estimate.range)
    return entry


def _range_json(found: Range) -> dict[str, object]:
    return {
        "level": decimal_text(found.level, 12, Rounding.FLOOR),
        "least": found.least,
        "most_found": found.most,
        "none_from": found.none_from,
    }


def as_sarif(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """A SARIF 2.1.0 log with one result for each claim that does not hold, and for each file that
    could not be read; strict: for each proposal that is not accepted, too.
    """
    entries = list[dict[str, object]]()
    for document, found in results:
        entries += [_sarif(document, one) for one in found if not holds(one, strict)]
        entries += [_proposal_sarif(document, one) for one in document.proposals if strict]
    entries += [_unread_sarif(path, why) for path, why in unread]
    # Sorted, so that equal findings give equal files.
    names = sorted({str(entry["ruleId"]) for entry in entries})
    rules = [{"id": name} for name in names]
    return json_text(
        {
            "version": "2.1.0",
            "runs": [
                {"tool": {"driver": {"name": "exactdice", "rules": rules}}, "results": entries}
            ],
        }
    )


def _sarif(document: Document, finding: Finding) -> dict[str, object]:
    hints = "".join(f"; hint: {hint}" for hint in finding.hints)
    return {
        "ruleId": finding.verdict.replace(" ", "-"),
        # What could not be checked is not wrong, but it is not right either.
        "level": "error" if finding.verdict in WRONG else "warning",
        "message": {
            "text": f"{finding.claim.printed.text} for {finding.claim.query}: "
            f"{explanation(finding)}{hints}"
        },
        "locations": _sarif_locations(document, finding.claim),
    }


def _sarif_locations(document: Document, claim: Claim) -> list[dict[str, object]]:
    location = {"artifactLocation": _uri(document.path), "region": region(document, claim)}
    return [{"physicalLocation": location}]


def _proposal_sarif(document: Document, proposal: Claim) -> dict[str, object]:
    return {
        "ruleId": NOT_ACCEPTED.replace(" ", "-"),
        "level": "warning",
        "message": {"text": proposal.printed.text},
        "locations": _sarif_locations(document, proposal),
    }


def _unread_sarif(path: Path, why: str) -> dict[str, object]:
    return {
        "ruleId": UNREAD.replace(" ", "-"),
        "level": "error",
        "message": {"text": why},
        "locations": [{"physicalLocation": {"artifactLocation": _uri(path)}}],
    }


def _uri(path: Path) -> dict[str, str]:
    # A name need not be UTF-8: as bytes it can be written as a URI all the same.
    return {"uri": quote(os.fsencode(path.as_posix()))}


def region(document: Document, claim: Claim) -> dict[str, int]:
    """Where the claim stands, in the words of SARIF."""
    if not (document.source and claim.span):
        # SARIF counts from 1; line 0 stands for the whole file.
        return {"startLine": max(claim.line, 1)}
    found = document.source.in_file(claim.span)
    if found is None:
        return {"startLine": max(_line(document, claim), 1)}
    line, column = document.source.file.position(found[0])
    return {"startLine": line, "startColumn": column, "endColumn": column + found[1] - found[0]}


def _line(document: Document, claim: Claim) -> int:
    """The line of the file in which the claim stands, 0 for the whole file."""
    source = document.source
    if source is None or source.file is source or claim.span is None:
        return claim.line
    start, _ = source.in_file((claim.span[0], claim.span[0])) or (0, 0)
    return source.file.line(start)


def as_junit(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """A JUnit test suite for each document, one case for each claim: a failure when it is wrong, an
    error when it is unchecked, as for a file that could not be read; strict: a failure for each
    proposal that is not accepted, too.
    """
    suites = ElementTree.Element("testsuites")
    for document, found in results:
        cases = [_case(document, one, strict) for one in found]
        cases += [_proposal_case(document, one) for one in document.proposals if strict]
        suites.append(_suite(document.path, cases))
    suites.extend(_suite(path, [_unread_case(path, why)]) for path, why in unread)
    ElementTree.indent(suites)
    text = ElementTree.tostring(suites, encoding="unicode", xml_declaration=True)
    # XML has no way to hold a control character
    return "\n".join(map(printable, text.split("\n"))) + "\n"


def _suite(path: Path, cases: Sequence[ElementTree.Element]) -> ElementTree.Element:
    # Counted in the cases themselves, so that the suite cannot say another number than it shows.
    failures = [case for case in cases if case.find("failure") is not None]
    errors = [case for case in cases if case.find("error") is not None]
    suite = ElementTree.Element(
        "testsuite",
        name=str(path),
        tests=str(len(cases)),
        failures=str(len(failures)),
        errors=str(len(errors)),
    )
    suite.extend(cases)
    return suite


def _unread_case(path: Path, why: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", name=UNREAD, classname=str(path))
    ElementTree.SubElement(case, "error", message=why)
    return case


def _proposal_case(document: Document, proposal: Claim) -> ElementTree.Element:
    case = ElementTree.Element("testcase", name=NOT_ACCEPTED, classname=document.title)
    message = f"{place(document, proposal)}: {proposal.printed.text}"
    ElementTree.SubElement(case, "failure", message=message)
    return case


def _case(document: Document, finding: Finding, strict: bool) -> ElementTree.Element:
    """The case of one claim, with a failure or an error in it unless the claim holds."""
    claim = finding.claim
    case = ElementTree.Element("testcase", name=claim.name, classname=document.title)
    if not holds(finding, strict):
        is_open = finding.verdict in OPEN
        message = (
            f"{place(document, claim)}: {claim.printed.text} for {claim.query}: "
            f"{explanation(finding)}"
        )
        ElementTree.SubElement(case, "error" if is_open else "failure", message=message)
    return case
