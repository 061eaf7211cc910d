"""What is wrong is named as it came from the outside, with the game, the state or the function."""

from random import Random

import numpy as np
import pytest
from right_things import BATTLE, FOUR, LISTED, PROFILE, SOLVED_PIG, TOKENS

import exactdice
import exactdice.interop.interchange.suffixes
import exactdice.linear.matrices.bandit
from exactdice import (
    MAX,
    MIN,
    DiceBattle,
    ExactDiceError,
    Pig,
    TokenGame,
    Tree,
    dice,
    die,
    expected_score,
    mixed,
    payoff_distribution,
    point,
    solve,
)
from exactdice.solvers.arenas.search import iterative_deepening
from exactdice.testing import Listed

# --- what came from the outside, by name ----------------------------------------------------------

SAID = [
    (
        lambda: solve(DiceBattle),
        "got the class DiceBattle: one of its instances is meant, such as DiceBattle()",
    ),
    (
        lambda: exactdice.blind(Pig()),
        "the game of blind must be one in which a number of dice is thrown",
    ),
    (lambda: mixed(3), "a part of a mixture must be a pair, a strategy and its probability, got 3"),
    (lambda: mixed((None, 1)), "a strategy must be a table or a function of the state, got None"),
    (
        lambda: exactdice.simulate(BATTLE, PROFILE, Random),
        "rng must be a random.Random, such as Random(1), got the class Random",
    ),
]


LONGEST = 10**5000  # longer than Python prints
SAID += [
    (lambda: TokenGame(single=LONGEST), "got 10000000...(5001 digits)...00000000"),
    (lambda: exactdice.uniform(np.array(5)), "uniform law must be listed, got array(5)"),
    (lambda: exactdice.total_of(np.array(5)), "laws of a sum must be listed, got array(5)"),
    (
        lambda: exactdice.Domineering(2, 2, banned=np.array(5)),
        "banned cells must be pairs of a row and a column, got (array(5),)",
    ),
]


@pytest.mark.parametrize(("call", "said"), SAID)
def test_the_message_says_what_is_wanted_and_what_came(call, said):
    with pytest.raises(ExactDiceError) as refused:
        call()
    assert said in str(refused.value)


# --- what was given cannot be changed afterwards --------------------------------------------------


def test_a_law_a_tree_and_a_game_keep_what_they_were_given():
    weights, branches, loaded = {1: 1, 2: 3}, [[3, 4], 4], [1, 2, 3]
    law, tree, game = exactdice.Distribution(weights), Tree(branches), DiceBattle(weights=loaded)
    weights[1], branches[0][0], loaded[0] = 9, 100, 100
    assert law == exactdice.Distribution({1: 1, 2: 3})
    assert tree == Tree([[3, 4], 4])
    assert game == DiceBattle(weights=(1, 2, 3))


# --- functions of the user's ----------------------------------------------------------------------


class Rules:
    """A game of one move; the derived ones break one of its rules."""

    start = "begun"

    def payoff(self, state):
        return None if state == "begun" else 1

    def actions(self, state, player):
        return ("go",) if player == MAX else ("wait",)

    def outcomes(self, state, joint):
        return point("over")


class NoState(Rules):
    def payoff(self):
        return 1


class NoPlayer(Rules):
    def actions(self, state):
        return ("go",)


class NoJoint(Rules):
    outcomes = staticmethod(lambda state: point(state))


class Lacking(Rules):
    def outcomes(self, state, joint):
        return point(state.missing)


def go(state):
    return "go"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (NoState, r"payoff of .* must take 1 argument, as in payoff\(state\)\Z"),
        (NoPlayer, r"actions of .* must take 2 arguments, as in actions\(state, player\)\Z"),
        (NoJoint, r"outcomes of .* must take 2 arguments, as in outcomes\(state, actions\)\Z"),
        (
            Lacking,
            (
                r"outcomes of .*Lacking.* fails at 'begun': AttributeError: 'str' object has no "
                r"attribute 'missing' \(.*named.py, line \d+\): the .*\Z"
            ),
        ),
    ],
)
def test_a_rule_that_fails_is_named_with_its_game_and_state(rules, said):
    with pytest.raises(exactdice.exact.errors.RulesError, match=rf"^{said}"):
        solve(rules())


@pytest.mark.parametrize(
    "door",
    [
        lambda game: exactdice.enclose(game, 3),
        lambda game: payoff_distribution(game, (go, go)),
        lambda game: exactdice.best_response(game, go, MIN),
        lambda game: exactdice.simulate(game, (go, go), Random(1)),
        lambda game: exactdice.best_win_rate(game, go),
    ],
    ids=["enclose", "payoff_distribution", "best_response", "simulate", "best_win_rate"],
)
def test_every_solver_names_the_rule_that_fails(door):
    with pytest.raises(
        exactdice.exact.errors.RulesError, match=r"^outcomes of .*Lacking.* fails at"
    ):
        door(Lacking())


def nothing_asked():
    return 1


FUNCTIONS = {
    "a strategy": lambda given: payoff_distribution(BATTLE, (given, dice(1))),
    "a strategy, generic": lambda given: payoff_distribution(Rules(), (given, go)),
    "a policy": lambda given: expected_score(TOKENS, exactdice.policy(given)),
    "a score": lambda given: solve(TokenGame(tokens=3, score=given)),
    "zero of Hog": lambda given: solve(exactdice.Hog(goal=5, zero=given)),
    "options": lambda given: exactdice.solvers.arenas.arena.explored_arena(given, 4),
    "progress": lambda given: solve(BATTLE, given),
    "wins": lambda given: exactdice.linear.matrices.bandit.bandit(given, (2, 2), Random(1), 3),
    "event": lambda given: die(6).probability(given),
}


@pytest.mark.parametrize("door", FUNCTIONS)
def test_a_function_that_takes_another_number_of_arguments_is_refused_in_one_line(door):
    with pytest.raises(
        ExactDiceError,
        match=r"(must be .*(does not take \d arguments?|got <function .*)|must take .*)\Z",
    ):
        FUNCTIONS[door](nothing_asked)


@pytest.mark.parametrize(
    "door",
    ["a strategy", "a strategy, generic", "a policy", "a score", "options"],
)
def test_a_function_that_fails_is_named_with_the_state(door):
    with pytest.raises(
        ExactDiceError,
        match=r"fails at .*: AttributeError: .* no attribute 'missing' \(.*named.py, line \d+\)\Z",
    ):
        FUNCTIONS[door](
            (lambda left, thrown: left.missing)
            if door == "a policy"
            else lambda state: state.missing
        )


@pytest.mark.parametrize("search", [exactdice.minimax, exactdice.alpha_beta, iterative_deepening])
def test_a_search_refuses_what_is_no_state_of_connect_four(search):
    with pytest.raises(
        exactdice.exact.errors.RulesError, match=r"^a state of Connect Four must be Discs.*\Z"
    ):
        search(FOUR, (1 << 40, 0), 1)


FILES = {
    "check_file": lambda path: exactdice.check_file(path, BATTLE),
    "write_game": lambda path: exactdice.interop.interchange.suffixes.write_game(LISTED, path),
}


@pytest.mark.parametrize("door", FILES)
def test_an_odd_path_is_refused_in_one_line_that_any_terminal_prints(door):
    with pytest.raises(ExactDiceError) as refused:
        FILES[door]("no such/a\0b\ud800\x1b[31m.efg")
    assert str(refused.value).isprintable(), refused.value


# --- numbers longer than Python prints, and arguments that were forgotten -------------------------


@pytest.mark.parametrize(
    "thing",
    [
        DiceBattle(dice=2, target=LONGEST),
        Pig(target=LONGEST),
        TokenGame(tokens=(LONGEST,)),
        exactdice.Interval(0, LONGEST),
        Listed({LONGEST: LONGEST}),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_the_repr_of_what_holds_a_long_number_is_short(thing):
    assert repr(thing).startswith(f"{type(thing).__name__}(")
    assert "10000000...(5001 digits)...00000000" in repr(thing)


@pytest.mark.parametrize(
    ("function", "given", "options", "lacks"),
    [
        (exactdice.best_response, (BATTLE,), {}, "'plan'"),
        (exactdice.best_response, (SOLVED_PIG.game,), {}, "'plan'"),
        (exactdice.payoff_distribution, (BATTLE,), {}, "'profile'"),
        (exactdice.solve, (BATTLE, None, 3), {}, "too many"),
        (exactdice.solve, (BATTLE,), {"foo": 1}, "'foo'"),
    ],
)
def test_a_forgotten_argument_is_missed_by_the_function_that_was_called(
    function, given, options, lacks
):
    with pytest.raises(TypeError, match=rf"^{function.__name__}\(\): .*{lacks}"):
        function(*given, **options)
