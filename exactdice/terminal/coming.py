"""What comes next in a game, in short tables with bars: the law of what chance does, and of what
each choice leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from ..distribution import Distribution
from ..exact import decimal_text, exact_text, printable, shown
from ..game import PLAYERS, WAIT, Action, Game, Player, State, joint_action, mover_at
from ..law_text import bar
from ..optional import field_text, text_of
from .fitting import shortened
from .in_words import action_text, ending

MOST_ROWS = 12  # of a table that nobody asked for
WIDEST_OUTCOME = 30  # characters
WIDEST_CHOICE = 12
LONGEST_EXACT = 11  # characters of a chance that is written out
PLACES = 6  # of rounded chances
WIDEST_BAR = 16


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
        return table([row for of_one in rows for row in of_one])
    return table([_likeliest(of_one) for of_one in rows], "most likely")


def choice_table(game: Game, state: State, player: Player, action: Action) -> list[str]:
    """The law of what this choice of the player to move leads to."""
    law = _law(game, state, player, action)
    if len(law) == 1:
        (after,) = law
        return [f"{action_text(action)} leads for certain to", *text_of(game, after).split("\n")]
    return table(_rows(game, state, player, action))


def chance_table(game: Game, state: State, player: Player) -> list[str]:
    """The law of what comes next where nobody is to move, in words for the player; no lines where
    that is certain or long.
    """
    if any(tuple(game.actions(state, one)) != (WAIT,) for one in PLAYERS):
        return []
    rows = _named("", game, state, player, game.outcomes(state, (WAIT, WAIT)))
    return table(rows) if 1 < len(rows) <= MOST_ROWS else []


def _law(game: Game, state: State, player: Player, action: Action) -> Distribution[State]:
    """The law of the next state after the action; the other has one action, which need not be
    called WAIT.
    """
    joint = list(joint_action(player, action))
    (joint[1 - player],) = game.actions(state, PLAYERS[1 - player])
    return game.outcomes(state, (joint[0], joint[1]))


def _rows(game: Game, state: State, player: Player, action: Action) -> list[Row]:
    """A row for each outcome of the action."""
    choice = shortened(action_text(action), WIDEST_CHOICE)
    return _named(choice, game, state, player, _law(game, state, player, action))


def _likeliest(rows: Sequence[Row]) -> Row:
    """The most probable row, and of how many it is one."""
    row = max(rows, key=attrgetter("chance"))
    of_how_many = f" (of {len(rows)})"
    name = shortened(row.outcome, WIDEST_OUTCOME - len(of_how_many))
    return Row(row.choice, name + of_how_many, row.chance)


# --- an outcome in words --------------------------------------------------------------------------


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
    names: Sequence[str] = getattr(after, "_fields", ())
    changed = [name for name in names if _differs(name, state, after)]
    # Who moves next goes without saying where it is the same whatever happens.
    if not says_mover and changed != ["to_move"]:
        changed = [name for name in changed if name != "to_move"]
    texts = [field_text(name, getattr(after, name)) for name in changed]
    return ", ".join(texts) or (shown(after) if not names else "nothing changes")


def _differs(name: str, state: State, after: State) -> bool:
    value = getattr(after, name)
    return value is not None and value != getattr(state, name, None)


# --- the table ------------------------------------------------------------------------------------


def table(rows: Sequence[Row], leads_to: str = "leads to") -> list[str]:
    """The rows aligned with bars, in at most 80 columns."""
    choices = [row.choice for row in rows]
    chances, title = chance_texts([row.chance for row in rows])
    cells = [
        ["choice", *_without_repeats(choices)],
        [leads_to, *(shortened(printable(row.outcome), WIDEST_OUTCOME) for row in rows)],
        [title, *chances],
    ]
    if not any(choices):
        del cells[0]
    largest = max(row.chance for row in rows)
    bars = ["", *(bar(row.chance / largest, WIDEST_BAR) for row in rows)]
    return [
        f"  {'  '.join(line)}".rstrip() for line in zip(*map(_aligned, cells), bars, strict=True)
    ]


def chance_texts(chances: Sequence[Fraction]) -> tuple[list[str], str]:
    """The chances written out where all are short, else rounded; and the title that says so."""
    exact = [exact_text(chance) for chance in chances]
    if max(map(len, exact)) <= LONGEST_EXACT:
        return exact, "chance"
    return [decimal_text(chance, PLACES) for chance in chances], "chance (rounded)"


def _without_repeats(choices: Sequence[str]) -> Iterator[str]:
    """Each choice on its first row alone."""
    for before, choice in zip(["", *choices], choices, strict=False):
        yield choice if choice != before else ""


def _aligned(cells: Sequence[str]) -> list[str]:
    width = max(map(len, cells))
    return [cell.ljust(width) for cell in cells]
