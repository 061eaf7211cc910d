"""Whatever stands beside a number on any side, a part of it is never read as the whole; ordinary
text does not make it unclear.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdice.documents import verification as checking
from exactdice.documents.documents import read_document
from exactdice.documents.latex_marks import latex_marks
from exactdice.documents.markdown_marks import markdown_marks
from exactdice.errors import ClaimsError
from exactdice.printed.numbers import parse_printed
from exactdice.printed.source import Source

MARKDOWN, COMMENT, BRACES = (
    "{}<!-- exactdice: 1/2 -->",
    "{} % exactdice: 1/2\n",
    r"\exactly{{1/2}}{{{}}}",
)
SUFFIXES = {MARKDOWN: ".md", COMMENT: ".tex", BRACES: ".tex"}


def read(text, mark, number="0.5", suffix=""):
    """The text of the number that is read where M stands; None when the claim is unclear."""
    source = Source(Path(f"r{suffix or SUFFIXES[mark]}"), text.replace("M", mark.format(number), 1))
    reader = markdown_marks if mark == MARKDOWN else latex_marks
    try:
        found = next(reader(source))
    except ClaimsError:
        return None
    return None if found.unclear else source.text[slice(*found.number)]


# --- parts of a number on the lines around --------------------------------------------------------

GOES_ON_IN_MARKDOWN = [
    "\n%", "\n·10⁻³", " x 10⁻³", " × **10**³", "\n× **10**³", " 1/2", " 000", "&nbsp;000", "e-3",
    "&#37;", " <sup>2</sup>", "<br><sup>2</sup>", "\n000", " percent", " per cent", " pour cent",
    " Prozent", " million", "\npercent", " · 10<sup>3</sup>", " *10", " * 10",
    "*** 10", "***\n10", "<b>*** 10", "***** 10", " ⅓", "&frac12;",
    " e-3", " E3", "<!-- c -->\n%", "<b>%</b>", "\\%", " \\%", "&percnt;", "&times;10", "\u2009000",
    "**0**", "²", " ²", "^2", "$^2$", "$\\,\\%$", " times 10", "/3", "\n/ 3", "(6)", "٪", "\u200b%",
    "<span>%</span>", "<br>%", "\n> %", "k", " k", "/100", " ⁄ 3", "'000", "’000", "·5", "٫5",
    " 1⁄2", " 1 / 2", " x **10**", "<i></i>%", " &#x25;", "&permil;", "<font color=red>%</font>",
    " $\\times 10^3$", " ×", "<sup>%</sup>",
]  # fmt: skip
GOES_ON_IN_LATEX = [
    "\n\\%", "\n\\,\\%", "\n\\cdot 10^{-3}", "\n000", "\n\\,000", "\n~000", "\ne-3", "\n$^2$",
    "\n\\textpercent", "\n% c\n\\%", "\n\\percent", "\nx 10", "\n1/2", "\n\\frac12",
    "\n\\frac{1}{2}", "\n\\nicefrac{1}{2}", "\n$\\times 10^{3}$", "\nProzent", "\n{\\%}",
    "\n\\textbf{\\%}", "\n\\mbox{\\%}", "\n\\hspace{0pt}\\%", "\n\\label{a}\\%", "\n/3", "\n!",
    "\n\\small\\%", "\n$\\cdot$ 10", "\n\\foo", "\n\\textsuperscript{2}",
]  # fmt: skip


@pytest.mark.parametrize("after", GOES_ON_IN_MARKDOWN)
@pytest.mark.parametrize("number", ["0.5", "5", "**0.5**", "0"])
def test_what_goes_on_after_the_mark_in_markdown_is_seen(after, number):
    assert read(f"is M{after}", MARKDOWN, number) is None


@pytest.mark.parametrize("after", GOES_ON_IN_LATEX)
def test_what_goes_on_after_the_mark_in_latex_is_seen(after):
    assert read(f"is M{after.removeprefix(chr(10))}", COMMENT, "5") is None
    assert read(f"is M{after}", BRACES, "5") is None


SIGNS_IN_MARKDOWN = [
    "‐", "‑", "−", "–", "<b>−</b>", "&minus;", "minus", "−<br>", "−  ", "−\\", "&#8722;", "&#x2d;",
    "**−**", "2 x", "2 ×", "2 &times;", "moins", "±", "$-$", "$\\pm$", "−<!-- c -->",
    "−\n<!-- c -->", "5 /", "√", "<span>−</span>", "−\u200b", "−&nbsp;", "−&zwnj;", "(−", "2·",
    "10^", "＋", "－", "Minus", "\\-", "<sup>−</sup>", "&foo;",
]  # fmt: skip


@pytest.mark.parametrize("sign", SIGNS_IN_MARKDOWN)
@pytest.mark.parametrize(
    "between",
    [
        "\n",
        " \n",
        "\n  ",
        "\n> ",
        " ",
        "\u00a0",
        " (",
        "\n(",
        "\n**",
        "\n<b>",
        "\n<!-- c -->",
        "\n<!-- c -->\n",
        "<br>",
    ],
)
def test_a_sign_further_left_is_not_lost_in_markdown(sign, between):
    quoted = "> " if ">" in between[:2] else ""
    assert_no_sign_is_lost(read(f"{quoted}is {sign}{between}M", MARKDOWN))


def assert_no_sign_is_lost(found):
    """The sign is read, or the claim is unclear."""
    assert found is None or parse_printed(found).value == Fraction(-1, 2)


SIGNS_IN_LATEX = [
    "-", "--", "$-$", "\\textminus", "moins", "minus", "-\\\\", "\\(-\\)", "{-}", "\\textbf{-}",
    "$-$~", "-%", "- % comment", "$-$ % a\n% b", "\\pm", "\\mbox{-}", "\\textcolor{red}{-}", "−",
    "\\foo", "\\ensuremath{-}", "-\\label{a}", "\\sqrt", "2 \\times", "$2\\cdot$", "2 x",
    "-\\hspace{1pt}",
]  # fmt: skip


@pytest.mark.parametrize("sign", SIGNS_IN_LATEX)
@pytest.mark.parametrize(
    "between",
    [
        "\n",
        " ",
        "~",
        "\\,",
        "\n% comment\n",
        " (",
        "\n\\small ",
        "{",
        "\n\\textbf{",
        "\n$",
        "\\,\n",
    ],
)
@pytest.mark.parametrize("mark", [COMMENT, BRACES])
def test_a_sign_further_left_is_not_lost_in_latex(sign, between, mark):
    end = "}" if between[-1] == "{" else "$" * ("$" in between)
    line = "" if "\n" in between[:1] or "%" not in sign.rpartition("\n")[2] else "\n"
    assert_no_sign_is_lost(read(f"is {sign}{line}{between}M{end}", mark))


WRAPPED_IN_MARKDOWN = [
    '"M"', "“M”", "„M“", "«M»", "<b>M</b>", "<strong>M</strong>", "<td>M</td>", "[M](x.md)",
    '**"M"**', '<b>"M"</b>', "[**M**](https://x.org/a-b)",
]  # fmt: skip


@pytest.mark.parametrize("wrapped", WRAPPED_IN_MARKDOWN)
def test_a_mark_after_quotation_marks_tags_or_a_link_binds_the_number_within(wrapped):
    number = wrapped.replace("M", "0.5")
    assert read("is M, and", MARKDOWN, number) == "0.5"
    assert read("is M, and", MARKDOWN, wrapped.replace("M", "-0.5")) == "-0.5"
    for after in GOES_ON_IN_MARKDOWN:
        cell = "td" in wrapped
        assert read(f"is M{after}", MARKDOWN, number) is None or cell, after
    for sign in SIGNS_IN_MARKDOWN:
        for blank in ("", " ", "\u00a0", "\n"):
            found = read(f"is {sign.lower()}{blank}M", MARKDOWN, number)
            assert found is None or parse_printed(found).value < 0 or "td" in wrapped, sign


LISTS = [
    ("text\n- M", None, "0.5"),
    ("- a\n- M", "0.5", "0.5"),
    ("text\n\n- M", "0.5", "0.5"),
    ("# Head\n\n- a\n  b\n- c\n- M", "0.5", "0.5"),
]
LISTS += [
    ("text\n* M", None, "0.5"),
    ("text −\n- M", None, "0.5"),
    ("1. a\n2. M", "0.5", "0.5"),
    ("- M", "0.5", "0.5"),
]


@pytest.mark.parametrize(("text", "pandoc", "commonmark"), LISTS)
def test_for_pandoc_a_list_needs_a_blank_line_before_it(text, pandoc, commonmark):
    assert read(text, MARKDOWN, suffix=".qmd") == read(text, MARKDOWN, suffix=".Rmd") == pandoc
    assert read(text, MARKDOWN) == commonmark


OPEN_FORMULAS = [
    "$$\np =\n- M$$", "$$\np =\n- M\n$$", "a\n\n$$p =\n- M$$", "$p =\n- M$", "$$p =\n* M$$",
    "> $$p =\n> - M$$", "$$\\begin{aligned}\na\n- M$$",
]  # fmt: skip
CLOSED_FORMULAS = [
    "costs $5\n\n- M", "$$x$$\n\n- M", "$$x$$\n- M", "- $5\n- M", "$a$ and $b$\n- M",
    "- a\n  $b$\n- M", "costs \\$5\n- M",
]  # fmt: skip


@pytest.mark.parametrize("text", OPEN_FORMULAS)
@pytest.mark.parametrize("suffix", [".md", ".qmd"])
def test_no_item_begins_within_a_formula(text, suffix):
    assert_no_sign_is_lost(read(text, MARKDOWN, suffix=suffix))


@pytest.mark.parametrize("text", CLOSED_FORMULAS)
def test_an_item_begins_after_a_formula(text):
    assert read(text, MARKDOWN) == "0.5"


# --- signs and scales that are said ---------------------------------------------------------------

SAID_BEFORE = [
    "minus ca. ", "minus approx. ", "$-$ ca. ", "$-$ about ", "minus exactly ", "minus just ",
    "minus some ", "minus precisely ", "minus genau ", "minus knapp ", "minus: ", "minus, ",
    "neg. ", "(minus) ", "(negative) ", "square root of ", "log of ", "racine de ", "Wurzel aus ",
    "half of ", "1 divided by ", "the negative of ", "−(≈ ", "√(≈ ", "1/(≈", "−(about ",
]  # fmt: skip
SAID_AFTER = [
    "in %", r"in~\%", "in percent", "as %", "(pct)", '("%")', "(**%**)", r"({\%})", r"(\,\%)",
    r"(~\%)", r"(in~\%)", r"(\textperthousand)", r"(values in \%)", "(tenths)", "(thousand)",
    "times ten", "times a thousand", "× ten", "Hundertstel", "Tausendstel", "centièmes",
    "millièmes", "Prozentpunkte", "hundreds", "dozens", "billionths", "Milliarde", "pro mille",
    "von Hundert", "out of a hundred", "per 100", "sur cent", "out~of~100",
]  # fmt: skip
SAID_OF_OTHERS = [
    "word - about M", "M (half)", "M (50 %)", "M in all", "M as before", "a loss of M", "of the M",
    "by about M", "the sum, about M", "M out of curiosity", "M per game",
    "he won twice. About M", "M times the stake",
]  # fmt: skip


@pytest.mark.parametrize("words", SAID_BEFORE)
@pytest.mark.parametrize("mark", [MARKDOWN, BRACES])
def test_a_sign_that_is_said_before_a_number_is_seen(words, mark):
    assert_no_sign_is_lost(read(f"It is {words}M x", mark))


@pytest.mark.parametrize("words", SAID_AFTER)
def test_a_scale_that_is_said_after_a_number_is_seen(words):
    assert read(f"It is M {words} x", MARKDOWN) is None
    assert "%" in words.replace(r"\%", "") or read(f"It is M {words} x", BRACES) is None


@pytest.mark.parametrize("text", SAID_OF_OTHERS)
@pytest.mark.parametrize("mark", [MARKDOWN, BRACES])
def test_words_of_other_things_are_read(text, mark):
    assert "%" in text or read(text, mark) == "0.5"


@pytest.mark.parametrize("ellipsis", ["…", "...", r"\ldots", r"$\ldots$"])
def test_digits_that_go_on_are_unclear(ellipsis):
    assert read(f"It is M{ellipsis} x", MARKDOWN) is None
    assert read(f"It is M{ellipsis} x", BRACES) is None


@pytest.mark.parametrize("code", [r"\verb|-|", r"\lstinline|-|", r"\char45 ", r"\symbol{45}"])
def test_what_is_printed_as_it_is_written_bounds_no_number(code):
    assert read(f"is {code}M", BRACES) is None


# --- ordinary text --------------------------------------------------------------------------------

ORDINARY = [
    "M", "The gain is M.", "about M for d=3", "a value of\nM, and", "M 3 times", "M of the games",
    "p = M", "(M)", "[M]", "(about M)", "“M”", "“p = M”", "a gain of M, a loss of 2", "M; then",
    "M: so", "M is!", "is it M?", "M – as before", "M - as before", "M — so", "word — M",
    "M and\n0.7 for d", "between M and 0.7", "between 0.4 and M", "from 0.4 to M", "in 2024, M",
    "In round 3: M", "the 5 dice: M", "Gain: M", "≈ M", "p≈M", "p<M", "M < 1", "M = 1/2", "M ± 0.1",
    "M + 0.1", "M (six)", "M (Table 2)", "M [1]", "see (2), M", "(see Table 2): M", "a;\nM",
    "word\nM\nword", "of\nM.\nThen", "M\n\n000", "000\n\nM", "−\n\nM", "M\n\n%",
    "en moyenne M points", "le gain est de M, soit", "gagne M fois", "M fois sur deux", "à M près",
    "der Wert M ist", "etwa M Punkte", "also M.", "beträgt M für d=3", "über M", "M\u00a0€",
    "un gain\u00a0: M", "«\u00a0M\u00a0»", "„M“", "M 12 dice", "at least M", "M per game", "M / of",
    "Würfel: M",
]  # fmt: skip
ORDINARY.remove("M / of")
ONLY_IN_MARKDOWN = [
    "| 1 | M |", "| 1 | M | 3 |", "|M|", "| a | - | M |", "|---|---|\n| M | 3 |", "a | M | 3",
    "- M", "* M", "+ M", "1. M", "- gain: M", "# Value M", "## M", "# Part 2\nM", "> M",
    "> a value\n> of M", "**M**", "*M*", "_M_", "**about M**", "**Value:** M", "`EP` M", "$p = M$",
    "$M$", "~~M~~", "[link](x.md), M", "[M](x.md)", "M[^1]", "<td>M</td>", "<b>M</b>",
    "about <b>M</b> of", "M<br>then", "word<br>M", "M\n- next", "M\n* next", "M\n# Head",
    "M\n| 000 |", "M **bold** word", "**bold** M", "M `code`", "M $x$ is", "$x$ is M",
    "is M &ndash; so", "a&nbsp;gain of M", "M<!-- c -->", "<!-- c --> M", "<!-- c -->\nM",
    "word\n<!-- c -->\nM", "a\n- b\n- M", "a\n===\nM", "a\n---\nM", "---\nM", "```\n5\n```\nM",
    "text 3\n\n1. M", "<p>M</p>", "is M</li>", "word \\\nM", "M\n\n- 3", "costs $5, and M", "\\$M",
    "is &asymp; M", "M ✓",
]  # fmt: skip
ONLY_IN_MARKDOWN.remove("M ✓")
ONLY_IN_LATEX = [
    r"x & M \\", r"M & 3 \\", "5 \\\\\nM & 3", "5 & 6 \\\\\nM \\\\\n100 & 7", r"\item M",
    r"\item[a] M", r"$M$", r"$p = M$", r"\(p = M\)", r"\[p = M\]", r"$d \approx M$,", r"$x \le M$",
    r"\textbf{M}", r"\emph{about} M", r"\textbf{about M}", r"about~M", r"about~$M$", r"a --- M",
    "``M''", r"\ref{a1}: M", r"\cite{a} M", r"Table~\ref{a}, M", r"\footnote{The mean is M}",
    r"\caption{Gain M}", "\\begin{align}\nM\n\\end{align}", r"\section{About M}", "$$\nM\n$$",
    "% version 3\nM", "a word % 5\nM", "of % x\n% y\nM", r"is M\label{a}", r"{\small M}",
    r"\bfseries M", "\\begin{itemize}\n\\item M\n\\end{itemize}", r"is \$M", r"\textcolor{red}{M}",
    r"\centering M", "\\hline\nM & 2", "\\midrule\nM & 2", r"M\ and", r"about\ M", r"{M}",
    r"\par M",
]  # fmt: skip


@pytest.mark.parametrize("text", ORDINARY + ONLY_IN_MARKDOWN)
@pytest.mark.parametrize("number", ["0.5", "0,65", "-3", "17", "3/8", "-0.25"])
def test_ordinary_markdown_is_read(text, number):
    assert read(text, MARKDOWN, number) == number


@pytest.mark.parametrize("text", ORDINARY + ONLY_IN_LATEX)
@pytest.mark.parametrize("number", ["0.5", "0{,}65", "-3", "17", r"\frac{3}{8}"])
@pytest.mark.parametrize("mark", [COMMENT, BRACES])
def test_ordinary_latex_is_read(text, number, mark):
    if mark == COMMENT and text.startswith("M\n\n"):
        text = text.replace("M", "M\n", 1)  # the comment takes its line's end with it
    assert read(text, mark, number) == number


# --- all of it at random --------------------------------------------------------------------------

BLANK = st.sampled_from(
    [
        "",
        " ",
        "\u00a0",
        "\u2009",
        "\n",
        " \n",
        "<br>",
        "<!-- c -->",
        "&nbsp;",
        "\\,",
        "**",
        "<b>",
        "$",
        "(",
        "\n> ",
    ]
)
SIGN = st.sampled_from(
    [
        "-",
        "−",
        "–",
        "‐",
        "‑",
        "&minus;",
        "&#45;",
        "minus",
        "Minus",
        "moins",
        "$-$",
        "{-}",
        "±",
        "<b>-</b>",
        "**−**",
        "\\-",
        "5 ×",
        "2·",
    ]
)
GOING_ON = [
    "%",
    "\\%",
    "&#37;",
    "‰",
    "<b>%</b>",
    "percent",
    "Prozent",
    "×10⁻³",
    "· 10^{-3}",
    "x 10^3",
    "\\cdot 10^3",
    "<sup>2</sup>",
    "²",
    "^2",
    "/8",
    "⁄8",
]
GOING_ON += [
    "1/2",
    "½",
    "&frac12;",
    "000",
    "**000**",
    "000,5",
    "e-3",
    "E5",
    "(6)",
    "million",
    "\\overline{6}",
    "&times; 10",
    "* 10",
]
NUMBERS = st.sampled_from(["0.5", "5", "0,5", "12.5", "1/2", "0.125", "$0.5$", "**5**"])


APART = re.compile(r"\n[ >]*(?:-[ \n]|\n)")  # an item of a list, a paragraph of its own


@given(SIGN, st.lists(BLANK, max_size=3).map("".join), NUMBERS, st.booleans())
@settings(max_examples=400)
def test_a_number_after_a_sign_is_never_read_as_the_bare_one(sign, blank, number, quoted):
    found = read(f"{'> ' * quoted}word {sign}{blank}M", MARKDOWN, number)
    assume(not APART.search(f"{sign}{blank}M"))
    assert found is None or parse_printed(found).value < 0


@given(
    NUMBERS,
    st.lists(BLANK.filter(lambda blank: blank != "("), max_size=3).map("".join),
    st.sampled_from(GOING_ON),
)
@settings(max_examples=400)
def test_a_number_that_goes_on_is_never_read_as_the_bare_one(number, blank, going_on):
    assume(
        not (re.search(r"\n[ >]*\* ", blank + going_on) or APART.search(blank))
    )  # an item of a list
    assert read(f"word M{blank}{going_on}", MARKDOWN, number) is None


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
