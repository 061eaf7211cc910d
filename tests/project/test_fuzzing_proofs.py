"""Proof files drawn at random are proved or rejected."""

import copy
import io
import json
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction

import pytest
from fuzzing import COSTLY, both, is_short, tried
from hypothesis import strategies as st

from exactdice import (
    DiceBattle,
    Pig,
    SimultaneousBattle,
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
from exactdice.lp import Program, Row, Variable
from exactdice.lp.solve import optimum
from exactdice.testing import Listed, games_in_turns

# --- proof files ----------------------------------------------------------------------------------

GAME = Listed(
    {
        0: {("a", "wait"): {1: 1, 2: 2}, ("b", "wait"): {0: 1, 2: 1}},
        1: {("a", "x"): {2: 1}, ("a", "y"): {3: 1}, ("b", "x"): {3: 1}, ("b", "y"): {2: 1}},
        2: 1,
        3: -1,
    }
)
LIMITS = Program(
    (Variable("x", 0, 3), Variable("y", None)),
    (Row("r", {0: 1, 1: 1}, upper=2),),
    {0: 1, 1: Fraction(1, 3)},
    maximise=True,
)
PROOFS = [
    proof(solution)
    for solution in (
        solve(GAME),
        solve(DiceBattle(dice=2, target=3)),
        solve(Pig(target=3)),
        solve(SimultaneousBattle(dice=2, target=2)),
        enclose(SimultaneousBattle(dice=2, target=3), digits=5),
    )
]
PROOFS += [
    arena_proof(arena({"a": ["b", "c"], "b": ["c"], "c": []})),
    matrix_proof([[3, -1], [-2, 1]], solve_matrix_game([[3, -1], [-2, 1]])),
    programme_proof(LIMITS, optimum(LIMITS)),
]
JUNK = [
    None,
    True,
    0,
    1,
    -1,
    10**30,
    10**7,
    0.5,
    "",
    "0x1",
    "-0x1/0x2",
    "0x1/0x0",
    "0x" + "f" * 5000,
    "wait",
    "\ud800",
    [],
    [[]],
    {},
    {"row": []},
    ["0x0", "0x1"],
]


def places(part, path=()):
    """The paths to every part of a JSON document."""
    yield path
    inside = (
        part.items()
        if isinstance(part, dict)
        else enumerate(part)
        if isinstance(part, list)
        else ()
    )
    for key, inner in inside:
        yield from places(inner, (*path, key))


WHERE = [[path for path in places(document) if path and path != ("digest",)] for document in PROOFS]


@st.composite
def changed_proofs(draw):
    """A proof with one to three parts replaced, dropped, repeated or exchanged, its digest computed
    anew.
    """
    number = draw(st.integers(0, len(PROOFS) - 1))
    document = copy.deepcopy(PROOFS[number])
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(WHERE[number]))
        change(draw, document, path)
    return document


def change(draw, document, path):
    holder = document
    try:
        for key in path[:-1]:
            holder = holder[key]
        how = draw(st.sampled_from(["replace", "drop", "repeat", "exchange"]))
        if how == "replace":
            holder[path[-1]] = copy.deepcopy(draw(st.sampled_from(JUNK)))
        elif how == "drop":
            del holder[path[-1]]
        elif isinstance(holder, list):
            other = draw(st.integers(0, len(holder) - 1)) if how == "exchange" else path[-1]
            holder.insert(other, holder[path[-1]]) if how == "repeat" else holder.reverse()
    except (
        KeyError,
        IndexError,
        TypeError,
        AttributeError,
    ):  # an earlier change took the place away
        pass


def digest_of(document):
    try:
        return checker.digest(document)
    except (ValueError, TypeError):  # what JSON cannot hold
        return None


@both
def test_a_changed_proof_is_proved_or_rejected(batches):
    """And only what is true is proved: where the rules are as they were, the values are too."""

    def law(document):
        document["digest"] = digest_of(document)
        try:
            said = checker.check(document)
        except checker.Rejected as error:
            is_short(error)
            return
        for original in PROOFS:
            if document["problem"] == original["problem"] and not any(
                isinstance(v, list) for v in (*document["values"], *original["values"])
            ):
                assert document["values"] == original["values"]
                assert said == checker.check(original)

    tried(batches, changed_proofs(), law)


@pytest.fixture(scope="module")
def proof_place(tmp_path_factory):
    return tmp_path_factory.mktemp("proofs") / "proof.json"


TEXTS = [json.dumps(document) for document in PROOFS]


@st.composite
def damaged(draw):
    """The bytes of a proof cut, overwritten, or of something else."""
    if draw(st.booleans()):
        return draw(
            st.binary(max_size=60)
            | st.sampled_from(
                [
                    b"[" * 10**5,
                    b'{"a":' * 10**4,
                    b"9" * 10**5,
                    b"1e999999999",
                    b"NaN",
                    b'{"a":1,"a":1}',
                    b"\xff",
                ]
            )
        )
    data = bytearray(draw(st.sampled_from(TEXTS)).encode())
    at = draw(st.integers(0, len(data) - 1))
    data[at : at + draw(st.integers(0, 5))] = draw(st.binary(max_size=5))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


@both
def test_damaged_proof_files_are_rejected_or_proved(proof_place, batches):
    def law(data):
        proof_place.write_bytes(data)
        with redirect_stdout(io.StringIO()) as said, redirect_stderr(io.StringIO()) as complaint:
            status = checker.main([str(proof_place)])
        assert status in (0, 1)
        lines = (said.getvalue(), complaint.getvalue())[:: -1 if status else 1]
        assert [text.count("\n") for text in lines] == [1, 0]
        is_short(lines[0])

    tried(batches, damaged(), law)


@both
def test_proofs_of_any_game_survive_the_file(batches):
    def law(game):
        document = proof(solve(game))
        assert checker.check(json.loads(json.dumps(document))) == checker.check(document)

    tried(min(batches, COSTLY), games_in_turns(), law)
