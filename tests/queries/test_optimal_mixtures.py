"""Numbers of all optimal mixtures: Kuhn's family, and what is refused."""

from fractions import Fraction

import pytest

from exactdice.errors import UnsolvableError
from exactdice.exact import Bounds
from exactdice.queries.optimal_mixtures import Truth, chances, linear, truth
from exactdice.queries.syntax import parse
from exactdice.words.register import Word

KUHN = {"game": Word("kuhn")}
THIRD = Fraction(1, 3)

NUMBERS = [
    ("chance(mixture(1), bet)", 0, THIRD),
    ("1 - 2 * chance(mixture(3), bet) / 4", Fraction(1, 2), 1),
    # It bets with 3 three times as often as with 1.
    ("chance(mixture(3), bet) - 3 * chance(mixture(1), bet)", 0, 0),
    ("chance(mixture_of_min(2, bet), call)", THIRD, THIRD),
]


@pytest.mark.parametrize(("query", "least", "most"), NUMBERS)
def test_the_range_of_a_number(query, least, most):
    assert linear(parse(query), KUHN).extent() == Bounds(least, most)


def test_the_chances_of_a_law_and_how_statements_are_true():
    found = chances(parse("mixture(1)"), KUHN)
    assert {name: one.extent().upper for name, one in found.items()} == {"check": 1, "bet": THIRD}
    assert truth(parse("chance(mixture(1), bet) = 1/4"), KUHN) == Truth(True, False)


REFUSED = [
    ("chance(mixture(1), bet) ** 2", "over all optimal mixtures"),
    ("chance(mixture(1), bet) * chance(mixture(3), bet)", "joins two"),
    ("chance(mixture(1), bet) + chance(mixture(2, check, bet), call)", "two choices at once"),
    ("chance(mixture(9), bet)", "not what MAX knows"),
]


@pytest.mark.parametrize(("query", "why"), REFUSED)
def test_what_is_refused(query, why):
    with pytest.raises(UnsolvableError, match=why):
        linear(parse(query), KUHN)
