"""The law of what comes next in a game that is played, in short tables with bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from ...distributions.distribution import Distribution
from ...distributions.law_text import bar
from ...exact.numbers import decimal_text, exact_text, printable, shown
from ...game.optional import field_text, text_of
from ...game.protocol import PLAYERS, WAIT, Action, Game, Player, State, joint_action, mover_at
from .fitting import MOST_ROWS, WIDTH, action_text, aligned, ending, shortened

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
