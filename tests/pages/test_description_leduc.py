"""`exactdice games leduc`, whose words are worked out at the size at which Leduc is published."""

from fractions import Fraction

import pytest
from described import nothing_is_left_out, own_words_have_values, refused

from exactdice.pages.description import page


@pytest.fixture(scope="module")
def told():
    return list(page("leduc"))


def test_nothing_is_left_out(told):
    nothing_is_left_out("leduc", told)


def test_every_word_of_its_own_that_is_worked_has_a_value(told):
    own_words_have_values("leduc", told)


def test_no_word_is_refused(told):
    assert refused(told) == set()


def test_what_players_know_first_is_never_nothing(told):
    (known,) = [line for line in told if "saw and did" in line]
    assert ", such as M" in known


def test_leduc_is_worked_out_as_it_is_published(told):
    (value,) = [line for line in told if line.strip().startswith("value() = ")]
    # Published as -0.085606424078.
    assert abs(Fraction(value.partition(" = ")[2]) + Fraction(85606424078, 10**12)) < 10**-12
