"""Documents in Markdown and LaTeX as their readers see them, their numbers as buttons.

Markdown is read as CommonMark with tables and `$formulas$`. Of the HTML in it only plain tags
remain: it is written again as tags without attributes out of a short list, each closed where it is
opened, and all else as text. Links lead to http, https and mail alone, and pictures are named,
never loaded. LaTeX is shown as its source, with its formulas typeset and its tables as such; what
marks say to this library is left out, as in the printed document.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from html.parser import HTMLParser
from itertools import groupby
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from ...exact.errors import PlacedError
from ..documents.latex_tables import columns_after, group_end, rows_of
from ..printed.source import Ahead, Source
from .shown_findings import DEEPEST, Places, formula, printed_number, visible

IN_LINES = ("b", "code", "del", "em", "i", "kbd", "s", "small", "span", "strong", "sub", "sup", "u")
OF_LISTS = ("dd", "dl", "dt", "li", "ol", "ul")
OF_TABLES = ("caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr")
KEPT = frozenset(
    (*IN_LINES, *OF_LISTS, *OF_TABLES, "blockquote", "details", "div", "p", "pre", "summary")
)
ALONE = frozenset(["br", "hr"])
UNSEEN = frozenset(["script", "style", "template", "title", "iframe", "object", "noscript"])
SPANS = ("colspan", "rowspan")
SPAN = re.compile(r"[1-9]\d{0,2}")
ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s\"<>\\]{1,2000}", re.IGNORECASE)
BREAK = re.compile(r"<br[ ]?/?>", re.IGNORECASE)
SIMPLE_TAG = re.compile(rf"<(?P<closes>/?)(?P<tag>{'|'.join(IN_LINES)})>", re.IGNORECASE)
HEADINGS_BEGIN = 2  # levels of headings that the page has itself
LOWEST_HEADING = 6

Tokens = Sequence[Token]


def markdown_page(text: str, places: Places) -> str:
    """The text as HTML; `places` knows the numbers that its stand-ins are of."""
    return str(_reader().render(text, {"places": places}))


class _Reader(MarkdownIt):
    """Leaves addresses as they are written: they are looked at where they are written out."""

    def validateLink(self, url: str) -> bool:
        """Whether a link is one: what it leads to is seen later."""
        return True

    def normalizeLink(self, url: str) -> str:
        """The address."""
        return url

    def normalizeLinkText(self, link: str) -> str:
        """The text of an address, of which nothing is decoded."""
        return link


@lru_cache(maxsize=1)
def _reader() -> MarkdownIt:
    """The reader of Markdown."""
    reader = _Reader("commonmark", {"html": True}, renderer_cls=_Renderer)
    reader.enable(["table", "strikethrough"])
    reader.inline.ruler.before("escape", "formula", _formula)
    # An address is looked at where it is written out, and shown as it is written.
    return reader


def _formula(state: StateInline, silent: bool) -> bool:
    """The rule that reads `$formula$` and `$$formula$$`; a dollar may be one of money."""
    text, start = state.src, state.pos
    if not text.startswith("$", start):
        return False
    mark = "$$" if text.startswith("$$", start) else "$"
    first = start + len(mark)
    end = text.find(mark, first, state.posMax)
    while end > 0 and text[end - 1] == "\\":
        end = text.find(mark, end + 1, state.posMax)
    if end <= first or "\n\n" in text[first:end]:
        return False
    inside = text[first:end]
    at_edges = inside[0].isspace() or inside[-1].isspace() or text[end + 1 : end + 2].isdigit()
    if mark == "$" and at_edges:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content, token.markup = inside, mark
    state.pos = end + len(mark)
    return True


class _Renderer(RendererHTML):
    """Writes the tokens out; nothing reaches the page but by the functions here."""

    def __init__(self, parser: object = None) -> None:
        super().__init__(parser)
        self.rules = {name: self.rules[name] for name in ("softbreak", "hardbreak")}

    @staticmethod
    def renderAttrs(token: Token) -> str:
        """The two attributes that the page needs: the start of a list, the side of a column."""
        start, style = token.attrGet("start"), str(token.attrGet("style") or "")
        number = f' start="{int(start)}"' if start is not None else ""
        side = style.removeprefix("text-align:")
        return number + (f' class="{side}"' if side in ("left", "center", "right") else "")

    def renderInline(self, tokens: Tokens, options: OptionsDict, env: EnvType) -> str:
        """The parts of a paragraph."""
        # Tags without attributes are marked that are closed where they are opened.
        opened: list[Token] = []
        for token in tokens:
            found = SIMPLE_TAG.fullmatch(token.content) if token.type == "html_inline" else None
            if token.nesting or (found and not found["closes"]):
                opened.append(token)
            elif found and opened and opened[-1].content.lower() == f"<{found['tag'].lower()}>":
                opened.pop().meta["is_paired"] = token.meta["is_paired"] = True
        return super().renderInline(tokens, options, env)

    def renderToken(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """A token of any kind but a break of lines."""
        token, places = tokens[idx], env["places"]
        assert isinstance(places, Places)  # as `markdown_page` put it there
        written = token.content
        match token.type:
            case "text":  # in whose numbers there is what they are marked up with
                return places.html(written, lambda text: str(_reader().renderInline(text, env)))
            case "code_inline":
                return f"<code>{places.html(written)}</code>"
            case "code_block" | "fence":
                return f"<pre><code>{places.html(written)}</code></pre>\n"
            case "formula":
                return formula(written, places, token.markup == "$$")
            case "html_block":
                return safe_html(written, places.html)
            # A tag within a line: one of a simple pair, a break, nothing for a comment, else text.
            case "html_inline" if token.meta.get("is_paired"):
                return written.lower()
            case "html_inline" if BREAK.fullmatch(written):
                return "<br>"
            case "html_inline":
                return places.html("" if written.startswith("<!--") else written)
            case "image":  # what a picture is said to show
                said = self.renderInlineAsText(token.children or [], options, env)
                return f'<span class="picture">picture: {places.html(said)}</span>'
            case "link_open":
                # A link that leads out of the page; a text where it leads elsewhere or holds a
                # number, as a button stands in no link.
                address = str(token.attrGet("href") or "")
                end = next(k for k in range(idx, len(tokens)) if tokens[k].type == "link_close")
                held = [address, *(one.content for one in tokens[idx:end])]
                is_link = ADDRESS.fullmatch(address) and not any(map(places.found_in, held))
                tokens[end].meta["closes"] = "a" if is_link else "span"
                link = f'<a href="{escape(address)}" rel="noopener noreferrer">'
                return link if is_link else "<span>"
            case "link_close":
                return f"</{token.meta['closes']}>"
            case "heading_open" | "heading_close":  # below those of the page
                tag = f"h{min(int(token.tag[1:]) + HEADINGS_BEGIN, LOWEST_HEADING)}>"
                return f"<{tag}" if token.nesting > 0 else f"</{tag}\n"
            case "table_open":  # which may be wider than a phone
                return '<div class="scrolls"><table>\n'
            case "table_close":
                return "</table></div>\n"
        return super().renderToken(tokens, idx, options, env)


# --- HTML that a document brings ------------------------------------------------------------------


class _TagWriter(HTMLParser):
    """Writes what it reads again."""

    def __init__(self, text: Callable[[str], str]) -> None:
        super().__init__()
        self.text = text
        self.parts: list[str] = []
        self.open: list[str] = []
        self.unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag of the list."""
        if tag in UNSEEN:
            self.unseen.append(tag)
        elif tag in ALONE:
            self.parts.append(f"<{tag}>")
        elif tag in KEPT and len(self.open) < DEEPEST:
            spans = ((name, value or "") for name, value in attrs if name in SPANS)
            written = (f' {name}="{value}"' for name, value in spans if SPAN.fullmatch(value))
            self.parts.append(f"<{tag}{''.join(written)}>")
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close it, and what is open within it."""
        if self.unseen and tag == self.unseen[-1]:
            self.unseen.pop()
        elif tag in self.open:
            self.close_until(tag)

    def close_until(self, tag: str) -> None:
        """Close what is open, up to the last one of this name."""
        while self.open:
            last = self.open.pop()
            self.parts.append(f"</{last}>")
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        """Text, as text."""
        if not self.unseen:
            self.parts.append(self.text(data))

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Pass over `<![...>`, whatever it is, as browsers do."""
        return self.parse_bogus_comment(i, report)


def safe_html(page: str, text: Callable[[str], str]) -> str:
    """The page as HTML that can neither run nor load anything, its texts written by `text`.

    >>> safe_html('<b onclick="x()">1</b><script>x()</script><!-- a -->&lt;', lambda one: one)
    '<b>1</b> <'
    """
    # Without comments, and with what is never closed as text: the parser would look for the end of
    # each of them.
    first, *rest = page.split("<!--")
    page = " ".join([first, *(one.partition("-->")[2] for one in rest)])
    end = page.rfind(">") + 1
    writer = _TagWriter(text)
    writer.feed(page[:end] + page[end:].replace("<", "&lt;"))
    writer.close()
    writer.close_until("")
    return "".join(writer.parts)


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
        """The HTML of the text between these places, written out by itself."""
        return _Writer(Source(self.source.path, self.text[start:end]), self.places).page()

    def block(self, found: re.Match[str]) -> _Block | None:
        """The block that begins here, where it is not plain text."""
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
