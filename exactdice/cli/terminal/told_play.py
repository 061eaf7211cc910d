"""The law of what comes next in a game that is played, in short tables with bars; and at the end
what the choices of a person cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING

from ...distributions.distribution import Distribution
from ...distributions.law_text import bar
from ...exact.errors import ExactDiceError
from ...exact.numbers import Interval, Value, decimal_text, exact_text, printable, shown
from ...game.optional import field_text, text_of
from ...game.protocol import MAX, PLAYERS, WAIT, Action, Game, Player, State, joint_action, mover_at
from ...solvers.evaluation.choices import Choice, HiddenKnown, Known, is_choice
from ...writeup.tables.number_text import decimal
from .fitting import MOST_ROWS, WIDTH, action_text, aligned, ending, fitted, shortened

if TYPE_CHECKING:
    from .play import Played, Table, Turn

LONGEST_EXACT = 12  # characters of a number that is written out
PLACES = 6  # of rounded numbers
# Columns of the tables, as parts of the width.
CHOICE = WIDTH // 6
OUTCOME = 3 * WIDTH // 8
BAR = WIDTH // 5


@dataclass(frozen=True)
class Row:
    """What a choice may lead to, and with which chance; the choice is "" where nobody has one."""

    choice: str
    outcome: str
    chance: Fraction


def choices_table(game: Game, state: State, player: Player) -> list[str]:
    """The law of what each choice of the player leads to, while that is short; of longer laws what
    is most probable after each choice. No lines where nothing is left to chance or where both
    players choose at once.
    """
    actions = game.actions(state, player)
    if mover_at(game, state) != player or len(actions) > MOST_ROWS:
        return []
    rows = [_rows(game, state, player, action) for action in actions]
    if all(len(of_one) == 1 for of_one in rows):
        return []
    if sum(map(len, rows)) <= MOST_ROWS:
        return law_table([row for of_one in rows for row in of_one])
    likeliest = []
    for of_one in rows:
        row = max(of_one, key=attrgetter("chance"))
        count = f" (of {len(of_one)})"
        name = shortened(row.outcome, OUTCOME - len(count)) + count
        likeliest.append(Row(row.choice, name, row.chance))
    return law_table(likeliest, "most likely")


def choice_table(game: Game, state: State, player: Player, action: Action) -> list[str]:
    """The law of what this choice of the player to move leads to."""
    law = _law(game, state, player, action)
    if len(law) == 1:
        (after,) = law
        return [f"{action_text(action)} leads for certain to", *text_of(game, after).split("\n")]
    return law_table(_rows(game, state, player, action))


def chance_table(game: Game, state: State, player: Player) -> list[str]:
    """The law of what comes next where nobody is to move, in words for the player; no lines where
    that is certain or long.
    """
    if any(tuple(game.actions(state, one)) != (WAIT,) for one in PLAYERS):
        return []
    rows = _named("", game, state, player, game.outcomes(state, (WAIT, WAIT)))
    return law_table(rows) if 1 < len(rows) <= MOST_ROWS else []


def _law(game: Game, state: State, player: Player, action: Action) -> Distribution[State]:
    """The law of the next state after the action; the other has one action, which need not be
    called WAIT.
    """
    joint = list(joint_action(player, action))
    (joint[1 - player],) = game.actions(state, PLAYERS[1 - player])
    return game.outcomes(state, (joint[0], joint[1]))


def _rows(game: Game, state: State, player: Player, action: Action) -> list[Row]:
    """A row for each outcome of the action."""
    choice = shortened(action_text(action), CHOICE)
    return _named(choice, game, state, player, _law(game, state, player, action))


def _named(
    choice: str, game: Game, state: State, player: Player, law: Distribution[State]
) -> list[Row]:
    """A row for each outcome in words, in the order of the law; those of the same words are one."""
    movers = {getattr(after, "to_move", None) for after in law if game.payoff(after) is None}
    chances: dict[str, Fraction] = {}
    for after in law:
        # Who moves next is worth saying where chance decides it.
        words = _news(game, state, after, player, len(movers) > 1)
        chances[words] = chances.get(words, Fraction(0)) + law.probability(after)
    return [Row(choice, words, chance) for words, chance in chances.items()]


def _news(game: Game, state: State, after: State, player: Player, says_mover: bool) -> str:
    """How play ends where it does, else the fields that differ."""
    payoff = game.payoff(after)
    if payoff is not None:
        return ending(game, payoff, player)
    now = {name: getattr(after, name) for name in getattr(after, "_fields", ())}
    if not now:
        return shown(after)
    changed = [
        name
        for name, value in now.items()
        if value is not None and value != getattr(state, name, None)
    ]
    # Who moves next goes without saying where it is the same whatever happens.
    if not says_mover and changed != ["to_move"]:
        changed = [name for name in changed if name != "to_move"]
    return ", ".join(field_text(name, now[name]) for name in changed) or "nothing changes"


def law_table(rows: Sequence[Row], leads_to: str = "leads to") -> list[str]:
    """The rows aligned with bars, in about 80 columns; each choice on its first row alone."""
    chances = [exact_text(row.chance) for row in rows]
    title = "chance"
    if max(map(len, chances)) > LONGEST_EXACT:
        chances = [decimal_text(row.chance, PLACES) for row in rows]
        title = "chance (rounded)"
    choices = [row.choice for row in rows]
    pairs = zip(["", *choices], choices, strict=False)
    largest = max(row.chance for row in rows)
    columns = [
        ["choice", *(choice if choice != before else "" for before, choice in pairs)],
        [leads_to, *(shortened(printable(row.outcome), OUTCOME) for row in rows)],
        [title, *chances],
        ["", *(bar(row.chance / largest, BAR) for row in rows)],
    ]
    return list(aligned(*columns if any(choices) else columns[1:]))


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
