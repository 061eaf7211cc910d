"""What a table writes is read back by `verify`, in every style and every form."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice.claims.claims_file import read_claims
from exactdice.claims.judging import verify
from exactdice.claims.verdict import Verdict
from exactdice.documents.table_claims import claims_text
from exactdice.documents.written_tables import cells_in, number_in, plain_of_latex
from exactdice.errors import ExactDiceError
from exactdice.tables.cell_styles import cell_style
from exactdice.tables.output_formats import TableFormat
from exactdice.tables.table import make_table, render

EXACT_STYLES = ("frac", "mixed", "factored", "repeating", "cf", "symbolic")
NUMBERS = st.fractions(max_denominator=400)


@given(NUMBERS, st.sampled_from(EXACT_STYLES), st.sampled_from(".,"))
def test_exact_styles_keep_the_number_in_text_and_in_latex(number, name, mark):
    style = cell_style(name, mark)
    value = number.numerator if number.denominator == 1 else number
    assert number_in(style.plain(value)) == number
    assert number_in(plain_of_latex(f"${style.latex(value)}$")) == number


TABLES = [
    (["P(d,k)"], {"d": range(1, 4), "k": range(1, 8)}, {}),
    (["EP(d)", "P(d,1)", "EP(d) - best_dice(3)"], {"d": range(1, 6)}, {"faces": 4}),
    (["gain(dice(1), blind)"], {"target": range(1, 4)}, {"dice": 2}),
    (["P(2,k)", "Q(2,k)"], {"k": range(2, 9, 3)}, {"weights": (1, Fraction(1, 2) * 2, 2)}),
]
STYLES = st.one_of(
    st.sampled_from(EXACT_STYLES),
    st.integers(0, 9).map(lambda places: f"dec:{places}"),
    st.integers(0, 9).map(lambda places: f"percent:{places}"),
)


@given(
    st.sampled_from(TABLES),
    STYLES,
    st.sampled_from(".,"),
    st.sampled_from(TableFormat),
    st.booleans(),
)
@settings(max_examples=60)
def test_what_a_table_writes_verify_reads_back(tmp_path_factory, table, style, mark, form, siunitx):
    queries, ranges, options = table
    siunitx = siunitx and form == TableFormat.LATEX and style.startswith("dec")
    made = make_table(queries, ranges, options)
    text = render(made, form, style, mark, siunitx)
    path = tmp_path_factory.mktemp("claims") / "table.toml"
    path.write_text(claims_text(made, text, form), encoding="utf-8")
    findings = verify(read_claims(path))
    assert len(findings) == sum(map(len, made.cells))
    assert {finding.verdict for finding in findings} <= {Verdict.EXACT, Verdict.ROUNDED}
    if style in EXACT_STYLES:
        assert {finding.verdict for finding in findings} == {Verdict.EXACT}


@pytest.mark.parametrize("form", TableFormat)
def test_a_wrong_digit_on_the_page_is_found(tmp_path, form):
    made = make_table("P(d,k)", {"d": range(1, 3), "k": range(1, 5)}, {})
    text = render(made, form)
    wrong = text.replace("11/36", "11/35").replace(r"\frac{11}{36}", r"\frac{11}{35}")
    assert wrong != text
    path = tmp_path / "table.toml"
    path.write_text(claims_text(made, wrong, form), encoding="utf-8")
    assert [finding.verdict for finding in verify(read_claims(path))].count(
        Verdict.CONTRADICTED
    ) == 1


def test_cells_that_say_no_number_are_named_but_not_claimed():
    made = make_table(["OPT_all(i,0)", "OPT(i,0)"], {"i": range(2)}, {"dice": 2, "target": 5})
    text = claims_text(made, render(made, TableFormat.MARKDOWN), TableFormat.MARKDOWN)
    assert (text.count("[[claim]]"), text.count("says no number")) == (2, 2)


def test_a_table_without_numbers_claims_nothing():
    made = make_table("OPT_all(i,0)", {"i": range(2)}, {"dice": 2, "target": 5})
    with pytest.raises(ExactDiceError, match="no cell with a number"):
        claims_text(made, render(made, TableFormat.CSV), TableFormat.CSV)


def test_siunitx_needs_decimals_in_latex():
    made = make_table("EP(d)", {"d": range(1, 3)}, {})
    with pytest.raises(ExactDiceError, match="siunitx columns need LaTeX and decimals"):
        render(made, TableFormat.LATEX, "frac", siunitx=True)
    assert cells_in(render(made, TableFormat.LATEX, "dec:1", ",", True), TableFormat.LATEX) == [
        ["1", "3.5"],
        ["2", "5.9"],
    ]
