"""Classes of matplotlib extended: a figure that shows itself in a notebook and has its own
style wherever it is drawn, and the numbers along axes.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from matplotlib import rc_context
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, ScalarFormatter

if TYPE_CHECKING:
    from matplotlib.axis import Axis

DOTS = 100  # an inch


class ShownFigure(Figure):
    """A figure of matplotlib that is a picture in a notebook."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.settings: dict[Any, Any] = {}  # of matplotlib, by its names
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


class Numbers(ScalarFormatter):
    """Numbers as matplotlib writes them, with another decimal mark."""

    def __init__(self, mark: str) -> None:
        super().__init__(useLocale=False, useMathText=False)
        self.mark = mark

    def __call__(self, x: float, pos: int | None = None) -> str:
        """The number at a tick."""
        return str(super().__call__(x, pos)).replace(".", self.mark)

    def get_offset(self) -> str:
        """The number by which all are to be multiplied, or which is to be added to them."""
        return str(super().get_offset()).replace(".", self.mark)


def write_numbers(axis: Axis, mark: str, are_whole: bool) -> None:
    """Write numbers along the axis, only whole ones where all values are whole."""
    axis.set_major_formatter(Numbers(mark))
    if are_whole:
        axis.set_major_locator(WholePlaces())


class WholePlaces(MaxNLocator):
    """Where whole numbers are written: at round ones, in steps of 1, 2 or 5, so many as have room
    on the axis when each takes this many inches; without, so many as matplotlib chooses.
    """

    def __init__(self, inches: float | None = None) -> None:
        super().__init__("auto", integer=True, steps=[1, 2, 5, 10], min_n_ticks=1)
        self.inches = inches

    def __call__(self) -> Any:
        """The places, on an axis as long as it is when it is drawn."""
        if self.inches is not None:
            axis: Any = self.axis  # whose declared type has stand-ins that are not on axes
            box = axis.axes.bbox
            dots = axis.axes.get_figure(root=False).dpi
            length = (box.width if axis is axis.axes.xaxis else box.height) / dots
            self.set_params(nbins=max(1, int(length / self.inches)))
        return super().__call__()
