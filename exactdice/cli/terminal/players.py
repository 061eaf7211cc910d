"""Who plays in `play` and `simulate`: strategies by name, exact where they can be and within bounds
where they must, and advice.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from ...exact.errors import ExactDiceError, RulesError, UnsolvableError
from ...game.optional import SupportsHeuristic, hides
from ...game.protocol import MAX, WAITS, Game, Player, State, Strategy, strategy
from ...game.solution import Enclosure, Solution
from ...games.connect_four import best_columns, value
from ...games.connect_four.rules import ConnectFour
from ...query.evaluate import parse_word
from ...query.states import tree_of
from ...query.strategies import enclosed, named_strategy, solved
from ...query.words import Word
from ...solvers.arenas.search import searcher
from ...solvers.evaluation.choices import HiddenKnown, Known, known_of
from ...solvers.hidden.information import ByInformation, Informed
from ...solvers.hidden.solution import HiddenSolution
from .fitting import action_text
from .play import number_text
from .summary import advice_line

OPTIMAL = Word("optimal")
DIGITS = 10  # of the bounds where exact fractions are too long
AHEAD = 6  # moves that advice looks ahead where a game is too large to solve


def solved_or_enclosed(game: Game, digits: int | None) -> Solution | Enclosure:
    """The exact solution; with digits, or where an exact one cannot be had, bounds.
    `UnsolvableError` where neither can.
    """
    if digits is not None:
        return enclosed(game, digits)
    try:
        return solved(game)
    # The solver says itself when fractions are beyond it: no list of games to keep.
    except UnsolvableError:
        return enclosed(game, DIGITS)


def seated(game: Game) -> Game:
    """The game as it is played at a table: where not everything is seen, its states also tell what
    each player knows.
    """
    return tree_of(game).informed if hides(game) else game


def plan(game: Game, name: str, player: Player, digits: int | None) -> Strategy:
    """The player's strategy of this name; `optimal` guarantees the bounds where exact numbers
    cannot be had.
    """
    if isinstance(game, Informed):
        return ByInformation(game, player, plan(game.game, name, player, digits))
    # Parsed as in queries, so that dice(3) means the same here and there.
    word = parse_word(name)
    if word != OPTIMAL:
        return named_strategy(game, word, player)
    if digits is None:
        with suppress(
            UnsolvableError
        ):  # fractions too long, or no fractions at all: bounds may still do
            return named_strategy(game, word, player)
    return strategy(solved_or_enclosed(game, digits).strategies[player])


def called(name: str, digits: int | None) -> str:
    """The strategy's name for people, with what it is proved to: `optimal within 10^-10`."""
    return f"{name} within 10^-{digits}" if name == OPTIMAL.name and digits is not None else name


def usual(game: Game, digits: int | None, instead: str) -> str:
    """`optimal`, or the other name when the game is one to be searched, too large to be solved."""
    if not isinstance(game, SupportsHeuristic) or hides(game):
        return OPTIMAL.name
    try:
        plan(game, OPTIMAL.name, MAX, digits)
    except UnsolvableError:
        return instead
    return OPTIMAL.name


def advice(game: Game, state: State, player: Player, digits: int | None) -> str:
    """The best actions at the state and what they gain; else what a search sees, or why nothing is
    known.
    """
    try:
        if isinstance(game, Informed):
            # What each action earns on average against optimal play of the other.
            known = hidden_known(game)
            law = known.optimal_law(state, player)
            drawn = (f"{action_text(one)} {number_text(law.probability(one))}" for one in law)
            best = f"best: {action_text(next(iter(law))) if len(law) == 1 else ', '.join(drawn)}"
            try:
                values = known.action_values(state, player)
            except RulesError as error:
                return f"{best}; {error}"
            gains = (f"{action_text(one)} {number_text(gain)}" for one, gain in values.items())
            return f"{best}; expected gain by what you know: {', '.join(gains)}"
        # Its positions may be too many to be solved all: only the one at hand is solved then.
        if type(game) is not ConnectFour:
            return advice_line(solved_or_enclosed(game, digits), state, player)
        gain = value(game, state)
        columns = " or ".join(map(str, best_columns(game, state)))
        return f"best: {columns}, expected gain {gain if player == MAX else -gain}"
    except ExactDiceError as error:
        if not isinstance(game, SupportsHeuristic):
            return f"no advice: {error}"
        # A searcher plays one move for certain, so its law has one outcome.
        (found,) = searcher(game, AHEAD)(state)
        return f"best, as far as {AHEAD} moves ahead show: {action_text(found)}"


def hidden_known(game: Informed) -> HiddenKnown:
    """What is known of choices in a game in which not everything is seen."""
    solution = solved(game.game)
    assert isinstance(solution, HiddenSolution)
    return HiddenKnown(tree_of(game.game), solution)


def known(game: Game, digits: int | None) -> Known | HiddenKnown:
    """What is known of optimal play; of Connect Four position by position, as a board may have too
    many to be solved all.

    `ExactDiceError` where nothing is known.
    """
    if isinstance(game, Informed):
        return hidden_known(game)
    if type(game) is not ConnectFour:
        return known_of(solved_or_enclosed(game, digits))
    # Of a game in turns nobody asks for a mixture.
    return Known(game, partial(value, game), lambda _, __: WAITS)
