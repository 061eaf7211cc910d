"""What holds for the answers to every game of the register: the worth of profiles, bounds, a proof
that is accepted, copies that are the same.
"""

import pickle
from functools import cache

from test_games_contract import every_game

from exactdice import Domineering, check, enclose, proof, solve
from exactdice.game.optional import hides
from exactdice.solvers.evaluation.profiles import (
    best_response,
    mean_length,
    payoff_distribution,
    profile_values,
)
from exactdice.solvers.fast_path import generic_function

solved = cache(solve)  # once for all tests, which take the game's solution as it is


@every_game
def test_profiles_are_worth_the_same_the_generic_way(game):
    profile = solved(game).strategies
    assert payoff_distribution(game, profile) == generic_function(payoff_distribution)(
        game, profile
    )
    assert mean_length(game, profile) == generic_function(mean_length)(game, profile)
    if not hides(game):
        by_state, generic = (
            profile_values(game, profile),
            generic_function(profile_values)(game, profile),
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


def test_a_board_on_which_the_first_player_is_stuck_has_no_entries():
    solution = solve(Domineering(2, 1))
    assert solution.value == -1
    assert [dict(table) for table in (solution.values, *solution.strategies)] == [{}, {}, {}]
