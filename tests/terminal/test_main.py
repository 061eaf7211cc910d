"""The command line as a person meets it: what it prints, its exit status, its complaints."""

import ast
import json
import subprocess
import sys

import pytest
from command_line import run

PRINTED = [
    (["value", "EG(0,0)", "dice=3", "target=2"], "13/18\n"),
    (
        ["value", "EG(0,0)", "dice=3", "target=2", "--format", "decimal", "--digits", "4"],
        "0.7222\n",
    ),
    (["value", "EG(0,0)", "dice=3", "target=2", "--format", "latex"], "\\frac{13}{18}\n"),
    (["value", "OPT_all(0,19)", "dice=2", "target=20"], "{1, 2}\n"),
    (
        ["value", "turns_law(dice(1), dice(1))", "dice=1", "target=2"],
        "{1: 5/6, 2: 5/36, 3: 1/36}\n",
    ),
    (["value", "best_dice_real()"], "(log(6/5) + 4)/(4*log(6/5))\n"),
    # q = 0.9 and mu = 4.4/0.9, so EP(3) = 3 * 4.4/0.9 * 0.729 + 1 - 0.729
    (["value", "EP(3)", "weights=1/10,1/10,1/10,1/10,1/10,1/2"], "10963/1000\n"),
    (["value", "EG(i,j)", "i=0", "j=0", "target=1"], "1\n"),
    (["value", "tokens_score(1,2,3)"], "883/432\n"),
    (["value", "tokens_choice(3,1,2,3)"], "{1, 2}\n"),
    (["value", "tokens_law(1,2)"], "{0: 1/18, 1: 1/36, 2: 11/12}\n"),
    (
        ["table", "P(d,k)", "d=1..2", "k=1..4", "--format", "csv"],
        "d \\ k,1,2,3,4\n1,1/6,1/6,1/6,1/6\n2,11/36,0,0,1/36\n",
    ),
]


@pytest.mark.parametrize(("words", "expected"), PRINTED)
def test_printed(words, expected):
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == expected


def test_huge_numbers_print_at_the_lowest_limit_on_digits():
    done = run("value", "EG(0,0)", PYTHONINTMAXSTRDIGITS="640")
    assert done.returncode == 0
    top, bottom = done.stdout.strip().split("/")
    # 2895 bits: the size of the reduced denominator known for 10 dice and 100 points
    assert int(bottom[:300]) > 0
    assert len(bottom) == 872
    assert len(top) == 871


def test_no_solver_is_loaded_before_a_command_solves():
    code = "import exactdice.terminal.main, sys; print([*sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ast.literal_eval(done.stdout))
    assert "typer" in loaded
    assert not loaded & {"numpy", "sympy", "matplotlib", "exactdice.solvers", "exactdice.lp"}


def test_solve_and_check_and_tampering(tmp_path):
    proof = tmp_path / "s.json"
    done = run("solve", "dice-battle", "dice=4", "target=30", "-o", proof)
    assert done.returncode == 0
    assert "optimal first action: 4" in done.stdout
    assert run("check", proof).returncode == 0
    proof.write_text(proof.read_text().replace('"target":30', '"target":29', 1))
    assert run("check", proof).returncode == 1
    assert run("check", tmp_path / "missing.json").returncode == 2


@pytest.mark.parametrize(("domain", "last"), [([], "1"), (["p=0..1/2"], "1/2")])
def test_a_formula_names_the_symbol_of_the_weights(domain, last):
    """The game is worth 1 - 2p + 2p^2, as one die shows 1 or 2 with p and 1 - p."""
    rules = ["weights=p,1-p", "dice=1", "target=2"]
    done = run("formula", "EG(0,0) - p", *rules, *domain, "--format", "json")
    (piece,) = json.loads(done.stdout)["pieces"]
    assert (piece["from"], piece["to"], piece["value"]) == ("0", last, "1 - 3*p + 2*p^2")
