"""Parts of files as tables: equal to the tables that are made anew."""

from fractions import Fraction

import pytest

from exactdice.exact.errors import ExactDiceError
from exactdice.exact.numbers import Interval
from exactdice.query.evaluate import parse_option
from exactdice.query.ranges import read_labels
from exactdice.writeup.sweep_table import as_bytes, select_tables, value_in
from exactdice.writeup.sweeps import plan_sweep, tabulate
from exactdice.writeup.tables.output_formats import TableFormat
from exactdice.writeup.tables.table import make_table, render

PARAMETERS = {"dice": "1..2", "target": "2..6..2", "a": "blind,dice(1)", "weights": "1,1,2"}
QUERIES = ["gain(a, optimal)", "P(dice, target)"]
SWEPT = tabulate(plan_sweep(QUERIES, PARAMETERS))


@pytest.fixture(scope="module", params=["csv", "sqlite", "parquet"])
def path(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("swept") / f"a.{request.param}"
    path.write_bytes(as_bytes(SWEPT, path))
    return path


def written(table):
    return render(table, TableFormat.MARKDOWN)


def test_two_ranges(path):
    (found,) = select_tables(path, ["a=blind"], ["gain(a,optimal)"])
    ranges = {"dice": range(1, 3), "target": range(2, 7, 2)}
    (blind, _) = read_labels("a", "blind,random", True)
    expected = make_table(QUERIES[0], ranges, {"a": blind, "weights": (1, 1, 2)})
    assert written(found) == written(expected)
    assert found.given == expected.given


def test_one_range_and_several_queries(path):
    (found,) = select_tables(path, ["a=dice(1)", "target=4"], [])
    one = parse_option("dice(1)")
    expected = make_table(
        QUERIES, {"dice": range(1, 3)}, {"a": one, "target": 4, "weights": (1, 1, 2)}
    )
    assert written(found) == written(expected)


WRONG = {
    "three ranges": ([], ["gain(a, optimal)"], "a table has one range, or two and one query"),
    "two queries": (["dice=1"], [], "a table has one range, or two and one query"),
    "value": (["dice=3"], [], "has no dice=3: it has 1, 2"),
    "parameter": (["dise=3"], [], "has no parameter dise (did you mean dice?)"),
    "query": (["dice=1"], ["gain(optimal, a)"], "has no values of gain(optimal, a)"),
    "word": (["dice"], [], "expected key=value"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_there(path, name):
    words, queries, said = WRONG[name]
    with pytest.raises(ExactDiceError) as error:
        select_tables(path, words, queries)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


VALUES = {
    "7": 7,
    "-3/8": Fraction(-3, 8),
    "[1/3, 1/2]": Interval(Fraction(1, 3), Fraction(1, 2)),
    "[0, 7]": Interval(0, 7),
    "true": True,
    "{1, 2}": "{1, 2}",
    "roll": "roll",
    "sqrt(2)/2": "sqrt(2)/2",
    "{1: 1/3, 2: 2/3}": "{1: 1/3, 2: 2/3}",
}


@pytest.mark.parametrize(("text", "value"), VALUES.items())
def test_values_are_read_as_they_were(text, value):
    assert value_in(text) == value
    assert type(value_in(text)) is type(value)
