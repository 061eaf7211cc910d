"""The axes of pictures: what stands along them, and which of it is written."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from ...exact.numbers import Exact
from ...query.evaluate import meaning
from ...query.ranges import Labels
from ..tables.table import Table, label_text
from .figure import LINE, POINTS, in_points, text_inches, write
from .look import DEFAULT, Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis as DrawnAxis
    from matplotlib.figure import Figure

FEW = 25  # whole numbers along an axis that are all written
ROUND = 11  # of more numbers, of which round ones are written


@dataclass(frozen=True)
class Axis:
    """The labels along an axis: whole numbers a..b stand at themselves, a list's side by side."""

    title: str
    labels: Labels

    @property
    def places(self) -> range:
        """The place of each label."""
        return self.labels if isinstance(self.labels, range) else range(len(self.labels))

    @property
    def are_numbers(self) -> bool:
        """Whether the labels are whole numbers that stand at themselves."""
        return isinstance(self.labels, range)

    @property
    def is_even(self) -> bool:
        """Whether the labels are numbers that rise by the same step, as 0, 1/4, 1/2."""
        if self.are_numbers:
            return True
        numbers = [Fraction(label) for label in self.labels if isinstance(label, Exact)]
        if len(numbers) < len(self.labels):
            return False
        steps = {after - before for before, after in pairwise(numbers)}
        return len(steps) == 1 and min(steps) > 0

    @property
    def ends(self) -> tuple[float, float]:
        """Where the first label's place begins and the last one's ends."""
        half = self.places.step / 2
        return self.places[0] - half, self.places[-1] + half

    def write(self, figure: Figure, axis: DrawnAxis, inches: float) -> None:
        """Write the labels along matplotlib's axis, so many of them as have room on it."""
        is_across = axis is axis.axes.xaxis
        texts = [label_text(label) for label in self.labels]
        line = LINE * in_points("medium") / POINTS
        room = 1.2 * max(text_inches(figure, text) for text in texts) if is_across else line
        each = inches / len(texts)
        if isinstance(self.labels, range) and (self.labels.step == 1 or each < room):
            from .shown import WholePlaces

            most = FEW if len(texts) <= FEW else ROUND
            axis.set_major_locator(WholePlaces(max(room, inches / most)))
            return
        is_turned = is_across and each < room
        step = -int(-(line if is_turned else room) // each)  # the least that leaves room for each
        written = [text if len(text) <= 30 else f"{text[:29]}…" for text in texts[::step]]
        axis.set_ticks(self.places[::step], written)
        if is_turned:
            axis.set_tick_params(labelrotation=90)


def axis_of(table: Table, over: tuple[str, Labels], look: Look = DEFAULT) -> Axis:
    """The axis of the rows or of the columns, by what their name means in the query."""
    name, labels = over
    said = meaning(table.nodes[0], name, table.given) if table.nodes else name
    return Axis(look.label(name, said), labels)


def write_titles(figure: Figure, axes: Axes, across: str, upward: str, part: float = 0.8) -> None:
    """Write one text below the axes, which take this part of the width, and one to their left."""
    write(axes.set_xlabel, figure, across, part * figure.get_figwidth())
    write(axes.set_ylabel, figure, upward, 0.7 * figure.get_figheight())
