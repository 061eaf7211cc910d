"""What numpy and pandas show in a notebook, by their own representations, is read by its labels."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from made_notebooks import code, notebook, printed, result

from exactdice.report.claims.claim import exit_status
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.verification import findings_in

EP = [float(1 + (4 * d - 1) * Fraction(5, 6) ** d) for d in range(1, 7)]  # mean scores of d dice
SERIES = pd.Series(EP, index=range(1, 7), name="EP")
SCORES = pd.DataFrame({"d": range(1, 7), "EP": EP})
HALVES = pd.DataFrame(
    [[k / 2 - d for k in range(1, 4)] for d in range(1, 3)],
    index=pd.Index([1, 2], name="d"),
    columns=pd.Index([1, 2, 3], name="k"),
)
WIDE = HALVES.set_axis(pd.MultiIndex.from_product([["half"], [1, 2, 3]]), axis=1)
RATIOS = np.array([[Fraction(1, 2), Fraction(1, 3)], [Fraction(1), Fraction(2, 3)]])

SHOWN = [  # the mark, what the cell shows, how many numbers are bound
    ("EP(5) kind=converged tolerance=1e-12", EP[4], 1),
    ("EP(5) kind=converged tolerance=1e-12", np.array(EP)[4], 1),
    ("table: EP(d) d=1..6", np.array(EP), 6),
    ("table: EP(3*r+c) r=0..1 c=1..3", np.array(EP).reshape(2, 3), 6),
    ("table: EP(d) d=1..6 labels=2", SCORES, 6),
    ("table: EP(d) d=*", SERIES.to_frame(), 6),
    ("table: k/2-d d=* k=*", HALVES, 6),
    ("table: k/2-d d=1..2 k=1..3", HALVES.style.format("{:.1f}"), 6),
    ("table: k/2-d d=1..2 k=1..3", HALVES.where(HALVES > -1), 4),  # two are NaN
    ("table: 2*r+c r=0..99 c=0..1", pd.DataFrame(np.arange(200.0).reshape(100, 2)), 20),
    ("table: n n=0..2999", np.arange(3000), 6),  # the others are dots
    ("table: r/c r=1..2 c=2..3", RATIOS, 4),
    ("table: 1/10**m m=0..9..9", np.array([1.0, 1e-9]), 2),
    ("table: k/2-d d=1..2 k=1..3", WIDE, 6),
]


@pytest.fixture
def findings(write):
    def of_cell(mark, output):
        text = notebook(code(f"# exactdice{' ' if 'table' in mark else ': '}{mark}", output))
        return findings_in(read_document(write(text, "a.ipynb")))

    return of_cell


@pytest.mark.parametrize(("mark", "value", "count"), SHOWN)
def test_values_as_a_cell_shows_them(findings, mark, value, count):
    html = {"html": value._repr_html_()} if hasattr(value, "_repr_html_") else {}
    found = findings(mark, result(repr(value), **html))
    assert (len(found), exit_status(found, strict=True)) == (count, 0)


@pytest.mark.parametrize(("mark", "value", "count"), SHOWN[2:4])
def test_arrays_as_code_prints_them(findings, mark, value, count):
    found = findings(mark, printed(f"{value}\n"))
    assert (len(found), exit_status(found, strict=True)) == (count, 0)


@pytest.mark.parametrize("shown", [printed(f"{SCORES}\n"), result(repr(SERIES))])
def test_a_frame_or_a_series_that_is_text_alone_is_refused(findings, shown):
    (one,) = findings("table: EP(d) d=1..6", shown)
    assert "a data frame of pandas is read where it is the result of its cell" in one.reason
