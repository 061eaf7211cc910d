"""The states of a game as columns of small numbers, from which the scripts of a page read them.

A state is a place in the columns. Its `code` is one number made of the numbers of its fields, so
that a move is an amount that is added to the code: moves that differ in their states alone are then
kept once. Exact numbers are kept once too, as fractions where they are short, else cut.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Generic, TypeVar

from ...exact.numbers import Exact, exact_text
from ...game.protocol import NAMES, PLAYERS, WAIT, Action, Game, State
from ...game.text_of_values import as_written, in_order
from ...games.listed_game import Listing

BITS = 53  # of a whole number that one of JavaScript holds exactly
OVER = -1  # in the place of the moves of a finished state
Menu = tuple[tuple[int, ...], tuple[int, ...]]  # the numbers of MAX's actions and of MIN's
Changes = tuple[tuple[int, ...], tuple[int, ...]]  # of the code, with their weights


T = TypeVar("T")

PLACES = 40  # decimals of a number that is cut, of which a page shows 30
MOST_PAGE = 3_300_000  # characters of all data: play is left out beyond it
CUT = "~"  # before a number that was cut, towards 0, after PLACES decimals


class Distinct(Generic[T]):
    """Things numbered from 0 in the order in which they come, each once."""

    def __init__(self) -> None:
        self._numbers: dict[T, int] = {}

    def number(self, thing: T) -> int:
        """The number of the thing, a new one when it is new."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def listed(self) -> list[T]:
        """The things by their numbers."""
        return list(self._numbers)


class Numbers:
    """The numbers of a page. A number and its opposite are kept once: the second as -1 - n, where n
    is what stands for the first.
    """

    def __init__(self) -> None:
        # As two whole numbers, since a Fraction takes long to be hashed.
        self._sizes: Distinct[tuple[int, int]] = Distinct()

    def number(self, value: Exact) -> int:
        """What stands for the value in the data."""
        known = self._sizes.number((abs(value.numerator), value.denominator))
        return -1 - known if value < 0 else known

    def texts(self) -> list[str]:
        """The numbers without their signs: all as fractions where these take little room, else the
        long ones cut.
        """
        sizes = self._sizes.listed()
        # Digits are counted by bits, as long ones take long to be written.
        digits = [sum(part.bit_length() for part in size) * 30103 // 100000 for size in sizes]
        longest = PLACES if sum(digits) > MOST_PAGE // 3 else max(digits, default=0)
        return [
            "/".join(map(exact_text, size)).removesuffix("/1") if count <= longest else cut(size)
            for size, count in zip(sizes, digits, strict=True)
        ]


def cut(size: tuple[int, int]) -> str:
    """A positive fraction cut towards 0, with the mark of what was cut.

    >>> cut((2, 3))
    '~0.6666666666666666666666666666666666666666'
    """
    numerator, denominator = size
    digits = str(numerator * 10**PLACES // denominator).zfill(PLACES + 1)
    return f"{CUT}{digits[:-PLACES]}.{digits[-PLACES:]}"


@dataclass(frozen=True)
class Fields:
    """The fields of states by name, what each may be, and each state as numbers of these."""

    names: tuple[str, ...]
    domains: tuple[list[Any], ...]
    columns: tuple[list[int], ...]

    def units(self) -> list[int]:
        """What one step of each field adds to the code; [] where codes would be too large."""
        sizes = [len(domain) for domain in self.domains]
        if prod(sizes).bit_length() > BITS:
            return []
        return [prod(sizes[k + 1 :]) for k in range(len(sizes))]

    def codes(self) -> list[int]:
        """The code of each state: its place where there are no units."""
        units = self.units()
        if not units:
            return list(range(len(self.columns[0])))
        return [sum(map(int.__mul__, row, units)) for row in zip(*self.columns, strict=True)]

    def data(self) -> list[dict[str, object]]:
        """The fields for a page."""
        listed = list[dict[str, object]]()
        for name, domain, column in zip(self.names, self.domains, self.columns, strict=True):
            values = [as_written(value) for value in domain]
            if name == "to_move" and all(value in (*PLAYERS, None) for value in domain):
                values = ["nobody" if value is None else NAMES[value] for value in domain]
            numeric = all(type(value) is int for value in domain) and name != "to_move"
            listed.append({"name": name, "values": values, "numeric": numeric, "column": column})
        return listed


def fields_in(states: Sequence[State]) -> Fields:
    """The fields of these states, by their names or numbered: of tuples their parts, of anything
    else the state itself.
    """
    named: set[tuple[str, ...]] = {getattr(state, "_fields", ()) for state in states}
    lengths = {len(state) if isinstance(state, tuple) else 0 for state in states}
    names = named.pop() if len(named) == 1 else ()
    if not names and len(lengths) == 1:
        names = tuple(f"part {k + 1}" for k in range(lengths.pop()))
    rows = [tuple(state) for state in states] if names else [(state,) for state in states]
    domains, columns = [], []
    for column in zip(*rows, strict=True):
        values = set(column)
        # In order, with nothing before all others.
        domain = [None] * (None in values) + in_order(values - {None})
        places = {value: k for k, value in enumerate(domain)}
        domains.append(domain)
        columns.append([places[value] for value in column])
    return Fields(names or ("state",), tuple(domains), tuple(columns))


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

    def data(self) -> dict[str, object]:
        """The table for a page."""
        return {
            "fields": self.fields.data(),
            "actions": list(map(as_written, self.actions)),
            "wait": self.actions.index(WAIT) if WAIT in self.actions else -1,
            "menus": self.menus,
            "menu": self.menu,
            "units": self.fields.units(),
            "changes": [
                [steps, [one if one.bit_length() <= BITS else str(one) for one in by]]
                for steps, by in self.changes
            ],
            "chances": self.chances,
            "chance": self.chance,
        }

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
    code = dict(zip(listed.states, fields.codes(), strict=True))
    actions: Distinct[Action] = Distinct()
    menus: Distinct[Menu] = Distinct()
    changes: Distinct[Changes] = Distinct()
    chances: Distinct[tuple[int, ...]] = Distinct()
    kinds: dict[Hashable, tuple[int, int]] = {}  # the numbers of the menu and of the chances
    payoffs = [game.payoff(state) for state in listed.states]
    met = []
    for state, payoff in zip(listed.states, payoffs, strict=True):
        kind = listed.kind(state) if payoff is None else None
        if payoff is None and kind not in kinds:
            moves = listed.moves(state)
            rows, columns = (tuple(map(actions.number, part)) for part in moves.actions)
            by_pair = []
            for law in moves.laws:
                steps = tuple(code[after] - code[state] for after, _ in law)
                by_pair.append(changes.number((steps, tuple(weight for _, weight in law))))
            kinds[kind] = menus.number((rows, columns)), chances.number(tuple(by_pair))
        met.append((OVER, OVER) if payoff is not None else kinds[kind])
    menu, chance = map(list, zip(*met, strict=True))
    return GameTable(
        listed.states,
        fields,
        payoffs,
        actions.listed(),
        menus.listed(),
        menu,
        changes.listed(),
        chances.listed(),
        chance,
    )
