"""The libraries that pages carry with them, as their makers publish them, and the parts of our own.

`bundled/` holds the libraries with their licences, `parts/` our styles and scripts.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..files import read_bytes, read_text

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
        """Its style, fonts included; "" where it has none."""
        return with_fonts(_bundled(self.style_file)) if self.style_file else ""


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


def with_fonts(style: str) -> str:
    """The style with its fonts as parts of it, in the one format that every browser of today reads;
    the older ones that it names beside that one are left out.
    """
    for path in sorted((BUNDLED / "fonts").glob("*.woff2")):
        name = f"fonts/{path.stem}"
        data = b64encode(read_bytes(path)).decode()
        style = style.replace(
            f',url({name}.woff) format("woff"),url({name}.ttf) format("truetype")', ""
        ).replace(f"url({name}.woff2)", f"url(data:font/woff2;base64,{data})")
    return style
