"""A value that depends on a symbol, piece by piece for people: numbered rows, break points to six
decimals, and the polynomials behind them as notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..parametric.algebraic import Root
from ..parametric.function import PiecewiseFunction
from ..parametric.pieces import Piece
from ..parametric.written import polynomial_latex, quotient_latex, quotient_text
from ..words.written import as_written
from .output_formats import TableFormat, written

PLACES = 6
LONGEST = 60  # characters of a value that stands in its row
MOST_CASES = 4  # pieces that are written as cases


class Notes:
    """What is too long for a cell, once each, by its number."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def number(self, text: str) -> int:
        """The number of the note with this text."""
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text) + 1

    def lines(self) -> Iterator[str]:
        """The notes in order."""
        for number, text in enumerate(self.texts, 1):
            yield f"[{number}] {text}"


def rows_text(function: PiecewiseFunction, what: str = "value") -> str:
    """The pieces as a table of Markdown, and the notes below it.

    >>> from exactdice import DiceBattle, solve
    >>> from exactdice.parametric.polynomial import parameter
    >>> p = parameter("p", 0, 1)
    >>> gain = solve(DiceBattle(dice=2, target=2, weights=(p, 1 - p))).value
    >>> print(rows_text(gain), end="")
    |   | p from | p to | best | best at p to |           value |
    |--:|-------:|-----:|-----:|-------------:|----------------:|
    | 1 |      0 |    1 |  {1} |       {1, 2} | 1 - 2*p + 2*p^2 |
    """
    notes = Notes()
    name = function.name
    heading = ["", f"{name} from", f"{name} to", "best", f"best at {name} to", what]
    rows = list(_rows(function, notes))
    if not function.actions:
        heading, rows = [*heading[:3], heading[-1]], [[*row[:3], row[-1]] for row in rows]
    table = written(TableFormat.MARKDOWN, heading, rows)
    return "\n".join([table.rstrip("\n"), *notes.lines()]) + "\n"


def _rows(function: PiecewiseFunction, notes: Notes) -> Iterator[list[str]]:
    name, pieces = function.name, function.pieces
    for number, (piece, joint) in enumerate(zip(pieces.pieces, pieces.at_ends[1:], strict=True), 1):
        yield [
            str(number),
            end_text(piece.lower.root, name, notes),
            end_text(piece.upper.root, name, notes),
            _set_text(function.chosen(piece.best)),
            _set_text(function.chosen(joint)),
            value_text(quotient_text(piece.value, name), piece.value.degree, notes),
        ]


def end_text(root: Root, name: str, notes: Notes) -> str:
    """The end of a piece: a rational number, or six decimals and the note with its polynomial."""
    if root.rational is not None:
        return root.text(name)
    note, _, _ = root.text(name).partition(" (about")
    return f"{root.decimal(PLACES)}... [{notes.number(note)}]"


def value_text(text: str, degree: int, notes: Notes) -> str:
    """The value as it is written, or its degree and the note that has it."""
    if len(text) <= LONGEST:
        return text
    return f"degree {degree} [{notes.number(text)}]"


def _set_text(actions: Iterable[object]) -> str:
    return f"{{{', '.join(map(as_written, actions))}}}"


# --- LaTeX ----------------------------------------------------------------------------------------


def function_latex(function: PiecewiseFunction) -> str:
    r"""The function for math mode: one expression, `cases` for few pieces, or else numbered rows
    that fit a page, with break points to six decimals.
    """
    pieces, name = function.pieces.pieces, function.name
    if len(pieces) == 1:
        return quotient_latex(pieces[0].value, name)
    rows = [rf"{quotient_latex(piece.value, name)} & {_between(piece, name)}" for piece in pieces]
    if len(pieces) <= MOST_CASES:
        return rf"\begin{{cases}} {_joined(rows)} \end{{cases}}"
    numbered = [rf"{number} & {row}" for number, row in enumerate(rows, 1)]
    return rf"\begin{{array}}{{rll}} {_joined(numbered)} \end{{array}}"


def _joined(rows: Sequence[str]) -> str:
    return r" \\ ".join(rows)


def _between(piece: Piece, name: str) -> str:
    ends = [_end_latex(end.root, name) for end in (piece.lower, piece.upper)]
    return rf"{ends[0]} \le {name} \le {ends[1]}"


def _end_latex(root: Root, name: str) -> str:
    if root.rational is not None:
        return root.text(name)
    return rf"{root.decimal(PLACES)}\ldots"


def notes_latex(function: PiecewiseFunction) -> str:
    """The polynomials of the break points, as lines of text."""
    ends = [point.root for point in function.pieces.breaks]
    texts = [
        rf"${root.decimal(PLACES)}\ldots$: real root {root.index + 1} of "
        rf"${polynomial_latex(root.polynomial, function.name)}$"
        for root in ends
        if root.rational is None
    ]
    return "\n".join(texts)
