"""The checker's family of simultaneous races: what it accepts is what the rules prove, by Fractions
from the rule sheet.
"""

import copy
from fractions import Fraction
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactdice import SimultaneousBattle, SimultaneousState, checker, enclose, proof, solve
from exactdice.checker import Rejected, ratio_text
from exactdice.solvers import strategy_iteration

GAMES = [
    SimultaneousBattle(dice=2, target=3),
    SimultaneousBattle(dice=2, target=2, faces=3, weights=(1, 2, 2), bust=2, bust_score=4),
    SimultaneousBattle(dice=2, target=2, faces=3, bust_score=50),
    SimultaneousBattle(dice=2, target=2, faces=3, bust_score=0),
]


@lru_cache
def document(index, exact):
    game = GAMES[index]
    return proof(solve(game) if exact else enclose(game, 6))


def sealed(changed):
    rest = {key: part for key, part in changed.items() if key != "digest"}
    return rest | {"digest": checker.digest(rest)}


def accepted(changed):
    try:
        checker.check(sealed(changed))
    except Rejected:
        return False
    return True


def proves(game, changed):
    """Whether the mixtures guarantee both ends at every state, from the rule sheet; None when the
    document is not well formed.
    """
    target, dice = game.target, range(1, game.dice + 1)
    ends = {}
    for place, claim in enumerate(changed["values"]):
        pair = claim if isinstance(claim, list) else [claim, claim]
        ends[divmod(place, target)] = tuple(checker.number(text) for text in pair)
    for place, best in enumerate(changed["optimal"]):
        state = divmod(place, target)
        p, q = ([checker.number(text) for text in best[name]] for name in ("row", "column"))
        if min(p + q) < 0 or sum(p) != 1 or sum(q) != 1 or ends[state][0] > ends[state][1]:
            return False

        def mean(a, b, end, state=state):
            law = game.outcomes(SimultaneousState(*state), (a, b))
            worth = {s: game.payoff(s) if max(s) >= target else ends[tuple(s)][end] for s in law}
            return sum(Fraction(w) * worth[s] for s, w in law.items()) / law.total

        least = min(sum(x * mean(a, b, 0) for a, x in zip(dice, p, strict=True)) for b in dice)
        most = max(sum(y * mean(a, b, 1) for b, y in zip(dice, q, strict=True)) for a in dice)
        if least < ends[state][0] or most > ends[state][1]:
            return False
    return True


PROOFS = [
    (k, exact)
    for k in range(len(GAMES))
    for exact in (True, False)
    if exact is False or GAMES[k].bust_score
]


@pytest.mark.parametrize(("index", "exact"), PROOFS)
def test_a_true_proof_is_accepted_by_both(index, exact):
    changed = document(index, exact)
    assert changed["problem"]["family"] == "simultaneous"
    assert accepted(changed)
    assert proves(GAMES[index], changed)


@settings(max_examples=70)
@given(st.sampled_from(PROOFS), st.data())
def test_a_changed_proof_is_accepted_just_when_it_still_proves(which, data):
    changed = copy.deepcopy(document(*which))
    place = data.draw(st.integers(0, len(changed["values"]) - 1))
    if data.draw(st.booleans()):
        claim, step = (
            changed["values"][place],
            data.draw(st.fractions(-1, 1, max_denominator=10**6)),
        )
        if isinstance(claim, list):
            end = data.draw(st.integers(0, 1))
            claim[end] = ratio_text(checker.number(claim[end]) + step)
        else:
            changed["values"][place] = ratio_text(checker.number(claim) + step)
    else:
        share = data.draw(st.fractions(0, 1, max_denominator=9))
        changed["optimal"][place][data.draw(st.sampled_from(["row", "column"]))] = [
            ratio_text(share),
            ratio_text(1 - share),
        ]
    assert accepted(changed) == proves(GAMES[which[0]], changed)


@settings(max_examples=60)
@given(st.sampled_from(PROOFS), st.data())
def test_changed_rules_are_accepted_only_when_the_values_are_those_of_the_new_rules(which, data):
    changed = copy.deepcopy(document(*which))
    rules = changed["problem"]
    key = data.draw(st.sampled_from(["dice", "target", "bust", "bust_score", "weights"]))
    if key == "weights":
        rules["weights"] = [hex(data.draw(st.integers(0, 3))) for _ in rules["weights"]]
    else:
        rules[key] = data.draw(st.integers(0, 5))
    if not accepted(changed):
        return
    options = {name: rules[name] for name in OPTIONS if name != "weights"}
    game = SimultaneousBattle(**options, weights=tuple(int(w, 16) for w in rules["weights"]))
    assert proves(game, changed)


OPTIONS = ("dice", "target", "weights", "bust", "bust_score")


def test_the_family_agrees_with_the_generic_solver():
    for k, game in enumerate(GAMES[:3]):
        generic = strategy_iteration(game)
        values = [checker.number(text) for text in document(k, True)["values"]]
        assert all(values[i * game.target + j] == value for (i, j), value in generic.values.items())
