"""What choices cost, against costs found from the values of the game alone, by enumeration."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from exactdice import MAX, MIN, DiceBattle, Pig, enclose, solve
from exactdice.evaluation.choices import Choice, is_choice, judged, known_of
from exactdice.exact import Bounds
from exactdice.game import PLAYERS, WAIT
from exactdice.games.tokens import TokenGame

WITH_CHANCE = [DiceBattle(dice=3, target=9), TokenGame(tokens=5), DiceBattle(dice=2, target=6)]


def by_recursion(game):
    """What each state is worth to MAX, by backward induction in the plainest words."""

    @cache
    def worth(state):
        paid = game.payoff(state)
        if paid is not None:
            return Fraction(paid)
        rows, columns = (game.actions(state, player) for player in PLAYERS)
        if len(columns) > 1:
            return min(mean(state, (rows[0], column)) for column in columns)
        return max(mean(state, (row, columns[0])) for row in rows)

    def mean(state, joint):
        law = game.outcomes(state, joint)
        return sum(law.probability(after) * worth(after) for after in law)

    return worth, mean


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
        judged(known, state, player, joint[player]).cost
        for state, joint, _ in turns
        if is_choice(game, state, player)
    )


@pytest.mark.parametrize("game", WITH_CHANCE, ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_costs_are_what_is_best_less_what_was_chosen(game, seed):
    turns, payoff = random_play(game, seed)
    worth, mean = by_recursion(game)
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
            cost = judged(exact, state, player, action)
            around = judged(bounds, state, player, action)
            ends = around.cost if isinstance(around.cost, Bounds) else Bounds(*[around.cost] * 2)
            assert 0 <= ends.lower <= cost.cost <= ends.upper <= cost.cost + Fraction(1, 10**5)
            assert set(cost.optimal) <= set(around.optimal)


def test_holding_too_soon_in_pig():
    """With 1 to go and a die of two faces, 1 the bust: rolling wins with chance 1/2 at once."""
    game = Pig(target=2, faces=2)
    choice = judged(known_of(solve(game)), game.start, MAX, "roll")
    assert choice == Choice(game.start, MAX, "roll", ("roll",), 0)
    assert choice.is_optimal
