"""What else can be copied and pickled, and is the same afterwards: strategies of every kind, laws,
matrices, programmes, arenas, trees, formulas, searches.
"""

from fractions import Fraction
from functools import partial
from random import Random

import pytest
from test_copies import answers, game_of, states_of, way

from exactdice import (
    WAIT,
    DiceBattle,
    Domineering,
    Pig,
    Tree,
    arena,
    blind,
    dice,
    die,
    enclose,
    hold_at,
    matrix_proof,
    mixed,
    policy,
    random,
    simulate_many,
    solve,
    solve_matrix_game,
    strategy,
    strategy_iteration,
    throw,
)
from exactdice.adapters import strategy_from
from exactdice.arenas.search import alpha_beta, searcher
from exactdice.closed_forms import formula
from exactdice.games import GAMES
from exactdice.games.simultaneous_battle.rules import SimultaneousBattle
from exactdice.games.tokens.rules import choices
from exactdice.graph import explore
from exactdice.lp import Program, Row, Variable
from exactdice.lp.solve import optimum


def first_of(left, thrown):
    return WAIT if thrown is None else (*choices(left, thrown), ())[0]


BATTLE = DiceBattle(dice=3, target=6)
STRATEGIES = {  # {name: (game, strategy)}
    "dice": (BATTLE, dice(2)),
    "blind": (BATTLE, blind(BATTLE)),
    "random": (BATTLE, random(BATTLE)),
    "mixed": (BATTLE, mixed((dice(1), Fraction(1, 3)), (blind(BATTLE), Fraction(2, 3)))),
    "hold_at": (Pig(8), hold_at(3)),
    "policy": (GAMES["tokens"](tokens=4), policy(first_of)),
    "searcher": (game_of("connect-four"), searcher(game_of("connect-four"), 2)),
    "learner": (
        GAMES["one-shot-battle"](dice=3),
        strategy_from(explore(GAMES["one-shot-battle"](dice=3)), 0, {0: [0.5, 0.25, 0.5]}),
    ),
    "table": (BATTLE, strategy(dict.fromkeys(states_of(BATTLE), 1))),
    "function": (BATTLE, strategy(partial(min, default=1))),
}


@way
@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies(name, again):
    game, plan = STRATEGIES[name]
    states = states_of(game)
    assert answers(again(plan), states) == answers(plan, states)


THINGS = {
    "law": lambda: die(6, (1, 2, 3, 0, 0, 4)),
    "throw": lambda: throw(die(6), 3),
    "matrix": lambda: solve_matrix_game([[1, 2], [3, 0]]),
    "bounded matrix": lambda: solve_matrix_game([[enclose(Pig(4), 9).value, 2], [3, 0]]),
    "matrix proof": lambda: matrix_proof([[1, 2], [3, 0]], solve_matrix_game([[1, 2], [3, 0]])),
    "programme": lambda: optimum(
        Program((Variable("x", 0, 1),), (Row("r", {0: 2}, upper=1),), {0: 1}, maximise=True)
    ),
    "arena": lambda: arena({"a": ["b", "c"], "b": ["c"], "c": []}),
    "tree": lambda: Tree((1, (2, 3))),
    "search": lambda: alpha_beta(Tree((1, (2, 3)))),
    "formula": lambda: formula("EP(d)"),
    "sample": lambda: simulate_many(BATTLE, (dice(1), dice(2)), 20, Random(1)),
    "simultaneous bounds": lambda: enclose(SimultaneousBattle(dice=2, target=3, bust_score=0), 12),
}


@way
@pytest.mark.parametrize("name", THINGS)
def test_things(name, again):
    thing = THINGS[name]()
    assert again(thing) == thing


@way
def test_positions_that_a_search_did_not_meet_are_answered_after_copying(again):
    game = Domineering(3, 4)
    solution, every = solve(game), strategy_iteration(game)
    same = again(solution)
    plans = [strategy(again(table)) for table in solution.strategies]
    assert any(state not in list(solution.values) for state in every.values)
    for state, value in every.values.items():
        assert same.values[state] == value
        assert same.optimal_actions[state] == every.optimal_actions[state]
        assert all(plan(state).total == 1 for plan in plans)
