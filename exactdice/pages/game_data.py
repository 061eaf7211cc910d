"""All that a page knows of a game: its states, values, optimal play, strategies, laws."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ..cost import at_most
from ..errors import UnsolvableError
from ..exact import shown
from ..game import Game
from ..games.moves import Listing, listing
from ..games.register import load_own_words
from ..optional import is_solo
from ..words.register import watcher
from .game_answers import LIFTED, laws_data, pairs_data
from .game_graph import graph_data
from .game_numbers import Numbers
from .game_play import Played, best_data, strategies_data, value_column, whole_solution
from .game_table import GameTable, boards, table_of

MOST_STATES = 60_000  # of a game that has a page
MOST_MOVES = 1_500_000  # characters of all moves, beyond which a page leaves play out
MOST_BOARDS = 400_000  # characters of all boards that a game draws
MOST_PAGE = 3_300_000  # characters of all data, beyond which there is no page


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

    Raises `UnsolvableError` for a game that is too large for a page.
    """
    # With the words come the shorter ways to what strategies earn.
    load_own_words()
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
    try:
        return listing(game, at_most(MOST_STATES), watcher.get())
    except UnsolvableError as error:
        if "more than" not in str(error):
            raise
        raise _too_large(game, f"more than {MOST_STATES} states") from error


def _too_large(game: Game, what: str) -> UnsolvableError:
    return UnsolvableError(
        f"a page of {shown(game)} would hold {what}, too many for a browser: choose options that "
        "make the game smaller, such as a lower target, fewer dice or a smaller board"
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
