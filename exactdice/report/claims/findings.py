"""Findings as text for people, and for programmes and hosts of repositories: JSON, SARIF, JUnit for
test servers, annotations for GitHub, and a page of Markdown.

SARIF, JUnit, GitHub and Markdown say the same of the same things, which `_entries` lists: the
claims, the proposals that nobody accepted, and the files that could not be read.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote
from xml.etree import ElementTree

from ...exact.files import json_text
from ...exact.numbers import Rounding, decimal_text, printable
from ...writeup.tables.number_text import exact
from .claim import (
    OPEN,
    WRONG,
    Claim,
    Document,
    Estimate,
    Finding,
    Kind,
    Verdict,
    document_status,
    holds,
    options_text,
    rounding_modes,
    unaccepted,
)
from .estimates import ANOTHER, MIXTURE, corrected_closeness
from .montecarlo import ALL_PLACES, BINOMIAL, NORMAL, OF_ERROR
from .values import short_decimal

WIDEST = 60  # characters of a column, and of a sentence
TINY = Fraction(1, 10_000)  # a smaller p-value is printed as such


def explanation(finding: Finding) -> str:
    """The verdict in words, with the correct number, the rounding modes or the test behind it, and
    whether its value was proved.
    """
    verdict = finding.verdict
    text = str(verdict)
    if verdict == Verdict.ROUNDED:
        is_every = set(finding.modes) == set(Rounding)
        text += f" ({'every mode' if is_every else ', '.join(finding.modes)})"
        text += f": {finding.reason}" if finding.reason else ""
    elif finding.reason:
        text += f": {finding.reason}"
    elif finding.estimate:
        text = _estimate_text(finding, finding.estimate)
    elif verdict == Verdict.TRUNCATED:
        text += f" (rounded it is {finding.correct})"
    elif verdict in WRONG and verdict != Verdict.FALSE:
        text += f": it is {finding.correct}"
        if finding.modes:
            text += f" (only {', '.join(finding.modes)} gives the printed number)"
    proved = "proved" if finding.proofs else ""
    return "; ".join(filter(None, (text, finding.of_source, finding.claim.printed.note, proved)))


def _estimate_text(finding: Finding, estimate: Estimate) -> str:
    claim = finding.claim
    if estimate.corrected is None or estimate.corrected_bound is None:
        return str(finding.verdict)
    text = str(finding.verdict)
    if estimate.passing is not None:
        text += " by so few games" if estimate.z is not None else f" by {estimate.method} alone"
    text += f": exact {finding.correct}, "
    text += "" if estimate.games is None else f"n = {estimate.games}, "
    text += "" if estimate.z is None else f"z = {decimal_text(estimate.z, 2)}, "
    text += f"p {_p_text(estimate.p)}, after Holm {_p_text(estimate.corrected)}"
    if estimate.passing is not None:
        text += f", {claim.printed.spelled(estimate.passing)} would pass as well"
    elif finding.verdict == Verdict.UNDECIDED and estimate.corrected_least is not None:
        text += f", within the bounds perhaps {_p_text(estimate.corrected_least)}"
    # This p is an approximation, so the bound that is proved stands beside it.
    if estimate.method in (NORMAL, OF_ERROR):
        text += (
            f" ({estimate.method}; proven {_p_text(estimate.bound, is_bound=True)}, after Holm "
            f"{_p_text(estimate.corrected_bound, is_bound=True)})"
        )
    elif estimate.method != BINOMIAL:
        text += f" ({estimate.method})"
    # Digits beyond are noise of the sample, even in a claim that holds.
    resolved, places = estimate.resolved, claim.printed.places or 0
    if resolved < places:
        decimals = "1 decimal" if resolved == 1 else f"{max(resolved, 0)} decimals"
        text += f"; {estimate.games} games resolve {decimals} of the {places} printed"
    # What else is said of the games and of the printed error.
    if claim.run:
        text += f"; of run {claim.run}"
    if claim.level is not None:
        text += f"; the printed error is meant at the level {short_decimal(claim.level * 100)} %"
    if estimate.ties:
        ways = {MIXTURE: "with a mixture of ties", ANOTHER: f"for {ANOTHER}"}
        text += f"; {ways.get(estimate.ties, f'with ties = {estimate.ties}')}"
    return text


def _p_text(p: Fraction, is_bound: bool = False) -> str:
    if p < TINY:
        return "< 0.0001"
    # Only rounded up a bound is still one.
    return f"<= {decimal_text(p, 4, Rounding.CEILING)}" if is_bound else f"= {decimal_text(p, 4)}"


# --- text -----------------------------------------------------------------------------------------


def text_lines(
    document: Document, findings: Sequence[Finding], strict: bool = False
) -> Iterator[tuple[str, str]]:
    """(line, style): a heading, a line for each claim, and the count of each verdict."""
    yield f"{document.path}: {document.title}", "bold"
    numbers = [one.claim.printed.text for one in findings if one.claim.kind != Kind.STATEMENT]
    printed = min(max(map(len, numbers), default=0), WIDEST)
    name = min(max((len(one.claim.name) for one in findings), default=0), WIDEST)
    for finding in findings:
        claim, is_held = finding.claim, holds(finding, strict)
        text = claim.printed.text
        if claim.kind == Kind.STATEMENT and len(text) > WIDEST:
            text = f"{text[: WIDEST - 3]}..."
        mark, style = ("?", "yellow") if finding.verdict in OPEN else ("WRONG", "red")
        if is_held:
            is_suspect = finding.verdict == Verdict.SUSPECT
            mark, style = ("ok?", "yellow") if is_suspect else ("ok", "green")
        where = f"  [{claim.where}]" if claim.where else ""
        said = f"{text:>{printed}}  {explanation(finding)}{where}"
        yield f"  {mark:5}  {claim.name:{name}}  {said}", style
        details = [f"note: {claim.note}"] if claim.note and not is_held else []
        # A suspect number holds, yet whoever looks into it needs its place and query too.
        if not is_held or finding.verdict == Verdict.SUSPECT:
            asked = " ".join([claim.query, *options_text(claim.given)])
            details.append(f"at {place(document, claim)}: {asked}")
            details += [f"hint: {hint}" for hint in finding.hints]
        yield from ((f"  {'':5}  {'':{name}}  {detail}", "dim") for detail in details)
    yield from ((text, "bold") for text in remarks(document, findings))
    yield summary(document, findings), "bold"


def place(document: Document, claim: Claim) -> str:
    """`file:line`, or `file:line:column` when the claim stands in the document itself, and in a
    notebook `file:cell 3:line 2:column`.
    """
    if document.source and claim.span:
        return f"{document.path}:{document.source.place(claim.span[0])}"
    return f"{document.path}:{claim.line}" if claim.line else str(document.path)


def remarks(document: Document, findings: Sequence[Finding]) -> Iterator[str]:
    """Remarks on a document as a whole: the rounding modes that fit all its numbers,
    estimates too close to be true, and cells of tables that claim nothing.
    """
    rounded, modes = rounding_modes(findings)
    if rounded and modes:
        yield f"rounding modes that fit all rounded numbers ({rounded}): {', '.join(modes)}"
    elif rounded:
        yield f"no rounding mode fits all rounded numbers ({rounded})"
    p = corrected_closeness(findings)
    if p is not None and p < document.alpha:
        yield (
            "too close to be true: independent estimates are together this near the exact "
            f"values with a chance {_p_text(p, is_bound=True)} after Holm"
        )
    if document.empty_cells:
        empty = document.empty_cells
        yield f"cells of tables that print nothing, and so claim nothing: {empty}"
    # None where no proof was asked for; empty where there is none to be had.
    if any(finding.proofs is not None for finding in findings):
        proved = sum(bool(finding.proofs) for finding in findings)
        yield (
            f"{proved} of {len(findings)} values are read off solutions that the checker "
            "accepts, the others are computed exactly"
        )


def summary(document: Document, findings: Sequence[Finding]) -> str:
    """How many claims got each verdict, and how many proposals of marks are not accepted."""
    counts = Counter(finding.verdict for finding in findings)
    met = (verdict for verdict in Verdict if counts[verdict])
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in met)
    left = f"; {unaccepted(len(document.proposals))}" if document.proposals else ""
    return f"{len(findings)} claims: {told or 'no mark claims a number'}{left}"


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
LABEL = "exactdice"


class _Entry(NamedTuple):
    """A line about one claim, of one proposal, or of a file that could not be read."""

    path: Path
    title: str  # the verdict
    text: str  # on one line: what is printed, what was asked, and what the verdict says
    region: dict[str, int]  # where, in the words of SARIF; {} for a file
    place: str = ""
    name: str = ""  # of the claim
    row: tuple[str, str, str] = ("", "", "")  # what is printed, what was asked, the verdict
    is_wrong: bool = True  # else it is open, or a proposal
    is_shown: bool = True  # to people
    holds: bool = False


def _entries(results: Results, strict: bool, unread: Unread) -> Iterator[_Entry]:
    """All there is to tell, the files that could not be read first."""
    for path, why in unread:
        yield _Entry(path, UNREAD, why, {}, name=UNREAD, row=("", "", f"{UNREAD}: {why}"))
    for document, found in results:
        path = document.path
        for finding in found:
            claim, is_held = finding.claim, holds(finding, strict)
            said = "; hint: ".join([explanation(finding), *finding.hints])
            yield _Entry(
                path,
                finding.verdict,
                f"{claim.printed.text} for {claim.query}: {said}",
                _region(document, claim),
                place(document, claim),
                claim.name,
                (claim.printed.text, " ".join([claim.query, *options_text(claim.given)]), said),
                finding.verdict in (*WRONG, Verdict.TRUNCATED),
                not is_held or finding.verdict == Verdict.SUSPECT,
                is_held,
            )
        for one in document.proposals:
            where = _region(document, one), place(document, one)
            text = one.printed.text
            yield _Entry(path, NOT_ACCEPTED, text, *where, NOT_ACCEPTED, is_wrong=False)


def _region(document: Document, claim: Claim) -> dict[str, int]:
    """Where the claim stands, in the words of SARIF."""
    source = document.source
    found = source.in_file(claim.span) if source and claim.span else None
    if source is None or found is None:
        # SARIF counts from 1; line 0 stands for the whole file.
        return {"startLine": max(_line(document, claim), 1)}
    line, column = source.file.position(found[0])
    return {"startLine": line, "startColumn": column, "endColumn": column + found[1] - found[0]}


def _line(document: Document, claim: Claim) -> int:
    """The line of the file in which the claim stands, 0 for the whole file."""
    source = document.source
    if source is None or source.file is source or claim.span is None:
        return claim.line
    start, _ = source.in_file((claim.span[0], claim.span[0])) or (0, 0)
    return source.file.line(start)


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


# --- JSON -----------------------------------------------------------------------------------------


def as_json(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """One object for each document and in it one for each claim, exact numbers as texts; then one
    for each file that could not be read.
    """
    documents = [
        {
            "file": str(document.path),
            "title": document.title,
            "status": document_status(document, found, strict),
            "proposals": [place(document, one) for one in document.proposals],
            "rounding_modes": list(rounding_modes(found)[1]),
            "remarks": list(remarks(document, found)),
            "claims": [_claim_json(document, finding) for finding in found],
        }
        for document, found in results
    ]
    errors = [{"file": str(path), "message": why} for path, why in unread]
    return json_text({"documents": documents} | ({"errors": errors} if errors else {}))


def _claim_json(document: Document, finding: Finding) -> dict[str, object]:
    claim, estimate = finding.claim, finding.estimate
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
    if estimate:
        entry["estimate"] = _estimate_json(claim, estimate)
    return entry


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
    if estimate.ties:
        entry["ties"] = estimate.ties
    return entry


def _p_json(p: Fraction) -> str:
    # Rounded up as a bound must be, and never to 0, which would say impossible.
    return decimal_text(max(p, Fraction(1, 10**12)), 12, Rounding.CEILING)


# --- SARIF and JUnit ------------------------------------------------------------------------------


def as_sarif(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """A SARIF 2.1.0 log with one result for each claim that does not hold, and for each file that
    could not be read; strict: for each proposal that is not accepted, too.
    """
    entries, rules = [], set[str]()
    for one in _entries(results, strict, unread):
        if one.holds or (one.title == NOT_ACCEPTED and not strict):
            continue
        # A name need not be UTF-8: as bytes it can be written as a URI all the same.
        uri = {"uri": quote(os.fsencode(one.path.as_posix()))}
        location = {"artifactLocation": uri} | ({"region": one.region} if one.region else {})
        # What could not be checked is not wrong, but it is not right either.
        is_error = one.is_wrong and one.title != Verdict.TRUNCATED
        rule = one.title.replace(" ", "-")
        rules.add(rule)
        entries.append(
            {
                "ruleId": rule,
                "level": "error" if is_error else "warning",
                "message": {"text": one.text},
                "locations": [{"physicalLocation": location}],
            }
        )
    # Sorted, so that equal findings give equal files.
    tool = {"driver": {"name": LABEL, "rules": [{"id": name} for name in sorted(rules)]}}
    return json_text({"version": "2.1.0", "runs": [{"tool": tool, "results": entries}]})


def as_junit(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """A JUnit test suite for each document, one case for each claim: a failure when it is wrong, an
    error when it is unchecked, as for a file that could not be read; strict: a failure for each
    proposal that is not accepted, too.
    """
    suites = ElementTree.Element("testsuites")
    of_documents = [(document.path, [(document, found)], ()) for document, found in results]
    of_files = [(path, (), [(path, why)]) for path, why in unread]
    for path, read, left in (*of_documents, *of_files):
        suite = ElementTree.SubElement(suites, "testsuite", name=str(path))
        counts = {"tests": 0, "failures": 0, "errors": 0}
        for one in _entries(read, strict, left):
            if one.title == NOT_ACCEPTED and not strict:
                continue
            case = ElementTree.SubElement(suite, "testcase", name=one.name, classname=str(path))
            counts["tests"] += 1
            if not one.holds:
                kind = "error" if one.title in (UNREAD, *OPEN) else "failure"
                counts[f"{kind}s"] += 1
                message = f"{one.place}: {one.text}" if one.place else one.text
                ElementTree.SubElement(case, kind, message=message)
        suite.attrib |= {key: str(count) for key, count in counts.items()}
    ElementTree.indent(suites)
    text = ElementTree.tostring(suites, encoding="unicode", xml_declaration=True)
    # XML has no way to hold a control character
    return "\n".join(map(printable, text.split("\n"))) + "\n"


# --- hosts of repositories ------------------------------------------------------------------------


def as_github(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """Annotations that GitHub shows beside the lines of a change: an error for each claim that is
    wrong and each file that could not be read, a warning for each claim that is open or suspect
    and each proposal that is not accepted, and a notice that counts the verdicts.
    """
    names = {"startLine": "line", "startColumn": "col", "endColumn": "endColumn"}
    text = ""
    for one in _entries(results, strict, unread):
        if one.is_shown:
            region = {names[key]: str(value) for key, value in one.region.items()}
            properties = {"file": str(one.path), **region, "title": one.title}
            listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
            level = "error" if one.is_wrong else "warning"
            text += f"::{level} {listed}::{_data(one.text)}\n"
    for document, found in results:
        said = _data(summary(document, found))
        text += f"::notice file={_property(str(document.path))}::{said}\n"
    return text or "\n"


def _data(text: str) -> str:
    """The text of an annotation, on one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property of an annotation, in which colons and commas separate."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_markdown(results: Results, strict: bool = False, unread: Unread = ()) -> str:
    """A page of Markdown: how many numbers hold, and for each document a table of those that do
    not, are open or suspect.

    Whatever a document says is shown as text: it can bring no link, picture or mark-up in.
    """
    lines = [f"**{counted(results, strict, unread)}**", ""]
    rows = []
    for one in _entries(results, strict, unread):
        if one.is_shown and one.title != NOT_ACCEPTED:
            line = f":{one.region['startLine']}" if one.region else ""
            rows.append(f"| {' | '.join(map(_shown, (f'{one.path}{line}', *one.row)))} |")
    if rows:
        lines += ["| where | printed | asked | verdict |", "|---|---|---|---|", *rows, ""]
    for document, found in results:
        lines.append(f"- {_shown(str(document.path))}: {summary(document, found)}")
    return "\n".join(lines) + "\n"


MARK_UP = re.compile(r"[\\`*_\[\]<>#!|~&@:$]|(?<=www)\.")  # a point begins no mark-up but here


def _shown(text: str) -> str:
    """The text on one line, as Markdown that shows it and nothing else."""
    line = printable(" ".join(text.split()))
    return MARK_UP.sub(lambda found: f"&#{ord(found[0])};", line)
