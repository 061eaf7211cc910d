"""A patch that corrects the wrong numbers of a document.

It is a unified diff, to be read and applied; the file itself is never written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import StringIO

from ...exact.errors import ClaimsError
from ...exact.numbers import printable
from ..claims.claim import WRONG, Claim, Document, Finding, Verdict
from ..claims.printed_value import says_near_by_sign
from ..printed.markdown import Span
from ..printed.numbers import parse_printed
from ..printed.source import BOM, Change, Source
from .before_mark import text_before
from .documents import document_from

CONTEXT = 3  # lines around a change, as `diff -u` shows
NEAR = 40  # characters before a number that are looked at


def patch(document: Document, findings: Sequence[Finding], strict: bool = False) -> str:
    """The unified diff that corrects the wrong numbers, "" when there is nothing to correct.

    Estimates are left alone, since another sample is no correction, and so are claims files, whose
    numbers stand in another document, and what code printed, which it would print again.
    """
    source = document.source
    if source is None:
        return ""
    correct = {
        k: found.correct for k, found in enumerate(findings) if _corrects(source, found, strict)
    }
    # A cell may stand for several rows or columns, which do not all have the same number.
    texts: dict[Span | None, set[str | None]] = {}
    for k, claim in enumerate(document.claims):
        texts.setdefault(claim.span, set()).add(correct.get(k))
    spans = [claim.span for claim in document.claims]
    agreed = {k: text for k, text in correct.items() if texts[spans[k]] == {text}}
    # What would not be read back as meant is left out rather than written wrong.
    changes = _read_back(source, spans, agreed)
    return unified_diff(source, changes) if changes else ""


def _corrects(source: Source, finding: Finding, strict: bool) -> bool:
    """Whether the number of the finding is wrong and can be replaced by the correct one."""
    claim = finding.claim
    correct = finding.correct
    is_wrong = finding.verdict in WRONG or (strict and finding.verdict == Verdict.TRUNCATED)
    is_written = bool(correct) and "..." not in correct  # and not shortened
    # How often something happens in N is said in words too, which no number replaces.
    is_number = not finding.estimate and claim.printed.per is None and not claim.doubt
    if not (is_wrong and is_written and is_number) or claim.span is None:
        return False
    # What its author took for near, as after ≈ or ca., is no slip of a digit.
    before = text_before(source, claim.span[0], NEAR)
    if claim.printed.is_approximate or says_near_by_sign(before):
        return False
    return source.written((claim.span, correct)) is not None


def _read_back(
    source: Source, spans: Sequence[Span | None], correct: dict[int, str]
) -> list[Change]:
    """The corrections, given by the numbers of their claims, that read as what they say.

    In its formula `$x--0.25$` does not. What is left is read again without those, since one
    correction may change how another reads, until all of them hold together.
    """
    while correct:
        placed = ((spans[k], text) for k, text in correct.items())
        # a cell may be claimed several times
        changes = list(dict.fromkeys((span, text) for span, text in placed if span))
        claims: tuple[Claim, ...] = ()
        with suppress(ClaimsError):
            claims = document_from(source.changed(changes)).claims
        kept = {
            k: text for k, text in correct.items() if k < len(claims) and _says(claims[k], text)
        }
        # Each round drops a correction or is the last, so there are at most as many as corrections.
        if kept == correct:
            return changes
        correct = kept
    return []


def _says(claim: Claim, correct: str) -> bool:
    """Whether the claim is on this number, by its value and by the decimals shown.

    The texts may differ, since the reader may see less of the markup than was written.
    """
    printed = claim.printed
    try:
        meant = parse_printed(correct, printed.mark.strip("{}"))
    except ClaimsError:
        return False
    return (printed.value, printed.places, claim.defect) == (meant.value, meant.places, "")


# --- the diff -------------------------------------------------------------------------------------


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
    lines = _lines(file.text)
    changed = dict[int, str]()
    in_file = sorted(change for change in map(source.written, changes) if change)
    for (start, end), text in reversed(in_file):  # the last of a line first: places before hold
        number = file.line(start) - 1
        first = file.starts[number]
        line = changed.get(number, lines[number] if number < len(lines) else "")
        changed[number] = line[: start - first] + text + line[end - first :]
    return f"--- a/{name}\n+++ b/{name}\n" + "".join(_hunks(file, lines, changed))


def _lines(text: str) -> list[str]:
    """The lines with their ends, as a patch has them: no other sign than \\n ends one."""
    return StringIO(text, newline="\n").readlines()


def _hunks(file: Source, lines: list[str], changed: dict[int, str]) -> Iterator[str]:
    """The changed lines with those around them, in hunks that do not overlap."""
    added = 0  # lines by the hunks before
    groups: list[list[int]] = []
    for number in sorted(changed):
        if groups and number - groups[-1][-1] <= 2 * CONTEXT:
            groups[-1].append(number)
        else:
            groups.append([number])
    for group in groups:
        first = max(group[0] - CONTEXT, 0)
        end = min(group[-1] + CONTEXT + 1, len(lines))
        written = list[str]()
        for number in range(first, end):
            # The text was read without its byte order mark, but the file has it.
            mark = BOM if file.marked and number == 0 else ""
            written.append(("-" if number in changed else " ") + mark + lines[number])
            if number in changed:
                written += [f"+{line}" for line in _lines(mark + changed[number])]
        count = sum(line[0] != "-" for line in written)
        yield f"@@ -{first + 1},{end - first} +{first + 1 + added},{count} @@\n"
        added += count - (end - first)
        for line in written:
            yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
