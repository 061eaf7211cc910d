"""Printed laws are judged outcome by outcome: the chances of two dice by counting their throws."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import verify
from exactdice.report.claims.printed_value import parse_distribution, parse_set
from exactdice.report.documents.documents import document_from
from exactdice.report.printed.numbers import parse_printed
from exactdice.report.printed.source import Source


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """The finding on a law that the only cell of a table prints."""
    folder = tmp_path_factory.mktemp("laws")

    def judged_in(printed, query, words="", kind="md"):
        mark = f"exactdice table: {query} {words} n=1..1 header=0 labels=0"
        text = f"# {mark}\n{printed}\n"
        if kind == "tex":
            text = f"% {mark}\n\\begin{{tabular}}{{l}}\n{printed}\n\\end{{tabular}}\n"
        elif kind == "md":
            header = mark.replace("header=0", "header=1")
            text = f"<!-- {header} -->\n| x |\n|---|\n| {printed} |\n"
        (finding,) = verify(document_from(Source(folder / f"r.{kind}", text)))
        return finding

    return judged_in


def counts():
    """How many of the 36 throws of two dice have each sum."""
    sums = [one + other for one, other in product(range(1, 7), repeat=2)]
    return {total: sums.count(total) for total in sorted(set(sums))}


def written(chances, form="{}"):
    return "{" + ", ".join(f"{k}: {form.format(v)}" for k, v in chances.items()) + "}"


EXACT = written(counts(), "{}/36")


@pytest.mark.parametrize("kind", ["md", "tex", "csv"])
def test_the_sum_of_two_dice(judged, kind):
    cells = {
        "md": EXACT,
        "tex": "$\\" + EXACT[:-1].replace("2: 1/36", r"2\colon \frac{1}{36}") + "\\}$",
        "csv": f'"{EXACT}"',
    }
    assert judged(cells[kind], "(2d6) + 0 * n", kind=kind).verdict == Verdict.EXACT


@given(st.integers(1, 4), st.sampled_from([",", "."]))
def test_each_chance_is_rounded_by_itself(judged, places, mark):
    decimals = {k: f"{v / 36:.{places}f}".replace(".", mark) for k, v in counts().items()}
    # No k/36 lies half-way between two decimals but 9/36, which no sum of two dice has.
    assert judged(written(decimals), "(2d6) + 0 * n").verdict == Verdict.ROUNDED


@given(st.integers(2, 12), st.integers(0, 36))
def test_one_wrong_chance_is_found(judged, total, other):
    chances = counts() | {total: other}
    expected = chances == counts()
    assert (judged(written(chances, "{}/36"), "(2d6) + 0 * n").verdict == Verdict.EXACT) == expected


CASES = [
    # what is left out must round to 0 beside the others
    ("{1: 0.83, 2: 0.14}", Verdict.CONTRADICTED, "outcomes are not printed: 3"),
    ("{1: 83 %, 2: 14 %, 3: 4 %}", Verdict.OFF_BY_ONE, "3 has 3 %"),
    ("{1: 5/6, 2: 5/36, 3: 1/36, 4: 0}", Verdict.EXACT, ""),
    ("{1: 5/6, 1: 1/6}", Verdict.UNREADABLE, "each outcome once, got 1 again"),
    ("5/6", Verdict.UNCHECKED, "a claim needs a query whose value is a number"),
]


@pytest.mark.parametrize(("printed", "verdict", "reason"), CASES)
def test_what_is_said_of_a_law(judged, printed, verdict, reason):
    # Optimal play of two dice up to 2 points: a throw without 1 wins at once.
    found = judged(printed, "turns_distribution(dice(1), dice(1)) + 0 * n", "dice=1 target=2")
    assert (found.verdict, reason in found.reason) == (verdict, True)


TOGETHER = [
    ("{1: 1, 2: 1}", "1d2", Verdict.CONTRADICTED, "1 has 1/2, 2 has 1/2"),
    # Half of it is 0; fifty others have a hundredth each, which one decimal need not show.
    ("{0: 0.5}", "(1d2 - 1) * 1d50", Verdict.CONTRADICTED, "sum to 0.5, which no rounding makes 1"),
    ("{0: 0.6, 1: 0.4}", "pairs_won(d(6),1,d(6),1)", Verdict.ROUNDED, ""),
    ("{0: 0.58, 1: 0.41}", "pairs_won(d(6),1,d(6),1)", Verdict.TRUNCATED, "1 has 0.42"),
]


@pytest.mark.parametrize(("printed", "query", "verdict", "reason"), TOGETHER)
def test_the_chances_of_a_law_are_judged_together(judged, printed, query, verdict, reason):
    found = judged(printed, f"{query} + 0 * n")
    assert (found.verdict, reason in found.reason) == (verdict, True), found.reason


def test_what_is_no_law_is_left_alone(judged):
    assert judged("{1:24}", "1/25 + 0 * n").verdict == Verdict.UNCLEAR  # odds
    assert judged("{1:1}", "1/2 + 0 * n").verdict == Verdict.EXACT
    assert judged("{1: 1/2, 2: 1/2}", "1/2 + 0 * n").verdict == Verdict.UNCHECKED
    assert judged("{3: 1}", "one_shot_strategy() + 0 * n", "dice=3").verdict == Verdict.EXACT
    assert [
        parse_distribution(text, parse_printed) for text in ("{0.5}", "1: 1/2", "{}", "x{1: 2}")
    ] == [None] * 4


def test_another_optimum_may_have_the_law(judged):
    words = "game=nim heaps=2,2"
    law = "turns_distribution(optimal, optimal)"
    # Two heaps of two: the first optimal move takes both and the game lasts two moves; the last
    # takes one, which the other player answers on the other heap, and it lasts four.
    first = judged("{2: 1}", f"{law} + 0 * n", words)
    assert first.verdict == Verdict.EXACT
    last = judged("{4: 1}", f"{law} + 0 * n", words)
    assert (last.verdict, "ties = last" in last.reason) == (Verdict.OTHER_TIES, True)
    assert judged("{3: 1}", f"{law} + 0 * n", words).verdict == Verdict.UNDECIDED


def test_a_law_says_no_number_to_a_reference(tmp_path):
    text = (
        "<!-- exactdice table: 2d6 + 0 * n n=1..1 labels=0 id=law -->\n| x |\n|-|\n"
        f'| {EXACT} |\n\n0<!-- exactdice: claim("law-1") -->\n'
    )
    *_, found = verify(document_from(Source(tmp_path / "r.md", text)))
    assert "it prints a law" in found.reason


WRONG = Verdict.CONTRADICTED
ALL = "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        (ALL, "OPT_all(99, 99)", Verdict.EXACT),
        (ALL, "OPT(99, 99)", Verdict.EXACT),
        ("{1, 2}", "OPT_all(99, 99)", WRONG),
        ("{1, 2}", "OPT(99, 99)", Verdict.ANOTHER),
        (r"$\{1,2\}$", "OPT(99, 99)", Verdict.ANOTHER),
        ("{1, 11}", "OPT(99, 99)", WRONG),
        ("{6}", "OPT(0, 0)", Verdict.EXACT),
        ("6", "OPT_all(0, 0)", Verdict.EXACT),
        ("{5, 6}", "OPT(0, 0)", WRONG),
        ("{6}", "argmax(d, 1..10, EP(d))", Verdict.EXACT),
        ("{blind}", "OPT(0, 0)", WRONG),
        ("{0,65}", "13/20", Verdict.EXACT),  # a number in braces of LaTeX
    ],
)
def test_a_printed_set(tmp_path, printed, value, verdict):
    file = tmp_path / "a.toml"
    file.write_text(f"[[claim]]\nprinted = '{printed}'\nvalue = '{value}'\n")
    (found,) = verify(read_claims(file))
    assert found.verdict == verdict


@pytest.mark.parametrize("text", ["{7}", "{0.5}", "{1, 2", "1, 2", "{a+b}", "{}", "{1, {2}}"])
def test_what_is_no_set(text):
    assert parse_set(text) is None
