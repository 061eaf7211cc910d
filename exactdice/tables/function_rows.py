"""A value that depends on a symbol, piece by piece: for people numbered rows, break points to six
decimals, and the polynomials behind them as notes; in LaTeX, for a page too; and the pieces of
several states of a race.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from ..files import json_text
from ..parametric.algebraic import Root
from ..parametric.forms import EXPANDED, Form
from ..parametric.function import PiecewiseFunction
from ..parametric.pieces import Piece
from ..parametric.rational import quotient_of
from ..parametric.written import (
    polynomial_latex,
    quotient_inline,
    quotient_latex,
    quotient_text,
)
from ..queries.syntax import name_latex, parse, query_latex
from ..words.written import as_written
from .number_text import BRACES, LATEX_BRACES, expression_text, latex
from .output_formats import TableFormat, written

if TYPE_CHECKING:
    from ..closed_forms.states import RaceStates

PLACES = 6
LONGEST = 60  # characters of a value that stands in its row
LONGEST_ON_PAGE = 1500  # of one in LaTeX
ROOT_PLACES = 10  # decimals of a root that is named by its polynomial
MOST_CASES = 4  # pieces that are written as cases
WHOLE_WIDTH, BESIDE_ENDS = 90, 55  # characters of a line of a formula on a page
OPERATOR = re.compile(r"\\mathrm\{((?:\w|\\_)+)\}(?=\()")
ABOVE = "\\toprule\n{heading} \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n"


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


def rows_text(function: PiecewiseFunction, what: str = "value", form: Form = EXPANDED) -> str:
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
    table = rows_table(function, TableFormat.MARKDOWN, what, form, notes)
    return "\n".join([table.rstrip("\n"), *notes.lines()]) + "\n"


def rows_table(
    function: PiecewiseFunction,
    kind: TableFormat,
    what: str,
    form: Form = EXPANDED,
    notes: Notes | None = None,
) -> str:
    """The pieces as a table; what is long is a note, where notes are taken."""
    heading, rows = heading_and_rows(function, what, form, notes)
    return written(kind, heading, rows)


def heading_and_rows(
    function: PiecewiseFunction, what: str, form: Form = EXPANDED, notes: Notes | None = None
) -> tuple[list[str], list[list[str]]]:
    """The cells of the table of the pieces; without choices no column for them."""
    name = function.name
    heading = ["", f"{name} from", f"{name} to", "best", f"best at {name} to", what]
    rows = list(_rows(function, form, notes))
    if not function.actions:
        return [*heading[:3], heading[-1]], [[*row[:3], row[-1]] for row in rows]
    return heading, rows


def _rows(function: PiecewiseFunction, form: Form, notes: Notes | None) -> Iterator[list[str]]:
    name, pieces = function.name, function.pieces
    for number, (piece, joint) in enumerate(zip(pieces.pieces, pieces.at_ends[1:], strict=True), 1):
        value = quotient_text(piece.value, name, form)
        ends = [piece.lower.root, piece.upper.root]
        yield [
            str(number),
            *(end.text(name) if notes is None else end_text(end, name, notes) for end in ends),
            _set_text(function.chosen(piece.best)),
            _set_text(function.chosen(joint)),
            value if notes is None else value_text(value, piece.value.degree, notes),
        ]


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
        for piece, joint in zip(pieces.pieces, pieces.at_ends[1:], strict=True)
    ]
    return {"symbol": function.name, "pieces": rows}


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


def function_latex(function: PiecewiseFunction, form: Form = EXPANDED) -> str:
    r"""The function for math mode: one expression, `cases` for few pieces, or else numbered rows,
    with break points to six decimals; what is long on several lines.
    """
    pieces, name = function.pieces.pieces, function.name
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


def end_latex(root: Root, name: str) -> str:
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


# --- a page of LaTeX, which needs amsmath, and longtable with booktabs for rows -------------------


def function_page(function: PiecewiseFunction, query: str, form: Form = EXPANDED) -> str:
    """The function with its query, ending in a newline."""
    formula = function_latex(function, form)
    named = operator_latex(query)
    if len(function.pieces.pieces) <= MOST_CASES and len(formula) <= LONGEST_ON_PAGE:
        body = f"\\[\n{named} = {formula}\n\\]\n"
    else:
        body = _longtable(function, named, form)
    notes = notes_latex(function)
    below = "\\noindent " + notes.replace("\n", "; ") + ".\\par\n" if notes else ""
    return f"{{\\footnotesize\n{body}{below}}}\n"


def operator_latex(query: str) -> str:
    r"""The query in LaTeX, its names as operators.

    >>> print(operator_latex("2*EG(0,0)"))
    2 \cdot \operatorname{EG}(0, 0)
    """
    return OPERATOR.sub(r"\\operatorname{\1}", query_latex(parse(query)))


def _longtable(function: PiecewiseFunction, named: str, form: Form) -> str:
    name, chooses = function.name, bool(function.actions)
    titles = ["", f"${name}$ from", f"${name}$ to", *["best"] * chooses, f"${named}$"]
    long: list[str] = []
    rows = [" & ".join(row) for row in _page_rows(function, form, long)]
    columns = rf"rll{'l' * chooses}p{{0.5\linewidth}}"
    heading = ABOVE.replace("{heading}", " & ".join(titles))
    body = "".join(rf"{row} \\[2pt]" + "\n" for row in rows)
    table = f"\\begin{{longtable}}{{{columns}}}\n{heading}{body}\\end{{longtable}}\n"
    return table + "".join(f"\\noindent {text}\\par\n" for text in long)


def _page_rows(function: PiecewiseFunction, form: Form, long: list[str]) -> Iterator[list[str]]:
    """The cells of each piece; a value that is too long for a row is entered below."""
    for number, piece in enumerate(function.pieces.pieces, 1):
        ends = [f"${end_latex(end.root, function.name)}$" for end in (piece.lower, piece.upper)]
        chosen = frozenset(function.chosen(piece.best))
        best = [f"${latex(chosen)}$"] * bool(function.actions)
        value = f"${quotient_inline(piece.value, function.name, form)}$"
        if len(value) > LONGEST_ON_PAGE:
            long.append(f"In row {number}: {value}.")
            value = f"of degree {piece.value.degree}, below"
        yield [str(number), *ends, *best, rf"\raggedright\arraybackslash {value}"]


# --- the pieces of several states of a race -------------------------------------------------------


def pieces_table(found: RaceStates, form: TableFormat) -> str:
    """The table: a row for each open interval, with what is best at its end in a column."""
    name, is_latex = found.race.name, form == TableFormat.LATEX
    if form == TableFormat.MARKDOWN:
        return _for_people(found)
    heading = ["i", "j", f"{name} from", f"{name} to", "OPT_all", "OPT_all at the end", "EG"]
    rows = [row for (i, j) in found.states for row in _state_rows(found, i, j, is_latex)]
    if form == TableFormat.JSON:
        named_rows = [dict(zip(heading, row, strict=True)) for row in rows]
        return json_text({"query": found.query, "symbol": name, "rows": named_rows})
    if is_latex:
        symbol, best = name_latex(name), name_latex("OPT_all")
        heading = ["i", "j", rf"{symbol}\ \mathrm{{from}}", rf"{symbol}\ \mathrm{{to}}", best]
        heading += [rf"{best}\ \mathrm{{at\ the\ end}}", name_latex("EG")]
    return written(form, heading, rows)


def _for_people(found: RaceStates) -> str:
    """Numbered rows that fit a line, and what is too long for them as notes below."""
    name, notes = found.race.name, Notes()
    heading = ["", "i", "j", f"{name} from", f"{name} to", "OPT_all", f"at {name} to", "EG"]
    rows = [row for (i, j) in found.states for row in _short_rows(found, i, j, notes)]
    numbered = [[str(number), *row] for number, row in enumerate(rows, 1)]
    table = written(TableFormat.MARKDOWN, heading, numbered)
    return "".join([table, *(f"{line}\n" for line in notes.lines())])


def _short_rows(found: RaceStates, i: int, j: int, notes: Notes) -> Iterator[list[str]]:
    pieces, name = found.states[i, j], found.race.name
    joints = (*pieces.at_breaks, pieces.at_ends[1])
    for piece, joint in zip(pieces.pieces, joints, strict=True):
        value = quotient_of(piece.polynomial)
        ends = (end_text(end, name, notes) for end in (piece.lower, piece.upper))
        yield [
            str(i),
            str(j),
            *ends,
            _in_braces(piece.best, BRACES),
            _in_braces(joint, BRACES),
            value_text(quotient_text(value, name), value.degree, notes),
        ]


def _state_rows(found: RaceStates, i: int, j: int, latex: bool) -> Iterator[list[str]]:
    import sympy

    pieces, name = found.states[i, j], found.race.name
    braces = LATEX_BRACES if latex else BRACES
    # There is one break fewer than there are pieces: the last piece has nothing at its end.
    for piece, joint in zip_longest(pieces.pieces, pieces.at_breaks, fillvalue=()):
        assert not isinstance(piece, tuple)
        expression = piece.expression(name)
        breaks = (piece.lower, piece.upper)
        ends = [_root_latex(end, name) if latex else end.text(name) for end in breaks]
        value = str(sympy.latex(expression)) if latex else expression_text(expression)
        yield [
            str(i),
            str(j),
            *ends,
            _in_braces(piece.best, braces),
            _in_braces(joint, braces) if joint else "",
            value,
        ]


def _in_braces(actions: Iterable[object], braces: tuple[str, str]) -> str:
    return f"{braces[0]}{', '.join(map(str, actions))}{braces[1]}"


def _root_latex(root: Root, name: str) -> str:
    import sympy

    # Up to degree 2 a root has a short form with one square root; beyond it the decimals say more,
    # and the polynomial with the number of the root names it exactly.
    if len(root.coefficients) <= 3:
        return str(sympy.latex(root.expression()))
    x = sympy.Symbol(name)
    # Coefficients are kept lowest first, and sympy takes the highest first.
    polynomial = sympy.latex(sympy.Poly(list(reversed(root.coefficients)), x).as_expr())
    which = rf"\text{{real root {root.index + 1} of }} {polynomial}"
    return rf"{root.decimal(ROOT_PLACES)}\ldots \ ({which})"
