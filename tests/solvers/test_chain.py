from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from symbol_games import Loop

from exactdice import (
    MAX,
    MIN,
    WAIT,
    DiceBattle,
    Distribution,
    best_response,
    dice,
    length_distribution,
    length_generating_function,
    mean_length,
    mixed,
    parameter,
    payoff_distribution,
    profile_values,
    solve,
    uniform,
)
from exactdice.exact.errors import (
    InexactError,
    QueryError,
    RulesError,
    TooCostly,
    UnsolvableError,
)
from exactdice.solvers import chain
from exactdice.solvers.chain import ProfileFunctions
from exactdice.solvers.evaluation.profiles import Following
from exactdice.symbolic.function import Condition
from exactdice.symbolic.rational_function import RationalFunction, SeveralSymbols

P, Q = parameter("p", 0, 1), parameter("q", 0, 1)
CLOSE = Fraction(1, 10**31)


@dataclass(frozen=True)
class TwoSymbols:
    """States 0..5 go on and 6..8 are over; `p` and `q` are symbols or numbers from 0 to 1."""

    p: object
    q: object
    seed: int
    comes_back: bool = False
    start = 0

    def payoff(self, state):
        return None if state < 6 else drawn_payoff(self.seed, state)

    def actions(self, state, player):
        mover, count = drawn_actions(self.seed, state)
        return tuple(range(count)) if player == mover else (WAIT,)

    def outcomes(self, state, joint):
        return law_after(self, state, joint)


@lru_cache(maxsize=1000)  # several answers ask for the same laws
def law_after(game, state, joint):
    drawn = Random(f"{game.seed} {('outcomes', state, joint)}")
    p, q = game.p, game.q
    forms = [1 + p, 1 + q, 2 - p * q, 1 + p * p, 3 - p - q, 2]
    # Play ends sooner or later: on it always goes with a chance.
    weights = {drawn.randint(state + 1, 8): 1 + p + q}
    for _ in range(drawn.randint(1, 3)):
        back = game.comes_back and drawn.random() < 0.4
        after = drawn.randint(0 if back else state + 1, 8)
        weights[after] = weights.get(after, 0) + drawn.choice(forms)
    return Distribution(whole(weights))


@lru_cache(maxsize=1000)
def drawn_payoff(seed, state):
    return Random(f"{seed} {(state,)}").randint(-3, 3)


@lru_cache(maxsize=1000)
def drawn_actions(seed, state):
    """Who moves, and how many actions there are."""
    drawn = Random(f"{seed} {('actions', state)}")
    return drawn.randint(0, 1), drawn.randint(1, 3)


def whole(weights):
    """The weights as ints, where they are fractions."""
    fractions = [w for w in weights.values() if isinstance(w, Fraction)]
    common = 1
    for fraction in fractions:
        common *= fraction.denominator
    return {x: int(w * common) if fractions else w for x, w in weights.items()}


def plans(game, chance):
    """For both players: the first action with this probability, else any."""

    def first(state, player):
        return game.actions(state, player)[0]

    def drawn(player):
        return mixed(
            (lambda state: first(state, player), chance),
            (lambda state: uniform(game.actions(state, player)), 1 - chance),
        )

    return drawn(MAX), drawn(MIN)


def value_at(function, p, q):
    """The value of a function of both symbols, or of the one that a game happens to hold."""
    if isinstance(function, RationalFunction):
        return function.at(p=p, q=q)
    return function.at({"p": p, "q": q}[function.name])


def agrees(seed, comes_back, numbers):
    """All answers with symbols are those with numbers in their places."""
    game = TwoSymbols(P, Q, seed, comes_back)
    followed = plans(game, P)
    values = profile_values(game, followed)
    law, length = payoff_distribution(game, followed), mean_length(game, followed)
    for p, q in numbers:
        at = TwoSymbols(Fraction(p), Fraction(q), seed, comes_back)
        profile = plans(at, p)
        for state, value in profile_values(at, profile).items():
            if state in values:
                assert value_at(values[state], p, q) == value
        assert value_at(length, p, q) == mean_length(at, profile)
        exact = payoff_distribution(at, profile)
        for paid in law:
            assert value_at(law[paid], p, q) == exact.probability(paid)


@pytest.mark.parametrize("comes_back", [False, True])
@given(seed=st.integers(0, 10**6), p=st.integers(1, 96), q=st.integers(0, 97))
@settings(max_examples=8, deadline=None)
def test_random_profiles_with_two_symbols_agree_with_numbers(comes_back, seed, p, q):
    agrees(seed, comes_back, [(Fraction(p, 97), Fraction(q, 97))])


RACE = DiceBattle(2, 4, weights=(P, 1 - P))
THROWS = (mixed((dice(1), Q), (dice(2), 1 - Q)), dice(1))


def race_at(p):
    return DiceBattle(2, 4, weights=(p, 1 - p))


def throws_at(q):
    return mixed((dice(1), q), (dice(2), 1 - q)), dice(1)


@given(p=st.fractions(0, 1, max_denominator=20), q=st.fractions(0, 1, max_denominator=20))
@settings(max_examples=10, deadline=None)
def test_a_weight_and_a_mixing_weight_in_one_function(p, q):
    start = RACE.start
    assert (
        profile_values(RACE, THROWS)[start].at(p=p, q=q)
        == (profile_values(race_at(p), throws_at(q))[start])
    )
    law, exact = length_distribution(RACE, THROWS), length_distribution(race_at(p), throws_at(q))
    assert {k: law[k].at(p=p, q=q) for k in exact} == {k: exact.probability(k) for k in exact}
    assert set(exact) <= set(law)
    assert law.mean() == mean_length(RACE, THROWS)


# --- the length -----------------------------------------------------------------------------------


def test_the_generating_function_has_the_law_as_coefficients_and_the_mean_as_slope():
    length, law = length_generating_function(RACE, THROWS), length_distribution(RACE, THROWS)
    assert length.at(z=1) == 1
    assert length.derivative("z").at(z=1) == mean_length(RACE, THROWS)
    for p, q in [(Fraction(1, 3), Fraction(1, 4)), (Fraction(6, 7), Fraction(0))]:
        at = length.at(p=p, q=q)
        summed = sum(law[k].at(p=p, q=q) * 5**k for k in law)
        assert at.at(z=5) == summed  # one number beyond 1 tells all coefficients apart here


NOBODY = (lambda _: WAIT, lambda _: WAIT)


def test_a_length_without_an_end_is_geometric():
    length = length_generating_function(Loop(P), NOBODY, "x")
    assert str(length) == "(p*x)/(1 - x + p*x)"
    # At p = 0 play never ends, so there is no function on all of 0..1.
    assert str(mean_length(Loop(P), NOBODY)) == "1/p"
    assert mean_length(Loop(P), NOBODY).at(p=Fraction(1, 7)) == 7
    with pytest.raises(QueryError, match="no value at p = 0"):
        mean_length(Loop(P), NOBODY).at(p=0)
    half = parameter("p", Fraction(1, 2), 1)
    assert str(mean_length(Loop(half), NOBODY)) == "{1/2..1: 1/p}"
    with pytest.raises(UnsolvableError, match="generating function"):
        length_distribution(Loop(P), NOBODY)


# --- reach and visits -----------------------------------------------------------------------------


def test_reach_and_visits_by_hand():
    # One die to 2 points: a bust scores 1, and 2 wins at once.
    functions = ProfileFunctions(
        Following(DiceBattle(1, 2, weights=(P, 1 - P)), (dice(1), dice(1)))
    )
    assert str(functions.reach(lambda state: state[:2] == (1, 1))) == "{0..1: p^2}"
    assert str(functions.mean_visits(lambda state: state.to_move == MAX)) == "{0..1: 1 + p^2}"
    assert Condition("==", (functions.chance(0),)).holds()


# --- best replies ---------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [MAX, MIN])
def test_best_replies_are_pieces_that_agree_on_both_sides_of_each_break(player):
    game = DiceBattle(3, 10)
    found = best_response(game, THROWS[MAX], player).value
    assert found.breaks
    for point in found.ends[1:-1]:
        middle = Fraction(point.decimal(33))
        for q in (middle - CLOSE, middle + CLOSE):
            assert found.at(q) == best_response(game, throws_at(q)[MAX], player).value


# --- bad input ------------------------------------------------------------------------------------

WIDE = parameter("q", 0, 2)
THREE = (P, Q, 1 - P - Q)
REFUSED = [
    (RulesError, "negative for q from 1 to 2", lambda: mean_length(RACE, throws_at(WIDE))),
    (RulesError, r"must sum to 1, got a sum of 2\*q", lambda: mixed((dice(1), Q), (dice(2), Q))),
    (InexactError, "must be exact", lambda: mixed((dice(1), Q), (dice(2), 0.5))),
    (RulesError, "symbol of the game", lambda: length_generating_function(RACE, THROWS, "p")),
    (SeveralSymbols, "one symbol, got p, q", lambda: solve(DiceBattle(2, 3, weights=THREE))),
    (UnsolvableError, "need not end", lambda: mean_length(Loop(P - P), NOBODY)),
]


@pytest.mark.parametrize(("error", "said", "work"), REFUSED)
def test_bad_input_is_refused_in_one_line(error, said, work):
    with pytest.raises(error, match=said) as refused:
        work()
    assert "\n" not in str(refused.value)


def test_work_beyond_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(chain, "STEPS_A_TERM", 10**9)
    with pytest.raises(TooCostly, match="after"):
        payoff_distribution(RACE, THROWS)


def test_two_symbols_where_nothing_is_chosen_are_solved():
    game = DiceBattle(1, 3, weights=THREE)
    solution = solve(game)
    assert solution.symbols == ("p", "q")
    p, q = Fraction(1, 5), Fraction(1, 3)
    exact = solve(DiceBattle(1, 3, weights=(p, q, 1 - p - q)))
    for state, value in exact.values.items():
        if state in solution.values:
            assert solution.at(p=p, q=q)[state] == value
    assert solution.value.at(p=p, q=q) == exact.value
