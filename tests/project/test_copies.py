"""What is solved can be copied and pickled, and is the same afterwards: solutions, bounds,
strategies, laws, proofs, formulas, trees.
"""

import copy
import pickle
from fractions import Fraction
from functools import cache, partial
from random import Random

import pytest

from exactdice import (
    MAX,
    MIN,
    WAIT,
    DiceBattle,
    Domineering,
    Hog,
    Pig,
    Tree,
    arena,
    as_exact,
    best_response,
    blind,
    dice,
    die,
    enclose,
    hold_at,
    matrix_proof,
    mean_length,
    mixed,
    payoff_law,
    policy,
    profile_values,
    proof,
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
from exactdice.closed_forms.states import race_states
from exactdice.errors import ExactDiceError
from exactdice.games import GAMES
from exactdice.games.informations import informations
from exactdice.games.simultaneous_battle.rules import SimultaneousBattle
from exactdice.games.strategies import makers_of, named_strategy
from exactdice.games.tokens.rules import choices
from exactdice.graph import explore
from exactdice.lp import Program, Row, Variable
from exactdice.lp.solve import optimum
from exactdice.optional import hides
from exactdice.queries.evaluate import parse_option
from exactdice.throws.empirical import empirical
from exactdice.words.register import Word

WAYS = {
    "pickled": lambda thing: pickle.loads(pickle.dumps(thing)),
    "deep copy": copy.deepcopy,
    "copy": copy.copy,
}
OPTIONS = {  # small ones of every registered game
    "dice-battle": {"dice": 2, "target": 5},
    "one-shot-battle": {"dice": 3},
    "simultaneous-battle": {"dice": 2, "target": 3},
    "pig": {"target": 6},
    "piglet": {"target": 3},
    "hog": {"goal": 8, "dice": 2},
    "domineering": {"rows": 3, "columns": 3},
    "phantom-domineering": {"rows": 2, "columns": 3},
    "adaptive-phantom-domineering": {"rows": 2, "columns": 3},
    "blotto": {"units": 4, "fields": 3, "pays": "majority"},
    "chomp": {"rows": 2, "columns": 3},
    "wythoff": {},
    "nim": {},
    "subtraction": {},
    "connect-four": {"rows": 3, "columns": 3, "line": 3},
    "tokens": {"tokens": 4},
    "goofspiel": {"cards": 3, "prizes": "order"},
    "farkle": {"target": 100, "dice": 2},
    "snakes-and-ladders": {"squares": 5, "jumps": ((2, 4), (3, 1))},
    "race": {"squares": 3, "dice": (2, 3)},
    "kuhn": {},
    "leduc": {"raises": 1},
    "liars-dice": {"faces": 2},
    "one-card-poker": {"ranks": 3, "betting": "neumann"},
    "yahtzee": {"dice": 2, "faces": 2, "rerolls": 1, "categories": ("ones", "yahtzee")},
    "yatzy": {"dice": 2, "faces": 2, "rerolls": 1, "categories": ("ones", "one_pair")},
}
way = pytest.mark.parametrize("again", WAYS.values(), ids=WAYS)
every_game = pytest.mark.parametrize("name", GAMES)


def game_of(name):
    return GAMES[name](**OPTIONS[name])


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


def test_every_registered_game_is_here():
    assert set(OPTIONS) == set(GAMES)


@way
@every_game
def test_solutions_and_their_strategies(name, again):
    game = game_of(name)
    solution = solve(game)
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
        assert answers(again(plan), states) == answers(plan, states)
        assert answers(strategy(same.strategies[player]), states) == answers(plan, states)


@cache
def computed_of(name):
    """What is computed of the game, once for all ways of copying it."""
    game = game_of(name)
    solution = solve(game)
    profile = tuple(strategy(table) for table in solution.strategies)
    return (
        enclose(game, 10),
        # What a state is worth depends on what the players know there.
        *(() if hides(game) else (profile_values(game, profile),)),
        payoff_law(game, profile),
        mean_length(game, profile),
        explore(game),
        proof(solution),
    )


@way
@every_game
def test_what_is_computed_of_a_game(name, again):
    for found in computed_of(name):
        if type(found).__name__ == "StateGraph":
            assert again(found).nodes == found.nodes
        else:
            assert again(found) == found


@way
@every_game
def test_best_responses(name, again):
    """Their game holds a strategy, which is a function: equal in what it answers."""
    game = game_of(name)
    plan = strategy(solve(game).strategies[MIN])
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


WITH_ARGUMENTS = {  # those of other names are (2,)
    "optimal(option=..., ties=...)": Word("optimal", (), (("ties", Word("last")),)),
    "in_turns(ties=...)": Word("in_turns", (), (("ties", Word("last")),)),
    "mixed(a, p, ...)": Word("mixed", (Word("first"), 1)),
    "keep_pace(end, base, divisor)": Word("keep_pace", (3, 2, 2)),
    "by_table(file)": None,  # a table of a file, tried with files
}


def a_word(written):
    """The name of a strategy with arguments that fit; None for one that needs a file."""
    if written in WITH_ARGUMENTS:
        return WITH_ARGUMENTS[written]
    name, _, arguments = written.partition("(")
    return Word(name, (2,) if arguments else None)


@way
@every_game
def test_the_named_strategies_of_every_game(name, again):
    game = game_of(name)
    for player in (MAX, MIN):
        states = list(informations(game, player)) if hides(game) else states_of(game)
        for written in makers_of(game, player):
            word = a_word(written)
            # Ties are broken where all is seen.
            if word is None or (hides(game) and "ties" in written):
                continue
            plan = named_strategy(game, word, player)
            assert answers(again(plan), states) == answers(plan, states)


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
    "pieces": lambda: (
        race_states("EG(0,0)", {}, {"weights": parse_option("p,1-p"), "dice": 2, "target": 4})
        .states[0, 0]
        .at_breaks
    ),
    "sample": lambda: simulate_many(BATTLE, (dice(1), dice(2)), 20, Random(1)),
    "empirical": lambda: empirical(die(6), bool, 100, Random(1)),
    "simultaneous bounds": lambda: enclose(SimultaneousBattle(dice=2, target=3, bust_score=0), 12),
}


@way
@pytest.mark.parametrize("name", THINGS)
def test_things(name, again):
    thing = THINGS[name]()
    assert again(thing) == thing


@way
def test_pieces_answer_alike(again):
    (pieces,) = race_states(
        "EG(0,0)", {}, {"weights": parse_option("p,1-p"), "dice": 2, "target": 5}
    ).states.values()
    same = again(pieces)
    assert (same.breaks, same.at_breaks, same.at_ends) == (
        pieces.breaks,
        pieces.at_breaks,
        pieces.at_ends,
    )
    assert [same.at(Fraction(k, 9)) for k in range(10)] == [
        pieces.at(Fraction(k, 9)) for k in range(10)
    ]


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


def test_a_copy_of_a_pickle_can_be_pickled():
    solution = solve(Hog(goal=6, dice=2))
    once = pickle.loads(pickle.dumps(solution))
    assert pickle.loads(pickle.dumps(once)) == once == copy.deepcopy(once) == solution
    assert as_exact(once.value) == solution.value
