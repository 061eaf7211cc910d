"""What every game's words say of strategies."""

import brute_force as brute
from pairs_of_strategies import pairs
from small_of_each_game import (
    RETURNING,
    ask,
    call,
    every_game,
    fields,
    game_named,
    is_solo,
    some_states,
)

from exactdice import EndlessLaw


@every_game
def test_gain_payoff_law_and_the_chances(name):
    game = game_named(name)
    for names, plans in pairs(game):
        law = brute.payoffs(game, plans)
        found = ask(name, call("payoff_law", *names))
        assert {paid: found.probability(paid) for paid in found} == law
        assert ask(name, call("gain", *names)) == sum(paid * p for paid, p in law.items())
        for word, sign in (("win", 1), ("draw", 0), ("loss", -1)):
            chance = sum(p for paid, p in law.items() if (paid > 0) - (paid < 0) == sign)
            assert ask(name, call(word, *names)) == chance, (word, names)


@every_game
def test_gain_from(name):
    game = game_named(name)
    for names, plans in pairs(game):
        for state in some_states(game):  # which the strategies need not lead to
            query = call("gain_from", *names, *fields(state))
            assert ask(name, query) == brute.gain_from(game, plans, state), query


@every_game
def test_turns_and_their_law(name):
    game = game_named(name)
    for names, plans in pairs(game):
        assert ask(name, call("turns", *names)) == brute.mean_length(game, plans)
        found = ask(name, call("turns_law", *names))
        assert found.mean() == brute.mean_length(game, plans)
        if isinstance(found, EndlessLaw):
            assert name in RETURNING
            assert found.up_to(20)[0] == brute.lengths_up_to(game, plans, 20)
        else:
            assert {moves: found.probability(moves) for moves in found} == brute.lengths(
                game, plans
            )


@every_game
def test_visits_and_reach(name):
    game = game_named(name)
    states = some_states(game)
    over = next(state for state in brute.all_states(game) if game.payoff(state) is not None)
    for names, plans in pairs(game):
        found = [brute.decisions(game, plans, player) for player in (0, 1)]
        for player in range(len(names)):
            assert ask(name, call("visits", *names, ("MAX", "MIN")[player])) == found[player]
        assert ask(name, call("visits", *names)) == (found[0] if is_solo(game) else tuple(found))
        for state in [*states, over]:
            query = call("reach", *names, *fields(state))
            assert ask(name, query) == brute.passes(game, plans, state), query
