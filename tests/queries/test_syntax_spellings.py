"""One reader of queries: a spelling decides nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.closed_forms import formula
from exactdice.queries.syntax import TOKEN, parse, query_latex


@st.composite
def spellings(draw, query):
    """The query with blanks around its tokens and parentheses around the whole."""
    tokens = [found[0].strip() for found in TOKEN.finditer(query)]
    blanks = st.text(" \t", max_size=2)
    text = "".join(draw(blanks) + token for token in tokens) + draw(blanks)
    depth = draw(st.integers(0, 2))
    return "(" * depth + text + ")" * depth


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
