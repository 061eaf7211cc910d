"""The exact win rate of a strategy, as classroom projects measure it.

Half of the games are played moving first, half moving second. This is the `average_win_rate` of the
project Hog of CS 61A, where it is estimated from random games; here it is exact.
"""

from __future__ import annotations

from fractions import Fraction

from ...exact.errors import RulesError
from ...exact.numbers import Exact, shown, simplest
from ...game.graph import explore
from ...game.protocol import (
    MAX,
    PLAYERS,
    Action,
    Game,
    Player,
    State,
    Strategy,
    mover,
    refuse_no_game,
    strategy,
)
from ...game.solution import Solution
from ..fast_path import by_exact_class
from ..iteration import solve_by_layers
from .profiles import Following, against, payoff_law


def win_rate(game: Game, plan: object, opponent: object) -> Exact:
    """The mean of the chances to win moving first and moving second, playing the plan against the
    opponent's.

    A plan here serves in both seats: a function of the state (`state.own`, `state.other`) or a
    table with the states of both players. A draw is no win. Raises `RulesError` when play can end
    with another payoff than +1, 0 or -1.

    >>> from exactdice import DiceBattle, dice
    >>> win_rate(DiceBattle(target=2), dice(3), dice(1))
    Fraction(161, 432)
    """
    mine, theirs = strategy(plan), strategy(opponent)
    # Wins moving first pay MAX +1; moving second, where the plan is MIN's, a win is -1.
    first, second = payoff_law(game, (mine, theirs)), payoff_law(game, (theirs, mine))
    for payoff in (*first, *second):
        if payoff not in (1, 0, -1):
            raise RulesError(
                "a win rate needs a game that is won, drawn or lost, with payoffs +1, 0 and "
                f"-1, but {shown(game)} pays {shown(payoff)}"
            )
    return simplest((first.probability(1) + second.probability(-1)) / 2)


def best_win_rate(game: Game, opponent: object) -> tuple[Exact, dict[State, Action]]:
    """The highest win rate against the opponent, and a table for both seats that reaches it.

    The table holds the first best action at each state. For games that end with a win or a loss:
    `RulesError` when a payoff is not +1 or -1.

    >>> from exactdice import DiceBattle, dice
    >>> rate, table = best_win_rate(DiceBattle(dice=3, target=2), dice(3))
    >>> rate, table[0, 0, MAX], win_rate(DiceBattle(dice=3, target=2), table, dice(3)) == rate
    (Fraction(271, 432), 1, True)
    """
    refuse_no_game(game)
    # One opponent in both seats: a table of its must hold the states of both players.
    answered = strategy(opponent)
    gains: Exact = 0
    table: dict[State, Action] = {}
    for seat in PLAYERS:
        found = winning_response(game, answered, seat)
        gains += found.value if seat == MAX else -found.value
        plan = found.strategies[seat]
        # The seats have different states to move in, so the two halves of the table never meet.
        for state in found.optimal_actions:
            if mover(game, state) == seat:
                (table[state],) = plan[state]
    # A win and a loss pay +1 and -1, so the chance to win is (1 + gain) / 2, and the mean over both
    # seats is 1/2 + (sum of gains) / 4. A draw would break this, and is refused.
    return simplest(Fraction(gains + 2) / 4), table


@by_exact_class
def winning_response(game: Game, opponent: Strategy, seat: Player) -> Solution:
    """The best response, after a look at every payoff that play can end with.

    A game in which somebody always wins registers `best_response` itself here.
    """
    # Listed once, for the look at the payoffs and for the solver.
    graph = explore(Following(game, against(opponent, seat)))
    for k, payoff in graph.payoffs.items():
        if payoff not in (1, -1):
            where = f"{shown(game)} pays {shown(payoff)} at {shown(graph.states[k])}"
            raise RulesError(
                "the best win rate needs a game that is won or lost, with payoffs +1 and -1 "
                f"alone, but {where}"
            )
    return solve_by_layers(graph)
