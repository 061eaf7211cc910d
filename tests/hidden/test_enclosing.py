"""Bounds beside exact values, and the strategies that prove them beside pure ones."""

from fractions import Fraction

import pytest
from hidden_trees import RandomGame, paid, pure_strategies

from exactdice import enclose, exploitability, solve
from exactdice.errors import UnsolvableError
from exactdice.game import MAX, MIN
from exactdice.games.kuhn import Kuhn
from exactdice.games.leduc import Leduc
from exactdice.hidden.enclosing import with_short_ends
from exactdice.queries.evaluate import evaluate_query
from exactdice.words.register import Word


@pytest.mark.parametrize("digits", [1, 9, 60])
@pytest.mark.parametrize("game", [Kuhn(cards=5), Leduc(ranks=2, raises=1)], ids=["kuhn", "leduc"])
def test_bounds_hold_the_exact_value(game, digits):
    enclosure = enclose(game, digits)
    value = solve(game).value
    assert enclosure.value.lower <= value <= enclosure.value.upper
    assert enclosure.value.width <= Fraction(1, 10**digits)
    assert enclosure.method == "sequence form within bounds"


def test_both_ends_are_what_the_strategies_guarantee():
    for seed in range(40):
        game = RandomGame(seed)
        pairs = len(pure_strategies(game, MAX)) * len(pure_strategies(game, MIN))
        if game.start in game.ends or pairs > 400:
            continue
        enclosure = enclose(game, 5)
        first, second = enclosure.strategies
        tables = [pure_strategies(game, player) for player in (MAX, MIN)]
        assert enclosure.value.lower == min(paid(game, (first, table)) for table in tables[MIN])
        assert enclosure.value.upper == max(paid(game, (table, second)) for table in tables[MAX])
        assert enclosure.value.width <= Fraction(1, 10**5)


def test_the_width_is_twice_the_exploitability():
    enclosure = enclose(Leduc(), 12)
    assert 2 * exploitability(Leduc(), enclosure.strategies) == enclosure.value.width
    # SPEC prints -0.085606424078.
    assert enclosure.value.lower < Fraction(-85606424077, 10**12)
    assert enclosure.value.upper > Fraction(-85606424079, 10**12)


@pytest.mark.parametrize("digits", [0, -1, "6", 1.5])
def test_digits_are_a_whole_number_from_1(digits):
    with pytest.raises(UnsolvableError, match="digits must be"):
        enclose(Kuhn(), digits)


@pytest.mark.parametrize("digits", [1, 3, 12])
def test_short_ends_hold_the_bounds_and_are_as_close(digits):
    bounds = enclose(Leduc(ranks=2, raises=1), digits).value
    short = with_short_ends(bounds, digits)
    assert short.lower <= bounds.lower <= bounds.upper <= short.upper
    assert short.width <= Fraction(1, 10**digits)
    for end in (short.lower, short.upper):
        assert (end * 10 ** (digits + 2)).denominator == 1


def test_a_query_tells_short_ends():
    asked = evaluate_query("value()", {"game": Word("leduc"), "digits": 12})
    # SPEC prints -0.085606424078.
    assert asked.lower < Fraction(-85606424077, 10**12)
    assert asked.upper > Fraction(-85606424079, 10**12)
    assert 10**13 % asked.lower.denominator == 10**13 % asked.upper.denominator == 0
