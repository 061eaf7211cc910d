"""Every word of every game of the register, against what follows from the rules alone: values and
mixtures, best responses, broken ties.
"""

from fractions import Fraction
from itertools import product

import brute_force as brute
import pytest
from pairs_of_strategies import pairs
from small_games import SMALL
from small_of_each_game import (
    PLANS,
    RETURNING,
    ask,
    call,
    evenly,
    every_game,
    fields,
    game_named,
    is_solo,
    one,
    plan,
    some_states,
    worths,
    written,
)

from exactdice import InfiniteDistribution, uniform
from exactdice.distributions.distribution import point
from exactdice.exact.errors import QueryError
from exactdice.exact.numbers import Interval
from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word
from exactdice.query.states import fields_of


@every_game
def test_value_is_what_both_can_guarantee_and_mixtures_guarantee_it(name):
    game, worth = worths(name)
    assert brute.must_end(game)  # so what holds one move ahead at every state is the value
    for state, value in worth.items():
        rows, columns = brute.allowed(game, state)
        players = ["player=max"] if is_solo(game) else ["player=max", "player=min"]
        ours, *others = (ask(name, call("strategy", *fields(state), one)) for one in players)
        theirs = others[0] if others else uniform(columns)  # nobody else, who only waits
        assert set(ours) <= set(rows)
        assert set(theirs) <= set(columns)
        after = {
            joint: brute.follows(game, state, joint, worth) for joint in product(rows, columns)
        }
        assert value == min(sum(ours.probability(a) * after[a, b] for a in rows) for b in columns)
        assert value == max(sum(theirs.probability(b) * after[a, b] for b in columns) for a in rows)


@every_game
def test_worth_best_first_best_and_after(name):
    game, worth = worths(name)
    for state in some_states(game):
        rows, columns = brute.allowed(game, state)
        moves = brute.mover(game, state)
        sign = -1 if moves == 1 else 1
        assert ask(name, call("value_to_mover", *fields(state))) == sign * worth[state]
        for a, b in product(rows, columns):
            actions = [a, b] if moves is None else [(a, b)[moves]]
            query = call("action_value", *map(written, actions), *fields(state))
            assert ask(name, query) == brute.follows(game, state, (a, b), worth), query
        if moves is None:
            with pytest.raises(QueryError, match="strategy"):
                ask(name, call("optimal_actions", *fields(state)))
            continue
        best = [
            action
            for action in (rows, columns)[moves]
            if brute.follows(
                game, state, (action, columns[0]) if moves == 0 else (rows[0], action), worth
            )
            == worth[state]
        ]
        assert ask(name, call("optimal_actions", *fields(state))) == set(best)
        assert ask(name, f"first({call('optimal_actions', *fields(state))})") == best[0]


@every_game
def test_no_arguments_mean_the_start(name):
    game = game_named(name)
    for word in ("value", "value_to_mover", "strategy"):
        assert ask(name, f"{word}()") == ask(name, call(word, *fields(game.start)))


@every_game
def test_finished_states_are_worth_their_payoff_and_nobody_moves_there(name):
    game = game_named(name)
    over = next(state for state in brute.all_states(game) if game.payoff(state) is not None)
    assert ask(name, call("value", *fields(over))) == game.payoff(over)
    assert ask(name, call("value_to_mover", *fields(over))) == game.payoff(over)
    for word in ("optimal_actions", "strategy"):
        with pytest.raises(QueryError, match="is over"):
            ask(name, call(word, *fields(over)))


# --- states ---------------------------------------------------------------------------------------


@every_game
def test_states_and_positions_at(name):
    game = game_named(name)
    assert ask(name, "states()") == len(brute.all_states(game))
    for moves, level in zip(range(5), brute.levels(game), strict=False):
        assert ask(name, f"positions_at({moves})") == len(level)
    if name not in RETURNING:
        assert ask(name, "positions_at(100)") == 0


# --- within bounds --------------------------------------------------------------------------------


def ends(value):
    return (value.lower, value.upper) if isinstance(value, Interval) else (value, value)


@every_game
def test_bounds_hold_the_exact_value(name):
    game = game_named(name)
    several = ["random"] if is_solo(game) else ["random", "optimal"]
    queries = [
        call(word, *fields(state))
        for word in ("value", "value_to_mover")
        for state in some_states(game)
    ]
    queries += [call(word, *several) for word in ("gain", "win", "draw", "loss", "turns")]
    queries += [call("gain_from", *several, *fields(state)) for state in some_states(game)]
    if not is_solo(game):
        queries += ["best_response_value(random)", "best_response_value(random, player=min)"]
        queries += ["exploitability(random, first)"]
    for query in queries:
        exact = ask(name, query)
        lower, upper = ends(ask(name, query, digits=9))
        assert lower <= exact <= upper, query
        assert upper - lower <= Fraction(1, 10**9), query


def test_optimal_for_other_options_is_played_under_these():
    assert ask("pig", "gain(optimal(target=4), random)") == ask("pig", "gain(optimal, random)")
    game = game_named("dice-battle")
    options = {"game": Word("dice-battle"), **SMALL["dice-battle"], "bust_score": 0}

    def other_optimal(state):
        if state.to_move != 0:
            return one("wait")
        return one(evaluate_query(f"first({call('optimal_actions', *fields(state))})", options))

    plans = (other_optimal, plan(game, "random", 1))
    law = brute.payoffs(game, plans)
    found = ask("dice-battle", "payoff_distribution(optimal(bust_score=0), random)")
    assert {paid: found.probability(paid) for paid in found} == law


# --- under strategies -----------------------------------------------------------------------------


@every_game
def test_gain_payoff_law_and_the_chances(name):
    game = game_named(name)
    for names, plans in pairs(game):
        law = brute.payoffs(game, plans)
        found = ask(name, call("payoff_distribution", *names))
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
        found = ask(name, call("turns_distribution", *names))
        assert found.mean() == brute.mean_length(game, plans)
        if isinstance(found, InfiniteDistribution):
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
            assert (
                ask(name, call("expected_visits", *names, ("MAX", "MIN")[player])) == found[player]
            )
        assert ask(name, call("expected_visits", *names)) == (
            found[0] if is_solo(game) else tuple(found)
        )
        for state in [*states, over]:
            query = call("reach_probability", *names, *fields(state))
            assert ask(name, query) == brute.passes(game, plans, state), query


def an_event(game):
    """(the event of some values of a field, as a query writes it and as it is; what is asked there,
    in the same way), of a field that takes several values.
    """
    names = fields_of(game)
    states = list(brute.all_states(game))
    parts = [state if hasattr(state, "_fields") else (state,) for state in states]
    k = max(range(len(names)), key=lambda k: len({part[k] for part in parts}) > 1)
    later = [part[k] for part in parts[len(parts) // 2 :: 3]]
    asked = names[-1]

    def value(state, k):
        return state[k] if hasattr(state, "_fields") else state

    def x(state):
        last = value(state, len(names) - 1)
        return "none" if last is None else last

    several = "".join(f"{written(one)}, " for one in dict.fromkeys(later))
    return f"{names[k]} in ({several})", lambda state: value(state, k) in later, asked, x


@every_game
def test_where_play_first_comes_to_one_of_several_states(name):
    game = game_named(name)
    event, there, asked, x = an_event(game)
    for names, plans in pairs(game):
        chances = {one: p for one, p in brute.entered(game, plans, there, x).items() if p}
        assert ask(name, call("reach_probability", *names, event)) == sum(chances.values())
        query = call("at_entry", *names, event, asked)
        if not chances:
            with pytest.raises(QueryError, match="play never comes to a state of which"):
                ask(name, query)
            continue
        found = ask(name, query)
        law = {one: found.probability(one) for one in found}
        assert law == {one: p / sum(chances.values()) for one, p in chances.items()}


def test_a_mean_at_the_first_entry_by_hand():
    """First to 2 with one die of the faces 1 (it busts: 1 point) and 2: MAX first has points after
    its throw, when MIN has none; MIN first has some when MAX has 1, as 2 end the race.
    """
    race = {"dice": 1, "target": 2, "faces": 2}
    assert evaluate_query("at_entry(first, first, first > 0, second)", race) == point(0)
    assert evaluate_query("mean(at_entry(first, first, second > 0, first))", race) == 1
    assert evaluate_query("reach_probability(first, first, second > 0)", race) == Fraction(1, 2)
    # a name that is bound outside, and the player to move: MAX always has a point after its throw,
    # and two with the chance that it wins, 1/2 at once and 1/4 after a throw of each
    bound = "sum(k, 1..2, reach_probability(first, first, first >= k and to_move = MIN))"
    assert evaluate_query(bound, race) == Fraction(7, 4)


BAD_EVENTS = [
    (
        "reach_probability(first, first, frst > 0)",
        "give frst a value.*of the fields first, second, to_move",
    ),
    (
        "reach_probability(first, first, first == 0 and d(6) > 1)",
        "must be true or false of a state",
    ),
    ("at_entry(first, first, first > 0)", "takes an event and what is asked at the first state"),
    ("at_entry(first, first, first > 99, second)", "play never comes to a state of which first"),
]


@pytest.mark.parametrize(("query", "message"), BAD_EVENTS)
def test_events_that_are_none_are_refused(query, message):
    with pytest.raises(QueryError, match=message):
        evaluate_query(query, {"dice": 1, "target": 3})


# --- optimal play ---------------------------------------------------------------------------------


@every_game
def test_best_responses_and_exploitability(name):
    game = game_named(name)
    for names, plans in pairs(game):
        if is_solo(game):
            with pytest.raises(QueryError, match="the game is for one"):
                ask(name, call("best_response_value", "random"))
            lost = ask(name, "value()") - ask(name, call("gain", *names))
            assert ask(name, call("exploitability", *names)) == lost
            continue
        most, least = brute.reply(game, plans[1], 0), brute.reply(game, plans[0], 1)
        assert ask(name, call("best_response_value", names[1])) == most
        assert ask(name, call("best_response_value", names[0], "player=min")) == least
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

    ways = {"first": PLANS["first"], "last": PLANS["last"], "random": evenly}
    if name not in RETURNING and name not in OF_NAMES:
        ways["fewest"] = fewest
    for ties, choose in ways.items():
        plans = (tied(0, choose), plan(game, "random", 1))
        names = [f"optimal(ties={ties})", "random"][: 1 if is_solo(game) else 2]
        assert ask(name, call("turns", *names)) == brute.mean_length(game, plans), ties
        law = ask(name, call("payoff_distribution", *names))
        assert {paid: law.probability(paid) for paid in law} == brute.payoffs(game, plans), ties
