"""The catalogue of solved games, as its recorded file says it."""

from functools import cache

from exactdice.catalogue.pages import pages
from exactdice.catalogue.reading import read_catalogue


def catalogue(page: str) -> str:
    """The overview, `index`, or the page of a family."""
    return _pages()[f"{page}.md"]


@cache
def _pages() -> dict[str, str]:
    return pages(read_catalogue())
