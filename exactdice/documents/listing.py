"""The numbers of documents, with marks or without, as `exactdice verify --list` prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..claims.claim import Document
from ..errors import ClaimsError
from ..exact import shown
from .documents import read_document
from .uncovered import uncovered
from .verification import read_all, read_each


def read_to_list(
    paths: Sequence[Path], skip_unmarked: bool = False
) -> tuple[list[Document], list[ClaimsError]]:
    """(the documents at these paths, the complaints about those that cannot be read); one without
    marks is among them.
    """
    if skip_unmarked:
        return read_all(paths, skip_unmarked)
    return read_each(paths, lambda path: [read_document(path)])


def uncovered_lines(document: Document, everything: bool = False) -> Iterator[str]:
    """`file:line:column: number, with the text around it` for each number that no claim covers,
    then how many there are, and how many were left out that are no results.
    """
    if document.source is None:
        raise ClaimsError(
            f"{document.path}: a claims file prints no text: --list needs a Markdown, LaTeX or "
            "CSV document"
        )
    count, left_out = 0, Counter[str]()
    for found in uncovered(document):
        if found.left_out and not everything:
            left_out[found.left_out] += 1
            continue
        count += 1
        why = f" ({found.left_out})" if found.left_out else ""
        yield f"{document.path}:{found.place}: {found.text}   in {shown(found.around)}{why}"
    yield f"{document.path}: {count} numbers are covered by no claim, {len(document.claims)} are"
    if left_out:
        reasons = ", ".join(f"{times} {why}" for why, times in sorted(left_out.items()))
        yield (
            f"{document.path}: {left_out.total()} more are left out as no results ({reasons}); "
            "--all lists them too"
        )
