"""Documents read and verified: what `exactdice verify` does with its files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ...exact.argument_checks import a_path, listed
from ...exact.errors import ClaimsError, ExactDiceError
from ...exact.files import read_bytes
from ...exact.numbers import Progress
from ...exact.session import in_session
from ..claims.claim import Document, Finding
from ..claims.judging import verify, verify_proved
from .documents import READERS, read_document
from .marks import may_hold_marks
from .patch import patch

NONE_ACCEPTED = (
    "none has been accepted: delete the word `suggested` from those that say what is meant"
)


def read_documents(paths: Iterable[Path], skip_unmarked: bool = False) -> list[Document]:
    """The documents at these paths; one that claims nothing raises `ClaimsError`, or when it has no
    mark of any kind is left out.
    """
    paths = map(a_path, listed(paths, "the documents", "a list of paths"))
    documents = [
        read_document(path) for path in paths if not (skip_unmarked and _surely_unmarked(path))
    ]
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


def _surely_unmarked(path: Path) -> bool:
    """Whether a file that may hold marks holds none, whatever else is in it."""
    try:
        return path.suffix.lower() in READERS and not may_hold_marks(read_bytes(path))
    # Callers catch complaints about documents, of which an unreadable file is one.
    except ExactDiceError as error:
        raise ClaimsError(str(error)) from error


def findings_in(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The findings on all claims of the document."""
    with in_session(folder=document.path.parent):
        return verify(document, progress)


def proved_findings_in(document: Document, progress: Progress | None = None) -> list[Finding]:
    """The same, from solutions that the checker has accepted."""
    with in_session(folder=document.path.parent):
        return verify_proved(document, progress)


def patches(results: Sequence[tuple[Document, Sequence[Finding]]], strict: bool = False) -> str:
    """One unified diff for all documents, "" when nothing is to be corrected."""
    return "".join(patch(document, found, strict) for document, found in results)
