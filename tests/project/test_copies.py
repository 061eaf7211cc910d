"""What is solved can be copied and pickled, and is the same afterwards: all that is found of every
game of the register.
"""

import copy
import pickle
from functools import cache

import pytest

from exactdice import (
    MAX,
    MIN,
    best_response,
    enclose,
    mean_length,
    payoff_law,
    profile_values,
    proof,
    solve,
    strategy,
)
from exactdice.errors import ExactDiceError
from exactdice.games import GAMES
from exactdice.graph import explore
from exactdice.optional import hides

WAYS = {
    "pickled": lambda thing: pickle.loads(pickle.dumps(thing)),
    "deep copy": copy.deepcopy,
    "copy": copy.copy,
}
OPTIONS = {  # small ones of every registered game
    "dice-battle": {"dice": 2, "target": 5},
    "one-shot-battle": {"dice": 3},
    "simultaneous-battle": {"dice": 2, "target": 3},
    "pig": {"target": 6},
    "piglet": {"target": 3},
    "hog": {"goal": 8, "dice": 2},
    "domineering": {"rows": 3, "columns": 3},
    "phantom-domineering": {"rows": 2, "columns": 3},
    "adaptive-phantom-domineering": {"rows": 2, "columns": 3},
    "blotto": {"units": 4, "fields": 3, "pays": "majority"},
    "chomp": {"rows": 2, "columns": 3},
    "wythoff": {},
    "nim": {},
    "subtraction": {},
    "connect-four": {"rows": 3, "columns": 3, "line": 3},
    "tokens": {"tokens": 4},
    "goofspiel": {"cards": 3, "prizes": "order"},
    "farkle": {"target": 100, "dice": 2},
    "snakes-and-ladders": {"squares": 5, "jumps": ((2, 4), (3, 1))},
    "race": {"squares": 3, "dice": (2, 3)},
    "kuhn": {},
    "leduc": {"raises": 1},
    "liars-dice": {"faces": 2},
    "one-card-poker": {"ranks": 3, "betting": "neumann"},
    "yahtzee": {"dice": 2, "faces": 2, "rerolls": 1, "categories": ("ones", "yahtzee")},
    "yatzy": {"dice": 2, "faces": 2, "rerolls": 1, "categories": ("ones", "one_pair")},
}
way = pytest.mark.parametrize("again", WAYS.values(), ids=WAYS)
every_game = pytest.mark.parametrize("name", GAMES)


def game_of(name):
    return GAMES[name](**OPTIONS[name])


@cache
def states_of(game, most=60):
    return [node.state for node in explore(game).nodes if node.payoff is None][:most]


def answers(plan, states):
    """The plan's law at each state, or how it refuses one that it does not know."""
    return [answer(plan, state) for state in states]


def answer(plan, state):
    try:
        return plan(state)
    except (ExactDiceError, KeyError) as error:
        return str(error)


@cache
def solution_of(name):
    """The game's solution, once for what is computed of it."""
    return solve(game_of(name))


def test_every_registered_game_is_here():
    assert set(OPTIONS) == set(GAMES)


@cache
def laws_of(name):
    """{player: what the game's optimal strategy answers}, once for all ways of copying it."""
    plans, states = solution_of(name).strategies, states_of(game_of(name))
    return {player: answers(strategy(plans[player]), states) for player in (MAX, MIN)}


@way
@every_game
def test_solutions_and_their_strategies(name, again):
    game = game_of(name)
    # A new one for each way: a solution that was asked already may have kept what it answered.
    solution = solve(game)
    same = again(solution)
    assert same == solution
    assert (same.game, same.value, same.method) == (game, solution.value, solution.method)
    states, laws = states_of(game), laws_of(name)
    for mapping in (
        solution.values,
        solution.optimal_actions,
        solution.mixtures,
        *solution.strategies,
    ):
        copied = again(mapping)
        assert list(copied) == list(mapping)
        assert [copied.get(state) for state in states] == [mapping.get(state) for state in states]
    for player in (MAX, MIN):
        plan = strategy(solution.strategies[player])
        assert answers(again(plan), states) == laws[player]
        assert answers(strategy(same.strategies[player]), states) == laws[player]


@cache
def computed_of(name):
    """What is computed of the game, once for all ways of copying it."""
    game, solution = game_of(name), solution_of(name)
    profile = tuple(strategy(table) for table in solution.strategies)
    return (
        enclose(game, 10),
        # What a state is worth depends on what the players know there.
        *(() if hides(game) else (profile_values(game, profile),)),
        payoff_law(game, profile),
        mean_length(game, profile),
        explore(game),
        proof(solution),
    )


@way
@every_game
def test_what_is_computed_of_a_game(name, again):
    for found in computed_of(name):
        if type(found).__name__ == "StateGraph":
            assert again(found).nodes == found.nodes
        else:
            assert again(found) == found


@cache
def responded_to(name):
    """(a strategy of MIN, the best response to it), once for all ways of copying it."""
    plan = strategy(solution_of(name).strategies[MIN])
    return plan, best_response(game_of(name), plan, MAX)


@way
@every_game
def test_best_responses(name, again):
    """Their game holds a strategy, which is a function: equal in what it answers."""
    game = game_of(name)
    plan, found = responded_to(name)
    same = again(found)
    if hides(game):
        # A table of what is known is equal to its copy.
        assert same == found
        return
    assert (same.values, same.optimal_actions, same.value) == (
        found.values,
        found.optimal_actions,
        found.value,
    )
    assert answers(same.game.plans[MIN], states_of(game)) == answers(plan, states_of(game))
