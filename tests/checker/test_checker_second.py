"""Two checkers of proof files, written apart from one page, must say the same of every document: of
changed proofs, of those of problems that are drawn, and of every single change.
"""

import json
import re
from pathlib import Path
from random import Random

import pytest
import second_checker
from changed_documents import changed
from hidden_games import drawn_proof
from hypothesis import given, settings
from hypothesis import strategies as st
from second_checker import problem_of
from two_checkers import PROOFS, accepted, same_verdicts

from exactdice import (
    arena,
    arena_proof,
    checker,
    enclose,
    matrix_proof,
    program_proof,
    proof,
    solve,
)
from exactdice.testing import (
    arenas,
    battles,
    games_in_turns,
    one_player_games,
    recurring_games,
    simultaneous_games,
    solved_matrix_games,
    solved_programs,
)

PAGE = Path(__file__).parents[2] / "docs/reference/proof_files.md"


@pytest.mark.parametrize("name", PROOFS)
def test_both_say_the_same_of_changed_proofs(name):
    assert 0 < same_verdicts(PROOFS[name], Random(name), 60) < 60


@pytest.mark.slow
@pytest.mark.parametrize("name", PROOFS)
def test_both_say_the_same_of_very_many_changed_proofs(name):
    assert 0 < same_verdicts(PROOFS[name], Random(f"many of {name}"), 4_000, most=3) < 4_000


def test_both_and_the_page_know_the_same_families():
    headings = re.findall(r"^## Family `(\w+)`", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == list(checker.FAMILIES) == list(second_checker.FAMILIES)


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
    solved_programs(3, 3).map(lambda pair: program_proof(*pair)),
    st.integers(0, 2**32).map(drawn_proof),
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


@pytest.mark.parametrize("count", [2_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_no_single_change_escapes_the_digest(count):
    random = Random("ten thousand")
    documents = list(PROOFS.values())
    for k in range(count):
        other = changed(documents[k % len(documents)], random)
        assert not accepted(other), json.dumps(other)
        assert problem_of(other) is not None, json.dumps(other)
