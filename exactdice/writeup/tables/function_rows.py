"""A value that depends on a symbol, piece by piece: for people numbered rows, break points to six
decimals, and the polynomials behind them as notes; and in LaTeX.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...game.text_of_values import as_written
from ...symbolic.function import PiecewiseFunction
from ...symbolic.pieces import Piece
from ...symbolic.points import AlgebraicNumber
from ...symbolic.written import (
    EXPANDED,
    Form,
    polynomial_latex,
    quotient_latex,
    quotient_text,
)
from .output_formats import TableFormat, written

PLACES = 6
LONGEST = 60  # characters of a value that stands in its row
MOST_CASES = 4  # pieces that are written as cases
# characters of a line of a formula on a page
WHOLE_WIDTH = 90
BESIDE_ENDS = 55


Notes = dict[str, int]  # {what is too long for a cell, once each: its number}


def rows_text(function: PiecewiseFunction, what: str = "value", form: Form = EXPANDED) -> str:
    """The pieces as a table of Markdown, and the notes below it.

    >>> from exactdice import DiceBattle, solve
    >>> from exactdice.symbolic.polynomial import parameter
    >>> p = parameter("p", 0, 1)
    >>> gain = solve(DiceBattle(dice=2, target=2, weights=(p, 1 - p))).value
    >>> print(rows_text(gain), end="")
    |   | p from | p to | best | best at p to |           value |
    |--:|-------:|-----:|-----:|-------------:|----------------:|
    | 1 |      0 |    1 |  {1} |       {1, 2} | 1 - 2*p + 2*p^2 |
    """
    notes = Notes()
    table = rows_table(function, TableFormat.MARKDOWN, what, form, notes)
    return table + "".join([f"[{number}] {text}\n" for text, number in notes.items()])


def rows_table(
    function: PiecewiseFunction,
    kind: TableFormat,
    what: str,
    form: Form = EXPANDED,
    notes: Notes | None = None,
) -> str:
    """The pieces as a table, without choices with no column for them; what is long is a note, where
    notes are taken.
    """
    name = function.name
    pieces = function.pieces
    best = ["best", f"best at {name} to"] if function.actions else []
    rows = []
    for number, piece, joint in pieces.numbered():
        ends = [piece.lower.root, piece.upper.root]
        value = quotient_text(piece.value, name, form)
        chosen = map(function.chosen, (piece.best, joint)) if best else ()
        sets = [f"{{{', '.join(map(as_written, actions))}}}" for actions in chosen]
        texts = [end.text(name) if notes is None else _noted(end, name, notes) for end in ends]
        if notes is not None and len(value) > LONGEST:
            number_of_note = notes.setdefault(value, len(notes) + 1)
            value = f"degree {piece.value.degree} [{number_of_note}]"
        rows.append([str(number), *texts, *sets, value])
    return written(kind, ["", f"{name} from", f"{name} to", *best, what], rows)


def function_json(function: PiecewiseFunction, form: Form = EXPANDED) -> dict[str, object]:
    """The pieces as JSON can hold them: ends, values and choices as texts."""
    pieces = function.pieces
    rows = [
        {
            "from": piece.lower.root.text(function.name),
            "to": piece.upper.root.text(function.name),
            "value": quotient_text(piece.value, function.name, form),
            "best": list(map(as_written, function.chosen(piece.best))),
            "best at the end": list(map(as_written, function.chosen(joint))),
        }
        for _, piece, joint in pieces.numbered()
    ]
    return {"symbol": function.name, "pieces": rows}


def _noted(root: AlgebraicNumber, name: str, notes: Notes) -> str:
    """The end of a piece: a rational number, or six decimals and the note with its polynomial."""
    if root.rational is not None:
        return root.text(name)
    note, _, _ = root.text(name).partition(" (about")
    return f"{root.decimal(PLACES)}... [{notes.setdefault(note, len(notes) + 1)}]"


# --- LaTeX ----------------------------------------------------------------------------------------


def function_latex(function: PiecewiseFunction, form: Form = EXPANDED) -> str:
    r"""The function for math mode: one expression, `cases` for few pieces, or else numbered rows,
    with break points to six decimals; what is long on several lines.
    """
    pieces = function.pieces.pieces
    name = function.name
    if len(pieces) == 1:
        return quotient_latex(pieces[0].value, name, form, WHOLE_WIDTH)
    values = [quotient_latex(piece.value, name, form, BESIDE_ENDS) for piece in pieces]
    rows = [f"{value} & {_between(p, name)}" for value, p in zip(values, pieces, strict=True)]
    if len(pieces) <= MOST_CASES:
        return rf"\begin{{cases}} {_joined(rows)} \end{{cases}}"
    numbered = [rf"{number} & {row}" for number, row in enumerate(rows, 1)]
    return rf"\begin{{array}}{{rll}} {_joined(numbered)} \end{{array}}"


def _joined(rows: Sequence[str]) -> str:
    # Lines of several rows would touch those of their neighbours.
    return (r" \\[6pt] " if any("aligned" in row for row in rows) else r" \\ ").join(rows)


def _between(piece: Piece, name: str) -> str:
    ends = [end_latex(end.root, name) for end in (piece.lower, piece.upper)]
    return rf"{ends[0]} \le {name} \le {ends[1]}"


def end_latex(root: AlgebraicNumber, name: str) -> str:
    """The end of a piece for math mode, to six decimals where it is irrational."""
    if root.rational is not None:
        return root.text(name)
    return rf"{root.decimal(PLACES)}\ldots"


def notes_latex(function: PiecewiseFunction) -> str:
    """The polynomials of the break points, as lines of text."""
    ends = [point.root for point in function.pieces.ends]
    texts = [
        rf"${root.decimal(PLACES)}\ldots$: real root {root.index + 1} of "
        rf"${polynomial_latex(root.polynomial, function.name)}$"
        for root in ends
        if root.rational is None
    ]
    return "\n".join(texts)
