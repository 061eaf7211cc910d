"""States and actions of a game as a query writes them: `value(95, 90)`,
`action_value(roll, 12, 30, 5)`, and what a player knows, `strategy(2, check, bet, game=kuhn)`.

The arguments are the fields of the game's state in their order; those left out at the end are as in
the class of the state, and no arguments at all mean the start. A state that is a plain tuple has
its parts as arguments; any other state is one argument. What a player knows is what it has observed
and done, in this order (see `exactdice.solvers.hidden.information`). `worked_queries` has an
example of each word of every game, for the page that describes a game and the test by contract.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ..exact.argument_checks import kept
from ..exact.errors import QueryError, TooCostly, nearest
from ..exact.numbers import shown
from ..exact.session import session
from ..game.optional import hides, is_solo
from ..game.protocol import (
    MAX,
    MIN,
    NAMES,
    OTHER,
    PLAYERS,
    WAIT,
    Action,
    Game,
    MissingEntry,
    Player,
    State,
    mover_at,
)
from ..game.text_of_values import as_written as as_written
from ..game.text_of_values import written_apart
from ..solvers.hidden.information import Information
from ..solvers.hidden.tree import GameTree, InformationSet, game_tree
from .register import Answer, Argument, Arguments, Word
from .values import TRUTH

Actions = tuple[Action, ...]
# How a word stands for what Python writes otherwise.
CONSTANTS = {
    "MAX": MAX,
    "MIN": MIN,
    "none": None,
    "None": None,
    "True": True,
    "False": False,
    **TRUTH,
}


def truth_written(value: object) -> bool | None:
    """The truth that an option is written as, `true` or `True`; None for anything else."""
    return TRUTH.get(str(value).lower())


def fields_of(game: Game) -> tuple[str, ...]:
    """The names of the fields of the game's state; a state without names is called `state`.

    >>> from exactdice import DiceBattle
    >>> fields_of(DiceBattle())
    ('first', 'second', 'to_move')
    """
    start = game.start
    return tuple(getattr(start, "_fields", ())) or ("state",)


def as_played(written: Argument) -> Answer:
    """The value in a game that a query's argument stands for: a number, a text, a player, nothing,
    or a tuple of these.
    """
    match written:
        case tuple():
            return tuple(map(as_played, written))
        case Word(name, None):
            return CONSTANTS.get(name, name)
        case Word():
            raise QueryError(f"a state or an action holds numbers and names, got {written}")
    return written


def fields_at(game: Game, state: State) -> dict[str, Answer]:
    """{name of a field of the state: its value as a query has it}, and what its values are named.

    >>> from exactdice import DiceBattle
    >>> fields = fields_at(DiceBattle(), DiceBattle().start)
    >>> [fields[name] for name in ("first", "second", "to_move", "MAX", "MIN")]
    [0, 0, 0, 0, 1]
    """
    values = state if hasattr(game.start, "_fields") else (state,)
    fields = zip(fields_of(game), map(_query_value, values), strict=True)
    return {**{name: _query_value(value) for name, value in CONSTANTS.items()}, **dict(fields)}


def _query_value(value: object) -> Answer:
    """The argument of a query for a value in a state, the inverse of `as_played`."""
    match value:
        case tuple():
            return tuple(map(_query_value, value))
        case None:
            return Word("none")
        case str():
            return Word(value)
    return value


def state_at(game: Game, arguments: Arguments) -> State:
    """The state that the arguments of a query mean; `QueryError` naming the fields when there are
    too many or too few.
    """
    start = game.start
    if not arguments:
        return start
    parts = tuple(map(as_played, arguments))
    names: tuple[str, ...] = getattr(start, "_fields", ())
    if names:
        defaults = getattr(start, "_field_defaults", {})
        missing = [name for name in names[len(parts) :] if name not in defaults]
        if len(parts) > len(names) or missing:
            raise QueryError(
                f"a state of {shown(game)} has the fields {', '.join(names)}, got {len(parts)} "
                f"argument{'s' * (len(parts) != 1)}"
            )
        return type(start)(*parts)
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


def action_at(game: Game, state: State, player: Player, written: Argument) -> Action:
    """The action of the player that a query's argument means; `QueryError` listing what is offered
    when it is none of them.
    """
    return _find_action(tuple(game.actions(state, player)), as_played(written), player, state)


def _find_action(offered: Actions, wanted: Any, player: Player, at: object) -> Action:
    """The action that is wanted: the very same, else one that is equal, or has its text, as an
    action need not be made of numbers and names.
    """
    got = as_written(wanted)
    meant = [action for action in offered if action == wanted or as_written(action) == got]
    if meant:
        # 1 and "1" may both be offered, and so may 1 and true.
        return max(meant, key=lambda one: (one == wanted, type(one) is type(wanted)))
    names = list(map(as_written, offered))
    raise QueryError(
        f"the action of {NAMES[player]} at {as_written(at)} must be one of "
        f"{_abridged_list(names)}, got {got}{nearest(got, names)}"
    )


def _abridged_list(texts: Collection[str]) -> str:
    listed = list(texts)
    return ", ".join(listed if len(listed) <= 12 else [*listed[:10], "...", listed[-1]])


def is_waiting(game: Game, state: State, player: Player) -> bool:
    """Whether the player only waits in the state."""
    return tuple(game.actions(state, player)) == (WAIT,)


# --- what a player knows --------------------------------------------------------------------------


@kept(2)
def tree_of(game: Game) -> GameTree:
    """The tree of a game with hidden information."""
    if not hides(game):
        raise QueryError(f"{as_written(game)} hides nothing from its players")
    return game_tree(game, session().progress)


@kept(4)
def information_sets_of(game: Game, player: Player) -> Mapping[Information, InformationSet]:
    """{information: the set of states} where the player chooses, in the order of play."""
    tree = tree_of(game)
    sets = tree.information_sets[player]
    return {tree.information(place, player): info for place, info in sets.items()}


@kept(4)
def _information_texts(game: Game, player: Player) -> Mapping[str, Information]:
    texts = written_apart(information_sets_of(game, player))  # no two of them alike
    return dict(zip(texts.values(), texts, strict=True))


def information_at(game: Game, player: Player, written: Information) -> Information:
    """The information of the player that is written so; `QueryError` saying what else there is."""
    if written in information_sets_of(game, player):
        return written
    # By its text too: what is observed need not be made of numbers and names.
    text, texts = as_written(written), _information_texts(game, player)
    if text in texts:
        return texts[text]
    # What may have been meant: the other player, or one of these.
    other = OTHER[player]
    if text in _information_texts(game, other):
        instead = f", but what {NAMES[other]} knows: give player={NAMES[other].lower()}"
    elif texts:
        instead = f"{nearest(text, texts)}: it may know {_abridged_list(texts)}"
    else:
        instead = f": {NAMES[player]} never chooses"
    raise QueryError(f"{text} is not what {NAMES[player]} knows where it chooses{instead}")


def actions_known(game: Game, player: Player, information: Information) -> Actions:
    """The player's actions at what it knows; `MissingEntry` where it never chooses with this."""
    sets = information_sets_of(game, player)
    if information not in sets:
        raise MissingEntry(f"{NAMES[player]} never chooses knowing {as_written(information)}")
    return sets[information].actions


def action_known(game: Game, player: Player, information: Information, written: object) -> Action:
    """The action at the information that is written so; `QueryError` listing what is offered."""
    return _find_action(actions_known(game, player, information), written, player, information)


def players_knowing(game: Game, written: Information) -> list[Player]:
    """The players who choose somewhere with this information."""
    knowing = [player for player in PLAYERS if written in information_sets_of(game, player)]
    # By its text only where nobody knows the very same: 1 is not the text "1".
    text = as_written(written)
    return knowing or [player for player in PLAYERS if text in _information_texts(game, player)]


# --- examples -------------------------------------------------------------------------------------

UNDER_STRATEGIES = (
    *("gain", "payoff_distribution", "win", "draw", "loss"),
    *("turns", "turns_distribution", "expected_visits", "exploitability"),
)


def worked_queries(game: Game) -> dict[str, str]:
    """{word: a query of it} for the words of every game, as people write it; those that make no
    sense in a game for one, or where nobody chooses at once, are left out.

    >>> from exactdice.games.hog import Hog
    >>> asked = worked_queries(Hog(goal=7, dice=2))
    >>> asked["action_value"], asked["gain"], "strategy" in asked
    ('action_value(0)', 'gain(optimal, random)', False)
    """
    solo, hidden, mover = is_solo(game), hides(game), mover_at(game, game.start)
    plans, start = "optimal" if solo else "optimal, random", _format_fields(game.start)
    asked = {word: f"{word}()" for word in ("value", "value_to_mover", "states")}
    if hidden:
        asked |= _information_examples(game)
    else:
        chosen = [as_written(game.actions(game.start, player)[0]) for player in PLAYERS]
        if mover is None:
            asked |= {"strategy": "strategy()", "strategy of MIN": "strategy(player=min)"}
        else:
            asked["optimal_actions"] = "optimal_actions()"
        actions = ", ".join(chosen) if mover is None else chosen[mover]
        asked["action_value"] = f"action_value({actions})"
    asked |= {word: f"{word}({plans})" for word in UNDER_STRATEGIES}
    at_start = f"({_join(plans, start)})"
    asked |= {
        "reach_probability": f"reach_probability{at_start}",
        "positions_at": "positions_at(1)",
    }
    if not hidden:
        asked["gain_from"] = f"gain_from{at_start}"
    # Over ties, which optimal play leaves in turns alone, or over optimal strategies.
    if hidden or mover is not None:
        asked["over_ties"] = f"over_ties(win({plans}))"
    if not solo:
        asked["best_response_value"] = "best_response_value(random)"
        asked["best_response_value of MIN"] = "best_response_value(random, player=min)"
    return asked


def _information_examples(game: Game) -> dict[str, str]:
    """The words on the actions at what each player knows first; none where the game is too large to
    be listed.
    """
    asked = {}
    for player, of_player, option in zip(PLAYERS, ("", " of MIN"), ("", "player=min"), strict=True):
        try:
            known = next(iter(information_sets_of(game, player)), None)
        except TooCostly:
            return {}
        if known is not None:
            written = _format_fields(known)
            action = as_written(actions_known(game, player, known)[0])
            asked[f"strategy{of_player}"] = f"strategy({_join(written, option)})"
            ranged = f"probability_range({_join(action, written, option)})"
            asked[f"probability_range{of_player}"] = ranged
    return {**asked, "information_sets": "information_sets()"}


def _join(*arguments: str) -> str:
    return ", ".join(filter(None, arguments))


def _format_fields(state: State) -> str:
    """The state, or what is known, as the arguments of a word: its fields, or what it is."""
    text = as_written(state)
    return text[1:-1].rstrip(",") if isinstance(state, tuple) else text


def start_line(game: Game) -> str:
    """The start of the game, and who is to move there."""
    mover = mover_at(game, game.start)
    if is_solo(game):
        who = "MAX plays alone"
    elif mover is None:
        who = "both choose at once"
    else:
        who = f"{NAMES[mover]} {'moves first' if mover == MAX else 'is to move'}"
    return f"{as_written(game.start)}; {who}"
