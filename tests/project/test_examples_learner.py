"""The example of learners that play against each other."""

import runpy
from functools import cache
from pathlib import Path

import pytest

from exactdice import MAX, MIN
from exactdice.graph import explore

EXAMPLES = Path(__file__).parents[2] / "examples"


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
