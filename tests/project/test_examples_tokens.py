"""The example of the token game, with its pictures."""

import runpy
from pathlib import Path
from statistics import mean

import pytest
from oracles import sum_of_dice, token_scores

EXAMPLES = Path(__file__).parents[2] / "examples"


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
