"""The examples run, and what they print is right by another method."""

import runpy
from fractions import Fraction
from pathlib import Path

from exactdice import MAX, MIN
from exactdice.claims.claims_file import read_claims
from exactdice.claims.judging import verify
from exactdice.claims.verdict import exit_status

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
