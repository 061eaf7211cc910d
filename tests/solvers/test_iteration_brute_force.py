"""Strategy iteration against brute force over all pure strategies."""

from fractions import Fraction

import pytest
from drawn_cycles import brute_force, reachable, small_games
from hypothesis import given, settings
from oracles import listed

from exactdice import check, profile_values
from exactdice.exact.errors import UnsolvableError
from exactdice.solvers import strategy_iteration


@settings(max_examples=80)
@given(small_games())
def test_strategy_iteration_is_brute_force_over_all_pure_strategies(game):
    low, high = brute_force(game)
    states = reachable(game)
    rules = listed(game)
    if all(low[s] == high[s] for s in states):
        solution = strategy_iteration(rules)
        for s in states:
            if isinstance(game[s], tuple):
                assert solution.values[s] == low[s]
                means = {
                    a: sum(Fraction(w, sum(law.values())) * low[t] for t, w in law.items())
                    for a, law in game[s][1].items()
                }
                assert solution.optimal_actions[s] == tuple(
                    a for a, mean in means.items() if mean == low[s]
                )
        assert check(solution).startswith("value ")
        assert all(
            value == low[s] for s, value in profile_values(rules, solution.strategies).items()
        )
    else:
        with pytest.raises(UnsolvableError, match=r"^play need not end from "):
            strategy_iteration(rules)
