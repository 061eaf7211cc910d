"""`exactdice check FILE GAME` at the terminal, and the checker run as a program of its own beside
other files.
"""

import re
import shutil
import subprocess
import sys

import pytest
from command_line import ROOT, run

from exactdice import DiceBattle, checker, solve, write_proof


def test_check_a_file_against_a_game_at_the_terminal(tmp_path):
    rules = ["dice-battle", "dice=2", "target=3"]
    weighted = [*rules, "weights=1,1,1,1,1,3"]
    assert run("solve", *weighted, "-o", tmp_path / "p.json").returncode == 0
    done = run("check", tmp_path / "p.json", *weighted)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("proved: value ")
    assert done.stdout.endswith(
        "a race to 3 with up to 2 dice of 6 faces weighted 1:1:1:1:1:3, a throw with a 1 "
        "scoring 1\n"
    )
    done = run("check", tmp_path / "p.json", *rules)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "rejected: this is a proof, but not of DiceBattle(dice=2, target=3, faces=6, "
        "weights=None, bust=1, bust_score=1): "
        "problem.weights[5] is '0x3' in the file, '0x1' is required\n"
    )
    assert run("check", tmp_path / "missing.json", "dice-battle").returncode == 2


@pytest.mark.parametrize("given", [[], ["digits=6"]])
def test_check_a_proof_of_hidden_information_at_the_terminal(tmp_path, given):
    file = tmp_path / "p.json"
    assert run("solve", "kuhn", "cards=4", *given, "-o", file).returncode == 0
    done = run("check", file, "kuhn", "cards=4")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("proved: value ")
    done = run("check", file, "kuhn")
    assert (done.returncode, done.stdout) == (1, "")
    assert "not of Kuhn(cards=3, ante=1, bet=1): problem.states has" in done.stderr


def test_no_proof_is_of_a_game_with_a_symbol_and_one_is_with_a_number(tmp_path):
    file, rules = tmp_path / "p.json", ["dice-battle", "dice=2", "target=3", "weights=p,1-p"]
    done = run("solve", *rules, "-o", file)
    assert (done.returncode, done.stdout, file.exists()) == (2, "", False)
    assert done.stderr == (
        "error: DiceBattle(dice=2, target=3, faces=2, weights=(p, 1 - p), bust=1, bust_score=1) "
        "holds a symbol, and a proof file is of numbers alone: give the symbol a number, as p=1/3, "
        "and prove that game\n"
    )
    assert run("solve", *rules, "p=1/3", "-o", file).returncode == 0
    assert run("check", file, *rules, "p=1/3").stdout.startswith("proved: value 269/729 ")
    other = run("check", file, *rules)
    assert (other.returncode, "holds a symbol" in other.stderr) == (2, True)


def test_check_a_file_against_a_file_at_the_terminal(tmp_path):
    limit, other, proof_file = (tmp_path / name for name in ("limit.lp", "other.lp", "p.json"))
    text = "Maximize\n obj: x + 2 y\nSubject To\n c: x + y <= {}\nEnd\n"
    limit.write_text(text.format(3), encoding="utf-8")
    other.write_text(text.format(4), encoding="utf-8")
    assert run("solve", limit, "-o", proof_file).returncode == 0
    assert run("check", proof_file, limit).stdout.startswith("proved: optimal value 6 ")
    done = run("check", proof_file, other)
    assert (done.returncode, "'0x3' in the file, '0x4' is required" in done.stderr) == (1, True)


def test_a_file_beside_the_checker_is_never_run(tmp_path):
    """Without -I Python would import the neighbour `fractions.py` in place of its own."""
    shutil.copy(checker.__file__, tmp_path / "checker.py")
    (tmp_path / "fractions.py").write_text("print('run'); raise SystemExit(0)\n", encoding="utf-8")
    write_proof(solve(DiceBattle(dice=1, target=1)), tmp_path / "p.json")
    words = [[sys.executable, *isolated, "checker.py", "p.json"] for isolated in ([], ["-I"])]
    trusting, careful = (
        subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
        for line in words
    )
    assert trusting == "run\n"
    assert careful.startswith("proved: value 1 ")


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "docs/reference/proof_files.md",
        "exactdice/checker.py",
        "exactdice/proofs/__init__.py",
    ],
)
def test_the_documents_run_the_checker_isolated(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"python3? (?!-I )\S*checker\.py", text)
