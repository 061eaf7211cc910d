"""Documents read and verified, and patches that correct them: what `exactdice verify` does with its
files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path

from ...exact.argument_checks import a_path, listed
from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.files import read_bytes
from ...exact.numbers import Progress, printable
from ...exact.session import in_session
from ..claims.claim import Claim, Document
from ..claims.judging import verify, verify_proved
from ..claims.verdict import WRONG, Finding, Verdict
from ..claims.what_is_printed import says_near_by_sign
from ..printed.markdown import Span
from ..printed.numbers import parse_printed
from ..printed.source import BOM, Change, Source
from .before_mark import text_before
from .documents import READERS, document_from, read_document
from .marks import may_hold_marks

NONE_ACCEPTED = (
    "none has been accepted: delete the word `suggested` from those that say what is meant"
)


def read_documents(paths: Iterable[Path], skip_unmarked: bool = False) -> list[Document]:
    """The documents at these paths; one that claims nothing raises `ClaimsError`, or when it has no
    mark of any kind is left out.
    """
    documents = []
    for path in map(a_path, listed(paths, "the documents", "a list of paths")):
        if skip_unmarked and path.suffix.lower() in READERS:
            try:
                if not may_hold_marks(read_bytes(path)):
                    continue
            # Callers catch complaints about documents, of which an unreadable file is one.
            except ExactDiceError as error:
                raise ClaimsError(str(error)) from error
        documents.append(read_document(path))
    for document in documents:
        if not document.claims and not skip_unmarked:
            came = "marks, but none that claims a number" if document.has_marks else "no marks"
            if document.proposals:
                raise ClaimsError(
                    f"{document.path}: holds nothing but proposals ({len(document.proposals)}), "
                    f"and {NONE_ACCEPTED}"
                )
            raise ClaimsError(
                f"{document.path}: holds {came}, such as <!-- exactdice: EP(5) --> or "
                "\\exactly{EP(5)}{8.636}"
            )
    return [document for document in documents if document.has_marks or document.proposals]


def findings_in(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The findings on all claims of the document."""
    with in_session(folder=document.path.parent):
        return verify(document, progress)


def proved_findings_in(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The findings on all claims of the document, from solutions that the checker has accepted."""
    with in_session(folder=document.path.parent):
        return verify_proved(document, progress)


def patches(results: Sequence[tuple[Document, Sequence[Finding]]], strict: bool = False) -> str:
    """One unified diff for all documents, "" when nothing is to be corrected."""
    return "".join(patch(document, found, strict) for document, found in results)


# --- patches that correct wrong numbers -----------------------------------------------------------

# To be read and applied: the file itself is never written.
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
    correct = {k: text for k, text in correct.items() if texts[spans[k]] == {text}}
    # What would not be read back as meant is left out rather than written wrong: in its formula
    # `$x--0.25$` is not. What is left is read again without those, since one correction may change
    # how another reads, until all of them hold together.
    while correct:
        placed = ((spans[k], text) for k, text in correct.items())
        # a cell may be claimed several times
        changes = list(dict.fromkeys((span, text) for span, text in placed if span))
        claims: tuple[Claim, ...] = ()
        with suppress(ClaimsError):
            claims = document_from(source.changed(changes)).claims
        held = {
            k: text for k, text in correct.items() if k < len(claims) and _says(claims[k], text)
        }
        # Each round drops a correction or is the last, so there are at most as many as corrections.
        if held == correct:
            return unified_diff(source, changes)
        correct = held
    return ""


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
