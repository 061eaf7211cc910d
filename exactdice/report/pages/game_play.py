"""How the states of a game are to be played, as the data of a page: what is best, mixtures, the
strategies that have a name, what they earn against each other, and the laws of the payoff and of
the length under optimal play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from ...distributions.distribution import Distribution, EndlessLaw
from ...exact import cost
from ...exact.cost import affordable, allowed
from ...exact.errors import ExactDiceError
from ...exact.numbers import Interval
from ...game.optional import is_solo
from ...game.protocol import NAMES, PLAYERS, Action, ActionLaw, Game, Player, Strategy
from ...game.solution import Solution
from ...game.text_of_values import in_order
from ...query.analysis import analysis_of
from ...query.evaluate import parse_word
from ...query.register import Word
from ...query.strategies import makers_of, named_strategy, solved
from ...solvers import solve
from ...solvers.fast_path import the_generic
from .game_table import OVER, Distinct, GameTable, Numbers

MOST_STEPS = 3 * 10**7  # of work for each law and each pair, unless the limit of cost is lifted
LIFTED = "limit=none at the command line leaves nothing out for its cost"
OPTIMAL = "optimal"
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
            weights = tuple(str(weight) for _, weight in law.items())
            self._by_law[law] = self.laws.number((self.action_numbers(law), weights))
        return self._by_law[law]

    def action_numbers(self, actions: Iterable[Action]) -> tuple[int, ...]:
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
    return [
        numbers.number(solution.values[state] if payoff is None else payoff)
        for state, payoff in values
    ]


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
    plain = [name for name in makers_of(game, player) if "(" not in name and name != OPTIMAL]
    return list(dict.fromkeys([OPTIMAL, *plain, *more]))


def players_of(game: Game) -> Sequence[Player]:
    """Those who play: of a game of one player MAX alone."""
    return PLAYERS[:1] if is_solo(game) else PLAYERS


def strategies_data(
    game: Game, played: Played, solution: Solution, more: Sequence[str] = ()
) -> list[list[dict[str, object]]]:
    """For each player its strategies with their law at each state; those that cannot be listed are
    named in what is left out.
    """
    table, listed = played.table, []
    for player in players_of(game):
        chooses = [player in table.players_with_choice(k) for k in range(len(table.states))]
        own = list[dict[str, object]]()
        for name in strategy_names(game, player, more):
            try:
                plan: Strategy = solution.strategies[player].__getitem__
                if name != OPTIMAL:
                    plan = named_strategy(game, parse_word(name), player)
                column = [
                    played.law_number(plan(state)) if is_choice else NO_LAW
                    for state, is_choice in zip(table.states, chooses, strict=True)
                ]
                own.append({"name": name, "law": column})
            except ExactDiceError as error:
                played.left_out.append(f"the strategy {name} of {NAMES[player]}: {error}")
        listed.append(own)
    return listed


# --- laws -----------------------------------------------------------------------------------------


def laws_data(game: Game, numbers: Numbers, left_out: list[str]) -> dict[str, object]:
    """The laws of the payoff and of the length under optimal play, with their means."""
    analysis = analysis_of(game)
    play = analysis.play(_words([OPTIMAL] * len(players_of(game))))
    made: dict[str, object] = {}
    for what, cost_of, law in (
        ("payoff", analysis.start_cost, play.payoff_law),
        ("length", analysis.length_cost, play.turns_law),
    ):
        with _limit_here():
            if not affordable(cost_of()):
                left_out.append(f"the law of the {what}, which takes long: {LIFTED}")
                continue
            try:
                made[what] = _law_data(law(), numbers)
            except ExactDiceError as error:
                left_out.append(f"the law of the {what}: {error}")
    return made


def _law_data(law: Distribution[Any] | EndlessLaw, numbers: Numbers) -> dict[str, object]:
    """The outcomes and their chances; of an endless law all but the last thousandth, and the
    chance of the rest.
    """
    if isinstance(law, EndlessLaw):
        chances, beyond = law.head()
    else:
        chances, beyond = {x: law.probability(x) for x in in_order(law)}, None
    return {
        "outcomes": [*map(numbers.number, chances)],
        "chances": [*map(numbers.number, chances.values())],
        "mean": numbers.number(law.mean()),
        "beyond": None if beyond is None else numbers.number(beyond),
    }


def _limit_here() -> AbstractContextManager[None]:
    """The steps of work that one thing may take, unless the limit of cost is lifted or lower."""
    most = allowed()
    return cost.limit(None if most is None else min(MOST_STEPS, most))


# --- pairs of strategies --------------------------------------------------------------------------


def pairs_data(
    game: Game, names: Sequence[Sequence[str]], numbers: Numbers
) -> tuple[list[dict[str, object]], int]:
    """What the strategies of these names earn against each other, pairs with `optimal` first, and
    how many pairs are left out, whose law or length cannot be had.
    """
    pairs = list[dict[str, object]]()
    every = sorted(product(*names), key=lambda pair: -pair.count(OPTIMAL))
    for pair in every:
        try:
            with _limit_here():
                play = analysis_of(game).play(_words(pair))
                law, turns = play.payoff_law(), play.turns()
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
