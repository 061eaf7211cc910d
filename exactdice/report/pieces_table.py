"""The pieces of a parametric race as a table: where each begins and ends, the best numbers of dice, the gain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from ..closed_forms.algebraic import Root
from ..closed_forms.states import RaceStates
from ..files import json_text
from ..symbolic import expression_text
from .formats import TableFormat, latex_text, written

PLACES = 10  # decimals of a root that is named by its polynomial


def pieces_table(found: RaceStates, form: TableFormat) -> str:
    """One row for each open interval, and for each break point the numbers of dice that are best there."""
    name = found.race.name
    heading = ["i", "j", f"{name} from", f"{name} to", "OPT_all", "OPT_all at the end", "EG"]
    rows = [row for (i, j) in found.states for row in _rows(found, i, j, form == TableFormat.LATEX)]
    if form == TableFormat.JSON:
        return json_text({"query": found.query, "symbol": name, "rows": [dict(zip(heading, row, strict=True)) for row in rows]})
    return written(form, heading, [[_math(cell) if form == TableFormat.LATEX else cell for cell in row] for row in rows])


def _rows(found: RaceStates, i: int, j: int, latex: bool) -> Iterator[list[str]]:
    import sympy

    pieces, name = found.states[i, j], found.race.name
    for piece, joint in zip_longest(pieces.pieces, pieces.at_breaks, fillvalue=()):
        assert not isinstance(piece, tuple)
        expression = piece.expression(name)
        ends = [_root_latex(end, name) if latex else end.text(name) for end in (piece.lower, piece.upper)]
        value = str(sympy.latex(expression)) if latex else expression_text(expression)
        yield [str(i), str(j), *ends, _set(piece.best), _set(joint) if joint else "", value]


def _set(actions: Any) -> str:
    return f"{{{', '.join(map(str, actions))}}}"


def _math(cell: str) -> str:
    return latex_text(cell) if cell.startswith("{") and cell.endswith("}") and "\\" not in cell else cell


def _root_latex(root: Root, name: str) -> str:
    import sympy

    if len(root.coefficients) <= 3:
        return str(sympy.latex(root.expression()))
    x = sympy.Symbol(name)
    polynomial = sympy.latex(sympy.Poly(list(reversed(root.coefficients)), x).as_expr())
    return rf"{root.decimal(PLACES)}\ldots \ (\text{{real root {root.index + 1} of }} {polynomial})"
