"""The exact win rate of a strategy, as classroom projects measure it: half of the games moving first, half moving second.

This is the `average_win_rate` of the project Hog of CS 61A, where it is estimated from random games; here it is exact.
"""

from __future__ import annotations

from typing import Any

from ..evaluate import best_response, payoff_law
from ..exact import Exact, ratio, simplest
from ..game import MAX, PLAYERS, Action, Game, State, mover, strategy


def win_rate(game: Game, plan: Any, opponent: Any) -> Exact:
    """The mean of the chances to win moving first and moving second, playing the plan against the opponent's.

    A plan here serves in both seats: a function of the state (`state.own`, `state.other`) or a table with the states of both players.

    >>> from exactdice import DiceBattle, dice
    >>> win_rate(DiceBattle(target=2), dice(3), dice(1))
    Fraction(161, 432)
    """
    mine, theirs = strategy(plan), strategy(opponent)
    first = payoff_law(game, (mine, theirs)).probability(1)
    second = payoff_law(game, (theirs, mine)).probability(-1)
    return simplest((first + second) / 2)


def best_win_rate(game: Game, opponent: Any) -> tuple[Exact, dict[State, Action]]:
    """The highest win rate against the opponent, and a table for both seats that reaches it (the first best action at each state).

    For games that end with a win or a loss: the payoff must be +1 or -1.

    >>> from exactdice import DiceBattle, dice
    >>> rate, table = best_win_rate(DiceBattle(dice=3, target=2), dice(3))
    >>> rate, table[0, 0, MAX], win_rate(DiceBattle(dice=3, target=2), table, dice(3)) == rate
    (Fraction(271, 432), 1, True)
    """
    gains: list[Exact] = []
    table: dict[State, Action] = {}
    for seat in PLAYERS:
        found = best_response(game, strategy(opponent), seat)
        gains.append(found.value if seat == MAX else -found.value)
        plan = found.strategies[seat]
        table.update({state: next(iter(plan[state])) for state in found.optimal_actions if mover(game, state) == seat})
    return simplest(ratio(1, 2) + ratio(1, 4) * sum(gains)), table
