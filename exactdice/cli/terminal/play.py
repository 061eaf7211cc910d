"""Playing a game at the terminal: a person against a strategy, with choices that can be taken
back; the distribution of what comes next, in short tables with bars; what the choices cost.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, NamedTuple

from ...distributions.distribution import Distribution, point
from ...distributions.distribution_text import bar
from ...exact.errors import ExactDiceError, RulesError
from ...exact.numbers import (
    Exact,
    Interval,
    Value,
    as_exact,
    decimal_text,
    exact_text,
    printable,
    shown,
)
from ...game.optional import SupportsEnding, field_text, field_texts, is_solo, part_text, text_of
from ...game.protocol import (
    MAX,
    NAMES,
    OTHER,
    PLAYERS,
    WAIT,
    Action,
    ActionDistribution,
    Game,
    JointAction,
    Player,
    State,
    Strategy,
    legal_choice,
    mover_at,
)
from ...game.text_of_values import in_quotes
from ...solvers.evaluation.choices import Choice, ImperfectInformationChoices, Known, is_choice
from ...solvers.hidden.information import NOTHING, Informed, Situation
from ...writeup.tables.number_text import decimal, exact
from .console import WIDTH, aligned, fitted, out, shortened

LAW = "law ACTION       the exact law of what the action leads to; law: of each"
HELP = (
    "an action        play it; parts may be written 1 6, 1+6 or (1, 6)",
    LAW,
    "undo             take your last choice back: the same chance comes again",
    "quit             end here, with what your choices cost so far",
    "? or help        this; with --advice, ? is the best action and its exact gain",
)
LONGEST_EXACT = 12  # characters of a number that is written out
PLACES = 6  # of rounded numbers
MOST_ROWS = 12  # of a list that nobody asked for
# Columns of the tables, as parts of the width.
CHOICE = WIDTH // 6
OUTCOME = 3 * WIDTH // 8
BAR = WIDTH // 5


class TakenBack(Exception):
    """The person takes the last choice back."""


class Left(Exception):
    """The person ends the game early."""


# --- games in words -------------------------------------------------------------------------------


def action_text(action: Action) -> str:
    """An action for people: `1 6` for a tuple, `{2, 3}` for a set."""
    return " ".join(map(part_text, action)) if isinstance(action, tuple) else part_text(action)


def actions_in_words(actions: Iterable[Action]) -> dict[Action, str]:
    """Each of the actions for people, with quotes where it would read as another one: 1 and
    "1".
    """
    texts = {action: action_text(action) for action in actions}
    times = Counter(texts.values())
    return {
        action: in_quotes(action) if times[text] > 1 else text for action, text in texts.items()
    }


def mixed_action_text(law: Distribution[object]) -> str:
    """A distribution of actions; the action alone where it is certain."""
    return str(next(iter(law))) if len(law) == 1 else exact(law)


def ending_text(game: Game, payoff: Exact, player: Player) -> str:
    """The ending of play in words: the game's own words (`game.ending`), else a win, a loss or a
    draw.
    """
    if isinstance(game, SupportsEnding):
        return game.ending(payoff)
    if payoff == 0:
        return "a draw"
    # Values are to MAX, and the games are zero-sum.
    return "you win" if (payoff > 0) == (player == MAX) else "you lose"


# --- the person at the table ----------------------------------------------------------------------


class Row(NamedTuple):
    """An outcome of a choice, with its probability; the choice is "" where nobody has one."""

    choice: str
    outcome: str
    probability: Fraction


@dataclass(frozen=True)
class Table:
    """The seat of the person: the game, who it plays, how it is asked and told; whether the
    distribution of what comes next is shown unasked.
    """

    game: Game
    player: Player
    ask: Callable[[str], str]
    say: Callable[[str], None]
    advice: Callable[[State], str] | None = None
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

    def say_distribution(self, lines: list[str]) -> None:
        """Say what comes next where the person wants it, unless it is as it was the last time."""
        if self.shows_law and lines and self.last_law != lines:
            self.last_law[:] = lines
            self.say_text("\n".join(lines))

    def say_text(self, text: str) -> None:
        """Say the lines of the text, each by itself, since a long one is continued below."""
        for line in text.split("\n"):
            self.say(line)

    def choose(self, state: State) -> ActionDistribution:
        """The action that the person answers with, asked for until it is one of the actions.

        Raises `TakenBack` and `Left` for the answers `undo` and `quit`.
        """
        # Compared as plain texts, so that 1+6, (1,6) and "1 6" are one answer.
        listed = tuple(self.game.actions(state, self.player))
        actions = {_plain(action_text(action)): action for action in listed}
        if len(actions) < len(listed):
            raise RulesError(
                f"some of the actions {', '.join(map(shown, listed))} are typed alike, so they "
                "cannot be played at a terminal"
            )
        if self.sees_all:
            self.say_distribution(self.choices_table(state))
        texts = [*map(action_text, listed)]
        offered = " or ".join(texts)
        # Three or more whole numbers in a row.
        first = listed[0]
        if isinstance(first, int) and len(listed) > 2:
            in_a_row = tuple(range(first, first + len(listed)))
            offered = f"{texts[0]} to {texts[-1]}" if listed == in_a_row else offered
        offer = " (? for advice)" if self.advice else " (? for help)"
        question = f"your action, {offered}{offer}: "
        # The answer is written behind it, on the same line; else below a list of the actions.
        if len(question) + max(map(len, texts)) >= WIDTH:
            self.say_text("\n".join(fitted(f"your actions: {offered}")))
            question = f"your action{offer}: "
        answer = self.ask(question).strip()
        # Asked until it is legal: a slip of the hand must not end the game.
        while _plain(answer) not in actions:
            for line in self._reply(answer, state, actions):
                self.say(f"  {line}")
            answer = self.ask(question).strip()
        return point(actions[_plain(answer)])

    def _reply(self, answer: str, state: State, actions: dict[str, Action]) -> Iterator[str]:
        """The reply to an answer that is no action."""
        word, _, rest = answer.partition(" ")
        wanted = _plain(rest)
        if answer == "undo":
            raise TakenBack
        if answer == "quit":
            raise Left
        if answer == "?" and self.advice:
            yield self.advice(state)
        elif answer in ("?", "help"):
            # The law is refused where the person may not be told the state.
            yield from (line for line in HELP if self.sees_all or line != LAW)
        elif word != "law":
            yield f"{shown(answer)} is not an action here"
        elif wanted and wanted not in actions:
            yield f"{shown(wanted)} is not an action here"
        elif not self.sees_all:
            yield "what comes next depends on what you do not see"
        elif mover_at(self.game, state) is None:
            yield "both choose at once here: what comes next depends on the other's choice too"
        else:
            for action in [actions[wanted]] if wanted else actions.values():
                yield from self.choice_table(state, action)

    # --- what comes next --------------------------------------------------------------------------

    def choices_table(self, state: State) -> list[str]:
        """The distribution of what each choice of the person leads to, while that is short; of
        longer ones what is most probable after each choice. No lines where nothing is left to
        chance or where both players choose at once.
        """
        actions = self.game.actions(state, self.player)
        if mover_at(self.game, state) != self.player or len(actions) > MOST_ROWS:
            return []
        rows = [self._rows(state, action) for action in actions]
        if all(len(of_one) == 1 for of_one in rows):
            return []
        if sum(map(len, rows)) <= MOST_ROWS:
            return _distribution_table([row for of_one in rows for row in of_one])
        likeliest = []
        for of_one in rows:
            row = max(of_one, key=attrgetter("probability"))
            count = f" (of {len(of_one)})"
            outcome = shortened(row.outcome, OUTCOME - len(count)) + count
            likeliest.append(row._replace(outcome=outcome))
        return _distribution_table(likeliest, "most likely")

    def choice_table(self, state: State, action: Action) -> list[str]:
        """The distribution of what this choice of the person, who is to move, leads to."""
        following = self.game.outcomes(state, self._joint(state, action))
        if len(following) > 1:
            return _distribution_table(self._rows(state, action))
        (after,) = following
        text = text_of(self.game, after)
        return [f"{action_text(action)} leads for certain to", *text.split("\n")]

    def chance_table(self, state: State) -> list[str]:
        """The distribution of what comes next where nobody is to move, in words for the person; no
        lines where that is certain or long.
        """
        if any(tuple(self.game.actions(state, one)) != (WAIT,) for one in PLAYERS):
            return []
        rows = self._rows(state, WAIT, "")
        return _distribution_table(rows) if 1 < len(rows) <= MOST_ROWS else []

    def _joint(self, state: State, action: Action) -> JointAction:
        # The other has one action, which need not be called WAIT.
        (other,) = self.game.actions(state, OTHER[self.player])
        return (action, other) if self.player == MAX else (other, action)

    def _rows(self, state: State, action: Action, choice: str | None = None) -> list[Row]:
        """A row for each outcome, in the order of the distribution: how play ends where it does,
        else the fields that differ. Those of the same words are one.
        """
        game = self.game
        following = game.outcomes(state, self._joint(state, action))
        payoffs = {after: game.payoff(after) for after in following}
        movers = {getattr(one, "to_move", None) for one in following if payoffs[one] is None}
        probabilities = defaultdict[str, Fraction](Fraction)
        for after, payoff in payoffs.items():
            names = getattr(after, "_fields", ())
            if payoff is not None:
                words = ending_text(game, payoff, self.player)
            elif not names:
                words = shown(after)
            else:
                now = {name: getattr(after, name) for name in names}
                changed = [k for k in names if now[k] not in (None, getattr(state, k, None))]
                # Who moves next is worth saying where chance decides it.
                if len(movers) == 1 and changed != ["to_move"]:
                    changed = [name for name in changed if name != "to_move"]
                texts = (field_text(name, now[name]) for name in changed)
                words = ", ".join(texts) or "nothing changes"
            probabilities[words] += following.probability(after)
        choice = shortened(action_text(action), CHOICE) if choice is None else choice
        return [Row(choice, words, probability) for words, probability in probabilities.items()]


@dataclass(frozen=True)
class HiddenTable(Table):
    """A seat from which not everything is seen; the states are those of the informed game."""

    game: Informed
    sees_all: ClassVar[bool] = False

    def text(self, state: Situation) -> str:
        """The knowledge of the person, `you saw 2, played check, saw bet`, or `you saw prize 2 and
        lead 1`; when play is over, all there is to see.
        """
        if self.game.payoff(state) is not None:
            text = text_of(self.game.game, state.state)
            return f"all is seen now:\n{text}" if "\n" in text else f"all is seen now: {text}"
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

    def say_start(self) -> None:
        """Say what the person knows where play begins."""
        self._say_news(NOTHING, self.game.start)

    def say_move(self, turn: Turn, after: State) -> None:
        """Say what the person knows now, where it learned something."""
        self._say_news(turn.state.known[self.player], after)

    def _say_news(self, known: int, after: Situation) -> None:
        now = after.known[self.player]
        # Of what the person just did it need not be told.
        learned = now != known and not self.game.knowledge[self.player].acted[now]
        if learned or self.game.payoff(after) is not None:
            self.say_text(self.text(after))


def read_answer(question: str) -> str:
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


def describe_seat(game: Game, player: Player, opponent: str) -> str:
    """The person's player, and the opponent; a game says by `game.solo` that MAX plays it alone."""
    if is_solo(game):
        if player != MAX:
            raise RulesError(f"{type(game).__name__} is played alone, so nobody moves second")
        return "you play alone"
    return f"you are {'MAX, first' if player == MAX else 'MIN, second'}, against {opponent}"


# --- the game that is played ----------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """A joint action that was taken at a state, and the state of the random numbers before it."""

    state: State
    joint: JointAction
    chance: Any  # of `Random.getstate`


@dataclass
class Played:
    """The record of a game: the turns that count, how many choices were taken back, and the payoff
    to MAX; None where the person left early.
    """

    turns: list[Turn] = field(default_factory=list)
    taken_back: int = 0
    payoff: Exact | None = None


def play(table: Table, other: Strategy, rng: Random) -> Played:
    """Play once from the start, telling each move as it is made."""
    profile = (table.choose, other) if table.player == MAX else (other, table.choose)
    game = table.game
    state = game.start
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
            # What the other drew before this question is drawn again.
            rng.setstate(chance)
            state = take_back(table, played, state, rng)
            continue
        except Left:
            return played
        if table.sees_all:
            table.say_distribution(table.chance_table(state))
        turn = Turn(state, (first, second), chance)
        state = game.outcomes(state, turn.joint).sample(rng)
        table.say_move(turn, state)
        played.turns.append(turn)
    played.payoff = as_exact(game.payoff(state), "payoff")
    return played


def take_back(table: Table, played: Played, state: State, rng: Random) -> State:
    """The state of the person's last choice, with the random numbers as they were there, so that
    the same choice meets the same chance; the state at hand where there was no choice.
    """
    turns = played.turns
    choices = [k for k, one in enumerate(turns) if is_choice(table.game, one.state, table.player)]
    if not choices:
        table.say("  there is no choice of yours to take back yet")
        return state
    turn = turns[choices[-1]]
    del turns[choices[-1] :]
    played.taken_back += 1
    rng.setstate(turn.chance)
    table.say_text(f"your last choice is taken back:\n{table.text(turn.state)}")
    return turn.state


def _distribution_table(rows: list[Row], leads_to: str = "leads to") -> list[str]:
    """The rows aligned with bars, in about 80 columns; each choice on its first row alone."""
    choices, outcomes, probabilities = zip(*rows, strict=True)
    texts = [*map(exact_text, probabilities)]
    title = "chance"
    if max(map(len, texts)) > LONGEST_EXACT:
        texts = [decimal_text(one, PLACES) for one in probabilities]
        title = "chance (rounded)"
    pairs = zip(["", *choices], choices, strict=False)
    largest = max(probabilities)
    columns = [
        ["choice", *(choice if choice != before else "" for before, choice in pairs)],
        [leads_to, *(shortened(printable(outcome), OUTCOME) for outcome in outcomes)],
        [title, *texts],
        ["", *(bar(one / largest, BAR) for one in probabilities)],
    ]
    return [*aligned(*columns if any(choices) else columns[1:])]


# --- what the choices of the person cost ----------------------------------------------------------


def cost_lines(
    table: Table, played: Played, known: Known | ImperfectInformationChoices
) -> Iterator[str]:
    """The lines of the summary: a row for each choice, the total, and where the result came
    from.
    """
    player = table.player
    found: list[tuple[Turn, Choice | None]] = []
    for turn in played.turns:
        if is_choice(known.game, turn.state, player):
            try:
                found.append((turn, known.judged(turn.state, player, turn.joint[player])))
            except ExactDiceError:  # what would take too long to know, as early in a large game
                found.append((turn, None))
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
    start = known.value_at_state(known.game.start) * sign
    result = played.payoff * sign
    yield from fitted(
        f"you are paid {number_text(result)}: the start was worth {number_text(start)} to you, "
        f"your choices lost {number_text(cost)}, chance and the other brought "
        f"{number_text(cost - start + result)}"
    )


def _cost_rows(table: Table, found: list[tuple[Turn, Choice | None]]) -> Iterator[str]:
    """The rows aligned under their titles; without the places where these are pictures."""
    # Written out where all are short, else rounded.
    texts = ["?" if choice is None else _exact_text(choice.cost) for _, choice in found]
    title = "cost"
    if max(map(len, texts)) > LONGEST_EXACT:
        texts = ["?" if choice is None else decimal(choice.cost, PLACES) for _, choice in found]
        title = "cost (rounded)"
    actions = [action_text(turn.joint[table.player]) for turn, _ in found]
    optimal = []
    for _, choice in found:
        text = "?" if choice is None else " or ".join(map(action_text, choice.optimal))
        if choice is not None and len(text) > CHOICE and len(choice.optimal) > 1:
            text = f"{len(choice.optimal)} choices"
        optimal.append(shortened(text, CHOICE))
    columns = [
        ["", *map(str, range(1, len(found) + 1))],
        ["you chose", *(shortened(action, CHOICE) for action in actions)],
        ["optimal", *optimal],
        [title, *texts],
    ]
    left = WIDTH - sum(max(map(len, column)) + 2 for column in columns) - 2
    # It is always the same player who is to move here.
    mover = f", {field_text('to_move', table.player)}"
    places = [table.text(turn.state).removesuffix(mover) for turn, _ in found]
    if not any("\n" in place for place in places):
        columns.insert(1, ["at", *(shortened(place, left) for place in places)])
    return aligned(*columns)


def _exact_text(value: Value) -> str:
    # Of bounds nothing is exact.
    return decimal(value, PLACES) if isinstance(value, Interval) else exact_text(value)


def number_text(value: Value) -> str:
    """The number exactly where that is short, else rounded with a sign of it.

    >>> number_text(Fraction(-1, 6)), number_text(Fraction(1, 10**20))
    ('-1/6', 'about 0.000000')
    """
    text = _exact_text(value)
    if isinstance(value, Interval) or len(text) > LONGEST_EXACT:
        return f"about {decimal(value, PLACES)}"
    return text
