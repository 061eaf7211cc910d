"""Games without end, and games that grow, are refused when they have cost enough."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from counted_calls import Counted

from exactdice import (
    MAX,
    WAIT,
    DiceBattle,
    NormalPlay,
    Pig,
    SimultaneousBattle,
    backward_induction,
    best_response,
    decimal_text,
    dice,
    die,
    enclose,
    length_distribution,
    mean_length,
    outcome_bounds,
    payoff_distribution,
    point,
    profile_bounds,
    profile_values,
    proof,
    reply_bounds,
    solve,
    strategy_iteration,
)
from exactdice.exact import cost
from exactdice.exact.errors import TooCostly, UnsolvableError
from exactdice.exact.numbers import Interval, round_scaled
from exactdice.formulas import formula
from exactdice.game.graph import explore
from exactdice.game.solution import Solution
from exactdice.games.on_graphs.rules import Nim
from exactdice.games.pig.fast import win_bounds
from exactdice.query.evaluate import evaluate_query, parse_option
from exactdice.solvers.arenas.arena import explored_arena

# --- games without end, and games that grow -------------------------------------------------------


def next_number(state):
    return state + 1


@dataclass(frozen=True)
class Endless:
    """From 0 on and on: each state is made from the one before."""

    after: Any = next_number
    start: Any = 0
    width: int = 1

    def payoff(self, state):
        return None

    def actions(self, state, player):
        return ("on",) if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        return (
            die(self.width).bind(lambda k: point(self.after(state + k)))
            if self.width > 1
            else point(self.after(state))
        )


GENERIC = {
    "solve": solve,
    "backward_induction": backward_induction,
    "strategy_iteration": strategy_iteration,
    "enclose": lambda game, progress: enclose(game, 5, progress),
    "profile_values": lambda game, progress: profile_values(
        game, (lambda _: "on", lambda _: WAIT), progress
    ),
    "payoff_distribution": lambda game, progress: payoff_distribution(
        game, (lambda _: "on", lambda _: WAIT), progress
    ),
    "mean_length": lambda game, progress: mean_length(
        game, (lambda _: "on", lambda _: WAIT), progress
    ),
    "length_distribution": lambda game, progress: length_distribution(
        game, (lambda _: "on", lambda _: WAIT), progress
    ),
    "best_response": lambda game, progress: best_response(game, lambda _: WAIT, MAX, progress),
    "proof": lambda game, progress: proof(Solution(game, {}, {}, "none"), progress),
}


@pytest.mark.parametrize("ask", GENERIC.values(), ids=GENERIC)
def test_an_endless_game_says_how_many_states_it_found_and_is_refused(ask):
    told = []
    with (
        cost.limit(2 * 10**6),
        pytest.raises(
            TooCostly,
            match=r"after \d+ states that were found, would cost .* and the limit is 2\*10\^6",
        ),
    ):
        ask(Endless(), lambda done, total: told.append((done, total)))
    assert told == [(1000 * k, None) for k in range(1, len(told) + 1)]
    assert len(told) >= 3


@pytest.mark.parametrize(
    ("game", "states"),
    [
        (Endless(), 10**4),
        (Endless(after=lambda state: (*state, len(state)), start=()), 2000),  # the states grow
        (Endless(after=lambda state: state * state, start=3), 30),  # and double
        (Endless(width=500), 200),  # the laws are large
    ],
)
def test_states_that_grow_and_laws_that_are_large_count(game, states):
    looked_at = []
    watched = type("Watched", (Endless,), {"payoff": lambda _, state: looked_at.append(state)})
    with cost.limit(3 * 10**6), pytest.raises(TooCostly, match="states that were found"):
        explore(watched(game.after, game.start, game.width))
    assert 3 < len(looked_at) < states


def test_the_number_of_states_is_limited_too():
    with pytest.raises(
        UnsolvableError, match=r"more than 100 states .* explore\(game, most=\.\.\.\) lists more"
    ):
        explore(Endless(), most=100)
    with (
        cost.limit(10**5),
        pytest.raises(
            TooCostly, match=r"the graph of positions from 0, after \d+ moves that were found,"
        ),
    ):
        explored_arena(lambda n: [n + 1], 0)


def test_a_race_with_dice_of_many_faces_is_refused_without_a_look_at_each_of_them():
    game = DiceBattle(faces=100_000)
    assert len(game.one_die) == 100_000  # kept from here on
    with pytest.raises(TooCostly, match=r"would cost .* and the limit is 10\^9"), Counted():
        solve(game)


AT_ONCE = SimultaneousBattle(2, 2)


@pytest.mark.parametrize("digits", [10**9, 10**40])
@pytest.mark.parametrize(
    "asked",
    [
        lambda digits: enclose(Pig(3), digits),
        lambda digits: enclose(AT_ONCE, digits),
        lambda digits: enclose(DiceBattle(2, 2), digits),
        lambda digits: enclose(NormalPlay(Nim((1,))), digits),
        lambda digits: win_bounds(Pig(3), digits),
        lambda digits: profile_bounds(AT_ONCE, (dice(1), dice(2)), digits),
        lambda digits: outcome_bounds(AT_ONCE, (dice(1), dice(2)), digits),
        lambda digits: reply_bounds(AT_ONCE, dice(1), MAX, digits),
        lambda digits: decimal_text(Fraction(1, 3), digits),
        lambda digits: round_scaled(Fraction(1, 3), -digits),
        lambda digits: Interval.around(Fraction(1, 3), digits),
    ],
)
def test_digits_without_end_are_refused(asked, digits):
    """Nothing of such a size is even begun; as many as can be had are not refused."""
    with pytest.raises(TooCostly, match="the limit is"):
        asked(digits)


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("EG(0,0)", {"dice": 10, "target": 60, "weights": "p,1-p"}),
        ("EG(0,0)", {"dice": 3, "target": 60, "weights": "p,1-p"}),
        ("OPT(0,0)", {"dice": 4, "target": 30, "weights": "p,p,1-2*p"}),
    ],
)
def test_a_race_with_a_symbol_is_refused_before_it_is_begun(query, options):
    given = options | {"weights": parse_option(options["weights"])}
    with pytest.raises(TooCostly, match="would cost"), Counted():
        evaluate_query(query, given)


def test_a_closed_form_is_not_checked_without_end():
    for last in (10**9, 10**20):
        with pytest.raises(TooCostly, match="a check over"):
            formula("EP(n)", None, {"n": range(1, last)})
    with pytest.raises(TooCostly, match="a fit over 8999 numbers"):
        formula("turns(dice(1), dice(1))", {"dice": 1}, {"target": range(1, 9000)})
