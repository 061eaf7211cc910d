"""What choices cost, against costs found from the values of the game alone, by enumeration."""

from fractions import Fraction
from random import Random

import pytest
from plain_solver import plain_values

from exactdice import MAX, MIN, DiceBattle, Kuhn, KuhnState, enclose, solve
from exactdice.exact.errors import RulesError
from exactdice.exact.numbers import Interval
from exactdice.game.protocol import PLAYERS, WAIT
from exactdice.games.tokens import TokenGame
from exactdice.solvers.evaluation.choices import ImperfectInformationChoices, is_choice, known_of
from exactdice.solvers.hidden.tree import game_tree

WITH_CHANCE = [DiceBattle(dice=3, target=9), TokenGame(tokens=5), DiceBattle(dice=2, target=6)]


def random_play(game, seed):
    """The turns of a play of random choices and its payoff: (state, joint, next state)."""
    rng, state, turns = Random(seed), game.start, []
    while game.payoff(state) is None:
        joint = tuple(rng.choice(game.actions(state, player)) for player in PLAYERS)
        after = game.outcomes(state, joint).sample(rng)
        turns.append((state, joint, after))
        state = after
    return turns, game.payoff(state)


def costs(game, turns, player):
    known = known_of(solve(game))
    return sum(
        known.judged(state, player, joint[player]).cost
        for state, joint, _ in turns
        if is_choice(game, state, player)
    )


@pytest.mark.parametrize("game", WITH_CHANCE, ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_costs_are_what_is_best_less_what_was_chosen(game, seed):
    turns, payoff = random_play(game, seed)
    values = plain_values(game)

    def worth(state):
        return values[state][0] if state in values else game.payoff(state)

    def mean(state, joint):
        law = game.outcomes(state, joint)
        return sum(law.probability(after) * worth(after) for after in law)

    paid = {MAX: Fraction(0), MIN: Fraction(0)}
    chance = Fraction(0)
    for state, joint, after in turns:
        mover = MIN if joint[MAX] == WAIT and joint[MIN] != WAIT else MAX
        paid[mover] += abs(worth(state) - mean(state, joint))
        chance += worth(after) - mean(state, joint)
    assert costs(game, turns, MAX) == paid[MAX]
    assert costs(game, turns, MIN) == paid[MIN]
    # What the dice brought is all the rest.
    assert worth(game.start) - paid[MAX] + paid[MIN] + chance == payoff


def test_costs_within_bounds_hold_the_exact_ones():
    game = DiceBattle(dice=3, target=9)
    exact, bounds = known_of(solve(game)), known_of(enclose(game, digits=6))
    for state in list(solve(game).values)[:40]:
        player = MIN if is_choice(game, state, MIN) else MAX
        for action in game.actions(state, player):
            cost = exact.judged(state, player, action)
            around = bounds.judged(state, player, action)
            ends = (
                around.cost if isinstance(around.cost, Interval) else Interval(*[around.cost] * 2)
            )
            assert 0 <= ends.lower <= cost.cost <= ends.upper <= cost.cost + Fraction(1, 10**5)
            assert set(cost.optimal) <= set(around.optimal)


GAME = Kuhn()
TREE = game_tree(GAME)
KNOWN = ImperfectInformationChoices(TREE, solve(GAME))
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
# MIN bluffs with 1 and calls with 2 one time in three, bets and calls with 3.
WORTH = [
    # against 1 and 3, each as likely: a bet makes 1 fold (+1), 3 calls (-2)
    (KuhnState(2, 3), MAX, "bet", -HALF),
    # then 3 bets and one folds (-1), 1 checks two times in three (+1) or bets, and one folds (-1)
    (KuhnState(2, 1), MAX, "check", (-1 + 2 * THIRD - THIRD) / 2),
    # against 2 and 3: 2 folds two times in three (+1) or calls (-2), 3 calls (-2)
    (KuhnState(1, 2), MAX, "bet", ((2 * THIRD - 2 * THIRD) - 2) / 2),
    # the bet comes from 3 three times as often as from 1
    (KuhnState(2, 3, ("check", "bet")), MAX, "call", Fraction(3, 4) * -2 + Fraction(1, 4) * 2),
    (KuhnState(2, 1, ("check", "bet")), MAX, "fold", -1),
    # the 3 wins the ante and the 1 loses it, whatever MAX checks with
    (KuhnState(1, 3, ("check",)), MIN, "check", 1),
    (KuhnState(2, 1, ("check",)), MIN, "check", -1),
]


def situation(state):
    return next(node.state for node in TREE.graph.nodes if node.state.state == state)


@pytest.mark.parametrize(("state", "player", "action", "worth"), WORTH)
def test_what_an_action_is_worth(state, player, action, worth):
    assert KNOWN.action_values(situation(state), player)[action] == worth


def test_the_cost_is_what_the_best_action_earns_more():
    choice = KNOWN.judged(situation(KuhnState(2, 3)), MAX, "bet")
    assert (choice.optimal, choice.cost) == (("check",), Fraction(1, 6))
    assert KNOWN.judged(situation(KuhnState(2, 3)), MAX, "check").is_optimal


def test_the_start_is_worth_the_value_and_nothing_else_has_a_worth():
    assert KNOWN.value_at_state(TREE.informed.start) == Fraction(-1, 18)
    with pytest.raises(RulesError, match="believe"):
        KNOWN.value_at_state(situation(KuhnState(2, 3)))


def test_what_optimal_play_never_leads_to_is_not_judged():
    """With two cards the 1 never calls and the 2 always does, so there is nothing to win by a bet
    with 1; MIN, who holds 2, never checks after a check.
    """
    tree = game_tree(Kuhn(cards=2))
    known = ImperfectInformationChoices(tree, solve(Kuhn(cards=2)))
    unjudged = []
    for node in tree.graph.nodes:
        state = node.state
        if node.payoff is None and node.actions[MIN] != ("wait",):
            weights = solve(Kuhn(cards=2)).strategies[MAX]
            plays = weights[(state.state.card_of_max,)].probability(state.state.played[0])
            if plays == 0:
                unjudged.append(state)
    for state in unjudged:
        with pytest.raises(RulesError, match="never leads"):
            known.action_values(state, MIN)
    assert unjudged
