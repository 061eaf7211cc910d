"""Markdown as its readers see it, its numbers as buttons.

It is read as CommonMark with tables and `$formulas$`. Of the HTML in it only plain tags remain,
links lead to http, https and mail alone, and pictures are named, never loaded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from ..printed.source import front_matter_end
from .formulas import formula
from .placing import Places
from .safe_html import IN_LINES, safe_html

ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s\"<>\\]{1,2000}", re.IGNORECASE)
BREAK = re.compile(r"<br[ ]?/?>", re.IGNORECASE)
SIMPLE_TAG = re.compile(rf"<(?P<closes>/?)(?P<tag>{'|'.join(IN_LINES)})>", re.IGNORECASE)
HEADINGS_BEGIN = 2  # levels of headings that the page has itself
LOWEST_HEADING = 6
LONGEST_FORMULA = 10_000  # characters between dollars

Tokens = Sequence[Token]


def markdown_page(text: str, places: Places) -> str:
    """The text as HTML; `places` knows the numbers that its stand-ins are of."""
    return str(_reader().render(text, {"places": places}))


def without_front_matter(text: str) -> str:
    """The text without the lines before it that say what it is."""
    return text[front_matter_end(text) :]


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
    """The rule that reads `$formula$` and `$$formula$$`."""
    text, start = state.src, state.pos
    if not text.startswith("$", start):
        return False
    mark = "$$" if text.startswith("$$", start) else "$"
    first = start + len(mark)
    end = _closing(text, first, min(state.posMax, first + LONGEST_FORMULA), mark)
    if end < 0:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content, token.markup = text[first:end], mark
    state.pos = end + len(mark)
    return True


def _closing(text: str, first: int, last: int, mark: str) -> int:
    """Where the formula ends; -1 where the dollar is one of money."""
    if mark == "$" and text[first : first + 1].isspace():
        return -1
    end = text.find(mark, first, last)
    while end > 0 and text[end - 1] == "\\":
        end = text.find(mark, end + 1, last)
    if end <= first or "\n\n" in text[first:end]:
        return -1
    is_money = mark == "$" and (text[end - 1].isspace() or text[end + 1 : end + 2].isdigit())
    return -1 if is_money else end


class _Renderer(RendererHTML):
    """Writes the tokens out; nothing reaches the page but by the functions here."""

    @staticmethod
    def renderAttrs(token: Token) -> str:
        """The two attributes that the page needs: the start of a list, the side of a column."""
        start, style = token.attrGet("start"), str(token.attrGet("style") or "")
        number = f' start="{int(start)}"' if start is not None else ""
        side = style.removeprefix("text-align:")
        return number + (f' class="{side}"' if side in ("left", "center", "right") else "")

    # --- texts ----------------------------------------------------------------------------------

    def text(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """A text, and in its numbers what they are marked up with."""

        def inside(number: str) -> str:
            return str(_reader().renderInline(number, env))

        return _places(env).html(tokens[idx].content, inside)

    def code_inline(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """Code within a line."""
        return f"<code>{_places(env).html(tokens[idx].content)}</code>"

    def code_block(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """Lines of code."""
        return f"<pre><code>{_places(env).html(tokens[idx].content)}</code></pre>\n"

    fence = code_block

    def formula(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """A formula."""
        token = tokens[idx]
        return formula(token.content, _places(env), token.markup == "$$")

    def renderInline(self, tokens: Tokens, options: OptionsDict, env: EnvType) -> str:
        """The parts of a paragraph."""
        _mark_pairs(tokens)
        return super().renderInline(tokens, options, env)

    # --- HTML, pictures, links --------------------------------------------------------------------

    def html_block(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """What is left of lines of HTML."""
        return safe_html(tokens[idx].content, _places(env).html)

    def html_inline(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """A tag within a line: one of a simple pair, a break, nothing for a comment, else text."""
        tag = tokens[idx].content
        if tokens[idx].meta.get("is_paired"):
            return tag.lower()
        if BREAK.fullmatch(tag):
            return "<br>"
        return _places(env).html("" if tag.startswith("<!--") else tag)

    def image(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """What a picture is said to show."""
        said = self.renderInlineAsText(tokens[idx].children or [], options, env)
        return f'<span class="picture">picture: {_places(env).html(said)}</span>'

    def link_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """A link that leads out of the page; a text where it leads elsewhere or holds a number."""
        address = str(tokens[idx].attrGet("href") or "")
        is_link = ADDRESS.fullmatch(address) and not _holds_number(tokens, idx, address, env)
        if not is_link:
            return "<span>"
        return f'<a href="{escape(address)}" rel="noopener noreferrer">'

    def link_close(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """The end of it."""
        address = str(tokens[_opening(tokens, idx)].attrGet("href") or "")
        number = _holds_number(tokens, _opening(tokens, idx), address, env)
        return "</a>" if ADDRESS.fullmatch(address) and not number else "</span>"

    # --- blocks -----------------------------------------------------------------------------------

    def heading_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """A heading, below those of the page."""
        return f"<{_heading(tokens[idx])}>"

    def heading_close(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """The end of it."""
        return f"</{_heading(tokens[idx])}>\n"

    def table_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """A table, which may be wider than a phone."""
        return '<div class="scrolls"><table>\n'

    def table_close(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """The end of it."""
        return "</table></div>\n"


def _places(env: EnvType) -> Places:
    places = env["places"]
    assert isinstance(places, Places)  # as `markdown_page` put it there
    return places


def _mark_pairs(tokens: Tokens) -> None:
    """Mark the tags without attributes that are closed where they are opened."""
    opened: list[Token] = []
    for token in tokens:
        found = SIMPLE_TAG.fullmatch(token.content) if token.type == "html_inline" else None
        if token.nesting or (found and not found["closes"]):
            opened.append(token)
        elif found and opened and _is_pair(opened[-1], token):
            opened.pop().meta["is_paired"] = token.meta["is_paired"] = True


def _is_pair(opening: Token, closing: Token) -> bool:
    name = closing.content.lower().removeprefix("</")
    return opening.type == "html_inline" and opening.content.lower() == f"<{name}"


def _heading(token: Token) -> str:
    return f"h{min(int(token.tag[1:]) + HEADINGS_BEGIN, LOWEST_HEADING)}"


def _opening(tokens: Tokens, idx: int) -> int:
    """Where the link opens that closes here; links hold no links."""
    while tokens[idx].type != "link_open":
        idx -= 1
    return idx


def _holds_number(tokens: Tokens, idx: int, address: str, env: EnvType) -> bool:
    """Whether a stand-in is within the link that opens here: a button stands in no link."""
    places = _places(env)
    if places.found_in(address):
        return True
    while tokens[idx].type != "link_close":
        if places.found_in(tokens[idx].content):
            return True
        idx += 1
    return False
