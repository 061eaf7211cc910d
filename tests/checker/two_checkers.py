"""What the two checkers say."""

import json

from changed_documents import changed, text
from hidden_games import CALLED_COIN, GUESSED_TWICE, proof_within_bounds
from second_checker import problem_of

from exactdice import (
    DiceBattle,
    Domineering,
    Hog,
    Interval,
    Kuhn,
    OneShotBattle,
    Pig,
    SimultaneousBattle,
    TokenGame,
    arena,
    arena_proof,
    checker,
    enclose,
    matrix_proof,
    program_proof,
    proof,
    solve,
    solve_matrix_game,
)
from exactdice.games.listed_game import Listed
from exactdice.games.on_graphs import chomp, nim
from exactdice.linear.lp import Program, Row, Variable
from exactdice.linear.lp.solve import optimum

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
        [[3, Interval(0, 1)], [Interval(-1, 1), -1]],
        solve_matrix_game([[3, Interval(0, 1)], [Interval(-1, 1), -1]]),
    ),
}
HIDDEN = {
    "hidden coin": proof(solve(CALLED_COIN)),
    "hidden guesses": proof(solve(GUESSED_TWICE)),
    "kuhn": proof(solve(Kuhn(cards=2))),
    "hidden, within bounds": proof_within_bounds(CALLED_COIN),
}
PROGRAMMES = {
    name: program_proof(program, optimum(program))
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


PROOFS = {
    name: plain(document)
    for group in (RACES, AT_ONCE, PIGS, GRAPHS, HIDDEN, PROGRAMMES, ARENAS)
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
