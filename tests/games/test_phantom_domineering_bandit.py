"""The bandit of Phantom Domineering, and what its rules refuse."""

from fractions import Fraction
from math import exp, log, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sets_of_cells import Written

from exactdice import PhantomDomineering, solve
from exactdice.exact.errors import ExactDiceError
from exactdice.games.phantom_domineering import (
    listed_solution,
    phantom_lines,
)
from exactdice.games.phantom_domineering.rules import banned_at, winner
from exactdice.linear.matrices.bandit import Learner, bandit, guarantees, rate, regret_bound
from exactdice.linear.matrices.double_oracle import solve_large_game
from exactdice.query.evaluate import evaluate_query

# --- the bandit -----------------------------------------------------------------------------------


def naive_law(v, eta):
    top = max(v)
    weights = [exp(eta * (x - top)) for x in v]
    return [eta + (1 - len(v) * eta) * w / sum(weights) for w in weights]


@settings(max_examples=20)
@given(st.integers(2, 9), st.integers(0, 10**6))
def test_the_learner_draws_with_the_probability_of_the_formula(lines, seed):
    rng, learner = Random(seed), Learner(lines)
    for n in range(1, 400):
        estimates = list(learner.v)
        i, p = learner.draw(n, rng)
        assert p == pytest.approx(
            naive_law(estimates, min(1 / (2 * lines), sqrt(log(lines) / (lines * n))))[i], rel=1e-12
        )
        learner.learn(i, (rng.random() < (i + 1) / lines) / p)


def test_lines_are_drawn_as_often_as_their_probability_says():
    """Pearson's statistic of 20000 draws of one round; its mean is 6 and P(> 35) is below 10^-5."""
    learner, rng, draws = Learner(7), Random(11), 20_000
    learner.v = [0.0, 30.0, 60.0, 90.0, 100.0, 101.0, 50.0]
    law = naive_law(learner.v, rate(7, 1000))
    counts = [0] * 7
    for _ in range(draws):
        counts[learner.draw(1000, rng)[0]] += 1
    assert sum((c - draws * p) ** 2 / (draws * p) for c, p in zip(counts, law, strict=True)) < 35


def test_estimates_of_any_size_do_not_overflow():
    learner, rng = Learner(3), Random(1)
    for n in range(1, 50):
        i, p = learner.draw(n, rng)
        assert 0 < p <= 1
        learner.learn(i, 1e6 * (i + 1))


@pytest.mark.parametrize(
    ("wins", "value"),
    [
        (lambda i, j: (i + j) % 2, 0.5),
        (lambda i, j: int(i == j), 0.1),
        (lambda i, j: int(i != 3 or j > 10), 1),
    ],
)
def test_the_mean_comes_within_the_bound_of_the_value(wins, value):
    """The bound is on the expectation; Hoeffding's bound for the mean of rounds with a failure of
    10^-9 is added.
    """
    run = bandit(wins, (10, 10), Random(5), rounds=20_000)
    assert abs(float(run.mean) - value) < run.bound + sqrt(log(2e9) / (2 * run.rounds))
    assert run.bound < 0.25
    assert sum(run.rows) == sum(run.columns) == run.rounds == run.trace[-1][0]


def test_the_bound_is_the_sum_of_its_terms():
    lines, rounds = 6, 5000
    rates = [rate(lines, n) for n in range(1, rounds + 1)]
    exact_sum = log(lines) / rates[-1] + (2 * exp(1) - 3) * lines * sum(rates)
    assert exact_sum <= regret_bound(lines, rounds) <= 1.1 * exact_sum


def test_what_mixtures_guarantee_is_exact():
    matrix = [[0, 1], [1, 0]]
    worth = guarantees(Written(matrix), [3, 1], [2, 2])
    assert (worth.guaranteed, worth.conceded) == (Fraction(1, 4), Fraction(1, 2))


def test_large_sets_of_lists_are_proved_against_every_list():
    lines = phantom_lines(PhantomDomineering(4, 5, lists=2000, u0=42))
    found = solve_large_game(lines)
    assert 0 < found.value < 1
    against_columns = sum(np.array(lines.row(i), dtype=object) * p for i, p in found.row.items())
    against_rows = sum(np.array(lines.column(j), dtype=object) * q for j, q in found.column.items())
    assert min(against_columns) == found.value == max(against_rows)


# --- bad input and the terminal -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: PhantomDomineering(1, 1),
            "a board must have room for a domino, but 1 x 1 cells have none",
        ),
        (
            lambda: PhantomDomineering(2, 3, (1, 2, 0)),
            "banned cells must be pairs of a row and a column, got (1, 2, 0)",
        ),
        (
            lambda: winner(PhantomDomineering(2, 2), (0, 2), (0, 1)),
            "a list must hold each move from 0 to 1 once, got 2 in (0, 2)",
        ),
        (lambda: listed_solution(PhantomDomineering(4, 4)), "all 479001600 lists of player 1"),
        (lambda: evaluate_query("u(3)", {"u0": 70000}), "u0 must be at most 64006, got 70000"),
    ],
)
def test_bad_input_is_refused_in_one_line(make, message):
    with pytest.raises(ExactDiceError) as caught:
        make()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_quantities():
    assert evaluate_query("perm(7, 4)") == (3, 1, 0, 2)
    assert evaluate_query("phantom_winner(2, 2, 0, 0)") == 1
    assert evaluate_query("domineering(5, 5)") == -1
    assert (
        evaluate_query("phantom_banned(3, 3)", {"u0": 1})
        == solve(PhantomDomineering(3, 3, (banned_at(3, 3, 1),))).value
    )
