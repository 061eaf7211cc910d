"""Policies of OpenSpiel scored exactly, beside its own exploitability in floats."""

from fractions import Fraction
from math import nan

import pytest

from exactdice import MAX, MIN, exploitability, solve
from exactdice.exact.errors import InexactError, RulesError
from exactdice.games.kuhn import Kuhn
from exactdice.interop.adapters import from_openspiel, profile_from_openspiel
from exactdice.interop.interchange.gambit import write_efg
from exactdice.solvers.hidden.tree import game_tree

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")
policies = pytest.importorskip("open_spiel.python.policy")
scoring = pytest.importorskip("open_spiel.python.algorithms.exploitability")
cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")

THEIRS = [
    ("kuhn_poker", {}),
    ("liars_dice", {"dice_sides": 2}),
    ("dark_hex", {"num_rows": 2, "num_cols": 2}),
    ("dots_and_boxes", {"num_rows": 1, "num_cols": 1}),
]


@pytest.mark.parametrize(("name", "options"), THEIRS)
def test_a_random_table_is_scored_as_openspiel_scores_it(name, options):
    theirs = pyspiel.load_game(name, options)
    table = policies.TabularPolicy(theirs)
    rows = table.action_probability_array
    for k, row in enumerate(rows):
        row *= [(7 * k + 3 * a) % 5 + 0.1 for a in range(len(row))]
        row /= row.sum()
    game = from_openspiel(name, **options)
    exact = exploitability(game, profile_from_openspiel(table, game))
    assert float(exact) == pytest.approx(scoring.exploitability(theirs, table), abs=1e-12)


def test_a_policy_learnt_on_a_game_of_ours_is_scored_on_it(tmp_path):
    """OpenSpiel reads the file that we write, and we what it has read."""
    write_efg(Kuhn(), tmp_path / "kuhn.efg")
    there = pyspiel.load_game(f"efg_game(filename={tmp_path / 'kuhn.efg'})")
    learner = cfr.CFRSolver(there)
    for _ in range(5):
        learner.evaluate_and_update_policy()
    average, game = learner.average_policy(), from_openspiel(there)
    assert solve(game).value == solve(Kuhn()).value
    exact = exploitability(game, profile_from_openspiel(average, game))
    assert float(exact) == pytest.approx(scoring.exploitability(there, average), abs=1e-12)


def test_uniform_play_of_kuhn_poker_by_each_kind_of_policy():
    """11/24: known of OpenSpiel as 0.458333..., and the same for our rules."""
    theirs = pyspiel.load_game("kuhn_poker")
    game = from_openspiel("kuhn_poker")
    strings = [f"{card}{played}" for card in range(3) for played in ("", "p", "b", "pb")]
    rows = {string: [(0, 0.5), (1, 0.5)] for string in strings}
    for policy in (
        policies.TabularPolicy(theirs),
        policies.UniformRandomPolicy(theirs),
        pyspiel.TabularPolicy(rows),
        pyspiel.UniformRandomPolicy(theirs),
    ):
        assert exploitability(game, profile_from_openspiel(policy, game)) == Fraction(11, 24)


def test_an_exact_equilibrium_leaves_openspiel_nothing():
    """Our equilibrium of its game, in floats, by its own best responses."""
    name, options = "liars_dice", {"dice_sides": 3}
    theirs, game = pyspiel.load_game(name, options), from_openspiel(name, **options)
    solution = solve(game)
    table = policies.TabularPolicy(theirs)
    tree = game_tree(game)
    for player in (MAX, MIN):
        for place, info in tree.information_sets[player].items():
            play = info.states[0]
            row = table.policy_for_key(play.told[player])
            law = solution.strategies[player][tree.information(place, player)]
            row[:] = 0
            for action, number in play.choices[player].items():
                row[number] = law.probability(action)
    assert scoring.exploitability(theirs, table) == pytest.approx(0, abs=1e-12)


class Odd:
    """A policy that gives the first action this chance, and every other one the rest."""

    def __init__(self, chance, of=lambda state, player: 0.5):
        self.chance, self.of = chance, of

    def action_probabilities(self, state, player):
        first, second = state.legal_actions(player)
        return {first: self.chance, second: self.of(state, player)}


class Broken:
    def action_probabilities(self, state, player):
        raise KeyError("no such state")


WRONG = [
    (Odd(nan), InexactError, "must be finite, got nan"),
    (Odd(-0.5), RulesError, "must be 2 numbers of 0 or more, not all 0"),
    (Odd(0.5, lambda state, player: 0.5 + state.history()[1 - player]), RulesError, "must go by"),
    (Broken(), RulesError, "the policy of OpenSpiel fails at .*KeyError"),
    (3, RulesError, "a policy of OpenSpiel has action_probabilities, got 3"),
]


@pytest.mark.parametrize(("policy", "error", "said"), WRONG)
def test_what_is_no_policy_is_refused_in_one_line(policy, error, said):
    with pytest.raises(error, match=said) as raised:
        profile_from_openspiel(policy, from_openspiel("kuhn_poker"))
    assert "\n" not in str(raised.value)
