"""The example of regret minimisation, on the small game."""

import runpy
from itertools import product
from math import sqrt
from pathlib import Path

import pytest

from exactdice import MAX, MIN

EXAMPLES = Path(__file__).parents[2] / "examples"
ACTIONS = {(): ("check", "bet"), ("check",): ("check", "bet")}
AFTER_A_BET = ("fold", "call")
OVER = {
    ("check", "check"): 1,
    ("bet", "call"): 2,
    ("check", "bet", "call"): 2,
    ("bet", "fold"): 0,
    ("check", "bet", "fold"): 0,
}


def paid(first, second, cards, played, chance_of):
    """What MAX is paid on average from here, by the rules of Kuhn poker written out once more."""
    if played in OVER:
        if played[-1] == "fold":
            return 1 if len(played) == 2 else -1
        return OVER[played] if first > second else -OVER[played]
    player = len(played) % 2
    total = 0.0
    for action in ACTIONS.get(played, AFTER_A_BET):
        chance = chance_of(player, cards[player], played, action)
        if chance:
            total += chance * paid(first, second, cards, (*played, action), chance_of)
    return total


def mean(chance_of):
    deals = [(a, b) for a, b in product((1, 2, 3), repeat=2) if a != b]
    return sum(paid(a, b, (a, b), (), chance_of) for a, b in deals) / len(deals)


def told(player, card, played):
    """What a player knows when it decides: its card, and all that was done, by itself or not."""
    return (card, *played)


def responses(player):
    """Every pure strategy of the player: {(card, what was played): action}."""
    before = [(), ("check", "bet")] if player == MAX else [("check",), ("bet",)]
    asked = list(product((1, 2, 3), before))
    for choices in product((0, 1), repeat=len(asked)):
        yield {
            (card, played): ACTIONS.get(played, AFTER_A_BET)[choice]
            for (card, played), choice in zip(asked, choices, strict=True)
        }


def best(tables, player):
    """What MAX is paid when the player answers the other's table best, of all pure answers."""
    values = []
    for response in responses(player):

        def chance_of(mover, card, played, action, response=response):
            if mover == player:
                return float(response[card, played] == action)
            return float(tables[mover][told(mover, card, played)].probability(action))

        values.append(mean(chance_of))
    return max(values) if player == MAX else min(values)


def test_regret_minimisation(capsys, monkeypatch, tmp_path):
    """The printed exploitability at the end is that of the best of all pure answers, and falls as
    the law of regrets says.
    """
    pytest.importorskip("matplotlib")
    picture = tmp_path / "cfr.png"
    monkeypatch.setattr("sys.argv", ["cfr_on_leduc.py", str(picture), "kuhn", "20"])
    names = runpy.run_path(str(EXAMPLES / "cfr_on_leduc.py"))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(": -0.055555555556")
    assert [int(line.split()[0]) for line in lines[3:]] == names["checked"] == [1, 2, 5, 10, 20]
    # Uniform play at first, whose exploitability is 11/24.
    assert lines[3].split()[1::2] == ["0.458333", "0.458333"]
    printed = dict(zip(names["runs"], map(float, lines[-1].split()[1::2]), strict=True))
    for name, learner in names["learners"].items():
        tables = names["average"](learner)
        gap = (best(tables, MAX) - best(tables, MIN)) / 2
        assert abs(gap - printed[name]) < 1e-6
        # range of payoffs x information sets x the root of the actions / the root of the rounds
        for line in lines[3:]:
            rounds, *columns = map(float, line.split())
            assert max(columns[::2]) <= 4 * 6 * sqrt(2) / sqrt(rounds)
    assert printed["CFR+"] < printed["CFR"] < 0.1
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_where_no_picture_can_be_written_nothing_is_learnt(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.argv", ["cfr_on_leduc.py", str(tmp_path / "no" / "cfr.png"), "kuhn"])
    with pytest.raises(SystemExit, match=r"^error: "):
        runpy.run_path(str(EXAMPLES / "cfr_on_leduc.py"))
