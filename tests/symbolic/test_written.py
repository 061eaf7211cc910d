"""Every form of a polynomial is the same polynomial, and a notebook has a row for each piece."""

from html.parser import HTMLParser

import pytest
from flint import fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Poly, Symbol, sympify

from exactdice import DiceBattle, parameter, solve
from exactdice.exact.errors import ExactDiceError, QueryError
from exactdice.symbolic.rational_function import Parameter, RationalFunction, without_domain
from exactdice.symbolic.written import (
    EXPANDED,
    FACTORED,
    Form,
    polynomial_latex,
    polynomial_text,
    quotient_text,
)
from exactdice.writeup.tables.number_text import form_named

P, SYMBOL = parameter("p", 0, 1), Symbol("p")
FORMS = [
    EXPANDED,
    FACTORED,
    Form(bases=(1 - P,)),
    Form(bases=(P - 1 + 0 * P,)),
    Form(bases=(2 * P - 3,)),
    Form(bases=(P, 1 - P)),
    Form(bases=(1 - P, P)),
    Form(bases=(1 + 2 * P, 3 - P / 2)),
]
POLYNOMIALS = st.lists(st.integers(-9, 9), max_size=6).map(fmpz_poly)


def read(text):
    return sympify(text.replace("^", "**"), locals={"p": SYMBOL})


def of_sympy(polynomial):
    return Poly([int(c) for c in reversed(polynomial.coeffs())] or [0], SYMBOL)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=30)  # sympy takes milliseconds for each, in eight forms
@given(polynomial=POLYNOMIALS)
def test_every_form_is_the_same_polynomial(form, polynomial):
    written = read(polynomial_text(polynomial, "p", form))
    assert (Poly(written, SYMBOL) - of_sympy(polynomial)).is_zero


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=30)
@given(top=POLYNOMIALS, under=POLYNOMIALS)
def test_every_form_of_a_quotient_is_the_same_function(form, top, under):
    if under.is_zero():
        under = fmpz_poly([1, 1])
    quotient = RationalFunction.constant(1, (Parameter("p"),)).quotient(top, under)
    written = read(quotient_text(quotient, form))
    above, below = (Poly(part, SYMBOL) for part in written.together().as_numer_denom())
    assert (above * of_sympy(under) - below * of_sympy(top)).is_zero


def test_forms_by_hand():
    square = fmpz_poly([1, -2, 1])  # (1 - p)^2
    assert polynomial_text(square, "p", FACTORED) == "(1 - p)^2"
    assert polynomial_text(square, "p", form_named("powers:1-p")) == "(1 - p)^2"
    # 1 = (p + (1 - p))^2
    one_of_degree_two = fmpz_poly([1, 0, 1])
    text = polynomial_text(one_of_degree_two, "p", form_named("powers:p,1-p"))
    assert text == "(1 - p)^2 + 2*p*(1 - p) + 2*p^2"
    around = polynomial_text(fmpz_poly([0, 0, 1]), "p", form_named("powers:p-1/2"))
    assert around == "1/4 + (p - 1/2) + (p - 1/2)^2"


@pytest.mark.parametrize("name", ["big", "powers:p,2*p", "powers:p*p", "powers:p,1-p,2+p"])
def test_what_is_no_form_is_refused_in_one_line(name):
    with pytest.raises(ExactDiceError) as raised:
        form_named(name)
    assert "\n" not in str(raised.value)


def test_a_long_polynomial_is_broken_before_its_signs():
    latex = polynomial_latex(fmpz_poly(list(range(1, 30))), "p", width=50)
    lines = latex.removeprefix(r"\begin{aligned} & ").split(r" \\ & {} ")
    assert len(lines) > 3
    assert all(line[0] in "+-" for line in lines[1:])
    whole = " ".join(lines).removesuffix(r" \end{aligned}")
    assert whole == polynomial_latex(fmpz_poly(list(range(1, 30))), "p")


def test_powers_of_another_symbol_are_refused():
    form = Form(bases=(1 - without_domain("q"),))
    with pytest.raises(QueryError, match="powers:1-p, got 1 - q"):
        polynomial_text(fmpz_poly([1, 1]), "p", form)


SOLUTION = solve(DiceBattle(2, 3, weights=(P, 1 - P)))


class Cells(HTMLParser):
    """The texts of the cells, row by row."""

    def __init__(self):
        super().__init__()
        self.rows = []

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def test_a_notebook_shows_a_row_for_each_piece():
    page = SOLUTION._repr_html_()
    reader = Cells()
    reader.feed(page)
    heading, *rows = reader.rows
    assert heading == ["", "p from", "p to", "best", "best at p to", "value"]
    ends = ["0", *(f"{point.decimal(6)}…" for point in SOLUTION.breaks), "1"]
    assert [row[1] for row in rows] == ends[:-1]
    assert [row[2] for row in rows] == ends[1:]
    assert [row[3:5] for row in rows] == [["2", "1, 2"], ["1", "1"], ["1", "1, 2"]]
    assert "1 - 4\N{NO-BREAK SPACE}p + 10" in page
    assert "p<sup>6</sup>" in page
    assert "value to MAX for each p" in page


def test_a_function_without_choices_has_no_column_for_them():
    reader = Cells()
    reader.feed(SOLUTION.value.derivative()._repr_html_())
    assert reader.rows[0] == ["", "p from", "p to", "value"]
