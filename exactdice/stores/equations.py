"""A store checked from itself and the rules: the value of each state and what is optimal there
follow from the values of the states after it.

No solver takes part. A state's successors are those of the rules, their values those of the store.
Where the level of each state is above those of its successors, play always moves on, and values
that hold everywhere are the values of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import mul
from random import Random
from typing import NamedTuple

from flint import fmpq

from ..checker import Rejected, require
from ..exact import Progress, as_exact, as_fmpq, shown
from ..game import MAX, MIN, PLAYERS, Action, Game, Player, State, mover_among
from ..graph import actions_at, law_at
from .store import Row, Store

KEPT_STATES = 100_000  # whose values are remembered while others are checked
ZERO = fmpq(0)
FINISHED = -1  # the level of what is over
Means = list[list[fmpq]]


class Worth(NamedTuple):
    """What a state is worth to MAX; a finished one is below all levels."""

    value: fmpq
    level: int


class Checked(NamedTuple):
    """How many states were checked, of how many, and whether play can come back to one of them."""

    states: int
    of: int
    comes_back: bool


def said(checked: Checked) -> Iterator[str]:
    """What was checked, in lines for people."""
    is_proof = checked.states == checked.of and not checked.comes_back
    which = "all" if checked.states == checked.of else f"{checked.states} of"
    follows = "the value and what is optimal follow from the states after it"
    yield f"{'proved' if is_proof else 'checked'}: of each of {which} {checked.of} states {follows}"
    if checked.comes_back:
        yield (
            "play can come back to a state, where this is needed but no proof: one is written by "
            "`exactdice solve GAME --store FOLDER -o FILE`"
        )


def check_equations(
    store: Store,
    game: Game,
    sample: int | None = None,
    rng: Random | None = None,
    progress: Progress | None = None,
) -> Checked:
    """What was checked: all states of the store, or a sample of them.

    Raises `checker.Rejected` naming the first state whose value or optimal actions do not follow
    from those after it, and `ExactDiceError` when an entry was changed. The store must be of this
    game.
    """
    check, total = _Check(store, game), len(store)
    places = range(total)
    chosen = places if sample is None else {*(rng or Random()).sample(places, min(sample, total))}
    for place, row in enumerate(store.rows()):
        if place in chosen:
            check.state_at(row)
        if progress and place % 100 == 99:
            progress(place + 1, total)
    if sample is None:
        check.successor(game.start, game.start)
    return Checked(len(chosen), total, check.comes_back)


class _Check:
    """The states of a store under check."""

    def __init__(self, store: Store, game: Game) -> None:
        self.store, self.game = store, game
        self.comes_back = False
        # A fraction each: of a check of all states the next ones ask for the same.
        self.worth = lru_cache(maxsize=KEPT_STATES)(self._worth)

    def state_at(self, row: Row) -> None:
        """Raise `Rejected` naming the state of the row when it is not as the rules say."""
        state, name = row.state, shown(row.state)
        require(self.game.payoff(state) is None, f"{name} is stored, but finished")
        actions = (actions_at(self.game, state, MAX), actions_at(self.game, state, MIN))
        means = [[self.mean(row, (a, b)) for b in actions[MIN]] for a in actions[MAX]]
        _require_value(name, row, mover_among(*actions), means)

    def mean(self, row: Row, joint: tuple[Action, Action]) -> fmpq:
        """What MAX is paid on average after the joint action."""
        law = law_at(self.game, row.state, joint)
        total = ZERO
        for successor, weight in law.items():
            worth = self.successor(row.state, successor)
            require(
                worth.level <= row.level,
                f"{shown(successor)} follows {shown(row.state)}, but is of a higher level",
            )
            self.comes_back |= worth.level == row.level
            total += worth.value * weight
        return total / law.total

    def successor(self, state: State, successor: State) -> Worth:
        """What the state that follows is worth; `Rejected` where nothing is said of it."""
        try:
            return self.worth(successor)
        except KeyError:
            raise Rejected(
                f"{shown(successor)} can follow {shown(state)}, but is not in the store"
            ) from None

    def _worth(self, state: State) -> Worth:
        payoff = self.game.payoff(state)
        if payoff is not None:
            return Worth(as_fmpq(as_exact(payoff)), FINISHED)
        row = self.store.row(state)
        return Worth(as_fmpq(row.value), row.level)


def _require_value(name: str, said: Row, mover: Player | None, means: Means) -> None:
    """Require that the value and what is optimal follow from the means of the joint actions."""
    value = as_fmpq(said.value)
    if mover is None:
        _require_mixtures(name, said, value, means)
        return
    # One row or one column: the means of the actions of the player to move.
    each = [mean for row in means for mean in row]
    best = max(each) if mover == MAX else min(each)
    optimal = tuple(place for place, mean in enumerate(each) if mean == best)
    require(value == best, f"the value of {name} is not that of its best action")
    require(said.optimal == optimal, f"the optimal actions of {name} are not those that are best")


def _require_mixtures(name: str, said: Row, value: fmpq, means: Means) -> None:
    """Require that each mixture makes sure of the value, whatever the other player does."""
    sizes = (len(means), len(means[0]))
    require(tuple(map(len, said.mixtures)) == sizes, f"{name} has not a weight for each action")
    lines = (list(zip(*means, strict=True)), means)  # by MIN's action, by MAX's
    for player, weights in zip(PLAYERS, said.mixtures, strict=True):
        require(min(weights) >= 0 < sum(weights), f"the weights of {name} are no mixture")
        paid = [sum(map(mul, line, weights), ZERO) / sum(weights) for line in lines[player]]
        worst = min(paid) if player == MAX else max(paid)
        require(worst == value, f"the mixtures of {name} do not make sure of its value")
