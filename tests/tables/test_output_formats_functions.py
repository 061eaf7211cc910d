import re

import pytest

from exactdice import DiceBattle, parameter, solve
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.writeup.tables.number_text import as_json, cell_style, form_named
from exactdice.writeup.tables.output_formats import function_latex, notes_latex, rows_text
from exactdice.writeup.tables.table import function_page

WEIGHTS = {"dice": 2, "weights": parse_option("p,1-p")}


def gain(target):
    return evaluate_query("EG(0,0)", {**WEIGHTS, "target": target})


@pytest.mark.parametrize(("target", "kind"), [(2, None), (3, "cases"), (4, "longtable")])
def test_the_pieces_are_a_formula_cases_or_rows(target, kind):
    page = function_page(gain(target), "EG(0,0)")
    assert page.startswith("{\\footnotesize\n")
    assert r"\operatorname{EG}(0, 0)" in page
    for environment in ("cases", "longtable"):
        assert (rf"\begin{{{environment}}}" in page) == (environment == kind)
    assert page.count(r"\begin") == page.count(r"\end{")
    assert page.count("{") == page.count("}")


def test_every_break_has_its_polynomial_below():
    function = gain(4)
    page = function_page(function, "EG(0,0)")
    notes = page[page.index(r"\end{longtable}") :]
    assert all(point.decimal(6) in notes for point in function.breaks)
    rows = re.findall(r"^(\d+) & .*\\\\\[2pt\]$", page, re.MULTILINE)
    assert rows == [str(k) for k in range(1, len(function.breaks) + 2)]


def test_no_line_of_a_formula_is_wider_than_a_page():
    page = function_page(gain(6), "EG(0,0)")
    assert max(map(len, re.split(r"\\\\|\n", page))) < 2000
    (one,) = [evaluate_query("EG(0,0)", {**WEIGHTS, "dice": 1, "target": 14})]
    lines = re.findall(r"& (?:\{\} )?(.*?) (?:\\\\|\\end)", function_page(one, "EG(0,0)"))
    assert max(len(re.sub(r"[{}^ ]", "", line)) for line in lines) < 90


def test_a_style_of_cells_is_the_form_of_a_function():
    function = gain(3)
    for name in ("factored", "expanded", "powers:1-p", "powers:p,1-p"):
        form = form_named(name)
        assert cell_style(name).plain(function) == function.text(form)
        assert cell_style(name).plain(function.ends[0]) == "0"
    assert "(1 - p)^2" in rows_text(function, form=form_named("powers:p,1-p"))


def test_json_has_the_pieces():
    function = gain(3)
    entry = as_json(function)
    assert entry["symbol"] == "p"
    assert [row["best"] for row in entry["pieces"]] == [["2"], ["1"], ["1"]]
    assert entry["pieces"][0]["best at the end"] == ["1", "2"]


P = parameter("p", 0, 1)


def test_every_row_fits_a_line_and_every_note_is_named_once():
    gain = solve(DiceBattle(2, 8, weights=(P, 1 - P))).value
    text = rows_text(gain)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    notes = [line for line in text.splitlines() if line.startswith("[")]
    assert len(rows) == 2 + len(gain.pieces)
    assert max(map(len, rows)) <= 100
    for number, note in enumerate(notes, 1):
        assert note.startswith(f"[{number}] ")
        assert any(f"[{number}]" in row for row in rows)
    assert len(set(notes)) == len(notes)


def test_few_pieces_are_cases_and_many_are_numbered_rows():
    few = solve(DiceBattle(2, 3, weights=(P, 1 - P))).value
    many = solve(DiceBattle(2, 5, weights=(P, 1 - P))).value
    assert function_latex(few).count(r"\\") == 2
    assert r"0.531010\ldots \le p \le 0.569840\ldots" in function_latex(few)
    assert function_latex(many).startswith(r"\begin{array}{rll} 1 & ")
    assert "$p^{3} - p^{2} + 2 p - 1$" in notes_latex(few).replace(
        "-1 + 2 p - p^{2} + p^{3}", "p^{3} - p^{2} + 2 p - 1"
    )
