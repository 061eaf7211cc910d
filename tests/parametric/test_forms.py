import pytest
from flint import fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Poly, Symbol, sympify

from exactdice import parameter
from exactdice.errors import ExactDiceError, QueryError
from exactdice.parametric.forms import EXPANDED, FACTORED, Form
from exactdice.parametric.polynomial import without_domain
from exactdice.parametric.rational import reduced
from exactdice.parametric.written import polynomial_latex, polynomial_text, quotient_text
from exactdice.tables.cell_styles import form_named

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
    quotient = reduced(top, under)
    written = read(quotient_text(quotient, "p", form))
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


BAD = [
    "big",
    "powers:",
    "powers:p,2*p",
    "powers:p*p",
    "powers:1/2",
    "powers:p,1-p,2+p",
    "powers:1/p",
]


@pytest.mark.parametrize("name", BAD)
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
