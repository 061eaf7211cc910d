"""A game whose states never end is refused early where that is proved, and no other game is."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactdice import MAX, WAIT, Distribution, cost, die, point
from exactdice.errors import UnsolvableError
from exactdice.graph import explore
from exactdice.graph.growing import Grown, Unclear

FIRST = 100  # states after which it is looked, so that tests are short


@pytest.fixture(autouse=True)
def looked_at_early(monkeypatch):
    monkeypatch.setattr("exactdice.graph.exploring.FIRST_LOOK", FIRST)


@dataclass(frozen=True)
class Walk:
    """MAX walks from state to state: `after` says which may follow, () where play is over."""

    start: object
    after: object

    def payoff(self, state):
        return None if self.after(state) else 0

    def actions(self, state, player):
        return ("on",) if player == MAX else (WAIT,)

    def outcomes(self, state, actions):
        return Distribution(dict.fromkeys(self.after(state), 1))


class Place(NamedTuple):
    here: int
    turn: int


class Nested(NamedTuple):
    scores: tuple
    to_move: int


@dataclass(frozen=True)
class Purse:
    money: int
    bets: int


# name: (start, what may follow, which numbers are told of)
ENDLESS = {
    "a counter": (Place(0, 0), lambda s: [Place((s[0] + k) % 9, s[1] + 1) for k in (1, 2)], "turn"),
    "a counter alone": (0, lambda s: [s + 1], "the number"),
    "beside an end": (
        Place(0, 0),
        lambda s: s[0] < 3 and [Place(k, s[1] + 1) for k in range(4)],
        "turn",
    ),
    "by whose parity one moves": (0, lambda s: [s + 1] if s % 2 else [s + 3], "the number"),
    "by whose quotient one moves": (0, lambda s: [s + 2 + (s // 2) % 3], "the number"),
    "downward": (Place(0, 0), lambda s: [Place(1 - s[0], s[1] - 1)] * (s[1] < 9), "turn"),
    "after a first bound": (Place(0, 0), lambda s: [Place(min(s[1], 7), s[1] + 1)], "turn"),
    "within": (
        Nested((0, 0), 0),
        lambda s: [Nested((s[0][1] + 1, s[0][0]), 1 - s.to_move)],
        "scores[0] and scores[1]",
    ),
    "in a dataclass": (
        Purse(5, 0),
        lambda s: [replace(s, bets=s.bets + 1), replace(s, money=9 - s.money)],
        "bets",
    ),
    "two that keep their difference": (
        (0, 0),
        lambda s: abs_below_2(s[0] - s[1]) and [(s[0] + 1, s[1]), (s[0], s[1] + 1)],
        "[0] and [1]",
    ),
}


def abs_below_2(number):
    return -2 < number < 2


# Each ends, though a number in it has new extremes on and on.
FINITE = {
    "a target": (0, lambda s: [s + 1] * (s < 2000)),
    "a number that must be hit": (0, lambda s: [s + 1] * (s != 2000)),
    "one below it": (0, lambda s: [s + 1] * (s + 1 != 2000)),
    "a number of a set": (0, lambda s: [s + 1] * (s not in {2000})),
    "a multiple": (1, lambda s: [s + 1] * (s % 1999 != 0)),
    "a digit": (1, lambda s: [s + 1] * ("2000" not in str(s))),
    "downward": (2000, lambda s: [s - 1] * (s > 0)),
    "a square": (0, lambda s: [s + 1] * (s * s < 4_000_000)),
    "a quotient": (0, lambda s: [s + 1] * (s // 7 < 300)),
    "a race": ((0, 0), lambda s: [(s[0] + k, s[1] + 3 - k) for k in (1, 2)] * (max(s) < 60)),
    "one catches up": ((0, 900), lambda s: [(s[0] + 2, s[1] + 1)] * (s[0] < s[1])),
    "a list of places": (0, lambda s: [s + 1] * range(2001)[s] * (s < 2000) or [s + 1] * (s == 0)),
    "a float": (0, lambda s: [s + 1] * (float(s) < 2000)),
    "only of whole numbers": (0, lambda s: [s + 1] * (s < 2000 if isinstance(s, int) else 1)),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_number_that_grows_without_end_is_told(name):
    start, after, told = ENDLESS[name]
    grow = "grow" if " and " in told else "grows"
    with pytest.raises(UnsolvableError) as refused:
        explore(Walk(start, after))
    assert f" of which were looked at: {told} {grow} without end, as from " in str(refused.value)
    assert "limit=none" in str(refused.value)


@pytest.mark.parametrize("name", FINITE)
def test_a_finite_game_is_never_refused(name):
    start, after = FINITE[name]
    assert len(explore(Walk(start, after))) > 2 * FIRST


@given(st.integers(FIRST, 3 * FIRST), st.integers(1, 5), st.integers(1, 3), st.booleans())
def test_a_bound_is_met_wherever_it_is_and_however_it_is_asked(bound, faces, step, exactly):
    """Breadth first, and each layer has new extremes up to the last."""

    def after(state):
        _, turn = state
        if turn == bound if exactly else turn >= bound:
            return []
        return [(k, turn + 1) for k in range(0, faces * step, step)]

    assert len(explore(Walk((0, 0), after))) == 1 + faces * bound


def test_the_laws_of_dice_are_followed_too():
    class Thrown(Walk):
        def outcomes(self, state, actions):
            return die(6).bind(lambda k: point(Place((state.here + k) % 7, state.turn + 1)))

    with pytest.raises(UnsolvableError, match="turn grows without end"):
        explore(Thrown(Place(0, 0), lambda state: True))


numbers = st.integers(-9, 9)
grown = st.builds(Grown, numbers, numbers.filter(bool))
OPERATIONS = [
    lambda a, b: a + b,
    lambda a, b: b + a,
    lambda a, b: a - b,
    lambda a, b: b - a,
    lambda a, b: a * b,
    lambda a, b: b * a,
    lambda a, b: -a,
    lambda a, b: a % b,
    lambda a, b: a // b,
    lambda a, b: a == b,
    lambda a, b: a != b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: b < a,
    lambda a, b: b <= a,
    lambda a, b: a > b,
    lambda a, b: a >= b,
    lambda a, b: bool(a),
]


@given(grown, grown | numbers, st.sampled_from(OPERATIONS))
def test_what_is_said_of_a_grown_number_holds_however_far_it_has_grown(a, b, operation):
    def at(t, number):
        return number.value + t * number.rate if isinstance(number, Grown) else number

    try:
        answer = operation(a, b)
    except Unclear:
        return
    for t in range(40):
        assert at(t, answer) == operation(at(t, a), at(t, b))


@pytest.mark.parametrize("ask", [str, repr, "{}".format, lambda n: n == 0.5, lambda n: n < "a"])
def test_what_may_depend_on_its_size_is_unclear(ask):
    with pytest.raises(Unclear):
        ask(Grown(3, 1))


def test_limit_none_lists_on():
    met = []

    def after(state):
        met.append(state)
        if len(met) > 5000:
            raise KeyboardInterrupt
        return [state + 1]

    with cost.limit(None), pytest.raises(KeyboardInterrupt):
        explore(Walk(0, after))
