"""What is too costly is refused before any work: every word and every game, at the command line and
in Python.

Work is counted in calls of functions, never in seconds.
"""

import sys
import threading
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
    cost,
    die,
    expected_score,
    length_law,
    solve,
    strategy_iteration,
    throw,
    total_of,
)
from exactdice.errors import ExactDiceError, QueryError, TooCostly
from exactdice.games.chomp.rules import Chomp
from exactdice.games.nim.rules import Nim, Subtraction
from exactdice.games.on_graphs import by_name as graph_games
from exactdice.games.wythoff.rules import Wythoff
from exactdice.queries.evaluate import evaluate_query, parse_option
from exactdice.queries.words import QUANTITIES
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


# --- the limit ------------------------------------------------------------------------------------


def test_what_the_reports_ask_stays_far_below_the_limit():
    """The reports play with 10 dice to 100 and nine tokens; a tenth of the limit is room for a
    slower machine.
    """
    with cost.limit(cost.MOST_STEPS // 10):
        for query, given in (
            ("EG(0,0)", {}),
            ("EG(0,0)", {"bust_score": 0}),
            ("pig_win(0,0,0)", {}),
            ("tokens_score(1,2,3,4,5,6,7,8,9)", {}),
        ):
            evaluate_query(query, given)
        for name in ("win", "turns", "best_response", "pig_gain"):
            found = QUANTITIES[name]
            cost.refuse_costly(name, found.cost(found.setting(), "blind", "blind"))
        cost.refuse_costly(
            "twenty tokens",
            QUANTITIES["tokens_score"].cost(QUANTITIES["tokens_score"].setting(), *range(1, 15)),
        )


def test_twenty_tokens_and_races_that_are_solved_today_may_be_asked():
    for name, options, arguments in (
        ("tokens_score", {}, tuple(range(1, 21))),
        ("EG", {"target": 1000}, (0, 0)),
        ("EG", {"dice": 1000}, (0, 0)),
        ("EG", {"target": 5000}, (4990, 4990)),
        ("P", {}, (2000, 5000)),
        ("pig_win", {"target": 150}, (0, 0, 0)),
        ("pig_win", {"target": 300, "digits": 50}, (0, 0, 0)),
        ("domineering", {}, (6, 6)),
        ("kernel_steps", {}, (evaluate_word("chomp(9,9)"),)),
    ):
        found = QUANTITIES[name]
        cost.refuse_costly(name, found.cost(found.setting(**options), *arguments))


def evaluate_word(text):
    from exactdice.queries.evaluate import parse_word

    return parse_word(text)


def test_the_limit_is_raised_and_lowered_in_a_block_and_for_its_thread_alone():
    assert cost.allowed() == cost.MOST_STEPS
    with cost.limit(None):
        cost.refuse_costly("anything", 10**50)
        found = []
        thread = threading.Thread(target=lambda: found.append(cost.allowed()))
        thread.start()
        thread.join()
        assert found == [cost.MOST_STEPS]
        with (
            cost.limit(10),
            pytest.raises(TooCostly, match=r"a text would cost 11 steps .* the limit is 10:"),
        ):
            cost.refuse_costly("a text", 11)
        assert cost.allowed() is None
    assert cost.allowed() == cost.MOST_STEPS


@pytest.mark.parametrize("steps", [0, -1, True, 1.5, "none"])
def test_a_limit_is_none_or_whole(steps):
    with (
        pytest.raises(
            ExactDiceError, match="the limit of cost must be None or an int of 1 or more, got "
        ),
        cost.limit(steps),
    ):
        pass


def run(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["exactdice", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code, *capsys.readouterr()


def test_the_command_line_raises_and_lowers_the_limit(monkeypatch, capsys):
    ask = ("value", "EG(0,0)", "dice=3", "target=20", "--format", "decimal")
    answer = run(monkeypatch, capsys, *ask)[1]
    assert run(monkeypatch, capsys, *ask, "limit=1000")[2].startswith("error: EG would cost 2.")
    for word in ("limit=none", "limit=10^12", "limit=5*10^8", "limit=123456789"):
        assert run(monkeypatch, capsys, *ask, word) == (0, answer, "")
    for word in ("limit=0", "limit=x", "limit=", "limit=-1", "limit=10^", "limit=1e9"):
        assert (
            "limit must be none or a number of steps such as 10^12"
            in run(monkeypatch, capsys, *ask, word)[2]
        )
    assert (
        run(monkeypatch, capsys, *ask, "limit=none", "limit=none")[2]
        == "error: limit is given twice\n"
    )
    assert cost.allowed() == cost.MOST_STEPS
    assert run(monkeypatch, capsys, "solve", "dice-battle", "dice=3", "limit=1000")[2].startswith(
        "error: DiceBattle(dice=3"
    )


def test_a_document_cannot_raise_the_limit(tmp_path, monkeypatch, capsys):
    with pytest.raises(QueryError, match="unknown option limit"):
        evaluate_query("EG(0,0)", {"limit": 10**12})
    with pytest.raises(QueryError, match="unknown option limit of EG"):
        evaluate_query("EG(0, 0, limit=none)", {})
    document = tmp_path / "report.md"
    document.write_text(
        "It gains **0.5**<!-- exactdice: EG(0,0) dice=2000 limit=none -->.\n", encoding="utf-8"
    )
    status, said, complained = run(monkeypatch, capsys, "verify", str(document))
    assert status == 2
    assert "unknown option limit" in said + complained
    document.write_text(
        "It gains **0.5**<!-- exactdice: EG(0,0) dice=2000 -->.\n", encoding="utf-8"
    )
    status, said, _ = run(monkeypatch, capsys, "verify", str(document))
    assert status == 2
    assert "EG would cost 1.1*10^9 steps" in said
