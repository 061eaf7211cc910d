"""What every game's words say of optimal play: best responses, what is lost, and broken ties."""

import brute_force as brute
import pytest
from pairs_of_strategies import pairs
from small_of_each_game import (
    PLANS,
    RETURNING,
    ask,
    call,
    evenly,
    every_game,
    game_named,
    is_solo,
    one,
    plan,
    worths,
)

from exactdice.errors import QueryError


@every_game
def test_best_responses_and_exploitability(name):
    game = game_named(name)
    for names, plans in pairs(game):
        if is_solo(game):
            with pytest.raises(QueryError, match="the game is for one"):
                ask(name, call("best_response", "random"))
            lost = ask(name, "value()") - ask(name, call("gain", *names))
            assert ask(name, call("exploitability", *names)) == lost
            continue
        most, least = brute.reply(game, plans[1], 0), brute.reply(game, plans[0], 1)
        assert ask(name, call("best_response", names[1])) == most
        assert ask(name, call("best_response_of_min", names[0])) == least
        assert ask(name, call("exploitability", *names)) == (most - least) / 2


@every_game
def test_optimal_play_earns_the_value_and_cannot_be_exploited(name):
    game = game_named(name)
    value = ask(name, "value()")
    optimal = ["optimal"] if is_solo(game) else ["optimal", "optimal"]
    assert ask(name, call("gain", *optimal)) == value
    assert ask(name, call("exploitability", *optimal)) == 0
    if not is_solo(game):
        for other in PLANS:
            assert ask(name, f"gain(optimal, {other})") >= value
            assert ask(name, f"gain({other}, optimal)") <= value


OF_NAMES = ("yahtzee", "yatzy")  # categories have no sizes, so none is the fewest


@every_game
def test_ties_are_broken_as_asked(name):
    game, worth = worths(name)
    if any(brute.mover(game, state) is None for state in worth):
        assert ask(name, "gain(optimal(ties=last), optimal(ties=first))") == ask(name, "value()")
        return

    def tied(player, choose):
        def law(state):
            actions = brute.allowed(game, state)[player]
            if brute.mover(game, state) != player:
                return one(actions[0])
            (other,) = brute.allowed(game, state)[1 - player]
            return choose(
                [
                    action
                    for action in actions
                    if worth[state]
                    == brute.follows(
                        game, state, (action, other) if player == 0 else (other, action), worth
                    )
                ]
            )

        return law

    def fewest(actions):
        return one(min(actions, key=lambda a: len(a) if isinstance(a, tuple) else a))

    ways = {
        "first": PLANS["first"],
        "last": PLANS["last"],
        "random": evenly,
    }
    if name not in RETURNING and name not in OF_NAMES:
        ways["fewest"] = fewest
    for ties, choose in ways.items():
        plans = (tied(0, choose), plan(game, "random", 1))
        names = [f"optimal(ties={ties})", "random"][: 1 if is_solo(game) else 2]
        assert ask(name, call("turns", *names)) == brute.mean_length(game, plans), ties
        law = ask(name, call("payoff_law", *names))
        assert {paid: law.probability(paid) for paid in law} == brute.payoffs(game, plans), ties
