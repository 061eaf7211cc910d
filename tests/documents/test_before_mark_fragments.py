"""A fragment is never read as the number, and every promised form is read."""

import re
from fractions import Fraction

import pytest
from read_before_mark import LATEX, MARKDOWN, NAMES, assert_no_fix, read

from exactdice.claims.verdict import Verdict
from exactdice.documents.uncovered import uncovered

# --- fragments ------------------------------------------------------------------------------------

WHOLE = [  # what is printed, its value where a reader may know it
    (r"0{,}1\overline{6}", Fraction(1, 6)),
    (r"\cfrac{3}{8}", Fraction(3, 8)),
    (r"\nicefrac{3}{8}", Fraction(3, 8)),
    (r"\sfrac{3}{8}", Fraction(3, 8)),
    (r"\tfrac{3}{8}", Fraction(3, 8)),
    (r"\dfrac{3}{8}", Fraction(3, 8)),
    ("1/6", Fraction(1, 6)),
    (r"\sqrt{2}", None),
    (r"\sqrt 2", None),
    (r"\sqrt[3]{8}", 2),
    (r"\binom{4}{2}", 6),
    (r"\frac{\pi}{2}", None),
    (r"\frac{1}{\sqrt{4}}", Fraction(1, 2)),
    (r"\frac12", Fraction(1, 2)),
    (r"\frac{1}{2}3", None),
    (r"\overline{6}", None),
    (r"0.1\bar{6}", Fraction(1, 6)),
    (r"0.\dot{3}", Fraction(1, 3)),
    ("1'234", 1234),
    ("1’234", 1234),
    ("1 234", 1234),
    ("12 345.6", Fraction(123456, 10)),
    ("1,234,567", 1234567),
    ("2*3", 6),
    ("2 * 3", 6),
    ("2 *3", 6),
    ("2·3", 6),
    ("2 × 3", 6),
    (r"2 \cdot 3", 6),
    ("2 x 3", 6),
    ("2x3", 6),
    ("1 + 1/6", Fraction(7, 6)),
    ("1+1/6", Fraction(7, 6)),
    ("1 - 1/6", Fraction(5, 6)),
    ("3-5", -2),
    ("3 -5", -2),
    ("3 − 5", -2),
    ("3–5", None),
    ("3--5", None),
    ("1/2/3", Fraction(1, 6)),
    ("1 / 6", Fraction(1, 6)),
    ("1:6", None),
    ("1 : 6", None),
    ("2^5", 32),
    ("2^{5}", 32),
    ("2<sup>5</sup>", 32),
    ("2**5", 32),
    ("x_5", None),
    ("x_{5}", None),
    ("5x10^-3", Fraction(1, 200)),
    ("5x10^{-3}", Fraction(1, 200)),
    ("5 x 10^-3", Fraction(1, 200)),
    ("5e-3", Fraction(1, 200)),
    ("5E3", 5000),
    ("5·10^-3", Fraction(1, 200)),
    ("√2", None),
    ("$_{5}$", None),
    ("√ 2", None),
    (r"\log 2", None),
    ("log 2", None),
    ("log₂ 8", 3),
    ("5!", 120),
    ("0, 65", None),
    ("0. 65", None),
    ("1.2.3", None),
    (".65", Fraction(13, 20)),
    (",65", Fraction(13, 20)),
    ("v1.2", None),
    ("10:30", None),
    ("2024-05-03", None),
    ("0.5±0.1", Fraction(1, 2)),
    ("±0.5", None),
    ("2(3)", None),
    ("2[3]", None),
    ("(2 + 1) 3", 9),
    ("(2+1)3", 9),
    ("{2}{3}", None),
    (r"\textcolor{red}{0.5}", Fraction(1, 2)),
    (r"\SI{5}{\metre}", None),
    (r"2\pi 3", None),
    ("½3", None),
    ("0.1̅6", None),
    ("#3", None),
    ("&minus;3", -3),
    ("&minus; 3", -3),
    ("minus 3", -3),
    ("<em>-</em>3", -3),
    ("<b>-</b> 3", -3),
    ("‑3", -3),
    ("－3", -3),
    ("⁻3", None),
    ("$-$ 3", -3),
    ("- 3/8", Fraction(-3, 8)),
    ("x - 3", None),
    ("x -3", None),
    ("EP(5) -3", None),
    ("EP(5)-3", None),
    ("f(3)", None),
    ("-(3", None),
    ("2 1/3", Fraction(7, 3)),
    (r"2\frac{1}{3}", Fraction(7, 3)),
    ("1 2 1/3", None),
    ("0.123 45", Fraction(12345, 10**5)),
    (r"12\,34", None),
    ("12~34", None),
    (r"5 \% 3", None),
    (r"$0 65$", 65),
    (r"$1, 65$", None),
    (r"$x\,3$", None),
    (r"$x 3$", None),
    (r"$\frac{1}{2} 3$", None),
    (r"1\!\cdot\!3", 3),
    (r"3 \bmod 2", None),
]
FROM = ["", "the value is ", "x = ", "("]


@pytest.mark.parametrize(("printed", "value"), WHOLE)
@pytest.mark.parametrize("mark", [MARKDOWN, LATEX])
@pytest.mark.parametrize("around", ["{}", "${}$", "**{}**", r"\textbf{{{}}}"])
def test_a_fragment_is_never_read_as_the_number(folder, printed, value, mark, around):
    for before in FROM:
        text = before + around.format(printed)
        if LIST_ITEM.match(text) and mark == MARKDOWN:
            continue
        found = read(text, mark)
        assert found is None or found == value, text
        if found is None:
            assert_no_fix(folder, text, mark)


LIST_ITEM = re.compile(r"(?:-|0\.) ")


PROMISED = [
    r"0{,}65",
    r"\num{0.65}",
    "64,89 %",
    r"\frac{3}{8}",
    r"5,0 \cdot 10^{-5}",
    "2 1/3",
    "0.1(6)",
    "49/(2^3·3^3)",
    "[0; 2, 1, 3]",
    "5.0×10⁻¹²",
]
PROMISED += [
    r"2\ \frac{1}{3}",
    r"\frac{49}{2^{3}\cdot 3^{3}}",
    r"0.1\overline{6}",
    r"\qty{64.89}{\percent}",
    "12\u202f345,6",
    r"12\,345{,}6",
]


@pytest.mark.parametrize("printed", PROMISED)
@pytest.mark.parametrize("mark", NAMES)
def test_every_form_that_is_promised_is_read_before_a_mark(findings, printed, mark):
    if mark != MARKDOWN and "%" in printed:
        printed = printed.replace("%", r"\%")
    for before in ["", "the value is ", "x = ", "("]:
        document, (found,) = findings(before + mark.format(printed, "1/2"), NAMES[mark])
        assert not found.claim.defect
        assert found.claim.printed.text == printed
        assert list(uncovered(document)) == []


PROSE = [
    ("the value is {} ", "0.65"),
    ("({}", "0.65"),
    ("p = {}", "0.65"),
    ("p={}", "-0.65"),
    ("between 0.6 and {}", "0.65"),
    ("about {}", "0.65%"),
    ("in 2024 {}", "0.65"),
    ("1, 2, {}", "3"),
    ("in round 3: {}", "0.65"),
    ("value:{}", "0.65"),
    ("- {}", "0.65"),
    ("1. {}", "-0.65"),
    ("* **{}**", "0.65"),
    ("| 1 | {} ", "-0.65"),
    ("|{}", "0.65"),
    ("> {}", "0.65"),
    ("# Part 2\n{}", "0.65"),
    ("**the value is {}**", "0.65"),
    ("**Value:** {}", "0.65"),
    ("`EP` {}", "0.65"),
    ("EP(5) {}", "0.65"),
    ("(see Table 2) **{}**", "0.65"),
    ("≈ {}", "0.65"),
    ("~{}", "0.65"),
    ("≤{}", "0.65"),
    ("[1, {}", "0.65"),
    ("word — {}", "0.65"),
    ("word—{}", "0.65"),
    ("<td>{}", "0.65"),
    ("«\u00a0{}", "0.65"),
    ("“{}”", "0.65"),
    ("about\u00a0{}", "0.65"),
    ("a 0.12<!-- exactdice: 1/2 --> {}", "0.38"),
    ("[link](x.md) {}", "0.65"),
    ("a;\n{}", "0.65"),
    ("$p = {}$", "0.65"),
    ("~~{}~~", "0.65"),
]


@pytest.mark.parametrize(("text", "number"), PROSE)
def test_ordinary_prose_is_read(findings, text, number):
    if text == "“{}”":
        text = "“{}"
    _, found = findings(MARKDOWN.format(text.format(number), "1/2"))
    assert found[-1].claim.defect == ""
    assert found[-1].claim.printed.text == number


TEX = [
    (r"a & \textbf{{{}}} \\", "-0.65"),
    (r"\item {}", "0.65"),
    (r"\item $x$: {}", "0.65"),
    (r"a \\ {}", "0.65"),
    (r"about~{}.", "0.65"),
    (r"$d \approx {}$,", "0.65"),
    (r"$\leq{}$", "0.65"),
    (r"\footnote{{the mean is {}}}", "0.65"),
    ("\\begin{{align}}\n{}", "0.65"),
    ("$$\n{}$$", "0.65"),
    (r"\ref{{a}} $= {}$", "0.65"),
    (r"\bfseries {}", "0.65"),
    (r"\(x = {}\).", "-0.65"),
    ("% version 3\n{}", "0.65"),
    ("0.5 % exactdice: 1/2\n{}", "0.65"),
    ("5 \\\\\n{}", "0.65"),
]


@pytest.mark.parametrize(("text", "number"), TEX)
def test_ordinary_latex_is_read(findings, text, number):
    _, found = findings(LATEX.format(text.format(number), "1/2"), "r.tex")
    assert found[-1].claim.defect == ""
    assert found[-1].claim.printed.text == number


@pytest.mark.parametrize(
    "after",
    [
        "&nbsp;%",
        "&thinsp;%",
        "&#37;",
        "<b>%</b>",
        "<!-- c -->%",
        "％",
        "‱",
        "e-3",
        " / 8",
        "½",
        "&times; 10³",
        "٫5",
        "·5",
    ],
)
def test_what_entities_and_tags_print_after_a_mark_is_seen(findings, after):
    _, (found,) = findings(MARKDOWN.format("0.6", "3/5") + after)
    assert "ends is not clear" in found.reason


@pytest.mark.parametrize(
    "after",
    [
        "5",
        "%",
        " %",
        "\u00a0%",
        ".5",
        "(6)",
        "^2",
        "/3",
        "×10⁻³",
        " × 10^{-3}",
        "**5**",
        "$^2$",
        "⁵",
    ],
)
def test_a_number_that_goes_on_after_its_mark_is_refused(findings, after):
    _, (found,) = findings(MARKDOWN.format("0.6", "3/5") + after)
    assert "ends is not clear" in found.reason


@pytest.mark.parametrize(
    "after",
    ["", ".", ",", ", 3", ")", " of 5", "; 5", "\n5", "**", "$", " | 5 |", "!", " and 5 %", "—5"],
)
def test_what_is_no_part_of_the_number_may_follow_the_mark(findings, after):
    assert findings(MARKDOWN.format("0.6", "3/5") + after)[1][0].verdict == Verdict.EXACT


EXACTLY = r"\exactly{1/2}{0.5}"


@pytest.mark.parametrize(
    "text",
    [
        "$-{}$",
        "a gain of -{}",
        "$x = -{}$",
        "-${}$",
        r"$-\mathbf{{{}}}$",
        "2{}",
        "0{{,}}{}",
        r"{}\,\%",
        "{}5",
        r"$-\,{}$",
        "{}$5$",
    ],
)
def test_a_part_of_the_number_outside_the_braces_is_refused(findings, text):
    assert "outside" in findings(text.format(EXACTLY), "r.tex")[1][0].reason


@pytest.mark.parametrize(
    "text",
    [
        "${}$",
        r"${}\,d\,q^d + ({} - q^d)$",
        "$q^d - {}$",
        "$x-{}$",
        r"$\frac{{{}}}{{2}}$",
        "10^{{{}}}",
        "{}, 5",
        "{} % 5",
    ],
)
def test_a_number_in_braces_may_stand_in_a_formula(findings, text):
    assert {found.verdict for found in findings(text.format(EXACTLY, EXACTLY), "r.tex")[1]} == {
        Verdict.EXACT
    }


OUTSIDE_LEFT = [
    r"$\text{-}M$",
    r"${-}M$",
    r"$-\!M$",
    r"$-\left(M\right)$",
    r"x \textminus M",
    "a $-\nM$",
    r"is -{\bfseries M}",
    r"is $-$ M",
    r"is $-$~M",
]
OUTSIDE_LEFT += [
    r"is \ensuremath{-}M",
    r"\mbox{$-$}M",
    r"\textbf{-}M",
    r"$= {-}M$",
    r"$\to-M$",
    r"$\equiv-M$",
    r"$\displaystyle-M$",
    r"$\quad-M$",
]
OUTSIDE_LEFT += [
    r"$-(M)$",
    r"$-\textcolor{red}{M}$",
    "is -%\nM",
    r"$-\thinspace M$",
    r"is -\$M",
    r"$\pm M$",
    "is \u2011M",
    "is \u207bM",
    r"$3/M$",
]
OUTSIDE_LEFT += [
    r"$\sqrt{M}$",
    "is minus M",
    "is minus\nM",
    r"$10^{-M}$",
    r"$5 \cdot M$",
    r"\textbf{is -} M",
    r"\emph{minus} M",
    r"\begin{align}-M\end{align}",
]
OUTSIDE_RIGHT = [
    r"M\textpercent",
    r"M\permil",
    "M‰",
    r"M\percent",
    r"$M\overline{6}$",
    "M(6)",
    "Me-3",
    "M/8",
    "$M^2$",
    "M%\n\\%",
    "M\n\\%",
    "M½",
]
OUTSIDE_RIGHT += [
    r"\qty{M}{\percent}",
    r"\num{Me-3}",
    r"M\,000",
    r"$M\cdot 10^{-3}$",
    r"$M\text{\%}$",
    r"M \textpercent{}",
]


@pytest.mark.parametrize("text", OUTSIDE_LEFT + OUTSIDE_RIGHT)
def test_what_is_not_certainly_the_whole_number_within_the_braces_is_refused(findings, text):
    assert "outside" in findings(text.replace("M", EXACTLY), "r.tex")[1][0].reason


INSIDE = [
    "$M$",
    "is M.",
    r"x & M \\",
    "$x = M$",
    "(M)",
    "mean~$M$",
    r"\textbf{M}",
    r"\emph{x} M",
    "a --- M",
    "of\nM\nwords",
    r"\item M",
    "``M''",
]
INSIDE += [
    r"\textcolor{red}{M}",
    "Table 3: M",
    "(see 2), M",
    r"\footnote{M}",
    "$$x = M$$",
    r"\bfseries M",
    r"\cite{a} M",
    "M\n\nnext",
    "x -\n\nM",
    "M (six) of",
]
INSIDE += [
    r"$x \approx M\,d\,q$",
    r"$\alpha - M$",
    "$1 + M$",
    "\\[\n M\n\\]",
    "\\begin{itemize}\n\\item M\n\\end{itemize}",
    r"$M \le x \le M$",
    "M%\nof",
]


@pytest.mark.parametrize("text", INSIDE)
def test_ordinary_surroundings_of_a_number_in_braces_are_read(findings, text):
    assert {found.verdict for found in findings(text.replace("M", EXACTLY), "r.tex")[1]} == {
        Verdict.EXACT
    }


SIGNED_THROUGH = [
    r"is -\$0.25",
    r"is $-\$0.25$",
    r"is -{\bfseries 0.25}",
    r"$-\displaystyle 0.25$",
    r"is -\small 0.25",
    r"is -\itshape 0.25",
]


@pytest.mark.parametrize("printed", SIGNED_THROUGH)
def test_a_sign_before_money_or_a_font_is_not_lost(printed):
    assert read(printed, LATEX) is None
    assert read(printed.replace("-", "", 1), LATEX) == Fraction(1, 4)


FENCED_ITEMS = [
    "- ```\n  a\n  ```\n\n{}\n\n- ```\n  b\n  ```\n",
    "1. ~~~\n   a\n   ~~~\n\n{}\n\n2. ~~~\n   b\n   ~~~\n",
    "\\`is{}\\`\n",
]


@pytest.mark.parametrize("text", FENCED_ITEMS)
def test_code_in_a_list_and_escaped_backticks_hide_no_mark(findings, text):
    found = findings(text.format(" " + MARKDOWN.format("0.9", "1/2") + " "))[1]
    assert [one.verdict.name for one in found] == ["CONTRADICTED"]
