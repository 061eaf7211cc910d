"""One turn of Pig, and the number of turns."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest
from oracles import law_of
from pigs import PLANS, small_games

from exactdice import Distribution, PigState, from_probabilities, hold_at
from exactdice.exact.errors import QueryError
from exactdice.game.graph import explore
from exactdice.game.protocol import PLAYERS, strategy
from exactdice.games.pig.profile import mean_turns, turn_distribution
from exactdice.query.evaluate import evaluate_query
from exactdice.query.laws import distribution_of_query
from exactdice.solvers.evaluation.profiles import Following, visits

# --- one turn -------------------------------------------------------------------------------------


def turns_by_roll(game, plan, state):
    """(chance, points added) of every single turn, each sequence of rolls on its own."""
    if state.own + state.turn_total >= game.target:
        yield Fraction(1), state.turn_total
        return
    law = law_of(strategy(plan)(state))
    yield law.get("hold", Fraction(0)), state.turn_total
    for face, p in law_of(game.one_die).items():
        chance = law.get("roll", Fraction(0)) * p
        if chance and face == game.bust:
            yield chance, 0
        elif chance:
            after = state._replace(turn_total=state.turn_total + face)
            for q, added in turns_by_roll(game, plan, after):
                yield chance * q, added


@small_games
@pytest.mark.parametrize("plan", PLANS)
def test_the_law_of_a_turn_by_every_sequence_of_rolls(game, plan):
    for i, j, player in product((0, 2, 5), (0, 4), PLAYERS):
        begin = PigState(i, j, 0, player)
        law = defaultdict(Fraction)
        for chance, added in turns_by_roll(game, plan, begin):
            law[added] += chance
        assert turn_distribution(game, plan, begin) == from_probabilities(
            {k: p for k, p in law.items() if p}
        )


def test_the_words_of_a_turn():
    given_options = {"target": 2, "faces": 2, "bust": 2}
    # A coin, to 2 points: hold_at(1) adds 1 or nothing; hold_at(2) needs two heads.
    assert evaluate_query("pig_turn_distribution(hold_at(1), 0, 0)", given_options) == Distribution(
        {0: 1, 1: 1}
    )
    assert evaluate_query("pig_turn_distribution(hold_at(2), 0, 1)", given_options) == Distribution(
        {0: 3, 2: 1}
    )
    assert evaluate_query("pig_turn(hold_at(2), 0, 1)", given_options) == Fraction(1, 2)
    assert distribution_of_query("pig_turn(hold_at(2), 0, 1)", given_options).mean() == Fraction(
        1, 2
    )
    with pytest.raises(QueryError, match="i must be below the target 100"):
        evaluate_query("pig_turn(hold_at(20), 100, 0)")


# --- the number of turns --------------------------------------------------------------------------


@small_games
@pytest.mark.parametrize("plan", PLANS)
def test_mean_turns_are_the_mean_visits_of_starts_of_turns(game, plan):
    profile = (hold_at(4), plan)
    graph = explore(Following(game, profile))
    starts = (
        times
        for node, times in zip(graph.nodes, visits(graph), strict=True)
        if node.payoff is None and node.state.turn_total == 0
    )
    assert mean_turns(game, profile) == sum(starts)
