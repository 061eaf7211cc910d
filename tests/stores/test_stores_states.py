from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.errors import ExactDiceError, RulesError
from exactdice.stores.level_file import number_bytes, number_of
from exactdice.stores.states import (
    classes_beside,
    key_of,
    plain_of_text,
    plain_text,
    state_of,
    state_text,
)


class Place(NamedTuple):
    row: int
    what: object


class Suit(Enum):
    HEARTS = "h"
    SPADES = "s"


class Side(IntEnum):
    LEFT = 0
    RIGHT = 1


@dataclass(frozen=True)
class Card:
    suit: Suit
    rank: int


CLASSES = {kind.__qualname__: kind for kind in (Place, Suit, Side, Card)}
plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=2**60, max_value=2**70),
    st.fractions(),
    st.text(),
    st.binary(),
    st.sampled_from([*Suit, *Side, Card(Suit.HEARTS, 3)]),
)
states = st.recursive(
    plain,
    lambda inside: st.one_of(
        st.tuples(inside),
        st.tuples(inside, inside),
        st.frozensets(inside, max_size=3),
        st.builds(Place, st.integers(), inside),
    ),
    max_leaves=8,
)


@given(states)
def test_a_state_comes_back_from_its_text(state):
    back = state_of(state_text(state), CLASSES)
    assert back == state
    assert plain_of_text(state_text(state)) == plain_text(state)


@given(states, states)
def test_states_have_one_key_when_they_are_equal_and_else_different_texts(first, second):
    assert (plain_text(first) == plain_text(second)) == (first == second)
    if first == second:
        assert key_of(first) == key_of(second)


def test_a_state_with_digits_beyond_the_limit_of_python_is_written():
    state = (10**5000, Fraction(1, 7**6000))
    assert state_of(state_text(state), {}) == state


@pytest.mark.parametrize("state", [1.5, object(), [1], {1: 2}, (1, 0.5)])
def test_what_is_no_plain_state_is_refused_by_its_class(state):
    with pytest.raises(RulesError, match=r"a state in a store is made of .* of the class \w+"):
        state_text(state)


@pytest.mark.parametrize("text", ['{"x":[1]}', "{", '{"f":[1,0]}', "[1", '{"i":"zz"}', '{"i":3}'])
def test_a_text_that_is_no_state_is_refused(text):
    with pytest.raises(ExactDiceError, match="not the text of a state"):
        state_of(text, {})


def test_a_class_that_is_not_there_is_named():
    with pytest.raises(ExactDiceError, match="the class Place"):
        state_of(state_text(Place(1, 2)), {})


def test_classes_of_states_are_found_beside_the_rules():
    class Rules:
        start = (Place(0, Suit.HEARTS),)

    found = classes_beside(Rules())
    assert found["Card"] is Card
    assert found["Place"] is Place


def test_no_class_but_those_of_data_is_made_from_a_text():
    """The module of the rules may have imported what does something when it is called."""

    class Rules:
        start = 0

    found = classes_beside(Rules())
    assert {"Place", "Suit", "Card"} <= {*found}
    assert not {"ExactDiceError", "Fraction", "Rules"} & {*found}
    with pytest.raises(ExactDiceError, match="the class Fraction"):
        state_of('{"o":["Fraction",1,2]}', found)


@given(st.integers())
def test_a_number_comes_back_from_its_bytes_which_are_as_few_as_can_be(number):
    data = number_bytes(number)
    assert number_of(data) == number
    assert len(data) == 1 or number_of(data[1:]) != number


@given(st.integers())
def test_bytes_of_numbers_are_in_twos_complement(number):
    data = number_bytes(number)
    assert int(data.hex(), 16) == number % 2 ** (8 * len(data))
