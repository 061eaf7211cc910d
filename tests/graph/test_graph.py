"""The graph of a game in flat arrays: the same whoever looks for it, and the same as its nodes."""

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

import pytest
from plain_solver import random_game
from small_games import SMALL

from exactdice import MAX, MIN, DiceBattle, Distribution, point
from exactdice.exact.errors import RulesError
from exactdice.game.graph import Node, backward_order, explore
from exactdice.game.graph.order import units_of
from exactdice.query.games_by_name import GAMES
from exactdice.solvers.iteration import solve_graph

every_game = pytest.mark.parametrize("name", SMALL)


def arrays(graph):
    """All that a graph holds, but the game."""
    flat = (graph.menu, graph.first_move, graph.start, graph.law, graph.successors)
    lists = graph.lists.weights
    menus = [menu.actions for menu in graph.menus]
    return [part.tolist() for part in flat], lists, menus, graph.payoffs, list(graph.index)


@every_game
def test_nodes_say_what_the_rules_say(name):
    game = GAMES[name](**SMALL[name])
    graph = explore(game)
    for k, node in enumerate(graph.nodes):
        assert graph.index[node.state] == k
        assert node.payoff == game.payoff(node.state)
        if node.payoff is not None:
            continue
        assert node.actions == tuple(tuple(game.actions(node.state, who)) for who in (MAX, MIN))
        for a, row in zip(node.actions[MAX], node.laws, strict=True):
            for b, law in zip(node.actions[MIN], row, strict=True):
                found = Distribution({graph.states[t]: w for t, w in law})
                assert found == game.outcomes(node.state, (a, b))


def test_actions_that_are_equal_and_not_the_same_are_kept_apart():
    class Mixed:
        start = 0

        def payoff(self, state):
            return 0 if state == 3 else None

        def actions(self, state, player):
            return ([1, True, (1,)][state],) if player == MAX else ("wait",)

        def outcomes(self, state, joint):
            return point(state + 1)

    first, second, third, _ = explore(Mixed()).nodes
    assert [type(node.actions[MAX][0]) for node in (first, second, third)] == [int, bool, tuple]


def test_weights_of_any_length_are_kept_exactly():
    law = Distribution({"a": 2**70 + 1, "b": 3**50, "c": 1})

    class Long:
        start = "s"

        def payoff(self, state):
            return None if state == "s" else "abc".index(state)

        def actions(self, state, player):
            return ("go",)

        def outcomes(self, state, joint):
            return law

    graph = explore(Long())
    ((found,),) = graph.nodes[0].laws
    assert {graph.states[k]: weight for k, weight in found} == dict(law.weights)
    assert solve_graph(graph).value == law.mean("abc".index)
    assert graph.lists.chances.tolist() == [weight / law.total for weight in law.weights.values()]


# --- several cores --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Long(DiceBattle):
    """A battle that says whether its rules may be asked anywhere."""

    is_pure: bool = True

    @property
    def pure(self):
        """As told."""
        return self.is_pure


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_graph_is_the_same_on_several_cores(jobs):
    game = DiceBattle(dice=3, target=25)
    assert arrays(explore(game, jobs=jobs)) == arrays(explore(game, jobs=1))
    told = Counter()
    explore(game, progress=lambda done, _: told.update([done]), jobs=jobs)
    assert told == {1000 * k: 1 for k in range(1, len(told) + 1)}


def test_a_rule_that_fails_on_another_core_fails_as_it_does_here():
    class Broken(DiceBattle):
        def outcomes(self, state, joint):
            law = super().outcomes(state, joint)
            return law if state.first < 20 else "nothing"

    messages = []
    for jobs in (1, 2):
        with pytest.raises(RulesError) as caught:
            explore(Broken(dice=2, target=30), jobs=jobs)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
    assert messages[0].startswith("outcomes(BattleState(")


@pytest.mark.parametrize("jobs", [0, -1, 1.5, "all"])
def test_a_number_of_jobs_that_is_none_is_refused(jobs):
    with pytest.raises((RulesError, ValueError), match=r"^jobs must be "):
        explore(DiceBattle(dice=1, target=2), jobs=jobs)


def test_what_is_pure_is_true_or_false():
    assert len(explore(Long(dice=1, target=2, is_pure=False))) == len(explore(Long(1, 2)))
    with pytest.raises(RulesError, match=r"^pure of .* must be True or False, got 3$"):
        explore(Long(dice=1, target=2, is_pure=3))


SCRIPT = """
import json, sys
from exactdice import die
from exactdice.game.graph import explore
from exactdice.solvers.iteration import solve_graph

class Walk:  # states and actions whose order in sets depends on the process
    start = frozenset()
    def payoff(self, state): return len(state) if len(state) > 5 else None
    def actions(self, state, player):
        free = tuple(x for x in "abcdefgh" if x not in state)
        return free if player == len(state) % 2 else ("wait",)
    def outcomes(self, state, joint):
        mine = joint[len(state) % 2]
        return die(3).map(lambda k: state | set(mine[:k - 1]) | {"abcdefgh"[len(state) + k - 1]})

graph = explore(Walk(), jobs=int(sys.argv[1]))
solution = solve_graph(graph)
states = [sorted(state) for state in graph.states]
flat = [part.tolist() for part in (graph.menu, graph.start, graph.law, graph.successors)]
print(json.dumps([states, flat, [str(solution.values.get(s)) for s in graph.states]]))
"""


def test_the_graph_and_the_solution_are_the_same_in_every_process():
    found = set()
    for jobs, seed in ((1, 0), (1, 7), (2, 0), (2, 7)):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", SCRIPT, str(jobs)]
        done = subprocess.run(command, capture_output=True, env=environment, check=True)
        found.add(json.dumps(json.loads(done.stdout)))
    assert len(found) == 1


# --- the order in which it is solved --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_layers_come_after_all_that_they_lead_to(seed):
    graph = explore(random_game(seed))
    place, alone = {}, set()
    for n, unit in enumerate(units_of(graph)):
        place |= dict.fromkeys(unit.states.tolist(), n)
        alone |= set() if unit.is_cyclic else set(unit.states.tolist())
    assert sorted(place) == list(range(len(graph)))
    for k, node in enumerate(graph.nodes):
        assert all(place[t] <= place[k] - (k in alone) for t in node.successors())


def test_nodes_are_a_sequence():
    nodes = explore(DiceBattle(dice=1, target=4)).nodes
    assert nodes[-1] is nodes[len(nodes) - 1]
    assert isinstance(nodes[0], Node)
    with pytest.raises(IndexError):
        nodes[len(nodes)]


def test_a_long_chain_has_a_level_for_each_state():
    class Chain:
        start = 0

        def payoff(self, state):
            return 1 if state == 3000 else None

        def actions(self, state, player):
            return ("go",)

        def outcomes(self, state, joint):
            return point(state + 1)

    graph = explore(Chain())
    assert backward_order(graph) == list(range(3000, -1, -1))


def test_play_may_be_stopped_at_a_node():
    graph = explore(DiceBattle(dice=2, target=6))
    stopped = graph.paying({**graph.payoffs, 1: 5})
    assert stopped.nodes[1] == Node(graph.states[1], 5)
    assert [stopped.nodes[k] for k in range(2, len(graph))] == list(graph.nodes)[2:]
    assert stopped.nodes[0] == graph.nodes[0]
