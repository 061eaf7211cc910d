"""What the solvers of games with hidden information return."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from math import ceil, floor

from ..exact import Bounds, Exact, decimal_text, exact_text, shown, shown_when_long
from ..game import MAX, MIN, NAMES, Action, ActionLaw, Player, State
from ..solution import Solution
from ..solved_html import LONGEST, PLACES, value_html
from ..words.written import as_written, written_apart
from .information import Information
from .tree import GameTree

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
    """A strategy, by what the player knows."""
    rows = []
    texts = written_apart(table)
    for known, law in table.items():
        chances = (f"{escape(as_written(one))} {_chance_html(law, one)}" for one in law)
        rows.append(f"<tr><td>{escape(texts[known])}</td><td>{', '.join(chances)}</td></tr>")
    title = f"<tr><th>{name} knows</th><th>and plays</th></tr>"
    return f"<table>{title}{''.join(rows)}</table>" if rows else ""


def _chance_html(law: ActionLaw, action: Action) -> str:
    """The probability exactly where that is short, else rounded."""
    text = exact_text(law.probability(action))
    if len(text) <= LONGEST:
        return text
    return f"{decimal_text(law.probability(action), PLACES)} (rounded)"


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
    sets_of_max, sets_of_min = _in_order(tree, MAX), _in_order(tree, MIN)
    first = {known: behaviours[MAX][known] for known in sets_of_max if known in behaviours[MAX]}
    second = {known: behaviours[MIN][known] for known in sets_of_min if known in behaviours[MIN]}
    return HiddenSolution(
        tree.game,
        values,
        {},
        method,
        behaviours=(first, second),
        information_sets=(sets_of_max, sets_of_min),
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


def with_short_ends(bounds: Bounds, digits: int) -> Bounds:
    """The bounds, at most 10^-digits apart, rounded outwards to ends of a few decimals more, and
    still so close; ends with a smaller denominator stay.

    >>> with_short_ends(Bounds(Fraction(1000, 3001), Fraction(1000, 2999)), 2)
    Bounds(lower=Fraction(333, 1000), upper=Fraction(167, 500))
    """
    for places in range(digits + 1, digits + MORE_PLACES):
        unit = 10**places
        lower = _short(bounds.lower, unit, floor)
        upper = _short(bounds.upper, unit, ceil)
        if (upper - lower) * 10**digits <= 1:
            return Bounds(lower, upper)
    # They are as far apart as they may be.
    return bounds


def _short(end: Exact, unit: int, rounding: Callable[[Exact], int]) -> Exact:
    """The end over the unit, rounded so; as it is where it is shorter."""
    short = end.denominator <= unit
    return end if short else Fraction(rounding(end * unit), unit)
