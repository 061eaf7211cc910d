"""Findings written to files besides what is printed: `--also markdown=summary.md`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ExactDiceError
from ..exact import shown
from ..files import check_apart, check_two_files, check_writable, write_atomically

# Named in hints alone: each command starts without what the others need.
if TYPE_CHECKING:
    from ..claims.machine_formats import Results, Unread


class Report(NamedTuple):
    """A format, and the file to be written in it."""

    form: str
    file: Path


def reports_in(words: Sequence[str], documents: Sequence[Path]) -> list[Report]:
    """The reports that the words ask for, `FORMAT=FILE` each.

    Raises `ExactDiceError` for one that cannot be written, before long work is begun.
    """
    from ..pages.findings_writers import WRITERS

    reports = []
    for word in words:
        form, mark, file = word.partition("=")
        if form not in WRITERS or not (mark and file):
            raise ExactDiceError(
                f"--also must be FORMAT=FILE with a format of {', '.join(WRITERS)}, got "
                f"{shown(word)}"
            )
        reports.append(Report(form, Path(file)))
    for report in reports:
        check_writable(report.file)
        for document in documents:
            check_apart(report.file, document)
    for one, other in combinations(reports, 2):
        check_two_files(one.file, other.file)
    return reports


def write_reports(
    reports: Sequence[Report], results: Results, strict: bool, unread: Unread
) -> None:
    """Write the findings to the files."""
    from ..pages.findings_writers import as_text

    for report in reports:
        text = as_text(results, report.form, strict, unread)
        # A name of a file need not be UTF-8.
        write_atomically(report.file, text.encode(errors="backslashreplace"))
