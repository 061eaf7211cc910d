"""States and actions of a game as a query writes them: `value(95, 90)`, `after(roll, 12, 30, 5)`.

The arguments are the fields of the game's state in their order; those left out at the end are as in
the class of the state, and no arguments at all mean the start. A state that is a plain tuple has
its parts as arguments; any other state is one argument.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import QueryError, nearest
from ..exact import shown
from ..game import MAX, MIN, NAMES, WAIT, Action, Game, Player, State
from ..words.register import Answer, Argument, Word
from ..words.written import as_written as as_written

TRUTHS = {"true": True, "false": False}  # of an option in any case, beside 1 and 0
# How a word stands for what Python writes otherwise.
CONSTANTS = {
    "MAX": MAX,
    "MIN": MIN,
    "none": None,
    "None": None,
    "True": True,
    "False": False,
    **TRUTHS,
}


def truth_written(value: object) -> bool | None:
    """The truth that an option is written as, `true` or `True`; None for anything else."""
    return TRUTHS.get(str(value).lower())


def fields_of(game: Game) -> tuple[str, ...]:
    """The names of the fields of the game's state; a state without names is called `state`.

    >>> from exactdice import DiceBattle
    >>> fields_of(DiceBattle())
    ('first', 'second', 'to_move')
    """
    start = game.start
    return tuple(getattr(start, "_fields", ())) or ("state",)


def as_played(written: Argument) -> Answer:
    """What a query's argument stands for in a game: a number, a text, a player, nothing, or a tuple
    of these.
    """
    if isinstance(written, tuple):
        return tuple(map(as_played, written))
    if isinstance(written, Word):
        if written.arguments is not None:
            raise QueryError(f"a state or an action holds numbers and names, got {written}")
        return CONSTANTS.get(written.name, written.name)
    return written


def fields_at(game: Game, state: State) -> dict[str, Answer]:
    """{name of a field of the state: its value as a query has it}, and what its values are named.

    >>> from exactdice import DiceBattle
    >>> fields = fields_at(DiceBattle(), DiceBattle().start)
    >>> [fields[name] for name in ("first", "second", "to_move", "MAX", "MIN")]
    [0, 0, 0, 0, 1]
    """
    values = state if hasattr(game.start, "_fields") else (state,)
    fields = zip(fields_of(game), map(_as_asked, values), strict=True)
    return {**{name: _as_asked(value) for name, value in CONSTANTS.items()}, **dict(fields)}


def _as_asked(value: object) -> Answer:
    """What stands in a state as an argument of a query stands for it: see `as_played`."""
    if isinstance(value, tuple):
        return tuple(map(_as_asked, value))
    if value is None:
        return Word("none")
    return Word(value) if isinstance(value, str) else value


def state_at(game: Game, arguments: Sequence[Argument]) -> State:
    """The state that the arguments of a query mean; `QueryError` naming the fields when there are
    too many or too few.
    """
    if not arguments:
        return game.start
    parts = tuple(map(as_played, arguments))
    start = game.start
    if hasattr(start, "_fields"):
        return _with_fields(game, start, parts)
    if isinstance(start, tuple):
        # Written as one tuple it is meant as it stands.
        is_whole = len(parts) == 1 != len(start) and isinstance(parts[0], tuple)
        return parts[0] if is_whole else parts
    if len(parts) > 1:
        raise QueryError(
            f"a state of {shown(game)} is one argument, such as {as_written(start)}, got "
            f"{len(parts)}"
        )
    return parts[0]


def _with_fields(game: Game, start: State, parts: tuple[object, ...]) -> State:
    """The state with these values of its first fields, the others as in its class."""
    kind, names = type(start), start._fields
    defaults = getattr(kind, "_field_defaults", {})
    missing = [name for name in names[len(parts) :] if name not in defaults]
    if len(parts) > len(names) or missing:
        raise QueryError(
            f"a state of {shown(game)} has the fields {', '.join(names)}, got {len(parts)} "
            f"argument{'s' * (len(parts) != 1)}"
        )
    return kind(*parts)


def action_at(game: Game, state: State, player: Player, written: Argument) -> Action:
    """The action of the player that a query's argument means; `QueryError` listing what is offered
    when it is none of them.
    """
    offered = tuple(game.actions(state, player))
    wanted = as_played(written)
    for action in offered:
        # By its text too: an action need not be made of numbers and names.
        if action == wanted or as_written(action) == as_written(wanted):
            return action
    names = [as_written(action) for action in offered]
    few = names if len(names) <= 12 else [*names[:10], "...", names[-1]]
    listed = ", ".join(few)
    got = as_written(wanted)
    raise QueryError(
        f"the action of {NAMES[player]} at {as_written(state)} must be one of {listed}, got "
        f"{got}{nearest(got, names)}"
    )


def is_waiting(game: Game, state: State, player: Player) -> bool:
    """Whether the player only waits in the state."""
    return tuple(game.actions(state, player)) == (WAIT,)
