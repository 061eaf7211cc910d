"""The number before a mark: in every surrounding it is read whole, with its sign, or refused, so
that never a part of what is printed passes for the whole.

M stands for the marked number, @ for a mark behind the number that is written out.
"""

import re
from fractions import Fraction
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from parted_texts import cases

from exactdice.exact.errors import ClaimsError
from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.judging import verify
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import document_from
from exactdice.report.documents.latex_marks import latex_marks
from exactdice.report.documents.markdown_marks import markdown_marks
from exactdice.report.documents.marked_numbers import find_place
from exactdice.report.printed.numbers import parse_interval, parse_printed
from exactdice.report.printed.source import Source
from exactdice.report.printed.typeset import Latex, Markdown

MARKDOWN, LATEX, BRACES = (
    "{}<!-- exactdice: 1/2 -->",
    "{} % exactdice: 1/2\n",
    r"\exactly{{1/2}}{{{}}}",
)
MARKS = (MARKDOWN, LATEX, BRACES)
HALF, THIRD = Fraction(1, 2), Fraction(33, 100)


def name_of(mark, suffix=""):
    return Path("r" + (suffix or (".md" if mark == MARKDOWN else ".tex")))


def read(text, mark, number="0.5", suffix=""):
    """What is read of the number at M; None when the claim, or the document, is refused."""
    source = Source(name_of(mark, suffix), text.replace("M", mark.format(number), 1))
    try:
        found = next((markdown_marks if mark == MARKDOWN else latex_marks)(source))
    except ClaimsError:
        return None
    return None if found.unclear else source.text[slice(*found.number)]


def value(printed, mark=MARKDOWN):
    """The value that is read of a text that ends with its mark."""
    found = read("M", mark, printed)
    return None if found is None else parse_printed(found).value


def at_mark(text, mark):
    """The number that is read before @, None when it is unclear."""
    written = text.replace("%", r"\%").replace("@", mark.format(""))
    source = Source(name_of(mark), written)
    (found,) = (markdown_marks if mark == MARKDOWN else latex_marks)(source)
    return None if found.unclear else parse_printed(source.text[slice(*found.number)])


# --- what is read ---------------------------------------------------------------------------------

ORDINARY = cases(
    """
    M   The gain is M.   about M for d=3   a value of⏎M, and   M 3 times   M of the games
    p = M   p≈M   p<M   (M)   [M]   (about M)   “M”   “p = M”   a gain of M, a loss of 2
    M; then   M: so   M is!   is it M?   M – as before   M — so   word — M   word—M
    M and⏎0.7 for d   between M and 0.7   from 0.4 to M   in 2024, M   In round 3: M
    Gain: M   value:M   M < 1   M = 1/2   M ± 0.1   M + 0.1   M (six)   M (half)
    M (Table 2)   see (2), M   (see Table 2): M   of⏎M.⏎Then   M⏎⏎000   −⏎⏎M   M⏎⏎%
    le gain est de M, soit   gagne M fois   à M près   der Wert M ist   etwa M Punkte
    über M   M\u00a0€   un gain\u00a0: M   «\u00a0M\u00a0»   M 12 dice   M per game
    M times the stake   M out of curiosity   a loss of M   he won twice. About M
""".replace(r"\u00a0", "\u00a0")
)
IN_MARKDOWN = cases(r"""
    | 1 | M | 3 |   |M|   | a | - | M |   |---|---|⏎| M | 3 |   - M   1. M   - gain: M
    # Part 2⏎M   > a value⏎> of M   **M**   *M*   **about M**   **Value:** M   `EP` M
    $p = M$   [link](x.md), M   [M](x.md)   M[^1]   <table><tr><td>M</td></tr></table>
    about <b>M</b> of   M<br>then   word<br>M   M⏎- next   M⏎# Head   M⏎| 000 |
    **bold** M   M `code`   is M &ndash; so   a&nbsp;gain of M   <!-- c -->⏎M   a⏎- b⏎- M
    a⏎===⏎M   ```⏎5⏎```⏎M   text 3⏎⏎1. M   word \⏎M   costs $5, and M   \$M   is &asymp; M
""")
IN_LATEX = cases(r"""
    x & M \\   5 & 6 \\⏎M \\⏎100 & 7   \item M   \item[a] M   $M$   \(p = M\)   \[p = M\]
    $d \approx M$,   $x \le M$   \textbf{about M}   about~$M$   a --- M   ``M''
    \ref{a1}: M   \footnote{The mean is M}   \begin{align}⏎M⏎\end{align}   $$⏎M⏎$$
    % version 3⏎M   of % x⏎% y⏎M   is M\label{a}   {\small M}   \bfseries M   is \$M
    \textcolor{red}{M}   \midrule⏎M & 2   about\ M   {M}
""")
IN_A_FORMULA = cases(r"""
    $M\,d\,q^d$   $x-M$   $x_k^2 - M$   $x^{2}_{k}-M$   $f(x) - M$   $[a+b] - M$
    $n! - M$   $\alpha_{i+1} + M$   $(a+b)\cdot M$   $1 + M$   $\frac{M}{2}$   10^{M}
    $M \le x \le M$   M, 5
""")


@pytest.mark.parametrize("text", ORDINARY + IN_MARKDOWN)
def test_ordinary_markdown_is_read(text):
    numbers = ["0.5", "0,65", "-3", "17", "3/8", "-0.25"]
    assert [read(text, MARKDOWN, number) for number in numbers] == numbers


@pytest.mark.parametrize("text", ORDINARY + IN_LATEX)
@pytest.mark.parametrize("mark", [LATEX, BRACES])
def test_ordinary_latex_is_read(text, mark):
    if mark == LATEX and text.startswith("M\n\n"):
        text = text.replace("M", "M\n", 1)  # the comment takes its line's end with it
    numbers = ["0.5", "0{,}65", "-3", "17", r"\frac{3}{8}"]
    assert [read(text, mark, number) for number in numbers] == numbers


@pytest.mark.parametrize("text", IN_A_FORMULA)
def test_a_number_in_braces_may_be_an_operand(text):
    assert read(text, BRACES) == "0.5"


FORMS = [
    ("≈ 8.70", Fraction(87, 10), None),
    ("ca. 8.70", Fraction(87, 10), None),
    (r"$\sim 8.70$", Fraction(87, 10), None),
    ("-.5347", Fraction(-5347, 10_000), None),
    ("**.5347**", Fraction(5347, 10_000), None),
    ("`4.489e-03`", Fraction(4489, 10**6), None),
    ("about 1 in 25", Fraction(1, 25), None),
    ("one chance in 25", Fraction(1, 25), None),
    ("1 sur 25", Fraction(1, 25), None),
    ("1 von 25", Fraction(1, 25), None),
    (r"$0.0672 \pm 0.001$", Fraction(672, 10_000), Fraction(1, 1000)),
    ("(6.72 ± 0.10) %", Fraction(672, 10_000), Fraction(1, 1000)),
    (r"\num{0.0672(10)}", Fraction(672, 10_000), Fraction(1, 1000)),
    ("-1,234.5", Fraction(-2469, 2), None),
    ("1,234.5 %", Fraction(2469, 200), None),
    ("1’234.5", Fraction(2469, 2), None),
    ("-(1/6)", Fraction(-1, 6), None),
    ("0.1667 (1/6)", Fraction(1, 6), None),
    ("27.5… %", Fraction(11, 40), None),
    (r"0{,}1\overline{6}", Fraction(1, 6), None),
    (r"\frac{49}{2^{3}\cdot 3^{3}}", Fraction(49, 216), None),
    ("[0; 2, 1, 3]", Fraction(4, 11), None),
    (r"\qty{64.89}{\percent}", Fraction(6489, 10_000), None),
    ("12\u202f345,6", Fraction(123456, 10), None),
    ("5.0×10⁻¹²", Fraction(5, 10**12), None),
]


@pytest.mark.parametrize("mark", [MARKDOWN, LATEX])
@pytest.mark.parametrize(("text", "meant", "error"), FORMS)
def test_every_form_is_read_whole(text, meant, error, mark):
    for before in ("the chance is ", "p = ", "it is (", "is about ", "| "):
        if not (text.startswith("-") and "about" in before):
            printed = at_mark(f"{before}{text}@", mark)
            assert (printed.value, printed.error) == (meant, error), before


INTERVALS = [
    "0.33 and 0.34", "0.33–0.34", "0.33-0.34", "[0.33, 0.34]", "from 0.33 to 0.34",
    "entre 0,33 et 0,34", "von 0,33 bis 0,34", "33 % and 34 %", "$[0.33, 0.34]$", ".33 and .34",
]  # fmt: skip
NO_INTERVALS = [
    "0.34@", "x and 0.34@", "0.34 to 0.33@", "0.1, 0.33 and 0.34@", "0.1 to 0.33 to 0.34@",
    "minus 0.33 to 0.34@", "1.0.33 to 0.34@", "0.33 and 0.34@ percent", "√0.33 to 0.34@", "@",
]  # fmt: skip


def interval(text, mark):
    source = Source(name_of(mark), text.replace("%", r"\%").replace("@", mark.format("")))
    form = (Markdown if mark == MARKDOWN else Latex)(source)
    span, unclear = find_place(source, source.text.index(mark.format("").strip()), form, "interval")
    if unclear:
        return None
    return tuple(end.value for end in parse_interval(source.text[slice(*span)]))


@pytest.mark.parametrize("mark", [MARKDOWN, LATEX])
def test_intervals_are_read_whole_or_refused(mark):
    for before, text in product(["it is ", "the chance lies (", "p: "], INTERVALS):
        assert interval(f"{before}{text}@", mark) == (THIRD, Fraction(34, 100)), text
    assert interval("it is −0.34 to −0.33@", mark) == (Fraction(-34, 100), -THIRD)
    assert [interval(f"it says {text}", mark) for text in NO_INTERVALS] == [None] * 10


# --- what is refused ------------------------------------------------------------------------------

PARTS = cases(r"""
    1 234.5@   1 234,5@   12 345.6@   1:24@   odds of 1 : 24@   0.1 + 0.5 ± 0.1@
    0.5 ± 0.1 ± 0.2@   x ± 0.001@   player 1 in 25@ games   21 in 25@   two in 25@
    3 1 in 25@   minus 1 in 25@   1 in 25@ million   1 in 25 000@   1@ in 25   1@ out of 6
    3@ of 5 games   204@ out of 1296 throws   0.25@ out of 100   1 sur 6@   5 aus 36@
    one in about 25@   1 in ca. 25@   1 in ≈25@   once in 25.5@   24.5 to 1@   1 to 24@
    7 in 10.5@   1 per 25.5@   minus .5@   3 .5@   x.5@   1..5@   1.234.5@   12,34,567.8@
    1@,234.5   4.489@e-03   1'@234   half of .5@   2 (1/6)@   f(1/6)@   (1/6)@ %   1/6)@
    0.1...0.5@   Table 1 in 36@   1 / 36@   13 of 48@   1 + 1/6@   -ca. 0.5@   −about 0.5@
    −≈0.5@   2 ✖ 3@   ✅-1/18@   5 : 8,5@   Chance 5 : 8,5@   EP(5) 7 : 8,636@
    $EP(5) : 8,636$@   (0.5@/0.75)   (0.75/0.5@)   0.5@ hundredth   0.5@ divided by 3
    0.275@...   2024-05-03@   0, 65@   -1 - 0.5@   \[-\] 5@   5@ \[percent\]   2\[5\]@
""")
LABELLED = ["EP(5)", "Pour d = 5", "Espérance (5 dés)", "Question 5", "**EP(5)**", "Pour *d* = 5"]
GOES_ON = cases(
    r"""
    ⏎%   ␣x 10⁻³   ⏎× **10**³   ␣1/2   ␣000   &nbsp;000   e-3   ␣e-3   &#37;
    ␣<sup>2</sup>   ⏎000   ␣percent   ␣per cent   ⏎percent   ␣million   ␣Prozentpunkte
    ␣Hundertstel   ␣millièmes   ␣in %   ␣(pct)   ␣(**%**)   ␣(values in \%)   ␣(×10⁻³)
    ␣times ten   ␣out of a hundred   ␣sur cent   *** 10   <b>*** 10   ␣⅓   <!-- c -->⏎%
    ␣\%   &times;10   \u2009000   **0**   ²   ^2   $^2$   $\,\%$   /3   (6)   ٪   \u200b%
    <br>%   ⏎> %   k   ␣k   ␣⁄ 3   '000   ·5   ␣1⁄2   <i></i>%   &permil;
    <font color=red>%</font>   ␣×   …   -fold
""".replace(r"\u2009", "\u2009").replace(r"\u200b", "\u200b")
)
GOES_ON_IN_LATEX = cases(r"""
    \%   \,\%   \cdot 10^{-3}   ~000   $^2$   \textpercent   % c⏎\%   \frac12
    $\times 10^{3}$   {\%}   \mbox{\%}   \hspace{0pt}\%   \label{a}\%   !   \foo
    \textsuperscript{2}   \permil   \overline{6}   $\ldots$
""")
SIGNS = cases(
    r"""
    ‐   ‑   −   –   <b>−</b>   &minus;   minus   −<br>   −\   &#x2d;   **−**   2 x
    2 &times;   moins   ±   $-$   $\pm$   −<!-- c -->   5 /   √   −\u200b   −&nbsp;   (−
    2·   10^   ＋   \-   <sup>−</sup>   &foo;   square root of   half of   minus exactly
    minus ca.   minus:   (minus)   1 divided by   racine de   Wurzel aus   −(about
""".replace(r"\u200b", "\u200b")
)
SIGNS_IN_LATEX = cases(r"""
    -   --   $-$   \textminus   moins   -\\   \(-\)   {-}   \textbf{-}   $-$~   -%
    - % comment   \pm   \textcolor{red}{-}   \foo   \sqrt   2 \times   $2\cdot$
    -\label{a}   -\hspace{1pt}   \verb|-|   \char45␣
""")
NO_OPERAND = cases(r"""
    \begin{array}{c} -M \end{array}   \begin{alignat*}{2} -M   \multicolumn{1}{r}{-M}
    \textcolor[gray]{0}{-}M   \phantom{x}-M   \makebox[0pt]{-}M   \overset{k}{-}M
    \tag{1}-M   \text{a)}\;-M   (1)\quad -M   \sum_{k=1}^{3}-M   \log_2-M   \max_{x}-M
    \phantom x-M   \begin{array}{c}x_{1}\cr-M   10^{-3}\cdot M   2M   0{,}M   -\!M
    -\left(M\right)   3/M   5 \cdot M   \equiv-M   M\mathrm{e}{-3}   M\mathsf{x}10^{-3}
    M\text{ x }10^{-3}   M\overline{6}   M\cdot 10^{-3}   M\text{\%}   M!
""")


@pytest.mark.parametrize("text", PARTS)
def test_what_may_be_a_part_of_a_number_is_unclear(text):
    for mark in (MARKDOWN, LATEX):
        if "\\[" not in text or mark == MARKDOWN:
            assert at_mark(f"it says {text}", mark) is None


def test_a_label_may_end_with_a_number():
    for label, sign in product(LABELLED, ":—"):
        assert at_mark(f"{label} {sign} 8,636@", MARKDOWN).value == Fraction(8636, 1000)
    assert at_mark("EP(5) 8,636@", MARKDOWN).value == Fraction(8636, 1000)
    assert at_mark("from 0.1 to 0.5@", MARKDOWN).value == HALF
    assert at_mark("2/6 or 1 in 3@", MARKDOWN).value == Fraction(1, 3)


@pytest.mark.parametrize("after", GOES_ON)
def test_what_goes_on_after_the_mark_in_markdown_is_seen(after):
    for number in ("0.5", "5", "**0.5**", '"0.5"', "<b>0.5</b>", "[0.5](x.md)"):
        assert read(f"is M{after}", MARKDOWN, number) is None, number


@pytest.mark.parametrize("after", GOES_ON_IN_LATEX)
def test_what_goes_on_after_the_mark_in_latex_is_seen(after):
    assert read(f"is M{after}", LATEX, "5") is None
    assert read(f"is M\n{after}", BRACES, "5") is None
    assert read(f"is M{after}", BRACES, "5") is None


def assert_no_sign_is_lost(found, text):
    assert found is None or parse_printed(found).value == -HALF, text


BETWEEN = ["\n", " ", "\u00a0", " (", "\n**", "\n<b>", "\n<!-- c -->\n", "<br>"]


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_further_left_is_not_lost_in_markdown(sign):
    for between, number in product(BETWEEN, ["0.5", '"0.5"']):
        text = f"is {sign}{between}M"
        assert_no_sign_is_lost(read(text, MARKDOWN, number), text)


@pytest.mark.parametrize("sign", SIGNS_IN_LATEX)
def test_a_sign_further_left_is_not_lost_in_latex(sign):
    between = [
        "\n", " ", "~", "\\,", "\n% comment\n", " (", "\n\\small ", "{", "\n\\textbf{", "\n$",
    ]  # fmt: skip
    for blank, mark in product(between, [LATEX, BRACES]):
        end = "}" if blank[-1] == "{" else "$" * ("$" in blank)
        line = "\n" * (sign.endswith(("%", "comment")) and blank[0] != "\n")
        text = f"is {sign}{line}{blank}M{end}"
        assert_no_sign_is_lost(read(text, mark), text)


@pytest.mark.parametrize("text", NO_OPERAND)
def test_a_sign_or_an_exponent_in_a_formula_is_part_of_the_number(text):
    for formula in (r"\[ {} \]", "${}$", "\\begin{align}\n{}\n\\end{align}"):
        assert read(formula.replace("{}", text, 1), BRACES) is None


ACROSS_LINES = ["0.6\nM", "0{,}% 5\nM", "x -\nM", "$-\nM$", "$x\nM$", "2 \\cdot\nM", "1 /\nM"]


@pytest.mark.parametrize("text", ACROSS_LINES)
def test_a_number_that_may_be_cut_by_a_line_break_is_refused_with_what_to_do(text):
    (found,) = verify(document_from(Source(Path("r.tex"), text.replace("M", LATEX.format(5)))))
    assert "cut by a line break" in found.reason


LISTS = [  # text, what Pandoc reads, for which a list needs a blank line before it, and CommonMark
    ("text\n- M", None, "0.5"),
    ("- a\n- M", "0.5", "0.5"),
    ("# Head\n\n- a\n  b\n- c\n- M", "0.5", "0.5"),
    ("text −\n- M", None, "0.5"),
    ("1. a\n2. M", "0.5", "0.5"),
    ("costs $5\n\n- M", "0.5", "0.5"),
    ("- a\n  $b$\n- M", "0.5", "0.5"),
    ("$$\np =\n- M$$", None, None),
    ("> $$p =\n> - M$$", None, None),
    ("x\n* M", None, "0.5"),
]


@pytest.mark.parametrize(("text", "pandoc", "commonmark"), LISTS)
def test_the_sign_of_an_item_is_no_minus(text, pandoc, commonmark):
    assert [read(text, MARKDOWN, suffix=one) for one in (".qmd", ".Rmd")] == [pandoc] * 2
    assert read(text, MARKDOWN) == commonmark


@pytest.mark.parametrize("said", ["1:5", "1 to 5", "1 zu 5"])
def test_odds_are_refused_with_what_to_write(said):
    (found,) = verify(
        document_from(Source(Path("a.md"), f"Odds are {said}<!-- exactdice: 1/6 -->."))
    )
    assert f"may be odds or a range: '{said}': write the chance" in found.reason


@pytest.mark.parametrize("printed", ["1,296", "1.296", "**1,296**"])
def test_a_mark_that_may_be_of_thousands_is_unclear_where_one_reading_holds(printed):
    document = document_from(Source(Path("a.md"), f"{printed}<!-- exactdice: 6^4 -->"))
    assert [one.verdict for one in verify(document)] == [Verdict.UNCHECKED]
    assert checking.patches([(document, verify(document))]) == ""


SET_UP = [  # before the document, whether \num{0.6489} is then printed as it is written
    (r"\sisetup{round-mode = places, round-precision=1}", False),
    (r"\sisetup{output-decimal-marker={,}, per-mode=symbol}", True),
    (r"% \sisetup{round-mode=places}", True),
]


@pytest.mark.parametrize("mark", [LATEX, BRACES])
def test_what_siunitx_may_print_otherwise_is_refused(mark):
    number = r"\num{0.6489}"
    for set_up, is_read in SET_UP:
        assert read(f"{set_up}\n is M", mark, number) == (number if is_read else None)
        assert read(f"{set_up}\n is M", mark, "0.6489") == "0.6489"
    assert read("is M", mark, r"\num[fixed-exponent=3]{0.6489}") is None
    assert read("is M", mark, r"\num[group-digits=false]{0.6489}") is not None


@pytest.mark.parametrize("sign", "-+")
def test_a_fix_that_would_read_otherwise_is_not_offered(sign):
    def fixes(text):
        document = document_from(Source(Path("r.tex"), text))
        return checking.patches([(document, verify(document))])

    assert fixes(rf"$x {sign} \exactly{{0-1/4}}{{0.25}}$") == ""
    assert r"+$x = \exactly{0-1/4}{-0.25}$" in fixes(r"$x = \exactly{0-1/4}{0.25}$" + "\n")


# --- drawn ----------------------------------------------------------------------------------------

MINUS, GAPS = (
    ["-", "−", "–"],
    ["", r"\,", r"\ ", "~", "\u00a0", "\u2009", " ", r"\quad ", "{}", r"\!"],
)
NUMBERS = [
    ("0.5", HALF), ("0{,}5", HALF), ("3", 3), ("50 %", HALF), (r"50\,\%", HALF),
    ("3/8", Fraction(3, 8)),
    (r"\frac{3}{8}", Fraction(3, 8)), (r"5{,}0 \cdot 10^{-3}", Fraction(1, 200)),
    ("10^{-5}", Fraction(1, 10**5)), (r"\num{0.5}", HALF), ("2 1/3", Fraction(7, 3)),
    ("0.1(6)", Fraction(1, 6)), ("1/2^3", Fraction(1, 8)), ("[0; 2, 1, 3]", Fraction(4, 11)),
]  # fmt: skip
WRAPPERS = [
    "{}", "${}$", r"\({}\)", "**{}**", "*{}*", "_{}_", "`{}`", "{{{}}}", r"\textbf{{{}}}",
    r"\mathbf{{{}}}", "~~{}~~", "<b>{}</b>", "({})", "“{}”", r"\overline{{{}}}", r"\mbox{{{}}}",
]  # fmt: skip
WAYS = {
    "outside": lambda sign, gap, wrapper, number: f"{sign}{gap}{wrapper.format(number)}",
    "inside": lambda sign, gap, wrapper, number: wrapper.format(f"{sign}{gap}{number}"),
    "sign alone": lambda sign, gap, wrapper, number: f"{wrapper.format(sign)}{gap}{number}",
}
BEFORE = [
    "", "The gain is ", "x = ", "| a | ", "(", "a & ", "- ", "$x$: ", "word\n", "x ", "3 ", "gain",
    "$y=",
]  # fmt: skip


def test_every_sign_before_every_wrapping_of_every_number():
    """A seventh of them, which has all of each."""
    wrong, count = [], 0
    every = product(WAYS.values(), GAPS, WRAPPERS, NUMBERS)
    for k, (way, gap, wrapper, (number, size)) in islice(enumerate(every), 0, None, 7):
        text = "x = " + way(MINUS[k % 3], gap, wrapper, number)
        found = value(text, MARKDOWN if k % 2 or "%" in text.replace(r"\%", "") else LATEX)
        wrong += [text] if found not in (None, -size) else []
        count += found is not None
    assert wrong == []
    assert count > 100


@given(
    st.sampled_from([*WAYS.values()]),
    *map(st.sampled_from, (MINUS, GAPS, WRAPPERS, NUMBERS, WRAPPERS, BEFORE, [MARKDOWN, LATEX])),
)
@settings(max_examples=150)
def test_a_negative_number_is_read_as_negative_or_refused(
    way, sign, gap, wrapper, number, around, before, mark
):
    text = before + around.format(way(sign, gap, wrapper, number[0]))
    is_item = re.search(r"^ {0,3}- ", text, re.MULTILINE) is not None
    assume(not (is_item and mark == MARKDOWN))
    assume(not (mark == LATEX and re.search(r"(?<!\\)%", text)))
    assert value(text, mark) in (None, -number[1])


BLANKS = st.sampled_from(
    ["", " ", "\u00a0", "\n", "<br>", "<!-- c -->", "\\,", "**", "<b>", "$", "\n> "]
)
PLAIN = st.sampled_from(["0.5", "5", "0,5", "12.5", "1/2", "0.125", "$0.5$", "**5**"])
APART = re.compile(
    r"\n[ >]*(?:[-*][ \n]|[*]{3,}[ \n]|\n)"
)  # an item, a rule, a paragraph of its own


@given(st.sampled_from(SIGNS), st.lists(BLANKS, max_size=3).map("".join), PLAIN, st.booleans())
@settings(max_examples=100)
def test_a_number_after_a_sign_is_never_read_as_the_bare_one(sign, blank, number, quoted):
    assume(not APART.search(f"{sign}{blank}M") and not sign.endswith("\\"))
    found = read(f"{'> ' * quoted}word {sign}{blank}M", MARKDOWN, number)
    assert found is None or parse_printed(found).value != parse_printed(number).value


@given(PLAIN, st.lists(BLANKS, max_size=3).map("".join), st.sampled_from(GOES_ON))
@settings(max_examples=100)
def test_a_number_that_goes_on_is_never_read_as_the_bare_one(number, blank, going_on):
    assume(
        not APART.search(blank + going_on) and not (blank and going_on in ("!", "-fold", "…", "k"))
    )
    assert read(f"word M{blank}{going_on}", MARKDOWN, number) is None


SHAPES = [
    "1" + " " * 9000, "0" * 9000, "[0; 1" + " ," * 4000, "2" + "~" * 9000 + "1/3",
    "49/(2" + "·2" * 4000,
    "{" * 5000 + "5", "5" + "}" * 5000, "$" * 5000 + "5", r"\frac{" * 1500, "-" * 9000 + "5",
    "1~234" * 1800, r"\," * 4000 + "5", "(" * 9000 + "5", "\\" * 9001 + "5", "a" * 9000 + r"\5",
    "1/(2^999999" + "·2^999999" * 900 + ")", "0." + "1" * 4000 + "(" + "6" * 4000 + ")",
]  # fmt: skip


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.usefixtures("must_end")
def test_long_shapes_are_read_or_refused_at_once(mark):
    for shape in SHAPES:
        read("M", mark, shape)
        read("M", mark, (shape + " ") * 15)
