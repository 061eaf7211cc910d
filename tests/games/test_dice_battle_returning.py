"""Dice Battle in turns when a bust scores 0 (SPEC 3): the fast path against brute force over pairs,
its equations, floats, and bounds.

Every (i, j) is checked to satisfy the equation of optimal play, or of the plans, exactly. A bust
leads from (i, j) to (j, i) and back; each round trip scores with positive probability, so the
equations contract and what satisfies them is the answer.
"""

from fractions import Fraction
from itertools import product
from math import lcm
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import Race, law_of

from exactdice import (
    MAX,
    MIN,
    WAIT,
    BattleState,
    DiceBattle,
    Distribution,
    best_response,
    blind,
    dice,
    length_law,
    mean_length,
    mixed,
    payoff_law,
    profile_values,
    random,
    solve,
    strategy,
)
from exactdice.errors import UnsolvableError
from exactdice.game import always
from exactdice.games.dice_battle import returning_guide as dice_battle_return_guide
from exactdice.games.dice_battle.fast import line_at, opening, table
from exactdice.games.dice_battle.guide import SMALLEST, Guide
from exactdice.games.dice_battle.returning_guide import ReturnGuide
from exactdice.games.dice_battle.sweep import sweep
from exactdice.queries.evaluate import evaluate_query


def oracle(game):
    """SPEC 2's formula with the weights as ints, from the game's options alone."""
    weights = game.weights or (1,) * game.faces
    common = lcm(*(Fraction(w).denominator for w in weights))
    return Race(game.dice, game.target, [int(w * common) for w in weights], game.bust, 0)


@st.composite
def battles(draw, most_dice=4, most_target=9):
    faces = draw(st.integers(2, 6))
    bust = draw(st.integers(1, faces))
    ints = st.lists(st.integers(0, 6), min_size=faces, max_size=faces).filter(
        lambda ws: any(ws[: bust - 1] + ws[bust:])
    )
    weights = draw(
        st.none()
        | (
            ints
            | ints.map(
                lambda ws: [Fraction(w, sum(ws)) for w in ws] if 0 < max(ws) < sum(ws) else ws
            )
        ).map(tuple)
    )
    return DiceBattle(
        draw(st.integers(1, most_dice)), draw(st.integers(1, most_target)), faces, weights, bust, 0
    )


def some_plan(game, seed, kind):
    """A plan for every state: one number of dice each, or a law each, or one law for all."""
    rng = Random(seed)
    choices = range(1, game.dice + 1)

    def law():
        return Distribution(
            {d: rng.randrange(1, 5) for d in rng.sample(choices, rng.randint(1, game.dice))}
        )

    states = [
        BattleState(i, j, player)
        for i in range(game.target)
        for j in range(game.target)
        for player in (MAX, MIN)
    ]
    if kind == "one law":
        return always(law())
    return strategy({state: law() if kind == "laws" else rng.choice(choices) for state in states})


plan_seeds = st.tuples(st.integers(0, 2**32), st.sampled_from(["pure", "laws", "one law"]))

EXTREME = [
    DiceBattle(10, 30, bust_score=0),
    DiceBattle(3, 25, faces=2, bust_score=0),
    DiceBattle(5, 20, weights=(1, 1, 1, 1, 1, 5), bust_score=0),  # SPEC 1: 1/10 x5, 1/2
    DiceBattle(2, 12, faces=12, bust=12, bust_score=0),
    DiceBattle(3, 9, faces=3, weights=(0, 1, 1), bust_score=0),  # never busts
    DiceBattle(1, 1, bust_score=0),
    DiceBattle(20, 8, bust_score=0),
    DiceBattle(4, 12, weights=(1, *[10**12] * 5), bust_score=0),
    DiceBattle(
        4, 12, weights=(10**12, *[1] * 5), bust_score=0
    ),  # nearly always busts: the two states of a pair are worth nearly 1/2
    DiceBattle(
        4, 9, faces=3, weights=(10**400, 1, 1), bust_score=0
    ),  # every chance to score underflows
    DiceBattle(3, 9, faces=3, weights=(10**110, 1, 2), bust_score=0),  # with three dice only
    DiceBattle(3, 6, faces=3, weights=(1, 10**400, 10**400), bust_score=0),
    DiceBattle(13, 15, faces=2, weights=(10**25, 1), bust_score=0),
    DiceBattle(3, 10, faces=2, weights=(2**53 - 1, 2**53 + 1), bust_score=0),
    DiceBattle(3, 7, faces=4, weights=(1, 10**200, 10**100, 1), bust=3, bust_score=0),
    DiceBattle(3, 12, weights=(1, 10**12, 1, 10**12, 1, 1), bust_score=0),
]


# --- optimal play ---------------------------------------------------------------------------------


def gains(solution):
    return {
        (state.own, state.other): Fraction(solution.values[state])
        for state in solution.values
        if state.to_move == MAX
    }


def assert_optimal(game):
    """EG(i, j) = max over d of -sum P(d, k) EG(j, i + k), k = 0 included, and OPT_all attains it,
    at every (i, j) of both players.
    """
    race, solution = oracle(game), solve(game)
    gain = gains(solution)
    assert len(gain) == game.target**2
    for i, j in race.points():
        worth = {d: race.worth(gain, i, j, d) for d in range(1, game.dice + 1)}
        assert gain[i, j] == max(worth.values())
        assert solution.optimal_actions[BattleState(i, j, MAX)] == tuple(
            d for d, w in worth.items() if w == gain[i, j]
        )
        assert solution.values[BattleState(j, i, MIN)] == -gain[i, j]
        assert (
            solution.optimal_actions[BattleState(j, i, MIN)]
            == solution.optimal_actions[BattleState(i, j, MAX)]
        )


@settings(max_examples=40)
@given(battles())
def test_values_and_ties_satisfy_the_equation_of_optimal_play(game):
    assert_optimal(game)


@pytest.mark.parametrize("game", EXTREME, ids=range(len(EXTREME)))
def test_values_and_ties_satisfy_the_equation_for_chosen_games(game):
    assert_optimal(game)


def brute_force(game):
    """{(i, j): EG} by trying every pair of numbers of dice at (i, j) and (j, i), and taking their
    saddle point.

    x(d, e) is what the pair of numbers is worth at (i, j), by elimination in x = a - b y, y = c - f
    x; x = max over d of the least over e.
    """
    race, gain = oracle(game), {}

    def line(i, j, d):
        """(a, b): the worth of d is a - b EG(j, i)."""
        bust = race.throws[d - 1].get(0, Fraction(0))
        return race.worth({**gain, (j, i): Fraction(0)}, i, j, d), bust

    for i, j in race.points():
        if (i, j) in gain:
            continue
        own, partner = (
            [line(*state, d) for d in range(1, game.dice + 1)] for state in ((i, j), (j, i))
        )
        x = {
            (d, e): (a - b * c) / (1 - b * f)
            for (d, (a, b)), (e, (c, f)) in product(enumerate(own), enumerate(partner))
        }
        if i == j:
            gain[i, j] = max(x[d, d] for d in range(game.dice))
            continue
        first = [min(x[d, e] for e in range(game.dice)) for d in range(game.dice)]
        y = {
            (d, e): c - f * x[d, e]
            for (d, _), (e, (c, f)) in product(enumerate(own), enumerate(partner))
        }
        second = [min(y[d, e] for d in range(game.dice)) for e in range(game.dice)]
        gain[i, j], gain[j, i] = max(first), max(second)
    return gain


@settings(max_examples=30)
@given(battles(most_dice=3, most_target=6))
def test_values_are_those_of_the_best_pair_of_numbers_of_dice(game):
    assert gains(solve(game)) == brute_force(game)


def test_with_any_throw_that_scores_winning_one_die_is_thrown_until_a_player_scores():
    """To 1 or 2 points each throw without a 1 wins. One die then scores oftenest, with chance q =
    5/6, so the first player wins with w = q + (1 - q)(1 - w), that is 1 / (2 - q) = 6/7, in 1/q =
    6/5 throws on average.
    """
    for target in (1, 2):
        game = DiceBattle(dice=10, target=target, bust_score=0)
        solution = solve(game)
        assert solution.value == 2 * Fraction(6, 7) - 1
        assert {solution.optimal_actions[state] for state in solution.values} == {(1,)}
        assert mean_length(game, (dice(1), dice(1))) == Fraction(6, 5)


def test_the_start_of_a_race_to_3_by_hand():
    """With one die of faces 1, 2 to 3 points (0 or 2 a throw): at (2, 2) w = 1/2 + (1 - w) / 2, so
    2/3. At (2, 0) w = 1/2 + (1 - v) / 2 and at (0, 2) v = (1 - 2/3) / 2 + (1 - w) / 2, so 8/9 and
    2/9. At (0, 0) w = (1 - 2/9) / 2 + (1 - w) / 2: w = 16/27, EG = 5/27.
    """
    solution = solve(DiceBattle(dice=1, target=3, faces=2, bust_score=0))
    expected = {
        (2, 2): Fraction(2, 3),
        (2, 0): Fraction(8, 9),
        (0, 2): Fraction(2, 9),
        (0, 0): Fraction(16, 27),
    }
    assert {
        state: (1 + solution.values[BattleState(*state, MAX)]) / 2 for state in expected
    } == expected


@settings(max_examples=15)
@given(battles(most_target=9), st.integers(1, 4))
def test_a_state_is_known_by_the_points_to_go(game, more):
    longer = DiceBattle(game.dice, game.target + more, game.faces, game.weights, game.bust, 0)
    near, far = solve(game), solve(longer)
    for i, j in product(range(game.target), repeat=2):
        assert (
            near.values[BattleState(i, j, MAX)] == far.values[BattleState(i + more, j + more, MAX)]
        )
        assert (
            near.optimal_actions[BattleState(i, j, MAX)]
            == far.optimal_actions[BattleState(i + more, j + more, MAX)]
        )


@settings(max_examples=20)
@given(battles(), plan_seeds)
def test_the_bust_score_does_not_matter_to_dice_that_never_bust(game, described):
    weights = [1] * game.faces if game.weights is None else list(game.weights)
    weights[game.bust - 1] = 0
    weights = tuple(Fraction(w, sum(weights)) for w in weights)
    zero, one = (
        DiceBattle(game.dice, game.target, game.faces, weights, game.bust, score)
        for score in (0, 1)
    )
    plan = some_plan(game, *described)
    for ours, known in (
        (solve(zero), solve(one)),
        *((best_response(zero, plan, who), best_response(one, plan, who)) for who in (MAX, MIN)),
    ):
        assert all(ours.values[state] == known.values[state] for state in known.values)
        assert all(
            ours.optimal_actions[state] == known.optimal_actions[state] for state in known.values
        )
    for function in (payoff_law, mean_length, length_law):
        assert function(zero, (plan, plan)) == function(one, (plan, plan))


@settings(max_examples=15)
@given(battles(most_dice=3, most_target=9))
def test_the_scale_is_the_least_common_denominator_of_all_lines(game):
    lines = [line for (line,) in sweep(game, (None, None), -1)]
    points = range(game.target)
    assert lines[-1].scale == lcm(
        *(line.h(i).denominator for line in lines for i in points if line.s - i in points)
    )


def test_value_iteration_in_floats_agrees_at_D_10_N_30():
    """Line by line, EG -> max over d of -sum P(d, k) EG is applied 300 times from 0. Each
    application brings the line closer to its fixed point by the factor 1 - (5/6)^10 < 0.84, and
    0.84^300 < 1e-22. A float sum of 61 terms with weights P errs by less than 100 * 2^-53 < 2e-14,
    so a line's fixed point by less than 2e-14 / (1 - 0.84) more than the lines before it, and 59
    lines by less than 1e-11.
    """
    D, N = 10, 30
    safe, P, b = np.array([1.0]), np.zeros((D, 6 * D + 1)), 1 - (5 / 6) ** np.arange(1, D + 1)
    for d in range(1, D + 1):
        safe = np.convolve(safe, [0, 0, 1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 6])
        P[d - 1, : len(safe)] = safe
    EG = np.zeros((N, N + 6 * D + 1))
    EG[:, N:] = -1.0
    for s in range(2 * N - 2, -1, -1):
        i = np.arange(max(0, s - N + 1), min(s, N - 1) + 1)
        scored = np.array([P @ EG[s - k, k : k + 6 * D + 1] for k in i])
        line = np.zeros(len(i))
        for _ in range(300):
            line = (-(scored + b * line[::-1, None])).max(axis=1)
        EG[i, s - i] = line
    values = solve(DiceBattle(D, N, bust_score=0)).values
    assert all(
        abs(float(values[BattleState(i, j, MAX)]) - EG[i, j]) < 1e-9
        for i in range(N)
        for j in range(N)
    )


# --- plans ----------------------------------------------------------------------------------------


def follows(race, plan, worth, state, end, step):
    """The mean over plan(state) and the throw of `step` applied to worth at the state that follows,
    or to `end` of who won.
    """
    who = state.to_move
    total = Fraction(0)
    for d, share in law_of(plan(state)).items():
        for k, p in race.throws[d - 1].items():
            after = BattleState(
                state.first + k * (who == MAX), state.second + k * (who == MIN), 1 - who
            )
            total += share * p * (end(who) if state.own + k >= race.target else step(worth[after]))
    return total


@settings(max_examples=30)
@given(battles(most_target=6), plan_seeds, plan_seeds)
def test_the_values_and_lengths_of_a_profile_satisfy_their_equations(game, first, second):
    race, profile = oracle(game), (some_plan(game, *first), some_plan(game, *second))
    values, swept = profile_values(game, profile), table(game, profile, z=1)
    lengths = {
        state: swept.lines[state.to_move][state.own + state.other].h(state.own) for state in values
    }
    for state in values:
        plan = profile[state.to_move]
        assert values[state] == follows(
            race, plan, values, state, lambda who: 1 if who == MAX else -1, lambda x: x
        )
        assert lengths[state] == follows(race, plan, lengths, state, lambda _: 1, lambda x: 1 + x)
    assert payoff_law(game, profile).mean() == values[game.start]
    assert mean_length(game, profile) == lengths[game.start]
    assert opening(game, profile).gain == values[game.start]


@settings(max_examples=30)
@given(battles(most_target=6), plan_seeds, st.sampled_from([MAX, MIN]))
def test_the_best_response_satisfies_its_equation(game, described, player):
    race, plan, sign = oracle(game), some_plan(game, *described), 1 if player == MAX else -1
    answer = best_response(game, plan, player)
    for state, value in answer.values.items():
        if state.to_move == player:
            each = {
                d: sign * follows(race, dice(d), answer.values, state, lambda _: sign, lambda x: x)
                for d in range(1, game.dice + 1)
            }
            assert sign * value == max(each.values())
            assert answer.optimal_actions[state] == tuple(
                d for d, g in each.items() if g == max(each.values())
            )
        else:
            assert value == follows(race, plan, answer.values, state, lambda _: -sign, lambda x: x)
            assert answer.optimal_actions[state] == (WAIT,)


@settings(max_examples=10)
@given(battles(most_target=7))
def test_nobody_gains_by_leaving_the_optimum_and_single_lines_agree(game):
    solution, start = solve(game), opening(game)
    first, second = (strategy(plan) for plan in solution.strategies)
    assert payoff_law(game, (first, second)).mean() == solution.value == start.gain
    assert (
        best_response(game, second, MAX).value
        == best_response(game, first, MIN).value
        == solution.value
    )
    for state in game.family_states():
        line = line_at(game, state.own + state.other)
        assert start.best[state] == solution.optimal_actions[state] == line.best[state.own]
        assert line.gain(state.own) == solution.values[state]


def test_two_plans_of_fixed_dice_by_hand():
    """To 2 points each throw without a 1 wins: three dice do so with p = (5/6)^3, one with q = 5/6.
    The first player wins with w = p + (1 - p)(1 - q) w, in m = 1 + (1 - p)(1 + (1 - q) m) throws on
    average.
    """
    game, p, q = DiceBattle(dice=3, target=2, bust_score=0), Fraction(5, 6) ** 3, Fraction(5, 6)
    both_bust = (1 - p) * (1 - q)
    assert payoff_law(game, (dice(3), dice(1))).probability(1) == p / (1 - both_bust)
    assert mean_length(game, (dice(3), dice(1))) == (2 - p) / (1 - both_bust)


def test_a_coin_that_nearly_always_busts():
    """A safe face shows with chance q = 1 / (10^5000 + 1) and wins at once, so one die and w = 1 /
    (2 - q), EG = q / (2 - q).
    """
    game, q = (
        DiceBattle(dice=1, target=2, faces=2, weights=(10**5000, 1), bust_score=0),
        Fraction(1, 10**5000 + 1),
    )
    assert solve(game).value == best_response(game, dice(1), MAX).value == q / (2 - q)
    assert mean_length(game, (dice(1), dice(1))) == 1 / q


def test_the_law_of_the_length_is_refused_as_it_has_infinitely_many_outcomes():
    game = DiceBattle(dice=3, target=5, bust_score=0)
    with pytest.raises(
        UnsolvableError, match=r"has no bound on the number of throws.*mean_length gives its mean"
    ):
        length_law(game, (blind(game), random(game)))


# --- queries --------------------------------------------------------------------------------------


def test_every_quantity_of_the_race_knows_the_bust_score_0():
    options = {"dice": 3, "target": 7, "bust_score": 0}
    game = DiceBattle(**options)
    solution, profile = solve(game), (blind(game), random(game))
    state = BattleState(2, 5, MAX)
    expected = {
        "EG(0,0)": solution.value,
        "OPT(2,5)": solution.optimal_actions[state][0],
        "OPT_all(2,5)": frozenset(solution.optimal_actions[state]),
        "gain(blind,random)": payoff_law(game, profile).mean(),
        "win(blind,random)": payoff_law(game, profile).probability(1),
        "turns(blind,random)": mean_length(game, profile),
        "gain_from(blind,random,2,5)": profile_values(game, profile)[state],
        "gain(optimal,optimal)": solution.value,
        "best_response(optimal)": solution.value,
        "best_response(random)": best_response(game, random(game), MAX).value,
    }
    assert {query: evaluate_query(query, options) for query in expected} == expected


# --- the float guide ------------------------------------------------------------------------------


def answers(game):
    """The solution and both best responses to a mixed plan."""
    plan = mixed((random(game), Fraction(1, 3)), (dice(game.dice), Fraction(2, 3)))
    return [solve(game), best_response(game, plan, MAX), best_response(game, plan, MIN)]


def assert_same(ones, others):
    for one, other in zip(ones, others, strict=True):
        for state in one.values:
            assert one.optimal_actions[state] == other.optimal_actions[state]
            assert one.values[state] == other.values[state]


def allow_all(_guide, _s, win, _lose):
    return np.ones_like(win, dtype=bool)


@pytest.mark.parametrize("game", EXTREME, ids=range(len(EXTREME)))
def test_the_guide_never_rules_out_a_best_action(game, monkeypatch):
    """With every number of dice compared exactly, nothing changes; the integers then start from
    what was chosen on the line before.
    """
    guided = answers(game)
    monkeypatch.setattr(Guide, "possible", allow_all)
    assert_same(guided, answers(game))


@pytest.mark.parametrize("game", EXTREME[1:5], ids=range(1, 5))
def test_the_integers_alone_find_the_optimum(game, monkeypatch):
    """Floats that never agree among themselves leave everything to the integers, which start from
    the worst they could be given.
    """
    guided = answers(game)
    monkeypatch.setattr(dice_battle_return_guide, "ROUNDS", 0)
    rng = Random(1)
    begin = ReturnGuide.begin

    def anyhow(self, s, js, laws, other):
        self.last[:] = [rng.randrange(game.dice) for _ in self.last]
        begin(self, s, js, laws, other)

    monkeypatch.setattr(ReturnGuide, "begin", anyhow)
    assert_same(guided, answers(game))


def test_without_its_margin_the_guide_would_lose_ties(monkeypatch):
    game = DiceBattle(dice=3, target=25, faces=2, bust_score=0)
    exact = solve(game).optimal_actions
    monkeypatch.setattr(
        Guide, "possible", lambda _guide, _s, win, _lose: win == win.max(axis=1, keepdims=True)
    )
    careless = solve(game).optimal_actions
    assert any(careless[state] != exact[state] for state in exact)


@pytest.mark.parametrize(
    "plan", [None, MAX, MIN], ids=["both choose", "MAX follows", "MIN follows"]
)
@pytest.mark.parametrize("game", EXTREME, ids=range(len(EXTREME)))
def test_the_guides_error_is_never_above_its_bound(game, plan, monkeypatch):
    """What the guide enters for w and l on line s is within error(s), relatively, of the exact h
    and 1 - h (above SMALLEST).
    """
    entered = []
    enter = Guide.enter

    def noting(self, s, js, win, lose):
        entered.append((s, js, win, lose, self.error(s)))
        enter(self, s, js, win, lose)

    monkeypatch.setattr(Guide, "enter", noting)
    follow = mixed((random(game), Fraction(1, 3)), (dice(game.dice), Fraction(2, 3)))
    plans = {None: (None, None), MAX: (follow, None), MIN: (None, follow)}[plan]
    lines = [line for both in sweep(game, plans, -1) for line in both]
    assert len(lines) == len(entered) == (2 * game.target - 1) * (1 if plan is None else 2)
    for line, (s, js, win, lose, error) in zip(lines, entered, strict=True):
        assert line.s == s
        for j, w, l in zip(js, win.tolist(), lose.tolist(), strict=True):
            for found, exact in ((w, line.h(s - j)), (l, 1 - line.h(s - j))):
                if exact >= Fraction(SMALLEST):
                    assert abs(Fraction(found) - exact) <= Fraction(error) * exact
                else:
                    assert found <= 2 * SMALLEST
