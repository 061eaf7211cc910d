"""Sphinx extension: parts of pages that are made from the code they describe.

A line `<!-- made: NAME words -->` in a page is replaced by the Markdown that the function NAME of
`MAKERS` returns for the words, each time the site is built: what it says cannot be out of date.
"""

import re

from makers import MAKERS
from sphinx.application import Sphinx

PLACE = re.compile(r"^<!-- made: (\w+)((?: [\w./-]+)*) -->$", re.MULTILINE)


def setup(app: Sphinx) -> dict[str, object]:
    """Fill in each page as it is read."""
    app.connect("source-read", lambda _, __, source: source.__setitem__(0, filled(source[0])))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def filled(page: str) -> str:
    """The page with what is made at its places; `KeyError` for a name that makes nothing."""
    return PLACE.sub(lambda place: MAKERS[place[1]](*place[2].split()), page)
