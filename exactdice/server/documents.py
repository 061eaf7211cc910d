"""A document that somebody drops on the page: its report, each claim a question of its own within
limits of its own.

It lies on the disk only while it is read, in a private folder; nothing that is found is kept there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from ..claims.claim import Document
from ..claims.findings import summary
from ..documents.documents import READERS
from ..documents.underway import Verified, Wanted, verified
from ..documents.verification import read_documents
from ..errors import ExactDiceError
from ..exact import Progress, printable, shown
from ..jobs.allowance import Allowance
from ..jobs.crew import within
from ..mcp_server.answers import empty_folder, without_folder
from ..pages.report_page import report_page
from ..stores.cache import opened
from .made_pages import Page

MOST_BYTES = 10_000_000  # of a document
CLAIMS_FILE = ".toml"
ENDINGS = (*READERS, CLAIMS_FILE)


@dataclass(frozen=True)
class Upload:
    """A document as it came: its name, what it holds, and whether it is judged strictly."""

    name: str
    data: bytes
    is_strict: bool = False


def check_size(size: int) -> None:
    """Raise `ExactDiceError` for a document of too many bytes."""
    if size > MOST_BYTES:
        raise ExactDiceError(
            f"a document here has at most {MOST_BYTES} bytes, got {size} or more: verify it at a "
            "terminal, by exactdice verify FILE"
        )


def check_name(name: str) -> None:
    """Raise `ExactDiceError` for a name that is none, or of a kind that is not read."""
    is_plain = name and printable(name) == name
    if not is_plain or Path(name).name != name or "\\" in name:
        raise ExactDiceError(f"a document needs the name of a file, got {shown(name)}")
    if Path(name).suffix.lower() not in ENDINGS:
        raise ExactDiceError(
            f"{name}: only documents that end in {', '.join(ENDINGS)} are read here"
        )


def report(
    upload: Upload, allowance: Allowance, progress: Progress, stopped: Event | None = None
) -> Page:
    """The page of the report on the document."""
    # Here, as a worker that is ended would leave its folder behind.
    with empty_folder(upload.name) as path:
        path.write_bytes(upload.data)
        document = within(allowance, _read, path, stopped)
    with opened(is_used=False) as nothing:
        (found,) = verified([document], Wanted(), allowance, nothing, None, progress, stopped)
    return within(allowance, _reported, (found, upload.is_strict), stopped)


def _read(path: Path) -> Document:
    """The document, whose folder is there no more once it is read."""
    try:
        (document,) = read_documents([path])
    except ExactDiceError as error:
        raise ExactDiceError(without_folder(str(error), path)) from error
    return document


def _reported(asked: tuple[Verified, bool]) -> Page:
    found, is_strict = asked
    if found.document is None:
        raise ExactDiceError(without_folder("; ".join(found.complaints), found.path))
    document = _by_its_name(found.document)
    findings = [
        replace(one, reason=without_folder(one.reason, found.path)) for one in found.findings
    ]
    return Page(
        f"Report on {document.path}",
        report_page([(document, findings)], is_strict),
        summary(document, findings),
    )


def _by_its_name(document: Document) -> Document:
    """The document without the folder that it was read in, of which nobody else knows."""
    path, source = Path(document.path.name), document.source
    return replace(document, path=path, source=source and replace(source, path=path))
