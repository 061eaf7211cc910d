"""What a player knows, as a query writes it: `mixture(2, check, bet, game=kuhn)`.

The arguments are what the player has observed and done, in this order (see
`exactdice.hidden.information`).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence

from ..errors import QueryError, nearest
from ..game import MAX, MIN, NAMES, OTHER, PLAYERS, Action, Game, MissingEntry, Player
from ..hidden.information import Information
from ..hidden.tree import GameTree, InformationSet, game_tree
from ..kept import kept
from ..optional import hides
from ..words.register import Argument, watcher
from ..words.written import written_apart
from .states import as_played, as_written

MIXTURES = {MAX: "mixture", MIN: "mixture_of_min"}
FEW = 12  # informations or actions that a message names


@kept(2)
def tree_of(game: Game) -> GameTree:
    """The tree of a game with hidden information."""
    if not hides(game):
        raise QueryError(f"{as_written(game)} hides nothing from its players")
    return game_tree(game, watcher.get())


@kept(4)
def information_sets_of(game: Game, player: Player) -> Mapping[Information, InformationSet]:
    """{information: the set of states} where the player chooses, in the order of play."""
    tree = tree_of(game)
    sets = tree.information_sets[player]
    return {tree.information(place, player): info for place, info in sets.items()}


@kept(4)
def _by_text(game: Game, player: Player) -> Mapping[str, Information]:
    texts = informations_written(game, player)
    return {text: known for known, text in texts.items()}


@kept(4)
def informations_written(game: Game, player: Player) -> Mapping[Information, str]:
    """{information: what it is written as} where the player chooses, no two of them alike."""
    return written_apart(information_sets_of(game, player))


def information_written(arguments: Sequence[Argument]) -> Information:
    """What the arguments of a query say that the player knows."""
    return tuple(map(as_played, arguments))


def information_at(game: Game, player: Player, written: Information) -> Information:
    """The information of the player that is written so; `QueryError` saying what else there is."""
    if written in information_sets_of(game, player):
        return written
    # By its text too: what is observed need not be made of numbers and names.
    found = _by_text(game, player).get(as_written(written))
    if found is None:
        raise QueryError(
            f"{as_written(written)} is not what {NAMES[player]} knows where it chooses"
            f"{_instead(game, player, written)}"
        )
    return found


def _instead(game: Game, player: Player, written: Information) -> str:
    """What may have been meant: the other player, or what is known to the first of these parts."""
    other = OTHER[player]
    if as_written(written) in _by_text(game, other):
        return f", but what {NAMES[other]} knows: ask for {MIXTURES[other]}"
    texts = list(_by_text(game, player))
    if not texts:
        return f": {NAMES[player]} never chooses"
    near = nearest(as_written(written), texts)
    return f"{near}: it may know {_few(texts)}"


def _few(texts: Sequence[str]) -> str:
    if len(texts) <= FEW:
        return ", ".join(texts)
    return ", ".join((*texts[: FEW - 2], "...", texts[-1]))


def actions_known(game: Game, player: Player, information: Information) -> tuple[Action, ...]:
    """The player's actions at what it knows; `MissingEntry` where it never chooses with this."""
    sets = information_sets_of(game, player)
    if information not in sets:
        raise MissingEntry(f"{NAMES[player]} never chooses knowing {as_written(information)}")
    return sets[information].actions


def action_known(game: Game, player: Player, information: Information, written: object) -> Action:
    """The action at the information that is written so; `QueryError` listing what is offered."""
    offered = actions_known(game, player, information)
    # 1 and "1" may both be offered, so what is the very same comes first.
    for fits in (_is_the_same, operator.eq, _is_written_alike):
        for action in offered:
            if fits(action, written):
                return action
    names = [as_written(action) for action in offered]
    raise QueryError(
        f"the action of {NAMES[player]} at {as_written(information)} must be one of "
        f"{_few(names)}, got {as_written(written)}{nearest(as_written(written), names)}"
    )


def _is_the_same(action: Action, written: object) -> bool:
    return type(action) is type(written) and action == written


def _is_written_alike(action: Action, written: object) -> bool:
    return as_written(action) == as_written(written)


def players_knowing(game: Game, written: Information) -> list[Player]:
    """The players who choose somewhere with this information."""
    knowing = [player for player in PLAYERS if written in information_sets_of(game, player)]
    # By its text only where nobody knows the very same: 1 is not the text "1".
    return knowing or [
        player for player in PLAYERS if as_written(written) in _by_text(game, player)
    ]


def informations(game: Game, player: Player) -> Iterable[Information]:
    """All that the player may know where it chooses, in the order of play."""
    return information_sets_of(game, player)
