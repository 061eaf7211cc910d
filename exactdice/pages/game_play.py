"""How the states of a game are to be played, as the data of a page: what is best, mixtures, and the
strategies that have a name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import ExactDiceError
from ..exact import Exact
from ..game import NAMES, PLAYERS, Action, ActionLaw, Game, Player, State, Strategy
from ..games.strategies import makers_of, named_strategy, solved
from ..optional import is_solo
from ..queries.evaluate import parse_word
from ..solution import Solution
from ..solvers import solve
from ..solvers.fast_path import the_generic
from .game_numbers import Distinct, Numbers
from .game_table import OVER, GameTable

NO_LAW = -1  # where a player has nothing to choose
LawData = tuple[tuple[int, ...], tuple[str, ...]]  # the numbers of actions, and their weights


@dataclass
class Played:
    """What is best at the states of the table and what strategies do there, in columns."""

    table: GameTable
    numbers: Numbers
    laws: Distinct[LawData] = field(default_factory=Distinct)
    left_out: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._action_numbers = {action: k for k, action in enumerate(self.table.actions)}
        self._by_law: dict[ActionLaw, int] = {}

    def law_number(self, law: ActionLaw) -> int:
        """The number of the law of an action."""
        if law not in self._by_law:
            actions = tuple(self._action_numbers[action] for action in law)
            weights = tuple(str(weight) for _, weight in law.items())
            self._by_law[law] = self.laws.number((actions, weights))
        return self._by_law[law]

    def action_numbers(self, actions: Sequence[Action]) -> tuple[int, ...]:
        """The numbers of these actions."""
        return tuple(self._action_numbers[action] for action in actions)


def whole_solution(game: Game, table: GameTable) -> Solution:
    """The solution of the game, with a value for every state of the table that goes on."""
    solution = solved(game)
    # The keys alone, as some tables work a value out when it is asked for.
    known = frozenset(solution.values)
    going_on = zip(table.states, table.payoffs, strict=True)
    # A fast way may look at a few states alone.
    if all(state in known for state, payoff in going_on if payoff is None):
        return solution
    return the_generic(solve)(game)


def value_column(table: GameTable, solution: Solution, numbers: Numbers) -> list[int]:
    """What stands for the value of each state."""
    values = zip(table.states, table.payoffs, strict=True)
    return [numbers.number(_value(solution, state, payoff)) for state, payoff in values]


def _value(solution: Solution, state: State, payoff: Exact | None) -> Exact:
    return solution.values[state] if payoff is None else payoff


def best_data(played: Played, solution: Solution) -> dict[str, object]:
    """All optimal actions of the one who moves, and the mixtures of states where both choose."""
    bests: Distinct[tuple[int, ...]] = Distinct()
    column, mixtures = [], {}
    for place, state in enumerate(played.table.states):
        choosing = played.table.players_with_choice(place)
        if len(choosing) == len(PLAYERS):
            pair = [played.law_number(solution.strategies[player][state]) for player in PLAYERS]
            mixtures[str(place)] = pair
        is_choice = len(choosing) == 1
        best = played.action_numbers(solution.optimal_actions[state]) if is_choice else ()
        column.append(bests.number(best) if is_choice else OVER)
    return {"bests": bests.listed(), "best": column, "mixtures": mixtures}


# --- strategies by name ---------------------------------------------------------------------------


def strategy_names(game: Game, player: Player, more: Sequence[str] = ()) -> list[str]:
    """The names of the player's strategies that need nothing else, `optimal` first, and those asked
    for besides.
    """
    plain = [name for name in makers_of(game, player) if "(" not in name and name != "optimal"]
    return list(dict.fromkeys(["optimal", *plain, *more]))


def players_of(game: Game) -> Sequence[Player]:
    """Those who play: of a game of one player MAX alone."""
    return PLAYERS[:1] if is_solo(game) else PLAYERS


def strategies_data(
    game: Game, played: Played, solution: Solution, more: Sequence[str] = ()
) -> list[list[dict[str, object]]]:
    """For each player its strategies with their law at each state; those that cannot be listed are
    named in what is left out.
    """
    return [
        _strategies_of(game, played, solution, player, strategy_names(game, player, more))
        for player in players_of(game)
    ]


def _strategies_of(
    game: Game, played: Played, solution: Solution, player: Player, names: Sequence[str]
) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = []
    for name in names:
        try:
            plan = _plan(game, solution, name, player)
            listed.append({"name": name, "law": _law_column(played, plan, player)})
        except ExactDiceError as error:
            played.left_out.append(f"the strategy {name} of {NAMES[player]}: {error}")
    return listed


def _plan(game: Game, solution: Solution, name: str, player: Player) -> Strategy:
    if name == "optimal":
        table: Mapping[State, ActionLaw] = solution.strategies[player]
        return table.__getitem__
    return named_strategy(game, parse_word(name), player)


def _law_column(played: Played, plan: Strategy, player: Player) -> list[int]:
    """The number of the law of the player's action at each state where it has a choice."""
    table = played.table
    has_choice = [player in table.players_with_choice(place) for place in range(len(table.states))]
    return [
        played.law_number(plan(state)) if chooses else NO_LAW
        for state, chooses in zip(table.states, has_choice, strict=True)
    ]
