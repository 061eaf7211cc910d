"""Playing a game at the terminal: a person against a strategy."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from random import Random

from ..distribution import point
from ..errors import ExactDiceError, RulesError
from ..exact import Exact, as_exact, shown
from ..game import (
    MAX,
    NAMES,
    PLAYERS,
    WAIT,
    Action,
    ActionLaw,
    Game,
    Player,
    State,
    Strategy,
    legal_choice,
)
from ..optional import SupportsEnding, SupportsText, is_solo
from .shared import out

MOST_ANSWER = 1000  # characters of a line that answers
Ask = Callable[[str], str]
Say = Callable[[str], None]


def human(
    game: Game, player: Player, ask: Ask, say: Say, advice: Callable[[State], str] | None = None
) -> Strategy:
    """The strategy that asks a person for each action, until the answer is one of the actions.

    An answer `?` gives advice when there is any. An action that is a tuple may be written in any
    way that shows its parts: `1 6`, `1+6`.
    """

    def choose(state: State) -> ActionLaw:
        # Compared as plain texts, so that 1+6, (1,6) and "1 6" are one answer.
        actions = {_plain(action_text(action)): action for action in game.actions(state, player)}
        offer = " (? for advice)" if advice else ""
        question = f"your action, {_listed(tuple(actions.values()))}{offer}: "
        answer = ask(question).strip()
        # Asked until it is legal: a slip of the hand must not end the game.
        while _plain(answer) not in actions:
            say(f"  {_reply(answer, state, advice)}")
            answer = ask(question).strip()
        return point(actions[_plain(answer)])

    return choose


def answer_to(question: str) -> str:
    """The line that is typed, or read from a file or a pipe, which may hold a line without end;
    `EOFError` when the input has ended.
    """
    # input() lets a person edit the line.
    if sys.stdin.isatty():
        return input(question)
    out.print(question, end="")
    line = sys.stdin.readline(MOST_ANSWER + 1)
    if not line:
        raise EOFError
    if len(line) > MOST_ANSWER:
        raise ExactDiceError(f"an answer must have at most {MOST_ANSWER} characters")
    return line.removesuffix("\n")


def _reply(answer: str, state: State, advice: Callable[[State], str] | None) -> str:
    """What is said of an answer that is no action."""
    if answer != "?":
        return f"{shown(answer)} is not an action here"
    return advice(state) if advice else "there is no advice in this game: start it with --advice"


def action_text(action: Action) -> str:
    """An action for people: `1 6` for a tuple."""
    return " ".join(map(str, action)) if isinstance(action, tuple) else str(action)


def _plain(text: str) -> str:
    """The text without what only separates the parts of a tuple."""
    return " ".join(re.findall(r"[^\s,;+()]+", text))


def _listed(actions: tuple[Action, ...]) -> str:
    """`1 to 6` for three or more whole numbers in a row, else all of them."""
    first, count = actions[0], len(actions)
    in_a_row = isinstance(first, int) and actions == tuple(range(first, first + count))
    if count > 2 and in_a_row:
        return f"{first} to {actions[-1]}"
    return " or ".join(map(action_text, actions))


def play(game: Game, profile: tuple[Strategy, Strategy], rng: Random, say: Say) -> Exact:
    """Play once from the start, telling each move as it is made; the payoff to MAX."""
    state = game.start
    payoff = game.payoff(state)
    while payoff is None:
        # Both choose before either is told, as the rules of simultaneous games want it.
        joint = tuple(
            legal_choice(game, state, player, profile[player]).sample(rng) for player in PLAYERS
        )
        state = game.outcomes(state, joint).sample(rng)
        moves = [
            f"{NAMES[player]} plays {action_text(joint[player])}"
            for player in PLAYERS
            if joint[player] != WAIT
        ]
        told = described(state, game)
        say(f"{', '.join(moves)}: {told}" if moves else told)
        payoff = game.payoff(state)
    return as_exact(payoff, "payoff")


def seat(game: Game, player: Player, opponent: str) -> str:
    """Who the person is, and against whom; a game says by `game.solo` that MAX plays it alone."""
    if is_solo(game):
        if player != MAX:
            raise RulesError(f"{type(game).__name__} is played alone, so nobody moves second")
        return "you play alone"
    return f"you are {'MAX, first' if player == MAX else 'MIN, second'}, against {opponent}"


def ending(game: Game, payoff: Exact, player: Player) -> str:
    """How play ended: the game's own words (`game.ending`), else a win, a loss or a draw."""
    if isinstance(game, SupportsEnding):
        return game.ending(payoff)
    # Values are to MAX, and the games are zero-sum.
    won = payoff if player == MAX else -payoff
    if won == 0:
        return "a draw"
    return "you win" if won > 0 else "you lose"


def described(state: State, game: object = None) -> str:
    """A state for people: the game's own `text(state)`, else the fields of a NamedTuple.

    Those read as `first 12, second 30`, without what is None.
    """
    if isinstance(game, SupportsText):
        return f"\n{game.text(state)}"
    # A tuple with names tells them; any other state is shown as Python writes it.
    if not hasattr(state, "_fields"):
        return shown(state)
    return ", ".join(
        f"{name} {_field(value)}"
        for name, value in zip(state._fields, state, strict=True)
        if value is not None
    )


def _field(value: object) -> str:
    return (action_text(value) or "nothing") if isinstance(value, tuple) else str(value)
