"""Games that come back: strategy iteration and enclosures against brute force over all pure
strategies.
"""

from fractions import Fraction

import pytest
from drawn_cycles import brute_force, reachable, small_games
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import listed

from exactdice import MAX, MIN, DiceBattle, backward_induction, profile_values
from exactdice.exact.errors import UnsolvableError
from exactdice.game.graph import explore
from exactdice.game.graph.order import units_of
from exactdice.solvers import strategy_iteration, values
from exactdice.solvers.evaluation.profiles import best_response, mean_length, payoff_distribution


@settings(max_examples=75)
@given(small_games(), st.data())
def test_a_profile_and_a_best_response_are_brute_force_on_the_game_left(game, data):
    turns = {s: rule for s, rule in game.items() if isinstance(rule, tuple)}
    plan = {s: data.draw(st.sampled_from(list(rule[1]))) for s, rule in turns.items()}
    for fixed in ((MAX, MIN), (MAX,), (MIN,)):
        left = {
            s: (r[0], {plan[s]: r[1][plan[s]]}) if isinstance(r, tuple) and r[0] in fixed else r
            for s, r in game.items()
        }
        low, high = brute_force(left)
        states = [s for s in reachable(left) if s in turns]
        rules = listed(game)

        def values(fixed=fixed, rules=rules):
            if len(fixed) == 2:
                return profile_values(rules, (plan, plan))
            return best_response(rules, plan, MIN if fixed == (MAX,) else MAX).values

        if all(low[s] == high[s] for s in states):
            found = values()
            assert {s: found[s] for s in states} == {s: low[s] for s in states}
            if len(fixed) == 2:
                law = payoff_distribution(rules, (plan, plan))
                assert law.mean() == low["s0"]
        else:
            with pytest.raises(UnsolvableError, match=r"^play need not end from "):
                values()

    # one player moves everywhere and chooses second: minus infinity wherever it can keep play going


@settings(max_examples=60)
@given(small_games())
def test_layers_are_the_classes_of_states_that_lead_to_each_other_last_ones_first(game):
    graph = explore(listed(game))
    leads = [{k} for k in range(len(graph.nodes))]
    for _ in graph.nodes:
        for k, node in enumerate(graph.nodes):
            leads[k] |= {u for t in node.successors() for u in leads[t]}
    settled = set()
    for unit in units_of(graph):
        states = set(unit.states.tolist())
        for k in states:
            after = {u for t in graph.nodes[k].successors() for u in leads[t]}
            assert {t for t in after if k in leads[t]} == (states if unit.is_cyclic else set())
            assert leads[k] <= settled | (states if unit.is_cyclic else {k})
        settled |= states
    assert settled == set(range(len(graph)))


# --- Dice Battle with bust score 0, generic -------------------------------------------------------


def test_one_die_to_one_point_when_a_bust_adds_nothing():
    # a throw wins with chance 5/6, else the other is in the same place: w = 5/6 + 1/6 (1 - w), so w
    # = 6/7 and the gain 5/7
    game = DiceBattle(dice=1, target=1, bust_score=0)
    assert strategy_iteration(game).value == Fraction(5, 7)
    always = (lambda _: 1, lambda _: 1)
    assert payoff_distribution(game, always).probability(1) == Fraction(6, 7)
    assert mean_length(game, always) == Fraction(6, 5)  # geometric with chance 5/6


def test_without_cycles_it_is_backward_induction():
    game = DiceBattle(dice=2, target=7)
    mine, theirs = strategy_iteration(game), backward_induction(game)
    assert mine.method == theirs.method == "backward induction"
    assert dict(mine.values) == dict(theirs.values)
    assert dict(mine.optimal_actions) == dict(theirs.optimal_actions)


def test_an_exact_fraction_beyond_the_budget_is_refused_naming_the_state(monkeypatch):
    monkeypatch.setattr(values, "BIT_BUDGET", 20)
    with pytest.raises(
        UnsolvableError,
        match=(
            r"^the exact value of BattleState\(.*\) needs a fraction of more than 20 bits: "
            r"enclose"
        ),
    ):
        strategy_iteration(DiceBattle(dice=2, target=9))
