"""The number before a mark: in every surrounding the reading is the value of what is printed there,
or the claim alone is refused.
"""

import re
from fractions import Fraction
from itertools import islice, product
from pathlib import Path

import pytest
from complaints import complaints
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdice.claims.verdict import OPEN, Verdict, exit_status
from exactdice.documents import verification as checking
from exactdice.documents.documents import read_document
from exactdice.documents.latex_marks import latex_marks
from exactdice.documents.markdown_marks import markdown_marks
from exactdice.documents.uncovered import uncovered
from exactdice.errors import ClaimsError
from exactdice.printed.numbers import parse_printed
from exactdice.printed.source import Source

MARKDOWN, LATEX = "{}<!-- exactdice: {} -->", "{} % exactdice: {}\n"
NAMES = {MARKDOWN: "r.md", LATEX: "r.tex", r"\exactly{{{1}}}{{{0}}}": "r.tex"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("documents")


@pytest.fixture(scope="module")
def findings(folder):
    def found_in(text, name="r.md"):
        (folder / name).write_text(text, encoding="utf-8", newline="")
        document = read_document(folder / name)
        return document, checking.findings_in(document)

    return found_in


def read(printed, mark=MARKDOWN, query="1/2"):
    """The value that is read; None when the number or the document is refused."""
    source = Source(Path(NAMES[mark]), mark.format(printed, query))
    try:
        found = list((markdown_marks if mark == MARKDOWN else latex_marks)(source))[-1]
        return None if found.unclear else parse_printed(source.text[slice(*found.number)]).value
    except ClaimsError:
        return None


# --- signs ----------------------------------------------------------------------------------------

SIGNS = ["-", "\u2212", "–"]
GAPS = [
    "",
    r"\,",
    r"\;",
    r"\:",
    r"\ ",
    "~",
    "\u00a0",
    "\u2009",
    "\u202f",
    " ",
    r"\quad ",
    "{}",
    r"\!",
]
FORMS = [
    ("0.5", Fraction(1, 2)),
    ("0{,}5", Fraction(1, 2)),
    ("3", 3),
    ("50 %", Fraction(1, 2)),
    (r"50\,\%", Fraction(1, 2)),
    ("3/8", Fraction(3, 8)),
    (r"\frac{3}{8}", Fraction(3, 8)),
    (r"\nicefrac{3}{8}", Fraction(3, 8)),
    (r"5{,}0 \cdot 10^{-3}", Fraction(1, 200)),
    ("10^{-5}", Fraction(1, 10**5)),
    (r"\num{0.5}", Fraction(1, 2)),
    ("2 1/3", Fraction(7, 3)),
    ("0.1(6)", Fraction(1, 6)),
    (r"0{,}1\overline{6}", Fraction(1, 6)),
    ("1/2^3", Fraction(1, 8)),
    ("[0; 2, 1, 3]", Fraction(4, 11)),
]
WRAPPERS = [
    "{}",
    "${}$",
    r"\({}\)",
    "**{}**",
    "*{}*",
    "_{}_",
    "`{}`",
    "{{{}}}",
    r"\textbf{{{}}}",
    r"\mathbf{{{}}}",
    r"\text{{{}}}",
    "~~{}~~",
]
WRAPPERS += ["<b>{}</b>", "({})", "“{}”", r"\overline{{{}}}", r"\mbox{{{}}}"]
BEFORE = [
    "",
    "The gain is ",
    "x = ",
    "| a | ",
    "(",
    "a & ",
    "- ",
    "about~",
    "$x$: ",
    "word\n",
    "x ",
    "3 ",
    "gain",
    "$y=",
]


def outside(sign, gap, wrapper, number):
    return f"{sign}{gap}{wrapper.format(number)}"


def inside(sign, gap, wrapper, number):
    return wrapper.format(f"{sign}{gap}{number}")


def sign_wrapped(sign, gap, wrapper, number):
    return f"{wrapper.format(sign)}{gap}{number}"


WAYS = st.sampled_from([outside, inside, sign_wrapped])
NEGATIVE = st.builds(
    lambda way, sign, gap, wrapper, form: (way(sign, gap, wrapper, form[0]), -form[1]),
    WAYS,
    st.sampled_from(SIGNS),
    st.sampled_from(GAPS),
    st.sampled_from(WRAPPERS),
    st.sampled_from(FORMS),
)


def no_other(value, expected):
    return value is None or value == expected


@given(
    NEGATIVE, st.sampled_from(WRAPPERS), st.sampled_from(BEFORE), st.sampled_from([MARKDOWN, LATEX])
)
@settings(max_examples=150)
def test_a_negative_number_is_read_as_negative_or_refused(negative, around, before, mark):
    text, value = before + around.format(negative[0]), negative[1]
    assume(
        not (re.search(r"^ {0,3}- ", text, re.MULTILINE) and mark == MARKDOWN)
    )  # an item of a list, which may interrupt a paragraph
    assume(not (mark == LATEX and re.search(r"(?<!\\)%", text)))
    assert no_other(read(text, mark), value)


SHARES = 7  # coprime to the number of everything below, so that each share has all of each


@pytest.mark.parametrize(
    "share", [0, *(pytest.param(share, marks=pytest.mark.slow) for share in range(1, SHARES))]
)
def test_every_sign_before_every_wrapping_of_every_number(share):
    """All of them once, where a number certainly begins; one share of them in the quick run."""
    wrong, count = [], 0
    every = enumerate(product((outside, inside, sign_wrapped), GAPS, WRAPPERS, FORMS))
    for k, (way, gap, wrapper, (number, value)) in islice(every, share, None, SHARES):
        text = "x = " + way(SIGNS[k % 3], gap, wrapper, number)
        mark = MARKDOWN if k % 2 or "%" in text.replace(r"\%", "") else LATEX
        found = read(text, mark)
        wrong += [] if no_other(found, -value) else [text]
        count += found is not None
    assert wrong == []
    assert count > 1000 // SHARES


READ_AS_NEGATIVE = [
    "-$0{,}5$",
    "−**0.5**",
    "−\u00a00.5",
    "-~0.5",
    "−*0.5*",
    "-`0.5`",
    "$-$0.5",
    "**−0.5**",
    "–0.5",
    "{-}0.5",
]
READ_AS_NEGATIVE += [
    r"$-\mathbf{0{,}5}$",
    "$-{0{,}5}$",
    r"$-\,0.5$",
    r"$-\;0.5$",
    "$-~0.5$",
    r"-\textbf{0.5}",
    r"\textbf{-0.5}",
    r"\(-0.5\)",
]


@pytest.mark.parametrize("printed", READ_AS_NEGATIVE)
@pytest.mark.parametrize("mark", NAMES)
@pytest.mark.parametrize("before", ["", "a gain of ", "x = ", "("])
def test_signs_that_are_read(findings, printed, mark, before):
    whole = printed if "exactly" in mark else before + printed
    assert read(whole, mark) == Fraction(-1, 2)
    document, found = findings(mark.format(whole, "1/2"), NAMES[mark])
    assert found[0].verdict == Verdict.CONTRADICTED
    fixed = "".join(
        line[1:]
        for line in checking.patches([(document, found)]).splitlines(keepends=True)
        if line[0] == "+" and line[1] != "+"
    )
    assert (
        findings(fixed.replace("\\ No newline at end of file\n", ""), NAMES[mark])[1][0].verdict
        == Verdict.EXACT
    )
    assert findings(mark.format(whole, "-1/2"), NAMES[mark])[1][0].verdict == Verdict.EXACT


CELLS = [
    "-$0{,}5$",
    "−**0.5**",
    r"$-\mathbf{0{,}5}$",
    "−\u00a00.5",
    "$-$0.5",
    "**-0.5**",
    "- 0.5",
    "−(0.5)",
    "(0.5)",
    "-&#160;0.5",
    "--0.5",
    "0.5-",
]
TABLES = {
    "t.md": "<!-- exactdice table: P(d,k) d=1..1 k=1..2 -->\n| d | 1 | 2 |\n|-|-|-|\n| 1 | {} "
    "| 0 |\n",
    "t.tex": "% exactdice table: P(d,k) d=1..1 k=1..2\n\\begin{{tabular}}{{rrr}}\n d & 1 & 2 "
    "\\\\\n 1 & {} & 0 \\\\\n\\end{{tabular}}\n",
    "t.csv": '# exactdice table: P(d,k) d=1..1 k=1..2\nd,1,2\n1,"{}",0\n',
}


@pytest.mark.parametrize("printed", CELLS)
@pytest.mark.parametrize("name", TABLES)
def test_signs_in_cells(folder, name, printed):
    (folder / name).write_text(TABLES[name].format(printed), encoding="utf-8")
    if name == "t.tex" and "&" in printed:  # which ends a cell
        (said,) = complaints(folder / name)
        assert "this row has 3 cells" in said
        return
    cell, other = read_document(folder / name).claims
    assert bool(cell.defect) == (printed not in CELLS[:6])
    assert cell.defect or cell.printed.value == Fraction(-1, 2)
    assert (other.defect, other.printed.value) == ("", 0)


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


def assert_no_fix(folder, text, mark):
    """A claim that is refused is left as it is by `--fix`."""
    (folder / NAMES[mark]).write_text(mark.format(text, "1/2"), encoding="utf-8", newline="")
    try:
        document = read_document(folder / NAMES[mark])
    except ClaimsError:
        return
    assert checking.patches([(document, checking.findings_in(document))]) == "", text


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


# --- decimal marks, line breaks, long documents ---------------------------------------------------

COMMA = '<!-- exactdice document: decimal="," -->\n', '% exactdice document: decimal=","\n'


@pytest.mark.parametrize(
    "printed",
    [
        r"$50\,\%$",
        r"\num{0.5}",
        r"\num{0,5}",
        r"\SI{50.0}{\percent}",
        r"\qty{50,0}{\percent}",
        r"50\:\%",
    ],
)
def test_siunitx_takes_both_decimal_marks_and_a_thin_space_is_none(findings, printed):
    assert findings(COMMA[0] + MARKDOWN.format(printed, "1/2"))[1][0].verdict == Verdict.EXACT
    assert findings(COMMA[1] + LATEX.format(printed, "1/2"), "r.tex")[1][0].verdict == Verdict.EXACT


@pytest.mark.parametrize(
    "columns", ["S[table-format=1]S[table-format=1.3, output-decimal-marker={,}]", "lS", "l|S|"]
)
@pytest.mark.parametrize("number", ["0.861", "0,861"])
def test_columns_of_siunitx_take_both_decimal_marks(findings, columns, number):
    table = (
        f"\\begin{{tabular}}{{{columns}}}\n{{$d$}} & {{$x$}} \\\\\n1 & {number} "
        "\\\\\n\\end{tabular}\n"
    )
    text = COMMA[1] + "% exactdice table: win(dice(d), dice(d)) d=1..1 dice=3 target=2\n" + table
    assert findings(text, "r.tex")[1][0].verdict == Verdict.ROUNDED


CUT = [
    "0.6\n{}",
    "0{{,}}% 5\n{}",
    "0.6\n% note\n{}",
    "x -\n{}",
    "$-\n{}$",
    "$x\n{}$",
    r"$\frac{{1}}" + "\n{}$",
    "2 \\cdot\n{}",
    "1 /\n{}",
]


@pytest.mark.parametrize("text", CUT)
def test_a_number_that_may_be_cut_by_a_line_break_is_refused(findings, text):
    assert (
        "cut by a line break" in findings(LATEX.format(text.format(5), "1/2"), "r.tex")[1][0].reason
    )


@pytest.mark.parametrize(
    "before",
    [
        "−",
        "**−**",
        "$-$",
        "`-`",
        "x −\\",
        "−  ",
        "is $-",
        "3 ·",
        r"$2 \cdot$",
        "(-",
        "1 +",
        "−<!-- note -->",
    ],
)
@pytest.mark.parametrize("number", ["0.5", "**0.5**", "$0.5$"])
def test_a_sign_or_an_operation_at_the_end_of_the_line_before_is_not_lost(before, number):
    assert read(f"{before}\n{number}", MARKDOWN) is None
    assert read(f"word\n{number}", MARKDOWN) == Fraction(1, 2)


def test_a_star_at_the_start_of_a_line_is_an_item_in_markdown_and_a_product_in_latex():
    assert read("x\n* 3", MARKDOWN) == 3
    assert read("x\n* 3", LATEX) is None


def test_an_unclear_claim_has_no_value_and_no_other_claim_is_lost(findings):
    text = (
        "0.5<!-- exactdice: 1/2 -->\n\n1 + 1/6<!-- exactdice: 7/6 -->\n\n0.4<!-- exactdice: "
        "1/2 kind=montecarlo n=9 -->"
    )
    document, found = findings(text)
    assert [one.verdict for one in found][:2] == [Verdict.EXACT, Verdict.UNCHECKED]
    assert found[1].value is None
    assert "'1 + 1/6'" in found[1].reason
    assert exit_status(found) == 2
    assert document.source.position(found[1].claim.span[0]) == (3, 5)


SHAPES = [
    "1" + " " * 32 + "x",
    "1" + " " * 9000,
    "0" * 9000,
    "[0" + " " * 9000,
    "[0; 1" + " ," * 4000,
    "2" + "~" * 9000 + "1/3",
    "49/(2" + "·2" * 4000,
]
SHAPES += [
    "{" * 5000 + "5",
    "5" + "}" * 5000,
    "$" * 5000 + "5",
    r"\frac{" * 1500,
    "-" * 9000 + "5",
    "1~234" * 1800,
    r"\," * 4000 + "5",
    "(" * 9000 + "5",
]
SHAPES += [
    "1/(2^999999" + "·2^999999" * 900 + ")",
    "0." + "1" * 4000 + "(" + "6" * 4000 + ")",
    r"\\" * 4000 + "5",
    "\\" * 9001 + "5",
    "a" * 9000 + r"\5",
]


@pytest.mark.parametrize("mark", NAMES)
@pytest.mark.usefixtures("must_end")
def test_long_shapes_are_read_or_refused_at_once(mark):
    for shape in SHAPES:
        read(shape, mark)
        read((shape + " ") * 15, mark)


TABLE = "<!-- exactdice table: P(d,k) d=1..1 k=1..1 -->\n| d | 1 |\n"
LONG_TABLES = [
    ("r.md", TABLE + "|" + " " * 50_000 + "x\n"),
    ("r.md", TABLE + "|-" + " " * 50_000 + "x\n"),
    (
        "r.tex",
        "% exactdice table: P(d,k) d=1..1 k=1..1\n\\begin{tabular}{rr}"
        + "\\\\[" * 25_000
        + "\\end{tabular}",
    ),
    (
        "r.tex",
        "% exactdice table: P(d,k) d=1..1 k=1..1\n\\begin{tabular}{rr}"
        + "\\cmidrule[" * 25_000
        + "\\end{tabular}",
    ),
    (
        "r.tex",
        "% exactdice table: P(d,k) d=1..1 k=1..1\n\\begin{tabular}{"
        + "[" * 50_000
        + "}\\end{tabular}",
    ),
]


@pytest.mark.parametrize(("name", "text"), LONG_TABLES, ids=lambda text: text[-30:])
@pytest.mark.usefixtures("must_end")
def test_long_tables_are_refused_at_once(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    assert len(complaints(folder / name)) == 1


# --- what the columns of a table print, and comments within its cells -----------------------------

TABLE = (
    "% exactdice table: d/20 d=1..2\n\\begin{{tabular}}{{{}}}\nd & v \\\\\n1 & {} \\\\\n2 "
    "& 0.1 \\\\\n\\end{{tabular}}\n"
)


UNITS = [
    "rS@{\\,\\si{\\percent}}",
    "rr<{\\,\\unit{\\percent}}",
    "rr<{\\percent}",
    "rr@{\\SI{}{\\percent}}",
    "rr<{~\\textpercent}",
]


@pytest.mark.parametrize("columns", ["r>{$-}r<{$}", "rr@{\\,\\%}", "rr<{\\%}", "r!{-}r", *UNITS])
def test_columns_that_print_signs_are_refused(findings, columns):
    (found,) = findings(TABLE.format(columns, "0.05"), "r.tex")[1]
    assert found.verdict == Verdict.UNCHECKED
    assert "the columns of the table print" in found.reason


@pytest.mark.parametrize("columns", ["rr", "r@{}r", "r@{\\hspace{-1em}}r", ">{\\raggedright}lr"])
def test_columns_that_print_nothing_are_read(findings, columns):
    assert [one.verdict.name for one in findings(TABLE.format(columns, "0.05"), "r.tex")[1]] == [
        "EXACT",
        "EXACT",
    ]


@pytest.mark.parametrize("cell", ["0.0%\n5", "-%\n0.05"])
def test_a_cell_that_goes_on_after_a_comment_is_not_read(findings, cell):
    found = findings(TABLE.format("rr", cell), "r.tex")[1]
    assert [one.verdict.name for one in found] == ["UNREADABLE", "EXACT"]


@pytest.mark.parametrize(
    ("set_up", "columns", "cell", "is_clear"),
    [
        ("round-mode=places,round-precision=1", "rS", "0.05", False),
        ("round-mode=places,round-precision=1", "rr", "\\num{0.05}", False),
        ("exponent-mode=fixed,fixed-exponent=3", "rS", "0.05", False),
        ("", "rS[round-mode=places,round-precision=1]", "0.05", False),
        ("", "rS[table-format=1.2,scientific-notation=true]", "0.05", False),
        ("", "rr", "\\num[round-mode=places]{0.05}", False),
        ("round-mode=places,round-precision=1", "rr", "0.05", True),
        ("group-digits=false", "rS", "0.05", True),
        ("", "rS[table-format=1.2]", "0.05", True),
        ("", "rr", "\\num{0.05}", True),
    ],
)
def test_a_table_that_siunitx_may_print_otherwise_is_unclear(
    findings, set_up, columns, cell, is_clear
):
    _, found = findings(f"\\sisetup{{{set_up}}}\n" + TABLE.format(columns, cell), "r.tex")
    verdicts = {one.verdict for one in found}
    assert verdicts.isdisjoint(OPEN) == is_clear
    if not is_clear:
        assert any("siunitx" in one.reason or "\\num" in one.reason for one in found)


# --- what is not known of columns and of siunitx may change the number ----------------------------

HEADED = "k & p \\\\\n1 & {} \\\\\n2 & 0.1667 \\\\\n"


def verdicts_of(findings, columns, before="", cell="0.1667", name="tabular"):
    """Of the numbers in a table of 1/6 with these columns, after this text."""
    mark = f"{before}\n% exactdice table: P(1,k) k=1,2\n"
    table = f"\\begin{{{name}}}{columns}\n{HEADED.format(cell)}\\end{{{name}}}\n"
    return [one.verdict for one in findings(mark + table, "r.tex")[1]]


PRINTING_COLUMNS = [
    r"l>{\textminus}r", r"lr<{\textperthousand}", r"l>{\minus}r", r"l>{\textendash}r",
    r"l>{\symbol{45}}r", r"l>{\char45}r", "l>{‐}r", "l>{‑}r", "l>{－}r", r"l>{\neg}r", "lr<{‰}",
    "lr@{ ‰}", r"lr<{\permil}", r"lr<{\perc}", "lr<{0}", "lr@{0}", "l>{1}r", "lr@{.}l",
    "*{2}{>{$-$}r}", "lR", "l>-r", r"lr<\%", r"l>{\kern1pt1}r", r"l>{\num}r",
    "lS[table-auto-round,table-format=1.1]", "lS[table-omit-exponent]", "lS[group-separator={.}]",
    "lS[output-decimal-marker={0}]", "lS[table-auto-round=true]", "lD{.}{0}{3}", "l>{{-}}r",
    r"l>{\textbf{-}}r", "l|-r", r"l@{\hspace{1em}-}r", r"l>{\color{red}-}r",
]  # fmt: skip
PLAIN_COLUMNS = [
    "lr", "l|r", "|l|r|", "@{}lr@{}", r"l>{\bfseries}r", r"l@{\hspace{-1em}}r", "l>{$}r<{$}",
    r"l@{\hskip 1em}r", "*{2}{r}", "l p{3cm}", r"l>{\raggedleft\arraybackslash}p{3cm}",
    "lS[table-format=1.4]", "lS[table-format=-1.4,round-mode=none]",
    r"l>{\columncolor[gray]{.9}}r", r"l !{\vrule} r", r"l@{\,}r", r"l@{\quad}r", "lD{.}{.}{4}",
    r"l>{\let\newline\\\arraybackslash\hspace{0pt}}m{2cm}", "l% comment\n r",
    r"@{\extracolsep{\fill}}lr", r"l>{\color{red}}r", "l w{c}{2cm}",
]  # fmt: skip
CHANGED = [
    (r"\newcolumntype{P}{>{$-$}c}", "PP"), (r"\newcolumntype{N}{S[round-mode=places]}", "NN"),
    (r"\newcolumntype{Q}[1]{>{#1}c}", "lQ{-}"),
    (r"\newcolumntype{A}{B}\newcolumntype{B}{c<{\%}}", "lA"),
    (r"\usepackage[round-mode=places]{siunitx}", "lS"),
    (r"\RequirePackage[round-mode=places,round-precision=1]{siunitx}", "lS"),
    (r"\PassOptionsToPackage{round-mode=places}{siunitx}", "lS"),
    ("\\sisetup%\n{round-mode=places}", "lS"), (r"\sisetup{table-auto-round}", "lS"),
    (r"\sisetup\mine", "lS"), (r"\usepackage[round-mode=places]{amsmath,siunitx}", "lS"),
]  # fmt: skip
UNCHANGED = [
    (r"\newcolumntype{P}{>{$}c<{$}}", "PP"),
    (r"\newcolumntype{P}[1]{>{\raggedleft}p{#1}}", "lP{3cm}"),
    (r"\usepackage[per-mode=symbol]{siunitx}", "lS"), (r"\usepackage[utf8]{inputenc}", "lS"),
    (r"\newcolumntype{P}{>{$-$}c}", "lr"), (r"\newcolumntype{N}{S[table-format=1.4]}", "lN"),
]  # fmt: skip
UNREAD = [Verdict.UNCHECKED]
SIXTHS = [Verdict.ROUNDED] * 2


@pytest.mark.parametrize("columns", PRINTING_COLUMNS)
def test_columns_that_may_print_something_are_refused(findings, columns):
    assert verdicts_of(findings, f"{{{columns}}}") == UNREAD


@pytest.mark.parametrize("columns", PLAIN_COLUMNS)
def test_columns_that_are_known_to_print_nothing_are_read(findings, columns):
    assert verdicts_of(findings, f"{{{columns}}}") == SIXTHS


@pytest.mark.parametrize(("before", "columns"), CHANGED)
def test_columns_and_options_that_are_defined_before_are_seen(findings, before, columns):
    assert verdicts_of(findings, f"{{{columns}}}", before) == UNREAD


@pytest.mark.parametrize(("before", "columns"), UNCHANGED)
def test_definitions_that_print_nothing_are_read(findings, before, columns):
    assert verdicts_of(findings, f"{{{columns}}}", before) == SIXTHS


@pytest.mark.parametrize("before", [before for before, _ in CHANGED if "column" not in before])
def test_options_of_the_document_may_change_each_number_of_siunitx(findings, before):
    text = f"{before}\n$p=\\num{{0.1667}}$ % exactdice: P(1,1)\n"
    assert [one.verdict for one in findings(text, "r.tex")[1]] == UNREAD


@pytest.mark.parametrize("head", ["2 (%)", "k=2 in %", "chance in percent", "in ‰"])
@pytest.mark.parametrize(("cell", "expected"), [("0.1667", UNREAD), ("16.67 %", SIXTHS[:1])])
def test_a_heading_that_may_scale_the_numbers_below_is_seen(findings, head, cell, expected):
    text = f"<!-- exactdice table: P(1,k) k=1..1 -->\n| k | {head} |\n|---|---|\n| 1 | {cell} |\n"
    assert [one.verdict for one in findings(text)[1]] == expected


SCALING_HEADS = [
    r"$E\ (\times 10^{-2})$", "$10^{2}E$", "P ×10³", "P · 10⁻³", "1000·P", "P/100", "P in Tausend",
    "P (en centièmes)", "P in hundredths", "P [pct]", "P v.H.", "P basis points", "P 1e-3",
    "E (x10^3)", "E en pour cent", "P (&#37;)", "1-P", "−P", "Perte (−E)", "P*100", "$-E$",
    "E (10<sup>3</sup>)", "P / 1000", "100 P", "2 EP(d)", "E (1/100)",
    r"$\frac{E}{10}$", "1 − EP(d)",
]  # fmt: skip
PLAIN_HEADS = [
    "P", "P(1,1)", "k = 1", "$k=1$", "1", "1 die", "two-player", "2-player game", "win – loss",
    "$v_{12}$", "$v^*$", "**EP**", "*k=1*", "Anzahl Würfel", "Spiel 1 (blind)", "2×2", "win/loss",
    r"\textbf{Expected value}", "$P(X = 1)$", "nombre de dés", "E[X]", "P(1,k)",
    "Gain - Player", "Turn 1 P",
]  # fmt: skip


@pytest.mark.parametrize("head", SCALING_HEADS)
def test_a_heading_with_a_factor_is_unclear_in_markdown_and_in_csv(findings, head):
    marked = f"<!-- exactdice table: P(1,k) k=1..1 -->\n| k | {head} |\n|---|---|\n| 1 | 0.1667 |\n"
    cell = f"| k | {head} |\n|---|---|\n| 1 | 0.1667<!-- exactdice: P(1,1) --> |\n"
    csv = f"# exactdice table: P(1,k) k=1..1\nk,{head}\n1,0.1667\n"
    assert [one.verdict for one in findings(marked)[1]] == UNREAD
    assert [one.verdict for one in findings(cell)[1]] == UNREAD
    assert [one.verdict for one in findings(csv, "t.csv")[1]] == UNREAD


@pytest.mark.parametrize("head", PLAIN_HEADS)
def test_a_heading_of_words_names_and_labels_is_harmless(findings, head):
    marked = f"<!-- exactdice table: P(1,k) k=* -->\n| k | {head} |\n|---|---|\n| 1 | 0.1667 |\n"
    cell = f"| k | {head} |\n|---|---|\n| 1 | 0.1667<!-- exactdice: P(1,1) --> |\n"
    assert [one.verdict for one in findings(marked)[1]] == SIXTHS[:1]
    assert [one.verdict for one in findings(cell)[1]] == SIXTHS[:1]


@pytest.mark.parametrize("head", [r"P (\%)", r"$P \times 10^{3}$", r"\multicolumn{1}{c}{in \%}"])
@pytest.mark.parametrize(
    "rows",
    [
        "1 & 0.1667 \\\\ % exactdice: P(1,1)\n",
        "1 & \\exactly{P(1,1)}{0.1667} \\\\\n",
        "2 & 0.5 \\\\\n\\hline\n1 & $0.1667$ % exactdice: P(1,1)\n\\\\\n",
    ],
)
def test_a_marked_cell_of_latex_looks_at_its_heading(findings, head, rows):
    clear, scaled = (
        rf"\begin{{tabular}}{{lr}}{one} \\\\ \hline" + "\n" + rows + r"\end{tabular}"
        for one in ("k & P", f"k & {head}")
    )
    after = "\n\nHere $p = 0.1667$ % exactdice: P(1,1)\n"
    assert [one.verdict for one in findings(clear + after, "r.tex")[1]] == SIXTHS
    found = [one.verdict for one in findings(scaled + after, "r.tex")[1]]
    assert found == [*UNREAD, *SIXTHS[:1]]


ENVIRONMENTS = [
    ("tabularx", r"{\textwidth}{lX}", SIXTHS),
    ("tabular*", r"{\textwidth}{lr<{\%}}", UNREAD),
    ("tabular*", r"{\textwidth}[t]{@{\extracolsep{\fill}}lr}", SIXTHS),
    ("tabular", " {lr}", SIXTHS),
    ("tabular", r" {lr<{\%}}", UNREAD),
    ("tabular", "%\n[t]\n{lr<{\\%}}", UNREAD),
    ("tabular", "[t]{lr}", SIXTHS),
    ("longtable", "[c]{lr}", SIXTHS),
    ("tblr", "{lr}", SIXTHS),
    ("tblr", "{colspec={lr},hlines}", SIXTHS),
    ("tblr", "{colspec={lr},column{2}={preto={-}}}", UNREAD),
    ("tblr", "{colspec={lQ[r,preto={-}]}}", UNREAD),
    ("tblr", "{hlines,colspec={l>{-}r}}", UNREAD),
    ("tblr", r"{cells={cmd=\neg}}", UNREAD),
    ("tabular", "", UNREAD),
]


@pytest.mark.parametrize(("name", "columns", "expected"), ENVIRONMENTS)
def test_columns_of_every_kind_of_table_are_found(findings, name, columns, expected):
    assert verdicts_of(findings, columns, name=name) == expected


@pytest.mark.parametrize("columns", ["P", "S[round-mode=places]", r"c<\%", "-c"])
def test_columns_of_a_cell_may_print_something_too(findings, columns):
    cell = rf"\multicolumn{{1}}{{{columns}}}{{0.1667}}"
    found = verdicts_of(findings, "{lr}", r"\newcolumntype{P}{>{$-$}c}", cell)
    assert found == [Verdict.UNREADABLE, Verdict.ROUNDED]


LABELS = [
    ("gain(a, dice(1)) a=blind,optimal", "optimal", "blind", False),
    ("gain(a, dice(1)) a=blind,optimal", "**Optimal**", "`Blind`", False),
    ("gain(a, dice(1)) a=dice(1),dice(2)", "dice(2)", "dice(1)", False),
    ("P(d,1) d=1..2", "2 dice", "1 die", False),
    ("P(d,1) d=1..2", "$d = 2$", "$d = 1$", False),
    ("gain(a, dice(1)) a=blind,optimal", "**Blind**", "the optimal one", True),
    ("P(d,1) d=1..2", "1 die", "2 dice", True),
    ("P(d,1) d=1..2", "one", "two", True),
]


@pytest.mark.parametrize(("words", "first", "second", "agree"), LABELS)
def test_printed_labels_must_not_say_the_contrary(findings, words, first, second, agree):
    text = (
        f"<!-- exactdice table: {words} -->\n| x | v |\n|-|-|\n| {first} | 7 |\n| {second} | 8 |\n"
    )
    _, found = findings(text)
    said = any("the label printed is" in one.reason for one in found)
    assert said != agree
