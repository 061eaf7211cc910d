"""The number before a mark in each form that people print: found whole, or refused as unclear, and
never cut.
"""

from fractions import Fraction
from pathlib import Path

import pytest

from exactdice.claims.judging import verify
from exactdice.documents.before_mark import interval_before
from exactdice.documents.documents import read_document
from exactdice.documents.latex_marks import latex_marks
from exactdice.documents.markdown_marks import markdown_marks
from exactdice.printed.intervals import parse_interval
from exactdice.printed.numbers import parse_printed
from exactdice.printed.source import Source
from exactdice.printed.typeset import Latex, Markdown

MARKS = {
    "r.md": ("<!-- exactdice: 1/2 -->", markdown_marks, Markdown),
    "r.tex": (" % exactdice: 1/2\n", latex_marks, Latex),
}
BOTH = pytest.mark.parametrize("name", MARKS)


def read(text, name):
    """The number that is read where @ stands; None when it is unclear."""
    mark, marks, _ = MARKS[name]
    source = Source(Path(name), text.replace("%", r"\%").replace("@", mark))
    (found,) = marks(source)
    return None if found.unclear else parse_printed(source.text[slice(*found.number)])


def interval(text, name):
    """The ends of the interval before @; None when it is unclear."""
    mark, _, form = MARKS[name]
    source = Source(Path(name), text.replace("%", r"\%").replace("@", mark))
    place = interval_before(source, source.text.index(mark.strip()), form(source))
    if place.unclear:
        return None
    return tuple(end.value for end in parse_interval(source.text[slice(*place.span)]))


# text, value, printed error
NUMBERS = [
    ("≈ 8.70", Fraction(87, 10), None),
    ("~8.70", Fraction(87, 10), None),
    (r"$\approx 8.70$", Fraction(87, 10), None),
    (r"$\sim 8.70$", Fraction(87, 10), None),
    ("ca. 8.70", Fraction(87, 10), None),
    (".5347", Fraction(5347, 10_000), None),
    ("-.5347", Fraction(-5347, 10_000), None),
    ("$.5347$", Fraction(5347, 10_000), None),
    ("**.5347**", Fraction(5347, 10_000), None),
    (".5 %", Fraction(1, 200), None),
    ("4.489e-03", Fraction(4489, 10**6), None),
    ("-4.489E-3", Fraction(-4489, 10**6), None),
    ("`4.489e-03`", Fraction(4489, 10**6), None),
    ("1 in 25", Fraction(1, 25), None),
    ("about 1 in 25", Fraction(1, 25), None),
    ("**1 in 25**", Fraction(1, 25), None),
    ("one in 25", Fraction(1, 25), None),
    ("one chance in 25", Fraction(1, 25), None),
    ("1 out of 25", Fraction(1, 25), None),
    ("1 sur 25", Fraction(1, 25), None),
    ("une chance sur 25", Fraction(1, 25), None),
    ("1 von 25", Fraction(1, 25), None),
    ("0.0672 ± 0.001", Fraction(672, 10_000), Fraction(1, 1000)),
    ("0.0672±0.001", Fraction(672, 10_000), Fraction(1, 1000)),
    (r"$0.0672 \pm 0.001$", Fraction(672, 10_000), Fraction(1, 1000)),
    ("-0.0672 ± 0.001", Fraction(-672, 10_000), Fraction(1, 1000)),
    ("**0.0672 ± 0.001**", Fraction(672, 10_000), Fraction(1, 1000)),
    ("(6.72 ± 0.10) %", Fraction(672, 10_000), Fraction(1, 1000)),
    ("6.72 % ± 0.10 %", Fraction(672, 10_000), Fraction(1, 1000)),
    (r"\num{0.0672(10)}", Fraction(672, 10_000), Fraction(1, 1000)),
    ("6.72(10)e-2", Fraction(672, 10_000), Fraction(1, 1000)),
    ("1,234.5", Fraction(2469, 2), None),
    ("-1,234.5", Fraction(-2469, 2), None),
    ("$1,234.5$", Fraction(2469, 2), None),
    ("1,234,567", 1234567, None),
    ("1.234,5", Fraction(2469, 2), None),
    ("1'234.5", Fraction(2469, 2), None),
    ("1’234.5", Fraction(2469, 2), None),
    ("**1'234**", 1234, None),
    ("1,234.5 %", Fraction(2469, 200), None),
    ("(1/6)", Fraction(1, 6), None),
    ("-(1/6)", Fraction(-1, 6), None),
    ("**(1/6)**", Fraction(1, 6), None),
    ("0.275..", Fraction(11, 40), None),
    ("0.275...", Fraction(11, 40), None),
    ("0,275…", Fraction(11, 40), None),
    ("-.275..", Fraction(-11, 40), None),
    ("27.5… %", Fraction(11, 40), None),
]


@BOTH
@pytest.mark.parametrize(("text", "value", "error"), NUMBERS)
def test_the_whole_number_is_found(text, value, error, name):
    for before in ("the chance is ", "p = ", "it is (", "is about ", "| "):
        if not (text.startswith("-") and "about" in before):
            printed = read(f"{before}{text}@", name)
            assert (printed.value, printed.error) == (value, error), before


# Beside a part of another number, none of it may be read as a number of its own.
PARTS = [
    "1{}", "1.{}", "1,{}", "0,1,{}", "x^{}", "-1 - {}", "2 * {}", "3/{}", "√{}", "1'{}", "12'{}",
    "0.1 ± {}", r"$0.1 \pm {}$", "± {}", "2 ± {}", "5e{}", "1:{}",
]  # fmt: skip


@BOTH
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("number", [".5347", "1,234.5", "234.5", "1'234.5", "0.5 ± 0.1", "4.5e-3"])
def test_after_a_part_of_a_number_nothing_is_cut(part, number, name):
    text = part.format(number)
    found = read(f"it is {text}@", name)
    if found is not None:  # then what is read is all of it
        assert found.text.strip("$") == text.strip("$")


CUT = [
    "1 234.5@", "1 234,567.8@", "1 234,5@", "12 345.6@", "1:24@",
    "odds of 1:24@", "1 : 24@", "0.1 + 0.5 ± 0.1@",
    "0.5 ± 0.1 ± 0.2@", "2+-1@", "0.5 +- 0.1@",
    "6.72 ± 0.10 %@", "x ± 0.001@", "player 1 in 25@ games", "21 in 25@",
    "2 in 25@", "two in 25@", "twenty one in 25@", "3 1 in 25@", "minus 1 in 25@", "-1 in 25@",
    "minus .5@", "3 .5@", "x.5@", "1..5@", "..5@", "1.234.5@", "12,34,567.8@", "1,2345.6@",
    "1 in 25@ %", "1 in 25@ million", "1 in 25 000@", "1 in@", "≈@", "1@ in 25", "1@,234.5",
    "1,234@.5", "4.489e@", "4.489@e-03", "1'@234", "1@'234", ".@5", "half of .5@", "1.5(2)(3)@",
    "2 (1/6)@", "f(1/6)@", "2·(1/6)@", "minus (1/6)@", "(1/6)@ %", "(1/6)@²", "1/6)@",
    "1 to 5@", "1 zu 5@", "0.1..0.5@", "0.1...0.5@", "0.1..@0.5", "3...@",
    "Table 1 in 36@", "question 1 out of 25@", "f(1,234.5)@", "0.5 ± @", "16.6(6) %@",
]  # fmt: skip


@BOTH
@pytest.mark.parametrize("text", CUT)
def test_what_may_be_a_part_is_unclear(text, name):
    assert read(f"it says {text}", name) is None


INTERVALS = [
    "0.33 and 0.34", "0.33 to 0.34", "0.33–0.34", "0.33 – 0.34", "0.33-0.34", "[0.33, 0.34]",
    "between 0.33 and 0.34", "from 0.33 to 0.34", "0,33 et 0,34", "entre 0,33 et 0,34",
    "0,33 à 0,34", "zwischen 0,33 und 0,34", "von 0,33 bis 0,34", "33–34 %", "33 % and 34 %",
    "$0.33$ and $0.34$", "$[0.33, 0.34]$", "**0.33 and 0.34**", ".33 and .34",
]  # fmt: skip


@BOTH
@pytest.mark.parametrize("text", INTERVALS)
@pytest.mark.parametrize("before", ["it is ", "the chance lies (", "p: "])
def test_an_interval_is_found(text, before, name):
    assert interval(f"{before}{text}@", name) == (Fraction(33, 100), Fraction(34, 100))


@BOTH
@pytest.mark.parametrize("text", ["−0.34 to −0.33", "-0.34 and -0.33", "[-0.34, -0.33]"])
def test_an_interval_of_negative_numbers_is_found(text, name):
    assert interval(f"it is {text}@", name) == (Fraction(-34, 100), Fraction(-33, 100))


NO_INTERVAL = [
    "0.34@", "x and 0.34@", "0.34 to 0.33@", "0.1, 0.33 and 0.34@", "0.1; 0.33 and 0.34@",
    "0.1 and 0.33 and 0.34@", "0.1 to 0.33 to 0.34@", "1 - 0.33 to 0.34@", "minus 0.33 to 0.34@",
    "1.0.33 to 0.34@", "0.33 and 0.34@ percent", "0.33 and 0.34@ %", "0.33 or 0.34@", "to 0.34@",
    "√0.33 to 0.34@", "2·0.33 to 0.34@", "@",
]  # fmt: skip


@BOTH
@pytest.mark.parametrize("text", NO_INTERVAL)
def test_what_is_certainly_no_interval_is_unclear(text, name):
    assert interval(f"it says {text}", name) is None


# --- chances and odds -----------------------------------------------------------------------------

CHANCES = [
    ("1 in 25.5", Fraction(2, 51)),
    ("1 in 1,234,567", Fraction(1, 1234567)),
    ("one chance in 25.5", Fraction(2, 51)),
    ("$1$ in $25.5$", Fraction(2, 51)),
    ("1 in **25.5**", Fraction(2, 51)),
    ("1 sur 25,5", Fraction(2, 51)),
    ("1 von 25,5", Fraction(2, 51)),
    ("1 in 1.5e6", Fraction(1, 1500000)),
]


@BOTH
@pytest.mark.parametrize(("text", "value"), CHANCES)
def test_a_chance_is_read_whole_or_not_at_all(text, value, name):
    for before in ("it is ", "it says ", "p = ", "", "x, ", "it is about "):
        found = read(f"{before}{text}@", name)
        assert found is None or found.value == value, before
        if before == "it is ":
            assert found is not None or "$" in text


PARTS_OF_CHANCES = [
    "one in about 25@", "one in 1,234@ games", "one in roughly 25.5@", "1 in ca. 25@",
    "1 in ≈25@", r"1 in $\approx 25$@", "one in every 25@", "one in every 25.5@", "once in 25.5@",
    "24.5 to 1@", "odds of 24.5 to 1@", "24,5 contre 1@", "1 to 24.5@", "1 to 24@", "7 in 10.5@",
    "1 in about 25.5@", "one in ca. 1,234.5@", "24,000 to 1@", "1 per 25.5@",
    "-ca. 0.5@", "-approx. 0.5@", "-≈0.5@", "- ca. 0.5@", "−about 0.5@", "-about 0.5@",
]  # fmt: skip


@BOTH
@pytest.mark.parametrize("text", PARTS_OF_CHANCES)
def test_a_part_of_a_chance_or_what_has_a_sign_before_its_words_is_unclear(text, name):
    assert read(f"it says {text}", name) is None


@BOTH
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("from 0.1 to 0.5@", Fraction(1, 2)),
        ("it goes from 1 to 24.5@", Fraction(49, 2)),
        ("player 1 in 25.5 %@ of games", Fraction(51, 200)),
        ("in game 3 of 0.5@", Fraction(1, 2)),
        ("what is in 25.5@", Fraction(51, 2)),
        ("well-nigh about 0.5@", Fraction(1, 2)),
        ("from 0.5 to 1@", 1),
    ],
)
def test_what_is_no_chance_is_read(text, value, name):
    assert read(text, name).value == value


@pytest.mark.parametrize("before", ["one in ~", "1 in ~"])
def test_a_tilde_within_a_chance_loses_nothing(before):
    found = read(f"it is {before}25@", "r.md")
    assert found is None or found.value == Fraction(1, 25)


def test_both_readings_of_a_chance_with_an_unclear_mark_are_judged(tmp_path):
    """1/1234 is 1 in 1234, not 1 in 1.234."""
    file = tmp_path / "a.md"
    for query, verdict in (("1/1234", "exact"), ("1000/1234", "exact"), ("1/1.3", "unreadable")):
        file.write_text(f"It is one in 1,234<!-- exactdice: {query} -->.\n")
        assert [found.verdict for found in verify(read_document(file))] == [verdict]


@pytest.mark.parametrize("before", ["0.1667", "0,1667", "16.7 %", "16.7%"])
@BOTH
def test_a_fraction_in_brackets_says_a_decimal_again(before, name):
    assert read(f"it is {before} (1/6)@", name).value == Fraction(1, 6)


@pytest.mark.parametrize("said", ["1:5", "1 to 5", "1 zu 5"])
def test_odds_before_a_mark_are_refused_with_what_to_write(tmp_path, said):
    file = tmp_path / "a.md"
    file.write_text(f"The odds of a six are {said}<!-- exactdice: 1/6 -->.\n")
    (found,) = verify(read_document(file))
    assert found.verdict == "unchecked"
    assert f"may be odds or a range: '{said}': write the chance" in found.reason


@pytest.mark.parametrize(
    "text", ["0.1, 0.5, ...@", "0.275....@", "0.275@...", "0.275.@.", "0.5.@.1"]
)
def test_dots_that_do_not_end_the_number_are_unclear(text):
    assert read(f"it is {text}", "r.md") is None


@pytest.mark.parametrize("reference", [r"\[21\]", r"\[12, 14\]", r"\[Neller 2004\]"])
def test_brackets_that_are_escaped_are_no_formula_in_markdown(reference):
    """They read as the same brackets without the backslashes, which print nothing."""
    for text in (
        f"{reference} 5@",
        f"by {reference}, -5@ is",
        f"it is 5@ {reference}.",
        f"{reference}: 5@",
    ):
        found = read(text, "r.md")
        assert found == read(text.replace("\\", ""), "r.md")
        assert abs(found.value) == 5


@pytest.mark.parametrize(
    "text", [r"\[-\] 5@", r"5@ \[%\]", r"5@\[percent\]", r"5@ \[percent\]", r"2\[5\]@"]
)
def test_what_escaped_brackets_say_of_a_number_is_not_lost(text):
    assert read(text, "r.md") is None


OF_QUOTIENTS = ["(0.5@/0.75)", "(0.75/0.5@)",
    "(1@/2)", "0.5@/0.75", "0.75/0.5@", "(0.5@/0.75) %", "(0.75/0.5@) %", "2·(0.75/0.5@)",
    "-(0.75/0.5@)", "(1 - 0.75/0.5@)", "(50.0@/75.0 %)", "(75.0 %/50.0@)", "(0.5@/2)", "(2/0.5@)",
    "$(0.75/0.5@)$", "(0.1/0.75/0.5@)", "(0.5@/0.75/0.1)", "(0.5@/0.75)²", "(0.5@/0.75 million)",
]  # fmt: skip


@pytest.mark.parametrize("text", OF_QUOTIENTS)
def test_a_part_of_a_quotient_is_unclear(text):
    assert read(f"they win {text} of it", "r.md") is None
