"""A patch that corrects the wrong numbers of a document: a unified diff to be read and applied,
never the file itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from ..claims.claims import Claim, Document
from ..claims.verdict import WRONG, Finding, Verdict
from ..errors import ClaimsError
from ..exact import printable
from ..printed.numbers import parse_printed
from ..printed.source import BOM, Source
from .documents import document_from

CONTEXT = 3  # lines around a change


def patch(document: Document, findings: Sequence[Finding], strict: bool = False) -> str:
    """The unified diff that writes the correct number where a wrong one stands, "" when there is
    nothing to correct.

    Estimates are left alone, since another sample is no correction, and so are claims files, whose
    numbers stand in another document.
    """
    source = document.source
    if source is None:
        return ""
    changes = _read_back(
        document,
        {k: found.correct for k, found in enumerate(findings) if _correctable(found, strict)},
    )
    if not changes:
        return ""
    name = source.path.as_posix().lstrip("/")
    if printable(name) != name:
        raise ClaimsError(
            f"{source.path}: its name holds characters that the head of a patch cannot hold: "
            "give the file another name"
        )
    return f"--- a/{name}\n+++ b/{name}\n" + "".join(
        _hunks(source, _changed_lines(source, sorted(changes)))
    )


def _read_back(document: Document, correct: dict[int, str]) -> list[tuple[tuple[int, int], str]]:
    """The corrections, by the numbers of their claims, that read in their document as what they
    say: `$x--0.25$` does not.
    """
    while correct:
        changes = [(span, text) for k, text in correct.items() if (span := document.claims[k].span)]
        claims = _changed(document, changes)
        kept = {
            k: text for k, text in correct.items() if k < len(claims) and _reads_as(claims[k], text)
        }
        if kept == correct:
            return changes
        correct = kept
    return []


def _changed(document: Document, changes: list[tuple[tuple[int, int], str]]) -> tuple[Claim, ...]:
    """The claims of the document with these changes, none when it can no longer be read."""
    assert document.source is not None  # the patch is one of a document
    text = document.source.text
    for (start, end), correct in sorted(changes, reverse=True):
        text = text[:start] + correct + text[end:]
    try:
        return document_from(Source(document.source.path, text)).claims
    except ClaimsError:
        return ()


def _reads_as(claim: Claim, correct: str) -> bool:
    """Whether the claim is one on this number; the reader may see less of its markup than was
    written.
    """
    with suppress(ClaimsError):
        meant = parse_printed(correct, claim.printed.mark.strip("{}"))
        return not claim.unclear and (claim.printed.value, claim.printed.places) == (
            meant.value,
            meant.places,
        )
    return False


def _correctable(finding: Finding, strict: bool) -> bool:
    wrong = finding.verdict in WRONG or (strict and finding.verdict == Verdict.TRUNCATED)
    return (
        bool(finding.claim.span)
        and wrong
        and not finding.estimate
        and bool(finding.correct)
        and "..." not in finding.correct
    )


def _line(source: Source, number: int) -> str:
    """The line with its end, numbered from 0; the first without a byte order mark."""
    end = source.starts[number + 1] if number + 1 < len(source.starts) else len(source.text)
    return source.text[source.starts[number] : end]


def _changed_lines(source: Source, changes: list[tuple[tuple[int, int], str]]) -> dict[int, str]:
    """{line from 0: its new text}."""
    changed: dict[int, str] = {}
    for (start, end), text in reversed(changes):
        number = source.line(start) - 1
        first = source.starts[number]
        line = changed.get(number, _line(source, number))
        changed[number] = line[: start - first] + text + line[end - first :]
    return dict(sorted(changed.items()))


def _hunks(source: Source, changed: dict[int, str]) -> Iterator[str]:
    last = len(source.starts) - (source.starts[-1] == len(source.text))  # lines in all
    groups: list[list[int]] = []
    for number in changed:
        if groups and number - groups[-1][-1] <= 2 * CONTEXT:
            groups[-1].append(number)
        else:
            groups.append([number])
    for group in groups:
        first, end = max(group[0] - CONTEXT, 0), min(group[-1] + CONTEXT + 1, last)
        yield f"@@ -{first + 1},{end - first} +{first + 1},{end - first} @@\n"
        yield from (
            part for number in range(first, end) for part in _parts(source, number, changed)
        )


def _parts(source: Source, number: int, changed: dict[int, str]) -> Iterator[str]:
    old = _line(source, number)
    before = BOM if source.marked and number == 0 else ""
    if number in changed:
        yield _whole(f"-{before}{old}")
        yield _whole(f"+{before}{changed[number]}")
    else:
        yield _whole(f" {before}{old}")


def _whole(line: str) -> str:
    return line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
