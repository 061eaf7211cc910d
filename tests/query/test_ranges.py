"""One reader of ranges and of lists of labels, and the tables that are made over them."""

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from exactdice.exact.errors import QueryError
from exactdice.formulas import formula
from exactdice.query.evaluate import evaluate_query
from exactdice.query.ranges import ranges_and_options, single_values
from exactdice.query.words import Word
from exactdice.report.claims.entry import read_claims
from exactdice.report.documents.marks import read_table_words
from exactdice.writeup.pictures import by_query
from exactdice.writeup.tables.output_formats import TableFormat
from exactdice.writeup.tables.table import Table, make_table, render

# --- ranges and lists -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["d=*"], r"d=\* takes the labels that a document prints"),
        (["d=EP(1),2"], "not the quantity EP"),
        (["d=1..3,5"], "a range must look like"),
    ],
)
def test_labels_that_are_refused(words, message):
    with pytest.raises(QueryError, match=message):
        ranges_and_options(words, ["EP(d)"])


GAINS = {"a": "blind,optimal,random", "b": "blind,optimal,random"}
SMALL = {"dice": 3, "target": 20}


def test_table_1_of_the_first_report():
    """Gain for {blind, optimal, random} squared, each cell as the single query says it."""
    words = [f"{name}={text}" for name, text in GAINS.items()]
    made = make_table("gain(a,b)", ranges_and_options(words, ["gain(a,b)"])[0], SMALL)
    names = GAINS["a"].split(",")
    assert made.cells == tuple(
        tuple(evaluate_query(f"gain({a},{b})", SMALL) for b in names) for a in names
    )
    assert made.heading == ["a \\ b", *names]
    rows = list(csv.reader(io.StringIO(render(made, TableFormat.CSV))))
    assert [row[0] for row in rows[1:]] == names
    assert json.loads(render(made, TableFormat.JSON))["columns"] == {"b": names}
    assert r"$\mathrm{optimal}$ & " in render(made, TableFormat.LATEX)


def test_a_map_of_words_shows_its_words_and_numbers(drawn):
    words = [f"{name}={text}" for name, text in GAINS.items()]
    made = make_table("gain(a,b)", ranges_and_options(words, ["gain(a,b)"])[0], SMALL)
    by_query.draw_made([made], Path("x.png"), "")
    axes = drawn[0].axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["blind", "optimal", "random"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["blind", "optimal", "random"]
    assert len(axes.texts) == 9


def test_a_table_of_titles_is_written_and_drawn(drawn):
    made = Table(("50% of {a_b}",), ("counter", range(2)), None, ((1,), (Fraction(1, 2),)))
    assert r"$\mathrm{counter}$ & $\mbox{50\% of \{a\_b\}}$" in render(made, TableFormat.LATEX)
    by_query.draw_made([made], Path("x.png"), "")
    assert drawn[0].axes[0].get_xlabel() == "counter"


def test_where_one_value_is_needed_a_range_or_a_list_is_refused(tmp_path):
    for text in ("d=1..3", "d=1,3"):
        with pytest.raises(QueryError, match="d must have one value here"):
            single_values([text], "EP(d)")
    with pytest.raises(QueryError, match="d must have one value, got 2"):
        evaluate_query("EP(d)", {"d": (1, 3)})
    assert single_values(["a=dice(2)", "weights=1,2"], "gain(a, blind)") == {
        "a": Word("dice", (2,)),
        "weights": (1, 2),
    }
    path = tmp_path / "a.toml"
    path.write_text(
        '[[claim]]\nprinted = "1"\nvalue = "EP(d)"\ngiven = {d = "1..3"}\n', encoding="utf-8"
    )
    (claim,) = read_claims(path).claims
    assert "option d: d must have one value here, got the range 1..3" in claim.unclear


def test_a_closed_form_needs_a_range():
    with pytest.raises(QueryError, match="not over a list"):
        formula("EP(d)", {}, {"d": (1, 3, 5)})


MARKS = [
    ("EP(d); P(d, 1) d=1..3", ("EP(d)", "P(d, 1)"), {"d": "1..3"}),
    (
        'EP(d) "P(d, 1)" d=1..3 --style dec:3 --siunitx',
        ("EP(d)", "P(d, 1)"),
        {"d": "1..3", "style": "dec:3", "siunitx": "yes"},
    ),
    (
        '"EP(d)" "-P(d,1)" d=1..3 note="two words"',
        ("EP(d)", "-P(d,1)"),
        {"d": "1..3", "note": "two words"},
    ),
    ("gain(a, b) a=dice(1), b=blind", ("gain(a, b)",), {"a": "dice(1),", "b": "blind"}),
]


@pytest.mark.parametrize(("text", "queries", "words"), MARKS)
def test_the_words_of_a_mark(text, queries, words):
    read = read_table_words(text)
    assert (read.queries, read.words) == (queries, words)


# --- decimals and JSON ----------------------------------------------------------------------------


def column(made, style, number):
    return [
        line.split("|")[number].strip()
        for line in render(made, TableFormat.MARKDOWN, style).splitlines()[2:]
    ]


def test_whole_numbers_have_the_decimals_of_their_column():
    assert column(make_table("P(1,k)", {"k": range(5, 8)}, {}), "dec:3", 2) == [
        "0.167",
        "0.167",
        "0.000",
    ]
    mixed = make_table(["EP(d)", "best_dice(d)"], {"d": range(1, 3)}, {})
    assert [column(mixed, "dec:3", number) for number in (2, 3)] == [["3.500", "5.861"], ["1", "2"]]


CELLS = [
    ("frac", ".", "211/36"),
    ("dec:2", ",", "5,86"),
    ("factored", ".", "211/(2^2·3^2)"),
]


@pytest.mark.parametrize(("style", "mark", "cell"), CELLS)
def test_json_cells_are_in_the_style_asked_for(style, mark, cell):
    made = make_table("EP(d)", {"d": range(2, 3)}, {})
    assert json.loads(render(made, TableFormat.JSON, style, mark))["cells"] == [[cell]]


def test_json_keeps_the_shape_of_sets_laws_and_bounds():
    made = make_table(
        ["OPT_all(0,0)", "turns_distribution(dice(1), dice(1))", "EG(0,0)"],
        {"target": range(2, 3)},
        {"dice": 1},
    )
    assert json.loads(render(made, TableFormat.JSON, "dec:2"))["cells"][0][:2] == [
        [1],
        {"1": "0.83", "2": "0.14", "3": "0.03"},
    ]
    bounds = make_table("EG(0,0)", {"target": range(2, 3)}, {"dice": 1, "digits": 5})
    low, high = (
        json.loads(render(bounds, TableFormat.JSON))["cells"][0][0][end]
        for end in ("lower", "upper")
    )
    assert Fraction(low) <= evaluate_query("EG(0,0)", {"dice": 1, "target": 2}) <= Fraction(high)
