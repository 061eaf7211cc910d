"""Policies of the token game by name, at most so many tokens a throw, the worst play, and how long
play lasts: against every play of small boxes.
"""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import every_play, sum_of_dice, token_removals, token_scores

from exactdice import (
    MAX,
    WAIT,
    Distribution,
    ExactDiceError,
    TokenGame,
    TokenState,
    expected_score,
    from_probabilities,
    length_distribution,
    mean_length,
    score_distribution,
    solve,
    strategy,
)
from exactdice.game.protocol import WAITS, always
from exactdice.games.tokens import POLICIES, rolls_distribution
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.query.register import Word
from exactdice.query.strategies import named_strategy

TOKENS = Word("tokens")
NINE = "1, 2, 3, 4, 5, 6, 7, 8, 9"
waits = always(WAITS)


def descending(chosen):
    return sorted(chosen, reverse=True)


# What each policy removes, among all sets that sum to the throw, in the words of its definition.
MEANT = {
    "largest_first": lambda sets: max(sets, key=descending),
    "most_tokens": lambda sets: max(sets, key=lambda one: (len(one), descending(one))),
    "fewest_tokens": lambda sets: max(sets, key=lambda one: (-len(one), descending(one))),
    "lexicographic": lambda sets: min(sets, key=list),
}
every_policy = pytest.mark.parametrize("name", MEANT)


def named(game, name):
    return named_strategy(game, Word(name), MAX)


def test_no_policy_is_left_out():
    assert MEANT.keys() == POLICIES.keys()


@every_policy
@given(left=st.sets(st.integers(1, 12), min_size=1, max_size=9), total=st.integers(2, 12))
@settings(max_examples=60)
def test_policies_remove_what_their_definition_says(name, left, total):
    ordered = tuple(sorted(left))
    sets = token_removals(ordered, total)
    if sets:
        plan = named(TokenGame(ordered), name)
        assert plan(TokenState(ordered, total)) == Distribution({MEANT[name](sets): 1})


@every_policy
def test_one_die_is_thrown_where_it_may_be(name):
    allowed, compulsory = (TokenGame(5, single=single) for single in ("allowed", "compulsory"))
    assert score_distribution(allowed, named(allowed, name)) == score_distribution(
        compulsory, named(compulsory, name)
    )


@every_policy
@pytest.mark.parametrize("score", ["count", "sum", "digits", "any"])
def test_laws_by_every_single_play(name, score):
    game = TokenGame(4, dice=(4, 3), score=score, single="allowed")
    plan = named(game, name)
    scores, lengths = defaultdict(Fraction), defaultdict(Fraction)
    for chance, paid, length in every_play(game, (plan, waits)):
        scores[-paid] += chance
        lengths[length] += chance
    assert score_distribution(game, plan) == from_probabilities(scores)
    assert length_distribution(game, (plan, waits)) == from_probabilities(lengths)
    assert mean_length(game, (plan, waits)) == sum(n * p for n, p in lengths.items())


def throws_of_every_play(game, plan, state=None, chance=Fraction(1), throws=0):
    """(chance, number of throws) of every single play."""
    state = game.start if state is None else state
    if game.payoff(state) is not None:
        yield chance, throws
        return
    law, throwing = plan(state), state.thrown is None
    for action in law:
        after = game.outcomes(state, (action, WAIT))
        for reached in after:
            yield from throws_of_every_play(
                game,
                plan,
                reached,
                chance * law.probability(action) * after.probability(reached),
                throws + throwing,
            )


@pytest.mark.parametrize("name", [*MEANT, "random", "optimal"])
def test_throws_by_every_single_play(name):
    game = TokenGame((1, 2, 3, 5), dice=(4, 3))
    plan = named(game, name)
    law = defaultdict(Fraction)
    for chance, throws in throws_of_every_play(
        game, lambda state: Distribution({WAIT: 1}) if state.thrown is None else plan(state)
    ):
        law[throws] += chance
    assert rolls_distribution(game, plan) == from_probabilities(law)
    given_options = {"dice": (4, 3), "policy": Word(name)}
    mean = sum(n * p for n, p in law.items())
    assert evaluate_query("tokens_rolls(1, 2, 3, 5)", given_options) == mean
    assert evaluate_query("mean(tokens_rolls_distribution(1, 2, 3, 5))", given_options) == mean


# --- the worst play -------------------------------------------------------------------------------


@pytest.mark.parametrize("score", ["count", "sum", "digits", "any"])
def test_the_worst_play_by_the_recursion_in_fractions(score):
    tokens = (1, 2, 3, 4, 5, 6, 7)
    digits = lambda left: int("0" + "".join(map(str, left)))  # noqa: E731
    rules = {"count": len, "sum": sum, "digits": digits, "any": lambda left: int(bool(left))}
    worst = token_scores(tokens, sum_of_dice((1,) * 6, (1,) * 6), rules[score], max)[tokens]
    given_options = {"score": score, "policy": Word("worst")}
    assert evaluate_query("tokens_score(1, 2, 3, 4, 5, 6, 7)", given_options) == worst
    assert evaluate_query("gain(worst)", {"game": TOKENS, "tokens": 7, "score": score}) == -worst


# --- another objective ----------------------------------------------------------------------------


def test_another_objective_by_every_single_play():
    game = TokenGame((1, 2, 3, 4), dice=(4, 3), score="sum")
    plan = solve(TokenGame((1, 2, 3, 4), dice=(4, 3), score="any")).strategies[MAX]
    law = defaultdict(Fraction)
    for chance, paid, _ in every_play(game, (strategy(plan), waits)):
        law[-paid] += chance
    options = {"dice": (4, 3), "score": "sum", "policy": parse_option("optimal(score=any)")}
    assert evaluate_query("tokens_distribution(1, 2, 3, 4)", options) == from_probabilities(law)


# --- at most so many tokens a throw ---------------------------------------------------------------


def scores_of_at_most(most, tokens, law, score):
    """{tokens left: expected score}, where at most so many tokens go at a time."""
    worth = {(): Fraction(score(()))}

    def of(left):
        if left not in worth:
            worth[left] = sum(p * after(left, total) for total, p in law.items())
        return worth[left]

    def after(left, total):
        sets = [gone for gone in token_removals(left, total) if len(gone) <= most]
        rest = [of(tuple(t for t in left if t not in gone)) for gone in sets]
        return min(rest, default=Fraction(score(left)))

    return of(tokens)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_at_most_so_many_tokens_by_the_recursion_in_fractions(most):
    tokens, law = tuple(range(1, 10)), sum_of_dice((1,) * 6, (1,) * 6)
    expected = scores_of_at_most(most, tokens, law, sum)
    assert expected_score(TokenGame(score="sum", most=most)) == expected
    assert evaluate_query(f"tokens_score({NINE})", {"score": "sum", "most": most}) == expected
    assert evaluate_query("value()", {"game": TOKENS, "score": "sum", "most": most}) == -expected


def test_most_is_checked():
    with pytest.raises(ExactDiceError, match="most must be an int of 1 or more, got 0"):
        TokenGame(most=0)
    game = TokenGame(5, most=1)
    state = TokenState(game.start.left, 7)
    assert game.payoff(state) == -5
    with pytest.raises(ExactDiceError, match=r"must be at most 1, among .* and sum to 5, got"):
        game.outcomes(TokenState(game.start.left, 5), ((1, 4), WAIT))


# --- as the words of every game see it ------------------------------------------------------------


@pytest.mark.parametrize("state", ["(2, 1)", "(1, 2), 1"])
def test_what_is_no_configuration_is_refused(state):
    with pytest.raises(ExactDiceError, match=r"is no state that play of TokenGame"):
        evaluate_query(f"value({state})", {"game": TOKENS, "tokens": 6})
