r"""LaTeX as its source, with its formulas typeset, its tables as such, and its numbers as buttons.

What `\exactly` and comments say to this library is left out, as in the printed document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from itertools import groupby

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


@dataclass
class _Block:
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

    def after_line(self, at: int) -> int:
        """The place behind the end of the line, where nothing else stands on it."""
        return at + 1 if self.text.startswith("\n", at) else at

    def plain(self, start: int, end: int) -> str:
        """The text between these places."""
        return self.places.html(self.text[start:end], printed_number)

    def block(self, found: re.Match[str]) -> _Block | None:
        """What begins here, where it is not plain text: the writer of its kind has its name."""
        kind = found.lastgroup
        if kind in ("comment", "command"):
            text = self.plain(*found.span()) if kind == "comment" else visible(found[0])
            return _Block(found.end(), f'<span class="faint">{text}</span>')
        writers: dict[str, Callable[[re.Match[str]], _Block | None]] = {
            "table": self.table,
            "formula": self.environment,
            "verbatim": self.verbatim,
            "title": self.heading,
            "opens": self.formula,
        }
        return writers[kind](found) if kind else None

    def heading(self, found: re.Match[str]) -> _Block:
        """The heading of a section."""
        level = LEVELS.get(found["heading"], 6)
        inside = _inline(self.source, *found.span("title"), self.places)
        return _Block(self.after_line(found.end()), f"<h{level}>{inside}</h{level}>", True)

    def verbatim(self, found: re.Match[str]) -> _Block | None:
        """Text that is printed as it is written."""
        _, end = self.ending(found["verbatim"], found.end())
        return _Block(end, self.places.html(self.text[found.start() : end])) if end else None

    # --- formulas ---------------------------------------------------------------------------------

    def formula(self, found: re.Match[str]) -> _Block | None:
        """A formula between dollars or brackets."""
        mark = found["opens"]
        end = self.closes[mark].after(found.end())
        if end >= len(self.text):
            return None
        is_display = mark in ("$$", r"\[")
        inside = LABEL.sub("", self.text[found.end() : end])
        after = end + len(mark)
        after = self.after_line(after) if is_display else after
        return _Block(after, formula(inside, self.places, is_display), is_display)

    def environment(self, found: re.Match[str]) -> _Block | None:
        """A formula on lines of its own, which may be numbered."""
        name = found["formula"]
        last, end = self.ending(name, found.end())
        if not end:
            return None
        inside = LABEL.sub("", self.text[found.end() : last])
        known = AS_KATEX.get(name, name)
        if known.startswith(("displaymath", "math")):
            written = inside
        else:
            written = f"\\begin{{{known}}}{inside}\\end{{{known}}}"
        is_apart = name != "math"
        after = self.after_line(end)
        return _Block(after, formula(written, self.places, is_apart), is_apart)

    # --- tables -----------------------------------------------------------------------------------

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
            return _Block(end, self.places.html(self.text[found.start() : end], printed_number))
        html = ""
        for row in rows:
            inside = (_inline(self.source, *cell.span, self.places) for cell in row)
            cells = "".join(f"<td>{one}</td>" for one in inside)
            html += f"<tr>{cells}</tr>"
        after = self.after_line(end)
        return _Block(after, f'<div class="scrolls"><table>{html}</table></div>', True)


def _inline(source: Source, start: int, end: int, places: Places) -> str:
    """The part of the source by itself."""
    return _Writer(Source(source.path, source.text[start:end]), places).page()
