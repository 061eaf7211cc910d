"""The checker as a programme of its own, and files made by nobody's write_proof."""

import ast
import copy
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from oracles import is_true, listed
from true_proofs import (
    PALETTE,
    PROOFS,
    RACE,
    SMALL,
    accepted,
    graph_proof,
    places,
    put,
    sealed,
    stay,
)

from exactdice import (
    MAX,
    MIN,
    DiceBattle,
    Solution,
    backward_induction,
    check,
    checker,
    proof,
    solve,
    write_proof,
)
from exactdice.checker import Rejected
from exactdice.exact.errors import UnsolvableError

# --- alone ----------------------------------------------------------------------------------------

SOURCE = Path(checker.__file__)


def test_the_checker_imports_the_standard_library_only():
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(node.module.partition(".")[0])
    assert imported
    assert imported <= sys.stdlib_module_names
    assert not {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & {
        "eval",
        "exec",
        "__import__",
        "compile",
    }


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """run(argument, ...) runs a copy of the checker, isolated from every installed package, and
    gives (status, out, err).
    """
    folder = tmp_path_factory.mktemp("alone")
    copied = shutil.copy(SOURCE, folder / "copied.py")

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, "-I", "-S", copied, *map(str, arguments)],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def test_alone_it_proves_a_file_that_write_proof_wrote(alone, tmp_path):
    for name, solution in (
        ("race", solve(DiceBattle(dice=10, target=20))),
        ("graph", backward_induction(SMALL)),
    ):
        write_proof(solution, tmp_path / name)
        status, out, err = alone(tmp_path / name)
        assert (status, err) == (0, "")
        assert out.startswith("proved: value ")


REJECTED = {
    "not json": b"{",
    "not utf-8": b'{"format": "\xff"}',
    "empty": b"",
    "a list": b"[]",
    "too deep": b"[" * 200_000 + b"]" * 200_000,
    "nan": b"NaN",
}


@pytest.mark.parametrize("name", REJECTED)
def test_alone_it_rejects_with_status_1_and_one_line(alone, tmp_path, name):
    (tmp_path / "file.json").write_bytes(REJECTED[name])
    status, out, err = alone(tmp_path / "file.json")
    assert (status, out) == (1, "")
    assert err.startswith("rejected: ")
    assert err.count("\n") == 1


def test_alone_it_rejects_a_repeated_key_even_when_the_last_one_is_right(alone, tmp_path):
    text = json.dumps(PROOFS["race"]())
    (tmp_path / "file.json").write_text(text.replace('"dice": 3', '"dice": 2, "dice": 3'))
    assert json.loads((tmp_path / "file.json").read_text()) == PROOFS["race"]()
    assert alone(tmp_path / "file.json") == (1, "", "rejected: a key is repeated\n")


@pytest.mark.parametrize("seal", [False, True], ids=["stale digest", "digest recomputed"])
def test_alone_it_rejects_a_changed_file_with_status_1(alone, tmp_path, seal):
    document = put(PROOFS["race"](), ("values", 3), "0x1/0x3")
    (tmp_path / "file.json").write_text(json.dumps(sealed(document) if seal else document))
    status, out, err = alone(tmp_path / "file.json")
    assert (status, out) == (1, "")
    assert err.startswith(
        "rejected: state (0, 3): " if seal else "rejected: the digest does not match"
    )


# --- files made by nobody's write_proof -----------------------------------------------------------


def test_alone_it_rejects_a_huge_int_with_one_line(alone, tmp_path):
    (tmp_path / "file.json").write_text('{"format": 1' + "0" * 5000 + "}")
    status, _, err = alone(tmp_path / "file.json")
    assert status == 1
    assert err.startswith("rejected: ")


def test_a_value_beyond_the_floats_passes():
    huge = hex(10**400)
    assert accepted(graph_proof([stay(0, 1), {"state": "end", "payoff": huge}], [huge], [["on"]]))


def test_a_game_whose_actions_are_huge_ints_can_be_proved():
    game = listed({"s": (MIN, {10**5000: {"end": 1}}), "end": 1})
    assert check(backward_induction(game)).startswith("value ")


def test_numbering_equal_names_makes_no_new_equal_ones():
    game = listed(
        {
            "s": (MAX, {"True (2)": {"win": 1}, True: {"lose": 1}, "True": {"win": 1}}),
            "win": 1,
            "lose": 0,
        }
    )
    assert len(set(proof(backward_induction(game))["problem"]["states"][0]["actions"][MAX])) == 3


LONG = tuple(range(1000, 1200))


@pytest.mark.parametrize(
    "pair",
    [(LONG, (*LONG[:-1], 5555)), (True, "True"), ((1, 2), "(1, 2)")],
    ids=["long", "True", "tuple"],
)
def test_different_actions_have_different_names_in_a_proof(pair):
    game = listed({"s": (MAX, {pair[0]: {"win": 1}, pair[1]: {"lose": 1}}), "win": 1, "lose": 0})
    names = proof(backward_induction(game))["problem"]["states"][0]["actions"][MAX]
    assert names[0] != names[1]


def test_a_wrong_solution_of_a_game_with_huge_options_is_refused_by_check():
    game = DiceBattle(dice=1, target=1, faces=2, weights=(10**5000, 1))
    with pytest.raises(UnsolvableError, match="is rejected: "):
        check(Solution(game, {game.start: 0}, {game.start: (1,)}, "?"))


@pytest.mark.parametrize("name", ["small graph", "both choose", "race"])
def test_junk_at_any_place_is_rejected_and_nothing_else_is_raised(name):
    document = PROOFS[name]()
    crashes = set()
    for path in places(document):
        for junk in PALETTE:
            changed = put(document, path, copy.deepcopy(junk))
            if isinstance(changed, dict) and path != ("digest",):
                changed = sealed(changed)
            try:
                checker.check(changed)
            except Rejected:
                pass
            except Exception as error:
                crashes.add((path, repr(junk), repr(error)))
            else:
                assert changed == document or is_true(changed), (path, junk)
    assert not crashes


def test_what_is_no_regular_file_is_refused_at_once(alone, tmp_path):
    places = [tmp_path, tmp_path / "missing"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        places += [tmp_path / "pipe", "/dev/zero", os.devnull]
    for place in places:
        status, said, complaint = alone(place)
        assert (status, said, complaint.count("\n")) == (2, "", 1)
        assert complaint.startswith("cannot read: ")


def test_a_file_too_large_for_the_memory_is_one_line(monkeypatch, capsys, tmp_path):
    def exhausted(*_, **__):
        raise MemoryError

    (tmp_path / "p.json").write_text("{}")
    monkeypatch.setattr(checker.json, "load", exhausted)
    assert checker.main([str(tmp_path / "p.json")]) == 2
    assert capsys.readouterr().err == "cannot read: the file is too large for this machine\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a system without a full device")
def test_what_cannot_be_printed_is_status_2_and_one_line(tmp_path):
    (tmp_path / "p.json").write_text(json.dumps(proof(solve(RACE))))
    command = [sys.executable, "-I", str(SOURCE), str(tmp_path / "p.json")]
    closed, unread = os.pipe()
    os.close(closed)
    with open("/dev/full", "wb") as full, os.fdopen(unread, "wb") as nobody:
        for stream in (full, nobody):
            done = subprocess.run(command, stdout=stream, stderr=subprocess.PIPE, text=True)
            assert done.returncode == 2
            assert done.stderr.startswith("cannot print: ")
            assert done.stderr.count("\n") == 1
        assert subprocess.run(command, stdout=full, stderr=full).returncode == 2
