"""One reader of queries: a spelling decides nothing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.closed_forms import formula
from exactdice.closed_forms.states import race_states
from exactdice.pictures import by_query, pieces
from exactdice.queries.evaluate import parse_option
from exactdice.queries.syntax import TOKEN, parse, query_latex
from exactdice.tables.output_formats import TableFormat
from exactdice.tables.table import make_table, render


@st.composite
def spellings(draw, query):
    """The query with blanks around its tokens and parentheses around the whole."""
    tokens = [found[0].strip() for found in TOKEN.finditer(query)]
    blanks = st.text(" \t", max_size=2)
    text = "".join(draw(blanks) + token for token in tokens) + draw(blanks)
    depth = draw(st.integers(0, 2))
    return "(" * depth + text + ")" * depth


@given(
    st.data(),
    st.sampled_from(["EP(d)", "P(d,1) - EP(d)/2", "EG(d-1,0)*2", "gain(dice(d), blind, dice=3)"]),
)
@settings(max_examples=25)
def test_every_spelling_of_a_query_makes_the_same_table(data, query):
    ranges, options = {"d": range(1, 4)}, {"faces": 4} if "gain" not in query else {"target": 3}
    if "EG" in query:
        options = {"dice": 2, "target": 4}
    made, other = (
        make_table(text, ranges, options) for text in (query, data.draw(spellings(query)))
    )
    assert (made.nodes, made.cells) == (other.nodes, other.cells)
    assert render(made, TableFormat.LATEX) == render(other, TableFormat.LATEX)


@given(st.data(), st.sampled_from(["EP(d)", "payoff(d,1)", "EG(target-1,j)"]))
@settings(max_examples=15)
def test_every_spelling_of_a_query_has_the_same_formula(data, query):
    found, other = formula(query), formula(data.draw(spellings(query)))
    assert (found.expression, found.origin, found.domain, found.latex) == (
        other.expression,
        other.origin,
        other.domain,
        other.latex,
    )


def heights(figure):
    return [list(line.get_ydata()) for line in figure.axes[0].get_lines()]


@pytest.mark.parametrize("query", ["OPT(0,0)", "EG(0,0)", "OPT_all(0,0)"])
@pytest.mark.parametrize("spelling", [" {}", "({})", "\t( {} ) "])
def test_a_picture_of_pieces_is_chosen_by_the_parsed_query(drawn, query, spelling):
    options = {"weights": parse_option("p,1-p"), "dice": 2, "target": 3}
    for text in (query, spelling.format(query)):
        pieces.draw_pieces(race_states(text, {}, options), Path("x.png"), "")
    assert heights(drawn[0]) == heights(drawn[1])
    dice = {y for line in heights(drawn[0]) for y in line if len(line) > 2}
    assert (dice <= {0, 1, 2}) == query.startswith("OPT")


OWN_PICTURES = [
    "kernel(chomp(2,2))",
    "grundy(nim(2,1))",
    "winning_moves(nim(2,1))",
    "kernel_steps(chomp(2,2))",
    "connect_four_search(2)",
]


@pytest.mark.parametrize("query", OWN_PICTURES)
@pytest.mark.parametrize("spelling", [" {}", "({})", "\t( {} ) "])
def test_a_picture_of_its_own_is_chosen_by_the_parsed_query(drawn, query, spelling):
    given = {"rows": 3, "columns": 3, "line": 3} if query.startswith("connect") else {}
    for text in (query, spelling.format(query)):
        by_query.draw_query(text, given, Path("x.png"), "")
    shown = [[child.get_text() for axes in figure.axes for child in axes.texts] for figure in drawn]
    assert shown[0] == shown[1] != []


QUERIES = [
    ("EP_step(d1)*(P(d,k) - 1/4)", r"\mathrm{EP\_step}(d_{1}) \cdot (P(d, k) - 1/4)"),
    ("1-(2-3)", "1 - (2 - 3)"),
    ("0.25/(a*b)", r"1/4/(a \cdot b)"),
    ("-d", "-d"),
    ("gain(dice(1),b,dice=3)", r"\mathrm{gain}(\mathrm{dice}(1), b, \mathrm{dice} = 3)"),
]


@pytest.mark.parametrize(("query", "latex"), QUERIES)
def test_a_query_in_latex(query, latex):
    assert query_latex(parse(query)) == latex
