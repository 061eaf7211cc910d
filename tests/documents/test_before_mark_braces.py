"""What stands around the braces of \\exactly: no part of the number may stand outside of them."""

import pytest

from exactdice.claims.verdict import Verdict

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
]


@pytest.mark.parametrize("text", INSIDE)
def test_ordinary_surroundings_of_a_number_in_braces_are_read(findings, text):
    assert {found.verdict for found in findings(text.replace("M", EXACTLY), "r.tex")[1]} == {
        Verdict.EXACT
    }


# What a line of a formula begins with, below the number; the last ones may be a part of it.
LINES = [r"\mathbb{P}(X = 2) &= 1", r"\Pr(A) &= 1", r"\operatorname{E}(X)", r"\Omega &= A"]
GOING_ON = [r"\unknown &= 1", r"\% &= 1", r"\mathrm{percent}", r"\mathbb{\%}"]


@pytest.mark.parametrize("line", LINES + GOING_ON)
def test_the_line_of_a_formula_below_the_number_is_another(findings, line):
    text = rf"\begin{{align*}} \mathbb{{P}}(X = 1) &= {EXACTLY}\\" + f"\n{line}\n\\end{{align*}}"
    found = findings(text, "r.tex")[1][0]
    assert (found.verdict == Verdict.EXACT) == (line in LINES)


@pytest.mark.parametrize("font", ["mathbb", "mathcal", "mathbf", "operatorname"])
@pytest.mark.parametrize(
    "text", [r"{}\font{1}", r"\font{1}{}", r"{}\font{\%}", r"{}\font{percent}"]
)
def test_what_a_font_prints_beside_a_number_is_not_lost(findings, font, text):
    beside = text.replace("font", font).replace("{}", EXACTLY)
    found = findings(f"${beside}$", "r.tex")[1][0]
    assert found.verdict == Verdict.UNCHECKED
