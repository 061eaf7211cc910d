"""What a solver returns: values or bounds, strategies, all optimal actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from itertools import islice
from typing import Generic, Self, TypeVar

from ..distributions.distribution import point
from ..distributions.distribution_text import value_html
from ..exact.numbers import Exact, Interval, Value, shown, shown_when_long
from .protocol import MAX, MIN, Action, ActionDistribution, Game, Player, State, mover

K = TypeVar("K")
V = TypeVar("V")
FIRST = 10  # entries of a long table that are printed


class Lazy(Mapping[K, V], Generic[K, V]):
    """A read-only mapping whose values are computed when asked for: keys() lists the keys, get(key)
    gives one value; printed it shows the first entries.

    >>> from exactdice import DiceBattle, solve
    >>> print(solve(DiceBattle(dice=1, target=1)).values)
    {BattleState(0, 0, 0): 1, BattleState(0, 0, 1): -1}

    It has `count` entries, or as many as there are keys. A copy is the same mapping, as nothing
    changes it; pickled it is a dict of all it lists.
    """

    def __init__(
        self, keys: Callable[[], Iterable[K]], get: Callable[[K], V], count: int | None = None
    ) -> None:
        self._keys, self._get, self._count = keys, get, count

    def __getitem__(self, key: K) -> V:
        return self._get(key)

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys())

    def __len__(self) -> int:
        # The keys may be given one by one.
        return sum(1 for _ in self._keys()) if self._count is None else self._count

    def __repr__(self) -> str:
        # Not by its entries, which are computed when they are asked for.
        return f"{type(self).__name__}(...)"

    def __str__(self) -> str:
        """The first entries, as a dict has them, and `...` where there are more."""
        first = list(islice(self._keys(), FIRST + 1))
        entries = [f"{shown(key)}: {shown(self._get(key))}" for key in first[:FIRST]]
        return f"{{{', '.join([*entries, '...'] if len(first) > FIRST else entries)}}}"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self),)


class OnRequest(Lazy[K, V]):
    """One that answers for more keys than it lists, and so is pickled with what answers."""

    def __reduce__(self) -> tuple[object, ...]:
        return OnRequest, (self._keys, self._get)


def computed_for(table: Mapping[K, object], get: Callable[[K], V]) -> Lazy[K, V]:
    """The mapping that gives what `get` gives, for the keys of the table."""
    # What answers for more keys than it lists goes on doing so.
    kind = OnRequest if isinstance(table, OnRequest) else Lazy
    return kind(partial(iter, table), get)


def _html(game: Game, value: Value) -> str:
    """What a notebook shows of a solution."""
    return f"<p><code>{escape(shown(game))}</code>: value {value_html(value)} to MAX</p>"


@shown_when_long
@dataclass(frozen=True)
class Solution:
    """The exact solution of a game.

    - `values[state]`: what MAX is paid on average under optimal play from this state (finished
      states are left out: their value is their payoff).
    - `optimal_actions[state]`: every optimal action of the player to move, in the order of
      `actions`.
    - `mixtures[state]`: where both players choose instead, an optimal distribution of the action
      for MAX and one for MIN.
    - `chosen[state]`: the optimal action that strategies play where the first optimal one might
      never end play.
    - `strategies[player][state]`: the distribution of the player's action: its mixture, or an
      optimal action (the first as a rule), or its only one.
    - `method`: the name of the solver that found it.
    """

    game: Game
    values: Mapping[State, Exact]
    optimal_actions: Mapping[State, tuple[Action, ...]]
    method: str
    mixtures: Mapping[State, tuple[ActionDistribution, ActionDistribution]] = field(
        default_factory=dict
    )
    chosen: Mapping[State, Action] = field(default_factory=dict)

    def _repr_html_(self) -> str:
        return _html(self.game, self.value)

    @property
    def value(self) -> Exact:
        """The value of the game: at its start."""
        start = self.game.start
        payoff = self.game.payoff(start)
        # Play may be over before it begins: finished states have no entry in `values`.
        return self.values[start] if payoff is None else payoff

    @property
    def strategies(
        self,
    ) -> tuple[Mapping[State, ActionDistribution], Mapping[State, ActionDistribution]]:
        """An optimal strategy for MAX and one for MIN, as tables {state: law of the action}."""
        return self._strategy(MAX), self._strategy(MIN)

    def _strategy(self, player: Player) -> Mapping[State, ActionDistribution]:
        # Made when asked for, as a table of laws would take more room than the values.
        return computed_for(self.values, partial(self._choice, player))

    def _choice(self, player: Player, state: State) -> ActionDistribution:
        if state in self.mixtures:
            return self.mixtures[state][player]
        best, chosen = self.optimal_actions.get(state), self.chosen.get(state)
        if best is None and state not in self.chosen:
            raise KeyError(state)
        # Who is not to move has one action, which need not be called WAIT.
        if mover(self.game, state) != player:
            chosen, *_ = self.game.actions(state, player)
        elif state not in self.chosen and best is not None:
            # Among optimal actions some may go in circles for ever: `chosen` is one that does not.
            chosen = best[0]
        return point(chosen)


@shown_when_long
@dataclass(frozen=True)
class Enclosure:
    """Certified bounds on the values of a game, with the strategies that prove them.

    - `bounds[state]`: the value of this state, paid to MAX, lies between these exact ends.
    - `strategies[MAX][state]`, `strategies[MIN][state]`: the distribution of the player's action.
      Against any play of the other, MAX's strategy is paid the lower end or more on average, and
      MIN's pays the upper end or less.
    - `method`: the name of the solver that found it.
    - `exact`: the exact solution that was rounded outwards, where there is one; it is the proof
      then.
    """

    game: Game
    bounds: Mapping[State, Interval]
    strategies: tuple[Mapping[State, ActionDistribution], Mapping[State, ActionDistribution]]
    method: str
    exact: Solution | None = None

    def _repr_html_(self) -> str:
        return _html(self.game, self.value)

    @property
    def value(self) -> Interval:
        """The bounds at the start."""
        start = self.game.start
        payoff = self.game.payoff(start)
        return self.bounds[start] if payoff is None else Interval(payoff, payoff)
