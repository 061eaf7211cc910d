"""The data of the page of a game: its states, values, optimal play, strategies, distributions.

The states are columns of small numbers, from which the scripts of the page read them. A state is a
place in the columns. Its `code` is one number made of the numbers of its fields, so that a move is
an amount that is added to the code: moves that differ in their states alone are then kept once.
Exact numbers are kept once too, as fractions where they are short, else cut.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeVar

from ...distributions.distribution import InfiniteDistribution
from ...exact import cost
from ...exact.cost import affordable, allowed, at_most
from ...exact.errors import ExactDiceError, TooCostly, UnsolvableError
from ...exact.numbers import Exact, Interval, exact_text, shown
from ...exact.session import session
from ...game.optional import SupportsText, is_solo
from ...game.protocol import (
    NAMES,
    PLAYERS,
    WAIT,
    Action,
    ActionDistribution,
    Game,
    Player,
    State,
    Strategy,
)
from ...game.solution import Solution
from ...game.text_of_values import as_written, in_order
from ...games.listed_game import Listing, listing
from ...query.analysis import analysis_of
from ...query.evaluate import parse_word
from ...query.games_by_name import load_own_words
from ...query.register import Word
from ...query.strategies import makers_of, named_strategy, solved
from ...solvers import solve
from ...solvers.fast_path import generic_function
from ...solvers.hidden.information import refuse_imperfect_information
from .description import MOST_STATES

BITS = 53  # of a whole number that one of JavaScript holds exactly
OVER = -1  # in the place of the moves of a finished state
Menu = tuple[tuple[int, ...], tuple[int, ...]]  # the numbers of MAX's actions and of MIN's
Changes = tuple[tuple[int, ...], tuple[int, ...]]  # of the code, with their weights


T = TypeVar("T")

PLACES = 40  # decimals of a number that is cut, of which a page shows 30
MOST_PAGE = 3_300_000  # characters of all data: play is left out beyond it
CUT = "~"  # before a number that was cut, towards 0, after PLACES decimals


class Distinct(dict[T, int]):
    """Things numbered from 0 in the order in which they come, each once."""

    def number(self, thing: T) -> int:
        """The number of the thing, a new one when it is new."""
        return self.setdefault(thing, len(self))


class Numbers:
    """The numbers of a page. A number and its opposite are kept once: the second as -1 - n, where n
    is what stands for the first.
    """

    def __init__(self) -> None:
        # As two whole numbers, since a Fraction takes long to be hashed.
        self._sizes: Distinct[tuple[int, int]] = Distinct()

    def number(self, value: Exact) -> int:
        """The number that stands for the value in the data."""
        known = self._sizes.number((abs(value.numerator), value.denominator))
        return -1 - known if value < 0 else known

    def texts(self) -> list[str]:
        """The numbers without their signs: all as fractions where these take little room, else the
        long ones cut.
        """
        sizes = list(self._sizes)
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

    @cached_property
    def units(self) -> list[int]:
        """The amount that a step of each field adds to the code; [] where codes are too large."""
        sizes = [len(domain) for domain in self.domains]
        if prod(sizes).bit_length() > BITS:
            return []
        return [prod(sizes[k + 1 :]) for k in range(len(sizes))]

    def codes(self) -> list[int]:
        """The code of each state: its place where there are no units."""
        if not self.units:
            return list(range(len(self.columns[0])))
        return [sum(map(int.__mul__, row, self.units)) for row in zip(*self.columns, strict=True)]

    def data(self) -> list[dict[str, object]]:
        """The fields for a page."""
        listed = list[dict[str, object]]()
        for name, domain, column in zip(self.names, self.domains, self.columns, strict=True):
            is_player = name == "to_move" and all(value in (*PLAYERS, None) for value in domain)
            numeric = all(type(value) is int for value in domain) and name != "to_move"
            values = [
                as_written(one) if not is_player else "nobody" if one is None else NAMES[one]
                for one in domain
            ]
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
            "units": self.fields.units,
            "changes": [
                [steps, [one if one.bit_length() <= BITS else str(one) for one in by]]
                for steps, by in self.changes
            ],
            "chances": self.chances,
            "chance": self.chance,
        }

    def players_with_choice(self, place: int) -> tuple[int, ...]:
        """Who has more than one action in the state at this place."""
        return () if self.menu[place] == OVER else self.choosing[self.menu[place]]

    @cached_property
    def choosing(self) -> list[tuple[int, ...]]:
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
        list(actions),
        list(menus),
        menu,
        list(changes),
        list(chances),
        chance,
    )


MOST_STEPS = 3 * 10**7  # of work for each law and each pair, unless the limit of cost is lifted
LIFTED = "limit=none at the command line leaves nothing out for its cost"
OPTIMAL = "optimal"
NO_LAW = -1  # where a player has nothing to choose


class Played:
    """Optimal actions at the states of the table and what strategies do there, in columns."""

    def __init__(self, table: GameTable) -> None:
        self.table, self.numbers = table, Numbers()
        self.laws: Distinct[ActionDistribution] = Distinct()
        self.left_out = list[str]()
        self._action_numbers = {action: k for k, action in enumerate(table.actions)}

    def action_numbers(self, actions: Iterable[Action]) -> tuple[int, ...]:
        """The numbers of these actions."""
        return tuple(self._action_numbers[action] for action in actions)


def whole_solution(game: Game, table: GameTable) -> Solution:
    """The solution of the game, with a value for every state of the table that goes on."""
    solution = solved(game)
    # The keys alone, as some tables work a value out when it is asked for.
    known = frozenset(solution.values)
    going_on = zip(table.states, table.payoffs, strict=True)
    # A fast solver may look at a few states alone.
    if all(state in known for state, payoff in going_on if payoff is None):
        return solution
    return generic_function(solve)(game)


def best_data(played: Played, solution: Solution) -> dict[str, object]:
    """All optimal actions of the one who moves, and the mixtures of states where both choose."""
    bests: Distinct[tuple[int, ...]] = Distinct()
    column, mixtures = [], {}
    for place, state in enumerate(played.table.states):
        choosing = played.table.players_with_choice(place)
        if len(choosing) == len(PLAYERS):
            pair = [played.laws.number(solution.strategies[player][state]) for player in PLAYERS]
            mixtures[str(place)] = pair
        is_choice = len(choosing) == 1
        best = played.action_numbers(solution.optimal_actions[state]) if is_choice else ()
        column.append(bests.number(best) if is_choice else OVER)
    return {"bests": list(bests), "best": column, "mixtures": mixtures}


# --- strategies by name ---------------------------------------------------------------------------


def players_of(game: Game) -> Sequence[Player]:
    """Those who play: of a game of one player MAX alone."""
    return PLAYERS[:1] if is_solo(game) else PLAYERS


def strategies_data(
    game: Game, played: Played, solution: Solution, more: Sequence[str] = ()
) -> list[list[dict[str, object]]]:
    """For each player its strategies with their law at each state: those that need nothing else,
    `optimal` first, and those asked for besides. One that cannot be listed is named in what is left
    out.
    """
    table, listed = played.table, []
    for player in players_of(game):
        chooses = [player in table.players_with_choice(k) for k in range(len(table.states))]
        own = list[dict[str, object]]()
        plain = [name for name in makers_of(game, player) if "(" not in name]
        for name in dict.fromkeys([OPTIMAL, *plain, *more]):
            try:
                plan: Strategy = solution.strategies[player].__getitem__
                if name != OPTIMAL:
                    plan = named_strategy(game, parse_word(name), player)
                column = [
                    played.laws.number(plan(state)) if is_choice else NO_LAW
                    for state, is_choice in zip(table.states, chooses, strict=True)
                ]
                own.append({"name": name, "law": column})
            except ExactDiceError as error:
                played.left_out.append(f"the strategy {name} of {NAMES[player]}: {error}")
        listed.append(own)
    return listed


# --- laws -----------------------------------------------------------------------------------------


def distributions_data(game: Game, numbers: Numbers, left_out: list[str]) -> dict[str, object]:
    """The distributions of the payoff and of the length under optimal play, with their means; of an
    endless law all but the last thousandth, and the chance of the rest.
    """
    analysis = analysis_of(game)
    play = analysis.play(_words([OPTIMAL] * len(players_of(game))))
    made: dict[str, object] = {}
    for what, cost_of, law_of in (
        ("payoff", analysis.start_cost, play.payoff_distribution),
        ("length", analysis.length_cost, play.turns_distribution),
    ):
        with _limit_here():
            if not affordable(cost_of()):
                left_out.append(f"the law of the {what}, which takes long: {LIFTED}")
                continue
            try:
                law = law_of()
                if isinstance(law, InfiniteDistribution):
                    chances, beyond = law.head()
                else:
                    chances, beyond = {x: law.probability(x) for x in in_order(law)}, None
                made[what] = {
                    "outcomes": [*map(numbers.number, chances)],
                    "chances": [*map(numbers.number, chances.values())],
                    "mean": numbers.number(law.mean()),
                    "beyond": None if beyond is None else numbers.number(beyond),
                }
            except ExactDiceError as error:
                left_out.append(f"the law of the {what}: {error}")
    return made


def _limit_here() -> AbstractContextManager[None]:
    """The steps of work that one thing may take, unless the limit of cost is lifted or lower."""
    most = allowed()
    return cost.limit(None if most is None else min(MOST_STEPS, most))


# --- pairs of strategies --------------------------------------------------------------------------


def pairs_data(
    game: Game, names: Sequence[Sequence[str]], numbers: Numbers
) -> tuple[list[dict[str, object]], int]:
    """The payoffs of strategies against each other, by their names, pairs with `optimal` first, and
    how many pairs are left out, whose law or length cannot be had.
    """
    pairs = list[dict[str, object]]()
    every = sorted(product(*names), key=lambda pair: -pair.count(OPTIMAL))
    for pair in every:
        try:
            with _limit_here():
                play = analysis_of(game).play(_words(pair))
                law, turns = play.payoff_distribution(), play.turns()
        except ExactDiceError:
            continue
        if not isinstance(turns, Interval):
            signs = law.map(lambda paid: (paid > 0) - (paid < 0))
            by_sign = [signs.probability(sign) for sign in (1, 0, -1)]
            numbered = map(numbers.number, (law.mean(), *by_sign, turns))
            earned = zip(("gain", "win", "draw", "loss", "turns"), numbered, strict=True)
            pairs.append({"names": list(pair), **dict(earned)})
    return pairs, len(every) - len(pairs)


def _words(names: Sequence[str]) -> tuple[Word, ...]:
    return tuple(map(parse_word, names))


INSTEAD = (
    "and a page would show them its states: exactdice solve and play go by what a player knows, "
    "and so do queries such as value()"
)
SMALLER = (
    "choose options that make the game smaller, such as a lower target, fewer dice, cards or "
    "lists (as lists=20) or a smaller board"
)


class GameData(NamedTuple):
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
    refuse_imperfect_information(game, INSTEAD)
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
        return _whole_data(game, _whole_table(game), more)
    except TooCostly as error:
        raise TooCostly(f"{error}; for a page {SMALLER}") from error


def _whole_table(game: Game) -> GameTable:
    """The table of the game; `UnsolvableError` where that is too large for a page."""
    if game.payoff(game.start) is None:
        # More pairs of actions than can be listed soon.
        rows, columns = (len(tuple(game.actions(game.start, player))) for player in PLAYERS)
        if rows * columns > at_most(MOST_STATES):
            raise _too_large(game, f"{rows} x {columns} pairs of actions in its first state")
    try:
        return table_of(game, listing(game, at_most(MOST_STATES), session().progress))
    except UnsolvableError as error:
        if "more than" not in str(error):
            raise
        raise _too_large(game, f"more than {MOST_STATES} states") from error


def _whole_data(game: Game, table: GameTable, more: Sequence[str]) -> GameData:
    solution, played = whole_solution(game, table), Played(table)
    numbers, left_out = played.numbers, played.left_out
    strategies = strategies_data(game, played, solution, more)
    names = [[str(one["name"]) for one in those] for those in strategies]
    pairs, missing = pairs_data(game, names, numbers)
    if missing:
        left_out.append(f"{missing} pairs of strategies, which take long: {LIFTED}")
    drawn = [game.text(state) for state in table.states] if isinstance(game, SupportsText) else []
    values = [
        numbers.number(solution.values[state] if payoff is None else payoff)
        for state, payoff in zip(table.states, table.payoffs, strict=True)
    ]
    data = {
        **table.data(),
        "start": list(table.states).index(game.start),
        "value": values,
        **best_data(played, solution),
        "strategies": strategies,
        "laws": distributions_data(game, numbers, left_out),
        "pairs": pairs,
        "boards": drawn if any(drawn) else None,
        "solo": is_solo(game),
        "actionLaws": [
            [played.action_numbers(law), [str(weight) for _, weight in law.items()]]
            for law in played.laws
        ],
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


def _too_large(game: Game, what: str) -> UnsolvableError:
    return UnsolvableError(
        f"a page of {shown(game)} would hold {what}, too many for a browser: {SMALLER}"
    )
