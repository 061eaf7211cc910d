"""What is written as text is read back equal; what is no plain data is refused, and no text makes
anything but what it may.
"""

import json
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice.distribution import Distribution
from exactdice.jobs.encoding import Encoding, NotPlain


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Box:
    inside: object
    colour: Colour = Colour.RED


@dataclass(frozen=True)
class Positive:
    number: int

    def __post_init__(self):
        if self.number.numerator <= 0:
            raise ZeroDivisionError("no positive number")


ENCODING = Encoding([Colour, Box, Positive])
NUMBERS = st.integers() | st.fractions() | st.integers(-(10**400), 10**400)
LEAVES = NUMBERS | st.none() | st.booleans() | st.text() | st.sampled_from(Colour)
PAIRS = st.deferred(lambda: st.tuples(HASHABLE, HASHABLE))
SETS = st.deferred(lambda: st.frozensets(HASHABLE, max_size=3))
HASHABLE = LEAVES | PAIRS | SETS | st.deferred(lambda: st.builds(Box, HASHABLE))
LAWS = st.dictionaries(HASHABLE, st.integers(1, 10**30), min_size=1).map(Distribution)
LISTS = st.deferred(lambda: st.lists(VALUES, max_size=3))
VALUES = HASHABLE | LAWS | LISTS | st.dictionaries(LEAVES, HASHABLE, max_size=3)
JSON = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just({})
SIGNS = st.sampled_from(["i", "f", "t", "a", "s", "d", "l", "e", "o"])
NAMES = st.sampled_from([*ENCODING.classes, "os.system", "RED", "builtins.eval"])
PARTS = st.deferred(lambda: st.lists(FORGED, max_size=4))
FORGED = JSON | NAMES | st.builds(lambda sign, parts: [sign, *parts], SIGNS, PARTS)


def same(one, other):
    """Equal, and of one kind throughout: True is no 1 here."""
    return one == other and repr(one) == repr(other)


@given(VALUES)
def test_what_is_written_is_read_back(value):
    text = ENCODING.text(value)
    assert text.isascii()
    assert ENCODING.value(text) == value
    assert type(ENCODING.value(text)) is type(value)


@given(NUMBERS, st.booleans())
def test_numbers_keep_their_kind(number, truth):
    assert same(ENCODING.value(ENCODING.text((number, truth))), (number, truth))


@given(st.frozensets(st.integers()))
def test_equal_sets_have_one_text(values):
    turned = frozenset(sorted(values, reverse=True))
    assert ENCODING.text(values) == ENCODING.text(turned)


@pytest.mark.parametrize(
    "value", [0.5, b"x", object(), Box, print, {1, 2}, (1, [2, 0.5]), Box(1j), {"a": float("nan")}]
)
def test_what_is_no_plain_data_is_refused(value):
    with pytest.raises(NotPlain):
        ENCODING.text(value)


def test_classes_that_are_not_named_are_refused_in_both_directions():
    with pytest.raises(NotPlain, match="Box is no plain data"):
        Encoding([]).text(Box(1))
    with pytest.raises(NotPlain):
        Encoding([]).value(ENCODING.text(Box(1)))


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
        '["f",1,0]',
        '["i",5]',
        '["o","os.system","true"]',
        '["e","test_encoding.Colour","__class__"]',
        '["e","test_encoding.Colour","GREEN"]',
        '["o","test_encoding.Positive",null]',
        '["o","test_encoding.Positive",-1]',
        '["o","test_encoding.Box"]',
        '["l",[1,-1]]',
        '["l",[1]]',
        '["s",["a",1]]',
        '["x"]',
        "[[]]",
        "[]",
    ],
)
def test_a_text_that_is_none_is_refused(text):
    with pytest.raises(NotPlain):
        ENCODING.value(text)


def test_a_deep_value_is_refused_or_read_back():
    value = Fraction(1, 3)
    for _ in range(50):
        value = (value,)
    assert ENCODING.value(ENCODING.text(value)) == value
    for _ in range(10_000):
        value = (value,)
    with pytest.raises(NotPlain):
        ENCODING.text(value)
