"""Whatever stands beside a number on any side, a part of it is never read as the whole."""

import pytest
from marked_numbers import (
    BRACES,
    COMMENT,
    GOES_ON_IN_MARKDOWN,
    MARKDOWN,
    SIGNS_IN_MARKDOWN,
    assert_no_sign_is_lost,
    read,
)

GOES_ON_IN_LATEX = [
    "\n\\%", "\n\\,\\%", "\n\\cdot 10^{-3}", "\n000", "\n\\,000", "\n~000", "\ne-3", "\n$^2$",
    "\n\\textpercent", "\n% c\n\\%", "\n\\percent", "\nx 10", "\n1/2", "\n\\frac12",
    "\n\\frac{1}{2}", "\n\\nicefrac{1}{2}", "\n$\\times 10^{3}$", "\nProzent", "\n{\\%}",
    "\n\\textbf{\\%}", "\n\\mbox{\\%}", "\n\\hspace{0pt}\\%", "\n\\label{a}\\%", "\n/3", "\n!",
    "\n\\small\\%", "\n$\\cdot$ 10", "\n\\foo", "\n\\textsuperscript{2}",
]  # fmt: skip


@pytest.mark.parametrize("after", GOES_ON_IN_MARKDOWN)
def test_what_goes_on_after_the_mark_in_markdown_is_seen(after):
    numbers = ["0.5", "5", "**0.5**", "0"]
    assert [read(f"is M{after}", MARKDOWN, number) for number in numbers] == [None] * 4


@pytest.mark.parametrize("after", GOES_ON_IN_LATEX)
def test_what_goes_on_after_the_mark_in_latex_is_seen(after):
    assert read(f"is M{after.removeprefix(chr(10))}", COMMENT, "5") is None
    assert read(f"is M{after}", BRACES, "5") is None


# Each text between is one test with all signs: thousands of tests would take longer than reading.
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
def test_a_sign_further_left_is_not_lost_in_markdown(between):
    quoted = "> " if ">" in between[:2] else ""
    for sign in SIGNS_IN_MARKDOWN:
        text = f"{quoted}is {sign}{between}M"
        assert_no_sign_is_lost(read(text, MARKDOWN), text)


SIGNS_IN_LATEX = [
    "-", "--", "$-$", "\\textminus", "moins", "minus", "-\\\\", "\\(-\\)", "{-}", "\\textbf{-}",
    "$-$~", "-%", "- % comment", "$-$ % a\n% b", "\\pm", "\\mbox{-}", "\\textcolor{red}{-}", "−",
    "\\foo", "\\ensuremath{-}", "-\\label{a}", "\\sqrt", "2 \\times", "$2\\cdot$", "2 x",
    "-\\hspace{1pt}",
]  # fmt: skip


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
def test_a_sign_further_left_is_not_lost_in_latex(between, mark):
    end = "}" if between[-1] == "{" else "$" * ("$" in between)
    for sign in SIGNS_IN_LATEX:
        line = "" if "\n" in between[:1] or "%" not in sign.rpartition("\n")[2] else "\n"
        text = f"is {sign}{line}{between}M{end}"
        assert_no_sign_is_lost(read(text, mark), text)


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
    "M (half)", "M (50 %)", "M in all", "M as before", "a loss of M", "of the M",
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
