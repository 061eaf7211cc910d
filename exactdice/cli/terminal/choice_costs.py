"""What the choices of a person cost, told at the end of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...exact.errors import ExactDiceError
from ...exact.numbers import Interval, Value, exact_text
from ...game.optional import field_text
from ...game.protocol import MAX, Player
from ...solvers.evaluation.choices import Choice, HiddenKnown, Known, is_choice
from ...writeup.tables.number_text import decimal
from .fitting import WIDTH, action_text, aligned, fitted, shortened
from .told_play import CHOICE, LONGEST_EXACT, PLACES

if TYPE_CHECKING:
    from .play import Played, Table, Turn

TITLE = "what your choices cost, in points of value lost against optimal play:"


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
    yield TITLE
    yield from _cost_rows(table, found)
    judged = [choice for _, choice in found if choice is not None]
    if not judged:
        yield "total not known: too large to solve from these positions"
        return
    cost: Value = 0
    for choice in judged:
        cost = choice.cost + cost
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
    columns = [
        ["", *map(str, range(1, len(found) + 1))],
        [
            "you chose",
            *(shortened(action_text(turn.joint[table.player]), CHOICE) for turn, _ in found),
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
