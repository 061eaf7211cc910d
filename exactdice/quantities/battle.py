"""The quantities of Dice Battle in turns."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .. import evaluate
from ..distribution import Distribution
from ..errors import QueryError
from ..exact import Exact, shown
from ..game import MAX, MIN, Profile
from ..games.dice_battle import BattleState, DiceBattle
from ..games.dice_battle_fast import line_at
from ..games.dice_battle_line import Line
from .registry import Word, quantity, watcher, whole
from .strategies import LARGE, named_strategy, solved
from .throws import MOST_DICE, checked_numbers, scored_die

MOST_POINTS = 5000  # target of a race in a query


def battle(
    dice: Any = 10, target: Any = 100, faces: Any = None, weights: Any = None, bust: Any = 1, bust_score: Any = 1, variant: Any = "turns"
) -> DiceBattle:
    """The setting of the quantities of Dice Battle."""
    if str(variant) != "turns":
        raise QueryError(f"variant must be turns (the simultaneous game is not solved by this version), got {variant}")
    rolled = scored_die(faces, weights, bust, bust_score)
    checked_numbers(dice=dice, target=target, **rolled._asdict())
    return DiceBattle(whole(dice, "dice", 1, MOST_DICE), whole(target, "target", 1, MOST_POINTS), *rolled)


@lru_cache(maxsize=4)
def _line(game: DiceBattle, s: int) -> Line:
    return line_at(game, s, watcher.get())


def points(game: DiceBattle, i: Any, j: Any) -> BattleState:
    """The state in which the player to throw has i points against j."""
    for name, value in (("i", i), ("j", j)):
        if whole(value, name) >= game.target:
            raise QueryError(f"{name} must be below the target {game.target}, where the game is over, got {shown(value)}")
    return BattleState(i, j, MAX)


@quantity(battle, i="own points", j="points of the other")
def EG(game: DiceBattle, i: Any, j: Any) -> Exact:
    """Expected gain, under optimal play, of the player who is to throw with i points against j."""
    if whole(i, "i") >= game.target or whole(j, "j") >= game.target:
        return 1 if i >= game.target else -1
    state = points(game, i, j)
    return solved(game).values[state] if game.target <= LARGE else _line(game, i + j).gain(i)


@quantity(battle, i="own points", j="points of the other")
def OPT(game: DiceBattle, i: Any, j: Any) -> int:
    """The first optimal number of dice with i points against j."""
    return int(min(_best(game, i, j)))


@quantity(battle)
def OPT_all(game: DiceBattle, i: Any, j: Any) -> frozenset[int]:
    """All optimal numbers of dice with i points against j."""
    return frozenset(_best(game, i, j))


def _best(game: DiceBattle, i: Any, j: Any) -> tuple[Any, ...]:
    state = points(game, i, j)
    return solved(game).optimal_actions[state] if game.target <= LARGE else _line(game, i + j).best[i]


@lru_cache(maxsize=64)
def _profile(game: DiceBattle, first: Word, second: Word) -> Profile:
    return named_strategy(game, first, MAX), named_strategy(game, second, MIN)


@lru_cache(maxsize=64)
def _outcome(game: DiceBattle, first: Word, second: Word) -> Distribution[Exact]:
    return evaluate.payoff_law(game, _profile(game, first, second), watcher.get())


def gain_law(game: DiceBattle, first: Any, second: Any) -> Distribution[Exact]:
    """The law of the first player's payoff."""
    return _outcome(game, first, second)


def win_law(game: DiceBattle, first: Any, second: Any) -> Distribution[int]:
    """The law of 1 when the first player wins, else 0."""
    return gain_law(game, first, second).map(lambda payoff: int(payoff == 1))


def turns_law_of(game: DiceBattle, first: Any, second: Any) -> Distribution[int]:
    """The law of the number of throws."""
    return evaluate.length_law(game, _profile(game, first, second), watcher.get())


@quantity(battle, law=gain_law)
def gain(game: DiceBattle, a: Any, b: Any) -> Exact:
    """Expected payoff to the first player when it plays a against b, from no points."""
    return gain_law(game, a, b).mean()


@quantity(battle, law=win_law)
def win(game: DiceBattle, a: Any, b: Any) -> Exact:
    """Probability that the first player wins when it plays a against b, from no points."""
    return win_law(game, a, b).mean()


@quantity(battle, law=turns_law_of)
def turns(game: DiceBattle, a: Any, b: Any) -> Exact:
    """Mean number of throws of a race in which the first player plays a and the second b."""
    return evaluate.mean_length(game, _profile(game, a, b), watcher.get())


@quantity(battle)
def turns_law(game: DiceBattle, a: Any, b: Any) -> Distribution[int]:
    """Law of the number of throws of a race in which the first player plays a and the second b."""
    return turns_law_of(game, a, b)


@quantity(battle, i="own points", j="points of the other")
def gain_from(game: DiceBattle, a: Any, b: Any, i: Any, j: Any) -> Exact:
    """Expected payoff of the player to throw, who plays a with i points against b with j points."""
    return evaluate.profile_values(game, _profile(game, a, b), watcher.get())[points(game, i, j)]


@quantity(battle)
def best_response(game: DiceBattle, b: Any) -> Exact:
    """The best expected payoff to the player who moves first against b."""
    return evaluate.best_response(game, named_strategy(game, b, MIN), MAX, watcher.get()).value
