r"""Linear programmes in CPLEX's LP format, in whole numbers alone, so that nothing is rounded.

The format has decimals only. So each row is multiplied by the common denominator of its numbers,
which changes no solution; a bound of a variable that is no whole number becomes a row; a row
between two bounds becomes two rows, as not every reader knows ranges. The objective is multiplied
by a whole number, which the comment `\ The objective is multiplied by 6.` says: the optimum of the
file is 6 times that of the programme, at the same x. Another program reads the numbers as floats,
and a whole number beyond 2^53 is rounded there. `lp_reader.py` reads the format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import lcm
from pathlib import Path

from ..argument_checks import a_path
from ..errors import RulesError
from ..exact import Exact, integer_text, shown
from ..files import write_atomically
from ..lp import Program, Row, Variable
from ..lp.program import a_program
from .lp_reader import KEYWORDS, LARGE, NAME, NO_NAMES, is_large
from .tokens import one_line

LONGEST_NAME = 255  # the format's own limit
# Readers limit the length of a line, and a row of huge numbers is long.
TERMS_IN_A_LINE = 8
Ends = tuple[tuple[Exact | None, str, str], ...]
Line = tuple[str, Mapping[int, Exact], str, Exact]  # name, form, <= or >= or =, right side


def lp_text(program: Program) -> str:
    r"""The programme in LP format.

    Raises `RulesError` for one without variables, which the format cannot say, and for one with a
    bound or a right side of 10^20 or more (after its row is multiplied), which some programs read
    as infinite.

    >>> from fractions import Fraction
    >>> from exactdice.lp import Row, Variable
    >>> row = Row("r", {0: Fraction(1, 3), 1: 1}, upper=2)
    >>> variables = (Variable("x"), Variable("y", None, Fraction(1, 2)))
    >>> print(lp_text(Program(variables, (row,), {0: 1})))
    \ The objective is multiplied by 1.
    Minimize
     objective: 1 x + 0 y
    Subject To
     r: 1 x + 3 y <= 6
     y_upper: 2 y <= 1
    Bounds
     0 <= x <= +inf
     -inf <= y <= +inf
    End
    <BLANKLINE>
    """
    a_program(program)
    if not program.variables:
        raise RulesError("a programme without variables cannot be written in LP format")
    rows = list(_rows(program))
    variables = [variable.name for variable in program.variables]
    columns, about_columns = _names(variables, "x", "variable")
    # Rows and variables are numbered apart: a row may well bear the name of a variable.
    names, about_rows = _names([name for name, *_ in rows], "r", "row")
    factor = _denominator([*program.objective.values(), program.constant])
    # Comments stand first, where a reader who wonders about the numbers will begin.
    lines = [
        rf"\ The objective is multiplied by {integer_text(factor)}.",
        *about_columns,
        *about_rows,
    ]
    lines += _objective(program, factor, columns)
    lines.append("Subject To")
    lines += [f" {name}: {_row(row, columns)}" for name, row in zip(names, rows, strict=True)]
    lines.append("Bounds")
    lines += [f" {_bounds(program, column, name)}" for column, name in enumerate(columns)]
    lines.append("End")
    return "\n".join(lines) + "\n"


def _objective(program: Program, factor: int, columns: Sequence[str]) -> list[str]:
    """The objective times the factor, under the word that says which way it goes."""
    # with the zeros, so that the file names every variable in the programme's order
    objective = {column: program.objective.get(column, 0) for column in range(len(columns))}
    constant = program.constant * factor
    ending = f" {_signed(int(constant))}" if constant else ""
    sense = "Maximize" if program.maximise else "Minimize"
    return [sense, f" objective: {_form(objective, factor, columns)}{ending}"]


def write_lp(program: Program, path: Path | str) -> None:
    """Write the programme to the file, whole or not at all."""
    write_atomically(a_path(path), lp_text(program))


def _rows(program: Program) -> Iterator[Line]:
    """The rows of the programme, then the bounds of variables that are no whole numbers."""
    for row in program.rows:
        if row.lower is not None and row.lower == row.upper:
            yield row.name, row.coefficients, "=", row.lower
            continue
        # A row keeps its own name where it stays one row, so that a file read again has the same
        # names.
        both = row.lower is not None and row.upper is not None
        for bound, ending, sense in _ends(row):
            if bound is not None:
                # two rows in place of one need names of their own
                name = row.name + ending if both else row.name
                yield name, row.coefficients, sense, bound
    for column, variable in enumerate(program.variables):
        for bound, ending, sense in _ends(variable):
            if bound is not None and bound.denominator > 1:
                yield variable.name + ending, {column: 1}, sense, bound


def _ends(item: Variable | Row) -> Ends:
    return (item.lower, "_lower", ">="), (item.upper, "_upper", "<=")


def _bounds(program: Program, column: int, name: str) -> str:
    """The line of the variable among the bounds; bounds that are no whole numbers are rows."""
    variable = program.variables[column]
    # Both ends are always written: without a word the format means 0 below, and readers differ at
    # the rest.
    lower = _whole_bound(variable.lower, name) or "-inf"
    upper = _whole_bound(variable.upper, name) or "+inf"
    return f"{lower} <= {name} <= {upper}"


def _whole_bound(bound: Exact | None, name: str) -> str | None:
    if bound is None or bound.denominator > 1:
        return None
    return integer_text(_finite(int(bound), name))


def _row(line: Line, columns: Sequence[str]) -> str:
    """The row in whole numbers, times the common denominator of its numbers."""
    name, form, sense, right = line
    factor = _denominator([*form.values(), right])
    terms = {column: coefficient for column, coefficient in form.items() if coefficient}
    if not terms:
        terms = {0: 0}  # the format wants at least one
    # Whole after the multiplication, as the factor holds the denominator of the right side too.
    end = integer_text(_finite(int(right * factor), name))
    return f"{_form(terms, factor, columns)} {sense} {end}"


def _finite(end: int, name: str) -> int:
    # Refused rather than written: a reader that takes it for infinite solves another programme.
    if is_large(end):
        raise RulesError(
            f"{name} cannot be written in LP format with {shown(end)}: {LARGE}; scale its variables"
        )
    return end


def _form(form: Mapping[int, Exact], factor: int, columns: Sequence[str]) -> str:
    """factor * form, on several lines when it is long."""
    terms = [f"{_signed(int(c * factor))} {columns[column]}" for column, c in form.items()]
    terms[0] = terms[0].removeprefix("+ ")
    starts = range(0, len(terms), TERMS_IN_A_LINE)
    return "\n  ".join(" ".join(terms[k : k + TERMS_IN_A_LINE]) for k in starts)


def _signed(number: int) -> str:
    return f"{'-' if number < 0 else '+'} {integer_text(abs(number))}"


def _denominator(numbers: Iterable[Exact]) -> int:
    return lcm(*(number.denominator for number in numbers))


def _names(names: list[str], letter: str, what: str) -> tuple[list[str], list[str]]:
    """The names, when the format allows them all and they differ.

    Otherwise numbered ones, and comments that say which is which.
    """
    # All or none are numbered, so that no new name can meet an old one.
    if len(set(names)) == len(names) and all(map(_allowed, names)):
        return names, []
    numbered = [f"{letter}{k}" for k in range(len(names))]
    pairs = zip(numbered, names, strict=True)
    return numbered, [rf"\ {what} {new} is {one_line(old)}" for new, old in pairs]


def _allowed(name: str) -> bool:
    """Whether the format allows the name: no number at its start, no keyword."""
    if NAME.fullmatch(name) is None or len(name) > LONGEST_NAME:
        return False
    # HiGHS reads numbers as C does, so that the first letters of info and nano are one.
    looks_like_a_number = re.match(r"e(\d|$)|inf|nan", name, re.IGNORECASE) is not None
    is_reserved = KEYWORDS.fullmatch(name) is not None or name.lower() in NO_NAMES
    return not looks_like_a_number and not is_reserved
