"""Hog, the dice game of the course CS 61A at UC Berkeley: the rule sheet, with its special rules by
name.

Two players in turn choose 0 to `dice` dice. A throw scores its sum, or 1 when any die shows a 1
(Sow Sad). No dice at all score by a rule that looks at both
scores. When the points are added a rule may change the scores. Who first ends a turn with `goal`
points wins. The rules change every year; those that have a name here are of summer 2023 to fall
2024. Any other rule is a function with the same arguments and results.

Left out, as they need more than the two scores: Time Trot, Feral Hogs, Hog Tied, extra turns. Left
out, as they change the dice or the throw's score: Hog Wild (four-sided dice when the sum of the
scores is a multiple of 7), Hogtimus Prime, Pigs Fly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, TypeGuard

from ...distributions.distribution import Distribution, point
from ...distributions.throwing import kept_die, roll, roll_steps
from ...exact.argument_checks import a_function_of, a_truth, raise_failed
from ...exact.cost import refuse_costly
from ...exact.errors import RulesError, nearest
from ...exact.numbers import Exact, shown, shown_when_long, whole_or_none
from ...game.dice_options import Named, keep_whole
from ...game.protocol import MAX, MIN, WAIT, Action, Joint, Player
from ..dice_battle.rules import BattleState

ZeroRule = Callable[[int, int], int]  # (own score, other score) -> points
Rule = Callable[[int, int], object]  # as anyone may write it: its results are checked
# (own score with the points, other score) -> (own score, other score)
AfterRule = Callable[[int, int], tuple[int, int]]


class HogState(BattleState):
    """The score of MAX (who moves first), the score of MIN, and who is to move."""

    __slots__ = ()


# --- rules for no dice ----------------------------------------------------------------------------


def boar_brawl(own: int, other: int) -> int:
    """3 times the difference of the other score's tens digit and the own score's ones digit, at
    least 1.

    >>> boar_brawl(21, 46)
    9
    """
    return max(3 * abs(other // 10 % 10 - own % 10), 1)


# --- rules for after the turn ---------------------------------------------------------------------


def sus_fuss(own: int, other: int) -> tuple[int, int]:
    """A score with exactly 3 or 4 factors becomes the next prime.

    >>> sus_fuss(21, 46)
    (23, 46)
    """
    if _count_factors(own) in (3, 4):
        own += 1
        while _count_factors(own) != 2:
            own += 1
    return own, other


@lru_cache(maxsize=2**12)  # every number of dice reaches the same scores
def _count_factors(number: int) -> int:
    return sum(number % k == 0 for k in range(1, number + 1))


STEPS_A_RESULT = 13  # explored and valued, of the results of all throws in all states
ZERO_RULES: dict[str, ZeroRule] = {"boar-brawl": boar_brawl}
AFTER_RULES: dict[str, AfterRule] = {"sus-fuss": sus_fuss}


# --- the game -------------------------------------------------------------------------------------


@shown_when_long
@dataclass(frozen=True)
class Hog:
    """Hog with a rule for no dice (`zero`; None: at least one die) and rules applied in order when
    the points are added (`after`).

    A rule is a name in ZERO_RULES or AFTER_RULES or a function of (own score, other score); `after`
    is None, one rule or a tuple of them. Without `sow_sad` a throw always scores its sum. Raises
    `RulesError` naming the option that is off, and later the rule and the scores when a rule
    returns what is no score. Source: https://cs61a.org/proj/hog/, fall 2024, for the defaults.

    >>> Hog().outcomes(HogState(15, 37), (0, WAIT))    # 3 |3 - 5| = 6 points: 21 becomes 23
    Distribution({HogState(23, 37, 1): 1})
    """

    goal: int = 100
    dice: int = 10
    faces: int = 6
    sow_sad: bool = True
    zero: str | ZeroRule | None = "boar-brawl"
    after: str | AfterRule | tuple[str | AfterRule, ...] | None = ("sus-fuss",)

    # options that are names
    named: ClassVar[Named] = {"zero": tuple(ZERO_RULES), "after": tuple(AFTER_RULES)}
    bust_score = 1

    def __post_init__(self) -> None:
        keep_whole(self, "goal", 1)
        keep_whole(self, "dice", 1)
        keep_whole(self, "faces", 2)
        refuse_costly(f"the throws of up to {shown(self.dice)} dice", self.dice**2 // 4)
        object.__setattr__(self, "sow_sad", a_truth(self.sow_sad, "sow_sad"))
        after = () if self.after is None else self.after
        rules = tuple(after) if isinstance(after, (tuple, list)) else (after,)
        object.__setattr__(self, "after", rules)
        if self.zero is not None:
            _check_rule("zero", self.zero, ZERO_RULES)
        for rule in rules:
            _check_rule("after", rule, AFTER_RULES)

    @property
    def one_die(self) -> Distribution[int]:
        """The distribution of one die."""
        return kept_die(self.faces)

    @property
    def bust(self) -> int:
        """The face that spoils a throw: 1, or 0, which no die shows."""
        return 1 if self.sow_sad else 0

    @property
    def exploring_cost(self) -> int:
        """The cost of the distributions of all throws, and of the points of each throw in each
        state.
        """
        laws = self.dice * roll_steps(self.one_die, self.dice) // 3
        return laws + STEPS_A_RESULT * self.goal**2 * self.dice**2 * self.faces

    @property
    def start(self) -> HogState:
        """No points yet, MAX to move."""
        return HogState(0, 0, MAX)

    def payoff(self, state: HogState) -> Exact | None:
        """+1 when MAX has reached the goal, -1 when MIN has."""
        return state.payoff(self.goal)

    def actions(self, state: HogState, player: Player) -> tuple[Action, ...]:
        """How many dice to throw, fewest first; 0 only with a rule for it."""
        if player != state.to_move:
            return (WAIT,)
        fewest = 1 if self.zero is None else 0
        return tuple(range(fewest, self.dice + 1))

    def outcomes(self, state: HogState, joint: Joint) -> Distribution[HogState]:
        """The points are added, the rules for after the turn change the scores, and the turn
        passes.
        """
        before = state.own
        other = state.other
        is_of_max = state.to_move == MAX

        def reached(points: int) -> HogState:
            # rules speak of own and other: afterwards the scores go back to MAX and MIN
            own, others = apply_rules(self.after, self.goal, before + points, other)
            return HogState(own, others, MIN) if is_of_max else HogState(others, own, MAX)

        return self.points(joint[state.to_move], before, other).map(reached)

    def points(self, count: int, own: int, other: int) -> Distribution[int]:
        """The distribution of the points for this number of dice at these scores; `RulesError`
        naming the rule for no dice when it gives no whole number of 0 or more.
        """
        if count:
            return roll(self.one_die, count, self.bust)
        if self.zero is None:
            raise RulesError("at least one die must be thrown, as zero=None")
        rule = ZERO_RULES[self.zero] if isinstance(self.zero, str) else self.zero
        points = _result(rule, own, other)
        if not _is_score(points):
            raise RulesError(
                f"{_rule_name(rule)}({own}, {other}) must give whole points of 0 or more, "
                f"got {shown(points)}"
            )
        return point(int(points))


def apply_rules(after: Any, goal: int, own: int, other: int) -> tuple[int, int]:
    """The scores after the rules for after the turn; `RulesError` naming the rule when they are no
    scores or both reach the goal.
    """
    for rule in after:
        if isinstance(rule, str):
            own, other = AFTER_RULES[rule](own, other)
            continue
        scores = _result(rule, own, other)
        if not (isinstance(scores, tuple) and len(scores) == 2 and all(map(_is_score, scores))):
            raise RulesError(
                f"{_rule_name(rule)}({own}, {other}) must give (own score, other score), two whole "
                f"numbers of 0 or more, got {shown(scores)}"
            )
        # with both there the rules would not say who has won
        if min(scores) >= goal:
            raise RulesError(
                f"{_rule_name(rule)}({own}, {other}) must leave at most one score at the goal of "
                f"{goal}, got {shown(scores)}"
            )
        own, other = scores
    return own, other


def _is_score(value: object) -> TypeGuard[int]:
    number = whole_or_none(value)
    return number is not None and number >= 0


def _check_rule(option: str, rule: object, known: Mapping[str, object]) -> None:
    """`RulesError` unless the rule is known by its name, or a function."""
    if callable(rule) and not isinstance(rule, type):
        a_function_of(2, rule, option, "a function of (own, other)")
    elif not isinstance(rule, str) or rule not in known:
        hint = nearest(rule, known) if isinstance(rule, str) else ""
        raise RulesError(
            f"{option} must be None, a function of (own, other) or one of {', '.join(known)}, "
            f"got {shown(rule)}{hint}"
        )


def _result(rule: Rule, own: int, other: int) -> object:
    """The result of the rule at these scores; `RulesError` naming it when it fails."""
    try:
        return rule(own, other)
    except Exception as error:
        raise_failed(_rule_name(rule), (own, other), error)


def _rule_name(rule: Rule) -> str:
    return getattr(rule, "__name__", shown(rule))


GAMES = {"hog": Hog}
# Options that make it small, and queries of its own words: what `exactdice games` works out.
EXAMPLES = {"hog": {"goal": 10, "dice": 2}}
