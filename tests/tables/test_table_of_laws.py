"""Tables of laws: each cell is what its title asks for, and the claims of a table hold."""

import json
from fractions import Fraction

import pytest

from exactdice.exact.errors import ExactDiceError, QueryError
from exactdice.query.evaluate import evaluate_query
from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import verify
from exactdice.report.documents.marked_tables import claims_text
from exactdice.writeup.tables.output_formats import TableFormat
from exactdice.writeup.tables.table import distribution_text, distributions_table, render

BESIDE = ["at_least", "at_most"]


@pytest.mark.parametrize("words", [[], BESIDE[:1], BESIDE[1:], BESIDE])
@pytest.mark.parametrize(
    "queries", [["2d6"], ["2d6", "3d6"], ["d(6)/2", "clip(explode(d(6)), none, 8)"]]
)
def test_each_cell_is_what_its_title_asks(queries, words):
    table = distributions_table(queries, {}, words)
    assert len(table.queries) == len(queries) * (1 + len(words))
    name, outcomes = table.rows
    assert list(outcomes) == sorted({x for query in queries for x in evaluate_query(query)})
    for outcome, cells in zip(outcomes, table.cells, strict=True):
        for query, cell in zip(table.queries, cells, strict=True):
            assert cell == evaluate_query(query, {name: outcome})


def test_the_published_table_of_two_dice():
    table = distributions_table(["2d6"], {}, ["at_least"])
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert [row[0] for row in table.cells] == [Fraction(way, 36) for way in ways]
    assert [row[1] for row in table.cells] == [Fraction(sum(ways[k:]), 36) for k in range(11)]


def test_titles_for_people():
    one = distributions_table(["2d6"], {}, BESIDE)
    assert one.titles == ("probability", "at least", "at most")
    two = ["2d6", "3d6"]
    assert distributions_table(two, {}).titles == ("2d6", "3d6")
    assert distributions_table(two, {}, ["at_most"]).titles == (
        "probability, 2d6",
        "at most, 2d6",
        "probability, 3d6",
        "at most, 3d6",
    )


def test_the_claims_of_a_table_hold(tmp_path):
    queries = ["2d6", "highest(d(6), 4, 3)"]
    table = distributions_table(queries, {}, BESIDE)
    path = tmp_path / "claims.toml"
    path.write_text(claims_text(table), encoding="utf-8")
    found = verify(read_claims(path))
    assert len(found) == 17 * 6
    assert {finding.verdict for finding in found} == {Verdict.EXACT}


def test_names_tuples_and_truth_are_rows():
    for query, rows in {
        "d(6) > 4": ["false", "true"],
        "uniform(blind, optimal, optimal)": ["blind", "optimal"],
        "joint(d(2), d(2))": ["(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)"],
    }.items():
        made = json.loads(render(distributions_table([query], {}), TableFormat.JSON))
        assert [
            str(row).replace("[", "(").replace("]", ")") for row in made["rows"]["outcome"]
        ] == rows
    assert [cell for (cell,) in distributions_table(["d(6) > 4"], {}).cells] == [
        Fraction(2, 3),
        Fraction(1, 3),
    ]


REFUSED = [
    (["explode(d(6))"], {}, [], r"'probability\(explode\(d\(6\)\), x\)' x=1\.\.30"),
    (["mean(2d6)"], {}, [], r"must be a law such as 2d6, got mean\(2d6\)"),
    (["d(6) > 3"], {}, ["at_least"], "at least needs laws of numbers, got the outcome false"),
    (["2d6"], {"dice": 3}, [], "unknown option dice: the options are weights"),
    (["2d6", "3d6"], {"wights": 3}, [], r"unknown option wights \(did you mean weights\?\)"),
    # true counts as 1 in Python, and would stand in its row
    (["d(6)", "d(6) > 3"], {}, [], r"one kind, got 1 under d\(6\) and true under d\(6\) > 3"),
    (["2d6", "uniform(a, b)"], {}, [], r"one kind, got 2 under 2d6 and a under uniform\(a, b\)"),
]


@pytest.mark.parametrize(("queries", "given", "words", "message"), REFUSED)
def test_what_is_no_table_of_laws_is_refused(queries, given, words, message):
    with pytest.raises(ExactDiceError, match=message) as raised:
        distributions_table(queries, given, words)
    assert "\n" not in str(raised.value)


def test_a_law_as_text():
    assert distribution_text(evaluate_query("d(6) > 4")).splitlines()[1].split()[:2] == [
        "false",
        "2/3",
    ]
    assert distribution_text(evaluate_query("explode(d(6))")).splitlines()[-1].split()[0] == "above"
    with pytest.raises(QueryError, match="needs laws of numbers, got the outcome blind"):
        distribution_text(evaluate_query("uniform(blind, optimal)"), ["at_least"])
