"""How a picture looks: its style, size, font, dots, words and decimal mark, and what is drawn on a
map besides its colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from ...exact.argument_checks import a_text, an_instance, got
from ...exact.errors import ExactDiceError, nearest
from ...exact.loading import needed
from ...exact.numbers import MARKS, Exact, one_of, parse_exact, shown

Settings = dict[Any, Any]  # of matplotlib, whose names are literal types of its own
SCREEN = "screen"
PAPER = "paper"
STYLES = (SCREEN, PAPER)
AUTOMATIC = "auto"  # levels at round numbers, chosen by matplotlib
# What is written besides the names of the ranges, and may be written in other words.
WORDS = ("subtitle", "value", "outcome", "probability", "mean", "median", "quartiles", "ties")
TRUTHS = ("true", "false")
CM = Fraction(50, 127)  # inches in a centimetre
SIZE = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(in|cm)?", re.ASCII)
MOST_PIXELS = 40_000_000  # of a picture, which needs 4 bytes for each
ALWAYS = ("serif", "sans-serif", "monospace")  # families that matplotlib brings along

# What matplotlib calls by these names. Its text is relative to font.size.
SETTINGS: dict[str, Settings] = {
    SCREEN: {"font.size": 10, "figure.titlesize": 12, "font.family": ["DejaVu Sans"]},
    PAPER: {
        "font.size": 9,
        "figure.titlesize": 10,
        "font.family": ["STIXGeneral", "DejaVu Serif"],
        "mathtext.fontset": "stix",
        # Letters as such, which can be searched and copied; printers refuse type 3.
        "pdf.fonttype": 42,
        "axes.linewidth": 0.6,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
    },
}


@dataclass(frozen=True)
class Look:
    """How a picture looks, for `plot` and `exactdice plot`.

    style: `screen`, or `paper` for print: small, with serifs, and without the title that the
    caption says. size: inches "5x4", or "12x8cm". font: the name of one that is installed, or
    serif, sans-serif, monospace. dpi: dots an inch of a PNG. decimal: the mark . or ,
    levels: lines of equal values on a map, at "0,1/4" or "auto". labels: other words,
    {"i": "points"}, for the names of ranges and for subtitle, value, outcome, probability, mean,
    median, quartiles, ties, true, false.

    >>> Look(size="12.7x8cm").inches
    (Fraction(5, 1), Fraction(400, 127))
    >>> Look(size="0x3")
    Traceback (most recent call last):
    exactdice.exact.errors.ExactDiceError: size must be width x height, as in 5x4 (inches) or ...
    """

    style: str = SCREEN
    size: str | None = None
    font: str | None = None
    dpi: int = 150
    decimal: str = "."
    levels: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        one_of(STYLES, self.style, "style")
        one_of(MARKS, self.decimal, "the decimal mark")
        if type(self.dpi) is not int or self.dpi < 1:
            raise ExactDiceError(f"dpi must be a whole number from 1, {got(self.dpi)}")
        if self.font is not None and a_text(self.font, "font") not in ALWAYS:
            with needed("a picture", "plot"):
                from matplotlib.font_manager import get_font_names
            known = get_font_names()
            if self.font not in known:
                raise ExactDiceError(
                    f"the font {shown(self.font)} is not installed{nearest(self.font, known)}: "
                    f"{', '.join(ALWAYS)} always are"
                )
        width, height = self.inches or (8, 8)
        if width * height * self.dpi**2 > MOST_PIXELS:
            raise ExactDiceError(
                f"a picture may have {MOST_PIXELS} dots, but {self.size or '8x8'} at "
                f"{shown(self.dpi)} dpi has more: choose a smaller size or dpi"
            )
        an_instance(self.labels, Mapping, "labels", "given as {name: text}")
        for name, text in self.labels.items():
            a_text(text, f"the label {shown(name)}")
        # A copy, which nobody changes while the picture is drawn.
        object.__setattr__(self, "labels", MappingProxyType(dict(self.labels)))
        _ = self.level_values

    @property
    def inches(self) -> tuple[Fraction, Fraction] | None:
        """The width and the height; None where the picture chooses them."""
        if self.size is None:
            return None
        match = SIZE.fullmatch(a_text(self.size, "size").replace(" ", ""))
        if match is None or float(match[1]) * float(match[2]) == 0:
            raise ExactDiceError(
                f"size must be width x height, as in 5x4 (inches) or 12x8cm, got {shown(self.size)}"
            )
        unit = CM if match[3] == "cm" else 1
        return Fraction(match[1]) * unit, Fraction(match[2]) * unit

    @property
    def level_values(self) -> tuple[Exact, ...] | None:
        """The values of the level lines, in order; () for those that matplotlib chooses, None for
        none.
        """
        if self.levels is None:
            return None
        if a_text(self.levels, "levels") == AUTOMATIC:
            return ()
        texts = self.levels.split(",")
        try:
            return tuple(sorted({parse_exact(text) for text in texts}))
        except ExactDiceError:
            raise ExactDiceError(
                f"levels must be auto, or numbers such as 0,1/4,0.5, got {shown(self.levels)}"
            ) from None

    @property
    def is_paper(self) -> bool:
        """Whether it is for print, where a caption says what a title says on a screen."""
        return self.style == PAPER

    @property
    def settings(self) -> Settings:
        """What matplotlib is told, by its names."""
        own = dict(SETTINGS[self.style])
        if self.font is not None:
            # The others are for letters that the font lacks.
            own["font.family"] = [self.font, *own["font.family"], "DejaVu Sans"]
            own["mathtext.fontset"] = "custom" if self.font not in ALWAYS else "dejavusans"
            own["mathtext.rm"] = own["mathtext.sf"] = self.font
            own["mathtext.it"] = f"{self.font}:italic"
            own["mathtext.bf"] = f"{self.font}:bold"
        return own

    def label(self, name: str, otherwise: str | None = None) -> str:
        """What is written for the name."""
        return self.labels.get(name, name if otherwise is None else otherwise)

    def check_labels(self, ranges: Iterable[str]) -> None:
        """Raise `ExactDiceError` for a label of a name that is not in the picture."""
        known = (*ranges, *WORDS, *TRUTHS)
        for name in self.labels:
            one_of(known, name, "the name of a label")


def labels_of(words: Iterable[str]) -> dict[str, str]:
    """{name: text} from words such as `i=my points`; the text may be empty.

    >>> labels_of(["i=my points", "subtitle="])
    {'i': 'my points', 'subtitle': ''}
    """
    labels: dict[str, str] = {}
    for word in words:
        name, mark, text = a_text(word, "a label").partition("=")
        if not mark or not name:
            raise ExactDiceError(f"a label must be NAME=TEXT, as in i=my points, got {shown(word)}")
        if name in labels:
            raise ExactDiceError(f"the label {shown(name)} is given twice")
        labels[name] = text
    return labels


DEFAULT = Look()
