"""The catalogue of solved games, as its recorded file says it."""

from collections.abc import Iterator
from functools import cache

import markdown_parts as markdown

from exactdice.catalogue.entry import Entry, Printed
from exactdice.catalogue.pages import pages
from exactdice.catalogue.reading import read_catalogue


def catalogue(page: str) -> str:
    """The overview, `index`, or the page of a family."""
    return _pages()[f"{page}.md"]


@cache
def _pages() -> dict[str, str]:
    return pages(read_catalogue())


def recorded_values(family: str) -> str:
    """The values that are recorded of a family as a table, and what is printed of them."""
    entries = [entry for entry in read_catalogue().entries if entry.family == family]
    head = ["what", "to 30 decimals", "bits of the fraction", "SHA-256 of the fraction", "in print"]
    return markdown.table(head, _rows(entries))


def _rows(entries: list[Entry]) -> Iterator[list[str]]:
    for entry in entries:
        if entry.answer is None or entry.answer.bits is None:
            continue
        above, below = entry.answer.bits
        digest = markdown.code(entry.answer.sha256)
        judged = "; ".join(map(_judged, entry.printed))
        title = markdown.text(entry.title)
        yield [title, entry.answer.decimals, f"{above} / {below}", digest, judged]


def _judged(printed: Printed) -> str:
    return f"{printed.number}: {printed.verdict} ({markdown.text(printed.source)})"
