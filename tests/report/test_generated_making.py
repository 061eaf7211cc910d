"""What places of a document ask for: words, styles, and one door through which all values go."""

from fractions import Fraction
from pathlib import Path

import pytest

from exactdice.exact.errors import ExactDiceError
from exactdice.report import generated
from exactdice.report.generated import Asked, Written, WrittenTable, made

DOCUMENT = Path("report.md")


def mean_score(dice):
    """4 d q^d + 1 - q^d with q = 5/6: no 1 among d dice, whose other faces have the mean 4."""
    return 4 * dice * Fraction(5, 6) ** dice + 1 - Fraction(5, 6) ** dice


FIVE = mean_score(5)  # 67151/7776


def value(words, **common):
    (found,) = made([Asked(words)], common, DOCUMENT)
    return found


@pytest.mark.parametrize(
    ("words", "plain", "latex"),
    [
        ("EP(5)", f"{FIVE}", rf"\frac{{{FIVE.numerator}}}{{{FIVE.denominator}}}"),
        ("EP(5) dec:3", f"{float(FIVE):.3f}", f"{float(FIVE):.3f}"),
        ("EP(5) style=dec:3 decimal=,", "8,636", "8{,}636"),
        ("  EP( 5 )\n  --style dec:1 ", "8.6", "8.6"),
        ("P(1,1) percent:1", "16.7 %", r"16.7\,\%"),  # one face of six
        ("EP(1) - 4 dec:1", "-0.5", "-0.5"),
        ("best_dice(10) dec:3", "6", "6"),  # a count has no decimals
        ("d(2)", "{1: 1/2, 2: 1/2}", r"\{1: \frac{1}{2}, 2: \frac{1}{2}\}"),
        ("1 = 2", "false", r"\mbox{false}"),
        (
            "first(optimal_actions(0,0,0)) game=pig target=5",
            "roll",
            r"\mbox{roll}",
        ),  # holding gains nothing
        ("P(d,1) d=1", "1/6", r"\frac{1}{6}"),
    ],
)
def test_a_value_is_written_in_its_style(words, plain, latex):
    assert value(words) == Written(plain, latex)


def test_the_words_of_the_document_hold_where_they_apply_and_a_place_has_its_own():
    common = {"title": "Report", "decimal": ",", "faces": "4", "target": "20"}
    assert value("P(1,1) dec:2", **common).plain == "0,25"
    assert value("P(1,1) dec:2 faces=8 decimal=.", **common).plain == "0.12"
    assert value("1/3 dec:2", **common).plain == "0,33"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "expected QUERY"),
        ("EP(", "the query ends too early"),
        ("EP(5) style=roman", "style must be one of frac, dec:N, percent:N"),
        ("EP(5) format=latex", "format is for tables in files"),
        ("EP(d) dec:2", "has unknowns"),
        ("EP(d) d=1..3", "d must have one value here"),
        ("win(optimal, random) game=./mine.py:Mine", "a game in a file is named at the command"),
        ("EG(0,0) target=1000000000", "limit"),
        ('source("results.csv")', "in claims files and in marks alone"),
        ("(" * 5000 + "1" + ")" * 4000, "query"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words, said):
    found = value(words)
    assert isinstance(found, ExactDiceError)
    assert said in str(found)
    assert "\n" not in str(found)


def test_one_that_is_wrong_hides_no_other_and_the_same_is_computed_once(monkeypatch):
    asked_for = []
    whole = generated.evaluate_query

    def counted(query, given):
        asked_for.append(query)
        return whole(query, given)

    monkeypatch.setattr(generated, "evaluate_query", counted)
    words = ["EP(5)", "nosuch(1)", "EP(5)", "P(1,1)", "EP(5)"]
    found = made(map(Asked, words), {}, DOCUMENT)
    assert [isinstance(one, ExactDiceError) for one in found] == [False, True, False, False, False]
    assert found[0] == found[2] == found[4]
    assert sorted(asked_for) == ["EP(5)", "P(1,1)", "nosuch(1)"]


@pytest.mark.parametrize("error", [MemoryError, RecursionError, OverflowError])
def test_what_is_too_large_for_this_machine_is_one_error_too(monkeypatch, error):
    whole = generated.evaluate_query

    def fails(query, given):
        if query == "EP(6)":
            raise error
        return whole(query, given)

    monkeypatch.setattr(generated, "evaluate_query", fails)
    right, wrong = made([Asked("EP(5) dec:3"), Asked("EP(6) dec:3")], {}, DOCUMENT)
    assert right.plain == "8.636"
    assert f"too large to compute here ({error.__name__})" in str(wrong)


def texts(row):
    return [cell.plain for cell in row]


def test_a_table_has_a_heading_and_rows():
    (found,) = made([Asked("EP(d); P(d,1) d=1..3 dec:2", True)], {}, DOCUMENT)
    assert isinstance(found, WrittenTable)
    assert texts(found.heading) == ["d", "EP(d)", "P(d,1)"]
    expected = [(d, mean_score(d), 1 - Fraction(5, 6) ** d) for d in (1, 2, 3)]
    assert [texts(row) for row in found.rows] == [
        [str(d), f"{float(mean):.2f}", f"{float(bust):.2f}"] for d, mean, bust in expected
    ]


def test_a_table_of_laws_needs_no_range():
    (found,) = made([Asked("2d2", True)], {}, DOCUMENT)
    assert texts(found.heading) == ["outcome", "probability"]
    assert [texts(row) for row in found.rows] == [["2", "1/4"], ["3", "1/2"], ["4", "1/4"]]


@pytest.mark.parametrize("words", ["EP(d)", "d=1..3", "EP(d) d=1..3 e=1..3 f=1..2", "EP(d) d=3..1"])
def test_a_table_that_cannot_be_made_is_an_error(words):
    (found,) = made([Asked(words, True)], {}, DOCUMENT)
    assert isinstance(found, ExactDiceError)


def test_a_table_of_a_strategy_is_looked_for_beside_the_document_alone(tmp_path):
    folder = tmp_path / "report"
    folder.mkdir()
    states = [(i, j, who) for i in range(2) for j in range(2) for who in ("MAX", "MIN")]
    rows = "".join(f"{i},{j},{who},1\n" for i, j, who in states)
    for place in (folder, tmp_path):
        (place / "mine.csv").write_text(f"first,second,to_move,action\n{rows}")
    words = 'win(by_table("{}"), dice(1)) target=2 dice=1'
    asked = [Asked(words.format(name)) for name in ("mine.csv", "../mine.csv")]
    inside, outside = made(asked, {}, folder / "report.md")
    (one_die,) = made([Asked("win(dice(1), dice(1)) target=2 dice=1")], {}, DOCUMENT)
    assert inside == one_die
    assert "in its own folder or below it" in str(outside)


@pytest.mark.parametrize(
    ("plain", "displayed"), [("-3.13 %", "−3.13\u00a0%"), ("7", "7"), ("hold-at", "hold-at")]
)
def test_a_page_shows_numbers_with_a_minus_sign_and_in_one_line(plain, displayed):
    assert Written(plain, plain).displayed == displayed
