"""Proof files of games that hold a symbol: written, and compared with a game."""

from dataclasses import replace
from fractions import Fraction

import pytest
from command_line import run

from exactdice import DiceBattle, check, check_file, checker, parameter, proof, solve, write_proof
from exactdice.errors import ExactDiceError
from exactdice.games.listed_game import Listed
from exactdice.parametric.polynomial import without_domain
from exactdice.proofs.writing import write_checked_proof

P = parameter("p", 0, 1)
HALF = Fraction(1, 2)
ENDS = {"win": 1, "lose": -1}
RACE = DiceBattle(dice=2, target=3, weights=(P, 1 - P))
SAID = "value in 3 pieces to MAX, for every 'p' from 0 to 1, over 9 states of an explicit graph"
OTHERS = {
    "another target": replace(RACE, target=2),
    "another domain": replace(RACE, weights=(parameter("p", 0, 1) / 2, 1 - P / 2)),
    "another symbol": DiceBattle(
        dice=2, target=3, weights=(parameter("q", 0, 1), 1 - parameter("q", 0, 1))
    ),
    "a part of the domain": DiceBattle(
        dice=2, target=3, weights=(parameter("p", 0, HALF), 1 - parameter("p", 0, HALF))
    ),
    "numbers": DiceBattle(dice=2, target=3, weights=(1, 2)),
}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("proofs") / "p.json"
    assert write_checked_proof(solve(RACE), path).startswith(SAID)
    return path


def test_a_file_is_one_of_its_game(file):
    assert check_file(file, RACE).startswith(SAID)
    assert check(solve(RACE)).startswith(SAID)


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_is_of_no_other_game(file, name):
    with pytest.raises(checker.Rejected, match="this is a proof, but not of DiceBattle"):
        check_file(file, OTHERS[name])


def test_a_proof_with_numbers_is_none_of_a_game_with_a_symbol(tmp_path):
    path = tmp_path / "p.json"
    for numbers in (OTHERS["numbers"], replace(RACE, weights=(1, 1))):
        write_proof(solve(numbers), path)
        with pytest.raises((checker.Rejected, ExactDiceError)):
            check_file(path, RACE)


def test_an_irrational_domain_is_two_points(tmp_path):
    """From minus to plus the root of 1/2 both 1 - 2 p^2 and 1 + 2 p^2 are weights."""
    p = without_domain("p")
    free = DiceBattle(dice=1, target=2, weights=(1 - 2 * p * p, 1 + 2 * p * p))
    said = write_checked_proof(solve(free), tmp_path / "p.json")
    assert "for every 'p' from about -0.7071067812 to about 0.7071067812" in said
    assert check_file(tmp_path / "p.json", free) == said


def test_the_command_line_writes_and_checks_it(tmp_path):
    rules, path = ("dice-battle", "dice=2", "target=3", "weights=p,1-p"), tmp_path / "p.json"
    done = run("solve", *rules, "-o", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"proof written to {path}" in done.stdout
    assert run("check", path).stdout.startswith(f"proved: {SAID}")
    assert run("check", path, *rules).stdout.startswith(f"proved: {SAID}")
    other = run("check", path, "dice-battle", "dice=2", "target=3")
    assert (other.returncode, "but not of" in other.stderr) == (1, True)


def test_the_same_game_has_the_same_rules_in_every_proof():
    assert proof(solve(RACE)) == proof(solve(RACE))


def test_a_weight_may_touch_0_inside_of_the_domain():
    """At 1/2 one of two ends is not met, whether play can come back or not."""
    touching = {"win": (2 * P - 1) ** 2, "lose": 1}
    once = Listed({"start": {("go", "wait"): touching}, **ENDS})
    back = Listed({"start": {("go", "wait"): {**touching, "start": 2 * P}}, **ENDS})
    assert "for every 'p' from 0 to 1, over 1 states" in check(solve(once))
    assert "for every 'p' from 0 to 1 but 2 where a weight is 0" in check(solve(back))
