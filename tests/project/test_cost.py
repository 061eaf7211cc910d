"""What is too costly is refused before any work: every word and every game, at the command line and
in Python.

Work is counted in calls of functions, never in seconds.
"""

import sys
from fractions import Fraction

import pytest
from counted_calls import Counted

from exactdice import (
    ConnectFour,
    DiceBattle,
    Domineering,
    NormalPlay,
    OneShotBattle,
    Pig,
    TokenGame,
    die,
    expected_score,
    length_law,
    solve,
    strategy_iteration,
    throw,
    total_of,
)
from exactdice.errors import TooCostly
from exactdice.games.chomp.rules import Chomp
from exactdice.games.nim.rules import Nim, Subtraction
from exactdice.games.on_graphs import by_name as graph_games
from exactdice.games.wythoff.rules import Wythoff
from exactdice.queries.evaluate import evaluate_query, parse_option
from exactdice.terminal.main import main
from exactdice.throws.scores import expected_score as score_of_dice

STARTED = 10**6  # with the start of the command line, which reads the words of all commands


LISTED = [  # (the query, its options)
    ("kernel_steps(chomp(1000,1000))", {}),
    ("kernel_steps(wythoff(315,315))", {}),
    ("EG(0,0)", {"dice": "2000"}),
    ("EG(0,0)", {"target": "1300"}),
    ("P(2000,5000)", {"faces": "200"}),
    ("turns_law(blind,optimal)", {"target": "600"}),
    ("turns_law(blind,random)", {"target": "600", "variant": "simultaneous"}),
    ("turns_law(blind,random)", {"target": "600", "variant": "simultaneous", "digits": "5"}),
    ("tokens_throw(100)", {"dice": "50", "faces": "1000"}),
    ("pig_win(0,0,0)", {"target": "500"}),
    ("pig_win(0,0,0)", {"target": "500", "digits": "50"}),
    ("domineering(6,7)", {}),
    ("connect_four_search(12)", {"rows": "50", "columns": "50"}),
    ("one_shot_value()", {"dice": "300"}),
    ("EG(0,0)", {"weights": ",".join(["0." + "3" * 600] * 2 + ["0." + "3" * 599 + "4"])}),
]


@pytest.mark.parametrize(("query", "given"), LISTED, ids=lambda part: str(part)[:40])
def test_what_would_not_end_is_refused_at_the_command_line(query, given, monkeypatch, capsys):
    words = [f"{key}={text}" for key, text in given.items()]
    monkeypatch.setattr(sys, "argv", ["exactdice", "value", query, *words])
    with pytest.raises(SystemExit) as ended, Counted(STARTED):
        main()
    complaint = capsys.readouterr().err
    assert ended.value.code == 2
    assert complaint.startswith(f"error: {query.partition('(')[0]} would cost ")
    assert "the limit is 10^9" in complaint
    assert "limit=none" in complaint
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(("query", "given"), LISTED, ids=lambda part: str(part)[:40])
def test_what_would_not_end_is_refused_in_python(query, given):
    options = {key: parse_option(text) for key, text in given.items()}
    with (
        pytest.raises(
            TooCostly,
            match=r"would cost .* and the limit is 10\^9: .*exactdice\.cost\.limit\(None\)",
        ),
        Counted(),
    ):
        evaluate_query(query, options)


LONG = (
    Fraction(1, 3) + Fraction(1, 10**2000),
    Fraction(1, 3),
    Fraction(1, 3) - Fraction(1, 10**2000),
)
AT_THE_DOOR = {  # what a user calls without any query
    "die": lambda: die(10**9),
    "die, huge": lambda: die(10**30),
    "throw": lambda: throw(die(200), 2000),
    "throw, huge": lambda: throw(die(6), 10**30),
    "total_of": lambda: total_of([die(1000)] * 5000),
    "score": lambda: score_of_dice(die(6), 10**30),
    "Pig": lambda: Pig(3, 10**30),
    "DiceBattle": lambda: DiceBattle(dice=10**9),
    "battle, dice": lambda: solve(DiceBattle(dice=2000)),
    "battle, target": lambda: solve(DiceBattle(target=5001)),
    "battle, weights of 2000 decimals": lambda: solve(DiceBattle(weights=LONG)),
    "battle, generic": lambda: strategy_iteration(DiceBattle(dice=10**4, target=1000)),
    "one shot": lambda: solve(OneShotBattle(dice=300)),
    "domineering": lambda: solve(Domineering(6, 7)),
    "domineering, huge": lambda: Domineering(10**30, 10**30),
    "connect four, huge": lambda: ConnectFour(10**9, 10**9),
    "chomp": lambda: solve(NormalPlay(Chomp(1000, 1000))),
    "chomp, huge": lambda: Chomp(10**9, 3).start,
    "chomp, value": lambda: graph_games.grundy(Chomp(2, 1300)),
    "chomp, list": lambda: graph_games.explored(Chomp(1000, 1000)),
    "wythoff": lambda: solve(NormalPlay(Wythoff(315, 315))),
    "nim": lambda: solve(NormalPlay(Nim((10**9,)))),
    "subtraction": lambda: graph_games.grundy(Subtraction(10**9, (*range(1, 1000), 10**9))),
    "tokens, dice": lambda: TokenGame(dice=10**9),
    "tokens, removals": lambda: solve(TokenGame(tokens=60, dice=60)),
    "tokens, policy": lambda: expected_score(TokenGame(tokens=60, dice=60), lambda state: state),
    "battle, lengths": lambda: length_law(DiceBattle(target=600), (lambda _: 1, lambda _: 1)),
}


@pytest.mark.parametrize("work", AT_THE_DOOR.values(), ids=AT_THE_DOOR)
def test_the_functions_that_do_the_work_refuse_it_themselves(work, must_end):
    with pytest.raises(TooCostly, match=r"would cost .* and the limit is 10\^9"), Counted():
        work()
