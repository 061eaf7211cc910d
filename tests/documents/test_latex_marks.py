"""What is printed as it is written in LaTeX hides no mark behind it."""

from pathlib import Path

import pytest

from exactdice.report.documents.documents import document_from
from exactdice.report.printed.source import Source

BEFORE = [
    r"\lstinline{solve(game)}",
    r"\lstinline[language=C]{solve(game)}",
    r"\lstinline[language=C]|solve{|",
    r"\lstinline|solve}|",
    r"\lstinline!a%b!",
    r"\lstinline{a%b}",
    r"\mintinline{c}{a%b}",
    r"\mintinline{c}|a%b|",
    r"\mintinline[bgcolor=x]{c}{a%b}",
    r"\url{https://x.org/a%20b}",
    r"\url|https://x.org/a%20b|",
    r"\href{https://x.org/a%20b}{text}",
    r"\path{a%b}",
    r"\nolinkurl{a%b}",
    r"\verb|a%b{|",
    r"\verb*!a%b!",
    r"\path",
    r"\url{a\%b}",
]
MARKS = [
    r" is \exactly{1/2}{0.5}.",
    " is 0.5 % exactdice: 1/2",
    " is $\\exactly{1/2}{0.5}$ {words}",
]


def claims_in(text):
    return document_from(Source(Path("a.tex"), text)).claims


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("before", BEFORE)
def test_a_mark_after_verbatim_text_is_never_passed_over(before, mark):
    (claim,) = claims_in(f"See {before}{mark}\n")
    assert (claim.query, claim.printed.text) == ("1/2", "0.5")
    # The text before a number knows less of commands.
    is_known = "%" not in before or before.startswith((r"\url{", r"\path{", r"\nolinkurl{"))
    assert not is_known or not claim.defect


@pytest.mark.parametrize(
    "code",
    [
        r"\lstinline|@|",
        r"\lstinline{@}",
        r"\lstinline[language=C]{@}",
        r"\mintinline{c}{@}",
        r"\url{@}",
        r"\verb|@|",
    ],
)
def test_a_mark_within_verbatim_text_is_none(code):
    assert claims_in(code.replace("@", r"\exactly{1/2}{0.6}")) == ()


@pytest.mark.parametrize("before", [r"\string\verb}", r"\texttt{\string\verb}", r"{\verb}"])
def test_a_command_that_is_printed_by_its_name_hides_no_mark(before):
    (claim,) = claims_in(rf"{before} gives \exactly{{1/2}}{{0.6}}")
    assert claim.query == "1/2"
