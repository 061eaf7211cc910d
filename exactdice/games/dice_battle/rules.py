"""Dice Battle, played in turns: the rule sheet and the strategies of the source reports.

Two players in turn choose 1..dice dice and throw them; the throw scores its sum, or bust_score when any die shows the
bust face; the first to reach the target wins. There is no draw. Source: the assignment answered by the reports
"Projet UE MOGPL - Dice Battle" (Carnielli and Kachaikin) and "Projet: Dice battle" (Huang and Huang).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...cost import refuse_costly
from ...distribution import Distribution, die, exact_weights, kept_die, point, throw, throw_steps, uniform
from ...doors import members
from ...errors import RulesError
from ...exact import Exact, as_exact, as_whole, shown, whole_or_none
from ...game import MAX, MIN, WAIT, Action, Player, Strategy, always
from ...throws.scores import best_dice


class BattleState(NamedTuple):
    """The points of MAX (who moves first), the points of MIN, and who is to throw."""

    first: int
    second: int
    to_move: Player = MAX

    @property
    def own(self) -> int:
        """The points of the player to throw."""
        return self.second if self.to_move else self.first

    @property
    def other(self) -> int:
        """The points of the player who waits."""
        return self.first if self.to_move else self.second


def check_throws(game: Any) -> None:
    """Raise `RulesError` or `InexactError` unless the options describe throws; keep whole numbers as ints, weights as a tuple."""
    for name, least in (("dice", 1), ("bust_score", 0)):
        keep_whole(game, name, least)
    refuse_costly(f"the throws of up to {shown(game.dice)} dice", game.dice**2 // 4)
    check_die(game)
    if game.bust_score == 0 and set(die(game.faces, game.weights)) == {game.bust}:
        raise RulesError("some throw must score, but every die shows the bust face and a bust scores 0")


def check_die(game: Any) -> None:
    """Raise `RulesError` or `InexactError` unless faces, weights and bust describe a die; keep bust as an int, weights as a tuple."""
    keep_whole(game, "bust", 1)
    if game.faces is None:
        object.__setattr__(game, "faces", len(game.weights) if isinstance(game.weights, (tuple, list)) else 6)
    object.__setattr__(game, "faces", as_whole(game.faces, "faces", 2))
    die(game.faces, game.weights)
    if game.weights is not None:
        object.__setattr__(game, "weights", exact_weights(game.weights, game.faces))
    if game.bust > game.faces:
        raise RulesError(f"bust must be one of the faces 1..{shown(game.faces)}, got {shown(game.bust)}")


def keep_whole(game: Any, name: str, least: int) -> None:
    """Keep this option of the game as an int; `RulesError` unless it is whole and at least `least`."""
    value = getattr(game, name)
    if whole_or_none(value) is None:
        as_exact(value, name)  # says of a float what to write instead
    object.__setattr__(game, name, as_whole(value, name, least))


def pairs_of_throws(game: Any) -> int:
    """How many pairs of scores there are when both players may throw any number of dice."""
    scores: int = max(game.one_die) * game.dice * (game.dice + 1) // 2
    return scores**2


def face_weights(game: Any) -> list[str]:
    """The weights of faces 1, 2, ... of the game's die in the words of the checker."""
    return [hex(game.one_die.weights.get(face, 0)) for face in range(1, game.faces + 1)]


def race_rules(game: Any) -> dict[str, Any]:
    """The options of a race in the words of the checker."""
    return {"dice": game.dice, "target": game.target, "weights": face_weights(game), "bust": game.bust, "bust_score": game.bust_score}


@dataclass(frozen=True)
class DiceBattle:
    """The rules for any dice: at most `dice` dice with `faces` faces and `weights`, a bust face, first to `target`.

    Without `faces` there are as many as weights, or 6. Weights that are all ints are relative; otherwise they are
    probabilities and must sum to 1. Raises `RulesError` naming the option that is off, `InexactError` for a float.

    >>> game = DiceBattle(dice=2, target=10)
    >>> game.outcomes(game.start, (1, WAIT)).probability(BattleState(6, 0, MIN))
    Fraction(1, 6)
    """

    dice: int = 10
    target: int = 100
    faces: int | None = None
    weights: tuple[Exact, ...] | None = None
    bust: int = 1
    bust_score: int = 1

    def __post_init__(self) -> None:
        check_throws(self)
        keep_whole(self, "target", 1)

    @property
    def one_die(self) -> Distribution[int]:
        """The law of one die."""
        return kept_die(self.faces or 6, self.weights)

    @property
    def exploring_cost(self) -> int:
        """What the laws of all throws cost."""
        return self.dice * throw_steps(self.one_die, self.dice) // 3

    @property
    def start(self) -> BattleState:
        """No points yet, MAX to throw."""
        return BattleState(0, 0, MAX)

    def payoff(self, state: BattleState) -> Exact | None:
        """+1 when MAX has reached the target, -1 when MIN has."""
        if state.first >= self.target:
            return 1
        return -1 if state.second >= self.target else None

    def actions(self, state: BattleState, player: Player) -> tuple[Action, ...]:
        """How many dice to throw, fewest first."""
        return tuple(range(1, self.dice + 1)) if player == state.to_move else (WAIT,)

    def outcomes(self, state: BattleState, joint: Any) -> Distribution[BattleState]:
        """The thrower's points grow by the score of the throw, and the turn passes."""
        score = throw(self.one_die, joint[state.to_move], self.bust, self.bust_score)
        if state.to_move == MAX:
            return score.map(lambda k: BattleState(state.first + k, state.second, MIN))
        return score.map(lambda k: BattleState(state.first, state.second + k, MAX))

    def family(self) -> dict[str, Any]:
        """The rules in the words of the checker."""
        return {"family": "race", **race_rules(self)}

    def family_states(self) -> Iterable[BattleState]:
        """The states with MAX to throw, by MAX's points and then MIN's: the others are their mirror images."""
        return (BattleState(i, j, MAX) for i in range(self.target) for j in range(self.target))

    def family_optimal(self, state: BattleState, optimal: Callable[[BattleState], Any]) -> Any:
        """The best numbers of dice."""
        return optimal(state)


# --- strategies ---------------------------------------------------------------------------------------------------


def dice(count: int) -> Strategy:
    """The strategy that always throws this many dice."""
    return always(point(as_whole(count, "the number of dice", 1)))


def blind(game: DiceBattle) -> Strategy:
    """The strategy that always throws d*(D) dice, the number with the best expected score on one throw."""
    refuse_no_throws(game, "blind")
    return dice(best_dice(game.dice, game.one_die, game.bust, game.bust_score))


def refuse_no_throws(game: object, where: str) -> None:
    """Refuse a game in which a player does not choose how many dice to throw."""
    what = "one in which a number of dice is thrown, such as a DiceBattle, SimultaneousBattle or OneShotBattle"
    members(game, ("dice", "one_die", "bust", "bust_score"), f"the game of {where}", what)


def random(game: DiceBattle) -> Strategy:
    """The strategy that throws a number of dice drawn anew each turn, uniformly from 1..dice."""
    refuse_no_throws(game, "random")
    return always(uniform(range(1, game.dice + 1)))
