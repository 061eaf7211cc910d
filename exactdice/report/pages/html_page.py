"""A page of HTML in one file: its styles, scripts and data are inside, nothing is loaded, and what
a document or a game brings into it cannot run.

Scripts and styles stand in the head and are allowed by their digests alone (a content security
policy), so that no attribute and no text of the page runs. Data are JSON, which scripts read by
`dataOf(name)` of `parts/data.js`.

`bundled/` holds the libraries that pages carry with them, as their makers publish them and with
their licences, `parts/` our styles and scripts.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path

from ...exact.files import read_bytes, read_text

HERE = Path(__file__).parent
BUNDLED = HERE / "bundled"
PARTS = HERE / "parts"


@dataclass(frozen=True)
class Bundle:
    """A library: what it is called, its version, its licence, its files in `bundled/`."""

    name: str
    version: str
    licence: str
    licence_file: str
    script_file: str
    style_file: str = ""
    writes_attributes: bool = False  # of style, which a policy must allow then

    def script(self) -> str:
        """Its programme, with a word on whose it is."""
        text = _bundled(self.script_file)
        return f"/* {self.name} {self.version}, {self.licence} licence */\n{text}"

    def style(self) -> str:
        """Its style, with its fonts as parts of it, in the one format that every browser of today
        reads; the older ones that it names beside that one are left out.
        """
        style = _bundled(self.style_file)
        for path in sorted((BUNDLED / "fonts").glob("*.woff2")):
            name = f"fonts/{path.stem}"
            data = b64encode(read_bytes(path)).decode()
            style = style.replace(
                f',url({name}.woff) format("woff"),url({name}.ttf) format("truetype")', ""
            ).replace(f"url({name}.woff2)", f"url(data:font/woff2;base64,{data})")
        return style


KATEX = Bundle("KaTeX", "0.19.1", "MIT", "katex.LICENSE", "katex.min.js", "katex.min.css")
PLOTLY = Bundle(
    "Plotly (cartesian)",
    "4.1.1",
    "MIT",
    "plotly.LICENSE",
    "plotly-cartesian.min.js",
    writes_attributes=True,
)
BUNDLES = (KATEX, PLOTLY)


@lru_cache(maxsize=64)
def part(name: str) -> str:
    """The text of one of our styles or scripts."""
    return read_text(PARTS / name)


@lru_cache(maxsize=64)
def _bundled(name: str) -> str:
    return read_text(BUNDLED / name)


# --- the page -------------------------------------------------------------------------------------

BASE_STYLES = ("base.css",)
BASE_SCRIPTS = ("data.js", "exact.js", "look.js")
NOTHING_ELSE = (
    "default-src 'none'",
    "img-src data:",
    "font-src data:",
    "base-uri 'none'",
    "form-action 'none'",
)


def html_page(
    title: str,
    body: str,
    *,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    bundles: Sequence[Bundle] = (),
    late_bundles: Sequence[Bundle] = (),
    data: Mapping[str, object] | None = None,
    asks_its_server: bool = False,
) -> str:
    """The whole page, a file that any browser opens without a network: its title, the HTML of its
    body, the names of its own styles and scripts among the files of `parts/`, the bundled libraries
    it uses, and its data by name.

    Late bundles run after the scripts, so that a page can be used before a large library is ready.
    A page may ask the server that it came from.
    """
    libraries = (*bundles, *late_bundles)
    all_styles = [bundle.style() for bundle in libraries if bundle.style_file]
    all_styles += map(part, (*BASE_STYLES, *styles))
    all_scripts = [bundle.script() for bundle in bundles]
    all_scripts += map(part, (*BASE_SCRIPTS, *scripts))
    all_scripts += [bundle.script() for bundle in late_bundles]
    allowed = policy(all_styles, all_scripts)
    if any(bundle.writes_attributes for bundle in libraries):
        allowed += "; style-src-attr 'unsafe-inline'"
    if asks_its_server:
        allowed += "; connect-src 'self'"
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{allowed}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{escape(title)}</title>",
            *(f"<style>{text}</style>" for text in all_styles),
            "</head>",
            "<body>",
            body,
            *(data_block(name, value) for name, value in (data or {}).items()),
            *(f"<script>{text}</script>" for text in all_scripts),
            "</body>",
            "</html>",
            "",
        )
    )


def policy(styles: Iterable[str], scripts: Iterable[str]) -> str:
    """The content security policy under which these styles and scripts run, and no others."""
    # Libraries that draw make an empty style first, and fill it by rules.
    by_style, by_script = (
        " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts)
        for texts in (("", *styles), scripts)
    )
    return "; ".join((*NOTHING_ELSE, f"style-src {by_style}", f"script-src {by_script}"))


def data_block(name: str, value: object) -> str:
    """The value as JSON that a script of the page reads; no text in it can end the block.

    >>> print(data_block("title", "</script>"))
    <script type="application/json" id="title">"\\u003c/script>"</script>
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    inert = text.replace("<", "\\u003c")
    return f'<script type="application/json" id="{escape(name)}">{inert}</script>'
