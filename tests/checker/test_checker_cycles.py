"""The checker where play comes back: proofs of Pig and of cyclic graphs, exact and within bounds,
with each part tampered with.

A tampered document, its digest recomputed, may be accepted only when it is still true. That is
decided here from the rules alone: for graphs over all pairs of pure stationary strategies, for Pig
by solving, move by move on the rule sheet, what the letters guarantee.
"""

import copy
import json
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import is_true, listed, merged, positional_values
from test_checker import (
    PALETTE,
    accepted,
    changed_documents,
    graph_proof,
    places,
    put,
    sealed,
    stay,
    turn,
)

from exactdice import (
    MAX,
    MIN,
    WAIT,
    Pig,
    PigState,
    checker,
    enclose,
    piglet,
    proof,
    solve,
    strategy_iteration,
    uniform,
)
from exactdice.checker import Rejected
from exactdice.errors import ExactDiceError
from exactdice.graph import explore

# --- true proofs ----------------------------------------------------------------------------------

TIED = Pig(
    3, weights=(1, 2), bust=2
)  # with 0 points against 2 and turn total 1, rolling and holding are equally good
LOOPS = listed(
    {
        "s": (MAX, {"a": {"t": 1, "low": 1}, "b": {"s": 1, "u": 2}, "c": {"high": 1, "low": 3}}),
        "t": (MIN, {"x": {"s": 2, "high": 1}, "y": {"u": 1}}),
        "u": (MIN, {"x": {"t": 1, "low": 1}, "z": {"high": 1, "s": 1}}),
        "low": Fraction(-1, 3),
        "high": 2,
    }
)
# the players may pass for ever without loss, and each may stop: how each ends play belongs to the
# proof
WAITING = listed(
    {
        "s": (MAX, {"pass": {"t": 1}, "stop": {"end": 1}, "err": {"low": 1, "t": 1}}),
        "t": (MIN, {"pass": {"s": 1}, "stop": {"s": 1, "end": 1}}),
        "end": Fraction(1, 2),
        "low": 0,
    }
)
PROOFS = {
    "piglet": lambda: proof(solve(piglet(2))),
    "pig with a tie": lambda: proof(solve(TIED)),
    "pig, three faces": lambda: proof(solve(Pig(2, weights=(2, 1, 3), bust=2))),
    "piglet within bounds": lambda: proof(enclose(piglet(2), 3)),
    "pig within bounds": lambda: proof(enclose(TIED, 2)),
    "loops": lambda: proof(strategy_iteration(LOOPS)),
    "waiting": lambda: proof(strategy_iteration(WAITING)),
    "loops within bounds": lambda: proof(enclose(LOOPS, 3)),
    "waiting within bounds": lambda: proof(enclose(WAITING, 2)),
}

# --- whether a document is true -------------------------------------------------------------------


def number(text):
    top, _, bottom = text.partition("/")
    return Fraction(int(top, 16), int(bottom or "0x1", 16))


def ends(claim):
    return tuple(map(number, claim)) if isinstance(claim, list) else (number(claim),) * 2


def still_true(document):
    """Whether an accepted document says what is so of the rules that it states."""
    within_bounds = any(isinstance(claim, list) for claim in document["values"])
    if document["problem"]["family"] == "graph":
        return graph_bounds_are_true(document) if within_bounds else is_true(document)
    rules = document["problem"]
    game = Pig(
        rules["target"], weights=tuple(int(w, 16) for w in rules["weights"]), bust=rules["bust"]
    )
    letters = tuple(document["optimal"])
    claims = [ends(claim) for claim in document["values"]]
    if not len(claims) == len(letters) == game.target**2:
        return False
    if not within_bounds:
        values, best = pig_truth(game)
        return claims == [(value, value) for value in values] and letters == best
    return pig_bounds_are_true(game, letters, claims)


@lru_cache(maxsize=256)
def pig_truth(game):
    """The values of the starts of turns and the letters, by the solver for any graph: it knows
    nothing of Pig.
    """
    solution = strategy_iteration(FromEverywhere(game))
    starts = [PigState(i, j) for i in range(game.target) for j in range(game.target)]
    spelled = {("roll",): "r", ("hold",): "h", ("roll", "hold"): "b"}
    letters = [
        "".join(
            spelled[solution.optimal_actions[s._replace(turn_total=k)]]
            for k in range(1, game.target - s.first)
        )
        for s in starts
    ]
    return [solution.values[s] for s in starts], tuple(letters)


@dataclass(frozen=True)
class FromEverywhere:
    """Pig whose start is a draw of any unfinished state, so that every one of them is reachable."""

    game: Pig
    start = "anywhere"

    def payoff(self, state):
        return None if state == self.start else self.game.payoff(state)

    def actions(self, state, player):
        return (WAIT,) if state == self.start else self.game.actions(state, player)

    def outcomes(self, state, joint):
        if state == self.start:
            return uniform(self.game.unfinished())
        return self.game.outcomes(state, joint)


@dataclass(frozen=True)
class ByLetters(FromEverywhere):
    """The same when MAX follows the letters: its choice where there is one, that of MIN where the
    letter is b.
    """

    letters: tuple[str, ...] = ()

    def actions(self, state, player):
        if state == self.start or state.to_move == MIN or state.turn_total == 0:
            return super().actions(state, player)
        letter = self.letters[state.first * self.game.target + state.second][state.turn_total - 1]
        chosen = {"r": ("roll",), "h": ("hold",), "b": ("roll", "hold")}[letter]
        return chosen if player == MIN else (WAIT,)

    def outcomes(self, state, joint):
        if state != self.start and state.to_move == MAX and joint[MAX] == WAIT:
            joint = (joint[MIN], WAIT)
        return super().outcomes(state, joint)


@lru_cache(maxsize=256)
def guaranteed(game, letters):
    """What MAX is paid by the letters at least, with MAX and with MIN to begin a turn, by own and
    other points.
    """
    values = strategy_iteration(ByLetters(game, letters)).values
    every = [(i, j) for i in range(game.target) for j in range(game.target)]
    return [values[PigState(i, j, 0, MAX)] for i, j in every], [
        values[PigState(j, i, 0, MIN)] for i, j in every
    ]


def pig_bounds_are_true(game, letters, claims):
    """Who follows the letters is guaranteed the lower end as mover; against who follows them no
    mover passes the upper end.
    """
    right = [
        len(text) == game.target - place // game.target - 1 and set(text) <= set("rhb")
        for place, text in enumerate(letters)
    ]
    if not all(right):
        return False
    moving, waiting = guaranteed(game, letters)
    return all(
        low <= a and -b <= high for (low, high), a, b in zip(claims, moving, waiting, strict=True)
    )


def graph_bounds_are_true(document):
    """By its listed actions alone MAX is guaranteed the lower ends and MIN the upper ends, whatever
    the other does.
    """
    states = document["problem"]["states"]
    unfinished = [k for k, state in enumerate(states) if "payoff" not in state]
    chosen = dict(zip(unfinished, document["optimal"], strict=True))
    claims = dict(zip(unfinished, map(ends, document["values"]), strict=True))

    def nodes(restricted):
        for k, state in enumerate(states):
            if "payoff" in state:
                yield number(state["payoff"])
                continue
            player = MAX if state["actions"][1] == ["wait"] else MIN
            moves = zip(
                state["actions"][player], (law for row in state["laws"] for law in row), strict=True
            )
            kept = [law for name, law in moves if player != restricted or name in chosen[k]]
            yield player, [merged(law) for law in kept]

    low, high = positional_values(list(nodes(MAX)))[0], positional_values(list(nodes(MIN)))[1]
    return all(claims[k][0] <= low[k] and high[k] <= claims[k][1] for k in unfinished)


# --- tampering ------------------------------------------------------------------------------------


def letters_changed(document):
    """(path, document) with one letter, or the order of the letters, changed."""
    if document["problem"]["family"] == "pig":
        for k, text in enumerate(document["optimal"]):
            for at in range(len(text)):
                for letter in "rhbx":
                    yield (
                        ("optimal", k),
                        put(document, ("optimal", k), text[:at] + letter + text[at + 1 :]),
                    )
            for other in (text[::-1], text[1:], text + "r", text.upper(), list(text)):
                yield ("optimal", k), put(document, ("optimal", k), other)


def ends_changed(document):
    """(path, document) with a value moved by a little or by much, made bounds, or bounds made
    narrower, wider, swapped, or one end.
    """
    for k, claim in enumerate(document["values"]):
        low, high = ends(claim)
        steps = [Fraction(1, 2**n) for n in (0, 3, 8, 12, 40)]
        pairs = [
            (low + a * step, high + b * step)
            for step in steps
            for a in (-1, 0, 1)
            for b in (-1, 0, 1)
        ]
        pairs += [
            (high, low),
            (low, low),
            (high, high),
            ((low + high) / 2,) * 2,
            (Fraction(-1), Fraction(1)),
        ]
        texts = [[checker.ratio_text(end) for end in pair] for pair in pairs]
        for text in (*texts, *(pair[0] for pair in texts), texts[0] * 2, texts[0][:1]):
            yield ("values", k), put(document, ("values", k), text)


def tampered(document):
    yield from changed_documents(document)
    yield from letters_changed(document)
    yield from ends_changed(document)


@pytest.mark.parametrize("name", PROOFS)
def test_a_true_proof_is_accepted_and_the_oracle_agrees(name):
    document = PROOFS[name]()
    assert checker.check(json.loads(json.dumps(document))).startswith("value ")
    assert still_true(document)


@pytest.mark.parametrize("name", PROOFS)
def test_no_tampered_document_is_accepted_unless_it_is_true(name):
    document, count, passed = PROOFS[name](), 0, 0
    for path, changed in tampered(document):
        count += 1
        if accepted(sealed(changed)):
            passed += 1
            assert still_true(changed), path
    assert count > 150
    assert (
        passed > 0
    )  # names, weights all doubled, wider bounds: such changes leave a document true


# --- graphs at random -----------------------------------------------------------------------------


@st.composite
def small_graphs(draw):
    """A game in turns of few states, each of which may lead anywhere."""
    size = draw(st.integers(1, 3))
    payoffs = draw(st.lists(st.fractions(-2, 2, max_denominator=3), min_size=1, max_size=2))
    names = [f"s{k}" for k in range(size)] + [f"end{k}" for k in range(len(payoffs))]
    law = st.dictionaries(st.sampled_from(names), st.integers(1, 3), min_size=1, max_size=2)
    game = {}
    for k in range(size):
        moves = draw(st.lists(law, min_size=1, max_size=2))
        game[f"s{k}"] = (
            draw(st.sampled_from([MAX, MIN])),
            {f"a{n}": weights for n, weights in enumerate(moves)},
        )
    return listed(game | {f"end{k}": payoff for k, payoff in enumerate(payoffs)})


@settings(max_examples=150)
@given(small_graphs(), st.booleans(), st.data())
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
    claims = st.fractions(-2, 2, max_denominator=4).map(checker.ratio_text)
    for k in range(len(document["values"])):
        near = st.sampled_from([document["values"][k], *document["values"]])
        pair = st.tuples(claims, claims).map(
            lambda two: [checker.ratio_text(end) for end in sorted(map(number, two))]
        )
        document["values"][k] = data.draw(st.one_of(near, claims, pair))
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


@pytest.mark.parametrize("value", ["0x0", "0x1/0x2", "0x1", "-0x5", ["-0x1", "0x1"]])
@pytest.mark.parametrize("best", [["on"], ["on", "off"], ["off"]])
def test_where_nobody_can_stop_nothing_is_proved(value, best):
    """Two states that lead to each other alone: every constant obeys the equation."""
    moves = {"on": [[1, "0x1"]], "off": [[1, "0x1"]]}
    states = [
        turn(MAX, moves),
        turn(MIN, {"on": [[0, "0x1"]], "off": [[0, "0x1"]]}),
        {"state": "end", "payoff": "0x1"},
    ]
    assert not accepted(graph_proof(states, [value] * 2, [best] * 2))


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


@pytest.mark.parametrize("name", ["piglet", "waiting"])
def test_junk_keys_are_rejected(name):
    document = PROOFS[name]()
    for place in ((), ("problem",)):
        for key in ("", "payoff", 1, None, ("a",)):
            changed = copy.deepcopy(document)
            (changed["problem"] if place else changed)[key] = "0x1"
            with pytest.raises(Rejected):
                checker.check(changed)


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
