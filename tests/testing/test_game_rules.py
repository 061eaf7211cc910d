"""check_game: every broken rule of a user's game in one report, each with its state."""

from dataclasses import dataclass
from fractions import Fraction
from random import random
from typing import Any

import pytest

from exactdice import (
    MAX,
    WAIT,
    ConnectFour,
    DiceBattle,
    Distribution,
    Kuhn,
    OneShotBattle,
    SimultaneousBattle,
    backward_induction,
    point,
    solve,
)
from exactdice.exact.errors import RulesError
from exactdice.game import optional
from exactdice.testing import check_game


@dataclass(frozen=True)
class Line:
    """States 0, 1, 2, ... `last`, one move each; `broken` replaces the answer of a rule
    at a state.
    """

    broken: Any = ()
    start: Any = 0
    last: int = 3

    def answer(self, rule, state, otherwise):
        for which, where, answer in self.broken:
            if (which, where) == (rule, state):
                return answer() if callable(answer) else answer
        return otherwise

    def payoff(self, state):
        return self.answer("payoff", state, 1 if state == self.last else None)

    def actions(self, state, player):
        return self.answer(f"actions of {player}", state, ("go",) if player == MAX else (WAIT,))

    def outcomes(self, state, joint):
        return self.answer("outcomes", state, point(state + 1))


def report(*broken, **options):
    with pytest.raises(RulesError) as caught:
        check_game(Line(broken, **options))
    heading, *lines = str(caught.value).splitlines()
    assert heading == f"{len(lines)} broken rule{'s' * (len(lines) > 1)}:"
    return lines


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (
            ("payoff", 2, 0.5),
            "the payoff of 2 must be exact (an int or a Fraction), got the float 0.5",
        ),
        (("actions of 0", 1, ()), "MAX must have at least one action at 1"),
        (("actions of 0", 2, ("a", "a")), "the actions of MAX at 2 must differ"),
        (("outcomes", 1, 2), "outcomes(1, ('go', 'wait')) must be a Distribution, got 2"),
        (
            ("outcomes", 1, lambda: point([2])),
            "an outcome of a law must be hashable, such as a tuple, got [2]",
        ),
        (("payoff", 1, lambda: {}["missing"]), "1: the rules raise KeyError: 'missing'"),
        (
            ("payoff", 1, lambda: Fraction(int(random() * 10**15))),
            "1: asked twice, the rules answer differently",
        ),
        (("outcomes", 2, point(0)), "play need not end from 0, 1, 2: nobody can end it there"),
    ],
)
def test_a_broken_rule_is_reported_with_its_state(broken, said):
    lines = report(broken)
    assert lines[0].startswith(said)
    assert broken[0] == "outcomes" or len(lines) == 1


def test_every_broken_rule_is_in_one_report():
    lines = report(
        ("payoff", 3, 1.0),
        ("outcomes", 2, lambda: Distribution({3: 1, 5: 1})),
        ("actions of 0", 6, ()),
        last=9,
    )
    assert [line.split(",")[0] for line in lines] == [
        "the payoff of 3 must be exact (an int or a Fraction)",
        "MAX must have at least one action at 6 (WAIT when it is not to move)",
    ]


@pytest.mark.parametrize("rule", ["payoff", "actions", "outcomes"])
def test_a_rule_that_is_missing_is_reported(rule):
    given = {"start": 0, "payoff": lambda *_: None, "actions": lambda *_: (WAIT,)}
    given["outcomes"] = lambda *_: point(0)
    del given[rule]
    with pytest.raises(RulesError, match=f"has no attribute '{rule}'"):
        check_game(type("Unfinished", (), given)())


def test_a_start_that_cannot_be_hashed_is_reported():
    assert report(start=[0])[0].startswith("a state must be hashable")


def test_a_long_report_is_cut_and_says_so():
    with pytest.raises(RulesError, match=r"^30 broken rules:\n(.*\n){20}\.\.\. and 10 more$"):
        check_game(
            Line((("outcomes", 0, FAR), *(("payoff", k, 0.5) for k in range(1, 31))), last=31)
        )


FAR = Distribution(dict.fromkeys(range(1, 31), 1))


def test_a_large_game_is_checked_on_its_first_states():
    assert (
        check_game(Line(last=10**9), most_states=50) == "the rules are kept at the first 50 states"
    )


def test_a_payoff_of_0_before_the_game_is_over_is_caught_with_a_hint():
    hint = (
        r"the payoff is 0, so the game is over there, but the rules lead on from it: the "
        r"payoff must be None until the game is over$"
    )
    with pytest.raises(RulesError, match=rf"0: {hint}"):
        check_game(Line(tuple(("payoff", k, 0) for k in range(3))))


def test_a_tie_in_mid_game_is_caught_and_a_draw_after_which_nothing_goes_on_is_not():
    # From 0 to 1 or 2, then on to 3: what happens at 1 is taken for a draw.
    tie = Line((("payoff", 1, 0), ("outcomes", 0, Distribution({1: 1, 2: 1}))))
    with pytest.raises(RulesError, match=r"1: the payoff is 0, so the game is over there"):
        check_game(tie)
    for drawn in (
        SimultaneousBattle(dice=2, target=3),
        OneShotBattle(dice=2),
        ConnectFour(2, 3, line=3),
    ):
        assert check_game(drawn).startswith("the rules are kept at all")


class Countdown(Line):
    """One way down from 3 to 0, where the game is drawn; the rules would lead on below 0."""

    def payoff(self, state):
        return None if state else 0

    def outcomes(self, state, joint):
        return point(state - 1)


def test_a_draw_beyond_which_nothing_is_ever_paid_is_no_mid_game():
    assert check_game(Countdown(start=3)) == "the rules are kept at all 4 states"


class Begins(DiceBattle):
    def start(self):
        return 0


def test_a_start_that_is_a_method_is_caught_with_a_hint():
    for ask in (check_game, solve, backward_induction):
        said = r"start must be a state, but it is a method: write @property above its def"
        with pytest.raises(RulesError, match=said):
            ask(Begins())


# --- optional members -----------------------------------------------------------------------------


def with_member(name, member):
    """The line of states with one more member."""
    members = {name: member}
    if name == "family":  # one protocol asks for all three
        members |= {
            "family_states": lambda self: [0],
            "family_optimal": lambda self, state, optimal: optimal(state),
        }
    return type("WithMember", (Line,), members)()


BROKEN_MEMBERS = [
    ("solo", 1, "solo: must be True or False, got 1"),
    ("text", lambda self, state: state, "text: must be a text, got 0 (at 0)"),
    ("ending", lambda self, payoff: None, "ending: must be a text, got None (at 3)"),
    (
        "heuristic",
        lambda self, state: 0.5,
        (
            "heuristic: the guess must be exact (an int or a Fraction), got the float 0.5: write "
            "Fraction(1, 2) (at 0)"
        ),
    ),
    ("exploring_cost", -1, "exploring_cost: must be an int of 0 or more, got -1"),
    ("extremes", (-1, 0), "extremes: -1 to 0 leaves out the payoff 1 (at 3)"),
    ("named", {"score": ("sum",)}, "named: 'score' is no option of the game"),
    (
        "family",
        lambda self: {"family": {1}},
        "family: raises TypeError: Object of type set is not JSON serializable",
    ),
    (
        "level",
        lambda self, state: 3 - state,
        (
            "level must grow with every move, but it is 3 at 0 and 2 at 1, which can follow: "
            "without level the order is found by a search"
        ),
    ),
    ("level", lambda self, state: "low", "level(0) must be a whole number, got 'low'"),
    (
        "canonical",
        lambda self, state: state,
        (
            "canonical: raises RulesError: canonical(0) must be a pair, a state and {action there: "
            "action here}, got 0"
        ),
    ),
    (
        "canonical",
        lambda self, state: ((state + 1) % 4, {}),
        "canonical: 1 stands for others, but not for itself (at 0)",
    ),
    (
        "canonical",
        lambda self, state: (min(state, 2), {}),
        "canonical: the payoff is None at 2, which stands for it (at 3)",
    ),
    (
        "canonical",
        lambda self, state: (state, {"go": "stay"}),
        "canonical: the actions of MAX are not those at 0, mapped back (at 0)",
    ),
    (
        "canonical",
        lambda self, state: (max(state, 1), {}),
        "canonical: what follows ('go', 'wait') at 1 is not symmetric to it (at 0)",
    ),
    (
        "bound_bits",
        lambda self: 0,
        (
            "bound_bits: bound_bits() of WithMember(broken=(), start=0, last=3) must be a whole "
            "number of 1 or more, got 0"
        ),
    ),
]


@pytest.mark.parametrize(("name", "member", "line"), BROKEN_MEMBERS)
def test_a_member_that_breaks_its_promise_is_named(name, member, line):
    with pytest.raises(RulesError) as caught:
        check_game(with_member(name, member))
    assert str(caught.value) == f"1 broken rule:\n{line}"


KEPT_MEMBERS = {
    "observation": lambda self, state, player: state,
    "hides": True,
    "solo": True,
    "text": lambda self, state: f"field {state}",
    "ending": lambda self, payoff: f"{payoff} won",
    "heuristic": lambda self, state: Fraction(state, 3),
    "exploring_cost": 4,
    "extremes": (0, 1),
    "named": {"last": ("three",)},
    "family": lambda self: {"family": "line", "last": 3},
    "pure": True,
    "level": lambda self, state: state,
    "canonical": lambda self, state: (state, {}),
    "bound_bits": lambda self: 1,
}


@pytest.mark.parametrize("name", KEPT_MEMBERS)
def test_a_member_that_keeps_its_promise_is_right(name):
    assert check_game(with_member(name, KEPT_MEMBERS[name])) == "the rules are kept at all 4 states"


def counting(self, state, player):
    """Another observation each time."""
    ASKED.append(state)
    return len(ASKED)


ASKED: list[int] = []
MISOBSERVED = [
    ({"observation": lambda self, state, player: [state]}, "observation: .*must be hashable"),
    ({"observation": counting}, "observation: MAX observes .* and, asked again, "),
    (
        {"observation": lambda self, state, player: None, "hides": "yes"},
        "hides: must be True or False, got 'yes'",
    ),
]


@pytest.mark.parametrize(("members", "line"), MISOBSERVED)
def test_what_players_observe_is_looked_at(members, line):
    with pytest.raises(RulesError, match=line):
        check_game(type("Seen", (Line,), members)())


def test_who_knows_the_same_has_the_same_actions():
    """In Kuhn poker MIN must know whether MAX has bet."""

    class Blind(Kuhn):
        def observation(self, state, player):
            return None if state.played else "a card"

    with pytest.raises(RulesError, match=r"observation: MIN knows .*must be the same there"):
        check_game(Blind())


def test_a_game_for_one_in_which_min_chooses_is_none():
    game = type(
        "Two", (Line,), {"solo": True, "actions": lambda self, state, player: ("go", "stay")}
    )()
    with pytest.raises(
        RulesError,
        match=r"^1 broken rule:\nsolo: is True, but MIN has the actions \('go', 'stay'\) \(at 0\)$",
    ):
        check_game(game)


def test_every_member_of_the_list_is_checked():
    asked = {name for protocol in vars(optional).values() for name in members_of(protocol)}
    # What the library's own classes alone have is not asked of games.
    assert asked == {*KEPT_MEMBERS, "family_states", "family_optimal", "drawn_with"}


def members_of(protocol):
    """The members that a protocol of `optional` asks for."""
    is_one = isinstance(protocol, type) and protocol.__module__ == optional.__name__
    return [name for name in vars(protocol) if not name.startswith("_")] if is_one else []
