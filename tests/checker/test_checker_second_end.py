"""Both checkers on whether play ends, and on what they once saw in two ways."""

import hashlib
import json
from random import Random

import pytest
from changed_documents import replaced
from second_checker import problem_of
from two_checkers import PROOFS, accepted, same_verdict, signed

from exactdice import checker

LAYOUT = {"sort_keys": True, "separators": (",", ":")}


# --- whether play ends ----------------------------------------------------------------------------


def drawn_graph(random: Random):
    """Any moves, payoffs 0 and bounds [-1, 1] of every value, any actions listed: a proof just when
    play ends.
    """
    size = random.randint(1, 4)
    return {
        "format": checker.FORMAT,
        "problem": {
            "family": "graph",
            "states": [
                *(drawn_state(random, size) for _ in range(size)),
                {"state": "end", "payoff": "0x0"},
            ],
        },
        "values": [["-0x1", "0x1"]] * size,
        "optimal": [],
    }


def drawn_state(random: Random, size: int):
    rows, columns = random.choice((("ab", ["wait"]), (["wait"], "cd"), ("ab", "cd")))
    laws = [
        [
            [[random.choice((*range(size), size)), "0x1"] for _ in range(random.randint(1, 2))]
            for _ in columns
        ]
        for _ in rows
    ]
    return {"state": "drawn", "actions": [list(rows), list(columns)], "laws": laws}


def drawn_answer(random: Random, rows, columns):
    if ["wait"] in (rows, columns):
        names = rows if columns == ["wait"] else columns
        return random.choice((names, names[:1], names[1:]))
    mixtures = [["0x1", "0x0"], ["0x0", "0x1"], ["0x1/0x2", "0x1/0x2"]]
    return {"row": random.choice(mixtures), "column": random.choice(mixtures)}


def test_both_say_the_same_on_whether_play_ends():
    random, proofs = Random("ends"), 0
    for _ in range(1_500):
        document = drawn_graph(random)
        document["optimal"] = [
            drawn_answer(random, *state["actions"]) for state in document["problem"]["states"][:-1]
        ]
        proofs += same_verdict(signed(document), document)
    assert 150 < proofs < 1_350


# --- what the two once saw in two ways ------------------------------------------------------------

NO_PROOFS = {
    "a constant that is no number": ("infeasible", ("problem", "constant"), "zero"),
    "a successor twice": ("arena", ("problem", "vertices", 3, 1), [1, 2, 2]),
    "successors that are no list": ("one vertex", ("problem", "vertices", 0, 1), ""),
    "false for a place": ("arena", ("optimal", 1), [False]),
    "a name of no action": ("one shot", ("problem", "states", 0, "actions", 0, 1), ["b"]),
    "true for a name": ("matrix", ("problem", "states", 0, "actions", 0, 0), True),
    "a name twice": ("one shot", ("problem", "states", 0, "actions", 1), [1, 1]),
    "a text for a list of names": (
        "turns within bounds",
        ("problem", "states", 2, "actions", 1),
        "c",
    ),
    "an object for values": ("one point", ("values",), {"0x1": 0}),
    "an object for a mixture": ("one shot", ("optimal", 0, "row"), {"0x0": 0, "0x1": 0}),
    "an object for multipliers": ("one constraint", ("optimal", "y"), {"0x0": 0, "0x1": 0}),
    "an object for weights": ("pig, all optimal", ("problem", "weights"), {"0x0": 0, "0x1": 0}),
    "a negative probability": ("one shot", ("optimal", 0, "row"), ["-0x1", "0x2"]),
    "a name that is not a number": ("one shot", ("problem", "states", 0, "state"), float("nan")),
}


@pytest.mark.parametrize("name", NO_PROOFS)
def test_neither_takes_what_the_page_does_not_allow(name):
    proved, path, value = NO_PROOFS[name]
    other = replaced(PROOFS[proved], path, lambda _: value)
    other["digest"] = hashlib.sha256(
        json.dumps({k: v for k, v in other.items() if k != "digest"}, **LAYOUT).encode()
    ).hexdigest()
    assert not accepted(other)
    assert problem_of(other) is not None


STUCK = {"target": 1, "weights": ["0x1"], "bust": 1}  # every throw busts, and a bust scores 0
WRONG = {
    "a race that never ends": {
        "problem": {"family": "race", "dice": 1, "bust_score": 0} | STUCK,
        "values": ["0x0"],
        "optimal": [[1]],
    },
    "both throw for ever": {
        "problem": {"family": "simultaneous", "dice": 1, "bust_score": 0} | STUCK,
        "values": ["0x5"],
        "optimal": [{"row": ["0x1"], "column": ["0x1"]}],
    },
    "pig without a scoring face": {
        "problem": {"family": "pig"} | STUCK,
        "values": ["0x0"],
        "optimal": [""],
    },
    "a negative multiplier": {
        "problem": PROOFS["one constraint"]["problem"],
        "values": ["0x0"],
        "optimal": {"x": {}, "y": ["-0x1", "0x0"]},
    },
}


@pytest.mark.parametrize("name", WRONG)
def test_neither_takes_a_claim_that_only_the_equations_allow(name):
    document = signed({"format": checker.FORMAT} | WRONG[name])
    assert not accepted(document)
    assert problem_of(document) is not None


def test_both_take_a_bust_score_of_any_size():
    other = signed(replaced(PROOFS["one point"], ("problem", "bust_score"), lambda _: 2**80))
    assert accepted(other)
    assert problem_of(other) is None
