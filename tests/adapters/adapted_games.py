"""Games for the adapters."""

from functools import cache

from oracles import RockPaperScissors

from exactdice import (
    DiceBattle,
    NormalPlay,
    OneShotBattle,
    Pig,
    SimultaneousBattle,
    TokenGame,
    uniform,
)
from exactdice.games.on_graphs.rules import Chomp, Nim

GAMES = [
    DiceBattle(dice=2, target=5),
    SimultaneousBattle(dice=2, target=4),
    OneShotBattle(dice=3),
    NormalPlay(Nim((1, 2, 3))),
    NormalPlay(Chomp(2, 3)),
    Pig(target=8),
    TokenGame(tokens=4),
    RockPaperScissors(2),
]


def at_random(game, player):
    return lambda state: uniform(game.actions(state, player))


# --- transition tables ----------------------------------------------------------------------------


def worth(table):
    """The best mean reward from state 0, by recursion on a table without cycles."""

    @cache
    def best(state):
        return max(
            sum(p * (reward if over else best(k)) for p, k, reward, over in steps)
            for steps in table[state].values()
        )

    return best(0)


# --- learners' policies ---------------------------------------------------------------------------

BATTLE = DiceBattle(dice=3, target=4)
