"""The numbers along axes: with the decimal mark that was asked for, and whole for whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.ticker import MaxNLocator, ScalarFormatter

if TYPE_CHECKING:
    from matplotlib.axis import Axis


class Numbers(ScalarFormatter):
    """Numbers as matplotlib writes them, with another decimal mark."""

    def __init__(self, mark: str) -> None:
        super().__init__(useLocale=False, useMathText=False)
        self.mark = mark

    def __call__(self, x: float, pos: int | None = None) -> str:
        """The number at a tick."""
        return str(super().__call__(x, pos)).replace(".", self.mark)

    def get_offset(self) -> str:
        """What all numbers are to be multiplied by, or what is to be added to them."""
        return str(super().get_offset()).replace(".", self.mark)


def write_numbers(axis: Axis, mark: str, are_whole: bool) -> None:
    """Write numbers along the axis, only whole ones where all values are whole."""
    axis.set_major_formatter(Numbers(mark))
    if are_whole:
        axis.set_major_locator(whole_places())


class WholePlaces(MaxNLocator):
    """Where whole numbers are written: at round ones, in steps of 1, 2 or 5, so many as have room
    on the axis when each takes this many inches.
    """

    def __init__(self, inches: float) -> None:
        super().__init__(integer=True, steps=[1, 2, 5, 10], min_n_ticks=1)
        self.inches = inches

    def __call__(self) -> Any:
        """The places, on an axis as long as it is when it is drawn."""
        axis: Any = self.axis  # whose declared type has stand-ins that are not on axes
        box, dots = axis.axes.bbox, axis.axes.get_figure(root=False).dpi
        length = (box.width if axis is axis.axes.xaxis else box.height) / dots
        self.set_params(nbins=max(1, int(length / self.inches)))
        return super().__call__()


def whole_places() -> Any:
    """Where whole numbers are written on an axis of any numbers."""
    return MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10], min_n_ticks=1)
