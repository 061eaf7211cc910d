"""The words of one game are short forms of the words of every game."""

from fractions import Fraction

import pytest

from exactdice.query.evaluate import evaluate_query
from exactdice.query.register import Word

BATTLE = {"dice": 3, "target": 6}
AT_ONCE = {"dice": 3, "target": 4}
PIG = {"target": 6}
TOKENS = {"dice": 1, "faces": 4, "single": Word("never")}


def ask(query, **options):
    return evaluate_query(query, options)


POINTS = [(0, 0), (1, 0), (0, 3), (3, 3), (2, 1)]


@pytest.mark.parametrize(("i", "j"), POINTS)
def test_dice_battle(i, j):
    assert ask(f"EG({i}, {j})", **BATTLE) == ask(f"value_to_mover({i}, {j})", **BATTLE)
    # for MIN to throw the points are exchanged
    assert ask(f"EG({i}, {j})", **BATTLE) == ask(f"value_to_mover({j}, {i}, MIN)", **BATTLE)
    assert ask(f"OPT({i}, {j})", **BATTLE) == ask(f"first(optimal_actions({i}, {j}))", **BATTLE)
    assert ask(f"OPT_all({i}, {j})", **BATTLE) == ask(f"optimal_actions({i}, {j})", **BATTLE)
    named = {**BATTLE, "game": Word("dice-battle")}
    assert ask(f"EG({i}, {j})", **BATTLE) == ask(f"value({i}, {j})", **named)


@pytest.mark.parametrize(("i", "j"), POINTS)
def test_simultaneous_battle(i, j):
    at_once = {**AT_ONCE, "variant": Word("simultaneous")}
    named = {**AT_ONCE, "game": Word("simultaneous-battle")}
    value = ask(f"value({i}, {j})", **named)
    assert ask(f"EG({i}, {j})", **at_once) == value
    assert ask(f"value_to_mover({i}, {j})", **named) == value
    law = ask(f"strategy({i}, {j})", **named)
    assert ask(f"strategy({i}, {j})", **at_once) == law
    assert ask(f"mixed_over({i}, {j})", **at_once) == len(law)
    bounds = ask(f"EG({i}, {j})", **at_once, digits=12)
    lower, upper = (
        (bounds, bounds) if isinstance(bounds, (int, Fraction)) else (bounds.lower, bounds.upper)
    )
    assert lower <= value <= upper


@pytest.mark.parametrize(("i", "j", "k"), [(0, 0, 0), (2, 3, 2), (0, 4, 3), (3, 3, 0)])
def test_pig(i, j, k):
    chance = ask(f"pig_win({i}, {j}, {k})", **PIG)
    worth = ask(f"value_to_mover({i}, {j}, {k}, MAX)", game=Word("pig"), **PIG)
    assert chance == Fraction(worth + 1) / 2


@pytest.mark.parametrize("tokens", [(1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 5)])
def test_tokens(tokens):
    listed = ", ".join(map(str, tokens))
    named = {"game": Word("tokens"), "tokens": tokens, **TOKENS}
    assert ask(f"tokens_score({listed})", **TOKENS) == -ask("value()", **named)
    law = ask("payoff_distribution(random)", **named)
    assert ask(f"tokens_distribution({listed})", policy=Word("random"), **TOKENS) == law.map(
        lambda x: -x
    )
    best = ask(f"optimal_actions(({listed}), 3)", **named)
    assert ask(f"tokens_choices(3, {listed})", **TOKENS) == best
    assert ask(f"tokens_choice(3, {listed})", **TOKENS) == set(
        ask(f"first(optimal_actions(({listed}), 3))", **named)
    )


@pytest.mark.parametrize("sides", [(2, 3), (3, 3), (3, 4)])
def test_connect_four_and_domineering(sides):
    rows, columns = sides
    board = {"rows": rows, "columns": columns, "line": 3}
    assert ask("connect_four_value()", **board) == ask(
        "value()", game=Word("connect-four"), **board
    )
    won = ask("value()", game=Word("domineering"), rows=rows, columns=columns)
    assert ask(f"domineering({rows}, {columns})") == won


def test_one_throw_and_lists():
    named = {"game": Word("one-shot-battle"), "dice": 4}
    assert ask("one_shot_value()", dice=4) == ask("value()", **named)
    assert ask("one_shot_strategy()", dice=4) == ask("strategy()", **named)
    assert ask("payoff(2, 3)", dice=4) == ask("action_value(2, 3)", **named)
    for pair in ("blind, optimal", "dice(2), dice(3)", "random, blind"):
        assert ask(f"one_shot_gain({pair})", dice=4) == ask(f"gain({pair})", **named)
    chance = ask("phantom(2, 2)")
    value = ask("value()", game=Word("phantom-domineering"), rows=2, columns=2)
    assert chance in (value, Fraction(value + 1) / 2)


@pytest.mark.parametrize(
    ("game", "query"),
    [
        ({"game": Word("nim"), "heaps": (1, 2, 4)}, "nim(1, 2, 4)"),
        ({"game": Word("chomp"), "rows": 2, "columns": 3}, "chomp(2, 3)"),
        ({"game": Word("wythoff"), "column": 1, "row": 2}, "wythoff(1, 2)"),
        ({"game": Word("subtraction"), "heap": 6, "takes": (1, 2)}, "subtraction(6, 1, 2)"),
    ],
)
def test_games_on_graphs(game, query):
    assert (ask("value()", **game) == 1) == ask(f"wins({query})")
    winning = ask(f"winning_moves({query})")
    if winning:
        assert ask("optimal_actions()", **game) == winning
