"""The number before a mark: in every surrounding the reading is the value of what is printed there,
or the claim alone is refused.
"""

import re
from fractions import Fraction
from itertools import islice, product

import pytest
from complaints import complaints
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from read_before_mark import LATEX, MARKDOWN, NAMES, read

from exactdice.claims.verdict import Verdict, exit_status
from exactdice.documents import verification as checking
from exactdice.documents.documents import read_document

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
