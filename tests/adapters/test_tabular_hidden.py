"""The transition table of a player who does not see the states."""

from fractions import Fraction

import pytest
from adapted_games import worth
from hidden_environments import HIDDEN, Listing, Pennies, by_chance, mean

from exactdice import MAX, MIN, Distribution, Kuhn, best_response
from exactdice.exact.errors import RulesError
from exactdice.game.protocol import OTHER, PLAYERS
from exactdice.interop.adapters import explore_information, transition_table


def at_random(table, state=0):
    """The mean reward when every action is as likely, by recursion on a table."""
    means = [
        sum(p * (reward if over else at_random(table, k)) for p, k, reward, over in steps)
        for steps in table[state].values()
    ]
    return sum(means) / Fraction(len(means))


@pytest.mark.parametrize("game", HIDDEN, ids=str)
def test_the_best_and_the_random_policy_are_worth_what_they_are_in_the_game(game):
    """What is best is found by the sequence form, what is random by the rules alone."""
    plans = by_chance(game)
    for player in PLAYERS:
        table = transition_table(game, player, plans[OTHER[player]])
        sign = 1 if player == MAX else -1
        nodes = explore_information(game).nodes[player]
        assert {k: [*row] for k, row in table.items()} == {
            k: [*range(len(node.actions))] for k, node in enumerate(nodes)
        }
        over = [k for k, node in enumerate(nodes) if node.over]
        assert all(table[k] == {0: [(1, k, 0, True)]} for k in over)
        best = best_response(game, plans[OTHER[player]], player).value
        assert worth(table) == sign * best
        assert at_random(table) == sign * mean(game)


def honest(known):
    """Bet with the 3 alone, and call nothing."""
    if len(known) > 1:
        return "fold"
    return "bet" if known == (3,) else "check"


def test_chances_are_those_of_what_is_believed():
    """By Bayes: with the 1 MIN sees a bet when MAX has the 3, a check when it has the 2."""
    game = Kuhn()
    listed = explore_information(game)
    table = transition_table(game, MIN, honest)
    checked, bet = (listed.number_of((1, did), MIN) for did in ("check", "bet"))
    dealt = table[listed.number_of((1,), MIN)]
    assert sorted(dealt[0]) == sorted(
        [(Fraction(1, 2), checked, 0, False), (Fraction(1, 2), bet, 0, False)]
    )
    # the 2 wins when it is checked down; a call of the 3 loses, and a fold the ante alone
    paid = [(p, reward, over) for p, _, reward, over in table[checked][0]]
    assert paid == [(1, -1, True)]
    rewards = [[reward for _, _, reward, _ in steps] for steps in table[bet].values()]
    assert rewards == [[-1], [-2]]


def test_an_answer_counts_where_it_is_asked_for():
    """MIN names a side before it knows whether MAX has folded, which is paid the same to both."""
    for weight in (0, 1, 3):
        law = Distribution({"fold": weight, "heads": 1})
        table = transition_table(Pennies(), MIN, lambda known, law=law: law)
        share = Fraction(weight, weight + 1)
        for action, paid in ((0, 1), (1, -2)):
            steps = table[0][action]
            assert sum(p * reward for p, _, reward, _ in steps) == share + (1 - share) * paid
            assert all(over for *_, over in steps)


def test_a_number_is_one_action_whatever_the_order_in_the_state():
    table = transition_table(Listing())
    assert [sum(p * r for p, _, r, _ in table[0][number]) for number in (0, 1)] == [1, 0]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (None, r"^the strategy of MIN plays 'wait' at KuhnState\(1, 2, .*, where the actions are"),
        ({}, r"^the strategy's table has no entry for \(\d, '\w+'\)$"),
    ],
    ids=["nobody", "empty"],
)
def test_a_strategy_that_does_not_play_the_game_is_refused(plan, message):
    options = {} if plan is None else {"opponent": plan}
    with pytest.raises(RulesError, match=message):
        transition_table(Kuhn(), **options)
