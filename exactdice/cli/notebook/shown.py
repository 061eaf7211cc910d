"""What a notebook shows: numbers as formulas, tables, and a bar of progress below a cell while work
lasts that takes longer than a moment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from time import monotonic
from typing import TYPE_CHECKING

from ...exact.numbers import Progress, decimal_text, exact_text, printable, shown
from ...exact.session import in_session
from ...writeup.tables.number_text import latex_number
from ...writeup.tables.output_formats import TableFormat
from ...writeup.tables.table import Table, render

if TYPE_CHECKING:
    from IPython.core.display_functions import DisplayHandle

LONGEST = 60  # digits of a numerator or a denominator that are written out
PLACES = 12  # of one that is longer
MOMENT = 1  # seconds before a bar is shown
BETWEEN = 0.1  # and between two of its states


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
        return self.to_html()


# --- the bar of progress --------------------------------------------------------------------------


def is_notebook() -> bool:
    """Whether this runs in the kernel of a notebook; IPython is not loaded to find out."""
    loaded = sys.modules.get("IPython")
    shell = loaded.get_ipython() if loaded else None
    return shell is not None and hasattr(shell, "kernel")


class Bar:
    """A bar in the output of a cell, which vanishes at its end."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.next = monotonic() + MOMENT
        self.handle: DisplayHandle | None = None

    def watch(self, done: int, total: int | None) -> None:
        """Show how far the work has come, not more often than an eye follows."""
        now = monotonic()
        if now < self.next:
            return
        from IPython.display import HTML, display

        self.next = now + BETWEEN
        page = HTML(bar_html(self.what, done, total))
        if self.handle is None:
            self.handle = display(page, display_id=True)
        else:
            self.handle.update(page)

    def end(self) -> None:
        """Take the bar away."""
        if self.handle is not None:
            from IPython.display import HTML

            self.handle.update(HTML(""))


def bar_html(what: str, done: int, total: int | None) -> str:
    """The bar: a part of a whole, or a count where nobody knows how much there is.

    >>> bar_html("a < b", 3, None)
    '<code>a &lt; b</code> so far: 3'
    """
    name = f"<code>{escape(printable(what))}</code>"
    if total is None:
        return f"{name} so far: {done}"
    return f'{name} <progress value="{done}" max="{total}"></progress> {done}/{total}'


@contextmanager
def bar(what: str, inner: bool = True) -> Iterator[Progress]:
    """A bar while the work within lasts, in a notebook alone. `inner`: solvers called by queries
    move it.
    """
    if not is_notebook():
        yield lambda _done, _total: None
        return
    shown = Bar(what)
    try:
        with in_session(progress=shown.watch if inner else None):
            yield shown.watch
    finally:
        shown.end()
