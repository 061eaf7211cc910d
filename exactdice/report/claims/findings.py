"""Findings written out as text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...exact.numbers import Rounding, decimal_text
from .claim import Claim, Document, Kind, options_text, unaccepted
from .estimates import ANOTHER, MIXTURE, closeness_after_holm
from .montecarlo import BINOMIAL, NORMAL, OF_ERROR
from .values import short_decimal
from .verdict import OPEN, WRONG, Finding, Verdict, holds, rounding_modes

WIDEST = 60  # characters of a column, and of a sentence
TINY = Fraction(1, 10_000)  # a smaller p-value is printed as such


def explanation(finding: Finding) -> str:
    """The verdict in words, with the correct number, the rounding modes or the test behind it, and
    whether its value was proved.
    """
    note = finding.claim.printed.note
    proved = "proved" if finding.proofs else ""
    return "; ".join(filter(None, (_verdict_text(finding), finding.of_source, note, proved)))


def _verdict_text(finding: Finding) -> str:
    if finding.verdict == Verdict.ROUNDED:
        note = f": {finding.reason}" if finding.reason else ""
        is_every = set(finding.modes) == set(Rounding)
        modes = "every mode" if is_every else ", ".join(finding.modes)
        return f"{finding.verdict} ({modes}){note}"
    if finding.reason:
        return f"{finding.verdict}: {finding.reason}"
    if finding.estimate:
        return _estimate_text(finding)
    if finding.verdict == Verdict.TRUNCATED:
        return f"{finding.verdict} (rounded it is {finding.correct})"
    if finding.verdict in WRONG and finding.verdict != Verdict.FALSE:
        only = f" (only {', '.join(finding.modes)} gives the printed number)"
        return f"{finding.verdict}: it is {finding.correct}{only if finding.modes else ''}"
    return str(finding.verdict)


def _estimate_text(finding: Finding) -> str:
    estimate, claim = finding.estimate, finding.claim
    assert estimate is not None
    text = f"{finding.verdict}: exact {finding.correct}, "
    if estimate.range is not None:
        # With which numbers of games it is consistent, where it does not say its own.
        found = estimate.range
        text += "no number of games is printed"
        if found.least is None:
            text += "; no number of games has a mean that is printed so"
        elif found.none_from is None:
            text += "; with all that are large it is consistent"
        else:
            text += f"; at level {decimal_text(found.level, 4)} it is proved to be consistent with "
            text += f"none below {found.least}, and none from {found.none_from} on"
    elif estimate.corrected is None or estimate.corrected_bound is None:
        return str(finding.verdict)
    else:
        if estimate.passing is not None:
            by = "so few games" if estimate.z is not None else f"{estimate.method} alone"
            text = f"{finding.verdict} by {by}: exact {finding.correct}, "
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
                f" ({estimate.method}; proven {_at_most(estimate.bound)}, after Holm "
                f"{_at_most(estimate.corrected_bound)})"
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


def _p_text(p: Fraction) -> str:
    return "< 0.0001" if p < TINY else f"= {decimal_text(p, 4)}"


def _at_most(p: Fraction) -> str:
    # Only rounded up is it still a bound.
    return "< 0.0001" if p < TINY else f"<= {decimal_text(p, 4, Rounding.CEILING)}"


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
    """What is said of a document as a whole: the rounding modes that fit all its numbers,
    estimates too close to be true, and cells of tables that claim nothing.
    """
    rounded, modes = rounding_modes(findings)
    if rounded and modes:
        yield f"rounding modes that fit all rounded numbers ({rounded}): {', '.join(modes)}"
    elif rounded:
        yield f"no rounding mode fits all rounded numbers ({rounded})"
    p = closeness_after_holm(findings)
    if p is not None and p < document.alpha:
        yield (
            "too close to be true: independent estimates are together this near the exact "
            f"values with a chance {_at_most(p)} after Holm"
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
