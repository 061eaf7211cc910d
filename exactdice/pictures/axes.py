"""The axes of pictures: what stands along them, and which of it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..queries.evaluate import meaning
from ..queries.ranges import Labels
from ..tables.table import Table, label_text

if TYPE_CHECKING:
    from matplotlib.axis import Axis as DrawnAxis

FEW = 25  # whole numbers along an axis that are all written


MOST_TICKS = 40  # labels of a list along an axis


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
    def ends(self) -> tuple[float, float]:
        """Where the first label's place begins and the last one's ends."""
        half = self.places.step / 2
        return self.places[0] - half, self.places[-1] + half

    def write(self, axis: DrawnAxis) -> None:
        """Write the labels along matplotlib's axis, which does well by long ranges itself."""
        # Beyond, its own round steps are better than every k-th of ours.
        if isinstance(self.labels, range) and len(self.labels) > FEW:
            return
        # The least step that leaves at most MOST_TICKS labels.
        apart = 1 + (len(self.labels) - 1) // MOST_TICKS
        written = [label_text(label) for label in self.labels[::apart]]
        axis.set_ticks(self.places[::apart], written)


def axis_of(table: Table, over: tuple[str, Labels]) -> Axis:
    """The axis of the rows or of the columns, by what their name means in the query."""
    name, labels = over
    said = meaning(table.nodes[0], name, table.given) if table.nodes else name
    return Axis(said, labels)
