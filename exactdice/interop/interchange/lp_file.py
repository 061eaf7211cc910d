r"""Linear programmes in CPLEX's LP format, written and read with every number exact.

The format has decimals only. So each row is multiplied by the common denominator of its numbers,
which changes no solution; a bound of a variable that is no whole number becomes a row; a row
between two bounds becomes two rows, as not every reader knows ranges. The objective is multiplied
by a whole number, which the comment `\ The objective is multiplied by 6.` says: the optimum of the
file is 6 times that of the programme, at the same x. Another program reads the numbers as floats,
and a whole number beyond 2^53 is rounded there.

Read are the objective, the rows (also `1 <= x + y <= 2`), the bounds (`free`, `-inf`, ranges, one
side) and comments after `\`; a row and a bound begin on a new line. A bound is 0 below and none
above unless the file says otherwise. Refused by name are the sections that ask for whole numbers
and all that is not linear; and what programs read in two ways: an upper bound below 0 without a
lower one, and a bound or right side of 10^20 or more, which is infinite to some of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from pathlib import Path
from typing import NoReturn, TypeVar

from ...exact.argument_checks import a_path, a_text
from ...exact.errors import RulesError
from ...exact.files import write_atomically
from ...exact.numbers import Exact, integer_text, shown
from ...linear.lp import Program, Row, Variable
from ...linear.lp.program import a_program
from .tokens import Reader, one_line, parse_number_at, read_parsed, tokenize

REFUSED = (  # sections for what is not offered here
    r"generals?|gen|integers?|int|binar(y|ies)|bin|semi-continuous|semis?|sos[12]?",
    r"lazy[ \t]+constraints|user[ \t]+cuts|general[ \t]+constraints|gencons|pwlobj",
    r"multi-objectives|scenario",
)
SECTIONS = (
    r"(?P<objective>max(imi[sz]e|imum)?|min(imi[sz]e|imum)?)",
    r"(?P<rows>subject[ \t]+to|such[ \t]+that|s\.t\.|st\.?)",
    r"(?P<bounds>bounds?)",
    r"(?P<end>end)",
    f"(?P<refused>{'|'.join(REFUSED)})",
)
KEYWORDS = re.compile("|".join(SECTIONS), re.IGNORECASE)
NAME = re.compile(r"[A-Za-z!\"#$%&(),;?@_'`{}~][\w!\"#$%&(),.;?@'`{}~]*", re.ASCII)
NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
# without the names of groups, each of which may stand once in an expression
UNNAMED = re.sub(r"[(][?]P<[a-z]+>", "(?:", KEYWORDS.pattern)
WORDS = re.compile(
    # a keyword counts at the start of its line only, so that a variable may bear its name
    rf"(?m:^[ \t]*(?:{UNNAMED})(?=\s|$))|{NUMBER}|{NAME.pattern}|[<>]=?|=[<>]?|\S",
    re.ASCII | re.IGNORECASE,
)
COMMENT = re.compile(r"\\[^\n]*")
# of two words the first
LATE_KEYWORD = re.compile(f"{KEYWORDS.pattern}|subject|such", re.IGNORECASE)
INFINITE = ("inf", "infinity")
NO_NAMES = (*INFINITE, "nan", "free")  # some program reads them as numbers or keywords
INFINITE_FROM = 10**20  # in CPLEX, and so in most programs that read its format
LARGE = "a bound or right side of 10^20 or more is infinite to some programs"
SENSES = {"<": "<=", "<=": "<=", "=<": "<=", ">": ">=", ">=": ">=", "=>": ">=", "=": "="}
FLIPPED = {"<=": ">=", ">=": "<=", "=": "="}
LOWER = 0
UPPER = 1
ENDS = {">=": (LOWER,), "<=": (UPPER,), "=": (LOWER, UPPER)}
Item = TypeVar("Item")
Limits = dict[int, Exact | None]  # what is said of the two ends; None for an infinite one
# Readers limit the length of a line, and a row of huge numbers is long.
TERMS_IN_A_LINE = 8
End = tuple[Exact | None, str, str]
Line = tuple[str, Mapping[int, Exact], str, Exact]  # name, form, <= or >= or =, right side


def lp_text(program: Program) -> str:
    r"""The programme in LP format.

    Raises `RulesError` for one without variables, which the format cannot say, and for one with a
    bound or a right side of 10^20 or more (after its row is multiplied), which some programs read
    as infinite.

    >>> from fractions import Fraction
    >>> from exactdice.linear.lp import Row, Variable
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
    columns, about_columns = _names([v.name for v in program.variables], "x", "variable")
    # Rows and variables are numbered apart: a row may well bear the name of a variable.
    names, about_rows = _names([name for name, *_ in rows], "r", "row")
    factor = _denominator([*program.objective.values(), program.constant])
    # with the zeros, so that the file names every variable in the program's order
    objective = dict.fromkeys(range(len(columns)), 0) | dict(program.objective)
    constant = program.constant * factor
    ending = f" {_signed(int(constant))}" if constant else ""
    # Comments stand first, where a reader who wonders about the numbers will begin.
    lines = [
        rf"\ The objective is multiplied by {integer_text(factor)}.",
        *about_columns,
        *about_rows,
        "Maximize" if program.maximise else "Minimize",
        f" objective: {_form(objective, factor, columns)}{ending}",
        "Subject To",
    ]
    for name, (old, form, sense, right) in zip(names, rows, strict=True):
        # In whole numbers, times the common denominator of all
        factor = _denominator([*form.values(), right])
        terms = {column: coefficient for column, coefficient in form.items() if coefficient}
        left = _form(terms or {0: 0}, factor, columns)  # the format wants one term at least
        lines.append(f" {name}: {left} {sense} {_finite(int(right * factor), old)}")
    lines.append("Bounds")
    for name, variable in zip(columns, program.variables, strict=True):
        # Both ends are always written: without a word the format means 0 below, and readers differ
        # at the rest.
        lower, upper = (
            infinite if end is None or end.denominator > 1 else _finite(int(end), name)
            for end, infinite in ((variable.lower, "-inf"), (variable.upper, "+inf"))
        )
        lines.append(f" {lower} <= {name} <= {upper}")
    lines.append("End")
    return "\n".join(lines) + "\n"


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


def _ends(item: Variable | Row) -> tuple[End, End]:
    return (item.lower, "_lower", ">="), (item.upper, "_upper", "<=")


def _finite(end: int, name: str) -> str:
    # Refused rather than written: a reader that takes it for infinite solves another programme.
    if is_large(end):
        raise RulesError(
            f"{name} cannot be written in LP format with {shown(end)}: {LARGE}; scale its variables"
        )
    return integer_text(end)


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
    # No number may stand at the start of a name, and HiGHS reads numbers as C does, so that the
    # first letters of info and nano are one.
    if len(set(names)) == len(names) and all(
        NAME.fullmatch(name)
        and not re.match(r"e(\d|$)|inf|nan", name, re.IGNORECASE)
        and name.lower() not in NO_NAMES
        and not KEYWORDS.fullmatch(name)
        for name in names
    ):
        return names, []
    about = [rf"\ {what} {letter}{k} is {one_line(old)}" for k, old in enumerate(names)]
    return [f"{letter}{k}" for k in range(len(names))], about


# --- reading --------------------------------------------------------------------------------------


def read_lp(path: Path | str) -> Program:
    """The programme in the file.

    `RulesError` naming the file when it holds none that `parse_lp` reads.
    """
    return read_parsed(parse_lp, path)


def parse_lp(text: str) -> Program:
    r"""The programme of the file, its variables in the order in which they appear.

    `RulesError` naming the line that cannot be read.

    >>> text = "max 2 x + 0.5 y \\ profit\nst\n limit: x + y <= 1e1\nbounds\n y free\nend"
    >>> program = parse_lp(text)
    >>> program.objective, program.rows[0].upper, program.variables[1].lower
    ({0: 2, 1: Fraction(1, 2)}, 10, None)
    """
    words = tokenize(COMMENT.sub("", a_text(text, "a programme")), WORDS)
    return _ProgramReader(list(words)).program()


def is_large(end: Exact) -> bool:
    """Whether some programs read this bound or right side as infinite."""
    return not -INFINITE_FROM < end < INFINITE_FROM


@dataclass
class _ProgramReader(Reader):
    columns: dict[str, int] = field(default_factory=dict)
    bounds: dict[int, Limits] = field(default_factory=lambda: defaultdict(dict))
    rows: list[Row] = field(default_factory=list)

    # -- words --

    def refuse(self, required: str) -> NoReturn:
        """Raise `RulesError`, which says first what people forget of this format."""
        word = self.text()
        # Taken as a name it would give a message that nobody understands.
        if LATE_KEYWORD.fullmatch(word) and not self.words[self.at].first:
            super().refuse(f"a keyword must begin its line, or {required}")
        if not word.isascii():
            super().refuse("all but comments must be ASCII, also names (and <= for ≤)")
        super().refuse(required)

    def section(self) -> str | None:
        """The section whose keyword stands here; None within a section.

        "end" at the end of the file.
        """
        if self.at >= len(self.words):
            return "end"
        # A keyword before a colon is the name of a row.
        if not self.words[self.at].first or self.text(1) == ":":
            return None
        match = KEYWORDS.fullmatch(self.text().strip())
        return match.lastgroup if match else None

    def is_name(self) -> bool:
        return self.section() is None and NAME.fullmatch(self.text()) is not None

    def is_number(self, ahead: int = 0) -> bool:
        return re.fullmatch(NUMBER, self.text(ahead), re.ASCII) is not None

    def column(self) -> int:
        if not self.is_name():
            self.refuse("a variable must stand here")
        name = self.text()
        if name.lower() in NO_NAMES:
            self.refuse(
                "a variable must have a name that no program reads as a number or a keyword"
            )
        self.at += 1
        # In the order of first use, which is that of the objective in most files.
        return self.columns.setdefault(name, len(self.columns))

    # -- parts of a line --

    def label(self) -> str:
        """The name before a colon; empty when there is none."""
        if self.text(1) != ":":
            return ""
        self.at += 2
        return self.text(-2)

    def sign(self) -> int | None:
        """The product of the signs here; None when there is none."""
        product = None
        while self.text() in ("+", "-"):
            product = (1 if self.text() == "+" else -1) * (product or 1)
            self.at += 1
        return product

    def amount(self) -> Exact:
        if not self.is_number():
            self.refuse("a number must stand here")
        self.at += 1
        if self.text() == "/":
            self.refuse("there are no fractions in LP files: write a decimal, or multiply the row")
        return parse_number_at(self.words[self.at - 1], "a number")

    def form(self) -> tuple[dict[int, Exact], Exact]:
        """The linear form that stands here: {column: coefficient}, and its constant."""
        coefficients: dict[int, Exact] = {}
        constant: Exact = 0
        first = True
        while self.section() is None and self.text() not in SENSES:
            sign = self.sign()
            if sign is None and not first:
                self.refuse("+, - or a comparison must stand here (only linear forms are read)")
            first = False
            number = self.amount() if self.is_number() else None
            times = (sign or 1) * (1 if number is None else number)
            if self.is_name():
                column = self.column()
                # A variable may stand twice in a form: its coefficients add up.
                coefficients[column] = coefficients.get(column, 0) + times
            elif number is None:
                self.refuse("a number or a variable must stand here (only linear forms are read)")
            else:
                constant += times
        return coefficients, constant

    def limited(self, read: Callable[[], Item]) -> tuple[Item, Limits]:
        """The item that `read` reads, and its limits on one side or both: x = 3, 1 <= x <= 2."""
        ahead = 0
        while self.text(ahead) in ("+", "-"):
            ahead += 1
        # A number and a comparison before the form; a number alone is a coefficient of it.
        sense = SENSES.get(self.text(ahead + 1))
        limits = {}
        if sense and (self.is_number(ahead) or self.text(ahead).lower() in INFINITE):
            limits = self.limits(FLIPPED[sense])
            self.at += 1
        item = read()
        if self.text().lower() == "free":
            self.at += 1
            return item, {LOWER: None, UPPER: None}
        sense = SENSES.get(self.text())
        # -1 <= x with nothing after it limits one side.
        if sense is None and limits:
            return item, limits
        if sense is None:
            self.refuse("<=, >= or = must stand here")
        self.at += 1
        after = self.limits(sense)
        if limits.keys() & after.keys():
            self.refuse("both comparisons limit the same end, before this")
        return item, limits | after

    def limits(self, sense: str) -> Limits:
        """The ends that the number here limits by a comparison in this sense."""
        sign = self.sign() or 1
        if self.text().lower() in INFINITE:
            # x >= -inf and x <= inf say nothing and are allowed; any other infinite end leaves no
            # x.
            if (sense, sign) not in ((">=", -1), ("<=", 1)):
                self.refuse(f"{sense} needs a finite number")
            self.at += 1
            return dict.fromkeys(ENDS[sense])
        number = sign * self.amount()
        if is_large(number):
            self.at -= 1
            self.refuse(f"{LARGE}: write inf, or a smaller number")
        return dict.fromkeys(ENDS[sense], number)

    # -- sections --

    def program(self) -> Program:
        """The linear programme that the file holds."""
        if self.section() != "objective":
            self.refuse("Minimize or Maximize must begin the file")
        # All the spellings begin with these letters.
        maximise = self.text().strip().lower().startswith("max")
        self.at += 1
        self.label()
        objective, constant = self.form()
        while (section := self.section()) != "end":
            if section not in ("rows", "bounds"):
                self.refuse(
                    "Subject To, Bounds or End must stand here (only continuous linear programmes "
                    "are read)"
                )
            self.at += 1
            while self.section() is None:
                if not self.words[self.at].first:
                    self.refuse(f"a {section.removesuffix('s')} must begin on a new line")
                if section == "rows":
                    self.row()
                else:  # x free, l <= x, x <= u, l <= x <= u, x = v
                    column, limits = self.limited(self.column)
                    self.bounds[column].update(limits)
        if self.at < len(self.words) - 1:
            self.at += 1
            self.refuse("nothing may follow End")
        return Program(self.variables(), tuple(self.rows), objective, constant, maximise)

    def row(self) -> None:
        # A row need not be named, and messages and duals need a name.
        name = self.label() or f"row {len(self.rows) + 1}"
        (coefficients, constant), ends = self.limited(self.form)
        # A constant of the form moves to the other side, that is to both limits.
        limits = {side: end - constant for side, end in ends.items() if end is not None}
        if any(map(is_large, limits.values())):
            raise RulesError(f"{name}: {LARGE}: move the constant to a variable that is 1")
        self.rows.append(Row(name, coefficients, limits.get(LOWER), limits.get(UPPER)))

    def variables(self) -> tuple[Variable, ...]:
        """The variables with their bounds, 0 and none where nothing is said."""
        variables = []
        for name, column in self.columns.items():
            limits = self.bounds[column]
            upper = limits.get(UPPER)
            if upper is not None and upper < 0 and LOWER not in limits:
                raise RulesError(
                    f"{name} has the upper bound {shown(upper)} and no lower one, which "
                    "programs read in two ways: write both"
                )
            variables.append(Variable(name, limits.get(LOWER, 0), upper))
        return tuple(variables)
