import pickle
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from symbol_games import KINDS, Loop, SymbolGame
from sympy import Symbol

from exactdice import (
    DiceBattle,
    Distribution,
    SimultaneousBattle,
    backward_induction,
    parameter,
    point,
    solve,
)
from exactdice.exact.errors import InexactError, RulesError, TooCostly, UnsolvableError
from exactdice.games.listed_game import Listed
from exactdice.solvers import parametric as solving
from exactdice.solvers.parametric import solve_pieces
from exactdice.symbolic.rational_function import HoldsSymbol

P = parameter("p", 0, 1)
CLOSE = Fraction(1, 10**31)


def numbers_beside(solution):
    """Rational numbers within 10^-30 on both sides of every break of the value."""
    for point_ in solution.value.ends[1:-1]:
        middle = Fraction(point_.decimal(33))
        yield from (middle - CLOSE, middle + CLOSE)


def agrees(game_at, solution, number):
    """Values and all optimal actions are those of the solver with numbers, at all states that both
    know: at 0 and 1 some weights are 0, and fewer states are reached.
    """
    exact, read = solve(game_at(number)), solution.at(number)
    for state in exact.values.keys() & read.values.keys():
        assert exact.values[state] == read.values[state], (state, number)
    for state in exact.optimal_actions.keys() & read.optimal_actions.keys():
        assert exact.optimal_actions[state] == read.optimal_actions[state], (state, number)


def tried(seed, kind, count):
    solution = solve_pieces(SymbolGame(P, seed, kind))
    drawn = Random(seed)
    numbers = [Fraction(drawn.randint(0, 97), 97) for _ in range(count)]
    for number in [*numbers, 0, 1, *numbers_beside(solution)]:
        agrees(lambda p: SymbolGame(p, seed, kind), solution, number)


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=6, deadline=None)
def test_a_random_game_agrees_with_numbers_and_on_both_sides_of_every_break(kind, seed):
    tried(seed, kind, 3)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_300_random_games_agree_with_1000_numbers_each(kind):
    for seed in range(75):
        tried(seed, kind, 1000)


RACES = [(1, 4, (P, 1 - P)), (2, 4, (P, 1 - P)), (2, 3, (P, P, 3 - 2 * P)), (2, 3, (1, P * P, P))]


@pytest.mark.parametrize(("dice", "target", "weights"), RACES)
def test_races_agree_with_numbers(dice, target, weights):
    def at(p):
        loaded = [weight.at(p) if hasattr(weight, "at") else weight for weight in weights]
        total = sum(loaded)
        return DiceBattle(dice, target, weights=tuple(Fraction(w, 1) / total for w in loaded))

    solution = solve(DiceBattle(dice, target, weights=weights))
    for number in (Fraction(1, 97), Fraction(1, 3), Fraction(6, 7), *numbers_beside(solution)):
        agrees(at, solution, number)


def test_both_at_once_agree_with_numbers():
    solution = solve(SimultaneousBattle(2, 3, weights=(P, 1 - P)))
    for number in (Fraction(1, 5), Fraction(1, 2), *numbers_beside(solution)):
        at = SimultaneousBattle(2, 3, weights=(number, 1 - number))
        assert solution.at(number).value == solve(at).value


def test_a_break_is_where_bisection_with_numbers_finds_it():
    solution = solve(DiceBattle(2, 3, weights=(P, 1 - P)))
    first = solution.breaks[0]
    low, high = Fraction(1, 2), Fraction(11, 20)
    while high - low > Fraction(1, 2**40):
        middle = (low + high) / 2
        best = solve(DiceBattle(2, 3, weights=(middle, 1 - middle))).optimal_actions
        low, high = (middle, high) if best[solution.game.start] == (2,) else (low, middle)
    assert low <= first.bounds(60).upper
    assert first.bounds(60).lower <= high


def test_a_symbol_of_sympy_has_the_domain_on_which_its_weights_are_weights():
    q = Symbol("q")
    solution = solve(DiceBattle(1, 2, weights=(q / 2, 1 - q / 2)))
    assert solution.domain == (0, 2)
    assert solution.symbol == "q"
    # First to 2 with one die of 1 (bust, one point) and 2.
    chance = Fraction(1, 4)
    at = DiceBattle(1, 2, weights=(chance, 1 - chance))
    assert solution.value.at(Fraction(1, 2)) == backward_induction(at).value


def test_weights_may_all_be_0_just_outside_of_the_domain():
    # They are at -1 and 1, beyond the roots of 1 - 2 q^2, which intervals are known of at first.
    q = Symbol("q")
    solution = solve(DiceBattle(1, 2, weights=(1 - 2 * q**2, 1)))
    at = DiceBattle(1, 2, weights=(1, 2))
    assert solution.value.at(Fraction(1, 2)) == backward_induction(at).value
    with pytest.raises(RulesError, match="is 0 at q = real root 1"):
        solve(DiceBattle(1, 2, weights=(1 - 2 * q**2, 2 - 4 * q**2)))


@pytest.mark.parametrize("back", [0, 2])
def test_a_weight_may_touch_0_inside_of_the_domain(back):
    """At 1/2 one of two ends is not met, whether play can come back or not."""

    def at(p):
        law = {"win": (2 * p - 1) ** 2, "lose": 1} | ({"start": back * p} if back else {})
        return Listed({"start": {("go", "wait"): law}, "win": 1, "lose": -1})

    solution = solve_pieces(at(P))
    for number in (Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)):
        weight = (2 * number - 1) ** 2
        assert solution.at(number).value == (weight - 1) / (weight + 1)


def test_where_a_weight_of_a_cycle_is_0_the_game_is_solved_by_itself():
    solution = solve(Loop(P))
    assert str(solution.value) == "{0..1: 1}"
    assert solution.at(Fraction(1, 10**9)).value == 1
    assert solution.at(1).value == 1
    with pytest.raises(UnsolvableError, match="play need not end"):
        solution.at(0)


@dataclass(frozen=True)
class AtOnce:
    """Matching coins with a symbol in a payoff; with `again` play may come back."""

    p: object
    again: bool = False
    start = "now"

    def payoff(self, state):
        return None if state == "now" else {"same": 1 + self.p, "other": -1}[state]

    def actions(self, state, player):
        return ("heads", "tails")

    def outcomes(self, state, joint):
        over = "same" if joint[0] == joint[1] else "other"
        return Distribution({over: 1, "now": 1}) if self.again else point(over)


def test_a_matrix_with_a_symbol_by_hand():
    # [[1+p, -1], [-1, 1+p]] is worth ((1+p)^2 - 1) / (2 (1+p) + 2) = p / 2.
    solution = solve(AtOnce(P))
    assert str(solution.value) == "{0..1: p/2}"


def line_of(error, work):
    with pytest.raises(error) as raised:
        work()
    assert "\n" not in str(raised.value)
    return str(raised.value)


REFUSED = [
    (RulesError, lambda: solve(DiceBattle(1, 2, weights=(P, 1 - 2 * P))), "from 1/2 to 1"),
    (RulesError, lambda: solve(SymbolGame(P - 1, 0, "in turns")), "negative"),
    (
        RulesError,
        lambda: solve(DiceBattle(2, 2, weights=(P, parameter("q", 0, 1)))),
        "one symbol, got p, q",
    ),
    (RulesError, lambda: parameter("p", 1, 1), "must have an interior"),
    (RulesError, lambda: parameter("1p", 0, 1), "must be a word"),
    (InexactError, lambda: parameter("p", 0, 0.5), "must be exact"),
    (InexactError, lambda: P * 0.5, "must be exact"),
    (InexactError, lambda: DiceBattle(weights=(P, 0.5)), "must be exact"),
    (RulesError, lambda: solve(DiceBattle(1, 2, weights=(P, P))), "is 0 at p = 0"),
    (RulesError, lambda: solve(DiceBattle(1, 2, weights=(Symbol("q"), 1))), "set no end to q"),
    (RulesError, lambda: parameter("p", 0, 1) + parameter("p", 0, 2), "stated once"),
    (UnsolvableError, lambda: solve(AtOnce(P, again=True)), "both players choose at once"),
    (HoldsSymbol, lambda: backward_induction(DiceBattle(1, 2, weights=(P, 1 - P))), "symbol p"),
    (TooCostly, lambda: solve(DiceBattle(10, 100, weights=(P, 1 - P))), "the limit is 10^9"),
]


@pytest.mark.parametrize(("error", "work", "said"), REFUSED)
def test_bad_input_is_refused_in_one_line(error, work, said):
    assert said in line_of(error, work)


def test_the_pieces_cost_what_they_take(monkeypatch):
    monkeypatch.setattr(solving, "STEPS_A_PIECE", 10**8)
    assert "after" in line_of(TooCostly, lambda: solve_pieces(SymbolGame(P, 1, "in turns")))


@pytest.mark.parametrize("again", [deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_a_copy_answers_alike(again):
    solution = solve(DiceBattle(2, 3, weights=(P, 1 - P)))
    same = again(solution)
    assert same.breaks == solution.breaks
    number = Fraction(3, 5)
    assert dict(same.at(number).values) == dict(solution.at(number).values)
    assert again(Loop(P)) == Loop(P)
