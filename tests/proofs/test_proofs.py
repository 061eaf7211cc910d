"""Proof files of matrix games, arenas and linear programmes: what the checker says is what was
known before.
"""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from changed_proofs import FILES, run, sealed
from hypothesis import given
from hypothesis import strategies as st

import exactdice
from exactdice import (
    DiceBattle,
    Interval,
    PhantomDomineering,
    arena,
    arena_proof,
    backward_induction,
    check,
    check_file,
    checker,
    matrix_proof,
    parameter,
    program_proof,
    proof,
    solve,
    solve_matrix_game,
    write_proof,
)
from exactdice.checker import Rejected
from exactdice.exact.errors import RulesError
from exactdice.games.listed_game import Listed
from exactdice.interop.interchange.suffixes import read_arena
from exactdice.linear.lp import Outcome, Program, Status, Variable
from exactdice.linear.lp.solve import optimum
from exactdice.symbolic.rational_function import HoldsSymbol
from exactdice.testing import arenas, exact_numbers, matrix_games, solved_matrix_games

HUGE = 10**100_000


# --- matrix games ---------------------------------------------------------------------------------


@given(solved_matrix_games())
def test_the_known_solution_of_a_matrix_game_is_proved_and_so_is_the_one_found(pair):
    matrix, known = pair
    payoffs = {payoff for row in matrix for payoff in row}
    ends = f"from 'matrix game' to {len(payoffs)} payoffs of {min(payoffs)} to {max(payoffs)}"
    for solution in (known, solve_matrix_game(matrix)):
        assert (
            checker.check(matrix_proof(matrix, solution))
            == f"value {known.value} to MAX, over 1 states of an explicit graph {ends}"
        )


@given(matrix_games(3, 3), st.data())
def test_bounds_on_the_entries_of_a_matrix_give_proved_bounds_on_its_value(matrix, data):
    widths = [[data.draw(exact_numbers(0, 2)) for _ in row] for row in matrix]
    between = [
        [Interval(low, low + width) for low, width in zip(*rows, strict=True)]
        for rows in zip(matrix, widths, strict=True)
    ]
    document = matrix_proof(between, solve_matrix_game(between))
    lower, upper = map(checker.number, document["values"][0])
    entries = [entry for row in between for entry in row]
    if (
        lower <= min(e.lower for e in entries) < max(e.upper for e in entries) <= upper
    ):  # as of a matrix of one entry
        with pytest.raises(Rejected, match=r"^bounds that leave out no payoff prove nothing\Z"):
            checker.check(document)
        return
    assert checker.check(document).startswith("value ")
    inside = solve_matrix_game(
        [[e.lower + Fraction(e.upper - e.lower) / 3 for e in row] for row in between]
    ).value
    assert lower <= inside <= upper
    for tighter in (
        [lower + Fraction(1, 10**9), upper + 1],
        [lower - 1, upper - Fraction(1, 10**9)],
    ):
        with pytest.raises(Rejected):
            checker.check(sealed(document | {"values": [list(map(checker.ratio_text, tighter))]}))


# --- names ----------------------------------------------------------------------------------------

NAMES = {  # actions of MAX and of MIN whose names are alike
    "1 and True": {(2, 1): {1: 1}, (True, 1): {2: 1}},
    "None and its name": {(None, None): {1: 1}, ("None", None): {2: 1}},
    "wait": {("None", "wait"): {1: 1}, (None, "wait"): {2: 1}, ("wait", "wait"): {1: 1}},
    "1.0 and 1": {(1.0, 1): {1: 1}, (2, 1): {2: 1}},
    "a lone surrogate": {("\ud800", "wait"): {1: 1}, ("b", "wait"): {2: 1}},
}


@pytest.mark.parametrize("name", NAMES)
def test_names_that_are_alike_or_odd_do_not_mix_up_a_proof(tmp_path, name):
    solution = solve(Listed({0: NAMES[name], 1: 0, 2: 1}))
    write_proof(solution, tmp_path / "p.json")
    said = "value 1 to MAX, over 1 states of an explicit graph from '0' to 2 payoffs of 0 to 1"
    assert checker.check(json.loads((tmp_path / "p.json").read_text(encoding="utf-8"))) == said


def test_variables_may_have_any_names(tmp_path):
    program = Program(
        (Variable(10, 0, 1), Variable(2, 0, 1), Variable("2", 0, 3), Variable("\ud800", 0, 5)),
        (),
        {0: 1, 2: 1, 3: 1},
        maximise=True,
    )
    write_proof(program_proof(program, optimum(program)), tmp_path / "p.json")
    assert checker.check(json.loads((tmp_path / "p.json").read_text(encoding="utf-8"))).startswith(
        "optimal value 9 "
    )


def test_options_of_any_size_are_proved():
    assert check(solve(DiceBattle(dice=1, target=3, bust_score=10**30))).startswith("value ")


# --- arenas ---------------------------------------------------------------------------------------


@given(arenas())
def test_the_proof_of_an_arena_lists_the_moves_that_win_by_the_definition(edges):
    document = arena_proof(arena(edges))
    (vertices, start), values = (
        (document["problem"][key] for key in ("vertices", "start")),
        list(map(checker.weight, document["values"])),
    )
    loses = []
    for _, below in vertices:  # each after its successors
        loses.append(not any(loses[s] for s in below))
    assert loses == [value == 0 for value in values]
    assert document["optimal"] == [[s for s in below if loses[s]] for _, below in vertices]
    said = (
        f"Grundy value {values[start]}, over {len(edges)} vertices, {sum(loses)} of them in "
        "the kernel, at '0'"
    )
    assert (checker.check(document), vertices[start][0]) == (said, "0")


@given(arenas(), st.data())
def test_a_changed_value_or_move_of_an_arena_is_rejected(edges, data):
    document = arena_proof(arena(edges))
    k = data.draw(st.integers(0, len(edges) - 1))
    other = data.draw(st.integers(0, 9).filter(lambda n: hex(n) != document["values"][k]))
    values = [*document["values"][:k], hex(other), *document["values"][k + 1 :]]
    with pytest.raises(Rejected, match=f"^vertex {k} "):
        checker.check(sealed(document | {"values": values}))
    moves = [*document["optimal"][k], 0]
    with pytest.raises(Rejected, match=f"^vertex {k} "):
        checker.check(
            sealed(
                document
                | {"optimal": [*document["optimal"][:k], moves, *document["optimal"][k + 1 :]]}
            )
        )


# --- numbers of any size, files -------------------------------------------------------------------


def test_a_fraction_of_100000_digits_passes_in_each_kind(tmp_path):
    value = Fraction(HUGE + 1, HUGE)
    matrix = [[value]]
    program = Program((Variable("x", None, value),), (), {0: 1}, maximise=True)
    outcome = Outcome(Status.OPTIMAL, "by hand", value, (value,), ())
    for document in (
        matrix_proof(matrix, solve_matrix_game(matrix)),
        program_proof(program, outcome),
    ):
        path = tmp_path / "proof.json"
        write_proof(document, path)
        done = subprocess.run(
            [sys.executable, "-I", str(CHECKER), str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "value of 332193 over 332193 bits, about 1.0000000000" in done.stdout


CHECKER = Path(exactdice.__file__).parent / "checker.py"


def test_the_checker_uses_the_standard_library_alone():
    text = CHECKER.read_text(encoding="utf-8")
    imported = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE))
    assert imported <= sys.stdlib_module_names


LARGE = {  # small files that would keep a checker busy for long
    "a long race": {
        "family": "race",
        "dice": 1000,
        "target": 1,
        "weights": [hex(2**900)],
        "bust": 1,
        "bust_score": 1,
    },
    "dice that are a text": {
        "family": "simultaneous",
        "dice": "x" * 10**6,
        "target": "y",
        "weights": "0" * 10**6,
        "bust": 1,
        "bust_score": 1,
    },
    "heavy weights": {"family": "pig", "target": 60, "weights": ["0x1", hex(2**10000)], "bust": 1},
}


@pytest.mark.parametrize("name", LARGE)
def test_rules_that_are_too_large_are_refused_before_any_work(name):
    document = {
        "format": checker.FORMAT,
        "problem": LARGE[name],
        "values": ["0x0"] * 3600,
        "optimal": [[1]] * 3600,
    }
    with pytest.raises(Rejected, match=r"too costly to check|of the wrong shape"):
        checker.check(sealed(document))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": ["a"]}', "play must come to an end, but the arena has a cycle: 'a' -> 'a'"),
        ('{"a": [], "a": []}', "the vertex 'a' is there twice"),
        ("{", "not an arena: "),
    ],
    ids=range(3),
)
def test_a_file_that_is_no_arena_gets_one_line(tmp_path, text, message):
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        read_arena(tmp_path / "a.json")
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'a.json'}: ")
    assert "\n" not in str(caught.value)


def test_a_proof_is_never_written_over_the_file_that_it_proves(tmp_path):
    text = FILES["heap.json"][0]
    (tmp_path / "heap.json").write_text(text, encoding="utf-8")
    done = run("solve", "heap.json", "-o", "./heap.json", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == "error: heap.json: cannot be written: it is the file that is read; choose another name\n"
    )
    assert (tmp_path / "heap.json").read_text(encoding="utf-8") == text


P, Q = parameter("p", 0, 1), parameter("q", 0, 1)
RACE = DiceBattle(dice=2, target=3, weights=(P, 1 - P))
WITH_SYMBOLS = {
    "in pieces": solve(RACE),
    "at a number": solve(RACE).at(Fraction(1, 3)),
    "of two symbols": solve(DiceBattle(dice=1, target=2, weights=(P, Q, 2 - P - Q))),
    "of a listed game": solve(
        Listed({"start": {("go", "wait"): {"win": P, "lose": 1 - P}}, "win": 1, "lose": -1})
    ),
}


@pytest.mark.parametrize("name", WITH_SYMBOLS)
def test_a_solution_with_a_symbol_has_no_proof_and_the_message_says_what_has(name):
    with pytest.raises(HoldsSymbol, match=r"numbers alone: give the symbol a number, as p=1/3,"):
        proof(WITH_SYMBOLS[name])


def test_a_proof_with_numbers_is_none_of_a_game_with_a_symbol(tmp_path):
    write_proof(solve(DiceBattle(dice=2, target=3, weights=(1, 2))), tmp_path / "p.json")
    with pytest.raises(HoldsSymbol, match="numbers alone"):
        check_file(tmp_path / "p.json", RACE)


def test_a_solution_of_another_matrix_is_refused():
    with pytest.raises(RulesError, match="the solution is of a 2 x 2 game, the matrix has 1 rows"):
        matrix_proof([[1, 2]], solve_matrix_game([[3, -1], [-2, 1]]))


@pytest.mark.parametrize(
    "game",
    [
        PhantomDomineering(1, 4),  # MIN never moves
        PhantomDomineering(2, 2, lists=1),
    ],
)
def test_a_player_with_a_single_list_is_proved(game, tmp_path):
    solution = solve(game)
    assert solution.value == backward_induction(game).value
    assert check(solution)
    file = tmp_path / "proof.json"
    write_proof(solution, file)
    assert check_file(file, game)


@pytest.mark.parametrize("name", FILES)
def test_solve_a_file_and_check_its_proof_at_the_terminal(tmp_path, name):
    text, said = FILES[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = run("solve", name, "-o", "proof.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(
        "proof written to proof.json: check it with `exactdice check proof.json`\n"
    )
    assert run("check", "proof.json", cwd=tmp_path).stdout.startswith(f"proved: {said}")
