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
        **{word: f"{word}()" for word in ("value", "worth", "states")},
        **(_chosen_by_what_is_known(game) if hidden else _choices(game)),
        **{word: called(word, plans) for word in UNDER_STRATEGIES},
        "reach": called("reach", plans, start),
        "positions_at": "positions_at(1)",
    }
    if not hidden:
        asked["gain_from"] = called("gain_from", plans, start)
    # Over ties, which optimal play leaves in turns alone, or over optimal strategies.
    if hidden or mover_at(game, game.start) is not None:
        asked["over_ties"] = f"over_ties({called('win', plans)})"
    if not is_solo(game):
        asked |= {word: called(word, [OTHER]) for word in ("best_response", "best_response_of_min")}
    return asked


def _chosen_by_what_is_known(game: Game) -> dict[str, str]:
    """The words on the actions at what each player knows first; none where the game is too large to
    be listed.
    """
    asked = dict[str, str]()
    for player, mixture in MIXTURES.items():
        try:
            known = next(iter(information_sets_of(game, player)), None)
        except TooCostly:
            return {}
        if known is not None:
            place, ranged = state_written(known), mixture.replace("mixture", "mixture_range")
            asked[mixture] = f"{mixture}({place})"
            asked[ranged] = called(
                ranged, [as_written(actions_known(game, player, known)[0])], place
            )
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
    first, second = (as_written(game.actions(game.start, player)[0]) for player in PLAYERS)
    mover = mover_at(game, game.start)
    if mover is None:
        words, actions = ["mixture", "mixture_of_min"], f"{first}, {second}"
    else:
        words, actions = ["best", "first_best", "last_best"], (first, second)[mover]
    return {**{word: f"{word}()" for word in words}, "after": f"after({actions})"}


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
