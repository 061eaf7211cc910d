"""Certified bounds on games in turns that may come back to a state."""

from fractions import Fraction

import pytest
from drawn_cycles import POLITE, brute_force, reachable, small_games
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import listed

from exactdice import DiceBattle, Interval, check, checker
from exactdice.exact.errors import UnsolvableError
from exactdice.game.graph import explore
from exactdice.proofs.solutions import proof
from exactdice.solvers import enclose, strategy_iteration


@settings(max_examples=60)
@given(small_games(), st.integers(1, 30))
def test_bounds_hold_the_value_are_as_close_as_asked_and_proved(game, digits):
    low, high = brute_force(game)
    rules, states = listed(game), [s for s in reachable(game) if isinstance(game[s], tuple)]
    if any(low[s] != high[s] for s in states):
        with pytest.raises(UnsolvableError, match=r"^play need not end from "):
            enclose(rules, digits)
        return
    enclosed = enclose(rules, digits)
    for s in states:
        bounds = enclosed.bounds[s]
        assert bounds.lower <= low[s] <= bounds.upper
        assert bounds.width <= Fraction(1, 10**digits)
    assert check(enclosed).startswith("value ")


def test_a_finished_game_has_its_payoff_as_bounds():
    assert enclose(listed({"s0": Fraction(1, 3)}), 5).value == Interval(
        Fraction(1, 3), Fraction(1, 3)
    )


@pytest.mark.parametrize("digits", [0, -1, 2.0, True, "50"])
def test_digits_must_be_a_whole_number(digits):
    with pytest.raises(UnsolvableError, match=r"^digits must be an int of 1 or more, got "):
        enclose(listed(POLITE), digits)


def test_a_proof_of_bounds_is_rejected_when_an_end_passes_the_value():
    game = DiceBattle(dice=2, target=3, bust_score=0)
    document, exact = proof(enclose(game, 5)), strategy_iteration(game)
    assert checker.check(document).startswith("value ")
    states = [node.state for node in explore(game).nodes if node.payoff is None]
    for k, state in enumerate(states):
        for end, beyond in ((0, Fraction(1, 10**9)), (1, Fraction(-1, 10**9))):
            changed = [list(pair) for pair in document["values"]]
            moved = checker.ratio_text(exact.values[state] + beyond)
            changed[k] = [changed[k][0], moved] if end else [moved, changed[k][1]]
            tampered = {key: part for key, part in document.items() if key != "digest"} | {
                "values": changed
            }
            with pytest.raises(checker.Rejected):
                checker.check(tampered | {"digest": checker.digest(tampered)})
