"""Operands and exponents in a formula, and numbers that are printed otherwise than they are
written.
"""

import pytest
from marked_numbers import BRACES, COMMENT, MARKDOWN, read

from exactdice.documents import verification as checking
from exactdice.documents.documents import read_document
from exactdice.errors import ClaimsError
from exactdice.printed.numbers import parse_printed

# --- operands and exponents in a formula ----------------------------------------------------------

NO_OPERAND = [
    r"\begin{array}{c} -M \end{array}", r"\begin{alignat*}{2} -M", r"\begin{array}{@{}l}-M",
    r"\multicolumn{1}{r}{-M}", r"\cline{1-1} -M", r"\textcolor[rgb]{1,0,0}{-M}",
    r"\textcolor[gray]{0}{-}M", r"{\color[rgb]{1,0,0}-M}", r"\phantom{x}-M", r"p=\vphantom{x}-M",
    r"\hphantom{1}-M", r"\makebox[0pt]{-}M", r"\scalebox{1}{-}M", r"\raisebox{1}{-}M",
    r"\resizebox{1cm}{!}{-M}", r"\overset{k}{-}M", r"\stackrel{k}{-}M", r"\tag{1}-M",
    r"\fontsize{12}{14}-M", r"\cancel{1}-M", r"\xrightarrow{n}-M", r"\text{a)}\;-M",
    r"(1)\quad -M", r"(1)\hspace{1cm}-M", r"(1)\hfill-M", r"\sum_{k=1}^{3}-M", r"\sum_{k=1}^3-M",
    r"\int_0^1-M", r"\log_{2}-M", r"\log_2-M", r"\max_{x}-M", r"\phantom x-M", r"\tag1 -M",
    r"\overset k-M", r"\displaybreak[1]-M", r"\kern1em-M", r"\begin{array}{c}x_{1}\cr-M",
    r"10^{-3}\cdotM", r"10^3\cdotM", r"\lim_{n\to\infty}-M",
]  # fmt: skip


OPERANDS = [
    "x-M", "x - M", "x_{k}-M", "x_k^2 - M", "x^{2}_{k}-M", "2x - M", "3 - M", "f(x) - M",
    "[a+b] - M", "n! - M", r"\alpha_{i+1} + M", r"(a+b)\cdot M", r"x\,-\,M", r"= 2 \alpha + M",
]  # fmt: skip


EXPONENTS = [
    r"M\mathrm{e}{-3}", r"M\mathrm{e}{3}", r"M\mathrm{E}{-}3", r"M\mathsf{x}10^{-3}",
    r"M\,\mathrm{x}\,10^{-3}", r"M\mathrm{x}{10}^{-3}", r"M\text{ x }10^{-3}",
    r"M\text{e}\text{-}3", r"M\mathrm{e}\mathrm{-3}",
]  # fmt: skip


@pytest.mark.parametrize("formula", [r"\[ {} \]", "${}$", "\\begin{align}\n{}\n\\end{align}"])
@pytest.mark.parametrize("text", NO_OPERAND + EXPONENTS)
def test_a_sign_or_an_exponent_in_a_formula_is_part_of_the_number(formula, text):
    assert read(formula.replace("{}", text), BRACES) is None


@pytest.mark.parametrize("text", OPERANDS)
def test_an_operand_of_a_formula_is_a_number_of_its_own(text):
    assert read(f"${text}$", BRACES) == "0.5"


# --- numbers that are printed otherwise than they are written -------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        "round-mode=places,round-precision=1",
        "fixed-exponent=3",
        "per-mode=symbol,round-mode=places",
        "exponent-mode=fixed",
    ],
)
@pytest.mark.parametrize("command", [r"\num[{}]{{0.6489}}", r"\qty[{}]{{64.89}}{{\percent}}"])
def test_options_of_siunitx_that_change_what_is_printed_are_refused(options, command):
    assert read("is M", COMMENT, command.format(options)) is None
    assert read("is M", BRACES, command.format(options)) is None


@pytest.mark.parametrize(
    "options",
    [
        "per-mode=symbol",
        "group-digits=false",
        "output-decimal-marker={,}",
        "group-separator={\\,},group-minimum-digits=4",
    ],
)
def test_options_of_siunitx_that_change_no_digit_are_read(options):
    number = rf"\num[{options}]{{0.6489}}"
    assert read("is M", COMMENT, number) == read("is M", BRACES, number) == number


SET_UP = "\\sisetup{{{}}}\n"


@pytest.mark.parametrize("mark", [COMMENT, BRACES])
def test_rounding_that_is_set_up_for_the_whole_document_is_seen(mark):
    rounding, harmless = (
        SET_UP.format("round-mode = places, round-precision=1"),
        SET_UP.format("output-decimal-marker={,},\n per-mode=symbol"),
    )
    assert read(f"{rounding} is M", mark, r"\num{0.6489}") is None
    assert read(f"{rounding} is M", mark, "0.6489") == "0.6489"
    assert read(f"{harmless} is M", mark, r"\num{0.6489}") == r"\num{0.6489}"
    assert read(f"% {rounding} is M", mark, r"\num{0.6489}") == r"\num{0.6489}"


@pytest.mark.parametrize("printed", ["7/0^0", "7/(2·0^0)", r"\frac{7}{0^{0}}"])
def test_nothing_to_the_power_of_nothing_has_no_value(printed):
    with pytest.raises(ClaimsError, match="denominator"):
        parse_printed(printed)
    assert read("is M", MARKDOWN, printed) is None


# --- fixes ----------------------------------------------------------------------------------------


def fixes(folder, text, name):
    (folder / name).write_text(text, encoding="utf-8", newline="")
    document = read_document(folder / name)
    return checking.patches([(document, checking.findings_in(document))])


@pytest.mark.parametrize("text", [r"$x-\exactly{0-1/4}{0.25}$", r"$x + \exactly{0-1/4}{0.25}$"])
def test_a_fix_that_would_read_otherwise_is_not_offered(tmp_path, text):
    assert fixes(tmp_path, text, "r.tex") == ""
    assert "+$x = \\exactly{0-1/4}{-0.25}$\n" in fixes(
        tmp_path, "$x = \\exactly{0-1/4}{0.25}$\n" + text, "r.tex"
    )


def test_a_fix_that_reads_as_the_exact_number_is_offered(tmp_path):
    assert "+about 0.25<!-- exactdice: 1/4 --> of\n" in fixes(
        tmp_path, "about 0.35<!-- exactdice: 1/4 --> of\n", "r.md"
    )
