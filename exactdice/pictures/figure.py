"""What every picture shares: the kind of its file, its size and title, and how it is saved."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ExactDiceError, QueryError
from ..exact import Exact
from ..extras import needed
from ..files import write_atomically
from ..queries.evaluate import calls_in
from ..queries.syntax import Node
from ..queries.words import QUANTITIES
from .look import DEFAULT, Look
from .texts import LINE, POINTS, in_points, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = (".png", ".svg", ".pdf")
ON_PAPER = 0.65  # how wide a picture is beside one on a screen
LEAST_ROOM = 0.4  # inches of each side that the axes need beside their texts
# Colours that the colour-blind tell apart (Okabe and Ito), and dashes and marks for who sees none.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
DASHES = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)))
MARKS = "os^DvP*X"
MOST_LINES = 12  # that can still be told apart
LARGEST = 10**300  # a larger number is no float
SMALLEST = Fraction(1, 10**280)  # matplotlib takes an axis of less for one of nothing but 0


def check_kind(path: Path | None) -> None:
    """Raise `ExactDiceError` unless the name is that of a picture, or none is to be written; and
    without matplotlib.
    """
    if path is not None and path.suffix not in KINDS:
        raise ExactDiceError(f"a picture's name must end in {', '.join(KINDS)}, got {path.name}")
    with needed("a picture", "plot"):
        import matplotlib  # noqa: F401


def check_sizes(numbers: Sequence[Exact], what: str) -> None:
    """Raise `QueryError` for numbers that no axis of floats has: "P(d,k) has values"."""
    # Compared exactly, before float() would raise an OverflowError.
    largest = max(max(numbers), -min(numbers))
    if largest >= LARGEST:
        raise QueryError(f"{what} too large to draw")
    if 0 < largest < SMALLEST:
        raise QueryError(f"{what} too small to draw: multiply by a power of 10")


def check_own_size(look: Look) -> None:
    """Raise `ExactDiceError` when a size is asked for where vertices and nodes need theirs."""
    if look.size is not None:
        raise ExactDiceError(
            "a picture of an arena or a tree has the size that its vertices need: leave --size out"
        )


def put_title(figure: Figure, title: str) -> None:
    """Write the title above the picture: its mathematics between $ signs, or the text as it stands
    where that is none.
    """
    if title:
        room = 0.94 * figure.get_figwidth()
        lines = write(figure.suptitle, figure, title, room, "title")
        grow(figure, (lines - 1) * LINE * in_points("title") / POINTS)


def put_subtitle(figure: Figure, axes: Axes, text: str, part: float = 0.8) -> None:
    """Write the text above the axes, which take this part of the width."""
    if text:
        room = part * figure.get_figwidth()
        lines = write(axes.set_title, figure, text, room, "small")
        grow(figure, (lines - 1) * LINE * in_points("small") / POINTS)


def put_note(figure: Figure, text: str) -> None:
    """Write the text below the picture."""
    room = 0.94 * figure.get_figwidth()
    lines = write(figure.supxlabel, figure, text, room, "small")
    grow(figure, (lines - 1) * LINE * in_points("small") / POINTS)


def put_legend(figure: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Write the legend below the picture, where it hides nothing."""
    from matplotlib.text import Text

    width = figure.get_figwidth() - 0.8
    texts: list[str] = []
    for label in labels:
        text = Text()
        write(lambda line, text=text, **_: text.set_text(line), figure, label, width, "small")
        texts.append(text.get_text())
    # Beside each other where they are short enough.
    columns = max(1, min(len(texts), int(width / _widest(figure, texts))))
    figure.legend(
        handles, texts, loc="outside lower center", ncols=columns, fontsize=in_points("small")
    )
    lines = -(-sum(text.count("\n") + 1 for text in texts) // columns)
    grow(figure, lines * 1.3 * in_points("small") / POINTS)


def _widest(figure: Figure, texts: Sequence[str]) -> float:
    """The inches of the widest entry of a legend, with its sign."""
    from .texts import text_inches

    lines = "\n".join(texts).split("\n")
    return 0.75 + max(text_inches(figure, line, "small") for line in lines)


def grow(figure: Figure, inches: float) -> None:
    """Make the picture higher by this much, unless its size was asked for."""
    if not getattr(figure, "has_own_size", False):
        figure.set_figheight(figure.get_figheight() + inches)


def save_figure(figure: Figure, path: Path | None) -> Figure:
    """The figure, written to the file where there is one: whole or not at all."""
    with _complaints():
        if path is None:
            figure.draw_without_rendering()
            _check_room(figure)
            return figure
        # Into memory first, so that a failure of matplotlib leaves an old picture as it was.
        buffer = io.BytesIO()
        figure.savefig(
            buffer,
            format=path.suffix[1:],
            dpi=getattr(figure, "dots", DEFAULT.dpi),
            # Without a date the same picture is the same file, which version control then ignores.
            metadata={"Date": None} if path.suffix == ".svg" else None,
        )
        _check_room(figure)
    write_atomically(path, buffer.getvalue())
    return figure


@contextmanager
def _complaints() -> Iterator[None]:
    """Turn what matplotlib warns of, and what nobody would see in the picture, into errors."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "constrained_layout not applied", UserWarning)
        warnings.filterwarnings("error", "Glyph .* missing from", UserWarning)
        try:
            yield
        except UserWarning as warning:
            if "Glyph" in str(warning):
                sign = str(warning).partition(" missing")[0]
                raise ExactDiceError(
                    f"the font has no sign for {sign}: choose another by --font"
                ) from None
            raise _no_room() from None


def _check_room(figure: Figure) -> None:
    """Raise `ExactDiceError` when the texts leave no room for what they are about."""
    width, height = figure.get_size_inches()
    for axes in figure.axes:
        place = axes.get_position()
        is_bar = axes.get_label() == "<colorbar>"
        if not is_bar and min(place.width * width, place.height * height) < LEAST_ROOM:
            raise _no_room()


def _no_room() -> ExactDiceError:
    return ExactDiceError(
        "the texts leave no room for the picture: choose a larger --size, or a shorter --title"
    )


def svg_text(figure: Figure) -> str:
    """The figure as SVG, the same text for the same picture."""
    buffer = io.BytesIO()
    with _complaints():
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue().decode()


def summary(nodes: Sequence[Node], look: Look = DEFAULT) -> str:
    """What the quantity is, when there is one query and it is a call of that quantity alone;
    nothing on paper, where the caption says so.
    """
    if "subtitle" in look.labels:
        return look.labels["subtitle"]
    if look.is_paper:
        return ""
    called = [call for node in nodes for call in calls_in(node)]
    # Of 2 * P(3,k) the sentence about P(3,k) would be wrong.
    return QUANTITIES[called[0].name].summary if called and called == list(nodes) else ""


def new_figure(
    width: float,
    height: float,
    rows: int = 1,
    columns: int = 1,
    look: Look = DEFAULT,
    is_fixed: bool = False,
) -> tuple[Figure, Any]:
    """A figure of this many inches and its axes, an array of them for more than one panel; one of
    a fixed size has it on paper too.
    """
    figure = canvas(width, height, look, is_fixed)
    return figure, figure.subplots(rows, columns)


def canvas(width: float, height: float, look: Look = DEFAULT, is_fixed: bool = False) -> Figure:
    """An empty figure of this many inches, or of those that were asked for."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from .shown_figure import ShownFigure

    part = ON_PAPER if look.is_paper and not is_fixed else 1
    asked = look.inches
    size = (float(asked[0]), float(asked[1])) if asked else (part * width, part * height)
    # Not by pyplot, which keeps every figure alive and may want a screen.
    figure = ShownFigure(figsize=size, layout="constrained")
    figure.settings, figure.dots, figure.has_own_size = look.settings, look.dpi, asked is not None
    FigureCanvasAgg(figure)
    return figure


@contextmanager
def in_style(look: Look) -> Iterator[None]:
    """Within, all that is drawn has the fonts and lines of the look."""
    with needed("a picture", "plot"):
        from matplotlib import rc_context
    with rc_context(look.settings):
        yield


def stroke(number: int) -> dict[str, Any]:
    """How the line of this number is drawn: in a colour, dashes and marks of its own."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "linestyle": DASHES[number % len(DASHES)],
        "marker": MARKS[number % len(MARKS)],
        "markersize": 4,
        "linewidth": 1.3,
    }
