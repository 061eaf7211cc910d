"""Results that show themselves in a notebook: numbers as formulas, tables of values in shades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from ..by_entry import entrywise
from ..exact import Exact, decimal_text, exact_text, shown
from ..tables.number_text import latex_number
from ..tables.output_formats import TableFormat
from ..tables.table import Table, render

LONGEST = 60  # digits of a numerator or a denominator that are written out
PLACES = 12  # of one that is longer
MOST_SHADED = 2500  # cells of a table


class ShownFraction(Fraction):
    """A fraction that is a formula in a notebook; else it is a `Fraction` like any other."""

    __slots__ = ()

    def __repr__(self) -> str:
        try:
            return repr(Fraction(self))
        except ValueError:  # Python writes no number of thousands of digits
            return shown(Fraction(self))

    def _repr_latex_(self) -> str:
        return fraction_latex(self)


def fraction_latex(number: Fraction) -> str:
    r"""The fraction in LaTeX; one that is too long by its decimals, which are cut off.

    >>> fraction_latex(Fraction(-3, 8)), fraction_latex(Fraction(1, 3**200))
    ('$\\displaystyle -\\frac{3}{8}$', '$\\displaystyle 0.000000000000\\ldots$')
    """
    longest = max(len(exact_text(abs(number.numerator))), len(exact_text(number.denominator)))
    if longest <= LONGEST:
        return rf"$\displaystyle {latex_number(number)}$"
    sign = "-" if number < 0 else ""
    # Cut off and not rounded, as dots after the digits say.
    scaled = abs(number.numerator) * 10**PLACES // number.denominator
    return rf"$\displaystyle {sign}{decimal_text(Fraction(scaled, 10**PLACES), PLACES)}\ldots$"


def as_shown(value: object) -> object:
    """The value, a fraction as one that shows itself."""
    return ShownFraction(value) if type(value) is Fraction else value


# --- tables ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownTable:
    """A table of exact values, and how it is written: its style and its decimal mark."""

    table: Table
    style: str = "frac"
    decimal: str = "."

    @property
    def heading(self) -> list[str]:
        """The titles of the columns, the name of the rows first."""
        return self.table.heading

    @property
    def rows(self) -> list[tuple[object, ...]]:
        """The rows of exact values, each after its label: `pandas.DataFrame(t.rows,
        columns=t.heading)` takes both.
        """
        labels = self.table.rows[1]
        return [(label, *row) for label, row in zip(labels, self.table.cells, strict=True)]

    def text(self, form: str = "markdown", siunitx: bool = False) -> str:
        """The table in a format: markdown, latex, csv, html, typst or json."""
        return render(self.table, TableFormat(form), self.style, self.decimal, siunitx)

    def to_markdown(self) -> str:
        """The table in Markdown."""
        return self.text("markdown")

    def to_latex(self) -> str:
        """The table in LaTeX, with the rules of booktabs."""
        return self.text("latex")

    def to_csv(self) -> str:
        """The table as CSV."""
        return self.text("csv")

    def to_html(self) -> str:
        """The table in HTML."""
        return self.text("html")

    def __str__(self) -> str:
        return self.to_markdown()

    def __repr__(self) -> str:
        return self.to_markdown()

    def _repr_html_(self) -> str:
        plain = self.to_html()
        values = list(chain(*self.table.cells))
        are_numbers = all(isinstance(value, Exact) for value in values)
        if self.table.columns is None or not are_numbers or len(values) > MOST_SHADED:
            return plain
        return _shaded(plain, entrywise(Fraction, self.table.cells))


def _shaded(page: str, values: Sequence[Sequence[Fraction]]) -> str:
    """The table with its cells shaded as in plots: red above 0, blue below, the more the darker."""
    largest = max((abs(value) for value in chain(*values)), default=Fraction(0))
    cells = iter(_openings(values, largest))
    first, *rest = page.split("<td>")
    return "".join([first, *(f"{next(cells)}{part}" for part in rest)])


def _openings(values: Sequence[Sequence[Fraction]], largest: Fraction) -> Iterator[str]:
    """The opening tag of each cell, with that of the label before those of its row."""
    for row in values:
        yield "<td>"
        for value in row:
            share = abs(value) / largest if largest else Fraction(0)
            colour = "204,85,85" if value > 0 else "68,119,170"
            yield f'<td style="background:rgba({colour},{decimal_text(share * 3 / 5, 2)})">'
