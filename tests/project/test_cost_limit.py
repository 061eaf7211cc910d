"""The limit of what may be asked: far above what reports ask, raised and lowered by hand alone."""

import sys
import threading

import pytest

from exactdice.cli.terminal.main import main
from exactdice.exact import cost
from exactdice.exact.errors import ExactDiceError, QueryError, TooCostly
from exactdice.query.evaluate import evaluate_query
from exactdice.query.words import QUANTITIES


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
        for name in ("win", "turns", "best_response_value", "pig_turns"):
            found = QUANTITIES[name]
            cost.refuse_costly(name, found.cost(found.setting(), "blind", "blind"))


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


@pytest.mark.parametrize("steps", [0, True, "none"])
def test_a_limit_is_none_or_whole(steps):
    said = "the limit of cost must be None or an int of 1 or more, got "
    with pytest.raises(ExactDiceError, match=said), cost.limit(steps):
        pass


def run(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["exactdice", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code, *capsys.readouterr()


def test_the_command_line_raises_and_lowers_the_limit(monkeypatch, capsys):
    ask = ("value", "EG(0,0)", "dice=3", "target=20", "--format", "decimal")
    answer = run(monkeypatch, capsys, *ask)[1]
    assert run(monkeypatch, capsys, *ask, "limit=1000")[2].startswith(
        "error: EG would cost 1.1*10^4 steps"
    )
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
        "It gains **0.5**<!-- exactdice: EG(0,0) dice=5000 limit=none -->.\n", encoding="utf-8"
    )
    status, said, complained = run(monkeypatch, capsys, "verify", str(document))
    assert status == 2
    assert "unknown option limit" in said + complained
    document.write_text(
        "It gains **0.5**<!-- exactdice: EG(0,0) dice=5000 -->.\n", encoding="utf-8"
    )
    status, said, _ = run(monkeypatch, capsys, "verify", str(document))
    assert status == 2
    assert "EG would cost" in said
