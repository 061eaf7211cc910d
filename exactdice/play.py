"""Playing a game at the terminal: a person against a strategy."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .distribution import Distribution, point
from .exact import Exact, as_exact, shown
from .game import NAMES, PLAYERS, WAIT, Action, Game, Player, State, Strategy, legal_choice

Ask = Callable[[str], str]
Say = Callable[[str], None]


def human(game: Game, player: Player, ask: Ask, say: Say, advice: Callable[[State], str] | None = None) -> Strategy:
    """The strategy that asks a person for each action, and asks again until the answer is one of the actions.

    An answer `?` gives advice when there is any.
    """

    def choose(state: State) -> Distribution[Any]:
        actions = {str(action): action for action in game.actions(state, player)}
        question = f"your action, {_listed(tuple(actions.values()))}{' (? for advice)' if advice else ''}: "
        while (answer := ask(question).strip()) not in actions:
            say(f"  {advice(state)}" if answer == "?" and advice else f"  {shown(answer)} is not an action here")
        return point(actions[answer])

    return choose


def _listed(actions: tuple[Action, ...]) -> str:
    if len(actions) > 2 and all(isinstance(action, int) for action in actions):
        return f"{actions[0]} to {actions[-1]}"
    return " or ".join(map(str, actions))


def play(game: Game, profile: tuple[Strategy, Strategy], rng: Random, say: Say) -> Exact:
    """Play once from the start, telling each move as it is made; the payoff to MAX."""
    state = game.start
    while (payoff := game.payoff(state)) is None:
        joint = tuple(legal_choice(game, state, player, profile[player]).sample(rng) for player in PLAYERS)
        state = game.outcomes(state, joint).sample(rng)
        moved = ", ".join(f"{NAMES[player]} plays {joint[player]}" for player in PLAYERS if joint[player] != WAIT)
        say(f"{moved}: {described(state, game)}")
    return as_exact(payoff, "payoff")


def described(state: State, game: Any = None) -> str:
    """A state for people: as the game's own `text(state)` has it, on lines of its own; else `first 12, second 30` for a NamedTuple."""
    if hasattr(game, "text"):
        return f"\n{game.text(state)}"
    fields = getattr(state, "_fields", None)
    return ", ".join(f"{name} {value}" for name, value in zip(fields, state, strict=True)) if fields else shown(state)
