"""A person at a table where not everything is seen: what is told, and what only at the end."""

import io

import pytest
from at_the_terminal import run

HIDDEN = "all is seen now"


def played(monkeypatch, answers, *words):
    """What is told where MAX has 2 and MIN, who bets after a check, has 1."""
    status, out, err = run(
        monkeypatch, "play", "kuhn", "--seed", "1", *words, stdin=io.StringIO("\n".join(answers))
    )
    assert (status, err) == (0, "")
    return out


@pytest.mark.parametrize("answers", [["bet"], ["check", "call", "call"], ["check", "fold"]])
def test_the_card_of_the_other_is_told_at_the_end_alone(monkeypatch, answers):
    out = played(monkeypatch, [*answers, "fold"])
    before, _, after = out.partition(HIDDEN)
    assert "MIN" not in before.partition("\n")[2]
    assert "MAX 2, MIN 1" in after
    assert before.splitlines()[1] == "you saw 2"


def test_the_law_of_what_comes_next_is_not_told(monkeypatch):
    out = played(monkeypatch, ["law", "law bet", "bet"])
    assert out.count("depends on what you do not see") == 2


def test_what_is_seen_has_words(monkeypatch):
    answers = io.StringIO("1\n2\n3\n")
    words = ("play", "goofspiel", "cards=3", "prizes=order", "bids=hidden", "--seed", "1")
    status, out, err = run(monkeypatch, *words, stdin=answers)
    assert (status, err) == (0, "")
    assert out.splitlines()[3] == "you saw prize 1 and lead 0"
    assert "you saw prize 1 and lead 0, played 1, saw prize 2 and lead " in out


def test_advice_is_by_what_is_known(monkeypatch):
    """The numbers of tests/evaluation/test_choices.py."""
    out = played(monkeypatch, ["?", "bet"], "--advice")
    assert "best: check; expected gain by what you know: check -1/3, bet -1/2" in out


def test_what_a_choice_cost_is_told_by_what_was_known(monkeypatch):
    lines = played(monkeypatch, ["check", "undo", "bet"]).splitlines()
    assert "  1  you saw 2  bet        check    1/6" in lines
    assert "the start was worth -1/18 to you" in " ".join(lines)


def test_undo_tells_nothing_new(monkeypatch):
    straight = played(monkeypatch, ["bet"])
    back = played(monkeypatch, ["check", "undo", "bet"])
    assert (
        back.partition(HIDDEN)[2].splitlines()[:3] == straight.partition(HIDDEN)[2].splitlines()[:3]
    )


def test_exported_as_a_table(monkeypatch, tmp_path):
    file = tmp_path / "min.csv"
    status, _, _ = run(monkeypatch, "export", "kuhn", "-o", str(file), "--player", "MIN")
    assert status == 0
    assert 'MIN,"(2, bet)",call,1/3' in file.read_text().splitlines()
    query = f'exploitability(optimal, by_table("{file}"))'
    assert run(monkeypatch, "value", query, "game=kuhn")[1] == "0\n"


def test_what_rests_on_more_than_the_solution_is_not_called_proved(monkeypatch):
    assert run(monkeypatch, "value", "value()", "game=kuhn", "--proved")[0] == 0
    for query in (
        "optimal_actions(3)",
        "probability_range(bet, 1)",
        "over_ties(gain(optimal, random))",
    ):
        status, _, err = run(monkeypatch, "value", query, "game=kuhn", "--proved")
        assert status != 0
        assert "is not covered by the checker" in err
