"""Ordinary text around a number does not make it unclear."""

import pytest
from marked_numbers import BRACES, COMMENT, MARKDOWN, read

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
    "$M$", "[link](x.md), M", "[M](x.md)", "M[^1]", "<td>M</td>", "<b>M</b>",
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


# Each text is one test with all numbers: thousands of tests would take longer than reading them.
IN_MARKDOWN = ["0.5", "0,65", "-3", "17", "3/8", "-0.25"]
IN_LATEX = ["0.5", "0{,}65", "-3", "17", r"\frac{3}{8}"]


@pytest.mark.parametrize("text", ORDINARY + ONLY_IN_MARKDOWN)
def test_ordinary_markdown_is_read(text):
    assert [read(text, MARKDOWN, number) for number in IN_MARKDOWN] == IN_MARKDOWN


@pytest.mark.parametrize("text", ORDINARY + ONLY_IN_LATEX)
@pytest.mark.parametrize("mark", [COMMENT, BRACES])
def test_ordinary_latex_is_read(text, mark):
    if mark == COMMENT and text.startswith("M\n\n"):
        text = text.replace("M", "M\n", 1)  # the comment takes its line's end with it
    assert [read(text, mark, number) for number in IN_LATEX] == IN_LATEX
