"""Best responses and the exploitability, beside all pure strategies."""

from fractions import Fraction
from random import Random

import pytest
from hidden_trees import RandomGame, paid, pure_strategies

from exactdice import (
    best_response,
    exploitability,
    length_distribution,
    payoff_distribution,
    simulate,
    simulate_many,
)
from exactdice.distributions.distribution import Distribution
from exactdice.exact.errors import RulesError
from exactdice.game.protocol import MAX, MIN, WithMemory
from exactdice.games.kuhn import Kuhn


def random_strategy(game, player, rng):
    """A law for each information."""
    laws = {}
    for known, actions in game.sets[player].items():
        weights = {action: rng.randint(0, 3) for action in actions}
        laws[known] = Distribution({**weights, actions[0]: weights[actions[0]] + 1})
    return laws


def drawn(seeds):
    """Random games, each with a random strategy of both."""
    for seed in seeds:
        game = RandomGame(seed)
        pairs = len(pure_strategies(game, MAX)) * len(pure_strategies(game, MIN))
        if game.start not in game.ends and pairs <= 1000:
            rng = Random(seed)
            yield game, [random_strategy(game, player, rng) for player in (MAX, MIN)]


def test_a_best_response_is_the_best_pure_strategy():
    for game, (first, second) in drawn(range(60)):
        best = max(paid(game, (table, second)) for table in pure_strategies(game, MAX))
        least = min(paid(game, (first, table)) for table in pure_strategies(game, MIN))
        of_max, of_min = best_response(game, second, MAX), best_response(game, first, MIN)
        assert of_max.value == best == paid(game, (of_max.strategies[MAX], second))
        assert of_min.value == least == paid(game, (first, of_min.strategies[MIN]))
        assert exploitability(game, (first, second)) == (Fraction(best) - least) / 2


def test_the_law_of_the_payoff_has_the_mean_of_all_plays():
    for game, profile in drawn(range(60)):
        law = payoff_distribution(game, tuple(profile))
        assert law.mean() == paid(game, profile)
        assert length_distribution(game, tuple(profile)).total > 0


def test_plays_are_those_of_the_game():
    game = Kuhn()
    always = (lambda known: "check" if len(known) == 1 else "fold",) * 2
    second = {(card, move): answer for card in (1, 2, 3) for move, answer in MOVES.items()}
    play = simulate(game, (always[0], second), Random(1))
    assert play.states[0] == game.start
    assert play.joint_actions[1:] == (("check", "wait"), ("wait", "check"))
    assert game.payoff(play.states[-1]) == play.payoff
    many = simulate_many(game, (always[0], second), 50, Random(2))
    assert set(many.payoffs) == {1, -1}
    assert many.lengths == {3: 50}


MOVES = {"check": "check", "bet": "fold"}


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (lambda known: "jump", r"the strategy of MIN plays 'jump' at \(\d, 'check'\)"),
        ({}, "the strategy's table has no entry for"),
        (WithMemory("counting", 0, lambda m, s: "check", lambda m, s, j, a: m), "looks at the"),
    ],
)
def test_strategies_that_do_not_fit_are_named(plan, words):
    with pytest.raises(RulesError, match=words):
        best_response(Kuhn(), plan, MAX)
