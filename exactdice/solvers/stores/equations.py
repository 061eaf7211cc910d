"""A store checked from itself and the rules: the value of each state and what is optimal there
follow from the values of the states after it.

No solver takes part. A state's successors are those of the rules, their values those of the store.
Where the level of each state is above those of its successors, play always moves on, and values
that hold everywhere are the values of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import mul
from random import Random
from typing import NamedTuple

from flint import fmpq

from ...checker import Rejected, require
from ...exact.numbers import Progress, as_exact, as_fmpq, shown
from ...game.graph import actions_at, distribution_at
from ...game.protocol import MAX, MIN, PLAYERS, Action, Game, State, mover_among
from .store import Row, Store

KEPT_STATES = 100_000  # whose values are remembered while others are checked
ZERO = fmpq(0)
FINISHED = -1  # the level of what is over


class Checked(NamedTuple):
    """How many states were checked, of how many, and whether play can come back to one of them."""

    states: int
    of: int
    comes_back: bool


def said(checked: Checked) -> Iterator[str]:
    """Lines for people about what was checked."""
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
    """Check all states of the store, or a sample of them.

    Raises `checker.Rejected` naming the first state whose value or optimal actions do not follow
    from those after it, and `ExactDiceError` when an entry was changed. The store must be of this
    game.
    """
    total = len(store)
    places = range(total)
    chosen = places if sample is None else {*(rng or Random()).sample(places, min(sample, total))}

    # A row each: of a check of all states the next ones ask for the same.
    @lru_cache(maxsize=KEPT_STATES)
    def row_at(state: State) -> Row:
        payoff = game.payoff(state)
        return store.row(state) if payoff is None else Row(state, FINISHED, as_exact(payoff))

    def row_after(before: State, state: State) -> Row:
        try:
            return row_at(state)
        except KeyError:
            raise Rejected(
                f"{shown(state)} can follow {shown(before)}, but is not in the store"
            ) from None

    comes_back = False
    for place, row in enumerate(store.rows()):
        if place in chosen:
            comes_back |= require_equations(game, row, row_after)
        if progress and place % 100 == 99:
            progress(place + 1, total)
    if sample is None:
        row_after(game.start, game.start)
    return Checked(len(chosen), total, comes_back)


def require_equations(game: Game, row: Row, row_after: Callable[[State, State], Row]) -> bool:
    """Raise `Rejected` naming the state of the row when it is not as the rules say; whether it
    leads to a state of its own level, from which play can come back.
    """
    state, name, value = row.state, shown(row.state), as_fmpq(row.value)
    require(game.payoff(state) is None, f"{name} is stored, but finished")
    actions = (actions_at(game, state, MAX), actions_at(game, state, MIN))
    levels = set[int]()

    def mean(joint: tuple[Action, Action]) -> fmpq:
        """The mean payoff to MAX after the joint action."""
        distribution = distribution_at(game, state, joint)
        total = ZERO
        for successor, weight in distribution.items():
            after = row_after(state, successor)
            require(
                after.level <= row.level,
                f"{shown(successor)} follows {name}, but is of a higher level",
            )
            levels.add(after.level)
            total += as_fmpq(after.value) * weight
        return total / distribution.total

    means = [[mean((a, b)) for b in actions[MIN]] for a in actions[MAX]]
    mover = mover_among(*actions)
    if mover is not None:
        # One row or one column: the means of the actions of the player to move.
        each = [mean for line in means for mean in line]
        best = max(each) if mover == MAX else min(each)
        pairs = zip(actions[mover], each, strict=True)
        optimal = tuple(action for action, mean in pairs if mean == best)
        require(value == best, f"the value of {name} is not that of its best action")
        require(
            row.optimal == optimal, f"the optimal actions of {name} are not those that are best"
        )
    else:
        # Each mixed action makes sure of the value, whatever the opponent does.
        lines = (list(zip(*means, strict=True)), means)  # by MIN's action, by MAX's
        require(len(row.mixtures) == 2, f"{name} has no mixtures")
        for player, mixed in zip(PLAYERS, row.mixtures, strict=True):
            weights = [mixed.weights.get(action, 0) for action in actions[player]]
            require(sum(weights) == mixed.total, f"the weights of {name} are not of its actions")
            paid = [sum(map(mul, line, weights), ZERO) / mixed.total for line in lines[player]]
            worst = min(paid) if player == MAX else max(paid)
            require(worst == value, f"the mixtures of {name} do not make sure of its value")
    return row.level in levels
