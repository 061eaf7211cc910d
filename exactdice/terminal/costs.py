"""What the choices of a person cost in a game that was played, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..errors import ExactDiceError
from ..evaluation.choices import Choice, is_choice
from ..exact import Bounds, Exact, Value, exact_text
from ..game import MAX, Action, Game, Player, State
from ..optional import field_text
from ..tables.number_text import decimal
from .fitting import WIDTH, fitted, shortened
from .in_words import action_text
from .play import Played, Table, Turn

WIDEST_CHOICE = 14  # characters
MOST_OPTIMAL = 3  # actions that are named
LONGEST_EXACT = 12  # characters of a cost that is written out
PLACES = 6  # of rounded costs
TITLE = "what your choices cost, in points of value lost against optimal play:"


@dataclass(frozen=True)
class Judgement:
    """A choice of the person: where and what; how it is judged, None where that is not known."""

    state: State
    action: Action
    choice: Choice | None


class Judging(Protocol):
    """What tells the cost of a choice, and what the start is worth to MAX."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    def worth_at(self, state: State) -> Value:
        """What the start is worth to MAX."""

    def judged(self, state: State, player: Player, action: Action) -> Choice:
        """The choice judged."""


def judgements(known: Judging, player: Player, turns: Sequence[Turn]) -> list[Judgement]:
    """A judgement of each turn in which the player had a choice."""
    mine = [turn for turn in turns if is_choice(known.game, turn.state, player)]
    return [
        Judgement(turn.state, turn.joint[player], _judged(known, turn, player)) for turn in mine
    ]


def _judged(known: Judging, turn: Turn, player: Player) -> Choice | None:
    """The choice judged; None where it would take too long to know, as early in a large game."""
    try:
        return known.judged(turn.state, player, turn.joint[player])
    except ExactDiceError:
        return None


def total_cost(found: Sequence[Judgement]) -> Value:
    """What the choices that could be judged cost together."""
    total: Value = 0
    for choice in _known(found):
        total = choice.cost + total
    return total


def _known(found: Sequence[Judgement]) -> list[Choice]:
    return [judgement.choice for judgement in found if judgement.choice is not None]


def cost_lines(table: Table, played: Played, known: Judging) -> Iterator[str]:
    """The lines of the summary: a row for each choice, the total, and where the result came
    from.
    """
    player = table.player
    found = judgements(known, player, played.turns)
    if played.taken_back:
        several = "s were" if played.taken_back > 1 else " was"
        yield f"{played.taken_back} choice{several} taken back: only those that stood count"
    if not found:
        yield "you made no choice"
        return
    yield TITLE
    yield from _rows(table, found)
    yield _total_line(found)
    if played.payoff is not None and len(_known(found)) == len(found):
        yield from fitted(_account(known, player, played.payoff, total_cost(found)))


def _total_line(found: Sequence[Judgement]) -> str:
    judged_ones = _known(found)
    if not judged_ones:
        return "total not known: too large to solve from these positions"
    best = sum(choice.is_optimal for choice in judged_ones)
    missing = len(found) - len(judged_ones)
    beyond = f"; {missing} not judged, too large to solve there" if missing else ""
    total = number_text(total_cost(found))
    return f"total {total}; optimal: {best} of {len(judged_ones)} choices{beyond}"


def _account(known: Judging, player: Player, payoff: Exact, cost: Value) -> str:
    """What the game was worth at its start, what the choices lost, and what came from elsewhere."""
    sign = 1 if player == MAX else -1
    start, result = known.worth_at(known.game.start) * sign, payoff * sign
    elsewhere = cost - start + result
    return (
        f"you are paid {number_text(result)}: the start was worth {number_text(start)} to you, "
        f"your choices lost {number_text(cost)}, chance and the other brought "
        f"{number_text(elsewhere)}"
    )


# --- the rows -------------------------------------------------------------------------------------


def _rows(table: Table, found: Sequence[Judgement]) -> Iterator[str]:
    """The rows aligned under their titles; without the places where these are pictures."""
    costs, title = _cost_texts(found)
    columns = [
        ["", *map(str, range(1, len(found) + 1))],
        ["you chose", *(_choice_text(one.action) for one in found)],
        ["optimal", *(_optimal_text(one.choice) for one in found)],
        [title, *costs],
    ]
    aligned = [_aligned(column) for column in columns]
    left = WIDTH - sum(len(column[0]) + 2 for column in aligned) - 2
    places = [_place(table, one.state, left) for one in found]
    if all(places):
        aligned.insert(1, _aligned(["at", *places]))
    for line in zip(*aligned, strict=True):
        yield f"  {'  '.join(line)}".rstrip()


def _place(table: Table, state: State, width: int) -> str:
    """The state in words; "" for a picture."""
    # It is always the same player who is to move here.
    text = table.text(state).removesuffix(f", {field_text('to_move', table.player)}")
    return "" if "\n" in text else shortened(text, width)


def _choice_text(action: Action) -> str:
    return shortened(action_text(action), WIDEST_CHOICE)


def _optimal_text(choice: Choice | None) -> str:
    """The optimal actions by name while they are few."""
    if choice is None:
        return "?"
    if len(choice.optimal) > MOST_OPTIMAL:
        return f"{len(choice.optimal)} choices"
    return shortened(" or ".join(map(action_text, choice.optimal)), WIDEST_CHOICE)


def _cost_texts(found: Sequence[Judgement]) -> tuple[list[str], str]:
    """The costs written out where all are short, else rounded; and the title that says which."""
    costs = [None if one.choice is None else one.choice.cost for one in found]
    exact = [_written_out(cost) for cost in costs]
    if max(map(len, exact)) <= LONGEST_EXACT:
        return exact, "cost"
    return ["?" if cost is None else decimal(cost, PLACES) for cost in costs], "cost (rounded)"


def _written_out(value: Value | None) -> str:
    """The number exactly; of bounds and of what is unknown nothing is exact."""
    if value is None:
        return "?"
    return decimal(value, PLACES) if isinstance(value, Bounds) else exact_text(value)


def number_text(value: Value) -> str:
    """The number exactly where that is short, else rounded with a sign of it.

    >>> from fractions import Fraction
    >>> number_text(Fraction(-1, 6)), number_text(Fraction(1, 10**20))
    ('-1/6', 'about 0.000000')
    """
    written = _written_out(value)
    if isinstance(value, Bounds) or len(written) > LONGEST_EXACT:
        return f"about {decimal(value, PLACES)}"
    return written


def _aligned(cells: Sequence[str]) -> list[str]:
    width = max(map(len, cells))
    return [cell.ljust(width) for cell in cells]
