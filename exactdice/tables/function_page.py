r"""A value that depends on a symbol in LaTeX, for a page: a formula, cases where the pieces are
few, else a `longtable` with a row for each; with the polynomials of the break points below. And the
pieces of several states of a race as a table.

The page needs amsmath, and longtable with booktabs for rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from ..files import json_text
from ..parametric.algebraic import Root
from ..parametric.forms import EXPANDED, Form
from ..parametric.function import PiecewiseFunction
from ..parametric.rational import quotient_of
from ..parametric.written import quotient_inline, quotient_text
from ..queries.syntax import name_latex, parse, query_latex
from .function_rows import (
    MOST_CASES,
    Notes,
    end_latex,
    end_text,
    function_latex,
    notes_latex,
    value_text,
)
from .number_text import BRACES, LATEX_BRACES, expression_text, latex
from .output_formats import TableFormat, written

if TYPE_CHECKING:
    from ..closed_forms.states import RaceStates

LONGEST_ON_PAGE = 1500  # of one in LaTeX
ROOT_PLACES = 10  # decimals of a root that is named by its polynomial
OPERATOR = re.compile(r"\\mathrm\{((?:\w|\\_)+)\}(?=\()")
ABOVE = "\\toprule\n{heading} \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n"


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
