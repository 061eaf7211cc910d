"""Markdown as its readers see it, its numbers as buttons.

It is read as CommonMark with tables and `$formulas$`. Of the HTML in it only plain tags remain: it
is written again as tags without attributes out of a short list, each closed where it is opened, and
all else as text. Links lead to http, https and mail alone, and pictures are named, never loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from .placing import DEEPEST, Places, formula

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
    """What reads Markdown."""
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
