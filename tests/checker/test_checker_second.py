"""Two checkers of proof files, written apart from one page, must say the same of every document."""

import hashlib
import json
from random import Random

import pytest
from changed_documents import changed, replaced, text
from hypothesis import given, settings
from hypothesis import strategies as st
from second_checker import problem_of

from exactdice import (
    Bounds,
    DiceBattle,
    Domineering,
    Hog,
    OneShotBattle,
    Pig,
    SimultaneousBattle,
    TokenGame,
    arena,
    arena_proof,
    checker,
    enclose,
    matrix_proof,
    programme_proof,
    proof,
    solve,
    solve_matrix_game,
)
from exactdice.games.listed_game import Listed
from exactdice.games.on_graphs.by_name import chomp, nim
from exactdice.lp import Program, Row, Variable
from exactdice.lp.solve import optimum
from exactdice.testing import (
    arenas,
    battles,
    games_in_turns,
    one_player_games,
    recurring_games,
    simultaneous_games,
    solved_matrix_games,
    solved_programmes,
)

X = (Variable("x", 0), Variable("y"))
RACES = {
    "one point": proof(solve(DiceBattle(dice=1, target=1))),
    "one die": proof(solve(DiceBattle(dice=1, target=2))),
    "two dice": proof(solve(DiceBattle(dice=2, target=2, faces=2))),
    "weights": proof(solve(DiceBattle(dice=2, target=2, weights=(2, 1, 3), bust=2))),
    "a bust scores 0": proof(solve(DiceBattle(dice=2, target=2, faces=2, bust_score=0))),
}
AT_ONCE = {
    "at once, no chance": proof(solve(SimultaneousBattle(dice=1, target=1, weights=(0, 1)))),
    "at once": proof(solve(SimultaneousBattle(dice=2, target=2, faces=3))),
    "at once, within bounds": proof(
        enclose(SimultaneousBattle(dice=2, target=2, faces=2, bust_score=0), 3)
    ),
    "at once, mixtures": proof(solve(SimultaneousBattle(dice=2, target=2, weights=(2, 1, 1)))),
    "at once, mixtures within bounds": proof(
        enclose(SimultaneousBattle(dice=2, target=2, weights=(2, 1, 1)), 3)
    ),
}
PIGS = {
    "pig": proof(solve(Pig(target=3, faces=3))),
    "pig, within bounds": proof(enclose(Pig(target=3, faces=2), 3)),
    "pig, all optimal": proof(solve(Pig(target=2, weights=(0, 1)))),
    "pig, to roll, to hold or both": proof(solve(Pig(target=3, weights=(1, 2), bust=2))),
    "pig, to roll on with long fractions": proof(
        solve(Pig(target=3, weights=(3 * 10**20, 10**20 + 1), bust=2))
    ),
    "pig, to roll or to hold": proof(enclose(Pig(target=3, weights=(1, 2), bust=2), 3)),
}
GRAPHS = {
    "one shot": proof(solve(OneShotBattle(dice=2, faces=3))),
    "tokens": proof(solve(TokenGame(tokens=(1, 2), dice=1, faces=2))),
    "hog": proof(solve(Hog(dice=1, goal=2, faces=2))),
    "domineering": proof(solve(Domineering(2, 2))),
    "chomp": proof(solve(chomp(2, 2))),
    "nim": proof(solve(nim((1, 2)))),
    "play comes back": proof(
        solve(
            Listed(
                {
                    0: {("a", "wait"): {0: 1, 1: 1}, ("b", "wait"): {2: 1}},
                    1: 1,
                    2: {("wait", "c"): {0: 1, 3: 1}},
                    3: -1,
                }
            )
        )
    ),
    "within bounds": proof(
        enclose(
            Listed(
                {
                    0: {
                        ("a", "c"): {1: 1},
                        ("a", "d"): {0: 1, 1: 1},
                        ("b", "c"): {2: 1},
                        ("b", "d"): {1: 1},
                    },
                    1: 1,
                    2: 0,
                }
            ),
            3,
        )
    ),
    "turns within bounds": proof(
        enclose(
            Listed(
                {
                    0: {("a", "wait"): {0: 1, 1: 2}, ("b", "wait"): {2: 1}},
                    1: 1,
                    2: {("wait", "c"): {0: 1, 1: 1}},
                }
            ),
            3,
        )
    ),
    "matrix": matrix_proof([[3, -1], [-2, 1]], solve_matrix_game([[3, -1], [-2, 1]])),
    "matrix of bounds": matrix_proof(
        [[3, Bounds(0, 1)], [Bounds(-1, 1), -1]],
        solve_matrix_game([[3, Bounds(0, 1)], [Bounds(-1, 1), -1]]),
    ),
}
PROGRAMMES = {
    name: programme_proof(program, optimum(program))
    for name, program in {
        "one constraint": Program(
            (Variable("y"),), (Row("limit", {0: 1}, upper=1),), {0: 1}, maximise=True
        ),
        "optimal": Program(
            X,
            (Row("limit", {0: 1, 1: 2}, upper=3), Row("other", {1: 1}, upper=1)),
            {0: 1, 1: 1},
            maximise=True,
        ),
        "minimised": Program(
            X, (Row("limit", {0: 2, 1: 1}, lower=3), Row("other", {1: 1}, upper=1)), {0: 1, 1: 0}
        ),
        "infeasible": Program(
            X,
            (Row("low", {0: 1, 1: 1}, upper=1), Row("high", {0: 1, 1: 1}, lower=2)),
            {0: 1},
            maximise=True,
        ),
        "unbounded below": Program(X, (Row("limit", {0: 1, 1: -1}, upper=1),), {0: -1}),
        "unbounded": Program(
            X, (Row("limit", {0: 1, 1: -1}, upper=1),), {0: 1, 1: 1}, maximise=True
        ),
    }.items()
}
ARENAS = {
    "arena": arena_proof(arena({3: [1, 2], 2: [0, 1], 1: [0], 0: []})),
    "one vertex": arena_proof(arena({0: []})),
}


def plain(document):
    """As it is read from a file: lists, no tuples."""
    return json.loads(json.dumps(document))


LAYOUT = {"sort_keys": True, "separators": (",", ":")}
PROOFS = {
    name: plain(document)
    for group in (RACES, AT_ONCE, PIGS, GRAPHS, PROGRAMMES, ARENAS)
    for name, document in group.items()
}


def accepted(document) -> bool:
    try:
        checker.check(document)
    except checker.Rejected:
        return False
    return True


def signed(document):
    """With the digest that belongs to it, where it can have one."""
    return (
        document | {"digest": checker.digest(document)} if isinstance(document, dict) else document
    )


def same_verdict(document, original) -> bool:
    """Whether the document is a proof, of which both say the same; if exact, it has the values of
    the original for the same rules.
    """
    problem = problem_of(document)
    assert accepted(document) == (problem is None), (problem, json.dumps(document))
    if (
        problem is None
        and text(document["problem"]) == text(original["problem"])
        and is_exact(original)
        and is_exact(document)
    ):
        assert document["values"] == original["values"], json.dumps(document)
    return problem is None


def is_exact(document) -> bool:
    return not any(isinstance(value, list) for value in document["values"])


def same_verdicts(document, random, changes: int, most: int = 1) -> int:
    """Of how many of so many changed documents both checkers say that they are proofs, each changed
    up to `most` times.
    """
    document, count = plain(document), 0
    assert problem_of(document) is None
    assert accepted(document)
    for _ in range(changes):
        other = document
        for _ in range(random.randint(1, most)):
            other = changed(other, random)
        count += same_verdict(signed(other), document)
    return count


@pytest.mark.parametrize("name", PROOFS)
def test_both_say_the_same_of_changed_proofs(name):
    assert 0 < same_verdicts(PROOFS[name], Random(name), 120) < 120


@pytest.mark.parametrize("name", PROOFS)
def test_both_say_the_same_of_proofs_changed_more_than_once(name):
    assert same_verdicts(PROOFS[name], Random(f"more of {name}"), 30, most=3) < 30


@pytest.mark.slow
@pytest.mark.parametrize("name", PROOFS)
def test_both_say_the_same_of_very_many_changed_proofs(name):
    assert 0 < same_verdicts(PROOFS[name], Random(f"many of {name}"), 4_000, most=3) < 4_000


def solved(game):
    return proof(solve(game))


def enclosed(game):
    return proof(enclose(game, 2))


DRAWN = (
    games_in_turns(4, 2).map(solved),
    one_player_games(4, 2).map(solved),
    recurring_games(4, 2).map(solved) | recurring_games(4, 2).map(enclosed),
    simultaneous_games(3, 2).map(solved) | simultaneous_games(3, 2).map(enclosed),
    battles(2, 2).map(solved),
    solved_matrix_games(3, 3).map(lambda pair: matrix_proof(*pair)),
    solved_programmes(3, 3).map(lambda pair: programme_proof(*pair)),
    arenas().map(lambda edges: arena_proof(arena(edges))),
)


@settings(max_examples=80, derandomize=True)
@given(st.one_of(*DRAWN), st.integers(0, 2**32))
def test_both_say_the_same_of_changed_proofs_of_drawn_problems(document, seed):
    assert same_verdicts(document, Random(seed), 20, most=2) <= 20


@pytest.mark.slow
@settings(max_examples=2_000)
@given(st.one_of(*DRAWN), st.integers(0, 2**32))
def test_both_say_the_same_of_changed_proofs_of_many_drawn_problems(document, seed):
    assert same_verdicts(document, Random(seed), 30, most=3) <= 30


def test_no_single_change_escapes_the_digest():
    random = Random("ten thousand")
    documents = list(PROOFS.values())
    for k in range(10_000):
        other = changed(documents[k % len(documents)], random)
        assert not accepted(other), json.dumps(other)
        assert problem_of(other) is not None, json.dumps(other)


# --- whether play ends ----------------------------------------------------------------------------


def drawn_graph(random: Random):
    """Any moves, payoffs 0 and bounds [-1, 1] of every value, any actions listed: a proof just when
    play ends.
    """
    size = random.randint(1, 4)
    return {
        "format": checker.FORMAT,
        "problem": {
            "family": "graph",
            "states": [
                *(drawn_state(random, size) for _ in range(size)),
                {"state": "end", "payoff": "0x0"},
            ],
        },
        "values": [["-0x1", "0x1"]] * size,
        "optimal": [],
    }


def drawn_state(random: Random, size: int):
    rows, columns = random.choice((("ab", ["wait"]), (["wait"], "cd"), ("ab", "cd")))
    laws = [
        [
            [[random.choice((*range(size), size)), "0x1"] for _ in range(random.randint(1, 2))]
            for _ in columns
        ]
        for _ in rows
    ]
    return {"state": "drawn", "actions": [list(rows), list(columns)], "laws": laws}


def drawn_answer(random: Random, rows, columns):
    if ["wait"] in (rows, columns):
        names = rows if columns == ["wait"] else columns
        return random.choice((names, names[:1], names[1:]))
    mixtures = [["0x1", "0x0"], ["0x0", "0x1"], ["0x1/0x2", "0x1/0x2"]]
    return {"row": random.choice(mixtures), "column": random.choice(mixtures)}


def test_both_say_the_same_on_whether_play_ends():
    random, proofs = Random("ends"), 0
    for _ in range(1_500):
        document = drawn_graph(random)
        document["optimal"] = [
            drawn_answer(random, *state["actions"]) for state in document["problem"]["states"][:-1]
        ]
        proofs += same_verdict(signed(document), document)
    assert 150 < proofs < 1_350


# --- what the two once saw in two ways ------------------------------------------------------------

NO_PROOFS = {
    "a constant that is no number": ("infeasible", ("problem", "constant"), "zero"),
    "a successor twice": ("arena", ("problem", "vertices", 3, 1), [1, 2, 2]),
    "successors that are no list": ("one vertex", ("problem", "vertices", 0, 1), ""),
    "false for a place": ("arena", ("optimal", 1), [False]),
    "a name of no action": ("one shot", ("problem", "states", 0, "actions", 0, 1), ["b"]),
    "true for a name": ("matrix", ("problem", "states", 0, "actions", 0, 0), True),
    "a name twice": ("one shot", ("problem", "states", 0, "actions", 1), [1, 1]),
    "a text for a list of names": (
        "turns within bounds",
        ("problem", "states", 2, "actions", 1),
        "c",
    ),
    "an object for values": ("one point", ("values",), {"0x1": 0}),
    "an object for a mixture": ("one shot", ("optimal", 0, "row"), {"0x0": 0, "0x1": 0}),
    "an object for multipliers": ("one constraint", ("optimal", "y"), {"0x0": 0, "0x1": 0}),
    "an object for weights": ("pig, all optimal", ("problem", "weights"), {"0x0": 0, "0x1": 0}),
    "a negative probability": ("one shot", ("optimal", 0, "row"), ["-0x1", "0x2"]),
    "a name that is not a number": ("one shot", ("problem", "states", 0, "state"), float("nan")),
}


@pytest.mark.parametrize("name", NO_PROOFS)
def test_neither_takes_what_the_page_does_not_allow(name):
    proved, path, value = NO_PROOFS[name]
    other = replaced(PROOFS[proved], path, lambda _: value)
    other["digest"] = hashlib.sha256(
        json.dumps({k: v for k, v in other.items() if k != "digest"}, **LAYOUT).encode()
    ).hexdigest()
    assert not accepted(other)
    assert problem_of(other) is not None


STUCK = {"target": 1, "weights": ["0x1"], "bust": 1}  # every throw busts, and a bust scores 0
WRONG = {
    "a race that never ends": {
        "problem": {"family": "race", "dice": 1, "bust_score": 0} | STUCK,
        "values": ["0x0"],
        "optimal": [[1]],
    },
    "both throw for ever": {
        "problem": {"family": "simultaneous", "dice": 1, "bust_score": 0} | STUCK,
        "values": ["0x5"],
        "optimal": [{"row": ["0x1"], "column": ["0x1"]}],
    },
    "pig without a scoring face": {
        "problem": {"family": "pig"} | STUCK,
        "values": ["0x0"],
        "optimal": [""],
    },
    "a negative multiplier": {
        "problem": PROOFS["one constraint"]["problem"],
        "values": ["0x0"],
        "optimal": {"x": {}, "y": ["-0x1", "0x0"]},
    },
}


@pytest.mark.parametrize("name", WRONG)
def test_neither_takes_a_claim_that_only_the_equations_allow(name):
    document = signed({"format": checker.FORMAT} | WRONG[name])
    assert not accepted(document)
    assert problem_of(document) is not None


def test_both_take_a_bust_score_of_any_size():
    other = signed(replaced(PROOFS["one point"], ("problem", "bust_score"), lambda _: 2**80))
    assert accepted(other)
    assert problem_of(other) is None
