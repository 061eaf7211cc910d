"""Findings written out: as text for people, as JSON, as SARIF for code hosts, as JUnit for test
servers.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from urllib.parse import quote
from xml.etree import ElementTree

from ..exact import Rounding, decimal_text, printable
from ..files import json_text
from ..tables.number_text import exact
from .claims import Claim, Document, options_text
from .montecarlo import NORMAL, Estimate
from .verdict import (
    HOLDS,
    STRICTLY_HOLDS,
    WRONG,
    Finding,
    Verdict,
    closeness,
    exit_status,
    rounding_modes,
)

WIDEST = 40  # characters given to printed numbers
LONGEST_OPTION = 200  # characters
SMALLEST_P = Fraction(1, 10_000)  # a smaller p-value is printed as such


class FindingsFormat(StrEnum):
    """The formats of `verify`."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    JUNIT = "junit"


def holds(finding: Finding, strict: bool = False) -> bool:
    """Whether the claim holds; when strict, a truncated number does not."""
    return finding.verdict in (STRICTLY_HOLDS if strict else HOLDS)


def explanation(finding: Finding) -> str:
    """The verdict in words, with the correct number, the rounding modes or the test behind it, and
    whether its value was proved.
    """
    return _verdict_text(finding) + ("; proved" if finding.proofs else "")


def _verdict_text(finding: Finding) -> str:
    if finding.reason:
        return f"{finding.verdict}: {finding.reason}"
    if finding.estimate:
        return _estimate_text(finding)
    if finding.verdict == Verdict.ROUNDED:
        return f"{finding.verdict} ({_modes(finding.modes)})"
    if finding.verdict == Verdict.TRUNCATED:
        return f"{finding.verdict} (rounded it is {finding.correct})"
    if finding.verdict in WRONG:
        also = (
            f" (only {', '.join(finding.modes)} gives the printed number)" if finding.modes else ""
        )
        return f"{finding.verdict}: it is {finding.correct}{also}"
    return str(finding.verdict)


def _modes(modes: Sequence[Rounding]) -> str:
    missing = [mode for mode in Rounding if mode not in modes]
    return "every mode" if not missing else ", ".join(modes)


def _estimate_text(finding: Finding) -> str:
    estimate, places = finding.estimate, finding.claim.printed.places or 0
    if estimate is None or estimate.corrected is None or estimate.corrected_bound is None:
        return str(finding.verdict)
    p, corrected = _p_text(estimate.p), _p_text(estimate.corrected)
    text = (
        f"{finding.verdict}: exact {finding.correct}, z = {decimal_text(estimate.z, 2)}, p "
        f"{p}, after Holm {corrected}"
    )
    # This p is an approximation, so the bound that is proved stands beside it.
    if estimate.method == NORMAL:
        text += (
            f" ({NORMAL}; proven {_at_most(estimate.bound)}, after Holm "
            f"{_at_most(estimate.corrected_bound)})"
        )
    # Digits beyond are noise of the sample, even in a claim that holds.
    if estimate.resolved < places:
        text += (
            f"; {estimate.games} games resolve {_decimals(estimate.resolved)} of the "
            f"{places} printed"
        )
    return text


def _p_text(p: Fraction) -> str:
    return "< 0.0001" if p < SMALLEST_P else f"= {decimal_text(p, 4)}"


def _at_most(p: Fraction) -> str:
    # Only rounded up is it still a bound.
    return "< 0.0001" if p < SMALLEST_P else f"<= {decimal_text(p, 4, Rounding.CEILING)}"


def _p_json(p: Fraction) -> str:
    # Rounded up as a bound must be, and never to 0, which would say impossible.
    return decimal_text(max(p, Fraction(1, 10**12)), 12, Rounding.CEILING)


def _decimals(count: int) -> str:
    return f"{max(count, 0)} decimal{'s' * (max(count, 0) != 1)}"


# --- text -----------------------------------------------------------------------------------------


def text_lines(
    document: Document, findings: Sequence[Finding], strict: bool = False
) -> Iterator[tuple[str, str]]:
    """(line, style): a heading, a line for each claim, and the count of each verdict."""
    yield f"{document.path}: {document.title}", "bold"
    name = max((len(finding.claim.name) for finding in findings), default=0)
    printed = min(max((len(finding.claim.printed.text) for finding in findings), default=0), WIDEST)
    for finding in findings:
        claim = finding.claim
        mark, style = _mark(finding, strict)
        where = f"  [{claim.where}]" if claim.where else ""
        yield (
            (
                f"  {mark:5}  {claim.name:{name}}  {claim.printed.text:>{printed}}  "
                f"{explanation(finding)}{where}"
            ),
            style,
        )
        if claim.note and not holds(finding, strict):
            yield f"  {'':5}  {'':{name}}  note: {claim.note}", "dim"
        # A suspect number holds, yet whoever looks into it needs its place and query too.
        if not holds(finding, strict) or finding.verdict == Verdict.SUSPECT:
            yield from (
                (f"  {'':5}  {'':{name}}  {text}", "dim") for text in _details(document, finding)
            )
    yield from ((text, "bold") for text in remarks(document, findings))
    yield summary(findings), "bold"


def place(document: Document, claim: Claim) -> str:
    """`file:line`, or `file:line:column` when the claim stands in the document itself."""
    if document.source and claim.span:
        line, column = document.source.position(claim.span[0])
        return f"{document.path}:{line}:{column}"
    return f"{document.path}:{claim.line}" if claim.line else str(document.path)


def _details(document: Document, finding: Finding) -> Iterator[str]:
    """Where a claim that does not hold stands, its query, and hints."""
    yield (
        f"at {place(document, finding.claim)}: "
        f"{' '.join([finding.claim.query, *map(abridged, options_text(finding.claim.given))])}"
    )
    yield from (f"hint: {hint}" for hint in finding.hints)


def abridged(text: str) -> str:
    """A long text by its ends and its length."""
    if len(text) <= LONGEST_OPTION:
        return text
    return f"{text[: LONGEST_OPTION - 10]}...({len(text)} characters)...{text[-10:]}"


def remarks(document: Document, findings: Sequence[Finding]) -> Iterator[str]:
    """What is said of a document as a whole: the rounding modes that fit all its numbers, and
    estimates too close to be true.
    """
    rounded, modes = rounding_modes(findings)
    if rounded and modes:
        yield f"rounding modes that fit all rounded numbers ({rounded}): {', '.join(modes)}"
    elif rounded:
        yield f"no rounding mode fits all rounded numbers ({rounded})"
    p = closeness(findings)
    if p is not None and p < document.alpha:
        yield (
            "too close to be true: independent estimates are together this near the exact "
            f"values with a chance {_at_most(p)}"
        )
    # None where no proof was asked for; empty where there is none to be had.
    if any(finding.proofs is not None for finding in findings):
        proved = sum(bool(finding.proofs) for finding in findings)
        yield (
            f"{proved} of {len(findings)} values are read off solutions that the checker "
            "accepts, the others are computed exactly"
        )


def _mark(finding: Finding, strict: bool) -> tuple[str, str]:
    if holds(finding, strict):
        return ("ok?", "yellow") if finding.verdict == Verdict.SUSPECT else ("ok", "green")
    if finding.verdict in (Verdict.UNDECIDED, Verdict.UNCHECKED):
        return ("?", "yellow")
    return ("WRONG", "red")


def summary(findings: Sequence[Finding]) -> str:
    """How many claims got each verdict."""
    counts = Counter(finding.verdict for finding in findings)
    if not findings:
        return "0 claims: no mark claims a number"
    return f"{len(findings)} claims: " + ", ".join(
        f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]
    )


# --- for machines ---------------------------------------------------------------------------------


Results = Sequence[tuple[Document, Sequence[Finding]]]  # each document with its findings


def as_json(results: Results, strict: bool = False) -> str:
    """One object for each document and in it one for each claim, exact numbers as texts."""
    documents = [_document_json(document, found, strict) for document, found in results]
    return json_text({"documents": documents})


def _document_json(document: Document, found: Sequence[Finding], strict: bool) -> dict[str, object]:
    _, modes = rounding_modes(found)
    return {
        "file": str(document.path),
        "title": document.title,
        "status": exit_status(found, strict),
        "rounding_modes": list(modes),
        "remarks": list(remarks(document, found)),
        "claims": [_entry(document, finding) for finding in found],
    }


def _entry(document: Document, finding: Finding) -> dict[str, object]:
    claim = finding.claim
    entry: dict[str, object] = {
        "id": claim.name,
        "place": place(document, claim),
        "line": claim.line,
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
        entry["estimate"] = _estimate_json(finding.estimate)
    return entry


def _estimate_json(estimate: Estimate) -> dict[str, object]:
    return {
        "n": estimate.games,
        "method": estimate.method,
        "z": decimal_text(estimate.z, 6),
        "p_at_most": _p_json(estimate.p),
        "p_holm_at_most": _p_json(estimate.corrected or estimate.p),
        "p_proven_at_most": _p_json(estimate.bound),
        "as_near_at_most": _p_json(estimate.near),
        "resolved_decimals": estimate.resolved,
    }


def as_sarif(results: Results, strict: bool = False) -> str:
    """A SARIF 2.1.0 log with one result for each claim that does not hold."""
    entries = [
        _sarif(document, finding)
        for document, found in results
        for finding in found
        if not holds(finding, strict)
    ]
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
    location = {
        # A name need not be UTF-8: as bytes it can be written as a URI all the same.
        "artifactLocation": {"uri": quote(os.fsencode(document.path.as_posix()))},
        "region": _region(document, finding.claim),
    }
    hints = "".join(f"; hint: {hint}" for hint in finding.hints)
    return {
        "ruleId": finding.verdict.replace(" ", "-"),
        # What could not be checked is not wrong, but it is not right either.
        "level": "error" if finding.verdict in WRONG else "warning",
        "message": {
            "text": f"{finding.claim.printed.text} for {finding.claim.query}: "
            f"{explanation(finding)}{hints}"
        },
        "locations": [{"physicalLocation": location}],
    }


def _region(document: Document, claim: Claim) -> dict[str, int]:
    if not (document.source and claim.span):
        # SARIF counts from 1; line 0 stands for the whole file.
        return {"startLine": max(claim.line, 1)}
    line, column = document.source.position(claim.span[0])
    return {
        "startLine": line,
        "startColumn": column,
        "endColumn": column + claim.span[1] - claim.span[0],
    }


def as_junit(results: Results, strict: bool = False) -> str:
    """A JUnit test suite for each document, one case for each claim: a failure when it is wrong, an
    error when it is unchecked.
    """
    suites = ElementTree.Element("testsuites")
    suites.extend(_suite(document, found, strict) for document, found in results)
    ElementTree.indent(suites)
    text = ElementTree.tostring(suites, encoding="unicode", xml_declaration=True)
    # XML has no way to hold a control character
    return "\n".join(map(printable, text.split("\n"))) + "\n"


def _suite(document: Document, findings: Sequence[Finding], strict: bool) -> ElementTree.Element:
    cases = [_case(document, finding, strict) for finding in findings]
    # Counted in the cases themselves, so that the suite cannot say another number than it shows.
    failures = [case for case in cases if case.find("failure") is not None]
    errors = [case for case in cases if case.find("error") is not None]
    suite = ElementTree.Element(
        "testsuite",
        name=str(document.path),
        tests=str(len(cases)),
        failures=str(len(failures)),
        errors=str(len(errors)),
    )
    suite.extend(cases)
    return suite


def _case(document: Document, finding: Finding, strict: bool) -> ElementTree.Element:
    """The case of one claim, with a failure or an error in it unless the claim holds."""
    claim = finding.claim
    case = ElementTree.Element("testcase", name=claim.name, classname=document.title)
    if not holds(finding, strict):
        is_open = finding.verdict in (Verdict.UNCHECKED, Verdict.UNDECIDED)
        message = (
            f"{place(document, claim)}: {claim.printed.text} for {claim.query}: "
            f"{explanation(finding)}"
        )
        ElementTree.SubElement(case, "error" if is_open else "failure", message=message)
    return case
