"""Entries found by their names, and their commands as a shell reads them."""

import shlex

import pytest
from made_entries import catalogue, entry

from exactdice.catalogue.entry import decimals_command, option_words, value_command
from exactdice.errors import ExactDiceError

SOME = catalogue(entry("seven"), entry("eight"))


def test_entries_are_found_in_the_order_that_is_asked_for():
    assert [one.id for one in SOME.named(["eight", "seven"])] == ["eight", "seven"]


def test_a_misspelt_name_is_answered_with_the_nearest():
    with pytest.raises(ExactDiceError, match=r"no entry sevn \(did you mean seven\?\)"):
        SOME.named(["sevn"])
    with pytest.raises(ExactDiceError, match=r"no family dise \(did you mean dice\?\)"):
        SOME.of_family("dise")


@pytest.mark.parametrize(
    "query", ["EG(0, 0)", "a < b", 'by_table("a b.csv")', "$HOME", "`x`", "a\\b", "it's", "x!y"]
)
def test_a_shell_reads_the_query_as_it_is(query):
    options = {"weights": (1, "1/2"), "name": "a b"}
    words = ["exactdice", "value", query, "weights=1,1/2", "name=a b"]
    one = entry(query=query, options=options)
    assert shlex.split(value_command(one)) == words
    assert shlex.split(decimals_command(one)) == [*words, "--format", "decimal", "--digits", "30"]


def test_options_are_written_as_a_command_line_has_them():
    assert option_words({"target": 2, "weights": (1, "1/2")}) == ["target=2", "weights=1,1/2"]


def test_a_query_that_begins_with_a_minus_sign_is_no_option():
    assert shlex.split(value_command(entry(query="-chance(2d6, 7)")))[2] == " -chance(2d6, 7)"
