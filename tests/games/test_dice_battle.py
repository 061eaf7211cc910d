"""Dice Battle in turns: the fast path against the formula, the generic solver, all faces, floats,
and the reports' numbers.
"""

import re
from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from math import lcm
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import Race, enumerated_throw, every_play, every_race, hoeffding, law_of

from exactdice import (
    MAX,
    MIN,
    WAIT,
    BattleState,
    DiceBattle,
    Distribution,
    backward_induction,
    best_response,
    blind,
    check,
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
from exactdice.game import always, mover
from exactdice.games.dice_battle.fast import line_at, opening, table
from exactdice.games.dice_battle.guide import SMALLEST, Guide
from exactdice.games.dice_battle.sweep import sweep
from exactdice.solvers.fast_path import the_generic


def generic(function, game, *arguments):
    """What the function for any game answers, whatever fast path is registered."""
    return the_generic(function)(game, *arguments)


def weights_of(game):
    """The weights of the faces as ints, from the game's options alone."""
    if game.weights is None:
        return [1] * game.faces
    common = lcm(*(Fraction(w).denominator for w in game.weights))
    return [int(w * common) for w in game.weights]


def oracle(game):
    return Race(game.dice, game.target, weights_of(game), game.bust, game.bust_score)


@st.composite
def battles(draw, most_dice=4, most_target=10):
    faces = draw(st.integers(2, 6))
    ints = st.lists(st.integers(0, 6), min_size=faces, max_size=faces).filter(any)
    fractions = ints.filter(lambda ws: len([w for w in ws if w]) > 1).map(
        lambda ws: [Fraction(w, sum(ws)) for w in ws]
    )
    weights = draw(st.none() | (ints | fractions).map(tuple))
    return DiceBattle(
        dice=draw(st.integers(1, most_dice)),
        target=draw(st.integers(1, most_target)),
        faces=faces,
        weights=weights,
        bust=draw(st.integers(1, faces)),
        bust_score=draw(st.integers(1, 8) | st.integers(1, 2 * most_target)),
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
known = settings(max_examples=40)


# --- against the formula of SPEC 2, over all (i, j) -----------------------------------------------


def assert_solution_is_the_formula(game):
    gain, best = oracle(game).solve()
    solution = solve(game)
    states = list(solution.values)
    assert len(states) == len(set(states)) == 2 * game.target**2
    for state in states:
        assert (
            solution.values[state]
            == (1 if state.to_move == MAX else -1) * gain[state.own, state.other]
        )
        assert solution.optimal_actions[state] == best[state.own, state.other]
    assert solution.value == gain[0, 0]


@known
@given(battles())
def test_values_and_ties_are_those_of_the_formula_everywhere(game):
    assert_solution_is_the_formula(game)


@pytest.mark.parametrize(
    "game",
    [
        DiceBattle(dice=10, target=30),
        DiceBattle(dice=3, target=25, faces=2),
        DiceBattle(dice=5, target=20, weights=(1, 1, 1, 1, 1, 5)),  # SPEC 1: 1/10 x5, 1/2
        DiceBattle(dice=5, target=20, weights=(*[Fraction(1, 8)] * 5, Fraction(3, 8))),
        DiceBattle(dice=2, target=12, faces=12, bust=12, bust_score=5),
        DiceBattle(dice=3, target=9, faces=3, weights=(0, 1, 0), bust=1),  # no chance at all
        DiceBattle(
            dice=3, target=9, faces=3, weights=(1, 0, 0), bust=1, bust_score=2
        ),  # always busts
        DiceBattle(dice=3, target=9, faces=3, weights=(0, 1, 1), bust=1),  # never busts
        DiceBattle(dice=2, target=6, bust_score=40),
        DiceBattle(
            dice=3, target=20, faces=2, bust_score=9
        ),  # a bust scores more than any other throw
        DiceBattle(dice=1, target=1),
        DiceBattle(dice=7, target=1, faces=2, bust=2),
        DiceBattle(dice=30, target=10),
    ],
    ids=str,
)
def test_values_and_ties_are_those_of_the_formula_for_chosen_games(game):
    assert_solution_is_the_formula(game)


@settings(max_examples=15)
@given(battles(most_dice=3, most_target=12), st.data())
def test_EG_satisfies_its_equation_with_all_faces_enumerated(game, data):
    values = solve(game).values

    def EG(i, j):
        return 1 if i >= game.target else -1 if j >= game.target else values[BattleState(i, j, MAX)]

    i, j = (data.draw(st.integers(0, game.target - 1)) for _ in "ij")
    throws = [
        enumerated_throw(weights_of(game), d, game.bust, game.bust_score)
        for d in range(1, game.dice + 1)
    ]
    worth = [-sum(p * EG(j, i + k) for k, p in law.items()) for law in throws]
    assert EG(i, j) == max(worth)
    assert solve(game).optimal_actions[BattleState(i, j, MAX)] == tuple(
        d for d, w in enumerate(worth, 1) if w == max(worth)
    )


# --- against the generic functions ----------------------------------------------------------------


@known
@given(battles(most_target=8))
def test_solving_fast_is_solving_generically_on_every_reachable_state(game):
    fast, slow = solve(game), backward_induction(game)
    for state in slow.values:
        assert fast.values[state] == slow.values[state]
        assert type(fast.values[state]) is type(slow.values[state])
        assert fast.optimal_actions[state] == slow.optimal_actions[state]
        for player in (MAX, MIN):
            assert fast.strategies[player][state] == slow.strategies[player][state]
    assert fast.value == slow.value


@known
@given(battles(most_target=7), plan_seeds, plan_seeds)
def test_evaluating_fast_is_evaluating_generically(game, first, second):
    profile = (some_plan(game, *first), some_plan(game, *second))
    slow, fast = generic(profile_values, game, profile), profile_values(game, profile)
    assert slow == {state: fast[state] for state in slow}
    assert all(type(fast[state]) is type(slow[state]) for state in slow)
    for function in (payoff_law, length_law, mean_length):
        assert function(game, profile) == generic(function, game, profile)


@known
@given(battles(most_target=7), plan_seeds, st.sampled_from([MAX, MIN]))
def test_responding_fast_is_responding_generically(game, described, player):
    plan = some_plan(game, *described)
    slow, fast = generic(best_response, game, plan, player), best_response(game, plan, player)
    assert fast.value == slow.value
    for state in slow.values:
        assert fast.values[state] == slow.values[state]
        assert fast.optimal_actions[state] == slow.optimal_actions[state]
        assert fast.strategies[player][state] == slow.strategies[player][state]


@known
@given(battles(), plan_seeds, plan_seeds)
def test_evaluating_fast_is_the_recursion_over_all_points(game, first, second):
    profile = (some_plan(game, *first), some_plan(game, *second))
    plans = (
        lambda i, j: law_of(profile[MAX](BattleState(i, j, MAX))),
        lambda i, j: law_of(profile[MIN](BattleState(j, i, MIN))),
    )
    worth = oracle(game).follow(plans)
    values = profile_values(game, profile)
    assert all(values[state] == worth[state.own, state.other, state.to_move] for state in values)


def test_plans_that_throw_1_or_80_dice_keep_the_greatest_denominator():
    """The power of 2 that a state needs then jumps by 80 up and down from line to line."""
    game = DiceBattle(dice=80, target=7, faces=2)
    race = oracle(game)
    for seed in range(60):
        rng = Random(seed)
        pure = {
            BattleState(i, j, player): rng.choice([1, 80])
            for i in range(game.target)
            for j in range(game.target)
            for player in (MAX, MIN)
        }
        plans = (
            lambda i, j, pure=pure: {pure[BattleState(i, j, MAX)]: 1},
            lambda i, j, pure=pure: {pure[BattleState(j, i, MIN)]: 1},
        )
        worth = race.follow(plans)
        values = profile_values(game, (strategy(pure), strategy(pure)))
        assert all(
            values[state] == worth[state.own, state.other, state.to_move] for state in values
        )


@settings(max_examples=20)
@given(battles(most_target=8), plan_seeds, st.sampled_from([MAX, MIN]))
def test_the_best_response_solves_its_equation_over_all_points(game, described, player):
    """Where the responder throws, the best over d of its throw; where the plan throws, the plan's
    mean.
    """
    plan = some_plan(game, *described)
    answer, throws, sign = (
        best_response(game, plan, player),
        oracle(game).throws,
        1 if player == MAX else -1,
    )

    def worth(state, d):
        i, j, won = state.own, state.other, 1 if state.to_move == MAX else -1
        after = (
            (i + k, j, MIN) if state.to_move == MAX else (j, i + k, MAX) for k in throws[d - 1]
        )
        return sum(
            p * (won if i + k >= game.target else answer.values[BattleState(*to)])
            for (k, p), to in zip(throws[d - 1].items(), after, strict=True)
        )

    for state, value in answer.values.items():
        if state.to_move == player:
            gains = {d: sign * worth(state, d) for d in range(1, game.dice + 1)}
            assert sign * value == max(gains.values())
            assert answer.optimal_actions[state] == tuple(
                d for d, g in gains.items() if g == max(gains.values())
            )
        else:
            assert value == sum(p * worth(state, d) for d, p in law_of(plan(state)).items())
            assert answer.optimal_actions[state] == (WAIT,)


@settings(max_examples=20)
@given(battles(most_target=12), plan_seeds, plan_seeds)
def test_the_start_alone_and_single_lines_agree_with_the_whole_table(game, first, second):
    solution, start = solve(game), opening(game)
    assert start.gain == solution.value
    for state in game.family_states():
        assert start.best[state] == solution.optimal_actions[state]
    for s in {0, game.target - 1, 2 * game.target - 2}:
        line = line_at(game, s)
        for i in range(max(0, s - game.target + 1), min(s, game.target - 1) + 1):
            assert line.gain(i) == solution.values[BattleState(i, s - i, MAX)]
            assert line.best[i] == solution.optimal_actions[BattleState(i, s - i, MAX)]
    profile = (some_plan(game, *first), some_plan(game, *second))
    assert opening(game, profile).gain == profile_values(game, profile)[game.start]
    assert (
        mean_length(game, profile)
        == length_law(game, profile).mean()
        == opening(game, profile, z=1).h
    )


@settings(max_examples=20)
@given(battles(most_target=12), plan_seeds, plan_seeds)
def test_laws_agree_with_values(game, first, second):
    """MAX makes the throws 1, 3, 5, ..., so it wins exactly when the number of throws is odd."""
    profile = (some_plan(game, *first), some_plan(game, *second))
    payoffs, lengths = payoff_law(game, profile), length_law(game, profile)
    assert payoffs.mean() == profile_values(game, profile)[game.start]
    assert payoffs.probability(1) == lengths.chance(lambda t: t % 2 == 1)
    assert payoffs.probability(1) + payoffs.probability(-1) == 1
    assert max(lengths) <= 2 * game.target - 1


@settings(max_examples=20)
@given(battles(most_target=10))
def test_a_solution_is_proved_by_the_checker(game):
    assert check(solve(game)).startswith("value ")


@settings(max_examples=20)
@given(battles(most_target=10))
def test_nobody_gains_by_leaving_the_optimum_and_the_sides_are_mirror_images(game):
    solution = solve(game)
    first, second = (strategy(plan) for plan in solution.strategies)
    assert profile_values(game, (first, second))[game.start] == solution.value
    assert (
        best_response(game, second, MAX).value
        == best_response(game, first, MIN).value
        == solution.value
    )
    for i in range(game.target):
        for j in range(game.target):
            here, mirrored = BattleState(i, j, MAX), BattleState(j, i, MIN)
            assert solution.values[here] == -solution.values[mirrored]
            assert solution.optimal_actions[here] == solution.optimal_actions[mirrored]


@settings(max_examples=20)
@given(battles(most_dice=3, most_target=8))
def test_a_player_with_one_more_number_of_dice_to_choose_from_gains_at_least_as_much(game):
    plan = some_plan(game, 1, "pure")
    more = DiceBattle(
        game.dice + 1, game.target, game.faces, game.weights, game.bust, game.bust_score
    )
    assert best_response(more, plan, MAX).value >= best_response(game, plan, MAX).value


# --- every single play of tiny games --------------------------------------------------------------


@settings(max_examples=25)
@given(battles(most_dice=2, most_target=4), plan_seeds, plan_seeds)
def test_the_gain_is_the_average_over_all_plays(game, first, second):
    profile = (some_plan(game, *first), some_plan(game, *second))
    payoffs, lengths = defaultdict(Fraction), defaultdict(Fraction)
    for p, paid, length in every_play(game, profile):
        payoffs[paid] += p
        lengths[length] += p
    assert law_of(payoff_law(game, profile)) == payoffs
    assert law_of(length_law(game, profile)) == lengths


@pytest.mark.parametrize(
    ("weights", "target", "plans", "bust", "bust_score"),
    [
        ([1] * 6, 2, (3, 1), 1, 1),
        ([1] * 6, 4, (1, 2), 1, 1),
        ([1, 2, 3], 5, (2, 1), 2, 1),
        ([1, 1], 6, (2, 2), 1, 2),
        ([0, 1, 3], 5, (1, 1), 3, 3),
    ],
)
def test_the_gain_is_the_average_over_all_sequences_of_faces(
    weights, target, plans, bust, bust_score
):
    game = DiceBattle(max(plans), target, len(weights), tuple(weights), bust, bust_score)
    law = every_race(weights, target, plans, bust, bust_score)
    profile = (dice(plans[0]), dice(plans[1]))
    assert sum(law.values()) == 1
    win = sum(p for (who, _), p in law.items() if who == MAX)
    assert payoff_law(game, profile).probability(1) == win
    assert profile_values(game, profile)[game.start] == 2 * win - 1
    assert law_of(length_law(game, profile)) == {throws: p for (_, throws), p in law.items()}


# --- numbers of the reports -----------------------------------------------------------------------


def test_question_3_of_the_first_report():
    """Carnielli and Kachaikin, Question 3 (D = 3, N = 2): P(G = 1) = (5/6)^3 + (1 - (5/6)^3) / 6,
    about 0,6489, and with one die against one die 5/6 + (1/6)^2, about 0,8611; E(G) about 0,2978
    and 0,7222.
    """
    game = DiceBattle(dice=3, target=2)
    three, one = payoff_law(game, (dice(3), dice(1))), payoff_law(game, (dice(1), dice(1)))
    assert (
        three.probability(1)
        == Fraction(841, 1296)
        == Fraction(5, 6) ** 3 + (1 - Fraction(5, 6) ** 3) / 6
    )
    assert one.probability(1) == Fraction(31, 36)
    assert [
        round(float(x), 4)
        for x in (three.probability(1), one.probability(1), three.mean(), one.mean())
    ] == [
        0.6489,
        0.8611,
        0.2978,
        0.7222,
    ]


def test_the_case_of_98_points_each_is_the_case_of_a_race_to_2():
    """Carnielli and Kachaikin, end of Question 3: N = 2 is N = 100 at 98 points each."""
    small, large = solve(DiceBattle(dice=3, target=2)), solve(DiceBattle(dice=3, target=100))
    for i in (0, 1):
        for j in (0, 1):
            state = BattleState(98 + i, 98 + j, MAX)
            assert large.values[state] == small.values[BattleState(i, j, MAX)]
            assert large.optimal_actions[state] == small.optimal_actions[BattleState(i, j, MAX)]
            assert (
                large.optimal_actions[state][0] == 1
            )  # Huang and Huang, 2.1.2: at 98 points one die is best


@lru_cache(maxsize=1)
def full():
    return solve(DiceBattle())


def test_at_39_to_99_all_is_lost_and_at_40_to_99_only_ten_sixes_help():
    """The other has 99 and needs 1 point, which any throw scores: it wins on its next turn. So the
    mover must reach 100 now. From 39 it needs 61, and ten dice score 60 at most: it loses whatever
    it does, and all ten choices tie at -1. From 40 it needs 60, which only ten sixes score: chance
    6^-10 with ten dice and 0 with fewer, EG = -1 + 2 / 6^10.
    """
    solution = full()
    assert solution.values[BattleState(39, 99, MAX)] == -1
    assert solution.optimal_actions[BattleState(39, 99, MAX)] == tuple(range(1, 11))
    assert solution.values[BattleState(40, 99, MAX)] == -1 + Fraction(2, 6**10)
    assert solution.optimal_actions[BattleState(40, 99, MAX)] == (10,)
    assert all(solution.values[BattleState(i, 99, MAX)] == -1 for i in range(40))


def test_with_1_point_to_go_every_throw_wins_and_all_tie():
    solution = full()
    for j in range(100):
        assert solution.values[BattleState(99, j, MAX)] == 1
        assert solution.optimal_actions[BattleState(99, j, MAX)] == tuple(range(1, 11))


def test_the_full_game_is_proved_and_its_value_has_2895_bits():
    """The checker recomputes all 10000 states with Python's integers; DESIGN: "fractions of up to
    2895 bits".
    """
    solution = full()
    assert re.match(
        r"value of \d+ over 2895 bits, about 0\.\d{10} to the first player", check(solution)
    )
    bits = Fraction(solution.value).denominator.bit_length()
    assert bits == 2895
    assert (
        max(
            Fraction(solution.values[state]).denominator.bit_length()
            for state in DiceBattle().family_states()
        )
        == bits
    )
    rest = Fraction(solution.value).denominator
    for prime in (2, 3):  # every chance is an integer over a power of 6
        while rest % prime == 0:
            rest //= prime
    assert rest == 1


def test_floats_agree_to_1e_9_everywhere_at_D_10_N_100():
    """SPEC 2's formula in numpy floats, throws from repeated convolution."""
    D, N = 10, 100
    P = np.zeros((D, 6 * D + 1))
    safe = np.array([1.0])
    for d in range(1, D + 1):
        safe = np.convolve(safe, [0, 0, 1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 6])
        P[d - 1, : len(safe)] = safe
        P[d - 1, 1] += 1 - (5 / 6) ** d
    EG = np.zeros((N, N + 6 * D + 1))
    EG[:, N:] = -1.0
    for s in range(2 * N - 2, -1, -1):
        for i in range(max(0, s - N + 1), min(s, N - 1) + 1):
            j = s - i
            EG[i, j] = np.max(-(P @ EG[j, i : i + 6 * D + 1]))
    values = full().values
    assert all(
        abs(float(values[BattleState(i, j, MAX)]) - EG[i, j]) < 1e-9
        for i in range(N)
        for j in range(N)
    )


def test_table_1_of_the_first_report_is_within_the_error_of_its_million_games():
    """Carnielli and Kachaikin, Table 1: means of 10^6 games, printed with four decimals. Each is
    within Hoeffding's bound for draws in [-1, 1] (all nine together fail with a chance below 1e-9)
    plus the rounding, of the exact gain.
    """
    game = DiceBattle()
    optimal = tuple(strategy(plan) for plan in full().strategies)
    plans = {"blind": (blind(game),) * 2, "optimal": optimal, "random": (random(game),) * 2}
    printed = {
        "blind": ("0.0672", "-0.0316", "0.3199"),
        "optimal": ("0.1684", "0.0688", "0.3988"),
        "random": ("-0.2038", "-0.2866", "0.0558"),
    }
    bound = hoeffding(10**6, 2, 1e-9 / 9) + 0.00005
    for first, row in printed.items():
        for second, mean in zip(printed, row, strict=True):
            gain = profile_values(game, (plans[first][MAX], plans[second][MIN]))[game.start]
            assert abs(gain - Fraction(mean)) < bound


# --- the float guide ------------------------------------------------------------------------------

LOPSIDED = [
    DiceBattle(dice=10, target=60),
    DiceBattle(dice=4, target=15, weights=(1, *[10**12] * 5)),
    DiceBattle(dice=4, target=15, weights=(10**12, *[1] * 5)),
    DiceBattle(dice=3, target=12, weights=(1, 10**12, 1, 10**12, 1, 1)),
    DiceBattle(
        dice=4, target=9, faces=3, weights=(10**400, 1, 1)
    ),  # every chance of a safe die underflows
    DiceBattle(dice=4, target=9, faces=3, weights=(1, 10**400, 10**400)),
    DiceBattle(
        dice=13, target=25, faces=2, weights=(10**25, 1)
    ),  # wins of (1e-25)^12 and less, below SMALLEST
    DiceBattle(
        dice=3, target=10, faces=2, weights=(2**53 - 1, 2**53 + 1)
    ),  # a fair coin but for the last bit
    DiceBattle(dice=5, target=14, weights=(1, 0, 0, 0, 0, 1), bust=6, bust_score=14),
    DiceBattle(dice=3, target=9, faces=2, weights=(10**200, 10**100), bust_score=3),
    DiceBattle(dice=3, target=20, faces=2, bust_score=9),
]


def allow_all(_guide, _s, win, _lose):
    return np.ones_like(win, dtype=bool)


def trust_floats(_guide, _s, win, _lose):
    return win == win.max(axis=1, keepdims=True)


@pytest.mark.parametrize("game", LOPSIDED, ids=range(len(LOPSIDED)))
def test_the_guide_never_rules_out_a_best_action(game, monkeypatch):
    """With every number of dice compared exactly, nothing changes."""
    plan = mixed((random(game), Fraction(1, 3)), (dice(game.dice), Fraction(2, 3)))
    guided = [solve(game), best_response(game, plan, MAX), best_response(game, plan, MIN)]
    monkeypatch.setattr(Guide, "possible", allow_all)
    exact = [solve(game), best_response(game, plan, MAX), best_response(game, plan, MIN)]
    for one, other in zip(guided, exact, strict=True):
        for state in one.values:
            assert one.optimal_actions[state] == other.optimal_actions[state]
            assert one.values[state] == other.values[state]


@pytest.mark.parametrize("game", LOPSIDED[1:], ids=range(1, len(LOPSIDED)))
def test_lopsided_games_are_proved_by_the_checker(game):
    assert check(solve(game)).startswith("value ")


@pytest.mark.parametrize("plan", [None, 0, 1], ids=["both choose", "MIN follows", "MAX follows"])
@pytest.mark.parametrize("game", LOPSIDED, ids=range(len(LOPSIDED)))
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
    plans = {None: (None, None), 0: (None, follow), 1: (follow, None)}[plan]
    lines = [line for both in sweep(game, plans, -1) for line in both]
    assert len(lines) == len(entered) == (2 * game.target - 1) * (1 if plan is None else 2)
    for line, (s, js, win, lose, error) in zip(lines, entered, strict=True):
        assert line.s == s
        for j, w, l in zip(js, win.tolist(), lose.tolist(), strict=True):
            h = line.h(s - j)
            for found, exact in ((w, h), (l, 1 - h)):
                if exact >= Fraction(SMALLEST):
                    assert abs(Fraction(found) - exact) <= Fraction(error) * exact
                else:
                    assert found <= 2 * SMALLEST


def test_without_its_margin_the_guide_would_lose_ties(monkeypatch):
    """The margin is needed, and the comparisons above would notice its absence: floats alone break
    exact ties.
    """
    game = DiceBattle(dice=10, target=40)
    exact = solve(game).optimal_actions
    monkeypatch.setattr(Guide, "possible", trust_floats)
    careless = solve(game).optimal_actions
    assert any(careless[state] != exact[state] for state in exact)


# --- what the tables promise ----------------------------------------------------------------------


def test_progress_counts_the_lines():
    calls = []
    solve(DiceBattle(dice=2, target=6), lambda done, total: calls.append((done, total)))
    assert calls == [(done, 11) for done in range(1, 12)]


def test_the_table_of_a_sweep_is_the_average_over_all_plays_from_any_state():
    game = DiceBattle(dice=2, target=5)
    swept = table(game, (dice(2), dice(1)))
    for state in (BattleState(0, 0, MAX), BattleState(3, 1, MIN)):
        win = sum(
            p
            for p, paid, _ in every_play(game, (dice(2), dice(1)), state)
            if paid == (1 if state.to_move == MAX else -1)
        )
        assert swept.value(state) == (2 * win - 1) * (1 if state.to_move == MAX else -1)


def test_the_mover_of_a_battle_state_is_its_to_move():
    game = DiceBattle(dice=2, target=3)
    assert all(mover(game, state) == state.to_move for state in solve(game).values)


def test_a_bust_score_far_beyond_the_target_costs_no_more_than_the_target():
    game = DiceBattle(dice=2, target=3, bust_score=10**16)
    capped = DiceBattle(dice=2, target=3, bust_score=3)  # a bust wins at once in both games
    assert backward_induction(game).value == backward_induction(capped).value
    assert solve(game).value == solve(capped).value
