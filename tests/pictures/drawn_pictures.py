"""Every kind of picture, small, and how it is compared with the one that was looked at.

`.venv/bin/python tests/pictures/drawn_pictures.py` makes the kept pictures anew: look at each that
git shows as changed before it is kept.
"""

import sys
from io import BytesIO
from pathlib import Path

import matplotlib
import numpy as np
from PIL import Image

from exactdice import PlotStyle, plot, value
from exactdice.writeup.pictures.curves import Panel, draw_distributions

DRAWN_WITH = "3.11"  # matplotlib, which places lines and letters otherwise in another release
KEPT = Path(__file__).parent / "baseline"
ACROSS = 180  # pixels of a kept picture: enough to see what moves
SHADES = 32  # of each colour, in a kept picture
# Letters are smoothed otherwise by another FreeType: a pixel may differ so much, and so many more.
TOLERANCE, FEW = 0.12, 0.002
SMALL = {"dice": 2, "target": 10, "i": range(10), "j": range(10)}
LONG = " + ".join(["EG(i,j) * EG(j,i)"] * 12)

MAPS = {
    "map_of_gains": lambda: plot("EG(i,j)", **SMALL),
    "map_with_levels": lambda: plot(
        "EG(i,j)", look=PlotStyle(levels="-1/4,0,0.5", decimal=",", size="12x10cm"), **SMALL
    ),
    "map_on_paper": lambda: plot("EG(i,j)", look=PlotStyle(style="paper", levels="auto"), **SMALL),
}
MORE_MAPS = {
    "map_of_choices": lambda: plot("OPT(i,j)", **SMALL),
    "map_of_chances": lambda: plot("P(d,k)", d=range(1, 9), k=range(1, 31)),
}
NAMED = {
    "map_of_a_statement": lambda: plot("EG(i,j) > 0", **SMALL),
    "map_of_actions": lambda: plot("OPT_all(i,j)", **SMALL),
    "map_of_words": lambda: plot(
        "gain(a,b)", a=["blind", "random"], b=["optimal", "blind", "random"], dice=2, target=10
    ),
}
LAW_MAPS = {"map_of_laws": lambda: plot("n @ d(6)", n=range(1, 6))}
ODD_MAPS = {
    "map_of_one_cell": lambda: plot("EG(i,j)", **{**SMALL, "i": range(1), "j": range(1)}),
    "constant_map": lambda: plot("0 * EG(i,j) - 3/7", **SMALL),
    "map_of_huge_numbers": lambda: plot("10**30 * EG(i,j)", **SMALL),
    "map_with_a_long_title": lambda: plot(LONG, **SMALL),
    "small_map": lambda: plot("EG(i,j)", look=PlotStyle(size="3x2.6"), **SMALL),
    "maps_beside_each_other": lambda: plot("EG(i,j)", "EG(i,j) - EG(j,i)", **SMALL),
}
CURVES = {
    "bars": lambda: plot("EP(d)", d=range(1, 16)),
    "bars_below_zero": lambda: plot("best_dice(D) - 4", D=range(1, 10)),
    "bars_of_bounds": lambda: plot("value(i,0,0)", i=range(5), game="pig", target=10, digits=6),
    "line": lambda: plot("EP(d)", d=range(1, 100)),
    "lines": lambda: plot("EP(d)", "best_dice(d)", "d / 2", d=range(1, 16)),
}
LAWS = {
    "law": lambda: plot("2d6", look=PlotStyle(labels={"mean": "Mittelwert"})),
    "law_of_many_outcomes": lambda: plot("100 @ d(6)"),
    "laws": lambda: plot("2d6", "3d4", "highest(d(6), 4, 3)", look=PlotStyle(style="paper")),
    "sampled_law": lambda: draw_distributions(
        [Panel("2d6", value("2d6"), {2: 1, 7: 5, 8: 3})], None, "A sample", "points"
    ),
}
GRAPHS = {
    "pieces": lambda: plot("EG(0,0)", dice=2, target=3, weights="p,1-p"),
    "functions": lambda: plot("EG(0,0)", "EG(1,0)", dice=2, target=3, weights="p,1-p"),
    "kernel": lambda: plot("kernel(chomp(2,3))"),
    "both_movers": lambda: plot("winning_moves(nim(1,2))"),
}
PICTURES = MAPS | MORE_MAPS | NAMED | LAW_MAPS | ODD_MAPS | CURVES | LAWS | GRAPHS


def rendered(figure):
    """The picture as an array of colours from 0 to 255."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=72)
    return np.array(Image.open(buffer).convert("RGB"))


def is_cut_off(picture):
    """Whether something reaches the border of the rendered picture, as a text that leads beyond."""
    edges = picture[0], picture[-1], picture[:, 0], picture[:, -1]
    return any((edge != 255).any() for edge in edges)


def shrunk(rendered_picture):
    """The picture as it is compared: a small array of colours between 0 and 1."""
    picture = Image.fromarray(rendered_picture)
    height = round(ACROSS * picture.height / picture.width)
    small = np.asarray(picture.resize((ACROSS, height), Image.Resampling.BOX))
    return small // (256 // SHADES) / (SHADES - 1)


def kept(name):
    """The picture that was looked at."""
    return np.asarray(Image.open(KEPT / f"{name}.png").convert("RGB")) / 255


def differs(one, other):
    """Whether someone would see that the pictures are two."""
    if one.shape != other.shape:
        return True
    apart = abs(one - other).max(axis=2) > TOLERANCE
    return bool(apart.mean() > FEW)


def check(figure, name):
    """Fail unless the figure is that of this name, whole and, by the matplotlib with which someone
    looked at it, as it was then.
    """
    picture = rendered(figure)
    assert not is_cut_off(picture), name
    if matplotlib.__version__.startswith(f"{DRAWN_WITH}."):
        assert not differs(shrunk(picture), kept(name)), name


def keep(name):
    """Write the picture of this name as it is drawn today."""
    written = Image.fromarray((shrunk(rendered(PICTURES[name]())) * 255).round().astype(np.uint8))
    written.quantize(256).save(KEPT / f"{name}.png", optimize=True)


if __name__ == "__main__":
    for asked in sys.argv[1:] or PICTURES:
        keep(asked)
