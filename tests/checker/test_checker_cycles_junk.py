"""Junk and hostile sizes in proofs of games on cycles."""

import copy
from contextlib import suppress

import pytest
from proofs_on_cycles import PROOFS, still_true
from true_proofs import PALETTE, accepted, graph_proof, places, put, sealed, stay, turn

from exactdice import MAX, checker
from exactdice.checker import Rejected

# --- junk and hostile sizes -----------------------------------------------------------------------

JUNK = [
    *PALETTE,
    10**5000,
    -(10**20),
    1e308,
    float("nan"),
    [["0x1", "0x1"]],
    {"0x1": None},
    {"row": ["0x1"], "column": ["0x1"]},
    "rh",
    "b",
    "0x" + "f" * 3000,
]


@pytest.mark.parametrize(
    "name", ["piglet", "pig within bounds", "waiting", "waiting within bounds"]
)
def test_junk_at_any_place_is_rejected_and_nothing_else_is_raised(name):
    document = PROOFS[name]()
    for path in places(document):
        for junk in JUNK:
            changed = put(document, path, copy.deepcopy(junk))
            if isinstance(changed, dict) and path != ("digest",):
                with suppress(ValueError):  # an int that JSON cannot hold
                    changed = sealed(changed)
            try:
                checker.check(changed)
            except Rejected:
                continue
            assert changed == document or path[-1] == "state" or still_true(changed), (path, junk)


def pig_proof(values, optimal, **rules):
    game = {"family": "pig", "target": 2, "weights": ["0x1", "0x1"], "bust": 2} | rules
    return sealed({"format": checker.FORMAT, "problem": game, "values": values, "optimal": optimal})


def test_a_die_that_always_busts_proves_nothing():
    """Then v(0,0) = -v(0,0) obeys the equation with 0, but play never ends."""
    assert accepted(
        pig_proof(["0x5/0x7"], [""], target=1, weights=["0x1", "0x5"], bust=1)
    )  # v = 5/6 - v/6
    assert not accepted(pig_proof(["0x0"], [""], target=1, weights=["0x1", "0x0"], bust=1))


PRIMES = [p for p in range(2, 3000) if all(p % q for q in range(2, int(p**0.5) + 1))]
HOSTILE = {
    "a target far beyond the values": pig_proof(["0x0"], [""], target=10_000),
    "a target beyond all targets": pig_proof(["0x0"], [""], target=10**9),
    "a huge die": pig_proof(["0x0"], [""], target=1, weights=["0x1"] * 100_000, bust=1),
    "huge weights": pig_proof(
        ["0x0"] * 4, ["r", "r", "", ""], weights=["0x" + "f" * 100_000, "0x1"]
    ),
    "denominators without a common one": pig_proof(
        [f"0x1/{hex(PRIMES[k % 400] ** 99)}" for k in range(10_000)],
        ["r" * 99] * 10_000,
        target=100,
    ),
    "a race to nowhere": sealed(
        {
            "format": checker.FORMAT,
            "problem": {
                "family": "race",
                "dice": 10_000,
                "target": 10_000,
                "weights": ["0x1"] * 6,
                "bust": 1,
                "bust_score": 1,
            },
            "values": ["0x0"],
            "optimal": [[1]],
        }
    ),
    "a long ring": graph_proof(
        [stay(k, (k + 1) % 20_000) for k in range(20_000)], ["0x0"] * 20_000, [["on"]] * 20_000
    ),
    "a law of many states": graph_proof(
        [
            turn(MAX, {"on": [[k, "0x1"] for k in range(20_000)]}),
            *({"state": k, "payoff": hex(k)} for k in range(1, 20_000)),
        ],
        ["0x1"],
        [["on"]],
    ),
    "many actions and no law": graph_proof(
        [{"state": "s", "actions": [["a"] * 5000, ["b"] * 5000], "laws": []}], ["0x0"], [[]]
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.usefixtures("must_end")
def test_hostile_sizes_are_rejected_and_not_computed(name):
    with pytest.raises(Rejected):
        checker.check(HOSTILE[name])
