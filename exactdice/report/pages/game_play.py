"""How the states of a game are to be played, as the data of a page: what is best, mixtures, the
strategies that have a name, what they earn against each other, and the laws of the payoff and of
the length under optimal play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
from ...query.analysis import Analysis, analysis_of
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
            actions = self.action_numbers(law)
            weights = tuple(str(weight) for _, weight in law.items())
            self._by_law[law] = self.laws.number((actions, weights))
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
    return [
        list(_strategies_of(game, played, solution, player, more)) for player in players_of(game)
    ]


def _strategies_of(
    game: Game, played: Played, solution: Solution, player: Player, more: Sequence[str]
) -> Iterator[dict[str, object]]:
    table = played.table
    chooses = [player in table.players_with_choice(place) for place in range(len(table.states))]
    for name in strategy_names(game, player, more):
        try:
            if name == OPTIMAL:
                plan: Strategy = solution.strategies[player].__getitem__
            else:
                plan = named_strategy(game, parse_word(name), player)
            column = [
                played.law_number(plan(state)) if is_choice else NO_LAW
                for state, is_choice in zip(table.states, chooses, strict=True)
            ]
        except ExactDiceError as error:
            played.left_out.append(f"the strategy {name} of {NAMES[player]}: {error}")
        else:
            yield {"name": name, "law": column}


# --- laws -----------------------------------------------------------------------------------------


def laws_data(game: Game, numbers: Numbers, left_out: list[str]) -> dict[str, object]:
    """The laws of the payoff and of the length under optimal play, with their means."""
    analysis = analysis_of(game)
    names = _words((OPTIMAL,) if is_solo(game) else (OPTIMAL, OPTIMAL))
    asked: list[tuple[str, int, Callable[[], dict[str, object]]]] = [
        (
            "payoff",
            analysis.start_cost(),
            lambda: _law_data(analysis.play(names).payoff_law(), numbers),
        ),
        (
            "length",
            analysis.length_cost(),
            lambda: _law_data(analysis.play(names).turns_law(), numbers),
        ),
    ]
    made: dict[str, object] = {}
    for what, steps, law in asked:
        with cost.limit(_most_here()):
            if not affordable(steps):
                left_out.append(f"the law of the {what}, which takes long: {LIFTED}")
                continue
            try:
                made[what] = law()
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
        "outcomes": [numbers.number(outcome) for outcome in chances],
        "chances": [numbers.number(chance) for chance in chances.values()],
        "mean": numbers.number(law.mean()),
        "beyond": None if beyond is None else numbers.number(beyond),
    }


def _most_here() -> int | None:
    """The steps of work that one thing may take, unless the limit of cost is lifted or lower."""
    return None if allowed() is None else min(MOST_STEPS, allowed() or 0)


# --- pairs of strategies --------------------------------------------------------------------------


def pairs_data(
    game: Game, names: Sequence[Sequence[str]], numbers: Numbers
) -> tuple[list[dict[str, object]], int]:
    """What the strategies of these names earn against each other, pairs with `optimal` first, and
    how many pairs are left out.
    """
    analysis, pairs = analysis_of(game), []
    every = sorted(product(*names), key=lambda pair: -pair.count(OPTIMAL))
    for pair in every:
        found = _earned(analysis, pair, numbers)
        if found is not None:
            pairs.append({"names": list(pair), **found})
    return pairs, len(every) - len(pairs)


def _earned(analysis: Analysis, pair: Sequence[str], numbers: Numbers) -> dict[str, object] | None:
    """Gain, chances and mean length of the pair; None where they cannot be had."""
    words = _words(pair)
    try:
        with cost.limit(_most_here()):
            law = analysis.play(words).payoff_law()
            turns = analysis.play(words).turns()
    except ExactDiceError:
        return None
    if isinstance(turns, Interval):
        return None
    signs = law.map(lambda paid: (paid > 0) - (paid < 0))
    by_sign = [signs.probability(sign) for sign in (1, 0, -1)]
    numbered = [numbers.number(value) for value in (law.mean(), *by_sign, turns)]
    return dict(zip(("gain", "win", "draw", "loss", "turns"), numbered, strict=True))


def _words(names: Sequence[str]) -> tuple[Word, ...]:
    return tuple(map(parse_word, names))
