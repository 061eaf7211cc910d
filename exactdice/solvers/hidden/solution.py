"""What the solvers of games with hidden information return, and best responses, in one pass.

When the other player follows a plan, each end of play pays the responder its payoff times the
chance of all that is not its own choice. These sums belong to its sequences; what an information
set is worth is the best of its actions, each worth the sums of its own sequence and of the sets
that come right after it. Sets that come later have larger places, so one pass from the last to the
first finds them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from math import ceil, floor

from flint import fmpq

from ...distributions.distribution import point
from ...distributions.law_text import LONGEST, PLACES, value_html
from ...exact.errors import RulesError
from ...exact.numbers import (
    Exact,
    Interval,
    Progress,
    as_exact,
    as_fmpq,
    decimal_text,
    exact_text,
    shown,
    shown_when_long,
)
from ...game.optional import Hiding
from ...game.protocol import MAX, MIN, NAMES, OTHER, Action, ActionLaw, Player, State, Strategy
from ...game.solution import Solution
from ...game.text_of_values import as_written, written_apart
from .information import NOTHING, Information, by_what_is_known
from .tree import NEVER, GameTree, Paid, game_tree

Behaviours = tuple[Mapping[Information, ActionLaw], Mapping[Information, ActionLaw]]
InformationSets = tuple[
    Mapping[Information, tuple[State, ...]], Mapping[Information, tuple[State, ...]]
]

MORE_PLACES = 8  # of short ends


@shown_when_long
@dataclass(frozen=True)
class HiddenSolution(Solution):
    """The exact solution of a game with hidden information.

    - `value`: what MAX is paid on average when both play optimally; `values` holds the start alone,
      since what a state is worth depends on what the players believe.
    - `strategies[player][information]`: the law of the player's action.
    - `information_sets[player][information]`: the states that the player cannot tell apart then.
    - `responder`: the player who answers the other's strategy as well as possible; None where both
      play optimally.
    - `method`: the name of the solver that found it.
    """

    behaviours: Behaviours = field(default_factory=lambda: ({}, {}))
    information_sets: InformationSets = field(default_factory=lambda: ({}, {}))
    responder: Player | None = None

    def _repr_html_(self) -> str:
        head = f"<code>{escape(shown(self.game))}</code>: value {value_html(self.value)} to MAX"
        tables = (
            _strategy_html(name, table) for name, table in zip(NAMES, self.strategies, strict=True)
        )
        return f"<p>{head}</p>{''.join(tables)}"

    @property
    def strategies(self) -> Behaviours:
        """An optimal strategy for MAX and one for MIN, as tables {information: law of the
        action}.
        """
        return self.behaviours


def _strategy_html(name: str, table: Mapping[Information, ActionLaw]) -> str:
    """A strategy, by what the player knows; its probabilities are rounded where they are long."""
    rows = []
    texts = written_apart(table)
    for known, law in table.items():
        chances = []
        for action in law:
            chance = exact_text(law.probability(action))
            if len(chance) > LONGEST:
                chance = f"{decimal_text(law.probability(action), PLACES)} (rounded)"
            chances.append(f"{escape(as_written(action))} {chance}")
        rows.append(f"<tr><td>{escape(texts[known])}</td><td>{', '.join(chances)}</td></tr>")
    title = f"<tr><th>{name} knows</th><th>and plays</th></tr>"
    return f"<table>{title}{''.join(rows)}</table>" if rows else ""


def solution_of(
    tree: GameTree,
    value: Exact,
    behaviours: Behaviours,
    method: str,
    responder: Player | None = None,
) -> HiddenSolution:
    """The solution of the tree with this value at its start."""
    start = tree.game.start
    values = {start: value} if tree.game.payoff(start) is None else {}
    sets = _in_order(tree, MAX), _in_order(tree, MIN)
    first, second = (
        {known: plan[known] for known in listed if known in plan}
        for plan, listed in zip(behaviours, sets, strict=True)
    )
    return HiddenSolution(
        tree.game,
        values,
        {},
        method,
        behaviours=(first, second),
        information_sets=sets,
        responder=responder,
    )


def _in_order(tree: GameTree, player: Player) -> dict[Information, tuple[State, ...]]:
    """{information: the states that the player cannot tell apart then}, the shortest first, and
    among them from the least to the greatest where they compare, else as they were found.
    """
    sets = tree.information_sets[player]
    found = {tree.information(place, player): info.states for place, info in sets.items()}
    shortest_first = sorted(found, key=len)
    # Words and numbers, say, do not compare.
    with suppress(TypeError):
        shortest_first = sorted(found, key=lambda known: (len(known), known))
    return {known: found[known] for known in shortest_first}


def with_short_ends(bounds: Interval, digits: int) -> Interval:
    """The bounds, at most 10^-digits apart, rounded outwards to ends of a few decimals more, and
    still so close; ends with a smaller denominator stay.

    >>> with_short_ends(Interval(Fraction(1000, 3001), Fraction(1000, 2999)), 2)
    Interval(lower=Fraction(333, 1000), upper=Fraction(167, 500))
    """
    for places in range(digits + 1, digits + MORE_PLACES):
        unit = 10**places
        lower, upper = (
            end if end.denominator <= unit else Fraction(rounding(end * unit), unit)
            for end, rounding in ((bounds.lower, floor), (bounds.upper, ceil))
        )
        if (upper - lower) * 10**digits <= 1:
            return Interval(lower, upper)
    # They are as far apart as they may be.
    return bounds


# --- best responses -------------------------------------------------------------------------------


Weights = Mapping[int, Exact]  # of a player's sequences: the chance that its own choices come there
Sums = Mapping[
    int, fmpq
]  # {sequence: what MAX is paid there}, chances of all but own choices in it


def best_response_hidden(
    game: Hiding, plan: Strategy, player: Player, progress: Progress | None = None
) -> HiddenSolution:
    """The best that `player` can do, by what it knows, when the other follows the plan.

    Both strategies are in it: the best response, and the plan wherever it comes by its own choices.
    """
    tree = game_tree(game, progress)
    other = OTHER[player]
    laws, weights = follow_plan(tree, other, plan)
    response = best_against(tree, player, weights)
    answers = {
        tree.information(place, player): point(action) for place, action in response.chosen.items()
    }
    given = {tree.information(place, other): law for place, law in laws.items()}
    both = (answers, given) if player == MAX else (given, answers)
    return solution_of(tree, response.value, both, "best response", player)


def follow_plan(
    tree: GameTree, player: Player, plan: object
) -> tuple[dict[int, ActionLaw], Weights]:
    """The plan of this player as the laws it gives at the information sets where its own choices
    come, and as the weights of its sequences: the products of the chances of its actions.
    `RulesError` naming an action that the game does not allow.
    """
    followed = by_what_is_known(tree.game, plan)
    laws: dict[int, ActionLaw] = {}
    weights: dict[int, Exact] = {NOTHING: 1}
    # Places are in the order of play, so the sequence before a set has its weight already.
    for place, info in tree.information_sets[player].items():
        before = weights.get(tree.sequence(place, player), 0)
        if not before:
            continue
        known = tree.information(place, player)
        law = laws[place] = followed(known)
        for action in law:
            if action not in info.actions:
                raise RulesError(
                    f"the strategy of {NAMES[player]} plays {shown(action)} at {shown(known)}, "
                    f"where the actions are {', '.join(map(shown, info.actions))}"
                )
            weights[tree.after(place, action, player)] = before * law.probability(action)
    return laws, weights


def paid_against(paid: Paid, player: Player, weights: Weights) -> Sums:
    """What MAX is paid at each of the player's sequences when the other's have these weights."""
    exact = {s: as_fmpq(w) for s, w in weights.items() if w}
    sums: dict[int, fmpq] = {}
    for pair, share in paid.items():
        mine, theirs = pair[player], pair[OTHER[player]]
        if theirs in exact:
            sums[mine] = sums.get(mine, NEVER) + share * exact[theirs]
    return sums


@dataclass(frozen=True)
class Response:
    """What a player does best at each of its information sets, and what MAX is paid then.

    `worth[sequence]` is what MAX is paid where play goes on behind the player's sequence, times the
    chance of all that is not the player's own choice on the way.
    """

    chosen: Mapping[int, Action]
    value: Exact
    worth: Mapping[int, fmpq]


def best_against(tree: GameTree, player: Player, weights: Weights) -> Response:
    """The best that the player can do when the other's sequences have these weights."""
    worth = dict(paid_against(tree.paid, player, weights))
    chosen: dict[int, Action] = {}
    best = max if player == MAX else min
    sets = tree.information_sets[player]
    for place in reversed(list(sets)):
        values = {
            action: worth.get(tree.after(place, action, player), NEVER)
            for action in sets[place].actions
        }
        # The first of several best ones, as everywhere.
        chosen[place] = best(values, key=values.__getitem__)
        before = tree.sequence(place, player)
        worth[before] = worth.get(before, NEVER) + values[chosen[place]]
    value = as_exact(worth.get(NOTHING, NEVER))
    return Response(dict(reversed(chosen.items())), value, worth)
