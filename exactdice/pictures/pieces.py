"""Pictures of the pieces of a value in the weights of a die."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..closed_forms.pieces import Piece
from ..closed_forms.states import RaceStates
from ..exact import Exact
from ..parametric.points import Root, value_at
from ..queries.syntax import parse
from .axes import write_across, write_upward
from .figure import (
    COLOURS,
    DASHES,
    check_kind,
    new_figure,
    put_legend,
    put_subtitle,
    put_title,
    save_figure,
    summary,
)
from .look import DEFAULT, Look

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

SAMPLES = 400  # points of a curve


def draw_pieces(found: RaceStates, path: Path | None, title: str, look: Look = DEFAULT) -> Figure:
    """The picture of EG or OPT over the symbol of the die, written to the path.

    Each first best number of dice has its colour, and where it changes is a dotted line.
    """
    from .ticks import write_numbers

    check_kind(path)
    figure, axes = new_figure(7.2, 4.2, look=look)
    (pieces,) = found.states.values()
    lines: dict[int, Line2D] = {}  # in the legend, where each number stands once
    for piece in pieces.pieces:
        dice = min(piece.best, default=0)
        xs, ys = _curve(piece, dice if found.asked != "EG" else None)
        style = {"color": COLOURS[dice % len(COLOURS)], "linestyle": DASHES[dice % len(DASHES)]}
        (line,) = axes.plot(xs, ys, **style)
        lines.setdefault(dice, line)
    for root in pieces.first_best_changes:
        axes.axvline(float(root.bounds().middle), color="black", linewidth=0.6, linestyle=":")
    write_numbers(axes.xaxis, look.decimal, False)
    write_numbers(axes.yaxis, look.decimal, found.asked != "EG")  # numbers of dice are whole
    write_across(figure, axes, look.label(found.race.name))
    write_upward(figure, axes, look.label("value", found.query))
    put_legend(figure, list(lines.values()), list(map(_dice_text, lines)))
    put_subtitle(figure, axes, summary([parse(found.query)], look), 0.9)
    put_title(figure, title)
    return save_figure(figure, path)


def _curve(piece: Piece, dice: int | None) -> tuple[list[float], list[float]]:
    """The points of the piece: of its polynomial, or of this number of dice."""
    # Evaluated exactly and rounded once: a polynomial of high degree loses digits in floats.
    xs = _samples(piece.lower, piece.upper)
    ys = [value_at(piece.polynomial, x) if dice is None else dice for x in xs]
    return [float(x) for x in xs], [float(y) for y in ys]


def _dice_text(dice: int) -> str:
    return f"{dice} dice" if dice > 1 else "1 die"


def _samples(lower: Root, upper: Root) -> list[Exact]:
    # The ends of a piece are algebraic; a rational near them is all that a picture can show.
    low, high = lower.bounds().middle, upper.bounds().middle
    return [low + (high - low) * k / SAMPLES for k in range(SAMPLES + 1)]
