"""The commands `value`, `table`, `plot`, `sweep` and `verify` as functions, whose options in
Python, `dice=3, d=range(1, 7)`, are the words that a command line writes; how their results show
themselves in a notebook, and a bar of progress below a cell while work lasts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path
from threading import TIMEOUT_MAX
from time import monotonic
from typing import TYPE_CHECKING

from ...exact.argument_checks import a_text, an_instance, got, listed
from ...exact.errors import ClaimsError, QueryError
from ...exact.numbers import (
    Exact,
    Progress,
    as_whole,
    decimal_text,
    exact_text,
    printable,
    shown,
)
from ...exact.session import in_session
from ...jobs.allowance import MEGABYTES, SECONDS, Allowance
from ...query.evaluate import evaluate_query, parse_values
from ...query.ranges import ranges_and_options, single_values
from ...query.register import Answer
from ...report.printed.source import Source
from ...writeup.pictures.figure import DEFAULT, PlotStyle
from ...writeup.sweeps import plan_sweep, range_text
from ...writeup.tables.number_text import latex_number
from ...writeup.tables.output_formats import TableFormat
from ...writeup.tables.table import Table, render, table_over

if TYPE_CHECKING:
    from IPython.core.display_functions import DisplayHandle
    from matplotlib.figure import Figure

    from ...writeup.sweep_table import SweepTable
    from .verified import Verified

HERE = Path("text.md")  # the name of a text that is no file
LONGEST = 60  # digits of a numerator or a denominator that are written out
PLACES = 12  # of one that is longer
MOMENT = 1  # seconds before a bar is shown
BETWEEN = 0.1  # and between two of its states


def value(query: str, /, **options: object) -> Answer:
    """The exact value of the query, as `exactdice value` prints it: an int, a Fraction, a
    distribution, ...

    Options are those of the query and values of its names: ints, Fractions or texts.

    >>> value("EG(0,0)", dice=1, target=2)
    Fraction(13, 18)
    >>> value("payoff_distribution(a, b)", a="dice(3)", b="dice(1)", dice=3, target=2)[1]
    Fraction(841, 1296)
    """
    a_text(query, "a query")
    given: dict[str, object]
    given = {key: one for key, one in options.items() if type(one) in (int, Fraction)}
    if len(given) < len(options):
        texts = {key: one for key, one in options.items() if key not in given}
        given = {**single_values(words_of(texts), query), **given}
    with bar(query):
        found = evaluate_query(query, given)
    return ShownFraction(found) if type(found) is Fraction else found


def table(*queries: str, style: str = "frac", decimal: str = ".", **words: object) -> ShownTable:
    """The table of one query over one range or two, of several over one, or of distributions, as
    `exactdice table` prints it; ranges are those of Python or texts such as "1..6".

    >>> table("EP(d)", d=range(1, 4), style="dec:3")
    | d | EP(d) |
    |--:|------:|
    | 1 | 3.500 |
    | 2 | 5.861 |
    | 3 | 7.366 |
    <BLANKLINE>
    >>> table("EP(d)", d="1..2").rows
    [(1, Fraction(7, 2)), (2, Fraction(211, 36))]
    """
    texts = _texts(queries)
    ranges, given = ranges_and_options(words_of(words), texts)
    with bar(texts[0], inner=False) as watch:
        made = table_over(texts, ranges, given, watch)
    found = ShownTable(made, style, decimal)
    found.text()  # so that a style that is none is refused here
    return found


def plot(
    *queries: str, title: str | None = None, look: PlotStyle = DEFAULT, **words: object
) -> Figure:
    """The picture of a query, or of several in one, as `exactdice plot` draws it: a figure of
    matplotlib.

    `look` has its style, size, font and what else the options of the command say:
    plot("EG(i,j)", i=range(10), j=range(10), look=PlotStyle(levels="auto", decimal=",")).
    """
    from ...writeup.pictures.by_query import caption, draw_over

    texts = _texts(queries)
    an_instance(look, PlotStyle, "look", "a PlotStyle")
    ranges, given = ranges_and_options(words_of(words), texts, has_rows=False)
    # Ranges stand along the axes already.
    options = words_of({key: option for key, option in words.items() if key not in ranges})
    name = caption(texts, options, look) if title is None else a_text(title, "title")
    with bar(texts[0], inner=False) as watch:
        return draw_over(texts, ranges, given, None, name, watch, look)


def sweep(
    queries: str | Sequence[str],
    grid: Mapping[str, object],
    where: str | None = None,
    *,
    digits: int = 15,
    jobs: int = 1,
    seconds: float = SECONDS,
    megabytes: int = MEGABYTES,
) -> SweepTable:
    """The values of the queries at every combination of the grid, as `exactdice sweep` writes it to
    a file: a row each, with what went wrong where a query has no value.

    A range or a list of the grid has the values of a parameter; any other entry is an option, as in
    value(...). With several `jobs` the cells are worked out by so many processes, each cell within
    so many seconds and megabytes; with one in this process, without limits.

    >>> found = sweep(["P(d,k)", "EP(d)"], {"d": range(1, 4), "k": [3, 7]}, "k >= 2*d")
    >>> found.columns[:4]
    ('d', 'k', 'P(d,k)', 'P(d,k) decimal')
    >>> [row[:3] for row in found.rows]
    [(1, 3, '1/6'), (1, 7, '0'), (2, 7, '1/9'), (3, 7, '1/72')]
    """
    from ...jobs.crew import Crew
    from ...jobs.worker import PRELOADED
    from ...writeup.sweeps import tabulate

    several = (queries,) if isinstance(queries, str) else queries
    texts = _texts(listed(several, "the queries of a sweep", "a text or a list of texts"))
    parameters = parameters_of(an_instance(grid, Mapping, "the grid", "given as {name: values}"))
    statement = "" if where is None else a_text(where, "where")
    plan = plan_sweep(texts, parameters, statement, as_whole(digits, "digits", 0))
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not (is_number and 0 < seconds <= TIMEOUT_MAX):  # which no processor waits longer
        raise QueryError(f"seconds must be a number above 0, {got(seconds)}")
    allowance = Allowance(as_whole(jobs, "jobs", 1), seconds, as_whole(megabytes, "megabytes", 1))
    with bar(texts[0], inner=False) as watch:
        if allowance.jobs == 1:
            return tabulate(plan, None, watch)
        PRELOADED[tabulate.__module__] = None
        with Crew(allowance) as crew:
            return tabulate(plan, crew, watch)


def _texts(queries: tuple[str, ...]) -> list[str]:
    if not queries:
        raise QueryError("a query is missing, as in table('EP(d)', d='1..6')")
    return [" ".join(a_text(query, "a query").split()) for query in queries]


def verify(document: Path | str) -> Verified:
    """The findings on the numbers of a document, as `exactdice verify` prints them.

    A path, or a text of Markdown with marks: a text that has a line end or a comment is no path. In
    a notebook each question may take 60 s and 1000 MB, as at the command line.

    >>> found = verify("EP(5) is 8.63<!-- exactdice: EP(5) -->, or 9.1<!-- exactdice: EP(5) -->")
    >>> [str(one.verdict) for one in found], found.holds
    (['truncated', 'contradicted'], False)
    >>> found[1].correct
    '8.6'
    """
    from ...report.documents.documents import document_from, read_document
    from .verified import Verified, findings_of

    if not isinstance(document, Path | str):
        raise ClaimsError(f"a document must be a path, or a text with marks, {got(document)}")
    if isinstance(document, str) and ("\n" in document or "<!--" in document):
        read = document_from(Source(HERE, document))
    else:
        read = read_document(Path(document))
    with bar(str(read.path), inner=False) as watch:
        return Verified(read, findings_of(read, watch, is_notebook()))


# --- options as words -----------------------------------------------------------------------------


def words_of(options: Mapping[str, object]) -> list[str]:
    """`key=value` for each option.

    Numbers are ints, Fractions or texts such as "1/3"; a range of Python is one of labels, and a
    list or a tuple several values.

    >>> from fractions import Fraction
    >>> words_of({"dice": 3, "d": range(1, 7), "weights": (1, Fraction(1, 2)), "a": ["blind"]})
    ['dice=3', 'd=1..6', 'weights=1,1/2', 'a=blind']
    """
    return [f"{key}={_written(value, key)}" for key, value in options.items()]


def parameters_of(grid: Mapping[str, object]) -> dict[str, str | tuple[Answer, ...]]:
    """The parameters of a sweep as words, those with a list as the values in it.

    >>> found = parameters_of({"i": range(3), "a": ["blind", "1/2"], "weights": (1, 2)})
    >>> found["i"], [str(label) for label in found["a"]], found["weights"]
    ('0..2', ['blind', '1/2'], '1,2')
    """
    return {
        key: tuple(parse_values(_one(part, key))[0] for part in given)
        if isinstance(given, list)
        else _written(given, key)
        for key, given in grid.items()
    }


def _written(value: object, key: str) -> str:
    if isinstance(value, range):
        if not value or value.step < 1:
            raise QueryError(f"{key} must be a range that goes up and is not empty, got {value}")
        return range_text(value)
    if isinstance(value, list | tuple):
        return ",".join(_one(part, key) for part in value)
    return _one(value, key)


def _one(value: object, key: str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Exact):
        return exact_text(value)
    if isinstance(value, str):
        return a_text(value, key)
    raise QueryError(
        f"{key} must be an int, a Fraction, a text such as '1/3', or a range or a list of these, "
        f"{got(value)}"
    )


# --- results that show themselves -----------------------------------------------------------------


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
    text = latex_number(number)
    if longest > LONGEST:
        # Cut off and not rounded, as dots after the digits say.
        scaled = abs(number.numerator) * 10**PLACES // number.denominator
        sign = "-" if number < 0 else ""
        text = rf"{sign}{decimal_text(Fraction(scaled, 10**PLACES), PLACES)}\ldots"
    return rf"$\displaystyle {text}$"


@dataclass(frozen=True, repr=False)
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

    __str__ = __repr__ = to_markdown
    _repr_html_ = to_html


# --- the bar of progress --------------------------------------------------------------------------


def is_notebook() -> bool:
    """Whether this runs in the kernel of a notebook; IPython is not loaded to find out."""
    loaded = sys.modules.get("IPython")
    shell = loaded.get_ipython() if loaded else None
    return shell is not None and hasattr(shell, "kernel")


@contextmanager
def bar(title: str, inner: bool = True) -> Iterator[Progress]:
    """A bar in the output of a cell while the work within lasts, which vanishes at its end; in a
    notebook alone. `inner`: solvers called by queries move it.
    """
    if not is_notebook():
        yield lambda _done, _total: None
        return
    from IPython.display import HTML, display

    handle: DisplayHandle | None = None
    due = monotonic() + MOMENT

    def watch(done: int, total: int | None) -> None:
        """Show how far the work has come, not more often than an eye follows."""
        nonlocal handle, due
        if monotonic() >= due:
            due = monotonic() + BETWEEN
            page = HTML(bar_html(title, done, total))
            if handle is None:
                handle = display(page, display_id=True)
            else:
                handle.update(page)

    try:
        with in_session(progress=watch if inner else None):
            yield watch
    finally:
        if handle is not None:
            handle.update(HTML(""))


def bar_html(title: str, done: int, total: int | None) -> str:
    """The bar: a part of a whole, or a count where nobody knows how much there is.

    >>> bar_html("a < b", 3, None)
    '<code>a &lt; b</code> so far: 3'
    """
    name = f"<code>{escape(printable(title))}</code>"
    if total is None:
        return f"{name} so far: {done}"
    return f'{name} <progress value="{done}" max="{total}"></progress> {done}/{total}'
