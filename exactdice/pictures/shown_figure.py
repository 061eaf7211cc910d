"""A figure that shows itself in a notebook, where nothing else of matplotlib is set up, and that
has its own style wherever it is drawn.
"""

from __future__ import annotations

import io
from typing import Any

from matplotlib import rc_context
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure

from .look import Settings

DOTS = 100  # an inch


class ShownFigure(Figure):
    """A figure of matplotlib that is a picture in a notebook."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.settings: Settings = {}  # of matplotlib, by its names
        self.dots = DOTS  # of a saved picture
        self.has_own_size = False  # the one that was asked for, which no title changes

    def draw(self, renderer: RendererBase) -> None:
        """Draw it; fonts are looked up only then."""
        with rc_context(self.settings):
            super().draw(renderer)

    def savefig(self, fname: Any, **options: Any) -> None:
        """Write it to the file."""
        with rc_context(self.settings):
            super().savefig(fname, **options)

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", dpi=DOTS)
        return buffer.getvalue()
