"""A figure that shows itself in a notebook, where nothing else of matplotlib is set up."""

from __future__ import annotations

import io

from matplotlib.figure import Figure

DOTS = 100  # an inch


class ShownFigure(Figure):
    """A figure of matplotlib that is a picture in a notebook."""

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", dpi=DOTS)
        return buffer.getvalue()
