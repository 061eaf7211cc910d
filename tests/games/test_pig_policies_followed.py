"""Play of Pig by given strategies may be followed from any state."""

import pytest
from oracles import law_of
from pigs import PLANS, small_games

from exactdice import MAX, MIN, PigState, hold_at, profile_values
from exactdice.evaluation.profiles import Following
from exactdice.games.pig.profile import value_from
from exactdice.solvers.fast_path import the_generic


def paid_from(game, profile, state):
    payoff = game.payoff(state)
    return value_from(game, profile, state) if payoff is None else payoff


@small_games
@pytest.mark.parametrize("plan", PLANS)
def test_play_may_be_followed_from_any_state(game, plan):
    profile = (plan, hold_at(2))
    known = the_generic(profile_values)(game, profile)
    # From each state all turns are followed anew, so that some of the states are asked.
    for state, value in list(known.items())[::3]:
        assert value_from(game, profile, state) == value
    # Where play does not come: one move on, all is known by the states after it.
    others = [PigState(1, 2, 3, MIN), PigState(3, 1, 2, MAX), PigState(0, 5, 1, MIN)]
    for state in [state for state in others if game.payoff(state) is None]:
        law = Following(game, profile).outcomes(state, ("wait", "wait"))
        values = {after: paid_from(game, profile, after) for after in law}
        assert value_from(game, profile, state) == sum(
            p * values[after] for after, p in law_of(law).items()
        )
