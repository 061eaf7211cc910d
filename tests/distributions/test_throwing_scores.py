"""One throw: the expected score and the best number of dice, against the whole law and against all
numbers of dice.
"""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import enumerated_throw, law_of

from exactdice import die, roll
from exactdice.distributions.throwing import (
    best_dice,
    expected_score,
    last_improvement,
    safe_chance,
    safe_die,
    safe_mean,
    safe_roll,
)
from exactdice.exact.errors import QueryError, RulesError
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word

weight_lists = st.lists(st.integers(0, 9), min_size=2, max_size=6).filter(any)
dice_options = st.tuples(weight_lists, st.integers(1, 7), st.integers(0, 15))


def loaded(weights):
    return die(len(weights), tuple(weights))


@settings(max_examples=60)
@given(dice_options, st.integers(1, 3))
def test_the_expected_score_is_the_mean_over_all_faces(options, count):
    weights, bust, bust_score = options
    by_hand = sum(k * p for k, p in enumerated_throw(weights, count, bust, bust_score).items())
    assert expected_score(loaded(weights), count, bust, bust_score) == by_hand


@pytest.mark.parametrize("d", range(1, 31))
def test_the_default_die_has_the_formula_of_the_reports(d):
    """EP(d) = 4 d (5/6)^d + 1 - (5/6)^d: Huang and Huang, 2.1.1."""
    assert expected_score(die(6), d) == 4 * d * Fraction(5, 6) ** d + 1 - Fraction(5, 6) ** d


def test_the_best_number_of_default_dice_is_the_least_of_D_and_6():
    """Carnielli and Kachaikin, "Mise en oeuvre": the blind strategy throws min(D, 6) dice."""
    assert [best_dice(most, die(6)) for most in range(1, 31)] == [
        min(most, 6) for most in range(1, 31)
    ]


@settings(max_examples=100)
@given(dice_options, st.integers(1, 25))
def test_the_best_number_of_dice_is_the_first_best_of_all(options, most):
    weights, bust, bust_score = options
    one = loaded(weights)
    scores = [roll(one, d, bust, bust_score).mean() for d in range(1, most + 1)]
    assert best_dice(most, one, bust, bust_score) == 1 + scores.index(max(scores))


@settings(max_examples=60)
@given(dice_options)
def test_one_die_more_helps_exactly_before_the_last_improvement(options):
    weights, bust, bust_score = options
    one = loaded(weights)
    limit = last_improvement(one, bust, bust_score)
    for d in range(1, 15):
        helps = roll(one, d + 1, bust, bust_score).mean() > roll(one, d, bust, bust_score).mean()
        assert helps == (limit is None or d < limit)


@settings(max_examples=60)
@given(weight_lists, st.integers(1, 7))
def test_the_safe_die_is_the_die_given_no_bust(weights, bust):
    one, safe = loaded(weights), {f: w for f, w in enumerate(weights, 1) if w and f != bust}
    assert safe_chance(one, bust) == Fraction(sum(safe.values()), sum(weights))
    if safe:
        assert safe_mean(one, bust) == Fraction(
            sum(f * w for f, w in safe.items()), sum(safe.values())
        )
        assert all(
            safe_die(one, bust).probability(f) == Fraction(w, sum(safe.values()))
            for f, w in safe.items()
        )
    else:
        with pytest.raises(RulesError, match=f"^the die always shows the bust face {bust}: "):
            safe_mean(one, bust)


@settings(max_examples=40)
@given(weight_lists, st.integers(1, 3), st.integers(1, 7))
def test_the_safe_throw_is_the_throw_given_no_bust(weights, count, bust):
    safe = {f: w for f, w in enumerate(weights, 1) if f != bust}
    if any(safe.values()):
        alone = enumerated_throw(
            [safe.get(f, 0) for f in range(1, len(weights) + 1)], count, bust=0
        )
        law = safe_roll(loaded(weights), count, bust)
        assert {k: law.probability(k) for k in law} == alone


@settings(max_examples=30)
@given(dice_options.filter(lambda options: options[1] <= len(options[0])), st.integers(1, 3))
def test_throw_law_is_the_law_over_all_faces(options, count):
    weights, bust, bust_score = options
    given_options = {"weights": tuple(weights), "bust": bust, "bust_score": bust_score}
    law = evaluate_query(f"roll_distribution({count})", given_options)
    assert law_of(law) == enumerated_throw(weights, count, bust, bust_score)
    mean = evaluate_query(f"mean(roll_distribution({count})) - EP({count})", given_options)
    assert mean == 0


def test_a_law_needs_numbers():
    assert evaluate_query("at_least(roll_distribution(2), 11)") == Fraction(3, 36)
    with pytest.raises(QueryError, match="give it one, as in d=1"):
        evaluate_query("roll_distribution(d)")
    with pytest.raises(QueryError, match="must be a number"):
        evaluate_query("roll_distribution(2)", {"bust_score": Word("s")})
