"""The style of pictures, and what every picture shares: the kind of its file, its size, its texts,
its axes, and how it is saved.

Texts are broken into lines that have room: nothing that is written is cut off.
"""

from __future__ import annotations

import io
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...exact.argument_checks import a_text, an_instance, got
from ...exact.errors import ExactDiceError, QueryError, nearest
from ...exact.files import write_atomically
from ...exact.loading import needed
from ...exact.numbers import MARKS, Exact, one_of, parse_exact, shown
from ...query.evaluate import calls_in, meaning
from ...query.ranges import Labels
from ...query.syntax import Node
from ...query.words import QUANTITIES
from ..tables.table import Table, label_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis as DrawnAxis
    from matplotlib.figure import Figure

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
class PlotStyle:
    """How a picture looks, for `plot` and `exactdice plot`.

    style: `screen`, or `paper` for print: small, with serifs, and without the title that the
    caption says. size: inches "5x4", or "12x8cm". font: the name of one that is installed, or
    serif, sans-serif, monospace. dpi: dots an inch of a PNG. decimal: the mark . or ,
    levels: lines of equal values on a map, at "0,1/4" or "auto". labels: other words,
    {"i": "points"}, for the names of ranges and for subtitle, value, outcome, probability, mean,
    median, quartiles, ties, true, false.

    >>> PlotStyle(size="12.7x8cm").inches
    (Fraction(5, 1), Fraction(400, 127))
    >>> PlotStyle(size="0x3")
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
        """The settings of matplotlib, by its names."""
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
        """The text for the name."""
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
    labels = {}
    for word in words:
        name, mark, text = a_text(word, "a label").partition("=")
        if not mark or not name:
            raise ExactDiceError(f"a label must be NAME=TEXT, as in i=my points, got {shown(word)}")
        if name in labels:
            raise ExactDiceError(f"the label {shown(name)} is given twice")
        labels[name] = text
    return labels


DEFAULT = PlotStyle()

# --- figures --------------------------------------------------------------------------------------

KINDS = (".png", ".svg", ".pdf")
ON_PAPER = 0.65  # how wide a picture is beside one on a screen
# Colours that the colour-blind tell apart (Okabe and Ito), and dashes and marks for who sees none.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
DASHES = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)))
POINT_MARKS = "os^DvP*X"
MOST_BARS = 60  # more are drawn as a line or as shades
MOST_PLACES = 150  # vertices that can still be told apart
MARGIN = 10**28  # matplotlib takes an axis of numbers near the least float for one of nothing but 0
LINE = 1.25  # the height of a line, as a part of the size of its letters
POINTS = 72  # in an inch


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
    if largest * MARGIN >= int(sys.float_info.max):
        raise QueryError(f"{what} too large to draw")
    if 0 < largest < Fraction(sys.float_info.min) * MARGIN:
        raise QueryError(f"{what} too small to draw: multiply by a power of 10")


def new_figure(
    width: float,
    height: float,
    rows: int = 1,
    columns: int = 1,
    look: PlotStyle = DEFAULT,
    is_fixed: bool = False,
    are_shared: bool = False,
) -> tuple[Figure, Any]:
    """A figure of this many inches, or of those that were asked for, and its axes, an array of them
    for more than one panel, which may be shared by all; one of a fixed size has it on paper too,
    and takes no other.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from .shown import ShownFigure

    asked = look.inches
    if asked and is_fixed:
        raise ExactDiceError(
            "a picture of an arena has the size that its vertices need: leave --size out"
        )
    part = ON_PAPER if look.is_paper and not is_fixed else 1
    size = (float(asked[0]), float(asked[1])) if asked else (part * width, part * height)
    # Not by pyplot, which keeps every figure alive and may want a screen.
    figure = ShownFigure(figsize=size, layout="constrained")
    figure.settings = look.settings
    figure.dots = look.dpi
    figure.has_own_size = asked is not None
    FigureCanvasAgg(figure)
    return figure, figure.subplots(rows, columns, sharex=are_shared, sharey=are_shared)


@contextmanager
def styled(look: PlotStyle) -> Iterator[None]:
    """Within, all that is drawn has the fonts and lines of the look."""
    with needed("a picture", "plot"):
        from matplotlib import rc_context
    with rc_context(look.settings):
        yield


def line_style(number: int) -> dict[str, Any]:
    """How the line of this number is drawn: in a colour, dashes and marks of its own."""
    return dash_style(number) | {
        "marker": POINT_MARKS[number % len(POINT_MARKS)],
        "markersize": 4,
        "lw": 1.3,
    }


def dash_style(number: int) -> dict[str, Any]:
    """The colour and the dashes of the line of this number."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": DASHES[number % len(DASHES)]}


def save_figure(figure: Figure, path: Path | None) -> Figure:
    """The figure, written to the file where there is one: whole or not at all."""
    if path is None:
        with _complaints():
            figure.draw_without_rendering()
    else:
        # Into memory first, so that a failure of matplotlib leaves an old picture as it was.
        write_atomically(path, _image(figure, path.suffix[1:]))
    return figure


def svg_text(figure: Figure) -> str:
    """The figure as SVG, the same text for the same picture."""
    return _image(figure, "svg").decode()


def _image(figure: Figure, kind: str) -> bytes:
    buffer = io.BytesIO()
    with _complaints():
        figure.savefig(
            buffer,
            format=kind,
            dpi=getattr(figure, "dots", DEFAULT.dpi),
            # Without a date the same picture is the same file, which version control then ignores.
            metadata={"Date": None} if kind == "svg" else None,
        )
    return buffer.getvalue()


@contextmanager
def _complaints() -> Iterator[None]:
    """Turn what matplotlib warns of, and what nobody would see in the picture, into errors."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "constrained_layout not applied", UserWarning)
        warnings.filterwarnings("error", "Glyph .* missing from", UserWarning)
        try:
            yield
        except UserWarning as warning:
            sign, _, is_glyph = str(warning).partition(" missing")
            raise ExactDiceError(
                f"the font has no sign for {sign}: choose another by --font"
                if is_glyph
                else "the texts leave no room for the picture: choose a larger --size, or a "
                "shorter --title"
            ) from None


# --- texts ----------------------------------------------------------------------------------------


def put_title(figure: Figure, title: str) -> None:
    """Write the title above the picture: its mathematics between $ signs, or the text as it stands
    where that is none.
    """
    _put(figure, figure.suptitle, title, 0.94, "title")


def put_subtitle(figure: Figure, axes: Axes, text: str, part: float = 0.8) -> None:
    """Write the text above the axes, which take this part of the width."""
    _put(figure, axes.set_title, text, part, "small")


def put_note(figure: Figure, text: str) -> None:
    """Write the text below the picture."""
    _put(figure, figure.supxlabel, text, 0.94, "small")


def _put(figure: Figure, setter: Callable[..., Any], text: str, part: float, size: str) -> None:
    """Write the text into this part of the width; the figure grows by all lines but the first."""
    if text:
        lines = write(setter, figure, text, part * figure.get_figwidth(), size)
        _grow(figure, (lines - 1) * LINE * font_points(size))


def put_legend(figure: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """Write the legend below the picture, where it hides nothing."""
    points = font_points("small")
    room = figure.get_figwidth() - 0.8
    texts = ["\n".join(break_lines(figure, label, room, points)) for label in labels]
    widest = max(text_inches(figure, line, "small") for line in "\n".join(texts).split("\n"))
    # Beside each other where they are short enough, each with its sign.
    columns = max(1, min(len(texts), int(room / (0.75 + widest))))
    figure.legend(handles, texts, loc="outside lower center", ncols=columns, fontsize=points)
    lines = -(-sum(text.count("\n") + 1 for text in texts) // columns)
    _grow(figure, lines * 1.3 * points)


def _grow(figure: Figure, points: float) -> None:
    """Make the picture higher by this much, unless its size was asked for."""
    if not getattr(figure, "has_own_size", False):
        figure.set_figheight(figure.get_figheight() + points / POINTS)


def summary(nodes: Sequence[Node], look: PlotStyle = DEFAULT) -> str:
    """The summary of the quantity, when there is one query and it is a call of that quantity alone;
    nothing on paper, where the caption says so.
    """
    if look.is_paper or "subtitle" in look.labels:
        return look.labels.get("subtitle", "")
    called = [call for node in nodes for call in calls_in(node)]
    # Of 2 * P(3,k) the sentence about P(3,k) would be wrong.
    return QUANTITIES[called[0].name].summary if called and called == list(nodes) else ""


def write(
    setter: Callable[..., Any], figure: Figure, text: str, inches: float, size: str = "medium"
) -> int:
    """Write the text by matplotlib's setter in lines of at most this many inches; how many lines
    these are.
    """
    points = font_points(size)
    lines = []
    for paragraph in text.split("\n"):
        lines += break_lines(figure, paragraph, inches, points)
    setter("\n".join(lines), fontsize=points, parse_math=all(map(is_mathematics, lines)))
    return len(lines)


def is_mathematics(text: str) -> bool:
    """Whether what stands between $ signs in the text is a formula that can be set."""
    if "$" not in text:
        return False
    # Asked beforehand: a lone $, as of a price, would fail only when the picture is saved.
    from matplotlib.mathtext import MathTextParser

    try:
        MathTextParser("agg").parse(text)
    except ValueError:
        return False
    return True


def font_points(size: str) -> float:
    """The height of letters of this size, such as `small`, in the style that is set."""
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties

    asked = rcParams["figure.titlesize"] if size == "title" else size
    return float(FontProperties(size=asked).get_size_in_points())


def text_inches(figure: Figure, text: str, size: str = "medium") -> float:
    """How wide the text is."""
    return _width(figure, font_points(size), False)(text)


def _width(figure: Figure, points: float, mathematics: bool) -> Callable[[str], float]:
    """The function that says how many inches wide a line is."""
    from matplotlib.font_manager import FontProperties

    renderer: Any = figure.canvas.get_renderer()  # type: ignore[attr-defined]  # that of Agg
    font = FontProperties(size=points)

    @lru_cache(maxsize=1024)  # words and lines come again, which are few and short
    def width(line: str) -> float:
        is_formula = mathematics and "$" in line
        with warnings.catch_warnings():
            # Of signs that the font lacks who saves the picture hears.
            warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
            found = renderer.get_text_width_height_descent(line or " ", font, is_formula)[0]
        return float(found) / figure.dpi

    return width


def break_lines(figure: Figure, text: str, inches: float, points: float) -> list[str]:
    """The text in lines of at most this many inches, when its letters are so many points high."""
    width = _width(figure, points, is_mathematics(text))
    words = []
    for part in re.findall(r"\$[^$]+\$|[^\s$]+\s*|\$|\s+", text):
        is_formula = part.startswith("$") and len(part) > 1
        if is_formula or width(part.rstrip()) <= inches:
            words.append(part)
            continue
        # A formula is never broken; a word may be, but behind a sign rather than within a name.
        for piece in re.findall(r"[^,;()+*/-]+[,;()+*/-]?|[,;()+*/-]", part):
            words += [piece] if width(piece) <= inches else list(piece)
    lines = [""]
    for word in words:
        longer = lines[-1] + word if lines[-1].strip() else word
        if lines[-1] and width(longer.rstrip()) > inches:
            lines.append(word.lstrip())
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


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
        steps = {after - before for before, after in pairwise(numbers)}
        return len(numbers) == len(self.labels) and len(steps) == 1 and min(steps) > 0

    @property
    def ends(self) -> tuple[float, float]:
        """Where the first label's place begins and the last one's ends."""
        half = self.places.step / 2
        return self.places[0] - half, self.places[-1] + half

    def write(self, figure: Figure, axis: DrawnAxis, inches: float) -> None:
        """Write the labels along matplotlib's axis, so many of them as have room on it."""
        is_across = axis is axis.axes.xaxis
        texts = [label_text(label) for label in self.labels]
        line = LINE * font_points("medium") / POINTS
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


def table_axis(table: Table, over: tuple[str, Labels], look: PlotStyle) -> Axis:
    """The axis of the rows or of the columns, by what their name means in the query."""
    name, labels = over
    said = meaning(table.nodes[0], name, table.given) if table.nodes else name
    return Axis(look.label(name, said), labels)


def write_titles(figure: Figure, axes: Axes, across: str, upward: str, part: float = 0.8) -> None:
    """Write one text below the axes, which take this part of the width, and one to their left."""
    write(axes.set_xlabel, figure, across, part * figure.get_figwidth())
    write(axes.set_ylabel, figure, upward, 0.7 * figure.get_figheight())
