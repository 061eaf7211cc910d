"""Values of OpenSpiel's games against numbers that others printed."""

from fractions import Fraction

import pytest

from exactdice import Distribution, solve
from exactdice.adapters import from_openspiel
from exactdice.games.leduc import Leduc

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")


def test_kuhn_poker():
    """Kuhn 1950."""
    assert solve(from_openspiel("kuhn_poker")).value == Fraction(-1, 18)


def test_leduc_poker():
    """The fields of OpenSpiel print -0.085606424078; its rules and ours have one exact value."""
    value = solve(from_openspiel("leduc_poker", suit_isomorphism=True)).value
    assert abs(value - Fraction("-0.085606424078")) < Fraction(1, 10**12)
    assert value == solve(Leduc()).value


def test_goofspiel_with_open_bids():
    """Four cards, random prizes, paid by difference: the first bid at prize 2 is printed as
    (154132, 62196, 240911, 0)/457239.
    """
    game = from_openspiel("goofspiel", num_cards=4, returns_type="point_difference")
    solution = solve(game)
    assert solution.value == 0
    (mixtures,) = (solution.mixtures[s] for s in solution.mixtures if s.history == (1,))
    weights = (154132, 62196, 240911)
    for player, law in enumerate(mixtures):
        words = [f"[P{player}]Bid: {card}" for card in (1, 2, 3)]
        assert law == Distribution(dict(zip(words, weights, strict=True)))
