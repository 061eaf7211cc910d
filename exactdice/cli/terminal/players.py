"""The players of `play` and `simulate`: strategies by name, exact where they can be and within
bounds where they must, and advice.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from ...exact.errors import ExactDiceError, RulesError, UnsolvableError
from ...exact.numbers import decimal_text
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
from ...solvers.evaluation.choices import ImperfectInformationChoices, Known, known_of
from ...solvers.hidden.information import ByInformation, Informed
from ...solvers.hidden.solution import ImperfectInformationSolution
from ...writeup.tables.number_text import decimal, exact
from .play import action_text, mixed_action_text, number_text

OPTIMAL = Word("optimal")
DIGITS = 10  # of the bounds where exact fractions are too long
AHEAD = 6  # moves that advice looks ahead where a game is too large to solve


def seat_players(game: Game) -> Game:
    """The game as it is played at a table: where not everything is seen, its states also tell what
    each player knows.
    """
    return tree_of(game).informed if hides(game) else game


@dataclass(frozen=True)
class Players:
    """The players of a game; with digits within bounds, where exact numbers are not asked for."""

    game: Game
    digits: int | None

    def solution(self) -> Solution | Enclosure:
        """The exact solution; with digits, or where an exact one cannot be had, bounds.
        `UnsolvableError` where neither can.
        """
        if self.digits is not None:
            return enclosed(self.game, self.digits)
        try:
            return solved(self.game)
        # The solver says itself when fractions are beyond it: no list of games to keep.
        except UnsolvableError:
            return enclosed(self.game, DIGITS)

    def plan(self, name: str, player: Player) -> Strategy:
        """The player's strategy of this name; `optimal` guarantees the bounds where exact numbers
        cannot be had.
        """
        game = self.game
        if isinstance(game, Informed):
            return ByInformation(game, player, replace(self, game=game.game).plan(name, player))
        # Parsed as in queries, so that dice(3) means the same here and there.
        word = parse_word(name)
        if word != OPTIMAL:
            return named_strategy(game, word, player)
        if self.digits is None:
            # Fractions too long, or no fractions at all: bounds may still do.
            with suppress(UnsolvableError):
                return named_strategy(game, word, player)
        return strategy(self.solution().strategies[player])

    def describe(self, name: str) -> str:
        """The strategy's name for people, with what it is proved to: `optimal within 10^-10`."""
        is_bounded = name == OPTIMAL.name and self.digits is not None
        return f"{name} within 10^-{self.digits}" if is_bounded else name

    def default(self, instead: str) -> str:
        """`optimal`, or the other name when the game is one to be searched, too large to be
        solved.
        """
        if isinstance(self.game, SupportsHeuristic) and not hides(self.game):
            try:
                self.plan(OPTIMAL.name, MAX)
            except UnsolvableError:
                return instead
        return OPTIMAL.name

    def advice(self, state: State, player: Player) -> str:
        """The best actions at the state and what they gain; else what a search sees, or why nothing
        is known.
        """
        game = self.game
        # Values are those to MAX; the person may be MIN.
        sign = 1 if player == MAX else -1
        try:
            if isinstance(game, Informed):
                return hidden_advice(known_at_hidden(game), state, player)
            # Its positions may be too many to be solved all: only the one at hand is solved then.
            if type(game) is ConnectFour:
                best = " or ".join(map(str, best_columns(game, state)))
                return f"best: {best}, expected gain {value(game, state) * sign}"
            solution = self.solution()
            if isinstance(solution, Enclosure):
                best = mixed_action_text(solution.strategies[player][state])
                return f"best: {best}, expected gain {decimal(solution.bounds[state] * sign, 6)}"
            if state in solution.mixtures:
                best = exact(solution.mixtures[state][player])
            else:
                best = " or ".join(map(action_text, solution.optimal_actions[state]))
            return f"best: {best}, expected gain {decimal_text(solution.values[state] * sign, 6)}"
        except ExactDiceError as error:
            if not isinstance(game, SupportsHeuristic):
                return f"no advice: {error}"
            # A searcher plays one move for certain, so its law has one outcome.
            (found,) = searcher(game, AHEAD)(state)
            return f"best, as far as {AHEAD} moves ahead show: {action_text(found)}"

    def known(self) -> Known | ImperfectInformationChoices:
        """The values of optimal play; of Connect Four position by position, as a board may have
        too many to be solved all.

        `ExactDiceError` where nothing is known.
        """
        if isinstance(self.game, Informed):
            return known_at_hidden(self.game)
        if type(self.game) is not ConnectFour:
            return known_of(self.solution())
        # Of a game in turns nobody asks for a mixture.
        return Known(self.game, partial(value, self.game), lambda _, __: WAITS)


def hidden_advice(known: ImperfectInformationChoices, state: State, player: Player) -> str:
    """The best action by what the player knows, and what each action earns on average against
    optimal play of the other.
    """
    law = known.optimal_mixed_action(state, player)
    drawn = (f"{action_text(one)} {number_text(law.probability(one))}" for one in law)
    best = f"best: {action_text(next(iter(law))) if len(law) == 1 else ', '.join(drawn)}"
    try:
        values = known.action_values(state, player)
    except RulesError as error:
        return f"{best}; {error}"
    gains = (f"{action_text(one)} {number_text(gain)}" for one, gain in values.items())
    return f"{best}; expected gain by what you know: {', '.join(gains)}"


def known_at_hidden(game: Informed) -> ImperfectInformationChoices:
    """The values of choices in a game with imperfect information."""
    solution = solved(game.game)
    assert isinstance(solution, ImperfectInformationSolution)
    return ImperfectInformationChoices(tree_of(game.game), solution)
