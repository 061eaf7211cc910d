"""Games solved level by level on the arrays of their graphs, against the plainest solver."""

import warnings
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import inf
from typing import NamedTuple

import pytest
from oracles import listed
from plain_solver import best_of, plain_values, random_game
from small_games import SMALL

from exactdice import MAX, MIN, WAIT, DiceBattle, Distribution, check, die, point, solve
from exactdice.exact.errors import RulesError, UnsolvableError
from exactdice.game.graph import explore, is_acyclic
from exactdice.game.optional import hides
from exactdice.query.games_by_name import GAMES
from exactdice.solvers import strategy_iteration, values
from exactdice.solvers.fast_path import generic_function
from exactdice.solvers.iteration import GraphSolver, solve_graph
from exactdice.testing import check_game

FLOATS, NO_FLOATS = 0, inf  # ways on below which no floats are asked
LONG, SHORT = -(10**9), 512  # bits that a common denominator may be longer
PATHS = [(FLOATS, SHORT), (FLOATS, LONG), (NO_FLOATS, SHORT), (NO_FLOATS, LONG)]


def refuse_wrong(game, solution):
    """Each value is the best mean of the values that follow, and exactly the best actions are
    optimal. Where play always ends, no other numbers are.
    """
    for state, value in solution.values.items():
        rows, columns = (tuple(game.actions(state, player)) for player in (MAX, MIN))
        means = {
            joint: mean(game, solution, game.outcomes(state, joint))
            for joint in product(rows, columns)
        }
        assert best_of(rows, columns, means) == (value, solution.optimal_actions[state])


def mean(game, solution, law):
    total = Fraction(0)
    for after, weight in law.weights.items():
        paid = game.payoff(after)
        total += weight * (solution.values[after] if paid is None else paid)
    return total / law.total


def compare(seed):
    """The game of the seed, solved and solved plainly; None where its values may be irrational."""
    game = random_game(seed)
    graph = explore(game)
    if is_acyclic(graph):
        solution, plain = solve_graph(graph), plain_values(game)
        assert dict(solution.values) == {state: value for state, (value, _) in plain.items()}
        assert dict(solution.optimal_actions) == {
            state: best for state, (_, best) in plain.items() if best is not None
        }
        assert set(solution.mixtures) == {state for state in plain if plain[state][1] is None}
    else:
        refuse_wrong(game, solve_graph(graph))


@pytest.fixture(params=PATHS, ids=str)
def path(request, monkeypatch):
    """With floats or without, and over common denominators or not."""
    few, longer = request.param
    monkeypatch.setattr(values, "FEW", few)
    monkeypatch.setattr(values, "SHORT", longer)


def test_random_games_have_the_values_of_the_plain_solver(path):
    for seed in range(90):
        compare(seed)


@pytest.mark.slow
def test_many_random_games_have_the_values_of_the_plain_solver(path):
    for seed in range(100, 5100):
        compare(seed)


@pytest.mark.parametrize("name", [name for name in SMALL if not hides(GAMES[name](**SMALL[name]))])
def test_every_game_of_the_register_has_the_values_of_the_plain_solver(name):
    game = GAMES[name](**SMALL[name])
    solution = generic_function(solve)(game)
    if is_acyclic(explore(game)):
        plain = plain_values(game)
        assert dict(solution.values) == {state: value for state, (value, _) in plain.items()}
    else:
        refuse_wrong(game, solution)


# --- levels one by one ----------------------------------------------------------------------------


def test_levels_come_after_all_that_they_lead_to_and_can_be_handed_back():
    graph = explore(DiceBattle(dice=2, target=9))
    first = GraphSolver(graph)
    finished = list(first.solve_units())
    whole = solve_graph(graph)
    seen = set()
    for level in finished:
        seen.update(level.states.tolist())
        assert set(graph.led_to_from(level.states).tolist()) <= seen
    assert len(seen) == len(graph)
    for known in (0, 1, 7, len(finished)):
        again = GraphSolver(graph)
        for level in finished[:known]:
            for k in level.states.tolist():
                again.values.enter(k, first.values.exact[k])
                again.values.optimal[k] = first.values.optimal[k]
        assert list(again.solve_units()) == finished[known:]
        assert again.solution() == whole


@pytest.mark.parametrize("seed", range(24))
def test_what_is_kept_of_the_start_alone_is_what_is_found_of_it(seed):
    game = random_game(seed)
    start, whole = strategy_iteration(game, keep="start"), strategy_iteration(game)
    assert start.value == whole.value
    assert list(start.values) == [game.start]
    best = whole.optimal_actions.get(game.start)
    assert start.optimal_actions.get(game.start) == best


def test_play_that_need_not_end_is_refused_whatever_is_kept():
    """Who ends play loses, in two states that follow a first move."""
    shy = listed(
        {
            "s": (MAX, {"on": {"a": 1}}),
            "a": (MAX, {"take": {"loss": 1}, "pass": {"b": 1}}),
            "b": (MIN, {"take": {"win": 1}, "pass": {"a": 1}}),
            "win": 1,
            "loss": -1,
        }
    )
    for keep in ("all", "start"):
        with pytest.raises(UnsolvableError, match=r"^play need not end from .* without loss"):
            strategy_iteration(shy, keep=keep)


def test_what_ends_play_is_chosen_whatever_is_kept():
    """To pass on is worth as much as to end it, and comes first."""
    passing = listed(
        {
            "a": (MAX, {"pass": {"b": 1}, "end": {"over": 1}}),
            "b": (MIN, {"pass": {"a": 1}, "end": {"over": 1}}),
            "over": 1,
        }
    )
    for keep in ("all", "start"):
        assert strategy_iteration(passing, keep=keep).chosen["a"] == "end"


def test_what_is_kept_is_all_or_the_start():
    for game in (DiceBattle(dice=1, target=2), random_game(5)):
        with pytest.raises(RulesError, match=r'^keep must be "all" or "start", got 3$'):
            solve(game, keep=3)


# --- what a game may know -------------------------------------------------------------------------


@dataclass(frozen=True)
class Levelled(DiceBattle):
    """The battle, which says how far play has come."""

    step: int = 1

    def level(self, state):
        """Both players' points."""
        return self.step * (state.first + state.second)


def test_a_level_that_the_game_knows_changes_no_value():
    known, searched = (kind(dice=3, target=12) for kind in (Levelled, DiceBattle))
    mine, theirs = strategy_iteration(known), strategy_iteration(searched)
    assert mine.values == theirs.values
    assert mine.optimal_actions == theirs.optimal_actions


@pytest.mark.parametrize("step", [0, -1])
def test_a_level_that_does_not_grow_is_refused_naming_both_states(step):
    with pytest.raises(
        RulesError,
        match=(
            r"^level must grow with every move, but it is 0 at BattleState\(0, 0, 0\) and -?\d at "
            r"BattleState\(\d, 0, 1\), which can follow: "
        ),
    ):
        strategy_iteration(Levelled(dice=2, target=5, step=step))


@dataclass(frozen=True)
class Bounded(DiceBattle):
    """The battle, which says how long its fractions are."""

    bits: int = 10**4

    def bound_bits(self):
        """As told."""
        return self.bits


def test_a_bound_on_denominators_changes_no_value():
    longest = max(
        Fraction(value).denominator.bit_length()
        for value in strategy_iteration(DiceBattle(dice=2, target=9)).values.values()
    )
    whole = strategy_iteration(DiceBattle(dice=2, target=9)).values
    for bits in (longest, 10**4):
        assert strategy_iteration(Bounded(dice=2, target=9, bits=bits)).values == whole
    with pytest.raises(RulesError, match=rf"^bound_bits\(\) of .* is {longest - 1}, but the denom"):
        strategy_iteration(Bounded(dice=2, target=9, bits=longest - 1))


# --- symmetry -------------------------------------------------------------------------------------


class Heaps(NamedTuple):
    """Two heaps of stones, and who takes next."""

    left: int
    right: int
    to_move: int


@dataclass(frozen=True)
class Nim:
    """Two heaps, from one of which a player takes 1 or as many as a die of three faces says; who
    takes the last stone wins.
    """

    heaps: tuple = (4, 6)

    @property
    def start(self):
        """Both heaps, MAX to take."""
        return Heaps(*self.heaps, MAX)

    def payoff(self, state):
        """Who took the last stone has won."""
        if state.left or state.right:
            return None
        return -1 if state.to_move == MAX else 1

    def actions(self, state, player):
        """Which heap to take from, and whether by the die."""
        if player != state.to_move:
            return (WAIT,)
        sides = [side for side in ("left", "right") if getattr(state, side)]
        return tuple((side, how) for side in sides for how in ("one", "die"))

    def outcomes(self, state, joint):
        """The heap grows smaller, and the turn passes."""
        side, how = joint[state.to_move]
        law = die(3) if how == "die" else point(1)
        return law.map(lambda k: self.taken(state, side, k))

    def taken(self, state, side, k):
        """The state when so many are taken."""
        fewer = {side: max(0, getattr(state, side) - k)}
        return state._replace(**fewer, to_move=1 - state.to_move)


SIDES = ("left", "right"), ("right", "left")
SWAPPED = {(a, how): (b, how) for a, b in SIDES for how in ("one", "die")}


class Folding(Nim):
    """The same, told that the order of the heaps does not matter."""

    def canonical(self, state):
        """The smaller heap first."""
        if state.left <= state.right:
            return state, {}
        return Heaps(state.right, state.left, state.to_move), SWAPPED


def test_symmetric_states_are_solved_once_and_answered_for_all():
    plain, folding = Nim(), Folding()
    assert check_game(folding).startswith("the rules are kept at all")
    whole, folded = strategy_iteration(plain), strategy_iteration(folding)
    assert len(folded.values) < len(whole.values) * 3 / 4
    assert folded.value == whole.value
    for state, value in whole.values.items():
        assert folded.values[state] == value
        assert folded.optimal_actions[state] == whole.optimal_actions[state]
    for player in (MAX, MIN):
        assert {state: folded.strategies[player][state] for state in whole.values} == {
            state: whole.strategies[player][state] for state in whole.values
        }
    assert "symmetric" in folded.method


def test_a_solution_of_symmetric_states_is_proved_for_all():
    assert check(strategy_iteration(Folding((2, 3))))


def test_a_state_that_stands_for_others_must_stand_for_itself():
    class Turning(Nim):
        def canonical(self, state):
            return Heaps(state.right, state.left, state.to_move), SWAPPED

    with pytest.raises(
        RulesError, match=r"^canonical\(Heaps\(6, 4, 0\)\) must be this state itself, as it stands"
    ):
        strategy_iteration(Turning())


class Vast:
    """One choice whose payoffs are beyond all floats."""

    start = 0

    def payoff(self, state):
        return state * 10**400 if state else None

    def actions(self, state, player):
        return ("low", "high") if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        first = 1 if joint[0] == "low" else 2
        return Distribution(dict.fromkeys(range(first, first + 50), 1))


def test_numbers_beyond_all_floats_are_compared_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solution = solve(Vast())
    assert solution.optimal_actions[0] == ("high",)
    assert solution.value == Fraction(53, 2) * 10**400
