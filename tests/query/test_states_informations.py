"""The words of games in which the players do not see everything, in Kuhn's and in Leduc poker."""

from fractions import Fraction
from itertools import product

import brute_force as brute
import pytest
from small_games import SMALL
from small_of_each_game import fields

from exactdice import MAX, MIN, Kuhn, exploitability, solve
from exactdice.cli.terminal.solving import summary_lines
from exactdice.distributions.distribution import Distribution, point, uniform
from exactdice.exact.errors import ExactDiceError, QueryError
from exactdice.exact.numbers import Interval
from exactdice.game.optional import hides
from exactdice.game.protocol import WAIT
from exactdice.game.text_of_values import written_apart
from exactdice.interop.interchange.gambit import efg_text
from exactdice.query.analysis import analysis_of
from exactdice.query.evaluate import evaluate_query
from exactdice.query.games_by_name import GAMES
from exactdice.query.register import Word
from exactdice.query.states import action_known, information_sets_of
from exactdice.query.strategies import named_strategy
from exactdice.query.strategy_table import by_table, write_table

THIRD = Fraction(1, 3)


def ask(query, game="kuhn", **options):
    return evaluate_query(query, {"game": Word(game), **options})


# Kuhn (1950): the value, what is the only optimal play, the range of the bluff. Random play is
# exploited by 11/24 in Kuhn's poker and by 1709/720 in Leduc poker: 0.458333 and 2.373611 in
# OpenSpiel, which prints twice as much, the sum over both players.
ANSWERS = [
    ("value()", Fraction(-1, 18)),
    ("strategy(1, check, bet)", Distribution({"fold": 1})),
    ("strategy(2, bet, player=min)", Distribution({"fold": 2, "call": 1})),
    ("optimal_actions(3)", frozenset({"check", "bet"})),
    ("first(optimal_actions(2, bet))", "fold"),
    ("probability_range(bet, 1)", Interval(0, THIRD)),
    ("probability_range(call, 2, bet, player=min)", Interval(THIRD, THIRD)),
    ("exploitability(random, random)", Fraction(11, 24)),
    ("gain(optimal, optimal)", Fraction(-1, 18)),
    ("over_ties(gain(optimal, optimal))", Interval(Fraction(-1, 18), Fraction(-1, 18))),
    # MAX checks, MIN checks: the higher card wins the ante
    ("win(first, first)", Fraction(1, 2)),
    # MAX bets, MIN calls
    ("payoff_distribution(last, last)", Distribution({-2: 1, 2: 1})),
    ("turns(last, last)", 3),
    ("expected_visits(last, last)", (1, 1)),
    # half of the time MAX checks, MIN bets, and half of the time MAX folds then; a call is even
    ("gain(mixed(first, 1/2, last, 1/2), last)", Fraction(-1, 4)),
    ("reach_probability(random, random, 2, 3)", Fraction(1, 6)),
    # one start, six deals, nine courses of the betting after each deal
    ("states()", 1 + 6 * 9),
    # a player has a card of three, MAX at the start or after check and bet, MIN after either
    ("information_sets()", 12),
    ("value(3, 1, (bet, call))", 2),
    ("reach_probability(last, last, played in ((bet, call),))", 1),
    ("at_entry(random, random, played in ((bet,),), card_of_min)", uniform((1, 2, 3))),
    (
        "at_entry(last, last, played in ((bet, call),), value(card_of_max, card_of_min, played))",
        Distribution({-2: 1, 2: 1}),
    ),
]


@pytest.mark.parametrize(("query", "expected"), ANSWERS)
def test_kuhn(query, expected):
    assert ask(query) == expected


HIDDEN = [name for name in SMALL if hides(GAMES[name](**SMALL[name]))]


@pytest.mark.parametrize("name", HIDDEN)
def test_information_sets_are_what_players_know_where_they_choose(name):
    """Every play is followed with what both have observed and done."""
    game = GAMES[name](**SMALL[name])
    known = (set(), set())
    waiting = [(game.start, tuple(learned(game, game.start, (), player) for player in (MAX, MIN)))]
    while waiting:
        state, knowing = waiting.pop()
        if game.payoff(state) is not None:
            continue
        offered = [tuple(game.actions(state, player)) for player in (MAX, MIN)]
        for player in (MAX, MIN):
            if offered[player] != (WAIT,):
                known[player].add(knowing[player])
        for joint in product(*offered):
            done = [
                before if action == WAIT else (*before, action)
                for before, action in zip(knowing, joint, strict=True)
            ]
            for after in game.outcomes(state, joint):
                informed = tuple(
                    learned(game, after, done[player], player) for player in (MAX, MIN)
                )
                waiting.append((after, informed))
    options = SMALL[name]
    assert ask("information_sets(MAX)", name, **options) == len(known[MAX])
    assert ask("information_sets(MIN)", name, **options) == len(known[MIN])
    assert ask("information_sets()", name, **options) == len(known[MAX]) + len(known[MIN])


def learned(game, state, before, player):
    seen = game.observation(state, player)
    return before if seen is None else (*before, seen)


@pytest.mark.parametrize("name", HIDDEN)
def test_an_end_of_play_is_worth_what_it_pays(name):
    game = GAMES[name](**SMALL[name])
    ends = [state for state in brute.all_states(game) if game.payoff(state) is not None]
    for state in ends[:: max(len(ends) // 10, 1)]:
        query = f"value({', '.join(fields(state))})"
        assert ask(query, name, **SMALL[name]) == game.payoff(state)
        assert ask(query, name, digits=3, **SMALL[name]) == game.payoff(state)


def test_bounds_hold_the_value():
    for query in ("value()", "value_to_mover()"):
        found = ask(query, digits=6)
        assert found.lower <= Fraction(-1, 18) <= found.upper
        assert found.width <= Fraction(1, 10**6)
    assert abs(ask("gain(optimal, optimal)", digits=6) + Fraction(1, 18)) <= Fraction(1, 10**6)
    law = ask("strategy(2, bet, player=min)", digits=6)
    assert abs(law.probability("call") - THIRD) <= Fraction(1, 10**6)
    with pytest.raises(QueryError, match="leave digits out"):
        ask("optimal_actions(3)", digits=6)


REFUSED = [
    ("value(1)", "ask value"),
    ("information_sets(3)", "the player must be MAX or MIN"),
    ("strategy(2, check)", "player=min"),
    ("probability_range(call, 1)", "must be one of check, bet"),
    ("optimal_actions()", "ask for strategy"),
    ("action_value(bet, 1)", "does not see"),
    ("over_ties(turns(optimal, random))", "see everything"),
    ("over_ties(win(optimal, optimal))", "leaves no choice"),
]


@pytest.mark.parametrize(("query", "why"), REFUSED)
def test_what_is_refused_in_one_line(query, why):
    with pytest.raises(ExactDiceError, match=why) as refused:
        ask(query)
    assert "\n" not in str(refused.value)


def test_a_game_in_which_all_is_seen_has_such_ranges_at_each_state():
    assert ask("probability_range(roll)", "pig", target=3) == Interval(1, 1)
    # Every move of two equal heaps loses.
    assert ask("probability_range((0, 2))", "nim", heaps=(2, 2)) == Interval(0, 1)
    # One throw of at most three dice: three are best.
    assert ask("probability_range(3)", "one-shot-battle", dice=3) == Interval(1, 1)


# --- strategies as tables -------------------------------------------------------------------------


def test_what_is_written_is_what_is_read(tmp_path):
    game = Kuhn()
    plans = []
    for player in (MAX, MIN):
        file = tmp_path / f"{player}.csv"
        plan = named_strategy(game, Word("optimal"), player)
        write_table(file, game, plan, player, information_sets_of(game, player))
        plans.append(by_table(file, game, player))
        for known, law in solve(game).strategies[player].items():
            assert plans[player](known) == law
    assert exploitability(game, tuple(plans)) == 0


HEAD = "player,information,action,probability\n"
WRONG = [
    ("card_of_max,action\n1,bet\n", "must have player, information, action"),
    (HEAD + 'MAX,"(7,)",bet,1\n', r"line 2: \(7,\) is not what MAX knows"),
    (HEAD + 'MAX,"(1,)",call,1\n', "line 2: the action of MAX"),
    (HEAD + 'MAX,"(1,)",bet,1\nMAX,"(1,)",bet,1\n', "is there twice"),
]


@pytest.mark.parametrize(("text", "why"), WRONG)
def test_what_is_wrong_in_a_table(text, why, tmp_path):
    file = tmp_path / "wrong.csv"
    file.write_text(text)
    with pytest.raises(QueryError, match=why):
        by_table(file, Kuhn(), MAX)


class Alike:
    """MAX learns 1 or "1", and guesses 1 or "1": right guesses pay 1."""

    start = "start"

    def payoff(self, state):
        return int(state[0] is state[1]) if isinstance(state, tuple) and len(state) == 2 else None

    def actions(self, state, player):
        return ("1", 1) if player == MAX and state != "start" else (WAIT,)

    def outcomes(self, state, joint):
        if state == "start":
            return uniform([(1,), ("1",)])
        return point((state[0], joint[MAX]))

    def observation(self, state, player):
        return state[0] if state != "start" and len(state) == 1 and player == MAX else None


def test_actions_that_are_written_alike_are_told_apart():
    game = Alike()
    assert action_known(game, MAX, (1,), 1) == 1
    assert action_known(game, MAX, (1,), "1") == "1"
    assert solve(game).value == 1


def test_information_that_is_written_alike_is_told_apart():
    game = Alike()
    assert list(written_apart(information_sets_of(game, MAX)).values()) == ["(1,)", '("1",)']
    for text in ("1", 1):
        plan = analysis_of(game).mixture((text,), MAX)
        assert analysis_of(game).optimal_actions((text,)) == (text,)
        assert [type(action) for action in plan] == [type(text)]


def test_a_table_tells_it_apart_as_well(tmp_path):
    game, file = Alike(), tmp_path / "alike.csv"
    plan = named_strategy(game, Word("optimal"), MAX)
    assert write_table(file, game, plan, MAX, information_sets_of(game, MAX)) == 2
    read = by_table(file, game, MAX)
    assert [read((known,)) for known in ("1", 1)] == [point("1"), point(1)]
    assert [type(action) for known in ("1", 1) for action in read((known,))] == [str, int]


def test_the_summary_tells_it_apart():
    lines = list(summary_lines(solve(Alike())))
    assert lines[2:4] == ["  (1,): 1", '  ("1",): "1"']


def test_the_file_of_gambit_tells_it_apart():
    text = efg_text(Alike())
    assert '"1: 1"' in text
    assert "\"2: '1'\"" in text
