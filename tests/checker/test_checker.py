"""The checker: accepts true proofs, catches every change, runs alone. `is_true` solves each changed
document again from nothing.
"""

import ast
import copy
import json
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracles import Climb, is_true, listed

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
from exactdice.errors import UnsolvableError

SMALL = listed(
    {
        "s": (MAX, {"a": {"t": 1, "u": 2}, "b": {"u": 1}, "c": {"u": 3}}),
        "t": (MIN, {"x": {"win": 1, "draw": 2}, "y": {"lose": 1, "u": 1}}),
        "u": (MIN, {"x": {"win": 1, "lose": 2}, "z": {"draw": 1}}),
        "win": 1,
        "draw": Fraction(-1, 7),
        "lose": -1,
    }
)
DUEL = listed(
    {
        "s": {
            ("a", "x"): {"t": 1},
            ("a", "y"): {"win": 1, "draw": 2},
            ("b", "x"): {"draw": 1, "win": 1},
            ("b", "y"): {"t": 2, "lose": 1},
        },
        "t": {
            ("a", "x"): {"win": 1},
            ("a", "y"): {"lose": 1},
            ("b", "x"): {"lose": 3, "draw": 1},
            ("b", "y"): {"win": 1},
        },
        "win": 1,
        "draw": Fraction(-1, 7),
        "lose": -1,
    }
)
RACE = DiceBattle(dice=3, target=4, faces=4, weights=(1, 3, 2, 5), bust=2, bust_score=1)
PROOFS = {
    "small graph": lambda: proof(backward_induction(SMALL)),
    "climb": lambda: proof(backward_induction(Climb(2))),
    "both choose": lambda: proof(backward_induction(DUEL)),
    "race": lambda: proof(solve(RACE)),
    "default die": lambda: proof(solve(DiceBattle(dice=2, target=3))),
}


def sealed(document):
    """The document with its digest made to fit."""
    return document | {"digest": checker.digest(document)}


def accepted(document):
    try:
        checker.check(document)
    except Rejected:
        return False
    return True


def places(value, path=()):
    """The path of every value inside a JSON document."""
    yield path
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in inside:
        yield from places(inner, (*path, key))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def put(document, path, value):
    """A copy of the document with another value at the path."""
    changed = copy.deepcopy(document)
    if not path:
        return value
    at(changed, path[:-1])[path[-1]] = value
    return changed


def others(value):
    """Other values of the same kind, as someone might write by mistake or on purpose."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 3, value + 100)
    elif isinstance(value, str) and re.fullmatch(r"-?0x[0-9a-f]+(/0x[0-9a-f]+)?", value):
        number = checker.number(value)
        for other in (
            number + 1,
            -number,
            number + Fraction(1, 2**300),
            number / 3,
            1 - number,
            number * 2,
        ):
            if other != number:
                yield checker.ratio_text(other)
        top, _, bottom = value.partition("/")
        yield f"{hex(2 * int(top, 16))}/{hex(2 * int(bottom or '0x1', 16))}"  # not in lowest terms
        yield from (
            value.upper(),
            f" {value}",
            f"{value}/",
            f"+{value}",
            value.replace("0x", "", 1),
            "0x1/0x0",
            "nan",
            "",
        )
    elif isinstance(value, str):
        yield from (value + "'", "", "0x1")
    elif isinstance(value, list):
        yield from ([*value, *value[-1:]], value[:-1], value[1:], value[::-1], [])
    elif isinstance(value, dict):
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
        yield value | {"another": 1}
        yield {}


def changed_documents(document):
    """(path, document) for every change of every single value, the digest left as it was."""
    for path in places(document):
        if path and path != ("digest",):
            for other in others(at(document, path)):
                if other != at(document, path):
                    yield path, put(document, path, other)


# --- true proofs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROOFS)
def test_a_true_proof_is_accepted_and_the_oracle_agrees(name):
    document = PROOFS[name]()
    assert is_true(document)
    value = checker.number(document["values"][0])
    assert checker.check(document).startswith(f"value {value} to ")
    assert checker.check(json.loads(json.dumps(document))) == checker.check(document)


def test_what_is_said_to_be_proved_is_counted_right():
    assert checker.check(PROOFS["small graph"]()).endswith(
        "over 3 states of an explicit graph from \"'s'\" to 3 payoffs of -1 to 1"
    )
    assert checker.check(PROOFS["race"]()).endswith(
        "over 16 states of a race to 4 with up to 3 dice of 4 faces weighted 1:3:2:5, a throw "
        "with a 2 scoring 1"
    )


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


@pytest.mark.parametrize("name", ["small graph", "race"])
def test_each_value_and_each_list_of_optimal_actions_counts(name):
    document = PROOFS[name]()
    for k, text in enumerate(document["values"]):
        for step in (Fraction(1), Fraction(-1, 10**50), Fraction(1, 10**5000)):
            wrong = checker.ratio_text(checker.number(text) + step)
            assert not accepted(sealed(put(document, ("values", k), wrong)))
    known = sorted(
        {a for best in document["optimal"] for a in best}
        | ({1, 2, 3, 4} if name == "race" else {"a", "b", "c", "x", "y", "z"})
    )
    for k, best in enumerate(document["optimal"]):
        wrong_lists = [[a for a in known if (a in best) != (a == flip)] for flip in known]
        wrong_lists += [best[::-1]] * (len(best) > 1) + [
            best + best[:1],
            [],
            [float(a) if isinstance(a, int) else [a] for a in best],
        ]
        for wrong in wrong_lists:
            assert not accepted(sealed(put(document, ("optimal", k), wrong))), (k, wrong)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("dice", 2),
        ("dice", 4),
        ("target", 3),
        ("target", 5),
        ("weights", ["0x1", "0x3", "0x2", "0x6"]),
        ("weights", ["0x1", "0x3", "0x2"]),
        ("weights", ["0x1", "0x3", "0x2", "0x5", "0x1"]),
        ("weights", ["0x3", "0x1", "0x2", "0x5"]),
        ("bust", 1),
        ("bust", 3),
        ("bust_score", 2),
        ("family", "graph"),
        ("bust_score", True),  # equal to 1, but no int
        ("dice", 3.0),
        ("dice", True),
        ("dice", 0),
        ("target", 4.0),
        ("bust", 0),
        ("bust", 5),
        ("bust", True),
        ("bust_score", 0),
        ("bust_score", -1),
        ("weights", ["0x1", "0x3", "0x2", "-0x5"]),
        ("weights", ["0x0"] * 4),
        ("weights", ["0x1/0x2", "0x3", "0x2", "0x5"]),
        ("weights", [1, 3, 2, 5]),
        ("weights", "0x1"),
        ("weights", []),
        ("family", None),
    ],
    ids=repr,
)
def test_each_option_of_a_race_counts(option, value):
    document = PROOFS["race"]()
    assert accepted(document)
    assert not accepted(sealed(put(document, ("problem", option), value)))


def test_another_way_to_write_the_same_rules_is_still_a_proof():
    document = PROOFS["race"]()
    doubled = put(
        document,
        ("problem", "weights"),
        [hex(2 * int(w, 16)) for w in document["problem"]["weights"]],
    )
    assert accepted(sealed(doubled))
    assert is_true(doubled)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_two_changes_at_once_do_not_cancel_out_either(data):
    """Values of a race changed together, digest recomputed: only the true values pass."""
    document = PROOFS["default die"]()
    changes = data.draw(
        st.dictionaries(
            st.integers(0, 8), st.fractions(-1, 1, max_denominator=8), min_size=1, max_size=9
        )
    )
    for k, value in changes.items():
        document["values"][k] = checker.ratio_text(value)
    assert accepted(sealed(document)) == is_true(document)


# --- rules of a graph -----------------------------------------------------------------------------


def graph_proof(states, values, optimal):
    return sealed(
        {
            "format": checker.FORMAT,
            "problem": {"family": "graph", "states": states},
            "values": values,
            "optimal": optimal,
        }
    )


def turn(player, moves, name="s"):
    """A state in which one player moves: moves are {action: [[next state, weight], ...]}."""
    actions, laws = list(moves), list(moves.values())
    if player == MAX:
        return {"state": name, "actions": [actions, ["wait"]], "laws": [[law] for law in laws]}
    return {"state": name, "actions": [["wait"], actions], "laws": [laws]}


def stay(k, *targets, player=MAX):
    return turn(player, {"on": [[t, "0x1"] for t in targets]}, str(k))


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


END = {"state": "end", "payoff": "0x1"}


def mended(**parts):
    """A sound state with some of its parts replaced (None: left out)."""
    return {key: part for key, part in (stay(0, 1) | parts).items() if part is not None}


@pytest.mark.parametrize(
    "states",
    [
        [stay(0, 2), END],  # leads out of the file
        [stay(0, -1), END],
        [stay(0), END],  # leads nowhere
        [mended(laws=[[[[1, "0x0"]]]]), END],
        [mended(laws=[[[[1, "-0x1"]]]]), END],
        [mended(laws=[[[[1, "0x1/0x2"]]]]), END],
        [mended(laws=[[[[1, 1]]]]), END],
        [mended(laws=[[[[1.0, "0x1"]]]]), END],
        [mended(laws=[[[[1, "0x1", 0]]]]), END],
        [mended(laws=[[]]), END],
        [mended(laws=[]), END],
        [mended(laws=[[[[1, "0x1"]], [[1, "0x1"]]]]), END],  # a law for an action that is not there
        [mended(laws=None), END],
        [mended(actions=None), END],
        [mended(state=None), END],
        [mended(actions=[["on"]]), END],
        [mended(actions=[["on"], []]), END],
        [mended(actions=[[], ["wait"]]), END],
        [mended(actions=[["on"], ["wait"], ["wait"]]), END],
        [
            mended(actions=[["on"], ["off"]]),
            END,
        ],  # both choose, so the one optimal action proves nothing
        [mended(player=0), END],
        [stay(0, 1), {"state": "end", "payoff": 1}],
        [stay(0, 1), {"state": "end", "payoff": "1"}],
        [stay(0, 1), {"state": "end", "payoff": "0x2/0x2"}],
        [stay(0, 1), {"state": "end", "payoff": None}],
        [stay(0, 1), None],
        [None, stay(0, 1)],
        [],
        {},
        None,
    ],
    ids=range(30),
)
def test_bad_rules_of_a_graph_are_rejected(states):
    assert accepted(graph_proof([stay(0, 1), END], ["0x1"], [["on"]]))
    with pytest.raises(Rejected):
        checker.check(graph_proof(states, ["0x1"], [["on"]]))


def test_both_players_choose_their_own_best():
    ends = [{"state": "low", "payoff": "-0x2"}, {"state": "high", "payoff": "0x3/0x2"}]
    moves = {"a": [[1, "0x1"]], "b": [[2, "0x1"]], "c": [[1, "0x5"]]}
    for player, value, best in ((MAX, "0x3/0x2", ["b"]), (MIN, "-0x2", ["a", "c"])):
        assert accepted(graph_proof([turn(player, moves), *ends], [value], [best]))
        assert not accepted(graph_proof([turn(1 - player, moves), *ends], [value], [best]))


HALF = ["0x1/0x2", "0x1/0x2"]


def pennies(row, column, value="0x0"):
    """Matching pennies, where only fair coins are optimal."""
    win, lose = [[1, "0x1"]], [[2, "0x1"]]
    states = [
        {
            "state": "s",
            "actions": [["heads", "tails"], ["heads", "tails"]],
            "laws": [[win, lose], [lose, win]],
        },
        {"state": "win", "payoff": "0x1"},
        {"state": "lose", "payoff": "-0x1"},
    ]
    return graph_proof(states, [value], [{"row": row, "column": column}])


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
    "document",
    [None, [], "proof", 3, {}, {"format": "exactdice proof 2"}, {"format": ["x"]}],
    ids=repr,
)
def test_anything_but_a_proof_is_rejected(document):
    with pytest.raises(Rejected):
        checker.check(document)


def test_a_wrong_format_missing_keys_and_extra_keys_are_rejected():
    document = PROOFS["race"]()
    with pytest.raises(
        Rejected, match=r"^format must be 'exactdice proof 2', got 'exactdice proof 1'$"
    ):
        checker.check(sealed(document | {"format": "exactdice proof 1"}))
    with pytest.raises(Rejected, match=r"^a proof must have the keys "):
        checker.check(sealed(document | {"note": 1}))
    for key in ("problem", "values", "optimal"):
        with pytest.raises(Rejected, match=r"^a proof must have the keys "):
            checker.check(sealed({k: v for k, v in document.items() if k != key}))
    with pytest.raises(Rejected, match=r"^a race must have the keys "):
        checker.check(sealed(put(document, ("problem", "note"), 1)))


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


@pytest.mark.parametrize(
    "text",
    [
        "-0x0",
        "0x00",
        "0X1",
        "0xF",
        "f",
        "1",
        "0x2/0x4",
        "0x1/0x1",
        "0x1/-0x2",
        "0x1/",
        "/0x1",
        "0x1/0x0",
        " 0x1",
        "0x1\n",
        "0x_1",
        "0x1/0x2/0x3",
        "",
        1,
        None,
        0.5,
        True,
    ],
    ids=repr,
)
def test_any_other_spelling_is_rejected(text):
    with pytest.raises(Rejected):
        checker.number(text)


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


def test_alone_it_ends_with_status_2_when_there_is_nothing_to_read(alone, tmp_path):
    assert alone()[::2] == (2, "usage: python -I checker.py FILE\n")
    assert alone("a", "b")[0] == 2
    for unreadable in (tmp_path / "missing.json", tmp_path):
        status, out, err = alone(unreadable)
        assert (status, out) == (2, "")
        assert err.startswith("cannot read: ")


# --- files made by nobody's write_proof -----------------------------------------------------------

CRASHES = {
    "a law that is no list of pairs": graph_proof([mended(laws=[[[[1]]]]), END], ["0x1"], [["on"]]),
    "a law that is a number": graph_proof([mended(laws=[[1]]), END], ["0x1"], [["on"]]),
    "actions that are no pair": graph_proof([mended(actions=["on"]), END], ["0x1"], [["on"]]),
    "a family that cannot be hashed": sealed(
        {"format": checker.FORMAT, "problem": {"family": []}, "values": [], "optimal": []}
    ),
}


@pytest.mark.parametrize("name", CRASHES)
def test_rules_of_the_wrong_shape_are_rejected_and_nothing_else_is_raised(name):
    try:
        checker.check(CRASHES[name])
    except Rejected:
        return
    pytest.fail("accepted")


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


def test_a_game_whose_states_are_huge_ints_can_be_proved():
    game = listed({10**5000: (MIN, {"on": {"end": 1}}), "end": 1})
    assert check(backward_induction(game)).startswith("value ")


PALETTE = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    "",
    "0x1",
    "\ud800",
    [],
    [[]],
    [[1]],
    {},
    {"payoff": "0x1"},
    "x" * 500,
]


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


def test_denominators_that_only_keep_the_checker_busy_are_refused_before_their_sum():
    """Denominators of millions of bits that share next to no divisor; in an honest proof they
    divide one that is not so large.
    """
    from exactdice.checker import Rejected, over_one_denominator

    tall = [Fraction(1, (1 << 4_000_000 + k) - 1) for k in range(40)]
    with pytest.raises(Rejected, match="denominator too large"):
        over_one_denominator(tall)


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
