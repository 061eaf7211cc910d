r"""A value that depends on a symbol in LaTeX, for a page: a formula, cases where the pieces are
few, else a `longtable` with a row for each; with the polynomials of the break points below. And the
pieces of several states of a race as a table.

The page needs amsmath, and longtable with booktabs for rows.
"""

from __future__ import annotations

import re

from ...query.syntax import parse, query_latex
from ...symbolic.function import PiecewiseFunction
from ...symbolic.written import EXPANDED, Form, quotient_inline
from .function_rows import MOST_CASES, end_latex, function_latex, notes_latex
from .number_text import latex

LONGEST_ON_PAGE = 1500  # of one in LaTeX
OPERATOR = re.compile(r"\\mathrm\{((?:\w|\\_)+)\}(?=\()")
ABOVE = "\\toprule\n{heading} \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endlastfoot\n"


def function_page(function: PiecewiseFunction, query: str, form: Form = EXPANDED) -> str:
    """The function with its query, ending in a newline."""
    formula = function_latex(function, form)
    named = operator_latex(query)
    if len(function.pieces.pieces) <= MOST_CASES and len(formula) <= LONGEST_ON_PAGE:
        body = f"\\[\n{named} = {formula}\n\\]\n"
    else:
        name = function.name
        best = ["best"] if function.actions else []
        titles = ["", f"${name}$ from", f"${name}$ to", *best, f"${named}$"]
        long = []
        rows = []
        for number, piece, _ in function.pieces.numbered():
            ends = [f"${end_latex(end.root, name)}$" for end in (piece.lower, piece.upper)]
            chosen = [f"${latex(frozenset(function.chosen(piece.best)))}$"] if best else []
            value = f"${quotient_inline(piece.value, name, form)}$"
            # A value that is too long for a row is entered below.
            if len(value) > LONGEST_ON_PAGE:
                long.append(f"\\noindent In row {number}: {value}.\\par\n")
                value = f"of degree {piece.value.degree}, below"
            cells = [str(number), *ends, *chosen, rf"\raggedright\arraybackslash {value}"]
            rows.append(" & ".join(cells) + " \\\\[2pt]\n")
        columns = rf"rll{'l' * len(best)}p{{0.5\linewidth}}"
        heading = ABOVE.replace("{heading}", " & ".join(titles))
        begin = f"\\begin{{longtable}}{{{columns}}}\n{heading}"
        body = "".join([begin, *rows, "\\end{longtable}\n", *long])
    notes = notes_latex(function)
    below = "\\noindent " + notes.replace("\n", "; ") + ".\\par\n" if notes else ""
    return f"{{\\footnotesize\n{body}{below}}}\n"


def operator_latex(query: str) -> str:
    r"""The query in LaTeX, its names as operators.

    >>> print(operator_latex("2*EG(0,0)"))
    2 \cdot \operatorname{EG}(0, 0)
    """
    return OPERATOR.sub(r"\\operatorname{\1}", query_latex(parse(query)))
