"""A page of HTML in one file: its styles, scripts and data are inside, nothing is loaded, and what
a document or a game brings into it cannot run.

Scripts and styles stand in the head and are allowed by their digests alone (a content security
policy), so that no attribute and no text of the page runs. Data are JSON, which scripts read by
`dataOf(name)` of `parts/data.js`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from .bundles import Bundle, part

BASE_STYLES = ("base.css",)
BASE_SCRIPTS = ("data.js", "exact.js", "look.js")
NOTHING_ELSE = (
    "default-src 'none'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
)


@dataclass(frozen=True)
class PageParts:
    """What a page is made of: its title, the HTML of its body, the names of its own styles and
    scripts among the files of `parts/`, the bundled libraries it uses, and its data by name.

    Late bundles run after the scripts, so that a page can be used before a large library is ready.
    """

    title: str
    body: str
    styles: Sequence[str] = ()
    scripts: Sequence[str] = ()
    bundles: Sequence[Bundle] = ()
    late_bundles: Sequence[Bundle] = ()
    data: Mapping[str, object] | None = None
    language: str = "en"
    asks_its_server: bool = False  # where it came from a server of its own


def html_page(parts: PageParts) -> str:
    """The whole page: a file that any browser opens without a network."""
    styles, scripts = _styles(parts), _scripts(parts)
    allowed = _allowed(parts, styles, scripts)
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{escape(parts.language)}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{allowed}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{escape(parts.title)}</title>",
            *(f"<style>{text}</style>" for text in styles),
            "</head>",
            "<body>",
            parts.body,
            *(data_block(name, value) for name, value in (parts.data or {}).items()),
            *(f"<script>{text}</script>" for text in scripts),
            "</body>",
            "</html>",
            "",
        )
    )


def _styles(parts: PageParts) -> list[str]:
    styles = [bundle.style() for bundle in (*parts.bundles, *parts.late_bundles)]
    styles += [part(name) for name in (*BASE_STYLES, *parts.styles)]
    return [text for text in styles if text]


def _scripts(parts: PageParts) -> list[str]:
    scripts = [bundle.script() for bundle in parts.bundles]
    scripts += [part(name) for name in (*BASE_SCRIPTS, *parts.scripts)]
    scripts += [bundle.script() for bundle in parts.late_bundles]
    return scripts


def _allowed(parts: PageParts, styles: Sequence[str], scripts: Sequence[str]) -> str:
    """What the page may do: its policy, and what its parts need besides."""
    allowed = policy(styles, scripts)
    if any(bundle.writes_attributes for bundle in (*parts.bundles, *parts.late_bundles)):
        allowed += "; style-src-attr 'unsafe-inline'"
    if parts.asks_its_server:
        allowed += "; connect-src 'self'"
    return allowed


def policy(styles: Iterable[str], scripts: Iterable[str]) -> str:
    """The content security policy under which these styles and scripts run, and no others."""
    # Libraries that draw make an empty style first, and fill it by rules.
    by_style = " ".join(map(_digest, ("", *styles)))
    by_script = " ".join(map(_digest, scripts))
    return "; ".join((*NOTHING_ELSE, f"style-src {by_style}", f"script-src {by_script}"))


def _digest(text: str) -> str:
    """The source of a policy that allows this text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def data_block(name: str, value: object) -> str:
    """The value as JSON that a script of the page reads; no text in it can end the block.

    >>> print(data_block("title", "</script>"))
    <script type="application/json" id="title">"\\u003c/script>"</script>
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    inert = text.replace("<", "\\u003c")
    return f'<script type="application/json" id="{escape(name)}">{inert}</script>'
