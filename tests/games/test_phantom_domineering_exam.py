"""examples/exam_paper.py: the answer sheet is right by the definitions."""

import re
import sys
from fractions import Fraction
from pathlib import Path
from runpy import run_path

from sets_of_cells import first_wins

from exactdice import PhantomDomineering, exact_text, solve
from exactdice.games.phantom_domineering.rules import banned_at, permutation
from exactdice.query.evaluate import evaluate_query

SCRIPT = Path(__file__).parents[2] / "examples" / "exam_paper.py"
U = [4242 * pow(15091, n, 64007) % 64007 for n in range(1002)]


def printed(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", [str(SCRIPT), *words])
    run_path(str(SCRIPT), run_name="__main__")
    return capsys.readouterr().out


def test_the_sheet_answers_every_question_from_the_definitions(monkeypatch, capsys):
    _, *questions = printed(monkeypatch, capsys, "4242", "--mixtures").split("\n\n")
    answers = [
        re.findall(r"^  [abc]\) .*(?: = |: )(.*?)(?:  .*)?$", one, re.M) for one in questions
    ]
    assert [len(one) for one in answers] == [9, 3, 9, 3, 2, 6, 6, 6]
    assert answers[0] == [str(term) for term in U[:9]]
    assert answers[1] == [", ".join(map(str, permutation(n, 4)[:3])) for n in U[:3]]
    wins = [
        first_wins(5, 5, (), permutation(U[n], 20), permutation(U[2 * n], 20)) for n in range(1, 10)
    ]
    assert answers[2] == [f"player {1 if won else 2}" for won in wins]
    means = [Fraction(sum(x * x for x in U[:n]), sum(U[:n])) for n in (10, 100, 1000)]
    assert [Fraction(one) for one in answers[3]] == means
    assert answers[4] == ["1/2", "1/2"]
    boards = [(1, 4), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2)]
    games = [PhantomDomineering(*one, (banned_at(*one, 4242),)) for one in boards]
    assert answers[5] == [exact_text(solve(game).value) for game in games]
    limited = evaluate_query("phantom_limited(4, 5)", {"u0": 4242})
    assert answers[6][4] == exact_text(limited)
    assert questions[4].count("player ") >= 4


def test_the_algorithm_comes_near_the_exact_value(monkeypatch, capsys):
    text = printed(monkeypatch, capsys, "42", "--rounds", "2000")
    low, high = re.search(r"guarantee ([\d.]+) and concede ([\d.]+)", text).groups()
    assert "exact value = 2/5  (about 0.4000)" in text
    assert float(low) <= 0.4 <= float(high)
