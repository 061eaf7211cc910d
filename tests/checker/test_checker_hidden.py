"""Proofs of games in which the players do not see everything: what is said of them, why they are
rejected, and that what a plan makes sure of is what all pure strategies of the other leave.
"""

import re
from fractions import Fraction
from itertools import product

import pytest
from hidden_games import drawn_game, proof_within_bounds
from second_checker import problem_of
from true_proofs import PALETTE, accepted, changed_values, places, put, sealed
from two_checkers import plain

from exactdice import MAX, MIN, WAIT, checker
from exactdice.checker import Rejected, ratio_text


def imperfect_information_proof(states, value, of_max, of_min):
    return sealed(
        {
            "format": checker.FORMAT,
            "problem": {"family": "hidden", "states": states},
            "values": [value],
            "optimal": {"MAX": of_max, "MIN": of_min},
        }
    )


def state(name, rows, columns, laws, observed=(None, None)):
    return {"state": name, "observed": list(observed), "actions": [rows, columns], "laws": laws}


def end(payoff):
    return {"state": f"paid {payoff}", "observed": [None, None], "payoff": payoff}


def to(*places):
    return [[place, "0x1"] for place in places]


WAITS, AB = ["wait"], ["a", "b"]
# MAX writes a or b down, MIN guesses: the matrix game 3 -1 / -2 1, of value 1/7 by the mixtures
# (3, 4)/7 and (2, 5)/7.
GUESS = imperfect_information_proof(
    [
        state("s", AB, WAITS, [[to(1)], [to(2)]]),
        state("a", WAITS, AB, [[to(3), to(4)]]),
        state("b", WAITS, AB, [[to(5), to(6)]]),
        *map(end, ("0x3", "-0x1", "-0x2", "0x1")),
    ],
    "0x1/0x7",
    [[[], ["0x3", "0x4"]]],
    [[[], ["0x2", "0x5"]]],
)
# The same where MIN is told: it is paid 1 or 2, and MAX writes a.
TOLD = imperfect_information_proof(
    [
        state("s", AB, WAITS, [[to(1)], [to(2)]]),
        state("a", WAITS, AB, [[to(3), to(4)]], (None, "a")),
        state("b", WAITS, AB, [[to(5), to(6)]], (None, "b")),
        *map(end, ("0x3", "-0x1", "-0x2", "0x1")),
    ],
    "-0x1",
    [[[], ["0x1", "0x0"]]],
    [[["a"], ["0x0", "0x1"]], [["b"], ["0x1", "0x0"]]],
)
# Chance alone moves, by two ways to one state.
TOSSED = imperfect_information_proof(
    [
        state("s", WAITS, WAITS, [[[[1, "0x1"], [2, "0x2"], [1, "0x1"]]]]),
        state("t", WAITS, WAITS, [[[[2, "0x1"], [3, "0x3"]]]]),
        end("0x8"),
        end("-0x8"),
    ],
    "0x2",  # 8 with chance 1/2 + 1/2 x 1/4
    [],
    [],
)
OVER = imperfect_information_proof([end("0x5")], "0x5", [], [])
# Not to act and to act with a single action are two things, and so are an action and an
# observation of one name.
NAMES = imperfect_information_proof(
    [
        state("s", WAITS, WAITS, [[to(1, 2)]]),
        state("acts", ["x"], WAITS, [[to(3)]]),
        state("is told", WAITS, WAITS, [[to(4)]], ("x", None)),
        state("acted", AB, WAITS, [[to(5)], [to(6)]]),
        state("was told", AB, WAITS, [[to(7)], [to(8)]]),
        *map(end, ("0x1", "0x0", "0x0", "0x1")),
    ],
    "0x1",
    [[[], ["0x1"]], [["x"], ["0x7", "0x0"]], [["x"], ["0x0", "0x1"]]],
    [],
)
HIDDEN = "a game with hidden information"
PROVED = {
    (
        f"value 1/7 to MAX, over 3 states of {HIDDEN} from 's' to 4 payoffs of -2 to 3, MAX and "
        "MIN deciding by 1 and 1 kinds of information"
    ): GUESS,
    (
        f"value -1 to MAX, over 3 states of {HIDDEN} from 's' to 4 payoffs of -2 to 3, MAX and "
        "MIN deciding by 1 and 2 kinds of information"
    ): TOLD,
    (
        f"value 2 to MAX, over 2 states of {HIDDEN} from 's' to 2 payoffs of -8 to 8, MAX and "
        "MIN deciding by 0 and 0 kinds of information"
    ): TOSSED,
    (
        f"value 5 to MAX, over 0 states of {HIDDEN} from 'paid 0x5' to 1 payoffs of 5 to 5, MAX "
        "and MIN deciding by 0 and 0 kinds of information"
    ): OVER,
    (
        f"value 1 to MAX, over 5 states of {HIDDEN} from 's' to 4 payoffs of 0 to 1, MAX and "
        "MIN deciding by 3 and 0 kinds of information"
    ): NAMES,
    (
        f"value -1/2 or more by at most 2^1 to MAX, over 3 states of {HIDDEN} from 's' to 4 "
        "payoffs of -2 to 3, MAX and MIN deciding by 1 and 1 kinds of information"
    ): sealed(put(GUESS, ("values", 0), ["-0x1/0x2", "0x1/0x7"])),
}


@pytest.mark.parametrize("said", PROVED)
def test_what_is_proved_is_said_in_one_line(said):
    assert checker.check(PROVED[said]) == said
    assert problem_of(PROVED[said]) is None


# proof, path of a value = another value in JSON | what is said; the digest is made to fit
REJECTED = """
GUESS problem = {"family": "hidden"} | a game with hidden information must have the keys
    ('states',), got {}
GUESS problem.states.0 = {"state": "s"} | state 0 must have the keys ('state', 'observed',
    'actions', 'laws'), got {'state': 's'}
GUESS values.0 = "0x1/0x8" | the first state: what is optimal guarantees 1/7 and 1/7, not the value
GUESS optimal.MAX.0.1 = ["0x1", "0x1"] | the first state: what is optimal guarantees 0 and 1/7, not
    the value
GUESS values.0 = ["-0x2", "0x3"] | bounds that leave out no payoff prove nothing
GUESS problem.states.3.payoff = ["0x3", "0x3"] | a number must be a text such as '-0x3/0x8', of
    300000 characters at most, got ['0x3', '0x3']
GUESS problem.states.1.observed = [null, 1] | an observation must be a text or null, got 1
GUESS problem.states.1.observed = [null, null, null] | the document is incomplete or of the wrong
    shape: ValueError('too many values to unpack (expected 2)')
GUESS problem.states.1.laws.0.1 = [[5, "0x1"]] | the ways to state 5 'paid -0x2' differ in what a
    player knows
GUESS problem.states.2.laws.0.1 = [[4, "0x1"]] | the ways to state 4 'paid -0x1' differ in what a
    player knows
TOSSED problem.states.1.laws.0.0.1.0 = 1 | state 1 't': a law must lead to later states, with
    positive weights
TOSSED problem.states.1.laws.0.0.1.1 = "0x0" | state 1 't': a law must lead to later states, with
    positive weights
GUESS problem.states.1.actions.1 = [] | state 1 'a' must have different actions, texts or ints, and
    a law for each pair of them
GUESS problem.states.2.actions.1 = ["a", "c"] | state 2 'b': who knows the same must have the same
    actions in the same order
GUESS optimal = {"MAX": [[[], ["0x3", "0x4"]]]} | optimal must have the keys ('MAX', 'MIN'), got
    {'MAX': [[[], ['0x3', '0x4']]]}
TOLD optimal.MIN = [[["a"], ["0x0", "0x1"]]] | the plan of MIN must have 2 entries, one for all that
    it may know when it acts
TOLD optimal.MIN = [[["b"], ["0x1", "0x0"]], [["a"], ["0x0", "0x1"]]] | the plan of MIN at ['b']:
    that is not what the player knows there
TOLD optimal.MIN.0.0 = ["", "a"] | the plan of MIN at ['', 'a']: that is not what the player knows
    there
GUESS optimal.MAX.0.1 = ["0x3", "0x4", "0x0"] | the plan of MAX at [] must have 2 weights, not all 0
GUESS optimal.MAX.0.1 = ["-0x1", "0x8"] | a weight must be whole and not negative, got '-0x1'
"""


@pytest.mark.parametrize(("proved", "path", "value", "said"), changed_values(REJECTED))
def test_why_a_proof_is_rejected_is_said_in_one_line(proved, path, value, said):
    changed = sealed(put(globals()[proved], path, value))
    with pytest.raises(Rejected, match=f"^{re.escape(said)}"):
        checker.check(changed)
    assert problem_of(changed) is not None


def test_an_action_that_is_true_is_not_1():
    """To Python they are one, also in what a player is said to know."""
    states = [
        state("s", [1, 2], WAITS, [[to(1)], [to(2)]]),
        state("one", AB, WAITS, [[to(3)], [to(4)]]),
        state("two", ["c"], WAITS, [[to(5)]]),
        *map(end, ("0x1", "0x0", "0x0")),
    ]
    known = [[[], ["0x1", "0x0"]], [[1], ["0x1", "0x0"]], [[2], ["0x1"]]]
    assert accepted(imperfect_information_proof(states, "0x1", known, []))
    known[1][0] = [True]
    assert not accepted(imperfect_information_proof(states, "0x1", known, []))


@pytest.mark.parametrize("document", [TOLD, TOSSED], ids=["told", "tossed"])
def test_junk_at_any_place_is_rejected_and_nothing_else_is_raised(document):
    for path in places(document):
        for junk in PALETTE:
            changed = put(document, path, junk)
            changed = sealed(changed) if isinstance(changed, dict) else changed
            assert accepted(changed) == (problem_of(changed) is None), (path, junk)


# --- against all pure strategies ------------------------------------------------------------------


def pure_strategies(game, player):
    """All of them: {information: action}."""
    actions = {}

    def look(state, known):
        if game.payoff(state) is not None:
            return
        if game.actions(state, player) != (WAIT,):
            actions[known[player]] = game.actions(state, player)
        for joint in product(*(game.actions(state, p) for p in (MAX, MIN))):
            for after in game.outcomes(state, joint):
                look(after, informed(game, known, joint, after))

    look(game.start, informed(game, ((), ()), (WAIT, WAIT), game.start))
    for chosen in product(*actions.values()):
        yield dict(zip(actions, chosen, strict=True))


def informed(game, known, joint, after):
    """What both know one move later."""
    found = []
    for player in (MAX, MIN):
        acted = () if joint[player] == WAIT else (joint[player],)
        seen = game.observation(after, player)
        found.append(known[player] + acted + (() if seen is None else (seen,)))
    return tuple(found)


def paid(game, player, pure):
    """What MAX is paid when the player follows the pure strategy, and the other draws from all
    its actions with equal chances.
    """

    def worth(state, known):
        payoff = game.payoff(state)
        if payoff is not None:
            return Fraction(payoff)
        choices = [game.actions(state, p) for p in (MAX, MIN)]
        if choices[player] != (WAIT,):
            choices[player] = (pure[known[player]],)
        joints = list(product(*choices))
        total = Fraction(0)
        for joint in joints:
            for after, weight in game.outcomes(state, joint).items():
                chance = Fraction(weight, sum(w for _, w in game.outcomes(state, joint).items()))
                total += chance * worth(after, informed(game, known, joint, after)) / len(joints)
        return total

    return worth(game.start, informed(game, ((), ()), (WAIT, WAIT), game.start))


def with_value(document, low, high):
    return sealed(document | {"values": [[ratio_text(low), ratio_text(high)]]})


@pytest.mark.parametrize("seed", range(10))
def test_a_plan_makes_sure_of_what_all_pure_strategies_leave(seed):
    game = drawn_game(seed, depth=2)
    low = min(paid(game, MIN, pure) for pure in pure_strategies(game, MIN))
    high = max(paid(game, MAX, pure) for pure in pure_strategies(game, MAX))
    document = plain(proof_within_bounds(game))
    assert document["values"] == [[ratio_text(low), ratio_text(high)]]
    little = Fraction(1, 10**9)
    if low < high:
        assert not accepted(with_value(document, low + little, high))
        assert not accepted(with_value(document, low, high - little))


# --- the limits -----------------------------------------------------------------------------------


LONG = hex(3**25_000)
FEW_STEPS = 2 * 10**7  # a fiftieth of the limit, so that refusals take as much less time
TOO_COSTLY = f"too costly to check: it would take more than {FEW_STEPS} steps"
HOSTILE = {
    "chances of a long way": (
        imperfect_information_proof(
            [
                *(state(k, WAITS, WAITS, [[[[k + 1, LONG], [1000, "0x1"]]]]) for k in range(1000)),
                end("0x1"),
            ],
            "0x1",
            [],
            [],
        ),
        TOO_COSTLY,
    ),
    "shares of a long plan": (
        imperfect_information_proof(
            [
                *(
                    end(hex(k)) if k % 2 else state(k, AB, WAITS, [[to(k + 2)], [to(k + 1)]])
                    for k in range(2000)
                ),
                end("0x1"),
            ],
            "0x1",
            [[["a"] * k, [LONG, "0x1"]] for k in range(1000)],
            [],
        ),
        TOO_COSTLY,
    ),
    "information that is far too short": (
        imperfect_information_proof(
            [*(state(k, ["a"], WAITS, [[to(k + 1)]]) for k in range(10_000)), end("0x1")],
            "0x1",
            [[[], ["0x1"]] for _ in range(10_000)],
            [],
        ),
        "the plan of MAX at []: that is not what the player knows there",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.usefixtures("must_end")
def test_hostile_sizes_are_rejected_and_not_computed(name, monkeypatch):
    monkeypatch.setattr(checker, "MOST_STEPS", FEW_STEPS)
    document, said = HOSTILE[name]
    with pytest.raises(Rejected) as caught:
        checker.check(document)
    assert str(caught.value) == said
