"""States, actions and what is known as a query writes them: what differs reads differently."""

from fractions import Fraction

import pytest

from exactdice.errors import QueryError
from exactdice.games.strategy_table import read_field
from exactdice.words.written import as_written, written_apart

# pairs that are written alike while their texts are in no quotes
ALIKE = [
    ((1,), ("1",)),
    ((1, "bet"), ("1", "bet")),
    (("a, b", "c"), ("a", "b", "c")),
    (((1, 2), "x"), (("1", 2), "x")),
    ((Fraction(1, 2),), ("1/2",)),
    ((None,), ("none",)),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_is_written_alike_is_told_apart(one, other):
    assert as_written(one) == as_written(other)
    texts = written_apart([one, other])
    assert texts[one] != texts[other]


@pytest.mark.parametrize(("one", "other"), [*ALIKE, (('say "1"',), ("say 1",)), (("\\",), (0,))])
def test_each_text_is_read_back(one, other):
    # twice in quotes, as in a table where all of these stand together
    texts = written_apart([one, other, *[part for pair in ALIKE for part in pair]])
    assert read_field(texts[one]) == one
    assert read_field(texts[other]) == other


def test_what_nothing_is_like_has_no_quotes():
    assert written_apart([(1, "bet"), ("2", "check")]) == {
        (1, "bet"): "(1, bet)",
        ("2", "check"): "(2, check)",
    }


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('(("(", 1), x)', (("(", 1), "x")),
        ('""', ""),
        ('(a"b, c)', ('a"b', "c")),
        ('"', '"'),
    ],
)
def test_quotes_begin_a_text(text, field):
    assert read_field(text) == field


def test_what_json_would_not_write_is_refused():
    with pytest.raises(QueryError, match="no text as JSON writes it"):
        read_field(r'"a\x"')
