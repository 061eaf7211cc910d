"""Texts of pictures, broken into lines that have room: nothing that is written is cut off."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..errors import ExactDiceError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Width = Callable[[str], float]
# A formula is never broken; a word may be, but behind a sign rather than within a name.
FORMULA = re.compile(r"(\$[^$]+\$)")
PARTS = re.compile(r"[^,;()+*/-]*[,;()+*/-]?")
MOST_LINES = 12
LINE = 1.25  # the height of a line, as a part of the size of its letters
POINTS = 72  # in an inch


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


def write(
    setter: Callable[..., Any],
    figure: Figure,
    text: str,
    inches: float,
    size: str = "medium",
    **options: Any,
) -> int:
    """Write the text by matplotlib's setter in lines of at most this many inches; how many lines
    these are.
    """
    points = in_points(size)
    lines: list[str] = []
    with warnings.catch_warnings():
        # Of signs that the font lacks who saves the picture hears.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        for paragraph in text.split("\n"):
            lines += lines_of(figure, paragraph, inches, points)
    if len(lines) > MOST_LINES:
        raise ExactDiceError(
            f"a text of {len(text)} characters has no room in the picture: shorten it by --title "
            "or --label, or choose a larger size"
        )
    mathematics = all(is_mathematics(line) for line in lines)
    setter("\n".join(lines), fontsize=points, parse_math=mathematics, **options)
    return len(lines)


def in_points(size: str) -> float:
    """The height of letters of this size, such as `small`, in the style that is set."""
    from matplotlib import rcParams
    from matplotlib.font_manager import FontProperties

    asked = rcParams["figure.titlesize"] if size == "title" else size
    return float(FontProperties(size=asked).get_size_in_points())


def lines_of(figure: Figure, text: str, inches: float, points: float) -> list[str]:
    """The text in lines of at most this many inches, when its letters are so many points high."""
    width = _width(figure, points, is_mathematics(text))
    lines = [""]
    for word in _words(text, inches, width):
        longer = lines[-1] + word if lines[-1].strip() else word
        if lines[-1] and width(longer.rstrip()) > inches:
            lines.append(word.lstrip())
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


def text_inches(figure: Figure, text: str, size: str = "medium") -> float:
    """How wide the text is."""
    return _width(figure, in_points(size), False)(text)


def _width(figure: Figure, points: float, mathematics: bool) -> Width:
    """The function that says how many inches wide a line is."""
    from matplotlib.font_manager import FontProperties

    renderer: Any = figure.canvas.get_renderer()  # type: ignore[attr-defined]  # that of Agg
    font = FontProperties(size=points)

    @lru_cache(maxsize=1024)  # words and lines come again, which are few and short
    def width(line: str) -> float:
        is_formula = mathematics and "$" in line
        found = renderer.get_text_width_height_descent(line or " ", font, is_formula)[0]
        return float(found) / figure.dpi

    return width


def _words(text: str, inches: float, width: Width) -> list[str]:
    """The parts of the text between which a line may end; those that are wider than a line are
    broken further.
    """
    parts: list[str] = []
    for piece in FORMULA.split(text):
        parts += [piece] if FORMULA.fullmatch(piece) else re.findall(r"\S+\s*|\s+", piece)
    words: list[str] = []
    for part in parts:
        if width(part.rstrip()) <= inches or FORMULA.fullmatch(part):
            words.append(part)
        else:
            words += _broken(part, inches, width)
    return words


def _broken(word: str, inches: float, width: Width) -> list[str]:
    """The parts of a word that is wider than a line: as it is written, else its letters."""
    parts: list[str] = []
    for part in filter(None, PARTS.findall(word)):
        parts += [part] if width(part) <= inches else list(part)
    return parts
