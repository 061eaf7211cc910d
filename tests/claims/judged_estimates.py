"""Estimates judged as those of a document, and laws of what a game gives."""

from pathlib import Path

from exactdice import Distribution
from exactdice.claims.findings import remarks
from exactdice.claims.judging import verify
from exactdice.documents.documents import document_from
from exactdice.printed.source import Source

DIE = Distribution(dict.fromkeys(range(1, 7), 1))
SIXTH = Distribution({1: 1, 0: 5})


def judged(*marks):
    """The findings on a document of these marks, and what is remarked on them together."""
    document = document_from(Source(Path("a.md"), "\n\n".join(marks)))
    found = verify(document)
    return found, list(remarks(document, found))
