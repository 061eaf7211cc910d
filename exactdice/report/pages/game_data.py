"""All that a page knows of a game: its states, values, optimal play, strategies, laws."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ...exact.cost import at_most
from ...exact.errors import ExactDiceError, TooCostly, UnsolvableError
from ...exact.numbers import shown
from ...exact.session import session
from ...game.optional import SupportsText, is_solo
from ...game.protocol import PLAYERS, Game
from ...games.listed_game import Listing, listing
from ...query.evaluate import parse_word
from ...query.games_by_name import load_own_words
from ...query.strategies import named_strategy
from ...solvers.hidden.information import refuse_hidden
from .description import MOST_STATES
from .game_play import (
    LIFTED,
    Played,
    best_data,
    laws_data,
    pairs_data,
    players_of,
    strategies_data,
    value_column,
    whole_solution,
)
from .game_table import MOST_PAGE, Numbers, table_of

INSTEAD = (
    "and a page would show them its states: exactdice solve and play go by what a player knows, "
    "and so do queries such as value()"
)
SMALLER = (
    "choose options that make the game smaller, such as a lower target, fewer dice, cards or "
    "lists (as lists=20) or a smaller board"
)


@dataclass(frozen=True)
class GameData:
    """The data of a page, as what JSON holds, and in words what is left out."""

    data: dict[str, object]
    fields: tuple[str, ...]
    states: int
    going_on: int  # states in which play goes on
    left_out: tuple[str, ...]


def game_data(game: Game, more: Sequence[str] = ()) -> GameData:
    """The data of the page of a game, with these strategies besides those that need no arguments.

    Raises `UnsolvableError` for a game that is too large for a page, `TooCostly` for one that
    would take too long, `ExactDiceError` for a strategy that neither player has.
    """
    refuse_hidden(game, INSTEAD)
    # With the words come the shorter ways to what strategies earn.
    load_own_words()
    try:
        # A name must be a strategy of one of the players at least.
        for name in more:
            complaints = list[ExactDiceError]()
            for player in players_of(game):
                try:
                    named_strategy(game, parse_word(name), player)
                except ExactDiceError as error:
                    complaints.append(error)
            if len(complaints) == len(players_of(game)):
                raise ExactDiceError(f"{complaints[0]}")
        return _whole_data(game, more)
    except TooCostly as error:
        raise TooCostly(f"{error}; for a page {SMALLER}") from error


def _whole_data(game: Game, more: Sequence[str]) -> GameData:
    table = table_of(game, _listed(game))
    solution = whole_solution(game, table)
    numbers = Numbers()
    played = Played(table, numbers)
    left_out = played.left_out
    strategies = strategies_data(game, played, solution, more)
    names = [[str(one["name"]) for one in those] for those in strategies]
    pairs, missing = pairs_data(game, names, numbers)
    if missing:
        left_out.append(f"{missing} pairs of strategies, which take long: {LIFTED}")
    drawn = [game.text(state) for state in table.states] if isinstance(game, SupportsText) else []
    data = {
        **table.data(),
        "start": list(table.states).index(game.start),
        "value": value_column(table, solution, numbers),
        **best_data(played, solution),
        "strategies": strategies,
        "laws": laws_data(game, numbers, left_out),
        "pairs": pairs,
        "boards": drawn if any(drawn) else None,
        "solo": is_solo(game),
        "actionLaws": played.laws.listed(),
        "numbers": numbers.texts(),
    }
    # What takes too much room is left out.
    sizes = {key: len(json.dumps(value, separators=(",", ":"))) for key, value in data.items()}
    if sum(sizes.values()) > at_most(MOST_PAGE):
        left_out.append(PLAY)
        for key in ("changes", "chances", "chance"):
            del data[key], sizes[key]
    if sum(sizes.values()) > at_most(MOST_PAGE):
        size = f"{sum(sizes.values())} characters of data, where {MOST_PAGE} is the most"
        raise _too_large(game, size)
    going_on = sum(payoff is None for payoff in table.payoffs)
    return GameData(data, table.fields.names, len(table.states), going_on, tuple(left_out))


PLAY = (
    "play, advice and what each action is worth, as the moves of so large a game take more "
    "room than a page has: choose options that make it smaller"
)


def _listed(game: Game) -> Listing:
    if game.payoff(game.start) is None:
        # More pairs of actions than can be listed soon.
        rows, columns = (len(tuple(game.actions(game.start, player))) for player in PLAYERS)
        if rows * columns > at_most(MOST_STATES):
            raise _too_large(game, f"{rows} x {columns} pairs of actions in its first state")
    try:
        return listing(game, at_most(MOST_STATES), session().progress)
    except UnsolvableError as error:
        if "more than" not in str(error):
            raise
        raise _too_large(game, f"more than {MOST_STATES} states") from error


def _too_large(game: Game, what: str) -> UnsolvableError:
    return UnsolvableError(
        f"a page of {shown(game)} would hold {what}, too many for a browser: {SMALLER}"
    )
