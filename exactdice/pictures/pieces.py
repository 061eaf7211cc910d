"""Pictures of the pieces of a value in the weights of a die."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..closed_forms.algebraic import Root, value_at
from ..closed_forms.pieces import Piece
from ..closed_forms.states import RaceStates
from ..exact import Exact
from ..queries.syntax import parse
from .figure import check_kind, new_figure, put_title, save_figure, summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SAMPLES = 400  # points of a curve
COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb")


def draw_pieces(found: RaceStates, path: Path | None, title: str) -> Figure:
    """The picture of EG or OPT over the symbol of the die, written to the path.

    Each first best number of dice has its colour, and where it changes is a dotted line.
    """
    check_kind(path)
    figure, axes = new_figure(7.2, 4.2)
    (pieces,) = found.states.values()
    named: set[int] = set()  # in the legend, where each number stands once
    for piece in pieces.pieces:
        dice = min(piece.best, default=0)
        xs, ys = _curve(piece, dice if found.asked != "EG" else None)
        label = None if dice in named else _dice_text(dice)
        axes.plot(xs, ys, color=COLOURS[dice % len(COLOURS)], label=label)
        named.add(dice)
    for root in pieces.first_best_changes:
        axes.axvline(float(root.bounds().middle), color="black", linewidth=0.6, linestyle=":")
    if found.asked != "EG":  # numbers of dice are whole
        axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel(found.race.name)
    axes.set_ylabel(found.query)
    axes.legend()
    axes.set_title(summary([parse(found.query)]), fontsize=9)
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
