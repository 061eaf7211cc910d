r"""LaTeX as its source, with its formulas typeset, its tables as such, and its numbers as buttons.

What `\exactly` and comments say to this library is left out, as in the printed document.
"""

from __future__ import annotations

import json
import re
from html import escape
from itertools import groupby
from typing import NamedTuple

from ...exact.errors import PlacedError
from ..documents.latex_tables import columns_after, group_end, rows_of
from ..printed.source import Ahead, Source
from .placing import Places, formula, printed_number, visible

TABLES = r"tabular[*xy]?|longtable|tabulary|longtblr|tblr"
FORMULAS = r"(?:equation|displaymath|math|align|alignat|gather|multline|eqnarray|flalign)\*?"
VERBATIM = r"(?:verbatim|Verbatim|lstlisting|minted|comment)\*?"
TOKEN = re.compile(
    rf"\\begin\{{(?P<table>{TABLES})\}}"
    rf"|\\begin\{{(?P<formula>{FORMULAS})\}}"
    rf"|\\begin\{{(?P<verbatim>{VERBATIM})\}}"
    r"|\\(?P<heading>part|chapter|section|subsection|subsubsection|paragraph)\*?"
    r"\{(?P<title>(?:[^{}\n]|\{[^{}\n]{0,100}\}){0,300})\}"
    r"|(?P<opens>\\\(|\\\[|\$\$|\$)"
    r"|(?P<comment>%[^\n]*)"
    r"|(?P<command>\\[A-Za-z@]+\*?)|\\[\s\S]"
)
CLOSES = {r"\(": re.compile(r"\\\)"), r"\[": re.compile(r"\\\]")}
DOLLARS = {"$": re.compile(r"(?<!\\)\$"), "$$": re.compile(r"(?<!\\)\$\$")}
AS_KATEX = {"eqnarray": "align", "eqnarray*": "align*", "multline": "gather", "flalign": "align"}
LEVELS = {"part": 3, "chapter": 3, "section": 3, "subsection": 4, "subsubsection": 5}
BEGINS, ENDS = r"\begin{document}", r"\end{document}"
BEGIN = re.compile(r"\\begin\{([a-z*]+)\}")
DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand)\*?[ ]?(?:\{(?P<braced>\\[A-Za-z]{1,40})\}"
    r"|(?P<bare>\\[A-Za-z]{1,40}))[ ]?(?:\[\d\])?(?=\{)"
)
LABEL = re.compile(r"\\label[ ]?\{[^{}]{0,200}\}")  # the name of a formula, which is not printed


def latex_page(source: Source, places: Places) -> str:
    """The source as HTML; `places` knows the numbers that its stand-ins are of."""
    preamble, _, body = source.text.rpartition(BEGINS)
    body, _, _ = body.partition(ENDS)
    defined, text = dict[str, str](), preamble or body
    for found in DEFINED.finditer(text):
        end = group_end(text, found.end())
        if end < 0:
            break  # what is never closed goes on to the end
        defined[found["braced"] or found["bare"]] = text[found.end() + 1 : end - 1]
    # No more than one empty line in a place, as marks leave some behind.
    lines = (line.rstrip() for line in body.strip().split("\n"))
    kept = [next(group) if not line else "\n".join(group) for line, group in groupby(lines)]
    page = _Writer(Source(source.path, "\n".join(kept)), places).page()
    definitions = escape(json.dumps(defined))
    return f'<div class="latex" data-macros="{definitions}">{page}</div>'


class _Block(NamedTuple):
    """Where something ends that is written out, and its HTML."""

    end: int
    html: str
    is_apart: bool = False  # on lines of its own


class _Writer:
    """Writes a source out from its beginning to its end."""

    def __init__(self, source: Source, places: Places) -> None:
        self.source, self.text, self.places = source, source.text, places
        patterns = CLOSES | DOLLARS
        self.ends: dict[str, int] = {}
        self.closes = {mark: Ahead(self.text, one) for mark, one in patterns.items()}

    def page(self) -> str:
        """All of it."""
        parts: list[str] = []
        last = at = 0
        while found := TOKEN.search(self.text, at):
            block = self.block(found)
            at = found.end() if block is None else block.end
            if block is not None:
                start = found.start()
                while block.is_apart and start > last and self.text[start - 1].isspace():
                    start -= 1
                parts += [self.plain(last, start), block.html]
                # Behind the end of the line, where nothing else stands on it.
                if block.is_apart and self.text.startswith("\n", at):
                    at += 1
                last = at
        return "".join([*parts, self.plain(last, len(self.text))])

    def ending(self, name: str, at: int) -> tuple[int, int]:
        """Where the environment of this name ends next: before and behind its `\\end`; (0, 0) where
        it ends nowhere.
        """
        closing = f"\\end{{{name}}}"
        # Places only grow, so that all searches for a name together read the text once.
        if self.ends.get(name, -1) < at:
            found = self.text.find(closing, at)
            self.ends[name] = found if found >= 0 else len(self.text)
        last = self.ends[name]
        return (0, 0) if last == len(self.text) else (last, last + len(closing))

    def plain(self, start: int, end: int) -> str:
        """The text between these places."""
        return self.places.html(self.text[start:end], printed_number)

    def part(self, start: int, end: int) -> str:
        """What stands between these places, written out by itself."""
        return _Writer(Source(self.source.path, self.text[start:end]), self.places).page()

    def block(self, found: re.Match[str]) -> _Block | None:
        """What begins here, where it is not plain text."""
        start, end = found.span()
        match found.lastgroup:
            case "comment":
                return _Block(end, f'<span class="faint">{self.plain(start, end)}</span>')
            case "command":
                return _Block(end, f'<span class="faint">{visible(found[0])}</span>')
            case "title":
                level = LEVELS.get(found["heading"], 6)
                return _Block(end, f"<h{level}>{self.part(*found.span('title'))}</h{level}>", True)
            case "verbatim":  # printed as it is written
                _, end = self.ending(found["verbatim"], end)
                return _Block(end, self.places.html(self.text[start:end])) if end else None
            case "table":
                return self.table(found)
            case "opens":  # a formula between dollars or brackets
                mark = found["opens"]
                last = self.closes[mark].after(end)
                if last >= len(self.text):
                    return None
                is_display = mark in ("$$", r"\[")
                inside = LABEL.sub("", self.text[end:last])
                html = formula(inside, self.places, is_display)
                return _Block(last + len(mark), html, is_display)
            case "formula":  # on lines of its own, which may be numbered
                name = found["formula"]
                last, after = self.ending(name, end)
                if not after:
                    return None
                inside = LABEL.sub("", self.text[end:last])
                known = AS_KATEX.get(name, name)
                if not known.startswith(("displaymath", "math")):
                    inside = f"\\begin{{{known}}}{inside}\\end{{{known}}}"
                is_apart = name != "math"
                return _Block(after, formula(inside, self.places, is_apart), is_apart)
        return None

    def table(self, found: re.Match[str]) -> _Block | None:
        """A table; its source where its rows cannot be read."""
        last, end = self.ending(found["table"], found.end())
        begin = BEGIN.match(self.text, found.start())
        if not end or begin is None:
            return None
        try:
            _, body = columns_after(self.source, begin)
            rows = rows_of(self.source, body, last)
        except PlacedError:
            # All of it at once, so that no table is read again for each that begins in it.
            return _Block(end, self.plain(found.start(), end))
        html = ""
        for row in rows:
            cells = "".join(f"<td>{self.part(*cell.span)}</td>" for cell in row)
            html += f"<tr>{cells}</tr>"
        return _Block(end, f'<div class="scrolls"><table>{html}</table></div>', True)
