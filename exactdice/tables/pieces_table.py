"""The pieces of a parametric race as a table: where each ends, the best dice, the gain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from ..closed_forms.states import RaceStates
from ..files import json_text
from ..parametric.points import Root
from ..parametric.rational import quotient_of
from ..parametric.written import quotient_text
from ..queries.syntax import name_latex
from ..symbolic import expression_text
from .function_rows import Notes, end_text, value_text
from .number_text import BRACES, LATEX_BRACES
from .output_formats import TableFormat, written

PLACES = 10  # decimals of a root that is named by its polynomial


def pieces_table(found: RaceStates, form: TableFormat) -> str:
    """The table: a row for each open interval, with what is best at its end in a column."""
    name, is_latex = found.race.name, form == TableFormat.LATEX
    heading = ["i", "j", f"{name} from", f"{name} to", "OPT_all", "OPT_all at the end", "EG"]
    if form == TableFormat.MARKDOWN:
        return _for_people(found)
    rows = [row for (i, j) in found.states for row in _rows(found, i, j, is_latex)]
    if form == TableFormat.JSON:
        named_rows = [dict(zip(heading, row, strict=True)) for row in rows]
        return json_text({"query": found.query, "symbol": name, "rows": named_rows})
    return written(form, _latex_heading(name) if is_latex else heading, rows)


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
            _set(piece.best, BRACES),
            _set(joint, BRACES),
            value_text(quotient_text(value, name), value.degree, notes),
        ]


def _latex_heading(name: str) -> list[str]:
    """The heading for math mode."""
    symbol, best = name_latex(name), name_latex("OPT_all")
    return [
        "i",
        "j",
        rf"{symbol}\ \mathrm{{from}}",
        rf"{symbol}\ \mathrm{{to}}",
        best,
        rf"{best}\ \mathrm{{at\ the\ end}}",
        name_latex("EG"),
    ]


def _rows(found: RaceStates, i: int, j: int, latex: bool) -> Iterator[list[str]]:
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
            _set(piece.best, braces),
            _set(joint, braces) if joint else "",
            value,
        ]


def _set(actions: Iterable[object], braces: tuple[str, str]) -> str:
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
    return rf"{root.decimal(PLACES)}\ldots \ (\text{{real root {root.index + 1} of }} {polynomial})"
