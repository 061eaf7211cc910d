"""Proofs of games that are searched, and void ones that prove nothing."""

import json
import re
from itertools import product

import pytest
from changed_proofs import sealed
from hypothesis import given
from hypothesis import strategies as st

from exactdice import (
    Domineering,
    Pig,
    SimultaneousBattle,
    backward_induction,
    checker,
    enclose,
    proof,
    solve,
)
from exactdice.checker import Rejected
from exactdice.exact.errors import RulesError, UnsolvableError
from exactdice.games.domineering.rules import open_moves
from exactdice.proofs.checking import check_document
from exactdice.proofs.solutions import write_checked_proof


@st.composite
def boards(draw):
    rows, columns = draw(st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 1), (3, 4)]))
    cells = list(product(range(rows), range(columns)))
    banned = draw(st.sets(st.sampled_from(cells), max_size=2))
    try:
        return Domineering(rows, columns, tuple(banned))
    except RulesError:  # no room for a domino
        return Domineering(rows, columns)


@given(boards())
def test_the_winner_of_domineering_is_proved_against_every_move_of_the_loser(game):
    if game.payoff(game.start) is not None:
        return
    document = proof(solve(game))
    value = backward_induction(game).value
    assert checker.check(document).startswith(f"value {value} to MAX")
    loser = 1 if value == 1 else 0
    for state in document["problem"]["states"]:
        if "laws" not in state or state["actions"][loser] == ["wait"]:
            continue
        occupied = int(re.match(r"Position\((\d+), ", state["state"]).group(1))
        assert state["actions"][loser] == open_moves(game, occupied, loser)  # none left out
        assert all(
            t != place_left_out(document) for row in state["laws"] for law in row for t, _ in law
        )
    claims = [hex(-value)] * len(document["values"])
    with pytest.raises(Rejected):
        checker.check(sealed(document | {"values": claims}))


@given(boards())
def test_bounds_that_leave_out_no_payoff_are_no_proof_of_a_searched_game(game):
    if game.payoff(game.start) is not None:
        return
    document = proof(solve(game))
    void = sealed(document | {"values": [["-0x1", "0x1"]] * len(document["values"])})
    with pytest.raises(Rejected):
        check_document(void, game)
    payoffs = [
        json.dumps(state["payoff"]) for state in document["problem"]["states"] if "payoff" in state
    ]
    if len(set(payoffs)) > 1:  # else the graph alone does not say that there are others
        with pytest.raises(Rejected):
            checker.check(void)


def test_a_void_proof_is_neither_accepted_nor_written(tmp_path):
    rules, everything = proof(solve(Domineering(3, 3))), ["-0x1", "0x1"]
    void = dict(rules, values=[everything] * len(rules["values"]))
    void["problem"] = {
        "family": "graph",
        "states": [dict(state) for state in rules["problem"]["states"]],
    }
    void["problem"]["states"][-1] |= (
        {"payoff": everything} if "payoff" in void["problem"]["states"][-1] else {}
    )
    void["optimal"] = [chosen[:1] for chosen in rules["optimal"]]
    with pytest.raises(Rejected, match=r"^bounds that leave out no payoff prove nothing\Z"):
        checker.check(sealed(void))
    with pytest.raises(
        UnsolvableError,
        match=r"^nothing is written to .*: bounds that leave out no payoff prove nothing\Z",
    ):
        write_checked_proof(sealed(void), tmp_path / "void.json")
    assert not list(tmp_path.iterdir())


def test_a_void_proof_of_a_family_is_not_accepted():
    for game, digits in ((Pig(target=4), 3), (SimultaneousBattle(dice=2, target=3), 3)):
        document = proof(enclose(game, digits))
        void = sealed(document | {"values": [["-0x1", "0x1"]] * len(document["values"])})
        with pytest.raises(Rejected, match=r"^bounds that leave out no payoff prove nothing\Z"):
            checker.check(void)


def place_left_out(document):
    """The place of the state that stands for all that the winner leaves out; None when it leaves
    out nothing.
    """
    known = [
        k
        for k, state in enumerate(document["problem"]["states"])
        if state.get("payoff") == ["-0x1", "0x1"]
    ]
    assert len(known) <= 1
    return known[0] if known else None
