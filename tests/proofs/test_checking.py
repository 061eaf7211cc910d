"""`check FILE GAME`: a proof is accepted for the game it proves alone; and what `solve -o` writes
has passed the checker.
"""

import json
import re
from dataclasses import replace

import pytest
from changed_proofs import sealed

from exactdice import (
    ConnectFour,
    DiceBattle,
    Domineering,
    Pig,
    SimultaneousBattle,
    Solution,
    arena,
    arena_proof,
    backward_induction,
    check_file,
    checker,
    enclose,
    matrix_proof,
    program_proof,
    proof,
    solve,
    solve_matrix_game,
    write_proof,
)
from exactdice.checker import Rejected
from exactdice.distributions.distribution import point
from exactdice.exact import cost
from exactdice.exact.errors import ExactDiceError, TooCostly, UnsolvableError
from exactdice.linear.lp import Program, Row, Variable
from exactdice.linear.lp.solve import optimum
from exactdice.proofs.solutions import write_checked_proof

RULES = {  # the options of each family, with another value
    DiceBattle(dice=2, target=3): {
        "dice": 1,
        "target": 4,
        "faces": 5,
        "weights": (1, 1, 1, 1, 1, 2),
        "bust": 2,
        "bust_score": 0,
    },
    SimultaneousBattle(dice=2, target=2): {
        "dice": 1,
        "target": 3,
        "faces": 5,
        "weights": (1, 2, 1, 1, 1, 1),
        "bust": 6,
        "bust_score": 2,
    },
    Pig(target=4): {"target": 3, "faces": 5, "weights": (1, 1, 1, 1, 1, 2), "bust": 2},
}


CHANGES = [
    (game, {name: value}) for game, options in RULES.items() for name, value in options.items()
]


@pytest.mark.parametrize(
    ("game", "change"),
    CHANGES,
    ids=lambda part: next(iter(part)) if isinstance(part, dict) else type(part).__name__,
)
def test_every_option_is_named_in_the_statement_and_told_apart_by_check_file(
    tmp_path, game, change
):
    other = replace(game, **{"faces": None} | change)
    write_proof(solve(game), tmp_path / "p.json")
    assert check_file(tmp_path / "p.json", game) == checker.check(proof(solve(game)))
    said = [
        re.sub("^value .* to the first player", "", checker.check(proof(solve(rules))))
        for rules in (game, other)
    ]
    assert said[0] != said[1]
    with pytest.raises(Rejected, match=r"^this is a proof, but not of .*: problem\.\S+ (is|has) "):
        check_file(tmp_path / "p.json", other)


def test_long_weights_are_named_by_their_hash_and_a_change_of_one_changes_it():
    weights = [10**25 + k for k in range(12)]
    said = [
        checker.check(proof(solve(DiceBattle(1, 1, weights=tuple(w)))))
        for w in (weights, [*weights[:-1], 10**25])
    ]
    assert all(re.search(r"12 faces weighted of SHA-256 [0-9a-f]{64}, ", line) for line in said)
    assert said[0] != said[1]


class Misere(DiceBattle):
    """Who reaches the target loses."""

    def payoff(self, state):
        payoff = super().payoff(state)
        return payoff and -payoff


class Derived(DiceBattle):
    """The same rules under another class: its proof is an explicit graph."""


def test_a_derived_class_is_another_game(tmp_path):
    game, reversed_game = Derived(dice=1, target=2, faces=3), Misere(dice=1, target=2, faces=3)
    write_proof(solve(reversed_game), tmp_path / "misere.json")
    write_proof(solve(game), tmp_path / "same.json")
    assert "an explicit graph" in check_file(tmp_path / "misere.json", reversed_game)
    assert check_file(tmp_path / "same.json", game) == check_file(
        tmp_path / "same.json", DiceBattle(dice=1, target=2, faces=3)
    )
    for wrong in (game, DiceBattle(dice=1, target=2, faces=3)):
        with pytest.raises(
            Rejected,
            match=r"problem\.states\[\d+\]\.payoff is '-?0x1' in the file, '-?0x1' is required",
        ):
            check_file(tmp_path / "misere.json", wrong)
    write_proof(solve(DiceBattle(dice=1, target=2, faces=3)), tmp_path / "race.json")
    with pytest.raises(Rejected, match="has 6 entries in the file, 2 are required"):
        check_file(tmp_path / "race.json", reversed_game)


def test_bounds_are_of_the_same_game(tmp_path):
    game = Pig(target=4)
    write_proof(enclose(game, 10), tmp_path / "p.json")
    assert " or more by at most 2^-" in check_file(tmp_path / "p.json", game)
    with pytest.raises(Rejected, match=r"problem\.target is 4 in the file, 5 is required"):
        check_file(tmp_path / "p.json", Pig(target=5))


@pytest.mark.parametrize(
    "game", [Domineering(3, 3), Domineering(2, 4, ((0, 0),)), Domineering(2, 2)], ids=str
)
def test_a_searched_game_may_be_won_by_any_strategy_but_under_its_own_rules(tmp_path, game):
    write_proof(solve(game), tmp_path / "p.json")
    assert check_file(tmp_path / "p.json", game) == checker.check(proof(solve(game)))
    for other in (Domineering(3, 4), replace(game, banned=((1, 1),))):
        with pytest.raises(Rejected, match=r"^this is a proof, but not of Domineering\("):
            check_file(tmp_path / "p.json", other)


def test_matrices_arenas_and_programmes(tmp_path):
    matrix = [[3, -1], [-2, 1]]
    program = Program(
        (Variable("x"), Variable("y")),
        (Row("limit", {0: 1, 1: 2}, upper=3),),
        {0: 1, 1: 1},
        maximise=True,
    )
    edges = {3: [1, 2], 2: [0, 1], 1: [0], 0: []}
    for about, document, other in (
        (matrix, matrix_proof(matrix, solve_matrix_game(matrix)), [[3, -1], [-2, 2]]),
        (program, program_proof(program, optimum(program)), replace(program, constant=1)),
        (arena(edges), arena_proof(arena(edges)), arena(edges | {3: [1]})),
        (arena(edges), arena_proof(arena(edges)), arena(edges).at(2)),
    ):
        write_proof(document, tmp_path / "p.json")
        assert check_file(tmp_path / "p.json", about) == checker.check(document)
        with pytest.raises(Rejected, match=r"^this is a proof, but not of "):
            check_file(tmp_path / "p.json", other)


def test_what_is_no_proof_is_rejected_and_what_cannot_be_read_is_said(tmp_path):
    game = DiceBattle(dice=1, target=1)
    for text, message in (
        ("{", "not a JSON file"),
        ('{"a": 1, "a": 1}', "^a key is repeated"),
        ("[" * 100_000, "not a JSON file"),
        ("{}", "^the document is incomplete or of the wrong shape"),
    ):
        (tmp_path / "p.json").write_text(text, encoding="utf-8")
        with pytest.raises(Rejected, match=message):
            check_file(tmp_path / "p.json", game)
    with pytest.raises(ExactDiceError, match="cannot be read: No such file"):
        check_file(tmp_path / "missing.json", game)


def wrong_solution(game):
    """The solution but for the value at the start."""
    right = solve(game)
    return Solution(
        game,
        dict(right.values) | {game.start: right.value + 1},
        right.optimal_actions,
        right.method,
    )


def test_a_wrong_solution_is_not_written(tmp_path):
    old = tmp_path / "p.json"
    old.write_text("old", encoding="utf-8")
    with pytest.raises(
        UnsolvableError,
        match=(
            r"nothing is written to .*p\.json, as the checker rejects the proof: state \(0, "
            r"0\): "
        ),
    ):
        write_checked_proof(wrong_solution(DiceBattle(dice=1, target=2)), old)
    assert old.read_text(encoding="utf-8") == "old"


def test_what_is_written_is_what_was_checked(tmp_path):
    solution = backward_induction(DiceBattle(dice=1, target=2, faces=3))
    said = write_checked_proof(solution, tmp_path / "p.json")
    assert (
        said
        == checker.check(json.loads((tmp_path / "p.json").read_text(encoding="utf-8")))
        == checker.check(proof(solution))
    )


@pytest.mark.parametrize("name", [[], ["board"], {}, {"rows": 3}, None, True])
def test_a_state_that_is_no_text_or_number_is_rejected(tmp_path, name):
    """Also where its name would be looked up, in a proof of the winner's moves alone."""
    document = json.loads(json.dumps(proof(solve(Domineering(2, 2)))))
    for state in document["problem"]["states"]:
        state["state"] = name
    (tmp_path / "p.json").write_text(json.dumps(sealed(document)))
    with pytest.raises(Rejected, match="the name of state 0 must be a text or a number"):
        check_file(tmp_path / "p.json", Domineering(2, 2))


class Endless:
    """A line without end."""

    start = 0

    def payoff(self, state):
        assert state < 700, "looked for more states than the file lists"

    def actions(self, state, player):
        return ("on",) if player == 0 else ("wait",)

    def outcomes(self, state, joint):
        return point(state + 1)


def test_no_more_states_are_looked_for_than_the_file_lists(tmp_path):
    write_proof(solve(ConnectFour(3, 3, line=3)), tmp_path / "c.json")
    assert "an explicit graph" in check_file(tmp_path / "c.json", ConnectFour(3, 3, line=3))
    with pytest.raises(Rejected, match=r"problem\.states has 694 entries in the file, more are"):
        check_file(tmp_path / "c.json", ConnectFour(3, 4, line=3))
    with pytest.raises(TooCostly, match="limit=none"):
        check_file(tmp_path / "c.json", ConnectFour())
    with cost.limit(None), pytest.raises(Rejected, match="694 entries in the file, more are"):
        check_file(tmp_path / "c.json", ConnectFour())
    document = json.loads((tmp_path / "c.json").read_text())
    document["problem"]["states"][0]["state"] = "0"
    (tmp_path / "d.json").write_text(json.dumps(sealed(document)))
    for other, begins in ((Endless(), "'0'"), (ConnectFour(), "'Discs")):
        with pytest.raises(Rejected) as rejected:
            check_file(tmp_path / "d.json", other)
        assert begins in str(rejected.value) or "more are required" in str(rejected.value)


@pytest.mark.parametrize(
    "game", [Endless(), ConnectFour(), Domineering(4, 4)], ids=lambda game: type(game).__name__
)
def test_a_proof_of_another_family_is_rejected_before_any_exploring(tmp_path, game):
    for k, document in enumerate(
        (arena_proof(arena({1: [0], 0: []})), proof(solve(DiceBattle(dice=1, target=2))))
    ):
        write_proof(document, tmp_path / f"{k}.json")
        with pytest.raises(Rejected, match="this is a proof, but not of"):
            check_file(tmp_path / f"{k}.json", game)
