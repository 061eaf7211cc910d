"""`exactdice games GAME`: what it says of each game is what holds for it."""

from itertools import pairwise

import pytest
from described import nothing_is_left_out, own_words_have_values, refused

from exactdice.pages.description import example_options, limits_of, page
from exactdice.query.games_by_name import GAMES, maker_named, options_of
from exactdice.tables import number_text

# Leduc's page, by far the longest to make, is asked the same in a file of its own.
NAMES = [name for name in GAMES if name != "leduc"]
every_game = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def pages():
    return {name: list(page(name)) for name in NAMES}


@every_game
def test_nothing_is_left_out(pages, name):
    nothing_is_left_out(name, pages[name])


@every_game
def test_every_word_of_its_own_that_is_worked_has_a_value(pages, name):
    own_words_have_values(name, pages[name])


@every_game
def test_no_word_is_refused(pages, name):
    assert refused(pages[name]) == set()


def test_what_players_know_first_is_never_nothing(pages):
    told = [line for lines in pages.values() for line in lines if "saw and did" in line]
    assert len(told) == 4  # and Leduc's
    assert all(", such as M" in line for line in told)


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
    from exactdice.solvers.fast_path import the_generic

    value = the_generic(solve)(piglet(**example_options("piglet", piglet))).value
    assert f"  value() = {number_text.exact(value)}" in list(page("piglet"))


@pytest.mark.parametrize("name", GAMES)
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
    assert max(len(line) for line in pages["hog"] if line.startswith("  turns_law(")) < 120
