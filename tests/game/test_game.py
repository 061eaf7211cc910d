"""The protocol: what explore and the helpers of strategies refuse, and how they say it; the options
of Dice Battle.
"""

import itertools
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from oracles import Climb, RockPaperScissors, listed

from exactdice import (
    MAX,
    MIN,
    WAIT,
    BattleState,
    DiceBattle,
    Distribution,
    backward_induction,
    blind,
    dice,
    mixed,
    point,
    random,
    strategy,
)
from exactdice.exact.errors import ExactDiceError, InexactError, RulesError, UnsolvableError
from exactdice.game.graph import backward_order, explore
from exactdice.game.protocol import always, joint_action, legal_choice, mover


@dataclass(frozen=True)
class Loose:
    """A game of two states, "a" then "end", whose every answer can be replaced."""

    start: Any = "a"
    pay: Any = 1
    choices: Any = (("go",), (WAIT,))
    next: Any = point("end")  # noqa: RUF009 a Distribution is a value

    def payoff(self, state):
        return self.pay if state == "end" else None

    def actions(self, state, player):
        return self.choices[player]

    def outcomes(self, state, joint):
        return self.next


# --- explore --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "error", "message"),
    [
        (
            Loose(choices=((), (WAIT,))),
            RulesError,
            "MAX must have at least one action at 'a' (WAIT when it is not to move), got none",
        ),
        (
            Loose(pay=0.5),
            InexactError,
            (
                "the payoff of 'end' must be exact (an int or a Fraction), got the float 0.5: "
                "write Fraction(1, 2)"
            ),
        ),
        (
            Loose(start=["a"]),
            RulesError,
            "a state must be hashable (a NamedTuple reads best), got ['a']",
        ),
    ],
    ids=range(3),
)
def test_a_broken_rule_is_refused_naming_the_state(game, error, message):
    with pytest.raises(ExactDiceError) as caught:
        explore(game)
    assert type(caught.value) is error
    assert str(caught.value) == message


def test_explore_finds_every_state_once_breadth_first_with_its_laws():
    graph = explore(Climb(turns=3))
    states = [node.state for node in graph.nodes]
    assert len(set(states)) == len(states)
    assert [s.left for s in states] == sorted((s.left for s in states), reverse=True)
    for node in graph.nodes:
        assert graph.nodes[graph.index[node.state]] is node
        assert all(graph.index[graph.nodes[k].state] == k for k in node.successors())
        for row, totals in zip(node.laws, node.totals, strict=True):
            assert [sum(w for _, w in law) for law in row] == list(totals)


def test_explore_from_other_starts_reaches_only_from_there():
    start = BattleState(3, 2, MIN)
    graph = explore(DiceBattle(dice=1, target=5), starts=[start, start])
    assert graph.nodes[0].state == start
    assert all(node.state.first >= 3 and node.state.second >= 2 for node in graph.nodes)


# --- cycles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [1, 2, 3, 4, 9])
def test_a_cycle_is_refused_naming_moves_that_are_really_on_it(length):
    ring = {k: (MAX, {"on": {(k + 1) % length: 1}, "off": {"end": 1}}) for k in range(length)} | {
        "end": 1
    }
    game = listed(ring)
    with pytest.raises(UnsolvableError, match=r"can come back to a state \(") as caught:
        backward_order(explore(game))
    named = [
        int(k)
        for k in re.search(r"\(([^()]*->[^()]*)\): backward", str(caught.value))[1].split(" -> ")
    ]
    assert len(named) >= 2
    assert all((a + 1) % length == b for a, b in itertools.pairwise(named))


def test_a_race_with_bust_score_0_is_refused_by_backward_induction_naming_the_cycle():
    with pytest.raises(UnsolvableError) as caught:
        backward_induction(DiceBattle(dice=1, target=3, bust_score=0))
    message = str(caught.value)
    assert message.startswith(
        "DiceBattle(dice=1, target=3, faces=6, weights=None, bust=1, bust_score=0) can come "
        "back to a state ("
    )
    states = [
        BattleState(*map(int, found))
        for found in re.findall(r"BattleState\((\d+), (\d+), (\d+)\)", message)
    ]
    assert len(states) >= 2
    game = DiceBattle(dice=1, target=3, bust_score=0)
    for a, b in itertools.pairwise(states):
        assert b in game.outcomes(a, joint_action(mover(game, a), 1))


def test_backward_order_puts_every_state_after_all_it_leads_to():
    graph = explore(DiceBattle(dice=2, target=4))
    order = backward_order(graph)
    assert sorted(order) == list(range(len(graph.nodes)))
    place = {k: n for n, k in enumerate(order)}
    assert all(place[t] < place[k] for k, node in enumerate(graph.nodes) for t in node.successors())


# --- who moves ------------------------------------------------------------------------------------


def test_two_players_who_both_choose_are_refused_by_name_of_the_state():
    game = RockPaperScissors(1)
    with pytest.raises(
        RulesError,
        match=r"^Hands\(0, 1\) must have one player to move, but both have a choice there$",
    ):
        mover(game, game.start)


# --- strategies -----------------------------------------------------------------------------------


def test_a_strategy_is_a_table_or_a_function_of_actions_or_laws():
    law = Distribution({1: 1, 2: 2})
    assert strategy({"s": 1})("s") == strategy(lambda _: 1)("s") == point(1)
    assert strategy({"s": law})("s") == strategy(lambda _: law)("s") == always(law)("s") == law


def test_a_state_missing_from_a_table_is_named():
    with pytest.raises(
        RulesError, match=r"^the strategy's table has no entry for BattleState\(0, 0, 0\)$"
    ):
        strategy({})(BattleState(0, 0, MAX))


def test_an_illegal_action_is_named_with_player_state_and_the_legal_ones():
    game = DiceBattle(dice=3, target=5)
    with pytest.raises(RulesError) as caught:
        legal_choice(game, BattleState(1, 2, MIN), MIN, dice(4))
    assert (
        str(caught.value)
        == "the strategy of MIN plays 4 at BattleState(1, 2, 1), where the actions are 1, 2, 3"
    )
    assert legal_choice(game, BattleState(1, 2, MIN), MAX, dice(4)) == point(
        WAIT
    )  # not to move: not asked


def test_a_mixture_draws_its_parts_anew_each_turn():
    plan = mixed(
        ({"s": 1}, Fraction(1, 6)),
        (lambda _: Distribution({1: 1, 2: 1}), Fraction(1, 3)),
        (always(point(3)), Fraction(1, 2)),
    )
    assert plan("s") == Distribution({1: 2, 2: 1, 3: 3})
    same = mixed((always(point(3)), Fraction(1, 2)), (always(point(3)), Fraction(1, 2)))
    assert same("s") == point(3)


@pytest.mark.parametrize(
    ("parts", "error", "message"),
    [
        ((), RulesError, "probabilities of a mixture must sum to 1, got a sum of 0"),
        (
            ((dice(1), 2), (dice(2), -1)),
            RulesError,
            "probabilities of a mixture must be non-negative, got -1 for 1",
        ),
        (((dice(1), 0.5), (dice(2), 0.5)), InexactError, None),
    ],
    ids=range(3),
)
def test_a_bad_mixture_is_refused(parts, error, message):
    with pytest.raises(error) as caught:
        mixed(*parts)
    assert message is None or str(caught.value) == message


def test_the_strategies_of_the_reports():
    assert blind(DiceBattle())(BattleState(0, 0)) == point(6)
    assert blind(DiceBattle(dice=3, target=2))(BattleState(0, 0)) == point(
        3
    )  # Carnielli and Kachaikin, Question 3
    assert random(DiceBattle(dice=4))(BattleState(0, 0)) == Distribution({1: 1, 2: 1, 3: 1, 4: 1})
    assert dice(5)("anywhere") == point(5)


def test_a_part_of_probability_0_changes_nothing():
    assert mixed((dice(1), 1), ({}, 0))("s") == point(1)


# --- Dice Battle ----------------------------------------------------------------------------------


def test_weights_that_are_floats_are_refused():
    with pytest.raises(InexactError):
        DiceBattle(weights=(0.5, 0.1, 0.1, 0.1, 0.1, 0.1))


def test_a_race_in_which_nothing_ever_scores_is_refused():
    with pytest.raises(RulesError):
        DiceBattle(faces=2, weights=(1, 0), bust=1, bust_score=0)
