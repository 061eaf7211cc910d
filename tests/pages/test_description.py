"""`exactdice games GAME`: what it says of each game is what holds for it."""

from fractions import Fraction
from itertools import pairwise

import pytest

from exactdice.query.games_by_name import GAMES, maker_named, options_of
from exactdice.query.states import fields_of, worked_queries
from exactdice.report.pages.description import example_options, limits_of, own_words, page
from exactdice.writeup.tables import number_text

every_game = pytest.mark.parametrize("name", GAMES)


@pytest.fixture(scope="module")
def pages():
    return {name: list(page(name)) for name in GAMES}


@every_game
def test_nothing_is_left_out(pages, name):
    told, maker = pages[name], maker_named(name)
    game = maker(**example_options(name, maker))
    begun = [line.split("=")[0].split()[0] for line in told if line.strip()]
    assert told[0] == name
    for option in options_of(maker):
        assert option in begun
    named = hasattr(game.start, "_fields")
    said = ", ".join(fields_of(game)) if named else "without fields, written as the start below"
    assert f"state: {said}" in told
    for query in worked_queries(game).values():
        (line,) = [line for line in told if line.strip().startswith(f"{query} ")]
        assert " = " in line or " is refused: " in line
    for word in own_words(name):
        assert f"  {word.signature}  {word.summary}" in told


@every_game
def test_every_word_of_its_own_that_is_worked_has_a_value(pages, name):
    told = pages[name]
    own = [k for k, line in enumerate(told) if line.startswith("words of its own")]
    deep = [line for k in own for line in told[k:] if line.startswith("    ")]
    assert len(deep) == len(list(own_words(name)))
    assert all(" = " in line and " is refused: " not in line for line in deep)


@every_game
def test_no_word_is_refused(pages, name):
    assert not [line for line in pages[name] if " is refused: " in line]


def test_leduc_is_worked_out_as_it_is_published(pages):
    (value,) = [line for line in pages["leduc"] if line.strip().startswith("value() = ")]
    # Published as -0.085606424078.
    assert abs(Fraction(value.partition(" = ")[2]) + Fraction(85606424078, 10**12)) < 10**-12


def test_what_players_know_first_is_never_nothing(pages):
    told = [line for lines in pages.values() for line in lines if "saw and did" in line]
    assert len(told) == 4
    assert all(", such as M" in line for line in told)


@every_game
def test_the_rules_are_told_and_no_remark_for_programmers(pages, name):
    told = pages[name]
    rules = told[1 : told.index("options: limits hold with all else as it is")]
    assert "Raises" not in "".join(rules)
    assert not rules[-1].endswith(":")


@pytest.mark.parametrize("name", ["goofspiel", "leduc", "liars-dice", "tokens"])
def test_each_option_that_is_explained_begins_a_line(pages, name):
    assert not [line for line in pages[name] if "- `" in line and not line.startswith("  - `")]


def test_text_fills_the_lines_of_a_terminal(pages):
    lines = pages["tokens"]
    rules = lines[1 : lines.index("options: limits hold with all else as it is")]
    assert max(map(len, rules)) <= 80
    for line, following in pairwise(rules):
        assert len(f"{line} {following.split()[0]}") > 80


def test_values_are_those_of_the_game():
    """Piglet to 3: Neller and Presser, whose chance to win from the start to 2 is 4/7; here by the
    generic solver of another module: gain = 2 win - 1 at the example's target.
    """
    from exactdice.games.pig import piglet
    from exactdice.solvers import solve
    from exactdice.solvers.fast_path import generic_function

    value = generic_function(solve)(piglet(**example_options("piglet", piglet))).value
    assert f"  value() = {number_text.exact(value)}" in list(page("piglet"))


@every_game
def test_limits_are_true(name):
    """The least that is said is taken, one less is refused."""
    maker = maker_named(name)
    for option in options_of(maker):
        said = limits_of(maker, option)
        if said.endswith(" or more"):
            least = int(said.split()[0])
            maker(**{option: least})
            with pytest.raises(Exception, match=r"\w"):
                maker(**{option: least - 1})


def test_a_law_is_rounded_and_cut_where_it_is_long(pages):
    assert max(len(line) for line in pages["hog"] if line.startswith("  turns_distribution(")) < 120
