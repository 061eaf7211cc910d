"""The games of the sources, solved by the engine alone: each value beside the one that was printed.

Run in an environment that holds the engine's wheel and nothing else of exactdice.
"""

import sys
from fractions import Fraction
from importlib.util import find_spec

from exactdice import (
    MAX,
    MIN,
    DiceBattle,
    Kuhn,
    OneShotBattle,
    Pig,
    SimultaneousBattle,
    TokenGame,
    decimal_text,
    die,
    enclose,
    payoff_distribution,
    solve,
)
from exactdice.games.dice_battle import blind
from exactdice.proofs.checking import check

CARNIELLI = "A. Carnielli, I. Kachaikin, Projet Dice Battle, Table 1: mean of 10^6 games"
TEN_TO_SIX = 10**6


def main() -> None:
    """Print one line a game; end with status 1 where a value is not the printed one."""
    assert find_spec("exactdice.query") is None, "this is no environment of the engine alone"
    wrong = 0
    for name, value, printed, source in rows():
        holds = abs(value - printed[0]) <= printed[1]
        wrong += not holds
        digits = decimal_text(value, 10)
        print(f"{'ok   ' if holds else 'WRONG'} {name}: {digits}; printed {printed[2]} ({source})")
    battle = solve(DiceBattle(dice=10, target=30))
    print("the proof of Dice Battle to 30 points:", check(battle) or "accepted")
    sys.exit(1 if wrong else 0)


def rounded(text: str) -> tuple[Fraction, Fraction, str]:
    """(the number as printed, how far the value may be from it, the text)."""
    places = len(text.partition(".")[2])
    return Fraction(text), Fraction(1, 2 * 10**places), text


def simulated(text: str) -> tuple[Fraction, Fraction, str]:
    """The mean of 10^6 games that are won or lost: four standard deviations are allowed."""
    return Fraction(text), Fraction(4, 1000) + rounded(text)[1], text


def rows() -> list[tuple[str, Fraction, tuple[Fraction, Fraction, str], str]]:
    """(game, value, what was printed, where)."""
    pig = enclose(Pig(), 12).bounds[Pig().start]
    battle = solve(DiceBattle())
    always_six = blind(battle.game)
    against = payoff_distribution(battle.game, (battle.strategies[MAX], always_six)).mean()
    nine, two = solve(TokenGame(tokens=9)), solve(TokenGame(tokens=2))
    at_once = solve(SimultaneousBattle(dice=10, target=10))
    least = min(OneShotBattle().dice * [die(6).mean()])  # a law of one die, for the mean alone
    return [
        ("Pig to 100, who begins wins", (1 + pig.lower) / 2, rounded("0.5306"), "Neller, Presser"),
        ("Kuhn poker", Fraction(solve(Kuhn()).value), rounded("-0.0556"), "H. W. Kuhn, -1/18"),
        ("Dice Battle", Fraction(battle.value), simulated("0.0688"), CARNIELLI),
        ("Dice Battle, six dice second", Fraction(against), simulated("0.1684"), CARNIELLI),
        (
            "tokens 1, 2: mean score",
            -Fraction(two.value),
            rounded("1.861"),
            "Jeu de dés et probabilité",
        ),
        ("tokens 1 to 9: mean score", -Fraction(nine.value), rounded("2.1955"), "catalogue"),
        ("simultaneous battle", Fraction(at_once.value), rounded("0"), "symmetric"),
        ("one throw at once", Fraction(solve(OneShotBattle()).value), rounded("0"), "symmetric"),
        ("one die", least, rounded("3.5"), "mean of a die"),
    ]


if __name__ == "__main__":
    assert (MAX, MIN) == (0, 1)
    main()
