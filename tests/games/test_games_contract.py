"""What every game of the register keeps: its rules, one answer whichever way it is solved, a proof
that is accepted, copies that are the same, and no dependence on the process that solves it.
"""

import json
import os
import pickle
import subprocess
import sys
from functools import cache

import pytest
from small_games import SMALL

from exactdice import check, enclose, proof, solve
from exactdice.evaluation.best_response import best_response
from exactdice.evaluation.profiles import mean_length, payoff_law, profile_values
from exactdice.games import GAMES
from exactdice.graph import explore
from exactdice.optional import hides
from exactdice.solvers.fast_path import the_generic
from exactdice.testing import check_contract, check_game

every_game = pytest.mark.parametrize(
    "game", [GAMES[name](**SMALL[name]) for name in SMALL], ids=SMALL
)
solved = cache(solve)  # once for all tests below that take the game's solution as it is


def test_no_game_of_the_register_is_left_out():
    assert SMALL.keys() == GAMES.keys()


@every_game
def test_its_rules_are_kept(game):
    assert check_game(game).startswith("the rules are kept at all")


@every_game
def test_it_keeps_what_is_asked_of_games_of_others(game):
    assert check_contract(game).startswith("the contract is kept: ")


@every_game
def test_the_generic_way_finds_the_same(game):
    fast, generic = solved(game), the_generic(solve)(game)
    states = [node.state for node in explore(game).nodes if node.payoff is None]
    assert fast.value == generic.value
    if hides(game):
        # No state has a value of its own: the strategies are the same instead.
        assert fast.strategies == generic.strategies
        return
    assert {state: fast.values[state] for state in states} == {
        state: generic.values[state] for state in states
    }
    for state in states:
        assert fast.optimal_actions.get(state) == generic.optimal_actions.get(state), state


@every_game
def test_profiles_are_worth_the_same_the_generic_way(game):
    profile = solved(game).strategies
    assert payoff_law(game, profile) == the_generic(payoff_law)(game, profile)
    assert mean_length(game, profile) == the_generic(mean_length)(game, profile)
    if not hides(game):
        by_state, generic = (
            profile_values(game, profile),
            the_generic(profile_values)(game, profile),
        )
        assert by_state[game.start] == generic[game.start]
    for player in (0, 1):
        found = best_response(game, profile[1 - player], player)
        assert found.value == solved(game).value  # no one gains against an optimal strategy


@every_game
def test_its_bounds_hold_the_exact_value(game):
    bounds = enclose(game, 20).value
    assert bounds.lower <= solved(game).value <= bounds.upper
    assert bounds.upper - bounds.lower <= 2 * 10**-20


@every_game
def test_its_proof_is_accepted(game):
    assert check(solved(game))


@every_game
def test_it_is_the_same_pickled_and_unpickled(game):
    solution = solved(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert proof(pickle.loads(pickle.dumps(solution))) == proof(solution)


PROOFS = """
import json, sys
from exactdice import proof, solve
from exactdice.games import GAMES
small = json.loads(sys.argv[1])
tuples = lambda options: {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
print(json.dumps([proof(solve(GAMES[name](**tuples(options)))) for name, options in small.items()]))
"""


def proofs(seed, *flags):
    """The proofs of all games as another process writes them."""
    command = [sys.executable, *flags, "-c", PROOFS, json.dumps(SMALL)]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_hash_seeds_and_optimisation_change_nothing():
    here = json.loads(json.dumps([proof(solve(GAMES[name](**SMALL[name]))) for name in SMALL]))
    assert proofs("1") == here
    assert proofs("2", "-O") == here
