"""Playing a game at the terminal: a person against a strategy, with choices that can be taken
back; and what its choices cost.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from ...distributions.distribution import point
from ...exact.errors import ExactDiceError, RulesError
from ...exact.numbers import Exact, Interval, Value, as_exact, exact_text, shown
from ...game.optional import field_text, field_texts, is_solo, text_of
from ...game.protocol import (
    MAX,
    NAMES,
    PLAYERS,
    WAIT,
    Action,
    ActionLaw,
    Game,
    JointAction,
    Player,
    State,
    Strategy,
    legal_choice,
    mover_at,
)
from ...solvers.evaluation.choices import Choice, HiddenKnown, Known, is_choice
from ...solvers.hidden.information import NOTHING, Informed, Situation
from ...writeup.tables.number_text import decimal
from .fitting import WIDTH, action_text, aligned, fitted, shortened
from .shared import out
from .told_play import CHOICE, LONGEST_EXACT, PLACES, chance_table, choice_table, choices_table

LAW = "law ACTION       the exact law of what the action leads to; law: of each"
HELP = (
    "an action        play it; parts may be written 1 6, 1+6 or (1, 6)",
    LAW,
    "undo             take your last choice back: the same chance comes again",
    "quit             end here, with what your choices cost so far",
    "? or help        this; with --advice, ? is the best action and its exact gain",
)
Ask = Callable[[str], str]
Say = Callable[[str], None]
Advice = Callable[[State], str]


class TakenBack(Exception):
    """The person takes the last choice back."""


class Left(Exception):
    """The person ends the game early."""


@dataclass(frozen=True)
class Table:
    """Where the person sits: the game, who it plays, how it is asked and told; whether the law of
    what comes next is shown unasked.
    """

    game: Game
    player: Player
    ask: Ask
    say: Say
    advice: Advice | None = None
    shows_law: bool = True
    last_law: list[str] = field(default_factory=list)  # of those that were shown
    sees_all: ClassVar[bool] = True  # whether the person may be told the state

    def text(self, state: State) -> str:
        """The state as the person sees it."""
        return text_of(self.game, state)

    def say_start(self) -> None:
        """Say where play begins."""
        self.say_text(self.text(self.game.start))

    def say_move(self, turn: Turn, after: State) -> None:
        """Say who played what, and where that led."""
        moves = ", ".join(
            f"{NAMES[player]} plays {action_text(turn.joint[player])}"
            for player in PLAYERS
            if turn.joint[player] != WAIT
        )
        text = self.text(after)
        # A picture stands on lines of its own.
        apart = "\n" if "\n" in text else " "
        self.say_text(f"{moves}:{apart}{text}" if moves else text)

    def say_law(self, lines: list[str]) -> None:
        """Say what comes next where the person wants it, unless it is as it was the last time."""
        if self.shows_law and lines and self.last_law != lines:
            self.last_law[:] = lines
            self.say_text("\n".join(lines))

    def say_text(self, text: str) -> None:
        """Say the lines of the text, each by itself, since a long one is continued below."""
        for line in text.split("\n"):
            self.say(line)

    def choose(self, state: State) -> ActionLaw:
        """The action that the person answers with, asked for until it is one of the actions.

        Raises `TakenBack` and `Left` for the answers `undo` and `quit`.
        """
        # Compared as plain texts, so that 1+6, (1,6) and "1 6" are one answer.
        listed = self.game.actions(state, self.player)
        actions = {_plain(action_text(action)): action for action in listed}
        if len(actions) < len(listed):
            raise RulesError(
                f"some of the actions {', '.join(map(shown, listed))} are typed alike, so they "
                "cannot be played at a terminal"
            )
        if self.sees_all:
            self.say_law(choices_table(self.game, state, self.player))
        listed_text = _listed(tuple(actions.values()))
        offer = " (? for advice)" if self.advice else " (? for help)"
        question = f"your action, {listed_text}{offer}: "
        # The answer is written behind it, on the same line; else below a list of the actions.
        if len(question) + max(map(len, map(action_text, actions.values()))) >= WIDTH:
            self.say_text("\n".join(fitted(f"your actions: {listed_text}")))
            question = f"your action{offer}: "
        answer = self.ask(question).strip()
        # Asked until it is legal: a slip of the hand must not end the game.
        while _plain(answer) not in actions:
            for line in self._reply(answer, state, actions):
                self.say(f"  {line}")
            answer = self.ask(question).strip()
        return point(actions[_plain(answer)])

    def _reply(self, answer: str, state: State, actions: dict[str, Action]) -> Iterator[str]:
        """What is said of an answer that is no action."""
        word, _, rest = answer.partition(" ")
        if answer == "undo":
            raise TakenBack
        if answer == "quit":
            raise Left
        if answer == "?" and self.advice:
            yield self.advice(state)
        elif answer in ("?", "help"):
            # The law is refused where the person may not be told the state.
            yield from (line for line in HELP if self.sees_all or line != LAW)
        elif word == "law":
            named = _plain(rest)
            if named and named not in actions:
                yield f"{shown(named)} is not an action here"
            elif not self.sees_all:
                yield "what comes next depends on what you do not see"
            elif mover_at(self.game, state) is None:
                yield "both choose at once here: what comes next depends on the other's choice too"
            else:
                for action in [actions[named]] if named else actions.values():
                    yield from choice_table(self.game, state, self.player, action)
        else:
            yield f"{shown(answer)} is not an action here"


# --- where not everything is seen -----------------------------------------------------------------


@dataclass(frozen=True)
class HiddenTable(Table):
    """Where the person sits in such a game; its states are those of the informed game."""

    game: Informed
    sees_all: ClassVar[bool] = False

    def text(self, state: Situation) -> str:
        """What the person knows, `you saw 2, played check, saw bet`, or `you saw prize 2 and lead
        1`; when play is over, all there is to see.
        """
        if self.game.payoff(state) is None:
            knowledge = self.game.knowledge[self.player]
            place = state.known[self.player]
            parts = []
            while place != NOTHING:
                latest = knowledge.latest[place]
                # As a game words the fields of its states, it words those of what is seen.
                seen = " and ".join(field_texts(latest)) or action_text(latest)
                acted = knowledge.acted[place]
                parts.append(f"played {action_text(latest)}" if acted else f"saw {seen}")
                place = knowledge.before[place]
            return f"you {', '.join(reversed(parts))}" if parts else "you know nothing yet"
        text = text_of(self.game.game, state.state)
        return f"all is seen now:\n{text}" if "\n" in text else f"all is seen now: {text}"

    def say_start(self) -> None:
        """Say what the person knows where play begins."""
        self._say_news(None, self.game.start)

    def say_move(self, turn: Turn, after: State) -> None:
        """Say what the person knows now, where it learned something."""
        self._say_news(turn.state, after)

    def _say_news(self, before: Situation | None, after: Situation) -> None:
        known = NOTHING if before is None else before.known[self.player]
        now = after.known[self.player]
        # Of what the person just did it need not be told.
        learned = now != known and not self.game.knowledge[self.player].acted[now]
        if learned or self.game.payoff(after) is not None:
            self.say_text(self.text(after))


def answer_to(question: str) -> str:
    """The line that is typed; or one that is read from a file or a pipe, and shown after the
    question as if it had been typed.

    `EOFError` when the input has ended.
    """
    # input() lets a person edit the line.
    if sys.stdin.isatty():
        return input(question)
    out.print(question, end="")
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    answer = line.removesuffix("\n")
    out.print(answer)
    return answer


def _plain(text: str) -> str:
    """The text without what only separates the parts of a tuple or of a set in braces."""
    return " ".join(re.findall(r"[{}]|[^\s,;+(){}]+", text))


def _listed(actions: tuple[Action, ...]) -> str:
    """`1 to 6` for three or more whole numbers in a row, else all of them."""
    first = actions[0]
    count = len(actions)
    in_a_row = isinstance(first, int) and actions == tuple(range(first, first + count))
    if count > 2 and in_a_row:
        return f"{first} to {actions[-1]}"
    return " or ".join(map(action_text, actions))


# --- the game that is played ----------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """A joint action that was taken at a state, and the state of the random numbers before it."""

    state: State
    joint: JointAction
    chance: Any  # of `Random.getstate`


@dataclass
class Played:
    """What was played: the turns that count, how many choices were taken back, and the payoff to
    MAX; None where the person left early.
    """

    turns: list[Turn] = field(default_factory=list)
    taken_back: int = 0
    payoff: Exact | None = None


def play(table: Table, other: Strategy, rng: Random) -> Played:
    """Play once from the start, telling each move as it is made."""
    profile = (table.choose, other) if table.player == MAX else (other, table.choose)
    game = table.game
    state = table.game.start
    played = Played()
    table.say_start()
    while game.payoff(state) is None:
        chance = rng.getstate()
        try:
            # Both choose before either is told, as the rules of simultaneous games want it.
            first, second = (
                legal_choice(game, state, player, profile[player]).sample(rng) for player in PLAYERS
            )
        except TakenBack:
            state = _taken_back(table, played, state, chance, rng)
            continue
        except Left:
            return played
        if table.sees_all:
            table.say_law(chance_table(game, state, table.player))
        turn = Turn(state, (first, second), chance)
        state = game.outcomes(state, turn.joint).sample(rng)
        table.say_move(turn, state)
        played.turns.append(turn)
    played.payoff = as_exact(game.payoff(state), "payoff")
    return played


def _taken_back(table: Table, played: Played, state: State, chance: object, rng: Random) -> State:
    """The state of the person's last choice, with the random numbers as they were there, so that
    the same choice meets the same chance; the state at hand where there was no choice.
    """
    game = table.game
    player = table.player
    made = [k for k, turn in enumerate(played.turns) if is_choice(game, turn.state, player)]
    # What the other drew before this question is drawn again.
    rng.setstate(chance)  # type: ignore[arg-type]
    if not made:
        table.say("  there is no choice of yours to take back yet")
        return state
    turn = played.turns[made[-1]]
    del played.turns[made[-1] :]
    played.taken_back += 1
    rng.setstate(turn.chance)
    table.say_text(f"your last choice is taken back:\n{table.text(turn.state)}")
    return turn.state


def seat(game: Game, player: Player, opponent: str) -> str:
    """Who the person is, and against whom; a game says by `game.solo` that MAX plays it alone."""
    if is_solo(game):
        if player != MAX:
            raise RulesError(f"{type(game).__name__} is played alone, so nobody moves second")
        return "you play alone"
    return f"you are {'MAX, first' if player == MAX else 'MIN, second'}, against {opponent}"


# --- what the choices of the person cost ----------------------------------------------------------


def cost_lines(table: Table, played: Played, known: Known | HiddenKnown) -> Iterator[str]:
    """The lines of the summary: a row for each choice, the total, and where the result came
    from.
    """
    player = table.player
    found = [
        (turn, _judged(known, turn, player))
        for turn in played.turns
        if is_choice(known.game, turn.state, player)
    ]
    if played.taken_back:
        several = "s were" if played.taken_back > 1 else " was"
        yield f"{played.taken_back} choice{several} taken back: only those that stood count"
    if not found:
        yield "you made no choice"
        return
    yield "what your choices cost, in points of value lost against optimal play:"
    yield from _cost_rows(table, found)
    judged = [choice for _, choice in found if choice is not None]
    if not judged:
        yield "total not known: too large to solve from these positions"
        return
    cost: Value = sum(choice.cost for choice in judged)
    best = sum(choice.is_optimal for choice in judged)
    missing = len(found) - len(judged)
    beyond = f"; {missing} not judged, too large to solve there" if missing else ""
    yield f"total {number_text(cost)}; optimal: {best} of {len(judged)} choices{beyond}"
    if played.payoff is None or missing:
        return
    # What the game was worth at its start, what the choices lost, and what came from elsewhere.
    sign = 1 if player == MAX else -1
    start = known.worth_at(known.game.start) * sign
    result = played.payoff * sign
    yield from fitted(
        f"you are paid {number_text(result)}: the start was worth {number_text(start)} to you, "
        f"your choices lost {number_text(cost)}, chance and the other brought "
        f"{number_text(cost - start + result)}"
    )


def _judged(known: Known | HiddenKnown, turn: Turn, player: Player) -> Choice | None:
    """The choice judged; None where it would take too long to know, as early in a large game."""
    try:
        return known.judged(turn.state, player, turn.joint[player])
    except ExactDiceError:
        return None


def _cost_rows(table: Table, found: Sequence[tuple[Turn, Choice | None]]) -> Iterator[str]:
    """The rows aligned under their titles; without the places where these are pictures."""
    costs = [None if choice is None else choice.cost for _, choice in found]
    # Written out where all are short, else rounded.
    texts = [_written_out(cost) for cost in costs]
    title = "cost"
    if max(map(len, texts)) > LONGEST_EXACT:
        texts = ["?" if cost is None else decimal(cost, PLACES) for cost in costs]
        title = "cost (rounded)"
    actions = [action_text(turn.joint[table.player]) for turn, _ in found]
    columns = [
        ["", *map(str, range(1, len(found) + 1))],
        [
            "you chose",
            *(shortened(action, CHOICE) for action in actions),
        ],
        ["optimal", *(_optimal_text(choice) for _, choice in found)],
        [title, *texts],
    ]
    left = WIDTH - sum(max(map(len, column)) + 2 for column in columns) - 2
    # It is always the same player who is to move here.
    mover = f", {field_text('to_move', table.player)}"
    places = [table.text(turn.state).removesuffix(mover) for turn, _ in found]
    if not any("\n" in place for place in places):
        columns.insert(1, ["at", *(shortened(place, left) for place in places)])
    yield from aligned(*columns)


def _optimal_text(choice: Choice | None) -> str:
    """The optimal actions by name while they have room."""
    if choice is None:
        return "?"
    text = " or ".join(map(action_text, choice.optimal))
    if len(text) > CHOICE and len(choice.optimal) > 1:
        return f"{len(choice.optimal)} choices"
    return shortened(text, CHOICE)


def _written_out(value: Value | None) -> str:
    """The number exactly; of bounds and of what is unknown nothing is exact."""
    if value is None:
        return "?"
    return decimal(value, PLACES) if isinstance(value, Interval) else exact_text(value)


def number_text(value: Value) -> str:
    """The number exactly where that is short, else rounded with a sign of it.

    >>> from fractions import Fraction
    >>> number_text(Fraction(-1, 6)), number_text(Fraction(1, 10**20))
    ('-1/6', 'about 0.000000')
    """
    written = _written_out(value)
    if isinstance(value, Interval) or len(written) > LONGEST_EXACT:
        return f"about {decimal(value, PLACES)}"
    return written
