"""Small files that would keep the checker busy for hours are refused, in each family by one count
of steps; and no file takes long whose steps are few.
"""

import math
import sys

import pytest
from true_proofs import graph_proof, sealed, turn
from two_checkers import PROOFS, accepted

from exactdice import MAX, checker
from exactdice.checker import Rejected

PRIMES = [p for p in range(2, 300) if all(p % q for q in range(2, p))]
FEW_STEPS = 2 * 10**7  # a fiftieth of the limit, so that refusals take as much less time
TOO_COSTLY = f"too costly to check: it would take more than {FEW_STEPS} steps"


def document(family, rules, values, optimal):
    return sealed(
        {
            "format": checker.FORMAT,
            "problem": {"family": family} | rules,
            "values": values,
            "optimal": optimal,
        }
    )


def coprime(count, bits):
    """Powers of different primes, each of about so many bits."""
    return [p ** int(bits / math.log2(p)) for p in PRIMES[:count]]


def parts_of_one(count, bits):
    return ["0x1/" + hex(power) for power in coprime(count, bits)]


# --- one count for all families -------------------------------------------------------------------


def test_the_proofs_that_follow_are_of_every_family():
    assert {proved["problem"]["family"] for proved in PROOFS.values()} == set(checker.FAMILIES)


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_is_refused_by_one_step_too_few(name, monkeypatch):
    checker.check(PROOFS[name])
    steps = checker.MOST_STEPS - checker.LEFT.get()
    monkeypatch.setattr(checker, "MOST_STEPS", steps)
    checker.check(PROOFS[name])
    monkeypatch.setattr(checker, "MOST_STEPS", steps - 1)
    with pytest.raises(Rejected, match=f"^too costly to check: .* more than {steps - 1} steps$"):
        checker.check(PROOFS[name])


def test_each_file_has_all_the_steps_also_after_one_that_was_refused():
    for _ in range(2):
        with pytest.raises(Rejected, match="too costly"):
            checker.check(HOSTILE["race, heavy weights"])
        assert all(accepted(proved) for proved in PROOFS.values())


# --- small files that would take hours ------------------------------------------------------------


def ends(payoffs, **more):
    return [{"state": str(k), **more, "payoff": payoff} for k, payoff in enumerate(payoffs)]


def to_all(count):
    return [[k, "0x1"] for k in range(1, count + 1)]


def square(size, bits):
    """A matrix of payoffs with coprime denominators, and mixtures of all rows and all columns."""
    names = list(range(size))
    laws = [[[[1 + i * size + j, "0x1"]] for j in names] for i in names]
    state = {"state": "s", "actions": [names, names], "laws": laws}
    mixture = [f"0x1/{hex(size)}"] * size
    states = [state, *ends(parts_of_one(size * size, bits))]
    return graph_proof(states, ["0x0"], [{"row": mixture, "column": mixture}])


def race(family, dice, target, weights, values, best):
    rules = {"dice": dice, "target": target, "weights": weights, "bust": 1, "bust_score": 1}
    return document(family, rules, values, best)


UNDERS = parts_of_one(40, 1_190_000)
LONG = UNDERS[0]
MIXED = {"row": ["0x1"], "column": ["0x1"]}
HEAVY = ["0x1", hex(2**200_000)]
HOSTILE = {
    "graph, one law over payoffs with coprime denominators": graph_proof(
        [turn(MAX, {"on": to_all(40)}), *ends(UNDERS)], ["0x0"], [["on"]]
    ),
    "graph, a law of actions": square(6, 1_190_000),
    "graph, comparisons of one long number": graph_proof(
        [turn(MAX, {k: [[1, "0x1"]] for k in range(2_000)}), *ends([LONG])], [LONG], [[0]]
    ),
    "hidden, one law over payoffs with coprime denominators": document(
        "hidden",
        {
            "states": [
                turn(MAX, {"on": to_all(40)}) | {"observed": [None, None]},
                *ends(UNDERS, observed=[None, None]),
            ]
        },
        ["0x0"],
        {"MAX": [[[], ["0x1"]]], "MIN": []},
    ),
    "race, values with coprime denominators": race(
        "race", 1, 6, ["0x1"] * 2, UNDERS[:36], [[1]] * 36
    ),
    "race, heavy weights": race("race", 1000, 1, HEAVY, ["0x0"], [[1]]),
    "simultaneous, values with coprime denominators": race(
        "simultaneous", 1, 6, ["0x1"] * 2, UNDERS[:36], [MIXED] * 36
    ),
    "simultaneous, heavy weights": race("simultaneous", 600, 1, HEAVY, ["0x0"], [MIXED]),
    "pig, heavy weights": document(
        "pig",
        {"target": 60, "weights": HEAVY, "bust": 1},
        [["-0x1", "0x1"]] * 3600,
        ["r" * (60 - place // 60 - 1) for place in range(3600)],
    ),
    "lp, one form with coprime denominators": document(
        "lp",
        {
            "maximise": True,
            "constant": "0x0",
            "objective": {str(k): under for k, under in enumerate(UNDERS)},
            "constraints": [],
        },
        ["0x0"],
        {"x": {str(k): "0x1" for k in range(40)}, "y": []},
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.usefixtures("must_end")
def test_a_small_file_that_would_take_hours_is_refused(name, monkeypatch):
    monkeypatch.setattr(checker, "MOST_STEPS", FEW_STEPS)
    with pytest.raises(Rejected) as caught:
        checker.check(HOSTILE[name])
    assert str(caught.value) == TOO_COSTLY


@pytest.mark.parametrize("bits", [100_000, 200_000])
def test_a_few_long_numbers_are_no_reason_to_refuse(bits):
    """1/2^k + 1/3^m + 1/5^n, over 3."""
    two, three, five = coprime(3, bits)
    top = three * five + two * five + two * three
    value = checker.ratio_text(checker.Exact(top, 3 * two * three * five))
    states = [turn(MAX, {"on": to_all(3)}), *ends(parts_of_one(3, bits))]
    assert accepted(graph_proof(states, [value], [["on"]]))


# --- many actions ---------------------------------------------------------------------------------

ONE_HASH = sys.hash_info.modulus  # its multiples are ints with one hash, which is 0


@pytest.mark.parametrize("within_bounds", [False, True])
@pytest.mark.parametrize("step", [1, ONE_HASH])
@pytest.mark.usefixtures("must_end")
def test_a_state_with_many_optimal_actions_takes_no_time_for_each_pair(step, within_bounds):
    names = [step * k for k in range(15_000)]
    claim = ["0x1", "0x1"] if within_bounds else "0x1"
    laws = [[[[1, "0x1"]]] for _ in names]
    states = [{"state": "s", "actions": [names, ["wait"]], "laws": laws}, *ends(["0x1"])]
    assert accepted(graph_proof(states, [claim], [names]))
    assert not accepted(graph_proof(states, [claim], [names[1:] + names[:1]]))
