"""The checker: accepts true proofs, catches every change, runs alone. `is_true` solves each changed
document again from nothing.
"""

import json
import re
from fractions import Fraction

import pytest
from oracles import is_true
from true_proofs import (
    HALF,
    PROOFS,
    RACE,
    accepted,
    changed_documents,
    graph_proof,
    pennies,
    put,
    sealed,
    stay,
    turn,
)

from exactdice import MAX, MIN, DiceBattle, Solution, check, checker, proof, solve
from exactdice.checker import Rejected
from exactdice.exact.errors import UnsolvableError

# --- true proofs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROOFS)
def test_a_true_proof_is_accepted_and_the_oracle_agrees(name):
    document = PROOFS[name]()
    assert is_true(document)
    value = checker.number(document["values"][0])
    assert checker.check(document).startswith(f"value {value} to ")
    assert checker.check(json.loads(json.dumps(document))) == checker.check(document)


def test_a_huge_value_is_announced_by_its_size_and_a_decimal_that_is_near():
    """About 10 digits: 1e-10 of error at most."""
    document = proof(solve(DiceBattle(dice=5, target=30)))
    text, value = checker.check(document), checker.number(document["values"][0])
    top, bottom, decimal = re.match(
        r"value of (\d+) over (\d+) bits, about (-?\d\.\d{10}) to the first player", text
    ).groups()
    assert (int(top), int(bottom)) == (value.numerator.bit_length(), value.denominator.bit_length())
    assert abs(Fraction(decimal) - value) <= Fraction(1, 10**10)


# --- changes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROOFS)
def test_every_single_change_is_caught_by_the_digest(name):
    count = 0
    for path, document in changed_documents(PROOFS[name]()):
        count += 1
        assert not accepted(document), path
    assert count > 300


@pytest.mark.parametrize("name", ["small graph", "both choose", "race", "default die"])
def test_every_change_that_makes_the_proof_wrong_is_caught_by_the_mathematics(name):
    """With the digest recomputed, a changed file passes only when it is a true proof of the rules
    it then states.
    """
    for path, document in changed_documents(PROOFS[name]()):
        if accepted(sealed(document)):
            assert is_true(document), path
            assert path[:2] == ("problem", "states"), (
                path
            )  # a name, or a law that changes no best mean


def test_another_way_to_write_the_same_rules_is_still_a_proof():
    document = PROOFS["race"]()
    doubled = put(
        document,
        ("problem", "weights"),
        [hex(2 * int(w, 16)) for w in document["problem"]["weights"]],
    )
    assert accepted(sealed(doubled))
    assert is_true(doubled)


NEVER = "^play need not end: by its listed actions MAX cannot end it from every state$"


@pytest.mark.parametrize("length", [1, 2, 3, 10])
def test_a_graph_in_which_play_never_ends_is_rejected_even_when_its_equations_hold(length):
    ring = [stay(k, (k + 1) % length) for k in range(length)]
    for value in ("0x0", "0x7"):  # every constant satisfies the equations of a ring
        with pytest.raises(Rejected, match=NEVER):
            checker.check(graph_proof(ring, [value] * length, [["on"]] * length))


def test_a_cycle_that_the_start_cannot_reach_is_rejected_too():
    states = [stay(0, 1), {"state": "end", "payoff": "0x1"}, stay(2, 3), stay(3, 2)]
    with pytest.raises(Rejected, match=NEVER):
        checker.check(graph_proof(states, ["0x1", "0x0", "0x0"], [["on"]] * 3))
    assert accepted(graph_proof(states[:2], ["0x1"], [["on"]]))


def test_both_players_choose_their_own_best():
    ends = [{"state": "low", "payoff": "-0x2"}, {"state": "high", "payoff": "0x3/0x2"}]
    moves = {"a": [[1, "0x1"]], "b": [[2, "0x1"]], "c": [[1, "0x5"]]}
    for player, value, best in ((MAX, "0x3/0x2", ["b"]), (MIN, "-0x2", ["a", "c"])):
        assert accepted(graph_proof([turn(player, moves), *ends], [value], [best]))
        assert not accepted(graph_proof([turn(1 - player, moves), *ends], [value], [best]))


def test_mixtures_are_a_proof_only_when_both_guarantee_the_value():
    assert accepted(pennies(HALF, HALF))
    for wrong in (
        ["0x1", "0x0"],
        ["0x1/0x3", "0x2/0x3"],
        ["0x3/0x2", "-0x1/0x2"],  # sums to 1
        ["0x1/0x2"],
        [*HALF, "0x0"],
        ["0x1/0x2", "0x1/0x3"],
        ["0x1", "0x1"],
        ["0x0", "0x0"],
        [],
        [0.5, 0.5],
        None,
        "0x1",
    ):
        assert not accepted(pennies(wrong, HALF)), wrong
        assert not accepted(pennies(HALF, wrong)), wrong
    assert not accepted(pennies(HALF, HALF, "0x1/0x100"))
    for optimal in (
        ["heads"],
        ["heads", "tails"],
        {"row": HALF},
        {"row": HALF, "column": HALF, "other": []},
        None,
    ):
        assert not accepted(sealed(pennies(HALF, HALF) | {"optimal": [optimal]})), optimal


def test_a_negative_probability_is_rejected_even_when_it_guarantees_the_value():
    """Every joint action is worth 1, so any weights that sum to 1 guarantee it."""
    states = [
        {"state": "s", "actions": [["a", "b"], ["x", "y"]], "laws": [[[[1, "0x1"]]] * 2] * 2},
        {"state": "one", "payoff": "0x1"},
    ]
    negative = ["0x2", "-0x1"]
    assert accepted(graph_proof(states, ["0x1"], [{"row": ["0x1", "0x0"], "column": HALF}]))
    assert not accepted(graph_proof(states, ["0x1"], [{"row": negative, "column": HALF}]))
    assert not accepted(graph_proof(states, ["0x1"], [{"row": HALF, "column": negative}]))


def test_an_infeasible_mixture_with_the_right_guarantee_is_rejected():
    """[[0, 2], [2, 0]]: the weights (1, 1) "guarantee" 2, twice the value 1; (3/2, -1/2) and the
    like guarantee nothing true.
    """
    states = [
        {
            "state": "s",
            "actions": [["a", "b"], ["x", "y"]],
            "laws": [[[[1, "0x1"]], [[2, "0x1"]]], [[[2, "0x1"]], [[1, "0x1"]]]],
        },
        {"state": "none", "payoff": "0x0"},
        {"state": "two", "payoff": "0x2"},
    ]
    assert accepted(graph_proof(states, ["0x1"], [{"row": HALF, "column": HALF}]))
    assert not accepted(
        graph_proof(states, ["0x2"], [{"row": ["0x1", "0x1"], "column": ["0x1", "0x1"]}])
    )


def test_numbers_of_100000_digits_pass():
    big = 10**100_000
    states = [
        turn(MAX, {"a": [[1, hex(big + 1)], [2, hex(big)]], "b": [[2, "0x1"]]}),
        {"state": "x", "payoff": checker.ratio_text(Fraction(big - 1, big))},
        {"state": "y", "payoff": checker.ratio_text(Fraction(1 - big, big))},
    ]
    value = Fraction(big - 1, big) * Fraction(1, 2 * big + 1)
    assert "bits, about 0.0000000000 to MAX" in checker.check(
        graph_proof(states, [checker.ratio_text(value)], [["a"]])
    )
    wrong = checker.ratio_text(Fraction(value.numerator + 2, value.denominator))
    with pytest.raises(Rejected, match=r"what is optimal guarantees of 332\d+ over 664\d+ bits"):
        checker.check(graph_proof(states, [wrong], [["a"]]))


# --- the form of the file -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0x0", 0),
        ("-0x1", -1),
        ("0xff", 255),
        ("-0x3/0x8", Fraction(-3, 8)),
        (hex(10**6000), 10**6000),
    ],
    ids=range(5),
)
def test_a_number_has_one_spelling(text, number):
    assert checker.number(text) == number
    assert checker.ratio_text(number) == text


def test_a_wrong_solution_is_refused_by_check():
    right = solve(RACE)
    wrong = Solution(
        RACE,
        {s: v if s != RACE.start else v + Fraction(1, 10**40) for s, v in right.values.items()},
        right.optimal_actions,
        "?",
    )
    assert check(right).startswith("value ")
    with pytest.raises(
        UnsolvableError,
        match=r"is rejected: state \(0, 0\): what is optimal does not guarantee the value$",
    ):
        check(wrong)
