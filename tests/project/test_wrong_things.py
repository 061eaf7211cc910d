"""Every public function, given a wrong thing in the place of each argument, says what it wants: one
line, an error of this library.

The others of its arguments are right. A plain object and a float are the wrong things: what else is
refused, such as a number below the least or an unknown word, is tested once for each kind, in
test_whole_numbers.py, test_words_of_lists.py and beside what reads it.
"""

import inspect
import tempfile
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from right_things import (
    BATTLE,
    PROFILE,
    TOKENS,
    TREE,
)

import exactdice
from exactdice import (
    MAX,
    ExactDiceError,
    Kuhn,
    SimultaneousBattle,
    arena,
    dice,
    die,
    point,
    solve,
    solve_matrix_game,
)
from exactdice.checker import Rejected
from exactdice.games.tokens.rules import choices
from exactdice.lp import Program, Row, Variable
from exactdice.lp.solve import optimum

AT_ONCE = SimultaneousBattle(dice=2, target=2)
VERTICES = arena({"a": ["b"], "b": []})
MATRIX = [[3, -1], [-2, 1]]
PROGRAM = Program((Variable("x"),), (Row("limit", {0: 1}, upper=3),), {0: 1}, maximise=True)
PROOF = Path(tempfile.mkdtemp()) / "proof.json"
exactdice.write_proof(solve(BATTLE), PROOF)
PLAN = exactdice.policy(lambda left, thrown: choices(left, thrown)[0])

# {public function: arguments that are right}
CALLS: dict[str, dict[str, Any]] = {
    "Bounds": {"lower": 1, "upper": 2},
    "sweep": {
        "queries": ["EP(d)"],
        "grid": {"d": range(1, 3)},
        "where": "d > 1",
        "digits": 3,
        "jobs": 1,
        "seconds": 2.5,
        "megabytes": 100,
    },
    "ConnectFour": {"rows": 4, "columns": 4, "line": 3},
    "DiceBattle": {
        "dice": 2,
        "target": 3,
        "faces": 3,
        "weights": (1, 2, 3),
        "bust": 1,
        "bust_score": 1,
    },
    "Distribution": {"weights": {1: 1}},
    "Domineering": {"rows": 2, "columns": 2, "banned": ()},
    "by_faces": {
        "law": die(6),
        "n": 2,
        "start": 0,
        "step": lambda found, face, count: found + face * count,
        "descending": False,
    },
    **{name: {"law": die(6), "n": 2} for name in ("different", "largest_set", "longest_straight")},
    **{name: {"law": die(6), "n": 3, "k": 2} for name in ("highest", "lowest", "sorted_pool")},
    "middle": {"law": die(6), "n": 4, "k": 2},
    "parameter": {"name": "p", "low": 0, "high": 1},
    "pairs_won": {"one": die(6), "n": 3, "other": die(6), "m": 2, "ties": False},
    "sets": {"law": die(6), "n": 3, "size": 2},
    "successes": {"law": die(6), "n": 3, "least": 5},
    "Hog": {"goal": 5, "dice": 2, "faces": 6, "sow_sad": True, "zero": None, "after": None},
    "Farkle": {"target": 100, "dice": 2, "alike": "three", "straight": 0},
    "Goofspiel": {"cards": 2, "prizes": "order", "tied": "carried", "pays": "win", "bids": "open"},
    "AdaptivePhantomDomineering": {"rows": 2, "columns": 2, "banned": ()},
    "Blotto": {"units": 3, "fields": 2, "units_of_min": 2, "pays": "majority"},
    "Look": {
        "style": "paper",
        "size": "5x4",
        "font": "serif",
        "dpi": 100,
        "decimal": ",",
        "levels": "0,1/4",
        "labels": {"i": "points"},
    },
    "Race": {"squares": 3, "dice": (2, 3), "knock": True, "beyond": "stay"},
    "SnakesAndLadders": {
        "squares": 5,
        "jumps": ((2, 4),),
        "faces": 3,
        "beyond": "stay",
        "players": 2,
    },
    "Kuhn": {"cards": 3, "ante": 1, "bet": 1},
    "Leduc": {"ranks": 3, "suits": 2, "ante": 1, "bets": (2, 4), "raises": 2},
    "LiarsDice": {"dice": (1, 1), "faces": 3, "wild": True, "wild_rank": "low"},
    "OneCardPoker": {
        "ranks": 3,
        "suits": 2,
        "ante": 1,
        "bet": 1,
        "raises": 1,
        "betting": "borel",
    },
    "NormalPlay": {"rules": VERTICES, "misere": False},
    "OneShotBattle": {"dice": 2, "faces": 3, "weights": (1, 2, 3), "bust": 1, "bust_score": 1},
    "PhantomDomineering": {"rows": 2, "columns": 2, "banned": (), "lists": 2, "u0": 42},
    "Pig": {"target": 3, "faces": 3, "weights": (1, 2, 3), "bust": 1},
    "SimultaneousBattle": {
        "dice": 2,
        "target": 3,
        "faces": 3,
        "weights": (1, 2, 3),
        "bust": 1,
        "bust_score": 1,
    },
    "TokenGame": {
        "tokens": 3,
        "dice": 2,
        "score": "sum",
        "faces": 6,
        "weights": None,
        "single": "never",
        "single_when": "high_gone",
        "most": 2,
    },
    "Tree": {"root": [[3, 4], 4], "first": MAX},
    "alpha_beta": {
        "game": TREE,
        "state": (),
        "depth": None,
        "window": (None, None),
        "table": None,
        "seen": None,
    },
    "arena": {"described": {"a": ["b"], "b": []}, "start": "a"},
    "arena_proof": {"arena": VERTICES},
    "as_exact": {"value": 1, "where": "value"},
    "backward_induction": {"game": BATTLE, "progress": None},
    "best_choices": {"game": TOKENS, "thrown": 3},
    "best_response": {"game": BATTLE, "plan": dice(1), "player": MAX, "progress": None},
    "best_win_rate": {"game": BATTLE, "opponent": dice(1)},
    "blind": {"game": BATTLE},
    "check": {"solution": solve(BATTLE)},
    "check_file": {"path": PROOF, "about": BATTLE},
    "decimal_text": {"number": Fraction(1, 3), "places": 3, "mark": "."},
    "dice": {"count": 2},
    "die": {"faces": 3, "weights": (1, 2, 3)},
    "enclose": {"game": BATTLE, "digits": 3, "progress": None},
    "exact_text": {"number": 1},
    "expected_score": {"game": TOKENS, "plan": PLAN},
    "exploitability": {"game": BATTLE, "profile": PROFILE, "progress": None},
    "extreme_mixtures": {"entries": MATRIX},
    "from_probabilities": {"probabilities": {1: 1}, "where": "probabilities"},
    "grundy_values": {"where": VERTICES},
    "hold_at": {"total": 3},
    "is_unique": {"entries": MATRIX},
    "kernel": {"where": VERTICES},
    "length_generating_function": {
        "game": BATTLE,
        "profile": PROFILE,
        "name": "z",
        "progress": None,
    },
    "length_law": {"game": BATTLE, "profile": PROFILE, "progress": None},
    "matrix_proof": {"matrix": MATRIX, "solution": solve_matrix_game(MATRIX)},
    "mean_length": {"game": BATTLE, "profile": PROFILE, "progress": None},
    "minimax": {"game": TREE, "state": (), "depth": None, "seen": None},
    "mixture": {"laws": point(die(2))},
    "mixture_range": {
        "game": Kuhn(),
        "player": MAX,
        "information": (1,),
        "action": "bet",
        "progress": None,
    },
    "outcome_bounds": {"game": AT_ONCE, "profile": PROFILE, "digits": 3, "progress": None},
    "parse_exact": {"text": "1/2"},
    "payoff_law": {"game": BATTLE, "profile": PROFILE, "progress": None},
    "piglet": {"target": 3},
    "point": {"outcome": 1},
    "policy": {"choose": lambda left, thrown: choices(left, thrown)[0]},
    "profile_bounds": {"game": AT_ONCE, "profile": PROFILE, "digits": 3, "progress": None},
    "profile_values": {"game": BATTLE, "profile": PROFILE, "progress": None},
    "programme_proof": {"program": PROGRAM, "outcome": optimum(PROGRAM)},
    "proof": {"solution": solve(BATTLE), "progress": None},
    "random": {"game": BATTLE},
    "reply_bounds": {
        "game": AT_ONCE,
        "plan": dice(1),
        "player": MAX,
        "digits": 3,
        "progress": None,
    },
    "score_law": {"game": TOKENS, "plan": PLAN},
    "simulate": {"game": BATTLE, "profile": PROFILE, "rng": Random(1)},
    "simulate_many": {
        "game": BATTLE,
        "profile": PROFILE,
        "games": 3,
        "rng": Random(1),
        "progress": None,
    },
    "solve": {"game": BATTLE, "progress": None, "store": None, "keep": "all", "jobs": 1},
    "solve_matrix_game": {"entries": MATRIX},
    "strategy": {"described": {"a": 1}},
    "strategy_iteration": {"game": BATTLE, "progress": None, "keep": "all", "jobs": 1},
    "throw": {"one": die(6), "count": 2, "bust": 1, "bust_score": 1},
    "total_of": {"laws": [die(6), die(6)]},
    "uniform": {"outcomes": [1, 2]},
    "verify": {"document": "8.64<!-- exactdice: EP(5) -->"},
    "win_rate": {"game": BATTLE, "plan": dice(1), "opponent": dice(1)},
    "winning_strategy": {"where": VERTICES, "misere": False},
    "write_proof": {"solved": solve(BATTLE), "path": "TO BE WRITTEN", "progress": None},
}

NO_FUNCTIONS = {
    "ExactDiceError": "an error: its text may be anything",
    "Game": "a protocol, of which nothing is made",
    "Rounding": "an enumeration, which says which words it has",
    **dict.fromkeys(
        [
            *("BattleState", "HogState", "PigState", "SimultaneousState", "TokenState"),
            *("AdaptiveState", "FarkleState", "GoofspielState", "RaceState", "SnakesState"),
            *("KuhnState", "LeducState", "LiarsDiceState", "OneCardState"),
        ],
        "plain tuples, made millions of times",
    ),
    "Arena": "made by arena and explored_arena alone",
    **dict.fromkeys(
        ["joint", "max_of", "min_of"],
        "of any number of laws, without names: tried beside the operators of laws",
    ),
    **dict.fromkeys(
        ["Enclosure", "EndlessLaw", "HiddenSolution", "MatrixSolution", "Solution", "SweepTable"],
        "records of what was found, made by solvers and sweeps alone",
    ),
}

# {(function, parameter): why a plain object or a float is right there}
RIGHT = {
    ("by_faces", "start"): "a state of one's own, which the step here can add to",
    ("sweep", "seconds"): "a time may be a float",
    ("as_exact", "where"): "only printed in messages",
    ("from_probabilities", "where"): "only printed in messages",
    ("point", "outcome"): "anything that can be hashed is an outcome",
}
ELSEWHERE = {("decimal_text", "mode"): "the words for rounding are tested in test_exact.py"}


def called(name: str, arguments: dict[str, Any]) -> Any:
    found = getattr(exactdice, name)(**arguments)
    return list(found) if inspect.isgenerator(found) else found


def right_arguments(name: str) -> dict[str, Any]:
    """The right arguments, with chance anew."""
    return {
        key: Random(1) if isinstance(value, Random) else value for key, value in CALLS[name].items()
    }


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_every_public_function_is_tried():
    functions = {
        name for name in [*exactdice.__all__, "random"] if callable(getattr(exactdice, name))
    }
    # Those of any number of queries and options are tried in tests/notebook/test_functions.py.
    by_queries = {"plot", "table", "value"}
    assert set(CALLS) == functions - set(NO_FUNCTIONS) - {"mixed"} - by_queries
    for name, arguments in CALLS.items():
        assert {*arguments, *(key for of, key in ELSEWHERE if of == name)} == set(
            inspect.signature(getattr(exactdice, name)).parameters
        )


@pytest.mark.parametrize("name", CALLS)
def test_the_right_arguments_are_right(name):
    called(name, right_arguments(name))


@pytest.mark.parametrize(
    ("name", "parameter"), [(name, key) for name, given in CALLS.items() for key in given]
)
def test_a_wrong_thing_is_refused_in_one_line(name, parameter):
    if (name, parameter) in RIGHT:
        called(name, {**right_arguments(name), parameter: 0.5})
        return
    for wrong in (object(), 0.5):
        arguments = {**right_arguments(name), parameter: wrong}
        with pytest.raises((ExactDiceError, Rejected)) as refused:
            called(name, arguments)
        assert "\n" not in str(refused.value), refused.value
        assert 20 < len(str(refused.value)) < 600, refused.value
