"""Every promised form is read before a mark, in prose as people write it, and what follows the mark
is seen.
"""

import pytest
from read_before_mark import LATEX, MARKDOWN, NAMES

from exactdice.claims.verdict import Verdict
from exactdice.documents.uncovered import uncovered

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


FENCED_ITEMS = [
    "- ```\n  a\n  ```\n\n{}\n\n- ```\n  b\n  ```\n",
    "1. ~~~\n   a\n   ~~~\n\n{}\n\n2. ~~~\n   b\n   ~~~\n",
    "\\`is{}\\`\n",
]


@pytest.mark.parametrize("text", FENCED_ITEMS)
def test_code_in_a_list_and_escaped_backticks_hide_no_mark(findings, text):
    found = findings(text.format(" " + MARKDOWN.format("0.9", "1/2") + " "))[1]
    assert [one.verdict.name for one in found] == ["CONTRADICTED"]
