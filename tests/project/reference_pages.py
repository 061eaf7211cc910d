"""The pages of the reference as the site fills them in, and the modules of the site that do so."""

import re
import sys
from functools import cache

from page_blocks import DOCS

sys.path.insert(0, str(DOCS / "extensions"))

import api
import commands
import made
import options
import words_of_queries

__all__ = [
    "REFERENCE",
    "api",
    "commands",
    "filled",
    "headings",
    "options",
    "rows",
    "section",
    "words_of_queries",
]

REFERENCE = DOCS / "reference"


@cache
def filled(name):
    """The page of the reference as the site has it."""
    return made.filled((REFERENCE / f"{name}.md").read_text(encoding="utf-8"))


def headings(text):
    """The headings of the page, code left out."""
    without_code = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+ (.+)$", without_code, re.MULTILINE)


def section(name, heading):
    """What stands below this heading of a page, to the next one of its height."""
    _, _, rest = filled(name).partition(f"\n## {heading}\n")
    return rest.partition("\n## ")[0]


def rows(text):
    """The first cell of each row of the tables."""
    return re.findall(r"^\| (.+?) \|", text, re.MULTILINE)
