"""The checker where play comes back: proofs of Pig and of cyclic graphs, exact and within bounds,
with each part tampered with.

A tampered document, its digest recomputed, may be accepted only when it is still true. That is
decided here from the rules alone: for graphs over all pairs of pure stationary strategies, for Pig
by solving, move by move on the rule sheet, what the letters guarantee.
"""

import json

import pytest
from drawn_cycles import small_games, some
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import listed
from proofs_on_cycles import PROOFS, number, still_true
from true_proofs import accepted, graph_proof, sealed, turn

from exactdice import MAX, MIN, WAIT, checker, enclose, proof, strategy_iteration
from exactdice.exact.errors import ExactDiceError
from exactdice.game.graph import explore
from exactdice.testing import exact_numbers


@pytest.mark.parametrize("name", PROOFS)
def test_a_true_proof_is_accepted_and_the_oracle_agrees(name):
    document = PROOFS[name]()
    assert checker.check(json.loads(json.dumps(document))).startswith("value ")
    assert still_true(document)


# --- graphs at random -----------------------------------------------------------------------------


SMALL_GRAPHS = small_games(most_states=3, most_moves=2, ends=some(exact_numbers(-2, 2, 3), 2)).map(
    listed
)
CLAIMS = exact_numbers(-2, 2, 4).map(checker.ratio_text)
PAIRS = st.tuples(CLAIMS, CLAIMS).map(
    lambda two: [checker.ratio_text(end) for end in sorted(map(number, two))]
)


@settings(max_examples=100)
@given(SMALL_GRAPHS, st.booleans(), st.data())
def test_claims_about_any_graph_are_accepted_only_when_true(game, within_bounds, data):
    """What a solver finds, then what anyone may claim: any numbers and any actions, also of graphs
    that no solver accepts.
    """
    try:
        document = proof(enclose(game, 2) if within_bounds else strategy_iteration(game))
    except ExactDiceError:
        document = claims_of_nothing(game)
    else:
        assert accepted(document)
    for k in range(len(document["values"])):
        near = st.sampled_from([document["values"][k], *document["values"]])
        document["values"][k] = data.draw(st.one_of(near, CLAIMS, PAIRS))
        state = [s for s in document["problem"]["states"] if "payoff" not in s][k]
        actions = (
            state["actions"][MAX] if state["actions"][MIN] == [WAIT] else state["actions"][MIN]
        )
        document["optimal"][k] = data.draw(
            st.sampled_from([document["optimal"][k], actions[:1], actions[1:], actions])
        )
    if accepted(sealed(document)):
        assert still_true(document)


def claims_of_nothing(game):
    """A document of the game's rules in which every state is worth 0 and every action optimal."""
    states, best = [], []
    for node in explore(game).nodes:
        if node.payoff is not None:
            states.append({"state": node.state, "payoff": checker.ratio_text(node.payoff)})
            continue
        laws = [[[[t, hex(w)] for t, w in law] for law in row] for row in node.laws]
        states.append(
            {
                "state": node.state,
                "actions": [list(actions) for actions in node.actions],
                "laws": laws,
            }
        )
        best.append(list(node.actions[node.mover]))
    return graph_proof(states, ["0x0"] * len(best), best)


@pytest.mark.parametrize("player", [MAX, MIN])
def test_bounds_need_an_end_by_the_listed_actions_alone(player):
    """s may go on to itself or stop at 0. Worth 5 (or -5) by going on for ever; 0 by stopping."""
    moves = {"go on": [[0, "0x1"]], "stop": [[1, "0x1"]]}
    states = [turn(player, moves), {"state": "end", "payoff": "0x0"}]
    far = "0x5" if player == MAX else "-0x5"
    for value in (far, [far, far], ["0x0", "0x0"], "0x0", ["-0x5", "0x5"]):
        for best in (["go on"], ["stop"], ["go on", "stop"]):
            assert not accepted(graph_proof(states, [value], [best])), (
                value,
                best,
            )  # the other cannot end it
    states = [
        turn(player, moves),
        {"state": "end", "payoff": "0x0"},
        turn(1 - player, {"go on": [[0, "0x1"]], "stop": [[1, "0x1"]]}, "t"),
    ]
    states[0]["laws"] = (
        [[[[2, "0x1"]]], [[[1, "0x1"]]]] if player == MAX else [[[[2, "0x1"]], [[1, "0x1"]]]]
    )
    both = ["go on", "stop"]
    assert accepted(graph_proof(states, ["0x0", "0x0"], [both, both]))
    assert accepted(graph_proof(states, [["-0x1", "0x1"]] * 2, [["stop"]] * 2))
    assert not accepted(graph_proof(states, [["-0x1", "0x1"]] * 2, [["go on"], ["stop"]]))
    assert not accepted(graph_proof(states, [far, far], [["go on"], ["go on"]]))


# --- both choose, and play comes back -------------------------------------------------------------

FAIR = ["0x1/0x2", "0x1/0x2"]


def repeated(value, row, column):
    """The first joint action leads back to s half the time and else to -1/2, the last to 0, the
    others to 1.

    If s is worth v, the matrix is [[(v - 1/2) / 2, 1], [1, 0]]. Play always ends, as MIN or chance
    ends it: one v fits, 1/2, where the matrix is [[0, 1], [1, 0]] and both mixtures are fair.
    """
    laws = [[[[0, "0x1"], [1, "0x1"]], [[2, "0x1"]]], [[[2, "0x1"]], [[3, "0x1"]]]]
    payoffs = [
        {"state": k, "payoff": payoff} for k, payoff in enumerate(("-0x1/0x2", "0x1", "0x0"))
    ]
    states = [{"state": "s", "actions": [["a", "b"], ["x", "y"]], "laws": laws}, *payoffs]
    return graph_proof(states, [value], [{"row": row, "column": column}])


def test_mixtures_on_a_cycle():
    assert accepted(repeated("0x1/0x2", FAIR, FAIR))
    assert accepted(repeated(["0x1/0x4", "0x3/0x4"], FAIR, FAIR))
    for value in (
        "0x4",
        "0x1/0x3",
        "0x0",
        "0x1",
        ["0x0", "0x1/0x4"],
        ["0x3/0x4", "0x1"],
    ):  # v = 4 is the other root of the equation
        for mixture in (
            FAIR,
            ["0x1", "0x0"],
            ["0x0", "0x1"],
            ["0x1/0x3", "0x2/0x3"],
            ["0x2/0x3", "0x1/0x3"],
        ):
            assert not accepted(repeated(value, mixture, mixture)), (value, mixture)
            assert not accepted(repeated(value, mixture, FAIR)), (value, mixture)
    assert not accepted(repeated("0x1/0x2", ["0x1", "0x0"], FAIR))


def test_a_mixture_that_never_ends_play_proves_nothing():
    """(a, y) and (b, x) stay at s, (a, x) pays 1, (b, y) pays 0: with a against y every v from 0 to
    1 obeys the equation.
    """
    laws = [[[[1, "0x1"]], [[0, "0x1"]]], [[[0, "0x1"]], [[2, "0x1"]]]]
    states = [
        {"state": "s", "actions": [["a", "b"], ["x", "y"]], "laws": laws},
        {"state": 1, "payoff": "0x1"},
        {"state": 2, "payoff": "0x0"},
    ]
    for value in ("0x0", "0x1/0x2", "0x1"):
        for row in (["0x1", "0x0"], FAIR):
            for column in (["0x0", "0x1"], FAIR):
                assert not accepted(graph_proof(states, [value], [{"row": row, "column": column}]))


def pig_proof(values, optimal, weights):
    game = {"family": "pig", "target": 1, "weights": weights, "bust": 1}
    return sealed({"format": checker.FORMAT, "problem": game, "values": values, "optimal": optimal})


def test_a_die_that_always_busts_proves_nothing():
    """Then v(0,0) = -v(0,0) obeys the equation with 0, but play never ends."""
    assert accepted(pig_proof(["0x5/0x7"], [""], ["0x1", "0x5"]))  # v = 5/6 - v/6
    assert not accepted(pig_proof(["0x0"], [""], ["0x1", "0x0"]))
