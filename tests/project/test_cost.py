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
    NormalPlay,
    OneShotBattle,
    TokenGame,
    die,
    length_distribution,
    roll,
    solve,
    total_of,
)
from exactdice.cli.terminal.main import main
from exactdice.distributions.throwing import expected_score as score_of_dice
from exactdice.exact.errors import TooCostly
from exactdice.games import on_graphs as graph_games
from exactdice.games.on_graphs.rules import Chomp, Nim, Subtraction
from exactdice.query.evaluate import evaluate_query

STARTED = 10**6  # with the start of the command line, which reads the words of all commands


LISTED = [  # (the query, its options)
    ("kernel_steps(wythoff(315,315))", {}),
    ("EG(0,0)", {"target": "1300"}),
    (
        "turns_distribution(blind,random)",
        {"target": "600", "variant": "simultaneous", "digits": "5"},
    ),
    ("tokens_roll(100)", {"dice": "50", "faces": "1000"}),
    ("pig_win(0,0,0)", {"target": "500", "digits": "50"}),
    ("connect_four_search(12)", {"rows": "50", "columns": "50"}),
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


LONG = (
    Fraction(1, 3) + Fraction(1, 10**2000),
    Fraction(1, 3),
    Fraction(1, 3) - Fraction(1, 10**2000),
)
AT_THE_DOOR = {  # what a user calls
    "a query": lambda: evaluate_query("EG(0,0)", {"target": 1300}),
    "die": lambda: die(10**9),
    "throw": lambda: roll(die(200), 2000),
    "total_of": lambda: total_of([die(1000)] * 5000),
    "score": lambda: score_of_dice(die(6), 10**30),
    "battle, weights of 2000 decimals": lambda: solve(DiceBattle(weights=LONG)),
    "one shot": lambda: solve(OneShotBattle(dice=300)),
    "connect four, huge": lambda: ConnectFour(10**9, 10**9),
    "chomp": lambda: solve(NormalPlay(Chomp(1000, 1000))),
    "chomp, list": lambda: graph_games.explored(Chomp(1000, 1000)),
    "nim": lambda: solve(NormalPlay(Nim((10**9,)))),
    "subtraction": lambda: graph_games.grundy(Subtraction(10**9, (*range(1, 1000), 10**9))),
    "tokens, removals": lambda: solve(TokenGame(tokens=60, dice=60)),
    "battle, lengths": lambda: length_distribution(
        DiceBattle(target=600), (lambda _: 1, lambda _: 1)
    ),
}


@pytest.mark.parametrize("work", AT_THE_DOOR.values(), ids=AT_THE_DOOR)
def test_the_functions_that_do_the_work_refuse_it_themselves(work, must_end):
    said = r"would cost .* and the limit is 10\^9: .*exactdice\.exact\.cost\.limit\(None\)"
    with pytest.raises(TooCostly, match=said), Counted():
        work()
