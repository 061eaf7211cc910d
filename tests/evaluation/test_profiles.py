"""Values, best responses and laws of a pair of strategies, against every play listed one by one."""

import contextlib
from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import Climb, Climber, RockPaperScissors, every_play, law_of, listed

from exactdice import (
    MAX,
    MIN,
    WAIT,
    BattleState,
    DiceBattle,
    Distribution,
    backward_induction,
    best_response,
    check,
    dice,
    length_law,
    mean_length,
    mixed,
    payoff_law,
    point,
    profile_values,
    solve,
    strategy,
    uniform,
)
from exactdice.errors import ExactDiceError, RulesError, UnsolvableError
from exactdice.evaluation.profiles import Following
from exactdice.game import always
from exactdice.graph import explore
from exactdice.solvers.fast_path import the_generic

STEP, LEAP, EITHER = (
    always(point("step")),
    always(point("leap")),
    always(Distribution({"step": 1, "leap": 2})),
)
CAREFUL = strategy(lambda state: "step" if state.lead > 0 else "leap")
MIXED = mixed((STEP, Fraction(1, 7)), (CAREFUL, Fraction(6, 7)))
PLANS = [STEP, LEAP, EITHER, CAREFUL, MIXED]


def table_of(game, plan):
    return strategy({node.state: plan(node.state) for node in explore(game).nodes})


def expected(game, profile, state=None):
    return sum((p * paid for p, paid, _ in every_play(game, profile, state)), Fraction(0))


# --- a game with draws ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "profile",
    list(product(PLANS, PLANS)),
    ids=lambda pair: "-".join(str(PLANS.index(plan)) for plan in pair),
)
def test_a_profile_is_worth_the_average_over_all_plays(profile):
    game = Climb(3)
    values = profile_values(game, profile)
    assert game.start in values
    assert all(values[state] == expected(game, profile, state) for state in values)


@pytest.mark.parametrize(
    "profile", [(STEP, LEAP), (MIXED, EITHER), (CAREFUL, CAREFUL)], ids=range(3)
)
def test_the_laws_of_payoff_and_length_are_those_of_all_plays(profile):
    game = Climb(4)
    payoffs, lengths = defaultdict(Fraction), defaultdict(Fraction)
    for p, paid, length in every_play(game, profile):
        payoffs[paid] += p
        lengths[length] += p
    assert law_of(payoff_law(game, profile)) == payoffs
    assert law_of(length_law(game, profile)) == lengths == {4: 1}
    assert payoff_law(game, profile).mean() == profile_values(game, profile)[game.start]
    assert mean_length(game, profile) == 4


def test_draws_have_their_chance():
    """Two turns of steps: the lead comes back to 0 for sure. A leap first: -1 (1/3) or 2 (2/3),
    then -1: never 0.
    """
    assert payoff_law(Climb(2), (STEP, STEP)) == point(0)
    assert payoff_law(Climb(2), (LEAP, STEP)) == Distribution({1: 2, -1: 1})
    # both leap: 2-2, -1+1 draw (5/9); 2+1 wins (2/9); -1-2 loses (2/9)
    assert payoff_law(Climb(2), (LEAP, LEAP)) == Distribution({1: 2, 0: 5, -1: 2})
    assert list(payoff_law(Climb(2), (LEAP, LEAP))) == [1, 0, -1]


def test_plays_of_different_lengths():
    game = listed(
        {
            "s": (MAX, {"on": {"t": 1, "won": 1}}),
            "t": (MIN, {"on": {"won": 1, "u": 2}}),
            "u": (MAX, {"on": {"won": 1}}),
            "won": 5,
        }
    )
    profile = (always(point("on")), always(point("on")))
    assert length_law(game, profile) == Distribution({1: 3, 2: 1, 3: 2})
    assert mean_length(game, profile) == Fraction(11, 6)
    assert payoff_law(game, profile) == point(5)


def test_a_game_that_is_over_has_no_moves():
    game = listed({"over": Fraction(1, 3)})
    assert dict(profile_values(game, (STEP, STEP))) == {}
    assert payoff_law(game, (STEP, STEP)) == point(Fraction(1, 3))
    assert length_law(game, (STEP, STEP)) == point(0)
    assert mean_length(game, (STEP, STEP)) == 0


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
def test_a_table_is_worth_what_its_function_is(plan):
    game = Climb(3)
    assert profile_values(game, (table_of(game, plan), plan)) == profile_values(
        game, (plan, table_of(game, plan))
    )


def test_the_value_is_linear_in_one_decision():
    """On one turn only the mixture of strategies is the mixture of values; on more turns it is
    drawn anew each turn.
    """
    game = Climb(1)
    step, leap, both = (
        profile_values(game, (plan, STEP))[game.start] for plan in (STEP, LEAP, EITHER)
    )
    assert both == Fraction(1, 3) * step + Fraction(2, 3) * leap


# --- best responses -------------------------------------------------------------------------------


def every_table(game, player):
    """Every pure strategy of the player over all states of the game."""
    states = [
        node.state
        for node in explore(game).nodes
        if node.payoff is None and node.state.to_move == player
    ]
    for actions in product(("step", "leap"), repeat=len(states)):
        yield strategy(dict(zip(states, actions, strict=True)))


@pytest.mark.parametrize("plan", [STEP, EITHER, CAREFUL], ids=range(3))
@pytest.mark.parametrize("player", [MAX, MIN])
def test_a_best_response_is_the_best_of_all_pure_strategies(plan, player):
    game = Climb(3)
    profiles = [
        (table, plan) if player == MAX else (plan, table) for table in every_table(game, player)
    ]
    gains = [profile_values(game, profile)[game.start] for profile in profiles]
    assert best_response(game, plan, player).value == (max, min)[player](gains)


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
@pytest.mark.parametrize("player", [MAX, MIN])
def test_a_best_response_attains_its_values_and_beats_the_optimum(plan, player):
    game = Climb(4)
    answer, optimum = best_response(game, plan, player), solve(game)
    mine = strategy(answer.strategies[player])
    values = profile_values(game, (mine, plan) if player == MAX else (plan, mine))
    assert all(values[state] == answer.values[state] for state in values)
    sign = 1 if player == MAX else -1
    assert all(
        sign * (answer.values[state] - optimum.values[state]) >= 0 for state in answer.values
    )
    assert check(answer).startswith("value ")


def test_the_best_response_to_an_optimal_strategy_is_the_value():
    for game in (Climb(4), DiceBattle(dice=3, target=6)):
        solution = solve(game)
        first, second = (strategy(table) for table in solution.strategies)
        assert best_response(game, second, MAX).value == solution.value
        assert best_response(game, first, MIN).value == solution.value


def test_a_best_response_waits_where_the_plan_moves():
    answer = best_response(Climb(2), STEP, MAX)
    assert answer.optimal_actions[Climber(1, 1, MIN)] == (WAIT,)


# --- both at once ---------------------------------------------------------------------------------

FAIR = always(uniform(["rock", "paper", "scissors"]))
ROCK = always(point("rock"))


def test_a_game_in_which_both_choose_is_solved_by_mixtures():
    solution = solve(RockPaperScissors(2))
    assert solution.value == 0
    assert set(solution.mixtures.values()) == {(FAIR(None), FAIR(None))}
    for player in (MAX, MIN):
        assert (
            best_response(
                RockPaperScissors(2), strategy(solution.strategies[1 - player]), player
            ).value
            == 0
        )
    assert check(solution).startswith("value 0 to MAX")


def test_uniform_hands_of_rock_paper_scissors_are_worth_0_against_anything():
    game = RockPaperScissors(2)
    assert profile_values(game, (FAIR, ROCK))[game.start] == 0
    assert payoff_law(game, (FAIR, FAIR)) == Distribution({2: 1, 1: 2, 0: 3, -1: 2, -2: 1})
    for player in (MAX, MIN):
        answer = best_response(game, FAIR, player)
        assert answer.value == 0
        assert answer.optimal_actions[game.start] == ("rock", "paper", "scissors")


def test_the_best_response_to_rock_is_paper_for_either_player():
    game = RockPaperScissors(3)
    for player, value in ((MAX, 3), (MIN, -3)):
        answer = best_response(game, ROCK, player)
        assert answer.value == value
        assert set(answer.optimal_actions.values()) == {("paper",)}


hands = st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any)


@settings(max_examples=25)
@given(hands, hands)
def test_mixed_hands_are_worth_what_all_plays_average(first, second):
    game = RockPaperScissors(2)
    names = ("rock", "paper", "scissors")
    profile = tuple(
        always(Distribution(dict(zip(names, weights, strict=True)))) for weights in (first, second)
    )
    assert profile_values(game, profile)[game.start] == expected(game, profile)
    assert payoff_law(game, profile).mean() == expected(game, profile)
    best = best_response(game, profile[1], MAX).value
    assert best == 2 * max((second[k - 1] - second[(k + 1) % 3]) for k in range(3)) / Fraction(
        sum(second)
    )


# --- refusals -------------------------------------------------------------------------------------

BATTLE = DiceBattle(dice=2, target=4)
HOP = always(point("hop"))


@pytest.mark.parametrize(
    ("game", "profile", "message"),
    [
        (
            Climb(2),
            (HOP, STEP),
            (
                "the strategy of MAX plays 'hop' at Climber(0, 2, 0), where the actions are "
                "'step', 'leap'"
            ),
        ),
        (
            Climb(2),
            (STEP, HOP),
            (
                "the strategy of MIN plays 'hop' at Climber(1, 1, 1), where the actions are "
                "'step', 'leap'"
            ),
        ),
        (
            BATTLE,
            (dice(3), dice(1)),
            "the strategy of MAX plays 3 at BattleState(0, 0, 0), where the actions are 1, 2",
        ),
        (Climb(2), (strategy({}), STEP), "the strategy's table has no entry for Climber(0, 2, 0)"),
    ],
    ids=range(4),
)
def test_an_illegal_strategy_is_refused_naming_player_and_state(game, profile, message):
    for function in (profile_values, payoff_law, length_law, mean_length):
        with pytest.raises(RulesError) as caught:
            function(game, profile)
        assert str(caught.value) == message


@pytest.mark.parametrize("evaluate", [profile_values, payoff_law, length_law, mean_length])
def test_an_illegal_strategy_of_the_second_player_is_refused_in_a_battle(evaluate):
    with pytest.raises(
        RulesError,
        match=(
            r"^the strategy of MIN plays 0 at BattleState\(\d, \d, 1\), where the actions "
            r"are 1, 2$"
        ),
    ):
        evaluate(BATTLE, (dice(1), always(point(0))))


@pytest.mark.parametrize("game", [Climb(2), BATTLE])
@pytest.mark.parametrize("player", [MAX, MIN])
def test_a_best_response_to_an_illegal_plan_is_refused(game, player):
    with pytest.raises(RulesError, match=f"^the strategy of {('MIN', 'MAX')[player]} plays "):
        best_response(game, HOP, player)


def test_play_that_can_come_back_is_refused_but_only_when_the_profile_lets_it():
    game = listed(
        {
            "a": (MAX, {"on": {"b": 1}, "off": {"end": 1}}),
            "b": (MIN, {"on": {"a": 1}, "off": {"end": 1}}),
            "end": 1,
        }
    )
    on, off = always(point("on")), always(point("off"))
    for function in (profile_values, payoff_law, mean_length, length_law):
        with pytest.raises(
            UnsolvableError, match=r"^play need not end from 'a', 'b': nobody can end it there, "
        ):
            function(game, (on, on))
    assert profile_values(game, (on, off))["a"] == 1
    assert length_law(game, (on, off)) == point(2)
    with pytest.raises(
        UnsolvableError, match=r"^play need not end from 'a', 'b': MAX cannot end it there, "
    ):
        best_response(game, on, MIN)


def test_a_strategy_is_not_asked_when_it_is_not_its_turn_or_its_state_cannot_come():
    asked = []

    def ask(state):
        asked.append(state)
        return point("step")

    profile_values(Climb(2), (ask, STEP))
    assert {state.to_move for state in asked} == {MAX}


def test_a_profile_leaves_a_game_without_choices():
    game = Following(Climb(2), (LEAP, EITHER))
    assert {
        game.actions(node.state, player) for node in explore(game).nodes for player in (MAX, MIN)
    } == {(WAIT,)}


@pytest.mark.parametrize("game", [Climb(1), BATTLE])
def test_a_profile_of_plain_tables_and_functions_works_or_is_refused_clearly(game):
    solution = backward_induction(game)
    with contextlib.suppress(ExactDiceError):
        assert profile_values(game, solution.strategies)[game.start] == solution.value


def test_a_best_response_of_nobody_is_refused():
    with pytest.raises(ExactDiceError):
        best_response(BATTLE, dice(1), 2)


@pytest.mark.parametrize("evaluate", [profile_values, payoff_law, length_law, mean_length])
def test_the_tables_of_a_generic_solution_can_be_played_on_the_fast_path(evaluate):
    profile = tuple(strategy(table) for table in backward_induction(BATTLE).strategies)
    generic, fast = the_generic(evaluate)(BATTLE, profile), evaluate(BATTLE, profile)
    if evaluate is profile_values:
        generic, fast = generic[BATTLE.start], fast[BATTLE.start]
    assert fast == generic


def test_a_generic_solution_of_a_battle_can_be_checked():
    assert check(backward_induction(BATTLE)).startswith("value ")


def test_a_state_given_as_a_plain_tuple_is_found_on_both_paths():
    assert backward_induction(BATTLE).values[0, 0, MAX] == solve(BATTLE).values[0, 0, MAX]


def test_a_state_outside_the_game_is_no_key_of_a_fast_solution():
    values = solve(BATTLE).values
    for state in (
        BattleState(4, 0, MAX),
        BattleState(0, -1, MIN),
        BattleState(0, 0, 2),
        (0, 0),
        None,
    ):
        assert state not in values
    assert len(values) == len(list(values)) == 2 * BATTLE.target**2
