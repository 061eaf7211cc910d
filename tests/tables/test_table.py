"""Tables and styles: what is written means what was computed."""

import csv
import io
import json
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice import Distribution
from exactdice.exact.errors import ExactDiceError, QueryError
from exactdice.exact.numbers import Interval, parse_exact
from exactdice.query.evaluate import evaluate_query
from exactdice.query.ranges import parse_range
from exactdice.writeup.tables import number_text as style
from exactdice.writeup.tables.output_formats import TableFormat
from exactdice.writeup.tables.table import make_table, render


def table():
    return make_table("P(d,k)", {"d": range(1, 4), "k": range(1, 8)}, {})


def test_csv_reads_back():
    rows = list(csv.reader(io.StringIO(render(table(), TableFormat.CSV))))
    assert rows[0] == ["d \\ k", *map(str, range(1, 8))]
    assert [[parse_exact(cell) for cell in row[1:]] for row in rows[1:]] == [
        list(row) for row in table().cells
    ]


def test_json_reads_back():
    document = json.loads(render(table(), TableFormat.JSON))
    assert document["rows"] == {"d": [1, 2, 3]}
    assert [[parse_exact(cell) for cell in row] for row in document["cells"]] == [
        list(row) for row in table().cells
    ]


def test_latex_is_booktabs():
    lines = render(make_table("EP(d)", {"d": range(1, 3)}, {}), TableFormat.LATEX).splitlines()
    assert lines == [
        r"\begin{tabular}{rr}",
        r"  \toprule",
        r"  $d$ & $\mathrm{EP}(d)$ \\",
        r"  \midrule",
        r"  $1$ & $\frac{7}{2}$ \\[4pt]",
        r"  $2$ & $\frac{211}{36}$ \\[4pt]",
        r"  \bottomrule",
        r"\end{tabular}",
    ]


@pytest.mark.parametrize("text", ["3..1", "1..x", "1..2..0", "1..2..3..4", "1..", "1/2..3"])
def test_bad_ranges(text):
    with pytest.raises(QueryError, match="a range must"):
        parse_range(text)


@pytest.mark.parametrize("count", [0, 3])
def test_one_or_two_ranges(count):
    with pytest.raises(QueryError, match="one or two ranges"):
        make_table("P(d,k)", {name: range(2) for name in "dkx"[:count]}, {})


@given(st.fractions(max_denominator=10**6))
def test_factored_keeps_the_value(number):
    top, _, bottom = style.factored(number).partition("/")
    powers = [power.partition("^") for power in bottom.strip("()").split("·") if power]
    product = prod(int(base) ** int(exponent or 1) for base, _, exponent in powers)
    assert Fraction(int(top), product) == number


KINDS = [
    (Interval(Fraction(1, 3), 1), "[1/3, 1]", "[0.33, 1]"),
    (Distribution({2: 2, 1: 1}), "{1: 1/3, 2: 2/3}", "{1: 0.33, 2: 0.67}"),
    (frozenset({2, 1}), "{1, 2}", "{1, 2}"),
    (Fraction(-3, 8), "-3/8", "-0.38"),
]


@pytest.mark.parametrize(("value", "exact", "decimal"), KINDS)
def test_every_kind_of_value(value, exact, decimal):
    assert style.exact(value) == exact
    assert style.decimal(value, 2) == decimal


def test_an_expression_is_rounded_by_enclosure():
    # 5.7348148247... : Carnielli and Kachaikin print 5,735
    assert style.decimal(evaluate_query("best_dice_real()"), 3) == "5.735"
    with pytest.raises(QueryError, match="unknowns"):
        style.decimal(evaluate_query("EP(d)"), 3)


@pytest.mark.parametrize("name", ["fraction", "dec:", "dec:x", "dec:-1", "dec:99999"])
def test_unknown_styles(name):
    with pytest.raises(ExactDiceError, match="style must be one of"):
        style.cell_style(name)
