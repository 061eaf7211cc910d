"""The examples run, and what they print is right by another method."""

import re
import runpy
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import mean

import pytest
from oracles import sum_of_dice, token_scores

from exactdice import MAX, MIN
from exactdice.game.graph import explore
from exactdice.report.claims.claim import exit_status
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import verify

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_how_to_add_a_game(capsys):
    names = runpy.run_path(str(EXAMPLES / "how_to_add_a_game.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    game = names["Exactly"]()
    assert lines[0] == f"the rules are kept at all {2 * (game.top + 1)} states"
    printed = [
        Fraction(line.split("|")[2].strip())
        for line in lines
        if line.startswith("| ") and "counter" not in line
    ]
    worth = dict.fromkeys(
        range(game.top), 0.0
    )  # float value iteration: a cycle leaves the layer with chance 1/6 or more in two moves
    best = {}
    for _ in range(2000):
        for counter in worth:
            means = {}
            for dice in game.actions((counter, MAX), MAX):
                law = game.outcomes((counter, MAX), (dice, "wait"))
                means[dice] = (
                    sum(w * (1 if s[0] == game.top else -worth[s[0]]) for s, w in law.items())
                    / law.total
                )
            worth[counter] = max(means.values())
            best[counter] = [dice for dice, mean in means.items() if mean > worth[counter] - 1e-9]
    assert all(abs(float(p) - w) < 1e-9 for p, w in zip(printed, worth.values(), strict=True))
    assert lines[-1] == "dice to throw: " + " ".join(str(tuple(dice)) for dice in best.values())
    assert game.actions((0, MAX), MIN) == ("wait",)


def test_a_survey_report_is_consistent():
    """Its ratings sum to 97, and 13 of 28 and 5 of 13 won."""
    found = verify(read_claims(EXAMPLES / "survey_report.toml"))
    assert exit_status(found, strict=True) == 0
    assert round(Fraction(97, 28), 7) == Fraction("3.4642857")
    counted = [one.reason for one in found if "is printed so" in one.reason]
    assert counted == ["97/28 is printed so", "5/13 is printed so"]


def test_token_game_histogram(capsys, monkeypatch, tmp_path):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(
        "sys.argv", ["token_game_histogram.py", str(tmp_path / "throws.scores.png")]
    )
    names = runpy.run_path(str(EXAMPLES / "token_game_histogram.py"))
    lines = capsys.readouterr().out.splitlines()
    law = sum_of_dice((1,) * 6, (1,) * 6)
    for line, choose in zip(lines, (min, mean), strict=True):
        exact = float(token_scores(tuple(range(1, 10)), law, len, choose)[tuple(range(1, 10))])
        assert f": {exact:.6f} tokens" in line
    assert [sum(panel.counts.values()) for panel in names["panels"]] == [names["GAMES"]] * 2
    assert (tmp_path / "throws.scores.png").read_bytes().startswith(b"\x89PNG")


def test_tabular_learner(capsys, monkeypatch, tmp_path):
    """The printed exploitability of each learner at the end is that of its tables by float backward
    induction.
    """
    pytest.importorskip("pettingzoo")
    pytest.importorskip("matplotlib")
    picture = tmp_path / "exploitability.png"
    monkeypatch.setattr("sys.argv", ["tabular_learner.py", str(picture), "10000"])
    names = runpy.run_path(str(EXAMPLES / "tabular_learner.py"))
    lines = capsys.readouterr().out.splitlines()
    assert [int(line.split()[0]) for line in lines[2:]] == names["CHECKED"]
    game, last = names["GAME"], [float(text) for text in lines[-1].split()[1:]]
    graph = explore(game)

    def paid(weights, player):
        """What MAX is paid when this player answers the other's weights at every state."""

        @cache
        def worth(k):
            if graph.nodes[k].payoff is not None:
                return graph.nodes[k].payoff
            means = [
                [sum(w * worth(t) for t, w in law) / sum(w for _, w in law) for law in row]
                for row in graph.nodes[k].laws
            ]
            plan = weights[1 - player][k] / weights[1 - player][k].sum()
            return max(means @ plan) if player == MAX else min(plan @ means)

        return worth(0)

    for learner, printed in zip(names["learners"], last, strict=True):
        assert abs((paid(learner.weights, MAX) - paid(learner.weights, MIN)) / 2 - printed) < 1e-6
    at_random = float(lines[0].split()[-1])
    assert max(last) < at_random / 5
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_the_write_up_compiles_without_warning(tmp_path):
    subprocess.run(
        [sys.executable, EXAMPLES / "writeup" / "build.py", tmp_path], check=True, timeout=600
    )
    log = (tmp_path / "main.log").read_text(errors="replace")
    complaints = re.findall(r"^.*Warning: .*$|^(?:Over|Under)full .*$", log, re.MULTILINE)
    assert complaints == []
    assert (tmp_path / "main.pdf").stat().st_size > 10_000
