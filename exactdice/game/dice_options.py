"""The options that games of throws share: how many dice of which faces, the bust, and what the
checker is told of them. Games are frozen: an option is set anew in the form in which it is kept.
"""

from __future__ import annotations

from math import factorial
from typing import Any

from ..distributions.throwing import exact_weights, kept_die, roll_steps
from ..exact.argument_checks import got, members
from ..exact.cost import refuse_costly
from ..exact.errors import RulesError
from ..exact.numbers import as_exact, as_whole, one_of, shown
from ..symbolic.rational_function import holds_symbol

Named = dict[str, tuple[str, ...]]  # {option: the names it takes}
STEPS_WITH_SYMBOL = 300  # measured with two faces, up to 3 dice


def check_rolls(game: Any) -> None:
    """Raise `RulesError` or `InexactError` unless the options describe throws; keep whole numbers
    as ints, weights as a tuple.
    """
    keep_whole(game, "dice", 1)
    keep_whole(game, "bust_score", 0)
    # before anything is made of them, as a number of dice may be a typing error
    refuse_costly(f"the throws of up to {shown(game.dice)} dice", game.dice**2 // 4)
    check_die(game)
    if game.bust_score == 0 and set(kept_die(game.faces, game.weights)) == {game.bust}:
        raise RulesError(
            "some throw must score, but every die shows the bust face and a bust scores 0"
        )


def check_die(game: Any) -> None:
    """Raise `RulesError` or `InexactError` unless faces, weights and bust describe a die; keep bust
    as an int, weights as a tuple.
    """
    keep_whole(game, "bust", 1)
    # as many faces as there are weights, 6 without them
    listed = len(game.weights) if isinstance(game.weights, (tuple, list)) else 6
    faces = listed if game.faces is None else game.faces
    object.__setattr__(game, "faces", as_whole(faces, "faces", 2))
    if game.weights is not None:
        object.__setattr__(game, "weights", exact_weights(game.weights, game.faces))
    kept_die(game.faces, game.weights)  # which says what is off with the weights
    if game.bust > game.faces:
        raise RulesError(
            f"bust must be one of the faces 1..{shown(game.faces)}, got {shown(game.bust)}"
        )


def keep_whole(game: Any, name: str, least: int) -> None:
    """Keep this option as an int; `RulesError` unless it is whole and at least `least`."""
    value = getattr(game, name)
    if isinstance(value, float):
        as_exact(value, name)  # raises, and says what to write instead
    object.__setattr__(game, name, as_whole(value, name, least))


def keep_two(game: Any, name: str, which: str) -> None:
    """Keep this option as a pair of ints; `RulesError` unless it lists two whole numbers of 1 or
    more. `which` says what the two are.
    """
    given = getattr(game, name)
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise RulesError(f"{name} must be two whole numbers, {which}, {got(given)}")
    object.__setattr__(
        game, name, tuple(as_whole(number, f"each number of {name}", 1) for number in given)
    )


def keep_named(game: Any, name: str) -> None:
    """Check that this option is one of the names that the game lists; `RulesError` with the nearest
    of them.
    """
    one_of(game.named[name], getattr(game, name), name, RulesError)


def race_rolls_cost(game: Any) -> int:
    """What the distributions of all throws of a race cost; with a symbol among the weights what is
    compared, which grows with every die.
    """
    if not holds_symbol(game.weights):
        steps: int = game.dice * roll_steps(game.one_die, game.dice) // 3
        return steps
    dice = min(game.dice, 20)  # beyond this even the smallest targets are too much
    compared: int = STEPS_WITH_SYMBOL * game.target ** (dice + 2) // factorial(dice)
    return compared


def pairs_of_rolls(game: Any) -> int:
    """How many pairs of scores there are when both players may throw any number of dice."""
    scores: int = max(game.one_die) * game.dice * (game.dice + 1) // 2
    return scores**2


def face_weights(game: Any) -> list[str]:
    """The weights of faces 1, 2, ... of the game's die in the words of the checker."""
    return [hex(game.one_die.weights.get(face, 0)) for face in range(1, game.faces + 1)]


def race_rules(game: Any) -> dict[str, object]:
    """The options of a race in the words of the checker."""
    return {
        "dice": game.dice,
        "target": game.target,
        "weights": face_weights(game),
        "bust": game.bust,
        "bust_score": game.bust_score,
    }


def refuse_no_rolls(game: object, where: str) -> None:
    """Refuse a game in which a player does not choose how many dice to throw."""
    what = (
        "one in which a number of dice is thrown, such as a DiceBattle, SimultaneousBattle "
        "or OneShotBattle"
    )
    members(game, ("dice", "one_die", "bust", "bust_score"), f"the game of {where}", what)


# --- tracks ---------------------------------------------------------------------------------------

# How a throw that leads beyond the last square is played.
BEYOND = ("stay", "arrive", "bounce")


def moved(square: int, thrown: int, last: int, beyond: str = "stay") -> int:
    """The square after a throw, on a track whose last square is the end.

    A throw that leads beyond it leaves the piece where it is (`stay`), at the end (`arrive`), or as
    many squares before the end as it leads beyond (`bounce`).

    >>> [moved(98, 5, 100, beyond) for beyond in BEYOND]
    [98, 100, 97]
    """
    reached = square + thrown
    if reached <= last:
        return reached
    if beyond == "bounce":
        # a die of more faces than squares would throw the piece off the board: not before the start
        return max(2 * last - reached, 0)
    return last if beyond == "arrive" else square
