"""What every picture shares: the kind of its file, its size and title, and how it is saved."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from ..errors import ExactDiceError
from ..files import write_atomically
from ..queries.evaluate import quantities_in
from ..queries.syntax import Node

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = (".png", ".svg", ".pdf")


WIDEST = 75  # characters of a line below the title, which stands in the middle of the axes


def put_title(figure: Figure, title: str) -> None:
    """Write the title above the picture: its mathematics between $ signs, or the text as it stands
    where that is none.
    """
    # Asked beforehand: a lone $, as of a price, would fail only when the picture is saved.
    from matplotlib.mathtext import MathTextParser

    try:
        MathTextParser("agg").parse(title)
        is_mathematics = True
    except ValueError:
        is_mathematics = False
    figure.suptitle(title, fontsize=12, parse_math=is_mathematics)


def check_kind(path: Path | None) -> None:
    """Raise `ExactDiceError` unless the name is that of a picture, or none is to be written."""
    if path is not None and path.suffix not in KINDS:
        raise ExactDiceError(f"a picture's name must end in {', '.join(KINDS)}, got {path.name}")


def save_figure(figure: Figure, path: Path | None) -> Figure:
    """The figure, written to the file where there is one: whole or not at all."""
    if path is None:
        return figure
    # Into memory first, so that a failure of matplotlib leaves an old picture as it was.
    buffer = io.BytesIO()
    figure.savefig(
        buffer,
        format=path.suffix[1:],
        dpi=150,
        # Without a date the same picture is the same file, which version control then ignores.
        metadata={"Date": None} if path.suffix == ".svg" else None,
    )
    write_atomically(path, buffer.getvalue())
    return figure


def svg_text(figure: Figure) -> str:
    """The figure as SVG, the same text for the same picture."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue().decode()


def summary(nodes: Sequence[Node]) -> str:
    """What the queries' quantity is, when it is a single one."""
    called = [quantity for node in nodes for quantity in quantities_in(node)]
    return fill(called[0].summary, WIDEST) if len(called) == 1 else ""


def new_figure(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Figure, Any]:
    """A figure of this many inches and its axes, an array of them for more than one panel."""
    figure = canvas(width, height)
    return figure, figure.subplots(rows, columns)


def canvas(width: float, height: float) -> Figure:
    """An empty figure of this many inches."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        from .shown_figure import ShownFigure
    except ImportError:
        raise ExactDiceError("pictures need matplotlib: install exactdice[plot]") from None
    # Not by pyplot, which keeps every figure alive and may want a screen.
    figure = ShownFigure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure
