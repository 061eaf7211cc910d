"""What is written as text is read back equal; what is no plain data is refused, and no text makes
anything but what it may.
"""

import json
from dataclasses import dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.distributions.distribution import Distribution
from exactdice.solvers.stores.store import Encoding, NotPlain, classes_beside


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
    rank: object


@dataclass(frozen=True)
class Positive:
    number: int

    def __post_init__(self):
        if self.number.numerator <= 0:
            raise ZeroDivisionError("no positive number")


ENCODING = Encoding({kind.__qualname__: kind for kind in (Place, Suit, Side, Card, Positive)})
NUMBERS = st.integers() | st.fractions() | st.integers(-(10**400), 10**400)
LEAVES = NUMBERS | st.none() | st.booleans() | st.text() | st.sampled_from([*Suit, *Side])
STATES = st.recursive(
    LEAVES | st.binary(),
    lambda inside: st.one_of(
        st.tuples(inside, inside),
        st.frozensets(inside, max_size=3),
        st.builds(Place, st.integers(), inside),
        st.builds(Card, st.sampled_from(Suit), inside),
    ),
    max_leaves=8,
)
LAWS = st.dictionaries(STATES, st.integers(1, 10**30), min_size=1).map(Distribution)
LISTS = st.deferred(lambda: st.lists(VALUES, max_size=3))
VALUES = STATES | LAWS | LISTS | st.dictionaries(LEAVES, STATES, max_size=3)
JSON = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just({})
TAGS = st.sampled_from(["i", "f", "b", "a", "s", "d", "l", "n", "o", "e"])
NAMES = st.sampled_from([*ENCODING.classes, "os.system", "HEARTS", "builtins.eval"])
PARTS = st.deferred(lambda: st.lists(FORGED, max_size=4))
FORGED = JSON | NAMES | PARTS | st.builds(lambda tag, parts: {tag: parts}, TAGS, PARTS)


@given(VALUES)
def test_what_is_written_is_read_back(value):
    text = ENCODING.text(value)
    assert text.isascii()
    assert ENCODING.value(text) == value
    assert type(ENCODING.value(text)) is type(value)


@given(NUMBERS, st.booleans())
def test_numbers_keep_their_kind(number, truth):
    """True is no 1 here."""
    assert repr(ENCODING.value(ENCODING.text((number, truth)))) == repr((number, truth))


@given(STATES, STATES)
def test_values_have_one_key_when_they_are_equal_and_else_different_ones(first, second):
    assert (ENCODING.key(first) == ENCODING.key(second)) == (first == second)


def test_what_equals_a_plainer_value_has_its_key():
    assert ENCODING.key(Place(True, Side.RIGHT)) == ENCODING.key((1, Fraction(1)))


@pytest.mark.parametrize("value", [0.5, object(), Place, print, {1, 2}, (1, [2, 0.5]), 10j])
def test_what_is_no_plain_data_is_refused(value):
    with pytest.raises(NotPlain, match=r"what is kept is made of .* of the class \w+"):
        ENCODING.text(value)


def test_classes_that_are_not_named_are_refused_in_both_directions():
    card = Card(Suit.HEARTS, 1)
    with pytest.raises(NotPlain, match="of the class Card"):
        Encoding({}).text(card)
    with pytest.raises(NotPlain, match="the class Card is not found beside the rules"):
        Encoding({}).value(ENCODING.text(card))


@given(FORGED)
def test_any_json_makes_plain_data_or_is_refused(data):
    """Nothing else is raised, and floats come in nowhere."""
    try:
        value = ENCODING.value(json.dumps(data))
    except NotPlain:
        return
    assert not isinstance(value, float)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0.5",
        "NaN",
        "[" * 100_000,
        '{"f":[1,0]}',
        '{"i":5}',
        '{"o":["os.system","true"]}',
        '{"e":["Suit","__class__"]}',
        '{"o":["Positive",-1]}',
        '{"n":["Place"]}',
        '{"l":[[1,-1]]}',
        '{"s":[{"a":[1]}]}',
        '{"x":[1]}',
        "{}",
    ],
)
def test_a_text_that_is_none_is_refused(text):
    with pytest.raises(NotPlain):
        ENCODING.value(text)


def test_a_deep_value_is_refused_or_read_back():
    value = Fraction(1, 7**6000)
    for _ in range(50):
        value = (value,)
    assert ENCODING.value(ENCODING.text(value)) == value
    for _ in range(10_000):
        value = (value,)
    with pytest.raises(NotPlain):
        ENCODING.text(value)


def test_no_class_but_those_of_data_is_found_beside_the_rules():
    """The module of the rules may have imported what does something when it is called."""

    class Rules:
        start = (Place(0, Suit.HEARTS),)

    found = classes_beside(Rules())
    assert found["Card"] is Card
    assert {"Place", "Suit", "Card"} <= {*found}
    assert not {"NotPlain", "Fraction", "Rules"} & {*found}
