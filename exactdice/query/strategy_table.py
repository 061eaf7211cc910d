"""Strategies as tables in files: one row a state, with the fields of the state, an action, and
where the action is drawn its probability.

A CSV file has these as columns, `first,second,to_move,action,probability`. Where something is
hidden from the players, a row has what the player knows in the place of a state:
`player,information,action,probability`, as in `MAX,"(2, check, bet)",call,1/3`. `(1, 2, 9)` is a
tuple, `MAX` and `MIN` are the players, `none` is nothing.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from ..distributions.distribution import from_probabilities
from ..exact.argument_checks import FAILURES
from ..exact.errors import ExactDiceError, QueryError
from ..exact.files import read_text, write_atomically
from ..exact.numbers import Exact, exact_text, parse_exact, shown
from ..exact.session import session
from ..game.optional import hides
from ..game.protocol import (
    NAMES,
    PLAYERS,
    Action,
    ActionDistribution,
    Game,
    MissingEntry,
    Player,
    State,
    Strategy,
)
from ..game.text_of_values import written_apart
from ..solvers.hidden.information import Information
from .register import Answer, Argument, Word, is_name
from .states import (
    action_at,
    action_known,
    actions_known,
    as_played,
    as_written,
    fields_of,
    information_at,
    is_waiting,
    state_at,
)

READS_FILES = "by_table"  # a strategy that stands in a file, which may change
ACTION, PROBABILITY = "action", "probability"
PLAYER, INFORMATION = "player", "information"  # where something is hidden
NUMBER = re.compile(r"-?\d+(?:[./]\d+)?", re.ASCII)


def path_below(inside: Path, name: str, what: str) -> Path:
    """The path of the file that a document in this folder names; `QueryError` for one that lies
    elsewhere.
    """
    path = inside / name
    try:
        is_below = path.resolve().is_relative_to(inside.resolve())
    except (OSError, RuntimeError, ValueError):  # links in a circle, a byte 0 in the name
        is_below = False
    if not is_below:
        raise QueryError(
            f"a document names {what} in its own folder or below it, got {shown(name)}"
        )
    return path


@dataclass(frozen=True)
class TableFile:
    """The file of a table as it is now: results are kept by it, and another content is another
    file.
    """

    path: str
    changed: int  # when, in nanoseconds
    size: int

    def __str__(self) -> str:
        return f'"{self.path}"'


def with_files(written: Argument) -> Answer:
    """The strategy's name with the files that it reads as they are now."""
    match written:
        case tuple():
            return tuple(map(with_files, written))
        case Word("by_table", tuple(arguments)):
            return replace(written, arguments=tuple(map(_table_file, arguments)))
        case Word(_, tuple(arguments), options):
            return replace(written, arguments=with_files(arguments), options=with_files(options))
    return written


def _table_file(written: object) -> TableFile:
    """The file that an argument of `by_table` names, as it is now."""
    if isinstance(written, TableFile):
        return written
    if not is_name(written):
        raise QueryError(
            f'by_table needs the name of a file in quotes, as in by_table("a.csv"), got {written}'
        )
    inside, name = session().folder, written.name
    path = Path(name) if inside is None else path_below(inside, name, "tables")
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise QueryError(f"{shown(name)}: cannot be read: {reason}") from error
    return TableFile(str(path), found.st_mtime_ns, found.st_size)


# --- reading --------------------------------------------------------------------------------------


def by_table(path: Path, game: Game, player: Player) -> Strategy:
    """The player's strategy that the table in this file lists.

    Rows of states where the player only waits are those of the other player, and passed over. A
    state that play reaches must be there, else following it raises `MissingEntry` naming the
    state. Raises `QueryError` with the row for a state or an action that the game does not have,
    and for probabilities of a state that do not sum to 1.
    """
    laws: dict[State, dict[object, Exact]] = {}
    for where, row in _read_rows(path, game):
        try:
            entry = (_read_information_entry if hides(game) else _read_state_entry)(
                row, game, player
            )
            if entry is None:
                continue
            probability = parse_exact(row[PROBABILITY]) if row.get(PROBABILITY) else 1
        except ExactDiceError as error:
            raise QueryError(f"{where}: {error}") from error
        # What the rules raise at what is no state of the game.
        except FAILURES as error:
            raise QueryError(f"{where}: no state of {shown(game)}: {error}") from error
        if probability < 0:
            raise QueryError(
                f"{where}: a probability must not be below 0, got {exact_text(probability)}"
            )
        state, action = entry
        law = laws.setdefault(state, {})
        if action in law:
            raise QueryError(f"{where}: {as_written(action)} at {as_written(state)} is there twice")
        law[action] = probability
    for state, law in laws.items():
        total = sum(law.values(), Fraction(0))
        if total != 1:
            raise QueryError(
                f"{path}: the probabilities at {as_written(state)} must sum to 1, got "
                f"{exact_text(total)}"
            )
    table = {state: from_probabilities(law) for state, law in laws.items()}
    return partial(_lookup, path, table)


def _lookup(
    path: Path, table: Mapping[State, ActionDistribution], state: State
) -> ActionDistribution:
    if state not in table:
        raise MissingEntry(f"{path} has no row for {as_written(state)}, which play reaches")
    return table[state]


def _read_rows(path: Path, game: Game) -> Iterator[tuple[str, dict[str, str]]]:
    """Each row as {column: text}, with its place for messages."""
    reader = csv.DictReader(io.StringIO(read_text(path)), skipinitialspace=True, strict=True)
    wanted = [*_key_columns(game), ACTION]
    try:
        for row in reader:
            where = f"{path}, line {reader.line_num}"
            if None in row:
                raise QueryError(
                    f"{where}: the row has more values than there are columns: a tuple with "
                    'several parts stands in quotes, "(1, 2)"'
                )
            if not set(wanted) <= row.keys() <= {*wanted, PROBABILITY}:
                columns = ", ".join(map(str, row))
                raise QueryError(
                    f"{where}: a row must have {', '.join(wanted)} and perhaps {PROBABILITY}, got "
                    f"{columns or 'none of them'}"
                )
            yield where, {key: value or "" for key, value in row.items()}
    except csv.Error as error:
        raise QueryError(f"{path}, line {reader.line_num}: {error}") from error


def _key_columns(game: Game) -> tuple[str, ...]:
    return (PLAYER, INFORMATION) if hides(game) else fields_of(game)


def _read_information_entry(
    row: Mapping[str, str], game: Game, player: Player
) -> tuple[Information, Action] | None:
    """A player's information and its action there; None in a row of the other player."""
    name = row[PLAYER].strip()
    if name not in NAMES:
        raise QueryError(f"{PLAYER} must be MAX or MIN, got {shown(row[PLAYER])}")
    if name != NAMES[player]:
        return None
    written = read_field(row[INFORMATION])
    if not isinstance(written, tuple):
        raise QueryError(
            f"{INFORMATION} must be what the player observed and did, in parentheses as in "
            f"(2, check, bet), got {shown(row[INFORMATION])}"
        )
    known = information_at(game, player, written)
    return known, action_known(game, player, known, read_field(row[ACTION]))


def _read_state_entry(
    row: Mapping[str, str], game: Game, player: Player
) -> tuple[State, Action] | None:
    """The state of a row and the action there; None where the player only waits, `QueryError` where
    nobody moves.
    """
    state = state_at(game, tuple(read_field(row[name]) for name in fields_of(game)))
    if game.payoff(state) is not None:
        raise QueryError(f"the game is over at {as_written(state)}, so nobody moves there")
    if all(is_waiting(game, state, one) for one in PLAYERS):
        raise QueryError(f"nobody moves at {as_written(state)}")
    if is_waiting(game, state, player):
        return None
    return state, action_at(game, state, player, read_field(row[ACTION]))


def read_field(text: str) -> object:
    """The number, the word, or the tuple of these that the text writes.

    A text in double quotes is that text, as in `("1", bet)`.

    >>> read_field("12"), read_field("(1, 2, 9)"), read_field("()"), read_field("1/3")
    (12, (1, 2, 9), (), Fraction(1, 3))
    >>> read_field('("1", 1)')
    ('1', 1)
    """
    stripped = text.strip()
    if NUMBER.fullmatch(stripped):
        return parse_exact(stripped)
    if len(stripped) > 1 and stripped[0] == stripped[-1] == '"':
        try:
            return str(json.loads(stripped))
        except ValueError as error:
            raise QueryError(f"{shown(stripped)} is no text as JSON writes it: {error}") from error
    if stripped.startswith("(") and stripped.endswith(")"):
        return tuple(read_field(part) for part in _split_parts(stripped[1:-1]))
    return as_played(Word(stripped))


def _split_parts(inside: str) -> list[str]:
    """The parts between the commas that are in no inner parentheses, and in no text in quotes."""
    parts, depth, begun, place = [], 0, 0, 0
    before = ","  # the last character that is no space
    while place < len(inside):
        character = inside[place]
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append(inside[begun:place])
            begun = place + 1
        # A quote within a word is a part of it.
        if character == '"' and before in "(,":
            place += 1
            while place < len(inside) and inside[place] != '"':
                # What follows a backslash is no end of the text.
                place += 2 if inside[place] == "\\" else 1
        place += 1
        before = before if character.isspace() else character
    # (3,) has one part, () has none
    return [*parts, inside[begun:]] if inside[begun:].strip() else parts


# --- writing --------------------------------------------------------------------------------------


def write_table(
    path: Path, game: Game, plan: Strategy, player: Player, states: Iterable[State]
) -> int:
    """Write the player's strategy at those of the states where it has a choice, as CSV; the number
    of rows. Where something is hidden the states are what the player knows.
    """
    rows: list[Sequence[str]] = []
    if hides(game):
        for known, text in written_apart(states).items():
            names = written_apart(actions_known(game, player, known))
            rows += _format_rows([NAMES[player], text], plan(known), names.__getitem__)
    else:
        for state in states:
            if game.payoff(state) is not None or is_waiting(game, state, player):
                continue
            text = as_written(state)
            # The fields of a state as columns hold them.
            inside = _split_parts(text[1:-1]) if hasattr(state, "_fields") else [text]
            rows += _format_rows(map(str.strip, inside), plan(state), as_written)
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(
        [[*_key_columns(game), ACTION, PROBABILITY], *rows]
    )
    write_atomically(path, file.getvalue())
    return len(rows)


def _format_rows(
    place: Iterable[str], law: ActionDistribution, name_of: Callable[[Action], str]
) -> Iterator[Sequence[str]]:
    at = tuple(place)
    for action in law:
        yield (*at, name_of(action), exact_text(law.probability(action)))
