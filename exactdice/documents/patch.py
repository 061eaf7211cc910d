"""A patch that corrects the wrong numbers of a document.

It is a unified diff, to be read and applied; the file itself is never written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..claims.claim import Claim, Document
from ..claims.verdict import WRONG, Finding, Verdict
from ..claims.what_is_printed import says_near_by_sign
from ..errors import ClaimsError
from ..exact import printable
from ..printed.numbers import parse_printed
from ..printed.source import BOM, Change, Source
from .documents import document_from

CONTEXT = 3  # lines around a change, as `diff -u` shows


def patch(document: Document, findings: Sequence[Finding], strict: bool = False) -> str:
    """The unified diff that corrects the wrong numbers, "" when there is nothing to correct.

    Estimates are left alone, since another sample is no correction, and so are claims files, whose
    numbers stand in another document, and what code printed, which it would print again.
    """
    source = document.source
    if source is None:
        return ""
    correct = {
        k: found.correct
        for k, found in enumerate(findings)
        if _correctable(found, strict)
        and not _is_said_to_be_near(source, found.claim)
        and _is_writable(source, found)
    }
    # What would not be read back as meant is left out rather than written wrong.
    changes = _read_back(document, _agreed(document, correct))
    return unified_diff(source, changes) if changes else ""


def unified_diff(source: Source, changes: Sequence[Change]) -> str:
    """The unified diff that replaces what stands at these places by texts, which may hold the ends
    of lines; `ClaimsError` where a patch cannot hold the file.
    """
    file = source.file
    if file.has_returns:
        raise ClaimsError(
            f"{file.path}: its lines end in a return alone, which a patch cannot hold: save the "
            "file with other line ends"
        )
    name = source.path.as_posix().lstrip("/")
    if printable(name) != name:
        raise ClaimsError(
            f"{source.path}: its name holds characters that the head of a patch cannot hold: "
            "give the file another name"
        )
    in_file = [change for change in map(source.written, changes) if change]
    hunks = _hunks(file, _changed_lines(file, sorted(in_file)))
    return f"--- a/{name}\n+++ b/{name}\n" + "".join(hunks)


def _agreed(document: Document, correct: dict[int, str]) -> dict[int, str]:
    """The corrections without those of a cell that stands for several rows or columns which do not
    all have the same number.
    """
    texts: dict[tuple[int, int] | None, set[str | None]] = {}
    for k, claim in enumerate(document.claims):
        texts.setdefault(claim.span, set()).add(correct.get(k))
    return {k: text for k, text in correct.items() if texts[document.claims[k].span] == {text}}


def _read_back(document: Document, correct: dict[int, str]) -> list[Change]:
    """The corrections, given by the numbers of their claims, that read as what they say.

    In its formula `$x--0.25$` does not. What is left is read again without those, since one
    correction may change how another reads, until all of them hold together.
    """
    while correct:
        found = [change for k, text in correct.items() for change in _change(document, k, text)]
        changes = list(dict.fromkeys(found))  # a cell may be claimed several times
        claims = _changed(document, changes)
        still_there = [k for k in correct if k < len(claims)]
        kept = {k: correct[k] for k in still_there if _reads_as(claims[k], correct[k])}
        # Each round drops a correction or is the last, so there are at most as many as
        # corrections.
        if kept == correct:
            return changes
        correct = kept
    return []


def _change(document: Document, number: int, text: str) -> Iterator[Change]:
    span = document.claims[number].span
    if span:
        yield span, text


def _changed(document: Document, changes: list[Change]) -> tuple[Claim, ...]:
    """The claims of the document with these changes, none when it can no longer be read."""
    assert document.source is not None  # the patch is one of a document
    try:
        return document_from(document.source.changed(changes)).claims
    except ClaimsError:
        return ()


def _reads_as(claim: Claim, correct: str) -> bool:
    """Whether the claim is on this number, by its value and by the decimals shown.

    The texts may differ, since the reader may see less of the markup than was written.
    """
    printed = claim.printed
    try:
        meant = parse_printed(correct, printed.mark.strip("{}"))
    except ClaimsError:
        return False
    same = (printed.value, printed.places) == (meant.value, meant.places)
    return same and not claim.defect


def _correctable(finding: Finding, strict: bool) -> bool:
    is_wrong = finding.verdict in WRONG or (strict and finding.verdict == Verdict.TRUNCATED)
    is_written = bool(finding.correct) and "..." not in finding.correct  # and not shortened
    claim = finding.claim
    # How often something happens in N is said in words too, which no number replaces.
    is_number = (
        bool(claim.span) and not finding.estimate and claim.printed.per is None and not claim.doubt
    )
    return is_wrong and is_written and is_number


LOOKS = 40  # characters before a number that are looked at


def _is_said_to_be_near(source: Source, claim: Claim) -> bool:
    """Whether the number stands after a sign such as ≈ or ca.: what its author took for near is no
    slip of a digit.
    """
    if claim.printed.is_approximate:
        return True
    if claim.span is None:
        return False
    start = claim.span[0]
    before = source.text[max(source.line_start(start), start - LOOKS) : start]
    return says_near_by_sign(before)


def _is_writable(source: Source, finding: Finding) -> bool:
    """Whether the number stands in the file as its author wrote it."""
    span = finding.claim.span
    return span is not None and source.written((span, finding.correct)) is not None


def _line(source: Source, number: int) -> str:
    """The line with its end, numbered from 0; the first without a byte order mark."""
    end = source.starts[number + 1] if number + 1 < len(source.starts) else len(source.text)
    return source.text[source.starts[number] : end]


def _changed_lines(source: Source, changes: list[Change]) -> dict[int, str]:
    """{line from 0: its new text}."""
    changed: dict[int, str] = {}
    for (start, end), text in reversed(changes):  # the last of a line first: places before hold
        number = source.line(start) - 1
        first = source.starts[number]
        line = changed.get(number, _line(source, number))
        changed[number] = line[: start - first] + text + line[end - first :]
    return dict(sorted(changed.items()))


def _hunks(source: Source, changed: dict[int, str]) -> Iterator[str]:
    ends_with_line = source.starts[-1] == len(source.text)  # then no line begins at the last place
    lines = len(source.starts) - ends_with_line
    added = 0  # lines by the hunks before
    for group in _groups(changed):
        first = max(group[0] - CONTEXT, 0)
        end = min(group[-1] + CONTEXT + 1, lines)
        count = end - first
        # A line may become several.
        more = sum(_lines_in(changed[number]) - 1 for number in group)
        yield f"@@ -{first + 1},{count} +{first + 1 + added},{count + more} @@\n"
        added += more
        for number in range(first, end):
            yield from _parts(source, number, changed)


def _lines_in(text: str) -> int:
    """How many lines the text is, the last perhaps without its end."""
    return text.count("\n") + (not text.endswith("\n"))


def _groups(numbers: Iterable[int]) -> list[list[int]]:
    """The changed lines, those together whose contexts touch."""
    groups: list[list[int]] = []
    for number in numbers:
        # Hunks may not overlap.
        if groups and number - groups[-1][-1] <= 2 * CONTEXT:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


def _parts(source: Source, number: int, changed: dict[int, str]) -> Iterator[str]:
    old = _line(source, number)
    # The text was read without its byte order mark, but the file has it.
    before = BOM if source.marked and number == 0 else ""
    if number in changed:
        yield _whole(f"-{before}{old}")
        new = changed[number]
        yield _whole(
            "+"
            + f"{before}{new}".removesuffix("\n").replace("\n", "\n+")
            + "\n" * new.endswith("\n")
        )
    else:
        yield _whole(f" {before}{old}")


def _whole(line: str) -> str:
    return line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
