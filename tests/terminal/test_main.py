"""The command line as a person meets it: what it prints, its exit status, its complaints."""

import ast
import json
import re
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
        ["value", "turns_distribution(dice(1), dice(1))", "dice=1", "target=2"],
        "{1: 5/6, 2: 5/36, 3: 1/36}\n",
    ),
    (["value", "best_dice_real()"], "(log(6/5) + 4)/(4*log(6/5))\n"),
    # q = 0.9 and mu = 4.4/0.9, so EP(3) = 3 * 4.4/0.9 * 0.729 + 1 - 0.729
    (["value", "EP(3)", "weights=1/10,1/10,1/10,1/10,1/10,1/2"], "10963/1000\n"),
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
    code = "import exactdice.cli.terminal.main, sys; print([*sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ast.literal_eval(done.stdout))
    assert "typer" in loaded
    assert not loaded & {"numpy", "sympy", "matplotlib", "exactdice.solvers", "exactdice.linear.lp"}


def test_solve_and_check_and_tampering(tmp_path):
    proof = tmp_path / "s.json"
    done = run("solve", "dice-battle", "dice=4", "target=30", "-o", proof)
    assert done.returncode == 0
    assert "optimal first action: 4" in done.stdout
    assert run("check", proof).returncode == 0
    proof.write_text(proof.read_text().replace('"target":30', '"target":29', 1))
    assert run("check", proof).returncode == 1


@pytest.mark.parametrize(("domain", "last"), [([], "1"), (["p=0..1/2"], "1/2")])
def test_a_formula_names_the_symbol_of_the_weights(domain, last):
    """The game is worth 1 - 2p + 2p^2, as one die shows 1 or 2 with p and 1 - p."""
    rules = ["weights=p,1-p", "dice=1", "target=2"]
    done = run("formula", "EG(0,0) - p", *rules, *domain, "--format", "json")
    (piece,) = json.loads(done.stdout)["pieces"]
    assert (piece["from"], piece["to"], piece["value"]) == ("0", last, "1 - 3*p + 2*p^2")


COMPLAINTS = [
    (["table", "EP(d)", "d=1..2", "--format", "word"], "--format must be one of"),
    (["plot", "EP(d)", "d=1..2", "-o", "a.jpg"], "must end in"),
    (["solve", "nim", "-o", "no/such/folder/s.json"], "its folder does not exist"),
    (["vlue"], "No such command"),
    (["values", "list"], "values is no command any more: type exactdice value --list FILE"),
    (["mcp", "--jobs", "1"], "mcp is no command any more: type exactdice serve --mcp"),
    (["new-game", "stroll"], "new-game is no command any more: copy"),
    (["simulate", "dice-battle", "--games", "0"], "--games"),
    (["value", "P(1,3)", "faces=1000000000"], "would cost"),
    (["play", "dice-battle", "target=2"], "the input ended"),
]


@pytest.mark.parametrize(("words", "message"), COMPLAINTS)
def test_complaints_are_one_line_and_exit_status_2(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run(*words, text="")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_alone_it_shows_its_help():
    alone, asked = run(), run("--help")
    assert (alone.returncode, alone.stderr) == (0, "")
    assert alone.stdout.strip() == asked.stdout.strip()


def test_no_summary_is_cut_where_a_docstring_goes_on_in_the_next_line():
    text = run("games").stdout
    # An entry begins two blanks in, and goes on deeper.
    entries = re.split(r"\n  (?=\S)", text.partition("\nstrategies:")[0])[1:]
    told = [" ".join(re.split(r"\s+options: |\nquantities", one)[0].split()) for one in entries]
    assert len(told) > 100
    assert all(one.endswith(".") for one in told)
    (quantity,) = [one for one in told if one.startswith("EG(i, j)")]
    assert quantity.endswith("against j points.")
