"""Findings written out as text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..exact import Exact, Rounding, decimal_text, exact_text
from .claim import Claim, Document, Kind, options_text, unaccepted
from .estimates import ANOTHER, MIXTURE, closeness_after_holm
from .montecarlo import BINOMIAL, NORMAL, Estimate, Range
from .printed_error import OF_ERROR
from .verdict import OPEN, WRONG, Finding, Verdict, holds, rounding_modes

WIDEST = 40  # characters given to the names of claims, and to printed numbers
LONGEST_OPTION = 200  # characters
LONGEST_SENTENCE = 60  # characters of it that are shown
MOST_PLACES = 6  # decimals of a level in percent
SMALLEST_P = Fraction(1, 10_000)  # a smaller p-value is printed as such


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
        return f"{finding.verdict} ({_modes(finding.modes)}){note}"
    if finding.reason:
        return f"{finding.verdict}: {finding.reason}"
    if finding.estimate:
        return _estimate_text(finding)
    if finding.verdict == Verdict.TRUNCATED:
        return f"{finding.verdict} (rounded it is {finding.correct})"
    if finding.verdict in WRONG and finding.verdict != Verdict.FALSE:
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
    if estimate is not None and estimate.range is not None:
        text = _range_text(finding, estimate.range)
        return text + _of_games(finding.claim, estimate)
    if estimate is None or estimate.corrected is None or estimate.corrected_bound is None:
        return str(finding.verdict)
    p, corrected = _p_text(estimate.p), _p_text(estimate.corrected)
    n = "" if estimate.games is None else f"n = {estimate.games}, "
    z = "" if estimate.z is None else f"z = {decimal_text(estimate.z, 2)}, "
    by = ""
    if estimate.passing is not None:
        by = " by so few games" if estimate.z is not None else f" by {estimate.method} alone"
    text = f"{finding.verdict}{by}: exact {finding.correct}, {n}{z}p {p}, after Holm {corrected}"
    if estimate.passing is not None:
        text += f", {finding.claim.printed.spelled(estimate.passing)} would pass as well"
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
    if estimate.resolved < places:
        text += (
            f"; {estimate.games} games resolve {_decimals(estimate.resolved)} of the "
            f"{places} printed"
        )
    return text + _of_games(finding.claim, estimate)


def _of_games(claim: Claim, estimate: Estimate) -> str:
    """What else is said of the games and of the printed error."""
    parts = [f"of run {claim.run}" if claim.run else "", estimate.error_doubt]
    if claim.level is not None:
        parts.append(f"the printed error is meant at the level {_percent(claim.level)}")
    if estimate.ties:
        ways = {MIXTURE: "with a mixture of ties", ANOTHER: f"for {ANOTHER}"}
        parts.append(ways.get(estimate.ties, f"with ties = {estimate.ties}"))
    return "".join(f"; {part}" for part in parts if part)


def _percent(level: Exact) -> str:
    """The level in percent; itself where few decimals do not say it."""
    percent = Fraction(level) * 100
    places = [k for k in range(MOST_PLACES + 1) if (percent * 10**k).denominator == 1]
    return f"{decimal_text(percent, places[0])} %" if places else exact_text(level)


def _range_text(finding: Finding, found: Range) -> str:
    """With which numbers of games an estimate is consistent that does not say its own."""
    said = f"{finding.verdict}: exact {finding.correct}, no number of games is printed"
    level = f"at level {decimal_text(found.level, 4)}"
    if found.least is None:
        return f"{said}; {level} it is consistent with none"
    if found.none_from is None:
        return f"{said}; {level} it is consistent with {found.least} and with all that are large"
    return (
        f"{said}; {level} it is consistent with {found.least} to {found.most}, and proved to be "
        f"with none from {found.none_from} on"
    )


def _p_text(p: Fraction) -> str:
    return "< 0.0001" if p < SMALLEST_P else f"= {decimal_text(p, 4)}"


def _at_most(p: Fraction) -> str:
    # Only rounded up is it still a bound.
    return "< 0.0001" if p < SMALLEST_P else f"<= {decimal_text(p, 4, Rounding.CEILING)}"


def _decimals(count: int) -> str:
    return f"{max(count, 0)} decimal{'s' * (max(count, 0) != 1)}"


# --- text -----------------------------------------------------------------------------------------


def text_lines(
    document: Document, findings: Sequence[Finding], strict: bool = False
) -> Iterator[tuple[str, str]]:
    """(line, style): a heading, a line for each claim, and the count of each verdict."""
    yield f"{document.path}: {document.title}", "bold"
    name = _width([finding.claim.name for finding in findings])
    printed = _width([one.claim.printed.text for one in findings if not _is_sentence(one.claim)])
    for finding in findings:
        claim = finding.claim
        mark, style = _mark(finding, strict)
        where = f"  [{claim.where}]" if claim.where else ""
        yield (
            (
                f"  {mark:5}  {claim.name:{name}}  {_printed(claim):>{printed}}  "
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
    yield summary(document, findings), "bold"


def _width(texts: Sequence[str]) -> int:
    """How wide a column of these texts is."""
    return min(max(map(len, texts), default=0), WIDEST)


def _is_sentence(claim: Claim) -> bool:
    return claim.kind == Kind.STATEMENT


def _printed(claim: Claim) -> str:
    """The printed number, or how the sentence begins."""
    text = claim.printed.text
    is_long = _is_sentence(claim) and len(text) > LONGEST_SENTENCE
    return f"{text[: LONGEST_SENTENCE - 3]}..." if is_long else text


def place(document: Document, claim: Claim) -> str:
    """`file:line`, or `file:line:column` when the claim stands in the document itself, and in a
    notebook `file:cell 3:line 2:column`.
    """
    if document.source and claim.span:
        return f"{document.path}:{document.source.place(claim.span[0])}"
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


def _mark(finding: Finding, strict: bool) -> tuple[str, str]:
    if holds(finding, strict):
        return ("ok?", "yellow") if finding.verdict == Verdict.SUSPECT else ("ok", "green")
    if finding.verdict in OPEN:
        return ("?", "yellow")
    return ("WRONG", "red")


def summary(document: Document, findings: Sequence[Finding]) -> str:
    """How many claims got each verdict, and how many proposals of marks are not accepted."""
    counts = Counter(finding.verdict for finding in findings)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    left = f"; {unaccepted(len(document.proposals))}" if document.proposals else ""
    return f"{len(findings)} claims: {told or 'no mark claims a number'}{left}"
