"""Worked queries: for each word of every game one call that fits a given game, as people write it.

The page that describes a game shows them with their values, and the test by contract asks them.
"""

from __future__ import annotations

from ..exact.errors import TooCostly
from ..game.optional import hides, is_solo
from ..game.protocol import MAX, NAMES, PLAYERS, Game, State, mover_at
from .states import MIXTURES, actions_known, as_written, information_sets_of

OPTIMAL, OTHER = "optimal", "random"


def worked_queries(game: Game) -> dict[str, str]:
    """{word: a query of it} for the words of every game; those that make no sense in a game for
    one, or where nobody chooses at once, are left out.

    >>> from exactdice.games.hog import Hog
    >>> asked = worked_queries(Hog(goal=7, dice=2))
    >>> asked["after"], asked["gain"], "mixture" in asked
    ('after(0)', 'gain(optimal, random)', False)
    """
    plans = [OPTIMAL] if is_solo(game) else [OPTIMAL, OTHER]
    start, hidden = state_written(game.start), hides(game)
    asked = {
        "value": "value()",
        "worth": "worth()",
        **(_chosen_by_what_is_known(game) if hidden else _choices(game)),
        **{word: called(word, plans) for word in UNDER_STRATEGIES},
    }
    if not hidden:
        asked["gain_from"] = called("gain_from", plans, start)
    asked["reach"] = called("reach", plans, start)
    # Over ties, which optimal play leaves in turns alone, or over optimal strategies.
    if hidden or mover_at(game, game.start) is not None:
        asked["over_ties"] = f"over_ties({called('win', plans)})"
    asked |= {"states": "states()", "positions_at": "positions_at(1)"}
    if not is_solo(game):
        asked["best_response"] = f"best_response({OTHER})"
        asked["best_response_of_min"] = f"best_response_of_min({OTHER})"
    return asked


def _chosen_by_what_is_known(game: Game) -> dict[str, str]:
    """The words on the actions at what each player knows first; none where the game is too large to
    be listed.
    """
    try:
        first = [next(iter(information_sets_of(game, player)), None) for player in PLAYERS]
    except TooCostly:
        return {}
    asked = {}
    for player, known in zip(PLAYERS, first, strict=True):
        if known is None:
            continue
        mixture, place = MIXTURES[player], state_written(known)
        action = as_written(actions_known(game, player, known)[0])
        asked[mixture] = f"{mixture}({place})"
        ranged = mixture.replace("mixture", "mixture_range")
        asked[ranged] = called(ranged, [action, *filter(None, [place])])
    return {**asked, "information_sets": "information_sets()"}


UNDER_STRATEGIES = (
    *("gain", "payoff_law", "win", "draw", "loss"),
    *("turns", "turns_law", "visits", "exploitability"),
)


def called(word: str, plans: list[str], *more: str) -> str:
    """The call of the word with these strategies and what follows them."""
    return f"{word}({', '.join([*plans, *filter(None, more)])})"


def state_written(state: State) -> str:
    """The state as the arguments of a word: its fields, or what it is."""
    text = as_written(state)
    return text[1:-1].rstrip(",") if isinstance(state, tuple) else text


def _choices(game: Game) -> dict[str, str]:
    """The words on the actions at the start."""
    offered = [tuple(game.actions(game.start, player)) for player in PLAYERS]
    mover = mover_at(game, game.start)
    if mover is None:
        first = ", ".join(as_written(actions[0]) for actions in offered)
        return {
            "mixture": "mixture()",
            "mixture_of_min": "mixture_of_min()",
            "after": f"after({first})",
        }
    return {
        "best": "best()",
        "first_best": "first_best()",
        "last_best": "last_best()",
        "after": f"after({as_written(offered[mover][0])})",
    }


def start_line(game: Game) -> str:
    """The start of the game, and who is to move there."""
    start = game.start
    mover = mover_at(game, start)
    if is_solo(game):
        who = "MAX plays alone"
    elif mover is None:
        who = "both choose at once"
    else:
        who = f"{NAMES[mover]} moves first" if mover == MAX else f"{NAMES[mover]} is to move"
    return f"{as_written(start)}; {who}"
