"""The states of a game as columns of small numbers, from which the scripts of a page read them.

A state is a place in the columns. Its `code` is one number made of the numbers of its fields, so
that a move is an amount that is added to the code: moves that differ in their states alone are then
kept once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from ..exact import Exact
from ..game import NAMES, PLAYERS, WAIT, Action, Game, State
from ..games.moves import Listing, Moves
from ..optional import SupportsText
from ..words.written import as_written, in_order
from .game_numbers import Distinct

LARGEST_CODE = 2**50  # which a number of JavaScript holds exactly
LARGEST_WEIGHT = 2**53  # larger ones are written as texts
OVER = -1  # in the place of the moves of a finished state
Menu = tuple[tuple[int, ...], tuple[int, ...]]  # the numbers of MAX's actions and of MIN's
Changes = tuple[tuple[int, ...], tuple[int, ...]]  # of the code, with their weights


@dataclass(frozen=True)
class Fields:
    """The fields of states by name, what each may be, and each state as numbers of these."""

    names: tuple[str, ...]
    domains: tuple[list[Any], ...]
    columns: tuple[list[int], ...]

    def units(self) -> list[int]:
        """What one step of each field adds to the code; [] where codes would be too large."""
        sizes = [len(domain) for domain in self.domains]
        if prod(sizes) > LARGEST_CODE:
            return []
        return [prod(sizes[k + 1 :]) for k in range(len(sizes))]

    def codes(self) -> list[int]:
        """The code of each state: its place where there are no units."""
        units = self.units()
        rows = zip(*self.columns, strict=True)
        if not units:
            return list(range(len(self.columns[0])))
        return [sum(map(int.__mul__, row, units)) for row in rows]

    def data(self) -> list[dict[str, object]]:
        """The fields for a page."""
        parts = zip(self.names, self.domains, self.columns, strict=True)
        return [
            {
                "name": name,
                "values": _said(name, domain),
                "numeric": all(type(value) is int for value in domain) and name != "to_move",
                "column": column,
            }
            for name, domain, column in parts
        ]


def fields_in(states: Sequence[State]) -> Fields:
    """The fields of these states: of tuples their parts, of anything else the state itself."""
    names = _names(states)
    rows = [tuple(state) for state in states] if names else [(state,) for state in states]
    domains = tuple(_in_order(set(values)) for values in zip(*rows, strict=True))
    places = [{value: k for k, value in enumerate(domain)} for domain in domains]
    columns = [[numbers[row[k]] for row in rows] for k, numbers in enumerate(places)]
    return Fields(names or ("state",), domains, tuple(columns))


def _names(states: Sequence[State]) -> tuple[str, ...]:
    """The names of the fields that all these states have; () where they have none."""
    named: set[tuple[str, ...]] = {getattr(state, "_fields", ()) for state in states}
    if len(named) == 1 and named != {()}:
        return named.pop()
    lengths = {len(state) if isinstance(state, tuple) else 0 for state in states}
    length = lengths.pop()
    return tuple(f"part {k + 1}" for k in range(length)) if not lengths else ()


def _in_order(values: set[Any]) -> list[Any]:
    """The values in order, with nothing before all others."""
    nothing = [None] if None in values else []
    return nothing + in_order(values - {None})


def _said(name: str, domain: Sequence[Any]) -> list[str]:
    """What is read for the values of a field."""
    if name == "to_move" and all(value in (*PLAYERS, None) for value in domain):
        return ["nobody" if value is None else NAMES[value] for value in domain]
    return [as_written(value) for value in domain]


@dataclass(frozen=True)
class GameTable:
    """The states of a game, their fields, and for each state that goes on its actions and moves."""

    states: Sequence[State]
    fields: Fields
    payoffs: list[Exact | None]
    actions: list[Action]
    menus: list[Menu]
    menu: list[int]  # of each state; OVER where play is
    changes: list[Changes]
    chances: list[tuple[int, ...]]  # of each pair of actions, the number of its changes
    chance: list[int]  # of each state; OVER where play is

    def data(self, with_moves: bool) -> dict[str, object]:
        """The table for a page."""
        made: dict[str, object] = {
            "fields": self.fields.data(),
            "actions": [action_text(action) for action in self.actions],
            "wait": self.actions.index(WAIT) if WAIT in self.actions else -1,
            "menus": self.menus,
            "menu": self.menu,
            "units": self.fields.units(),
        }
        if with_moves:
            made["changes"] = [[steps, list(map(_weight, by))] for steps, by in self.changes]
            made["chances"] = self.chances
            made["chance"] = self.chance
        return made

    def players_with_choice(self, place: int) -> tuple[int, ...]:
        """Who has more than one action in the state at this place."""
        return () if self.menu[place] == OVER else self._choosing[self.menu[place]]

    @cached_property
    def _choosing(self) -> list[tuple[int, ...]]:
        """Who has more than one action, by the number of the menu."""
        return [tuple(player for player in PLAYERS if len(menu[player]) > 1) for menu in self.menus]


def table_of(game: Game, listed: Listing) -> GameTable:
    """The table of all states of the listing."""
    fields = fields_in(listed.states)
    encoding = _Encoding(listed, fields)
    payoffs = [game.payoff(state) for state in listed.states]
    menu, chance = [], []
    for state, payoff in zip(listed.states, payoffs, strict=True):
        kind = (OVER, OVER) if payoff is not None else encoding.of(state)
        menu.append(kind[0])
        chance.append(kind[1])
    return GameTable(
        listed.states,
        fields,
        payoffs,
        encoding.actions.listed(),
        encoding.menus.listed(),
        menu,
        encoding.changes.listed(),
        encoding.chances.listed(),
        chance,
    )


class _Encoding:
    """Actions, menus and moves as they are met."""

    def __init__(self, listed: Listing, fields: Fields) -> None:
        self.listed = listed
        self.code = dict(zip(listed.states, fields.codes(), strict=True))
        self.actions: Distinct[Action] = Distinct()
        self.menus: Distinct[Menu] = Distinct()
        self.changes: Distinct[Changes] = Distinct()
        self.chances: Distinct[tuple[int, ...]] = Distinct()
        self._kinds: dict[Hashable, tuple[int, int]] = {}

    def of(self, state: State) -> tuple[int, int]:
        """The numbers of the menu and of the chances of a state that goes on."""
        kind = self.listed.kind(state)
        if kind not in self._kinds:
            self._kinds[kind] = self._encoded(state, self.listed.moves(state))
        return self._kinds[kind]

    def _encoded(self, state: State, moves: Moves) -> tuple[int, int]:
        rows, columns = (tuple(map(self.actions.number, part)) for part in moves.actions)
        here = self.code[state]
        by_pair = []
        for law in moves.laws:
            steps = tuple(self.code[after] - here for after, _ in law)
            by_pair.append(self.changes.number((steps, tuple(weight for _, weight in law))))
        return self.menus.number((rows, columns)), self.chances.number(tuple(by_pair))


def _weight(weight: int) -> int | str:
    return weight if weight < LARGEST_WEIGHT else str(weight)


def action_text(action: Action) -> str:
    """An action for people."""
    return as_written(action)


def boards(game: Game, states: Sequence[State]) -> list[str]:
    """The states as the game draws them, each on one or more lines; [] where it does not."""
    return [game.text(state) for state in states] if isinstance(game, SupportsText) else []
