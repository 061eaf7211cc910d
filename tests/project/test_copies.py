"""What travels between processes can be pickled, and is the same afterwards: games, what is found
of each of them, strategies of every kind, laws, matrices, programmes, formulas, errors.
"""

import pickle
from fractions import Fraction
from functools import cache, partial
from random import Random

import pytest
from small_games import SMALL

from exactdice import (
    MAX,
    MIN,
    WAIT,
    DiceBattle,
    Domineering,
    Pig,
    Tree,
    arena,
    best_response,
    blind,
    dice,
    die,
    enclose,
    hold_at,
    matrix_proof,
    mean_length,
    mixed,
    payoff_distribution,
    policy,
    profile_values,
    proof,
    random,
    roll,
    simulate_many,
    solve,
    solve_matrix_game,
    strategy,
    strategy_iteration,
)
from exactdice.exact.errors import ExactDiceError
from exactdice.formulas import formula
from exactdice.game.graph import explore
from exactdice.game.optional import hides
from exactdice.games.simultaneous_battle.rules import SimultaneousBattle
from exactdice.games.tokens.rules import choices
from exactdice.interop.adapters import strategy_from
from exactdice.linear.lp import Program, Row, Variable
from exactdice.linear.lp.solve import optimum
from exactdice.query.games_by_name import GAMES
from exactdice.solvers.arenas.search import alpha_beta, searcher

every_game = pytest.mark.parametrize("name", GAMES)


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def game_of(name):
    return GAMES[name](**SMALL[name])


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


@every_game
def test_solutions_and_their_strategies(name):
    game, solution = game_of(name), solution_of(name)
    same = again(solution)
    assert same == solution
    assert (same.game, same.value, same.method) == (game, solution.value, solution.method)
    states = states_of(game)
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
        laws = answers(plan, states)
        assert answers(again(plan), states) == laws
        assert answers(strategy(same.strategies[player]), states) == laws


@every_game
def test_what_is_computed_of_a_game(name):
    game, solution = game_of(name), solution_of(name)
    profile = tuple(strategy(table) for table in solution.strategies)
    for found in (
        enclose(game, 10),
        # What a state is worth depends on what the players know there.
        *(() if hides(game) else (profile_values(game, profile),)),
        payoff_distribution(game, profile),
        mean_length(game, profile),
        proof(solution),
    ):
        assert again(found) == found
    graph = explore(game)
    assert list(again(graph).nodes) == list(graph.nodes)


@every_game
def test_best_responses(name):
    """Their game holds a strategy, which is a function: equal in what it answers."""
    game = game_of(name)
    plan = strategy(solution_of(name).strategies[MIN])
    found = best_response(game, plan, MAX)
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


@every_game
def test_games_and_their_states(name):
    game = game_of(name)
    same = again(game)
    assert (same, hash(same), type(same)) == (game, hash(game), type(game))
    states = states_of(game)
    assert again(states) == states
    for state in states[:5]:
        actions = game.actions(state, MAX)
        assert same.actions(state, MAX) == actions
        law = game.outcomes(state, (actions[0], game.actions(state, MIN)[0]))
        assert again(law) == law
        assert list(again(law).weights.items()) == list(law.weights.items())


def all_errors():
    """Every public class of errors that this package raises on purpose."""
    found, left = [], [ExactDiceError]
    while left:
        kind = left.pop()
        found.append(kind)
        left += kind.__subclasses__()
    public = {kind for kind in found if not kind.__name__.startswith("_")}
    return sorted(public, key=lambda kind: kind.__qualname__)


MADE = {  # of those that are not made from their message
    "AskedFor": lambda kind: kind("a number", "P"),
    "PlacedError": lambda kind: kind("a.md", 3, "no number", "cell 2"),
    "SeveralErrors": lambda kind: kind(["a.md:3: no number", "a.md:4: no query"]),
}


@pytest.mark.parametrize("kind", all_errors(), ids=lambda kind: kind.__qualname__)
def test_errors_say_the_same(kind):
    error = MADE.get(kind.__qualname__, lambda kind: kind("it is wrong"))(kind)
    same = again(error)
    assert (type(same), str(same), vars(same)) == (type(error), str(error), vars(error))


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


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies(name):
    game, plan = STRATEGIES[name]
    states = states_of(game)
    assert answers(again(plan), states) == answers(plan, states)


THINGS = {
    "law": lambda: die(6, (1, 2, 3, 0, 0, 4)),
    "throw": lambda: roll(die(6), 3),
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


@pytest.mark.parametrize("name", THINGS)
def test_things(name):
    thing = THINGS[name]()
    assert again(thing) == thing


def test_positions_that_a_search_did_not_meet_are_answered_after_copying():
    game = Domineering(3, 4)
    solution, every = solve(game), strategy_iteration(game)
    same = again(solution)
    plans = [strategy(again(table)) for table in solution.strategies]
    assert any(state not in list(solution.values) for state in every.values)
    for state, value in every.values.items():
        assert same.values[state] == value
        assert same.optimal_actions[state] == every.optimal_actions[state]
        assert all(plan(state).total == 1 for plan in plans)
