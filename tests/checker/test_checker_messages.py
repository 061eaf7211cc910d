"""What the checker says, in whole lines, and where its limits lie: a document on the edge and one
just beyond it.
"""

import hashlib
import json
import runpy
import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from true_proofs import (
    END,
    HALF,
    accepted,
    changed_values,
    graph_proof,
    mended,
    pennies,
    put,
    sealed,
    stay,
    turn,
)

from exactdice import MAX, Pig, checker, proof, solve
from exactdice.checker import Rejected


def document(family, values, optimal, **rules):
    return sealed(
        {
            "format": checker.FORMAT,
            "problem": {"family": family} | rules,
            "values": values,
            "optimal": optimal,
        }
    )


SURE = {
    "dice": 1,
    "target": 1,
    "weights": ["0x1", "0x1"],
    "bust": 1,
    "bust_score": 1,
}  # any throw reaches the target
COIN = "to 1 with up to 1 dice of 2 faces weighted 1:1, a throw with a 1 scoring 1"
UNFAIR = "to 1 with up to 1 dice of 2 faces weighted 1:5, a throw with a 1 scoring 0"
FAIR = {"row": ["0x1"], "column": ["0x1"]}
LIMIT = {
    "maximise": True,
    "objective": {"x": "0x2"},
    "constant": "0x1",
    "constraints": [["x <= 1", {"x": "0x1"}, "0x1"]],
}
RAISED = LIMIT | {"constraints": [["x >= 1", {"x": "-0x1"}, "-0x1"]]}
NOWHERE = RAISED | {"constraints": [*RAISED["constraints"], ["x <= 0", {"x": "0x1"}, "0x0"]]}
VERTICES = [["end", []], ["one", [0]], ["two", [0, 1]], ["win", [0, 1, 2]]]

WON = "value 1 to MAX, over 1 states of an explicit graph from '0' to 1 payoffs of 1 to 1"
NO_POINT = (
    "no x satisfies the constraints of a programme of 2 constraints on 1 variables, maximised"
)
PROVED = {
    WON: graph_proof([stay(0, 1), END], ["0x1"], [["on"]]),
    "value 0 to MAX, over 1 states of an explicit graph from 's' to 2 payoffs of -1 to 1": pennies(
        HALF, HALF
    ),
    (
        "value 1 or more by at most 2^1 to MAX, over 1 states of an explicit graph from '0' to 1 "
        "payoffs of 1 to 1"
    ): graph_proof([stay(0, 1), END], [["0x1", "0x2"]], [["on"]]),
    f"value 1 to the first player, over 1 states of a race {COIN}": document(
        "race", ["0x1"], [[1]], **SURE
    ),
    f"value 0 to the first player, over 1 states of a simultaneous race {COIN}": document(
        "simultaneous", ["0x0"], [FAIR], **SURE
    ),
    # v = 5/6 - v/6
    f"value 5/7 to the first player, over 1 turns of Pig {UNFAIR}": document(
        "pig", ["0x5/0x7"], [""], target=1, weights=["0x1", "0x5"], bust=1
    ),
    "Grundy value 2, over 4 vertices, 1 of them in the kernel, at 'two'": document(
        "arena", ["0x0", "0x1", "0x2", "0x3"], [[], [0], [0], [0]], vertices=VERTICES, start=2
    ),
    "optimal value 3 of a programme of 1 constraints on 1 variables, maximised": document(
        "lp", ["0x3"], {"x": {"x": "0x1"}, "y": ["0x2"]}, **LIMIT
    ),
    "no limit to the objective of a programme of 1 constraints on 1 variables, maximised": document(
        "lp", [], {"x": {"x": "0x1"}, "ray": {"x": "0x1"}}, **RAISED
    ),
    NO_POINT: document("lp", [], {"y": ["0x1", "0x1"]}, **NOWHERE),
    "Grundy value 0, over 2 vertices, 2 of them in the kernel, at 'b'": document(
        "arena", ["0x0", "0x0"], [[], []], vertices=[["a", []], ["b", []]], start=1
    ),
}
GRAPH, PENNIES, _, RACE, ONCE, PIG, ARENA, OPTIMUM, UNBOUNDED, INFEASIBLE, _ = PROVED.values()


ZERO = {"x": "0x0", "y": "0x0"}
ZEROS = {
    "a form": (OPTIMUM, ("problem", "constraints", 0, 1), {"x": "0x1"} | {"y": "0x0"}),
    "the objective": (OPTIMUM, ("problem", "objective"), {"y": "0x0", "x": "0x2"}),
    "a point": (OPTIMUM, ("optimal", "x"), {"y": "0x0", "x": "0x1"}),
    "no form": (
        INFEASIBLE,
        ("problem", "constraints"),
        [["0 <= -1", ZERO, "-0x1"], ["0 <= 0", {}, "0x0"]],
    ),
    "a variable in no form": (OPTIMUM, ("optimal", "x"), {"y": "0x5", "x": "0x1"}),
}


@pytest.mark.parametrize("name", ZEROS)
def test_a_coefficient_of_0_may_be_written_or_left_out(name):
    proved, path, value = ZEROS[name]
    assert checker.check(sealed(put(proved, path, value))) == checker.check(proved)


@pytest.mark.parametrize("said", PROVED)
def test_what_is_proved_is_said_in_one_line(said):
    assert checker.check(PROVED[said]) == said


def rejection(changed):
    """The message of the rejection."""
    with pytest.raises(Rejected) as caught:
        checker.check(changed)
    return str(caught.value)


HELD = proof(solve(Pig(target=3, weights=(1, 2), bust=2)))  # letters: hh hh bh, h h r
FAMILIES = "['arena', 'graph', 'hidden', 'lp', 'pig', 'race', 'simultaneous']"
SHAPE = "the document is incomplete or of the wrong shape: "
NUMBER = "a number must be a text such as '-0x3/0x8', of 300000 characters at most, got "
LIMITS = "dice, target, bust or bust_score is out of its limits"
LOOP = graph_proof(
    [turn(MAX, {"on": [[0, "0x1"]], "stop": [[1, "0x1"]]}), END], [["0x0", "0x1"]], [[]]
)

# proof, path of a value = another value in JSON | what is said; the digest is made to fit
REJECTED = """
RACE values = {"0x1": 1} | a list was required, got {'0x1': 1}
GRAPH problem = {"family": "graph"} | a graph must have the keys ('states',), got {}
RACE problem = {"family": "race", "target": 1} | a race must have the keys ('dice', 'target',
    'weights', 'bust', 'bust_score'), got {'target': 1}
OPTIMUM problem = {"family": "lp"} | a programme must have the keys ('maximise', 'constant',
    'objective', 'constraints'), got {}
GRAPH problem.states.0 = {} | state 0 must have the keys ('state', 'actions', 'laws'), got {}
GRAPH values.0 = "0x2/0x4" | the number '0x2/0x4' must be in lowest terms
RACE problem.weights.0 = "-0x1" | a weight must be whole and not negative, got '-0x1'
GRAPH values.0 = ["0x2", "0x1"] | the lower bound must be at most the upper
GRAPH values = ["0x1", "0x1"] | values and optimal must have one entry for each unfinished state
GRAPH problem.states.0.actions.0 = ["on", "on"] | state 0 '0' must have different actions, texts or
    ints, and a law for each pair of them
GRAPH problem.states.0.laws = [] | state 0 '0' must have different actions, texts or ints, and a law
    for each pair of them
GRAPH problem.states.0.laws.0.0.0.0 = 2 | state 0 '0': a law must lead to states of the file, with
    positive weights
GRAPH problem.states.0.laws.0.0.0.1 = "0x0" | state 0 '0': a law must lead to states of the file,
    with positive weights
GRAPH optimal.0 = ["off"] | state 0 '0': the best actions are ['on'], not ['off']
GRAPH values.0 = "0x2" | state 0 '0': what is optimal guarantees 1 and 1, not the value
PENNIES optimal.0.row = ["0x1"] | state 0 's': a mixture must be 2 probabilities
LOOP optimal.0 = ["on"] | play need not end: by its listed actions MAX cannot end it from every
    state
LOOP optimal.0 = ["stop"] | play need not end: by its listed actions MIN cannot end it from every
    state
RACE problem.dice = 0 | dice, target, bust or bust_score is out of its limits
RACE values = [] | values and optimal must have 1 entries
RACE problem = {"family": "race", "dice": 1, "target": 1, "weights": ["0x1"], "bust": 1,
    "bust_score": 0} | some throw must score
RACE values.0 = "0x2" | state (0, 0): what is optimal does not guarantee the value
RACE optimal.0 = [1, 1] | state (0, 0): the best actions are [1], not [1, 1]
PIG optimal.0 = "r" | the turn at (0, 0) needs 0 letters
HELD optimal.0 = "hx" | the document is incomplete or of the wrong shape: KeyError('x')
HELD optimal.0 = "hhr" | the turn at (0, 0) needs 2 letters
HELD optimal.0 = "rh" | the turn at (0, 0): the best actions are ['h'], not ['r']
HELD optimal.2 = "rh" | the turn at (0, 2): the best actions are ['h', 'r'], not ['r']
PIG values.0 = "0x1" | the turn at (0, 0): what is optimal does not guarantee the value
ONCE values.0 = "0x1" | at 0 points against 0 a mixture does not guarantee its end of the value
ONCE optimal.0.column = ["0x2"] | state (0, 0): a mixture must be 1 probabilities
ARENA values = ["0x0"] | values and optimal must have 4 entries
ARENA problem.vertices.1.1 = [1] | vertex 1 'one' must come after its successors, none of them twice
ARENA values.2 = "0x3" | vertex 2 'two' has value 2 and the moves to value 0 [0]
ARENA optimal.3 = [] | vertex 3 'win' has value 3 and the moves to value 0 [0]
ARENA problem.start = -1 | start must be the place of a vertex
OPTIMUM optimal.x.x = "0x2" | x breaks a constraint
OPTIMUM optimal.y.0 = "-0x1" | y must be a number of 0 or more for each constraint
OPTIMUM optimal.y.0 = "0x1" | y does not show that no other x is better
OPTIMUM values.0 = "0x1" | the value is not that of x
UNBOUNDED values = ["0x1"] | only an optimum has a value
UNBOUNDED optimal.ray.x = "-0x1" | the ray must improve within the constraints
INFEASIBLE optimal.y.1 = "0x2" | y does not show that no x is feasible
UNBOUNDED optimal.y = ["0x0"] | y does not show that no x is feasible
"""


@pytest.mark.parametrize(("proved", "path", "value", "said"), changed_values(REJECTED))
def test_why_a_document_is_rejected_is_said_in_one_line(proved, path, value, said):
    assert rejection(sealed(put(globals()[proved], path, value))) == said


QUOTED = {  # what comes before a long value, of which 80 characters are quoted
    ("format",): "format must be 'exactdice proof 2', got ",
    ("problem", "family"): f"problem.family must be one of {FAMILIES}, got ",
    ("problem", "maximise"): "maximise must be true or false, got ",
    ("values", 0): NUMBER,
}


@pytest.mark.parametrize("path", QUOTED)
def test_a_long_value_is_quoted_in_part(path):
    said = rejection(sealed(put(OPTIMUM, path, "f" * 100)))
    assert said == f"{QUOTED[path]}{'f' * 100!r:.80}"


def test_a_family_that_is_a_list_is_rejected():
    said = rejection(sealed(put(RACE, ("problem", "family"), [*range(500)])))
    assert said == f"{QUOTED['problem', 'family']}{[*range(500)]!r:.80}"


def test_a_changed_file_is_said_to_be_changed():
    assert (
        rejection(RACE | {"values": ["0x2"]})
        == "the digest does not match: the file was changed after it was written"
    )


def test_a_long_complaint_is_cut():
    """Names of keys and reasons are quoted with at most 200 characters."""
    whole = {"format": checker.FORMAT, "k" * 500: 0}
    assert rejection(whole).endswith(f", got {whole!r:.200}")
    law = {"k" * 500: 0}
    said = rejection(graph_proof([mended(laws=[[[law]]]), END], ["0x1"], [["on"]]))
    assert said.startswith(SHAPE)
    assert len(said) <= len(SHAPE) + 200


def test_the_digest_is_that_of_the_canonical_text():
    whole = {"b": {"d": 1, "c": [2, "x"]}, "a": "\u00e9", "digest": "none"}
    assert (
        checker.digest(whole)
        == hashlib.sha256(b'{"a":"\\u00e9","b":{"c":[2,"x"],"d":1}}').hexdigest()
    )


# --- numbers --------------------------------------------------------------------------------------


def test_a_number_has_300000_characters_at_most():
    longest = "0x1" + "0" * 299_997
    assert checker.number(longest) == Fraction(16**299_997)
    with pytest.raises(Rejected) as caught:
        checker.number(longest + "0")
    assert str(caught.value) == f"{NUMBER}{longest + '0'!r:.80}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(2**100 - 1), str(2**100 - 1)),
        (Fraction(1 - 2**100, 2**100 - 3), f"{1 - 2**100}/{2**100 - 3}"),
        (Fraction(2**100), "of 101 over 1 bits"),
        (Fraction(1, 2**100), "of 1 over 101 bits, about 0.0000000000"),
        (Fraction(10**120, 3 * 10**120 + 1), "of 399 over 401 bits, about 0.3333333333"),
        (
            10**9 - Fraction(1, 10**10) - Fraction(1, 2**100),
            "of 154 over 124 bits, about 999999999.9999999999",
        ),
        (
            Fraction(-1, 2 * 10**10) - Fraction(1, 2**100),
            "of 90 over 124 bits, about -0.0000000001",
        ),
        (10**9 + Fraction(1, 2**100), "of 130 over 101 bits"),
    ],
)
def test_a_value_is_shown_whole_below_100_bits_and_else_by_its_size_and_a_decimal_below_10_9(
    value, text
):
    assert checker.shown((value, value)) == text


@given(st.fractions(), st.fractions(min_value=0).filter(bool))
def test_the_width_of_bounds_is_shown_as_a_power_of_two_near_it(lower, width):
    exponent = int(checker.shown((lower, lower + width)).partition(" or more by at most 2^")[2])
    assert Fraction(2) ** (exponent - 2) < width < Fraction(2) ** exponent


def test_a_turn_of_pig_guarantees_a_bound_to_the_last_digit():
    """Faces 1 and 2 of weight 5 each, the bust face of weight 1: who rolls on, against one who is
    worth 1 at most, is paid on average

    (10 - 1)/11 with 1 point to go, (5 + 5 * 9/11 - 1)/11 = 89/121 with 2, (5 * 9/11 + 5 * 89/121 -
    1)/11 = 819/1331 with 3.
    """
    lowest = [Fraction(819, 1331)] * 3 + [Fraction(89, 121)] * 3 + [Fraction(9, 11)] * 3
    rules = {"target": 3, "weights": ["0x5", "0x5", "0x1"], "bust": 3}
    for place in (None, *range(9)):
        ends = [low + (Fraction(1, 10**30) if k == place else 0) for k, low in enumerate(lowest)]
        claims = [[checker.ratio_text(low), "0x1"] for low in ends]
        assert accepted(document("pig", claims, ["rr"] * 3 + ["r"] * 3 + [""] * 3, **rules)) == (
            place is None
        )


# --- limits: documents on the edge fail for a later reason, before any work -----------------------


def entries_of(target):
    return f"values and optimal must have {target * target} entries"


def faces(count):
    """The weights of a die of so many faces, of which one shows."""
    return ["0x1"] + ["0x0"] * (count - 1)


@pytest.mark.parametrize(
    ("dice", "target", "said"),
    [
        (2_000, 1, entries_of(1)),
        (2_001, 1, LIMITS),
        (1, 2_000, entries_of(2_000)),
        (1, 2_001, LIMITS),
        (1, 0, LIMITS),
    ],
)
def test_the_edges_of_dice_and_target(dice, target, said):
    rules = {"dice": dice, "target": target, "weights": faces(1), "bust": 1, "bust_score": 1}
    assert rejection(document("race", [], [], **rules)) == said


@pytest.mark.parametrize(
    ("bust", "score", "said"),
    [(0, 0, LIMITS), (3, 0, LIMITS), (1, -1, LIMITS), (1, 0, entries_of(1)), (2, 0, entries_of(1))],
)
def test_the_edges_of_the_bust_face_and_its_score(bust, score, said):
    assert rejection(document("race", [], [], **SURE | {"bust": bust, "bust_score": score})) == said


def test_a_race_at_once_goes_to_2000_points_at_most():
    for weights, said in (
        (faces(1_999), entries_of(1)),
        (faces(2_000), "target + dice x faces must be at most 2000"),
    ):
        assert rejection(document("simultaneous", [], [], **SURE | {"weights": weights})) == said


# --- the command ----------------------------------------------------------------------------------


def written(tmp_path, text):
    path = tmp_path / "proof.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_command_says_what_is_proved(tmp_path, capsys):
    assert checker.main([written(tmp_path, json.dumps(RACE))]) == 0
    assert capsys.readouterr() == (
        f"proved: value 1 to the first player, over 1 states of a race {COIN}\n",
        "",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "{}",
            f"rejected: {SHAPE}a proof must be an object with the key 'format', got {{}}\n",
        ),
        ('{"a": 1, "a": 1}', "rejected: a key is repeated\n"),
        (
            "{",
            (
                "rejected: not a JSON file: Expecting property name enclosed in double quotes: "
                "line 1 column 2 (char 1)\n"
            ),
        ),
    ],
)
def test_the_command_says_why_a_file_is_rejected(tmp_path, capsys, text, said):
    assert checker.main([written(tmp_path, text)]) == 1
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("arguments", [[], ["a", "b"]])
def test_the_command_says_how_it_is_used(capsys, arguments):
    assert checker.main(arguments) == 2
    assert capsys.readouterr() == ("", "usage: python -I checker.py FILE\n")


def test_the_command_can_be_interrupted(tmp_path, capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(checker, "check", interrupted)
    assert checker.main([written(tmp_path, "{}")]) == 130
    assert capsys.readouterr() == ("", "interrupted\n")


def test_the_file_runs_as_a_program(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["checker.py", written(tmp_path, json.dumps(RACE))])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(checker.__file__, run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("proved: value 1 ")


@pytest.mark.parametrize("document", [[], 1, {}, ["format"]])
def test_json_that_is_no_proof_is_rejected_in_words(document):
    assert rejection(document) == (
        f"{SHAPE}a proof must be an object with the key 'format', got {document!r}"
    )


def test_the_command_says_what_it_cannot_read(tmp_path, capsys):
    assert checker.main([str(tmp_path / "missing")]) == 2
    assert capsys.readouterr() == (
        "",
        f"cannot read: [Errno 2] No such file or directory: '{tmp_path / 'missing'}'\n",
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device without room")
def test_what_cannot_be_written_is_not_said_to_be_proved(tmp_path, capsys, monkeypatch):
    with (
        suppress(OSError),
        open("/dev/full", "w", encoding="utf-8") as full,
    ):  # it is flushed once more when it is closed
        monkeypatch.setattr(sys, "stdout", full)
        assert checker.main([written(tmp_path, json.dumps(RACE))]) == 2
    assert capsys.readouterr().err == "cannot print: [Errno 28] No space left on device\n"
