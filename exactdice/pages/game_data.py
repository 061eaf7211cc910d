"""All that a page knows of a game: its states, values, optimal play, strategies, laws."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ..cost import at_most
from ..errors import ExactDiceError, TooCostly, UnsolvableError
from ..exact import shown
from ..game import PLAYERS, Game, Player
from ..games.moves import Listing, listing
from ..games.register import load_own_words
from ..games.strategies import named_strategy
from ..hidden.information import refuse_hidden
from ..optional import is_solo
from ..queries.evaluate import parse_word
from ..words.register import watcher
from .game_answers import LIFTED, laws_data, pairs_data
from .game_graph import graph_data
from .game_numbers import Numbers
from .game_play import Played, best_data, players_of, strategies_data, value_column, whole_solution
from .game_table import GameTable, boards, table_of

MOST_STATES = 60_000  # of a game that has a page
MOST_JOINT_ACTIONS = 40_000  # pairs of actions of the first state
MOST_MOVES = 1_500_000  # characters of all moves, beyond which a page leaves play out
MOST_BOARDS = 400_000  # characters of all boards that a game draws
MOST_PAGE = 3_300_000  # characters of all data, beyond which there is no page
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
        _refuse_unknown(game, more)
        return _whole_data(game, more)
    except TooCostly as error:
        raise TooCostly(f"{error}; for a page {SMALLER}") from error


def _refuse_unknown(game: Game, more: Sequence[str]) -> None:
    """Raise for a name that is a strategy of neither player."""
    for name in more:
        complaints = [_complaint(game, name, player) for player in players_of(game)]
        if None not in complaints:
            raise ExactDiceError(f"{complaints[0]}")


def _complaint(game: Game, name: str, player: Player) -> ExactDiceError | None:
    """Why the name is no strategy of the player; None where it is one."""
    try:
        named_strategy(game, parse_word(name), player)
    except ExactDiceError as error:
        return error
    return None


def _whole_data(game: Game, more: Sequence[str]) -> GameData:
    table = table_of(game, _listed(game))
    solution = whole_solution(game, table)
    numbers = Numbers()
    played = Played(table, numbers)
    left_out = played.left_out
    strategies = strategies_data(game, played, solution, more)
    names = [[str(one["name"]) for one in those] for those in strategies]
    pairs, missing = pairs_data(game, table, names, numbers)
    if missing:
        left_out.append(f"{missing} pairs of strategies, which take long: {LIFTED}")
    data = {
        **_table_data(table, left_out),
        "start": list(table.states).index(game.start),
        "value": value_column(table, solution, numbers),
        **best_data(played, solution),
        "strategies": strategies,
        "laws": laws_data(game, numbers, left_out),
        "pairs": pairs,
        "graph": graph_data(game, left_out),
        "boards": _boards(game, table, left_out),
        "solo": is_solo(game),
        "actionLaws": played.laws.listed(),
        "numbers": numbers.texts(),
    }
    _refuse_large(game, len(json.dumps(data, separators=(",", ":"))))
    going_on = sum(payoff is None for payoff in table.payoffs)
    return GameData(data, table.fields.names, len(table.states), going_on, tuple(left_out))


def _listed(game: Game) -> Listing:
    _refuse_many_actions(game)
    try:
        return listing(game, at_most(MOST_STATES), watcher.get())
    except UnsolvableError as error:
        if "more than" not in str(error):
            raise
        raise _too_large(game, f"more than {MOST_STATES} states") from error


def _refuse_many_actions(game: Game) -> None:
    """Refuse a game that begins with more pairs of actions than can be listed soon."""
    if game.payoff(game.start) is not None:
        return
    rows, columns = (len(tuple(game.actions(game.start, player))) for player in PLAYERS)
    if rows * columns > at_most(MOST_JOINT_ACTIONS):
        raise _too_large(game, f"{rows} x {columns} pairs of actions in its first state")


def _too_large(game: Game, what: str) -> UnsolvableError:
    return UnsolvableError(
        f"a page of {shown(game)} would hold {what}, too many for a browser: {SMALLER}"
    )


def _refuse_large(game: Game, characters: int) -> None:
    if characters > at_most(MOST_PAGE):
        raise _too_large(game, f"{characters} characters of data, where {MOST_PAGE} is the most,")


def _table_data(table: GameTable, left_out: list[str]) -> dict[str, object]:
    """The table, without moves where they take too much room."""
    whole = table.data(with_moves=True)
    characters = len(json.dumps([whole["changes"], whole["chances"]], separators=(",", ":")))
    if characters <= at_most(MOST_MOVES):
        return whole
    left_out.append(
        "play, advice and what each action is worth, as the moves of so large a game take more "
        "room than a page has: choose options that make it smaller"
    )
    return table.data(with_moves=False)


def _boards(game: Game, table: GameTable, left_out: list[str]) -> list[str] | None:
    """What the game draws of each state; None where it draws nothing, or too much."""
    drawn = boards(game, table.states)
    characters = sum(map(len, drawn))
    if characters > MOST_BOARDS:
        left_out.append("the drawings of states, which take more room than a page has")
    return drawn if 0 < characters <= MOST_BOARDS else None
