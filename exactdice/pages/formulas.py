r"""Formulas of a document: their source in the page, which its script has KaTeX typeset.

A number within a longer formula stands beside it as a button too. In the formula it has a colour of
its own, by which the script finds it once it is typeset, and makes it the button.
"""

from __future__ import annotations

import re
from html import escape

from .placing import Places, button, chip, visible
from .shown_findings import ShownFinding, plain_printed

LONGEST_FORMULA = 5000  # characters; a longer one stays as it is written
DEEPEST = 30  # groups within one another; browsers take exponential time to lay out deeper ones
NESTING = re.compile(
    r"\\(?P<inner>left|begin)(?![A-Za-z])|\\(?P<outer>right|end)(?![A-Za-z])|\\.|[{}]"
)
COLOURS = 0x100000  # the colour of the first number


def formula(source: str, places: Places, is_display: bool = False) -> str:
    """The formula of this source, with the numbers in it as buttons."""
    found = places.found_in(source)
    if not found:
        return typeset(source, is_display)
    if len(found) == 1 and source.strip() == places.standing_for(found[0]):
        return places.html_of(found[0], lambda text: typeset(text, is_display))
    plain = places.replaced(source, lambda one: _printed(places, one))
    coloured = places.replaced(source, lambda one: _coloured(places, one))
    beside = "".join(_beside(places, one) for one in found)
    return f'{typeset(plain, is_display, coloured)}<span class="beside">{beside}</span>'


def typeset(source: str, is_display: bool = False, coloured: str = "") -> str:
    """The place of a formula: its source, which is read where no script runs."""
    plain = visible(source.strip().removeprefix("$").removesuffix("$"))
    if len(coloured or source) > LONGEST_FORMULA or _depth(source) > DEEPEST:
        return f'<code class="untypeset">{plain}</code>'
    display = ' data-display="1"' if is_display else ""
    more = f' data-tex="{escape(coloured)}"' if coloured else ""
    return f'<span class="formula"{display}{more}>{plain}</span>'


def _depth(source: str) -> int:
    """How many groups of the formula are within one another at most."""
    depth = deepest = 0
    for found in NESTING.finditer(source):
        if found["inner"] or found[0] == "{":
            depth += 1
        elif found["outer"] or found[0] == "}":
            depth -= 1
        deepest = max(deepest, depth)
    return deepest


def printed_number(text: str) -> str:
    r"""A number outside formulas, plain where it has little mark-up: `0{,}25` as 0,25."""
    plain = plain_printed(text)
    return typeset(text) if "\\" in plain or "{" in plain else visible(plain)


def _printed(places: Places, one: ShownFinding) -> str:
    return places.texts.get(one.number, "")


def _coloured(places: Places, one: ShownFinding) -> str:
    """The number in its colour; one that is there already in none."""
    text = _printed(places, one).strip("$")
    if one.number not in places.left or one.number in places.beside:
        return text
    return rf"\mathord{{\textcolor{{#{COLOURS + one.number:06x}}}{{{text}}}}}"


def _beside(places: Places, one: ShownFinding) -> str:
    if places.left.pop(one.number, None) is None:
        return ""
    if one.number in places.beside:
        return chip(one)
    return button(one, printed_number(places.texts[one.number]))
