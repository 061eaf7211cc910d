"""Markup around a number: formulas, emphasis, braces and commands that print their argument."""

from __future__ import annotations

import re
from itertools import accumulate

WRAPPINGS = [
    ("$", "$"),
    (r"\(", r"\)"),
    ("***", "***"),
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("{", "}"),
]
WRAPPINGS += [
    (f"\\{name}{{", "}")
    for name in ("textbf", "textit", "emph", "mathbf", "mathrm", "text", "boldsymbol", "ensuremath")
]
CLOSERS = {after[-1] for _, after in WRAPPINGS}
OPENED_BY = {  # the first character: the wrappings that begin with it, in their order
    first: [pair for pair in WRAPPINGS if pair[0][0] == first]
    for first in {before[0] for before, _ in WRAPPINGS}
}
BLANKS_BEFORE = re.compile(r"(?:\\[,:; ]|[ \t~$*\u00a0\u2007\u2009\u202f])*")
BLANKS_AFTER = re.compile(r"(?:[,:; ]\\|[ \t~$*\u00a0\u2007\u2009\u202f])*")  # of a text reversed
MOST_WRAPPINGS = 4  # around one another, as in **$\mathbf{0,65}$**


def unwrapped(text: str) -> tuple[str, str, str]:
    """(before, core, after): the text without the markup around it."""
    start, end = 0, len(text)
    if text[:1] not in OPENED_BY or text[-1:] not in CLOSERS:  # as most are
        return "", text, ""
    for _ in range(MOST_WRAPPINGS):
        inside = text[start:end]
        possible = OPENED_BY.get(inside[:1], ())
        pair = next((pair for pair in possible if _wraps(pair, inside)), None)
        if pair is None:
            break
        core = inside[len(pair[0]) : len(inside) - len(pair[1])]
        start += len(pair[0]) + len(core) - len(core.lstrip())
        end -= len(pair[1]) + len(core) - len(core.rstrip())
    return text[:start], text[start:end], text[end:]


def _wraps(pair: tuple[str, str], text: str) -> bool:
    """Whether the markup opens and closes the text; braces only when they belong together."""
    before, after = pair
    if not (len(text) > len(before + after) and text.startswith(before) and text.endswith(after)):
        return False
    if after != "}":
        return True
    # As in {a}{b} the last brace may close another than the first: then the depth falls below 0.
    inside = text[len(before) : -1]
    steps = [{"{": 1, "}": -1}.get(character, 0) for character in inside]
    return min(accumulate(steps)) >= 0


def without_open_markup(text: str) -> str:
    """The text without blanks and signs of formulas and emphasis at its ends, one of which may be
    missing: that of $0.5$ ± $0.1$ which stood outside both.
    """
    start, end = BLANKS_BEFORE.match(text), BLANKS_AFTER.match(text[::-1])
    assert start is not None  # each matches nothing too
    assert end is not None
    return text[start.end() : len(text) - end.end()]
