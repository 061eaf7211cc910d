"""True proofs, and junk to put into them."""

import json
import re
from fractions import Fraction

from oracles import Climb, listed

from exactdice import MAX, MIN, DiceBattle, backward_induction, checker, proof, solve
from exactdice.checker import Rejected

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
    """A copy of the document with another value at the path; all beside the path is shared."""
    if not path:
        return value
    changed = document.copy()
    first, *rest = path
    changed[first] = put(document[first], rest, value) if rest else value
    return changed


def changed_values(table):
    """(proof's name, path, another value, what is said) of each row `NAME path = JSON | said`."""
    rows = re.findall(r"^(\w+) (\S+) = (.+?) \| (.+)$", table.replace("\n    ", " "), re.MULTILINE)
    return [(name, keys_of(path), json.loads(value), said) for name, path, value, said in rows]


def keys_of(path):
    return [int(key) if key.isdigit() else key for key in path.split(".")]


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


END = {"state": "end", "payoff": "0x1"}


def mended(**parts):
    """A sound state with some of its parts replaced (None: left out)."""
    return {key: part for key, part in (stay(0, 1) | parts).items() if part is not None}


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
